//! A list with a cursor: a bar at the cursor's row, the row raised, only the visible rows asked for.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::pen::{Pen, fill};
use super::scroll::{Window, scrollbar};
use crate::ui::theme::{Role, Theme};

/// A list of any length.
#[derive(Clone, Copy, Debug)]
pub struct List {
    /// Rows in all.
    pub total: usize,
    /// The row under the cursor.
    pub cursor: Option<usize>,
    /// First row on screen when last drawn.
    pub first: usize,
    /// Whether this is the pane in use.
    pub here: bool,
}

impl List {
    /// Draws the visible rows with `row`, which gets a pen behind the cursor's column and the row's number. The window
    /// that was drawn, for the next time.
    pub fn draw(
        &self,
        theme: &Theme,
        area: Rect,
        cells: &mut Buffer,
        mut row: impl FnMut(&mut Pen<'_>, usize),
    ) -> Window {
        let height = usize::from(area.height);
        let window = Window::around(self.first, self.cursor.unwrap_or(self.first), height, self.total);
        for (line, index) in (window.first..window.total).take(height).enumerate() {
            if self.cursor == Some(index) {
                cursor_row(theme, area, line, self.here, cells);
            }
            let mut pen = Pen::new(cells, area, line);
            pen.skip(2).margin(1);
            row(&mut pen, index);
        }
        scrollbar(theme, area, window, cells);
        window
    }
}

/// Raises the cursor's row; in the pane in use with a bar at its left.
pub fn cursor_row(theme: &Theme, area: Rect, row: usize, here: bool, cells: &mut Buffer) {
    let Some(y) = u16::try_from(row).ok().filter(|row| *row < area.height).and_then(|row| area.y.checked_add(row))
    else {
        return;
    };
    let line = Rect { y, height: 1, ..area };
    fill(cells, line, theme[if here { Role::CursorRow } else { Role::CursorRowIdle }]);
    if here {
        Pen::new(cells, line, 0).put_within(theme[Role::Here], "▌", 1);
    }
}
