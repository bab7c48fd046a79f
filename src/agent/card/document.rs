//! What a card says: in the form of 1.0, of 0.3, or of both at once, as servers of both generations write it.

use serde_json::{Value, json};

use crate::agent::address::{ADDRESSES, Address, ExtendedCard, Interface};
use crate::agent::protocol::Protocol;
use crate::agent::scenarios;
use crate::agent::structured::Offer;
use crate::kedi::{ARTIFACT_NAME, SCHEMA_DIALECT};

/// The card of an address, seen from `base` (with a final slash).
pub(super) fn card(base: &str, address: &Address) -> Value {
    let own = address.interface == Interface::Own;
    let new = !own || address.speaks.iter().any(|protocol| protocol.is_v10());
    let old = own && address.speaks.iter().any(|protocol| !protocol.is_v10());
    let mut card = json!({
        "name": "Recipe Agent",
        "description": "Plans a meal and answers in the shape you ask for. It is part of catseye: each skill shows one \
            way an agent can answer, or fail to.",
        "version": env!("CARGO_PKG_VERSION"),
    });
    if new {
        card["supportedInterfaces"] = interfaces(base, address);
    }
    if old {
        // The Python SDK 1.x writes `0.3` beside the members of 1.0; cards of 0.3 alone say all three numbers.
        card["protocolVersion"] = json!(if new { "0.3" } else { "0.3.0" });
        old_interfaces(&mut card, base, address);
        card["supportsAuthenticatedExtendedCard"] = json!(address.extended_card != ExtendedCard::None);
    }
    if address.interface == Interface::Unversioned && address.speaks.contains(&Protocol::JsonRpc10) {
        // What the Python SDK 1.x publishes for an interface whose version was forgotten; the endpoint speaks 1.0.
        card["protocolVersion"] = json!("0.3");
        card["url"] = json!(place(base, address, Protocol::JsonRpc10));
        card["preferredTransport"] = json!("JSONRPC");
    }
    card["capabilities"] = capabilities(address, new);
    if address.extended_card != ExtendedCard::None {
        card["securitySchemes"] = json!({ "bearer": scheme(new, old) });
    }
    card["defaultInputModes"] = json!(["text/plain"]);
    card["defaultOutputModes"] = json!(["text/plain", "application/json"]);
    card["skills"] = skills(base);
    card
}

/// Where a protocol is spoken: HTTP+JSON appends its paths to an address without a final slash.
fn place(base: &str, address: &Address, protocol: Protocol) -> String {
    let own = match address.name {
        "" => base.to_owned(),
        name => format!("{base}{name}/"),
    };
    if protocol.is_rpc() { own } else { own.trim_end_matches('/').to_owned() }
}

fn interfaces(base: &str, address: &Address) -> Value {
    let own = place(base, address, Protocol::JsonRpc10);
    let one = |url: String, binding: &str, version: &str| json!([{ "url": url, "protocolBinding": binding, "protocolVersion": version }]);
    match address.interface {
        Interface::Own | Interface::Unversioned => {}
        Interface::None => return json!([]),
        Interface::Grpc => return one("127.0.0.1:50051".to_owned(), "GRPC", "1.0"),
        Interface::Version2 => return one(own, "JSONRPC", "2.0"),
        Interface::OtherOrigin => return one(other_origin(&own), "JSONRPC", "1.0"),
        Interface::Https => return one(own.replacen("http://", "https://", 1), "JSONRPC", "1.0"),
        Interface::Closed => return one("http://127.0.0.1:1/".to_owned(), "JSONRPC", "1.0"),
    }
    let spoken = address.speaks.iter().map(|protocol| {
        let mut interface = json!({ "url": place(base, address, *protocol), "protocolBinding": protocol.binding() });
        if let Some(tenant) = address.tenant {
            interface["tenant"] = json!(tenant);
        }
        if address.interface == Interface::Own {
            interface["protocolVersion"] = json!(protocol.version());
        }
        interface
    });
    spoken.collect()
}

/// The members of 0.3: the preferred interface, and all of them once more.
fn old_interfaces(card: &mut Value, base: &str, address: &Address) {
    let mut spoken = address.speaks.iter().filter(|protocol| !protocol.is_v10()).peekable();
    if let Some(first) = spoken.peek() {
        card["url"] = json!(place(base, address, **first));
        card["preferredTransport"] = json!(first.binding());
    }
    let all = spoken.map(|protocol| json!({ "url": place(base, address, *protocol), "transport": protocol.binding() }));
    card["additionalInterfaces"] = all.collect();
}

fn capabilities(address: &Address, new: bool) -> Value {
    let mut capabilities = json!({ "streaming": address.streaming, "pushNotifications": address.push });
    if new && address.extended_card != ExtendedCard::None {
        capabilities["extendedAgentCard"] = json!(true);
    }
    if address.offer.advertised {
        capabilities["extensions"] = json!([extension(&address.offer)]);
    }
    capabilities
}

/// How to say who one is, in the forms of both generations: one object holds both when the card does.
fn scheme(new: bool, old: bool) -> Value {
    let mut scheme = json!({});
    if new {
        scheme["httpAuthSecurityScheme"] = json!({ "scheme": "Bearer", "description": "The token is: demo" });
    }
    if old {
        scheme["type"] = json!("http");
        scheme["scheme"] = json!("Bearer");
        scheme["description"] = json!("The token is: demo");
    }
    scheme
}

/// The same place under this machine's other name.
fn other_origin(url: &str) -> String {
    match url.contains("//localhost") {
        true => url.replacen("//localhost", "//127.0.0.1", 1),
        false => url.replacen("//127.0.0.1", "//localhost", 1),
    }
}

/// The declaration, with exactly the seed's seven parameters.
fn extension(offer: &Offer) -> Value {
    let mut extension = json!({
        "uri": offer.uri,
        "description": "Answers with a JSON document that is valid against the schema you send",
    });
    if offer.params {
        let encodings: Vec<&str> = offer.encodings.iter().map(|encoding| encoding.word()).collect();
        extension["params"] = json!({
            "version": offer.version,
            "mode": if offer.fixed { "fixed" } else { "request-schema" },
            "schemaDialect": SCHEMA_DIALECT,
            "maxSchemaBytes": offer.max_schema_bytes,
            "resultArtifactName": ARTIFACT_NAME,
            "schemaEncodings": encodings,
            "resultEncodings": encodings,
        });
    }
    extension
}

/// The good path, the tour, the failures, and the addresses.
fn skills(base: &str) -> Value {
    let chosen_by_text = scenarios::SCENARIOS.iter().map(|scenario| {
        json!({
            "id": scenario.id,
            "name": scenario.name,
            "description": scenario.summary,
            "tags": [scenario.group.tag()],
            "examples": scenario.texts,
        })
    });
    let at_an_address = ADDRESSES.iter().map(|address| {
        json!({
            "id": address.name,
            "name": address.title,
            "description": address.summary,
            "tags": ["address", address.ends],
            "examples": [format!("{base}{}/", address.name)],
        })
    });
    chosen_by_text.chain(at_an_address).collect()
}
