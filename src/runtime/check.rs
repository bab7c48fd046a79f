//! `catseye check`: reads the files, checks the schema, judges the value.

use crate::cli::arguments::{CheckArguments, ReportFormat};
use crate::cli::check::{CheckedText, Report};
use crate::cli::findings::Row;
use crate::cli::{Ink, Usage};
use crate::json::{self, Document, Fault, FaultKind};
use crate::judge;
use crate::run::event::Verdict;
use crate::schema::{self, Finding, Options, Policy, Severity, Step};

use super::input;

/// Levels of nesting that a value may have.
const VALUE_DEPTH: usize = 128;
/// Digits that a number of a value may have.
const VALUE_DIGITS: usize = 400;

/// Checks, and gives what goes to standard output with whether nothing is an error.
///
/// # Errors
/// When a file cannot be read.
pub fn check(arguments: &CheckArguments, ink: Ink) -> Result<(String, bool), Usage> {
    let value_path = arguments.value.as_deref();
    if input::is_stdin(&arguments.schema) && value_path.is_some_and(input::is_stdin) {
        return Err(Usage::new("SCHEMA and VALUE cannot both be standard input; name a file for one of them"));
    }
    let schema_bytes = input::bytes("SCHEMA", &arguments.schema)?;
    let value = match value_path {
        Some(path) => Some((input::name(path), input::bytes("VALUE", path)?)),
        None => None,
    };
    let report = report(arguments, schema_bytes, value);
    let words = match arguments.format {
        ReportFormat::Json => format!("{}\n", report.json()),
        ReportFormat::Human => report.human(ink),
    };
    Ok((words, report.is_ok()))
}

fn report(arguments: &CheckArguments, schema_bytes: Vec<u8>, value: Option<(String, Vec<u8>)>) -> Report {
    let policy = Policy {
        max_bytes: arguments.max_schema_bytes,
        usual_bytes: if arguments.max_schema_bytes.is_none() { Some(schema::USUAL_BYTES) } else { None },
        max_depth: arguments.max_schema_depth,
    };
    let name = input::name(&arguments.schema);
    let mut report = match String::from_utf8(schema_bytes) {
        Err(error) => {
            let rows = vec![not_utf8_row(error.as_bytes(), Step::Json, "schema-syntax")];
            let bytes = error.as_bytes().len() as u64;
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            Report {
                schema: CheckedText { name, text, rows },
                bytes,
                max_bytes: policy.max_bytes,
                counts: schema::Counts::default(),
                value: None,
                value_skipped: true,
                more: Some(0),
            }
        }
        Ok(text) => {
            let checked = schema::check(&text, &policy);
            let document = checked.document.clone().filter(|_| checked.is_sendable());
            let rows = checked.findings.iter().map(Row::from).collect();
            let (judged, more) = match (&value, &document) {
                (Some((name, bytes)), Some(document)) => {
                    let (judged, more) = judge_value(name, bytes, document, arguments.assert_formats);
                    (Some(judged), more)
                }
                _ => (None, Some(0)),
            };
            let body = text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned();
            Report {
                schema: CheckedText { name, text: body, rows },
                bytes: checked.bytes,
                max_bytes: policy.max_bytes,
                counts: checked.counts,
                value_skipped: judged.is_none(),
                value: judged,
                more,
            }
        }
    };
    if report.value_skipped
        && let Some((name, bytes)) = value
    {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        report.value = Some(CheckedText { name, text, rows: Vec::new() });
    }
    report
}

