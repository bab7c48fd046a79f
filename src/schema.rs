//! JSON Schema 2020-12: checking a schema before it is sent, validating a value against it, saying why not.

mod finding;

pub use finding::{Finding, Severity, Step};
