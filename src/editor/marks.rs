//! Marks: findings at ranges of the text, which move when the text before or inside them changes.

use std::ops::Range;

use super::history::Change;
use crate::schema::Severity;

/// A range of the text with something to say about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// In characters; in [`super::Buffer::set_marks`] in bytes.
    pub range: Range<usize>,
    /// How bad it is.
    pub severity: Severity,
    /// A few words for the end of the line.
    pub message: String,
}

/// Where a position is after a change. A position inside removed text goes to its beginning; at an insertion it goes
/// behind when `behind`, else it stays.
pub(super) fn moved(at: usize, change: &Change, removed: usize, inserted: usize, behind: bool) -> usize {
    let end = change.at + removed;
    if at < change.at || (at == change.at && !behind) {
        at
    } else if at >= end {
        at - removed + inserted
    } else {
        change.at + if behind { inserted } else { 0 }
    }
}

/// Moves marks with a change; those whose text is gone go too.
pub(super) fn shift(marks: &mut Vec<Mark>, change: &Change) {
    let (removed, inserted) = (change.removed_chars(), change.inserted_chars());
    marks.retain_mut(|mark| {
        let was_empty = mark.range.is_empty();
        let start = moved(mark.range.start, change, removed, inserted, true);
        let end = moved(mark.range.end, change, removed, inserted, false).max(start);
        mark.range = start..end;
        was_empty || start < end
    });
}
