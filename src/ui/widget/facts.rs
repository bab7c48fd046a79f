//! Labels and values in two aligned columns.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::pen::{Pen, Piece};
use crate::ui::theme::{Role, Theme};

/// One row: a label, which may be empty, and its value.
#[derive(Clone, Debug)]
pub struct Fact<'a> {
    /// What it is; empty under a label of more than one row.
    pub label: &'a str,
    /// The value.
    pub value: Vec<Piece<'a>>,
    /// At the right end of the row.
    pub right: Option<Piece<'a>>,
}

impl<'a> Fact<'a> {
    /// A label and a plain value.
    pub fn new(label: &'a str, value: impl Into<std::borrow::Cow<'a, str>>) -> Fact<'a> {
        Fact { label, value: vec![super::piece(Role::Text, value)], right: None }
    }
}

/// Rows of labels and values.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// The rows.
    pub rows: &'a [Fact<'a>],
    /// Columns for the labels; values begin two after them. Labels that are longer push their value.
    pub labels: usize,
}

impl Facts<'_> {
    /// Draws the rows from the `first` on.
    pub fn draw(&self, theme: &Theme, area: Rect, first: usize, cells: &mut Buffer) {
        let rows = self.rows.get(first..).unwrap_or_default();
        for (row, fact) in rows.iter().take(usize::from(area.height)).enumerate() {
            let mut pen = Pen::new(cells, area, row);
            pen.skip(2);
            if let Some(right) = &fact.right {
                pen.right(theme[right.role], &right.text);
            }
            pen.put(theme[Role::Muted], fact.label);
            if !fact.label.is_empty() {
                pen.skip(1);
            }
            pen.to(2 + self.labels + 1).pieces(theme, &fact.value);
        }
    }
}
