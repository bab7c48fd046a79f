//! Finding the card: from what was typed to addresses to try, and from a body to what it is.

mod candidates;
mod judge;

use url::Url;

use crate::run::event::{Attempt, AttemptResult};

pub use candidates::{UrlFault, candidates};
pub use judge::{EXCERPT, Judged, excerpt, judge, what_is};

/// Whether the next address is worth a try after these attempts.
///
/// The same base is tried under both names. Another base (the origin instead of the typed path) is tried only when the
/// typed one has nothing at all: a login page, a refusal or an error there is the answer, and a card elsewhere on the
/// host would be another agent's. After no answer at all nothing more is tried: it is the same host.
pub fn is_worth_trying(next: &Url, before: &[Attempt]) -> bool {
    let no_answer = |a: &Attempt| matches!(a.result, AttemptResult::Fault(_));
    let nothing_here = |a: &Attempt| matches!(a.status, Some(404 | 405 | 410));
    let is_well_known = |url: &str| url.contains("/.well-known/");
    if before.iter().any(no_answer) {
        return false;
    }
    let same_base =
        |a: &Attempt| is_well_known(next.as_str()) && candidates::base(&a.url) == candidates::base(next.as_str());
    before.iter().all(|a| same_base(a) || nothing_here(a) || !is_well_known(&a.url))
}
