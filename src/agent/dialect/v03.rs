//! A2A 0.3 over JSON-RPC: every union says its `kind`, words are lower case (A2A 0.3 §6, its JSON schema).

use std::sync::Arc;

use super::field::{member, text};
use super::{Dialect, Last, Waiting, Wrong, push};
use crate::a2a::model::{Content, Part, TaskState};
use crate::a2a::v10::present;
use crate::json::{self, Kind, Limits, Value, Writer};

/// A2A 0.3 over JSON-RPC.
pub(in crate::agent) static V03: Dialect = Dialect {
    kinds: true,
    user: "user",
    agent: "agent",
    message_parts: "parts",
    state: TaskState::word,
    last: Last::Always,
    waiting: Waiting::Blocking(true),
    zero_is_none: false,
    snake_places: false,
    push: push::Shape::Nested,
    read_part,
    write_part,
};

fn read_part(value: Value<'_>, wrong: &mut Wrong) -> Part {
    // The Python SDK 0.3 tells a part by its members when it has no kind.
    let kind = match member(value, "kind").map(|kind| kind.as_str().unwrap_or_default().into_owned()) {
        Some(kind) => kind,
        None => ["text", "file", "data"].into_iter().find(|name| value.get(name).is_some()).unwrap_or_default().into(),
    };
    let mut file = None;
    let content = match kind.as_str() {
        "text" => match member(value, "text").and_then(Value::as_str) {
            Some(text) => Content::Text(text.into()),
            None => nothing(wrong, "A text part must have a text."),
        },
        "data" => match member(value, "data").filter(|data| data.kind() == Kind::Object) {
            Some(data) => Content::Data(data.raw().into()),
            None => nothing(wrong, "A data part must have an object."),
        },
        "file" => {
            file = member(value, "file");
            let string = |name: &str| file.and_then(|file| member(file, name)).and_then(Value::as_str);
            match (string("bytes"), string("uri")) {
                (Some(bytes), None) => Content::Raw(bytes.into()),
                (None, Some(uri)) => Content::Url(uri.into()),
                _ => nothing(wrong, "A file part must have a file with bytes or with a uri."),
            }
        }
        _ => nothing(wrong, "The kind must be text, file or data."),
    };
    Part {
        content,
        media_type: file.and_then(|file| text(file, "mimeType")),
        filename: file.and_then(|file| text(file, "name")),
        metadata: member(value, "metadata").map(|value| Arc::from(value.raw())),
    }
}

fn nothing(wrong: &mut Wrong, description: &str) -> Content {
    wrong.here(description);
    Content::Empty
}

fn write_part(out: &mut Writer, part: &Part) {
    match &part.content {
        Content::Text(text) => out.key("kind").string("text").key("text").string(text),
        // 0.3 has no part without content.
        Content::Empty => out.key("kind").string("text").key("text").string(""),
        Content::Data(json) => return write_data(out, json, part),
        Content::Raw(base64) | Content::RawInvalid(base64) => write_file(out, "bytes", base64, part),
        Content::Url(uri) => write_file(out, "uri", uri, part),
    };
    if let Some(metadata) = &part.metadata {
        out.key("metadata").raw(metadata);
    }
}

fn write_file<'a>(out: &'a mut Writer, member: &str, content: &str, part: &Part) -> &'a mut Writer {
    out.key("kind").string("file").key("file").object();
    out.key(member).string(content);
    present(out, "name", part.filename.as_deref());
    present(out, "mimeType", part.media_type.as_deref());
    out.end_object()
}

fn write_data(out: &mut Writer, json: &str, part: &Part) {
    let (data, metadata) = as_object(json, part.metadata.as_deref());
    out.key("kind").string("data").key("data").raw(&data);
    if let Some(metadata) = metadata {
        out.key("metadata").raw(&metadata);
    }
}

/// Data as the object that 0.3 asks for: what is none is wrapped and marked, as the SDKs' compatibility layers do it.
pub(super) fn as_object(json: &str, metadata: Option<&str>) -> (String, Option<String>) {
    if json.starts_with('{') {
        return (json.to_owned(), metadata.map(str::to_owned));
    }
    let mut marked = Writer::new();
    marked.object();
    if let Some(known) = metadata.and_then(|metadata| json::parse_text(metadata, &Limits::default()).ok()) {
        for member in known.root().members() {
            marked.key(&member.key()).raw(member.value.raw());
        }
    }
    marked.key("data_part_compat").bool(true).end_object();
    (format!("{{\"value\":{json}}}"), Some(marked.finish()))
}
