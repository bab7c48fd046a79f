//! Every subschema of a document: where the 2020-12 vocabulary has a schema, and nowhere else.
//!
//! Property names, `const`, `enum`, `default`, `examples` and unknown keywords hold no schemas. `definitions` does, and
//! so does the target of a `$ref` into an unknown keyword: whoever refers to it makes it a schema.

use std::collections::{HashMap, HashSet};

use crate::json::{Document, Kind, Value};

use super::keyword::{Applies, Keyword, Shape, keyword};
use super::locate::Locator;
use super::reference::{Target, in_unknown, target};

/// The subschemas of a document, and the keywords in them.
#[derive(Debug)]
pub struct Walk<'a> {
    schemas: Vec<Value<'a>>,
    keywords: Vec<Stated<'a>>,
    known: HashSet<usize>,
    /// Schemas that only a reference made one: they stand under an unknown keyword.
    adopted: Vec<Value<'a>>,
    /// Where pointer references lead: from the tape index of the reference to the value.
    led: HashMap<usize, Value<'a>>,
}

/// A keyword in a schema, as it is stated there.
#[derive(Clone, Copy, Debug)]
pub struct Stated<'a> {
    /// The keyword.
    pub keyword: &'static Keyword,
    /// What it holds.
    pub value: Value<'a>,
}

impl<'a> Walk<'a> {
    /// Walks a document. Work is linear in its size; nothing recurses.
    pub fn new(document: &'a Document) -> Walk<'a> {
        let mut walk = Walk {
            schemas: Vec::new(),
            keywords: Vec::new(),
            known: HashSet::new(),
            adopted: Vec::new(),
            led: HashMap::new(),
        };
        let mut locator = Locator::new(document);
        walk.add(document.root());
        // References may lead under unknown keywords, and what stands there may refer again.
        let mut seen = 0;
        while seen < walk.keywords.len() {
            let stated = walk.keywords[seen];
            seen += 1;
            let Some(Target::Pointer(pointer)) = stated.target() else { continue };
            let Some(target) = locator.at(&pointer) else { continue };
            walk.led.insert(stated.value.index(), target);
            if is_schema_kind(target) && !walk.known.contains(&target.index()) && in_unknown(target) {
                walk.adopted.push(target);
                walk.add(target);
            }
        }
        walk.schemas.sort_unstable_by_key(|v| v.index());
        walk.keywords.sort_unstable_by_key(|stated| stated.value.index());
        walk
    }

    fn add(&mut self, root: Value<'a>) {
        let mut open = vec![root];
        while let Some(schema) = open.pop() {
            if !self.known.insert(schema.index()) {
                continue;
            }
            self.schemas.push(schema);
            for stated in keywords(schema) {
                self.keywords.push(stated);
                open.extend(stated.schemas());
            }
        }
    }

    /// Every subschema in document order, the root first; objects and booleans, and whatever else stands where a
    /// schema should.
    pub fn schemas(&self) -> &[Value<'a>] {
        &self.schemas
    }

    /// Every keyword of every subschema, in document order.
    pub fn keywords(&self) -> &[Stated<'a>] {
        &self.keywords
    }

    /// Every `$ref` and `$dynamicRef` in document order, and where it leads.
    pub fn references(&self) -> impl Iterator<Item = (Value<'a>, Target)> {
        self.keywords.iter().filter_map(|stated| stated.target().map(|target| (stated.value, target)))
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

/// The keywords of a schema in document order, unknown ones left out.
pub fn keywords<'a>(schema: Value<'a>) -> impl Iterator<Item = Stated<'a>> {
    schema.members().filter_map(|member| {
        let keyword = keyword(&member.key())?;
        Some(Stated { keyword, value: member.value })
    })
}

/// The subschemas directly inside a schema, in document order.
pub fn children<'a>(schema: Value<'a>) -> impl Iterator<Item = Child<'a>> {
    keywords(schema).flat_map(|stated| {
        let keyword = stated.keyword;
        stated.schemas().map(move |schema| Child { schema, keyword })
    })
}

impl<'a> Stated<'a> {
    /// The schemas it holds. A keyword that holds something else than it should has none, except that what stands in the
    /// place of a single schema is one, so that it can be found wrong.
    pub fn schemas(self) -> impl Iterator<Item = Value<'a>> {
        let (itself, inside) = match (self.keyword.shape, self.value.kind()) {
            (Shape::Schema, _) => (true, false),
            (Shape::Schemas, Kind::Array) => (false, true),
            (Shape::SchemaMap | Shape::PatternMap | Shape::Dependencies, Kind::Object) => (false, true),
            _ => (false, false),
        };
        // `dependencies` holds lists of names too.
        let names = self.keyword.shape == Shape::Dependencies;
        let inner = inside.then(|| self.value.children().filter(move |v| !(names && v.kind() == Kind::Array)));
        itself.then_some(self.value).into_iter().chain(inner.into_iter().flatten())
    }

    /// Where it leads, when it is a reference.
    pub fn target(self) -> Option<Target> {
        let reference = self.keyword.shape == Shape::Reference;
        if reference { self.value.as_str().map(|text| target(&text)) } else { None }
    }
}
