//! What outside checks rely on, said once.

/// The ids of the ladder's steps, in order.
pub const LADDER: [&str; 17] = [
    "card",
    "interface",
    "extension",
    "schema-json",
    "schema-policy",
    "schema-valid",
    "schema-size",
    "sent",
    "stream",
    "completed",
    "artifact",
    "marked",
    "media-type",
    "bytes",
    "result-size",
    "json",
    "schema",
];

/// The members of the outcome, in order.
pub const OUTCOME: [&str; 13] = [
    "catseye",
    "agent",
    "task",
    "verdict",
    "failure",
    "steps",
    "value",
    "received",
    "text",
    "artifacts",
    "request",
    "warnings",
    "timing",
];
