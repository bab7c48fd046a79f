//! When what was typed is saved: a moment after the last key, so that a crash loses next to nothing.

/// How long the hands must rest before a draft is saved, in milliseconds.
const REST_MS: u64 = 800;

/// Whether something is unsaved, and since when.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    due: Option<u64>,
}

impl Draft {
    /// Something was typed.
    pub fn touch(&mut self, now: u64) {
        self.due = Some(now + REST_MS);
    }

    /// When to save.
    pub fn deadline(&self) -> Option<u64> {
        self.due
    }

    /// Whether it is time to save; asked once.
    pub fn take(&mut self, now: u64) -> bool {
        let due = self.due.is_some_and(|due| due <= now);
        if due {
            self.due = None;
        }
        due
    }

    /// Whether something is unsaved; asked once, on the way out.
    pub fn take_any(&mut self) -> bool {
        self.due.take().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_is_saved_once_the_hands_rest() {
        let mut draft = Draft::default();
        draft.touch(100);
        draft.touch(500);
        assert_eq!(draft.deadline(), Some(1_300));
        assert!(!draft.take(1_299));
        assert!(draft.take(1_300));
        assert!(!draft.take(9_999));
        assert!(!draft.take_any());
    }
}
