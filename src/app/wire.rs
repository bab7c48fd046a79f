//! The bytes that are looked at in the Wire pane.

use std::sync::Arc;

use crate::run::event::WireRef;
use crate::run::{FrameRow, WireKind};

/// The bytes behind a row of the wire.
pub fn bytes_of(row: &FrameRow) -> Option<WireRef> {
    row.wire.or(match &row.what {
        WireKind::Attempt(attempt) => attempt.wire,
        WireKind::Request(request) => request.body,
        _ => None,
    })
}

/// Bytes, or why they cannot be read.
type Answer = Result<Arc<[u8]>, String>;

/// What is being looked at.
#[derive(Clone, Debug, Default)]
pub struct Wire {
    /// Which bytes are wanted.
    pub wanted: Option<WireRef>,
    /// Which came, and what they are.
    came: Option<(WireRef, Answer)>,
    /// First row of the bytes on screen.
    pub first: usize,
}

impl Wire {
    /// Wants these bytes; whether they must be read.
    pub fn want(&mut self, wire: Option<WireRef>) -> Option<WireRef> {
        if self.wanted == wire {
            return None;
        }
        self.wanted = wire;
        self.first = 0;
        wire.filter(|_| self.bytes().is_none())
    }

    /// Takes bytes in, unless other ones are wanted by now.
    pub fn take(&mut self, wire: WireRef, bytes: Answer) {
        if self.wanted == Some(wire) {
            self.came = Some((wire, bytes));
        }
    }

    /// The wanted bytes, once they came; or why they cannot be read.
    pub fn answer(&self) -> Option<&Result<Arc<[u8]>, String>> {
        let (wire, bytes) = self.came.as_ref()?;
        (self.wanted == Some(*wire)).then_some(bytes)
    }

    /// The wanted bytes.
    pub fn bytes(&self) -> Option<&Arc<[u8]>> {
        self.answer().and_then(|answer| answer.as_ref().ok())
    }
}
