//! A screen as text for snapshots: each row of characters, followed by a row of letters for the roles of its cells.
//!
//! Letters of the text's role: `t`ext, `m`uted, `f`aint, `S`trong, `T`itle here, `h`ere, `o`k, `w`arn, `e`rror, `l`ive,
//! `k`ey, `q`uoted string, `n`umber, `b`oolean or null, `p`unctuation, `c`aret; a bold one is followed by nothing, the
//! role says so. Where a surface other than the ground is, a third row says which: `r`aised, `v` overlay, `c`ursor row,
//! `i`dle cursor row, `s`election, `F`ound. `?` is a style of no role.

use catseye::ui::theme::{Role, Theme};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::Color;

const LETTERS: [(Role, char); 16] = [
    (Role::Text, 't'),
    (Role::Muted, 'm'),
    (Role::Faint, 'f'),
    (Role::Strong, 'S'),
    (Role::TitleHere, 'T'),
    (Role::Here, 'h'),
    (Role::Ok, 'o'),
    (Role::Warn, 'w'),
    (Role::Error, 'e'),
    (Role::Live, 'l'),
    (Role::Key, 'k'),
    (Role::String, 'q'),
    (Role::Number, 'n'),
    (Role::Literal, 'b'),
    (Role::Punctuation, 'p'),
    (Role::Caret, 'c'),
];

const SURFACES: [(Role, char); 7] = [
    (Role::CursorRow, 'c'),
    (Role::CursorRowIdle, 'i'),
    (Role::Raised, 'r'),
    (Role::Overlay, 'v'),
    (Role::Selection, 's'),
    (Role::Found, 'F'),
    (Role::Caret, '█'),
];

/// The dark theme, its idle row told apart from the raised surface.
pub fn theme() -> Theme {
    let text =
        include_str!("../../themes/dark.toml").replace("cursor_row_idle = \"shelf\"", "cursor_row_idle = \"crest\"");
    catseye::ui::theme::parse(&text).expect("the dark theme can be read")
}

/// Draws into so many cells and gives them as text.
pub fn of(width: u16, height: u16, draw: impl FnOnce(&Theme, Rect, &mut Buffer)) -> String {
    let theme = theme();
    let area = Rect::new(0, 0, width, height);
    let mut cells = Buffer::empty(area);
    draw(&theme, area, &mut cells);
    rows(&cells, &theme)
}

/// The cells as text.
pub fn rows(cells: &Buffer, theme: &Theme) -> String {
    let mut out = String::new();
    for row in cells.content().chunks(usize::from(cells.area.width.max(1))) {
        let mut skip = 0;
        let (mut text, mut roles, mut surfaces) = (String::new(), String::new(), String::new());
        for cell in row {
            if skip > 0 {
                skip -= 1;
                continue;
            }
            let symbol = cell.symbol();
            let width = catseye::text::width(symbol).max(1);
            skip = width - 1;
            text.push_str(symbol);
            roles.extend(std::iter::repeat_n(role(cell, theme), width));
            surfaces.extend(std::iter::repeat_n(surface(cell, theme), width));
        }
        for line in [text.as_str(), roles.as_str(), surfaces.as_str()] {
            let line = line.trim_end();
            if !line.is_empty() || line.as_ptr() == text.as_ptr() {
                out.push_str(line);
                out.push('\n');
            }
        }
    }
    out
}

fn role(cell: &Cell, theme: &Theme) -> char {
    if cell.symbol() == " " {
        return ' ';
    }
    let same = |role: Role| {
        let style = theme[role];
        style.fg.is_some_and(|fg| fg == cell.fg) && cell.modifier.contains(style.add_modifier)
    };
    let found = LETTERS.iter().rev().find(|(role, _)| same(*role) && theme[*role].add_modifier == cell.modifier);
    let found = found.or_else(|| LETTERS.iter().find(|(role, _)| same(*role)));
    found.map_or('?', |(_, letter)| *letter)
}

fn surface(cell: &Cell, theme: &Theme) -> char {
    if cell.bg == Color::Reset || theme[Role::Ground].bg == Some(cell.bg) {
        return ' ';
    }
    SURFACES.iter().find(|(role, _)| theme[*role].bg == Some(cell.bg)).map_or('?', |(_, letter)| *letter)
}
