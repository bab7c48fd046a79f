//! The agent's card, at each address (A2A 1.0 §4.4, §8).

use axum::body::Body;
use axum::http::HeaderMap;
use axum::response::Response;
use serde_json::{Value, json};

use super::address::{ADDRESSES, Address, CardAnswer, Interface};
use super::connection::Connection;
use super::operation::Kitchen;
use super::reply;
use super::scenarios;
use super::structured::Offer;
use crate::kedi::{ARTIFACT_NAME, SCHEMA_DIALECT};

/// Answers a request for the card of an address.
pub(super) async fn answer(
    kitchen: &Kitchen,
    address: &Address,
    connection: &Connection,
    headers: &HeaderMap,
) -> Response {
    let base = base_for(kitchen, headers);
    let card = || reply::json(card(&base, address).to_string());
    match &address.card {
        CardAnswer::Card => card(),
        CardAnswer::Locked if authorized(headers) => card(),
        CardAnswer::Locked => {
            let body = "{\"error\":\"no credentials\",\"hint\":\"say: Authorization: Bearer demo\"}";
            let response = reply::body(401, "application/json", body);
            reply::with_header(response, "www-authenticate", "Bearer realm=\"kitchen\"")
        }
        CardAnswer::Body { status, content_type, body } => reply::body(*status, content_type, *body),
        CardAnswer::Huge => reply::json(huge(&base, address).to_string()),
        CardAnswer::Cut => reply::broken("application/json", "{\"name\": \"Recipe Agent\", \"description\": \"Plans"),
        CardAnswer::Never => std::future::pending().await,
        CardAnswer::HangUp => {
            connection.break_off();
            Response::new(Body::empty())
        }
    }
}

fn authorized(headers: &HeaderMap) -> bool {
    headers.get("authorization").is_some_and(|value| value == "Bearer demo")
}

/// The address the client used: behind a port mapping or under another name of this machine the card still fits.
fn base_for(kitchen: &Kitchen, headers: &HeaderMap) -> String {
    let host = headers.get("host").and_then(|host| host.to_str().ok()).filter(|host| {
        !host.is_empty() && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte))
    });
    match host {
        Some(host) => format!("http://{host}/"),
        None => kitchen.base_url.clone(),
    }
}

/// The card of an address, seen from `base` (with a final slash).
fn card(base: &str, address: &Address) -> Value {
    let mut capabilities = json!({ "streaming": address.streaming, "pushNotifications": false });
    if address.offer.advertised {
        capabilities["extensions"] = json!([extension(&address.offer)]);
    }
    json!({
        "name": "Recipe Agent",
        "description": "Plans a meal and answers in the shape you ask for. It is part of catseye: each skill shows one \
            way an agent can answer, or fail to.",
        "version": env!("CARGO_PKG_VERSION"),
        "supportedInterfaces": interfaces(base, address),
        "capabilities": capabilities,
        "defaultInputModes": ["text/plain"],
        "defaultOutputModes": ["text/plain", "application/json"],
        "skills": skills(base),
    })
}

fn interfaces(base: &str, address: &Address) -> Value {
    let own = match address.name {
        "" => base.to_owned(),
        name => format!("{base}{name}/"),
    };
    let (url, binding, version) = match address.interface {
        Interface::Own => (own, "JSONRPC", "1.0"),
        Interface::None => return json!([]),
        Interface::Grpc => ("127.0.0.1:50051".to_owned(), "GRPC", "1.0"),
        Interface::Version2 => (own, "JSONRPC", "2.0"),
        Interface::OtherOrigin => (other_origin(&own), "JSONRPC", "1.0"),
        Interface::Https => (own.replacen("http://", "https://", 1), "JSONRPC", "1.0"),
        Interface::Closed => ("http://127.0.0.1:1/".to_owned(), "JSONRPC", "1.0"),
    };
    json!([{ "url": url, "protocolBinding": binding, "protocolVersion": version }])
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

/// The card with so many skills that it passes a mebibyte.
fn huge(base: &str, address: &Address) -> Value {
    let mut card = card(base, address);
    let dishes = (1..=6000).map(|number| {
        json!({
            "id": format!("dish-{number}"),
            "name": format!("dish number {number}"),
            "description": "One of the many dishes of a menu that nobody has ever read to its end, and nobody will, because \
                there is always one more dish on the page after it.",
            "tags": ["menu"],
        })
    });
    card["skills"] = dishes.collect();
    card
}
