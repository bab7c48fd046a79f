//! Text fields on screen: the schema with line numbers, colours and findings; prose, wrapped.

use std::ops::Range;

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::paint::Paint;
use super::theme::Role;
use crate::app::{DrawnField, Pane, Window};
use crate::editor::{Buffer, columns, highlight};
use crate::schema::Severity;
use crate::text;

/// The role of a token.
pub(super) fn role(kind: highlight::Kind) -> Role {
    match kind {
        highlight::Kind::Key => Role::Key,
        highlight::Kind::String => Role::String,
        highlight::Kind::Number => Role::Number,
        highlight::Kind::Literal => Role::Literal,
        highlight::Kind::Punctuation => Role::Punctuation,
        highlight::Kind::Error => Role::Error,
    }
}

/// Columns of line numbers and marks before the text.
fn gutter(lines: usize) -> u16 {
    lines.to_string().len().max(3) as u16 + 3
}

/// A buffer of JSON: numbers, colours, marks, what is wrong at the right end of its line.
pub fn code(paint: &mut Paint<'_>, area: Rect, pane: Pane, buffer: &Buffer, focused: bool, entered: bool) {
    if area.is_empty() {
        return;
    }
    let gutter = gutter(buffer.lines()).min(area.width);
    let field = Rect { x: area.x + gutter, width: area.width - gutter, ..area };
    let (line, column) = buffer.position(buffer.cursor());
    let before = paint.field_before(pane);
    let height = usize::from(area.height);
    let first = Window { first: before.0, height, total: 0 }.around(Some(line), height, buffer.lines()).first;
    let left = columns_around(before.1, column, usize::from(field.width));
    let matching = entered.then(|| buffer.matching_bracket(buffer.cursor())).flatten();
    for row in 0..height.min(buffer.lines() - first) {
        let at = first + row;
        let y = area.y + row as u16;
        let whole = Rect { y, height: 1, ..area };
        let here = at == line;
        if here && focused {
            paint.fill(whole, paint.ink(Role::CursorRow));
        }
        let marks = buffer.marks_in_line(at);
        let number = format!("{:>width$}", at + 1, width = usize::from(gutter) - 3);
        let style = paint.ink(if here && focused { Role::Here } else { Role::Faint });
        put(paint, whole, 1, &number, style);
        if let Some(worst) = marks.first() {
            let (glyph, role) = mark(worst.severity);
            put(paint, whole, gutter - 1, glyph, paint.ink(role));
        }
        let drawn = Line { field: Rect { y, height: 1, ..field }, left, at };
        let end = code_line(paint, buffer, drawn, matching);
        if let Some(worst) = marks.first() {
            let (_, role) = mark(worst.severity);
            at_right_end(paint, drawn.field, end, &worst.message, paint.ink(role));
        }
    }
    caret(paint, field, (line, column), (first, left), focused, entered);
    let drawn = DrawnField { pane, area: field, line: first, column: left };
    paint.hit(Rect { width: gutter, ..area }, crate::app::Target::Text(pane));
    paint.field(drawn);
}

/// One line of a field: where it stands and what is shown of it.
#[derive(Clone, Copy)]
struct Line {
    field: Rect,
    left: usize,
    at: usize,
}

fn mark(severity: Severity) -> (&'static str, Role) {
    match severity {
        Severity::Error => ("✗", Role::Error),
        Severity::Warning => ("!", Role::Warn),
        Severity::Info => ("·", Role::Muted),
    }
}

/// The first visible column, so that the cursor is in sight; it moves in halves of the width, not by single columns.
fn columns_around(before: usize, column: usize, width: usize) -> usize {
    if column < before {
        return column.saturating_sub(width / 2);
    }
    if width > 0 && column >= before + width { column + 1 - width + width / 3 } else { before }
}

/// Draws a line's text in its colours. The column behind its end.
fn code_line(paint: &mut Paint<'_>, buffer: &Buffer, line: Line, matching: Option<usize>) -> u16 {
    let text = buffer.line(line.at);
    // A line beyond this is data, not code: only its beginning is coloured, so that a frame stays a frame.
    const COLOURED: usize = 20_000;
    let mut tokens = Vec::new();
    if text.len() <= COLOURED {
        highlight::line(&text, &mut tokens);
    }
    let style_at = |paint: &Paint<'_>, byte: usize| {
        let found = tokens.iter().find(|token| token.range.contains(&byte));
        paint.ink(found.map_or(Role::Text, |token| role(token.kind)))
    };
    cells(paint, buffer, line, &text, matching, style_at)
}

