//! The footer: keys that can be pressed now. It fits or drops hints by rank; what goes last is help.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::pen::{Pen, fill};
use crate::text;
use crate::ui::theme::{Role, Theme};

/// A key and what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hint<'a> {
    /// The key, as people write it.
    pub key: &'a str,
    /// One or two words.
    pub words: &'a str,
    /// Greater goes first when room is short.
    pub rank: u8,
}

impl Hint<'_> {
    fn width(&self) -> usize {
        text::width(self.key) + 1 + text::width(self.words)
    }
}

/// A row of hints on the raised surface.
#[derive(Clone, Copy, Debug)]
pub struct Footer<'a> {
    /// Hints from the left, in this order.
    pub left: &'a [Hint<'a>],
    /// Hints at the right end: palette and help.
    pub right: &'a [Hint<'a>],
}

/// Blanks between two hints.
const APART: usize = 3;

impl Footer<'_> {
    /// Draws into the first row of `area`. Where each hint was drawn, with its place in `left` then `right`: for the
    /// mouse.
    pub fn draw(&self, theme: &Theme, area: Rect, cells: &mut Buffer) -> Vec<(usize, std::ops::Range<u16>)> {
        let line = Rect { height: area.height.min(1), ..area };
        fill(cells, line, theme[Role::Raised]);
        let mut kept: Vec<usize> = (0..self.left.len() + self.right.len()).collect();
        let room = usize::from(area.width).saturating_sub(2);
        let hint = |at: usize| self.left.get(at).unwrap_or_else(|| &self.right[at - self.left.len()]);
        while kept.iter().map(|at| hint(*at).width() + APART).sum::<usize>() > room + APART {
            // Of equal rank the one further right goes.
            let Some(least) = kept.iter().copied().max_by_key(|at| (hint(*at).rank, *at)) else { break };
            kept.retain(|at| *at != least);
        }
        let mut places = Vec::with_capacity(kept.len());
        let (left, right): (Vec<usize>, Vec<usize>) = kept.into_iter().partition(|at| *at < self.left.len());
        let right_columns: usize = right.iter().map(|at| hint(*at).width() + APART).sum();
        let mut pen = Pen::new(cells, line, 0);
        pen.skip(1);
        let right_start = usize::from(area.width).saturating_sub(right_columns + 1 - APART.min(right_columns));
        for (at, starts) in left
            .iter()
            .map(|at| (*at, 0))
            .chain(right.iter().enumerate().map(|(n, at)| (*at, if n == 0 { right_start } else { 0 })))
        {
            if starts > 0 {
                pen.to(starts);
            }
            let start = pen.column() as u16;
            pen.put(theme[Role::Here], hint(at).key).skip(1).put(theme[Role::Muted], hint(at).words);
            places.push((at, start..pen.column() as u16));
            pen.skip(APART);
        }
        places
    }
}
