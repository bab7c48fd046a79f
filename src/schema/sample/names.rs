//! Where in an instance a value is made: its property's name in words, its place in a list.

use crate::schema::words::escaped;

/// The place of a value that is made.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    /// Words of the nearest property name, lower case: `unitPrice` and `unit_price` are `unit`, `price`.
    pub(super) words: Vec<String>,
    /// Words of the property that holds the object or list this one is in.
    pub(super) outer: Vec<String>,
    /// The place in the nearest list, from 0.
    pub(super) ordinal: usize,
    /// How deep it stands; the root is 0.
    pub(super) depth: usize,
    pointer: String,
}

impl Spot {
    pub(super) fn root() -> Spot {
        Spot { words: Vec::new(), outer: Vec::new(), ordinal: 0, depth: 0, pointer: String::new() }
    }

    /// A member of the object here.
    pub(super) fn member(&self, name: &str) -> Spot {
        Spot {
            words: words(name),
            outer: self.words.clone(),
            ordinal: self.ordinal,
            depth: self.depth + 1,
            pointer: format!("{}/{}", self.pointer, escaped(name)),
        }
    }

    /// An item of the list here.
    pub(super) fn item(&self, number: usize) -> Spot {
        Spot {
            words: self.words.clone(),
            outer: self.outer.clone(),
            ordinal: number,
            depth: self.depth + 1,
            pointer: format!("{}/{number}", self.pointer),
        }
    }

    /// An entry of an object whose names are open: its value is of the kind that the object's own name says.
    pub(super) fn entry(&self, name: &str, number: usize) -> Spot {
        let member = self.member(name);
        let words = if self.words.is_empty() { member.words.clone() } else { self.words.clone() };
        Spot { ordinal: number, words, ..member }
    }

    /// The place for a sentence.
    pub(super) fn place(&self) -> &str {
        crate::schema::words::place_name(&self.pointer)
    }

    /// The last word of the name, as a singular.
    pub(super) fn noun(&self) -> String {
        self.words.last().map(|word| singular(word)).unwrap_or_default()
    }

    /// Whether the name has one of these words, singular or plural.
    pub(super) fn says(&self, wanted: &[&str]) -> bool {
        self.words.iter().any(|word| wanted.contains(&word.as_str()) || wanted.contains(&singular(word).as_str()))
    }

    /// Whether the name of what holds this has one of these words.
    pub(super) fn inside(&self, wanted: &[&str]) -> bool {
        self.outer.iter().any(|word| wanted.contains(&word.as_str()) || wanted.contains(&singular(word).as_str()))
    }
}

/// Splits a name at everything but letters and digits, and where lower case turns to upper.
pub(super) fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = vec![String::new()];
    let mut lower = false;
    for c in name.chars().take(200) {
        if !c.is_alphanumeric() {
            words.push(String::new());
        } else {
            if c.is_uppercase() && lower {
                words.push(String::new());
            }
            if let Some(word) = words.last_mut() {
                word.extend(c.to_lowercase());
            }
        }
        lower = c.is_lowercase() || c.is_ascii_digit();
    }
    words.retain(|word| !word.is_empty());
    words
}

/// A plural's singular, roughly.
pub(super) fn singular(word: &str) -> String {
    if let Some(stem) = word.strip_suffix("ies").filter(|stem| stem.len() > 1) {
        return format!("{stem}y");
    }
    for ending in ["ses", "xes", "ches", "shes"] {
        if word.ends_with(ending) {
            return word[..word.len() - 2].to_owned();
        }
    }
    match word.strip_suffix('s') {
        Some(stem) if stem.len() > 2 && !stem.ends_with('s') && !stem.ends_with('u') => stem.to_owned(),
        _ => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fall_into_words_however_they_are_written() {
        for name in ["unit_price", "unitPrice", "unit-price", "UNIT.price"] {
            assert_eq!(words(name), ["unit", "price"], "{name}");
        }
        assert_eq!(words("").len(), 0);
        assert_eq!(singular("categories"), "category");
        assert_eq!(singular("addresses"), "address");
        assert_eq!(singular("status"), "status");
        assert_eq!(singular("steps"), "step");
    }
}
