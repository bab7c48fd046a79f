//! Grapheme clusters in a rope: the steps a cursor takes, and the columns they are wide.

use ropey::Rope;
use unicode_segmentation::UnicodeSegmentation;

use super::INDENT;
use crate::text;

/// Characters looked at for one cluster. Longer clusters are no writing; the cursor then stops inside.
const WINDOW: usize = 64;

/// Columns of one grapheme cluster in the editor: tabs as blanks, controls as their stand-in, a line break none.
pub fn columns(cluster: &str) -> usize {
    match cluster.as_bytes() {
        [b' '..=b'~'] => 1,
        _ => text::width(&text::cell(cluster, INDENT)),
    }
}

/// The position after the cluster at `at`.
pub(super) fn after(rope: &Rope, at: usize) -> usize {
    let end = (at + WINDOW).min(rope.len_chars());
    if at >= end {
        return rope.len_chars();
    }
    // Two ordinary characters are the usual case and need no segmentation.
    let mut next = rope.chars_at(at);
    if let (Some(' '..='~'), Some(' '..='~' | '\n')) = (next.next(), next.next()) {
        return at + 1;
    }
    let window = rope.slice(at..end).to_string();
    at + window.graphemes(true).next().map_or(1, |cluster| cluster.chars().count())
}

/// The position before the cluster that ends at `at`.
pub(super) fn before(rope: &Rope, at: usize) -> usize {
    let at = at.min(rope.len_chars());
    let start = at.saturating_sub(WINDOW);
    if at == 0 {
        return 0;
    }
    let window = rope.slice(start..at).to_string();
    at - window.graphemes(true).next_back().map_or(1, |cluster| cluster.chars().count())
}

/// The nearest position at or before `at` that is not inside a cluster.
pub(super) fn align(rope: &Rope, at: usize) -> usize {
    let at = at.min(rope.len_chars());
    if at == 0 || at == rope.len_chars() {
        return at;
    }
    let mut step = before(rope, at);
    // `before` begins a cluster; walk forward from it until `at` is reached or stepped over.
    loop {
        let next = after(rope, step);
        if next == at {
            return at;
        }
        if next > at || next <= step {
            return step;
        }
        step = next;
    }
}

/// Columns of `text`, which is one line or a part of it.
pub(super) fn text_columns(text: &str) -> usize {
    if text.bytes().all(|b| (0x20..0x7f).contains(&b)) {
        return text.len();
    }
    text.graphemes(true).map(columns).sum()
}

/// How many characters of `line` stand before column `column`; inside a wide cluster its beginning counts.
pub(super) fn chars_before_column(line: &str, column: usize) -> usize {
    if line.bytes().all(|b| (0x20..0x7f).contains(&b)) {
        return column.min(line.len());
    }
    let mut used = 0;
    let mut chars = 0;
    for cluster in line.graphemes(true) {
        used += columns(cluster);
        if used > column {
            break;
        }
        chars += cluster.chars().count();
    }
    chars
}
