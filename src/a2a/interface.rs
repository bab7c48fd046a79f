//! Choosing where to send: which of the card's interfaces, in which generation and binding, and why not the others.

/// A generation of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// A2A 1.0 (ProtoJSON).
    V10,
    /// A2A 0.3 (and 0.2), with `kind`.
    V03,
}

impl Dialect {
    /// `1.0` or `0.3`: the word in flags, in the outcome and in `A2A-Version`.
    pub fn word(self) -> &'static str {
        match self {
            Dialect::V10 => "1.0",
            Dialect::V03 => "0.3",
        }
    }

    /// The other generation.
    pub fn other(self) -> Self {
        match self {
            Dialect::V10 => Dialect::V03,
            Dialect::V03 => Dialect::V10,
        }
    }
}

/// How a generation travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Binding {
    /// JSON-RPC 2.0 over HTTP.
    JsonRpc,
    /// HTTP+JSON, the REST-like form.
    HttpJson,
}

impl Binding {
    /// The word of the specification and of the outcome.
    pub fn word(self) -> &'static str {
        match self {
            Binding::JsonRpc => "JSONRPC",
            Binding::HttpJson => "HTTP+JSON",
        }
    }
}

mod address;
mod choose;

use super::card::Interface;
use super::model::Note;

pub(crate) use address::{Reach, reach};
pub use address::{origin, same_origin};
pub use choose::{choose, instead, spelled};

/// What the person asked for; `None` leaves it to the card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Preferences {
    /// `--url-override`: send there, whatever the card says.
    pub url_override: Option<String>,
    /// `--binding`.
    pub binding: Option<Binding>,
    /// `--dialect`.
    pub dialect: Option<Dialect>,
}

/// Where to send, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The absolute address.
    pub url: String,
    /// The binding.
    pub binding: Binding,
    /// The generation.
    pub dialect: Dialect,
    /// Whether the card or the person says which generation it is; otherwise [`Chosen::dialect`] is a guess, and a run
    /// finds out by asking.
    pub certain: bool,
    /// The value of `A2A-Version`: the dialect's word, or the card's own spelling where an agent insists on it.
    pub version_sent: String,
    /// The tenant that every request must name.
    pub tenant: Option<String>,
    /// The version as the card writes it; `None` when it says none.
    pub version: Option<String>,
    /// Which of [`Choice::considered`] it is; `None` when only `--url-override` gave the address.
    pub index: Option<usize>,
}

impl Chosen {
    /// The same place in this generation.
    pub fn spoken_as(&self, dialect: Dialect) -> Chosen {
        Chosen { dialect, version_sent: dialect.word().to_owned(), ..self.clone() }
    }

    /// Whether a request to either would be the same.
    fn is_same_call(&self, other: &Chosen) -> bool {
        self.url == other.url
            && self.binding == other.binding
            && self.dialect == other.dialect
            && self.tenant == other.tenant
            && self.version_sent == other.version_sent
    }
}

/// One interface of the card, and what catseye makes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Considered {
    /// The interface as the card has it.
    pub interface: Interface,
    /// The absolute address, when the card's can be read.
    pub url: Option<String>,
    /// Whether it could be used.
    pub usable: bool,
    /// Why it is used, could be used or cannot be used; a fragment without a full stop.
    pub reason: String,
}

/// The choice among a card's interfaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Where to send, or the sentence that says why nowhere.
    pub chosen: Result<Chosen, String>,
    /// Every interface of the card in its order.
    pub considered: Vec<Considered>,
    /// What is doubtful about the one that was chosen.
    pub warnings: Vec<Note>,
}
