//! The dialects of A2A as data: how each spells what the inner model holds. Reading and writing are the same for all.
//!
//! There are three JSON forms (1.0 over both bindings, 0.3 over JSON-RPC, 0.3 over HTTP+JSON), and the last one twice,
//! because SDKs disagree on how bytes travel in it.

mod field;
mod push;
mod read;
#[cfg(test)]
mod tests;
mod v03;
mod v03_proto;
mod v10;
mod write;

use super::fault::{Fault, Violation};
use crate::a2a::model::{Part, TaskState};
use crate::json::{Value, Writer};

pub(super) use v03::V03;
pub(super) use v03_proto::{V03_PROTO, V03_PROTO_TWICE};
pub(super) use v10::V10;

/// How one JSON form spells things.
pub(super) struct Dialect {
    /// Whether unions say what they are with a member `kind`, and answers stand bare.
    kinds: bool,
    /// The word for the person.
    user: &'static str,
    /// The word for the agent.
    agent: &'static str,
    /// The member with the content of a message (that of an artifact is `parts` everywhere).
    message_parts: &'static str,
    /// The word for a state.
    state: fn(&TaskState) -> &str,
    /// How status updates say that they are the last of their turn.
    last: Last,
    /// How a request says whether it waits for the end of the turn.
    waiting: Waiting,
    /// Whether a history of length 0 is no history; else it is all of it (as the Python SDK 0.3 has it).
    zero_is_none: bool,
    /// Whether places in error messages are written `like_this`, as the Python SDK 1.x does.
    snake_places: bool,
    /// The shape of a push notification configuration.
    push: push::Shape,
    /// Reads a part; what is wrong with it goes to the list.
    read_part: fn(Value<'_>, &mut Wrong) -> Part,
    /// Writes a part's members, within its object.
    write_part: fn(&mut Writer, &Part),
}

impl Dialect {
    /// Whether it is A2A 1.0.
    pub(super) fn is_v10(&self) -> bool {
        self.last == Last::Unsaid
    }
}

/// How status updates say that they are the last of their turn.
#[derive(PartialEq)]
enum Last {
    /// Not at all.
    Unsaid,
    /// `final` on each.
    Always,
    /// `final` where it is true: ProtoJSON leaves out what is false.
    WhenTrue,
}

/// How a request says whether it waits for the end of the turn.
enum Waiting {
    /// `returnImmediately`; absent is no.
    ReturnImmediately,
    /// `blocking`; absent is this.
    Blocking(bool),
}

/// What is wrong with a request so far, and the place that is being read.
#[derive(Default)]
struct Wrong {
    place: String,
    violations: Vec<Violation>,
}

impl Wrong {
    /// Something is wrong with the part that is being read.
    fn here(&mut self, description: &str) {
        self.violations.push(Violation { field: self.place.clone(), description: description.into() });
    }

    /// Something is wrong with this member.
    fn at(&mut self, field: impl Into<String>, description: &str) {
        self.violations.push(Violation { field: field.into(), description: description.into() });
    }

    /// Nothing, or the fault with everything that is wrong.
    fn none(self) -> Result<(), Fault> {
        if self.violations.is_empty() { Ok(()) } else { Err(Fault::params(self.violations)) }
    }
}
