//! Columns: measuring, cutting, padding and wrapping by grapheme cluster, the way ratatui counts.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// The grapheme clusters of `text` with their columns.
pub fn graphemes(text: &str) -> impl DoubleEndedIterator<Item = (&str, usize)> {
    text.graphemes(true).map(|cluster| (cluster, cluster_width(cluster)))
}

/// Columns of harmless text. Controls, which do not belong here, count nothing.
pub fn width(text: &str) -> usize {
    if text.bytes().all(|b| (0x20..0x7f).contains(&b)) {
        return text.len();
    }
    graphemes(text).map(|(_, columns)| columns).sum()
}

fn cluster_width(cluster: &str) -> usize {
    match cluster.as_bytes() {
        [byte] => usize::from(!byte.is_ascii_control()),
        _ if cluster.contains(char::is_control) => 0,
        // Ratatui gives the half-width sound marks a column more than unicode-width does, and the cells are its.
        _ => cluster.width() + cluster.chars().filter(|c| matches!(c, '\u{ff9e}' | '\u{ff9f}')).count(),
    }
}

/// The longest beginning of `text` that fits into `columns`, and its columns.
pub fn take(text: &str, columns: usize) -> (&str, usize) {
    // A printable ASCII beginning needs no segmentation; the byte after it might be a mark on the last character.
    let plain = text.bytes().take(columns.saturating_add(1)).take_while(|b| (0x20..0x7f).contains(b)).count();
    if plain > columns || plain == text.len() {
        let end = plain.min(columns);
        return (&text[..end], end);
    }
    let mut end = 0;
    let mut used = 0;
    for (cluster, wide) in graphemes(text) {
        if used + wide > columns {
            break;
        }
        used += wide;
        end += cluster.len();
    }
    (&text[..end], used)
}

/// `text` in at most `columns`, ending in `…` when something had to go.
pub fn truncate(text: &str, columns: usize) -> Cow<'_, str> {
    let (whole, _) = take(text, columns);
    if whole.len() == text.len() {
        return Cow::Borrowed(text);
    }
    match columns {
        0 => Cow::Borrowed(""),
        _ => Cow::Owned(format!("{}…", take(text, columns - 1).0)),
    }
}

/// `text` in at most `columns`, with `…` in the middle when something had to go: for addresses, paths and pointers,
/// whose end says as much as their beginning.
pub fn truncate_middle(text: &str, columns: usize) -> Cow<'_, str> {
    if take(text, columns).0.len() == text.len() {
        return Cow::Borrowed(text);
    }
    if columns == 0 {
        return Cow::Borrowed("");
    }
    let room = columns - 1;
    let (head, used) = take(text, room.div_ceil(2));
    let mut start = text.len();
    let mut left = room - used;
    for (cluster, wide) in graphemes(text).rev() {
        if wide > left {
            break;
        }
        left -= wide;
        start -= cluster.len();
    }
    Cow::Owned(format!("{head}…{}", &text[start.max(head.len())..]))
}

/// `text` cut or filled with blanks to exactly `columns`.
pub fn pad(text: &str, columns: usize) -> String {
    let mut out = truncate(text, columns).into_owned();
    let used = width(&out);
    out.extend(std::iter::repeat_n(' ', columns.saturating_sub(used)));
    out
}

/// Breaks one line of harmless text into rows of at most `columns`, between words where it can. Blanks at a break
/// vanish; a word wider than a row is cut. At least one row, which is empty for empty text. At most `limit` rows; the
/// last one then ends in `…`.
pub fn wrap(text: &str, columns: usize, limit: usize) -> Vec<Cow<'_, str>> {
    let mut rows = Vec::new();
    let mut rest = text;
    if columns == 0 || limit == 0 {
        return rows;
    }
    loop {
        let (fits, _) = take(rest, columns);
        if fits.len() == rest.len() {
            rows.push(Cow::Borrowed(rest));
            return rows;
        }
        if rows.len() + 1 == limit {
            rows.push(truncate(rest, columns));
            return rows;
        }
        let at_blank = rest[fits.len()..].starts_with(' ');
        let end = if at_blank {
            fits.len()
        } else {
            fits.rfind(' ').filter(|at| !fits[..*at].trim().is_empty()).unwrap_or(fits.len())
        };
        // A single cluster wider than the row: step over it, or the loop would not end.
        let end = if end == 0 { rest.graphemes(true).next().map_or(rest.len(), str::len) } else { end };
        rows.push(Cow::Borrowed(rest[..end].trim_end_matches(' ')));
        rest = rest[end..].trim_start_matches(' ');
        if rest.is_empty() {
            return rows;
        }
    }
}
