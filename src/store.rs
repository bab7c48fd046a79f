//! What stays between sessions: the drafts, so that a crash loses nothing that was typed, the last agent, and the
//! person's own themes.

mod directory;
mod drafts;
mod last;
mod themes;

pub use directory::home;
pub use drafts::Drafts;
pub use last::{last_agent, remember_agent};
pub use themes::{ThemeFile, theme_files};
