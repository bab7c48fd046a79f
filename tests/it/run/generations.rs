//! Both generations over both bindings: what is sent, how a generation is found out, and what happens when it is refused.

use catseye::a2a::interface::Dialect;
use catseye::json::{Limits, parse_text};
use catseye::run::event::{End, Operation};
use catseye::run::{Ask, Plan, StepId, Verdict};

use super::play::{PARAMS, Play, SCHEMA, URI, VALUE, artifact, bare_task, base64, card_at, plan, raw, task};

/// A call in one line: verb, path, version, and the JSON-RPC method when there is one.
fn lines(play: &Play) -> Vec<String> {
    let line = |call: &catseye::run::Call| {
        let version = call.headers.iter().find(|(name, _)| name == "A2A-Version").map(|(_, value)| value.as_str());
        let path = call.url.strip_prefix("http://127.0.0.1:9").unwrap_or(&call.url);
        let body: serde_json::Value = serde_json::from_str(&call.body).unwrap_or_default();
        let method = body["method"].as_str().map(|method| format!(" {method}")).unwrap_or_default();
        format!("{} {path} {}{method}", call.method, version.unwrap_or("no version"))
    };
    play.calls.iter().map(line).collect()
}

fn asking() -> Plan {
    let mut plan = plan();
    plan.probe_id = Some("p-1".into());
    plan
}

fn blocking(mut plan: Plan) -> Plan {
    plan.stream = false;
    plan
}

fn rpc_error(call: u32, code: &str, message: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":"{call}","error":{{"code":{code},"message":"{message}"}}}}"#)
}

/// A body outside 2xx that is no error of the protocol, as the net room tells it.
fn page(play: &mut Play, call: u32, status: u16, text: &str) {
    play.head(call, status, "text/html");
    play.end(call, End::NotReadable { sentence: format!("HTTP {status} with {text}"), excerpt: text.to_owned() });
}

const UNKNOWN_PATH: &str = "plain text (text/plain)";

// What is sent, and read, in each.

