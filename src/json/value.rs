//! Handles to the values of a document.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::ops::Range;

use super::document::{Document, Kind};
use super::number::Number;
use super::place::Place;
use super::tape::Tape;
use super::{pointer, string};

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
    pub(super) fn new(document: &'a Document, index: u32) -> Self {
        Value { document, index }
    }

    fn tape(self) -> &'a Tape {
        self.document.tape()
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
        self.tape().next(self.index) as usize
    }

    /// The kind of this value.
    pub fn kind(self) -> Kind {
        self.tape().kind(self.index)
    }

    /// Whether the text was cut, or had a fault, inside this value. Only in a partial document; a number that stands
    /// at the very end of one counts, because digits may be missing.
    pub fn is_cut(self) -> bool {
        self.tape().is_cut(self.index)
    }

    /// Byte range in the text, delimiters included.
    pub fn span(self) -> Range<usize> {
        self.tape().start(self.index)..self.tape().end(self.index)
    }

    /// The text of this value exactly as it was written.
    pub fn raw(self) -> &'a str {
        &self.document.text()[self.span()]
    }

    /// Byte range of this member's key, quotes included; `None` when this is not a member of an object.
    pub fn key_span(self) -> Option<Range<usize>> {
        let start = self.tape().key(self.index)?;
        Some(start..string::end_of_string(self.document.text().as_bytes(), start))
    }

    /// This member's key, decoded.
    pub fn key(self) -> Option<Cow<'a, str>> {
        let span = self.key_span()?;
        Some(string::unescape(&self.document.text()[span.start + 1..span.end - 1]))
    }

    /// The container of this value.
    pub fn parent(self) -> Option<Value<'a>> {
        (self.index != 0).then(|| Value { document: self.document, index: self.tape().above(self.index) })
    }

    /// Line and column where this value begins.
    pub fn place(self) -> Place {
        self.document.place(self.span().start)
    }

    /// `Some(true|false)` for a boolean.
    pub fn as_bool(self) -> Option<bool> {
        (self.kind() == Kind::Bool).then(|| self.raw() == "true")
    }

    /// The decoded string; of one that is cut what is there of it.
    pub fn as_str(self) -> Option<Cow<'a, str>> {
        if self.kind() != Kind::String {
            return None;
        }
        let inside = &self.raw()[1..];
        Some(string::unescape(if self.is_cut() { inside } else { &inside[..inside.len() - 1] }))
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
        self.children_if(Kind::Array)
    }

    /// The members of an object in document order, duplicates included; empty for any other kind.
    pub fn members(self) -> Members<'a> {
        Members { items: self.children_if(Kind::Object) }
    }

    /// The items of an array or the values of an object's members.
    pub fn children(self) -> Items<'a> {
        Items { document: self.document, at: self.index + 1, end: self.tape().next(self.index) }
    }

    fn children_if(self, kind: Kind) -> Items<'a> {
        let children = self.children();
        if self.kind() == kind { children } else { Items { end: children.at, ..children } }
    }

    /// This item's index in its array; `None` when this is not an item of an array.
    pub fn ordinal(self) -> Option<usize> {
        (self.parent()?.kind() == Kind::Array).then(|| self.tape().number(self.index))
    }

    /// How many children a container has; 0 for a scalar. At once for an array; an object's members are counted.
    pub fn count(self) -> usize {
        if self.kind() != Kind::Array || self.next_index() == self.index() + 1 {
            return self.children().count();
        }
        // The last value of the subtree stands in the last item.
        self.tape().number(self.item_around(self.tape().next(self.index) - 1).index) + 1
    }

    /// The item of this array that holds the value with this tape index, which must stand below the array.
    fn item_around(self, index: u32) -> Value<'a> {
        let mut item = Value { document: self.document, index };
        loop {
            match self.tape().above(item.index) {
                above if above == self.index => return item,
                above => item.index = above,
            }
        }
    }

    /// The last member with this key.
    pub fn get(self, key: &str) -> Option<Value<'a>> {
        self.members().filter(|m| m.value.key_is(key)).last().map(|m| m.value)
    }

    /// The item with this index. Quick in large arrays too.
    pub fn item(self, index: usize) -> Option<Value<'a>> {
        if self.kind() != Kind::Array {
            return None;
        }
        // Items stand in order, so the tape below the array can be halved: each value belongs to one item.
        let (mut low, mut high) = (self.index + 1, self.tape().next(self.index));
        while low < high {
            let item = self.item_around(low + (high - low) / 2);
            match self.tape().number(item.index).cmp(&index) {
                Ordering::Equal => return Some(item),
                Ordering::Less => low = self.tape().next(item.index),
                Ordering::Greater => high = item.index,
            }
        }
        None
    }

    /// Whether this member's key is `key`.
    pub fn key_is(self, key: &str) -> bool {
        self.key().is_some_and(|k| k == key)
    }

    /// The JSON pointer of this value; the root's is empty.
    pub fn pointer(self) -> String {
        pointer::of(self)
    }

    /// How deep this value stands: the root is 1.
    pub fn level(self) -> usize {
        std::iter::successors(Some(self), |value| value.parent()).count()
    }

    /// Greatest nesting of containers at and below this value; a scalar is 0, `[]` is 1, `[[]]` is 2.
    pub fn depth(self) -> usize {
        let tape = self.tape();
        let mut deepest = 0;
        let mut open: Vec<u32> = Vec::new();
        for index in self.index..tape.next(self.index) {
            while open.last().is_some_and(|&end| end <= index) {
                open.pop();
            }
            if tape.kind(index).is_container() {
                open.push(tape.next(index));
                deepest = deepest.max(open.len());
            }
        }
        deepest
    }

    /// A `serde_json` value with every number's text kept: the form the validator takes. Of duplicate keys the last
    /// one counts, at the place of the first. Built without recursion; but such a value is dropped, compared and
    /// validated recursively by its makers, so callers keep to a depth of a few hundred (catseye: 64 and 128).
    pub fn to_serde(self) -> serde_json::Value {
        use serde_json::Value as Json;
        // Containers that are open: where they end, what they hold so far, and the key they go under.
        let mut open: Vec<(u32, Json, Option<String>)> = Vec::new();
        let mut index = self.index;
        loop {
            let value = Value { document: self.document, index };
            index += 1;
            let key = || value.key().map(Cow::into_owned);
            let mut done = match value.kind() {
                Kind::Null => Json::Null,
                Kind::Bool => Json::Bool(value.raw() == "true"),
                Kind::Number => Json::Number(serde_json::Number::from_string_unchecked(value.raw().to_owned())),
                Kind::String => Json::String(value.as_str().unwrap_or_default().into_owned()),
                Kind::Array => Json::Array(Vec::with_capacity(value.count())),
                Kind::Object => Json::Object(serde_json::Map::with_capacity(value.count())),
            };
            let mut under = if open.is_empty() { None } else { key() };
            let next = value.tape().next(value.index);
            if next > index {
                open.push((next, done, under));
                continue;
            }
            // Hand the finished value up, and every container that ends with it.
            loop {
                match open.last_mut() {
                    None => return done,
                    Some((_, Json::Object(members), _)) => {
                        members.insert(under.take().unwrap_or_default(), done);
                    }
                    Some((_, Json::Array(items), _)) => items.push(done),
                    Some(_) => {}
                }
                match open.pop_if(|(end, ..)| *end == index) {
                    Some((_, container, key)) => (done, under) = (container, key),
                    None => break,
                }
            }
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
        self.at = value.tape().next(value.index);
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
