//! The line of a text where something stands, with a caret under it; long lines are cut around the place.

use std::ops::Range;

use crate::text;

use super::ink::{Ink, Role};

/// Columns of text that are shown of one line.
const COLUMNS: usize = 88;
/// Columns of them before the place, when the line must be cut.
const BEFORE: usize = 32;

/// Two lines: the text with its line number, and the caret. `line` is the number that is shown, from 1.
pub fn excerpt(source: &str, span: &Range<usize>, line: usize, ink: Ink) -> String {
    let at = source.floor_char_boundary(span.start.min(source.len()));
    let start = source[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let end = source[at..].find('\n').map_or(source.len(), |newline| at + newline);
    let marked_end = source.floor_char_boundary(span.end.clamp(at, end));
    let before = source[start..at].trim_end_matches('\r');
    let (before, cut_before) = last_columns(before, BEFORE);
    let before = format!("{}{}", if cut_before { "…" } else { "" }, text::harmless(before));
    let left = COLUMNS.saturating_sub(text::width(&before));
    // Harmless text is never shorter than what it shows, so cutting first bounds the work on huge lines.
    let marked = text::harmless_prefix(&source[at..marked_end], left);
    let marked_width = text::width(&marked);
    let rest = source[marked_end..end].trim_end_matches('\r');
    let rest = text::harmless_prefix(rest, left.saturating_sub(marked_width));
    let number = line.to_string();
    let gutter = " ".repeat(number.len());
    let bar = ink.paint(Role::Faint, "│");
    // A whole object or array is marked at its bracket: a rule under all of it would point at nothing.
    let carets = if marked.starts_with(['{', '[']) { 1 } else { marked_width.max(1) };
    let caret = "^".repeat(carets);
    format!(
        "  {} {bar} {before}{marked}{rest}\n  {gutter} {bar} {}{}",
        ink.paint(Role::Faint, &number),
        " ".repeat(text::width(&before)),
        ink.paint(Role::Accent, &caret)
    )
}

/// The end of a text that is at most so many characters long, and whether something was cut.
fn last_columns(text: &str, columns: usize) -> (&str, bool) {
    match text.char_indices().rev().nth(columns.saturating_sub(1)) {
        Some((at, _)) if at > 0 => (&text[at..], true),
        _ => (text, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_stands_under_the_marked_text() {
        let source = "{\n  \"a\": tru\n}";
        assert_eq!(excerpt(source, &(9..12), 2, Ink::PLAIN), "  2 │   \"a\": tru\n    │        ^^^");
    }

    #[test]
    fn a_wide_character_before_the_place_moves_the_caret() {
        assert_eq!(excerpt("\"日\" x", &(6..7), 1, Ink::PLAIN), "  1 │ \"日\" x\n    │      ^");
    }

    #[test]
    fn control_characters_are_shown() {
        assert_eq!(excerpt("\u{1b}[2J x", &(5..6), 1, Ink::PLAIN), "  1 │ ␛[2J x\n    │      ^");
    }

    #[test]
    fn a_long_line_is_cut_around_the_place() {
        let source = format!("{}x{}", "a".repeat(10_000), "b".repeat(10_000));
        let shown = excerpt(&source, &(10_000..10_001), 1, Ink::PLAIN);
        let mut lines = shown.lines();
        let (first, second) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
        assert!(text::width(first) <= COLUMNS + 6, "{first}");
        let column = second.find('^').map(|at| text::width(&second[..at]));
        assert_eq!(column, first.find('x').map(|at| text::width(&first[..at])));
    }

    #[test]
    fn a_place_past_the_end_marks_the_end() {
        assert_eq!(excerpt("{", &(7..9), 1, Ink::PLAIN), "  1 │ {\n    │  ^");
        assert_eq!(excerpt("", &(0..0), 1, Ink::PLAIN), "  1 │ \n    │ ^");
    }
}
