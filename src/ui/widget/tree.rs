//! Rows of a JSON tree: labels indented, values aligned, findings at their rows.
//!
//! The caller knows what is folded and which rows are visible; it hands over the rows on screen, so a document of
//! fifty megabytes costs as much as a small one.

use std::borrow::Cow;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::list::cursor_row;
use super::pen::Pen;
use super::status::Status;
use crate::json::{Kind, Limits, Value, parse_text};
use crate::schema::Severity;
use crate::text;
use crate::ui::theme::{Role, Theme};

/// Children that are counted for `[12]`; above it `[100 000+]`.
const COUNTED: usize = 100_000;
/// Children looked at for a preview.
const PREVIEWED: usize = 8;
/// Bytes of a string that are decoded for a row.
const DECODED: usize = 2_048;

/// Whether a row can be opened, and is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Nothing inside.
    Leaf,
    /// Its children follow.
    Open,
    /// Its children are hidden.
    Folded,
}

/// What stands before the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Label<'a> {
    /// Nothing: the whole document.
    Root,
    /// A member's key, decoded.
    Key(Cow<'a, str>),
    /// An item's index.
    Index(usize),
}

/// One row.
#[derive(Clone, Debug)]
pub struct TreeRow<'a> {
    /// Containers around it; the root has 0.
    pub level: usize,
    /// Whether it can be opened.
    pub shape: Shape,
    /// What stands before the value.
    pub label: Label<'a>,
    /// The value.
    pub value: Value<'a>,
    /// What is found at it, or inside it when it is folded, in a few words.
    pub finding: Option<(Severity, Cow<'a, str>)>,
    /// Whether what was searched for is in it.
    pub found: bool,
}

/// The rows on screen.
#[derive(Clone, Copy, Debug)]
pub struct TreeView<'a> {
    /// From the first visible row on; at most as many as fit are drawn.
    pub rows: &'a [TreeRow<'a>],
    /// Which of `rows` the cursor is on.
    pub cursor: Option<usize>,
    /// Whether this is the pane in use.
    pub here: bool,
}

impl TreeView<'_> {
    /// Draws the rows.
    pub fn draw(&self, theme: &Theme, area: Rect, cells: &mut Buffer) {
        let rows = &self.rows[..self.rows.len().min(usize::from(area.height))];
        let column = value_column(rows, usize::from(area.width));
        for (line, row) in rows.iter().enumerate() {
            if self.cursor == Some(line) {
                cursor_row(theme, area, line, self.here, cells);
            }
            let mut pen = Pen::new(cells, area, line);
            draw_row(row, column, theme, &mut pen);
        }
    }
}

