//! The pen: the one way for text into cells. What it writes is harmless, clipped, and cut with `…`.

use std::borrow::Cow;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::text;
use crate::ui::theme::{Role, Theme};

/// A piece of text in a role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece<'a> {
    /// What it is.
    pub role: Role,
    /// The text, of one line.
    pub text: Cow<'a, str>,
}

/// A piece of text in a role.
pub fn piece<'a>(role: Role, text: impl Into<Cow<'a, str>>) -> Piece<'a> {
    Piece { role, text: text.into() }
}

impl Piece<'_> {
    /// Its columns on screen.
    pub fn width(&self) -> usize {
        text::width(&text::harmless(&self.text))
    }
}

/// Writes one row of cells from the left and from the right end.
pub struct Pen<'a> {
    cells: &'a mut Buffer,
    y: u16,
    /// Where the row begins; columns count from here.
    left: u16,
    x: u16,
    /// Where the room ends: writing at the right end takes from it.
    end: u16,
}

impl<'a> Pen<'a> {
    /// A pen at the beginning of the `row`th row of `area`. A row outside of the area has no room.
    pub fn new(cells: &'a mut Buffer, area: Rect, row: usize) -> Pen<'a> {
        let y = u16::try_from(row).ok().and_then(|row| area.y.checked_add(row)).filter(|y| *y < area.bottom());
        let visible = area.intersection(cells.area);
        match y.filter(|y| (visible.y..visible.bottom()).contains(y)) {
            Some(y) => {
                // A row that begins left of the cells cannot be: areas have no negative places.
                Pen { cells, y, left: area.x, x: area.x, end: visible.right().max(area.x) }
            }
            None => Pen { y: cells.area.y, left: 0, x: 0, end: 0, cells },
        }
    }

    /// Columns that are left.
    pub fn room(&self) -> usize {
        usize::from(self.end.saturating_sub(self.x))
    }

    /// The column of the pen, from the beginning of the row.
    pub fn column(&self) -> usize {
        usize::from(self.x - self.left)
    }

    /// Goes to a column, but never back and never past the room.
    pub fn to(&mut self, column: usize) -> &mut Self {
        let column = u16::try_from(column).unwrap_or(u16::MAX);
        self.x = self.left.saturating_add(column).clamp(self.x, self.end.max(self.x));
        self
    }

    /// Leaves columns free.
    pub fn skip(&mut self, columns: usize) -> &mut Self {
        self.to(self.column().saturating_add(columns))
    }

    /// Writes text; what does not fit ends in `…`.
    pub fn put(&mut self, style: Style, text: &str) -> &mut Self {
        let room = self.room();
        self.put_within(style, text, room)
    }

    /// Writes text into at most so many columns.
    pub fn put_within(&mut self, style: Style, text: &str, columns: usize) -> &mut Self {
        let columns = columns.min(self.room());
        if columns > 0 && !text.is_empty() {
            let shown = text::harmless_prefix(text, columns);
            self.write(style, &shown);
        }
        self
    }

    /// Writes text that is harmless already, clusters that do not fit left out.
    pub(super) fn write(&mut self, style: Style, text: &str) -> &mut Self {
        for (cluster, columns) in text::graphemes(text).filter(|(_, columns)| *columns > 0) {
            if columns > self.room() {
                break;
            }
            self.cells[(self.x, self.y)].set_symbol(cluster).set_style(style);
            for trailing in 1..columns as u16 {
                // Hidden under the wide cluster; an empty one would show its old text when the cluster goes.
                self.cells[(self.x + trailing, self.y)].set_symbol(" ").set_style(style);
            }
            self.x += columns as u16;
        }
        self
    }

    /// Writes a piece.
    pub fn piece(&mut self, theme: &Theme, piece: &Piece<'_>) -> &mut Self {
        self.put(theme[piece.role], &piece.text)
    }

    /// Writes pieces one after the other.
    pub fn pieces(&mut self, theme: &Theme, pieces: &[Piece<'_>]) -> &mut Self {
        for piece in pieces {
            self.piece(theme, piece);
        }
        self
    }

    /// Writes text at the right end of the room, which then ends a column before it. Text that would leave nothing for
    /// the left is left out.
    pub fn right(&mut self, style: Style, text: &str) -> &mut Self {
        let shown = text::harmless(text);
        let columns = text::width(&shown);
        if columns == 0 || columns + 1 > self.room() {
            return self;
        }
        let (x, end) = (self.x, self.end);
        self.x = self.end - columns as u16;
        self.write(style, &shown);
        self.x = x;
        self.end = (end - columns as u16).saturating_sub(1).max(x);
        self
    }

    /// Takes columns away from the right end.
    pub fn margin(&mut self, columns: usize) -> &mut Self {
        let columns = u16::try_from(columns).unwrap_or(u16::MAX);
        self.end = self.end.saturating_sub(columns).max(self.x);
        self
    }

    /// Repeats a sign of one column to the end of the room.
    pub fn line(&mut self, style: Style, sign: &str) -> &mut Self {
        while self.room() > 0 {
            self.cells[(self.x, self.y)].set_symbol(sign).set_style(style);
            self.x += 1;
        }
        self
    }
}

/// Gives an area a style, without touching its text.
pub fn fill(cells: &mut Buffer, area: Rect, style: Style) {
    cells.set_style(area.intersection(cells.area), style);
}
