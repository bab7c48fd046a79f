//! String tokens: finding their end, unescaping, escaping.

use std::borrow::Cow;

/// The offset after the closing quote of the string token that opens at `start` in a valid text.
pub(super) fn end_of_string(text: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(found) = memchr::memchr2(b'"', b'\\', text.get(at..).unwrap_or_default()) {
        if text[at + found] == b'"' {
            return at + found + 1;
        }
        at += found + 2;
    }
    text.len()
}

/// Decodes the inside of a valid string token.
pub(super) fn unescape(inside: &str) -> Cow<'_, str> {
    let Some(first) = memchr::memchr(b'\\', inside.as_bytes()) else { return Cow::Borrowed(inside) };
    let mut out = String::with_capacity(inside.len());
    let (mut plain, mut rest) = inside.split_at(first);
    loop {
        out.push_str(plain);
        // `rest` begins with a backslash, or is empty.
        let Some(&escape) = rest.as_bytes().get(1) else { return Cow::Owned(out) };
        let (decoded, length) = match escape {
            b'n' => ('\n', 2),
            b't' => ('\t', 2),
            b'r' => ('\r', 2),
            b'b' => ('\u{8}', 2),
            b'f' => ('\u{c}', 2),
            b'u' => unicode_escape(rest.as_bytes()),
            other => (other as char, 2),
        };
        out.push(decoded);
        rest = rest.get(length..).unwrap_or_default();
        (plain, rest) = rest.split_at(memchr::memchr(b'\\', rest.as_bytes()).unwrap_or(rest.len()));
    }
}

/// The character of a `\uXXXX`, or of a pair of them, at the beginning of `rest`, and its length.
fn unicode_escape(rest: &[u8]) -> (char, usize) {
    let unit = hex4(rest.get(2..).unwrap_or_default());
    let low = rest.get(6..).and_then(|more| more.strip_prefix(b"\\u")).map_or(0, hex4);
    let (code, length) = match (unit, low) {
        (0xD800..0xDC00, 0xDC00..0xE000) => (0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00), 12),
        _ => (unit, 6),
    };
    (char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), length)
}

pub(super) fn hex4(bytes: &[u8]) -> u32 {
    bytes.iter().take(4).fold(0, |unit, b| unit * 16 + (*b as char).to_digit(16).unwrap_or(0))
}

/// Appends `text` as the inside of a JSON string: only what must be escaped is, and DEL, C1 and bidi controls too, so
/// that the result can be printed to a terminal.
pub fn escape_into(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if must_escape(c) => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
}

/// Control characters and the bidirectional controls: what may not reach a terminal raw.
fn must_escape(c: char) -> bool {
    matches!(c, '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{61c}' | '\u{200e}' | '\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A JSON text with every raw DEL, C1 or bidi control written as its `\u` escape: fit for a terminal, the same value. In
/// valid JSON they can only stand inside strings, so nothing else changes: white space, keys, numbers, escapes.
pub fn escape_controls(json: &str) -> Cow<'_, str> {
    // What JSON cannot have raw in a string is white space between tokens here.
    let obeyed = |c: char| c > '\u{1f}' && must_escape(c);
    let Some(first) = json.find(obeyed) else { return Cow::Borrowed(json) };
    let (safe, rest) = json.split_at(first);
    let mut out = String::with_capacity(json.len() + 16);
    out.push_str(safe);
    for c in rest.chars() {
        if obeyed(c) {
            out.push_str(&format!("\\u{:04x}", c as u32));
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// `text` as a JSON string token.
pub fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    escape_into(&mut out, text);
    out.push('"');
    out
}
