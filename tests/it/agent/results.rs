//! The scenarios whose result a client must refuse, or should look at twice.

use serde_json::{Value, json};

use super::http::call;
use super::{URI, by_schema, final_task, quick, raw_bytes, result_artifacts, result_text, status, text_of, typed};

const SCHEMA: &str = "{\"type\":\"object\",\"properties\":{\"title\":{\"type\":\"string\"},\"grams\":{\"type\":\"integer\"},\
    \"share\":{\"type\":\"number\"},\"id\":{\"type\":\"integer\"}},\"required\":[\"title\",\"grams\",\"share\",\"id\"],\
    \"additionalProperties\":false}";

async fn served(id: &str) -> Value {
    let agent = quick().await;
    let task = final_task(&agent, by_schema(text_of(id), SCHEMA)).await;
    assert_eq!(status(&task).0, "TASK_STATE_COMPLETED", "{id}");
    task
}

async fn served_text(id: &str) -> String {
    result_text(&served(id).await)
}

/// Whether the value is what the schema asks for, asked of another validator setup than the agent's.
fn valid(text: &str) -> bool {
    let value: Value = serde_json::from_str(text).expect("JSON");
    jsonschema::is_valid(&serde_json::from_str(SCHEMA).expect("JSON"), &value)
}

#[tokio::test]
async fn the_result_can_be_missing() {
    assert!(result_artifacts(&served("result-missing").await).is_empty());
    let by_address = served("result-missing-url").await;
    let part = &result_artifacts(&by_address)[0]["parts"][0];
    assert_eq!((part.get("raw"), part.get("data")), (None, None));
    assert_eq!(part["url"], "https://kitchen.example/dinner.json");
}

#[tokio::test]
async fn the_result_can_have_another_name() {
    let task = served("result-misnamed").await;
    assert!(result_artifacts(&task).is_empty());
    let artifacts = task["artifacts"].as_array().expect("artifacts");
    let marked: Vec<&Value> = artifacts.iter().filter(|artifact| artifact["extensions"] == json!([URI])).collect();
    assert_eq!(marked.len(), 1);
    assert_eq!(marked[0]["name"], "structured-output");
    assert!(valid(&String::from_utf8(raw_bytes(&marked[0]["parts"][0])).expect("UTF-8")));
}

