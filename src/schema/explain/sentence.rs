//! One error in people's words: what is there, what was asked, what to try.

use std::collections::HashSet;

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;

use crate::json::{self, Kind as Json, Value};
use crate::schema::keyword::Applies;
use crate::schema::reference::{Target, nearest, pointer_targets, target};
use crate::schema::walk::children;
use crate::schema::words::{count, cut, either, excerpt, place_name, type_phrase, values};

use super::Said;

/// How many values or names a sentence lists.
const LISTED: usize = 8;

/// The finding for an error at one value. `asked` is the value of the keyword in the schema.
pub(super) fn say(error: &ValidationError<'_>, at: Value<'_>, asked: Option<Value<'_>>) -> Said {
    let found = excerpt(at);
    let limit = asked.map(excerpt).unwrap_or_default();
    let mut fix = None;
    let mut measured = None;
    let (rule, expected) = match error.kind() {
        Kind::Type { .. } => {
            let expected = type_words(asked);
            fix = type_fix(at, asked);
            ("type", expected)
        }
        Kind::Custom { keyword, .. } if keyword == "type" => ("type", type_words(asked)),
        Kind::Enum { .. } => {
            fix = asked.and_then(|list| nearest_value(at, list.items()));
            ("enum", asked.map(|list| values(list, LISTED)).unwrap_or_default())
        }
        Kind::Constant { .. } => {
            fix = asked.and_then(|value| nearest_value(at, std::iter::once(value)));
            ("const", asked.map(|v| cut(v.raw(), 60)).unwrap_or_default())
        }
        Kind::Minimum { .. } => ("minimum", format!("{limit} or more")),
        Kind::Maximum { .. } => ("maximum", format!("{limit} or less")),
        Kind::ExclusiveMinimum { .. } => ("exclusiveMinimum", format!("more than {limit}")),
        Kind::ExclusiveMaximum { .. } => ("exclusiveMaximum", format!("less than {limit}")),
        Kind::MultipleOf { .. } => ("multipleOf", format!("a multiple of {limit}")),
        Kind::MinLength { .. } => sized(at, "minLength", &limit, "character", &mut measured),
        Kind::MaxLength { .. } => sized(at, "maxLength", &limit, "character", &mut measured),
        Kind::MinItems { .. } => sized(at, "minItems", &limit, "item", &mut measured),
        Kind::MaxItems { .. } => sized(at, "maxItems", &limit, "item", &mut measured),
        Kind::MinProperties { .. } => sized(at, "minProperties", &limit, "member", &mut measured),
        Kind::MaxProperties { .. } => sized(at, "maxProperties", &limit, "member", &mut measured),
        Kind::Pattern { .. } => (
            "pattern",
            format!("text that matches {}", asked.and_then(|v| v.as_str()).map(|p| cut(&p, 60)).unwrap_or_default()),
        ),
        Kind::Format { format } => ("format", format_phrase(format)),
        Kind::Contains => ("contains", contains_words(asked)),
        Kind::Not { .. } => ("not", format!("anything but {}", asked.map(schema_words).unwrap_or_default())),
        Kind::FalseSchema => {
            let said = forbidden(at, asked);
            return Said { found, ..said };
        }
        Kind::UnevaluatedItems { .. } => {
            let place = place_name(error.instance_path().as_str());
            return Said {
                rule: "unevaluatedItems".to_owned(),
                message: format!("{place} has items that the schema does not describe"),
                expected: "only items that the schema describes".to_owned(),
                found,
                fix: None,
            };
        }
        Kind::AdditionalItems { limit } => ("items", format!("{} at most", count(*limit as u64, "item"))),
        Kind::OneOfMultipleValid { context } => {
            let fits: Vec<String> =
                (1..).zip(context).filter(|(_, errors)| errors.is_empty()).map(|(n, _)| n.to_string()).collect();
            let which = match fits.len() {
                0 | 1 => "more than one branch".to_owned(),
                _ => format!("branches {}", either(&fits).replace(" or ", " and ")),
            };
            let place = place_name(error.instance_path().as_str());
            return Said {
                rule: "oneOf".to_owned(),
                message: format!("{place} fits {which} of oneOf, the schema asks for exactly one"),
                expected: "exactly one branch of oneOf".to_owned(),
                found: which,
                fix: None,
            };
        }
        other => {
            let keyword = other.keyword();
            let message = format!("{} does not meet {keyword}", place_name(error.instance_path().as_str()));
            return Said { rule: keyword.to_owned(), message, expected: keyword.to_owned(), found, fix: None };
        }
    };
    let place = place_name(error.instance_path().as_str());
    let (verb, found) = match measured {
        Some(measured) => ("has", measured),
        None => ("is", found),
    };
    let message = format!("{place} {verb} {found}, the schema asks for {expected}");
    Said { rule: rule.to_owned(), message, expected, found, fix }
}

