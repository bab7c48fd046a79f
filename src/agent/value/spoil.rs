//! Spoiling a value: not what the schema asks for, not a number, not to be judged.

use super::dress::{pointers, replaced, splice};
use super::{Taster, parse};
use crate::json::{Document, Kind};

/// Values of every kind: what the schema does not allow is among them, when there is anything it does not allow.
const KINDS: &[&str] = &["null", "\"dinner\"", "-78.5", "true", "[]", "{}", "[{\"dinner\":null}]", "{\"dinner\":[]}"];

/// A value like this one that the schema does not allow: an amount with a fraction, something extra, or another kind.
///
/// # Errors
/// The schema allows everything.
pub(super) fn mismatched(taster: &Taster, document: &Document) -> Result<String, String> {
    let numbers = pointers(document, |value| value.kind() == Kind::Number);
    let amounts = numbers.iter().rev().filter_map(|pointer| replaced(document, pointer, "78.5"));
    let wrong_amount = amounts.take(20).find(|spoiled| taster.invalid(spoiled));
    let garnished = with_garnish(wrong_amount.as_ref().unwrap_or(document));
    let places = pointers(document, |_| true);
    let other_kinds = || {
        let spoiled =
            places.iter().rev().flat_map(|place| KINDS.iter().filter_map(|kind| replaced(document, place, kind)));
        spoiled.take(500).find(|spoiled| taster.invalid(spoiled))
    };
    let spoiled = garnished.filter(|spoiled| taster.invalid(spoiled)).or(wrong_amount).or_else(other_kinds);
    match spoiled {
        Some(spoiled) => Ok(spoiled.text().to_owned()),
        None => Err("no value was found that the schema does not allow".into()),
    }
}

fn with_garnish(document: &Document) -> Option<Document> {
    let root = document.root();
    let end = root.span().end - 1;
    let comma = if root.members().next().is_some() { "," } else { "" };
    (root.kind() == Kind::Object).then(|| splice(document, end..end, &format!("{comma}\"garnish\":\"mint\""))).flatten()
}

/// The document with `NaN` in the place of its first number, or of its last value when it has none. No JSON any more.
pub(in crate::agent) fn with_nan(text: &str) -> String {
    let Ok(document) = parse(text) else { return "NaN".into() };
    let number = (0..document.len()).find(|index| document.value(*index).is_some_and(|v| v.kind() == Kind::Number));
    let place = number.unwrap_or(document.len() - 1);
    let span = document.value(place).map_or(0..text.len(), |value| value.span());
    match (text.get(..span.start), text.get(span.end..)) {
        (Some(before), Some(after)) => format!("{before}NaN{after}"),
        _ => "NaN".into(),
    }
}

/// A small value that nobody judges in time, with a schema made for that.
///
/// # Errors
/// An ordinary schema: every value is judged in no time.
pub(super) fn undecidable(taster: &Taster) -> Result<String, String> {
    let values = KINDS.iter().filter_map(|kind| parse(kind).ok());
    let costly = values.max_by_key(|value| taster.validator.cost(value));
    match costly.filter(|value| !taster.affordable(value)) {
        Some(value) => Ok(value.text().to_owned()),
        None => Err("this schema is judged in no time; the one at undecidable.json below this agent is not".into()),
    }
}
