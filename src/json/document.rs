//! The document: text, tape, and handles to its values.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::number::Number;
use super::place::{LineIndex, Place};
use super::string;

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
}

/// One value on the tape. Nodes stand in document order; the children of a container follow it directly.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) start: u32,
    pub(super) end: u32,
    /// Index of the node after this one's whole subtree.
    pub(super) next: u32,
    /// Index of the container; the root's is its own.
    pub(super) parent: u32,
    /// In an object: byte offset of the opening quote of the key. In an array: the item's index. `NO_KEY` for the root.
    pub(super) key: u32,
    pub(super) kind: Kind,
}

pub(super) const NO_KEY: u32 = u32::MAX;

/// A key that stands twice in one object. The last one counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duplicate {
    /// Span of the first key, quotes included.
    pub first: Range<usize>,
    /// Span of the repeated key, quotes included.
    pub second: Range<usize>,
}

/// A parsed JSON text. Cloning shares the text and the tape.
#[derive(Clone)]
pub struct Document {
    inner: Arc<Inner>,
}

struct Inner {
    parts: Parts,
    lines: OnceLock<LineIndex>,
}

/// What a parser makes a document of.
pub(super) struct Parts {
    pub(super) text: Arc<str>,
    pub(super) nodes: Vec<Node>,
    pub(super) duplicates: Vec<Duplicate>,
    /// How many duplicates there were beyond the ones kept.
    pub(super) more_duplicates: usize,
    pub(super) bom: bool,
    pub(super) partial: bool,
}

impl std::fmt::Debug for Document {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Document").field("bytes", &self.text().len()).field("values", &self.len()).finish()
    }
}

impl Document {
    pub(super) fn new(parts: Parts) -> Self {
        Document { inner: Arc::new(Inner { parts, lines: OnceLock::new() }) }
    }

    /// The text, a leading byte order mark excluded.
    pub fn text(&self) -> &str {
        &self.inner.parts.text
    }

    /// The text, shared.
    pub fn shared_text(&self) -> Arc<str> {
        self.inner.parts.text.clone()
    }

    /// Whether a byte order mark was skipped before the text.
    pub fn had_bom(&self) -> bool {
        self.inner.parts.bom
    }

    /// Whether the text was cut or wrong and this is only its beginning ([`super::parse_partial`]).
    pub fn is_partial(&self) -> bool {
        self.inner.parts.partial
    }

    /// How many values the document has (keys are not values).
    pub fn len(&self) -> usize {
        self.inner.parts.nodes.len()
    }

    /// Never true: a document has at least its root.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Keys that stand twice in one object, in document order, at most 1 000 of them.
    pub fn duplicates(&self) -> &[Duplicate] {
        &self.inner.parts.duplicates
    }

    /// How many duplicates there were beyond [`Document::duplicates`].
    pub fn more_duplicates(&self) -> usize {
        self.inner.parts.more_duplicates
    }

    /// The root value.
    pub fn root(&self) -> Value<'_> {
        Value { document: self, index: 0 }
    }

    /// The value with this tape index (0 is the root); `None` past the end.
    pub fn value(&self, index: usize) -> Option<Value<'_>> {
        (index < self.len()).then_some(Value { document: self, index: index as u32 })
    }

    /// The value at a JSON pointer (RFC 6901). Of a duplicate key the last one is meant.
    pub fn at(&self, pointer: &str) -> Option<Value<'_>> {
        if pointer.is_empty() {
            return Some(self.root());
        }
        let mut value = self.root();
        for token in pointer.strip_prefix('/')?.split('/') {
            let token = token.replace("~1", "/").replace("~0", "~");
            value = match value.kind() {
                Kind::Object => value.get(&token)?,
                Kind::Array => value.item(index_token(&token)?)?,
                _ => return None,
            };
        }
        Some(value)
    }

    /// Line and column of a byte offset, both from 1, columns in characters.
    pub fn place(&self, offset: usize) -> Place {
        self.lines().place(self.text(), offset)
    }

    /// Byte offset of a line and column, clamped into the text.
    pub fn offset(&self, place: Place) -> usize {
        self.lines().offset(self.text(), place)
    }

    /// The innermost value whose span, or whose key's span, holds this byte offset.
    pub fn value_at_offset(&self, offset: usize) -> Option<Value<'_>> {
        let nodes = &self.inner.parts.nodes;
        let begin = |n: &Node| {
            let member = n.key != NO_KEY && nodes[n.parent as usize].kind == Kind::Object;
            if member { n.key as usize } else { n.start as usize }
        };
        // Nodes stand in order of their beginning, so the last one that begins at or before the offset is the innermost
        // one or follows it inside the same container: walk up until the span holds.
        let mut index = nodes.partition_point(|n| begin(n) <= offset).checked_sub(1)?;
        loop {
            let node = &nodes[index];
            if begin(node) <= offset && offset < node.end as usize {
                return Some(Value { document: self, index: index as u32 });
            }
            if index == 0 {
                return None;
            }
            index = node.parent as usize;
        }
    }

    fn lines(&self) -> &LineIndex {
        self.inner.lines.get_or_init(|| LineIndex::new(self.text()))
    }

    pub(super) fn nodes(&self) -> &[Node] {
        &self.inner.parts.nodes
    }
}

