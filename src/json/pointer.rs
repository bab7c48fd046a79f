//! JSON pointers (RFC 6901): tokens, and the value at one.

use std::borrow::Cow;

use super::document::{Document, Kind};
use super::value::Value;

/// The value at a pointer; of a duplicate key the last one is meant.
pub(super) fn resolve<'a>(document: &'a Document, pointer: &str) -> Option<Value<'a>> {
    let mut value = document.root();
    if pointer.is_empty() {
        return Some(value);
    }
    for token in pointer.strip_prefix('/')?.split('/') {
        let token = decode(token)?;
        value = match value.kind() {
            Kind::Object => value.get(&token)?,
            Kind::Array => value.item(array_position(&token)?)?,
            _ => return None,
        };
    }
    Some(value)
}

/// The pointer of a value.
pub(super) fn of(value: Value<'_>) -> String {
    let mut path = Vec::new();
    let mut at = Some(value);
    while let Some(value) = at {
        path.push(value);
        at = value.parent();
    }
    let mut pointer = String::new();
    for value in path.iter().rev().skip(1) {
        pointer.push('/');
        match value.key() {
            Some(key) => pointer.push_str(&pointer_token(&key)),
            None => pointer.push_str(&value.ordinal().unwrap_or_default().to_string()),
        }
    }
    pointer
}

/// A key as one token of a JSON pointer: `~` is `~0`, `/` is `~1`.
pub fn pointer_token(key: &str) -> Cow<'_, str> {
    if key.contains(['~', '/']) { key.replace('~', "~0").replace('/', "~1").into() } else { key.into() }
}

/// The key that a token means; `None` for a `~` that is followed by neither 0 nor 1.
fn decode(token: &str) -> Option<Cow<'_, str>> {
    if !token.contains('~') {
        return Some(token.into());
    }
    let mut parts = token.split('~');
    let mut key = parts.next()?.to_owned();
    for part in parts {
        let (escaped, rest) = match part.as_bytes().first()? {
            b'0' => ('~', &part[1..]),
            b'1' => ('/', &part[1..]),
            _ => return None,
        };
        key.push(escaped);
        key.push_str(rest);
    }
    Some(key.into())
}

/// An array position: digits without a leading zero.
fn array_position(token: &str) -> Option<usize> {
    let plain = token == "0" || (!token.starts_with('0') && token.bytes().all(|b| b.is_ascii_digit()));
    (plain && !token.is_empty()).then(|| token.parse().ok()).flatten()
}
