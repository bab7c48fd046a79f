//! Colour for people on a terminal: roles, not colours, in the terminal's own sixteen; plain text everywhere else.

/// What a piece of text is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It holds.
    Good,
    /// Something to know.
    Warn,
    /// It does not hold.
    Bad,
    /// Here: the place, the headline.
    Accent,
    /// What matters in a line.
    Strong,
    /// What may be skipped.
    Faint,
}

/// Paints, or leaves text as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ink {
    colour: bool,
}

impl Ink {
    /// Plain: for pipes, files, `NO_COLOR`, `--no-color` and terminals that cannot.
    pub const PLAIN: Ink = Ink { colour: false };

    /// Colour, when it is wanted and can be shown.
    pub fn new(colour: bool) -> Self {
        Ink { colour }
    }

    /// The text in its role. The text must be harmless already.
    pub fn paint(self, role: Role, text: &str) -> String {
        if !self.colour || text.is_empty() {
            return text.to_owned();
        }
        let code = match role {
            Role::Good => "32",
            Role::Warn => "33",
            Role::Bad => "31",
            Role::Accent => "36",
            Role::Strong => "1",
            Role::Faint => "2",
        };
        format!("\u{1b}[{code}m{text}\u{1b}[0m")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_ink_leaves_text_alone() {
        assert_eq!(Ink::PLAIN.paint(Role::Bad, "no"), "no");
    }

    #[test]
    fn colour_begins_and_ends_with_the_text() {
        assert_eq!(Ink::new(true).paint(Role::Bad, "no"), "\u{1b}[31mno\u{1b}[0m");
        assert_eq!(Ink::new(true).paint(Role::Bad, ""), "");
    }
}
