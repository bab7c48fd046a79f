//! One scenario for every class of failure that a message text can cause; its id is the class. A second way into a class
//! has the class and one more word as its id.

use crate::agent::scenario::Scenario;

mod before;
mod result;
mod turn;

/// In the order of the ladder.
pub(super) fn all() -> impl Iterator<Item = &'static Scenario> {
    before::SENT.iter().chain(turn::STREAM).chain(turn::COMPLETED).chain(result::RESULT)
}
