//! A2A 0.3 over JSON-RPC: the good path, the operations, the errors, and which dialect a call is taken for.

use catseye::agent::{self, Agent};
use serde_json::{Value, json};

use super::http::{Answer, call, exchange};
use super::{URI, message, quick, text_of};

/// Calls a method of 0.3 without a version, as clients of 0.3 do.
async fn ask(agent: &Agent, path: &str, method: &str, params: Value) -> Answer {
    let body = json!({ "jsonrpc": "2.0", "id": "r-1", "method": method, "params": params }).to_string();
    exchange(agent.base_url(), "POST", path, &[("content-type", "application/json")], &body).await.expect("an answer")
}

fn said(text: &str) -> Value {
    json!({
        "message": {
            "kind": "message",
            "messageId": "m-1",
            "role": "user",
            "parts": [{ "kind": "text", "text": text }],
        },
    })
}

/// A message that asks for a typed result by the demo's schema.
fn typed(text: &str, encoding: &str) -> Value {
    let mut params = said(text);
    params["message"]["extensions"] = json!([URI]);
    params["metadata"] = json!({
        "kediStructuredOutput": { "version": 1, "resultEncoding": encoding, "schemaJson": agent::demo_schema() },
    });
    params
}

/// What each event of a stream says, in one word or two.
fn story(answer: &Answer) -> Vec<String> {
    let word = |result: Value| match result["kind"].as_str() {
        Some("status-update") => format!("{} {}", result["status"]["state"], result["final"]),
        Some("artifact-update") => format!("artifact {}", result["artifact"]["name"]),
        Some("task") => format!("task {}", result["status"]["state"]),
        other => panic!("{other:?}"),
    };
    answer.results().into_iter().map(|result| word(result).replace('"', "")).collect()
}

#[tokio::test]
async fn the_good_path_streams_and_only_its_last_event_is_final() {
    let agent = quick().await;
    let answer = ask(&agent, "/", "message/stream", typed(text_of("plan-a-recipe"), "json-utf8")).await;
    assert_eq!((answer.status, answer.whole), (200, true));
    assert_eq!(answer.header("content-type"), Some("text/event-stream"));
    assert_eq!((answer.header("x-a2a-extensions"), answer.header("a2a-extensions")), (Some(URI), None));
    let told = story(&answer);
    assert_eq!(told[0], "task submitted");
    assert_eq!(told[told.len() - 2..], ["artifact kedi-structured-output", "completed true"]);
    assert!(told.iter().filter(|word| word.ends_with("true")).count() == 1, "{told:?}");
    assert!(told.iter().filter(|word| *word == "working false").count() > 3, "{told:?}");
    let results = answer.results();
    let artifact = &results[results.len() - 2]["artifact"];
    assert_eq!(artifact["extensions"], json!([URI]));
    assert_eq!(artifact["parts"][0]["kind"], "file");
    assert_eq!(artifact["parts"][0]["file"]["mimeType"], "application/json");
    use base64::Engine;
    let bytes = artifact["parts"][0]["file"]["bytes"].as_str().expect("bytes");
    let bytes = base64::engine::general_purpose::STANDARD.decode(bytes).expect("base64");
    assert!(String::from_utf8(bytes).expect("UTF-8").contains("9007199254740993"));
}

#[tokio::test]
async fn a_result_that_is_no_object_is_wrapped_in_a_data_part() {
    let agent = quick().await;
    let mut params = typed("Plan a dinner for four.", "protobuf-value");
    params["metadata"]["kediStructuredOutput"]["schemaJson"] = json!("{\"const\":[1,2]}");
    let task = ask(&agent, "/", "message/send", params).await.json()["result"].take();
    let artifacts = task["artifacts"].as_array().expect("artifacts");
    assert_eq!(
        artifacts.last().expect("a result")["parts"],
        json!([{ "kind": "data", "data": { "value": [1, 2] }, "metadata": { "data_part_compat": true } }])
    );
}

