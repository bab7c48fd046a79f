//! Probing: what an agent does against what it claims, one small check at a time.
//!
//! A fixed script of requests is made, one after the other; each answer is kept under the request's name. Checks are
//! functions over what was seen: they ask for nothing themselves, so that one answer serves several and every check can be
//! tried on bytes. Requests are harmless: they name tasks that cannot exist, or are broken on purpose. Those that cost the
//! agent work are made only when the person says so.
//!
//! ```text
//! Target ── script ──▶ Asking ── (network) ──▶ Exchange ──▶ Seen ── checks ──▶ Judged
//! ```
//!
//! Check ids are those of the A2A TCK (`1.0-dev`) where it has the same requirement; the others are catseye's own words.

mod checks;
mod script;
mod seen;

use crate::a2a::card::Card;
use crate::a2a::interface::Chosen;
use crate::a2a::request::Request;

pub use checks::{CHECKS, judge};
pub use script::{generation_of, next, which_generation};
pub use seen::{Answer, Exchange, Seen};

/// The agent that is probed, and what was given to probe it with.
#[derive(Clone, Debug)]
pub struct Target {
    /// Its card.
    pub card: Card,
    /// Where the card was found.
    pub card_url: String,
    /// The interface that is used.
    pub chosen: Chosen,
    /// The other interfaces of the card that could be used.
    pub others: Vec<Chosen>,
    /// The id of a task that cannot exist: a new UUID v4.
    pub unknown_task: String,
    /// Ids for messages, new UUID v4s: one for each message that may be sent.
    pub message_ids: [String; 3],
    /// Whether credentials go along.
    pub credentials_given: bool,
    /// Whether requests that cost the agent work may be made.
    pub prompt: bool,
}

/// A request of the script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asking {
    /// Its name, by which checks find the answer.
    pub name: &'static str,
    /// What is sent.
    pub request: Request,
    /// Whether a stream is asked for.
    pub streams: bool,
}

/// How much a check weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// The specification says MUST: what does not hold is an error.
    Must,
    /// It says SHOULD: a warning.
    Should,
    /// It says MAY, or says nothing: a remark.
    May,
}

impl Level {
    /// `must`, `should`, `may`.
    pub fn word(self) -> &'static str {
        match self {
            Level::Must => "must",
            Level::Should => "should",
            Level::May => "may",
        }
    }
}

/// One check.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// The TCK's id (`CORE-GET-002`), or a word of our own.
    pub id: &'static str,
    /// How much it weighs.
    pub level: Level,
    /// What should hold, one sentence without a full stop.
    pub title: &'static str,
    /// The requests of the script whose answers are looked at.
    pub looks_at: &'static [&'static str],
    judge: fn(&Target, &Seen) -> Judged,
}

/// What came of a check. The words are a sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judged {
    /// It holds.
    Holds(String),
    /// It does not.
    Fails(String),
    /// It does not apply, or nobody can tell.
    Skipped(String),
}
