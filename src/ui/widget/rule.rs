//! A section's title in a rule, with facts at its right end: `─ 1 Agent ──────── card ✓ 2 notes `.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::pen::{Pen, Piece};
use crate::text;
use crate::ui::theme::{Role, Theme};

/// Blanks between two facts.
const APART: usize = 3;

/// A title in a rule.
#[derive(Clone, Copy, Debug)]
pub struct Rule<'a> {
    /// The title; may be empty.
    pub title: &'a str,
    /// Whether this is the pane in use.
    pub here: bool,
    /// Facts for the right end, the most important last; those that do not fit are left out from the left.
    pub facts: &'a [Piece<'a>],
}

impl Rule<'_> {
    /// Draws into the first row of `area`.
    pub fn draw(&self, theme: &Theme, area: Rect, cells: &mut Buffer) {
        let mut pen = Pen::new(cells, area, 0);
        let line = theme[Role::Faint];
        let width = pen.room();
        let title = text::width(&text::harmless(self.title));
        // A stroke, a blank, the title, a blank, and two strokes before the facts.
        let mut room = width.saturating_sub(if title == 0 { 3 } else { title + 5 });
        let fitting = self.facts.iter().rev().take_while(|fact| {
            let need = fact.width() + 1;
            let fits = need <= room;
            room = room.saturating_sub(need + APART - 1);
            fits
        });
        let facts = &self.facts[self.facts.len() - fitting.count()..];
        pen.put_within(line, "─", 1);
        if title > 0 {
            pen.put(line, " ");
            let room = pen.room().saturating_sub(1);
            pen.put_within(theme[if self.here { Role::TitleHere } else { Role::Title }], self.title, room);
            pen.put(line, " ");
        }
        let columns: usize = facts.iter().map(|fact| fact.width() + APART).sum();
        if columns == 0 {
            pen.line(line, "─");
            return;
        }
        let end = width.saturating_sub(columns + 2 - APART);
        while pen.column() < end {
            pen.put_within(line, "─", 1);
        }
        pen.skip(1);
        for (at, fact) in facts.iter().enumerate() {
            pen.skip(if at == 0 { 0 } else { APART }).piece(theme, fact);
        }
    }
}

/// The line between two columns of panes.
pub fn column_rule(theme: &Theme, area: Rect, cells: &mut Buffer) {
    for row in 0..usize::from(area.height) {
        Pen::new(cells, area, row).put_within(theme[Role::Faint], "│", 1);
    }
}