/// A length or number of children against its limit.
fn sized(
    at: Value<'_>,
    rule: &'static str,
    limit: &str,
    noun: &str,
    measured: &mut Option<String>,
) -> (&'static str, String) {
    let size = match at.kind() {
        Json::String => at.as_str().map_or(0, |text| text.chars().count()),
        _ => at.children().count(),
    };
    *measured = Some(count(size as u64, noun));
    (rule, if rule.starts_with("min") { format!("{limit} or more") } else { format!("{limit} at most") })
}

/// `a string or null`, from the value of `type`.
fn type_words(asked: Option<Value<'_>>) -> String {
    let Some(asked) = asked else { return "another type".to_owned() };
    let phrase = |v: Value<'_>| type_phrase(&v.as_str().unwrap_or_default());
    match asked.kind() {
        Json::Array => either(&asked.items().map(phrase).collect::<Vec<_>>()),
        _ => phrase(asked),
    }
}

fn asks_for(asked: Option<Value<'_>>, name: &str) -> bool {
    asked.is_some_and(|v| match v.kind() {
        Json::Array => v.items().any(|t| t.as_str().is_some_and(|t| t == name)),
        _ => v.as_str().is_some_and(|t| t == name),
    })
}

/// Whether a keyword stands in the schema of a property that its object does not require.
fn is_optional(asked: Option<Value<'_>>) -> bool {
    let property = asked.and_then(|v| v.parent());
    let map = property.and_then(|v| v.parent()).filter(|v| v.key_is("properties"));
    let required = map.and_then(|v| v.parent()).and_then(|schema| schema.get("required"));
    let name = property.and_then(|v| v.key()).unwrap_or_default();
    map.is_some() && !required.is_some_and(|list| list.items().any(|v| v.as_str().is_some_and(|v| v == name)))
}

fn type_fix(at: Value<'_>, asked: Option<Value<'_>>) -> Option<String> {
    match at.kind() {
        Json::String => {
            let text = at.as_str()?;
            // A long text is hardly a quoted value, and reading it again costs.
            if text.len() > 1 << 20 {
                return None;
            }
            let limits = json::Limits { depth: 128, ..json::Limits::default() };
            let inner = json::parse_text(&text, &limits).ok()?;
            let kind = inner.root().kind();
            let whole = inner.root().as_number().is_some_and(|n| n.is_integer_value());
            if asks_for(asked, kind.word()) || (whole && asks_for(asked, "integer")) {
                let what = if matches!(kind, Json::Array | Json::Object) { "JSON in a string" } else { "in quotes" };
                return Some(format!("the {} is {what}: write it bare", kind.word()));
            }
            None
        }
        Json::Null if is_optional(asked) => Some("leave the member out when there is no value".to_owned()),
        Json::Number if asks_for(asked, "string") => Some("write the number in quotes".to_owned()),
        _ if asks_for(asked, "array") => Some("write a list, also for a single item".to_owned()),
        _ => None,
    }
}

