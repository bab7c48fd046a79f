//! The HTTP side: which path is what, and the JSON-RPC binding (A2A 1.0 §8.2, §9).

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, DefaultBodyLimit, State};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use tokio_util::sync::CancellationToken;

use super::address::{self, Address};
use super::card;
use super::connection::{Connection, Door};
use super::demo;
use super::dialect::v10;
use super::fault::{Fault, FaultKind};
use super::operation::{Kitchen, Sent};
use super::reply;
use super::rpc;
use super::scenario::Opening;
use super::structured::Structured;
use super::task::Emission;
use crate::a2a::model::Update;
use crate::kedi;

/// Bytes a request may have.
const BODY: usize = 8 << 20;

type Kitchens = State<Arc<Kitchen>>;

/// Serves until the token is cancelled.
pub(super) fn spawn(door: Door, kitchen: Arc<Kitchen>, stop: CancellationToken) {
    let rooms = Router::new()
        .route("/", get(welcome).post(call))
        .route("/.well-known/agent-card.json", get(card))
        .route("/undecidable.json", get(undecidable))
        .route("/{address}", post(call))
        .route("/{address}/", get(welcome).post(call))
        .route("/{address}/.well-known/agent-card.json", get(card))
        .layer(DefaultBodyLimit::max(BODY))
        .with_state(kitchen);
    let service = rooms.into_make_service_with_connect_info::<Connection>();
    tokio::spawn(async move {
        tokio::select! {
            () = stop.cancelled() => {}
            _ = axum::serve(door, service).into_future() => {}
        }
    });
}

async fn welcome() -> Response {
    let text = "The embedded agent of catseye. Its card is at .well-known/agent-card.json below this address.\n";
    reply::body(200, "text/plain; charset=utf-8", text)
}

/// A schema for the scenario of a value that nobody can judge in time.
async fn undecidable() -> Response {
    reply::body(200, "application/schema+json", demo::undecidable_schema())
}

async fn card(kitchen: Kitchens, connection: ConnectInfo<Connection>, uri: Uri, headers: HeaderMap) -> Response {
    match address::of_path(uri.path()) {
        Some(address) => card::answer(&kitchen, address, &connection, &headers).await,
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn call(
    kitchen: Kitchens,
    connection: ConnectInfo<Connection>,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let Some(address) = address::of_path(uri.path()) else { return StatusCode::NOT_FOUND.into_response() };
    let call = Call { kitchen: kitchen.0, address, connection: connection.0 };
    call.answer(uri.query().unwrap_or_default(), &headers, &body).await
}

struct Call {
    kitchen: Arc<Kitchen>,
    address: &'static Address,
    connection: Connection,
}

impl Call {
    async fn answer(&self, query: &str, headers: &HeaderMap, body: &[u8]) -> Response {
        let request = match rpc::read(body) {
            Ok(request) => request,
            Err(refusal) => return reply::json(rpc::error(&refusal.id, &refusal.fault)),
        };
        let answer = match version(query, headers) {
            Ok(()) => self.operate(&request).await,
            Err(fault) => Err(fault),
        };
        answer.unwrap_or_else(|fault| reply::json(rpc::error(&request.id, &fault)))
    }

    async fn operate(&self, request: &rpc::Request) -> Result<Response, Fault> {
        let task = |task| reply::json(rpc::result(&request.id, &v10::task(&task)));
        match request.method.as_str() {
            "SendMessage" => self.send(request, false).await,
            "SendStreamingMessage" => self.send(request, true).await,
            "GetTask" => self.kitchen.get(&v10::get(request.params())?).map(task),
            "CancelTask" => self.kitchen.cancel(&v10::get(request.params())?).await.map(task),
            "SubscribeToTask" => {
                let (task, emissions) = self.kitchen.subscribe(&v10::get(request.params())?)?;
                Ok(reply::stream(request.id.clone(), Some(Update::Task(task)), emissions))
            }
            other => Err(Fault::new(FaultKind::MethodNotFound, format!("Method not found: {other}"))),
        }
    }

    async fn send(&self, request: &rpc::Request, streaming: bool) -> Result<Response, Fault> {
        if streaming && !self.address.streaming {
            return Err(Fault::new(FaultKind::UnsupportedOperation, "This agent does not stream"));
        }
        let send = v10::send(request.params())?;
        let (live, snapshot, mut emissions) = match self.kitchen.send(self.address, &send)? {
            Sent::Task { live, snapshot, emissions } => (live, snapshot, emissions),
            Sent::Message(update) if streaming => return Ok(reply::one_event(&request.id, &update)),
            Sent::Message(update) => return Ok(reply::json(rpc::result(&request.id, &v10::event(&update)))),
            Sent::Unmet(opening) => return Ok(self.unmet(&request.id, opening)),
        };
        let activated = matches!(live.structured, Structured::Yes(_) | Structured::Refused(_));
        let response = if streaming {
            // A task that exists already goes on with its next event, as the Python SDK 1.x streams it.
            let first = send.message.task_id.is_none().then_some(Update::Task(*snapshot));
            reply::stream(request.id.clone(), first, emissions)
        } else {
            if !send.return_immediately {
                while let Some(emission) = emissions.recv().await {
                    match emission {
                        Emission::BreakOff => return Ok(self.hang_up()),
                        Emission::Error(error) => {
                            return Ok(reply::json(rpc::scripted_error(&request.id, &error)));
                        }
                        Emission::Update(_) | Emission::Bytes(_) => {}
                    }
                }
            }
            let task = live.snapshot(send.history_length);
            reply::json(rpc::result(&request.id, &v10::event(&Update::Task(task))))
        };
        Ok(if activated { reply::with_header(response, "a2a-extensions", kedi::URI) } else { response })
    }

    fn unmet(&self, id: &str, opening: &'static Opening) -> Response {
        match opening {
            Opening::Error(error) => reply::json(rpc::scripted_error(id, error)),
            Opening::Http { status, header, content_type, body } => {
                let response = reply::body(*status, content_type, *body);
                match header {
                    Some((name, value)) => reply::with_header(response, name, value),
                    None => response,
                }
            }
            Opening::HangUp => self.hang_up(),
            Opening::Silence | Opening::Task | Opening::Message(_) => reply::silence(),
        }
    }

    /// The connection closes; what is answered here never leaves.
    fn hang_up(&self) -> Response {
        self.connection.break_off();
        Response::new(Body::empty())
    }
}

/// A2A 1.0 §3.6: the version stands in the header or in the query; neither means 0.3, which is not spoken here.
fn version(query: &str, headers: &HeaderMap) -> Result<(), Fault> {
    let header = headers.get("a2a-version").map(|value| value.to_str().unwrap_or("?").trim());
    let asked =
        url::form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name.eq_ignore_ascii_case("a2a-version"));
    let version = header.or(asked.as_ref().map(|(_, value)| value.trim())).filter(|version| !version.is_empty());
    let version = version.unwrap_or("0.3");
    if version == "1" || version.starts_with("1.") {
        return Ok(());
    }
    let message = format!("A2A version '{version}' is not supported by this handler. Expected version '1.0'.");
    Err(Fault::new(FaultKind::VersionNotSupported, message))
}
