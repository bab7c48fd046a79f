//! Answers over HTTP: JSON bodies, event streams, and bodies that break off.

use std::convert::Infallible;
use std::io;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use futures_util::stream;
use tokio::sync::mpsc;

use super::dialect::v10;
use super::rpc;
use super::task::Emission;
use crate::a2a::model::Update;

/// A comment on a stream that has nothing to say, this often.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
const COMMENT: &str = ": still cooking\n\n";
/// Before a connection breaks: what was said until then must have left, or the server drops it unsent.
const PARTING: Duration = Duration::from_millis(20);

/// A whole body.
pub(super) fn body(status: u16, content_type: &'static str, body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    response
}

/// A JSON body.
pub(super) fn json(text: String) -> Response {
    body(200, "application/json", text)
}

/// One more header.
pub(super) fn with_header(mut response: Response, name: &'static str, value: &'static str) -> Response {
    response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    response
}

/// The head of an event stream.
fn events(body: Body) -> Response {
    let response = self::body(200, "text/event-stream", body);
    with_header(response, "cache-control", "no-cache")
}

/// A stream of the JSON-RPC binding: first an event when there is one, then whatever comes, until the task rests.
pub(super) fn stream(id: String, first: Option<Update>, emissions: mpsc::Receiver<Emission>) -> Response {
    let state = Streaming { id, first, emissions, over: false };
    events(Body::from_stream(stream::unfold(state, Streaming::next)))
}

/// A stream of one event.
pub(super) fn one_event(id: &str, update: &Update) -> Response {
    events(Body::from(frame(id, update)))
}

/// The head of an event stream and then nothing, for as long as the client stays.
pub(super) fn silence() -> Response {
    events(Body::from_stream(stream::pending::<Result<Bytes, Infallible>>()))
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
async fn parting() -> io::Error {
    tokio::time::sleep(PARTING).await;
    io::ErrorKind::BrokenPipe.into()
}

fn frame(id: &str, update: &Update) -> String {
    format!("data: {}\n\n", rpc::result(id, &v10::event(update)))
}

struct Streaming {
    id: String,
    first: Option<Update>,
    emissions: mpsc::Receiver<Emission>,
    over: bool,
}

impl Streaming {
    async fn next(mut self) -> Option<(io::Result<Bytes>, Self)> {
        if self.over {
            return None;
        }
        if let Some(first) = self.first.take() {
            return Some((Ok(frame(&self.id, &first).into()), self));
        }
        let bytes = match tokio::time::timeout(KEEP_ALIVE, self.emissions.recv()).await {
            Err(_) => Ok(COMMENT.into()),
            Ok(None) => return None,
            Ok(Some(Emission::Update(update))) => Ok(frame(&self.id, &update).into()),
            Ok(Some(Emission::Bytes(bytes))) => Ok(bytes.into()),
            Ok(Some(Emission::Error(error))) => {
                Ok(format!("data: {}\n\n", rpc::scripted_error(&self.id, &error)).into())
            }
            Ok(Some(Emission::BreakOff)) => {
                self.over = true;
                Err(parting().await)
            }
        };
        Some((bytes, self))
    }
}
