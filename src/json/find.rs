//! Finding text in a document: in keys, strings, numbers and words.
//!
//! The text is searched, not the tape: only where the needle stands in it, or where a token has an escape and must be
//! decoded, the tape is asked which token that is.

use std::ops::Range;

use super::document::Document;
use super::string;
use super::value::Value;

/// The first value at or after byte `from` whose key or scalar text holds `needle`, with the offset of the match; to
/// go on, search from the offset after it.
///
/// Strings compare as they decode, numbers and words as they are written. While the needle has no upper-case letter,
/// ASCII letters match in either case. In a token with escapes the match is said to be at the token's first character.
pub fn find<'a>(document: &'a Document, needle: &str, from: usize) -> Option<(Value<'a>, usize)> {
    let needle = Needle::new(needle)?;
    let text = document.text();
    let bytes = text.as_bytes();
    let backslash = |at: usize| memchr::memchr(b'\\', bytes.get(at..)?).map(|found| at + found);
    let mut at = from;
    // Where the needle stands next, and where the next escape is; looked for again once `at` has passed them.
    let (mut plain, mut escape) = (needle.find(bytes, at), backslash(at));
    loop {
        if plain.is_some_and(|found| found < at) {
            plain = needle.find(bytes, at);
        }
        if escape.is_some_and(|found| found < at) {
            escape = backslash(at);
        }
        let place = [plain, escape].into_iter().flatten().min()?;
        let Some((value, token)) = token(document, place) else {
            at = place + 1;
            continue;
        };
        let inside = &text[token.clone()];
        let found = if inside.contains('\\') {
            token.start >= from && needle.find(string::unescape(inside).as_bytes(), 0).is_some()
        } else {
            place + needle.text.len() <= token.end
        };
        if found {
            return Some((value, if inside.contains('\\') { token.start } else { place }));
        }
        // In a token without escapes the needle ran over the end, and would from every later place in it.
        at = token.end.max(place + 1);
    }
}

/// The last value whose key or scalar text holds `needle` at a byte before `before`, with the offset of the match; to go
/// on backwards, search before that offset. What matches is what [`find`] matches.
pub fn find_back<'a>(document: &'a Document, needle: &str, before: usize) -> Option<(Value<'a>, usize)> {
    let needle = Needle::new(needle)?;
    let text = document.text();
    let bytes = text.as_bytes();
    let backslash = |end: usize| memchr::memrchr(b'\\', &bytes[..end.min(bytes.len())]);
    let mut end = before;
    let (mut plain, mut escape) = (needle.find_back(bytes, end), backslash(end));
    loop {
        if plain.is_some_and(|found| found >= end) {
            plain = needle.find_back(bytes, end);
        }
        if escape.is_some_and(|found| found >= end) {
            escape = backslash(end);
        }
        let place = plain.max(escape)?;
        end = place;
        let Some((value, token)) = token(document, place) else { continue };
        let inside = &text[token.clone()];
        if inside.contains('\\') {
            end = token.start;
            if needle.find(string::unescape(inside).as_bytes(), 0).is_some() {
                return Some((value, token.start));
            }
        } else if place + needle.text.len() <= token.end {
            return Some((value, place));
        }
    }
}

/// The key or the scalar that holds an offset, quotes excluded.
fn token(document: &Document, offset: usize) -> Option<(Value<'_>, Range<usize>)> {
    let value = document.value_at_offset(offset)?;
    let inside = |span: Range<usize>| span.start + 1..span.end - 1;
    if let Some(key) = value.key_span().map(inside)
        && key.contains(&offset)
    {
        return Some((value, key));
    }
    let span = value.span();
    let token = match value.raw().as_bytes().first()? {
        b'{' | b'[' => return None,
        b'"' if value.is_cut() => span.start + 1..span.end,
        b'"' => inside(span),
        _ => span,
    };
    token.contains(&offset).then_some((value, token))
}

/// What is searched.
struct Needle<'a> {
    text: &'a str,
    any_case: bool,
    exact: memchr::memmem::Finder<'a>,
}

impl<'a> Needle<'a> {
    /// `None` for an empty text, which is found nowhere.
    fn new(text: &'a str) -> Option<Self> {
        let any_case = !text.chars().any(char::is_uppercase) && text.bytes().any(|b| b.is_ascii_lowercase());
        (!text.is_empty()).then(|| Needle { text, any_case, exact: memchr::memmem::Finder::new(text) })
    }

    /// The first place at or after `from`.
    fn find(&self, haystack: &[u8], from: usize) -> Option<usize> {
        let haystack = haystack.get(from..)?;
        if !self.any_case {
            return self.exact.find(haystack).map(|at| from + at);
        }
        let needle = self.text.as_bytes();
        let first = *needle.first()?;
        memchr::memchr2_iter(first, first.to_ascii_uppercase(), haystack)
            .find(|&at| haystack[at..].get(..needle.len()).is_some_and(|here| here.eq_ignore_ascii_case(needle)))
            .map(|at| from + at)
    }
    /// The last place before `end`.
    fn find_back(&self, haystack: &[u8], end: usize) -> Option<usize> {
        let needle = self.text.as_bytes();
        let first = *needle.first()?;
        if !self.any_case {
            let reach = end.saturating_add(needle.len() - 1).min(haystack.len());
            return memchr::memmem::rfind(&haystack[..reach], needle);
        }
        memchr::memchr2_iter(first, first.to_ascii_uppercase(), &haystack[..end.min(haystack.len())])
            .rev()
            .find(|&at| haystack[at..].get(..needle.len()).is_some_and(|here| here.eq_ignore_ascii_case(needle)))
    }
}
