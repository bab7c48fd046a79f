//! HTTP+JSON in both generations: paths and verbs, bodies, streams, errors, byte for byte where it matters.

use catseye::agent::{self, Agent};
use serde_json::{Value, json};

use super::http::{Answer, exchange};
use super::{URI, by_schema, message, quick, text_of};

/// A request of 1.0.
async fn ask(agent: &Agent, verb: &str, path: &str, body: &Value) -> Answer {
    let headers = [("content-type", "application/a2a+json"), ("a2a-version", "1.0")];
    let body = if body.is_null() { String::new() } else { body.to_string() };
    exchange(agent.base_url(), verb, path, &headers, &body).await.expect("an answer")
}

/// A request of 0.3, without a version.
async fn ask_old(agent: &Agent, verb: &str, path: &str, body: &Value) -> Answer {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let headers = [("content-type", "application/json")];
    exchange(agent.base_url(), verb, path, &headers, &body).await.expect("an answer")
}

/// A message in the proto of 0.3, with the wish to wait.
fn said(text: &str) -> Value {
    json!({
        "message": { "messageId": "m-1", "role": "ROLE_USER", "content": [{ "text": text }] },
        "configuration": { "blocking": true },
    })
}

fn typed_old(text: &str) -> Value {
    let mut params = said(text);
    params["message"]["extensions"] = json!([URI]);
    params["metadata"] = json!({
        "kediStructuredOutput": { "version": 1, "resultEncoding": "json-utf8", "schemaJson": agent::demo_schema() },
    });
    params
}

/// What each event of a stream says, in one word or two.
fn story(answer: &Answer) -> Vec<String> {
    let word = |event: Value| {
        if let Some(update) = event.get("statusUpdate") {
            let last = if update.get("final").is_some() { " last" } else { "" };
            return format!("{}{last}", update["status"]["state"].as_str().expect("a state"));
        }
        if let Some(update) = event.get("artifactUpdate") {
            return format!("artifact {}", update["artifact"]["name"].as_str().expect("a name"));
        }
        format!("task {}", event["task"]["status"]["state"].as_str().expect("a state"))
    };
    answer.events().into_iter().map(word).collect()
}

fn status_body(code: u16, status: &str, message: &str, reason: &str) -> String {
    format!(
        "{{\"error\":{{\"code\":{code},\"status\":\"{status}\",\"message\":\"{message}\",\"details\":[{{\
         \"@type\":\"type.googleapis.com/google.rpc.ErrorInfo\",\"reason\":\"{reason}\",\
         \"domain\":\"a2a-protocol.org\",\"metadata\":{{}}}}]}}}}"
    )
}

#[tokio::test]
async fn the_good_path_streams_bare_events() {
    let agent = quick().await;
    let params = by_schema(text_of("plan-a-recipe"), agent::demo_schema());
    let answer = ask(&agent, "POST", "/message:stream", &params).await;
    assert_eq!((answer.status, answer.whole), (200, true));
    assert_eq!(answer.header("content-type"), Some("text/event-stream"));
    assert_eq!(answer.header("a2a-extensions"), Some(URI));
    let told = story(&answer);
    assert_eq!(told[0], "task TASK_STATE_SUBMITTED");
    assert_eq!(told[told.len() - 2..], ["artifact kedi-structured-output", "TASK_STATE_COMPLETED"]);
    assert!(answer.events().iter().all(|event| event.get("jsonrpc").is_none()));
}

#[tokio::test]
async fn a_message_is_answered_with_a_task_or_a_message_in_its_own_type() {
    let agent = quick().await;
    let sent = ask(&agent, "POST", "/message:send", &message("Plan a dinner for four.")).await;
    assert_eq!((sent.status, sent.header("content-type")), (200, Some("application/a2a+json")));
    assert_eq!(sent.json()["task"]["status"]["state"], "TASK_STATE_COMPLETED");
    let alone = ask(&agent, "POST", "/rest/message:send", &message(text_of("message-only"))).await.json();
    assert_eq!(alone["message"]["role"], "ROLE_AGENT");
    let streamed = ask(&agent, "POST", "/message:stream", &message(text_of("message-only"))).await.events();
    assert_eq!((streamed.len(), &streamed[0]["message"]["role"]), (1, &json!("ROLE_AGENT")));
}

