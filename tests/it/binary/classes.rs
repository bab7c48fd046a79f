//! Every failure class: verdict, class and exit status of the whole program against an agent that does just that.

use std::net::TcpListener;

use serde_json::{Value, json};

use super::program::{Files, Ran, catseye};
use super::scripted::{
    ARTIFACT, Reply, Scripted, URI, answering, artifact, card, card_with, completing, event, http, json_body, raw,
    result, result_artifact, rpc_error, status, stream, stream_head, task,
};

const SCHEMA: &str = r#"{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}"#;

fn run(agent: &str, schema: &str, more: &[&str]) -> Ran {
    let files = Files::new();
    let schema = files.write("s.json", schema);
    let mut arguments = vec!["run", agent, "--schema", &schema, "--text", "go", "--format", "json"];
    arguments.extend(more);
    catseye(&arguments)
}

/// Asserts the contract of a failure: verdict, class, step, exit status, and what must come with it.
fn expect(ran: &Ran, class: &str, step: &str, verdict: &str, status: i32) -> Value {
    let out = ran.json();
    let failure = &out["failure"];
    assert_eq!(
        (failure["class"].as_str(), failure["step"].as_str(), out["verdict"].as_str(), ran.status),
        (Some(class), Some(step), Some(verdict), status),
        "{out}"
    );
    assert!(!failure["message"].as_str().unwrap_or_default().is_empty(), "{out}");
    assert!(!failure["hint"].as_str().unwrap_or_default().is_empty(), "{out}");
    assert_eq!(out["value"], Value::Null, "no value beside a failure: {out}");
    let steps = out["steps"].as_array().expect("the ladder");
    let failed = steps.iter().position(|one| one["status"] == "failed").expect("a failed step");
    assert_eq!(steps[failed]["id"], step, "{out}");
    assert!(steps[failed + 1..].iter().all(|one| one["status"] == "not-reached"), "{out}");
    out
}

/// Against an agent with this card that answers a call with these bytes.
fn against(card: Value, call: impl Fn(&super::scripted::Request) -> Reply + Send + Sync + 'static) -> Ran {
    run(&Scripted::agent(card, call).base, SCHEMA, &[])
}

fn nobody_listens() -> String {
    // The port was free a moment ago, and nothing else here asks for it.
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    format!("http://{}/", listener.local_addr().expect("an address"))
}

#[test]
fn no_card_because_nobody_answers() {
    expect(&run(&nobody_listens(), SCHEMA, &[]), "unreachable", "card", "unreachable", 3);
    let closing = Scripted::new(|_, _| Reply::Bytes(Vec::new()));
    expect(&run(&closing.base, SCHEMA, &[]), "unreachable", "card", "unreachable", 3);
    let cut = Scripted::new(|_, _| Reply::Bytes(b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"na".to_vec()));
    expect(&run(&cut.base, SCHEMA, &[]), "unreachable", "card", "unreachable", 3);
}

#[test]
fn no_card_because_it_is_no_tls() {
    let server = Scripted::new(|_, _| Reply::Bytes(http(200, "text/plain", b"plain")));
    let agent = server.base.replace("http://", "https://");
    expect(&run(&agent, SCHEMA, &["--insecure"]), "tls", "card", "unreachable", 3);
}

#[test]
fn no_card_because_of_a_time_limit() {
    let silent = Scripted::new(|_, _| Reply::Hold(Vec::new()));
    expect(&run(&silent.base, SCHEMA, &["--response-timeout", "100ms"]), "timeout", "card", "timeout", 5);
    expect(&run(&silent.base, SCHEMA, &["--timeout", "100ms"]), "timeout", "card", "timeout", 5);
}

