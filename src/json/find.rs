//! Finding text in a document: in keys, strings, numbers and words, as they are written.

use super::document::{Document, Kind, Value};

/// The next value at or after byte `from` whose key or scalar text holds `needle`, with the offset of the match.
/// Letters compare as they are written; an escape in the text is matched by the same escape in the needle.
pub fn find<'a>(document: &'a Document, needle: &str, from: usize) -> Option<(Value<'a>, usize)> {
    if needle.is_empty() {
        return None;
    }
    let text = document.text().as_bytes();
    let finder = memchr::memmem::Finder::new(needle.as_bytes());
    let mut at = from;
    while let Some(found) = finder.find(text.get(at..)?) {
        let offset = at + found;
        if let Some(value) = document.value_at_offset(offset) {
            let in_key = value.key_span().is_some_and(|key| key.contains(&offset));
            let scalar = !matches!(value.kind(), Kind::Array | Kind::Object);
            if in_key || (scalar && value.span().contains(&offset)) {
                return Some((value, offset));
            }
        }
        at = offset + 1;
    }
    None
}
