//! Every subschema of a document: where the 2020-12 vocabulary has a schema, and nowhere else.
//!
//! Property names, `const`, `enum`, `default`, `examples` and unknown keywords hold no schemas. `definitions` does, and
//! so does the target of a `$ref` into an unknown keyword: whoever refers to it makes it a schema.

use std::collections::{HashMap, HashSet};

use crate::json::{Document, Kind, Value};

use super::keyword::{Applies, Keyword, Shape, keyword};
use super::locate::Locator;
use super::reference::{Target, in_unknown, references};

/// The subschemas of a document.
#[derive(Debug)]
pub struct Walk<'a> {
    schemas: Vec<Value<'a>>,
    known: HashSet<usize>,
    /// Schemas that only a reference made one: they stand under an unknown keyword.
    adopted: Vec<Value<'a>>,
    /// Where pointer references lead: from the tape index of the reference to the value.
    led: HashMap<usize, Value<'a>>,
}

impl<'a> Walk<'a> {
    /// Walks a document. Work is linear in its size; nothing recurses.
    pub fn new(document: &'a Document) -> Walk<'a> {
        let mut walk = Walk { schemas: Vec::new(), known: HashSet::new(), adopted: Vec::new(), led: HashMap::new() };
        let mut locator = Locator::new(document);
        walk.add(document.root());
        // References may lead under unknown keywords, and what stands there may refer again.
        let mut seen = 0;
        while seen < walk.schemas.len() {
            let schema = walk.schemas[seen];
            seen += 1;
            for (reference, target) in references(schema) {
                let Target::Pointer(pointer) = target else { continue };
                let Some(target) = locator.at(&pointer) else { continue };
                walk.led.insert(reference.index(), target);
                if is_schema_kind(target) && !walk.known.contains(&target.index()) && in_unknown(target) {
                    walk.adopted.push(target);
                    walk.add(target);
                }
            }
        }
        walk.schemas.sort_unstable_by_key(|v| v.index());
        walk
    }

    fn add(&mut self, root: Value<'a>) {
        let mut open = vec![root];
        while let Some(schema) = open.pop() {
            if self.known.insert(schema.index()) {
                self.schemas.push(schema);
                open.extend(children(schema).map(|child| child.schema));
            }
        }
    }

    /// Every subschema in document order, the root first; objects and booleans, and whatever else stands where a
    /// schema should.
    pub fn schemas(&self) -> &[Value<'a>] {
        &self.schemas
    }

    /// Whether the value with this tape index stands where a schema does.
    pub fn is_schema(&self, index: usize) -> bool {
        self.known.contains(&index)
    }

    /// The value that a reference leads to by pointer, whatever it is; the reference is the value of a `$ref`.
    pub fn led_to(&self, reference: Value<'a>) -> Option<Value<'a>> {
        self.led.get(&reference.index()).copied()
    }

    /// Schemas under unknown keywords that a reference leads to.
    pub fn adopted(&self) -> &[Value<'a>] {
        &self.adopted
    }
}

/// Whether a value may be a schema at all.
pub fn is_schema_kind(value: Value<'_>) -> bool {
    matches!(value.kind(), Kind::Object | Kind::Bool)
}

/// A subschema directly inside another.
#[derive(Clone, Copy, Debug)]
pub struct Child<'a> {
    /// The subschema.
    pub schema: Value<'a>,
    /// The keyword that holds it.
    pub keyword: &'static Keyword,
}

impl Child<'_> {
    /// Where it applies.
    pub fn applies(&self) -> Applies {
        self.keyword.applies
    }
}

/// The subschemas directly inside a schema, in document order. A keyword that holds something else than it should has
/// none, except that what stands in the place of a single schema is one, so that it can be found wrong.
pub fn children<'a>(schema: Value<'a>) -> impl Iterator<Item = Child<'a>> {
    schema.members().flat_map(|member| {
        let known = keyword(&member.key()).filter(|k| k.shape.holds_schemas());
        let inner: Vec<Child<'a>> = match known {
            None => Vec::new(),
            Some(keyword) => {
                let child = |schema| Child { schema, keyword };
                match (keyword.shape, member.value.kind()) {
                    (Shape::Schema, _) => vec![child(member.value)],
                    (Shape::Schemas, Kind::Array) => member.value.items().map(child).collect(),
                    (Shape::SchemaMap | Shape::PatternMap, Kind::Object) => {
                        member.value.children().map(child).collect()
                    }
                    (Shape::Dependencies, Kind::Object) => {
                        member.value.children().filter(|v| v.kind() != Kind::Array).map(child).collect()
                    }
                    _ => Vec::new(),
                }
            }
        };
        inner.into_iter()
    })
}
