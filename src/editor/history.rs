//! Undo and redo: steps of changes, with typing gathered into words.

use std::collections::VecDeque;

use super::buffer::Selection;

/// Steps kept.
const STEPS: usize = 10_000;
/// Bytes of removed and inserted text kept; the newest step is kept whatever its size.
const BYTES: usize = 64 << 20;

/// One replacement in the text. Positions are in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) at: usize,
    pub(super) removed: String,
    pub(super) inserted: String,
}

impl Change {
    pub(super) fn removed_chars(&self) -> usize {
        self.removed.chars().count()
    }

    pub(super) fn inserted_chars(&self) -> usize {
        self.inserted.chars().count()
    }

    /// The change that takes this one back.
    pub(super) fn inverse(self) -> Change {
        Change { at: self.at, removed: self.inserted, inserted: self.removed }
    }
}

/// Which edits are taken back together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    /// Typing; a new word begins a new step.
    Typing,
    /// Backspace, key by key.
    Backspace,
    /// Delete, key by key.
    Delete,
    /// Never joined with another edit.
    Alone,
}

#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) changes: Vec<Change>,
    pub(super) before: Selection,
    pub(super) after: Selection,
}

impl Step {
    fn bytes(&self) -> usize {
        self.changes.iter().map(|c| c.removed.len() + c.inserted.len()).sum()
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct History {
    done: VecDeque<Step>,
    undone: Vec<Step>,
    /// The group of the last step while it may still grow.
    open: Option<Group>,
    bytes: usize,
}

impl History {
    /// Ends the growing of the last step: the cursor went elsewhere.
    pub(super) fn close(&mut self) {
        self.open = None;
    }

    pub(super) fn record(&mut self, step: Step, group: Group) {
        self.undone.clear();
        self.bytes += step.bytes();
        let grows = group != Group::Alone && self.open == Some(group);
        self.open = (group != Group::Alone).then_some(group);
        match self.done.back_mut() {
            Some(last) if grows => {
                last.after = step.after;
                for change in step.changes {
                    join(&mut last.changes, change);
                }
            }
            _ => self.done.push_back(step),
        }
        while self.done.len() > STEPS || (self.bytes > BYTES && self.done.len() > 1) {
            if let Some(oldest) = self.done.pop_front() {
                self.bytes -= oldest.bytes();
            }
        }
    }

    pub(super) fn undo(&mut self) -> Option<Step> {
        self.open = None;
        let step = self.done.pop_back()?;
        self.bytes -= step.bytes();
        self.undone.push(step.clone());
        Some(step)
    }

    pub(super) fn redo(&mut self) -> Option<Step> {
        self.open = None;
        let step = self.undone.pop()?;
        self.bytes += step.bytes();
        self.done.push_back(step.clone());
        Some(step)
    }

    pub(super) fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    pub(super) fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }
}

/// Adds a change to a step, as part of the last one where it continues it.
fn join(changes: &mut Vec<Change>, change: Change) {
    if let Some(last) = changes.last_mut() {
        if last.removed.is_empty() && change.removed.is_empty() && change.at == last.at + last.inserted_chars() {
            last.inserted.push_str(&change.inserted);
            return;
        }
        if last.inserted.is_empty() && change.inserted.is_empty() {
            if change.at == last.at {
                last.removed.push_str(&change.removed);
                return;
            }
            if change.at + change.removed_chars() == last.at {
                last.at = change.at;
                last.removed.insert_str(0, &change.removed);
                return;
            }
        }
    }
    changes.push(change);
}
