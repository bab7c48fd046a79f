//! Looking up members the lenient way: camelCase or snake_case, and `null` is the same as absent.

use crate::json::{Kind, Value};

/// The last member with this camelCase name, or with the same name in snake_case, unless it is `null`.
///
/// Python servers built on protobuf accept and some emit the proto names (`context_id`).
pub(crate) fn member<'a>(object: Value<'a>, camel: &str) -> Option<Value<'a>> {
    object.members().filter(|m| same_name(&m.key(), camel)).last().map(|m| m.value).filter(|v| !v.is_null())
}

/// Like [`member`], and `""` and `[]` are absent too.
pub(crate) fn filled<'a>(object: Value<'a>, camel: &str) -> Option<Value<'a>> {
    member(object, camel).filter(|v| !is_blank(*v))
}

/// Whether this is `null`, `""` or `[]`: what servers write for a default they do not omit.
pub(crate) fn is_blank(value: Value<'_>) -> bool {
    match value.kind() {
        Kind::Null => true,
        Kind::String => value.raw().len() == 2,
        Kind::Array => value.items().next().is_none(),
        _ => false,
    }
}

/// Whether `key` is `camel`, or `camel` written in snake_case.
pub(crate) fn same_name(key: &str, camel: &str) -> bool {
    key == camel || is_snake_form(key, camel)
}

/// Whether `key` is `camel` in snake_case, and differs from it.
pub(crate) fn is_snake_form(key: &str, camel: &str) -> bool {
    let mut rest = key.bytes();
    let mut differs = false;
    for letter in camel.bytes() {
        let expected = if letter.is_ascii_uppercase() {
            if rest.next() != Some(b'_') {
                return false;
            }
            differs = true;
            letter.to_ascii_lowercase()
        } else {
            letter
        };
        if rest.next() != Some(expected) {
            return false;
        }
    }
    differs && rest.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_the_same_in_snake_case() {
        assert!(same_name("contextId", "contextId"));
        assert!(same_name("context_id", "contextId"));
        assert!(same_name("default_input_modes", "defaultInputModes"));
        for other in ["context_Id", "contextid", "context_ids", "context", "context_", ""] {
            assert!(!same_name(other, "contextId"), "{other}");
        }
        assert!(!is_snake_form("url", "url"));
    }
}
