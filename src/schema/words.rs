//! Short words for values, places and keywords in the sentences of findings.

use crate::json::{Kind, Value};

/// How many characters of a value a sentence carries.
const EXCERPT: usize = 60;

/// A value in a sentence: scalars as they are written, cut to 60 characters; containers by kind and size.
pub fn excerpt(value: Value<'_>) -> String {
    match value.kind() {
        Kind::Object if value.next_index() == value.index() + 1 => "an empty object".to_owned(),
        Kind::Object => format!("an object with {}", count(value.members().count() as u64, "member")),
        Kind::Array if value.next_index() == value.index() + 1 => "an empty array".to_owned(),
        Kind::Array => format!("an array of {}", count(value.items().count() as u64, "item")),
        _ => cut(value.raw(), EXCERPT),
    }
}

/// A text cut to so many characters, with an ellipsis when something is left out.
pub fn cut(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        None => text.to_owned(),
        Some(_) => {
            let end = text.char_indices().nth(characters.saturating_sub(1)).map_or(text.len(), |(at, _)| at);
            format!("{}…", &text[..end])
        }
    }
}

/// A pointer in a sentence; the root is "the value".
pub fn place_name(pointer: &str) -> &str {
    if pointer.is_empty() { "the value" } else { pointer }
}

/// `a, b or c`.
pub fn either(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

/// `1 item`, `3 items`.
pub fn count(number: u64, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}
/// A type name with its article.
pub fn type_phrase(name: &str) -> String {
    match name {
        "array" | "integer" | "object" => format!("an {name}"),
        "null" => "null".to_owned(),
        _ => format!("a {name}"),
    }
}

/// A member's name as a token of a JSON pointer.
pub fn escaped(token: &str) -> String {
    token.replace('~', "~0").replace('/', "~1")
}

/// The raw values of a list in a sentence: at most `most` of them, then how many there are.
pub fn values(list: Value<'_>, most: usize) -> String {
    let shown: Vec<String> = list.items().take(most).map(|v| cut(v.raw(), EXCERPT)).collect();
    let all = list.items().count();
    if all <= most { either(&shown) } else { format!("one of {} … ({all} values)", shown.join(", ")) }
}
