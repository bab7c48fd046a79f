//! What the run asks the world to do. The driver performs it and answers with events.

use std::sync::Arc;

use crate::json::Document;

use super::event::{Call, CallId};

/// One thing to do. A replay ignores them all.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Look for a card at these addresses, in order, until one is found: `Attempted` for each, then `Discovered`.
    Discover(Vec<String>),
    /// Check this schema, offline: `SchemaChecked`. Its size is judged by the run, which knows the agent's limit.
    CheckSchema {
        /// The text as it will be sent.
        text: Arc<str>,
        /// Levels of nesting allowed.
        max_depth: usize,
    },
    /// Make one request: `Requested`, then `Answered`, `Frame`…, `Closed`, or `Unanswered`.
    Call(Call),
    /// Close a call that is open: `Closed` with `ClosedByUs`, unless it is over already.
    CloseCall(CallId),
    /// Wait: `Waited` with this number.
    Wait {
        /// Its number within the run.
        timer: u32,
        /// Milliseconds.
        ms: u64,
    },
    /// Validate a value: `Validated`.
    Validate {
        /// The schema that was sent.
        schema: Document,
        /// The value.
        value: Document,
        /// Whether an unmet `format` is a mismatch.
        assert_formats: bool,
    },
    /// The verdict stands and nothing more is awaited.
    Finished,
}
