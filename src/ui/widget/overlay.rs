//! The frame of an overlay: the only box there is, rounded, in the middle.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::{Clear, Widget};

use super::pen::{Pen, Piece, fill};
use crate::ui::theme::{Role, Theme};

/// A box in the middle of the screen.
#[derive(Clone, Copy, Debug)]
pub struct Overlay<'a> {
    /// The title in its upper line.
    pub title: &'a str,
    /// At the right end of the lower line: `Esc close`.
    pub hint: &'a [Piece<'a>],
    /// Columns inside, when there is room.
    pub width: u16,
    /// Rows inside, when there is room.
    pub height: u16,
}

impl Overlay<'_> {
    /// The area of the box, lines included.
    pub fn area(&self, screen: Rect) -> Rect {
        let width = self.width.saturating_add(4).min(screen.width);
        let height = self.height.saturating_add(2).min(screen.height);
        // A little above the middle looks like the middle.
        let above = (screen.height - height) * 2 / 5;
        Rect { x: screen.x + (screen.width - width) / 2, y: screen.y + above, width, height }
    }

    /// Draws the box over what is there. The area inside it.
    pub fn draw(&self, theme: &Theme, screen: Rect, cells: &mut Buffer) -> Rect {
        let area = self.area(screen).intersection(cells.area);
        Clear.render(area, cells);
        fill(cells, area, theme[Role::Text].patch(theme[Role::Overlay]));
        if area.width < 4 || area.height < 3 {
            return area;
        }
        let line = theme[Role::Faint];
        let last = usize::from(area.height) - 1;
        let right = Rect { x: area.right() - 1, width: 1, ..area };
        for row in 1..last {
            Pen::new(cells, area, row).put_within(line, "│", 1);
            Pen::new(cells, right, row).put_within(line, "│", 1);
        }
        let mut top = Pen::new(cells, area, 0);
        top.put(line, "╭─");
        if !self.title.is_empty() {
            let room = top.room().saturating_sub(3);
            top.skip(1).put_within(theme[Role::TitleHere], self.title, room).skip(1);
        }
        top.margin(1).line(line, "─");
        Pen::new(cells, right, 0).put_within(line, "╮", 1);
        let mut bottom = Pen::new(cells, area, last);
        bottom.put(line, "╰").margin(1).line(line, "─");
        Pen::new(cells, right, last).put_within(line, "╯", 1);
        let columns: usize = self.hint.iter().map(Piece::width).sum();
        if columns > 0 && columns + 6 < usize::from(area.width) {
            let mut bottom = Pen::new(cells, area, last);
            bottom.skip(usize::from(area.width) - columns - 4).put(line, " ");
            bottom.pieces(theme, self.hint).put_within(line, " ", 1);
        }
        Rect { x: area.x + 2, y: area.y + 1, width: area.width - 4, height: area.height - 2 }
    }
}
