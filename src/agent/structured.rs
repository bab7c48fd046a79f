//! The agent's half of the Kedi structured output extension: what the card offers, what a request asks for, and whether
//! the schema will do. Anything that is wrong here ends in a failed task with the sentence.

use std::sync::Arc;

use super::operation::Send;
use crate::json::{self, Kind, Limits, Number, Place, Value};
use crate::kedi::{Encoding, URI};
use crate::schema::{self, Policy, Severity, Step};

/// The member of the request's metadata.
const MEMBER: &str = "kediStructuredOutput";

/// What a card offers of the extension, and what the agent behind it keeps to.
#[derive(Clone, Copy, Debug)]
pub struct Offer {
    /// Whether the card has the extension at all.
    pub advertised: bool,
    /// The URI it is listed under.
    pub uri: &'static str,
    /// Whether the declaration has parameters.
    pub params: bool,
    /// Its version.
    pub version: u32,
    /// Whether the agent answers by its own schema, whatever was sent.
    pub fixed: bool,
    /// Bytes a schema may have.
    pub max_schema_bytes: u64,
    /// How schemas and results may travel.
    pub encodings: &'static [Encoding],
}

/// What the seed's own example offers.
pub const FULL_OFFER: Offer = Offer {
    advertised: true,
    uri: URI,
    params: true,
    version: 1,
    fixed: false,
    max_schema_bytes: 32_768,
    encodings: &[Encoding::JsonUtf8, Encoding::ProtobufValue],
};

/// What a request asks for.
#[derive(Clone, Debug)]
pub(super) enum Structured {
    /// A text.
    No,
    /// A typed result.
    Yes(Order),
    /// A typed result, but the request will not do: the sentence says why.
    Refused(String),
}

impl Structured {
    /// Bytes of the schema that was sent.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Structured::Yes(order) => order.schema.len(),
            Structured::No | Structured::Refused(_) => 0,
        }
    }
}

/// A request for a typed result.
#[derive(Clone, Debug)]
pub(super) struct Order {
    /// The schema that was sent, as its text; not checked yet.
    schema: Arc<str>,
    /// Bytes it may have.
    max_bytes: u64,
    /// Whether the agent answers by its own schema all the same.
    fixed: bool,
    /// How the result travels.
    pub(super) encoding: Encoding,
}

impl Order {
    /// The schema that the result is made by.
    pub(super) fn answered_by(&self) -> &str {
        if self.fixed { super::demo_schema() } else { &self.schema }
    }

    /// Checks the schema that was sent, before anything is made from it: JSON, policy, meta-schema, bytes.
    ///
    /// # Errors
    /// The sentence the task fails with.
    pub(super) fn check(&self) -> Result<(), String> {
        let policy = Policy { max_bytes: Some(self.max_bytes), usual_bytes: None, ..Policy::default() };
        let checked = schema::check(&self.schema, &policy);
        let errors = checked.findings.iter().filter(|finding| finding.severity == Severity::Error);
        match errors.min_by_key(|finding| finding.step) {
            None => Ok(()),
            Some(finding) => Err(match finding.place {
                Some(place) if finding.step != Step::Size => {
                    let Place { line, column } = place;
                    format!("the schema is refused: {} at line {line}, column {column}", finding.message)
                }
                _ => format!("the schema is refused: {}", finding.message),
            }),
        }
    }
}

/// Reads what a request asks for.
pub(super) fn read(offer: &Offer, send: &Send) -> Structured {
    let activated = offer.advertised && send.message.extensions.iter().any(|uri| uri == URI);
    if !activated {
        return Structured::No;
    }
    match order(offer, send) {
        Ok(order) => Structured::Yes(order),
        Err(sentence) => Structured::Refused(sentence),
    }
}

fn order(offer: &Offer, send: &Send) -> Result<Order, String> {
    let metadata = send.metadata.as_deref().and_then(|text| json::parse_text(text, &Limits::default()).ok());
    let request = metadata.as_ref().and_then(|metadata| metadata.root().get(MEMBER));
    let request =
        request.ok_or(format!("the message lists the extension, but the request's metadata has no {MEMBER}"))?;
    if request.kind() != Kind::Object {
        return Err(format!("{MEMBER} must be an object, not {}", article(request)));
    }
    if !accepts_json(&send.accepted_output_modes) {
        return Err("a typed result is application/json, and the request does not accept that".into());
    }
    let one = Number::new("1");
    match request.get("version").map(Value::as_number) {
        Some(Some(version)) if version.same_value(one) => {}
        Some(_) => return Err(format!("version 1 is spoken here, not {}", raw(request, "version"))),
        None => return Err(format!("{MEMBER} has no version")),
    }
    let encoding = match request.get("resultEncoding").map(|value| value.as_str().unwrap_or_default()).as_deref() {
        None | Some("protobuf-value") => Encoding::ProtobufValue,
        Some("json-utf8") => Encoding::JsonUtf8,
        Some(_) => return Err(format!("no such result encoding: {}", raw(request, "resultEncoding"))),
    };
    if !offer.encodings.contains(&encoding) {
        return Err(format!("results do not travel as {} here", encoding.word()));
    }
    let schema = schema_text(offer, request)?;
    Ok(Order { schema, max_bytes: offer.max_schema_bytes, fixed: offer.fixed, encoding })
}

/// `schemaJson` when it is there, whatever it holds; else `schema`, as the JSON it is. An agent that takes schemas only
/// as protobuf values does not know `schemaJson`.
fn schema_text(offer: &Offer, request: Value<'_>) -> Result<Arc<str>, String> {
    let schema_json = request.get("schemaJson").filter(|_| offer.encodings.contains(&Encoding::JsonUtf8));
    match (schema_json, request.get("schema")) {
        (Some(text), _) => match text.as_str() {
            Some(text) => Ok(text.into()),
            None => Err(format!("schemaJson must be a string, not {}", article(text))),
        },
        (None, Some(schema)) => Ok(json::compact(schema).into()),
        (None, None) if request.get("schemaJson").is_some() => Err("schemas are taken only as schema here".into()),
        (None, None) => Err(format!("{MEMBER} has neither schemaJson nor schema")),
    }
}

fn accepts_json(modes: &[String]) -> bool {
    modes.is_empty()
        || modes.iter().any(|mode| {
            let mode = mode.split(';').next().unwrap_or_default().trim();
            matches!(mode.to_ascii_lowercase().as_str(), "application/json" | "application/*" | "*/*")
        })
}

fn raw<'a>(object: Value<'a>, name: &str) -> &'a str {
    object.get(name).map(Value::raw).unwrap_or_default()
}

fn article(value: Value<'_>) -> String {
    match value.kind() {
        Kind::Null => "null".into(),
        Kind::Array | Kind::Object => format!("an {}", value.kind().word()),
        kind => format!("a {}", kind.word()),
    }
}
