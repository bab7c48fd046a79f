//! Both generations over both bindings, through the whole program: what is on the wire, and what comes of it.

use serde_json::{Value, json};

use super::program::{Files, Ran, catseye};
use super::scripted::{
    ARTIFACT, Reply, Request, Scripted, URI, card_with, completing, http, json_body, raw, result_artifact, rpc_error,
    stream_head, task,
};

const SCHEMA: &str = r#"{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}"#;
const VALUE: &str = r#"{"n":9007199254740993}"#;

fn run(agent: &Scripted, more: &[&str]) -> Ran {
    let files = Files::new();
    let schema = files.write("s.json", SCHEMA);
    let mut arguments = vec!["run", &agent.base, "--schema", &schema, "--text", "go", "--format", "json"];
    arguments.extend(more);
    catseye(&arguments)
}

/// An agent whose card states these interfaces as `(path, binding, version)`, and that answers by this function.
fn agent(
    interfaces: &[(&str, &str, Option<&str>)],
    call: impl Fn(&Request) -> Vec<u8> + Send + Sync + 'static,
) -> Scripted {
    let entry = |(path, binding, version): &(&str, &str, Option<&str>)| {
        let mut entry = json!({"url": format!("BASE/{path}"), "protocolBinding": binding});
        if let Some(version) = version {
            entry["protocolVersion"] = json!(version);
        }
        entry
    };
    let list: Vec<Value> = interfaces.iter().map(entry).collect();
    let card = card_with(|card| card["supportedInterfaces"] = json!(list));
    Scripted::new(move |request, base| match request.path.contains("/.well-known/") {
        true => Reply::Bytes(json_body(200, &card.to_string().replace("BASE/", base))),
        false => Reply::Bytes(call(request)),
    })
}

/// Everything but the card, as `POST /rest/message:send 1.0`.
fn calls(agent: &Scripted) -> Vec<String> {
    let requests = agent.requests().into_iter().filter(|request| !request.path.contains("/.well-known/"));
    let line = |request: Request| {
        let version = request.header("a2a-version").unwrap_or("no version").to_owned();
        let method = serde_json::from_str::<Value>(&request.body).unwrap_or_default();
        let method = method["method"].as_str().map(|method| format!(" {method}")).unwrap_or_default();
        format!("{} {} {version}{method}", request.method, request.path)
    };
    requests.map(line).collect()
}

/// Bare events, as HTTP+JSON has them.
fn events(updates: &[Value]) -> Vec<u8> {
    let mut out = stream_head();
    updates.iter().for_each(|update| out.extend(format!("data: {update}\n\n").into_bytes()));
    out
}

fn not_found() -> Vec<u8> {
    http(404, "text/plain", b"Not Found")
}

#[test]
fn a_stream_of_1_0_over_http_json_gives_the_value() {
    let agent = agent(&[("rest", "HTTP+JSON", Some("1.0"))], |_| {
        events(&completing(vec![result_artifact(json!([raw(VALUE)]))]))
    });
    let ran = run(&agent, &[]);
    assert_eq!((ran.status, ran.stdout().contains(VALUE)), (0, true), "{}", ran.stdout());
    assert_eq!(ran.json()["warnings"], json!([]));
    assert_eq!(calls(&agent), ["POST /rest/message:stream 1.0"]);
    let request = &agent.requests()[1];
    let header = |name| request.header(name).unwrap_or_default().to_owned();
    assert_eq!(header("content-type"), "application/a2a+json");
    assert_eq!(header("accept"), "text/event-stream, application/a2a+json, application/json");
    assert_eq!((header("a2a-extensions"), request.header("x-a2a-extensions")), (URI.to_owned(), None));
    assert_eq!(request.json()["metadata"]["kediStructuredOutput"]["schemaJson"], SCHEMA);
}

#[test]
fn a_blocking_answer_of_0_3_over_http_json_gives_the_value() {
    use base64::Engine;
    let agent = agent(&[("rest/", "HTTP+JSON", Some("0.3.0"))], |_| {
        let once = base64::engine::general_purpose::STANDARD.encode(VALUE);
        let twice = base64::engine::general_purpose::STANDARD.encode(once);
        let file = json!({"file": {"fileWithBytes": twice, "mimeType": "application/json"}});
        let artifact = json!({"artifactId": "r", "name": ARTIFACT, "extensions": [URI], "parts": [file]});
        let mut done = task("TASK_STATE_COMPLETED");
        done["task"]["artifacts"] = json!([artifact]);
        json_body(201, &done.to_string())
    });
    let ran = run(&agent, &["--no-stream"]);
    assert_eq!((ran.status, ran.stdout().contains(VALUE)), (0, true), "{}", ran.stdout());
    assert_eq!(calls(&agent), ["POST /rest/v1/message:send 0.3"]);
    let request = &agent.requests()[1];
    let header = |name| request.header(name).unwrap_or_default().to_owned();
    assert_eq!((header("content-type"), header("accept")), ("application/json".into(), "application/json".into()));
    assert_eq!((header("a2a-extensions"), header("x-a2a-extensions")), (URI.to_owned(), URI.to_owned()));
    let body = request.json();
    assert_eq!(body["configuration"]["blocking"], true);
    assert_eq!(body["message"]["content"], json!([{"text": "go"}]));
    assert_eq!(body["message"].get("parts"), None);
}

