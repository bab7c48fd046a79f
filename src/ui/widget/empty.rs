//! An empty state: one line in the middle that says what to do.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::pen::Pen;
use crate::text;
use crate::ui::theme::{Role, Theme};

/// What is missing, and the key that helps.
#[derive(Clone, Copy, Debug)]
pub struct Empty<'a> {
    /// `no run yet`.
    pub words: &'a str,
    /// `Ctrl-S`; may be empty.
    pub key: &'a str,
    /// `send the task`.
    pub does: &'a str,
}

impl Empty<'_> {
    /// Draws in the middle of `area`, a little above it.
    pub fn draw(&self, theme: &Theme, area: Rect, cells: &mut Buffer) {
        if area.is_empty() {
            return;
        }
        let help = if self.key.is_empty() { 0 } else { text::width(self.key) + text::width(self.does) + 4 };
        let columns = text::width(self.words) + help;
        let mut pen = Pen::new(cells, area, usize::from((area.height - 1) / 3));
        pen.skip(usize::from(area.width).saturating_sub(columns) / 2);
        pen.put(theme[Role::Muted], self.words);
        if !self.key.is_empty() {
            pen.skip(3).put(theme[Role::Here], self.key).skip(1).put(theme[Role::Muted], self.does);
        }
    }
}
