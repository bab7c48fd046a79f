//! A row of tabs, the active one in the accent with its bar.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::pen::{Pen, Piece};
use crate::text;
use crate::ui::theme::{Role, Theme};

/// One tab.
#[derive(Clone, Debug)]
pub struct Tab<'a> {
    /// The key that goes there.
    pub key: &'a str,
    /// Its name.
    pub name: &'a str,
    /// A mark behind the name: `✗1`.
    pub mark: Option<Piece<'a>>,
}

/// A row of tabs.
#[derive(Clone, Copy, Debug)]
pub struct Tabs<'a> {
    /// All of them.
    pub tabs: &'a [Tab<'a>],
    /// The active one.
    pub active: usize,
}

impl Tabs<'_> {
    /// Draws into the first row of `area`. The columns of each tab that was drawn, from the beginning of the area: for
    /// the mouse. When there is no room for all names, the tabs that are not active lose theirs.
    pub fn draw(&self, theme: &Theme, area: Rect, cells: &mut Buffer) -> Vec<std::ops::Range<u16>> {
        let mut pen = Pen::new(cells, area, 0);
        let width = |tab: &Tab<'_>| {
            3 + text::width(tab.key) + 1 + text::width(tab.name) + tab.mark.as_ref().map_or(0, |mark| mark.width() + 1)
        };
        let names = self.tabs.iter().map(width).sum::<usize>() <= pen.room() + 1;
        let mut places = Vec::with_capacity(self.tabs.len());
        for (at, tab) in self.tabs.iter().enumerate() {
            let active = at == self.active;
            let start = pen.column();
            pen.put(theme[Role::Here], if active { "▌" } else { " " });
            pen.put(theme[if active { Role::TitleHere } else { Role::Faint }], tab.key);
            if names || active {
                pen.skip(1).put(theme[if active { Role::TitleHere } else { Role::Muted }], tab.name);
            }
            if let Some(mark) = &tab.mark {
                pen.skip(1).piece(theme, mark);
            }
            let end = pen.column();
            pen.skip(2);
            places.push(start as u16..end as u16);
        }
        places
    }
}
