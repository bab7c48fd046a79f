//! Requests as they are written: every operation in both generations over both bindings, byte for byte.

use catseye::a2a::form::Form;
use catseye::a2a::interface::{Binding, Chosen, Dialect};
use catseye::a2a::model::{Message, Part, Role};
use catseye::a2a::request::{Asked, Request, SendParams, write};

const EXTENSION: &str = "https://e.example/x/v1/";

fn to(dialect: Dialect, binding: Binding, tenant: Option<&str>) -> Chosen {
    Chosen {
        url: "https://a.example/base/".to_owned(),
        binding,
        dialect,
        certain: true,
        version_sent: dialect.word().to_owned(),
        tenant: tenant.map(str::to_owned),
        version: None,
        index: Some(0),
    }
}

/// A request as text: line, headers, body.
fn shown(request: &Request) -> String {
    let headers: String = request.headers.iter().map(|(name, value)| format!("{name}: {value}\n")).collect();
    format!("{} {}\n{headers}\n{}", request.method, request.url, request.body)
}

fn send(dialect: Dialect, binding: Binding, wait: Option<bool>) -> SendParams {
    let message = Message {
        message_id: "m-1".to_owned(),
        role: Role::User,
        parts: vec![Part::of_text("hi")],
        context_id: None,
        task_id: None,
        metadata: None,
        extensions: vec![EXTENSION.to_owned()],
    };
    SendParams {
        message: Form::of(dialect, binding).message(&message),
        accepted_output_modes: vec!["application/json".to_owned()],
        wait,
        history_length: None,
        metadata: Some(r#"{"k":1.0}"#.to_owned()),
    }
}

/// One message, blocking and streamed, and every operation on a task.
fn all(dialect: Dialect, binding: Binding, tenant: Option<&str>) -> Vec<String> {
    let to = to(dialect, binding, tenant);
    let (blocking, streamed) = (send(dialect, binding, Some(true)), send(dialect, binding, None));
    let asked = [
        Asked::Message { send: &blocking, streams: false },
        Asked::Message { send: &streamed, streams: true },
        Asked::Get { task: "t/1", history_length: Some(0) },
        Asked::Cancel { task: "t/1" },
        Asked::Subscribe { task: "t/1", with_get: false },
    ];
    asked.iter().map(|asked| shown(&write(asked, &to, "7", &[EXTENSION.to_owned()]))).collect()
}

#[test]
fn a2a_1_0_over_json_rpc() {
    let head = "POST https://a.example/base/\nA2A-Version: 1.0\nA2A-Extensions: https://e.example/x/v1/\n\n";
    let message =
        r#"{"messageId":"m-1","role":"ROLE_USER","parts":[{"text":"hi"}],"extensions":["https://e.example/x/v1/"]}"#;
    let params = format!(
        r#"{{"tenant":"blue","message":{message},"configuration":{{"acceptedOutputModes":["application/json"]}},"metadata":{{"k":1.0}}}}"#
    );
    let call = |method: &str, params: &str| {
        format!(r#"{head}{{"jsonrpc":"2.0","id":"7","method":"{method}","params":{params}}}"#)
    };
    assert_eq!(
        all(Dialect::V10, Binding::JsonRpc, Some("blue")),
        [
            call("SendMessage", &params),
            call("SendStreamingMessage", &params),
            call("GetTask", r#"{"tenant":"blue","id":"t/1","historyLength":0}"#),
            call("CancelTask", r#"{"tenant":"blue","id":"t/1"}"#),
            call("SubscribeToTask", r#"{"tenant":"blue","id":"t/1"}"#),
        ]
    );
}

#[test]
fn a2a_1_0_over_http_json() {
    let json = "Accept: application/a2a+json, application/json\n";
    let events = "Accept: text/event-stream, application/a2a+json, application/json\n";
    let typed = "Content-Type: application/a2a+json\n";
    let request = |line: &str, headers: String, body: &str| {
        let (verb, path) = line.split_once(' ').expect("a line");
        format!(
            "{verb} https://a.example/base/blue{path}\nA2A-Version: 1.0\nA2A-Extensions: https://e.example/x/v1/\n{headers}\n{body}"
        )
    };
    let params = r#"{"tenant":"blue","message":{"messageId":"m-1","role":"ROLE_USER","parts":[{"text":"hi"}],"extensions":["https://e.example/x/v1/"]},"configuration":{"acceptedOutputModes":["application/json"]},"metadata":{"k":1.0}}"#;
    assert_eq!(
        all(Dialect::V10, Binding::HttpJson, Some("blue")),
        [
            request("POST /message:send", format!("{json}{typed}"), params),
            request("POST /message:stream", format!("{events}{typed}"), params),
            request("GET /tasks/t%2F1?historyLength=0", json.to_owned(), ""),
            request("POST /tasks/t%2F1:cancel", format!("{json}{typed}"), r#"{"tenant":"blue"}"#),
            request("POST /tasks/t%2F1:subscribe", format!("{events}{typed}"), r#"{"tenant":"blue"}"#),
        ]
    );
    let plain = to(Dialect::V10, Binding::HttpJson, None);
    let subscribe = write(&Asked::Subscribe { task: "t", with_get: true }, &plain, "7", &[]);
    assert_eq!(
        shown(&subscribe),
        format!("GET https://a.example/base/tasks/t:subscribe\nA2A-Version: 1.0\n{events}\n")
    );
    let cancel = write(&Asked::Cancel { task: "t" }, &plain, "7", &[]);
    assert_eq!((cancel.body.as_str(), cancel.rpc_id), ("{}", None));
}

/// 0.3 knows the extension header by another name, and no tenant.
const OLD_HEADERS: &str =
    "A2A-Version: 0.3\nA2A-Extensions: https://e.example/x/v1/\nX-A2A-Extensions: https://e.example/x/v1/\n\n";

#[test]
fn a2a_0_3_over_json_rpc() {
    let message = r#"{"kind":"message","messageId":"m-1","role":"user","parts":[{"kind":"text","text":"hi"}],"extensions":["https://e.example/x/v1/"]}"#;
    let params = |blocking: &str| {
        format!(
            r#"{{"message":{message},"configuration":{{"acceptedOutputModes":["application/json"]{blocking}}},"metadata":{{"k":1.0}}}}"#
        )
    };
    let call = |method: &str, params: &str| {
        format!(
            "POST https://a.example/base/\n{OLD_HEADERS}{{\"jsonrpc\":\"2.0\",\"id\":\"7\",\"method\":\"{method}\",\"params\":{params}}}"
        )
    };
    assert_eq!(
        all(Dialect::V03, Binding::JsonRpc, Some("blue")),
        [
            call("message/send", &params(r#","blocking":true"#)),
            call("message/stream", &params("")),
            call("tasks/get", r#"{"id":"t/1","historyLength":0}"#),
            call("tasks/cancel", r#"{"id":"t/1"}"#),
            call("tasks/resubscribe", r#"{"id":"t/1"}"#),
        ]
    );
}

#[test]
fn a2a_0_3_over_http_json() {
    let message =
        r#"{"messageId":"m-1","role":"ROLE_USER","content":[{"text":"hi"}],"extensions":["https://e.example/x/v1/"]}"#;
    let params = |blocking: &str| {
        format!(
            r#"{{"message":{message},"configuration":{{"acceptedOutputModes":["application/json"]{blocking}}},"metadata":{{"k":1.0}}}}"#
        )
    };
    let request = |line: &str, body: &str| {
        let (verb, path) = line.split_once(' ').expect("a line");
        format!("{verb} https://a.example/base/v1{path}\n{OLD_HEADERS}{body}")
    };
    assert_eq!(
        all(Dialect::V03, Binding::HttpJson, None),
        [
            request("POST /message:send", &params(r#","blocking":true"#)),
            request("POST /message:stream", &params("")),
            request("GET /tasks/t%2F1?historyLength=0", ""),
            request("POST /tasks/t%2F1:cancel", "{}"),
            request("POST /tasks/t%2F1:subscribe", "{}"),
        ]
    );
}

#[test]
fn the_version_is_sent_as_the_choice_says() {
    let spelled = Chosen { version_sent: "1.0.0".to_owned(), ..to(Dialect::V10, Binding::JsonRpc, None) };
    let request = write(&Asked::Get { task: "t", history_length: None }, &spelled, "7", &[]);
    assert_eq!(request.headers, [("A2A-Version".to_owned(), "1.0.0".to_owned())]);
}
