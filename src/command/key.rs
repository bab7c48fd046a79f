//! Keys as the command table and the footer write them: `Ctrl-S`, `Alt-1`, `F8`, `z`.

use std::fmt;

/// What was pressed, without its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// A character; its case is in the character, never in [`Key::shift`].
    Char(char),
    /// A function key, from 1.
    F(u8),
    /// Enter.
    Enter,
    /// Escape.
    Esc,
    /// Tab; with shift it is the back tab.
    Tab,
    /// Backspace.
    Backspace,
    /// Delete.
    Delete,
    /// Arrow up.
    Up,
    /// Arrow down.
    Down,
    /// Arrow left.
    Left,
    /// Arrow right.
    Right,
    /// Home.
    Home,
    /// End.
    End,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
}

/// One key press.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// What was pressed.
    pub code: Code,
    /// With Control.
    pub ctrl: bool,
    /// With Alt (or Meta, or a leading escape).
    pub alt: bool,
    /// With Shift; never set for a character.
    pub shift: bool,
}

impl Key {
    /// A key without modifiers.
    pub const fn plain(code: Code) -> Key {
        Key { code, ctrl: false, alt: false, shift: false }
    }

    /// A character without modifiers.
    pub const fn char(c: char) -> Key {
        Key::plain(Code::Char(c))
    }

    /// Control and a lower case letter.
    pub const fn ctrl(c: char) -> Key {
        Key { code: Code::Char(c), ctrl: true, alt: false, shift: false }
    }

    /// Alt and a character.
    pub const fn alt(c: char) -> Key {
        Key { code: Code::Char(c), ctrl: false, alt: true, shift: false }
    }

    /// Shift and a key that is no character.
    pub const fn shift(code: Code) -> Key {
        Key { code, ctrl: false, alt: false, shift: true }
    }

    /// Whether a text field takes this key as text or as an editing key, so that no command may.
    pub fn is_typing(self) -> bool {
        match self.code {
            Code::Char(_) => !self.ctrl && !self.alt,
            Code::F(_) | Code::Esc | Code::Tab => false,
            Code::Enter
            | Code::Backspace
            | Code::Delete
            | Code::Up
            | Code::Down
            | Code::Left
            | Code::Right
            | Code::Home
            | Code::End
            | Code::PageUp
            | Code::PageDown => true,
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ctrl {
            f.write_str("Ctrl-")?;
        }
        if self.alt {
            f.write_str("Alt-")?;
        }
        if self.shift {
            f.write_str("Shift-")?;
        }
        match self.code {
            Code::Char(' ') => f.write_str("Space"),
            Code::Char(c) if self.ctrl || self.alt => write!(f, "{}", c.to_uppercase()),
            Code::Char(c) => write!(f, "{c}"),
            Code::F(n) => write!(f, "F{n}"),
            Code::Enter => f.write_str("Enter"),
            Code::Esc => f.write_str("Esc"),
            Code::Tab => f.write_str("Tab"),
            Code::Backspace => f.write_str("Backspace"),
            Code::Delete => f.write_str("Delete"),
            Code::Up => f.write_str("↑"),
            Code::Down => f.write_str("↓"),
            Code::Left => f.write_str("←"),
            Code::Right => f.write_str("→"),
            Code::Home => f.write_str("Home"),
            Code::End => f.write_str("End"),
            Code::PageUp => f.write_str("PgUp"),
            Code::PageDown => f.write_str("PgDn"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_written_the_way_people_say_them() {
        let written = |key: Key| key.to_string();
        assert_eq!(written(Key::ctrl('s')), "Ctrl-S");
        assert_eq!(written(Key::alt('1')), "Alt-1");
        assert_eq!(written(Key::char('z')), "z");
        assert_eq!(written(Key::char('N')), "N");
        assert_eq!(written(Key::shift(Code::Tab)), "Shift-Tab");
        assert_eq!(written(Key::shift(Code::F(8))), "Shift-F8");
    }

    #[test]
    fn a_field_keeps_text_and_editing_keys_to_itself() {
        assert!(Key::char('q').is_typing());
        assert!(Key::plain(Code::Enter).is_typing());
        assert!(Key::shift(Code::Left).is_typing());
        assert!(!Key::ctrl('s').is_typing());
        assert!(!Key::alt('2').is_typing());
        assert!(!Key::plain(Code::F(2)).is_typing());
        assert!(!Key::plain(Code::Esc).is_typing());
    }
}
