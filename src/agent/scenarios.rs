//! The scenarios a message text chooses: the good path, the tour, and one for every class of failure.

mod failures;
mod good;
mod tour;

use std::sync::LazyLock;

use super::scenario::Scenario;

/// All scenarios, in the order of the card's skills.
pub static SCENARIOS: LazyLock<Vec<&'static Scenario>> =
    LazyLock::new(|| [&good::GOOD].into_iter().chain(tour::TOUR).chain(failures::all()).collect());

/// The scenario that a message chooses; the good path when none does.
pub(super) fn chosen_by(text: &str) -> &'static Scenario {
    let text = text.trim().to_lowercase();
    let chosen = SCENARIOS.iter().find(|scenario| scenario.texts.iter().any(|known| known.to_lowercase() == text));
    chosen.copied().unwrap_or(&good::GOOD)
}
