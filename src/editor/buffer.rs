//! The buffer: text, cursor and selection, and what can be read from them.

use std::borrow::Cow;
use std::ops::Range;

use ropey::Rope;

use super::cluster;
use super::history::{Change, Group, History, Step};
use super::marks::{self, Mark};
use crate::json::Place;

/// What the text is, and so how typing behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// JSON: pairs, indentation.
    Json,
    /// Prose of several lines.
    Prose,
    /// One line; line breaks that are pasted become blanks.
    Line,
}

/// A selection: from the anchor to the head, where the cursor is. Both in characters; equal when nothing is selected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Where it began.
    pub anchor: usize,
    /// Where the cursor is.
    pub head: usize,
}

impl Selection {
    /// Nothing selected, the cursor at `at`.
    pub fn at(at: usize) -> Self {
        Selection { anchor: at, head: at }
    }

    /// The selected characters, in order.
    pub fn range(self) -> Range<usize> {
        self.anchor.min(self.head)..self.anchor.max(self.head)
    }
}

/// A text being edited. Cloning is cheap: the rope is shared.
#[derive(Clone, Debug)]
pub struct Buffer {
    pub(super) rope: Rope,
    pub(super) kind: Kind,
    pub(super) selection: Selection,
    /// The column that moving up and down aims at.
    pub(super) goal: Option<usize>,
    pub(super) history: History,
    revision: u64,
    marks: Vec<Mark>,
    /// Closing brackets and quotes that were set by us and may be typed over, in characters.
    pub(super) closers: Vec<usize>,
}

impl Buffer {
    /// A buffer with `text`, the cursor at its beginning.
    pub fn new(kind: Kind, text: &str) -> Self {
        let rope = match kind {
            Kind::Line => Rope::from_str(&one_line(text)),
            _ => Rope::from_str(text),
        };
        Buffer {
            rope,
            kind,
            selection: Selection::default(),
            goal: None,
            history: History::default(),
            revision: 0,
            marks: Vec::new(),
            closers: Vec::new(),
        }
    }

    /// A buffer for JSON.
    pub fn json(text: &str) -> Self {
        Buffer::new(Kind::Json, text)
    }

    /// A buffer for prose.
    pub fn prose(text: &str) -> Self {
        Buffer::new(Kind::Prose, text)
    }

    /// A one-line field, the cursor at the end.
    pub fn field(text: &str) -> Self {
        let mut buffer = Buffer::new(Kind::Line, text);
        buffer.selection = Selection::at(buffer.len());
        buffer
    }

    /// What the text is.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The whole text.
    pub fn text(&self) -> String {
        self.rope.to_string()
    }

    /// The text in the pieces it is stored in, in order: for hashing and comparing without a copy.
    pub fn chunks(&self) -> impl Iterator<Item = &str> {
        self.rope.chunks()
    }

    /// Characters in the text.
    pub fn len(&self) -> usize {
        self.rope.len_chars()
    }

    /// Bytes in the text.
    pub fn bytes(&self) -> usize {
        self.rope.len_bytes()
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Changes with every edit, undo and redo. An answer about an older revision is stale.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The cursor, in characters.
    pub fn cursor(&self) -> usize {
        self.selection.head
    }

    /// The selection.
    pub fn selection(&self) -> Selection {
        self.selection
    }

    /// Whether something is selected.
    pub fn has_selection(&self) -> bool {
        self.selection.anchor != self.selection.head
    }

    /// The selected text.
    pub fn selected(&self) -> Option<String> {
        self.has_selection().then(|| self.rope.slice(self.selection.range()).to_string())
    }

    /// Line (from 0) and column on the screen (from 0) of a position.
    pub fn position(&self, at: usize) -> (usize, usize) {
        let at = at.min(self.len());
        let line = self.rope.char_to_line(at);
        let start = self.rope.line_to_char(line);
        (line, cluster::text_columns(&Cow::from(self.rope.slice(start..at))))
    }

    /// The position at a line (from 0) and a column on the screen (from 0), clamped into the text.
    pub fn at_position(&self, line: usize, column: usize) -> usize {
        let line = line.min(self.lines() - 1);
        self.rope.line_to_char(line) + cluster::chars_before_column(&self.line(line), column)
    }

    /// The cursor as people count: line and character from 1.
    pub fn place(&self) -> Place {
        let line = self.rope.char_to_line(self.cursor());
        Place { line: line + 1, column: self.cursor() - self.rope.line_to_char(line) + 1 }
    }

    /// The byte offset of a position.
    pub fn byte_offset(&self, at: usize) -> usize {
        self.rope.char_to_byte(at.min(self.len()))
    }

    /// The position of a byte offset; inside a character its beginning.
    pub fn char_offset(&self, byte: usize) -> usize {
        self.rope.byte_to_char(byte.min(self.rope.len_bytes()))
    }

    /// How many lines there are, at least one.
    pub fn lines(&self) -> usize {
        self.rope.len_lines()
    }

    /// A line (from 0) without its line break; empty past the end.
    pub fn line(&self, line: usize) -> Cow<'_, str> {
        match Cow::from(self.rope.get_line(line).unwrap_or_else(|| self.rope.slice(0..0))) {
            Cow::Borrowed(text) => Cow::Borrowed(without_break(text)),
            Cow::Owned(mut text) => {
                text.truncate(without_break(&text).len());
                Cow::Owned(text)
            }
        }
    }

