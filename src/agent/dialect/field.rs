//! Members of requests: what is absent, what is `null`, and the two ways of writing a name.

use std::borrow::Cow;

use crate::json::Value;

/// A member that is there: `null` means absent. ProtoJSON takes `contextId` and `context_id` alike.
pub(super) fn member<'a>(object: Value<'a>, name: &str) -> Option<Value<'a>> {
    let found = object.get(name).or_else(|| match snake(name) {
        Cow::Borrowed(_) => None,
        Cow::Owned(name) => object.get(&name),
    });
    found.filter(|value| !value.is_null())
}

/// A string that is there; one of another type, and an empty one, is not.
pub(super) fn text(object: Value<'_>, name: &str) -> Option<String> {
    member(object, name).and_then(Value::as_str).map(Cow::into_owned).filter(|text| !text.is_empty())
}

/// The strings of an array.
pub(super) fn strings(array: Value<'_>) -> Vec<String> {
    array.items().filter_map(Value::as_str).map(Cow::into_owned).collect()
}

/// A whole number that is not negative; ProtoJSON takes one in a string too, and a query has nothing else.
pub(super) fn whole(value: Value<'_>) -> Option<usize> {
    match value.as_number() {
        Some(number) => number.text().parse().ok(),
        None => value.as_str()?.parse().ok(),
    }
}

/// `true` or `false`, also in a string, for queries.
pub(super) fn truth(value: Value<'_>) -> Option<bool> {
    match value.as_bool() {
        Some(truth) => Some(truth),
        None => value.as_str()?.parse().ok(),
    }
}

/// `contextId` as `context_id`.
pub(super) fn snake(name: &str) -> Cow<'_, str> {
    if !name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return Cow::Borrowed(name);
    }
    let mut snake = String::with_capacity(name.len() + 4);
    for letter in name.chars() {
        if letter.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    Cow::Owned(snake)
}
