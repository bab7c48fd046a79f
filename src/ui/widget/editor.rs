//! The schema editor as it is drawn: line numbers, colours, selection, findings in the gutter and at the end of the line.

use std::ops::Range;

use ratatui::buffer::Buffer as Cells;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use super::pen::{Pen, fill};
use super::scroll::{Scroll, scrollbar};
use super::status::Status;
use crate::app::Window;
use crate::editor::{Buffer, Mark, columns, highlight};
use crate::schema::Severity;
use crate::text;
use crate::ui::theme::{Role, Theme};

/// Columns that a finding's words need at least to be shown.
const WORDS: usize = 8;

/// A view of a buffer.
#[derive(Clone, Copy, Debug)]
pub struct EditorView<'a> {
    /// The text.
    pub buffer: &'a Buffer,
    /// Whether this is the pane in use.
    pub here: bool,
    /// Whether keys are text now: then there is a cursor to be seen.
    pub entered: bool,
    /// What was searched for, in characters.
    pub found: Option<&'a Range<usize>>,
}

impl EditorView<'_> {
    /// Columns before the text.
    pub fn gutter(&self) -> usize {
        self.buffer.lines().to_string().len().max(3) + 3
    }

    /// The scroll that shows the cursor, changed no more than needed.
    pub fn follow(&self, scroll: Scroll, area: Rect) -> Scroll {
        let (line, column) = self.buffer.position(self.buffer.cursor());
        let height = usize::from(area.height).max(1);
        let width = usize::from(area.width).saturating_sub(self.gutter() + 2).max(1);
        let before = Window { first: scroll.line, ..Window::default() };
        let top = before.around(Some(line), height, self.buffer.lines()).first;
        // A cursor that is in sight without shifting takes the shift away; else a few columns around it stay in sight.
        let margin = (width / 6).min(8);
        let left = if column + margin < width {
            0
        } else {
            let most = column.saturating_sub(margin);
            scroll.column.clamp((column + margin + 1 - width).min(most), most)
        };
        Scroll { line: top, column: left }
    }

    /// The position in the text under a place on screen: for the mouse. Clamped into the text.
    pub fn at(&self, scroll: Scroll, area: Rect, place: Position) -> usize {
        let line = scroll.line + usize::from(place.y.saturating_sub(area.y));
        let column = usize::from(place.x.saturating_sub(area.x)).saturating_sub(self.gutter());
        self.buffer.at_position(line, scroll.column + column)
    }

    /// Draws the lines from `scroll` on. Where the cursor is on screen, when it is and keys are text.
    pub fn draw(&self, theme: &Theme, area: Rect, scroll: Scroll, cells: &mut Cells) -> Option<Position> {
        let cursor = self.buffer.position(self.buffer.cursor());
        let height = usize::from(area.height);
        let mut caret = None;
        let mut tokens = Vec::new();
        for row in 0..height.min(self.buffer.lines().saturating_sub(scroll.line)) {
            let line = scroll.line + row;
            if line == cursor.0 && !self.buffer.has_selection() {
                let area = Rect { y: area.y.saturating_add(row as u16), height: 1, ..area };
                fill(cells, area, theme[if self.here { Role::CursorRow } else { Role::CursorRowIdle }]);
            }
            self.draw_line(theme, area, row, line, scroll.column, &mut tokens, cells);
            if line == cursor.0 && self.entered {
                caret = self.draw_caret(theme, area, row, cursor.1, scroll.column, cells);
            }
        }
        scrollbar(theme, area, Window { first: scroll.line, height, total: self.buffer.lines() }, cells);
        caret
    }

    #[allow(clippy::too_many_arguments, reason = "one row of one view; a struct would only rename them")]
    fn draw_line(
        &self,
        theme: &Theme,
        area: Rect,
        row: usize,
        line: usize,
        left: usize,
        tokens: &mut Vec<highlight::Token>,
        cells: &mut Cells,
    ) {
        let text = self.buffer.line(line);
        let marks = self.buffer.marks_in_line(line);
        let gutter = self.gutter();
        let at_cursor = line == self.buffer.line_of(self.buffer.cursor());
        let mut pen = Pen::new(cells, area, row);
        let number = (line + 1).to_string();
        pen.to((gutter - 2).saturating_sub(number.len()));
        pen.put(theme[if at_cursor { Role::Here } else { Role::Faint }], &number);
        if let Some(mark) = marks.first() {
            let status = Status::of(mark.severity);
            pen.to(gutter - 1).put_within(status.style(theme), status.glyph(), 1);
        }
        pen.to(gutter).margin(1);
        let wide = visible_columns(&text, left + pen.room() + 1).saturating_sub(left);
        if let Some(mark) = marks.first() {
            let room = pen.room().saturating_sub(wide + 2);
            if room >= WORDS {
                let words = text::harmless_prefix(&mark.message, room);
                pen.right(Status::of(mark.severity).style(theme), &words);
            }
        }
        highlight::line(&text, tokens);
        self.draw_text(theme, &mut pen, line, &text, left, tokens);
    }

    /// The visible part of a line, cluster by cluster in runs of one style.
    fn draw_text(
        &self,
        theme: &Theme,
        pen: &mut Pen<'_>,
        line: usize,
        text: &str,
        left: usize,
        tokens: &[highlight::Token],
    ) {
        let mut at = self.buffer.line_start(line);
        let line_end = self.buffer.line_end(line);
        let marks = self.buffer.marks_in_line(line);
        let selection = self.buffer.selection().range();
        let mut tokens = tokens.iter().peekable();
        let mut column = 0;
        let mut byte = 0;
        for (cluster, _) in text::graphemes(text) {
            let wide = columns(cluster);
            let chars = cluster.chars().count();
            while tokens.next_if(|token| token.range.end <= byte).is_some() {}
            if column >= left {
                if pen.room() == 0 {
                    break;
                }
                let token = tokens.peek().filter(|token| token.range.start <= byte).map(|token| token.kind);
                let mut style = token.map_or(theme[Role::Text], |kind| theme[token_role(kind)]);
                if marks.iter().any(|mark| covers(mark, at, line_end)) {
                    style = style.add_modifier(Modifier::UNDERLINED);
                }
                if self.found.is_some_and(|found| found.contains(&at)) {
                    style = style.patch(theme[Role::Found]);
                }
                if selection.contains(&at) {
                    style = style.patch(theme[Role::Selection]);
                }
                if text::is_harmless(cluster) {
                    pen.write(style, cluster);
                } else {
                    let stand_in = text::cell(cluster, crate::editor::INDENT);
                    let style = if cluster == "\t" { style } else { style.patch(theme[Role::Warn]) };
                    pen.write(style, &stand_in);
                }
            } else if column + wide > left {
                pen.skip(column + wide - left);
            }
            column += wide;
            byte += cluster.len();
            at += chars;
        }
        // A selected line break is one column wide.
        if selection.contains(&at) && line + 1 < self.buffer.lines() && column >= left {
            pen.put_within(theme[Role::Selection], " ", 1);
        }
    }

    fn draw_caret(
        &self,
        theme: &Theme,
        area: Rect,
        row: usize,
        column: usize,
        left: usize,
        cells: &mut Cells,
    ) -> Option<Position> {
        let x = area.x.checked_add(u16::try_from(self.gutter() + column.checked_sub(left)?).ok()?)?;
        let place = Position { x, y: area.y.checked_add(u16::try_from(row).ok()?)? };
        draw_caret(theme, area, place, cells)
    }
}

