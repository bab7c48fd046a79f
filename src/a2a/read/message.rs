//! Messages and parts.

use std::sync::Arc;

use crate::a2a::lenient::member;
use crate::a2a::model::{Content, Message, Part, Role};
use crate::json::{Kind, Value};

use super::notes::Notes;
use super::state;

/// Reads a message; of 0.3 over HTTP+JSON the parts stand under `content`.
pub fn message(object: Value<'_>, notes: &mut Notes) -> Message {
    let role = member(object, "role");
    if role.and_then(Value::as_str).is_some_and(|word| matches!(&*word, "user" | "agent")) {
        notes.mixed("a role in lower case");
    }
    let mut parts = parts(object, "parts", notes);
    if parts.is_empty() && member(object, "content").is_some_and(|v| v.kind() == Kind::Array) {
        notes.mixed("a message whose parts stand under \"content\"");
        parts = self::parts(object, "content", notes);
    }
    Message {
        message_id: notes.string(object, "messageId").unwrap_or_default(),
        role: role.map_or(Role::Other(String::new()), state::role),
        parts,
        context_id: notes.string(object, "contextId"),
        task_id: notes.string(object, "taskId"),
        metadata: notes.raw_object(object, "metadata"),
        extensions: notes.strings(object, "extensions"),
    }
}

/// Reads the parts in an array member.
pub(super) fn parts(object: Value<'_>, name: &str, notes: &mut Notes) -> Vec<Part> {
    let items = notes.items(object, name);
    items.into_iter().map(|item| part(item, notes)).collect()
}

/// Reads one part. Which member is there decides, not `kind`; `{}` and `{"data":null}` stay apart.
fn part(value: Value<'_>, notes: &mut Notes) -> Part {
    if value.kind() != Kind::Object {
        notes.wrong(value, "an object");
        let content = match value.as_str() {
            Some(text) => Content::Text(text.into()),
            None => Content::Empty,
        };
        return Part { content, media_type: None, filename: None, metadata: None };
    }
    if member(value, "kind").is_some() {
        notes.mixed("a part tagged with \"kind\"");
    }
    let file = member(value, "file").filter(|v| v.kind() == Kind::Object);
    if file.is_some() {
        notes.mixed("a part with a \"file\" object");
    }
    let content = content(value, file, notes);
    let mut describe = |names: [&str; 2]| {
        let first = [Some(value), file].into_iter().flatten();
        first.flat_map(|object| names.map(|name| (object, name))).find_map(|(object, name)| notes.string(object, name))
    };
    let media_type = describe(["mediaType", "mimeType"]);
    let filename = describe(["filename", "name"]);
    Part { content, media_type, filename, metadata: notes.raw_object(value, "metadata") }
}

/// The content of a part: raw, then data, then url, then text when a broken peer fills several.
fn content(value: Value<'_>, file: Option<Value<'_>>, notes: &mut Notes) -> Content {
    let bytes = file.and_then(|f| member(f, "bytes").or_else(|| member(f, "fileWithBytes")));
    let uri = file.and_then(|f| member(f, "uri").or_else(|| member(f, "fileWithUri")));
    // `data` is looked up as it stands: `null` is a value there.
    let data = value.get("data");
    let found = [
        member(value, "raw").or(bytes).map(|v| (v, raw(v))),
        data.map(|v| (v, Content::Data(v.raw().into()))),
        member(value, "url").or(uri).map(|v| (v, text_or_note(v, Content::Url, notes))),
        member(value, "text").map(|v| (v, text_or_note(v, Content::Text, notes))),
    ];
    let mut chosen: Option<Content> = None;
    let mut several = false;
    let mut blank: Option<Content> = None;
    for (source, content) in found.into_iter().flatten() {
        // A server that prints defaults fills the members of the union it does not use with "" or null.
        if source.is_null() || source.raw() == "\"\"" {
            blank.get_or_insert(content);
        } else if chosen.is_none() {
            chosen = Some(content);
        } else {
            several = true;
        }
    }
    if several && !notes.is_full() {
        notes.add(
            "several-contents",
            format!("{} holds several contents; the first of raw, data, url, text counts", value.pointer()),
        );
    }
    chosen.or(blank).unwrap_or(Content::Empty)
}

fn raw(value: Value<'_>) -> Content {
    match value.as_str() {
        Some(text) => Content::Raw(text.into()),
        None => Content::RawInvalid(value.raw().into()),
    }
}

fn text_or_note(value: Value<'_>, make: fn(Arc<str>) -> Content, notes: &mut Notes) -> Content {
    match value.as_str() {
        Some(text) => make(text.into()),
        None => {
            notes.wrong(value, "a string");
            make(value.raw().into())
        }
    }
}
