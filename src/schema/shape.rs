//! What the 2020-12 meta-schema asks of each keyword, said in people's words, at every place where it is not so.

use std::collections::HashSet;

use crate::json::{Kind, Value};

use super::check::MOST;
use super::finding::{Finding, Step};
use super::keyword::{Shape, TYPES};
use super::reference::nearest;
use super::walk::Walk;
use super::words::{either, excerpt};

/// Every keyword that holds what it may not.
pub fn check(walk: &Walk<'_>, findings: &mut Vec<Finding>) {
    for stated in walk.keywords() {
        if findings.len() >= MOST {
            return;
        }
        // Policy speaks about these two.
        if !matches!(stated.keyword.name, "$schema" | "$id") {
            check_keyword(stated.keyword.name, stated.keyword.shape, stated.value, findings);
        }
    }
}

fn report(findings: &mut Vec<Finding>, rule: &str, value: Value<'_>, message: String, fix: Option<String>) {
    let mut finding = Finding::error(Step::Valid, "schema-invalid", rule, message).at(value);
    finding.fix = fix;
    findings.push(finding);
}

/// A kind or shape mismatch: "`name` is …, it must be …".
fn must_be(findings: &mut Vec<Finding>, name: &str, value: Value<'_>, wanted: &str) {
    let fix = value.is_null().then(|| format!("leave {name} out"));
    let message = format!("{name} is {}, it must be {wanted}", excerpt(value));
    report(findings, name, value, message, fix);
}

fn check_keyword(name: &'static str, shape: Shape, value: Value<'_>, findings: &mut Vec<Finding>) {
    let kind = value.kind();
    match shape {
        Shape::Any => {}
        Shape::Schema if kind == Kind::Array && name == "items" => {
            let message = "items is a list, in draft 2020-12 it must be one schema".to_owned();
            report(findings, name, value, message, Some("rename this list to prefixItems".to_owned()));
        }
        Shape::Schema => schema(findings, name, || name.to_owned(), value),
        Shape::Schemas => match kind {
            Kind::Array if value.items().next().is_none() => {
                must_be(findings, name, value, "a list of at least one schema");
            }
            Kind::Array => value.items().for_each(|item| schema(findings, name, || "an item".to_owned(), item)),
            _ => must_be(findings, name, value, "a list of schemas"),
        },
        Shape::SchemaMap | Shape::PatternMap => match kind {
            Kind::Object => value.members().for_each(|m| schema(findings, name, || named(name, &m.key()), m.value)),
            _ => must_be(findings, name, value, "an object of schemas"),
        },
        Shape::Dependencies => match kind {
            Kind::Object => {
                for member in value.members() {
                    match member.value.kind() {
                        Kind::Array => names(findings, name, &named(name, &member.key()), member.value),
                        _ => schema(findings, name, || named(name, &member.key()), member.value),
                    }
                }
            }
            _ => must_be(findings, name, value, "an object of schemas or lists of names"),
        },
        Shape::Text | Shape::Reference | Shape::Pattern if kind != Kind::String => {
            must_be(findings, name, value, "a string");
        }
        Shape::Text | Shape::Reference | Shape::Pattern => {}
        Shape::Anchor => {
            if !value.as_str().is_some_and(|text| is_anchor(&text)) {
                must_be(findings, name, value, "a name: a letter or _, then letters, digits, -, _ or .");
            }
        }
        Shape::Boolean if kind != Kind::Bool => must_be(findings, name, value, "true or false"),
        Shape::Boolean => {}
        Shape::Count => {
            let whole = value.as_number().is_some_and(|n| n.is_integer_value() && !is_negative(n.text()));
            if !whole {
                must_be(findings, name, value, "a whole number, 0 or more");
            }
        }
        Shape::Number if kind != Kind::Number => {
            let older = kind == Kind::Bool && name.starts_with("exclusive");
            let wanted = if older { "a number, the limit itself" } else { "a number" };
            must_be(findings, name, value, wanted);
        }
        Shape::Number => {}
        Shape::Positive => {
            let positive = value.as_number().is_some_and(|n| !is_negative(n.text()) && !is_zero(n.text()));
            if !positive {
                must_be(findings, name, value, "a number above 0");
            }
        }
        Shape::Type => types(findings, value),
        Shape::Names => match name {
            "required" if kind == Kind::Bool => {
                let message = format!("required is {}, it must be a list of property names", excerpt(value));
                let fix = "list the names in the required of the object that holds the property".to_owned();
                report(findings, name, value, message, Some(fix));
            }
            _ => names(findings, name, name, value),
        },
        Shape::NamesMap => match kind {
            Kind::Object => value.members().for_each(|m| names(findings, name, &named(name, &m.key()), m.value)),
            _ => must_be(findings, name, value, "an object of lists of names"),
        },
        Shape::List if kind != Kind::Array => must_be(findings, name, value, "a list"),
        Shape::List => {}
        Shape::Flags => match kind {
            Kind::Object => {
                for member in value.members().filter(|m| m.value.kind() != Kind::Bool) {
                    must_be(findings, name, member.value, "true or false");
                }
            }
            _ => must_be(findings, name, value, "an object of true and false"),
        },
    }
}

