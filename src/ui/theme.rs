//! Themes: what each role looks like. Everything on screen is drawn in roles; only a theme knows colours.
//!
//! A theme is a small TOML file (`themes/dark.toml` explains the form). It is made for 16 million colours, and
//! [`Theme::at_depth`] brings it to what the terminal can show: colours are never sent that would not be understood, and
//! without colour the styles of the mono theme take their place, so that nothing depends on an empty escape sequence.

mod degrade;
mod parse;
mod role;

use std::ops::Index;

use ratatui::style::Style;

pub use crate::text::{Depth, Ground};
pub use parse::Fault;
pub use role::Role;

use role::ROLES;

/// The names of the themes that are built in.
pub const NAMES: [&str; 4] = ["dark", "light", "terminal", "mono"];

/// A style for every role: `theme[Role::Muted]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    styles: [Style; ROLES],
}

impl Index<Role> for Theme {
    type Output = Style;

    fn index(&self, role: Role) -> &Style {
        &self.styles[role as usize]
    }
}

impl Theme {
    /// The dark theme.
    pub fn dark() -> Theme {
        builtin("dark").unwrap_or_default()
    }

    /// The light theme.
    pub fn light() -> Theme {
        builtin("light").unwrap_or_default()
    }

    /// Sixteen colours of the terminal's own.
    pub fn terminal() -> Theme {
        builtin("terminal").unwrap_or_default()
    }

    /// No colour.
    pub fn mono() -> Theme {
        builtin("mono").unwrap_or_default()
    }

    /// This theme as a terminal with so many colours can show it.
    #[must_use]
    pub fn at_depth(&self, depth: Depth) -> Theme {
        degrade::at_depth(self, depth)
    }
}

impl Default for Theme {
    /// No styles at all: what is left when nothing else can be had.
    fn default() -> Self {
        Theme { styles: [Style::new(); ROLES] }
    }
}

/// A built-in theme by name.
pub fn builtin(name: &str) -> Option<Theme> {
    let text = match name {
        "dark" => include_str!("../../themes/dark.toml"),
        "light" => include_str!("../../themes/light.toml"),
        "terminal" => include_str!("../../themes/terminal.toml"),
        "mono" => include_str!("../../themes/mono.toml"),
        _ => return None,
    };
    // A test parses all four; a fault cannot come from here.
    parse(text).ok()
}

/// Reads a theme file. A fault is a sentence with its line and column.
pub fn parse(text: &str) -> Result<Theme, Fault> {
    parse::parse(text)
}
