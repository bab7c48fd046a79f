//! Messages and parts.

use std::sync::Arc;

use crate::a2a::form::Form;
use crate::a2a::lenient::{is_blank, member};
use crate::a2a::model::{Content, Message, Part, Role};
use crate::json::{Kind, Value};

use super::notes::Notes;
use super::state;

/// Reads a message; of 0.3 over HTTP+JSON the parts stand under `content`.
pub fn message(object: Value<'_>, notes: &mut Notes) -> Message {
    let role = member(object, "role");
    match role.and_then(Value::as_str).as_deref() {
        Some("user" | "agent") => notes.of_forms(&[Form::V03], "a role in lower case"),
        Some("ROLE_USER" | "ROLE_AGENT") => notes.of_forms(&[Form::V10, Form::V03Proto], "a role in capitals"),
        _ => {}
    }
    let mut parts = parts(object, "parts", notes);
    if !parts.is_empty() {
        notes.of_forms(&[Form::V10, Form::V03], "a message whose parts stand under \"parts\"");
    } else if member(object, "content").is_some_and(|v| v.kind() == Kind::Array) {
        notes.of_forms(&[Form::V03Proto], "a message whose parts stand under \"content\"");
        parts = notes.items(object, "content").into_iter().map(|item| part_in(item, Form::V03Proto, notes)).collect();
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

/// Reads one part in the form that was spoken.
pub(crate) fn part(value: Value<'_>, notes: &mut Notes) -> Part {
    part_in(value, notes.form(), notes)
}

/// Reads one part. The form tells only whether data stands inside data; for all else which member is there decides, not `kind`; `{}` and `{"data":null}` stay apart.
fn part_in(value: Value<'_>, form: Form, notes: &mut Notes) -> Part {
    if value.kind() != Kind::Object {
        notes.wrong(value, "an object");
        let content = match value.as_str() {
            Some(text) => Content::Text(text.into()),
            None => Content::Empty,
        };
        return Part { content, media_type: None, filename: None, metadata: None };
    }
    if member(value, "kind").is_some() {
        notes.of_forms(&[Form::V03], "a part tagged with \"kind\"");
    }
    let file = member(value, "file").filter(|v| v.kind() == Kind::Object);
    if let Some(file) = file {
        match member(file, "fileWithBytes").or_else(|| member(file, "fileWithUri")) {
            Some(_) => notes.of_forms(&[Form::V03Proto], "a file with \"fileWithBytes\" or \"fileWithUri\""),
            None => notes.of_forms(&[Form::V03], "a part with a \"file\" object"),
        }
    } else if value.get("raw").or_else(|| value.get("url")).is_some_and(|v| !is_blank(v)) {
        notes.of_forms(&[Form::V10], "a part with \"raw\" or \"url\"");
    }
    let content = content(value, file, form, notes);
    let mut describe = |names: [&str; 2]| {
        let first = [Some(value), file].into_iter().flatten();
        first.flat_map(|object| names.map(|name| (object, name))).find_map(|(object, name)| notes.string(object, name))
    };
    let media_type = describe(["mediaType", "mimeType"]);
    let filename = describe(["filename", "name"]);
    Part { content, media_type, filename, metadata: notes.raw_object(value, "metadata") }
}

/// The content of a part: raw, then data, then url, then text when a broken peer fills several.
fn content(value: Value<'_>, file: Option<Value<'_>>, form: Form, notes: &mut Notes) -> Content {
    let bytes = file.and_then(|f| member(f, "bytes").or_else(|| member(f, "fileWithBytes")));
    let uri = file.and_then(|f| member(f, "uri").or_else(|| member(f, "fileWithUri")));
    // `data` is looked up as it stands: `null` is a value there.
    let data = value.get("data").map(|data| match form {
        Form::V03Proto => inner_data(data).unwrap_or(data),
        Form::V10 | Form::V03 => data,
    });
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

/// The object inside `{"data":{…}}`, where the older proto has the data.
fn inner_data(data: Value<'_>) -> Option<Value<'_>> {
    let inner = member(data, "data").filter(|inner| inner.kind() == Kind::Object)?;
    (data.members().count() == 1).then_some(inner)
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
