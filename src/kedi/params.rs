//! The declaration in the agent card: which params, by which rules, and what is assumed when asked to.

use crate::a2a::model::Note;
use crate::json::{Kind, Limits, Value, parse_text};

use super::{ARTIFACT_NAME, Encoding, SCHEMA_DIALECT, URI};

/// The seed's own value of `maxSchemaBytes`: what `--assume-extension` assumes.
const ASSUMED_MAX_SCHEMA_BYTES: u64 = 32_768;

/// One extension as a card declares it.
#[derive(Clone, Copy, Debug)]
pub struct Declaration<'a> {
    /// Its URI.
    pub uri: &'a str,
    /// Its params, an object's JSON text.
    pub params: Option<&'a str>,
}

/// By whose schema the agent answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// By its own.
    Fixed,
    /// By the one in the request.
    RequestSchema,
}

/// A declaration that was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Params {
    /// By whose schema the agent answers.
    pub mode: Mode,
    /// The name of the result artifact, compared exactly.
    pub artifact_name: String,
    /// Most bytes of a schema, inclusive; `None` when the card sets none.
    pub max_schema_bytes: Option<u64>,
    /// How the agent takes schemas.
    pub schema_encodings: Vec<Encoding>,
    /// How the agent gives results.
    pub result_encodings: Vec<Encoding>,
    /// Whether something here is assumed because it is absent or unusable in the card.
    pub assumed: bool,
    /// Members that are absent, and what is taken instead.
    pub notes: Vec<Note>,
}

impl Params {
    /// The seed's own values.
    pub fn assumed() -> Self {
        Params {
            mode: Mode::RequestSchema,
            artifact_name: ARTIFACT_NAME.to_owned(),
            max_schema_bytes: Some(ASSUMED_MAX_SCHEMA_BYTES),
            schema_encodings: vec![Encoding::JsonUtf8, Encoding::ProtobufValue],
            result_encodings: vec![Encoding::JsonUtf8, Encoding::ProtobufValue],
            assumed: true,
            notes: Vec::new(),
        }
    }

    /// The encoding to ask for. Without a wish it is the lossless one where it is offered; the note says what is lost
    /// otherwise.
    ///
    /// # Errors
    /// A wish that is not offered: one sentence.
    pub fn choose(&self, wish: Option<Encoding>) -> Result<(Encoding, Option<Note>), String> {
        let lossy = || Note {
            code: "lossy-encoding",
            message:
                "results come as protobuf-value: 78 and 78.0, and integers beyond 2^53, may not arrive as they were"
                    .to_owned(),
        };
        let offered = |encoding| self.result_encodings.contains(&encoding);
        match wish {
            Some(wish) if !offered(wish) => {
                let offer = words(&self.result_encodings);
                Err(format!("{} was asked for, and the agent offers results only as {offer}", wish.word()))
            }
            Some(Encoding::JsonUtf8) => Ok((Encoding::JsonUtf8, None)),
            Some(Encoding::ProtobufValue) => Ok((Encoding::ProtobufValue, Some(lossy()))),
            None if offered(Encoding::JsonUtf8) => Ok((Encoding::JsonUtf8, None)),
            None => Ok((Encoding::ProtobufValue, Some(lossy()))),
        }
    }

    /// Whether the agent takes schemas only as a protobuf value, where numbers pass through doubles.
    pub fn takes_only_protobuf(&self) -> bool {
        !self.schema_encodings.contains(&Encoding::JsonUtf8)
    }
}

/// The encodings as words: `json-utf8 and protobuf-value`.
fn words(encodings: &[Encoding]) -> String {
    encodings.iter().map(|encoding| encoding.word()).collect::<Vec<_>>().join(" and ")
}

/// Why a card's declaration cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The URI is not listed; the hint says what is listed instead, when it is close.
    NotAdvertised {
        /// What is close to it.
        hint: Option<String>,
    },
    /// It is listed, in a form we cannot use: one sentence.
    Unsupported(String),
}

