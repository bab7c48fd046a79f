//! Requests written exactly: an operation and what it carries, for the chosen interface, become one HTTP request.
//!
//! ```text
//! Asked ── v10 · v03 ──▶ parameters ── rpc (envelope) · rest (method, path, query) ──▶ Request
//! ```
//!
//! The dialect gives names and JSON, the binding gives the place; headers depend on both.

use super::interface::{Binding, Chosen, Dialect};
use super::rest::{self, Verb};
use super::{rpc, v03, v10};

/// What is asked of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// Send a message and wait for the answer.
    Send,
    /// Send a message and stream the answer.
    Stream,
    /// Get a task.
    GetTask,
    /// Cancel a task.
    CancelTask,
    /// Stream a task that exists.
    Subscribe,
}

impl Operation {
    /// Its name, in every generation the one of A2A 1.0 (§9.4): `SendStreamingMessage`.
    pub fn word(self) -> &'static str {
        self.method(Dialect::V10)
    }

    /// Whether its answer is a stream of events.
    pub fn streams(self) -> bool {
        matches!(self, Operation::Stream | Operation::Subscribe)
    }

    /// The name of the JSON-RPC method.
    pub fn method(self, dialect: Dialect) -> &'static str {
        match (dialect, self) {
            (Dialect::V10, Operation::Send) => v10::method::SEND,
            (Dialect::V10, Operation::Stream) => v10::method::STREAM,
            (Dialect::V10, Operation::GetTask) => v10::method::GET,
            (Dialect::V10, Operation::CancelTask) => v10::method::CANCEL,
            (Dialect::V10, Operation::Subscribe) => v10::method::SUBSCRIBE,
            (Dialect::V03, Operation::Send) => v03::method::SEND,
            (Dialect::V03, Operation::Stream) => v03::method::STREAM,
            (Dialect::V03, Operation::GetTask) => v03::method::GET,
            (Dialect::V03, Operation::CancelTask) => v03::method::CANCEL,
            (Dialect::V03, Operation::Subscribe) => v03::method::SUBSCRIBE,
        }
    }
}

/// What a message is sent with. Absent things are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SendParams {
    /// The message, as JSON text in the form that the interface has: [`super::form::Form::message`] or [`super::given`].
    pub message: String,
    /// `configuration.acceptedOutputModes`.
    pub accepted_output_modes: Vec<String>,
    /// Whether the answer waits for the end of the task; `None` for a stream, where it means nothing.
    pub wait: Option<bool>,
    /// `configuration.historyLength`.
    pub history_length: Option<u32>,
    /// The request's `metadata`, as an object's JSON text.
    pub metadata: Option<String>,
}

/// An operation with what it carries.
#[derive(Clone, Copy, Debug)]
pub enum Asked<'a> {
    /// [`Operation::Send`], or [`Operation::Stream`] when `streams`.
    Message {
        /// The message and what goes along.
        send: &'a SendParams,
        /// Whether the answer is streamed.
        streams: bool,
    },
    /// [`Operation::GetTask`].
    Get {
        /// The task's id.
        task: &'a str,
        /// How many messages of its history; `None` leaves it to the agent.
        history_length: Option<u32>,
    },
    /// [`Operation::CancelTask`].
    Cancel {
        /// The task's id.
        task: &'a str,
    },
    /// [`Operation::Subscribe`].
    Subscribe {
        /// The task's id.
        task: &'a str,
        /// Over HTTP+JSON with GET instead of POST: the specification says both, and servers take one, the other or both.
        with_get: bool,
    },
}

impl Asked<'_> {
    /// Which operation this is.
    pub fn operation(&self) -> Operation {
        match self {
            Asked::Message { streams: false, .. } => Operation::Send,
            Asked::Message { streams: true, .. } => Operation::Stream,
            Asked::Get { .. } => Operation::GetTask,
            Asked::Cancel { .. } => Operation::CancelTask,
            Asked::Subscribe { .. } => Operation::Subscribe,
        }
    }
}

/// One HTTP request, without what every request has (host, length) and without credentials.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// `POST` or `GET`.
    pub method: &'static str,
    /// The whole address, query included.
    pub url: String,
    /// Headers that the protocol asks for.
    pub headers: Vec<(String, String)>,
    /// The body; empty with GET.
    pub body: String,
    /// The JSON-RPC id that the answer should carry; `None` over HTTP+JSON.
    pub rpc_id: Option<String>,
}

/// Writes a request to the chosen interface. `id` is the JSON-RPC id, `extensions` are the URIs to activate.
pub fn write(asked: &Asked<'_>, to: &Chosen, id: &str, extensions: &[String]) -> Request {
    let operation = asked.operation();
    // 0.3 has no tenants.
    let tenant = to.tenant.as_deref().filter(|_| to.dialect == Dialect::V10);
    let rest = to.binding == Binding::HttpJson;
    let body = match (to.dialect, asked) {
        (Dialect::V10, Asked::Message { send, .. }) => v10::params_send(send, tenant),
        (Dialect::V03, Asked::Message { send, .. }) => v03::params_send(send),
        (Dialect::V10, _) if rest => v10::body_task(tenant),
        (Dialect::V03, _) if rest => "{}".to_owned(),
        (dialect, Asked::Get { task, history_length }) => task_params(dialect, task, *history_length, tenant),
        (dialect, Asked::Cancel { task } | Asked::Subscribe { task, .. }) => task_params(dialect, task, None, tenant),
    };
    let mut headers = Vec::new();
    let mut set = |name: &str, value: &str| headers.push((name.to_owned(), value.to_owned()));
    set("A2A-Version", &to.version_sent);
    if !extensions.is_empty() {
        let list = extensions.join(",");
        set("A2A-Extensions", &list);
        if to.dialect == Dialect::V03 {
            // 0.3 calls it so; servers of both generations look at either name.
            set("X-A2A-Extensions", &list);
        }
    }
    if !rest {
        let body = rpc::request(id, operation.method(to.dialect), &body);
        return Request { method: "POST", url: to.url.clone(), headers, body, rpc_id: Some(id.to_owned()) };
    }
    let place = rest::place(asked, to.dialect);
    if to.dialect == Dialect::V10 {
        // A2A 1.0 §11: the media type of the binding; everything also answers to application/json.
        let json = format!("{}, application/json", rest::MEDIA_TYPE);
        let accept = if operation.streams() { format!("text/event-stream, {json}") } else { json };
        set("Accept", &accept);
        if place.verb == Verb::Post {
            set("Content-Type", rest::MEDIA_TYPE);
        }
    }
    let body = if place.verb == Verb::Post { body } else { String::new() };
    Request { method: place.verb.word(), url: place.at(&to.url, tenant), headers, body, rpc_id: None }
}

fn task_params(dialect: Dialect, task: &str, history_length: Option<u32>, tenant: Option<&str>) -> String {
    match dialect {
        Dialect::V10 => v10::params_task(task, history_length, tenant),
        Dialect::V03 => v03::params_task(task, history_length),
    }
}
