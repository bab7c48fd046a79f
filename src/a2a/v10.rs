//! A2A 1.0 written exactly: method names, parameters, messages (§9.4 of the specification, ProtoJSON).

use crate::json::Writer;

use super::model::{Content, Message, Part, Role};

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

/// What a `SendMessage` or `SendStreamingMessage` request carries. Absent things are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SendParams {
    /// The message, as JSON text: see [`message`].
    pub message: String,
    /// `configuration.acceptedOutputModes`.
    pub accepted_output_modes: Vec<String>,
    /// `configuration.returnImmediately`: do not wait for the task to end. `false` is the default and left out.
    pub return_immediately: bool,
    /// `configuration.historyLength`.
    pub history_length: Option<u32>,
    /// The request's `metadata`, as an object's JSON text.
    pub metadata: Option<String>,
    /// The chosen interface's `tenant`.
    pub tenant: Option<String>,
}

/// The parameters of `SendMessage` and `SendStreamingMessage`.
pub fn params_send(send: &SendParams) -> String {
    let mut writer = Writer::new();
    writer.object();
    present(&mut writer, "tenant", send.tenant.as_deref());
    writer.key("message").raw(&send.message);
    let configured = !send.accepted_output_modes.is_empty() || send.return_immediately || send.history_length.is_some();
    if configured {
        writer.key("configuration").object();
        strings(&mut writer, "acceptedOutputModes", &send.accepted_output_modes);
        if let Some(length) = send.history_length {
            writer.key("historyLength").number(length);
        }
        if send.return_immediately {
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

/// The parameters of `GetTask`. `history_length` of `Some(0)` asks for no history, `None` for the agent's default.
pub fn params_get(task_id: &str, history_length: Option<u32>, tenant: Option<&str>) -> String {
    by_id(task_id, history_length, tenant)
}

/// The parameters of `CancelTask`.
pub fn params_cancel(task_id: &str, tenant: Option<&str>) -> String {
    by_id(task_id, None, tenant)
}

/// The parameters of `SubscribeToTask`.
pub fn params_subscribe(task_id: &str, tenant: Option<&str>) -> String {
    by_id(task_id, None, tenant)
}

fn by_id(task_id: &str, history_length: Option<u32>, tenant: Option<&str>) -> String {
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

/// A message as JSON text. What is absent or empty is left out, as ProtoJSON does.
pub fn message(message: &Message) -> String {
    let mut writer = Writer::new();
    writer.object().key("messageId").string(&message.message_id);
    writer.key("role").string(role(&message.role));
    parts(&mut writer, &message.parts);
    present(&mut writer, "contextId", message.context_id.as_deref());
    present(&mut writer, "taskId", message.task_id.as_deref());
    if let Some(metadata) = &message.metadata {
        writer.key("metadata").raw(metadata);
    }
    strings(&mut writer, "extensions", &message.extensions);
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

/// The member `parts` of a message or an artifact.
pub(crate) fn parts(writer: &mut Writer, parts: &[Part]) {
    writer.key("parts").array();
    for part in parts {
        writer.object();
        match &part.content {
            Content::Text(text) => writer.key("text").string(text),
            Content::Raw(base64) => writer.key("raw").string(base64),
            Content::RawInvalid(json) => writer.key("raw").raw(json),
            Content::Url(url) => writer.key("url").string(url),
            Content::Data(json) => writer.key("data").raw(json),
            Content::Empty => &mut *writer,
        };
        present(writer, "mediaType", part.media_type.as_deref());
        present(writer, "filename", part.filename.as_deref());
        if let Some(metadata) = &part.metadata {
            writer.key("metadata").raw(metadata);
        }
        writer.end_object();
    }
    writer.end_array();
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
        let mut send = SendParams { message: "{}".into(), ..SendParams::default() };
        assert_eq!(params_send(&send), r#"{"message":{}}"#);
        send.accepted_output_modes = vec!["application/json".into()];
        send.return_immediately = true;
        send.metadata = Some(r#"{"n":1.0}"#.into());
        send.tenant = Some("blue".into());
        assert_eq!(
            params_send(&send),
            r#"{"tenant":"blue","message":{},"configuration":{"acceptedOutputModes":["application/json"],"returnImmediately":true},"metadata":{"n":1.0}}"#
        );
    }

    #[test]
    fn a_task_is_named_by_its_id_and_the_tenant() {
        assert_eq!(params_get("t", Some(0), None), r#"{"id":"t","historyLength":0}"#);
        assert_eq!(params_cancel("t", Some("blue")), r#"{"tenant":"blue","id":"t"}"#);
        assert_eq!(params_subscribe("t\n", Some("")), r#"{"id":"t\n"}"#);
    }
}