#[tokio::test]
async fn the_result_can_be_there_twice_or_in_two_parts() {
    let task = served("result-ambiguous").await;
    let twice = result_artifacts(&task);
    assert_eq!(twice.len(), 2);
    assert_ne!(twice[0]["artifactId"], twice[1]["artifactId"]);
    let task = served("result-ambiguous-parts").await;
    assert_eq!(result_artifacts(&task)[0]["parts"].as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn the_result_can_lack_its_mark_or_its_media_type() {
    let task = served("result-unmarked").await;
    assert_eq!(result_artifacts(&task)[0].get("extensions"), None);
    assert!(valid(&result_text(&task)));
    let task = served("result-media-type").await;
    assert_eq!(result_artifacts(&task)[0]["parts"][0]["mediaType"], "text/plain");
    assert!(valid(&result_text(&task)));
}

#[tokio::test]
async fn the_result_can_be_undecodable() {
    let task = served("result-encoding").await;
    assert_eq!(result_artifacts(&task)[0]["parts"][0]["raw"], "%%% this is no base64 %%%");
    let task = served("result-encoding-utf8").await;
    let bytes = raw_bytes(&result_artifacts(&task)[0]["parts"][0]);
    assert!(String::from_utf8(bytes).is_err());
}

#[tokio::test]
async fn the_result_can_be_too_large() {
    let text = served_text("result-too-large").await;
    assert_eq!(text.len(), 4 * 1024 * 1024 + 1);
    assert!(valid(&text), "its size is all that is wrong with it");
}

#[tokio::test]
async fn the_result_can_be_no_json() {
    let truncated = served_text("result-truncated").await;
    assert!(serde_json::from_str::<Value>(&truncated).expect_err("it is cut").is_eof());
    let not_finite = served_text("result-non-finite").await;
    assert!(not_finite.contains(":NaN"), "{not_finite}");
    let trailing = served_text("result-malformed").await;
    let (json, regards) = trailing.split_once('\n').expect("a line after the JSON");
    assert!(valid(json));
    assert_eq!(regards, "Enjoy your meal!");
}

#[tokio::test]
async fn the_result_can_be_what_the_schema_does_not_allow() {
    let text = served_text("result-schema-mismatch").await;
    assert!(!valid(&text));
    assert!(text.contains("78.5") && text.contains("\"garnish\":\"mint\""), "{text}");
    let agent = quick().await;
    for schema in
        ["{\"type\":\"boolean\"}", "{\"const\":null}", "{\"not\":{\"type\":\"array\"}}", "{\"minProperties\":2}"]
    {
        let task = final_task(&agent, by_schema(text_of("result-schema-mismatch"), schema)).await;
        let value: Value = serde_json::from_str(&result_text(&task)).expect("JSON");
        assert!(!jsonschema::is_valid(&serde_json::from_str(schema).expect("JSON"), &value), "{schema} allows {value}");
    }
    let task = final_task(&agent, by_schema(text_of("result-schema-mismatch"), "{}")).await;
    assert_eq!(status(&task), ("TASK_STATE_FAILED", "no value was found that the schema does not allow"));
}

#[tokio::test]
async fn the_result_can_be_one_that_nobody_judges_in_time() {
    let agent = quick().await;
    let plain = final_task(&agent, by_schema(text_of("result-undecided"), SCHEMA)).await;
    let (state, words) = status(&plain);
    assert_eq!(state, "TASK_STATE_FAILED");
    assert!(words.contains("undecidable.json"), "{words}");
    let base = agent.base_url();
    let schema = super::http::exchange(base, "GET", "/undecidable.json", &[], "").await.expect("an answer");
    let task = final_task(&agent, by_schema(text_of("result-undecided"), schema.text())).await;
    assert_eq!(status(&task).0, "TASK_STATE_COMPLETED", "{task}");
    assert_ne!(result_text(&task).chars().next(), Some('"'), "strings are judged in no time");
}

#[tokio::test]
async fn numbers_come_in_spellings_that_no_double_keeps() {
    let text = served_text("big-numbers").await;
    assert!(valid(&text));
    assert!(text.contains("\"grams\":9007199254740993") && text.contains("\"share\":78,"), "{text}");
    assert!(text.contains("\"id\":78.0"), "{text}");
}

#[tokio::test]
async fn strings_come_in_many_scripts() {
    assert!(served_text("unicode").await.contains("Kısır · İçli köfte"));
}

#[tokio::test]
async fn a_raw_part_can_stand_beside_a_data_part_that_says_something_else() {
    let task = served("raw-and-data").await;
    let parts = &result_artifacts(&task)[0]["parts"];
    assert_eq!(parts[0]["data"], json!({ "note": "the raw part counts" }));
    assert!(valid(&String::from_utf8(raw_bytes(&parts[1])).expect("UTF-8")));
}

#[tokio::test]
async fn a_data_part_holds_the_value_and_no_number_that_a_double_would_change() {
    let agent = quick().await;
    for request in [
        json!({ "version": 1, "schemaJson": SCHEMA }),
        json!({ "version": 1, "resultEncoding": "protobuf-value", "schemaJson": SCHEMA }),
    ] {
        let task = final_task(&agent, typed("Plan a dinner for four.", request)).await;
        let parts = &result_artifacts(&task)[0]["parts"];
        assert_eq!(parts.as_array().map(Vec::len), Some(1));
        assert!(valid(&parts[0]["data"].to_string()), "{parts}");
        assert_eq!(parts[0]["data"]["id"], 1042);
        assert_eq!(parts[0]["mediaType"], "application/json");
    }
    let exact = json!({ "version": 1, "schemaJson": "{\"const\":9007199254740993}" });
    let task = final_task(&agent, typed("Plan a dinner for four.", exact)).await;
    let words = "the result has the number 9007199254740993, which protobuf-value would change";
    assert_eq!(status(&task), ("TASK_STATE_FAILED", words));
    assert!(result_artifacts(&task).is_empty());
}

#[tokio::test]
async fn a_schema_without_an_instance_fails_the_task_with_the_sentence() {
    let agent = quick().await;
    let schema = "{\"allOf\":[{\"type\":\"string\"},{\"type\":\"integer\"}]}";
    let answer = call(agent.base_url(), "SendMessage", by_schema("Plan a dinner for four.", schema)).await.json();
    let task = &answer["result"]["task"];
    assert_eq!(status(task).0, "TASK_STATE_FAILED");
    assert!(status(task).1.starts_with("no value was found"), "{}", status(task).1);
}
