//! From the validator's errors to findings that people can use: both places, what was asked, what stands there.
//!
//! Nothing here prints what the validator would say itself: its texts repeat whole values. Everything is taken from the
//! two documents by pointer.

mod branch;
mod sentence;

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;

use crate::json::{Document, Value};

use super::finding::{Finding, Severity, Step};
use super::locate::Locator;
use super::words::escaped;

/// How many errors are made into findings; the rest are counted.
const EXPLAINED: usize = 10_000;
/// How deep unions inside unions are followed; below, the union itself is the finding.
const UNION_DEPTH: usize = 16;

/// What came of a list of errors.
pub(super) struct Explained {
    /// Findings in order of place in the value.
    pub(super) findings: Vec<Finding>,
    /// How many there are beyond those.
    pub(super) uncounted: usize,
    /// Whether every error at the top rests on a pattern that could not be decided.
    pub(super) undecided: bool,
}

/// Explains errors of one validation.
pub(super) fn explain(schema: &Document, value: &Document, errors: Vec<ValidationError<'_>>) -> Explained {
    let mut explainer = Explainer {
        schema: Locator::new(schema),
        value: Locator::new(value),
        findings: Vec::new(),
        echoes: Vec::new(),
        uncounted: 0,
    };
    let undecided = !errors.is_empty() && errors.iter().all(rests_on_undecided);
    for error in errors.iter().filter(|error| !rests_on_undecided(error)) {
        explainer.error(error, &Context { branch: None, depth: 0 });
    }
    let Explainer { mut findings, echoes, uncounted, .. } = explainer;
    if findings.is_empty() {
        findings = echoes;
    }
    findings.sort_by_key(|f| f.span.as_ref().map(|s| s.start));
    // The same fault may be reached by two ways through the schema.
    findings.dedup_by(|a, b| a.pointer == b.pointer && a.rule == b.rule && a.message == b.message);
    Explained { findings, uncounted, undecided }
}

/// Whether an error, or for a union any branch of it, is a pattern that stopped at its step limit.
fn rests_on_undecided(error: &ValidationError<'_>) -> bool {
    let mut open = vec![error];
    while let Some(error) = open.pop() {
        match error.kind() {
            Kind::BacktrackLimitExceeded { .. } | Kind::RegexEngineFailure { .. } => return true,
            Kind::AnyOf { context } | Kind::OneOfNotValid { context } | Kind::OneOfMultipleValid { context } => {
                open.extend(context.iter().flatten());
            }
            Kind::PropertyNames { error } => open.push(error),
            _ => {}
        }
    }
    false
}

/// Where in unions an error stands.
struct Context {
    branch: Option<String>,
    depth: usize,
}

struct Explainer<'a> {
    schema: Locator<'a>,
    value: Locator<'a>,
    findings: Vec<Finding>,
    /// Members that count as unevaluated only because the branch that declares them failed: said when nothing else is.
    echoes: Vec<Finding>,
    uncounted: usize,
}

/// What a finding says beyond its places.
struct Said {
    rule: String,
    message: String,
    expected: String,
    found: String,
    fix: Option<String>,
}

impl<'a> Explainer<'a> {
    fn error(&mut self, error: &ValidationError<'_>, context: &Context) {
        match error.kind() {
            Kind::AnyOf { context: branches } => self.union(error, branches, "anyOf", context),
            Kind::OneOfNotValid { context: branches } => self.union(error, branches, "oneOf", context),
            Kind::AdditionalProperties { unexpected } => {
                self.unexpected(error, unexpected, "additionalProperties", context)
            }
            Kind::UnevaluatedProperties { unexpected } => {
                self.unexpected(error, unexpected, "unevaluatedProperties", context);
            }
            Kind::PropertyNames { error: inner } => self.property_name(error, inner, context),
            Kind::Required { property } => {
                let name = property.as_str().unwrap_or_default();
                self.missing(error, name, context);
            }
            Kind::Custom { keyword, .. } if keyword == "uniqueItems" => self.repeated(error, context),
            _ => {
                let at = self.place(error.instance_path().as_str());
                let asked = self.schema.at(error.schema_path().as_str());
                let said = sentence::say(error, at, asked);
                self.push(error, at, said, context);
            }
        }
    }

