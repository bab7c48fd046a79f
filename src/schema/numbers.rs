//! Numbers of a document that something on the way cannot hold: beyond a double, or changed by one.

use crate::json::{Document, Kind, Value};

use super::finding::{Finding, Severity, Step};

/// How many numbers a list of findings names; the last finding says how many there are.
const LISTED: usize = 20;

/// The deepest nesting with which the legacy `schema` object is sent: real servers refuse the whole request from about
/// 48 levels on.
pub const LEGACY_DEPTH: usize = 32;

fn numbers(document: &Document) -> impl Iterator<Item = Value<'_>> {
    (0..document.len()).filter_map(|index| document.value(index)).filter(|v| v.kind() == Kind::Number)
}

/// Numbers with a fraction or an exponent that no finite double is near to, such as 1e400. Whole numbers without an
/// exponent are never among them.
pub fn non_finite(document: &Document) -> impl Iterator<Item = Value<'_>> {
    numbers(document).filter(|v| v.as_number().is_some_and(|n| !n.is_integer_literal() && !n.is_finite_double()))
}

/// Numbers that come out of literal → nearest double → shortest decimal as another value.
pub fn lossy(document: &Document) -> impl Iterator<Item = Value<'_>> {
    numbers(document).filter(|v| v.as_number().is_some_and(|n| !n.survives_double()))
}

/// `schema-lossy`: every number that an agent which takes schemas only as `protobuf-value` would get changed, at most
/// 20 of them listed.
pub fn lossy_findings(document: &Document) -> Vec<Finding> {
    let all: Vec<Value<'_>> = lossy(document).collect();
    let fix = "the agent takes schemas only as protobuf-value, whose numbers are doubles; use numbers within 2^53";
    let mut findings: Vec<Finding> = all
        .iter()
        .take(LISTED)
        .map(|value| {
            let name = super::words::excerpt(*value);
            let message = format!("{name} does not survive as a double, the agent would get another number");
            Finding::error(Step::Size, "schema-lossy", "number.legacy-lossy", message).at(*value).with_fix(fix)
        })
        .collect();
    if all.len() > LISTED
        && let Some(last) = findings.last_mut()
    {
        last.message = format!("{}; {} more like it", last.message, all.len() - LISTED);
    }
    findings
}

/// Whether the legacy `schema` object may be sent beside `schemaJson`: every number survives a double, and the schema
/// nests at most 32 levels.
pub fn legacy_allowed(document: &Document) -> bool {
    document.root().depth() <= LEGACY_DEPTH && lossy(document).next().is_none()
}

/// Numbers that are written with a fraction or an exponent: the only ones that can be odd for a validator.
pub(super) fn fractional(document: &Document) -> Vec<Value<'_>> {
    numbers(document).filter(|v| v.raw().bytes().any(|b| matches!(b, b'.' | b'e' | b'E'))).collect()
}

/// Numbers so small that a double makes 0 of them: a warning for a value. A verdict has them already when it is valid.
pub fn underflowing(document: &Document) -> Vec<Finding> {
    too_small(&fractional(document))
}

/// The same, of numbers written with a fraction or an exponent.
pub(super) fn too_small(fractional: &[Value<'_>]) -> Vec<Finding> {
    let tiny = fractional.iter().filter(|v| {
        // A short literal without an exponent is never that small.
        let raw = v.raw();
        (raw.len() > 300 || raw.bytes().any(|b| matches!(b, b'e' | b'E')))
            && v.as_number().is_some_and(|n| n.nearest_double() == 0.0 && !n.is_zero())
    });
    tiny.take(LISTED)
        .map(|value| {
            let message =
                format!("{} is smaller than any double, a peer may read it as 0", super::words::excerpt(*value));
            let finding = Finding::error(Step::Value, "number.underflow", "number.underflow", message).at(*value);
            finding.with_severity(Severity::Warning)
        })
        .collect()
}

/// Whether a number written with a fraction or an exponent is whole all the same, as 78.0 is.
pub(super) fn is_spelled_integer(value: Value<'_>) -> bool {
    let raw = value.raw();
    match raw.split_once('.') {
        // The usual case, without taking the number apart.
        Some((_, fraction)) if fraction.bytes().all(|b| b.is_ascii_digit()) => fraction.bytes().all(|b| b == b'0'),
        _ => value.as_number().is_some_and(|n| n.is_integer_value()),
    }
}