#[test]
fn no_card_because_of_a_status_a_refusal_or_another_document() {
    let answering = |status, kind: &'static str, body: &'static str| {
        Scripted::new(move |_, _| Reply::Bytes(http(status, kind, body.as_bytes()))).base
    };
    let page = "<html><title>Sign in</title></html>";
    expect(&run(&answering(500, "text/plain", "oops"), SCHEMA, &[]), "http-status", "card", "unreachable", 3);
    expect(&run(&answering(404, "text/html", page), SCHEMA, &[]), "http-status", "card", "unreachable", 3);
    expect(&run(&answering(401, "text/plain", ""), SCHEMA, &[]), "unauthorized", "card", "unauthorized", 4);
    expect(&run(&answering(403, "text/html", page), SCHEMA, &[]), "unauthorized", "card", "unauthorized", 4);
    for body in [page, "{}", "[]", "", "null", "// a comment\n{}"] {
        let out = run(&answering(200, "text/html", body), SCHEMA, &[]);
        expect(&out, "not-an-agent", "card", "unreachable", 3);
    }
    let huge = card_with(|card| card["description"] = json!("x".repeat(2000)));
    let huge = Scripted::agent(huge, |_| Reply::Bytes(Vec::new()));
    expect(&run(&huge.base, SCHEMA, &["--max-card-bytes", "1KiB"]), "not-an-agent", "card", "unreachable", 3);
}

#[test]
fn no_interface_to_send_to() {
    let never = |_: &super::scripted::Request| -> Reply { panic!("nothing may be sent") };
    let none = card_with(|card| card["supportedInterfaces"] = json!([]));
    expect(&against(none, never), "no-usable-interface", "interface", "unreachable", 3);
    let grpc = card_with(|card| card["supportedInterfaces"][0]["protocolBinding"] = json!("GRPC"));
    expect(&against(grpc, never), "no-usable-interface", "interface", "unreachable", 3);
    let future = card_with(|card| card["supportedInterfaces"][0]["protocolVersion"] = json!("2.0"));
    expect(&against(future, never), "no-usable-interface", "interface", "unreachable", 3);
}

#[test]
fn credentials_do_not_leave_the_origin_that_was_typed() {
    let other = Scripted::streaming(completing(vec![result_artifact(json!([raw("{\"n\":1}")]))]));
    let address = format!("{}rpc", other.base);
    let moved = card_with(|card| card["supportedInterfaces"][0]["url"] = json!(address));
    let agent = Scripted::agent(moved, |_| Reply::Bytes(Vec::new()));
    expect(&run(&agent.base, SCHEMA, &["--bearer", "sesame"]), "other-origin", "interface", "refused", 6);
    assert!(other.requests().is_empty(), "nothing was sent");
    assert_eq!(run(&agent.base, SCHEMA, &[]).status, 0, "without credentials it is a warning");
    assert_eq!(other.requests()[0].header("authorization"), None);
    let ran = run(&agent.base, SCHEMA, &["--bearer", "sesame", "--allow-origin", &other.base]);
    assert_eq!(ran.status, 0, "{}", ran.stdout());
    assert_eq!(other.requests()[1].header("authorization"), Some("Bearer sesame"));
}

#[test]
fn the_extension_is_not_there_or_of_another_kind() {
    let never = |_: &super::scripted::Request| -> Reply { panic!("nothing may be sent") };
    let extension = |change: fn(&mut Value)| card_with(|card| change(&mut card["capabilities"]["extensions"]));
    let slash = extension(|list| list[0]["uri"] = json!(URI.trim_end_matches('/')));
    let out = expect(&against(slash, never), "extension-not-advertised", "extension", "refused", 6);
    assert!(out["failure"]["hint"].as_str().is_some_and(|hint| hint.contains("slash")), "{out}");
    expect(&against(extension(|list| *list = json!([])), never), "extension-not-advertised", "extension", "refused", 6);
    for change in [
        (|list: &mut Value| list[0]["params"] = Value::Null) as fn(&mut Value),
        |list| list[0]["params"]["version"] = json!(2),
        |list| list[0]["params"]["version"] = json!("1"),
        |list| list[0]["params"]["mode"] = json!("free"),
        |list| list[0]["params"]["schemaDialect"] = json!("http://json-schema.org/draft-07/schema#"),
        |list| list[0]["params"]["maxSchemaBytes"] = json!(1.5),
        |list| list[0]["params"]["maxSchemaBytes"] = json!(-1),
    ] {
        expect(&against(extension(change), never), "extension-unsupported", "extension", "refused", 6);
    }
    let only = extension(|list| list[0]["params"]["resultEncodings"] = json!(["protobuf-value"]));
    let agent = Scripted::agent(only, never);
    let ran = run(&agent.base, SCHEMA, &["--encoding", "json-utf8"]);
    expect(&ran, "extension-unsupported", "extension", "refused", 6);
}

