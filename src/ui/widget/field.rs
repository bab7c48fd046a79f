//! Fields: one line for a URL or a search, several for the message of a task.

use ratatui::buffer::Buffer as Cells;
use ratatui::layout::{Position, Rect};

use super::editor::{draw_caret, selected};
use super::pen::Pen;
use super::scroll::Scroll;
use crate::editor::{Buffer, columns};
use crate::text;
use crate::ui::theme::{Role, Theme};

/// A one-line field. It scrolls by itself so that the cursor is in sight.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    /// The text.
    pub buffer: &'a Buffer,
    /// Whether keys are text now.
    pub entered: bool,
    /// What to type, shown while there is nothing.
    pub placeholder: &'a str,
    /// Shown as dots: a secret.
    pub secret: bool,
}

impl Field<'_> {
    /// Draws into the first row of `area`. Where the cursor is, when keys are text.
    pub fn draw(&self, theme: &Theme, area: Rect, cells: &mut Cells) -> Option<Position> {
        let mut pen = Pen::new(cells, area, 0);
        if self.buffer.is_empty() {
            pen.put(theme[Role::Faint], self.placeholder);
        }
        let room = pen.room();
        let line = self.buffer.line(0);
        let column = self.buffer.position(self.buffer.cursor()).1;
        let left = if self.secret { 0 } else { (column + 1).saturating_sub(room.max(1)) };
        let selection = self.buffer.selection().range();
        let mut x = 0;
        let mut at = 0;
        for (cluster, _) in text::graphemes(&line) {
            let wide = columns(cluster);
            let style = selected(theme, theme[Role::Text], selection.contains(&at));
            if self.secret {
                pen.put_within(style, "•", 1);
            } else if x >= left {
                pen.write(style, &text::cell(cluster, crate::editor::INDENT));
            } else if x + wide > left {
                pen.skip(x + wide - left);
            }
            if pen.room() == 0 {
                break;
            }
            x += wide;
            at += cluster.chars().count();
        }
        if !self.entered {
            return None;
        }
        let column = if self.secret { self.buffer.cursor().min(room.saturating_sub(1)) } else { column - left };
        let x = area.x.checked_add(u16::try_from(column).ok()?)?;
        draw_caret(theme, Rect { height: area.height.min(1), ..area }, Position { x, y: area.y }, cells)
    }
}

/// A field of several lines, wrapped between words. `scroll` counts lines of the text and rows of the wrapped line.
#[derive(Clone, Copy, Debug)]
pub struct MessageField<'a> {
    /// The text.
    pub buffer: &'a Buffer,
    /// Whether keys are text now.
    pub entered: bool,
    /// What to type, shown while there is nothing.
    pub placeholder: &'a str,
}

/// One row of a wrapped line: characters from the line's beginning.
type Row = std::ops::Range<usize>;

