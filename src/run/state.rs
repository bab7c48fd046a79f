//! The state of a run: what screens and outcomes show. Only [`super::step`] changes it.

use std::sync::Arc;

use crate::a2a::card::Card;
use crate::a2a::interface::{Choice, Chosen};
use crate::a2a::model::{Content, Message, TaskState};
use crate::json::{Document, Fault};
use crate::kedi::{self, Encoding};
use crate::schema::Finding;
use crate::text;

use super::artifact::{ArtifactView, Artifacts};
use super::event::{Attempt, CallId, SchemaReport};
use super::failure::Failure;
use super::ladder::Ladder;
use super::log::Log;
use super::machine::Machine;
use super::plan::Plan;
use super::row::{FrameRow, PROGRESS_KEPT, Row, Timing, WIRE_KEPT, Warning};
use super::verdict::Verdict;

/// What we know of the connection; what the agent said is the [`Phase`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Link {
    /// Nothing is open.
    Idle,
    /// Looking for the card.
    Discovering,
    /// A request went out, no answer yet.
    Connecting(CallId),
    /// An answer is coming in.
    Open(CallId),
    /// Waiting before asking for the task again, this many milliseconds.
    Pausing(u64),
    /// Broken off; the sentence says how.
    Lost(String),
}

/// How far the task is, by what the agent said.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Phase {
    /// Nothing was sent yet.
    #[default]
    Preparing,
    /// Sent; the agent has not named a task.
    Sent,
    /// The task is active.
    Active,
    /// The agent waits for us.
    Waiting,
    /// The task is over, or the agent answered with a message alone.
    Over,
}

/// The task as the agent told.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TaskView {
    /// Its id.
    pub id: Option<String>,
    /// The conversation.
    pub context_id: Option<String>,
    /// Its state.
    pub state: Option<TaskState>,
    /// What the agent said with its last status that had words.
    pub message: Option<Arc<Message>>,
    /// What it said with the state that ended the turn.
    pub closing: Option<Arc<Message>>,
}

/// Where an answer in words stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnswerSource {
    /// In artifacts.
    Artifacts,
    /// In the task's last status.
    Status,
    /// In the message that is the whole answer.
    Message,
    /// In the task's history.
    History,
}

impl AnswerSource {
    /// A label: `from the status message`.
    pub fn label(self) -> &'static str {
        match self {
            AnswerSource::Artifacts => "from the artifacts",
            AnswerSource::Status => "from the status message",
            AnswerSource::Message => "from the agent's message",
            AnswerSource::History => "from the task's history",
        }
    }
}

/// The schema as it is sent.
#[derive(Clone, Debug)]
pub struct SentSchema {
    /// The text: byte for byte what was checked.
    pub text: Arc<str>,
    /// The same, parsed; `None` when it is no JSON.
    pub document: Option<Document>,
    /// SHA-256 of the text, in hexadecimal.
    pub sha256: String,
    /// What the check found.
    pub report: Option<Arc<SchemaReport>>,
}

/// What arrived as the result, typed or refused.
#[derive(Clone, Debug)]
pub struct ResultView {
    /// The text, invalid bytes replaced.
    pub text: Arc<str>,
    /// How many bytes it has.
    pub bytes: u64,
    /// The document, when it is JSON.
    pub document: Option<Document>,
    /// What is wrong with it as JSON.
    pub fault: Option<Fault>,
    /// What validation found: errors when refused, warnings and remarks otherwise.
    pub findings: Arc<Vec<Finding>>,
    /// How many more there are, beyond the ones listed.
    pub more: Option<usize>,
    /// The artifact it came in.
    pub artifact_id: String,
    /// The frame it came in.
    pub frame: u32,
    /// How it was carried.
    pub encoding: Encoding,
    /// Whether it is the typed value.
    pub typed: bool,
}

/// A run. Cloning it is cheap: everything that grows is shared.
#[derive(Clone, Debug)]
pub struct Run {
    /// What was asked for.
    pub plan: Arc<Plan>,
    /// Microseconds since the run began, of the last event.
    pub now: u64,
    /// What was tried to find the card.
    pub attempts: Arc<Vec<Arc<Attempt>>>,
    /// The card.
    pub card: Option<Arc<Card>>,
    /// Where the card was found.
    pub card_url: Option<Arc<str>>,
    /// The origin of the typed address: credentials go there.
    pub typed_origin: Option<Arc<str>>,
    /// The choice among the card's interfaces.
    pub choice: Option<Arc<Choice>>,
    /// The extension's params, when a schema is asked for.
    pub params: Option<Arc<kedi::Params>>,
    /// The schema as it is sent, when one was given.
    pub schema: Option<Arc<SentSchema>>,
    /// The encoding that is asked for.
    pub encoding: Option<Encoding>,
    /// Whether the extension was assumed.
    pub assumed: bool,
    /// Whether the request asked for a stream.
    pub streaming: bool,
    /// What we know of the connection.
    pub link: Link,
    /// How far the task is.
    pub phase: Phase,
    /// The task.
    pub task: Arc<TaskView>,
    /// The message that is the whole answer, when no task was made.
    pub answer: Option<Arc<Message>>,
    /// The agent's last words in the task's history.
    pub history: Option<Arc<Message>>,
    /// Progress.
    pub rows: Log<Row>,
    /// Artifacts.
    pub artifacts: Artifacts,
    /// The ladder.
    pub ladder: Ladder,
    /// Why there is no typed value.
    pub failure: Option<Arc<Failure>>,
    /// What arrived as the result.
    pub result: Option<Arc<ResultView>>,
    /// Noteworthy things that refuse nothing.
    pub warnings: Arc<Vec<Warning>>,
    /// The wire.
    pub frames: Log<FrameRow>,
    /// Times and sizes.
    pub timing: Timing,
    /// Whether nothing more is awaited.
    pub finished: bool,
    pub(super) verdict: Option<Verdict>,
    pub(super) machine: Machine,
}

