//! What people read while a run goes on: progress rows, wire rows, warnings, times.

use std::borrow::Cow;
use std::sync::Arc;

use crate::a2a::model::TaskState;

use super::event::{Answered, Attempt, CallId, End, NetFault, Requested, WireRef};

/// Rows of progress kept; older ones are dropped and counted.
pub const PROGRESS_KEPT: usize = 5_000;
/// Rows of the wire kept; older ones are dropped and counted.
pub const WIRE_KEPT: usize = 100_000;

/// One row of progress. Repeats are folded into it.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Microseconds since the run began: of the first.
    pub at: u64,
    /// Of the last one folded in.
    pub until: u64,
    /// How many events it stands for.
    pub count: u32,
    /// The frame of the last one; 0 when it was none.
    pub frame: u32,
    /// Whether it came after the end of the turn: shown, not counted.
    pub late: bool,
    /// What it tells of.
    pub kind: RowKind,
    /// The agent's words, or ours. Of pieces that belong together, all of them so far.
    pub text: Arc<str>,
}

/// What a row of progress tells of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// The task's status, with the agent's words.
    Status(TaskState),
    /// A chunk of an artifact: its id, and its name when it has one.
    Artifact {
        /// Its id.
        id: String,
        /// Its name.
        name: Option<String>,
    },
    /// A message of the agent.
    Message,
    /// An event of another task.
    OtherTask,
    /// Something that could not be read.
    Unreadable,
    /// The agent's error.
    Error,
    /// What catseye does: asks for the task, waits, stops.
    Ours,
}

/// One row of the wire.
#[derive(Clone, Debug, PartialEq)]
pub struct FrameRow {
    /// Microseconds since the run began.
    pub at: u64,
    /// Which call; `None` for a card fetch.
    pub call: Option<CallId>,
    /// The frame's number, when it is one.
    pub number: Option<u32>,
    /// Its bytes.
    pub wire: Option<WireRef>,
    /// What it is, a few words: `POST SendStreamingMessage`, `200 text/event-stream`, `status working`.
    pub label: String,
    /// Whether something was odd about it.
    pub odd: bool,
    /// The whole of it.
    pub what: WireKind,
}

/// What a row of the wire is.
#[derive(Clone, Debug, PartialEq)]
pub enum WireKind {
    /// A try for the card.
    Attempt(Arc<Attempt>),
    /// A request that went out.
    Request(Arc<Requested>),
    /// The head of an answer.
    Answer(Arc<Answered>),
    /// An event or a whole body; the remarks say what was odd.
    Frame(Vec<String>),
    /// A sign of life without content.
    Heartbeat,
    /// The end of an answer.
    End(End),
    /// No answer.
    Fault(NetFault),
}

/// Something noteworthy that refuses nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// A stable word: `after-terminal`.
    pub code: Cow<'static, str>,
    /// One sentence without a full stop.
    pub message: String,
    /// How often it happened; the message is the first one's.
    pub count: u32,
    /// The frame of the first one.
    pub frame: Option<u32>,
}

/// Times and sizes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timing {
    /// When the task's request went out, in microseconds since the run began.
    pub sent: Option<u64>,
    /// When the first event of an answer came.
    pub first_event: Option<u64>,
    /// When the last byte that we know of came.
    pub last_event: Option<u64>,
    /// When the verdict stood.
    pub ended: Option<u64>,
    /// Events of answers, heartbeats excluded.
    pub events: u64,
    /// Heartbeats.
    pub heartbeats: u64,
    /// Bytes of answers.
    pub bytes: u64,
}
