//! One row of a pane: pieces from the left, pieces at the right end, and what a click on it means.
//!
//! Everything a peer sent goes through here on its way to a cell, and is made harmless here.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::app::Target;
use crate::text;

/// Columns of one piece: a value of megabytes costs as much as one line.
const MOST: usize = 1_000;

/// One row.
#[derive(Clone, Debug, Default)]
pub struct Row {
    pieces: Vec<Piece>,
    right: Vec<(String, Style)>,
    background: Option<Style>,
    /// What a click on the row means.
    pub target: Option<Target>,
}

#[derive(Clone, Debug)]
struct Piece {
    column: u16,
    text: String,
    style: Style,
}

impl Row {
    /// An empty row.
    pub fn new() -> Row {
        Row::default()
    }

    /// Text after what stands there.
    #[must_use]
    pub fn text(self, style: Style, text: impl AsRef<str>) -> Row {
        let column = self.width();
        self.at(column, style, text)
    }

    /// Text that begins at this column, or after what stands there already and one blank.
    #[must_use]
    pub fn at(mut self, column: u16, style: Style, text: impl AsRef<str>) -> Row {
        let end = self.width();
        let column = if column < end { end + 1 } else { column };
        let text = text::harmless_prefix(text.as_ref(), MOST).into_owned();
        self.pieces.push(Piece { column, text, style });
        self
    }

    /// Text at the right end, after what stands there already. It stays when the row is narrow; the left is cut.
    #[must_use]
    pub fn right(mut self, style: Style, text: impl AsRef<str>) -> Row {
        let text = text::harmless_prefix(text.as_ref(), MOST).into_owned();
        if !text.is_empty() {
            self.right.push((text, style));
        }
        self
    }

    /// A background for the whole row: the cursor's.
    #[must_use]
    pub fn background(mut self, style: Option<Style>) -> Row {
        self.background = style;
        self
    }

    /// What a click on the row means.
    #[must_use]
    pub fn target(mut self, target: Target) -> Row {
        self.target = Some(target);
        self
    }

    /// Columns taken from the left.
    pub fn width(&self) -> u16 {
        self.pieces.last().map_or(0, |piece| piece.column.saturating_add(columns(&piece.text)))
    }

    /// Draws the row into the first line of `area`.
    pub fn draw(&self, buffer: &mut Buffer, area: Rect) {
        let area = Rect { height: area.height.min(1), ..area }.intersection(buffer.area);
        if area.is_empty() {
            return;
        }
        if let Some(style) = self.background {
            buffer.set_style(area, style);
        }
        let right: u16 = self.right.iter().fold(0, |sum, (text, _)| sum.saturating_add(columns(text)));
        // The right end stays unless it would take more than the row has.
        let right = if right + 2 > area.width { 0 } else { right };
        let room = area.width - if right == 0 { 0 } else { right + 1 };
        for piece in &self.pieces {
            if piece.column >= room {
                break;
            }
            let width = usize::from(room - piece.column);
            let cut = text::truncate(&piece.text, width);
            buffer.set_stringn(area.x + piece.column, area.y, cut.as_ref(), width, piece.style);
        }
        let mut x = area.x + area.width - right;
        for (text, style) in self.right.iter().filter(|_| right > 0) {
            buffer.set_stringn(x, area.y, text, text.len(), *style);
            x = x.saturating_add(columns(text));
        }
    }
}

fn columns(text: &str) -> u16 {
    u16::try_from(text::width(text)).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(row: &Row, width: u16) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, 1));
        row.draw(&mut buffer, Rect::new(0, 0, width, 1));
        buffer.content().iter().map(|cell| cell.symbol()).collect()
    }

    #[test]
    fn columns_stay_aligned_and_the_right_end_stays() {
        let row = Row::new().text(Style::new(), "mode").at(8, Style::new(), "request-schema").right(Style::new(), "v1");
        assert_eq!(drawn(&row, 28), "mode    request-schema    v1");
        assert_eq!(drawn(&row, 20), "mode    request-… v1");
        assert_eq!(drawn(&row, 3), "mo…");
    }

    #[test]
    fn a_piece_that_begins_too_late_is_not_overwritten() {
        let row = Row::new().text(Style::new(), "extended card").at(8, Style::new(), "no");
        assert_eq!(drawn(&row, 18), "extended card no  ");
    }

    #[test]
    fn control_characters_never_reach_a_cell() {
        let row = Row::new().text(Style::new(), "a\u{1b}[31m\u{9b}\n");
        assert!(!drawn(&row, 40).chars().any(char::is_control));
    }
}
