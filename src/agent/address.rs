//! What goes wrong before a message: each has an address below the agent's own, with a card of its own.

use super::structured::{FULL_OFFER, Offer};
use crate::kedi::Encoding;

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
    /// How a request for the card is met.
    pub card: CardAnswer,
    /// Which interface the card names.
    pub interface: Interface,
    /// Whether the card declares streaming.
    pub streaming: bool,
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

/// Which interface a card names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interface {
    /// The address itself, A2A 1.0 over JSON-RPC.
    Own,
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

const BASE: Address = Address {
    name: "",
    title: "the kitchen",
    summary: "the agent itself",
    ends: "typed",
    card: CardAnswer::Card,
    interface: Interface::Own,
    streaming: true,
    offer: FULL_OFFER,
};

const fn card_answer(
    name: &'static str,
    title: &'static str,
    summary: &'static str,
    ends: &'static str,
    card: CardAnswer,
) -> Address {
    Address { name, title, summary, ends, card, ..BASE }
}

const fn offering(
    name: &'static str,
    title: &'static str,
    summary: &'static str,
    ends: &'static str,
    offer: Offer,
) -> Address {
    Address { name, title, summary, ends, offer, ..BASE }
}

const fn reached_by(
    name: &'static str,
    title: &'static str,
    summary: &'static str,
    ends: &'static str,
    interface: Interface,
) -> Address {
    Address { name, title, summary, ends, interface, ..BASE }
}

const fn body(status: u16, content_type: &'static str, body: &'static str) -> CardAnswer {
    CardAnswer::Body { status, content_type, body }
}

/// The agent's own address.
pub fn base() -> &'static Address {
    static ADDRESS: Address = BASE;
    &ADDRESS
}

/// The address a request's path begins with; `None` when there is no such.
pub(super) fn of_path(path: &str) -> Option<&'static Address> {
    match path.trim_start_matches('/').split('/').next().unwrap_or_default() {
        "" | ".well-known" => Some(base()),
        name => ADDRESSES.iter().find(|address| address.name == name),
    }
}

/// All addresses but the agent's own, in the order of the ladder.
pub static ADDRESSES: &[Address] = &[
    card_answer("card-401", "locked door", "card asks for credentials", "unauthorized", CardAnswer::Locked),
    card_answer(
        "card-403",
        "not on the list",
        "card is forbidden",
        "unauthorized",
        body(403, "text/html", "<!doctype html><title>403 Forbidden</title><h1>Members only</h1>"),
    ),
    card_answer(
        "card-500",
        "kitchen fire",
        "card fails with 500",
        "http-status",
        body(500, "text/plain", "Traceback: the oven is on fire"),
    ),
    card_answer(
        "card-html",
        "login page",
        "a web page, no card",
        "not-an-agent",
        body(
            200,
            "text/html; charset=utf-8",
            "<!doctype html>\n<html><head><title>Sign in to Kitchen Cloud</title></head><body><form>…</form></body></html>\n",
        ),
    ),
    card_answer("card-empty", "blank menu", "card is {}", "not-an-agent", body(200, "application/json", "{}")),
    card_answer(
        "card-comment",
        "scribbled menu",
        "card begins with a comment",
        "not-an-agent",
        body(200, "application/json", "// the menu of the day\n{\"name\": \"Recipe Agent\"}\n"),
    ),
    card_answer("card-huge", "endless menu", "card above 1 MiB", "not-an-agent", CardAnswer::Huge),
    card_answer("card-cut", "torn menu", "card breaks off", "unreachable", CardAnswer::Cut),
    card_answer("card-closed", "nobody home", "connection closes", "unreachable", CardAnswer::HangUp),
    card_answer("slow-card", "slow waiter", "card never comes", "timeout", CardAnswer::Never),
    card_answer(
        "not-an-agent",
        "wrong house",
        "JSON, but of something else",
        "not-an-agent",
        body(
            200,
            "application/json",
            "{\"openapi\": \"3.1.0\", \"info\": {\"title\": \"Laundry\", \"version\": \"2\"}, \"paths\": {}}",
        ),
    ),
    reached_by("no-interface", "no door", "card names no interface", "no-usable-interface", Interface::None),
    reached_by("grpc-only", "back door only", "only gRPC", "no-usable-interface", Interface::Grpc),
    reached_by("version-2", "future kitchen", "only A2A 2.0", "no-usable-interface", Interface::Version2),
    reached_by("other-origin", "next door", "interface on another origin", "other-origin", Interface::OtherOrigin),
    reached_by("tls", "false lock", "https where none is spoken", "tls", Interface::Https),
    reached_by("closed-port", "bricked up", "interface where nobody listens", "unreachable", Interface::Closed),
    offering(
        "no-extension",
        "plain cook",
        "extension not advertised",
        "extension-not-advertised",
        Offer { advertised: false, ..FULL_OFFER },
    ),
    offering(
        "extension-slash",
        "almost",
        "URI without its last slash",
        "extension-not-advertised",
        Offer { uri: "https://docs.kedi-lang.org/a2a/extensions/structured-output/v1", ..FULL_OFFER },
    ),
    offering(
        "extension-v2",
        "new recipe book",
        "extension version 2",
        "extension-unsupported",
        Offer { version: 2, ..FULL_OFFER },
    ),
    offering(
        "extension-bare",
        "unsaid",
        "extension without parameters",
        "extension-unsupported",
        Offer { params: false, ..FULL_OFFER },
    ),
    offering(
        "tiny-limit",
        "short order",
        "schemas of 64 bytes at most",
        "schema-too-large",
        Offer { max_schema_bytes: 64, ..FULL_OFFER },
    ),
    offering(
        "protobuf-only",
        "old scales",
        "only protobuf-value",
        "typed",
        Offer { encodings: &[Encoding::ProtobufValue], ..FULL_OFFER },
    ),
    offering("fixed", "set menu", "answers by its own schema", "typed", Offer { fixed: true, ..FULL_OFFER }),
    Address { name: "no-streaming", title: "quiet cook", summary: "one answer, no stream", streaming: false, ..BASE },
];
