//! What the workbench wants done outside: data, carried out by `runtime::workbench`.

use std::sync::Arc;

use super::pane::Pane;
use super::runs::RunId;
use crate::run::Plan;
use crate::run::event::{Attempt, Requested, WireRef};

/// One thing to do.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Look for the card: `Attempted` for each try, then `Discovered`.
    FetchCard {
        /// Which search; answers of earlier ones are dropped.
        generation: u64,
        /// The address as typed.
        address: String,
    },
    /// Check the schema on a worker: `Checked`. A newer check replaces one that has not begun.
    CheckSchema {
        /// Which text; answers to earlier ones are dropped.
        generation: u64,
        /// The text.
        text: Arc<str>,
        /// The agent's limit of bytes.
        max_bytes: Option<u64>,
        /// Our limit of levels.
        max_depth: usize,
    },
    /// Begin a run: `Run` whenever it changed, then `RunEnded`.
    StartRun {
        /// Which.
        id: RunId,
        /// What to do. The message id is filled in outside: ids are random.
        plan: Box<Plan>,
    },
    /// Stop a run: the task is cancelled at the agent.
    StopRun(RunId),
    /// Write down the exact request of this plan: `Request`.
    ShowRequest {
        /// What would be sent.
        plan: Box<Plan>,
        /// How the card was found.
        attempts: Vec<Attempt>,
    },
    /// Put a request on the clipboard as a curl command; its body is read from the wire.
    CopyCurl(Arc<Requested>),
    /// Read bytes that went over the wire: `Wire`.
    ReadWire(WireRef),
    /// Put text on the clipboard, and say so.
    Copy {
        /// What it is, for the message: `value`, `curl command`.
        what: &'static str,
        /// The text.
        text: String,
    },
    /// Edit a field in `$EDITOR`: `Edited`.
    OpenEditor {
        /// Whose text.
        pane: Pane,
        /// The text.
        text: String,
    },
    /// Keep what was typed, so that a crash loses nothing.
    SaveDraft {
        /// The schema.
        schema: String,
        /// The task's text.
        task: String,
    },
    /// Take the mouse, or give it back to the terminal.
    Mouse(bool),
    /// Draw every cell again.
    Redraw,
    /// Suspend the program.
    Suspend,
    /// Leave.
    Quit,
}
