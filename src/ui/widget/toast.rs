//! A toast: one line at the bottom right that goes away again.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::{Clear, Widget};

use super::pen::{Pen, fill};
use super::status::Status;
use crate::text;
use crate::ui::theme::{Role, Theme};

/// One line of news.
#[derive(Clone, Copy, Debug)]
pub struct Toast<'a> {
    /// Good, bad, to be looked at.
    pub status: Status,
    /// What happened.
    pub words: &'a str,
}

impl Toast<'_> {
    /// Draws into the last row of `area`, `up` rows above it, at its right end; never wider than the area.
    pub fn draw(&self, theme: &Theme, area: Rect, up: u16, cells: &mut Buffer) {
        let columns = text::width(&text::harmless_prefix(self.words, usize::from(area.width))) + 5;
        let width = u16::try_from(columns).unwrap_or(u16::MAX).min(area.width);
        let Some(y) = area.bottom().checked_sub(1 + up).filter(|y| *y >= area.y) else { return };
        let line = Rect { x: area.right() - width, y, width, height: 1 }.intersection(cells.area);
        Clear.render(line, cells);
        fill(cells, line, theme[Role::Text].patch(theme[Role::CursorRow]));
        let mut pen = Pen::new(cells, line, 0);
        pen.skip(1).margin(1).put(self.status.style(theme), self.status.glyph());
        pen.skip(1).put(theme[Role::Text], self.words);
    }
}
