//! What lies over the panes and takes the keys while it is there.

use crate::editor::Buffer;

/// An overlay.
#[derive(Clone, Debug)]
pub enum Overlay {
    /// Commands, by a few letters.
    Palette {
        /// What was typed.
        typed: Buffer,
        /// The selected row.
        at: usize,
    },
    /// Every key.
    Help {
        /// What to look for.
        typed: Buffer,
        /// First row on screen.
        first: usize,
    },
    /// Whether to leave although tasks are running.
    Leave,
    /// The exact request.
    Preview {
        /// The text, or why there is none; `None` while it is being written.
        text: Option<Result<String, String>>,
        /// First row on screen.
        first: usize,
    },
    /// The address of another agent.
    Address {
        /// What was typed.
        typed: Buffer,
        /// Why it is no address.
        fault: Option<String>,
    },
    /// What to find.
    Find {
        /// What was typed.
        typed: Buffer,
    },
    /// The interface is on another origin than the address that was typed, and credentials were given.
    OtherOrigin {
        /// The origin they would go to.
        origin: String,
    },
}
