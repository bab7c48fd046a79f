//! Painting: rows, titles and lists onto the buffer, and the record of what stands where.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use super::row::Row;
use super::theme::{Role, Theme};
use super::widget::{self, Scroll};
use crate::app::{Drawn, DrawnField, List, Pane, Target};

/// Where to paint, in which theme, and what has been painted.
pub struct Paint<'a> {
    /// The cells.
    pub buffer: &'a mut Buffer,
    /// What the roles look like.
    pub theme: &'a Theme,
    /// What the frame before showed where: this one begins there.
    before: &'a Drawn,
    /// Where the terminal's cursor goes.
    pub cursor_at: Option<Position>,
    /// Where it goes while an overlay is there.
    pub overlay_cursor: Option<Position>,
    /// What this frame shows where.
    pub drawn: Drawn,
}

impl<'a> Paint<'a> {
    /// A frame in this theme, after one that showed this.
    pub fn new(buffer: &'a mut Buffer, theme: &'a Theme, before: &'a Drawn) -> Self {
        let drawn = Drawn { scrolls: before.scrolls.clone(), ..Drawn::default() };
        Paint { buffer, theme, before, cursor_at: None, overlay_cursor: None, drawn }
    }

    /// What was at the upper left corner of a pane's field in the frame before.
    pub fn field_before(&self, pane: Pane) -> Scroll {
        self.before.field(pane).map_or_else(Scroll::default, |field| field.scroll)
    }

    /// The style of a role.
    pub fn ink(&self, role: Role) -> Style {
        self.theme[role]
    }

    /// The background of the row under the cursor, in the pane in use or in another one.
    pub fn cursor(&self, on_row: bool, in_use: bool) -> Option<Style> {
        on_row.then(|| self.ink(if in_use { Role::CursorRow } else { Role::CursorRowIdle }))
    }

    /// A style over a whole area.
    pub fn fill(&mut self, area: Rect, style: Style) {
        self.buffer.set_style(area.intersection(self.buffer.area), style);
    }

    /// Blanks over a whole area.
    pub fn clear(&mut self, area: Rect, style: Style) {
        let area = area.intersection(self.buffer.area);
        for y in area.top()..area.bottom() {
            for x in area.left()..area.right() {
                if let Some(cell) = self.buffer.cell_mut((x, y)) {
                    cell.reset();
                    cell.set_style(style);
                }
            }
        }
    }

    /// A row in the first line of the area.
    pub fn row(&mut self, area: Rect, row: &Row) {
        row.draw(self.buffer, area);
        if let Some(target) = row.target {
            self.hit(Rect { height: area.height.min(1), ..area }, target);
        }
    }

    /// What a click in an area means.
    pub fn hit(&mut self, area: Rect, target: Target) {
        if !area.is_empty() {
            self.drawn.hits.push((area, target));
        }
    }

    /// One rule between columns.
    pub fn rule_down(&mut self, area: Rect) {
        let (area, style) = (area.intersection(self.buffer.area), self.ink(Role::Faint));
        for y in area.top()..area.bottom() {
            self.buffer.set_stringn(area.x, y, "│", 1, style);
        }
    }

    /// Where a field's text stands.
    pub fn field(&mut self, field: DrawnField) {
        self.hit(field.area, Target::Text(field.pane));
        self.drawn.fields.push(field);
    }

    /// A title in a rule: `─ 2 Schema ──────── 2020-12   14:16 `. The pane's title takes the focus by a click.
    pub fn title(&mut self, area: Rect, title: &Title<'_>) {
        let area = Rect { height: area.height.min(1), ..area };
        if area.is_empty() {
            return;
        }
        let faint = self.ink(Role::Faint);
        self.buffer.set_stringn(area.x, area.y, "─".repeat(usize::from(area.width)), usize::from(area.width), faint);
        let style = self.ink(if title.focused { Role::TitleHere } else { Role::Title });
        let mut left = Row::new().text(faint, "─ ");
        if let Some(number) = title.number {
            left = left.text(style, format!("{number} "));
        }
        left = left.text(style, title.words).text(style, " ");
        let room = area.width.saturating_sub(left.width() + 2);
        let mut right = Row::new();
        let mut words = title.right.to_vec();
        // What does not fit goes whole; half a word helps nobody.
        while width_of(&words) > room && !words.is_empty() {
            words.remove(if title.first_stays { words.len() - 1 } else { 0 });
        }
        for (at, (role, text)) in words.iter().enumerate() {
            let style = self.ink(*role);
            right = right.text(style, if at == 0 { " " } else { "   " }).text(style, text);
        }
        let right = right.text(self.ink(Role::Muted), " ");
        left.draw(self.buffer, area);
        if !words.is_empty() {
            let width = right.width().min(area.width);
            let place = Rect { x: area.right() - width, width, ..area };
            right.draw(self.buffer, place);
        }
        if let Some(pane) = title.pane {
            self.hit(area, Target::Pane(pane));
        }
    }

