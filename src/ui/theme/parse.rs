//! Reading a theme file.

use std::collections::BTreeMap;

use ratatui::style::{Color, Modifier, Style};
use toml::Spanned;
use toml::Value;

use super::role::Role;
use super::{NAMES, Theme};

/// Bytes of a theme file; a real one has two thousand.
const BYTES: usize = 64 << 10;

/// What is wrong with a theme file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {sentence}")]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// What is wrong there and what would be right.
    pub sentence: String,
}

/// Keys and values with their places.
type Table = BTreeMap<Spanned<String>, Spanned<Value>>;

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    inherits: Option<Spanned<String>>,
    #[serde(default)]
    palette: Table,
    #[serde(default)]
    roles: Table,
}

/// Reads one theme file over the theme it inherits.
pub(super) fn parse(text: &str) -> Result<Theme, Fault> {
    let fault = |at: usize, sentence: String| {
        let before = text.get(..at).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        Fault { line, column, sentence }
    };
    if text.len() > BYTES {
        return Err(fault(0, format!("a theme has at most {BYTES} bytes")));
    }
    let file: File = toml::from_str(text).map_err(|error| {
        let first = error.message().lines().next().unwrap_or("not TOML").to_owned();
        fault(error.span().map_or(0, |span| span.start), first)
    })?;
    let mut theme = inherited(file.inherits.as_ref(), &file).map_err(|(at, sentence)| fault(at, sentence))?;
    let mut palette = BTreeMap::new();
    for (name, value) in &file.palette {
        let colour = colour(value.get_ref(), &BTreeMap::new()).map_err(|why| fault(value.span().start, why))?;
        palette.insert(name.get_ref().clone(), colour);
    }
    for (name, value) in &file.roles {
        let role = Role::ALL.into_iter().find(|role| role.name() == name.get_ref()).ok_or_else(|| {
            let near = nearest(name.get_ref(), Role::ALL.iter().map(|role| role.name()));
            fault(name.span().start, format!("no role is called {:?}; the nearest is {near:?}", name.get_ref()))
        })?;
        let style = style(role, value.get_ref(), &palette).map_err(|why| fault(value.span().start, why))?;
        theme.styles[role as usize] = style;
    }
    Ok(theme)
}

/// The theme below this one. A file that names every role needs none, and the built-in dark theme is such a file.
fn inherited(name: Option<&Spanned<String>>, file: &File) -> Result<Theme, (usize, String)> {
    let complete = Role::ALL.iter().all(|role| file.roles.keys().any(|name| name.get_ref() == role.name()));
    match name {
        // Taken even when complete, so that a wrong name is found.
        Some(name) if name.get_ref() == "dark" && complete => Ok(Theme::default()),
        Some(name) => super::builtin(name.get_ref()).ok_or_else(|| {
            (name.span().start, format!("no theme is called {:?}; there are {}", name.get_ref(), NAMES.join(", ")))
        }),
        None if complete => Ok(Theme::default()),
        None => Ok(Theme::dark()),
    }
}

fn style(role: Role, value: &Value, palette: &BTreeMap<String, Color>) -> Result<Style, String> {
    let Value::Table(table) = value else {
        let colour = colour(value, palette)?;
        return Ok(if role.is_surface() { Style::new().bg(colour) } else { Style::new().fg(colour) });
    };
    let mut style = Style::new();
    for (name, value) in table {
        style = match name.as_str() {
            "fg" => style.fg(colour(value, palette)?),
            "bg" => style.bg(colour(value, palette)?),
            _ => {
                let modifier = match name.as_str() {
                    "bold" => Modifier::BOLD,
                    "italic" => Modifier::ITALIC,
                    "underline" => Modifier::UNDERLINED,
                    "reverse" => Modifier::REVERSED,
                    other => {
                        return Err(format!("{other:?} is none of fg, bg, bold, italic, underline, reverse"));
                    }
                };
                match value {
                    Value::Boolean(true) => style.add_modifier(modifier),
                    Value::Boolean(false) => style,
                    _ => return Err(format!("{name} is true or false")),
                }
            }
        };
    }
    Ok(style)
}

fn colour(value: &Value, palette: &BTreeMap<String, Color>) -> Result<Color, String> {
    match value {
        Value::Integer(index) => u8::try_from(*index)
            .map(Color::Indexed)
            .map_err(|_| format!("{index} is none of the 256 colours, 0 to 255")),
        Value::String(name) => match name.strip_prefix('#') {
            Some(hex) => rgb(hex).ok_or_else(|| format!("{name:?} is no colour; write \"#rrggbb\"")),
            None => palette.get(name).copied().or_else(|| named(name)).ok_or_else(|| {
                let known = palette.keys().map(String::as_str).chain(ANSI.iter().map(|(name, _)| *name));
                format!("no colour is called {name:?}; the nearest is {:?}", nearest(name, known))
            }),
        },
        _ => Err("a colour is \"#rrggbb\", a name, or a number from 0 to 255".to_owned()),
    }
}

fn rgb(hex: &str) -> Option<Color> {
    if hex.len() != 6 || !hex.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    let value = u32::from_str_radix(hex, 16).ok()?;
    Some(Color::from_u32(value))
}

const ANSI: [(&str, Color); 17] = [
    ("default", Color::Reset),
    ("black", Color::Black),
    ("red", Color::Red),
    ("green", Color::Green),
    ("yellow", Color::Yellow),
    ("blue", Color::Blue),
    ("magenta", Color::Magenta),
    ("cyan", Color::Cyan),
    ("white", Color::Gray),
    ("bright-black", Color::DarkGray),
    ("bright-red", Color::LightRed),
    ("bright-green", Color::LightGreen),
    ("bright-yellow", Color::LightYellow),
    ("bright-blue", Color::LightBlue),
    ("bright-magenta", Color::LightMagenta),
    ("bright-cyan", Color::LightCyan),
    ("bright-white", Color::White),
];

fn named(name: &str) -> Option<Color> {
    ANSI.iter().find(|(known, _)| *known == name).map(|(_, colour)| *colour)
}

/// The known name that is most like a wrong one.
fn nearest<'a>(wrong: &str, known: impl Iterator<Item = &'a str>) -> &'a str {
    known.min_by_key(|name| strsim::levenshtein(wrong, name)).unwrap_or_default()
}
