//! The tasks that are kept in memory, and how many.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::task::LiveTask;

/// Tasks kept at most; the oldest that is not being worked on goes first.
const KEPT: usize = 500;
/// Bytes of messages, schemas and artifacts kept at most, over all tasks.
const KEPT_BYTES: usize = 64 << 20;

/// All tasks that are kept.
#[derive(Default)]
pub(super) struct Tasks {
    kept: Mutex<VecDeque<Arc<LiveTask>>>,
}

impl Tasks {
    fn lock(&self) -> MutexGuard<'_, VecDeque<Arc<LiveTask>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All of them, the oldest first.
    pub(super) fn all(&self) -> Vec<Arc<LiveTask>> {
        self.lock().iter().cloned().collect()
    }

    /// The task with this id.
    pub(super) fn find(&self, id: &str) -> Option<Arc<LiveTask>> {
        self.lock().iter().find(|task| task.id == id).cloned()
    }

    /// Keeps a task, and lets the oldest go that nobody works on. `false` when all are being worked on.
    pub(super) fn keep(&self, task: Arc<LiveTask>) -> bool {
        let mut kept = self.lock();
        let mut bytes: usize = kept.iter().map(|task| task.bytes()).sum();
        while kept.len() >= KEPT || bytes > KEPT_BYTES {
            let Some(oldest) = kept.iter().position(|task| !task.state().1) else { break };
            if let Some(gone) = kept.remove(oldest) {
                bytes = bytes.saturating_sub(gone.bytes());
            }
        }
        if kept.len() >= KEPT {
            return false;
        }
        kept.push_back(task);
        true
    }

    /// Lets a task go.
    pub(super) fn forget(&self, id: &str) {
        self.lock().retain(|task| task.id != id);
    }
}
