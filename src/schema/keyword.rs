//! The keywords of JSON Schema 2020-12: what each may hold, and where its subschemas apply.

/// What a keyword's value may be, as the 2020-12 meta-schema says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A schema.
    Schema,
    /// A list of at least one schema.
    Schemas,
    /// An object whose members are schemas.
    SchemaMap,
    /// An object whose keys are patterns and whose members are schemas.
    PatternMap,
    /// An object whose members are schemas or lists of names (`dependencies`, kept from older drafts).
    Dependencies,
    /// A string.
    Text,
    /// A string that refers to a schema.
    Reference,
    /// A string that names a place: a letter or underscore, then letters, digits, `-`, `_`, `.`.
    Anchor,
    /// A string that is a pattern.
    Pattern,
    /// `true` or `false`.
    Boolean,
    /// A whole number, not negative.
    Count,
    /// A number.
    Number,
    /// A number above 0.
    Positive,
    /// One of the seven type names, or a list of different ones.
    Type,
    /// A list of different strings.
    Names,
    /// An object whose members are lists of different strings.
    NamesMap,
    /// A list.
    List,
    /// An object whose members are `true` or `false`.
    Flags,
    /// Anything.
    Any,
}

impl Shape {
    /// Whether the value holds subschemas.
    pub fn holds_schemas(self) -> bool {
        matches!(self, Shape::Schema | Shape::Schemas | Shape::SchemaMap | Shape::PatternMap | Shape::Dependencies)
    }
}

/// Where a keyword's subschemas apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applies {
    /// To the same value.
    InPlace,
    /// Each to a different child of the value: one of them at most sees a given child.
    OneChild,
    /// All of them may see the same child of the value.
    EachChild,
    /// Nowhere by itself, only when it is referred to.
    Nowhere,
}

/// One keyword.
#[derive(Clone, Copy, Debug)]
pub struct Keyword {
    /// Its name.
    pub name: &'static str,
    /// What it may hold.
    pub shape: Shape,
    /// Where its subschemas apply.
    pub applies: Applies,
}

const fn plain(name: &'static str, shape: Shape) -> Keyword {
    Keyword { name, shape, applies: Applies::Nowhere }
}

const fn applied(name: &'static str, shape: Shape, applies: Applies) -> Keyword {
    Keyword { name, shape, applies }
}

/// Every keyword of the 2020-12 vocabularies, and `definitions` and `dependencies`, which its meta-schema keeps; in
/// order of their names.
pub const KEYWORDS: [Keyword; 59] = [
    plain("$anchor", Shape::Anchor),
    plain("$comment", Shape::Text),
    plain("$defs", Shape::SchemaMap),
    plain("$dynamicAnchor", Shape::Anchor),
    plain("$dynamicRef", Shape::Reference),
    plain("$id", Shape::Text),
    plain("$ref", Shape::Reference),
    plain("$schema", Shape::Text),
    plain("$vocabulary", Shape::Flags),
    applied("additionalProperties", Shape::Schema, Applies::EachChild),
    applied("allOf", Shape::Schemas, Applies::InPlace),
    applied("anyOf", Shape::Schemas, Applies::InPlace),
    plain("const", Shape::Any),
    applied("contains", Shape::Schema, Applies::EachChild),
    plain("contentEncoding", Shape::Text),
    plain("contentMediaType", Shape::Text),
    plain("contentSchema", Shape::Schema),
    plain("default", Shape::Any),
    plain("definitions", Shape::SchemaMap),
    applied("dependencies", Shape::Dependencies, Applies::InPlace),
    plain("dependentRequired", Shape::NamesMap),
    applied("dependentSchemas", Shape::SchemaMap, Applies::InPlace),
    plain("deprecated", Shape::Boolean),
    plain("description", Shape::Text),
    applied("else", Shape::Schema, Applies::InPlace),
    plain("enum", Shape::List),
    plain("examples", Shape::List),
    plain("exclusiveMaximum", Shape::Number),
    plain("exclusiveMinimum", Shape::Number),
    plain("format", Shape::Text),
    applied("if", Shape::Schema, Applies::InPlace),
    applied("items", Shape::Schema, Applies::EachChild),
    plain("maxContains", Shape::Count),
    plain("maxItems", Shape::Count),
    plain("maxLength", Shape::Count),
    plain("maxProperties", Shape::Count),
    plain("maximum", Shape::Number),
    plain("minContains", Shape::Count),
    plain("minItems", Shape::Count),
    plain("minLength", Shape::Count),
    plain("minProperties", Shape::Count),
    plain("minimum", Shape::Number),
    plain("multipleOf", Shape::Positive),
    applied("not", Shape::Schema, Applies::InPlace),
    applied("oneOf", Shape::Schemas, Applies::InPlace),
    plain("pattern", Shape::Pattern),
    applied("patternProperties", Shape::PatternMap, Applies::EachChild),
    applied("prefixItems", Shape::Schemas, Applies::OneChild),
    applied("properties", Shape::SchemaMap, Applies::OneChild),
    applied("propertyNames", Shape::Schema, Applies::EachChild),
    plain("readOnly", Shape::Boolean),
    plain("required", Shape::Names),
    applied("then", Shape::Schema, Applies::InPlace),
    plain("title", Shape::Text),
    plain("type", Shape::Type),
    applied("unevaluatedItems", Shape::Schema, Applies::EachChild),
    applied("unevaluatedProperties", Shape::Schema, Applies::EachChild),
    plain("uniqueItems", Shape::Boolean),
    plain("writeOnly", Shape::Boolean),
];

/// The keyword with this name.
pub fn keyword(name: &str) -> Option<&'static Keyword> {
    KEYWORDS.binary_search_by(|k| k.name.cmp(name)).ok().map(|at| &KEYWORDS[at])
}

/// The type names.
pub const TYPES: [&str; 7] = ["array", "boolean", "integer", "null", "number", "object", "string"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order_so_that_it_can_be_searched_by_halves() {
        assert!(KEYWORDS.is_sorted_by(|a, b| a.name < b.name));
        assert!(KEYWORDS.iter().all(|k| keyword(k.name).is_some_and(|found| found.name == k.name)));
        assert!(keyword("propertees").is_none());
    }
}