#[test]
fn a_schema_is_refused_before_anything_is_sent() {
    let agent = answering("{}");
    let deep = format!("{}{{}}{}", "{\"not\":".repeat(64), "}".repeat(64));
    let large = format!("{{\"title\":\"{}\"}}", "x".repeat(32_768));
    for (schema, class, step) in [
        ("{\"type\":", "schema-syntax", "schema-json"),
        ("[]", "schema-syntax", "schema-json"),
        ("{\"a\":1e999}", "schema-syntax", "schema-json"),
        ("{\"$schema\":\"http://json-schema.org/draft-07/schema#\"}", "schema-dialect", "schema-policy"),
        ("{\"$id\":\"x\"}", "schema-id", "schema-policy"),
        ("{\"$ref\":\"https://x.example/\"}", "schema-remote-ref", "schema-policy"),
        (&deep, "schema-too-deep", "schema-policy"),
        ("{\"type\":\"strng\"}", "schema-invalid", "schema-valid"),
        ("{\"$ref\":\"#/$defs/x\"}", "schema-invalid", "schema-valid"),
        (&large, "schema-too-large", "schema-size"),
    ] {
        expect(&run(&agent.base, schema, &[]), class, step, "refused", 6);
    }
    let lossy = card_with(|card| {
        card["capabilities"]["extensions"][0]["params"]["schemaEncodings"] = json!(["protobuf-value"]);
    });
    let lossy = Scripted::agent(lossy, |_| panic!("nothing may be sent"));
    let ran = run(&lossy.base, "{\"enum\":[9007199254740993]}", &[]);
    expect(&ran, "schema-lossy", "schema-size", "refused", 6);
    assert!(agent.calls().is_empty());
}

#[test]
fn the_request_is_not_accepted() {
    let ran = against(card(), |request| Reply::Bytes(rpc_error(request, -32602, "the words of the agent")));
    let out = expect(&ran, "rpc-error", "sent", "failed", 1);
    let agent = &out["failure"]["agent"];
    assert_eq!((&agent["text"], &agent["code"]), (&json!("the words of the agent"), &json!("-32602")));
    assert!(ran.stdout().contains("{\"why\":9007199254740993}"), "the agent's data is whole: {out}");
    let ran = against(card(), |request| {
        let mut bytes = rpc_error(request, -32000, "busy");
        bytes.splice(9..12, *b"503");
        Reply::Bytes(bytes)
    });
    expect(&ran, "rpc-error", "sent", "failed", 1);
    let ran = against(card(), |request| Reply::Bytes(rpc_error(request, -32009, "version not supported")));
    expect(&ran, "version-not-supported", "sent", "unreachable", 3);
    let ran = against(card(), |request| Reply::Bytes(rpc_error(request, -31401, "who are you")));
    expect(&ran, "unauthorized", "sent", "unauthorized", 4);
    for status in [401, 403] {
        let ran = against(card(), move |_| Reply::Bytes(http(status, "text/plain", b"")));
        expect(&ran, "unauthorized", "sent", "unauthorized", 4);
    }
    for body in ["<html>bad gateway</html>", "{\"error\":\"text\"}"] {
        let ran = against(card(), move |_| Reply::Bytes(http(502, "text/html", body.as_bytes())));
        expect(&ran, "http-status", "sent", "unreachable", 3);
    }
    expect(&against(card(), |_| Reply::Bytes(Vec::new())), "unreachable", "sent", "unreachable", 3);
    let gone = card_with(|card| card["supportedInterfaces"][0]["url"] = json!(nobody_listens()));
    expect(&against(gone, |_| panic!("nobody listens")), "unreachable", "sent", "unreachable", 3);
    let silent = Scripted::agent(card(), |_| Reply::Hold(Vec::new()));
    let ran = run(&silent.base, SCHEMA, &["--idle-timeout", "100ms"]);
    expect(&ran, "timeout", "sent", "timeout", 5);
}

