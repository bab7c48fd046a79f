//! What is decided before a message: each such thing has an address below the agent's own, with a card of its own.

mod table;

use super::protocol::Protocol;
use super::structured::Offer;

pub use table::ADDRESSES;

/// An address and what one finds there.
#[derive(Debug)]
pub struct Address {
    /// Its path segment; empty is the agent's own address.
    pub name: &'static str,
    /// What a person calls it.
    pub title: &'static str,
    /// A few words: what happens there.
    pub summary: &'static str,
    /// The class a structured run ends in; `typed` when it succeeds.
    pub ends: &'static str,
    /// The card's name below `.well-known/`.
    pub card_name: &'static str,
    /// How a request for the card is met.
    pub card: CardAnswer,
    /// Which interfaces the card names.
    pub interface: Interface,
    /// What is spoken here, in the order of preference.
    pub speaks: &'static [Protocol],
    /// The tenant that the interfaces are for, when they are for one only.
    pub tenant: Option<&'static str>,
    /// Whether bytes are base64 of base64 over 0.3's HTTP+JSON, as the SDKs for Python and Go have it.
    pub bytes_twice: bool,
    /// Whether the agent streams, and says so.
    pub streaming: bool,
    /// Whether the agent posts push notifications, and says so.
    pub push: bool,
    /// Whether there is a card for those who say who they are.
    pub extended_card: ExtendedCard,
    /// What the card offers of the extension.
    pub offer: Offer,
}

/// How a request for the card is met.
#[derive(Debug)]
pub enum CardAnswer {
    /// With the card.
    Card,
    /// With the card for those who say `Authorization: Bearer demo`, else with 401 and a challenge.
    Locked,
    /// With this.
    Body {
        /// The HTTP status.
        status: u16,
        /// The body's type.
        content_type: &'static str,
        /// The body.
        body: &'static str,
    },
    /// With a card of more than a mebibyte.
    Huge,
    /// With half a card, and then the connection breaks.
    Cut,
    /// With nothing, for as long as the client stays.
    Never,
    /// With a closed connection.
    HangUp,
}

/// Whether there is a card for those who say who they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExtendedCard {
    /// No, and the public card does not say so.
    None,
    /// No, although the public card says so.
    Missing,
    /// Yes, for those who say `Authorization: Bearer demo`.
    Locked,
}

/// Which interfaces a card names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interface {
    /// The address itself, with all that is spoken there.
    Own,
    /// The address itself, but in which version is not said.
    Unversioned,
    /// None at all.
    None,
    /// Only one of a binding that catseye does not speak.
    Grpc,
    /// The address itself, in a version that does not exist.
    Version2,
    /// This machine under its other name: another origin, the same agent.
    OtherOrigin,
    /// The address itself, with `https`, where no TLS is spoken.
    Https,
    /// A port where nobody listens.
    Closed,
}

/// The agent's own address.
pub fn base() -> &'static Address {
    static ADDRESS: Address = table::BASE;
    &ADDRESS
}

/// The address with this name.
pub(super) fn named(name: &str) -> Option<&'static Address> {
    ADDRESSES.iter().find(|address| address.name == name)
}
