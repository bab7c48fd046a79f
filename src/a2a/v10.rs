//! A2A 1.0 written exactly: method names, parameters, messages (§9.4 of the specification, ProtoJSON).

use crate::json::Writer;

use super::model::{Content, Message, Part, Role};
use super::request::SendParams;

/// The value of the `A2A-Version` header, on every request.
pub const VERSION: &str = "1.0";

/// Names of the JSON-RPC methods (A2A 1.0 §9.4).
pub mod method {
    /// Send a message, wait for the answer.
    pub const SEND: &str = "SendMessage";
    /// Send a message, stream the answer.
    pub const STREAM: &str = "SendStreamingMessage";
    /// Get a task.
    pub const GET: &str = "GetTask";
    /// Cancel a task.
    pub const CANCEL: &str = "CancelTask";
    /// Stream a task that exists.
    pub const SUBSCRIBE: &str = "SubscribeToTask";
}

/// The parameters of `SendMessage` and `SendStreamingMessage`, which are also the body over HTTP+JSON.
pub fn params_send(send: &SendParams, tenant: Option<&str>) -> String {
    let mut writer = Writer::new();
    writer.object();
    present(&mut writer, "tenant", tenant);
    writer.key("message").raw(&send.message);
    let returns_at_once = send.wait == Some(false);
    let configured = !send.accepted_output_modes.is_empty() || returns_at_once || send.history_length.is_some();
    if configured {
        writer.key("configuration").object();
        strings(&mut writer, "acceptedOutputModes", &send.accepted_output_modes);
        if let Some(length) = send.history_length {
            writer.key("historyLength").number(length);
        }
        if returns_at_once {
            writer.key("returnImmediately").bool(true);
        }
        writer.end_object();
    }
    if let Some(metadata) = &send.metadata {
        writer.key("metadata").raw(metadata);
    }
    writer.end_object();
    writer.finish()
}

/// The parameters of `GetTask`, `CancelTask` and `SubscribeToTask`. Only `GetTask` has a `history_length`: `Some(0)` asks
/// for no history, `None` for the agent's default.
pub fn params_task(task_id: &str, history_length: Option<u32>, tenant: Option<&str>) -> String {
    let mut writer = Writer::new();
    writer.object();
    present(&mut writer, "tenant", tenant);
    writer.key("id").string(task_id);
    if let Some(length) = history_length {
        writer.key("historyLength").number(length);
    }
    writer.end_object();
    writer.finish()
}

/// The body of a task's operation over HTTP+JSON, where the path names the task.
pub fn body_task(tenant: Option<&str>) -> String {
    let mut writer = Writer::new();
    writer.object();
    present(&mut writer, "tenant", tenant);
    writer.end_object();
    writer.finish()
}

/// A message as JSON text. What is absent or empty is left out, as ProtoJSON does.
pub fn message(message: &Message) -> String {
    let mut writer = Writer::new();
    writer.object().key("messageId").string(&message.message_id);
    writer.key("role").string(role(&message.role));
    parts(&mut writer, "parts", &message.parts, part);
    belonging(&mut writer, message);
    writer.end_object();
    writer.finish()
}

/// The word for who speaks.
pub(crate) fn role(role: &Role) -> &str {
    match role {
        Role::User => "ROLE_USER",
        Role::Agent => "ROLE_AGENT",
        Role::Other(word) => word,
    }
}

/// What a message belongs to and what goes along with it, spelled alike in every form.
pub(super) fn belonging(writer: &mut Writer, message: &Message) {
    present(writer, "contextId", message.context_id.as_deref());
    present(writer, "taskId", message.task_id.as_deref());
    metadata(writer, message.metadata.as_deref());
    strings(writer, "extensions", &message.extensions);
}

/// The parts of a message as a list under this name, each an object whose members `one` writes.
pub(super) fn parts(writer: &mut Writer, name: &str, parts: &[Part], one: fn(&mut Writer, &Part)) {
    writer.key(name).array();
    for part in parts {
        writer.object();
        one(writer, part);
        writer.end_object();
    }
    writer.end_array();
}

/// The members of a part, into an object that is open.
pub(super) fn part(writer: &mut Writer, part: &Part) {
    match &part.content {
        Content::Text(text) => drop(writer.key("text").string(text)),
        Content::Raw(base64) => drop(writer.key("raw").string(base64)),
        Content::RawInvalid(json) => drop(writer.key("raw").raw(json)),
        Content::Url(url) => drop(writer.key("url").string(url)),
        Content::Data(json) => drop(writer.key("data").raw(json)),
        Content::Empty => {}
    }
    present(writer, "mediaType", part.media_type.as_deref());
    present(writer, "filename", part.filename.as_deref());
    metadata(writer, part.metadata.as_deref());
}

/// The member `metadata`, unless there is none.
pub(super) fn metadata(writer: &mut Writer, json: Option<&str>) {
    if let Some(json) = json {
        writer.key("metadata").raw(json);
    }
}

/// A string member, unless it is absent or empty.
pub(crate) fn present(writer: &mut Writer, key: &str, text: Option<&str>) {
    if let Some(text) = text.filter(|text| !text.is_empty()) {
        writer.key(key).string(text);
    }
}

/// A list of strings, unless it is empty.
pub(crate) fn strings(writer: &mut Writer, key: &str, texts: &[String]) {
    if texts.is_empty() {
        return;
    }
    writer.key(key).array();
    for text in texts {
        writer.string(text);
    }
    writer.end_array();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hello() -> Message {
        Message {
            message_id: "m-1".into(),
            role: Role::User,
            parts: vec![Part::of_text("hi \"you\"")],
            context_id: None,
            task_id: Some("t-1".into()),
            metadata: None,
            extensions: vec!["https://e.example/x/".into()],
        }
    }

    #[test]
    fn a_message_is_written_with_what_is_there_and_nothing_else() {
        assert_eq!(
            message(&hello()),
            r#"{"messageId":"m-1","role":"ROLE_USER","parts":[{"text":"hi \"you\""}],"taskId":"t-1","extensions":["https://e.example/x/"]}"#
        );
    }

    #[test]
    fn send_parameters_leave_out_defaults() {
        let mut send = SendParams { message: "{}".into(), wait: Some(true), ..SendParams::default() };
        assert_eq!(params_send(&send, None), r#"{"message":{}}"#);
        send.accepted_output_modes = vec!["application/json".into()];
        send.wait = Some(false);
        send.metadata = Some(r#"{"n":1.0}"#.into());
        assert_eq!(
            params_send(&send, Some("blue")),
            r#"{"tenant":"blue","message":{},"configuration":{"acceptedOutputModes":["application/json"],"returnImmediately":true},"metadata":{"n":1.0}}"#
        );
    }

    #[test]
    fn a_task_is_named_by_its_id_and_the_tenant() {
        assert_eq!(params_task("t", Some(0), None), r#"{"id":"t","historyLength":0}"#);
        assert_eq!(params_task("t", None, Some("blue")), r#"{"tenant":"blue","id":"t"}"#);
        assert_eq!(params_task("t\n", None, Some("")), r#"{"id":"t\n"}"#);
        assert_eq!((body_task(None).as_str(), body_task(Some("blue")).as_str()), ("{}", r#"{"tenant":"blue"}"#));
    }
}