fn judge_value(name: &str, bytes: &[u8], schema: &Document, assert_formats: bool) -> (CheckedText, Option<usize>) {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
    let checked = |rows| CheckedText { name: name.to_owned(), text: text.clone(), rows };
    if std::str::from_utf8(bytes).is_err() {
        return (checked(vec![not_utf8_row(bytes, Step::Value, "encoding")]), Some(0));
    }
    let limits = json::Limits { depth: VALUE_DEPTH, digits: VALUE_DIGITS, ..json::Limits::default() };
    let document = match json::parse_text(&text, &limits) {
        Ok(document) => document,
        Err(fault) => return (checked(vec![Row::from(&not_json(&text, &fault))]), Some(0)),
    };
    let mut rows: Vec<Row> = schema::non_finite(&document)
        .map(|number| {
            let message = format!("{} is beyond what a double can hold", number.raw());
            Row::from(&Finding::error(Step::Value, "non-finite", "json.non-finite", message).at(number))
        })
        .collect();
    if !rows.is_empty() {
        return (checked(rows), Some(0));
    }
    rows.extend(document.duplicates().iter().map(|duplicate| {
        let key = &text[duplicate.second.clone()];
        let first = document.place(duplicate.first.start);
        let message = format!("the key {key} stands twice, first at line {}; the last one counts", first.line);
        let finding = Finding::error(Step::Value, "json.duplicate-key", "json.duplicate-key", message);
        Row::from(&finding.with_severity(Severity::Warning).at_span(&document, duplicate.second.clone()))
    }));
    let verdict = judge::judge(schema.clone(), document.clone(), Options { assert_formats }, judge::Limits::default());
    // A valid verdict says it among its warnings.
    if !matches!(verdict, Verdict::Valid(_)) {
        rows.extend(schema::underflowing(&document).iter().map(Row::from));
    }
    let more = match verdict {
        Verdict::Valid(findings) => {
            rows.extend(findings.iter().map(Row::from));
            Some(0)
        }
        Verdict::Invalid { findings, more } => {
            if findings.is_empty() {
                let message = "the value does not match the schema, which is too complex to list where";
                rows.push(Row::from(&Finding::error(Step::Value, "schema-mismatch", "", message).at(document.root())));
            }
            rows.extend(findings.iter().map(Row::from));
            more
        }
        Verdict::Undecided(sentence) => {
            rows.push(Row::from(&Finding::error(Step::Value, "undecided", "undecided", sentence).at(document.root())));
            Some(0)
        }
    };
    (checked(rows), more)
}

/// The finding for a value that is no JSON: the result class without `result-`.
fn not_json(text: &str, fault: &Fault) -> Finding {
    let (id, rule) = match fault.kind {
        FaultKind::Empty => ("encoding", "json.empty"),
        FaultKind::InvalidUtf8 => ("encoding", "json.utf-8"),
        FaultKind::Truncated => ("truncated", "json.truncated"),
        FaultKind::NonFinite => ("non-finite", "json.non-finite"),
        FaultKind::Trailing => ("malformed", "json.trailing"),
        FaultKind::LoneSurrogate => ("malformed", "json.lone-surrogate"),
        FaultKind::TooDeep => ("malformed", "json.too-deep"),
        FaultKind::TooManyDigits => ("malformed", "json.too-many-digits"),
        FaultKind::Syntax | FaultKind::TooLarge => ("malformed", "json.syntax"),
    };
    let mut finding = Finding::error(Step::Value, id, rule, fault.sentence.clone());
    finding.place = Some(fault.place);
    let at = text.floor_char_boundary(fault.offset.min(text.len()));
    finding.span = Some(at..at + text[at..].chars().next().map_or(0, char::len_utf8));
    finding
}

fn not_utf8_row(bytes: &[u8], step: Step, id: &str) -> Row {
    let fault = match json::parse(bytes, &json::Limits::default()) {
        Err(fault) => fault,
        // Cannot be: bytes that are not UTF-8 are no JSON. The sentence stands for itself all the same.
        Ok(_) => return Row::from(&Finding::error(step, id, "json.utf-8", "it is not UTF-8")),
    };
    let mut finding = Finding::error(step, id, "json.utf-8", fault.sentence);
    finding.place = Some(fault.place);
    Row::from(&finding.with_fix("save the file as UTF-8"))
}
