//! The document: a text and the tape over it.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::place::{LineIndex, Place};
use super::pointer;
use super::tape::Tape;
use super::value::Value;

/// The kind of a JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool,
    /// A number; its text is kept.
    Number,
    /// A string.
    String,
    /// `[…]`
    Array,
    /// `{…}`
    Object,
}

impl Kind {
    /// The word JSON Schema uses for this kind.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Null => "null",
            Kind::Bool => "boolean",
            Kind::Number => "number",
            Kind::String => "string",
            Kind::Array => "array",
            Kind::Object => "object",
        }
    }

    /// Whether values of this kind hold others.
    pub fn is_container(self) -> bool {
        matches!(self, Kind::Array | Kind::Object)
    }
}

/// A key that stands twice in one object. The last one counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duplicate {
    /// Span of the first key, quotes included.
    pub first: Range<usize>,
    /// Span of the repeated key, quotes included.
    pub second: Range<usize>,
}

/// The keys that stand twice in one object, as many as are kept.
#[derive(Clone, Debug, Default)]
pub(super) struct Duplicates {
    pub(super) kept: Vec<Duplicate>,
    pub(super) more: usize,
}

/// A parsed JSON text. Cloning shares the text and the tape.
#[derive(Clone)]
pub struct Document {
    inner: Arc<Inner>,
}

struct Inner {
    /// The text as it was given, a byte order mark included.
    whole: Text,
    /// Where the JSON begins in it: after the byte order mark.
    begin: usize,
    tape: Tape,
    duplicates: Duplicates,
    partial: bool,
    lines: OnceLock<LineIndex>,
}

/// A text that nobody copies: shared with others, or given to the document.
pub(super) enum Text {
    Shared(Arc<str>),
    Own(String),
}

impl Text {
    pub(super) fn as_str(&self) -> &str {
        match self {
            Text::Shared(text) => text,
            Text::Own(text) => text,
        }
    }
}

impl std::fmt::Debug for Document {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Document").field("bytes", &self.text().len()).field("values", &self.len()).finish()
    }
}

impl Document {
    /// `begin` is where the JSON begins in the text, after a byte order mark; the tape has at least one value.
    pub(super) fn new(whole: Text, begin: usize, tape: Tape, duplicates: Duplicates, partial: bool) -> Self {
        Document { inner: Arc::new(Inner { whole, begin, tape, duplicates, partial, lines: OnceLock::new() }) }
    }

    /// The text, a leading byte order mark excluded. All offsets of a document count from its beginning.
    pub fn text(&self) -> &str {
        &self.inner.whole.as_str()[self.inner.begin..]
    }

    /// The text, shared; a copy unless it was shared when it was parsed ([`super::parse_shared`]).
    pub fn shared_text(&self) -> Arc<str> {
        match &self.inner.whole {
            Text::Shared(text) if self.inner.begin == 0 => text.clone(),
            _ => Arc::from(self.text()),
        }
    }

    /// Whether a byte order mark was skipped before the text.
    pub fn had_bom(&self) -> bool {
        self.inner.begin > 0
    }

    /// Whether this is only the beginning of a text that is cut or faulty ([`super::parse_partial`]): to be looked at,
    /// never to be taken for a value.
    pub fn is_partial(&self) -> bool {
        self.inner.partial
    }

    /// How many values the document has (keys are not values).
    pub fn len(&self) -> usize {
        self.inner.tape.len()
    }

    /// Never true: a document has at least its root.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Keys that stand twice in one object, in the order in which their objects end, at most 1 000 of them.
    pub fn duplicates(&self) -> &[Duplicate] {
        &self.inner.duplicates.kept
    }

    /// How many duplicates there were beyond [`Document::duplicates`].
    pub fn more_duplicates(&self) -> usize {
        self.inner.duplicates.more
    }

    /// The root value.
    pub fn root(&self) -> Value<'_> {
        Value::new(self, 0)
    }

    /// The value with this tape index (0 is the root); `None` past the end.
    pub fn value(&self, index: usize) -> Option<Value<'_>> {
        (index < self.len()).then(|| Value::new(self, index as u32))
    }

    /// The value at a JSON pointer (RFC 6901). Of a duplicate key the last one is meant.
    pub fn at(&self, pointer: &str) -> Option<Value<'_>> {
        pointer::resolve(self, pointer)
    }

    /// Line and column of a byte offset, both from 1, columns in characters.
    pub fn place(&self, offset: usize) -> Place {
        self.lines().place(self.text(), offset)
    }

    /// Byte offset of a line and column, clamped into the text.
    pub fn offset(&self, place: Place) -> usize {
        self.lines().offset(self.text(), place)
    }

    /// The innermost value whose span holds this byte offset, a member's span beginning at its key.
    pub fn value_at_offset(&self, offset: usize) -> Option<Value<'_>> {
        // Values stand in order of their beginning, so the last one that begins at or before the offset is the innermost
        // one, or one that ended before it inside the same container: walk up until the span holds.
        let tape = self.tape();
        let mut index = tape.last_begun(offset)?;
        loop {
            if offset < tape.end(index) {
                return Some(Value::new(self, index));
            }
            if index == 0 {
                return None;
            }
            index = tape.above(index);
        }
    }

    fn lines(&self) -> &LineIndex {
        self.inner.lines.get_or_init(|| LineIndex::new(self.text()))
    }

    pub(super) fn tape(&self) -> &Tape {
        &self.inner.tape
    }
}
