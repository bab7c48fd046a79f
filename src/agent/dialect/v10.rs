//! A2A 1.0: ProtoJSON, over both bindings (A2A 1.0 §4, §5.5).

use std::sync::Arc;

use super::field::{member, text};
use super::{Dialect, Last, Waiting, Wrong, push};
use crate::a2a::model::{Content, Part, TaskState};
use crate::a2a::v10::present;
use crate::json::{Value, Writer};

/// A2A 1.0.
pub(in crate::agent) static V10: Dialect = Dialect {
    kinds: false,
    user: "ROLE_USER",
    agent: "ROLE_AGENT",
    message_parts: "parts",
    state,
    last: Last::Unsaid,
    waiting: Waiting::ReturnImmediately,
    zero_is_none: true,
    snake_places: true,
    push: push::Shape::Flat,
    read_part,
    write_part,
};

fn state(state: &TaskState) -> &str {
    match state {
        TaskState::Unspecified => "TASK_STATE_UNSPECIFIED",
        TaskState::Submitted => "TASK_STATE_SUBMITTED",
        TaskState::Working => "TASK_STATE_WORKING",
        TaskState::Completed => "TASK_STATE_COMPLETED",
        TaskState::Failed => "TASK_STATE_FAILED",
        TaskState::Canceled => "TASK_STATE_CANCELED",
        TaskState::Rejected => "TASK_STATE_REJECTED",
        TaskState::InputRequired => "TASK_STATE_INPUT_REQUIRED",
        TaskState::AuthRequired => "TASK_STATE_AUTH_REQUIRED",
        TaskState::Other(word) => word,
    }
}

fn read_part(value: Value<'_>, wrong: &mut Wrong) -> Part {
    let mut contents: Vec<Content> = Vec::new();
    let string = |name: &str| member(value, name).and_then(Value::as_str).map(Arc::from);
    contents.extend(string("text").map(Content::Text));
    contents.extend(string("raw").map(Content::Raw));
    contents.extend(string("url").map(Content::Url));
    // `"data": null` is a data part that holds null (ProtoJSON), not an absent member.
    contents.extend(value.get("data").map(|data| Content::Data(data.raw().into())));
    if contents.len() > 1 {
        wrong.here("Must have one of text, raw, url, data.");
    }
    Part {
        content: contents.pop().unwrap_or(Content::Empty),
        media_type: text(value, "mediaType"),
        filename: text(value, "filename"),
        metadata: member(value, "metadata").map(|value| Arc::from(value.raw())),
    }
}

fn write_part(out: &mut Writer, part: &Part) {
    match &part.content {
        Content::Text(text) => out.key("text").string(text),
        Content::Raw(base64) => out.key("raw").string(base64),
        Content::RawInvalid(json) => out.key("raw").raw(json),
        Content::Url(url) => out.key("url").string(url),
        Content::Data(json) => out.key("data").raw(json),
        Content::Empty => &mut *out,
    };
    present(out, "mediaType", part.media_type.as_deref());
    present(out, "filename", part.filename.as_deref());
    if let Some(metadata) = &part.metadata {
        out.key("metadata").raw(metadata);
    }
}
