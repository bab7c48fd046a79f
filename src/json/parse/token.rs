//! The tokens: words, strings, numbers.

use super::super::document::Kind;
use super::super::fault::{Fault, FaultKind};
use super::super::{Number, string};
use super::grammar::Parser;

impl Parser<'_> {
    /// `null`, `true` or `false`.
    pub(super) fn word(&mut self) -> Result<Kind, Fault> {
        let rest = &self.bytes[self.at..];
        for (word, kind) in [("null", Kind::Null), ("true", Kind::Bool), ("false", Kind::Bool)] {
            if rest.starts_with(word.as_bytes()) && !rest.get(word.len()).is_some_and(|b| is_word(*b)) {
                self.at += word.len();
                return Ok(kind);
            }
            if word.as_bytes().starts_with(rest) {
                return self.truncated(&format!("the word {word}"));
            }
        }
        self.no_value()
    }

    /// A string token; gives whether it has escapes. After a fault the place is where the string was good to.
    pub(super) fn string(&mut self, what: &str) -> Result<bool, Fault> {
        self.at += 1;
        let mut escaped = false;
        loop {
            self.at = plain_end(self.bytes, self.at);
            match self.bytes.get(self.at) {
                None => return self.truncated(what),
                Some(b'"') => {
                    self.at += 1;
                    return Ok(escaped);
                }
                Some(b'\\') => {
                    escaped = true;
                    self.at = self.escape(self.at, what)?;
                }
                Some(byte) => {
                    let sentence = match byte {
                        b'\n' | b'\r' => format!("a line break inside {what}: close it before, or write \\n"),
                        b'\t' => format!("a tab inside {what}: write \\t"),
                        byte => format!("the control character U+{byte:04X} inside {what}: write \\u{byte:04x}"),
                    };
                    return self.fault(FaultKind::Syntax, self.at, sentence);
                }
            }
        }
    }

    /// Checks the escape at `at`; gives the offset after it.
    fn escape(&self, at: usize, what: &str) -> Result<usize, Fault> {
        match self.bytes.get(at + 1) {
            None => self.truncated(what),
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Ok(at + 2),
            Some(b'u') => match self.unicode(at, what)? {
                0xD800..0xDC00 => {
                    let low = at + 6;
                    let more = &self.bytes[low..];
                    if more.is_empty() || more == b"\\" {
                        return self.truncated(what);
                    }
                    if more.starts_with(b"\\u") && (0xDC00..0xE000).contains(&self.unicode(low, what)?) {
                        return Ok(low + 6);
                    }
                    self.lone(at)
                }
                0xDC00..0xE000 => self.lone(at),
                _ => Ok(at + 6),
            },
            Some(_) => {
                let c = self.text[at + 1..].chars().next().unwrap_or(' ');
                let sentence = format!("\\{} is no JSON escape: write \\\\ for a backslash", c.escape_default());
                self.fault(FaultKind::Syntax, at, sentence)
            }
        }
    }

    fn lone<T>(&self, at: usize) -> Result<T, Fault> {
        let sentence = format!("{} is half of a surrogate pair without its other half", &self.text[at..at + 6]);
        self.fault(FaultKind::LoneSurrogate, at, sentence)
    }

    /// The unit of the `\uXXXX` at `at`.
    fn unicode(&self, at: usize, what: &str) -> Result<u32, Fault> {
        for offset in at + 2..at + 6 {
            match self.bytes.get(offset) {
                None => return self.truncated(what),
                Some(byte) if byte.is_ascii_hexdigit() => {}
                Some(_) => return self.fault(FaultKind::Syntax, at, "\\u needs four hexadecimal digits"),
            }
        }
        Ok(string::hex4(&self.bytes[at + 2..]))
    }

    /// A number token.
    pub(super) fn number(&mut self) -> Result<(), Fault> {
        let start = self.at;
        let mut at = start + usize::from(self.bytes[start] == b'-');
        match self.bytes.get(at) {
            None => return self.truncated("a number"),
            Some(b'0') => {
                at += 1;
                if self.bytes.get(at).is_some_and(u8::is_ascii_digit) {
                    return self.fault(FaultKind::Syntax, start, "a number with a leading zero");
                }
            }
            Some(b'1'..=b'9') => at = self.digits(at),
            Some(_) => return self.no_value(),
        }
        if self.bytes.get(at) == Some(&b'.') {
            at = self.some_digits(at, at + 1, "a decimal point without a digit after it")?;
        }
        if matches!(self.bytes.get(at), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(self.bytes.get(at + 1), Some(b'+' | b'-')));
            at = self.some_digits(at, at + 1 + sign, "an exponent without a digit")?;
        }
        if at - start > self.limits.digits {
            let count = Number::new(&self.text[start..at]).digits();
            if count > self.limits.digits {
                let sentence = format!("a number of {count} digits, the limit is {}", self.limits.digits);
                return self.fault(FaultKind::TooManyDigits, start, sentence);
            }
        }
        self.at = at;
        Ok(())
    }

    fn digits(&self, mut at: usize) -> usize {
        while self.bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        at
    }

    /// The end of the digits that must stand from `from` on; `mark` is the point or the `e` before them.
    fn some_digits(&self, mark: usize, from: usize, without: &str) -> Result<usize, Fault> {
        let end = self.digits(from);
        if end > from {
            return Ok(end);
        }
        if end >= self.bytes.len() {
            return self.truncated("a number");
        }
        self.fault(FaultKind::Syntax, mark, without)
    }
}

const ONES: u64 = u64::from_ne_bytes([1; 8]);
const HIGHS: u64 = ONES << 7;

/// Where the bytes of a string that need no look end: at a quote, a backslash, a control character, or the end.
///
/// Eight bytes at a time: subtracting borrows only upwards, so the lowest bit that is found is exact.
fn plain_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(chunk) = bytes.get(at..).and_then(<[u8]>::first_chunk::<8>) {
        let word = u64::from_le_bytes(*chunk);
        let equals = |byte: u8| {
            let difference = word ^ (ONES * byte as u64);
            difference.wrapping_sub(ONES) & !difference
        };
        let control = word.wrapping_sub(ONES * 0x20) & !word;
        let found = (equals(b'"') | equals(b'\\') | control) & HIGHS;
        if found != 0 {
            return at + found.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    while bytes.get(at).is_some_and(|&byte| byte != b'"' && byte != b'\\' && byte >= 0x20) {
        at += 1;
    }
    at
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
