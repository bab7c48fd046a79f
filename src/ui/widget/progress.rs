//! Rows of progress: when, what kind, what, how much, and how often.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::pen::{Pen, Piece};
use crate::text;
use crate::ui::theme::{Role, Theme};

/// One row.
#[derive(Clone, Debug)]
pub struct ProgressRow<'a> {
    /// Milliseconds from the beginning.
    pub at: u64,
    /// One column.
    pub glyph: Piece<'a>,
    /// A word: a state, an artifact's name.
    pub label: Piece<'a>,
    /// What the agent said.
    pub detail: Piece<'a>,
    /// At the right end: a size, an id.
    pub right: Option<Piece<'a>>,
    /// How often it was said in a row.
    pub times: u64,
}

/// Draws a row at `row` of `area`; labels take `labels` columns, so that details are aligned.
pub fn draw_progress(
    progress: &ProgressRow<'_>,
    labels: usize,
    theme: &Theme,
    area: Rect,
    row: usize,
    cells: &mut Buffer,
) {
    let mut pen = Pen::new(cells, area, row);
    pen.skip(2).margin(1);
    if let Some(right) = &progress.right {
        pen.right(theme[right.role], &right.text);
    }
    if progress.times > 1 {
        pen.right(theme[Role::Muted], &format!("× {}", text::thousands(progress.times)));
    }
    pen.put(theme[Role::Muted], &text::instant(progress.at));
    pen.skip(1).to(9).put_within(theme[progress.glyph.role], &progress.glyph.text, 1);
    pen.to(11).piece(theme, &progress.label);
    if !progress.detail.text.is_empty() {
        pen.skip(2).to(11 + labels + 2).piece(theme, &progress.detail);
    }
}
