//! The task being written: its text, the conversation it belongs to, how it is sent.

use super::runs::RunId;
use crate::editor::Buffer;
use crate::kedi::Encoding;

/// The task.
#[derive(Clone, Debug)]
pub struct Task {
    /// The text.
    pub field: Buffer,
    /// The conversation to go on with.
    pub context: Option<String>,
    /// The task to go on with: that of a run whose agent waits for us.
    pub answering: Option<(RunId, String)>,
    /// Whether a typed answer is asked for.
    pub typed: bool,
    /// Whether streaming may be used.
    pub stream: bool,
    /// How the result is to be encoded; `None`: what the agent does best.
    pub encoding: Option<Encoding>,
    /// Whether the schema is sent without white space.
    pub compact: bool,
    /// Whether an unmet format is a mismatch.
    pub assert_formats: bool,
}

impl Task {
    /// A task that begins with this text.
    pub fn new(text: &str) -> Task {
        Task {
            field: Buffer::prose(text),
            context: None,
            answering: None,
            typed: true,
            stream: true,
            encoding: None,
            compact: false,
            assert_formats: false,
        }
    }

    /// The next way to encode the result: what the agent does best, then each by name.
    pub fn next_encoding(&mut self) {
        self.encoding = match self.encoding {
            None => Some(Encoding::JsonUtf8),
            Some(Encoding::JsonUtf8) => Some(Encoding::ProtobufValue),
            Some(Encoding::ProtobufValue) => None,
        };
    }
}