#[tokio::test]
async fn a_stream_closes_with_the_state_that_ends_the_turn() {
    let agent = quick().await;
    for (id, last) in [
        ("input-required", "input-required true"),
        ("auth-required", "auth-required true"),
        ("task-failed", "failed true"),
        ("task-rejected", "rejected true"),
        // What the scenario says after the end is not said in 0.3: the stream is closed by then.
        ("late-events", "completed true"),
    ] {
        let answer = ask(&agent, "/", "message/stream", typed(text_of(id), "json-utf8")).await;
        assert!(answer.whole, "{id}");
        assert_eq!(story(&answer).last().map(String::as_str), Some(last), "{id}");
    }
}

#[tokio::test]
async fn tasks_are_got_continued_followed_and_cancelled() {
    let agent = quick().await;
    let first = ask(&agent, "/", "message/send", said(text_of("input-required"))).await.json()["result"].take();
    assert_eq!((&first["kind"], &first["status"]["state"]), (&json!("task"), &json!("input-required")));
    let id = first["id"].clone();
    let get = async |params: Value| ask(&agent, "/", "tasks/get", params).await.json()["result"].take();
    assert_eq!(get(json!({ "id": id })).await, first);
    assert_eq!(get(json!({ "id": id, "historyLength": 0 })).await, first, "0 is all of it in 0.3");
    assert_eq!(get(json!({ "id": id, "historyLength": 1 })).await["history"].as_array().map(Vec::len), Some(1));
    let followed = ask(&agent, "/", "tasks/resubscribe", json!({ "id": id })).await;
    assert_eq!(story(&followed), ["task input-required"]);
    let mut more = said("Without.");
    more["message"]["taskId"] = id.clone();
    let answered = ask(&agent, "/", "message/stream", more.clone()).await;
    assert_eq!(story(&answered).last().map(String::as_str), Some("completed true"));
    let over = ask(&agent, "/", "message/send", more).await.json();
    assert_eq!(over["error"], json!({ "code": -32004, "message": "The task is completed and takes no more messages" }));
    let second = ask(&agent, "/", "message/send", said(text_of("input-required"))).await.json()["result"].take();
    let cancel = async |params: Value| ask(&agent, "/", "tasks/cancel", params).await.json();
    assert_eq!(cancel(json!({ "id": second["id"] })).await["result"]["status"]["state"], "canceled");
    assert_eq!(
        cancel(json!({ "id": second["id"] })).await["error"],
        json!({ "code": -32002, "message": "Task cannot be canceled - current state: canceled" })
    );
}

#[tokio::test]
async fn a_message_alone_can_be_the_answer() {
    let agent = quick().await;
    let sent = ask(&agent, "/", "message/send", said(text_of("message-only"))).await.json();
    assert_eq!((&sent["result"]["kind"], &sent["result"]["role"]), (&json!("message"), &json!("agent")));
    let streamed = ask(&agent, "/", "message/stream", said(text_of("message-only"))).await.results();
    assert_eq!((streamed.len(), &streamed[0]["kind"]), (1, &json!("message")));
}

#[tokio::test]
async fn not_to_wait_has_to_be_said() {
    let agent = agent::start(agent::Options::default()).await.expect("a free port on loopback");
    let mut params = said(text_of("slow"));
    params["configuration"] = json!({ "blocking": false });
    let task = ask(&agent, "/", "message/send", params).await.json()["result"].take();
    assert!(["submitted", "working"].contains(&task["status"]["state"].as_str().expect("a state")), "{task}");
}

/// Posts a body as it is; the text of the answer.
async fn post(agent: &Agent, path: &str, headers: &[(&str, &str)], body: &str) -> String {
    let answer = exchange(agent.base_url(), "POST", path, headers, body).await.expect("an answer");
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("application/json")));
    answer.text().to_owned()
}

