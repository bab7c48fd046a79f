//! `$ref` and `$dynamicRef`: where they lead, and what is wrong when they lead nowhere.

use std::collections::BTreeMap;

use crate::json::{Document, Kind, Value};

use super::check::MOST;
use super::finding::{Finding, Severity, Step};
use super::keyword::{Shape, keyword};
use super::walk::{Walk, is_schema_kind, keywords};
use super::words::escaped;

/// Where a reference leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// To a JSON pointer in the same document; the whole document is the empty pointer.
    Pointer(String),
    /// To an anchor in the same document.
    Anchor(String),
    /// Out of the document.
    Outside,
}

/// Reads a reference: `#`, `#/pointer`, `#anchor`, with percent escapes; all else leaves the document.
pub fn target(reference: &str) -> Target {
    if reference.is_empty() {
        return Target::Pointer(String::new());
    }
    match reference.strip_prefix('#').map(percent_decoded) {
        None => Target::Outside,
        Some(fragment) if fragment.is_empty() || fragment.starts_with('/') => Target::Pointer(fragment),
        Some(fragment) => Target::Anchor(fragment),
    }
}

fn percent_decoded(text: &str) -> String {
    if !text.contains('%') {
        return text.to_owned();
    }
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let hex = |offset: usize| bytes.get(at + offset).and_then(|b| (*b as char).to_digit(16));
        match (byte, hex(1), hex(2)) {
            (b'%', Some(high), Some(low)) => {
                out.push((high * 16 + low) as u8);
                at += 3;
            }
            _ => {
                out.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}

/// The references of a schema, and where they lead.
pub fn references<'a>(schema: Value<'a>) -> impl Iterator<Item = (Value<'a>, Target)> {
    keywords(schema).filter_map(|stated| stated.target().map(|target| (stated.value, target)))
}

/// The values that the pointer references of a schema lead to.
pub fn pointer_targets<'a>(schema: Value<'a>) -> impl Iterator<Item = Value<'a>> {
    references(schema).filter_map(|(value, target)| match target {
        Target::Pointer(pointer) => value.document().at(&pointer),
        _ => None,
    })
}

/// Whether a value stands under an unknown keyword, going down from the root. A value under a known keyword that holds
/// no schemas (`const`, `enum`, `required` …), or that is itself the map or list of schemas, does not.
pub fn in_unknown(value: Value<'_>) -> bool {
    let mut path = vec![value];
    while let Some(parent) = path.last().and_then(|v| v.parent()) {
        path.push(parent);
    }
    let mut steps = path.into_iter().rev().skip(1);
    while let Some(step) = steps.next() {
        let Some(key) = step.key() else { return false };
        match keyword(&key).map(|k| k.shape) {
            None => return true,
            Some(Shape::Schema) => {}
            Some(shape) if shape.holds_schemas() => {
                if steps.next().is_none() {
                    return false;
                }
            }
            Some(_) => return false,
        }
    }
    false
}

/// The anchors of a document: names and the schemas that carry them.
pub fn anchors<'a>(walk: &Walk<'a>) -> BTreeMap<String, Value<'a>> {
    let mut anchors = BTreeMap::new();
    for stated in walk.keywords().iter().filter(|stated| stated.keyword.shape == Shape::Anchor) {
        if let (Some(name), Some(schema)) = (stated.value.as_str(), stated.value.parent()) {
            anchors.entry(name.into_owned()).or_insert(schema);
        }
    }
    anchors
}

/// Every reference that leads to nothing or to no schema. References out of the document are policy's.
pub fn check(walk: &Walk<'_>, findings: &mut Vec<Finding>) {
    let mut names = None;
    for (value, target) in walk.references() {
        if findings.len() >= MOST {
            return;
        }
        let finding = match target {
            Target::Outside => None,
            Target::Pointer(pointer) => pointer_fault(walk, value, &pointer),
            Target::Anchor(name) => {
                let names = names.get_or_insert_with(|| anchors(walk));
                (!names.contains_key(&name)).then(|| anchor_fault(value, &name, names.keys()))
            }
        };
        findings.extend(finding);
    }
}

fn invalid(rule: &str, message: String, value: Value<'_>) -> Finding {
    Finding::error(Step::Valid, "schema-invalid", rule, message).at(value)
}

