//! The step `schema-policy`: the dialect, no `$id`, no reference out of the document, bounded nesting.

use crate::json::{Document, Kind, Value};

use super::check::MOST;
use super::finding::{Finding, Step};
use super::reference::Target;
use super::walk::Walk;

/// The one dialect, as `$schema` spells it.
pub const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// Checks the rules a schema must keep beyond being one.
pub fn check(walk: &Walk<'_>, document: &Document, max_depth: usize, findings: &mut Vec<Finding>) {
    for stated in walk.keywords() {
        if findings.len() >= MOST {
            break;
        }
        let value = stated.value;
        match stated.keyword.name {
            "$schema" => findings.extend(dialect(walk, value)),
            "$id" => {
                let message = format!("$id is {}, and no $id is accepted here", super::words::excerpt(value));
                let finding = Finding::error(Step::Policy, "schema-id", "id.present", message).at_key(value);
                findings.push(finding.with_fix("take $id out and refer to parts of this document by #/$defs/name"));
            }
            _ if stated.target() == Some(Target::Outside) => findings.push(remote(value)),
            _ => {}
        }
    }
    findings.extend(too_deep(document, max_depth));
}

fn dialect(walk: &Walk<'_>, value: Value<'_>) -> Option<Finding> {
    let text = value.as_str().unwrap_or_default();
    if text == DIALECT || text.strip_suffix('#') == Some(DIALECT) {
        return None;
    }
    let said = match draft_name(&text) {
        Some(draft) => format!("{draft} ({text})"),
        None => super::words::excerpt(value),
    };
    let message = format!("$schema is {said}, and only draft 2020-12 is accepted");
    let finding = Finding::error(Step::Policy, "schema-dialect", "dialect.mismatch", message).at(value);
    let mut fix = format!("set $schema to {DIALECT}, or leave it out");
    let older = older_shapes(walk);
    if !older.is_empty() {
        fix = format!("{fix}; then {}", older.join(", "));
    }
    Some(finding.with_fix(fix))
}

fn draft_name(uri: &str) -> Option<&'static str> {
    let path = uri.trim_end_matches('#').split_once("://json-schema.org/")?.1;
    Some(match path {
        "draft-03/schema" => "draft-03",
        "draft-04/schema" => "draft-04",
        "draft-06/schema" => "draft-06",
        "draft-07/schema" => "draft-07",
        "draft/2019-09/schema" => "draft 2019-09",
        "draft/2020-12/schema" => "draft 2020-12 by another address",
        "draft/next/schema" => "an unpublished draft",
        _ => return None,
    })
}

/// What else must change in a schema of an older draft, each once.
fn older_shapes(walk: &Walk<'_>) -> Vec<&'static str> {
    let has = |test: &dyn Fn(Value<'_>) -> bool| walk.schemas().iter().any(|&schema| test(schema));
    let mut changes = Vec::new();
    if has(&|s| s.get("definitions").is_some()) {
        changes.push("rename definitions to $defs");
    }
    if has(&|s| s.get("items").is_some_and(|v| v.kind() == Kind::Array)) {
        changes.push("rename a list of items to prefixItems");
    }
    if has(&|s| s.get("additionalItems").is_some()) {
        changes.push("rename additionalItems to items");
    }
    if has(&|s| s.get("dependencies").is_some()) {
        changes.push("split dependencies into dependentRequired and dependentSchemas");
    }
    if has(&|s| s.get("exclusiveMinimum").or(s.get("exclusiveMaximum")).is_some_and(|v| v.kind() == Kind::Bool)) {
        changes.push("write exclusiveMinimum and exclusiveMaximum as numbers");
    }
    changes
}

fn remote(value: Value<'_>) -> Finding {
    let keyword = value.key().unwrap_or_default();
    let text = value.as_str().unwrap_or_default();
    let message = format!("{keyword} leads out of the document, to {}", super::words::excerpt(value));
    let finding = Finding::error(Step::Policy, "schema-remote-ref", "ref.remote", message).at(value);
    let fix = if text.starts_with("$defs/") || text.starts_with("definitions/") || text.starts_with("/$defs/") {
        format!("write it with a hash: #/{}", text.trim_start_matches('/'))
    } else {
        "copy the schema under $defs and refer to it as #/$defs/name".to_owned()
    };
    finding.with_fix(fix)
}

fn too_deep(document: &Document, max_depth: usize) -> Option<Finding> {
    let depth = document.root().depth();
    if depth <= max_depth {
        return None;
    }
    let first = first_below(document, max_depth)?;
    let message = format!("the schema nests {depth} levels deep, the limit is {max_depth}; this is the first too deep");
    let finding = Finding::error(Step::Policy, "schema-too-deep", "depth.over-limit", message).at(first);
    Some(finding.with_fix("move inner schemas under $defs and refer to them"))
}

/// The first container that stands deeper than `limit` levels.
fn first_below(document: &Document, limit: usize) -> Option<Value<'_>> {
    let mut open: Vec<usize> = Vec::new();
    for index in 0..document.len() {
        let value = document.value(index)?;
        while open.last().is_some_and(|&end| end <= index) {
            open.pop();
        }
        if matches!(value.kind(), Kind::Array | Kind::Object) {
            open.push(value.next_index());
            if open.len() > limit {
                return Some(value);
            }
        }
    }
    None
}
