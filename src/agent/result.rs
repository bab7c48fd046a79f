//! The result artifact in all its forms: the one the seed asks for, and the ones a client must refuse.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::scenario::Form;
use super::structured::{Order, Structured};
use super::{value, work};
use crate::a2a::model::{Artifact, Content, Part};
use crate::json::{self, Document, Kind, Limits};
use crate::kedi::{ARTIFACT_NAME, Encoding, URI};

/// A little more than catseye takes by default.
const TOO_LARGE: usize = (4 << 20) + 1;
/// How long a result may take to make, whatever its schema does to a validator.
const PATIENCE: Duration = Duration::from_secs(10);

/// The artifacts that end a task: the result in this form, or a text when no schema was sent.
///
/// # Errors
/// The sentence the task fails with.
pub(super) async fn make(structured: &Structured, form: Form) -> Result<Vec<Artifact>, String> {
    let Structured::Yes(order) = structured else { return Ok(vec![answer_in_words(form)]) };
    let order = order.clone();
    // One validation cannot be interrupted; a schema made to keep validators busy must not keep the task.
    let made = tokio::time::timeout(PATIENCE, work::apart(move || typed(&order, form))).await;
    made.unwrap_or(None).unwrap_or_else(|| Err(value::NOT_FOUND.into()))
}

fn typed(order: &Order, form: Form) -> Result<Vec<Artifact>, String> {
    let text = value::make(order, form)?;
    let text = text.as_str();
    let good = |part: Part| artifact("result", vec![part]);
    Ok(match form {
        Form::Good | Form::BigNumbers | Form::Unicode | Form::Hostile | Form::Mismatched | Form::Undecidable => {
            vec![good(encoded(text, order.encoding)?)]
        }
        Form::RawAndData => {
            vec![artifact("result", vec![data("{\"note\":\"the raw part counts\"}"), raw(text.as_bytes())])]
        }
        Form::Misnamed => {
            vec![Artifact { name: Some("structured-output".into()), ..good(encoded(text, order.encoding)?) }]
        }
        Form::Twice => {
            let part = encoded(text, order.encoding)?;
            vec![good(part.clone()), artifact("result-again", vec![part])]
        }
        Form::Unmarked => vec![Artifact { extensions: Vec::new(), ..good(encoded(text, order.encoding)?) }],
        Form::PlainText => {
            vec![good(Part { media_type: Some("text/plain".into()), ..encoded(text, order.encoding)? })]
        }
        Form::Data => vec![good(encoded(text, Encoding::ProtobufValue)?)],
        Form::TwoParts => vec![artifact("result", vec![raw(text.as_bytes()), raw(text.as_bytes())])],
        Form::UrlOnly => {
            vec![good(Part { content: Content::Url("https://kitchen.example/dinner.json".into()), ..raw(b"") })]
        }
        Form::Latin1 => vec![good(raw(b"{\"title\":\"cr\xe8me br\xfbl\xe9e\"}"))],
        // These are faults of bytes: only a raw part has bytes.
        Form::BadBase64 => vec![good(Part { content: Content::Raw("%%% this is no base64 %%%".into()), ..raw(b"") })],
        Form::TooLarge => vec![good(raw(padded(text).as_bytes()))],
        Form::Truncated => vec![good(raw(half(text).as_bytes()))],
        Form::NonFinite => vec![good(raw(value::with_nan(text).as_bytes()))],
        Form::Malformed => vec![good(raw(format!("{text}\nEnjoy your meal!").as_bytes()))],
    })
}

fn artifact(id: &str, parts: Vec<Part>) -> Artifact {
    Artifact {
        artifact_id: id.into(),
        name: Some(ARTIFACT_NAME.into()),
        description: Some("the typed result".into()),
        parts,
        extensions: vec![URI.into()],
        metadata: None,
    }
}

fn answer_in_words(form: Form) -> Artifact {
    let text = match form {
        Form::Good | Form::BigNumbers => ANSWER,
        Form::Unicode => "Kısır · 麦のサラダ · سلطة البرغل · салат из булгура · 👩🏽‍🍳 é",
        Form::Hostile => "\u{1b}]0;kitchen\u{7}\u{1b}[31mred \u{202e}desrever\u{202c} zero\u{200b}width",
        _ => "This scenario is about a typed result: send it with a schema.",
    };
    Artifact {
        artifact_id: "answer".into(),
        name: Some("answer".into()),
        description: None,
        parts: vec![Part::of_text(text)],
        extensions: Vec::new(),
        metadata: None,
    }
}

const ANSWER: &str = "Kısır for four: pour 300 ml of hot water over 250 g of fine bulgur and leave it for ten minutes. \
Stir in 400 g of chopped tomatoes, 30 ml of lemon juice, 40 g of parsley and 45 ml of olive oil. No oven.";

fn raw(bytes: &[u8]) -> Part {
    Part {
        content: Content::Raw(STANDARD.encode(bytes).into()),
        media_type: Some("application/json".into()),
        filename: None,
        metadata: None,
    }
}

fn data(json: &str) -> Part {
    Part {
        content: Content::Data(json.into()),
        media_type: Some("application/json".into()),
        filename: None,
        metadata: None,
    }
}

/// The part for an encoding; a data part only when every number survives a double.
fn encoded(text: &str, encoding: Encoding) -> Result<Part, String> {
    match encoding {
        Encoding::JsonUtf8 => Ok(raw(text.as_bytes())),
        Encoding::ProtobufValue => match lossy_number(text) {
            None => Ok(data(text)),
            Some(number) => Err(format!("the result has the number {number}, which protobuf-value would change")),
        },
    }
}

fn lossy_number(text: &str) -> Option<String> {
    let document = parse(text)?;
    let numbers = (0..document.len()).filter_map(|index| document.value(index)?.as_number());
    numbers.filter(|number| !number.survives_double()).map(|number| number.text().to_owned()).next()
}

fn parse(text: &str) -> Option<Document> {
    json::parse_text(text, &Limits::default()).ok()
}

/// A valid document that is too large: the white space after a value belongs to the document.
fn padded(text: &str) -> String {
    let mut padded = String::with_capacity(TOO_LARGE);
    padded.push_str(text);
    padded.extend(std::iter::repeat_n(' ', TOO_LARGE.saturating_sub(text.len())));
    padded
}

/// The beginning of a document, cut inside a value.
fn half(text: &str) -> &str {
    let container = parse(text).is_some_and(|document| matches!(document.root().kind(), Kind::Array | Kind::Object));
    if !container {
        return "\"half of";
    }
    let cut = text.floor_char_boundary((text.len() * 3 / 5).max(1));
    text.get(..cut).unwrap_or("{")
}
