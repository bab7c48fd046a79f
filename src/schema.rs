//! JSON Schema 2020-12: checking a schema before it is sent, validating a value against it, saying why not.
//!
//! ```text
//! text ── check ──▶ findings with places, counts for the gauge
//! schema ── Validator ──▶ value ── verdict ──▶ valid, or every finding with both places, or undecided
//! ```

mod check;
mod compile;
mod cost;
mod counts;
mod explain;
mod finding;
mod keyword;
mod locate;
mod numbers;
mod policy;
mod reference;
mod sample;
mod shape;
mod strict;
mod unique;
mod validate;
mod walk;
mod words;

pub use check::{Checked, Policy, USUAL_BYTES, check};
pub use counts::Counts;
pub use finding::{Finding, Severity, Step};
pub use keyword::{Applies, KEYWORDS, Keyword, Shape, keyword};
pub use numbers::{LEGACY_DEPTH, legacy_allowed, lossy_findings, non_finite, underflowing};
pub use policy::DIALECT;
pub use sample::sample;
pub use validate::{LISTED, Options, Validator};
pub use walk::{Child, Walk, children};
