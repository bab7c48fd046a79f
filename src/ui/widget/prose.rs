//! Text of several lines, wrapped between words: what an agent said, a sentence, help.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::pen::Pen;
use crate::text;
use crate::ui::theme::{Role, Theme};

/// Bytes of one line that are wrapped; what follows is said to be more.
const LINE: usize = 16 << 10;

/// A text.
#[derive(Clone, Copy, Debug)]
pub struct Prose<'a> {
    /// The text, as it came.
    pub text: &'a str,
    /// What it is.
    pub role: Role,
}

impl Prose<'_> {
    /// How many rows it takes in so many columns, counted up to `limit`.
    pub fn height(&self, columns: usize, limit: usize) -> usize {
        let mut rows = 0;
        for line in self.text.lines() {
            rows += wrapped(line, columns, limit.saturating_sub(rows)).len();
            if rows >= limit {
                return limit;
            }
        }
        rows
    }

    /// Draws from the row `first` on; how many rows were drawn. When there is more, the last row ends in `…`.
    pub fn draw(&self, theme: &Theme, area: Rect, first: usize, cells: &mut Buffer) -> usize {
        let (columns, height) = (usize::from(area.width), usize::from(area.height));
        let end = first.saturating_add(height);
        let mut row = 0;
        for line in self.text.lines() {
            for words in wrapped(line, columns, end.saturating_sub(row) + 1) {
                if row >= end {
                    // There is more: say so at the end of the last row.
                    if height > 0 {
                        let mut pen = Pen::new(cells, area, height - 1);
                        pen.to(columns.saturating_sub(1)).put(theme[Role::Faint], "…");
                    }
                    return height;
                }
                if row >= first {
                    Pen::new(cells, area, row - first).put(theme[self.role], &words);
                }
                row += 1;
            }
        }
        row.saturating_sub(first)
    }
}

/// The rows of one line.
fn wrapped(line: &str, columns: usize, limit: usize) -> Vec<String> {
    let kept = &line[..line.floor_char_boundary(LINE)];
    let shown = text::harmless_lines(kept);
    let mut rows: Vec<String> = text::wrap(&shown, columns, limit).into_iter().map(Into::into).collect();
    if kept.len() < line.len() && rows.len() < limit {
        rows.push(format!("… {} more", text::bytes((line.len() - kept.len()) as u64)));
    }
    rows
}
