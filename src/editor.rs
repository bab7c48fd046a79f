//! The editor's text: a rope with a cursor, a selection, undo by steps, and marks that move with the text.
//!
//! Pure: a key is mapped to a call elsewhere, and drawing reads [`Buffer`] and [`highlight`]. Positions are counted in
//! characters (`char`), byte offsets only where another room speaks them ([`Buffer::byte_offset`], [`Buffer::set_marks`]).
//! Only `\n` (or `\r\n`) ends a line, as in [`crate::json::Place`].

mod buffer;
mod cluster;
mod edit;
mod find;
pub mod highlight;
mod history;
mod marks;
mod motion;
mod typing;

pub use buffer::{Buffer, Kind, Selection};
pub use cluster::columns;
pub use marks::Mark;
pub use motion::Motion;

/// Columns of a tab on the screen, and blanks of one level of indentation.
pub const INDENT: usize = 2;
