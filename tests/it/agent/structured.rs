//! The agent's half of the seed: what a request may say, and what fails the task.

use serde_json::{Value, json};

use super::http::{call, call_at};
use super::{URI, final_task, quick, result_artifacts, result_text, status, typed};

const TEXT: &str = "Plan a dinner for four.";

async fn ends(request: Value) -> (String, String) {
    let agent = quick().await;
    let task = final_task(&agent, typed(TEXT, request)).await;
    assert!(status(&task).0 == "TASK_STATE_COMPLETED" || result_artifacts(&task).is_empty());
    (status(&task).0.to_owned(), status(&task).1.to_owned())
}

/// The words a task with this request fails with.
async fn refusal(request: Value) -> String {
    let (state, words) = ends(request).await;
    assert_eq!(state, "TASK_STATE_FAILED");
    words
}

async fn refused_schema(schema: &str) -> String {
    refusal(json!({ "version": 1, "resultEncoding": "json-utf8", "schemaJson": schema })).await
}

#[tokio::test]
async fn schema_json_decides_and_a_broken_one_is_never_replaced() {
    let agent = quick().await;
    let both = json!({
        "version": 1, "resultEncoding": "json-utf8",
        "schemaJson": "{\"type\":\"integer\",\"minimum\":5}", "schema": { "type": "string" },
    });
    let task = final_task(&agent, typed(TEXT, both)).await;
    assert!(result_text(&task).parse::<u64>().expect("an integer") >= 5);
    for broken in [json!("{\"type\":"), json!(""), json!(null), json!({ "type": "string" }), json!(7)] {
        let request = json!({
            "version": 1, "resultEncoding": "json-utf8", "schemaJson": broken, "schema": { "type": "string" },
        });
        refusal(request).await;
    }
}

#[tokio::test]
async fn a_request_with_only_the_legacy_schema_works() {
    let agent = quick().await;
    let request = json!({ "version": 1.0, "resultEncoding": "json-utf8", "schema": { "const": "dinner" } });
    let task = final_task(&agent, typed(TEXT, request)).await;
    assert_eq!(result_text(&task), "\"dinner\"");
}

#[tokio::test]
async fn a_bad_schema_fails_the_task_with_the_sentence_and_the_place() {
    let cut = refused_schema("{\n  \"type\": ").await;
    assert!(cut.starts_with("the schema is refused: ") && cut.contains("line 2"), "{cut}");
    for schema in [
        "[]",
        "{\"$id\":\"https://kitchen.example/dinner\"}",
        "{\"properties\":{\"a\":{\"$ref\":\"https://kitchen.example/a\"}}}",
        "{\"$schema\":\"http://json-schema.org/draft-07/schema#\"}",
        "{\"type\":\"objekt\"}",
        "{\"$ref\":\"#/$defs/nowhere\"}",
        "{\"minimum\":1e999}",
    ] {
        let words = refused_schema(schema).await;
        assert!(words.starts_with("the schema is refused: ") && words.contains(" at line 1, column "), "{words}");
    }
}

#[tokio::test]
async fn sixty_four_levels_are_taken_and_one_more_is_not() {
    // A level is an object; `properties` of 31 names and the root make 63, the innermost `{}` the 64th.
    let nested = |levels: usize| {
        let mut schema = "{}".to_owned();
        for _ in 1..levels {
            schema = format!("{{\"items\":{schema}}}");
        }
        schema
    };
    let taken = json!({ "version": 1, "resultEncoding": "json-utf8", "schemaJson": nested(64) });
    assert_eq!(ends(taken).await.0, "TASK_STATE_COMPLETED");
    let words = refused_schema(&nested(65)).await;
    assert!(words.contains("64"), "{words}");
}

