//! Finding: a text, or the bracket that belongs to another.

use std::ops::Range;

use super::buffer::Buffer;
use super::highlight::{self, Token};

/// Lines looked through for a bracket; beyond them there is no answer.
const LINES: usize = 20_000;

impl Buffer {
    /// The next place of `needle` at or after `from` (with `back` the last one that begins before it), around the end
    /// of the text, in characters. A needle without capitals finds both cases of ASCII letters.
    pub fn find(&self, needle: &str, from: usize, back: bool) -> Option<Range<usize>> {
        if needle.is_empty() {
            return None;
        }
        let text = self.text();
        let found = places(&text, needle);
        let from = self.byte_offset(from);
        let start = if back {
            found.iter().rev().find(|at| **at < from).or(found.last())
        } else {
            found.iter().find(|at| **at >= from).or(found.first())
        }?;
        Some(self.char_offset(*start)..self.char_offset(start + needle.len()))
    }

    /// The bracket that belongs to the one at, or else just before, a position.
    pub fn matching_bracket(&self, at: usize) -> Option<usize> {
        let here = [Some(at), at.checked_sub(1)].into_iter().flatten();
        here.filter_map(|at| match self.rope.get_char(at)? {
            open @ ('{' | '[') => self.closer_after(at, open),
            close @ ('}' | ']') => self.opener_before(at, close),
            _ => None,
        })
        .next()
    }

    /// The closing bracket of the opening one at `at`. `None` when it is of the other kind.
    fn closer_after(&self, at: usize, open: char) -> Option<usize> {
        let mut depth = 0_usize;
        let first = self.line_of(at);
        for line in (first..self.lines()).take(LINES) {
            for (place, bracket) in self.brackets(line) {
                if place < at {
                    continue;
                }
                match bracket {
                    b'{' | b'[' => depth += 1,
                    _ => depth = depth.checked_sub(1)?,
                }
                if depth == 0 {
                    return ((open == '{') == (bracket == b'}')).then_some(place);
                }
            }
        }
        None
    }

    /// The opening bracket that `close`, standing or to stand at `at`, belongs to. `None` when it is of the other kind.
    pub(super) fn opener_before(&self, at: usize, close: char) -> Option<usize> {
        let mut depth = 0_usize;
        let last = self.line_of(at);
        for line in (0..=last).rev().take(LINES) {
            for (place, bracket) in self.brackets(line).into_iter().rev() {
                if place >= at {
                    continue;
                }
                match bracket {
                    b'}' | b']' => depth += 1,
                    _ if depth > 0 => depth -= 1,
                    open => return ((open == b'{') == (close == '}')).then_some(place),
                }
            }
        }
        None
    }

    /// The brackets of a line outside its strings, with their positions.
    fn brackets(&self, line: usize) -> Vec<(usize, u8)> {
        let text = self.line(line);
        let start = self.line_start(line);
        let mut tokens: Vec<Token> = Vec::new();
        highlight::line(&text, &mut tokens);
        let mut found = Vec::new();
        let (mut bytes, mut chars) = (0, 0);
        for token in tokens {
            let sign = text.as_bytes().get(token.range.start).copied().unwrap_or_default();
            if token.kind == highlight::Kind::Punctuation && matches!(sign, b'{' | b'[' | b'}' | b']') {
                chars += text[bytes..token.range.start].chars().count();
                bytes = token.range.start;
                found.push((start + chars, sign));
            }
        }
        found
    }
}

/// Byte offsets of `needle`, at most 100 000 of them.
fn places(text: &str, needle: &str) -> Vec<usize> {
    const PLACES: usize = 100_000;
    let exact = needle.bytes().any(|b| b.is_ascii_uppercase());
    if exact {
        return memchr::memmem::find_iter(text.as_bytes(), needle).take(PLACES).collect();
    }
    let text = text.to_ascii_lowercase();
    memchr::memmem::find_iter(text.as_bytes(), needle).take(PLACES).collect()
}