    /// The visible rows of a list, with its cursor in sight. Only rows on screen are made.
    pub fn list(
        &mut self,
        list: List,
        area: Rect,
        cursor: Option<usize>,
        total: usize,
        row: impl FnMut(&Self, usize) -> Row,
    ) {
        self.list_from(list, area, cursor, total, false, row);
    }

    /// Like [`Paint::list`]; with `from_end` a list without a cursor shows its end.
    pub fn list_from(
        &mut self,
        list: List,
        area: Rect,
        cursor: Option<usize>,
        total: usize,
        from_end: bool,
        mut row: impl FnMut(&Self, usize) -> Row,
    ) {
        let height = usize::from(area.height);
        let cursor = if from_end { cursor.or(total.checked_sub(1)) } else { cursor };
        let window = self.before.scrolls.get(list).around(cursor, height, total);
        self.drawn.scrolls.set(list, window);
        if area.is_empty() {
            return;
        }
        self.drawn.lists.push((area, list));
        // The mark of what part is on screen has a column of its own.
        let text = if total > height { Rect { width: area.width.saturating_sub(1), ..area } } else { area };
        for (line, index) in (window.first..total.min(window.first + height)).enumerate() {
            let made = row(self, index);
            self.row(Rect { y: area.y + line as u16, height: 1, ..text }, &made);
        }
        widget::scrollbar(self.theme, area, window, self.buffer);
    }

    /// Rows one under another; those that do not fit are left out. How many lines they took.
    pub fn rows(&mut self, area: Rect, rows: &[Row]) -> u16 {
        let mut taken = 0;
        for row in rows.iter().take(usize::from(area.height)) {
            self.row(Rect { y: area.y + taken, height: 1, ..area }, row);
            taken += 1;
        }
        taken
    }
}

fn width_of(words: &[(Role, String)]) -> u16 {
    words
        .iter()
        .map(|(_, text)| u16::try_from(crate::text::width(text)).unwrap_or(u16::MAX))
        .fold(0, |sum, width| sum.saturating_add(width).saturating_add(3))
}

/// A title in a rule.
#[derive(Clone, Debug, Default)]
pub struct Title<'a> {
    /// The pane's number.
    pub number: Option<u8>,
    /// The words.
    pub words: &'a str,
    /// Whether this is where the keys go.
    pub focused: bool,
    /// What stands at the right end.
    pub right: Vec<(Role, String)>,
    /// Whether of the words at the right end the first stay when there is no room, or the last.
    pub first_stays: bool,
    /// Which pane a click takes.
    pub pane: Option<Pane>,
}

impl<'a> Title<'a> {
    /// A pane's title.
    pub fn pane(pane: Pane, words: &'a str, focus: Pane) -> Self {
        Title { number: Some(pane.number()), words, focused: pane == focus, pane: Some(pane), ..Title::default() }
    }

    /// A section's title.
    pub fn section(words: &'a str) -> Self {
        Title { words, ..Title::default() }
    }

    /// With words at the right end of which the first are the most important.
    #[must_use]
    pub fn first_stays(mut self) -> Self {
        self.first_stays = true;
        self
    }

    /// With words at the right end.
    #[must_use]
    pub fn right(mut self, role: Role, text: impl Into<String>) -> Self {
        let text = text.into();
        if !text.is_empty() {
            self.right.push((role, text));
        }
        self
    }
}
