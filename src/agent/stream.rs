//! Event streams: what happens to a task, frame by frame, and streams that break off or never begin.

use std::convert::Infallible;
use std::io;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::response::Response;
use futures_util::stream;
use tokio::sync::mpsc;

use super::caller::Caller;
use super::reply;
use super::task::Emission;
use crate::a2a::model::Update;

/// A comment on a stream that has nothing to say, this often.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
const COMMENT: &str = ": still cooking\n\n";

/// What happens to a task: first an event when there is one, then whatever comes, until the task rests.
pub(super) fn of_task(caller: Caller, first: Option<Update>, emissions: mpsc::Receiver<Emission>) -> Response {
    let state = Streaming { caller, first, emissions, over: false };
    events(Body::from_stream(stream::unfold(state, Streaming::next)))
}

/// One frame.
pub(super) fn of_one(frame: String) -> Response {
    events(Body::from(frame))
}

/// The head of an event stream and then nothing, for as long as the client stays.
pub(super) fn silence() -> Response {
    events(Body::from_stream(stream::pending::<Result<Bytes, Infallible>>()))
}

fn events(body: Body) -> Response {
    reply::with_header(reply::body(200, "text/event-stream", body), "cache-control", "no-cache")
}

struct Streaming {
    caller: Caller,
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
            return Some((Ok(self.caller.frame(&first).into()), self));
        }
        let bytes = match tokio::time::timeout(KEEP_ALIVE, self.emissions.recv()).await {
            Err(_) => Ok(COMMENT.into()),
            Ok(None) => return None,
            Ok(Some(Emission::Update(update))) => {
                self.over = self.caller.dialect.closes_with(&update);
                Ok(self.caller.frame(&update).into())
            }
            Ok(Some(Emission::Bytes(bytes))) => Ok(bytes.into()),
            Ok(Some(Emission::Error(error))) => Ok(self.caller.error_frame(&error).into()),
            Ok(Some(Emission::BreakOff)) => {
                self.over = true;
                Err(reply::parting().await)
            }
        };
        Some((bytes, self))
    }
}
