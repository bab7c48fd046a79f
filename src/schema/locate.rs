//! Pointers to values, many times over the same document: large containers are indexed once.

use std::collections::HashMap;

use crate::json::{Document, Kind, Value};

/// Containers with more children than this get an index.
const SMALL: usize = 32;

/// Finds values by pointer.
#[derive(Debug)]
pub(super) struct Locator<'a> {
    document: &'a Document,
    items: HashMap<usize, Vec<usize>>,
    members: HashMap<usize, HashMap<String, usize>>,
}

impl<'a> Locator<'a> {
    pub(super) fn new(document: &'a Document) -> Locator<'a> {
        Locator { document, items: HashMap::new(), members: HashMap::new() }
    }

    pub(super) fn root(&self) -> Value<'a> {
        self.document.root()
    }

    /// The value at a pointer; of a duplicate key the last one.
    pub(super) fn at(&mut self, pointer: &str) -> Option<Value<'a>> {
        let mut value = self.document.root();
        if pointer.is_empty() {
            return Some(value);
        }
        for token in pointer.strip_prefix('/')?.split('/') {
            let name = token.replace("~1", "/").replace("~0", "~");
            value = match value.kind() {
                Kind::Object => self.member(value, &name)?,
                Kind::Array => self.item(value, name.parse().ok()?)?,
                _ => return None,
            };
        }
        Some(value)
    }

    fn member(&mut self, object: Value<'a>, name: &str) -> Option<Value<'a>> {
        if object.next_index() - object.index() <= SMALL {
            return object.get(name);
        }
        let index = self
            .members
            .entry(object.index())
            .or_insert_with(|| object.members().map(|m| (m.key().into_owned(), m.value.index())).collect());
        index.get(name).and_then(|&at| self.document.value(at))
    }

    fn item(&mut self, array: Value<'a>, number: usize) -> Option<Value<'a>> {
        if array.next_index() - array.index() <= SMALL {
            return array.item(number);
        }
        let index = self.items.entry(array.index()).or_insert_with(|| array.items().map(Value::index).collect());
        index.get(number).and_then(|&at| self.document.value(at))
    }
}
