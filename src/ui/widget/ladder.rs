//! The ladder: the steps of a run as marks in a flow, the failed one bold.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::pen::Pen;
use super::status::Status;
use crate::text;
use crate::ui::theme::{Role, Theme};

/// One step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark<'a> {
    /// How it went.
    pub status: Status,
    /// Its name.
    pub name: &'a str,
    /// Whether the cursor is on it.
    pub here: bool,
}

/// The steps, in order.
#[derive(Clone, Copy, Debug)]
pub struct Ladder<'a> {
    /// All of them.
    pub steps: &'a [Mark<'a>],
}

impl Ladder<'_> {
    /// Which steps stand in which row of so many columns.
    pub fn rows(&self, columns: usize) -> Vec<std::ops::Range<usize>> {
        let room = columns.saturating_sub(3);
        let mut rows = Vec::new();
        let (mut start, mut used) = (0, 0);
        for (at, step) in self.steps.iter().enumerate() {
            let need = text::width(step.name) + 2;
            if at > start && used + 2 + need > room {
                rows.push(start..at);
                (start, used) = (at, 0);
            }
            used += need + if at == start { 0 } else { 2 };
        }
        if start < self.steps.len() {
            rows.push(start..self.steps.len());
        }
        rows
    }

    /// Draws the rows; how many there are, drawn or not.
    pub fn draw(&self, theme: &Theme, area: Rect, cells: &mut Buffer) -> usize {
        let rows = self.rows(usize::from(area.width));
        for (row, steps) in rows.iter().enumerate().take(usize::from(area.height)) {
            let mut pen = Pen::new(cells, area, row);
            pen.skip(2);
            for step in &self.steps[steps.clone()] {
                let word = match step.status {
                    Status::Error => theme[Role::Error].add_modifier(Modifier::BOLD),
                    Status::Warn => theme[Role::Warn],
                    Status::Live => theme[Role::Text],
                    Status::Skipped | Status::Idle => theme[Role::Faint],
                    _ => theme[Role::Muted],
                };
                let word = if step.here { word.add_modifier(Modifier::UNDERLINED) } else { word };
                pen.put(step.status.style(theme), step.status.glyph()).skip(1).put(word, step.name).skip(2);
            }
        }
        rows.len()
    }
}
