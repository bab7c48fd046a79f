//! What a reader delivers.

use std::ops::Range;

/// One thing in a stream. Together the spans cover every byte of it: stray blank lines belong to what follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A block of fields.
    Event(Event),
    /// A comment line, usually a keep-alive.
    Comment {
        /// What stands after the colon; bytes that are not UTF-8 are replaced.
        text: String,
        /// Offsets in the stream, the line's end included.
        span: Range<u64>,
    },
    /// Blank lines, or a byte order mark, at the end of the stream.
    Rest {
        /// Offsets in the stream.
        span: Range<u64>,
    },
}

impl Item {
    /// Offsets in the stream.
    pub fn span(&self) -> Range<u64> {
        match self {
            Item::Event(event) => event.span.clone(),
            Item::Comment { span, .. } | Item::Rest { span } => span.clone(),
        }
    }
}

/// A block of fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The `event` field.
    pub name: Option<String>,
    /// The `id` field.
    pub id: Option<String>,
    /// The `data` lines, joined with LF; empty for a heartbeat.
    pub data: String,
    /// Offsets in the stream.
    pub span: Range<u64>,
    /// What was odd.
    pub oddities: Vec<Oddity>,
    /// Whether bytes that are not UTF-8 were replaced by U+FFFD in data or name.
    pub replaced: bool,
    /// Whether the stream ended before the blank line.
    pub unterminated: bool,
}

/// Something in an event that is legal to skip but worth showing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Oddity {
    /// A line with a field name nobody knows; the name, cut at 64 bytes.
    UnknownField(String),
    /// An `id` with a NUL, which the standard says to ignore.
    IdWithNul,
    /// A `retry` field. Catseye never sends a request again by itself.
    Retry(String),
    /// A comment between the fields of the event.
    CommentInside,
    /// Data over several lines; how many.
    DataLines(usize),
}
