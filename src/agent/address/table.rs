//! All addresses, as data.

use super::{Address, CardAnswer, ExtendedCard, Interface};
use crate::agent::protocol::Protocol;
use crate::agent::structured::{FULL_OFFER, Offer};
use crate::kedi::Encoding;

/// The agent's own address, which the others differ from.
pub(super) const BASE: Address = Address {
    name: "",
    title: "the kitchen",
    summary: "the agent itself",
    ends: "typed",
    card_name: "agent-card.json",
    card: CardAnswer::Card,
    interface: Interface::Own,
    speaks: Protocol::ALL,
    tenant: None,
    bytes_twice: false,
    streaming: true,
    push: true,
    extended_card: ExtendedCard::None,
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

const fn speaking(
    name: &'static str,
    title: &'static str,
    summary: &'static str,
    speaks: &'static [Protocol],
) -> Address {
    Address { name, title, summary, speaks, ..BASE }
}

const fn body(status: u16, content_type: &'static str, body: &'static str) -> CardAnswer {
    CardAnswer::Body { status, content_type, body }
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
    Address {
        name: "no-streaming",
        title: "quiet cook",
        summary: "one answer, no stream, no notifications",
        streaming: false,
        push: false,
        ..BASE
    },
    speaking("rest", "by the hatch", "1.0 over HTTP+JSON only", &[Protocol::HttpJson10]),
    Address {
        extended_card: ExtendedCard::Locked,
        ..speaking("v03", "old kitchen", "0.3 only, both bindings", &[Protocol::JsonRpc03, Protocol::HttpJson03])
    },
    speaking("v03-rest", "old hatch", "0.3 over HTTP+JSON only", &[Protocol::HttpJson03]),
    Address {
        bytes_twice: true,
        ..speaking("v03-rest-twice", "wrapped twice", "0.3 HTTP+JSON, base64 of base64", &[Protocol::HttpJson03])
    },
    Address {
        interface: Interface::Unversioned,
        ..speaking("no-version", "undated menu", "version unsaid; it is 1.0", &[Protocol::JsonRpc10])
    },
    Address {
        interface: Interface::Unversioned,
        ..speaking("no-version-v03", "undated old menu", "version unsaid; it is 0.3", &[Protocol::JsonRpc03])
    },
    Address {
        tenant: Some("blue"),
        ..speaking("tenant", "the blue room", "interfaces for one tenant", &[Protocol::JsonRpc10, Protocol::HttpJson10])
    },
    Address {
        name: "old-path",
        title: "old sign",
        summary: "card only at .well-known/agent.json",
        card_name: "agent.json",
        ..BASE
    },
    Address {
        name: "extended",
        title: "regulars' table",
        summary: "a longer card for Bearer demo",
        extended_card: ExtendedCard::Locked,
        ..BASE
    },
    Address {
        name: "extended-missing",
        title: "empty regulars' table",
        summary: "an extended card declared, none there",
        extended_card: ExtendedCard::Missing,
        ..BASE
    },
];
