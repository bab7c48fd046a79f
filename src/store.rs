//! What stays between sessions: for now the drafts, so that a crash loses nothing that was typed, and the last agent.

mod directory;
mod drafts;
mod last;

pub use directory::home;
pub use drafts::Drafts;
pub use last::{last_agent, remember_agent};
