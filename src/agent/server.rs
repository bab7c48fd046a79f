//! The HTTP side: connections, bodies, and who takes care of which path.

use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{ConnectInfo, DefaultBodyLimit, State};
use axum::http::{HeaderMap, Method, Uri};
use axum::response::Response;
use tokio_util::sync::CancellationToken;

use super::call::Call;
use super::connection::{Connection, Door};
use super::kitchen::Kitchen;
use super::route::{self, Route};
use super::{card, demo, reply};

/// Bytes a request may have.
const BODY: usize = 8 << 20;

/// Serves until the token is cancelled.
pub(super) fn spawn(door: Door, kitchen: Arc<Kitchen>, stop: CancellationToken) {
    let rooms = Router::new().fallback(answer).layer(DefaultBodyLimit::max(BODY)).with_state(kitchen);
    let service = rooms.into_make_service_with_connect_info::<Connection>();
    tokio::spawn(async move {
        tokio::select! {
            () = stop.cancelled() => {}
            _ = axum::serve(door, service).into_future() => {}
        }
    });
}

async fn answer(
    State(kitchen): State<Arc<Kitchen>>,
    ConnectInfo(connection): ConnectInfo<Connection>,
    verb: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let query = uri.query().unwrap_or_default();
    let call = |address| {
        let (kitchen, connection) = (kitchen.clone(), connection.clone());
        Call { kitchen, address, connection, query, headers: &headers, body: &body }
    };
    match route::find(&verb, uri.path()) {
        Route::Welcome => {
            let text =
                "The embedded agent of catseye. Its card is at .well-known/agent-card.json below this address.\n";
            reply::body(200, "text/plain; charset=utf-8", text)
        }
        Route::Undecidable => reply::body(200, "application/schema+json", demo::undecidable_schema()),
        Route::Card(address) => card::answer(&kitchen, address, &connection, &headers).await,
        Route::Rpc(address) => call(address).over_rpc().await,
        Route::Rest(resource) => call(resource.address).over_http(&resource).await,
        Route::OtherVerb(verbs) => reply::other_verb(verbs),
        Route::Nowhere => reply::nowhere(),
    }
}