fn named(keyword: &str, key: &str) -> String {
    format!("{} {}", if keyword == "properties" { "property" } else { "member" }, crate::json::quote(key))
}

fn schema(findings: &mut Vec<Finding>, rule: &str, subject: impl Fn() -> String, value: Value<'_>) {
    if matches!(value.kind(), Kind::Object | Kind::Bool) {
        return;
    }
    let message = format!("{} is {}, it must be a schema: an object, true or false", subject(), excerpt(value));
    let fix = match value.as_str() {
        Some(text) if TYPES.contains(&text.as_ref()) => Some(format!("write {{\"type\": \"{text}\"}}")),
        _ if value.is_null() => Some(format!("leave {rule} out, or write {{}} for anything")),
        _ => None,
    };
    report(findings, rule, value, message, fix);
}

fn names(findings: &mut Vec<Finding>, rule: &str, subject: &str, value: Value<'_>) {
    if value.kind() != Kind::Array {
        let fix = value.is_null().then(|| format!("leave {rule} out"));
        let message = format!("{subject} is {}, it must be a list of property names", excerpt(value));
        return report(findings, rule, value, message, fix);
    }
    let mut seen = HashSet::new();
    for item in value.items() {
        match item.as_str() {
            None => {
                let message = format!("{subject} lists {}, it may list only property names", excerpt(item));
                report(findings, rule, item, message, None);
            }
            Some(text) => {
                if !seen.insert(text) {
                    report(findings, rule, item, format!("{subject} lists {} twice", excerpt(item)), None);
                }
            }
        }
    }
}

fn types(findings: &mut Vec<Finding>, value: Value<'_>) {
    match value.kind() {
        Kind::String => type_name(findings, value),
        Kind::Array => {
            if value.items().next().is_none() {
                must_be(findings, "type", value, "a type name or a list of at least one");
            }
            let mut seen = HashSet::new();
            for item in value.items() {
                if item.kind() == Kind::String && !seen.insert(item.as_str()) {
                    report(findings, "type", item, format!("type lists {} twice", excerpt(item)), None);
                } else {
                    type_name(findings, item);
                }
            }
        }
        _ => {
            let message = format!("type is {}, it must be one of {} or a list of them", excerpt(value), type_list());
            let fix = value.is_null().then(|| "write \"null\" in quotes".to_owned());
            report(findings, "type", value, message, fix);
        }
    }
}

fn type_list() -> String {
    either(&TYPES.map(str::to_owned))
}

fn type_name(findings: &mut Vec<Finding>, value: Value<'_>) {
    let text = value.as_str().unwrap_or_default();
    if value.kind() == Kind::String && TYPES.contains(&text.as_ref()) {
        return;
    }
    let message = format!("type {} is none, the types are {}", excerpt(value), type_list().replace(" or ", " and "));
    let near = nearest(&text, TYPES.into_iter()).or(match text.to_lowercase().as_str() {
        "int" | "long" | "int32" | "int64" | "bigint" => Some("integer"),
        "float" | "double" | "decimal" => Some("number"),
        "str" | "text" | "date" | "datetime" | "date-time" | "uuid" | "enum" => Some("string"),
        "bool" => Some("boolean"),
        "list" | "tuple" | "set" => Some("array"),
        "dict" | "map" | "record" | "struct" => Some("object"),
        "none" | "nil" | "undefined" => Some("null"),
        _ => None,
    });
    report(findings, "type", value, message, near.map(|near| format!("did you mean \"{near}\"?")));
}

fn is_anchor(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && characters.all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
}

fn is_zero(number: &str) -> bool {
    let mantissa = number.split(['e', 'E']).next().unwrap_or(number);
    !mantissa.bytes().any(|b| (b'1'..=b'9').contains(&b))
}

fn is_negative(number: &str) -> bool {
    number.starts_with('-') && !is_zero(number)
}