    fn place(&mut self, pointer: &str) -> Value<'a> {
        self.value.at(pointer).unwrap_or(self.value.root())
    }

    /// Adds a finding at a value; the caret stands on the value.
    fn push(&mut self, error: &ValidationError<'_>, at: Value<'a>, said: Said, context: &Context) {
        let pointer = error.instance_path().as_str().to_owned();
        self.push_at(error.schema_path().as_str(), at, at.span(), pointer, said, context);
    }

    fn push_at(
        &mut self,
        schema_pointer: &str,
        at: Value<'a>,
        span: std::ops::Range<usize>,
        pointer: String,
        said: Said,
        context: &Context,
    ) {
        if self.findings.len() >= EXPLAINED {
            self.uncounted += 1;
            return;
        }
        let mut finding = Finding::error(Step::Value, "schema-mismatch", &said.rule, said.message);
        finding.pointer = pointer;
        let mut finding = finding.at_span(at.document(), span);
        finding.schema_place = self.schema.at(schema_pointer).map(|v| match v.key_span() {
            Some(key) => v.document().place(key.start),
            None => v.place(),
        });
        finding.schema_pointer = Some(schema_pointer.to_owned());
        finding.expected = Some(said.expected).filter(|text| !text.is_empty());
        finding.found = Some(said.found).filter(|text| !text.is_empty());
        finding.branch = context.branch.clone();
        finding.fix = said.fix;
        self.findings.push(finding);
    }

    /// One finding for each key that should not be there, the caret on the key.
    fn unexpected(&mut self, error: &ValidationError<'_>, names: &[String], rule: &str, context: &Context) {
        let object = self.place(error.instance_path().as_str());
        let asked = self.schema.at(error.schema_path().as_str());
        let schema = asked.and_then(Value::parent);
        let allowed = match rule {
            "unevaluatedProperties" => sentence::declared_in_place(schema),
            _ => sentence::declared(schema),
        };
        let before = self.findings.len();
        let mut echoes = Vec::new();
        for name in names {
            let pointer = format!("{}/{}", error.instance_path().as_str(), escaped(name));
            let Some(member) = self.value.at(&pointer) else { continue };
            let said = sentence::unexpected(member, object, rule, &pointer, &allowed);
            let span = member.key_span().unwrap_or(member.span());
            self.push_at(error.schema_path().as_str(), member, span, pointer, said, context);
            if allowed.contains(name) && self.findings.len() > before {
                echoes.extend(self.findings.pop());
            }
        }
        self.echoes.append(&mut echoes);
    }

    fn property_name(&mut self, error: &ValidationError<'_>, inner: &ValidationError<'_>, context: &Context) {
        let name = inner.instance().as_str().unwrap_or_default().to_owned();
        let pointer = format!("{}/{}", error.instance_path().as_str(), escaped(&name));
        let member = self.value.at(&pointer).unwrap_or(self.value.root());
        let asked = self.schema.at(inner.schema_path().as_str());
        let said = sentence::bad_name(inner, &name, &pointer, asked);
        let span = member.key_span().unwrap_or(member.span());
        self.push_at(inner.schema_path().as_str(), member, span, pointer, said, context);
    }

    /// A member that is missing: the caret stands on the object that lacks it, the pointer says the member.
    fn missing(&mut self, error: &ValidationError<'_>, name: &str, context: &Context) {
        let object = self.place(error.instance_path().as_str());
        let asked = self.schema.at(error.schema_path().as_str());
        let pointer = format!("{}/{}", error.instance_path().as_str(), escaped(name));
        let said = sentence::missing(object, name, &pointer, asked);
        let start = object.span().start;
        self.push_at(error.schema_path().as_str(), object, start..start + 1, pointer, said, context);
    }

    fn repeated(&mut self, error: &ValidationError<'_>, context: &Context) {
        let array = self.place(error.instance_path().as_str());
        let items: Vec<_> = array.items().map(Value::to_serde).collect();
        let Some((earlier, later)) = super::unique::first_repeat(&items) else { return };
        let at = array.item(later).unwrap_or(array);
        let base = error.instance_path().as_str();
        let pointer = format!("{base}/{later}");
        let said = Said {
            rule: "uniqueItems".to_owned(),
            message: format!("{pointer} is the same as {base}/{earlier}, the schema asks for different items"),
            expected: "different items".to_owned(),
            found: super::words::excerpt(at),
            fix: None,
        };
        self.push_at(error.schema_path().as_str(), at, at.span(), pointer, said, context);
    }
}

/// Makes warnings of findings that only a stricter peer would make errors of, and leaves out all others.
pub(super) fn as_warnings(findings: Vec<Finding>) -> Vec<Finding> {
    let warn = |mut finding: Finding| {
        let id = match finding.rule.as_str() {
            "format" => "format.unmet",
            "type" => "number.integer-spelling",
            _ => return None,
        };
        finding.id = id.to_owned();
        if finding.rule == "type" {
            let found = finding.found.clone().unwrap_or_default();
            let place = super::words::place_name(&finding.pointer).to_owned();
            finding.message = format!("{place} is {found}, an integer for JSON Schema; a stricter peer may refuse it");
        }
        Some(finding.with_severity(Severity::Warning))
    };
    findings.into_iter().filter_map(warn).collect()
}
