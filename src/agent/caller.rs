//! Who called, as far as the answer's form goes: results, errors and streams of each protocol.

use axum::response::Response;
use tokio::sync::mpsc;

use super::dialect::Dialect;
use super::fault::Fault;
use super::protocol::Protocol;
use super::scenario::ScriptedError;
use super::stream;
use super::task::Emission;
use super::{reply, rest, rpc};
use crate::a2a::model::Update;

/// How a call is answered.
#[derive(Clone)]
pub(super) struct Caller {
    /// The generation and the binding.
    pub(super) protocol: Protocol,
    /// The JSON form.
    pub(super) dialect: &'static Dialect,
    /// The request's id over JSON-RPC, as JSON text.
    pub(super) id: String,
}

impl Caller {
    /// A result: JSON text.
    pub(super) fn answer(&self, result: &str) -> Response {
        reply::body(200, self.protocol.content_type(), self.enveloped(result))
    }

    /// An error.
    pub(super) fn refuse(&self, fault: &Fault) -> Response {
        let v10 = self.protocol.is_v10();
        let (status, body) = match self.protocol.is_rpc() {
            true => (200, rpc::error(v10, &self.id, fault)),
            false => rest::error(v10, fault),
        };
        reply::body(status, self.protocol.content_type(), body)
    }

    /// A scenario's error.
    pub(super) fn refuse_as_scripted(&self, error: &ScriptedError) -> Response {
        let (status, body) = self.scripted(error);
        reply::body(status, self.protocol.content_type(), body)
    }

    /// A stream: first an event when there is one, then whatever comes, until the task rests.
    pub(super) fn stream(&self, first: Option<Update>, emissions: mpsc::Receiver<Emission>) -> Response {
        stream::of_task(self.clone(), first, emissions)
    }

    /// A stream of one event.
    pub(super) fn one_event(&self, update: &Update) -> Response {
        stream::of_one(self.frame(update))
    }

    /// An event of a stream: its frame.
    pub(super) fn frame(&self, update: &Update) -> String {
        format!("data: {}\n\n", self.enveloped(&self.dialect.write_event(update)))
    }

    /// A scenario's error within a stream: its frame. Over HTTP+JSON nothing but the event's name tells it is one.
    pub(super) fn error_frame(&self, error: &ScriptedError) -> String {
        let event = if self.protocol.is_rpc() { "" } else { "event: error\n" };
        format!("{event}data: {}\n\n", self.scripted(error).1)
    }

    fn enveloped(&self, result: &str) -> String {
        if self.protocol.is_rpc() { rpc::result(&self.id, result) } else { result.to_owned() }
    }

    fn scripted(&self, error: &ScriptedError) -> (u16, String) {
        let v10 = self.protocol.is_v10();
        match self.protocol.is_rpc() {
            true => (200, rpc::scripted_error(v10, &self.id, error)),
            false => rest::scripted_error(v10, error),
        }
    }
}
