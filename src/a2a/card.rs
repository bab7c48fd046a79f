//! The agent card: one model for A2A 0.2, 0.3, 1.0 and hybrids, that keeps what it did not understand.
//!
//! Reading never fails for a wrong member: it becomes a finding with its JSON pointer, and the rest stays usable.

mod field;
mod lint;
mod parse;
mod security;

use crate::json::Place;
use crate::schema::Severity;

use super::model::RawJson;

pub(crate) use parse::looks_like_a_card;
pub use parse::{missing, parse};
pub use security::{Requirement, Scheme, SchemeKind};

/// An agent card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Card {
    /// Which generation of cards this looks like.
    pub generation: Generation,
    /// The agent's name.
    pub name: Option<String>,
    /// What it does.
    pub description: Option<String>,
    /// The agent's own version.
    pub version: Option<String>,
    /// Who runs it.
    pub provider: Option<Provider>,
    /// Where its documentation is.
    pub documentation_url: Option<String>,
    /// Its icon. Never fetched.
    pub icon_url: Option<String>,
    /// Where it can be reached, in the agent's order of preference, equal entries once.
    pub interfaces: Vec<Interface>,
    /// What it can do.
    pub capabilities: Capabilities,
    /// Extensions it declares.
    pub extensions: Vec<Extension>,
    /// Its skills.
    pub skills: Vec<Skill>,
    /// Media types it takes unless a skill says otherwise.
    pub input_modes: Vec<String>,
    /// Media types it gives unless a skill says otherwise.
    pub output_modes: Vec<String>,
    /// The security schemes it knows, by name.
    pub schemes: Vec<Scheme>,
    /// Which of them are asked for: one of these is enough, all within one are needed.
    pub security: Vec<Requirement>,
    /// How many signatures it carries.
    pub signatures: usize,
    /// What is wrong or odd, in document order, at most [`FINDINGS`] of them.
    pub findings: Vec<Finding>,
    /// How many findings there were beyond those.
    pub more_findings: usize,
    /// JSON pointers of members that nobody here understands, at most [`FINDINGS`] of them.
    pub ignored: Vec<String>,
}

/// How many findings and how many ignored members a card keeps.
pub const FINDINGS: usize = 500;

/// A generation of cards, told by shape and not by a version string.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Generation {
    /// Neither addresses nor versions to tell it by.
    #[default]
    Unknown,
    /// `url` alone, as before 0.3.
    V02,
    /// `url` with `preferredTransport`, `additionalInterfaces` or a version.
    V03,
    /// `supportedInterfaces`.
    V10,
    /// `supportedInterfaces` and the 0.3 members beside it, as servers of both generations write it.
    Hybrid,
}

impl Generation {
    /// The badge: `1.0 and 0.3`.
    pub fn word(self) -> &'static str {
        match self {
            Generation::Unknown => "unknown",
            Generation::V02 => "0.2",
            Generation::V03 => "0.3",
            Generation::V10 => "1.0",
            Generation::Hybrid => "1.0 and 0.3",
        }
    }
}

/// Who runs an agent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provider {
    /// The organization.
    pub organization: Option<String>,
    /// Its address.
    pub url: Option<String>,
}

/// One address of an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interface {
    /// The address as written; it may be relative.
    pub url: String,
    /// The binding as written (`JSONRPC`, `HTTP+JSON`, `GRPC`, a URI); `JSONRPC` when a 0.3 card says nothing.
    pub binding: Option<String>,
    /// The protocol version as written, or the card's own where 0.3 gives one for all.
    pub version: Option<String>,
    /// The tenant that every request must name.
    pub tenant: Option<String>,
    /// Where it stands in the card, as JSON pointer.
    pub pointer: String,
}

/// What an agent says it can do. `None` means that it says nothing, which counts as no.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Capabilities {
    /// Whether it streams.
    pub streaming: Option<bool>,
    /// Whether it calls a webhook.
    pub push_notifications: Option<bool>,
    /// Whether it has an extended card (0.3: `supportsAuthenticatedExtendedCard`).
    pub extended_card: Option<bool>,
}

/// A protocol extension that an agent declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extension {
    /// Its URI, as written.
    pub uri: String,
    /// What it is for.
    pub description: Option<String>,
    /// Whether the agent insists on it.
    pub required: bool,
    /// Its parameters as JSON text. Numbers come by value: servers on protobuf write 1 as `1.0`.
    pub params: Option<RawJson>,
    /// Where it stands in the card, as JSON pointer.
    pub pointer: String,
}

/// A skill.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Skill {
    /// Its id.
    pub id: Option<String>,
    /// Its name.
    pub name: Option<String>,
    /// What it does.
    pub description: Option<String>,
    /// Words to find it by.
    pub tags: Vec<String>,
    /// What one may say to it.
    pub examples: Vec<String>,
    /// Media types it takes; empty means the card's.
    pub input_modes: Vec<String>,
    /// Media types it gives; empty means the card's.
    pub output_modes: Vec<String>,
    /// What it asks for beyond the card.
    pub security: Vec<Requirement>,
}

/// One thing that is wrong or noteworthy in a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// A stable word: `card-missing`.
    pub rule: &'static str,
    /// How bad it is: an error breaks the specification, a warning breaks some clients.
    pub severity: Severity,
    /// One sentence for people, without a full stop.
    pub message: String,
    /// JSON pointer of the place.
    pub pointer: String,
    /// The place as line and column.
    pub place: Option<Place>,
    /// What to do, one sentence without a full stop.
    pub fix: Option<String>,
}

/// Why a JSON value is no agent card: one sentence without a full stop, and where a card was seen instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{sentence}")]
pub struct NotACard {
    /// `this is not an agent card: name, skills … are missing`.
    pub sentence: String,
    /// What to try.
    pub hint: Option<String>,
}

impl Card {
    /// What the agent asks for, in words: `(oauth and mtls) or basic`, `nothing is declared`.
    pub fn security_words(&self) -> String {
        security::words(&self.security)
    }

    /// Whether the agent says that it streams. Absent is no.
    pub fn streams(&self) -> bool {
        self.capabilities.streaming == Some(true)
    }

    /// The first scheme with this name.
    pub fn scheme(&self, name: &str) -> Option<&Scheme> {
        self.schemes.iter().find(|s| s.name == name)
    }

    /// Extensions that the agent insists on.
    pub fn required_extensions(&self) -> impl Iterator<Item = &Extension> {
        self.extensions.iter().filter(|e| e.required)
    }
}