/// Where values begin: after the longest label, in steps, so that scrolling moves them seldom; half the width at most.
fn value_column(rows: &[TreeRow<'_>], width: usize) -> usize {
    let longest = rows.iter().map(|row| label_column(row.level) + text::width(&label(row)) + 2).max().unwrap_or(0);
    longest.next_multiple_of(4).clamp(18.min(width / 2), width / 2 + 1)
}

/// Where the label of a level begins: deeper levels than fit stay at the right one.
fn label_column(level: usize) -> usize {
    4 + 2 * level.min(12)
}

fn label(row: &TreeRow<'_>) -> Cow<'static, str> {
    match &row.label {
        Label::Root if row.value.kind() == Kind::Object => Cow::Borrowed("{}"),
        Label::Root if row.value.kind() == Kind::Array => Cow::Borrowed("[]"),
        Label::Root => Cow::Borrowed(""),
        Label::Key(key) if key.is_empty() => Cow::Borrowed("\"\""),
        Label::Key(key) => Cow::Owned(text::harmless_prefix(key, 40).into_owned()),
        Label::Index(index) => Cow::Owned(index.to_string()),
    }
}

fn draw_row(row: &TreeRow<'_>, column: usize, theme: &Theme, pen: &mut Pen<'_>) {
    let status = row.finding.as_ref().map(|(severity, _)| Status::of(*severity));
    let start = label_column(row.level);
    pen.to(start - 2).margin(1);
    if let Some((_, words)) = &row.finding {
        // The words may take what label and value leave, at least half of the row.
        let room = pen.room() / 2;
        let style = status.map_or(theme[Role::Muted], |status| status.style(theme));
        pen.right(style, &text::harmless_prefix(words, room));
    }
    let (glyph, style) = match (row.shape, status) {
        (Shape::Leaf, Some(status)) => (status.glyph(), status.style(theme)),
        (Shape::Leaf, None) => ("", Style::new()),
        (Shape::Open, status) => ("▾", status.map_or(theme[Role::Text], |status| status.style(theme))),
        (Shape::Folded, status) => ("▸", status.map_or(theme[Role::Text], |status| status.style(theme))),
    };
    pen.put_within(style, glyph, 1).to(start);
    let label_role = match (&row.label, row.shape) {
        (Label::Key(_), Shape::Leaf) => Role::Key,
        (Label::Index(_), Shape::Leaf) => Role::Muted,
        _ => Role::Text,
    };
    let label_style = if row.found { theme[Role::Found] } else { theme[label_role] };
    pen.put(label_style, &label(row));
    if pen.column() > start {
        pen.skip(2);
    }
    pen.to(column);
    draw_value(row, theme, pen);
}

fn draw_value(row: &TreeRow<'_>, theme: &Theme, pen: &mut Pen<'_>) {
    let value = row.value;
    let room = pen.room();
    match (value.kind(), row.shape) {
        (Kind::Object, Shape::Leaf) => pen.put(theme[Role::Punctuation], "{}"),
        (Kind::Array, Shape::Leaf) => pen.put(theme[Role::Punctuation], "[]"),
        (_, Shape::Folded) => pen.put(theme[Role::Muted], &preview(value, room)),
        (Kind::Object, Shape::Open) if row.label != Label::Root => pen,
        (Kind::Object | Kind::Array, Shape::Open) => pen.put(theme[Role::Muted], &size(value)),
        (Kind::String, _) => {
            let (shown, more) = string(value, room);
            // Where both do not fit, the value matters more than its size.
            let more = more.map(|more| (text::width(&more) + 2, more)).filter(|(taken, _)| taken + 8 <= room);
            if let Some((taken, more)) = &more {
                pen.put_within(theme[Role::String], &shown, room - taken);
                pen.skip(2).put(theme[Role::Muted], more);
                return;
            }
            pen.put(theme[Role::String], &shown)
        }
        (Kind::Number, _) => pen.put(theme[Role::Number], value.raw()),
        (Kind::Bool | Kind::Null, _) => pen.put(theme[Role::Literal], value.raw()),
    };
}

/// `4 keys` or `[12]`.
fn size(value: Value<'_>) -> String {
    let count = value.children().take(COUNTED + 1).count();
    let more = if count > COUNTED { "+" } else { "" };
    let count = count.min(COUNTED) as u64;
    match value.kind() {
        Kind::Array => format!("[{}{more}]", text::thousands(count)),
        _ => format!("{}{more}", text::count(count, "key")),
    }
}

/// What is inside a folded container, in a few words and at most so many columns: `bulgur, 250 g`, `[12]`.
pub fn preview(value: Value<'_>, columns: usize) -> String {
    let mut words = String::new();
    for (at, child) in value.children().take(PREVIEWED).enumerate() {
        let word = match child.kind() {
            Kind::String => beginning(child, columns).0,
            Kind::Array => Cow::Borrowed("[…]"),
            Kind::Object => Cow::Borrowed("{…}"),
            _ => text::harmless_prefix(child.raw(), columns),
        };
        if at > 0 {
            words.push_str(", ");
        }
        words.push_str(&text::harmless(&word));
        if text::width(&words) > columns {
            break;
        }
    }
    if value.kind() == Kind::Array {
        words.insert_str(0, &(size(value) + "  "));
    }
    text::truncate(&words, columns).into_owned()
}

/// A string as it is shown, and, when it is long, what is said of the rest: `base64, 2.0 MB`.
fn string(value: Value<'_>, columns: usize) -> (String, Option<String>) {
    let (decoded, whole) = beginning(value, columns);
    let bytes = value.raw().len() as u64 - 2;
    if whole {
        let shown = format!("\"{decoded}\"");
        if bytes <= 200 || text::width(&text::harmless_prefix(&shown, columns)) < columns {
            return (shown, None);
        }
    }
    let base64 = bytes > 200 && decoded.bytes().all(|b| b.is_ascii_alphanumeric() || b"+/=-_".contains(&b));
    let size = text::bytes(bytes);
    (format!("\"{decoded}"), Some(if base64 { format!("base64, {size}") } else { size }))
}

/// The beginning of a string, decoded, and whether that is all of it.
fn beginning(value: Value<'_>, columns: usize) -> (Cow<'_, str>, bool) {
    let raw = value.raw();
    if raw.len() <= DECODED {
        return (value.as_str().unwrap_or_default(), true);
    }
    let bound = raw.floor_char_boundary(DECODED.min(columns.saturating_mul(12) + 64));
    // The cut may go through an escape, at most twelve bytes long for a pair of surrogates.
    let decoded = (0..13).find_map(|back| {
        let end = raw.floor_char_boundary(bound - back);
        let token = format!("{}\"", &raw[..end]);
        let document = parse_text(&token, &Limits::default()).ok()?;
        document.root().as_str().map(Cow::into_owned)
    });
    (Cow::Owned(decoded.unwrap_or_default()), false)
}
