//! One scenario for every class of failure that a message text can cause.

use crate::agent::scenario::Scenario;

pub(super) static FAILURES: &[Scenario] = &[];
