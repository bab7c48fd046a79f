//! The official Python SDK's own client on the embedded agent.

use serde_json::{Value, json};

use super::peer::script;
use crate::binary::program::Serving;

#[test]
#[ignore = "needs Python peers: run tests/peers/run"]
fn the_sdks_client_understands_the_embedded_agent() {
    let agent = Serving::start();
    let output = script("sdk_client.py").arg(&agent.base).output().expect("Python starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["card"]["name"], "Recipe Agent");
    assert_eq!(report["params"].as_object().map(|params| params.len()), Some(7));
    for way in ["streamed", "blocking"] {
        assert_eq!(report[way]["state"], "TASK_STATE_COMPLETED", "{report}");
        let result = report[way]["artifacts"]["kedi-structured-output"].as_str().expect("a result");
        assert!(result.contains("9007199254740993") && result.contains("Kısır"), "{result}");
        assert!(report[way]["artifacts"]["notes"].as_str().expect("notes").ends_with("room temperature.\n"));
    }
    assert_eq!(report["streamed"]["kinds"][0], "task");
    assert_eq!(report["blocking"]["kinds"], json!(["task"]));
    assert_eq!(report["plain"]["state"], "TASK_STATE_COMPLETED");
    assert_eq!(report["failed"]["state"], "TASK_STATE_FAILED");
    assert_eq!(report["refused"]["state"], "TASK_STATE_REJECTED");
    assert_eq!(report["asked"]["state"], "TASK_STATE_INPUT_REQUIRED");
    assert_eq!(report["got"], "TASK_STATE_INPUT_REQUIRED");
    assert_eq!(report["canceled"], "TASK_STATE_CANCELED");
    assert!(report["error"].as_str().expect("an error").contains("the oven does not light"), "{report}");
    assert!(report["version"].as_str().expect("an error").starts_with("VersionNotSupportedError"), "{report}");
    assert_eq!(report["unknown"], "TaskNotFoundError");
}