#[tokio::test]
async fn tasks_are_got_followed_continued_and_cancelled_by_their_paths() {
    let agent = quick().await;
    let sent = ask(&agent, "POST", "/message:send", &message(text_of("input-required"))).await.json();
    let task = &sent["task"];
    let path = format!("/tasks/{}", task["id"].as_str().expect("an id"));
    assert_eq!(ask(&agent, "GET", &path, &Value::Null).await.json(), *task);
    let short = ask(&agent, "GET", &format!("{path}?historyLength=0"), &Value::Null).await.json();
    assert_eq!(short.get("history"), None);
    for verb in ["GET", "POST"] {
        let followed = ask(&agent, verb, &format!("{path}:subscribe"), &Value::Null).await;
        assert_eq!(story(&followed), ["task TASK_STATE_INPUT_REQUIRED"], "{verb}");
    }
    let mut more = message("Without.");
    more["message"]["taskId"] = task["id"].clone();
    let answered = ask(&agent, "POST", "/message:stream", &more).await;
    assert_eq!(story(&answered).last().map(String::as_str), Some("TASK_STATE_COMPLETED"));
    let second = ask(&agent, "POST", "/message:send", &message(text_of("input-required"))).await.json();
    let cancel = format!("/tasks/{}:cancel", second["task"]["id"].as_str().expect("an id"));
    let cancelled = ask(&agent, "POST", &cancel, &json!({})).await;
    assert_eq!((cancelled.status, &cancelled.json()["status"]["state"]), (200, &json!("TASK_STATE_CANCELED")));
    let again = ask(&agent, "POST", &cancel, &Value::Null).await;
    assert_eq!(
        (again.status, again.text()),
        (
            400,
            status_body(
                400,
                "FAILED_PRECONDITION",
                "Task cannot be canceled - current state: canceled",
                "TASK_NOT_CANCELABLE"
            )
            .as_str()
        )
    );
    let over = ask(&agent, "POST", &format!("{path}:subscribe"), &json!({})).await;
    assert_eq!((over.status, &over.json()["error"]["details"][0]["reason"]), (400, &json!("UNSUPPORTED_OPERATION")));
}

#[tokio::test]
async fn errors_are_a_status_with_the_reason() {
    let agent = quick().await;
    let unknown = status_body(404, "NOT_FOUND", "Task not found", "TASK_NOT_FOUND");
    for (verb, path) in [("GET", "/tasks/nobody"), ("POST", "/tasks/nobody:cancel"), ("GET", "/tasks/nobody:subscribe")]
    {
        let answer = ask(&agent, verb, path, &Value::Null).await;
        assert_eq!((answer.status, answer.text()), (404, unknown.as_str()), "{path}");
        assert_eq!(answer.header("content-type"), Some("application/a2a+json"));
    }
    let version = "A2A version '0.3' is not supported by this handler. Expected version '1.0'.";
    let unversioned = exchange(agent.base_url(), "GET", "/tasks/nobody", &[], "").await.expect("an answer");
    assert_eq!(
        (unversioned.status, unversioned.text()),
        (400, status_body(400, "FAILED_PRECONDITION", version, "VERSION_NOT_SUPPORTED").as_str())
    );
    let asked = exchange(agent.base_url(), "GET", "/tasks/nobody?A2A-Version=1.0", &[], "").await.expect("an answer");
    assert_eq!(asked.status, 404, "the version may stand in the query");
    let post = async |content_type: &str, body: &str| {
        let headers = [("content-type", content_type), ("a2a-version", "1.0")];
        exchange(agent.base_url(), "POST", "/message:send", &headers, body).await.expect("an answer")
    };
    let broken = post("application/json", "{nope").await;
    assert_eq!(
        (broken.status, broken.text()),
        (
            400,
            status_body(
                400,
                "INVALID_ARGUMENT",
                "Invalid JSON payload: `nope` where a key in double quotes should stand at line 1, column 2",
                "INVALID_REQUEST"
            )
            .as_str()
        )
    );
    let list = post("application/json", "[]").await;
    assert_eq!((list.status, &list.json()["error"]["message"]), (400, &json!("The body must be an object")));
    let text = post("text/plain; charset=utf-8", "{}").await;
    assert_eq!(
        (text.status, &text.json()["error"]["details"][0]["reason"]),
        (400, &json!("CONTENT_TYPE_NOT_SUPPORTED"))
    );
    assert_eq!(
        post("application/a2a+json", "{\"message\":{\"messageId\":\"m\",\"role\":\"ROLE_USER\"}}").await.text(),
        "{\"error\":{\"code\":400,\"status\":\"INVALID_ARGUMENT\",\"message\":\"Invalid params\",\"details\":[{\
         \"@type\":\"type.googleapis.com/google.rpc.ErrorInfo\",\"reason\":\"INVALID_PARAMS\",\
         \"domain\":\"a2a-protocol.org\",\"metadata\":{}},{\"@type\":\"type.googleapis.com/google.rpc.BadRequest\",\
         \"fieldViolations\":[{\"field\":\"message.parts\",\"description\":\"Must have at least one element.\"}]}]}}"
    );
    let quiet = ask(&agent, "POST", "/no-streaming/message:stream", &message("x")).await;
    assert_eq!((quiet.status, &quiet.json()["error"]["details"][0]["reason"]), (400, &json!("UNSUPPORTED_OPERATION")));
}

