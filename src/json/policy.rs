//! Which numbers a result may hold.

use std::ops::Range;

use super::document::{Document, Kind};
use super::fault::{Fault, FaultKind};
use super::number::Number;

/// What is worth saying about the numbers of a document that has no fault.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NumberNotes {
    /// Literals that are not zero but whose nearest double is, at most 100 of them.
    pub underflows: Vec<Range<usize>>,
}

/// Checks every number of a document: a literal with a fraction or an exponent must be finite as a double; an integer
/// literal may be any size (its digits are the parser's limit).
///
/// # Errors
/// The first literal beyond a double, as [`FaultKind::NonFinite`].
pub fn check_numbers(document: &Document) -> Result<NumberNotes, Fault> {
    let mut notes = NumberNotes::default();
    for node in document.nodes().iter().filter(|node| node.kind == Kind::Number) {
        let span = node.start as usize..node.end as usize;
        let text = &document.text()[span.clone()];
        // Few digits and no exponent: nothing to check.
        if text.len() < 300 && !text.contains(['e', 'E']) {
            continue;
        }
        let number = Number::new(text);
        if number.is_integer_literal() {
            continue;
        }
        if !number.is_finite_double() {
            let shown: String = text.chars().take(24).collect();
            let dots = if text.len() > shown.len() { "…" } else { "" };
            let sentence = format!("{shown}{dots} is beyond a double: no finite number for most readers");
            let mark = if document.had_bom() { '\u{feff}'.len_utf8() } else { 0 };
            let (offset, place) = (span.start + mark, document.place(span.start));
            return Err(Fault { kind: FaultKind::NonFinite, offset, place, sentence });
        }
        let zero = number.nearest_double() == 0.0;
        if zero && !number.is_zero() && notes.underflows.len() < 100 {
            notes.underflows.push(span);
        }
    }
    Ok(notes)
}
