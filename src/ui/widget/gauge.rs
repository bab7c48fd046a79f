//! A gauge: label, number, a bar in eighths of a column, and the limit in words.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::pen::{Pen, Piece};
use crate::text;
use crate::ui::theme::{Role, Theme};

const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/// A bar of `value` out of `limit`, at most `columns` wide; anything above nothing shows at least one eighth, and only
/// the limit itself fills it.
pub fn bar(value: u64, limit: u64, columns: usize) -> String {
    let most = columns * 8;
    if value == 0 || most == 0 {
        return String::new();
    }
    let eighths = if value >= limit {
        most
    } else {
        let scaled = u128::from(value) * most as u128 / u128::from(limit);
        (scaled as usize).clamp(1, (most - 1).max(1))
    };
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

/// One row of a gauge.
#[derive(Clone, Debug)]
pub struct Gauge<'a> {
    /// What is measured.
    pub label: &'a str,
    /// How much there is.
    pub value: u64,
    /// How much there may be; `None` when nothing is known, then there is no bar.
    pub limit: Option<u64>,
    /// What the limit is, in words: `of 32 768, compact 611`.
    pub words: Piece<'a>,
}

impl Gauge<'_> {
    /// Draws into the `row`th row of `area`: accent within the limit, from nine tenths on as a warning, above it as an
    /// error.
    pub fn draw(&self, theme: &Theme, area: Rect, row: usize, cells: &mut Buffer) {
        let mut pen = Pen::new(cells, area, row);
        pen.skip(2);
        let room = pen.room();
        let label = 11.min(room);
        pen.put_within(theme[Role::Muted], self.label, label);
        let number = text::thousands(self.value);
        let over = self.limit.is_some_and(|limit| self.value > limit);
        pen.to(20_usize.saturating_sub(number.len()).max(14));
        pen.put(theme[if over { Role::Error } else { Role::Text }], &number);
        pen.skip(2);
        // The same for every gauge of a pane, so that the words stand in one column; narrow panes have no bar.
        let columns = pen.room().saturating_sub(24).min(14);
        let column = pen.column();
        if let Some(limit) = self.limit.filter(|_| columns >= 4) {
            let nearly = u128::from(self.value) * 10 >= u128::from(limit) * 9;
            let role = if over {
                Role::Error
            } else if nearly {
                Role::Warn
            } else {
                Role::Here
            };
            pen.put(theme[role], &bar(self.value, limit, columns - 2));
        }
        if columns >= 4 {
            pen.to(column + columns);
        }
        pen.piece(theme, &self.words);
    }
}
