//! A lexer for one line of JSON, tolerant of anything: what colours the editor.
//!
//! JSON has no token of more than one line, so a line needs nothing from its neighbours and only the lines on the screen
//! are ever looked at. One thing is lost by that: a key whose colon stands in the next line looks like a string.

use std::ops::Range;

/// What a stretch of a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A string before a colon.
    Key,
    /// Any other string.
    String,
    /// A number.
    Number,
    /// `true`, `false`, `null`.
    Literal,
    /// Brackets, commas, colons.
    Punctuation,
    /// No JSON: a string without an end, a wrong number, another word or sign.
    Error,
}

/// A stretch of a line. Blanks between tokens belong to none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// In bytes of the line.
    pub range: Range<usize>,
    /// What it is.
    pub kind: Kind,
}

/// Splits a line (without its line break) into tokens, in order, into `out`.
pub fn line(text: &str, out: &mut Vec<Token>) {
    out.clear();
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let start = at;
        let kind = match byte {
            b' ' | b'\t' | b'\r' => {
                at += 1;
                continue;
            }
            b'{' | b'}' | b'[' | b']' | b',' | b':' => {
                at += 1;
                Kind::Punctuation
            }
            b'"' => match end_of_string(bytes, at) {
                Some(end) => {
                    at = end;
                    let mut rest = bytes[end..].iter().skip_while(|b| matches!(b, b' ' | b'\t'));
                    if rest.next() == Some(&b':') { Kind::Key } else { Kind::String }
                }
                None => {
                    at = bytes.len();
                    Kind::Error
                }
            },
            _ => {
                at += bytes[at..].iter().take_while(|b| !is_end_of_word(**b)).count().max(1);
                word(&bytes[start..at])
            }
        };
        out.push(Token { range: start..at, kind });
    }
}

/// Whether a position at the end of `before`, the beginning of a line, is inside a string.
pub fn in_string(before: &str) -> bool {
    let bytes = before.as_bytes();
    let mut at = 0;
    while let Some(found) = memchr::memchr(b'"', &bytes[at..]) {
        match end_of_string(bytes, at + found) {
            Some(end) => at = end,
            None => return true,
        }
    }
    false
}

/// The offset after the closing quote of the string that opens at `start`.
fn end_of_string(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    while let Some(found) = memchr::memchr2(b'"', b'\\', bytes.get(at..)?) {
        if bytes[at + found] == b'"' {
            return Some(at + found + 1);
        }
        at += found + 2;
    }
    None
}

fn is_end_of_word(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'{' | b'}' | b'[' | b']' | b',' | b':' | b'"')
}

fn word(word: &[u8]) -> Kind {
    match word {
        b"true" | b"false" | b"null" => Kind::Literal,
        _ if is_number(word) => Kind::Number,
        _ => Kind::Error,
    }
}

/// RFC 8259 §6.
fn is_number(word: &[u8]) -> bool {
    let rest = word.strip_prefix(b"-").unwrap_or(word);
    let digits = |bytes: &[u8]| bytes.iter().take_while(|b| b.is_ascii_digit()).count();
    let whole = digits(rest);
    if whole == 0 || (whole > 1 && rest[0] == b'0') {
        return false;
    }
    let mut rest = &rest[whole..];
    if let Some(fraction) = rest.strip_prefix(b".") {
        let count = digits(fraction);
        if count == 0 {
            return false;
        }
        rest = &fraction[count..];
    }
    if let [b'e' | b'E', exponent @ ..] = rest {
        let exponent = exponent.strip_prefix(b"+").or_else(|| exponent.strip_prefix(b"-")).unwrap_or(exponent);
        return !exponent.is_empty() && digits(exponent) == exponent.len();
    }
    rest.is_empty()
}
