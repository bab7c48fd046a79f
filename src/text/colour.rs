//! How many colours a terminal has, and whether it is dark, as far as its environment tells. The environment is given.

/// How many colours may be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Depth {
    /// None: bold, reverse and underline only.
    None,
    /// The terminal's own sixteen.
    Ansi16,
    /// The 256 of xterm.
    Ansi256,
    /// Any of 16 million.
    True,
}

/// The ground of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ground {
    /// Light letters on dark.
    Dark,
    /// Dark letters on light.
    Light,
}

/// Terminals that show every colour and say so only by their name.
const TRUE_BY_NAME: [&str; 7] = ["kitty", "alacritty", "ghostty", "wezterm", "foot", "iterm", "vscode"];

impl Depth {
    /// Reads the depth from the environment: `NO_COLOR` (<https://no-color.org>: any text but none) first, then
    /// `FORCE_COLOR` (`0` none, `1` sixteen, `2` 256, `3` all), `COLORTERM`, `TERM`, `TERM_PROGRAM`, and `CI`.
    pub fn detect(variable: impl Fn(&str) -> Option<String>) -> Depth {
        let get = |name: &str| variable(name).filter(|value| !value.is_empty());
        if get("NO_COLOR").is_some() {
            return Depth::None;
        }
        match variable("FORCE_COLOR").as_deref() {
            Some("0" | "false") => return Depth::None,
            Some("2") => return Depth::Ansi256,
            Some("3") => return Depth::True,
            Some(_) => return by_terminal(&get).max(Depth::Ansi16),
            None => {}
        }
        by_terminal(&get)
    }
}

fn by_terminal(get: &impl Fn(&str) -> Option<String>) -> Depth {
    let term = get("TERM").unwrap_or_default().to_ascii_lowercase();
    if term == "dumb" {
        return Depth::None;
    }
    // GNU screen passes COLORTERM on and does not know what it promises; tmux does.
    if term.starts_with("screen") && get("TMUX").is_none() {
        return Depth::Ansi256;
    }
    let program = get("TERM_PROGRAM").unwrap_or_default().to_ascii_lowercase();
    let says_true = matches!(get("COLORTERM").as_deref(), Some("truecolor" | "24bit"));
    let named = TRUE_BY_NAME.iter().any(|name| term.contains(name) || program.contains(name));
    if says_true || named || term.ends_with("-direct") || get("WT_SESSION").is_some() {
        return Depth::True;
    }
    if term.contains("256color") || program == "apple_terminal" {
        return Depth::Ansi256;
    }
    match (term.is_empty(), get("CI").is_some()) {
        (true, false) => Depth::None,
        _ => Depth::Ansi16,
    }
}

impl Ground {
    /// From `COLORFGBG` (`15;0`, as rxvt and Konsole set it). `None` when it says nothing.
    pub fn from_colorfgbg(value: &str) -> Option<Ground> {
        match value.rsplit(';').next()?.trim().parse::<u8>().ok()? {
            0..=6 | 8 => Some(Ground::Dark),
            7 | 9..=15 => Some(Ground::Light),
            _ => None,
        }
    }
}
