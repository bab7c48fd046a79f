//! A2A 0.3 written exactly: method names, parameters, and messages with `kind` as JSON-RPC has them (the 0.3 JSON schema).
//!
//! Over HTTP+JSON the same generation has another form: [`proto`].

pub mod proto;

use crate::json::{Kind, Limits, Writer, parse_text};

use super::form::Form;
use super::model::{Content, Message, Part};
use super::request::SendParams;
use super::v10::{belonging, metadata, parts, present, strings};

/// The value of the `A2A-Version` header. 0.3 does not define it; servers of both generations ask for it or do without.
pub const VERSION: &str = "0.3";

/// Names of the JSON-RPC methods (A2A 0.3 §7).
pub mod method {
    /// Send a message, wait for the answer.
    pub const SEND: &str = "message/send";
    /// Send a message, stream the answer.
    pub const STREAM: &str = "message/stream";
    /// Get a task.
    pub const GET: &str = "tasks/get";
    /// Cancel a task.
    pub const CANCEL: &str = "tasks/cancel";
    /// Stream a task that exists.
    pub const SUBSCRIBE: &str = "tasks/resubscribe";
}

/// The metadata key by which a peer of 1.0 finds data that is no object in a part of 0.3: `{"value":…}`.
pub const DATA_COMPAT: &str = "data_part_compat";

/// The parameters of `message/send` and `message/stream`, which are also the body over HTTP+JSON.
///
/// Whether to wait is always said to `message/send`: over HTTP+JSON an absent `blocking` is false.
pub fn params_send(send: &SendParams) -> String {
    let mut writer = Writer::new();
    writer.object().key("message").raw(&send.message);
    if !send.accepted_output_modes.is_empty() || send.wait.is_some() || send.history_length.is_some() {
        writer.key("configuration").object();
        strings(&mut writer, "acceptedOutputModes", &send.accepted_output_modes);
        if let Some(wait) = send.wait {
            writer.key("blocking").bool(wait);
        }
        if let Some(length) = send.history_length {
            writer.key("historyLength").number(length);
        }
        writer.end_object();
    }
    metadata(&mut writer, send.metadata.as_deref());
    writer.end_object();
    writer.finish()
}

/// The parameters of `tasks/get`, `tasks/cancel` and `tasks/resubscribe`; only `tasks/get` has a `history_length`.
pub fn params_task(task_id: &str, history_length: Option<u32>) -> String {
    super::v10::params_task(task_id, history_length, None)
}

/// A message as JSON text. What is absent or empty is left out.
pub fn message(message: &Message) -> String {
    let mut writer = Writer::new();
    writer.object().key("kind").string("message").key("messageId").string(&message.message_id);
    writer.key("role").string(Form::V03.role(&message.role));
    parts(&mut writer, "parts", &message.parts, part);
    belonging(&mut writer, message);
    writer.end_object();
    writer.finish()
}

/// The members of a part, into an object that is open. Text and data have no media type here, and data is an object: any
/// other value goes as `{"value":…}` marked [`DATA_COMPAT`], as the official servers of both generations have it.
pub(super) fn part(writer: &mut Writer, part: &Part) {
    match &part.content {
        Content::Text(text) => drop(writer.key("kind").string("text").key("text").string(text)),
        Content::Data(json) => {
            writer.key("kind").string("data").key("data");
            data(writer, json);
            return metadata(writer, data_metadata(part).as_deref());
        }
        Content::Empty => {}
        Content::Raw(_) | Content::RawInvalid(_) | Content::Url(_) => {
            writer.key("kind").string("file");
            file(writer, part, ["bytes", "uri"]);
        }
    }
    metadata(writer, part.metadata.as_deref());
}

/// The member `file`, with these names for bytes and address.
fn file(writer: &mut Writer, part: &Part, [bytes, uri]: [&str; 2]) {
    writer.key("file").object();
    match &part.content {
        Content::Raw(base64) => drop(writer.key(bytes).string(base64)),
        Content::RawInvalid(json) => drop(writer.key(bytes).raw(json)),
        Content::Url(url) => drop(writer.key(uri).string(url)),
        Content::Text(_) | Content::Data(_) | Content::Empty => {}
    }
    present(writer, "mimeType", part.media_type.as_deref());
    present(writer, "name", part.filename.as_deref());
    writer.end_object();
}

/// Data as an object.
fn data(writer: &mut Writer, json: &str) {
    if is_object(json) {
        writer.raw(json);
    } else {
        writer.object().key("value").raw(json).end_object();
    }
}