/// What a spelling close to one of the allowed values suggests; also the same value in quotes or without.
pub(super) fn nearest_value<'a>(at: Value<'_>, allowed: impl Iterator<Item = Value<'a>>) -> Option<String> {
    let text = match at.kind() {
        Json::String => at.as_str()?.into_owned(),
        Json::Number | Json::Bool => at.raw().to_owned(),
        _ => return None,
    };
    let allowed: Vec<(String, &str)> = allowed
        .take(2_000)
        .filter(|v| v.raw().len() <= 200)
        .map(|v| (v.as_str().map_or_else(|| v.raw().to_owned(), |t| t.into_owned()), v.raw()))
        .collect();
    let same = allowed.iter().find(|(candidate, raw)| *candidate == text && *raw != at.raw());
    let near = same.map(|(_, raw)| *raw).or_else(|| {
        let name = nearest(&text, allowed.iter().map(|(candidate, _)| candidate.as_str()))?;
        allowed.iter().find(|(candidate, _)| candidate == name).map(|(_, raw)| *raw)
    })?;
    Some(format!("did you mean {near}?"))
}

fn format_phrase(format: &str) -> String {
    match format {
        "date-time" => "a date and time such as 2026-11-30T21:29:00Z".to_owned(),
        "date" => "a date such as 2026-11-30".to_owned(),
        "time" => "a time such as 21:29:00Z".to_owned(),
        "duration" => "a duration such as PT15M".to_owned(),
        "email" | "idn-email" => "an email address".to_owned(),
        "hostname" | "idn-hostname" => "a host name".to_owned(),
        "ipv4" => "an IPv4 address".to_owned(),
        "ipv6" => "an IPv6 address".to_owned(),
        "uri" | "iri" => "an absolute URI".to_owned(),
        "uuid" => "a UUID".to_owned(),
        "regex" => "a pattern".to_owned(),
        other => format!("a {}", cut(other, 40)),
    }
}

fn contains_words(asked: Option<Value<'_>>) -> String {
    let bound = |name: &str| asked.and_then(|v| v.parent()).and_then(|s| s.get(name)).map(excerpt);
    match (bound("minContains"), bound("maxContains")) {
        (None, None) => "at least 1 item that fits contains".to_owned(),
        (Some(least), None) => format!("at least {least} items that fit contains"),
        (None, Some(most)) => format!("1 to {most} items that fit contains"),
        (Some(least), Some(most)) => format!("{least} to {most} items that fit contains"),
    }
}

/// A schema in a few words: its type, const, enum or title, else its text.
fn schema_words(schema: Value<'_>) -> String {
    if let Some(asked) = schema.get("type") {
        return type_words(Some(asked));
    }
    if let Some(list) = schema.get("enum") {
        return values(list, LISTED);
    }
    cut(schema.get("const").unwrap_or(schema).raw(), 60)
}

/// Something stands where the schema is `false`.
fn forbidden(at: Value<'_>, asked: Option<Value<'_>>) -> Said {
    let pointer = at.pointer();
    let holder = asked.and_then(|v| v.parent());
    let rule = asked.and_then(|v| v.key()).filter(|k| crate::schema::keyword(k).is_some());
    let rule = rule.or_else(|| holder.and_then(|v| v.key())).unwrap_or_default().into_owned();
    let first = holder.and_then(|schema| schema.get("prefixItems")).filter(|_| rule == "items");
    let place = place_name(&pointer);
    let (message, expected) = match first {
        Some(list) => {
            let most = count(list.items().count() as u64, "item");
            (format!("{place} is one too many, the schema asks for {most} at most"), format!("{most} at most"))
        }
        None => (format!("{place} is not allowed by the schema"), "nothing".to_owned()),
    };
    let rule = if rule.is_empty() { "false".to_owned() } else { rule };
    Said { rule, message, expected, found: String::new(), fix: None }
}

/// How many schemas are looked at for the names they declare.
const LOOKED_AT: usize = 1_000;

/// The names under `properties` of a schema.
pub(super) fn declared(schema: Option<Value<'_>>) -> Vec<String> {
    let properties = schema.and_then(|schema| schema.get("properties"));
    properties.map(|map| map.members().take(2_000).map(|m| m.key().into_owned()).collect()).unwrap_or_default()
}