impl MessageField<'_> {
    /// The scroll that shows the cursor, changed no more than needed.
    pub fn follow(&self, scroll: Scroll, area: Rect) -> Scroll {
        let (width, height) = (usize::from(area.width), usize::from(area.height).max(1));
        let (line, row) = self.cursor_row(width);
        let cursor = Scroll { line, column: row };
        let before = (cursor.line, cursor.column) < (scroll.line, scroll.column) || scroll.line >= self.buffer.lines();
        if before {
            return cursor;
        }
        // The row that must be first at the earliest: the cursor's and the rows above it that fit.
        let mut earliest = cursor;
        for _ in 1..height {
            if earliest.column > 0 {
                earliest.column -= 1;
            } else if earliest.line > 0 {
                earliest.line -= 1;
                earliest.column = rows(&self.buffer.line(earliest.line), width).len() - 1;
            }
        }
        if (scroll.line, scroll.column) < (earliest.line, earliest.column) { earliest } else { scroll }
    }

    /// Draws the rows from `scroll` on. Where the cursor is on screen, when it is and keys are text.
    pub fn draw(&self, theme: &Theme, area: Rect, scroll: Scroll, cells: &mut Cells) -> Option<Position> {
        if self.buffer.is_empty() {
            Pen::new(cells, area, 0).put(theme[Role::Faint], self.placeholder);
        }
        let (width, height) = (usize::from(area.width), usize::from(area.height));
        let selection = self.buffer.selection().range();
        let cursor = self.cursor_row(width);
        let mut caret = None;
        let mut drawn = 0;
        for line in scroll.line..self.buffer.lines() {
            let start = self.buffer.line_start(line);
            let text = self.buffer.line(line);
            let skipped = if line == scroll.line { scroll.column } else { 0 };
            for (number, row) in rows(&text, width).into_iter().enumerate().skip(skipped) {
                if drawn == height {
                    return caret;
                }
                let mut pen = Pen::new(cells, area, drawn);
                let part: String = text.chars().skip(row.start).take(row.len()).collect();
                let mut at = start + row.start;
                for (cluster, _) in text::graphemes(&part) {
                    let style = selected(theme, theme[Role::Text], selection.contains(&at));
                    pen.write(style, &text::cell(cluster, crate::editor::INDENT));
                    at += cluster.chars().count();
                }
                if self.entered && cursor == (line, number) {
                    let before: String = part.chars().take(self.buffer.cursor() - start - row.start).collect();
                    let column = text::graphemes(&before).map(|(cluster, _)| columns(cluster)).sum::<usize>();
                    let x = area.x.saturating_add(u16::try_from(column.min(width.saturating_sub(1))).unwrap_or(0));
                    let y = area.y.saturating_add(drawn as u16);
                    caret = draw_caret(theme, area, Position { x, y }, cells);
                }
                drawn += 1;
            }
        }
        caret
    }

    /// The position in the text under a place on screen: for the mouse. Clamped into the text.
    pub fn at(&self, scroll: Scroll, area: Rect, place: Position) -> usize {
        let mut below = usize::from(place.y.saturating_sub(area.y));
        let wanted = usize::from(place.x.saturating_sub(area.x));
        for line in scroll.line..self.buffer.lines() {
            let text = self.buffer.line(line);
            let skipped = if line == scroll.line { scroll.column } else { 0 };
            let rows = rows(&text, usize::from(area.width));
            match rows.get(skipped + below) {
                Some(row) => {
                    let part: String = text.chars().skip(row.start).take(row.len()).collect();
                    let mut at = self.buffer.line_start(line) + row.start;
                    let mut column = 0;
                    for (cluster, _) in text::graphemes(&part) {
                        column += columns(cluster);
                        if column > wanted {
                            break;
                        }
                        at += cluster.chars().count();
                    }
                    return at;
                }
                None => below -= rows.len().saturating_sub(skipped),
            }
        }
        self.buffer.len()
    }

    /// How many rows the text takes, counted up to `limit`.
    pub fn height(&self, width: usize, limit: usize) -> usize {
        let mut total = 0;
        for line in 0..self.buffer.lines() {
            total += rows(&self.buffer.line(line), width).len();
            if total >= limit {
                return limit;
            }
        }
        total
    }

    /// Line, and row within it, of the cursor.
    fn cursor_row(&self, width: usize) -> (usize, usize) {
        let line = self.buffer.line_of(self.buffer.cursor());
        let at = self.buffer.cursor() - self.buffer.line_start(line);
        let rows = rows(&self.buffer.line(line), width);
        (line, rows.iter().rposition(|row| row.start <= at).unwrap_or(0))
    }
}

/// Wraps a line after blanks; a word wider than a row is cut. Every character belongs to a row; at least one row.
fn rows(line: &str, width: usize) -> Vec<Row> {
    // One column is kept for the cursor behind the last character.
    let width = width.saturating_sub(1).max(1);
    let mut rows = Vec::new();
    let (mut start, mut at, mut used) = (0, 0, 0);
    // After the last blank of the row: where it could be broken, and the columns up to there.
    let mut blank = None;
    for (cluster, _) in text::graphemes(line) {
        let wide = columns(cluster);
        if used + wide > width && at > start && cluster != " " {
            let (end, columns) = blank.take().unwrap_or((at, used));
            rows.push(start..end);
            start = end;
            used -= columns;
        }
        used += wide;
        at += cluster.chars().count();
        if cluster == " " {
            blank = Some((at, used));
        }
    }
    rows.push(start..at);
    rows
}
