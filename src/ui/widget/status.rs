//! Status: a glyph and a word, so that no state is colour alone.

use ratatui::style::Style;

use crate::schema::Severity;
use crate::ui::theme::{Role, Theme};

/// Frames of the spinner, for ten a second.
const SPINNER: [&str; 10] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

/// The spinner at a moment, in milliseconds from any beginning.
pub fn spinner(ms: u64) -> &'static str {
    SPINNER[(ms / 100 % SPINNER.len() as u64) as usize]
}

/// How something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// Good.
    Ok,
    /// To be looked at.
    Warn,
    /// Bad.
    Error,
    /// In motion.
    Live,
    /// Waits for the person.
    Waits,
    /// Ended by the person.
    Stopped,
    /// Does not apply.
    Skipped,
    /// Not begun.
    Idle,
}

impl Status {
    /// How something with such a finding is.
    pub fn of(severity: Severity) -> Status {
        match severity {
            Severity::Error => Status::Error,
            Severity::Warning => Status::Warn,
            Severity::Info => Status::Idle,
        }
    }

    /// Its glyph, one column.
    pub fn glyph(self) -> &'static str {
        match self {
            Status::Ok => "✓",
            Status::Warn => "!",
            Status::Error => "✗",
            Status::Live => "●",
            Status::Waits => "○",
            Status::Stopped => "⊘",
            Status::Skipped => "–",
            Status::Idle => "·",
        }
    }

    /// Its role.
    pub fn role(self) -> Role {
        match self {
            Status::Ok => Role::Ok,
            Status::Warn | Status::Waits => Role::Warn,
            Status::Error => Role::Error,
            Status::Live => Role::Live,
            Status::Stopped => Role::Muted,
            Status::Skipped | Status::Idle => Role::Faint,
        }
    }

    /// Its glyph and its role.
    pub fn mark(self) -> (&'static str, Role) {
        (self.glyph(), self.role())
    }

    /// Its style.
    pub fn style(self, theme: &Theme) -> Style {
        theme[self.role()]
    }
}
