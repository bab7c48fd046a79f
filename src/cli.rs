//! The command line: its words, and how results are written for people and programs. Doing is `runtime`'s part.

pub mod arguments;
pub mod check;
pub mod findings;
pub mod value;

mod excerpt;
mod ink;
mod safe;
mod usage;

pub use excerpt::excerpt;
pub use ink::{Ink, Role};
pub use safe::safe_json;
pub use usage::{Asked, Usage, parse};