#[test]
fn the_turn_does_not_come_to_its_end() {
    let working = || vec![task("TASK_STATE_SUBMITTED"), status("TASK_STATE_WORKING", "")];
    let ran = against(card(), move |request| match request.operation().as_str() {
        "SendStreamingMessage" => Reply::Bytes(stream(request, &working())),
        _ => Reply::Bytes(rpc_error(request, -32001, "no such task")),
    });
    expect(&ran, "stream-interrupted", "stream", "unreachable", 3);
    let empty = Scripted::streaming(Vec::new());
    expect(&run(&empty.base, SCHEMA, &[]), "stream-interrupted", "stream", "unreachable", 3);
    let ran = against(card(), |request| {
        let mut bytes = stream(request, &[task("TASK_STATE_WORKING")]);
        let error =
            json!({"jsonrpc": "2.0", "id": request.json()["id"], "error": {"code": -32603, "message": "broke"}});
        bytes.extend(format!("data: {error}\n\n").bytes());
        Reply::Bytes(bytes)
    });
    expect(&ran, "rpc-error", "stream", "failed", 1);
    let ran = against(card(), |_| Reply::Bytes(http(200, "text/plain", b"hello there")));
    expect(&ran, "protocol", "stream", "unreachable", 3);
    let ran = against(card(), |_| {
        let mut bytes = stream_head();
        bytes.extend(b"data: [1,2,3]\n\n");
        Reply::Bytes(bytes)
    });
    expect(&ran, "protocol", "stream", "unreachable", 3);
    let long = Scripted::streaming(vec![status("TASK_STATE_WORKING", &"x".repeat(5000))]);
    let ran = run(&long.base, SCHEMA, &["--max-event-bytes", "4096"]);
    expect(&ran, "protocol", "stream", "unreachable", 3);
    let stalled = || Scripted::agent(card(), |request| Reply::Hold(stream(request, &[task("TASK_STATE_WORKING")])));
    let ran = run(&stalled().base, SCHEMA, &["--timeout", "500ms"]);
    expect(&ran, "timeout", "stream", "timeout", 5);
}

#[test]
fn the_task_is_not_completed() {
    for (state, class, verdict, exit) in [
        ("TASK_STATE_FAILED", "task-failed", "failed", 1),
        ("TASK_STATE_REJECTED", "task-rejected", "failed", 1),
        ("TASK_STATE_CANCELED", "task-canceled", "failed", 1),
        ("TASK_STATE_INPUT_REQUIRED", "input-required", "waiting", 7),
        ("TASK_STATE_AUTH_REQUIRED", "auth-required", "waiting", 7),
    ] {
        let agent = Scripted::streaming(vec![task("TASK_STATE_WORKING"), status(state, "because of the rain")]);
        let out = expect(&run(&agent.base, SCHEMA, &[]), class, "completed", verdict, exit);
        assert_eq!(out["failure"]["agent"]["text"], "because of the rain");
        assert_eq!(run(&agent.base, SCHEMA, &["--fail-on", "none"]).status, 0, "{class}");
    }
}

/// Completes with these artifacts, and the same when asked again.
fn completed(artifacts: Vec<Value>) -> Ran {
    against(card(), move |request| match request.operation().as_str() {
        "GetTask" => {
            let entries: Vec<Value> = artifacts.iter().map(|one| one["artifactUpdate"]["artifact"].clone()).collect();
            let mut task = task("TASK_STATE_COMPLETED")["task"].clone();
            task["artifacts"] = json!(entries);
            Reply::Bytes(result(request, &task))
        }
        _ => Reply::Bytes(stream(request, &completing(artifacts.clone()))),
    })
}

#[test]
fn the_result_is_not_where_and_what_it_must_be() {
    let named = |name: &str, extensions: Value| {
        artifact(json!({"artifactId": "r", "name": name, "extensions": extensions, "parts": [raw("{\"n\":1}")]}))
    };
    let of = |parts: Value| completed(vec![result_artifact(parts)]);
    let part = |text: &str, media: Value| json!([{"raw": text, "mediaType": media}]);
    expect(&completed(vec![]), "result-missing", "artifact", "failed", 1);
    expect(&completed(vec![named("Result", json!([]))]), "result-missing", "artifact", "failed", 1);
    expect(&completed(vec![named("Result", json!([URI]))]), "result-misnamed", "artifact", "failed", 1);
    let mut second = named(ARTIFACT, json!([URI]));
    second["artifactUpdate"]["artifact"]["artifactId"] = json!("r2");
    let both = vec![named(ARTIFACT, json!([URI])), second];
    expect(&completed(both), "result-ambiguous", "artifact", "failed", 1);
    expect(&completed(vec![named(ARTIFACT, json!([]))]), "result-unmarked", "marked", "failed", 1);
    expect(&of(part("e30=", json!("text/plain"))), "result-media-type", "media-type", "failed", 1);
    expect(&of(json!([{"raw": "e30="}])), "result-media-type", "media-type", "failed", 1);
    expect(&of(part("e3*=", json!("application/json"))), "result-encoding", "bytes", "failed", 1);
    expect(&of(json!([raw(b"\"\xff\"")])), "result-encoding", "bytes", "failed", 1);
    expect(&of(json!([raw("")])), "result-encoding", "bytes", "failed", 1);
    expect(&of(json!([raw("{}"), raw("{}")])), "result-ambiguous", "bytes", "failed", 1);
    expect(&of(json!([{"text": "{\"n\":1}"}])), "result-missing", "bytes", "failed", 1);
}