#[tokio::test]
async fn the_limit_is_the_advertised_one_and_counts_bytes() {
    let sized = |bytes: usize| {
        let empty = "{\"const\":\"é\",\"description\":\"\"}".len();
        format!("{{\"const\":\"é\",\"description\":\"{}\"}}", "x".repeat(bytes - empty))
    };
    let just = json!({ "version": 1, "resultEncoding": "json-utf8", "schemaJson": sized(32_768) });
    assert_eq!(ends(just).await.0, "TASK_STATE_COMPLETED");
    let words = refused_schema(&sized(32_769)).await;
    assert!(words.contains("32769") && words.contains("32768"), "{words}");
    let agent = quick().await;
    let request = json!({ "version": 1, "resultEncoding": "json-utf8", "schemaJson": sized(65) });
    let answer = call_at(agent.base_url(), "/tiny-limit/", "SendMessage", typed(TEXT, request)).await;
    assert_eq!(status(&answer.json()["result"]["task"]).0, "TASK_STATE_FAILED");
}

#[tokio::test]
async fn a_request_that_is_none_fails_the_task() {
    for (request, words) in [
        (json!("x"), "kediStructuredOutput must be an object, not a string"),
        (json!({ "schemaJson": "{}" }), "kediStructuredOutput has no version"),
        (json!({ "version": 2, "schemaJson": "{}" }), "version 1 is spoken here, not 2"),
        (json!({ "version": "1", "schemaJson": "{}" }), "version 1 is spoken here, not \"1\""),
        (json!({ "version": 1 }), "kediStructuredOutput has neither schemaJson nor schema"),
        (json!({ "version": 1, "resultEncoding": "yaml", "schemaJson": "{}" }), "no such result encoding: \"yaml\""),
    ] {
        assert_eq!(refusal(request).await, words);
    }
}

#[tokio::test]
async fn the_extension_counts_when_the_message_lists_it() {
    let agent = quick().await;
    let request = json!({ "version": 1, "resultEncoding": "json-utf8", "schemaJson": "{\"type\":\"object\"}" });
    let mut unlisted = typed(TEXT, request.clone());
    unlisted["message"]["extensions"] = json!([]);
    let task = final_task(&agent, unlisted).await;
    assert_eq!(task["artifacts"][1]["name"], "answer");
    let mut without_request = typed(TEXT, request.clone());
    without_request["metadata"] = json!({});
    let task = final_task(&agent, without_request).await;
    assert_eq!(status(&task).0, "TASK_STATE_FAILED");
    assert!(status(&task).1.contains("no kediStructuredOutput"));
    let mut other_modes = typed(TEXT, request.clone());
    other_modes["configuration"]["acceptedOutputModes"] = json!(["text/plain"]);
    assert_eq!(status(&final_task(&agent, other_modes).await).0, "TASK_STATE_FAILED");
    let plain = call_at(agent.base_url(), "/no-extension/", "SendMessage", typed(TEXT, request)).await.json();
    assert_eq!(plain["result"]["task"]["artifacts"][1]["name"], "answer");
}

#[tokio::test]
async fn a_fixed_agent_answers_by_its_own_schema() {
    let agent = quick().await;
    let request = json!({ "version": 1, "resultEncoding": "json-utf8", "schemaJson": "{\"type\":\"boolean\"}" });
    let answer = call_at(agent.base_url(), "/fixed/", "SendMessage", typed(TEXT, request)).await.json();
    let value: Value = serde_json::from_str(&result_text(&answer["result"]["task"])).expect("JSON");
    assert_eq!(value["title"], "Kısır");
}

#[tokio::test]
async fn a_streamed_refusal_is_a_failed_task_too() {
    let agent = quick().await;
    let request = json!({ "version": 1, "resultEncoding": "json-utf8", "schemaJson": "{\"type\":" });
    let answer = call(agent.base_url(), "SendStreamingMessage", typed(TEXT, request)).await;
    assert_eq!(answer.header("a2a-extensions"), Some(URI));
    let results = answer.results();
    assert_eq!(results.len(), 2);
    assert_eq!(results[0]["task"]["status"]["state"], "TASK_STATE_SUBMITTED");
    assert_eq!(results[1]["statusUpdate"]["status"]["state"], "TASK_STATE_FAILED");
}