fn index_token(token: &str) -> Option<usize> {
    let plain = token == "0" || (!token.starts_with('0') && token.bytes().all(|b| b.is_ascii_digit()));
    (plain && !token.is_empty()).then(|| token.parse().ok()).flatten()
}

/// A handle to one value of a document.
#[derive(Clone, Copy)]
pub struct Value<'a> {
    document: &'a Document,
    index: u32,
}

impl std::fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.raw())
    }
}

/// One member of an object.
#[derive(Clone, Copy, Debug)]
pub struct Member<'a> {
    /// The member's value; its key is `value.key()`.
    pub value: Value<'a>,
}

impl<'a> Member<'a> {
    /// The key, decoded.
    pub fn key(&self) -> Cow<'a, str> {
        self.value.key().unwrap_or_default()
    }
}

impl<'a> Value<'a> {
    fn node(self) -> &'a Node {
        &self.document.nodes()[self.index as usize]
    }

    /// The document this value stands in.
    pub fn document(self) -> &'a Document {
        self.document
    }

    /// Tape index: document order, root 0.
    pub fn index(self) -> usize {
        self.index as usize
    }

    /// Tape index of the value after this one's whole subtree.
    pub fn next_index(self) -> usize {
        self.node().next as usize
    }

    /// The kind of this value.
    pub fn kind(self) -> Kind {
        self.node().kind
    }

    /// Byte range in the text, delimiters included.
    pub fn span(self) -> Range<usize> {
        self.node().start as usize..self.node().end as usize
    }

    /// The text of this value exactly as it was written.
    pub fn raw(self) -> &'a str {
        &self.document.text()[self.span()]
    }

    /// Byte range of this member's key, quotes included; `None` when this is not a member of an object.
    pub fn key_span(self) -> Option<Range<usize>> {
        if self.parent()?.kind() != Kind::Object {
            return None;
        }
        let start = self.node().key as usize;
        Some(start..string::end_of_string(self.document.text().as_bytes(), start))
    }

    /// This member's key, decoded.
    pub fn key(self) -> Option<Cow<'a, str>> {
        let span = self.key_span()?;
        Some(string::unescape(&self.document.text()[span.start + 1..span.end - 1]))
    }

    /// This item's index in its array; `None` when this is not an item of an array.
    pub fn ordinal(self) -> Option<usize> {
        (self.parent()?.kind() == Kind::Array).then(|| self.node().key as usize)
    }

    /// How many children a container has. At once for an array; an object's members are counted.
    pub fn count(self) -> usize {
        if self.kind() != Kind::Array || self.next_index() == self.index() + 1 {
            return self.children().count();
        }
        // The last value of the subtree stands in the last item.
        let mut last = Value { document: self.document, index: self.node().next - 1 };
        while last.node().parent != self.index {
            last.index = last.node().parent;
        }
        last.node().key as usize + 1
    }

    /// The container of this value.
    pub fn parent(self) -> Option<Value<'a>> {
        (self.index != 0).then(|| Value { document: self.document, index: self.node().parent })
    }

    /// Line and column where this value begins.
    pub fn place(self) -> Place {
        self.document.place(self.span().start)
    }

    /// `Some(true|false)` for a boolean.
    pub fn as_bool(self) -> Option<bool> {
        (self.kind() == Kind::Bool).then(|| self.raw() == "true")
    }

    /// The decoded string.
    pub fn as_str(self) -> Option<Cow<'a, str>> {
        (self.kind() == Kind::String).then(|| string::unescape(&self.raw()[1..self.raw().len() - 1]))
    }

    /// The number, by its text.
    pub fn as_number(self) -> Option<Number<'a>> {
        (self.kind() == Kind::Number).then(|| Number::new(self.raw()))
    }

    /// Whether this is `null`.
    pub fn is_null(self) -> bool {
        self.kind() == Kind::Null
    }

    /// The items of an array; empty for any other kind.
    pub fn items(self) -> Items<'a> {
        let end = if self.kind() == Kind::Array { self.node().next } else { self.index + 1 };
        Items { document: self.document, at: self.index + 1, end }
    }

    /// The members of an object in document order, duplicates included; empty for any other kind.
    pub fn members(self) -> Members<'a> {
        let end = if self.kind() == Kind::Object { self.node().next } else { self.index + 1 };
        Members { items: Items { document: self.document, at: self.index + 1, end } }
    }

    /// The items of an array or the values of an object's members.
    pub fn children(self) -> Items<'a> {
        Items { document: self.document, at: self.index + 1, end: self.node().next }
    }

    /// The last member with this key.
    pub fn get(self, key: &str) -> Option<Value<'a>> {
        self.members().filter(|m| m.value.key_is(key)).last().map(|m| m.value)
    }

    /// The item with this index.
    pub fn item(self, index: usize) -> Option<Value<'a>> {
        self.items().nth(index)
    }

    /// Whether this member's key is `key`.
    pub fn key_is(self, key: &str) -> bool {
        self.key().is_some_and(|k| k == key)
    }

    /// The JSON pointer of this value; the root's is empty.
    pub fn pointer(self) -> String {
        let mut tokens: Vec<String> = Vec::new();
        let mut value = self;
        while let Some(parent) = value.parent() {
            tokens.push(match value.key() {
                Some(key) => key.replace('~', "~0").replace('/', "~1"),
                None => value.node().key.to_string(),
            });
            value = parent;
        }
        tokens.iter().rev().fold(String::new(), |pointer, token| pointer + "/" + token)
    }

    /// How deep this value stands: the root is 1.
    pub fn level(self) -> usize {
        let mut level = 1;
        let mut value = self;
        while let Some(parent) = value.parent() {
            level += 1;
            value = parent;
        }
        level
    }

    /// Greatest nesting of containers at and below this value; a scalar is 0, `[]` is 1, `[[]]` is 2.
    pub fn depth(self) -> usize {
        let nodes = self.document.nodes();
        let mut deepest = 0;
        let mut open: Vec<u32> = Vec::new();
        for index in self.index..self.node().next {
            while open.last().is_some_and(|&end| end <= index) {
                open.pop();
            }
            if matches!(nodes[index as usize].kind, Kind::Array | Kind::Object) {
                open.push(nodes[index as usize].next);
                deepest = deepest.max(open.len());
            }
        }
        deepest
    }

    /// A `serde_json` value with every number's text kept: the form the validator takes. Of duplicate keys the last
    /// one counts. Recursion is bounded by the nesting limit the document was parsed with.
    pub fn to_serde(self) -> serde_json::Value {
        use serde_json::Value as Json;
        match self.kind() {
            Kind::Null => Json::Null,
            Kind::Bool => Json::Bool(self.raw() == "true"),
            Kind::Number => Json::Number(serde_json::Number::from_string_unchecked(self.raw().to_owned())),
            Kind::String => Json::String(self.as_str().unwrap_or_default().into_owned()),
            Kind::Array => Json::Array(self.items().map(Value::to_serde).collect()),
            Kind::Object => Json::Object(self.members().map(|m| (m.key().into_owned(), m.value.to_serde())).collect()),
        }
    }
}

/// Iterator over the children of a container.
#[derive(Clone)]
pub struct Items<'a> {
    document: &'a Document,
    at: u32,
    end: u32,
}

impl<'a> Iterator for Items<'a> {
    type Item = Value<'a>;

    fn next(&mut self) -> Option<Value<'a>> {
        if self.at >= self.end {
            return None;
        }
        let value = Value { document: self.document, index: self.at };
        self.at = value.node().next;
        Some(value)
    }
}

/// Iterator over the members of an object.
#[derive(Clone)]
pub struct Members<'a> {
    items: Items<'a>,
}

impl<'a> Iterator for Members<'a> {
    type Item = Member<'a>;

    fn next(&mut self) -> Option<Member<'a>> {
        self.items.next().map(|value| Member { value })
    }
}
