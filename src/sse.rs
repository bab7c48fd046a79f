//! Server-sent events from bytes: every event, every comment, every oddity, with offsets and within limits.
//!
//! Pure and incremental: the same bytes give the same items however they are cut. Lines end at LF, CRLF or CR; a byte
//! order mark is skipped; text is decoded after an event is whole, so a character may be split anywhere. Nothing is
//! dropped: an event the standard would discard (no data, no blank line at the end) is delivered with a mark.

mod item;
mod reader;

pub use item::{Event, Item, Oddity};
pub use reader::{Limits, Reader, TooLarge};