/// The metadata of a data part, with the mark when the data had to be wrapped.
fn data_metadata(part: &Part) -> Option<String> {
    let given = part.metadata.as_deref();
    match &part.content {
        Content::Data(json) if !is_object(json) => Some(with_member(given, DATA_COMPAT, "true")),
        _ => given.map(str::to_owned),
    }
}

fn is_object(json: &str) -> bool {
    json.trim_start().starts_with('{')
}

/// An object's JSON text with a member set; what else is in it stays as it is written.
pub(super) fn with_member(object: Option<&str>, key: &str, value: &str) -> String {
    let limits = Limits { depth: usize::MAX, ..Limits::default() };
    let document = object.and_then(|text| parse_text(text, &limits).ok()).filter(|d| d.root().kind() == Kind::Object);
    let mut writer = Writer::new();
    writer.object();
    for member in document.iter().flat_map(|document| document.root().members()).filter(|member| member.key() != key) {
        writer.key(&member.key()).raw(member.value.raw());
    }
    writer.key(key).raw(value).end_object();
    writer.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::a2a::model::Role;

    /// A message with one part of each kind.
    pub(super) fn every_part() -> Message {
        let part = |content, media_type: Option<&str>, filename: Option<&str>, metadata: Option<&str>| Part {
            content,
            media_type: media_type.map(str::to_owned),
            filename: filename.map(str::to_owned),
            metadata: metadata.map(Into::into),
        };
        Message {
            message_id: "m-1".into(),
            role: Role::User,
            parts: vec![
                part(Content::Text("hi".into()), Some("text/plain"), None, None),
                part(Content::Raw("AP8=".into()), Some("application/octet-stream"), Some("f"), Some(r#"{"n":1.0}"#)),
                part(Content::Url("https://e.example/d".into()), None, None, None),
                part(Content::Data(r#"{"i":9007199254740993}"#.into()), None, None, None),
                part(Content::Data("[1.0]".into()), None, None, Some(r#"{"n":1e3}"#)),
            ],
            context_id: Some("c-1".into()),
            task_id: Some("t-1".into()),
            metadata: Some(r#"{"k":1}"#.into()),
            extensions: vec!["https://e.example/x/".into()],
        }
    }

    #[test]
    fn a_message_and_each_of_its_parts_carry_their_kind() {
        assert_eq!(
            message(&every_part()),
            concat!(
                r#"{"kind":"message","messageId":"m-1","role":"user","parts":[{"kind":"text","text":"hi"},"#,
                r#"{"kind":"file","file":{"bytes":"AP8=","mimeType":"application/octet-stream","name":"f"},"metadata":{"n":1.0}},"#,
                r#"{"kind":"file","file":{"uri":"https://e.example/d"}},{"kind":"data","data":{"i":9007199254740993}},"#,
                r#"{"kind":"data","data":{"value":[1.0]},"metadata":{"n":1e3,"data_part_compat":true}}],"#,
                r#""contextId":"c-1","taskId":"t-1","metadata":{"k":1},"extensions":["https://e.example/x/"]}"#
            )
        );
    }

    #[test]
    fn whether_to_wait_is_said_when_it_matters() {
        let mut send = SendParams { message: "{}".into(), ..SendParams::default() };
        assert_eq!(params_send(&send), r#"{"message":{}}"#);
        send.wait = Some(true);
        assert_eq!(params_send(&send), r#"{"message":{},"configuration":{"blocking":true}}"#);
        send.wait = Some(false);
        send.accepted_output_modes = vec!["text/plain".into()];
        send.history_length = Some(2);
        send.metadata = Some(r#"{"n":1.0}"#.into());
        assert_eq!(
            params_send(&send),
            r#"{"message":{},"configuration":{"acceptedOutputModes":["text/plain"],"blocking":false,"historyLength":2},"metadata":{"n":1.0}}"#
        );
        assert_eq!(params_task("t/1", Some(2)), r#"{"id":"t/1","historyLength":2}"#);
    }

    #[test]
    fn a_member_is_set_beside_what_is_there() {
        assert_eq!(with_member(None, "k", "1"), r#"{"k":1}"#);
        assert_eq!(with_member(Some(r#"{"a": 1.0,"k":0}"#), "k", "{}"), r#"{"a":1.0,"k":{}}"#);
        assert_eq!(with_member(Some("[]"), "k", "1"), r#"{"k":1}"#);
    }
}
