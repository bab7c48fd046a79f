//! Dressing an instance: words and amounts of a kitchen, odd numbers, odd strings; each change only when the value stays
//! valid.

use std::collections::HashMap;

use super::{Taster, pantry, parse};
use crate::json::{Document, Kind, Value, quote};

/// Places that are changed at most.
const PLACES: usize = 200;

/// Spellings of numbers that a double, or a careless reader, would not keep.
const NUMBERS: &[&str] = &["9007199254740993", "78", "78.0", "1e2", "0.1", "12345678901234567890123", "-0.0"];

/// Numbers that any schema of large numbers may take, and a double keeps.
const DOUBLES: &[&str] = &["9007199254740994", "-9007199254740994", "1e18", "1e30", "1", "0", "0.5", "100"];

/// Strings in many scripts: composed and decomposed, right to left, wide, joined by zero-width joiners.
pub(super) const SCRIPTS: &[&str] = &[
    "Kısır · İçli köfte",
    "麦のサラダ、四人分",
    "سلطة البرغل",
    "салат из булгура 🥗",
    "👩🏽\u{200d}🍳 🇹🇷 e\u{301}",
    "गेहूँ का सलाद",
];

/// Strings that a terminal, a browser or a reader of right-to-left text would obey.
pub(super) const HOSTILE: &[&str] = &[
    "\u{1b}[31mred\u{1b}[0m \u{1b}]0;you have mail\u{7}",
    "salt\u{202e}raguS\u{202c}",
    "zero\u{200b}width\u{feff}",
    "\u{9b}2J\u{85}line",
    "\u{1b}]52;c;Y3VybCBldmls\u{7}",
    "<script>alert(1)</script> [/red] %s",
];

/// The document with words and amounts of a kitchen where the names of members ask for them.
pub(super) fn from_pantry(taster: &Taster, document: Document, lossless: bool) -> Document {
    let mut document = document;
    let mut seen: HashMap<String, usize> = HashMap::new();
    for pointer in pointers(&document, |value| value.key().is_some()) {
        let Some(value) = document.at(&pointer) else { continue };
        let key = value.key().unwrap_or_default().to_lowercase();
        let Some(words) = pantry::for_member(&key) else { continue };
        let count = seen.entry(key).or_default();
        let number = *count;
        *count += 1;
        let candidates = (0..words.len()).filter_map(|offset| words.get((number + offset) % words.len()));
        let candidates = candidates.filter(|word| lossless || !pantry::is_lossy(word));
        document = first_that_fits(taster, document, &pointer, candidates.map(|word| (*word).to_owned()));
    }
    document
}

/// The document with other numbers where a double would change them.
pub(super) fn with_doubles(taster: &Taster, document: Document) -> Document {
    let lossy = |value: Value<'_>| value.as_number().is_some_and(|number| !number.survives_double());
    let mut document = document;
    for pointer in pointers(&document, lossy) {
        document = first_that_fits(taster, document, &pointer, DOUBLES.iter().map(|literal| (*literal).to_owned()));
    }
    document
}

/// The document with numbers in spellings that a double would not keep.
pub(super) fn with_numbers(taster: &Taster, document: Document) -> Document {
    let places = pointers(&document, |value| value.kind() == Kind::Number);
    let mut document = document;
    for (number, pointer) in places.iter().enumerate() {
        let candidates = rotated(NUMBERS, number).map(|literal| literal.to_owned());
        document = first_that_fits(taster, document, pointer, candidates);
    }
    document
}

/// The document with other strings.
pub(super) fn with_strings(taster: &Taster, document: Document, strings: &[&str]) -> Document {
    let places = pointers(&document, |value| value.kind() == Kind::String);
    let mut document = document;
    for (number, pointer) in places.iter().enumerate() {
        document = first_that_fits(taster, document, pointer, rotated(strings, number).map(quote));
    }
    document
}

fn rotated<'a>(words: &'a [&'a str], by: usize) -> impl Iterator<Item = &'a str> {
    words.iter().copied().cycle().skip(by % words.len().max(1)).take(words.len())
}

/// The document with the first of these values at the place with which it is still valid.
fn first_that_fits(
    taster: &Taster,
    document: Document,
    pointer: &str,
    candidates: impl Iterator<Item = String>,
) -> Document {
    for candidate in candidates {
        if !taster.in_time() {
            break;
        }
        let changed = replaced(&document, pointer, &candidate).filter(|changed| taster.valid(changed));
        if let Some(changed) = changed {
            return changed;
        }
    }
    document
}

/// The pointers of the values that are meant, in document order, so many at most.
pub(super) fn pointers(document: &Document, meant: impl Fn(Value<'_>) -> bool) -> Vec<String> {
    let values = (0..document.len()).filter_map(|index| document.value(index));
    values.filter(|value| meant(*value)).take(PLACES).map(Value::pointer).collect()
}

/// The document with another value at a place.
pub(super) fn replaced(document: &Document, pointer: &str, json: &str) -> Option<Document> {
    splice(document, document.at(pointer)?.span(), json)
}

/// The document with other text in a range.
pub(super) fn splice(document: &Document, range: std::ops::Range<usize>, text: &str) -> Option<Document> {
    let (before, after) = (document.text().get(..range.start)?, document.text().get(range.end..)?);
    parse(&format!("{before}{text}{after}")).ok()
}
