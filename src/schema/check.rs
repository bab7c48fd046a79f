//! The check of a schema before it is sent: four steps, one list of findings with places.

use crate::json::{self, Document, FaultKind, Kind, Limits};

use super::counts::Counts;
use super::finding::{Finding, Severity, Step};
use super::walk::Walk;
use super::{compile, numbers, policy, reference, shape};

/// The rules a schema is checked by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Bytes it may have; one more is an error. `None`: no limit, the size is not judged.
    pub max_bytes: Option<u64>,
    /// Bytes above which a warning is given, where no limit is known.
    pub usual_bytes: Option<u64>,
    /// Nested objects and arrays it may have; the root is level 1. At most 128, what the validator can take.
    pub max_depth: usize,
}

/// Bytes that Kedi's agents accept: what a schema is measured against where nobody says a limit.
pub const USUAL_BYTES: u64 = 32_768;
/// Findings that are listed; a schema with more has the first of them, and a last one that says so.
pub(super) const MOST: usize = 1_000;
/// Nesting that is checked at all; deeper schemas are refused without being compiled.
const DEEPEST: usize = 128;

impl Default for Policy {
    /// No limit of bytes, 64 levels.
    fn default() -> Self {
        Policy { max_bytes: None, usual_bytes: None, max_depth: 64 }
    }
}

/// What a check found.
#[derive(Clone, Debug)]
pub struct Checked {
    /// All findings in order of place.
    pub findings: Vec<Finding>,
    /// The parsed schema; `None` when it is no JSON.
    pub document: Option<Document>,
    /// UTF-8 bytes of the text, a byte order mark excluded: what is sent.
    pub bytes: u64,
    /// Sizes and counts; zeros when it is no JSON.
    pub counts: Counts,
}

impl Checked {
    /// Whether nothing would refuse a send.
    pub fn is_sendable(&self) -> bool {
        !self.findings.iter().any(Finding::is_error)
    }

    /// The first error of a step of the ladder.
    pub fn first_error(&self, step: Step) -> Option<&Finding> {
        self.findings.iter().find(|f| f.step == step && f.is_error())
    }
}

/// Checks a schema's text as it would be sent: JSON, policy, validity, size. Pure, and bounded by the size of the text:
/// under 5 ms for 32 KiB.
pub fn check(text: &str, policy: &Policy) -> Checked {
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let bytes = body.len() as u64;
    let mut findings = Vec::new();
    let limits = Limits { depth: usize::MAX, digits: 400, ..Limits::default() };
    let parsed = json::parse_text(body, &limits);
    let mut counts = Counts::default();
    let document = match parsed {
        Err(fault) => {
            findings.push(syntax(body, &fault));
            None
        }
        Ok(document) => {
            json_rules(&document, &mut findings);
            if document.root().kind() == Kind::Object {
                let walk = Walk::new(&document);
                counts = Counts::new(&document, &walk);
                policy::check(&walk, &document, policy.max_depth.min(DEEPEST), &mut findings);
                valid(&document, &walk, &mut findings);
            }
            Some(document)
        }
    };
    if findings.len() >= MOST {
        findings.truncate(MOST);
        let message = format!("only the first {MOST} findings are listed");
        let finding = Finding::error(Step::Valid, "findings.more", "findings.more", message);
        findings.push(finding.with_severity(Severity::Info));
    }
    size(bytes, policy, &mut findings);
    findings.sort_by(|a, b| {
        let key = |f: &Finding| (f.span.is_none(), f.span.as_ref().map(|s| s.start), f.severity);
        key(a).cmp(&key(b))
    });
    Checked { findings, document, bytes, counts }
}

fn syntax(text: &str, fault: &json::Fault) -> Finding {
    let rule = match fault.kind {
        FaultKind::Empty => "json.empty",
        FaultKind::Truncated => "json.truncated",
        FaultKind::NonFinite => "json.non-finite",
        FaultKind::Trailing => "json.trailing",
        FaultKind::LoneSurrogate => "json.lone-surrogate",
        FaultKind::TooManyDigits => "json.too-many-digits",
        FaultKind::Syntax | FaultKind::InvalidUtf8 | FaultKind::TooDeep | FaultKind::TooLarge => "json.syntax",
    };
    let mut finding = Finding::error(Step::Json, "schema-syntax", rule, fault.sentence.clone());
    finding.place = Some(fault.place);
    let end = text[text.floor_char_boundary(fault.offset)..].chars().next().map_or(0, char::len_utf8);
    finding.span = Some(fault.offset..fault.offset + end);
    finding
}

