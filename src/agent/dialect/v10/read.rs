//! Reading the parameters of A2A 1.0 methods. Members we do not know are ignored, wrong ones are named.

use std::sync::Arc;

use crate::a2a::model::{Content, Message, Part, Role};
use crate::agent::fault::{Fault, Violation};
use crate::agent::operation::{Get, Send};
use crate::json::{Kind, Value};

/// Reads `SendMessageRequest`.
///
/// # Errors
/// Each wrong parameter by name.
pub(in crate::agent) fn send(params: Option<Value<'_>>) -> Result<Send, Fault> {
    let mut wrong = Vec::new();
    let params = params.ok_or_else(|| Fault::param("message", "Field is required."))?;
    let message = match member(params, "message") {
        Some(value) => message(value, &mut wrong),
        None => return Err(Fault::param("message", "Field is required.")),
    };
    let configuration = member(params, "configuration");
    let option = |name: &str| configuration.and_then(|value| member(value, name));
    let accepted_output_modes = option("acceptedOutputModes").map(strings).unwrap_or_default();
    let return_immediately = option("returnImmediately").and_then(Value::as_bool).unwrap_or(false);
    let history_length = history_length(option("historyLength"), "configuration.history_length", &mut wrong);
    let metadata = member(params, "metadata");
    if metadata.is_some_and(|value| value.kind() != Kind::Object) {
        violate(&mut wrong, "metadata", "Must be an object.");
    }
    if !wrong.is_empty() {
        return Err(Fault::params(wrong));
    }
    let metadata = metadata.map(|value| Arc::from(value.raw()));
    Ok(Send { message, accepted_output_modes, return_immediately, history_length, metadata })
}

/// Reads `GetTaskRequest`, `CancelTaskRequest` and `SubscribeToTaskRequest`.
///
/// # Errors
/// Each wrong parameter by name.
pub(in crate::agent) fn get(params: Option<Value<'_>>) -> Result<Get, Fault> {
    let mut wrong = Vec::new();
    let id = params.and_then(|params| text(params, "id")).filter(|id| !id.is_empty());
    let Some(id) = id else { return Err(Fault::param("id", "Field is required.")) };
    let length = params.and_then(|params| member(params, "historyLength"));
    let history_length = history_length(length, "history_length", &mut wrong);
    if wrong.is_empty() { Ok(Get { id, history_length }) } else { Err(Fault::params(wrong)) }
}

/// A member that is there: `null` means absent.
fn member<'a>(object: Value<'a>, name: &str) -> Option<Value<'a>> {
    object.get(name).filter(|value| !value.is_null())
}

fn text(object: Value<'_>, name: &str) -> Option<String> {
    member(object, name).and_then(Value::as_str).map(|text| text.into_owned())
}

fn strings(array: Value<'_>) -> Vec<String> {
    array.items().filter_map(Value::as_str).map(|text| text.into_owned()).collect()
}

fn violate(wrong: &mut Vec<Violation>, field: impl Into<String>, description: &str) {
    wrong.push(Violation { field: field.into(), description: description.into() });
}

fn history_length(value: Option<Value<'_>>, field: &str, wrong: &mut Vec<Violation>) -> Option<usize> {
    let value = value?;
    let length = value.as_number().and_then(|number| number.text().parse().ok());
    if length.is_none() {
        violate(wrong, field, "Must be a whole number, not negative.");
    }
    length
}

fn message(value: Value<'_>, wrong: &mut Vec<Violation>) -> Message {
    let message_id = text(value, "messageId").unwrap_or_default();
    if message_id.is_empty() {
        violate(wrong, "message.message_id", "Field is required.");
    }
    let role = match text(value, "role").as_deref() {
        Some("ROLE_USER") => Role::User,
        other => {
            let description = match other {
                None | Some("") => "Field is required.",
                Some(_) => "Must be ROLE_USER.",
            };
            violate(wrong, "message.role", description);
            Role::Other(other.unwrap_or_default().into())
        }
    };
    let parts: Vec<Part> = match member(value, "parts") {
        Some(parts) => parts.items().enumerate().map(|(index, value)| part(index, value, wrong)).collect(),
        None => Vec::new(),
    };
    if parts.is_empty() {
        violate(wrong, "message.parts", "Must have at least one element.");
    }
    Message {
        message_id,
        role,
        parts,
        context_id: text(value, "contextId").filter(|id| !id.is_empty()),
        task_id: text(value, "taskId").filter(|id| !id.is_empty()),
        metadata: member(value, "metadata").map(|value| Arc::from(value.raw())),
        extensions: member(value, "extensions").map(strings).unwrap_or_default(),
    }
}

fn part(index: usize, value: Value<'_>, wrong: &mut Vec<Violation>) -> Part {
    let mut contents: Vec<Content> = Vec::new();
    if let Some(text) = text(value, "text") {
        contents.push(Content::Text(text.into()));
    }
    if let Some(raw) = text(value, "raw") {
        contents.push(Content::Raw(raw.into()));
    }
    if let Some(url) = text(value, "url") {
        contents.push(Content::Url(url.into()));
    }
    // `"data": null` is a data part that holds null (ProtoJSON), not an absent member.
    if let Some(data) = value.get("data") {
        contents.push(Content::Data(data.raw().into()));
    }
    if contents.len() > 1 {
        violate(wrong, format!("message.parts[{index}]"), "Must have one of text, raw, url, data.");
    }
    Part {
        content: contents.pop().unwrap_or(Content::Empty),
        media_type: text(value, "mediaType"),
        filename: text(value, "filename"),
        metadata: member(value, "metadata").map(|value| Arc::from(value.raw())),
    }
}