#[test]
fn a_version_that_is_not_stated_is_asked_for_and_shown_on_the_wire() {
    let agent = agent(&[("rpc", "JSONRPC", None)], |request| match request.operation().as_str() {
        "tasks/get" => rpc_error(request, -32001, "Task not found"),
        "message/stream" => rpc_error(request, -32602, "enough"),
        _ => rpc_error(request, -32601, "Method not found"),
    });
    let files = Files::new();
    let schema = files.write("s.json", SCHEMA);
    let ran = catseye(&["run", &agent.base, "--schema", &schema, "--text", "go", "--format", "ndjson"]);
    let expected = ["POST /rpc 1.0 GetTask", "POST /rpc 0.3 tasks/get", "POST /rpc 0.3 message/stream"];
    assert_eq!(calls(&agent), expected);
    let asked = |request: &Request| request.json()["params"]["id"].as_str().map(str::to_owned);
    let requests = agent.requests();
    assert_eq!((asked(&requests[1]), asked(&requests[1]).map(|id| id.len())), (asked(&requests[2]), Some(36)));
    let lines = ran.lines();
    let operations: Vec<&str> = lines.iter().filter_map(|line| line["operation"].as_str()).collect();
    assert_eq!(operations, ["GetTask", "GetTask", "SendStreamingMessage"]);
    let interface = lines.iter().find(|line| line["event"] == "step" && line["id"] == "interface").expect("the step");
    let detail = interface["detail"].as_str().unwrap_or_default();
    assert!(detail.starts_with("A2A 0.3 over JSONRPC at ") && detail.contains("-32601"), "{detail}");
    assert_eq!(interface["status"], "warned");
}

#[test]
fn a_card_that_says_1_0_of_an_agent_of_0_3_is_found_out_without_a_second_task() {
    let agent = agent(&[("rest", "HTTP+JSON", Some("1.0"))], |request| match request.path.as_str() {
        "/rest/v1/message:stream" => events(&completing(vec![result_artifact(json!([
            {"file": {"fileWithBytes": raw(VALUE)["raw"], "mimeType": "application/json"}}
        ]))])),
        _ => not_found(),
    });
    let ran = run(&agent, &[]);
    let out = ran.json();
    assert_eq!((ran.status, &out["agent"]["dialect"]), (0, &json!("0.3")), "{out}");
    assert_eq!(calls(&agent), ["POST /rest/message:stream 1.0", "POST /rest/v1/message:stream 0.3"]);
    assert_eq!(out["warnings"][0]["code"], "fallback");
    let held = run(&agent, &["--dialect", "1.0"]);
    assert_eq!((held.json()["failure"]["class"].as_str(), calls(&agent).len()), (Some("http-status"), 3));
}

#[test]
fn a_subscription_is_made_with_get_where_post_is_not_allowed() {
    let agent = agent(&[("rest", "HTTP+JSON", Some("1.0"))], |request| {
        match (request.method.as_str(), request.path.as_str()) {
            (_, "/rest/message:stream") => events(&[task("TASK_STATE_WORKING")]),
            ("GET", "/rest/tasks/t1") => json_body(200, &task("TASK_STATE_WORKING")["task"].to_string()),
            ("GET", "/rest/tasks/t1:subscribe") => events(&completing(vec![result_artifact(json!([raw(VALUE)]))])),
            _ => http(405, "application/json", br#"{"detail":"Method Not Allowed"}"#),
        }
    });
    let ran = run(&agent, &[]);
    assert_eq!((ran.status, ran.stdout().contains(VALUE)), (0, true), "{}", ran.stdout());
    let expected = [
        "POST /rest/message:stream 1.0",
        "GET /rest/tasks/t1 1.0",
        "POST /rest/tasks/t1:subscribe 1.0",
        "GET /rest/tasks/t1:subscribe 1.0",
    ];
    assert_eq!(calls(&agent), expected);
    let subscribe = agent.requests().pop().expect("a request");
    assert_eq!((subscribe.body.as_str(), subscribe.header("content-length")), ("", None));
}

#[test]
fn an_error_over_http_json_is_the_agents_whatever_its_form() {
    let status = r#"{"error":{"code":400,"status":"FAILED_PRECONDITION","message":"no","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"UNSUPPORTED_OPERATION","domain":"a2a-protocol.org"}]}}"#;
    let version = r#"{"type":"https://a2a-protocol.org/errors/version-not-supported","title":"Version","status":400}"#;
    for (body, class, words) in [
        (status, "rpc-error", "-32004 UnsupportedOperationError: no"),
        (r#"{"message":"unknown exception"}"#, "rpc-error", "unknown exception"),
        (r#"{"code":-32603,"message":"broken"}"#, "rpc-error", "-32603 InternalError: broken"),
        (version, "version-not-supported", "-32009 VersionNotSupportedError: Version"),
        (r#"{"error":"text"}"#, "http-status", "HTTP 400"),
    ] {
        let agent = agent(&[("rest", "HTTP+JSON", Some("1.0"))], move |_| json_body(400, body));
        let out = run(&agent, &["--dialect", "1.0"]).json();
        assert_eq!((&out["failure"]["class"], &out["failure"]["step"]), (&json!(class), &json!("sent")), "{body}");
        let message = out["failure"]["message"].as_str().unwrap_or_default();
        assert!(message.contains(words), "{message}");
    }
}