/// Marks the cursor's cell, when it is inside the area.
pub(super) fn draw_caret(theme: &Theme, area: Rect, place: Position, cells: &mut Cells) -> Option<Position> {
    if !area.contains(place) {
        return None;
    }
    cells.cell_mut(place)?.set_style(theme[Role::Caret]);
    Some(place)
}

/// Columns of a line, counted up to `most`.
fn visible_columns(line: &str, most: usize) -> usize {
    if line.bytes().take(most).all(|b| (0x20..0x7f).contains(&b)) {
        return line.len().min(most);
    }
    let mut used = 0;
    for (cluster, _) in text::graphemes(line) {
        used += columns(cluster);
        if used >= most {
            break;
        }
    }
    used
}

/// Whether a mark underlines a position. Of a mark over several lines only its beginning is underlined.
fn covers(mark: &Mark, at: usize, line_end: usize) -> bool {
    let end = if mark.range.end > line_end { mark.range.start + 1 } else { mark.range.end };
    mark.severity != Severity::Info && (mark.range.start..end).contains(&at)
}

/// The role of a token.
pub fn token_role(kind: highlight::Kind) -> Role {
    match kind {
        highlight::Kind::Key => Role::Key,
        highlight::Kind::String => Role::String,
        highlight::Kind::Number => Role::Number,
        highlight::Kind::Literal => Role::Literal,
        highlight::Kind::Punctuation => Role::Punctuation,
        highlight::Kind::Error => Role::Error,
    }
}

/// A style for selected text over another.
pub(super) fn selected(theme: &Theme, style: Style, yes: bool) -> Style {
    if yes { style.patch(theme[Role::Selection]) } else { style }
}
