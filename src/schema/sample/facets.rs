//! The schemas that apply together at one place, and what follows from them.

use std::collections::HashSet;

use crate::json::{Kind, Value};
use crate::schema::reference::pointer_targets;
use crate::schema::words::excerpt;

use super::Maker;
use super::names::Spot;

/// How many schemas may apply at one place.
const TOGETHER: usize = 256;

/// Object schemas that all must hold.
#[derive(Clone, Debug)]
pub(super) struct Facets<'a> {
    pub(super) schemas: Vec<Value<'a>>,
}

impl<'a> Facets<'a> {
    /// Follows references, merges `allOf`, chooses a branch of each union.
    pub(super) fn of(start: &[Value<'a>], maker: &mut Maker<'_>, spot: &Spot) -> Result<Facets<'a>, String> {
        let mut facets = Facets { schemas: Vec::new() };
        facets.add(start, maker, spot)?;
        Ok(facets)
    }

    /// Adds schemas that apply too.
    pub(super) fn add(&mut self, more: &[Value<'a>], maker: &mut Maker<'_>, spot: &Spot) -> Result<(), String> {
        let mut seen: HashSet<usize> = self.schemas.iter().map(|v| v.index()).collect();
        let mut open: Vec<Value<'a>> = more.iter().rev().copied().collect();
        while let Some(schema) = open.pop() {
            if schema.as_bool() == Some(false) {
                return Err(format!("the schema lets nothing stand at {}", spot.place()));
            }
            if schema.kind() != Kind::Object || !seen.insert(schema.index()) {
                continue;
            }
            if seen.len() > TOGETHER {
                return Err(format!("more than {TOGETHER} schemas apply together at {}", spot.place()));
            }
            self.schemas.push(schema);
            open.extend(pointer_targets(schema));
            for keyword in ["$ref", "$dynamicRef"] {
                if let Some(name) = schema.get(keyword).and_then(|v| v.as_str())
                    && let Some(name) = name.strip_prefix('#')
                    && !name.is_empty()
                    && !name.starts_with('/')
                {
                    open.extend(anchored(schema, name));
                }
            }
            if let Some(list) = schema.get("allOf") {
                open.extend(list.items());
            }
            for keyword in ["anyOf", "oneOf"] {
                if let Some(branch) = schema.get(keyword).and_then(|list| branch(list, maker, spot)) {
                    open.push(branch);
                }
            }
            if let Some(condition) = schema.get("if") {
                if maker.chance.one_in(2) {
                    open.push(condition);
                    open.extend(schema.get("then"));
                } else {
                    open.extend(schema.get("else"));
                }
            }
        }
        Ok(())
    }

    /// The values of a keyword, one for each schema that has it.
    pub(super) fn all(&self, keyword: &'static str) -> impl Iterator<Item = Value<'a>> + use<'a, '_> {
        self.schemas.iter().filter_map(move |schema| schema.get(keyword))
    }

    pub(super) fn has(&self, keyword: &'static str) -> bool {
        self.all(keyword).next().is_some()
    }

    /// The strings of a keyword.
    pub(super) fn texts(&self, keyword: &'static str) -> Vec<String> {
        self.all(keyword).filter_map(|v| v.as_str().map(|t| t.into_owned())).collect()
    }

    /// A count such as `minItems`: the greatest of a `min…`, the least of a `max…`.
    pub(super) fn count(&self, keyword: &'static str) -> Option<usize> {
        let counts = self.all(keyword).filter_map(whole);
        if keyword.starts_with("min") { counts.max() } else { counts.min() }
    }

    /// A value that the schemas name: `const`, `enum`, and as the style says `examples` and `default`.
    pub(super) fn fixed(&self, maker: &mut Maker<'_>) -> Option<Value<'a>> {
        if let Some(value) = self.all("const").next() {
            return Some(value);
        }
        let mut lists = self.all("enum");
        if let Some(list) = lists.next() {
            let others: Vec<Value<'a>> = lists.collect();
            let shared: Vec<Value<'a>> =
                list.items().filter(|v| others.iter().all(|other| other.items().any(|o| o.raw() == v.raw()))).collect();
            let spoken: Vec<Value<'a>> = shared.iter().copied().filter(|v| !v.is_null()).collect();
            let from = if spoken.is_empty() { &shared } else { &spoken };
            return from.get(maker.chance.below(from.len())).copied();
        }
        if !maker.style.examples {
            return None;
        }
        let examples: Vec<Value<'a>> = self.all("examples").flat_map(|list| list.items()).collect();
        if !examples.is_empty() {
            return examples.get(maker.chance.below(examples.len())).copied();
        }
        self.all("default").next().filter(|v| is_telling(*v))
    }

    /// The type to make: one that all schemas allow, `null` only when there is no other or once in a while.
    pub(super) fn kind(&self, maker: &mut Maker<'_>, spot: &Spot) -> Result<&'static str, String> {
        const ORDER: [&str; 7] = ["object", "array", "string", "integer", "number", "boolean", "null"];
        let mut allowed: Vec<&'static str> = ORDER.to_vec();
        let mut named: Option<Vec<&'static str>> = None;
        for list in self.all("type") {
            let names: Vec<String> = match list.kind() {
                Kind::Array => list.items().filter_map(|v| v.as_str().map(|t| t.into_owned())).collect(),
                _ => list.as_str().map(|t| t.into_owned()).into_iter().collect(),
            };
            let says = |name: &str| names.iter().any(|n| n == name);
            allowed.retain(|name| says(name) || (*name == "integer" && says("number")));
            // `number` beside `integer` means the same values.
            if says("integer") && !says("number") {
                allowed.retain(|name| *name != "number");
            }
            if named.is_none() {
                named = Some(ORDER.into_iter().filter(|name| says(name)).collect());
            }
        }
        if allowed.is_empty() {
            return Err(format!("no type is left at {}", spot.place()));
        }
        let Some(named) = named else { return Ok(self.implied(maker, spot)) };
        let usable: Vec<&'static str> = match named.iter().copied().filter(|n| allowed.contains(n)).collect::<Vec<_>>()
        {
            none if none.is_empty() => allowed,
            some => some,
        };
        let spoken: Vec<&'static str> = usable.iter().copied().filter(|name| *name != "null").collect();
        let nullable = spoken.len() < usable.len();
        if spoken.is_empty() || (nullable && (maker.deep(spot) || maker.chance.one_in(8))) {
            return Ok("null");
        }
        if maker.spare(spot) {
            return Ok(spoken.last().copied().unwrap_or("null"));
        }
        Ok(spoken.first().copied().unwrap_or("null"))
    }

    /// The type that the keywords speak about, where none is named.
    fn implied(&self, maker: &mut Maker<'_>, spot: &Spot) -> &'static str {
        let any = |keywords: &[&'static str]| keywords.iter().any(|keyword| self.has(keyword));
        if any(&[
            "properties",
            "required",
            "additionalProperties",
            "patternProperties",
            "minProperties",
            "propertyNames",
        ]) || any(&["dependentRequired", "dependentSchemas", "maxProperties", "unevaluatedProperties"])
        {
            "object"
        } else if any(&["items", "prefixItems", "contains", "minItems", "uniqueItems", "maxItems", "unevaluatedItems"])
        {
            "array"
        } else if any(&["pattern", "format", "minLength", "maxLength"]) {
            "string"
        } else if any(&["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]) {
            "number"
        } else if self.has("not") {
            ["object", "string", "integer", "boolean", "null", "array"][maker.chance.below(6)]
        } else if spot.depth == 0 {
            "object"
        } else {
            "string"
        }
    }
}

/// A whole number in a schema, as far as it fits.
pub(super) fn whole(value: Value<'_>) -> Option<usize> {
    let (negative, digits, power) = value.as_number()?.decimal()?;
    if negative || power < 0 {
        return if digits.is_empty() { Some(0) } else { None };
    }
    let mut number: usize = if digits.is_empty() { 0 } else { digits.parse().unwrap_or(usize::MAX) };
    for _ in 0..power.min(20) {
        number = number.saturating_mul(10);
    }
    Some(number)
}

/// Whether a default says more than "nothing".
fn is_telling(value: Value<'_>) -> bool {
    match value.kind() {
        Kind::Null => false,
        Kind::String => value.raw().len() > 2,
        Kind::Array | Kind::Object => value.next_index() > value.index() + 1,
        Kind::Bool | Kind::Number => true,
    }
}

/// The schema with this anchor.
fn anchored<'a>(schema: Value<'a>, name: &str) -> Option<Value<'a>> {
    let document = schema.document();
    (0..document.len()).filter_map(|index| document.value(index)).find(|v| {
        ["$anchor", "$dynamicAnchor"].into_iter().any(|k| v.get(k).and_then(|a| a.as_str()).is_some_and(|a| a == name))
    })
}

/// A branch of a union: not the empty one, and in deep places the one that ends soonest.
fn branch<'a>(list: Value<'a>, maker: &mut Maker<'_>, spot: &Spot) -> Option<Value<'a>> {
    let branches: Vec<Value<'a>> = list.items().take(1_000).filter(|v| v.as_bool() != Some(false)).collect();
    // The shortest branch may still have no end; now and then another is tried.
    if maker.deep(spot) && !(maker.style.plain_branches || maker.chance.one_in(6)) {
        return branches.into_iter().min_by_key(|v| weight(*v));
    }
    let spoken: Vec<Value<'a>> = branches.iter().copied().filter(|v| weight(*v) > 0).collect();
    let from = match spoken.is_empty() || (spoken.len() < branches.len() && maker.chance.one_in(8)) {
        true => branches,
        false => spoken,
    };
    // A list of values of one union goes through its branches in turn, which shows more of the schema.
    let at = if maker.style.plain_branches { 0 } else { spot.ordinal + maker.chance.base + maker.chance.below(2) };
    from.get(at % from.len().max(1)).copied()
}

/// How long the way of a branch is: 0 for null, then values without children, lists, objects.
fn weight(schema: Value<'_>) -> usize {
    let mut schema = schema;
    for _ in 0..8 {
        match pointer_targets(schema).next() {
            Some(target) => schema = target,
            None => break,
        }
    }
    let named = schema.get("type").and_then(|v| match v.kind() {
        Kind::Array => v.items().find(|t| excerpt(*t) != "\"null\"").and_then(|t| t.as_str()),
        _ => v.as_str(),
    });
    match named.as_deref() {
        Some("null") => 0,
        Some("array") => 2,
        Some("object") => 3,
        Some(_) => 1,
        None if schema.get("const").is_some_and(|v| v.is_null()) => 0,
        None if schema.get("const").is_some() || schema.get("enum").is_some() => 1,
        None if schema.get("items").is_some() => 2,
        None => 3,
    }
}
