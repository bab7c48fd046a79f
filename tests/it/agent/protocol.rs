//! A2A 1.0 over JSON-RPC: the card, the good path, the operations, the errors.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::http::{Answer, call, exchange};
use super::{URI, by_schema, message, quick};

/// What each event of a stream says, in one word or two.
fn story(answer: &Answer) -> Vec<String> {
    let word = |result: &Value| {
        if let Some(update) = result.get("statusUpdate") {
            return update["status"]["state"].as_str().unwrap_or("?").to_owned();
        }
        if let Some(update) = result.get("artifactUpdate") {
            return format!("artifact {}", update["artifact"]["name"].as_str().unwrap_or("?"));
        }
        format!("task {}", result["task"]["status"]["state"].as_str().unwrap_or("?"))
    };
    answer.results().iter().map(word).collect()
}

#[tokio::test]
async fn the_good_path_streams_a_task_progress_notes_and_the_result() {
    let agent = quick().await;
    let params = by_schema("Plan a dinner for four.", catseye::agent::demo_schema());
    let answer = call(agent.base_url(), "SendStreamingMessage", params).await;
    assert_eq!((answer.status, answer.whole), (200, true));
    assert_eq!(answer.header("content-type"), Some("text/event-stream"));
    assert_eq!(answer.header("a2a-extensions"), Some(URI));
    let told = story(&answer);
    assert_eq!(told.first().map(String::as_str), Some("task TASK_STATE_SUBMITTED"));
    assert_eq!(told.iter().filter(|word| *word == "artifact notes").count(), 3);
    assert_eq!(told[told.len() - 2..], ["artifact kedi-structured-output", "TASK_STATE_COMPLETED"]);
    let results = answer.results();
    let artifact = &results[results.len() - 2]["artifactUpdate"]["artifact"];
    assert_eq!(artifact["extensions"], json!([URI]));
    assert_eq!(artifact["parts"][0]["mediaType"], "application/json");
    assert_eq!(artifact["parts"].as_array().map(Vec::len), Some(1));
    let bytes = STANDARD.decode(artifact["parts"][0]["raw"].as_str().expect("a raw part")).expect("base64");
    let value: Value = serde_json::from_slice(&bytes).expect("JSON");
    assert_eq!(value["title"], "Kısır");
    assert!(String::from_utf8_lossy(&bytes).contains("\"id\":9007199254740993"));
}

#[tokio::test]
async fn a_request_without_the_extension_is_answered_in_words() {
    let agent = quick().await;
    let answer = call(agent.base_url(), "SendMessage", message("Plan a dinner for four.")).await;
    let task = &answer.json()["result"]["task"];
    assert_eq!(task["status"]["state"], "TASK_STATE_COMPLETED");
    let names: Vec<&Value> = task["artifacts"].as_array().expect("artifacts").iter().map(|a| &a["name"]).collect();
    assert_eq!(names, ["notes", "answer"]);
    assert_eq!(answer.header("a2a-extensions"), None);
}

#[tokio::test]
async fn a_body_that_is_no_json_is_a_parse_error_without_an_id() {
    let agent = quick().await;
    let headers = [("a2a-version", "1.0")];
    let answer = exchange(agent.base_url(), "POST", "/", &headers, "{\"jsonrpc\":").await.expect("an answer");
    assert_eq!(
        answer.text(),
        concat!(
            "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"Invalid JSON payload: ",
            "the text ends inside a value at line 1, column 12\"}}",
        )
    );
    assert!(answer.events().is_empty());
}
