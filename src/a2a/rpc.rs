//! Frames: the JSON-RPC 2.0 envelope written exactly; read leniently, with the envelope or without (HTTP+JSON).

use crate::json::{Kind, Limits, Value, Writer, parse_text};

use super::errors;
use super::form::Form;
use super::interface::{Binding, Dialect};
use super::model::Decoded;
use super::read::{self, Notes, Shape};

/// How deep a frame may nest. A tape costs nothing to nest, so this only stops the absurd; a result has its own limit.
pub const FRAME_DEPTH: usize = 4096;

/// What an answer should carry.
#[derive(Clone, Copy, Debug)]
pub struct Expected<'a> {
    /// The JSON-RPC id of the request; `None` when the binding has none.
    pub id: Option<&'a str>,
    /// The generation that was spoken; what belongs to the other is read and noted.
    pub dialect: Dialect,
}

impl Expected<'_> {
    fn form(&self) -> Form {
        Form::of(self.dialect, if self.id.is_some() { Binding::JsonRpc } else { Binding::HttpJson })
    }
}

/// A request body: `{"jsonrpc":"2.0","id":"…","method":"…","params":…}`. `params` is one JSON value.
pub fn request(id: &str, method: &str, params: &str) -> String {
    let mut writer = Writer::new();
    writer.object().key("jsonrpc").string("2.0").key("id").string(id);
    writer.key("method").string(method).key("params").raw(params).end_object();
    writer.finish()
}

/// Reads one frame: an event's data, or a whole body. Never fails: what cannot be read says why.
///
/// With an envelope or without (a bare event), of either generation. An empty text is a heartbeat.
pub fn read(text: &str, expected: &Expected<'_>) -> Decoded {
    if text.trim_matches([' ', '\t', '\r', '\n', '\u{feff}']).is_empty() {
        return Decoded::Heartbeat;
    }
    let limits = Limits { depth: FRAME_DEPTH, ..Limits::default() };
    let document = match parse_text(text, &limits) {
        Ok(document) => document,
        Err(fault) => return Decoded::Unreadable(format!("not JSON: {fault}")),
    };
    let root = document.root();
    if root.kind() != Kind::Object {
        return Decoded::Unreadable(no_answer(root));
    }
    let mut notes = Notes::new(expected.form());
    if let Some(duplicate) = document.duplicates().first() {
        let place = document.place(duplicate.second.start);
        let key = &document.text()[duplicate.second.clone()];
        notes.add("duplicate-key", format!("the key {key} stands twice in one object ({place}); the last one counts"));
    }
    match content(root, expected, &mut notes) {
        Held::Decoded(decoded) => decoded,
        Held::Shape(Shape::Update(update)) => Decoded::Update(update, read::finish(notes)),
        Held::Shape(Shape::Unknown(what)) => Decoded::Unknown(what),
    }
}

/// What the envelope, if there is one, holds.
enum Held {
    Decoded(Decoded),
    Shape(Shape),
}

fn content(root: Value<'_>, expected: &Expected<'_>, notes: &mut Notes) -> Held {
    if let Some(error) = root.get("error").filter(|e| !e.is_null()) {
        return Held::Decoded(Decoded::Error(errors::from_member(error)));
    }
    let enveloped = root.get("result").is_some() || root.get("jsonrpc").is_some();
    if !enveloped {
        return match errors::bare(root) {
            Some(error) => Held::Decoded(Decoded::Error(error)),
            None => {
                let shape = read::update(root, notes);
                if expected.id.is_some() && matches!(shape, Shape::Update(_)) {
                    notes.add("no-envelope", "an event without its JSON-RPC envelope on a JSON-RPC connection");
                }
                Held::Shape(shape)
            }
        };
    }
    envelope(root, expected, notes);
    match root.get("result") {
        None => Held::Decoded(Decoded::Nothing),
        Some(result) if result.is_null() => Held::Decoded(Decoded::Nothing),
        Some(result) if result.kind() == Kind::Object => Held::Shape(read::update(result, notes)),
        Some(result) => Held::Decoded(Decoded::Unreadable(format!("the result is {}", no_answer(result)))),
    }
}

/// Notes what is odd about the envelope.
fn envelope(root: Value<'_>, expected: &Expected<'_>, notes: &mut Notes) {
    if root.get("jsonrpc").and_then(Value::as_str).as_deref() != Some("2.0") {
        notes.add("not-jsonrpc", "the answer does not say \"jsonrpc\":\"2.0\"");
    }
    let Some(id) = expected.id else {
        return notes.add("envelope", "an answer in a JSON-RPC envelope on an HTTP+JSON connection");
    };
    match root.get("id") {
        Some(value) if value.as_str().is_some_and(|s| s == id) => {}
        Some(value) => {
            let found = read::clipped(value.raw());
            notes.add(
                "id-mismatch",
                format!("the answer's id is {found}, the request's was {}", crate::json::quote(id)),
            );
        }
        None => notes.add("id-mismatch", "the answer carries no id"),
    }
}

/// Why a value that is no object is no answer.
fn no_answer(value: Value<'_>) -> String {
    let kind = match value.kind() {
        Kind::Null => return "null, not an object".to_owned(),
        Kind::Array => "an array",
        Kind::String => "a string",
        Kind::Number => "a number",
        Kind::Bool => "a boolean",
        Kind::Object => "an object",
    };
    format!("{kind}, not an object")
}