/// Reads the declarations of a card. Of several with the URI the first usable one counts. `assume` takes the seed's own
/// values for what is absent or unusable.
///
/// # Errors
/// Why none is usable; of several the first one's reason.
pub fn read_params(declarations: &[Declaration<'_>], assume: bool) -> Result<Params, Refusal> {
    let mut reason = None;
    for declaration in declarations.iter().filter(|declaration| declaration.uri == URI) {
        match read_one(declaration.params) {
            Ok(params) => return Ok(params),
            Err(sentence) => {
                reason.get_or_insert((sentence, declaration.params));
            }
        }
    }
    match reason {
        Some((_, params)) if assume => Ok(read_assuming(params)),
        None if assume => Ok(Params::assumed()),
        Some((sentence, _)) => Err(Refusal::Unsupported(sentence)),
        None => Err(Refusal::NotAdvertised { hint: near(declarations) }),
    }
}

fn near(declarations: &[Declaration<'_>]) -> Option<String> {
    let bare = URI.trim_end_matches('/');
    let found = declarations.iter().find(|declaration| declaration.uri.trim_end_matches('/') == bare)?;
    let what = if found.uri.len() < URI.len() { "without its final slash" } else { "with a slash too many" };
    Some(format!("the card lists {} {what}; the URI is compared exactly: {URI}", found.uri))
}

fn read_one(params: Option<&str>) -> Result<Params, String> {
    let absent = || "the declaration has no params: the URI alone says neither version nor mode".to_owned();
    let document = parse_text(params.ok_or_else(absent)?, &Limits::default()).map_err(|fault| fault.to_string())?;
    let root = document.root();
    if root.is_null() {
        return Err(absent());
    }
    if root.kind() != Kind::Object {
        return Err(format!("params is {} {}, not an object", article(root.kind()), root.kind().word()));
    }
    let mut notes = Vec::new();
    version(root)?;
    let mode = mode(root)?;
    dialect(root, &mut notes)?;
    Ok(Params {
        mode,
        artifact_name: artifact_name(root, &mut notes)?,
        max_schema_bytes: max_schema_bytes(root, &mut notes)?,
        schema_encodings: encodings(root, "schemaEncodings", &mut notes)?,
        result_encodings: encodings(root, "resultEncodings", &mut notes)?,
        assumed: false,
        notes,
    })
}

/// Member by member: what is usable counts, the seed's own value for the rest.
fn read_assuming(params: Option<&str>) -> Params {
    let mut assumed = Params::assumed();
    let Some(Ok(document)) = params.map(|text| parse_text(text, &Limits::default())) else { return assumed };
    let root = document.root();
    let mut notes = Vec::new();
    let present = |name| member(root, name).is_some();
    if let Ok(mode) = mode(root) {
        assumed.mode = mode;
    }
    if let (true, Ok(name)) = (present("resultArtifactName"), artifact_name(root, &mut notes)) {
        assumed.artifact_name = name;
    }
    if let (true, Ok(bytes)) = (present("maxSchemaBytes"), max_schema_bytes(root, &mut notes)) {
        assumed.max_schema_bytes = bytes;
    }
    if let (true, Ok(offer)) = (present("schemaEncodings"), encodings(root, "schemaEncodings", &mut notes)) {
        assumed.schema_encodings = offer;
    }
    if let (true, Ok(offer)) = (present("resultEncodings"), encodings(root, "resultEncodings", &mut notes)) {
        assumed.result_encodings = offer;
    }
    assumed
}

/// A member that says something: `null` is the same as absent.
fn member<'a>(root: Value<'a>, name: &str) -> Option<Value<'a>> {
    root.get(name).filter(|value| !value.is_null())
}

fn missing(notes: &mut Vec<Note>, name: &str, taken: &str) {
    let message = format!("the extension's params have no {name}: {taken}");
    notes.push(Note { code: "extension-params", message });
}

