//! Making the validator of the `jsonschema` crate, the only place that knows its options.

use std::collections::HashSet;

use jsonschema::PatternOptions;
use serde_json::Value as Json;

use crate::json::Value;

use super::check::MOST;
use super::finding::{Finding, Step};
use super::keyword::Shape;
use super::unique::UniqueItems;
use super::walk::Walk;

/// Steps a backtracking pattern may take before its match counts as undecided.
const BACKTRACK_LIMIT: usize = 50_000;
/// Bytes a compiled pattern may take.
const PATTERN_SIZE: usize = 1 << 20;

/// The options every validator here is built with: draft 2020-12 whatever `$schema` says, never a file or network,
/// patterns with a step limit, our own `uniqueItems`.
pub(super) fn options(assert_formats: bool) -> jsonschema::ValidationOptions<'static> {
    jsonschema::draft202012::options()
        .offline()
        .should_validate_formats(assert_formats)
        .with_pattern_options(PatternOptions::fancy_regex().backtrack_limit(BACKTRACK_LIMIT).size_limit(PATTERN_SIZE))
        .with_keyword("uniqueItems", UniqueItems::factory)
}

/// Every pattern that does not compile, with the reason and column.
pub(super) fn patterns(walk: &Walk<'_>, findings: &mut Vec<Finding>) {
    // Generated schemas repeat a few patterns many times.
    let mut good: HashSet<String> = HashSet::new();
    let mut fault = |text: &str, keyword: &str, value| {
        if good.contains(text) {
            return None;
        }
        let fault = pattern_fault(text, keyword, value);
        if fault.is_none() {
            good.insert(text.to_owned());
        }
        fault
    };
    for stated in walk.keywords() {
        if findings.len() >= MOST {
            return;
        }
        match stated.keyword.shape {
            Shape::Pattern => {
                let text = stated.value.as_str();
                findings.extend(text.and_then(|text| fault(&text, "pattern", stated.value)));
            }
            Shape::PatternMap => {
                for property in stated.value.members() {
                    let found = fault(&property.key(), "patternProperties", property.value);
                    findings.extend(found.map(|found| found.at_key(property.value)));
                }
            }
            _ => {}
        }
    }
}

fn pattern_fault(pattern: &str, rule: &str, value: Value<'_>) -> Option<Finding> {
    let mut schema = serde_json::Map::new();
    schema.insert("pattern".to_owned(), Json::String(pattern.to_owned()));
    options(false).build(&Json::Object(schema)).err()?;
    let shown = crate::json::quote(&super::words::cut(pattern, 60));
    let message = match fancy_regex::Regex::new(pattern) {
        Err(fancy_regex::Error::ParseError(at, reason)) => {
            let place = match pattern.get(..at) {
                Some(before) if at < pattern.len() => format!("character {}", before.chars().count() + 1),
                _ => "end".to_owned(),
            };
            let reason = lower_first(&reason.to_string());
            format!("the pattern {shown} does not compile: {reason}, at its {place}")
        }
        Err(error) => {
            let reason = lower_first(error.to_string().lines().last().unwrap_or_default().trim());
            format!("the pattern {shown} does not compile: {reason}")
        }
        Ok(_) => format!("the pattern {shown} is no ECMA-262 pattern that can be used here"),
    };
    let finding = Finding::error(Step::Valid, "schema-invalid", &format!("{rule}.invalid"), message).at(value);
    Some(match pattern_fix(pattern) {
        Some(fix) => finding.with_fix(fix),
        None => finding,
    })
}

fn pattern_fix(pattern: &str) -> Option<&'static str> {
    if pattern.contains("\\Z") || pattern.contains("\\z") || pattern.contains("\\A") {
        return Some("\\A, \\Z and \\z are Python's: JSON Schema patterns use ^ and $");
    }
    if pattern.contains("(?P<") {
        return Some("(?P<name>…) is Python's: JSON Schema patterns use (?<name>…)");
    }
    if pattern.starts_with('/') && pattern.len() > 1 {
        return Some("write the pattern without the slashes around it");
    }
    None
}

fn lower_first(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |c| c.to_lowercase().chain(characters).collect())
}