#[tokio::test]
async fn errors_have_code_and_words_and_nothing_of_1_0() {
    let agent = quick().await;
    let call = |method: &str, params: &str| {
        format!("{{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"{method}\",\"params\":{params}}}")
    };
    let error =
        |code: i32, rest: &str| format!("{{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{{\"code\":{code},{rest}}}}}");
    for method in ["tasks/get", "tasks/cancel", "tasks/resubscribe"] {
        assert_eq!(
            post(&agent, "/", &[], &call(method, "{\"id\":\"nobody\"}")).await,
            error(-32001, "\"message\":\"Task not found\"")
        );
    }
    // There is no list in 0.3.
    assert_eq!(
        post(&agent, "/", &[], &call("tasks/list", "{}")).await,
        error(-32601, "\"message\":\"Method not found: tasks/list\"")
    );
    assert_eq!(
        post(&agent, "/", &[], &call("message/send", "{\"message\":{\"role\":\"ROLE_USER\"}}")).await,
        error(
            -32602,
            "\"message\":\"Invalid params\",\"data\":[{\"field\":\"message.messageId\",\"description\":\"Field is \
             required.\"},{\"field\":\"message.role\",\"description\":\"Must be user.\"},{\"field\":\"message.parts\",\
             \"description\":\"Must have at least one element.\"}]"
        )
    );
    assert_eq!(
        post(&agent, "/v03/", &[], "{nope").await,
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"Invalid JSON payload: `nope` where a key \
         in double quotes should stand at line 1, column 2\"}}"
    );
    assert_eq!(
        post(&agent, "/no-streaming/", &[], &call("message/stream", &said("x").to_string())).await,
        error(-32004, "\"message\":\"This agent does not stream\"")
    );
    let broken = ask(&agent, "/", "message/send", said(text_of("rpc-error"))).await.json();
    assert_eq!((&broken["error"]["code"], &broken["error"]["data"]["reason"]), (&json!(-32603), &json!("OVEN_COLD")));
    let late = ask(&agent, "/", "message/stream", said(text_of("rpc-error-late"))).await.events();
    assert_eq!(late.last().expect("an event")["error"]["message"], "the cook left the building");
}

#[tokio::test]
async fn the_methods_name_says_the_generation_and_the_version_must_agree() {
    let agent = quick().await;
    let code = async |path: &str, version: Option<&str>, method: &str| {
        let body = format!("{{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"{method}\",\"params\":{{\"id\":\"x\"}}}}");
        let headers: Vec<(&str, &str)> = version.map(|version| ("a2a-version", version)).into_iter().collect();
        let body: Value = serde_json::from_str(&post(&agent, path, &headers, &body).await).expect("JSON");
        (body["error"]["code"].as_i64().expect("a code"), body["error"].get("data").is_some())
    };
    for version in [None, Some(""), Some("0.3"), Some("0.3.0")] {
        assert_eq!(code("/", version, "tasks/get").await, (-32001, false), "{version:?}");
        assert_eq!(code("/", version, "GetTask").await, (-32009, true), "{version:?}");
        assert_eq!(code("/", version, "no/such").await, (-32601, false), "{version:?}");
    }
    // As the Python SDK 1.3.0 answers: 0.3 has no code for this.
    assert_eq!(code("/", Some("1.0"), "tasks/get").await, (-32603, false));
    assert_eq!(code("/", Some("0.5"), "tasks/get").await, (-32603, false));
    assert_eq!(code("/", Some("1.0"), "GetTask").await, (-32001, true));
    assert_eq!(code("/", Some("1.0"), "no/such").await, (-32601, true));
    // An agent of 0.3 alone does not know of versions.
    assert_eq!(code("/v03/", Some("9.9"), "tasks/get").await, (-32001, false));
    assert_eq!(code("/v03/", Some("1.0"), "GetTask").await, (-32601, false));
    assert_eq!(code("/no-version-v03/", Some("1.0"), "GetTask").await, (-32601, false));
    assert_eq!(code("/no-version/", Some("1.0"), "tasks/get").await, (-32601, true));
    assert_eq!(code("/no-version/", None, "tasks/get").await, (-32601, true));
    assert_eq!(code("/no-version/", Some("1.0"), "GetTask").await, (-32001, true));
}

#[tokio::test]
async fn a_task_is_the_same_whichever_generation_looks_at_it() {
    let agent = quick().await;
    let new = call(agent.base_url(), "SendMessage", message("Plan a dinner for four.")).await.json();
    let id = json!({ "id": new["result"]["task"]["id"] });
    let old = ask(&agent, "/", "tasks/get", id).await.json()["result"].take();
    assert_eq!((&old["kind"], &old["status"]["state"]), (&json!("task"), &json!("completed")));
    assert_eq!(old["history"][0]["role"], "user");
    let names: Vec<&Value> = old["artifacts"].as_array().expect("artifacts").iter().map(|a| &a["name"]).collect();
    assert_eq!(names, ["notes", "answer"]);
}
