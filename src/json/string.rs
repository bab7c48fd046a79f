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
    if !inside.contains('\\') {
        return Cow::Borrowed(inside);
    }
    let mut out = String::with_capacity(inside.len());
    let mut rest = inside;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let escape = rest.as_bytes().get(at + 1).copied().unwrap_or(b'\\');
        rest = &rest[(at + 2).min(rest.len())..];
        match escape {
            b'n' => out.push('\n'),
            b't' => out.push('\t'),
            b'r' => out.push('\r'),
            b'b' => out.push('\u{8}'),
            b'f' => out.push('\u{c}'),
            b'u' => {
                let mut unit = hex4(rest.as_bytes());
                rest = &rest[4.min(rest.len())..];
                if (0xD800..0xDC00).contains(&unit) && rest.as_bytes().starts_with(b"\\u") {
                    let low = hex4(&rest.as_bytes()[2..]);
                    if (0xDC00..0xE000).contains(&low) {
                        unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
                        rest = &rest[6..];
                    }
                }
                out.push(char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            other => out.push(other as char),
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
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
/// valid JSON they can only stand inside strings.
pub fn escape_controls(json: &str) -> Cow<'_, str> {
    if !json.contains(must_escape_raw) {
        return Cow::Borrowed(json);
    }
    let mut out = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        match must_escape_raw(c) {
            true => out.push_str(&format!("\\u{:04x}", c as u32)),
            false => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// What may stand raw in a JSON string and yet not reach a terminal.
fn must_escape_raw(c: char) -> bool {
    c > '\u{1f}' && must_escape(c)
}

/// `text` as a JSON string token.
pub fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    escape_into(&mut out, text);
    out.push('"');
    out
}