/// The names that a schema, or one that it applies to the same value, declares.
pub(super) fn declared_in_place(schema: Option<Value<'_>>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut seen = HashSet::new();
    let mut open: Vec<Value<'_>> = schema.into_iter().collect();
    while let Some(schema) = open.pop() {
        if seen.len() >= LOOKED_AT || !seen.insert(schema.index()) {
            continue;
        }
        names.extend(declared(Some(schema)));
        open.extend(pointer_targets(schema));
        open.extend(children(schema).filter(|c| c.applies() == Applies::InPlace).map(|c| c.schema));
    }
    names
}

/// A key that should not be there.
pub(super) fn unexpected(member: Value<'_>, object: Value<'_>, rule: &str, pointer: &str, allowed: &[String]) -> Said {
    let name = member.key().unwrap_or_default();
    let free = allowed.iter().map(String::as_str).filter(|allowed| object.get(allowed).is_none());
    let near = nearest(&name, free);
    let expected = match allowed.len() {
        0 => "no other member".to_owned(),
        1..=LISTED => format!("only {}", either(allowed).replace(" or ", " and ")),
        many => format!("only {} … ({many} names)", allowed[..LISTED].join(", ")),
    };
    Said {
        rule: rule.to_owned(),
        message: format!("{pointer} is not in the schema"),
        expected,
        found: excerpt(member),
        fix: near.map(|near| format!("did you mean {}?", json::quote(near))),
    }
}

/// A key that `propertyNames` refuses.
pub(super) fn bad_name(inner: &ValidationError<'_>, name: &str, pointer: &str, asked: Option<Value<'_>>) -> Said {
    // The name is judged as a string value, so the sentence is made from one.
    let text = json::quote(name);
    let said =
        json::parse_text(&text, &json::Limits::default()).ok().map(|document| say(inner, document.root(), asked));
    let expected = said.map(|said| said.expected).unwrap_or_default();
    Said {
        rule: "propertyNames".to_owned(),
        message: format!("{pointer} is no name the schema allows, it asks for {expected}"),
        expected,
        found: cut(&text, 60),
        fix: None,
    }
}

/// A member that is missing.
pub(super) fn missing(object: Value<'_>, name: &str, pointer: &str, asked: Option<Value<'_>>) -> Said {
    let mut rule = "required";
    let mut because = String::new();
    let schema = asked.and_then(|v| v.parent());
    if let Some(map) = asked.filter(|v| v.key_is("dependentRequired")) {
        rule = "dependentRequired";
        let lists = |list: Value<'_>| list.items().any(|v| v.as_str().is_some_and(|v| v == name));
        if let Some(by) = map.members().find(|m| object.get(&m.key()).is_some() && lists(m.value)) {
            because = format!(", and {} asks for it", cut(&by.key(), 60));
        }
    }
    let properties = schema.and_then(|s| s.get("properties"));
    let property = properties.and_then(|map| map.get(name)).map(resolved);
    let expected = match property {
        Some(schema)
            if schema.get("type").is_some() || schema.get("enum").is_some() || schema.get("const").is_some() =>
        {
            schema_words(schema)
        }
        _ => "a value".to_owned(),
    };
    let undeclared: Vec<String> = object
        .members()
        .take(2_000)
        .map(|m| m.key().into_owned())
        .filter(|key| properties.is_none_or(|map| map.get(key).is_none()))
        .collect();
    let near = nearest(name, undeclared.iter().map(String::as_str));
    Said {
        rule: rule.to_owned(),
        message: format!("{pointer} is missing{because}"),
        expected,
        found: "nothing".to_owned(),
        fix: near.map(|near| format!("is {} meant for it?", json::quote(near))),
    }
}

/// A schema behind its `$ref`s, as far as they stay in the document.
pub(super) fn resolved(mut schema: Value<'_>) -> Value<'_> {
    for _ in 0..16 {
        let Some(text) = schema.get("$ref").and_then(|v| v.as_str()) else { break };
        let Target::Pointer(pointer) = target(&text) else { break };
        let Some(next) = schema.document().at(&pointer) else { break };
        schema = next;
    }
    schema
}
