//! The terminal: taken, given back whatever happens, and shared with a shell, an editor and the mouse's selection.
//!
//! ```text
//! Session   modes of the terminal; given back on drop, panic, and while somebody else has it
//! Frames    one write a frame, which a terminal that can shows at once
//! Events    keys, mouse, paste; dropped, not left unpolled, while another program reads
//! Jobs      stopped and continued from outside (SIGTSTP, SIGCONT)
//! copy      the clipboard by OSC 52, through tmux too
//! edit      a text in $EDITOR
//! Look      how many colours there are, and whether it is dark
//! ```

mod clipboard;
mod editor;
mod events;
mod frames;
mod jobs;
mod look;
mod session;

pub use clipboard::{CLIPBOARD_BYTES, Method, TooLarge, copy, osc52};
pub use editor::{EditFault, edit, editor_command};
pub use events::{Events, Keyboard, Source};
pub use frames::Frames;
pub use jobs::{Job, Jobs};
pub use look::Look;
pub use session::{Refusal, Session, check, leave};