fn pointer_fault<'a>(walk: &Walk<'a>, value: Value<'a>, pointer: &str) -> Option<Finding> {
    let name = value.key().unwrap_or_default();
    let document = value.document();
    let Some(found) = walk.led_to(value) else {
        let message = format!("{name} leads to #{pointer}, and nothing stands there");
        let mut finding = invalid("ref.unresolved", message, value);
        finding.fix = Some(match nearest_pointer(document, pointer) {
            Some(near) => format!("did you mean #{near}?"),
            None => format!("define a schema at #{pointer}"),
        });
        return Some(finding);
    };
    if walk.is_schema(found.index()) {
        let adopted = walk.adopted().iter().any(|v| v.index() == found.index());
        return adopted.then(|| {
            let message = format!("{name} leads to #{pointer}, under a keyword that JSON Schema does not know");
            let mut finding = invalid("ref.to-unknown-keyword", message, value).with_severity(Severity::Warning);
            finding.id = finding.rule.clone();
            finding.with_fix("move the schema under $defs, where every validator finds it")
        });
    }
    let what = if is_schema_kind(found) { "where no schema stands" } else { "which is no schema" };
    Some(invalid("ref.to-non-schema", format!("{name} leads to #{pointer}, {what}"), value))
}

fn anchor_fault<'n>(value: Value<'_>, name: &str, names: impl Iterator<Item = &'n String>) -> Finding {
    let keyword = value.key().unwrap_or_default();
    let message = format!("{keyword} leads to the anchor #{name}, and no $anchor has this name");
    let mut finding = invalid("anchor.unresolved", message, value);
    finding.fix = nearest(name, names.map(String::as_str)).map(|near| format!("did you mean #{near}?"));
    finding
}

/// The name that is close enough in spelling to be meant, if there is one.
pub fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let length = name.chars().count();
    // Long foreign names would make the comparison slow for nothing.
    if length == 0 || length > 100 {
        return None;
    }
    // Of a short name nothing is near but the same in other letter case.
    let allowed = (length / 3).min(4);
    names
        .take(2_000)
        .filter(|near| near.chars().count() <= 100 && *near != name)
        .map(|near| (strsim::osa_distance(&name.to_lowercase(), &near.to_lowercase()), near))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, near)| near)
}

/// The existing pointer that is nearest to one that does not exist: the same name in `$defs` or `definitions`, else
/// the closest spelling of the first token that is missing.
fn nearest_pointer(document: &Document, pointer: &str) -> Option<String> {
    let last = pointer.rsplit('/').next()?;
    for container in ["/$defs", "/definitions"] {
        let here = format!("{container}/{last}");
        if here != pointer && document.at(&here).is_some() {
            return Some(here);
        }
    }
    let mut existing = String::new();
    let mut rest = pointer.strip_prefix('/')?.split('/');
    let missing = loop {
        let token = rest.next()?;
        let further = format!("{existing}/{token}");
        if document.at(&further).is_none() {
            break token.replace("~1", "/").replace("~0", "~");
        }
        existing = further;
    };
    let container = document.at(&existing)?;
    if container.kind() != Kind::Object {
        return None;
    }
    let keys: Vec<String> = container.members().map(|m| m.key().into_owned()).collect();
    let near = nearest(&missing, keys.iter().map(String::as_str))?;
    let mut found = format!("{existing}/{}", escaped(near));
    for token in rest {
        found = format!("{found}/{token}");
    }
    document.at(&found).is_some().then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_stays_inside_only_when_it_begins_with_a_hash() {
        assert_eq!(target("#"), Target::Pointer(String::new()));
        assert_eq!(target("#/$defs/a%20b"), Target::Pointer("/$defs/a b".to_owned()));
        assert_eq!(target("#node"), Target::Anchor("node".to_owned()));
        for outside in ["other.json", "https://a.example/s", "file:///etc/hostname", "urn:x#/a", "/a"] {
            assert_eq!(target(outside), Target::Outside, "{outside}");
        }
    }

    #[test]
    fn percent_escapes_that_are_none_stay_as_they_are() {
        assert_eq!(percent_decoded("a%zz%2"), "a%zz%2");
        assert_eq!(percent_decoded("%C3%A9"), "é");
        assert_eq!(percent_decoded("%ff"), "%ff");
    }
}