/// A number by its value: 1.0 and 1e0 are 1, as SDKs that pass params through protobuf write them.
fn whole(value: Value<'_>, name: &str) -> Result<u64, String> {
    let wrong = |what: &str| format!("{name} is {}, {what}", shown(value));
    let number = value.as_number().ok_or_else(|| wrong("not a number"))?;
    let (negative, digits, power) = number.decimal().ok_or_else(|| wrong("out of any range"))?;
    if negative {
        return Err(wrong("a negative number"));
    }
    if power < 0 {
        return Err(wrong("not a whole number"));
    }
    if digits.is_empty() {
        return Ok(0);
    }
    // Beyond 64 bits there is no limit that could ever be met.
    let zeros = usize::try_from(power).unwrap_or(usize::MAX);
    if digits.len().saturating_add(zeros) > 20 {
        return Ok(u64::MAX);
    }
    Ok(format!("{digits}{}", "0".repeat(zeros)).parse().unwrap_or(u64::MAX))
}

fn version(root: Value<'_>) -> Result<(), String> {
    let value = member(root, "version").ok_or("params have no version")?;
    match whole(value, "version")? {
        1 => Ok(()),
        other => Err(format!("version is {other}, and catseye speaks version 1")),
    }
}

fn mode(root: Value<'_>) -> Result<Mode, String> {
    let value = member(root, "mode").ok_or("params have no mode")?;
    match value.as_str().as_deref() {
        Some("fixed") => Ok(Mode::Fixed),
        Some("request-schema") => Ok(Mode::RequestSchema),
        _ => Err(format!("mode is {}, and only \"fixed\" and \"request-schema\" are known", shown(value))),
    }
}

fn dialect(root: Value<'_>, notes: &mut Vec<Note>) -> Result<(), String> {
    match member(root, "schemaDialect") {
        None => missing(notes, "schemaDialect", "2020-12 is taken"),
        Some(value) if value.as_str().as_deref() == Some(SCHEMA_DIALECT) => {}
        Some(value) => return Err(format!("schemaDialect is {}, and only {SCHEMA_DIALECT} is known", shown(value))),
    }
    Ok(())
}

fn artifact_name(root: Value<'_>, notes: &mut Vec<Note>) -> Result<String, String> {
    let Some(value) = member(root, "resultArtifactName") else {
        missing(notes, "resultArtifactName", &format!("{ARTIFACT_NAME} is taken"));
        return Ok(ARTIFACT_NAME.to_owned());
    };
    match value.as_str() {
        Some(name) if !name.is_empty() => Ok(name.into_owned()),
        _ => Err(format!("resultArtifactName is {}, not a name", shown(value))),
    }
}

fn max_schema_bytes(root: Value<'_>, notes: &mut Vec<Note>) -> Result<Option<u64>, String> {
    match member(root, "maxSchemaBytes") {
        Some(value) => whole(value, "maxSchemaBytes").map(Some),
        None => {
            missing(notes, "maxSchemaBytes", "no limit is checked");
            Ok(None)
        }
    }
}

fn encodings(root: Value<'_>, name: &str, notes: &mut Vec<Note>) -> Result<Vec<Encoding>, String> {
    let Some(value) = member(root, name) else {
        missing(notes, name, "[\"protobuf-value\"] is taken");
        return Ok(vec![Encoding::ProtobufValue]);
    };
    if value.kind() != Kind::Array {
        return Err(format!("{name} is {}, not a list", shown(value)));
    }
    let mut known = Vec::new();
    for item in value.items().take(100) {
        let encoding = item.as_str().and_then(|word| Encoding::from_word(&word));
        known.extend(encoding.filter(|encoding| !known.contains(encoding)));
    }
    if known.is_empty() {
        return Err(format!("{name} is {}, and only json-utf8 and protobuf-value are known", shown(value)));
    }
    Ok(known)
}

/// A value as it was written, cut to what fits a sentence.
fn shown(value: Value<'_>) -> String {
    const SHOWN: usize = 60;
    let raw = value.raw();
    match raw.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &raw[..end]),
        None => raw.to_owned(),
    }
}

fn article(kind: Kind) -> &'static str {
    if matches!(kind, Kind::Array | Kind::Object) { "an" } else { "a" }
}
