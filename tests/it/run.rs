//! The run: from plan and events to ladder, verdict and outcome, with a played agent.

mod before;
mod generations;
mod laws;
pub mod play;
mod result;
mod streams;
mod turn;
