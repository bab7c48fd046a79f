//! Plain edits: insert, delete, paste, cut, indent, replace everything.

use super::INDENT;
use super::buffer::{Buffer, Kind, Selection, one_line};
use super::history::Group;
use super::motion::Motion;

impl Buffer {
    /// Replaces the selection by `text` as one step: paste. Line breaks become `\n`, in a field blanks; terminals send
    /// `\r` for them. Other controls stay and are shown as what they are.
    pub fn paste(&mut self, text: &str) {
        let text = match self.kind {
            Kind::Line => one_line(text),
            _ if text.contains('\r') => text.replace("\r\n", "\n").replace('\r', "\n"),
            _ => text.to_owned(),
        };
        self.replace_selection(Group::Alone, text);
    }

    pub(super) fn replace_selection(&mut self, group: Group, text: String) {
        let range = self.selection.range();
        let end = range.start + text.chars().count();
        self.transact(group, vec![(range, text)], Some(Selection::at(end)));
    }

    /// Takes the selected text out. `None` when nothing is selected.
    pub fn cut(&mut self) -> Option<String> {
        let text = self.selected()?;
        self.replace_selection(Group::Alone, String::new());
        Some(text)
    }

    /// Deletes the selection, or else what a motion steps over.
    pub fn delete(&mut self, motion: Motion) {
        if self.has_selection() {
            return self.replace_selection(Group::Alone, String::new());
        }
        let (at, target) = (self.cursor(), self.target(motion));
        let group = match motion {
            Motion::Left => Group::Backspace,
            Motion::Right => Group::Delete,
            _ => Group::Alone,
        };
        let range = at.min(target)..at.max(target);
        if !range.is_empty() {
            let start = range.start;
            self.transact(group, vec![(range, String::new())], Some(Selection::at(start)));
        }
    }

    /// Whether the tab key indents here: something is selected, or only blanks stand before the cursor in its line.
    pub fn tab_indents(&self) -> bool {
        self.kind != Kind::Line && (self.has_selection() || self.blank_before_cursor().is_some())
    }

    /// Columns of blanks before the cursor when nothing else stands there.
    pub(super) fn blank_before_cursor(&self) -> Option<usize> {
        let start = self.line_start(self.line_of(self.cursor()));
        let mut chars = self.rope.slice(start..self.cursor()).chars();
        chars.all(|c| c == ' ' || c == '\t').then_some(self.cursor() - start)
    }

    /// Indents the lines of the selection by one level; without one inserts blanks up to the next level.
    pub fn indent(&mut self) {
        if !self.has_selection() {
            let column = self.position(self.cursor()).1;
            return self.replace_selection(Group::Alone, " ".repeat(INDENT - column % INDENT));
        }
        let edits = self.selected_lines().filter(|&line| !self.line(line).trim().is_empty());
        let edits = edits.map(|line| (self.line_start(line)..self.line_start(line), " ".repeat(INDENT))).collect();
        self.transact_lines(edits);
    }

    /// Takes one level of indentation from the lines of the selection, or from the cursor's line.
    pub fn outdent(&mut self) {
        let edits = self.selected_lines().filter_map(|line| {
            let start = self.line_start(line);
            let text = self.line(line);
            let blanks = match text.chars().next() {
                Some('\t') => 1,
                _ => text.chars().take(INDENT).take_while(|c| *c == ' ').count(),
            };
            (blanks > 0).then(|| (start..start + blanks, String::new()))
        });
        let edits = edits.collect();
        self.transact_lines(edits);
    }

    /// Edits at the beginnings of lines. A selection that begins at the beginning of a line keeps doing so.
    fn transact_lines(&mut self, edits: Vec<(std::ops::Range<usize>, String)>) {
        let range = self.selection.range();
        let line = self.line_of(range.start);
        let keeps_start = self.has_selection() && range.start == self.line_start(line);
        self.transact(Group::Alone, edits, None);
        if keeps_start {
            let start = self.line_start(line);
            let Selection { anchor, head } = self.selection;
            self.selection =
                if anchor <= head { Selection { anchor: start, head } } else { Selection { anchor, head: start } };
        }
    }

    /// The lines the selection touches; one that it ends at the very beginning of is not touched.
    fn selected_lines(&self) -> std::ops::RangeInclusive<usize> {
        let range = self.selection.range();
        let first = self.line_of(range.start);
        let last = self.line_of(range.end);
        if last > first && range.end == self.line_start(last) { first..=last - 1 } else { first..=last }
    }

    /// Replaces the whole text as one step (formatting, compacting, a template). The cursor stays after the same
    /// characters, blanks not counted; only what differs is touched, so marks elsewhere stay.
    pub fn replace_all(&mut self, text: &str) {
        let text = if self.kind == Kind::Line { one_line(text) } else { text.to_owned() };
        let old = self.text();
        if old == text {
            return;
        }
        let cursor = old.char_indices().nth(self.cursor()).map_or(old.len(), |(at, _)| at);
        let passed = old[..cursor].chars().filter(|c| !c.is_whitespace()).count();
        let target = match passed {
            0 => 0,
            _ => text
                .chars()
                .enumerate()
                .filter(|(_, c)| !c.is_whitespace())
                .nth(passed - 1)
                .map_or(usize::MAX, |(at, _)| at + 1),
        };
        let same_head = old.bytes().zip(text.bytes()).take_while(|(a, b)| a == b).count();
        let head = old.floor_char_boundary(same_head);
        let room = (old.len() - head).min(text.len() - head);
        let same_tail = old.bytes().rev().zip(text.bytes().rev()).take(room).take_while(|(a, b)| a == b).count();
        let tail = old.len() - old.ceil_char_boundary(old.len() - same_tail);
        let start = old[..head].chars().count();
        let end = start + old[head..old.len() - tail].chars().count();
        let middle = text[head..text.len() - tail].to_owned();
        self.transact(Group::Alone, vec![(start..end, middle)], Some(Selection::at(target)));
        let at = self.cursor();
        self.put(at, false);
    }
}
