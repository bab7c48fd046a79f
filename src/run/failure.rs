//! A failure: its class, the step it stands at, a sentence, what to try, the agent's own words, the evidence.

use crate::a2a::model::{AgentError, Content, Message, RawJson};
use crate::json::Place;
use crate::schema::Finding;

use super::class::Class;
use super::ladder::StepId;

/// Why there is no typed value.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// The class.
    pub class: Class,
    /// The step that failed.
    pub step: StepId,
    /// What happened, one sentence without a full stop.
    pub message: String,
    /// What to try, or what was noticed besides: one sentence without a full stop.
    pub hint: String,
    /// What the agent itself said.
    pub agent: AgentWords,
    /// Where to look.
    pub evidence: Vec<Evidence>,
}

/// What the agent itself said, whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AgentWords {
    /// Its text; empty when it gave none.
    pub text: String,
    /// Its data, each a JSON text.
    pub data: Vec<RawJson>,
    /// The code of an error, as written.
    pub code: Option<String>,
    /// Why some data is not among [`AgentWords::data`]: it was no JSON.
    pub data_error: Option<String>,
}

impl AgentWords {
    /// Whether the agent said nothing.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && self.data.is_empty() && self.code.is_none()
    }

    /// The words of an error.
    pub(super) fn of_error(error: &AgentError) -> Self {
        let mut words = AgentWords { text: error.message.clone(), code: error.code.clone(), ..Self::default() };
        words.add_data(error.data.as_ref());
        words
    }

    /// The words of a message: all text, all data.
    pub(super) fn of_message(message: &Message) -> Self {
        let mut words = AgentWords { text: message.text(), ..Self::default() };
        for part in &message.parts {
            if let Content::Data(data) = &part.content {
                words.add_data(Some(data));
            }
        }
        words
    }

    /// Adds one JSON text, if it is one: what stands here is embedded in outcomes as it is.
    pub(super) fn add_data(&mut self, data: Option<&RawJson>) {
        let Some(data) = data else { return };
        match crate::json::parse_text(data, &crate::json::Limits::default()) {
            Ok(document) if document.root().is_null() => {}
            Ok(document) => self.data.push(document.shared_text()),
            Err(fault) => self.data_error = Some(fault.to_string()),
        }
    }
}

/// One place to look. Whatever is unknown is `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evidence {
    /// JSON pointer into the value (of a schema's own findings: into the schema).
    pub pointer: Option<String>,
    /// JSON pointer into the schema.
    pub schema_pointer: Option<String>,
    /// The keyword.
    pub keyword: Option<String>,
    /// What was asked for.
    pub expected: Option<String>,
    /// What stood there.
    pub found: Option<String>,
    /// The place of `pointer`.
    pub place: Option<Place>,
    /// The place of `schema_pointer`.
    pub schema_place: Option<Place>,
    /// Number of the frame.
    pub frame: Option<u32>,
    /// Byte offset in the decoded result, or in the base64 text.
    pub byte: Option<u64>,
    /// The address.
    pub url: Option<String>,
    /// The HTTP status.
    pub status: Option<u16>,
    /// The content type as it came.
    pub content_type: Option<String>,
    /// The first bytes of what came, as text.
    pub excerpt: Option<String>,
}

impl Evidence {
    /// A frame to look at.
    pub(super) fn frame(number: u32) -> Self {
        Evidence { frame: Some(number), ..Self::default() }
    }

    /// The place of a finding of a schema.
    pub(super) fn of_schema(finding: &Finding) -> Self {
        Evidence {
            pointer: Some(finding.pointer.clone()),
            keyword: Some(finding.rule.clone()),
            expected: finding.expected.clone(),
            found: finding.found.clone(),
            place: finding.place,
            byte: finding.span.as_ref().map(|span| span.start as u64),
            ..Self::default()
        }
    }

    /// The places of a finding of a value.
    pub(super) fn of_value(finding: &Finding) -> Self {
        Evidence {
            schema_pointer: finding.schema_pointer.clone(),
            schema_place: finding.schema_place,
            ..Self::of_schema(finding)
        }
    }
}

/// At most this many characters of what came are quoted in a sentence or as an excerpt.
const EXCERPT: usize = 200;

/// The first characters of a text.
pub(super) fn excerpt(text: &str) -> String {
    match text.char_indices().nth(EXCERPT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