#[tokio::test]
async fn what_a_scenario_answers_keeps_its_words_and_gets_a_status() {
    let agent = quick().await;
    let cold = ask(&agent, "POST", "/message:send", &message(text_of("rpc-error"))).await;
    assert_eq!(cold.status, 500);
    let error = &cold.json()["error"];
    assert_eq!((&error["code"], &error["status"]), (&json!(500), &json!("INTERNAL")));
    assert_eq!(
        (&error["message"], &error["details"][0]["reason"]),
        (&json!("the oven does not light"), &json!("OVEN_COLD"))
    );
    let busy = ask(&agent, "POST", "/message:stream", &message(text_of("http-status"))).await;
    assert_eq!((busy.status, busy.header("retry-after")), (503, Some("30")));
    let late = ask(&agent, "POST", "/message:stream", &message(text_of("rpc-error-late"))).await;
    let last = late.text().trim_end().rsplit("\n\n").next().expect("an event").to_owned();
    assert!(last.starts_with("event: error\ndata: {\"error\":{\"code\":500,\"status\":\"INTERNAL\""), "{last}");
    let cut = ask(&agent, "POST", "/message:stream", &message(text_of("stream-interrupted"))).await;
    assert!(!cut.whole, "the body has no end");
}

#[tokio::test]
async fn a_path_or_a_verb_that_is_none_is_not_found_or_not_allowed() {
    let agent = quick().await;
    let nowhere = ask(&agent, "GET", "/no/such/path", &Value::Null).await;
    assert_eq!((nowhere.status, nowhere.text()), (404, "Not Found\n"));
    let verb = ask(&agent, "GET", "/message:send", &Value::Null).await;
    assert_eq!((verb.status, verb.header("allow")), (405, Some("POST")));
    // An address speaks what its card says.
    for path in ["/v03-rest/message:send", "/rest/v1/message:send", "/no-version/message:send", "/rest/"] {
        assert_eq!(ask(&agent, "POST", path, &message("x")).await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn an_interface_for_a_tenant_serves_no_other() {
    let agent = quick().await;
    let in_path = ask(&agent, "POST", "/tenant/blue/message:send", &message("Plan a dinner for four.")).await;
    assert_eq!(in_path.status, 200, "{}", in_path.text());
    let task = in_path.json()["task"]["id"].as_str().expect("an id").to_owned();
    assert_eq!(ask(&agent, "GET", &format!("/tenant/blue/tasks/{task}"), &Value::Null).await.status, 200);
    let mut in_body = message("Plan a dinner for four.");
    in_body["tenant"] = json!("blue");
    assert_eq!(ask(&agent, "POST", "/tenant/message:send", &in_body).await.status, 200);
    // What the path says counts.
    assert_eq!(ask(&agent, "POST", "/tenant/red/message:send", &in_body).await.status, 400);
    let without = ask(&agent, "POST", "/tenant/message:send", &message("x")).await;
    assert_eq!(
        without.json()["error"]["details"][1]["fieldViolations"],
        json!([{ "field": "tenant", "description": "Must be blue, as the card says." }])
    );
    let rpc = async |params: Value| {
        let answer = super::http::call_at(agent.base_url(), "/tenant/", "GetTask", params).await.json();
        answer["error"]["code"].clone()
    };
    assert_eq!(rpc(json!({ "id": "nobody", "tenant": "blue" })).await, -32001);
    assert_eq!(rpc(json!({ "id": "nobody" })).await, -32602);
    // Where the card names no tenant, any will do.
    assert_eq!(ask(&agent, "GET", "/red/tasks/nobody", &Value::Null).await.status, 404);
}

#[tokio::test]
async fn in_0_3_the_words_are_those_of_its_own_proto() {
    let agent = quick().await;
    let answer = ask_old(&agent, "POST", "/v1/message:stream", &typed_old(text_of("plan-a-recipe"))).await;
    assert_eq!(answer.header("content-type"), Some("text/event-stream"));
    assert_eq!(answer.header("x-a2a-extensions"), Some(URI));
    let told = story(&answer);
    assert_eq!(told[0], "task TASK_STATE_SUBMITTED");
    assert_eq!(told[told.len() - 2..], ["artifact kedi-structured-output", "TASK_STATE_COMPLETED last"]);
    assert_eq!(told.iter().filter(|word| word.ends_with("last")).count(), 1);
    assert_eq!(answer.events()[0]["task"]["history"][0]["content"][0]["text"], text_of("plan-a-recipe"));
    let sent = ask_old(&agent, "POST", "/v1/message:send", &typed_old("Plan a dinner for four.")).await;
    assert_eq!((sent.status, sent.header("content-type")), (200, Some("application/json")));
    let bytes_at = async |path: &str| {
        let sent = ask_old(&agent, "POST", path, &typed_old("Plan a dinner for four.")).await.json();
        let artifacts = sent["task"]["artifacts"].as_array().expect("artifacts").clone();
        let file = artifacts.last().expect("a result")["parts"][0]["file"].clone();
        assert_eq!(file["mimeType"], "application/json");
        use base64::Engine;
        let bytes = file["fileWithBytes"].as_str().expect("bytes").to_owned();
        base64::engine::general_purpose::STANDARD.decode(bytes).expect("base64")
    };
    let once = bytes_at("/v03-rest/v1/message:send").await;
    assert!(String::from_utf8(once.clone()).expect("UTF-8").starts_with("{\"title\":"));
    // The SDKs for Python and Go put base64 into base64.
    use base64::Engine;
    let twice = bytes_at("/v03-rest-twice/v1/message:send").await;
    assert_eq!(base64::engine::general_purpose::STANDARD.decode(twice).expect("base64"), once);
}

#[tokio::test]
async fn in_0_3_to_wait_has_to_be_said() {
    let agent = agent::start(agent::Options::default()).await.expect("a free port on loopback");
    let mut params = said(text_of("slow"));
    params["configuration"] = json!({});
    let sent = ask_old(&agent, "POST", "/v1/message:send", &params).await.json();
    let path = format!("/v1/tasks/{}", sent["task"]["id"].as_str().expect("a task that goes on"));
    let cancelled = ask_old(&agent, "POST", &format!("{path}:cancel"), &Value::Null).await;
    assert_eq!((cancelled.status, &cancelled.json()["status"]["state"]), (200, &json!("TASK_STATE_CANCELLED")));
    let again = ask_old(&agent, "POST", &format!("{path}:cancel"), &json!({ "name": "tasks/x" })).await;
    assert_eq!(
        (again.status, again.text()),
        (409, "{\"code\":-32002,\"message\":\"Task cannot be canceled - current state: canceled\"}")
    );
    assert_eq!(ask_old(&agent, "GET", &path, &Value::Null).await.json()["status"]["state"], "TASK_STATE_CANCELLED");
}

#[tokio::test]
async fn in_0_3_errors_have_code_and_words() {
    let agent = quick().await;
    let unknown = "{\"code\":-32001,\"message\":\"Task not found\"}";
    for (verb, path) in
        [("GET", "/v1/tasks/nobody"), ("POST", "/v1/tasks/nobody:cancel"), ("POST", "/v1/tasks/nobody:subscribe")]
    {
        let answer = ask_old(&agent, verb, path, &Value::Null).await;
        assert_eq!((answer.status, answer.text()), (404, unknown), "{path}");
        assert_eq!(answer.header("content-type"), Some("application/json"));
    }
    let new = json!({ "message": { "messageId": "m", "role": "ROLE_USER", "parts": [{ "text": "x" }] } });
    let wrong = ask_old(&agent, "POST", "/v1/message:send", &new).await;
    assert_eq!((wrong.status, wrong.text()), (422, "{\"code\":-32602,\"message\":\"Invalid params\"}"));
    let list = ask_old(&agent, "GET", "/v1/tasks", &Value::Null).await;
    assert_eq!((list.status, list.text()), (501, "{\"code\":-32004,\"message\":\"A2A 0.3 cannot list tasks\"}"));
    let cold = ask_old(&agent, "POST", "/v1/message:send", &said(text_of("rpc-error"))).await;
    assert_eq!((cold.status, cold.text()), (500, "{\"code\":-32603,\"message\":\"the oven does not light\"}"));
    let version = "A2A version '1.0' is not supported by this handler. Expected version '0.3'.";
    let versioned = ask(&agent, "GET", "/v1/tasks/nobody", &Value::Null).await;
    assert_eq!(
        (versioned.status, versioned.text()),
        (400, status_body(400, "FAILED_PRECONDITION", version, "VERSION_NOT_SUPPORTED").as_str())
    );
    // An agent of 0.3 alone does not know of versions.
    assert_eq!(ask(&agent, "GET", "/v03-rest/v1/tasks/nobody", &Value::Null).await.text(), unknown);
}
