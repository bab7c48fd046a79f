//! The outcome: the JSON that `--format json` prints, as the product page fixes it.

use crate::json::Writer;

use super::state::Run;

/// The outcome of a run as one JSON text without a line feed.
pub fn outcome(run: &Run) -> String {
    let mut out = Writer::new();
    out.object().key("catseye").number(1);
    out.key("verdict").optional(run.verdict().map(|verdict| verdict.word()));
    out.end_object();
    out.finish()
}
