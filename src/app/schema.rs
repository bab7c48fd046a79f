//! The schema being written: its text, and what the latest check found.

use std::sync::Arc;

use crate::editor::Buffer;
use crate::schema::{Checked, Finding, Severity};

/// The schema and its latest check.
#[derive(Clone, Debug)]
pub struct Schema {
    /// The text.
    pub field: Buffer,
    /// Counts changes of the text: a check of an earlier text is dropped.
    pub generation: u64,
    /// The latest check and the generation of the text it is about.
    checked: Option<(u64, Arc<Checked>)>,
    /// How long the latest check took, in microseconds.
    pub took: u64,
}

impl Schema {
    /// A schema that begins with this text.
    pub fn new(text: &str) -> Schema {
        Schema { field: Buffer::json(text), generation: 0, checked: None, took: 0 }
    }

    /// Takes a check in, unless the text has changed since.
    pub fn take(&mut self, generation: u64, checked: Arc<Checked>, took: u64) -> bool {
        if generation != self.generation {
            return false;
        }
        self.checked = Some((generation, checked));
        self.took = took;
        true
    }

    /// There is nothing to check.
    pub fn clear_check(&mut self) {
        self.checked = None;
    }

    /// The latest check, of this text or of the one before the last keys: shown meanwhile, so that nothing flickers.
    pub fn checked(&self) -> Option<&Checked> {
        self.checked.as_ref().map(|(_, checked)| checked.as_ref())
    }

    /// What the latest check found.
    pub fn findings(&self) -> &[Finding] {
        self.checked().map_or(&[], |checked| &checked.findings)
    }

    /// How many errors and how many warnings there are.
    pub fn counts(&self) -> (usize, usize) {
        let of = |severity| self.findings().iter().filter(|finding| finding.severity == severity).count();
        (of(Severity::Error), of(Severity::Warning))
    }

    /// Whether the text was JSON when it was last checked.
    pub fn is_json(&self) -> bool {
        self.checked().is_some_and(|checked| checked.document.is_some())
    }

    /// The finding after (or before) the cursor, round the corner: its index.
    pub fn finding_from_cursor(&self, back: bool) -> Option<usize> {
        let here = self.field.place();
        let at = (here.line, here.column);
        let mut placed: Vec<(usize, (usize, usize))> = self
            .findings()
            .iter()
            .enumerate()
            .filter_map(|(index, finding)| finding.place.map(|place| (index, (place.line, place.column))))
            .collect();
        placed.sort_by_key(|(_, place)| *place);
        let next = if back {
            placed.iter().rev().find(|(_, place)| *place < at).or(placed.last())
        } else {
            placed.iter().find(|(_, place)| *place > at).or(placed.first())
        };
        next.map(|(index, _)| *index)
    }
}