/// Draws the visible clusters of a line; selection and marks lie over the colours.
fn cells(
    paint: &mut Paint<'_>,
    buffer: &Buffer,
    line: Line,
    text: &str,
    matching: Option<usize>,
    style_at: impl Fn(&Paint<'_>, usize) -> Style,
) -> u16 {
    let start = buffer.line_start(line.at);
    let selected = buffer.selection().range();
    let marks: Vec<Range<usize>> = buffer
        .marks_in_line(line.at)
        .iter()
        .filter(|mark| mark.severity != Severity::Info)
        .map(|mark| mark.range.clone())
        .collect();
    let (selection, underline) = (paint.ink(Role::Selection), ratatui::style::Modifier::UNDERLINED);
    let right = line.left + usize::from(line.field.width);
    let (mut column, mut chars, mut byte) = (0, 0, 0);
    for (cluster, _) in text::graphemes(text) {
        let width = columns(cluster);
        if column >= right {
            break;
        }
        if column >= line.left {
            let at = start + chars;
            let mut style = style_at(paint, byte);
            if marks.iter().any(|range| range.contains(&at)) {
                style = style.add_modifier(underline);
            }
            if matching == Some(at) {
                style = style.patch(paint.ink(Role::Here));
            }
            if selected.contains(&at) {
                style = style.patch(selection);
            }
            let shown = text::cell(cluster, width);
            let x = (column - line.left) as u16;
            put(paint, line.field, x, &shown, style);
        }
        column += width;
        chars += cluster.chars().count();
        byte += cluster.len();
    }
    column.saturating_sub(line.left).min(usize::from(line.field.width)) as u16
}

fn put(paint: &mut Paint<'_>, area: Rect, x: u16, text: &str, style: Style) {
    if x < area.width && area.height > 0 {
        paint.buffer.set_stringn(area.x + x, area.y, text, usize::from(area.width - x), style);
    }
}

/// What is wrong in a line, at its right end, where the text leaves room.
fn at_right_end(paint: &mut Paint<'_>, field: Rect, end: u16, message: &str, style: Style) {
    let room = field.width.saturating_sub(end + 3);
    if room < 12 {
        return;
    }
    let message = text::harmless(message);
    let cut = text::truncate(&message, usize::from(room));
    let width = text::width(&cut) as u16;
    put(paint, field, field.width.saturating_sub(width + 1), &cut, style);
}

/// The cursor of an entered field is the terminal's own; of another one only its line is marked.
fn caret(paint: &mut Paint<'_>, field: Rect, at: (usize, usize), origin: (usize, usize), focused: bool, entered: bool) {
    if !focused || !entered {
        return;
    }
    let (x, y) = (at.1.saturating_sub(origin.1) as u16, at.0.saturating_sub(origin.0) as u16);
    if x < field.width && y < field.height {
        paint.cursor_at = Some((field.x + x, field.y + y));
        if let Some(cell) = paint.buffer.cell_mut((field.x + x, field.y + y)) {
            cell.set_style(paint.caret);
        }
    }
}

/// A buffer of prose. Long lines are scrolled sideways only where the cursor is; all others are cut.
pub fn prose(paint: &mut Paint<'_>, area: Rect, pane: Pane, buffer: &Buffer, entered: bool) {
    if area.is_empty() {
        return;
    }
    let (line, column) = buffer.position(buffer.cursor());
    let before = paint.field_before(pane);
    let height = usize::from(area.height);
    let first = Window { first: before.0, height, total: 0 }.around(Some(line), height, buffer.lines()).first;
    let left = columns_around(before.1, column, usize::from(area.width));
    for row in 0..height.min(buffer.lines() - first) {
        let at = first + row;
        let text = buffer.line(at);
        let drawn = Line { field: Rect { y: area.y + row as u16, height: 1, ..area }, left, at };
        cells(paint, buffer, drawn, &text, None, |paint, _| paint.ink(Role::Text));
        let wider = text::width(&text) > left + usize::from(area.width);
        if wider && area.width > 1 {
            put(paint, drawn.field, area.width - 1, "…", paint.ink(Role::Faint));
        }
    }
    caret(paint, area, (line, column), (first, left), true, entered);
    paint.field(DrawnField { pane, area, line: first, column: left });
}
