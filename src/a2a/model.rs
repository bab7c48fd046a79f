//! The one inner model of tasks and messages, whatever generation was on the wire.
//!
//! Reading is lenient: absent, `null`, `""` and `[]` mean the same, unknown members stay reachable in the raw frame.
//! JSON that belongs to a person (data parts, metadata) is kept as its text, so that no number changes.

use std::sync::Arc;

/// A JSON text exactly as it stood on the wire (one value).
pub type RawJson = Arc<str>;

/// The state of a task, spelled the 0.3 way in [`TaskState::word`] whatever the wire said.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TaskState {
    /// No state given, or `UNSPECIFIED`/`unknown`.
    Unspecified,
    /// Accepted, not started.
    Submitted,
    /// Being worked on.
    Working,
    /// Terminal: done.
    Completed,
    /// Terminal: the agent gave up.
    Failed,
    /// Terminal: cancelled.
    Canceled,
    /// Terminal: the agent would not do it.
    Rejected,
    /// Interrupted: the agent waits for an answer.
    InputRequired,
    /// Interrupted: the agent waits for credentials.
    AuthRequired,
    /// A word we do not know, as it came. It ends nothing.
    Other(String),
}

impl TaskState {
    /// The 0.3 spelling: `input-required`.
    pub fn word(&self) -> &str {
        match self {
            TaskState::Unspecified => "unknown",
            TaskState::Submitted => "submitted",
            TaskState::Working => "working",
            TaskState::Completed => "completed",
            TaskState::Failed => "failed",
            TaskState::Canceled => "canceled",
            TaskState::Rejected => "rejected",
            TaskState::InputRequired => "input-required",
            TaskState::AuthRequired => "auth-required",
            TaskState::Other(word) => word,
        }
    }

    /// Whether the task never changes again.
    pub fn is_terminal(&self) -> bool {
        matches!(self, TaskState::Completed | TaskState::Failed | TaskState::Canceled | TaskState::Rejected)
    }

    /// Whether the agent waits for us.
    pub fn is_interrupted(&self) -> bool {
        matches!(self, TaskState::InputRequired | TaskState::AuthRequired)
    }

    /// Whether this state ends a turn.
    pub fn ends_turn(&self) -> bool {
        self.is_terminal() || self.is_interrupted()
    }
}

/// Who speaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// The person or program that asks.
    User,
    /// The agent.
    Agent,
    /// A word we do not know, as it came.
    Other(String),
}

/// What a part holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Text.
    Text(Arc<str>),
    /// Bytes, as the base64 text that stood on the wire (decoded only where it is needed).
    Raw(Arc<str>),
    /// A `raw` member that is not a string: its JSON text.
    RawInvalid(RawJson),
    /// An address. Never fetched by itself.
    Url(Arc<str>),
    /// JSON, as its text.
    Data(RawJson),
    /// None of these.
    Empty,
}

/// One part of a message or an artifact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The content.
    pub content: Content,
    /// `mediaType` (0.3: `mimeType`).
    pub media_type: Option<String>,
    /// `filename` (0.3: `name`).
    pub filename: Option<String>,
    /// Metadata, an object's JSON text.
    pub metadata: Option<RawJson>,
}

/// A message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Its id; empty when the peer gave none.
    pub message_id: String,
    /// Who speaks.
    pub role: Role,
    /// The content.
    pub parts: Vec<Part>,
    /// The conversation.
    pub context_id: Option<String>,
    /// The task it belongs to.
    pub task_id: Option<String>,
    /// Metadata, an object's JSON text.
    pub metadata: Option<RawJson>,
    /// URIs of extensions in use.
    pub extensions: Vec<String>,
}

impl Message {
    /// All text parts, one after another.
    pub fn text(&self) -> String {
        self.parts.iter().filter_map(Part::text).collect::<Vec<_>>().join("")
    }
}

impl Part {
    /// A text part.
    pub fn of_text(text: impl Into<Arc<str>>) -> Self {
        Part { content: Content::Text(text.into()), media_type: None, filename: None, metadata: None }
    }

    /// The text of a text part.
    pub fn text(&self) -> Option<&str> {
        match &self.content {
            Content::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// Where a task stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// The state.
    pub state: TaskState,
    /// What the agent says about it.
    pub message: Option<Message>,
    /// The agent's time stamp, as written.
    pub timestamp: Option<String>,
}

/// An artifact, or a chunk of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Artifact {
    /// Unique in its task; empty when the peer gave none.
    pub artifact_id: String,
    /// Its name.
    pub name: Option<String>,
    /// Its description.
    pub description: Option<String>,
    /// The content.
    pub parts: Vec<Part>,
    /// URIs of extensions in use.
    pub extensions: Vec<String>,
    /// Metadata, an object's JSON text.
    pub metadata: Option<RawJson>,
}

/// A task as a snapshot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// Its id; empty when the peer gave none.
    pub id: String,
    /// The conversation.
    pub context_id: Option<String>,
    /// Where it stands.
    pub status: Status,
    /// Entries as they came; several may carry one id.
    pub artifacts: Vec<Artifact>,
    /// Messages so far.
    pub history: Vec<Message>,
    /// Metadata, an object's JSON text.
    pub metadata: Option<RawJson>,
}

/// A change of a task's status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatusUpdate {
    /// The task.
    pub task_id: Option<String>,
    /// The conversation.
    pub context_id: Option<String>,
    /// The new status.
    pub status: Status,
    /// 0.3's `final`; it proves nothing.
    pub is_final: Option<bool>,
    /// Metadata, an object's JSON text.
    pub metadata: Option<RawJson>,
}

/// A chunk of an artifact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArtifactUpdate {
    /// The task.
    pub task_id: Option<String>,
    /// The conversation.
    pub context_id: Option<String>,
    /// The chunk.
    pub artifact: Artifact,
    /// Whether the parts are added to what is there (`true`) or replace it.
    pub append: bool,
    /// Whether the agent says that this is the last chunk.
    pub last_chunk: bool,
}

/// What one event of a stream, or one answer, says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Update {
    /// A snapshot of a task.
    Task(Task),
    /// A message.
    Message(Message),
    /// A change of status.
    Status(StatusUpdate),
    /// A chunk of an artifact.
    Artifact(ArtifactUpdate),
}

/// An error that the agent answered with: JSON-RPC, google.rpc.Status or one of 0.3's forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentError {
    /// The code as written: a number's text or a string. `None` when there was none.
    pub code: Option<String>,
    /// The agent's words.
    pub message: String,
    /// `data` or `details`, as JSON text.
    pub data: Option<RawJson>,
    /// The `reason` of a google.rpc.ErrorInfo.
    pub reason: Option<String>,
}

/// What a frame (an event's data, or a body) turned out to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decoded {
    /// Something the protocol knows, with notes about what was odd in it (`mixed-generations`, `id-mismatch` …).
    Update(Box<Update>, Vec<Note>),
    /// An error object.
    Error(AgentError),
    /// `result: null`, or neither result nor error: success without content (delete and the like).
    Nothing,
    /// An object of a kind we do not know; shown and skipped.
    Unknown(String),
    /// No JSON, or JSON that is no answer (array, scalar, null): the sentence says why.
    Unreadable(String),
    /// An event without data.
    Heartbeat,
}

/// Something odd that was read leniently: becomes a warning of the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// A stable word: `mixed-generations`.
    pub code: &'static str,
    /// One sentence.
    pub message: String,
}
