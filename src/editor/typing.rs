//! Typing: what a character, Enter and Backspace do beyond themselves, in JSON.
//!
//! A pair is closed only where nothing would have to be deleted again: before a blank, a closing sign or the end of the
//! line, and never inside a string. Only a closing sign that was set by us is typed over or deleted with its opener.

use super::INDENT;
use super::buffer::{Buffer, Kind, Selection};
use super::highlight;
use super::history::Group;
use super::motion::Motion;

impl Buffer {
    /// Types one character. Controls but tab are ignored; a line break is [`Buffer::newline`].
    pub fn insert(&mut self, c: char) {
        if c == '\n' || c == '\r' {
            return self.newline();
        }
        if c.is_control() && (c != '\t' || self.kind == Kind::Line) {
            return;
        }
        if self.kind == Kind::Json && self.insert_in_json(c) {
            return;
        }
        self.type_text(c.to_string(), 1);
    }

    /// Types `text` with the cursor after `advance` of its characters.
    fn type_text(&mut self, text: String, advance: usize) {
        let range = self.selection.range();
        let begins_word = !text.starts_with(char::is_whitespace)
            && range.start.checked_sub(1).and_then(|at| self.rope.get_char(at)).is_none_or(char::is_whitespace);
        if begins_word || !range.is_empty() {
            self.history.close();
        }
        let at = range.start + advance;
        self.transact(Group::Typing, vec![(range, text)], Some(Selection::at(at)));
    }

    /// The JSON part of typing; `false` when the character is just to be inserted.
    fn insert_in_json(&mut self, c: char) -> bool {
        let at = self.cursor();
        let next = self.rope.get_char(at);
        if self.has_selection() {
            let Some(close) = closing(c) else { return false };
            return self.surround(c, close);
        }
        if next == Some(c) && self.closers.contains(&at) {
            self.closers.retain(|&closer| closer != at);
            self.selection = Selection::at(at + 1);
            return true;
        }
        if matches!(c, '}' | ']') {
            return self.close_and_outdent(c);
        }
        let Some(close) = closing(c) else { return false };
        let room = next.is_none_or(|c| c.is_whitespace() || matches!(c, '}' | ']' | ',' | ':'));
        let before = at.checked_sub(1).and_then(|at| self.rope.get_char(at));
        let quote_fits = c != '"' || before.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '"' | '\\'));
        if !room || !quote_fits || self.in_string() {
            return false;
        }
        self.type_text(format!("{c}{close}"), 1);
        self.closers.push(at + 1);
        true
    }

    /// Puts a pair around the selection, which stays selected.
    fn surround(&mut self, open: char, close: char) -> bool {
        let Selection { anchor, head } = self.selection;
        let range = self.selection.range();
        let edits = vec![(range.start..range.start, open.to_string()), (range.end..range.end, close.to_string())];
        self.transact(Group::Alone, edits, Some(Selection { anchor: anchor + 1, head: head + 1 }));
        true
    }

    /// A closing bracket that is first in its line goes under the line of its opener.
    fn close_and_outdent(&mut self, close: char) -> bool {
        let at = self.cursor();
        let Some(blank) = self.blank_before_cursor().filter(|blank| *blank > 0) else { return false };
        let Some(opener) = self.opener_before(at - blank, close) else { return false };
        let indent = self.indentation(self.line_of(opener));
        let end = at - blank + indent.chars().count() + 1;
        self.transact(Group::Alone, vec![(at - blank..at, format!("{indent}{close}"))], Some(Selection::at(end)));
        true
    }

    /// Breaks the line; in JSON keeps the indentation, deeper after an opening bracket.
    pub fn newline(&mut self) {
        if self.kind == Kind::Line {
            return;
        }
        if self.kind == Kind::Prose {
            self.history.close();
            return self.replace_selection(Group::Typing, "\n".to_owned());
        }
        let range = self.selection.range();
        let line = self.line_of(range.start);
        let before = self.rope.slice(self.line_start(line)..range.start).to_string();
        let indent: String = before.chars().take_while(|c| matches!(c, ' ' | '\t')).collect();
        let opened = before.trim_end().chars().next_back().filter(|c| matches!(c, '{' | '['));
        let opened = opened.filter(|_| !highlight::in_string(&before));
        let Some(open) = opened else {
            return self.replace_selection(Group::Alone, format!("\n{indent}"));
        };
        let last = self.line_of(range.end);
        let after = self.rope.slice(range.end..self.line_end(last)).to_string();
        let blanks = after.chars().take_while(|c| matches!(c, ' ' | '\t')).count();
        let deeper = format!("\n{indent}{}", " ".repeat(INDENT));
        let at = range.start + deeper.chars().count();
        let closes = after.chars().nth(blanks) == closing(open);
        let text = if closes { format!("{deeper}\n{indent}") } else { deeper };
        self.transact(Group::Alone, vec![(range.start..range.end + blanks, text)], Some(Selection::at(at)));
    }

    /// Deletes backwards: the selection, an empty pair that we closed, a level of indentation, or one cluster.
    pub fn backspace(&mut self) {
        let at = self.cursor();
        if self.kind != Kind::Json || self.has_selection() || at == 0 {
            return self.delete(Motion::Left);
        }
        let open = self.rope.get_char(at - 1);
        if self.closers.contains(&at) && self.rope.get_char(at) == open.and_then(closing) {
            return self.transact(Group::Alone, vec![(at - 1..at + 1, String::new())], Some(Selection::at(at - 1)));
        }
        match self.blank_before_cursor() {
            Some(blank) if blank >= INDENT && self.rope.slice(at - blank..at).chars().all(|c| c == ' ') => {
                let step = match blank % INDENT {
                    0 => INDENT,
                    rest => rest,
                };
                self.transact(Group::Backspace, vec![(at - step..at, String::new())], Some(Selection::at(at - step)));
            }
            _ => self.delete(Motion::Left),
        }
    }

    /// Whether the cursor stands inside a string of its line.
    fn in_string(&self) -> bool {
        let start = self.line_start(self.line_of(self.cursor()));
        highlight::in_string(&self.rope.slice(start..self.cursor()).to_string())
    }

    fn indentation(&self, line: usize) -> String {
        self.line(line).chars().take_while(|c| matches!(c, ' ' | '\t')).collect()
    }
}

/// The sign that closes what `c` opens.
fn closing(c: char) -> Option<char> {
    match c {
        '{' => Some('}'),
        '[' => Some(']'),
        '"' => Some('"'),
        _ => None,
    }
}
