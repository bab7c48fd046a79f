//! The three JSON forms that the protocol has on the wire: which one a generation has on a binding, and its words.

use crate::json::Writer;

use super::interface::{Binding, Dialect};
use super::model::{Content, Message, Part, Role};
use super::{v03, v10};

/// A JSON form of messages and tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// A2A 1.0 on both bindings: ProtoJSON, a union told by the member that is there.
    V10,
    /// A2A 0.3 over JSON-RPC: a union told by `kind`.
    V03,
    /// A2A 0.3 over HTTP+JSON: ProtoJSON of the older proto, with `content`, `fileWithBytes` and nested data.
    V03Proto,
}

impl Form {
    /// The form that a generation has on a binding.
    pub fn of(dialect: Dialect, binding: Binding) -> Self {
        match (dialect, binding) {
            (Dialect::V10, _) => Form::V10,
            (Dialect::V03, Binding::JsonRpc) => Form::V03,
            (Dialect::V03, Binding::HttpJson) => Form::V03Proto,
        }
    }

    /// What people call it: `A2A 0.3 over HTTP+JSON`.
    pub fn words(self) -> &'static str {
        match self {
            Form::V10 => "A2A 1.0",
            Form::V03 => "A2A 0.3",
            Form::V03Proto => "A2A 0.3 over HTTP+JSON",
        }
    }

    /// A message as JSON text. What is absent or empty is left out.
    pub fn message(self, message: &Message) -> String {
        match self {
            Form::V10 => v10::message(message),
            Form::V03 => v03::message(message),
            Form::V03Proto => v03::proto::message(message),
        }
    }

    /// The word for who speaks.
    pub(super) fn role(self, role: &Role) -> &str {
        match (self, role) {
            (Form::V03, Role::User) => "user",
            (Form::V03, Role::Agent) => "agent",
            _ => v10::role(role),
        }
    }

    /// The member of a message that holds its parts.
    pub(super) fn parts_name(self) -> &'static str {
        match self {
            Form::V10 | Form::V03 => "parts",
            Form::V03Proto => "content",
        }
    }

    /// The members of a part, into an object that is open.
    pub(super) fn part(self, writer: &mut Writer, part: &Part) {
        match self {
            Form::V10 => v10::part(writer, part),
            Form::V03 => v03::part(writer, part),
            Form::V03Proto => v03::proto::part(writer, part),
        }
    }

    /// What this form cannot say of a part and leaves out or wraps, or says in a way that not every server takes, as a
    /// sentence without its subject; `None` when all is well.
    pub(super) fn doubt(self, part: &Part) -> Option<&'static str> {
        let bytes = matches!(part.content, Content::Raw(_) | Content::RawInvalid(_) | Content::Url(_));
        match &part.content {
            _ if self == Form::V10 => None,
            Content::Data(json) if !json.trim_start().starts_with('{') => {
                Some("cannot say data that is no object, which goes as {\"value\":…} marked data_part_compat")
            }
            Content::Raw(_) if self == Form::V03Proto => Some(
                "has bytes as base64 once; Python servers of it want them encoded twice, and may answer \"unknown exception\"",
            ),
            _ if bytes || (part.media_type.is_none() && part.filename.is_none()) => None,
            _ => Some("cannot say a media type or file name of a part that is no file, which is left out"),
        }
    }
}
