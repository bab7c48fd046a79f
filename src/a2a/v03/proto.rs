//! A2A 0.3 over HTTP+JSON: messages in the ProtoJSON of the older proto (a2a.proto of 0.3).

use crate::json::Writer;

use crate::a2a::model::{Content, Message, Part};
use crate::a2a::v10::{self, belonging, metadata, parts};

/// A message as JSON text: its parts stand under `content`. What is absent or empty is left out.
pub fn message(message: &Message) -> String {
    let mut writer = Writer::new();
    writer.object().key("messageId").string(&message.message_id);
    writer.key("role").string(v10::role(&message.role));
    parts(&mut writer, "content", &message.parts, part);
    belonging(&mut writer, message);
    writer.end_object();
    writer.finish()
}

/// The members of a part, into an object that is open. Data is an object inside an object, see [`super::part`]. Bytes go
/// as base64 once, which is ProtoJSON; Python servers of 0.3 want them encoded twice, JavaScript ones once.
pub(in crate::a2a) fn part(writer: &mut Writer, part: &Part) {
    match &part.content {
        Content::Text(text) => drop(writer.key("text").string(text)),
        Content::Data(json) => {
            writer.key("data").object().key("data");
            super::data(writer, json);
            writer.end_object();
        }
        Content::Empty => {}
        Content::Raw(_) | Content::RawInvalid(_) | Content::Url(_) => {
            super::file(writer, part, ["fileWithBytes", "fileWithUri"]);
        }
    }
    metadata(writer, super::data_metadata(part).as_deref());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_stand_under_content_and_data_within_data() {
        assert_eq!(
            message(&super::super::tests::every_part()),
            concat!(
                r#"{"messageId":"m-1","role":"ROLE_USER","content":[{"text":"hi"},"#,
                r#"{"file":{"fileWithBytes":"AP8=","mimeType":"application/octet-stream","name":"f"},"metadata":{"n":1.0}},"#,
                r#"{"file":{"fileWithUri":"https://e.example/d"}},{"data":{"data":{"i":9007199254740993}}},"#,
                r#"{"data":{"data":{"value":[1.0]}},"metadata":{"n":1e3,"data_part_compat":true}}],"#,
                r#""contextId":"c-1","taskId":"t-1","metadata":{"k":1},"extensions":["https://e.example/x/"]}"#
            )
        );
    }
}
