//! `uniqueItems` of our own: exact for every number, linear, and never slower for a number's size.
//!
//! The validator's own hashes numbers through doubles, so that a few thousand numbers beyond a double collide and each
//! comparison builds a big integer: a 28 KB result takes minutes.

use std::collections::HashMap;

use jsonschema::{Keyword, ValidationError, paths::Location};
use serde_json::{Map, Value as Json};

use crate::json::Number;

/// The keyword, compiled.
pub(super) struct UniqueItems {
    asked: bool,
}

impl UniqueItems {
    /// Makes the keyword from its value in a schema.
    // The signature is the crate's.
    #[allow(clippy::unnecessary_wraps, clippy::result_large_err)]
    pub(super) fn factory<'a>(
        _: &'a Map<String, Json>,
        value: &'a Json,
        _: Location,
    ) -> Result<Box<dyn for<'i> Keyword<'i>>, ValidationError<'a>> {
        Ok(Box::new(UniqueItems { asked: value == &Json::Bool(true) }))
    }
}

impl<'i> Keyword<'i> for UniqueItems {
    fn validate(&self, instance: &'i Json) -> Result<(), ValidationError<'i>> {
        match Keyword::is_valid(self, instance) {
            true => Ok(()),
            false => Err(ValidationError::custom("items are not unique")),
        }
    }

    fn is_valid(&self, instance: &'i Json) -> bool {
        match (self.asked, instance) {
            (true, Json::Array(items)) => first_repeat(items).is_none(),
            _ => true,
        }
    }
}

/// The first item that equals an earlier one: (earlier, later).
pub(super) fn first_repeat(items: &[Json]) -> Option<(usize, usize)> {
    let mut seen: HashMap<String, usize> = HashMap::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let mut key = String::new();
        spell(item, &mut key);
        if let Some(&earlier) = seen.get(&key) {
            return Some((earlier, index));
        }
        seen.insert(key, index);
    }
    None
}

/// One spelling for each value: equal values, and only they, have the same one. Recursion is bounded by the nesting
/// that the value was parsed with.
fn spell(value: &Json, out: &mut String) {
    match value {
        Json::Null => out.push('n'),
        Json::Bool(true) => out.push('t'),
        Json::Bool(false) => out.push('f'),
        Json::Number(number) => spell_number(&number.to_string(), out),
        Json::String(text) => spell_text(text, out),
        Json::Array(items) => {
            out.push('[');
            for item in items {
                spell(item, out);
                out.push(',');
            }
            out.push(']');
        }
        Json::Object(members) => {
            let mut keys: Vec<&String> = members.keys().collect();
            keys.sort_unstable();
            out.push('{');
            for key in keys {
                spell_text(key, out);
                out.push(':');
                if let Some(value) = members.get(key) {
                    spell(value, out);
                }
                out.push(',');
            }
            out.push('}');
        }
    }
}

fn spell_text(text: &str, out: &mut String) {
    // The length in front keeps a text that holds our own marks from looking like structure.
    out.push_str(&format!("\"{}:", text.len()));
    out.push_str(text);
}

fn spell_number(text: &str, out: &mut String) {
    match Number::new(text).decimal() {
        Some((negative, digits, power)) => {
            out.push_str(if negative { "#-" } else { "#" });
            out.push_str(&format!("{digits}e{power}"));
        }
        // An exponent beyond 64 bits: such a value is refused or undecided before it comes here.
        None => out.push_str(&format!("?{text}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(text: &str) -> Vec<Json> {
        let document = crate::json::parse_text(text, &crate::json::Limits::default()).expect("JSON");
        document.root().items().map(|v| v.to_serde()).collect()
    }

    #[test]
    fn items_are_equal_by_value_whatever_the_spelling() {
        assert_eq!(first_repeat(&items("[78,78.0]")), Some((0, 1)));
        assert_eq!(first_repeat(&items("[1, 100, 1e2]")), Some((1, 2)));
        assert_eq!(first_repeat(&items("[0, -0.0]")), Some((0, 1)));
        assert_eq!(first_repeat(&items(r#"[{"a":1,"b":2},{"b":2.0,"a":1}]"#)), Some((0, 1)));
        assert_eq!(first_repeat(&items("[9007199254740992,9007199254740993]")), None);
        assert_eq!(first_repeat(&items(r#"[1, "1", [1], {"1":1}, null, "null", true]"#)), None);
    }

    #[test]
    fn texts_that_look_like_structure_stay_apart() {
        assert_eq!(first_repeat(&items(r#"[["a","b"],["a,\"1:b"]]"#)), None);
    }

    #[test]
    fn thousands_of_numbers_beyond_a_double_take_no_time() {
        let text = format!("[{}]", (400..8_400).map(|n| format!("1e-{n}")).collect::<Vec<_>>().join(","));
        assert_eq!(first_repeat(&items(&text)), None);
    }
}
