//! A2A 1.0 over JSON-RPC: the card, the good path, the operations, the errors.

use serde_json::{Value, json};

use super::http::{Answer, call, exchange};
use super::{URI, by_schema, final_task, message, play, quick, result_text, status, text_of};

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

/// Posts a body as it is, with this version.
async fn post(base_url: &str, version: &str, body: &str) -> String {
    let headers = [("content-type", "application/json"), ("a2a-version", version)];
    let answer = exchange(base_url, "POST", "/", &headers, body).await.expect("an answer");
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("application/json")));
    answer.text().to_owned()
}

fn error(id: &str, code: i32, message: &str, reason: &str) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"error\":{{\"code\":{code},\"message\":\"{message}\",\"data\":[{{\
         \"@type\":\"type.googleapis.com/google.rpc.ErrorInfo\",\"reason\":\"{reason}\",\
         \"domain\":\"a2a-protocol.org\",\"metadata\":{{}}}}]}}}}"
    )
}

#[tokio::test]
async fn the_good_path_streams_a_task_progress_notes_and_the_result() {
    let agent = quick().await;
    let answer = play(&agent, "plan-a-recipe").await;
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
}

#[tokio::test]
async fn the_same_message_gives_the_same_result_and_new_ids() {
    let agent = quick().await;
    let params = by_schema(text_of("plan-a-recipe"), catseye::agent::demo_schema());
    let first = final_task(&agent, params.clone()).await;
    let second = final_task(&agent, params).await;
    assert_eq!(result_text(&first), result_text(&second));
    let ids = [&first["id"], &second["id"], &first["contextId"], &second["contextId"]];
    for (index, id) in ids.iter().enumerate() {
        let id = uuid::Uuid::parse_str(id.as_str().expect("a string")).expect("a UUID");
        assert_eq!(id.get_version_num(), 4);
        assert!(!ids[..index].contains(&ids[index]));
    }
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
async fn a_task_can_be_read_later_with_as_much_history_as_is_wanted() {
    let agent = quick().await;
    let task = final_task(&agent, by_schema(text_of("plan-a-recipe"), catseye::agent::demo_schema())).await;
    let get = async |length: Value| {
        let params = json!({ "id": task["id"], "historyLength": length });
        call(agent.base_url(), "GetTask", params).await.json()["result"].take()
    };
    assert_eq!(get(Value::Null).await, task);
    assert_eq!(get(json!(0)).await.get("history"), None);
    let one = get(json!(1)).await;
    assert_eq!(one["history"], json!([task["history"].as_array().and_then(|all| all.last())]));
    assert_eq!(task["history"][0]["role"], "ROLE_USER");
    assert_eq!(task["history"][0]["messageId"], "m-1");
}

#[tokio::test]
async fn what_is_no_request_is_refused_with_its_code() {
    let agent = quick().await;
    let base = agent.base_url();
    let call = |method: &str, params: &str| {
        format!("{{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"{method}\",\"params\":{params}}}")
    };
    assert_eq!(
        post(base, "1.0", "{\"jsonrpc\":").await,
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"Invalid JSON payload: the text ends \
         inside a value at line 1, column 12\"}}"
    );
    assert_eq!(
        post(base, "1.0", "[]").await,
        error("null", -32600, "Batch requests are not supported", "INVALID_REQUEST")
    );
    assert_eq!(
        post(base, "1.0", "{\"id\":\"a\",\"method\":\"GetTask\"}").await,
        error("\"a\"", -32600, "The request must say \\\"jsonrpc\\\": \\\"2.0\\\"", "INVALID_REQUEST")
    );
    assert_eq!(
        post(base, "1.0", &call("no/such", "{}")).await,
        error("7", -32601, "Method not found: no/such", "METHOD_NOT_FOUND")
    );
    let unknown = "{\"id\":\"nobody\"}";
    for method in ["GetTask", "CancelTask", "SubscribeToTask"] {
        assert_eq!(
            post(base, "1.0", &call(method, unknown)).await,
            error("7", -32001, "Task not found", "TASK_NOT_FOUND")
        );
    }
    let wrong = "{\"message\":{\"messageId\":\"\",\"role\":\"user\",\"parts\":[]}}";
    assert_eq!(
        post(base, "1.0", &call("SendMessage", wrong)).await,
        "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-32602,\"message\":\"Invalid params\",\"data\":[{\
         \"@type\":\"type.googleapis.com/google.rpc.ErrorInfo\",\"reason\":\"INVALID_PARAMS\",\
         \"domain\":\"a2a-protocol.org\",\"metadata\":{}},{\
         \"@type\":\"type.googleapis.com/google.rpc.BadRequest\",\"fieldViolations\":[\
         {\"field\":\"message.message_id\",\"description\":\"Field is required.\"},\
         {\"field\":\"message.role\",\"description\":\"Must be ROLE_USER.\"},\
         {\"field\":\"message.parts\",\"description\":\"Must have at least one element.\"}]}]}}"
    );
}

#[tokio::test]
async fn another_version_is_not_supported_and_no_version_means_0_3() {
    let agent = quick().await;
    let body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"GetTask\",\"params\":{\"id\":\"x\"}}";
    for (version, named) in [("", "0.3"), ("0.3", "0.3"), ("2.0", "2.0"), ("10.0", "10.0")] {
        let message = format!("A2A version '{named}' is not supported by this handler. Expected version '1.0'.");
        let refused = error("1", -32009, &message, "VERSION_NOT_SUPPORTED");
        assert_eq!(post(agent.base_url(), version, body).await, refused);
    }
    for version in ["1.0", "1", "1.7"] {
        assert!(post(agent.base_url(), version, body).await.contains("-32001"));
    }
    let answer = exchange(agent.base_url(), "POST", "/?A2A-Version=1.0", &[], body).await.expect("an answer");
    assert!(answer.text().contains("-32001"));
}

#[tokio::test]
async fn a_task_that_is_over_is_neither_cancelled_nor_followed_nor_answered() {
    let agent = quick().await;
    let task = final_task(&agent, message("Burn the dinner.")).await;
    let id = json!({ "id": task["id"] });
    let cancelled = call(agent.base_url(), "CancelTask", id.clone()).await.json();
    assert_eq!(cancelled["error"]["code"], -32002);
    assert_eq!(cancelled["error"]["message"], "Task cannot be canceled - current state: failed");
    let followed = call(agent.base_url(), "SubscribeToTask", id).await;
    assert_eq!(followed.header("content-type"), Some("application/json"));
    assert_eq!(followed.json()["error"]["code"], -32004);
    let mut more = message("And now?");
    more["message"]["taskId"] = task["id"].clone();
    let answered = call(agent.base_url(), "SendMessage", more).await.json();
    assert_eq!(answered["error"]["code"], -32004);
}

#[tokio::test]
async fn a_task_that_asks_goes_on_with_the_answer() {
    let agent = quick().await;
    let first = final_task(&agent, by_schema(text_of("input-required"), catseye::agent::demo_schema())).await;
    assert_eq!(status(&first), ("TASK_STATE_INPUT_REQUIRED", "With or without onions?"));
    let mut answer = message("Without.");
    answer["message"]["taskId"] = first["id"].clone();
    answer["message"]["contextId"] = json!("another");
    let refused = call(agent.base_url(), "SendMessage", answer.clone()).await.json();
    assert_eq!(refused["error"]["code"], -32602);
    answer["message"]["contextId"] = first["contextId"].clone();
    let streamed = call(agent.base_url(), "SendStreamingMessage", answer).await;
    assert_eq!(story(&streamed), ["TASK_STATE_WORKING", "artifact kedi-structured-output", "TASK_STATE_COMPLETED"]);
    let whole = call(agent.base_url(), "GetTask", json!({ "id": first["id"] })).await.json()["result"].take();
    assert!(result_text(&whole).contains("Kısır"));
    let said: Vec<&Value> =
        whole["history"].as_array().expect("history").iter().map(|m| &m["parts"][0]["text"]).collect();
    assert!(said.contains(&&json!("Without.")) && said.contains(&&json!("With or without onions?")));
}
