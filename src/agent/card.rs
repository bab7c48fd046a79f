//! The agent's card, at each address (A2A 1.0 §4.4, §8).

mod document;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use serde_json::{Value, json};

use super::address::{Address, CardAnswer};
use super::connection::Connection;
use super::kitchen::Kitchen;
use super::reply;
use document::card;

/// How long a card may be kept without asking again (A2A 1.0 §8.6).
const FRESH: &str = "public, max-age=60";

/// Answers a request for the card of an address.
pub(super) async fn answer(
    kitchen: &Kitchen,
    address: &Address,
    connection: &Connection,
    headers: &HeaderMap,
) -> Response {
    let base = base_for(kitchen, headers);
    let card = || cached(card(&base, address).to_string(), headers);
    match &address.card {
        CardAnswer::Card => card(),
        CardAnswer::Locked if authorized(headers) => card(),
        CardAnswer::Locked => reply::locked(),
        CardAnswer::Body { status, content_type, body } => reply::body(*status, content_type, *body),
        CardAnswer::Huge => reply::body(200, JSON, huge(&base, address).to_string()),
        CardAnswer::Cut => reply::broken(JSON, "{\"name\": \"Recipe Agent\", \"description\": \"Plans"),
        CardAnswer::Never => std::future::pending().await,
        CardAnswer::HangUp => {
            connection.break_off();
            Response::new(Body::empty())
        }
    }
}

const JSON: &str = "application/json";

/// The card for those who say who they are: one skill more.
pub(super) fn extended(kitchen: &Kitchen, address: &Address, headers: &HeaderMap) -> Value {
    let mut card = card(&base_for(kitchen, headers), address);
    card["name"] = json!("Recipe Agent (extended)");
    if let Some(skills) = card["skills"].as_array_mut() {
        skills.insert(
            0,
            json!({
                "id": "regulars-table",
                "name": "regulars' table",
                "description": "what only regulars are told of: it is the same dinner",
                "tags": ["recipe"],
                "examples": ["Plan a dinner for four, as always."],
            }),
        );
    }
    card
}

/// Whether the request says who it is from.
pub(super) fn authorized(headers: &HeaderMap) -> bool {
    headers.get("authorization").is_some_and(|value| value == "Bearer demo")
}

/// The body, or 304 for those who have it.
fn cached(body: String, headers: &HeaderMap) -> Response {
    let digest = ring::digest::digest(&ring::digest::SHA256, body.as_bytes());
    let hex: String = digest.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
    let opaque = format!("\"{hex}\"");
    let known = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let mut known = known.flat_map(|list| list.split(',')).map(|tag| tag.trim());
    let unchanged = known.any(|tag| tag == "*" || tag.trim_start_matches("W/") == opaque);
    let mut response = match unchanged {
        true => {
            let mut response = Response::new(Body::empty());
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            response
        }
        false => reply::body(200, JSON, body),
    };
    if let Ok(tag) = HeaderValue::from_str(&format!("W/{opaque}")) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    reply::with_header(response, "cache-control", FRESH)
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
