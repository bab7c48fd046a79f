//! Lossless JSON: a text and a tape over it that knows the exact place and spelling of every value.
//!
//! Reading never changes anything: numbers keep their text, keys their order and duplicates, strings their escapes.
//! Everything is iterative, so no depth of nesting can exhaust the stack, in reading, walking or dropping.
//!
//! ```text
//! bytes ── parse ──▶ Document ── root() ──▶ Value (a cheap handle: kind, span, members, items, pointer)
//!            │          │
//!            │          ├── Rows (the visible rows of its tree)   find (search)
//!            │          └── compact, pretty (printed again)
//!            └─────▶ Fault (what, byte offset, line:column, a sentence), with parse_partial also what came before it
//! ```

mod document;
mod fault;
mod find;
mod number;
mod parse;
mod place;
mod pointer;
mod print;
mod rows;
mod string;
mod tape;
mod value;
mod writer;

pub use document::{Document, Duplicate, Kind};
pub use fault::{Fault, FaultKind};
pub use find::{find, find_back};
pub use number::Number;
pub use parse::{Limits, parse, parse_owned, parse_partial, parse_shared, parse_text};
pub use place::{LineIndex, Place};
pub use pointer::pointer_token;
pub use print::{compact, pretty};
pub use rows::{Row, Rows};
pub use string::{escape_controls, escape_into, quote};
pub use value::{Items, Member, Members, Value};
pub use writer::Writer;
