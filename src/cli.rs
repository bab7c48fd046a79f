//! The command line: its words, and how results are written for people and programs. Doing is `runtime`'s part.

pub mod arguments;
pub mod card;
pub mod check;
pub mod ending;
pub mod findings;
pub mod probe;
pub mod progress;
pub mod value;

mod excerpt;
mod ink;
mod usage;

pub use excerpt::excerpt;
pub use ink::{Ink, Role};
pub use usage::{Asked, Usage, parse};
