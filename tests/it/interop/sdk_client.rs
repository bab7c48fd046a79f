//! The official Python SDK's own clients, of 1.0 and of 0.3, on the embedded agent.

use serde_json::{Value, json};

use super::peer::script_on;
use crate::binary::program::Serving;

/// What a client understood of the agent at an address.
fn report(environment: &str, client: &str, address: &str, binding: &str) -> Value {
    let agent = Serving::start();
    let base = format!("{}/{address}", agent.base);
    let output = script_on(environment, client).args([&base, binding]).output().expect("Python starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// The typed result and the notes arrived, streamed and in one answer.
fn assert_typed(report: &Value) {
    for way in ["streamed", "blocking"] {
        let result = report[way]["artifacts"]["kedi-structured-output"].as_str().expect("a result");
        assert!(result.contains("9007199254740993") && result.contains("Kısır"), "{result}");
        assert!(report[way]["artifacts"]["notes"].as_str().expect("notes").ends_with("room temperature.\n"));
    }
    assert_eq!(report["streamed"]["kinds"][0], "task");
    assert_eq!(report["blocking"]["kinds"], json!(["task"]));
}

/// The client of 1.0, which speaks 0.3 too, understood everything that is the same in all protocols.
fn assert_understood(report: &Value) {
    assert_eq!(report["card"]["name"], "Recipe Agent");
    assert_eq!(report["params"].as_object().map(|params| params.len()), Some(7));
    assert_typed(report);
    for (way, state) in [
        ("streamed", "TASK_STATE_COMPLETED"),
        ("blocking", "TASK_STATE_COMPLETED"),
        ("plain", "TASK_STATE_COMPLETED"),
        ("failed", "TASK_STATE_FAILED"),
        ("refused", "TASK_STATE_REJECTED"),
        ("asked", "TASK_STATE_INPUT_REQUIRED"),
    ] {
        assert_eq!(report[way]["state"], state, "{way}: {report}");
    }
    assert_eq!(
        (&report["got"], &report["canceled"]),
        (&json!("TASK_STATE_INPUT_REQUIRED"), &json!("TASK_STATE_CANCELED"))
    );
    assert_eq!(report["followed"], json!(["task"]));
    let push = &report["push"];
    assert_eq!(push["created"][0], "mine");
    assert_eq!((&push["got"], &push["posted"]), (&json!(true), &json!([["Bearer sec", "tok"]])));
}

/// What only 1.0 has.
fn assert_new(report: &Value) {
    assert_eq!(report["listed"], json!([1, true, 1, ""]));
    assert_eq!((&report["push"]["listed"], &report["push"]["deleted"]), (&json!(1), &Value::Null));
    assert_eq!(report["push"]["last"]["statusUpdate"]["status"]["state"], "TASK_STATE_COMPLETED");
    assert!(report["version"].as_str().expect("an error").starts_with("VersionNotSupportedError"), "{report}");
    assert_eq!(report["unknown"], "TaskNotFoundError");
}

#[test]
#[ignore = "needs Python peers: run tests/peers/run"]
fn the_client_of_1_0_understands_json_rpc() {
    let report = report("venv", "sdk_client.py", "", "JSONRPC");
    assert_understood(&report);
    assert_new(&report);
    assert!(report["error"].as_str().expect("an error").contains("the oven does not light"), "{report}");
}

#[test]
#[ignore = "needs Python peers: run tests/peers/run"]
fn the_client_of_1_0_understands_http_json() {
    let report = report("venv", "sdk_client.py", "rest/", "HTTP+JSON");
    assert_understood(&report);
    assert_new(&report);
}

#[test]
#[ignore = "needs Python peers: run tests/peers/run"]
fn the_client_of_1_0_understands_0_3_as_well() {
    // The SDK reads base64 of base64 over 0.3's HTTP+JSON, so it is sent where it is written so.
    for (address, binding) in [("v03/", "JSONRPC"), ("v03-rest-twice/", "HTTP+JSON")] {
        let report = report("venv", "sdk_client.py", address, binding);
        assert_understood(&report);
        assert_eq!(report["push"]["last"]["kind"], "task");
        assert_eq!(report["push"]["last"]["status"]["state"], "completed");
    }
}

#[test]
#[ignore = "needs Python peers: run tests/peers/run"]
fn the_client_of_0_3_understands_both_bindings_and_the_card_of_both_generations() {
    for (address, binding) in [("", "JSONRPC"), ("v03/", "JSONRPC"), ("v03-rest-twice/", "HTTP+JSON")] {
        let report = report("venv-0.3", "sdk_old_client.py", address, binding);
        assert_typed(&report);
        let finals = report["streamed"]["finals"].as_array().expect("finals");
        assert_eq!(finals.iter().position(|last| *last == true), Some(finals.len() - 1), "{report}");
        assert_eq!(report["message"]["kinds"], json!(["message"]));
        assert_eq!((&report["failed"], &report["got"]), (&json!("failed"), &json!("input-required")));
        assert_eq!(report["asked"], json!(["input-required", [false, true]]));
        assert_eq!(report["followed"], json!(["task"]));
        assert_eq!(report["canceled"], "canceled");
        let push = &report["push"];
        assert_eq!((&push["created"], &push["got"], &push["kind"]), (&json!(true), &json!(true), &json!("task")));
        assert!(push["tokens"].as_array().expect("posts").iter().all(|token| token == "tok"), "{push}");
        let errors = match binding {
            "JSONRPC" => [
                "A2AClientJSONRPCError: JSON-RPC Error code=-32002",
                "A2AClientJSONRPCError: JSON-RPC Error code=-32603",
                "A2AClientJSONRPCError: JSON-RPC Error code=-32001",
            ],
            _ => [
                "A2AClientHTTPError: HTTP Error 409",
                "A2AClientHTTPError: HTTP Error 500",
                "A2AClientHTTPError: HTTP Error 404",
            ],
        };
        for (call, error) in ["again", "error", "unknown"].into_iter().zip(errors) {
            assert!(report[call].as_str().expect("an error").starts_with(error), "{call}: {report}");
        }
        let extended = if address == "v03/" { "Recipe Agent (extended)" } else { "Recipe Agent" };
        assert_eq!(report["extended"], extended);
    }
}