#[test]
fn a_task_of_0_3_over_json_rpc_gives_its_typed_value() {
    let mut play = Play::with_card(plan(), &card_at(&["/rpc JSONRPC 0.3.0"]));
    assert_eq!(lines(&play), ["POST /rpc 0.3 message/stream"]);
    play.open(1);
    let kind = |kind: &str, more: &str| {
        play_result(&format!(r#"{{"kind":"{kind}","taskId":"t-1","contextId":"c-1",{more}}}"#))
    };
    play.data(1, &play_result(r#"{"kind":"task","id":"t-1","contextId":"c-1","status":{"state":"working"}}"#));
    let file = format!(r#"{{"kind":"file","file":{{"bytes":"{}","mimeType":"application/json"}}}}"#, base64(VALUE));
    play.data(1, &kind("artifact-update", &format!(r#""artifact":{}"#, artifact(&file))));
    play.data(1, &kind("status-update", r#""final":true,"status":{"state":"completed"}"#));
    play.close(1);
    assert_eq!((play.verdict(), play.value()), (Verdict::Typed, Some(VALUE)));
    assert_eq!(play.warnings(), [""; 0]);
    let outcome = play.outcome();
    assert_eq!((&outcome["agent"]["dialect"], &outcome["agent"]["binding"]), (&"0.3".into(), &"JSONRPC".into()));
}

fn play_result(result: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":"1","result":{result}}}"#)
}

#[test]
fn a_task_of_1_0_over_http_json_gives_its_typed_value() {
    let mut play = Play::with_card(blocking(plan()), &card_at(&["/rest/ HTTP+JSON 1.0"]));
    assert_eq!(lines(&play), ["POST /rest/message:send 1.0"]);
    play.answer(1, 200, &task("COMPLETED", &format!(r#","artifacts":[{}]"#, artifact(&raw(VALUE)))));
    assert_eq!((play.verdict(), play.value()), (Verdict::Typed, Some(VALUE)));
    assert_eq!(play.warnings(), [""; 0]);
    let agent = &play.outcome()["agent"];
    assert_eq!((&agent["dialect"], &agent["binding"]), (&"1.0".into(), &"HTTP+JSON".into()));
    assert_eq!(agent["url"], "http://127.0.0.1:9/rest/");
}

#[test]
fn bytes_of_0_3_over_http_json_are_decoded_twice_and_data_is_unwrapped_and_both_are_warned() {
    let twice = base64(&base64(VALUE));
    for part in [
        format!(r#"{{"file":{{"fileWithBytes":"{twice}","mimeType":"application/json"}}}}"#),
        format!(r#"{{"data":{{"data":{{"value":{VALUE}}}}},"metadata":{{"data_part_compat":true}}}}"#),
    ] {
        let mut play = Play::with_card(blocking(plan()), &card_at(&["/rest HTTP+JSON 0.3"]));
        assert_eq!(lines(&play), ["POST /rest/v1/message:send 0.3"]);
        play.answer(1, 200, &task("COMPLETED", &format!(r#","artifacts":[{}]"#, artifact(&part))));
        assert_eq!((play.verdict(), play.value()), (Verdict::Typed, Some(VALUE)), "{part}");
        assert!(play.warnings().contains(&"compat-encoding"), "{:?}", play.warnings());
        assert_eq!(&play.ladder()[13..14], "w", "bytes are warned: {}", play.ladder());
    }
    let mut once = Play::with_card(blocking(plan()), &card_at(&["/rest HTTP+JSON 0.3"]));
    let part = format!(r#"{{"file":{{"fileWithBytes":"{}","mimeType":"application/json"}}}}"#, base64(VALUE));
    once.answer(1, 200, &task("COMPLETED", &format!(r#","artifacts":[{}]"#, artifact(&part))));
    assert_eq!((once.value(), once.warnings().as_slice()), (Some(VALUE), &[][..]));
}

#[test]
fn bytes_of_1_0_are_never_decoded_twice() {
    let mut play = Play::with_card(blocking(plan()), &card_at(&["/rest HTTP+JSON 1.0"]));
    play.answer(1, 200, &task("COMPLETED", &format!(r#","artifacts":[{}]"#, artifact(&raw(&base64(VALUE))))));
    assert_eq!(play.class(), ("result-malformed", "json"));
}

#[test]
fn the_extensions_object_stands_in_the_message_too_only_when_it_is_assumed_on_0_3() {
    let body = |version: &str, assume: bool, ask: Option<&str>| {
        let mut plan = plan();
        plan.assume_extension = assume;
        if let Some(message) = ask {
            plan.ask = Ask::Message(parse_text(message, &Limits::default()).expect("JSON"));
        }
        let play = Play::with_card(plan, &card_at(&[&format!("/rpc JSONRPC {version}")]));
        let body: serde_json::Value = serde_json::from_str(&play.call().body).expect("JSON");
        assert_eq!(body["params"]["metadata"]["kediStructuredOutput"]["schemaJson"], SCHEMA);
        assert_eq!(body["params"]["message"]["extensions"], serde_json::json!([URI]));
        body["params"]["message"]["metadata"].clone()
    };
    assert_eq!(body("0.3", false, None), serde_json::Value::Null);
    assert_eq!(body("1.0", true, None), serde_json::Value::Null);
    assert_eq!(body("0.3", true, None)["kediStructuredOutput"]["schemaJson"], SCHEMA);
    let own = body("0.3", true, Some(r#"{"parts":[],"metadata":{"mine":1}}"#));
    assert_eq!((&own["mine"], &own["kediStructuredOutput"]["version"]), (&1.into(), &1.into()));
    assert!(PARAMS.contains("request-schema"));
}

#[test]
fn a_persons_message_is_translated_and_what_is_lost_is_warned() {
    let mut plan = plan();
    let given = r#"{"role":"ROLE_USER","parts":[{"text":"x","mediaType":"text/csv"}]}"#;
    plan.ask = Ask::Message(parse_text(given, &Limits::default()).expect("JSON"));
    let play = Play::with_card(plan, &card_at(&["/rpc JSONRPC 0.3"]));
    let expected =
        r#""message":{"kind":"message","messageId":"m-1","role":"user","parts":[{"kind":"text","text":"x"}],"#;
    assert!(play.call().body.contains(expected), "{}", play.call().body);
    assert_eq!(play.warnings(), ["translated"]);
}

/// A2AEx repeats the whole task in every frame, says `final` nowhere, and numbers its requests.
#[test]
fn a_stream_of_a2aex_as_it_was_recorded_gives_its_typed_value() {
    let path = format!("{}/tests/fixtures/captures/a2aex.jsonl", env!("CARGO_MANIFEST_DIR"));
    let captures = std::fs::read_to_string(path).expect("captures");
    let body = |name: &str| {
        let parse = |line: &str| serde_json::from_str::<serde_json::Value>(line).expect("a capture");
        let found = captures.lines().map(parse).find(|capture| capture["name"] == name).expect("the capture");
        found["body"].as_str().expect("a body").to_owned()
    };
    for name in ["message-stream-kedi-1", "message-stream-legacy-raw-events-3"] {
        let mut asked = plan();
        asked.schema = Some(r#"{"type":"object"}"#.into());
        let mut play = Play::with_card(asked, &card_at(&["/ JSONRPC 0.3.0"]));
        play.open(1);
        play.bytes(1, body(name).as_bytes());
        play.close(1);
        let value = play.value().unwrap_or_default();
        assert_eq!((play.verdict(), value.contains("İstanbul")), (Verdict::Typed, true), "{name}: {value}");
        assert_eq!(play.warnings(), ["id-mismatch"], "{name}");
    }
}

// A version that is missing or cannot be read is found out by asking for a task that cannot exist.

#[test]
fn an_interface_that_states_no_version_is_asked_and_spoken_to_in_the_generation_it_knows() {
    let mut play = Play::with_card(asking(), &card_at(&["/rpc JSONRPC"]));
    assert_eq!(lines(&play), ["POST /rpc 1.0 GetTask"]);
    assert!(play.call().body.contains(r#""id":"p-1""#));
    assert_eq!((play.ladder().as_str(), play.run.timing.sent), ("p................", None), "nothing is sent yet");
    play.answer(1, 200, &rpc_error(1, "-32001", "Task not found"));
    assert_eq!(lines(&play), ["POST /rpc 1.0 GetTask", "POST /rpc 1.0 SendStreamingMessage"]);
    assert_eq!(
        play.step(StepId::Interface).detail,
        "A2A 1.0 over JSONRPC at http://127.0.0.1:9/rpc; found out by asking for a task that cannot exist (as 1.0 it \
         answered: -32001 TaskNotFoundError: Task not found)"
    );
    assert_eq!(&play.ladder()[..3], "pwp");
    play.open(2);
    play.result(2, &task("COMPLETED", &format!(r#","artifacts":[{}]"#, artifact(&raw(VALUE)))));
    play.close(2);
    assert_eq!((play.verdict(), play.run.timing.events), (Verdict::Typed, 1), "what was asked before is no event");
}

#[test]
fn the_generation_that_was_found_out_is_remembered_in_the_run() {
    let mut play = Play::with_card(asking(), &card_at(&["/rpc JSONRPC latest"]));
    play.answer(1, 200, &rpc_error(1, "-32601", "Method not found"));
    play.answer(2, 200, &rpc_error(2, "-32001", "Task not found"));
    play.open(3);
    play.data(3, r#"{"jsonrpc":"2.0","id":"3","result":{"kind":"task","id":"t-1","contextId":"c","status":{"state":"working"}}}"#);
    play.close(3);
    let expected =
        ["POST /rpc 1.0 GetTask", "POST /rpc 0.3 tasks/get", "POST /rpc 0.3 message/stream", "POST /rpc 0.3 tasks/get"];
    assert_eq!(lines(&play), expected);
    let outcome = play.outcome();
    assert_eq!(outcome["agent"]["dialect"], "0.3");
    assert!(play.step(StepId::Interface).detail.contains("as 1.0 it answered: -32601 MethodNotFoundError"));
}

#[test]
fn over_http_json_the_path_tells_the_generation() {
    let mut play = Play::with_card(asking(), &card_at(&["/rest HTTP+JSON"]));
    page(&mut play, 1, 404, UNKNOWN_PATH);
    play.answer(2, 404, r#"{"message":"Task not found"}"#);
    let expected = ["GET /rest/tasks/p-1 1.0", "GET /rest/v1/tasks/p-1 0.3", "POST /rest/v1/message:stream 0.3"];
    assert_eq!(lines(&play), expected);

    let mut new = Play::with_card(asking(), &card_at(&["/rest HTTP+JSON"]));
    let status = r#"{"error":{"code":404,"status":"NOT_FOUND","message":"Task not found","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"TASK_NOT_FOUND","domain":"a2a-protocol.org"}]}}"#;
    new.answer(1, 404, status);
    assert_eq!(lines(&new), ["GET /rest/tasks/p-1 1.0", "POST /rest/message:stream 1.0"]);

    let mut gateway = Play::with_card(asking(), &card_at(&["/rest HTTP+JSON"]));
    gateway.answer(1, 404, r#"{"message":"no Route matched with those values"}"#);
    gateway.answer(2, 404, r#"{"code":-32001,"message":"Task not found: p-1"}"#);
    assert_eq!(lines(&gateway)[2], "POST /rest/v1/message:stream 0.3", "words without a code do not speak 1.0");
}

#[test]
fn what_cannot_be_found_out_is_tried_as_1_0_and_said_to_be_a_guess() {
    let guess = |end: &dyn Fn(&mut Play), calls: usize| {
        let mut play = Play::with_card(asking(), &card_at(&["/rpc JSONRPC"]));
        end(&mut play);
        assert_eq!(play.calls.len(), calls);
        assert_eq!(lines(&play)[calls - 1], "POST /rpc 1.0 SendStreamingMessage");
        let detail = play.step(StepId::Interface).detail.clone();
        assert!(detail.contains("a guess, because asking for a task that cannot exist did not tell"), "{detail}");
        detail
    };
    guess(&|play| page(play, 1, 404, "an HTML page"), 2);
    let credentials = guess(&|play| page(play, 1, 401, "nothing"), 2);
    assert!(credentials.contains("as 1.0 it answered: 401, credentials are missing"), "{credentials}");
    guess(&|play| play.unanswered(1, catseye::run::event::NetFaultKind::Unreachable), 2);
    let both = |play: &mut Play| {
        play.answer(1, 200, &rpc_error(1, "-32601", "no"));
        play.answer(2, 200, &rpc_error(2, "-32601", "no"));
    };
    guess(&both, 3);
}

#[test]
fn nothing_is_asked_when_the_version_is_stated_or_chosen_or_credentials_would_leave() {
    assert_eq!(Play::with_card(asking(), &card_at(&["/rpc JSONRPC 0.3"])).operations(), [Operation::Stream]);
    let mut chosen = asking();
    chosen.preferences.dialect = Some(Dialect::V03);
    let play = Play::with_card(chosen, &card_at(&["/rpc JSONRPC"]));
    assert_eq!(lines(&play), ["POST /rpc 0.3 message/stream"]);
    let mut with = asking();
    with.credentials_given = true;
    let elsewhere = card_at(&["/rpc JSONRPC"]).replace("127.0.0.1:9/rpc", "other.example/rpc");
    let play = Play::with_card(with, &elsewhere);
    assert_eq!((play.class(), play.calls.len()), (("other-origin", "interface"), 0));
}

#[test]
fn a_stop_while_the_generation_is_asked_for_sends_nothing() {
    let mut play = Play::with_card(asking(), &card_at(&["/rpc JSONRPC"]));
    play.give(catseye::run::event::What::StopAsked(catseye::run::event::Stop::Interrupt));
    assert_eq!((play.verdict().word(), play.calls.len(), play.finished), ("stopped", 1, 1));
    play.answer(1, 200, &rpc_error(1, "-32001", "Task not found"));
    assert_eq!(play.calls.len(), 1);
}

// A refused generation: nothing was done, so the other one is tried, once, for all to see.

#[test]
fn a_method_the_agent_does_not_know_is_sent_once_more_in_the_other_generation() {
    let mut play = Play::with_card(plan(), &card_at(&["/rpc JSONRPC 1.0"]));
    play.answer(1, 200, &rpc_error(1, "-32601", "Method not found"));
    assert_eq!(lines(&play), ["POST /rpc 1.0 SendStreamingMessage", "POST /rpc 0.3 message/stream"]);
    let words = "A2A 0.3 is spoken, because the agent refused A2A 1.0: -32601 MethodNotFoundError: Method not found";
    assert_eq!((play.warnings(), play.run.warnings[0].message.as_str()), (vec!["fallback"], words));
    play.open(2);
    let file = format!(r#"{{"kind":"file","file":{{"bytes":"{}","mimeType":"application/json"}}}}"#, base64(VALUE));
    let done = format!(
        r#"{{"jsonrpc":"2.0","id":"2","result":{{"kind":"task","id":"t-1","contextId":"c","status":{{"state":"completed"}},"artifacts":[{}]}}}}"#,
        artifact(&file)
    );
    play.data(2, &done);
    play.close(2);
    assert_eq!((play.verdict(), play.value()), (Verdict::Typed, Some(VALUE)));
    assert_eq!(play.step(StepId::Sent).detail, format!("200 text/event-stream; {words}"));
    assert_eq!((&play.ladder()[7..8], play.outcome()["agent"]["dialect"].as_str()), ("w", Some("0.3")));
    let choice = play.run.choice.as_ref().expect("a choice");
    assert!(choice.considered[0].reason.starts_with("used as A2A 0.3"), "{}", choice.considered[0].reason);
}

#[test]
fn an_interface_that_states_the_other_generation_is_the_way_round() {
    let card = card_at(&["/rpc JSONRPC 1.0", "/rest HTTP+JSON 0.3", "/old JSONRPC 0.3"]);
    let mut play = Play::with_card(plan(), &card);
    play.answer(1, 200, &rpc_error(1, "-32009", "Version not supported"));
    assert_eq!(lines(&play)[1..], ["POST /old 0.3 message/stream"]);
    let reasons: Vec<String> =
        play.run.choice.as_ref().expect("a choice").considered.iter().map(|one| one.reason.clone()).collect();
    assert!(reasons[0].starts_with("refused: -32009 VersionNotSupportedError"), "{reasons:?}");
    assert!(reasons[2].starts_with("used as A2A 0.3"), "{reasons:?}");
    assert_eq!(
        play.run.warnings[0].message,
        "A2A 0.3 over JSONRPC at http://127.0.0.1:9/old is spoken, because A2A 1.0 over JSONRPC at \
         http://127.0.0.1:9/rpc was refused: -32009 VersionNotSupportedError: Version not supported"
    );
}

#[test]
fn the_fallback_is_once_only_and_the_first_refusal_stands() {
    for (code, class) in [("-32601", "rpc-error"), ("-32009", "version-not-supported")] {
        let mut play = Play::with_card(plan(), &card_at(&["/a JSONRPC 1.0", "/b HTTP+JSON 1.0"]));
        play.answer(1, 200, &rpc_error(1, code, "the first"));
        play.answer(2, 200, &rpc_error(2, "-32601", "the second"));
        assert_eq!((play.class(), play.calls.len(), play.finished), ((class, "sent"), 2, 1));
        assert!(play.failure().message.ends_with("the first"), "{}", play.failure().message);
    }
    let mut other = Play::with_card(plan(), &card_at(&["/a JSONRPC 1.0"]));
    other.answer(1, 200, &rpc_error(1, "-32601", "no"));
    other.answer(2, 200, &rpc_error(2, "-32602", "bad params"));
    assert_eq!(other.failure().agent.text, "bad params", "an error of another kind is the agent's word");
    assert_eq!(other.failure().evidence.len(), 2);
}

#[test]
fn a_version_the_agent_spells_out_is_tried_as_it_is_spelled() {
    let mut play = Play::with_card(plan(), &card_at(&["/rpc JSONRPC 1.0.0"]));
    play.answer(1, 200, &rpc_error(1, "-32009", "Supported versions: 1.0.0"));
    let expected = ["POST /rpc 1.0 SendStreamingMessage", "POST /rpc 1.0.0 SendStreamingMessage"];
    assert_eq!(lines(&play), expected);
    let message = &play.run.warnings[0].message;
    assert!(message.starts_with("A2A 1.0 spelled 1.0.0 is spoken, because the agent refused A2A 1.0: "), "{message}");
}

#[test]
fn over_http_json_an_unknown_path_refuses_the_generation() {
    let mut play = Play::with_card(plan(), &card_at(&["/rest HTTP+JSON 1.0"]));
    page(&mut play, 1, 404, UNKNOWN_PATH);
    assert_eq!(lines(&play), ["POST /rest/message:stream 1.0", "POST /rest/v1/message:stream 0.3"]);
    page(&mut play, 2, 404, UNKNOWN_PATH);
    assert_eq!((play.class(), play.calls.len()), (("http-status", "sent"), 2));
    let mut rpc = Play::with_card(plan(), &card_at(&["/rpc JSONRPC 1.0"]));
    page(&mut rpc, 1, 404, UNKNOWN_PATH);
    assert_eq!((rpc.class(), rpc.calls.len()), (("http-status", "sent"), 1), "over JSON-RPC it is a wrong address");
}

#[test]
fn an_error_of_the_application_or_after_the_first_byte_of_an_answer_is_never_a_reason_to_send_again() {
    for code in ["-32001", "-32004", "-32602", "-32603", "-31401"] {
        let mut play = Play::with_card(plan(), &card_at(&["/rpc JSONRPC 1.0", "/old JSONRPC 0.3"]));
        play.answer(1, 200, &rpc_error(1, code, "no"));
        assert_eq!(play.calls.len(), 1, "{code}");
    }
    let mut streamed = Play::with_card(plan(), &card_at(&["/rpc JSONRPC 1.0", "/old JSONRPC 0.3"]));
    streamed.open(1);
    streamed.data(1, &rpc_error(1, "-32601", "Method not found"));
    assert_eq!((streamed.class(), streamed.calls.len()), (("rpc-error", "stream"), 1));
    let mut chosen = plan();
    chosen.preferences.dialect = Some(Dialect::V10);
    let mut held = Play::with_card(chosen, &card_at(&["/rpc JSONRPC 1.0"]));
    held.answer(1, 200, &rpc_error(1, "-32601", "Method not found"));
    assert_eq!(held.calls.len(), 1, "the person's word holds");
}

#[test]
fn credentials_do_not_follow_a_fallback_to_another_origin() {
    let card = card_at(&["/rpc JSONRPC 1.0", "/old JSONRPC 0.3"]).replace("127.0.0.1:9/old", "other.example/old");
    let mut with = plan();
    with.credentials_given = true;
    let mut play = Play::with_card(with, &card);
    play.answer(1, 200, &rpc_error(1, "-32601", "Method not found"));
    assert_eq!((play.class(), play.calls.len()), (("rpc-error", "sent"), 1));
}

#[test]
fn a_task_that_is_read_falls_back_too() {
    let mut plan = plan();
    plan.ask = Ask::Read;
    plan.task_id = Some("t-1".into());
    let mut play = Play::with_card(plan, &card_at(&["/rpc JSONRPC 1.0"]));
    play.answer(1, 200, &rpc_error(1, "-32601", "Method not found"));
    assert_eq!(lines(&play), ["POST /rpc 1.0 GetTask", "POST /rpc 0.3 tasks/get"]);
    let file = format!(r#"{{"kind":"file","file":{{"bytes":"{}","mimeType":"application/json"}}}}"#, base64(VALUE));
    let done =
        format!(r#"{{"kind":"task","id":"t-1","status":{{"state":"completed"}},"artifacts":[{}]}}"#, artifact(&file));
    play.answer_result(2, &done);
    assert_eq!((play.verdict(), play.value()), (Verdict::Typed, Some(VALUE)));
}

// The verb of a subscription over HTTP+JSON.

#[test]
fn a_subscription_that_post_does_not_get_is_made_with_get_and_that_is_remembered() {
    let cut = |play: &mut Play, call: u32| {
        play.open(call);
        play.data(call, &task("WORKING", ""));
        play.end(call, End::Cut("127.0.0.1:9 closed the connection".into()));
    };
    let not_found = r#"{"error":{"code":404,"status":"NOT_FOUND","message":"Task not found: t-1:subscribe"}}"#;
    for refusal in ["405 Method Not Allowed", "404 Cannot POST /rest/tasks/t-1:subscribe", not_found] {
        let mut play = Play::with_card(plan(), &card_at(&["/rest HTTP+JSON 1.0"]));
        cut(&mut play, 1);
        play.answer(2, 200, &bare_task("WORKING", ""));
        match refusal.split_once(' ') {
            Some(("405", words)) => page(&mut play, 3, 405, words),
            Some(("404", words)) => page(&mut play, 3, 404, words),
            _ => play.answer(3, 404, refusal),
        }
        cut(&mut play, 4);
        play.answer(5, 200, &bare_task("WORKING", ""));
        play.pass_time();
        assert_eq!(
            lines(&play),
            [
                "POST /rest/message:stream 1.0",
                "GET /rest/tasks/t-1 1.0",
                "POST /rest/tasks/t-1:subscribe 1.0",
                "GET /rest/tasks/t-1:subscribe 1.0",
                "GET /rest/tasks/t-1 1.0",
                "GET /rest/tasks/t-1:subscribe 1.0",
            ]
        );
    }
}

#[test]
fn a_subscription_that_is_refused_for_another_reason_is_not_made_again() {
    let mut play = Play::with_card(plan(), &card_at(&["/rest HTTP+JSON 1.0"]));
    play.open(1);
    play.data(1, &task("WORKING", ""));
    play.close(1);
    play.answer(2, 200, &bare_task("WORKING", ""));
    play.answer(3, 404, r#"{"error":{"code":404,"status":"NOT_FOUND","message":"Task not found"}}"#);
    assert_eq!(lines(&play)[3..], ["GET /rest/tasks/t-1 1.0"]);
}
