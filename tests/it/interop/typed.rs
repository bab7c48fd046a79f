//! Good tasks: the typed value, token for token, and a request as the extension asks for it.

use serde_json::json;

use super::peer::ask;

const ORDER: &str = r#"{
  "type": "object",
  "properties": {
    "id": { "type": "integer" },
    "whole": { "type": "number" },
    "spelled": { "type": "number" },
    "title": { "type": "string" },
    "items": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": { "name": { "type": "string" }, "grams": { "type": "integer" } },
        "required": ["name", "grams"],
        "additionalProperties": false
      }
    }
  },
  "required": ["id", "whole", "spelled", "title", "items"],
  "additionalProperties": false
}
"#;

const RESULT: &str = r#"{"id":9007199254740993,"whole":78,"spelled":78.0,"title":"Kısır 麦 👩🏽‍🍳","items":[{"name":"bulgur","grams":250},{"name":"é","grams":12345678901234567890}]}"#;

#[test]
#[ignore = "needs Python peers: run tests/peers/run"]
fn a_good_task_gives_the_value_token_for_token() {
    for more in [&[][..], &["--no-stream"], &["--encoding", "json-utf8"]] {
        let asked = ask("", "answer", RESULT, ORDER, more);
        asked.was_asked_well();
        assert_eq!((&asked.outcome["verdict"], asked.ran.status), (&json!("typed"), 0), "{}", asked.outcome);
        let out = asked.ran.stdout();
        let value = out.split("\"value\":").nth(1).expect("a value");
        assert!(value.starts_with(RESULT), "{value}");
        assert_eq!(asked.outcome["task"]["state"], "completed");
        assert_eq!(asked.outcome["warnings"], json!([]));
        assert_eq!(asked.judgements[0]["has_schema"], true);
        let method = if more.contains(&"--no-stream") { "SendMessage" } else { "SendStreamingMessage" };
        assert_eq!(asked.judgements[0]["method"], method);
    }
}

#[test]
#[ignore = "needs Python peers: run tests/peers/run"]
fn a_schema_of_64_levels_is_sent_whole_and_without_its_legacy_form() {
    let mut schema = "{\"type\":\"integer\"}".to_owned();
    let mut result = "7".to_owned();
    for _ in 0..63 {
        schema = format!("{{\"items\":{schema}}}");
        result = format!("[{result}]");
    }
    let asked = ask("", "answer", &result, &schema, &[]);
    asked.was_asked_well();
    assert_eq!(asked.outcome["verdict"], "typed", "{}", asked.outcome);
    assert_eq!(asked.judgements[0]["has_schema"], false);
    let deeper = format!("{{\"items\":{schema}}}");
    let refused = ask("", "answer", &result, &deeper, &[]);
    refused.failed_as("schema-too-deep", "refused", 6);
    assert!(refused.judgements.is_empty(), "nothing was sent");
}

#[test]
#[ignore = "needs Python peers: run tests/peers/run"]
fn an_enum_beyond_2_to_the_53_is_exact_on_both_sides() {
    let schema =
        r#"{"type":"object","properties":{"id":{"enum":[9007199254740993,9007199254740995]}},"required":["id"]}"#;
    let asked = ask("", "answer", r#"{"id":9007199254740993}"#, schema, &[]);
    asked.was_asked_well();
    assert_eq!(asked.outcome["verdict"], "typed", "{}", asked.outcome);
    assert_eq!(asked.judgements[0]["has_schema"], false, "a double would change it");
    let neighbour = ask("", "unchecked", r#"{"id":9007199254740992}"#, schema, &[]);
    neighbour.was_asked_well().failed_as("result-schema-mismatch", "failed", 1);
    let refused = ask("", "answer", r#"{"id":9007199254740994}"#, schema, &[]);
    refused.was_asked_well().failed_as("task-failed", "failed", 1);
}

#[test]
#[ignore = "needs Python peers: run tests/peers/run"]
fn the_old_encoding_gives_a_value_and_says_what_it_loses() {
    let schema = r#"{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}"#;
    let asked = ask("", "answer", r#"{"n":78}"#, schema, &["--encoding", "protobuf-value"]);
    asked.was_asked_well();
    assert_eq!(asked.outcome["verdict"], "typed", "{}", asked.outcome);
    assert!(asked.ran.stdout().contains("\"n\":78.0"), "as this SDK writes every number");
    let large = ask("", "answer", r#"{"n":9007199254740993}"#, schema, &["--encoding", "protobuf-value"]);
    large.was_asked_well().failed_as("task-failed", "failed", 1);
}

#[test]
#[ignore = "needs Python peers: run tests/peers/run"]
fn the_raw_part_counts_and_a_data_part_is_read_with_a_warning() {
    let schema = r#"{"type":"object"}"#;
    let both = ask("", "both", r#"{"from":"raw"}"#, schema, &[]);
    both.was_asked_well();
    assert_eq!((&both.outcome["verdict"], &both.outcome["value"]), (&json!("typed"), &json!({ "from": "raw" })));
    let data = ask("", "data", r#"{"from":"data"}"#, schema, &[]);
    data.was_asked_well();
    assert_eq!((&data.outcome["verdict"], &data.outcome["value"]), (&json!("typed"), &json!({ "from": "data" })));
    let warnings = data.outcome["warnings"].as_array().expect("a list");
    assert!(warnings.iter().any(|warning| warning["code"] == "legacy-encoding"), "{warnings:?}");
}

#[test]
#[ignore = "needs Python peers: run tests/peers/run"]
fn a_fixed_agent_is_asked_the_same_way() {
    let asked = ask("fixed/", "answer", "{\"a\":1}", "{\"type\":\"object\"}", &[]);
    asked.was_asked_well();
    assert_eq!(asked.outcome["verdict"], "typed", "{}", asked.outcome);
    let steps = asked.outcome["steps"].as_array().expect("the ladder");
    let extension = steps.iter().find(|step| step["id"] == "extension").expect("the step");
    assert_eq!(extension["status"], "warned");
}

#[test]
#[ignore = "needs Python peers: run tests/peers/run"]
fn a_plain_task_carries_nothing_of_the_extension() {
    let text = "text #plain hello";
    let ran = crate::binary::program::catseye(&["run", super::peer::base(), "--text", text, "--format", "json"]);
    let outcome = ran.json();
    assert_eq!((&outcome["verdict"], ran.status), (&json!("text"), 0), "{outcome}");
}
