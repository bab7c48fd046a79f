//! The state of a run: what screens and outcomes show. Only [`super::step`] changes it.

use std::sync::Arc;

use crate::a2a::model::{Message, TaskState};
use crate::json::{Document, Fault};
use crate::kedi::Encoding;
use crate::schema::Finding;

use super::artifact::{ArtifactView, Artifacts};
use super::event::{Attempt, CallId, SchemaReport};
use super::failure::Failure;
use super::ladder::Ladder;
use super::log::Log;
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
}

impl Run {
    /// A run that has not begun: [`super::start`] begins it.
    pub fn new(plan: Plan) -> Self {
        Run {
            plan: Arc::new(plan),
            now: 0,
            attempts: Arc::default(),
            schema: None,
            encoding: None,
            assumed: false,
            streaming: false,
            link: Link::Idle,
            phase: Phase::default(),
            task: Arc::default(),
            answer: None,
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
        }
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

    /// The artifact that has the result's name, while it grows and afterwards.
    pub fn result_artifact(&self) -> Option<&ArtifactView> {
        let name = self.result_name();
        self.artifacts.standing().rev().find(|artifact| artifact.name.as_deref() == Some(name)).map(Arc::as_ref)
    }

    fn result_name(&self) -> &str {
        crate::kedi::ARTIFACT_NAME
    }
}
