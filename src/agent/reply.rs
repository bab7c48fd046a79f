//! Answers over HTTP: whole bodies, and bodies that break off.

use std::io;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use futures_util::stream;

/// Before a connection breaks: what was said until then must have left, or the server drops it unsent.
const PARTING: Duration = Duration::from_millis(20);

/// A whole body.
pub(super) fn body(status: u16, content_type: &'static str, body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    response
}

/// One more header.
pub(super) fn with_header(mut response: Response, name: &'static str, value: &'static str) -> Response {
    response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    response
}

/// Nothing is there.
pub(super) fn nowhere() -> Response {
    body(404, "text/plain; charset=utf-8", "Not Found\n")
}

/// Something is there, but for these verbs.
pub(super) fn other_verb(verbs: &'static str) -> Response {
    with_header(body(405, "text/plain; charset=utf-8", "Method Not Allowed\n"), "allow", verbs)
}

/// The refusal of those who do not say who they are.
pub(super) fn locked() -> Response {
    let hint = "{\"error\":\"no credentials\",\"hint\":\"say: Authorization: Bearer demo\"}";
    with_header(body(401, "application/json", hint), "www-authenticate", "Bearer realm=\"kitchen\"")
}

/// A body that promises more than comes: the connection breaks inside it.
pub(super) fn broken(content_type: &'static str, begun: &'static str) -> Response {
    let pieces = stream::unfold(Some(begun), async |begun: Option<&'static str>| match begun {
        Some(begun) => Some((Ok(Bytes::from_static(begun.as_bytes())), None)),
        None => Some((Err(parting().await), None)),
    });
    body(200, content_type, Body::from_stream(pieces))
}

/// The error that makes the server break a connection off, once what was said has left.
pub(super) async fn parting() -> io::Error {
    tokio::time::sleep(PARTING).await;
    io::ErrorKind::BrokenPipe.into()
}
