//! A finding: one thing that is wrong or noteworthy in a schema or a value, with its place.

use std::ops::Range;

use crate::json::{Document, Place, Value};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// It would refuse a send, or makes a value no value.
    Error,
    /// Likely trouble.
    Warning,
    /// Worth knowing.
    Info,
}

impl Severity {
    /// The word in JSON output.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "info",
        }
    }
}

/// The step of the ladder that a schema finding belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// `schema-json`
    Json,
    /// `schema-policy`
    Policy,
    /// `schema-valid`
    Valid,
    /// `schema-size`
    Size,
    /// `schema`: a value's finding.
    Value,
}

/// One finding. For a schema the place is in the schema; for a value it is in the value and `schema_*` in the schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The failure class when it would refuse a send (`schema-remote-ref`, `schema-invalid` …); for a value the result
    /// class without `result-` (`schema-mismatch`); else the rule.
    pub id: String,
    /// The finer rule (`ref.remote`, `json.duplicate-key`); for a value the keyword.
    pub rule: String,
    /// How bad it is.
    pub severity: Severity,
    /// The ladder step.
    pub step: Step,
    /// One sentence for people, without a full stop.
    pub message: String,
    /// JSON pointer of the place.
    pub pointer: String,
    /// The place as line and column.
    pub place: Option<Place>,
    /// The place as a byte range.
    pub span: Option<Range<usize>>,
    /// For a value: the pointer of the keyword in the schema.
    pub schema_pointer: Option<String>,
    /// For a value: the place of the keyword in the schema.
    pub schema_place: Option<Place>,
    /// For a value: what the schema asks for.
    pub expected: Option<String>,
    /// For a value: what stands there.
    pub found: Option<String>,
    /// For a value: the branch of a union that the finding speaks about, in words (`branch 2 of anyOf, kind "card"`).
    pub branch: Option<String>,
    /// What to try, one sentence.
    pub fix: Option<String>,
}

impl Finding {
    /// An error about a schema, without a place yet.
    pub fn error(step: Step, id: &str, rule: &str, message: impl Into<String>) -> Finding {
        Finding {
            id: id.to_owned(),
            rule: rule.to_owned(),
            severity: Severity::Error,
            step,
            message: message.into(),
            pointer: String::new(),
            place: None,
            span: None,
            schema_pointer: None,
            schema_place: None,
            expected: None,
            found: None,
            branch: None,
            fix: None,
        }
    }

    /// The same with another severity.
    pub fn with_severity(mut self, severity: Severity) -> Finding {
        self.severity = severity;
        self
    }

    /// The same at a value.
    pub fn at(mut self, value: Value<'_>) -> Finding {
        self.pointer = value.pointer();
        self.at_span(value.document(), value.span())
    }

    /// The same at a member's key, or at the value when it is no member.
    pub fn at_key(mut self, value: Value<'_>) -> Finding {
        self.pointer = value.pointer();
        self.at_span(value.document(), value.key_span().unwrap_or(value.span()))
    }

    /// The same at a byte range, the pointer unchanged.
    pub fn at_span(mut self, document: &Document, span: Range<usize>) -> Finding {
        self.place = Some(document.place(span.start));
        self.span = Some(span);
        self
    }

    /// The same with what to try.
    pub fn with_fix(mut self, fix: impl Into<String>) -> Finding {
        self.fix = Some(fix.into());
        self
    }

    /// Whether this finding would refuse a send, or makes a value no value.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}
