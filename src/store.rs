//! What stays between sessions: for now the drafts, so that a crash loses nothing that was typed.

mod directory;
mod drafts;

pub use directory::home;
pub use drafts::Drafts;
