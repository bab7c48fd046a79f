//! The whole program, as a person or a script starts it: arguments in, bytes and exit status out.

mod card;
mod check;
mod classes;
mod embedded;
mod generations;
mod output;
mod probe;
pub(crate) mod program;
mod scripted;
mod signals;
mod stream;
mod usage;
