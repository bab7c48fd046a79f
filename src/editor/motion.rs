//! Moving the cursor, with or without taking the selection along.

use super::buffer::{Buffer, Selection};
use super::cluster;

/// Where the cursor can go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// One grapheme cluster back.
    Left,
    /// One grapheme cluster on.
    Right,
    /// One line up, in the same column.
    Up,
    /// One line down, in the same column.
    Down,
    /// To the beginning of this or the previous word.
    WordLeft,
    /// To the end of this or the next word.
    WordRight,
    /// To the first character that is no blank, or, from there, to the beginning of the line.
    LineStart,
    /// To the end of the line.
    LineEnd,
    /// So many lines up.
    PageUp(usize),
    /// So many lines down.
    PageDown(usize),
    /// To the beginning of the text.
    Start,
    /// To the end of the text.
    End,
    /// To the bracket that belongs to the one at the cursor.
    Bracket,
}

impl Buffer {
    /// Moves the cursor; with `extend` the selection grows, else it ends. A selection that ends by `Left` or `Right`
    /// leaves the cursor at its side.
    pub fn go(&mut self, motion: Motion, extend: bool) {
        self.history.close();
        let range = self.selection.range();
        if !extend && !range.is_empty() {
            match motion {
                Motion::Left => return self.put(range.start, false),
                Motion::Right => return self.put(range.end, false),
                _ => {}
            }
        }
        match motion {
            Motion::Up => self.vertical(-1, extend),
            Motion::Down => self.vertical(1, extend),
            Motion::PageUp(lines) => self.vertical(-(isize::try_from(lines).unwrap_or(isize::MAX)), extend),
            Motion::PageDown(lines) => self.vertical(isize::try_from(lines).unwrap_or(isize::MAX), extend),
            _ => self.put(self.target(motion), extend),
        }
    }

    /// Where a motion leads from the cursor.
    pub(super) fn target(&self, motion: Motion) -> usize {
        let at = self.cursor();
        let line = self.line_of(at);
        match motion {
            Motion::Left => cluster::before(&self.rope, at),
            Motion::Right => cluster::after(&self.rope, at),
            Motion::WordLeft => self.word_left(at),
            Motion::WordRight => self.word_right(at),
            Motion::LineStart => {
                let start = self.line_start(line);
                let text = self.line(line);
                let blank = text.chars().take_while(|c| c.is_whitespace()).count();
                if at == start + blank { start } else { start + blank }
            }
            Motion::LineEnd => self.line_end(line),
            Motion::Start => 0,
            Motion::End => self.len(),
            Motion::Bracket => self.matching_bracket(at).unwrap_or(at),
            Motion::Up => self.at_position(line.saturating_sub(1), self.position(at).1),
            Motion::Down => self.at_position(line + 1, self.position(at).1),
            Motion::PageUp(lines) => self.at_position(line.saturating_sub(lines), self.position(at).1),
            Motion::PageDown(lines) => self.at_position(line.saturating_add(lines), self.position(at).1),
        }
    }

    fn vertical(&mut self, lines: isize, extend: bool) {
        let (line, column) = self.position(self.cursor());
        let goal = self.goal.unwrap_or(column);
        let wanted = line.saturating_add_signed(lines);
        // Past the first or last line the cursor goes to the end of the text, as people expect of a held key.
        let at = if lines < 0 && line == 0 {
            0
        } else if lines > 0 && line + 1 >= self.lines() {
            self.len()
        } else {
            self.at_position(wanted, goal)
        };
        self.put(at, extend);
        self.goal = Some(goal);
    }

    /// Puts the cursor at a position, clamped and never inside a cluster.
    pub fn put(&mut self, at: usize, extend: bool) {
        self.history.close();
        let head = cluster::align(&self.rope, at);
        let anchor = if extend { self.selection.anchor } else { head };
        if self.line_of(head) != self.line_of(self.selection.head) {
            self.closers.clear();
        }
        self.selection = Selection { anchor, head };
        self.goal = None;
    }

    /// Selects a range of characters, the cursor at its end.
    pub fn select(&mut self, range: std::ops::Range<usize>) {
        self.put(range.start, false);
        self.put(range.end, true);
    }

    /// Selects everything.
    pub fn select_all(&mut self) {
        self.select(0..self.len());
    }

    /// Selects the word at a position: for a double click.
    pub fn select_word(&mut self, at: usize) {
        let at = at.min(self.len());
        let class = self.rope.get_char(at).map(class_of);
        let same = |c: &char| Some(class_of(*c)) == class;
        let mut back = self.rope.chars_at(at);
        let before = std::iter::from_fn(|| back.prev()).take_while(same).count();
        let after = self.rope.chars_at(at).take_while(same).count();
        self.select(at - before..at + after);
    }

    /// Puts the cursor at a line and character, both from 1, clamped.
    pub fn go_to(&mut self, place: crate::json::Place) {
        let line = place.line.saturating_sub(1).min(self.lines() - 1);
        let at = self.line_start(line).saturating_add(place.column.saturating_sub(1)).min(self.line_end(line));
        self.put(at, false);
    }

    /// Puts the cursor at a byte offset.
    pub fn go_to_byte(&mut self, byte: usize) {
        self.put(self.char_offset(byte), false);
    }

    /// Puts the cursor at the next mark (the previous one with `back`), around the end. `false` without marks.
    pub fn go_to_mark(&mut self, back: bool) -> bool {
        let at = self.cursor();
        let starts = self.marks().iter().map(|mark| mark.range.start);
        let found = if back {
            starts.clone().rfind(|start| *start < at).or_else(|| starts.clone().next_back())
        } else {
            let mut starts = starts;
            starts.clone().find(|start| *start > at).or_else(|| starts.next())
        };
        if let Some(start) = found {
            self.put(start, false);
        }
        found.is_some()
    }

    fn word_right(&self, at: usize) -> usize {
        at + word_length(self.rope.chars_at(at))
    }

    fn word_left(&self, at: usize) -> usize {
        let mut before = self.rope.chars_at(at);
        at - word_length(std::iter::from_fn(|| before.prev()))
    }
}

/// How many characters there are up to the end of the next word, blanks before it included.
fn word_length(chars: impl Iterator<Item = char>) -> usize {
    let mut chars = chars.peekable();
    let mut steps = 0;
    while chars.next_if(|c| class_of(*c) == Class::Blank).is_some() {
        steps += 1;
    }
    if let Some(first) = chars.next() {
        steps += 1;
        while chars.next_if(|c| class_of(*c) == class_of(first)).is_some() {
            steps += 1;
        }
    }
    steps
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Blank,
    Word,
    Sign,
}

fn class_of(c: char) -> Class {
    match c {
        c if c.is_whitespace() => Class::Blank,
        '_' | '$' => Class::Word,
        c if c.is_ascii_punctuation() => Class::Sign,
        _ => Class::Word,
    }
}
