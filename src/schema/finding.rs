//! A finding: one thing that is wrong or noteworthy in a schema or a value, with its place.

use std::ops::Range;

use crate::json::Place;

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
    /// What to try, one sentence.
    pub fix: Option<String>,
}
