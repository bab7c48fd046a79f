//! Bringing a theme to fewer colours.

use ratatui::style::{Color, Style};

use super::role::Role;
use super::{Depth, Theme};

pub(super) fn at_depth(theme: &Theme, depth: Depth) -> Theme {
    let mut styles = theme.styles;
    match depth {
        Depth::True => {}
        Depth::Ansi256 => styles.iter_mut().for_each(|style| *style = recoloured(*style, to_256)),
        Depth::Ansi16 => {
            // Sixteen colours are too coarse to round to; a role that needs more looks as in the terminal's own theme.
            let own = Theme::terminal();
            for role in Role::ALL {
                let style = &mut styles[role as usize];
                if [style.fg, style.bg].into_iter().flatten().any(|colour| !is_ansi16(colour)) {
                    *style = own[role];
                }
            }
        }
        Depth::None => styles = Theme::mono().styles.map(|style| recoloured(style, |_| Color::Reset)),
    }
    Theme { styles }
}

fn recoloured(style: Style, colour: impl Fn(Color) -> Color) -> Style {
    Style { fg: style.fg.map(&colour), bg: style.bg.map(&colour), ..style }
}

fn is_ansi16(colour: Color) -> bool {
    match colour {
        Color::Rgb(..) => false,
        Color::Indexed(index) => index < 16,
        _ => true,
    }
}

/// The steps of a channel in the 6×6×6 cube, 16 to 231.
const CUBE: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// The nearest of the 256; the sixteen of the terminal's own are left out, because nobody knows what they look like.
fn to_256(colour: Color) -> Color {
    let Color::Rgb(r, g, b) = colour else { return colour };
    let nearest = |channel: u8| (0..6).min_by_key(|&step| CUBE[step].abs_diff(channel)).unwrap_or(0);
    let (cr, cg, cb) = (nearest(r), nearest(g), nearest(b));
    let cube = [CUBE[cr], CUBE[cg], CUBE[cb]];
    let mean = (u16::from(r) + u16::from(g) + u16::from(b)) / 3;
    // The grey ramp, 232 to 255: 8, 18 … 238.
    let grey = (mean.saturating_sub(3) / 10).min(23) as u8;
    let level = 8 + 10 * grey;
    let wanted = [r, g, b];
    if distance(wanted, [level; 3]) < distance(wanted, cube) {
        Color::Indexed(232 + grey)
    } else {
        Color::Indexed(16 + 36 * cr as u8 + 6 * cg as u8 + cb as u8)
    }
}

/// Squared distance, the channels weighted as the eye does.
fn distance(a: [u8; 3], b: [u8; 3]) -> u32 {
    let weights = [3, 6, 1];
    a.iter().zip(b).zip(weights).map(|((a, b), weight)| weight * u32::from(a.abs_diff(b)).pow(2)).sum()
}