#[test]
fn the_result_is_not_the_json_that_was_asked_for() {
    for (text, class, step) in [
        ("{\"n\": 1, \"m\": [1, 2", "result-truncated", "json"),
        ("{\"n\": NaN}", "result-non-finite", "json"),
        ("{\"n\": 1e400}", "result-non-finite", "json"),
        ("```json\n{\"n\": 1}\n```", "result-malformed", "json"),
        ("{\"n\": 1} {}", "result-malformed", "json"),
        ("{\"n\": 1,}", "result-malformed", "json"),
        ("{\"n\": \"1\"}", "result-schema-mismatch", "schema"),
        ("{}", "result-schema-mismatch", "schema"),
        ("[]", "result-schema-mismatch", "schema"),
    ] {
        let out = expect(&run(&answering(text).base, SCHEMA, &[]), class, step, "failed", 1);
        assert_eq!(out["received"], json!(text), "what arrived is shown as it is");
    }
    let large = format!("{{\"n\": 1, \"pad\": \"{}\"}}", "x".repeat(2000));
    let ran = run(&answering(&large).base, SCHEMA, &["--max-result-bytes", "1KiB"]);
    expect(&ran, "result-too-large", "result-size", "failed", 1);
    let slow = format!("\"{}\"", "a".repeat(64));
    let ran = run(&answering(&slow).base, r#"{"pattern":"^((?=a)a|a)*b$"}"#, &[]);
    expect(&ran, "result-undecided", "schema", "failed", 1);
}

#[test]
fn a_mismatch_lists_both_places() {
    let out = run(&answering("{\n \"n\": 78.5\n}").base, SCHEMA, &[]).json();
    let evidence = &out["failure"]["evidence"][0];
    let wanted = json!({"pointer": "/n", "schema_pointer": "/properties/n/type", "keyword": "type", "found": "78.5",
        "line": 2, "column": 7, "schema_line": 1, "schema_column": 37});
    for (key, wanted) in wanted.as_object().expect("an object") {
        assert_eq!(&evidence[key], wanted, "{key} of {evidence}");
    }
}

#[test]
fn a_json_answer_to_a_streaming_call_is_an_answer() {
    let whole = json!({"task": {"id": "t1", "contextId": "c1", "status": {"state": "TASK_STATE_COMPLETED"},
        "artifacts": [{"artifactId": "r", "name": ARTIFACT, "extensions": [URI], "parts": [raw("{\"n\":1}")]}]}});
    let ran = against(card(), move |request| Reply::Bytes(result(request, &whole)));
    assert_eq!((ran.status, &ran.json()["value"]), (0, &json!({"n": 1})));
    let ran = against(card(), |_| Reply::Bytes(json_body(200, "[]")));
    expect(&ran, "protocol", "stream", "unreachable", 3);
}

#[test]
fn an_event_with_replaced_bytes_never_yields_a_result() {
    let ran = against(card(), |request| {
        let updates = completing(vec![result_artifact(json!([raw("{\"n\":1}")]))]);
        let mut bytes = stream_head();
        for update in &updates {
            let mut one = event(request, update);
            if update.get("artifactUpdate").is_some() {
                let at = one.windows(4).position(|w| w == b"\"r\",").expect("the artifact's id");
                one.splice(at + 1..at + 2, [0xff]);
            }
            bytes.extend(one);
        }
        match request.operation().as_str() {
            "GetTask" => Reply::Bytes(rpc_error(request, -32001, "gone")),
            _ => Reply::Bytes(bytes),
        }
    });
    assert_eq!((ran.status, &ran.json()["value"]), (1, &Value::Null), "{}", ran.stdout());
}
