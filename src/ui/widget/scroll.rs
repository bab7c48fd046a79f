//! Which part of something long is on screen. Offsets are `usize`: a result may have millions of rows.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::pen::Pen;
use crate::app::Window;
use crate::ui::theme::{Role, Theme};

/// The first line and column on screen, both from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scroll {
    /// First line.
    pub line: usize,
    /// First column; in wrapped text the first row of the line.
    pub column: usize,
}

/// Marks at the right edge which part is on screen; nothing when everything is. Takes the last column of `area`.
pub fn scrollbar(theme: &Theme, area: Rect, window: Window, cells: &mut Buffer) {
    let height = usize::from(area.height);
    if height == 0 || area.width == 0 || window.total <= window.height {
        return;
    }
    let column = Rect { x: area.right() - 1, width: 1, ..area };
    let length = (height * window.height / window.total).clamp(1, height);
    let most = window.total - window.height;
    // Both ends are reached only at the ends.
    let room = height - length;
    let top = match window.first {
        0 => 0,
        first if first >= most => room,
        first => (room * first / most).clamp(usize::from(room > 1), room.saturating_sub(usize::from(room > 1))),
    };
    for row in top..top + length {
        Pen::new(cells, column, row).put_within(theme[Role::Faint], "▐", 1);
    }
}
