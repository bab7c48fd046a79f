//! Lossless JSON: a text and a tape over it that knows the exact place and spelling of every value.
//!
//! Reading never changes anything: numbers keep their text, keys their order and duplicates, strings their escapes.
//! Everything is iterative, so no depth of nesting can exhaust the stack, in reading, walking or dropping.
//!
//! ```text
//! bytes ── parse ──▶ Document ── root() ──▶ Value (a cheap handle: kind, span, members, items, pointer)
//!            │
//!            └─────▶ Fault (what, byte offset, line:column, a sentence)
//! ```

mod document;
mod fault;
mod find;
mod number;
mod parse;
mod place;
mod policy;
mod print;
mod rows;
mod string;
mod writer;

pub use document::{Document, Duplicate, Items, Kind, Member, Members, Value};
pub use fault::{Fault, FaultKind};
pub use find::find;
pub use number::Number;
pub use parse::{Limits, parse, parse_partial, parse_shared, parse_text};
pub use place::{LineIndex, Place};
pub use policy::{NumberNotes, check_numbers};
pub use print::{compact, pretty};
pub use rows::{Row, Rows};
pub use string::{escape_controls, escape_into, quote};
pub use writer::Writer;
