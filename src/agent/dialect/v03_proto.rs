//! A2A 0.3 over HTTP+JSON: the ProtoJSON of 0.3's own proto, which is neither 1.0 nor the form of JSON-RPC.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::field::{member, text};
use super::v03::as_object;
use super::v10::V10;
use super::{Dialect, Last, Waiting, Wrong, push};
use crate::a2a::model::{Content, Part, TaskState};
use crate::a2a::v10::present;
use crate::json::{Kind, Value, Writer};

const ONCE: Dialect = Dialect {
    kinds: false,
    user: "ROLE_USER",
    agent: "ROLE_AGENT",
    message_parts: "content",
    state,
    last: Last::WhenTrue,
    // A bool of proto3 that is absent is false.
    waiting: Waiting::Blocking(false),
    zero_is_none: false,
    snake_places: false,
    push: push::Shape::Named,
    read_part,
    write_part,
};

/// A2A 0.3 over HTTP+JSON.
pub(in crate::agent) static V03_PROTO: Dialect = ONCE;

/// The same as the SDKs for Python and Go speak it: the bytes of a file are base64 of base64.
pub(in crate::agent) static V03_PROTO_TWICE: Dialect =
    Dialect { read_part: read_part_twice, write_part: write_part_twice, ..ONCE };

fn state(state: &TaskState) -> &str {
    match state {
        TaskState::Canceled => "TASK_STATE_CANCELLED",
        other => (V10.state)(other),
    }
}

fn read_part(value: Value<'_>, wrong: &mut Wrong) -> Part {
    let file = member(value, "file");
    let mut contents: Vec<Content> = Vec::new();
    contents.extend(member(value, "text").and_then(Value::as_str).map(|text| Content::Text(text.into())));
    let data = member(value, "data").and_then(|data| member(data, "data"));
    let data = data.filter(|data| data.kind() == Kind::Object);
    contents.extend(data.map(|data| Content::Data(data.raw().into())));
    let string = |name: &str| file.and_then(|file| member(file, name)).and_then(Value::as_str);
    contents.extend(string("fileWithBytes").map(|bytes| Content::Raw(bytes.into())));
    contents.extend(string("fileWithUri").map(|uri| Content::Url(uri.into())));
    if contents.len() != 1 {
        wrong.here("Must have one of text, data.data, file.fileWithBytes, file.fileWithUri.");
    }
    Part {
        content: contents.pop().unwrap_or(Content::Empty),
        media_type: file.and_then(|file| text(file, "mimeType")),
        filename: file.and_then(|file| text(file, "name")),
        metadata: member(value, "metadata").map(|value| Arc::from(value.raw())),
    }
}

fn read_part_twice(value: Value<'_>, wrong: &mut Wrong) -> Part {
    let mut part = read_part(value, wrong);
    if let Content::Raw(twice) = &part.content {
        let once = STANDARD.decode(twice.as_bytes()).ok().and_then(|bytes| String::from_utf8(bytes).ok());
        match once {
            Some(once) => part.content = Content::Raw(once.into()),
            None => wrong.here("fileWithBytes must be base64 of base64 here."),
        }
    }
    part
}

fn write_part(out: &mut Writer, part: &Part) {
    match &part.content {
        Content::Text(text) => out.key("text").string(text),
        Content::Empty => out.key("text").string(""),
        Content::Data(json) => return write_data(out, json, part),
        Content::Raw(base64) | Content::RawInvalid(base64) => write_file(out, "fileWithBytes", base64, part),
        Content::Url(uri) => write_file(out, "fileWithUri", uri, part),
    };
    if let Some(metadata) = &part.metadata {
        out.key("metadata").raw(metadata);
    }
}

fn write_part_twice(out: &mut Writer, part: &Part) {
    match &part.content {
        Content::Raw(once) => {
            let twice = Content::Raw(STANDARD.encode(once.as_bytes()).into());
            write_part(out, &Part { content: twice, ..part.clone() });
        }
        _ => write_part(out, part),
    }
}

fn write_file<'a>(out: &'a mut Writer, member: &str, content: &str, part: &Part) -> &'a mut Writer {
    out.key("file").object().key(member).string(content);
    present(out, "mimeType", part.media_type.as_deref());
    present(out, "name", part.filename.as_deref());
    out.end_object()
}

fn write_data(out: &mut Writer, json: &str, part: &Part) {
    let (data, metadata) = as_object(json, part.metadata.as_deref());
    out.key("data").object().key("data").raw(&data).end_object();
    if let Some(metadata) = metadata {
        out.key("metadata").raw(&metadata);
    }
}
