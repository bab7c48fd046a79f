//! What is wrong with a text that is not JSON, and where.

use super::place::Place;

/// The kind of a fault; the sentence says the particulars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// Nothing but white space.
    Empty,
    /// The text ends inside a value: it was cut.
    Truncated,
    /// `NaN`, `Infinity` or the like: no JSON, and no finite number.
    NonFinite,
    /// A character that cannot stand here.
    Syntax,
    /// More text after the value.
    Trailing,
    /// A lone surrogate escape such as `\ud800`.
    LoneSurrogate,
    /// Bytes that are not UTF-8.
    InvalidUtf8,
    /// Nested deeper than the limit.
    TooDeep,
    /// More bytes, or more values, than the limit.
    TooLarge,
    /// A number with more digits than the limit.
    TooManyDigits,
}

/// A fault: what, where, and a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{sentence} at line {}, column {}", place.line, place.column)]
pub struct Fault {
    /// What kind of fault.
    pub kind: FaultKind,
    /// Byte offset into the bytes that were given (a byte order mark counts).
    pub offset: usize,
    /// The same as line and column, where a byte order mark does not count.
    pub place: Place,
    /// One sentence without the place and without a full stop.
    pub sentence: String,
}

impl Fault {
    /// A fault in a text without a byte order mark.
    pub(super) fn new(kind: FaultKind, text: &str, offset: usize, sentence: impl Into<String>) -> Self {
        Fault { kind, offset, place: Place::of(text, offset), sentence: sentence.into() }
    }
}
