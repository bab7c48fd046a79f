//! The embedded agent over raw HTTP: what is asked, byte for byte, and what comes.

mod http;
mod protocol;

use catseye::agent::{self, Agent, Options};
use serde_json::{Value, json};

pub(crate) const URI: &str = "https://docs.kedi-lang.org/a2a/extensions/structured-output/v1/";

/// An agent that does not wait, on a free port.
pub(crate) async fn quick() -> Agent {
    agent::start(Options { listen: None, pace: 0.0 }).await.expect("a free port on loopback")
}

/// The parameters of a message with this text.
fn message(text: &str) -> Value {
    json!({ "message": { "messageId": "m-1", "role": "ROLE_USER", "parts": [{ "text": text }] } })
}

/// The parameters of a message that asks for a typed result.
fn typed(text: &str, request: Value) -> Value {
    let mut params = message(text);
    params["message"]["extensions"] = json!([URI]);
    params["configuration"] = json!({ "acceptedOutputModes": ["application/json"] });
    params["metadata"] = json!({ "kediStructuredOutput": request });
    params
}

/// A request for a typed result by this schema, lossless.
fn by_schema(text: &str, schema: &str) -> Value {
    typed(text, json!({ "version": 1, "resultEncoding": "json-utf8", "schemaJson": schema }))
}