    /// The position where a line (from 0) begins.
    pub fn line_start(&self, line: usize) -> usize {
        self.rope.line_to_char(line.min(self.lines() - 1))
    }

    /// The position where a line (from 0) ends, before its line break.
    pub fn line_end(&self, line: usize) -> usize {
        let line = line.min(self.lines() - 1);
        self.line_start(line) + self.line(line).chars().count()
    }

    /// The line (from 0) of a position.
    pub fn line_of(&self, at: usize) -> usize {
        self.rope.char_to_line(at.min(self.len()))
    }

    /// Puts marks on the text; their ranges are byte ranges of the text at `revision`. Refused, with `false`, when the
    /// text has changed since.
    pub fn set_marks(&mut self, revision: u64, marks: Vec<Mark>) -> bool {
        if revision != self.revision {
            return false;
        }
        self.marks = marks;
        for mark in &mut self.marks {
            let start = self.rope.byte_to_char(mark.range.start.min(self.rope.len_bytes()));
            let end = self.rope.byte_to_char(mark.range.end.min(self.rope.len_bytes()));
            mark.range = start..end.max(start);
        }
        self.marks.sort_by_key(|mark| (mark.range.start, mark.severity));
        true
    }

    /// The marks, in order of their beginning, ranges in characters.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// The marks that begin in a line (from 0), worst first.
    pub fn marks_in_line(&self, line: usize) -> Vec<&Mark> {
        let range = self.line_start(line)..=self.line_end(line);
        let first = self.marks.partition_point(|mark| mark.range.start < *range.start());
        let rest = self.marks.get(first..).unwrap_or_default();
        let mut found: Vec<&Mark> = rest.iter().take_while(|mark| range.contains(&mark.range.start)).collect();
        found.sort_by_key(|mark| mark.severity);
        found
    }

    /// Takes back the last step. `false` when there is none.
    pub fn undo(&mut self) -> bool {
        let Some(step) = self.history.undo() else { return false };
        for change in step.changes.into_iter().rev() {
            self.perform(&change.inverse());
        }
        self.settle(step.before);
        true
    }

    /// Does again what was taken back. `false` when there is nothing.
    pub fn redo(&mut self) -> bool {
        let Some(step) = self.history.redo() else { return false };
        for change in &step.changes {
            self.perform(change);
        }
        self.settle(step.after);
        true
    }

    /// Whether there is something to take back.
    pub fn can_undo(&self) -> bool {
        self.history.can_undo()
    }

    /// Whether there is something to do again.
    pub fn can_redo(&self) -> bool {
        self.history.can_redo()
    }

    /// Replaces ranges, which are in order and apart, as one step. The selection afterwards is `select`, counted in the
    /// new text, or the old one moved along.
    pub(super) fn transact(&mut self, group: Group, edits: Vec<(Range<usize>, String)>, select: Option<Selection>) {
        let before = self.selection;
        let mut after = before;
        let mut changes = Vec::with_capacity(edits.len());
        for (range, inserted) in edits.into_iter().rev() {
            let removed = self.rope.slice(range.clone()).to_string();
            if removed == inserted {
                continue;
            }
            let change = Change { at: range.start, removed, inserted };
            let (gone, come) = (change.removed_chars(), change.inserted_chars());
            after.anchor = marks::moved(after.anchor, &change, gone, come, true);
            after.head = marks::moved(after.head, &change, gone, come, true);
            self.perform(&change);
            changes.push(change);
        }
        let after = select.unwrap_or(after);
        if !changes.is_empty() {
            self.history.record(Step { changes, before, after }, group);
        }
        self.settle(after);
    }

    fn perform(&mut self, change: &Change) {
        let removed = change.removed_chars();
        if removed > 0 {
            self.rope.remove(change.at..change.at + removed);
        }
        if !change.inserted.is_empty() {
            self.rope.insert(change.at, &change.inserted);
        }
        marks::shift(&mut self.marks, change);
        let inserted = change.inserted_chars();
        self.closers.retain(|&at| at < change.at || at >= change.at + removed);
        for at in &mut self.closers {
            *at = marks::moved(*at, change, removed, inserted, true);
        }
        self.revision += 1;
    }

    fn settle(&mut self, selection: Selection) {
        let len = self.len();
        self.selection = Selection { anchor: selection.anchor.min(len), head: selection.head.min(len) };
        self.goal = None;
    }
}

/// Without the line break at the end.
fn without_break(line: &str) -> &str {
    line.strip_suffix('\n').map_or(line, |line| line.strip_suffix('\r').unwrap_or(line))
}

/// Line breaks as blanks, for a one-line field.
pub(super) fn one_line(text: &str) -> String {
    text.replace("\r\n", " ").replace(['\n', '\r'], " ")
}