impl Run {
    /// A run that has not begun: [`super::start`] begins it.
    pub fn new(plan: Plan) -> Self {
        Run {
            plan: Arc::new(plan),
            now: 0,
            attempts: Arc::default(),
            card: None,
            card_url: None,
            typed_origin: None,
            choice: None,
            params: None,
            schema: None,
            encoding: None,
            assumed: false,
            streaming: false,
            link: Link::Idle,
            phase: Phase::default(),
            task: Arc::default(),
            answer: None,
            history: None,
            rows: Log::new(PROGRESS_KEPT),
            artifacts: Artifacts::default(),
            ladder: Ladder::default(),
            failure: None,
            result: None,
            warnings: Arc::default(),
            frames: Log::new(WIRE_KEPT),
            timing: Timing::default(),
            finished: false,
            verdict: None,
            machine: Machine::default(),
        }
    }

    /// Where the request goes.
    pub fn chosen(&self) -> Option<&Chosen> {
        self.choice.as_ref().and_then(|choice| choice.chosen.as_ref().ok())
    }

    /// The verdict, once it stands. It never changes again.
    pub fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    /// The typed value: there is one only when the verdict is `typed`.
    pub fn value(&self) -> Option<&Document> {
        let result = self.result.as_ref().filter(|_| self.verdict == Some(Verdict::Typed))?;
        result.document.as_ref()
    }

    /// The answer in words, and where it stands: text artifacts (the result excluded), the message that is the whole answer,
    /// the status that ended the turn, the history.
    pub fn answer_text(&self) -> Option<(String, AnswerSource)> {
        let is_result =
            |artifact: &ArtifactView| self.machine.structured && artifact.name.as_deref() == Some(self.result_name());
        let texts: Vec<String> = self
            .artifacts
            .standing()
            .filter(|artifact| !is_result(artifact))
            .map(|artifact| artifact.text())
            .filter(|text| !text.is_empty())
            .collect();
        if !texts.is_empty() {
            return Some((texts.join("\n\n"), AnswerSource::Artifacts));
        }
        let messages = [
            (self.answer.as_ref(), AnswerSource::Message),
            (self.task.closing.as_ref(), AnswerSource::Status),
            (self.history.as_ref(), AnswerSource::History),
        ];
        let mut spoken = messages.into_iter().filter_map(|(message, source)| Some((message?.text(), source)));
        spoken.find(|(text, _)| !text.is_empty())
    }

    /// What has arrived of the result while it grows: its text so far, of a raw part as far as its base64 makes bytes.
    pub fn partial_result(&self) -> Option<String> {
        let artifact = self.result_artifact()?;
        let mut bytes = Vec::new();
        for held in artifact.parts.iter() {
            match &held.part.content {
                Content::Raw(raw) => bytes.extend(kedi::base64::decode_prefix(raw)),
                Content::Text(text) | Content::Data(text) => bytes.extend_from_slice(text.as_bytes()),
                Content::RawInvalid(_) | Content::Url(_) | Content::Empty => {}
            }
        }
        // A character that is cut at the end is not there yet.
        let end = match std::str::from_utf8(&bytes) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => bytes.len(),
        };
        bytes.truncate(end);
        (!bytes.is_empty()).then(|| String::from_utf8_lossy(&bytes).into_owned())
    }

    /// How the run ended, one sentence without a full stop; `None` while it goes on.
    pub fn summary(&self) -> Option<String> {
        let verdict = self.verdict?;
        if let Some(failure) = &self.failure {
            return Some(failure.message.clone());
        }
        let state = self.task.state.as_ref().map(TaskState::word);
        Some(match (verdict, &self.result, state) {
            (Verdict::Typed, Some(result), _) => {
                format!("{}, valid against the schema", text::count(result.bytes, "byte"))
            }
            (Verdict::Stopped(_), _, Some("canceled")) => "stopped by you; the agent canceled the task".to_owned(),
            (Verdict::Stopped(_), _, Some(state)) => {
                format!("stopped by you; the task was {state} when we last heard of it")
            }
            (Verdict::Stopped(_), _, None) if self.timing.sent.is_none() => {
                "stopped by you before anything was sent".to_owned()
            }
            (Verdict::Stopped(_), _, None) => "stopped by you before the agent named a task".to_owned(),
            _ => verdict.title().to_owned(),
        })
    }

    /// The artifact that has the result's name, while it grows and afterwards.
    pub fn result_artifact(&self) -> Option<&ArtifactView> {
        let name = self.result_name();
        self.artifacts.standing().rev().find(|artifact| artifact.name.as_deref() == Some(name)).map(Arc::as_ref)
    }

    /// The name that the result artifact must have.
    pub fn result_name(&self) -> &str {
        self.params.as_ref().map_or(kedi::ARTIFACT_NAME, |params| &params.artifact_name)
    }
}