/// What our parser lets pass but a schema may not hold: duplicate keys, numbers no double is near to, another root
/// than an object.
fn json_rules(document: &Document, findings: &mut Vec<Finding>) {
    for duplicate in document.duplicates() {
        let key = super::words::cut(&document.text()[duplicate.second.clone()], 60);
        let first = document.place(duplicate.first.start);
        let message = format!("the key {key} stands twice, first at line {}, column {}", first.line, first.column);
        let mut finding = Finding::error(Step::Json, "schema-syntax", "json.duplicate-key", message);
        if let Some(value) = document.value_at_offset(duplicate.second.start) {
            finding.pointer = value.pointer();
        }
        findings.push(
            finding
                .at_span(document, duplicate.second.clone())
                .with_fix("keep one of them: peers differ in which one counts"),
        );
    }
    if document.more_duplicates() > 0
        && let Some(last) = findings.last_mut()
    {
        last.message = format!("{}; {} more keys stand twice", last.message, document.more_duplicates());
    }
    for value in numbers::non_finite(document).take(100) {
        let name = super::words::excerpt(value);
        let message = format!("{name} is not a finite number as a double, a peer may read it as infinity");
        findings.push(Finding::error(Step::Json, "schema-syntax", "json.non-finite", message).at(value));
    }
    let root = document.root();
    if root.kind() != Kind::Object {
        let message = format!("the schema is {}, it must be an object", super::words::excerpt(root));
        let finding = Finding::error(Step::Json, "schema-syntax", "schema.not-object", message).at(root);
        findings.push(match root.as_bool() {
            Some(true) => finding.with_fix("write {} for a schema that accepts anything"),
            _ => finding,
        });
    }
}

fn valid(document: &Document, walk: &Walk<'_>, findings: &mut Vec<Finding>) {
    let before = findings.len();
    shape::check(walk, findings);
    reference::check(walk, findings);
    if document.root().depth() > DEEPEST {
        return;
    }
    let schema = document.root().to_serde();
    // The crate refuses what its meta-schema refuses, so that one answer is for both.
    let Err(error) = compile::options(false).build(&schema) else { return };
    compile::patterns(walk, findings);
    let said = |findings: &[Finding]| findings[before..].iter().any(Finding::is_error);
    if !said(findings) {
        meta(document, &schema, before, findings);
    }
    // Policy's findings make the crate refuse too; what it says then is no news.
    if !said(findings) && !findings.iter().any(|f| f.step == Step::Policy) {
        findings.push(compile_fault(document, &error));
    }
}

/// The meta-schema's own verdict: a backstop for what our table of keywords does not say, asked only where that found
/// nothing, because its list takes longer than all other checks together.
fn meta(document: &Document, schema: &serde_json::Value, before: usize, findings: &mut Vec<Finding>) {
    let validator = jsonschema::draft202012::meta::validator();
    let mut missed: Vec<Finding> = Vec::new();
    for error in validator.iter_errors(schema) {
        if missed.len() >= MOST {
            break;
        }
        let pointer = error.instance_path().as_str();
        let covers = |f: &Finding| f.pointer.starts_with(pointer) || pointer.starts_with(&f.pointer);
        if findings[before..].iter().any(covers) || missed.iter().any(|f| f.pointer == pointer) {
            continue;
        }
        // A pattern that is none is said with its reason when it fails to compile; `$id` and `$schema` are policy's.
        if error.kind().keyword() == "format" || pointer.ends_with("/$id") || pointer.ends_with("/$schema") {
            continue;
        }
        let value = document.at(pointer).unwrap_or(document.root());
        let name = value.key().unwrap_or_default();
        let keyword = error.kind().keyword();
        let message = format!("{name} is {}, which the meta-schema refuses ({keyword})", super::words::excerpt(value));
        missed.push(Finding::error(Step::Valid, "schema-invalid", "schema.meta-invalid", message).at(value));
    }
    findings.append(&mut missed);
}

fn compile_fault(document: &Document, error: &jsonschema::ValidationError<'_>) -> Finding {
    let pointer = error.instance_path().as_str();
    let value = document.at(pointer).or_else(|| document.at(error.schema_path().as_str())).unwrap_or(document.root());
    let message = format!("the schema does not compile: {}", super::words::cut(&error.to_string(), 200));
    Finding::error(Step::Valid, "schema-invalid", "schema.compile", message).at(value)
}

fn size(bytes: u64, policy: &Policy, findings: &mut Vec<Finding>) {
    let fix = "send it compact, or shorten descriptions and enums";
    match (policy.max_bytes, policy.usual_bytes) {
        (Some(limit), _) if bytes > limit => {
            let message = format!("the schema has {bytes} bytes as sent, the limit is {limit}");
            findings.push(Finding::error(Step::Size, "schema-too-large", "size.over-limit", message).with_fix(fix));
        }
        (None, Some(usual)) if bytes > usual => {
            let message = format!("the schema has {bytes} bytes, many agents take at most {usual}");
            let finding = Finding::error(Step::Size, "size.over-usual", "size.over-usual", message).with_fix(fix);
            findings.push(finding.with_severity(Severity::Warning));
        }
        _ => {}
    }
}
