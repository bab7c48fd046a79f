//! The embedded agent over raw HTTP: what is asked, byte for byte, and what comes.

mod addresses;
mod cards;
mod http;
mod lifetime;
mod listing;
mod old;
mod protocol;
mod push;
mod rest;
mod results;
mod structured;
mod turns;

use catseye::agent::scenarios::SCENARIOS;
use catseye::agent::{self, Agent, Options};
use serde_json::{Value, json};

use http::{Answer, call};

const URI: &str = "https://docs.kedi-lang.org/a2a/extensions/structured-output/v1/";

/// An agent that does not wait, on a free port.
async fn quick() -> Agent {
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

/// The text that triggers a scenario: the first example of its skill.
fn text_of(id: &str) -> &'static str {
    let scenario = SCENARIOS.iter().find(|scenario| scenario.id == id);
    scenario.and_then(|scenario| scenario.texts.first()).unwrap_or_else(|| panic!("no scenario {id}"))
}

/// Streams a scenario with the demo's schema.
async fn play(agent: &Agent, id: &str) -> Answer {
    let params = by_schema(text_of(id), agent::demo_schema());
    call(agent.base_url(), "SendStreamingMessage", params).await
}

/// The task as it stands when the turn is over.
async fn final_task(agent: &Agent, params: Value) -> Value {
    call(agent.base_url(), "SendMessage", params).await.json()["result"]["task"].take()
}

/// The state and the words of a task's status.
fn status(task: &Value) -> (&str, &str) {
    let status = &task["status"];
    let words = status["message"]["parts"][0]["text"].as_str().unwrap_or_default();
    (status["state"].as_str().unwrap_or_default(), words)
}

/// The artifacts of a task that have the advertised name.
fn result_artifacts(task: &Value) -> Vec<&Value> {
    let artifacts = task["artifacts"].as_array().into_iter().flatten();
    artifacts.filter(|artifact| artifact["name"] == "kedi-structured-output").collect()
}

/// The bytes of a raw part.
fn raw_bytes(part: &Value) -> Vec<u8> {
    use base64::Engine;
    let text = part["raw"].as_str().expect("a raw part");
    base64::engine::general_purpose::STANDARD.decode(text).expect("base64")
}

/// The text of the one raw part of the one result artifact.
fn result_text(task: &Value) -> String {
    let artifacts = result_artifacts(task);
    assert_eq!(artifacts.len(), 1, "{task}");
    assert_eq!(artifacts[0]["parts"].as_array().map(Vec::len), Some(1));
    String::from_utf8(raw_bytes(&artifacts[0]["parts"][0])).expect("UTF-8")
}
