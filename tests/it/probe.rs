//! Probing: what is asked, and what each check makes of an answer.

use catseye::a2a::card;
use catseye::a2a::interface::{Binding, Chosen, Dialect};
use catseye::json;
use catseye::probe::{
    Answer, Asking, CHECKS, Check, Exchange, Judged, Seen, Target, generation_of, judge, next, which_generation,
};

const CARD: &str = r#"{"name":"Agent","description":"d","version":"1","supportedInterfaces":[
    {"url":"https://a.example/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],
    "capabilities":{"streaming":true},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],
    "skills":[{"id":"s","name":"S","description":"d","tags":["t"]}]}"#;

fn target(dialect: Dialect, binding: Binding, prompt: bool) -> Target {
    let document = json::parse_text(CARD, &json::Limits::default()).expect("JSON");
    Target {
        card: card::parse(&document).expect("a card"),
        card_url: "https://a.example/.well-known/agent-card.json".to_owned(),
        chosen: Chosen {
            url: "https://a.example/rpc".to_owned(),
            binding,
            dialect,
            certain: true,
            version_sent: dialect.word().to_owned(),
            tenant: None,
            version: Some(dialect.word().to_owned()),
            index: Some(0),
        },
        others: Vec::new(),
        unknown_task: "00000000-0000-4000-8000-000000000000".to_owned(),
        message_ids: ["m-1", "m-2", "m-3"].map(str::to_owned),
        credentials_given: false,
        prompt,
    }
}

fn answer(status: u16, kind: &str, body: &str) -> Answer {
    Answer::new(status, vec![("Content-Type".to_owned(), kind.to_owned())], body.to_owned())
}

fn result(result: &str) -> Answer {
    let body = format!(r#"{{"jsonrpc":"2.0","id":"catseye-probe","result":{result}}}"#);
    answer(200, "application/json", &body)
}

fn error(code: i32) -> Answer {
    let body = format!(
        r#"{{"jsonrpc":"2.0","id":"catseye-probe","error":{{"code":{code},"message":"no","data":[{{
        "@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"{}","domain":"a2a-protocol.org"}}]}}}}"#,
        if code == -32001 { "TASK_NOT_FOUND" } else { "OTHER" }
    );
    answer(200, "application/json", &body)
}

/// Follows the script to its end, answering each request by this function.
fn follow(target: &Target, mut answers: impl FnMut(&Asking) -> Result<Answer, String>) -> Seen {
    let mut seen = Seen::default();
    while let Some(asked) = next(target, &seen) {
        assert!(seen.exchanges().len() < 50, "the script does not end");
        let answer = answers(&asked);
        seen.add(Exchange { asked, answer, took: 1 });
    }
    seen
}

const TASK: &str = r#"{"id":"t-1","contextId":"c-1","status":{"state":"TASK_STATE_COMPLETED","timestamp":"2026-01-01T00:00:00Z"},
    "artifacts":[{"artifactId":"a","parts":[{"text":"hello"}]}]}"#;

/// What an agent answers that does everything right.
fn good(asked: &Asking) -> Answer {
    match asked.name {
        "card" | "card-unversioned" => {
            let mut answer = answer(200, "application/json", CARD);
            answer.headers.push(("ETag".to_owned(), "\"1\"".to_owned()));
            answer.headers.push(("Cache-Control".to_owned(), "max-age=60".to_owned()));
            answer
        }
        "card-again" => answer(304, "", ""),
        "version-99" | "version-none" => error(-32009),
        "not-json" => error(-32700),
        "no-request" => error(-32600),
        "no-method" => error(-32601),
        "no-id" | "list-no-page" | "list-no-token" => error(-32602),
        "list" => result(r#"{"tasks":[],"nextPageToken":"","pageSize":1,"totalSize":0}"#),
        "push-unknown" => error(-32003),
        "extended-card" | "send-to-ended" => error(-32004),
        "cancel-ended" => error(-32002),
        "send" => result(&format!(r#"{{"task":{TASK}}}"#)),
        "get-task" | "get-no-history" => result(TASK),
        "stream" => {
            let frame = format!(r#"{{"jsonrpc":"2.0","id":"catseye-probe","result":{{"task":{TASK}}}}}"#);
            let mut stream = answer(200, "text/event-stream", "");
            stream.events = vec![answer(200, "application/json", &frame).decoded(Dialect::V10)];
            stream
        }
        _ => error(-32001),
    }
}

fn names(seen: &Seen) -> Vec<&'static str> {
    seen.exchanges().iter().map(|exchange| exchange.asked.name).collect()
}

/// What came of one check.
fn of(target: &Target, seen: &Seen, id: &str) -> Judged {
    judge(target, seen).into_iter().find(|(check, _)| check.id == id).unwrap_or_else(|| panic!("no check {id}")).1
}

#[test]
fn without_a_prompt_nothing_is_sent_that_costs_the_agent_work() {
    for dialect in [Dialect::V10, Dialect::V03] {
        for binding in [Binding::JsonRpc, Binding::HttpJson] {
            let seen = follow(&target(dialect, binding, false), |asked| Ok(good(asked)));
            for exchange in seen.exchanges() {
                let request = &exchange.asked.request;
                let sends = ["SendMessage", "SendStreamingMessage", "message/send", "message/stream", "message:"];
                assert!(
                    !sends.iter().any(|word| request.body.contains(word) || request.url.contains(word)),
                    "{request:?}"
                );
            }
        }
    }
}

#[test]
fn the_script_is_what_the_generation_and_the_binding_have() {
    let asked = |dialect, binding| names(&follow(&target(dialect, binding, false), |asked| Ok(good(asked))));
    let everywhere = ["card", "card-unversioned", "card-again", "get-unknown", "cancel-unknown", "subscribe-unknown"];
    let versions = ["version-99", "version-none"];
    let broken = ["not-json", "no-request", "no-method", "no-id"];
    let lists = ["list", "list-no-page", "list-no-token"];
    let off = ["push-unknown", "extended-card"];
    let all = |groups: &[&[&'static str]]| groups.concat();
    assert_eq!(asked(Dialect::V10, Binding::JsonRpc), all(&[&everywhere, &versions, &broken, &lists, &off]));
    assert_eq!(asked(Dialect::V10, Binding::HttpJson), all(&[&everywhere, &versions, &lists, &off]));
    assert_eq!(asked(Dialect::V03, Binding::JsonRpc), all(&[&everywhere, &broken, &off]));
    assert_eq!(asked(Dialect::V03, Binding::HttpJson), all(&[&everywhere, &off]));
    let prompted = names(&follow(&target(Dialect::V10, Binding::JsonRpc, true), |asked| Ok(good(asked))));
    let costs = ["send", "get-task", "get-no-history", "cancel-ended", "send-to-ended", "stream"];
    assert_eq!(prompted[prompted.len() - costs.len()..], costs);
}

#[test]
fn requests_that_only_probing_makes_are_written_exactly() {
    let seen = follow(&target(Dialect::V10, Binding::JsonRpc, false), |asked| Ok(good(asked)));
    let body = |name: &str| seen.exchange(name).expect(name).asked.request.body.clone();
    assert_eq!(body("list"), r#"{"jsonrpc":"2.0","id":"catseye-probe","method":"ListTasks","params":{"pageSize":1}}"#);
    assert_eq!(body("not-json"), r#"{"jsonrpc":"2.0","id":"#);
    let headers = |name: &str| seen.exchange(name).expect(name).asked.request.headers.clone();
    assert_eq!(headers("version-99"), [("A2A-Version".to_owned(), "99.0".to_owned())]);
    assert_eq!(headers("version-none"), []);
    let rest = follow(&target(Dialect::V10, Binding::HttpJson, false), |asked| Ok(good(asked)));
    let url = |name: &str| rest.exchange(name).expect(name).asked.request.url.clone();
    assert_eq!(url("list"), "https://a.example/rpc/tasks?pageSize=1");
    assert_eq!(url("extended-card"), "https://a.example/rpc/extendedAgentCard");
    let old = follow(&target(Dialect::V03, Binding::HttpJson, false), |asked| Ok(good(asked)));
    assert_eq!(old.exchange("extended-card").expect("asked").asked.request.url, "https://a.example/rpc/v1/card");
}

#[test]
fn every_request_of_1_0_names_the_tenant() {
    let mut target = target(Dialect::V10, Binding::JsonRpc, true);
    target.chosen.tenant = Some("blue".to_owned());
    let seen = follow(&target, |asked| Ok(good(asked)));
    let broken_on_purpose = ["not-json", "no-request", "no-method", "no-id"];
    for exchange in seen.exchanges().iter().filter(|one| one.asked.request.method == "POST") {
        let named = exchange.asked.request.body.contains(r#""tenant":"blue""#);
        assert!(named || broken_on_purpose.contains(&exchange.asked.name), "{:?}", exchange.asked);
    }
    target.chosen.binding = Binding::HttpJson;
    let seen = follow(&target, |asked| Ok(good(asked)));
    for exchange in seen.exchanges().iter().filter(|one| !one.asked.name.starts_with("card")) {
        assert!(exchange.asked.request.url.starts_with("https://a.example/rpc/blue/"), "{:?}", exchange.asked);
    }
}

#[test]
fn an_interface_that_states_no_version_is_asked_which_generation_it_is() {
    let mut target = target(Dialect::V10, Binding::JsonRpc, false);
    assert_eq!(which_generation(&target), None);
    target.chosen.certain = false;
    let asked = which_generation(&target).expect("a request");
    assert!(asked.request.body.contains(r#""method":"GetTask""#), "{asked:?}");
    let of = |answer: &Answer, binding| {
        let target = Target { chosen: Chosen { binding, ..target.chosen.clone() }, ..target.clone() };
        generation_of(&target, answer)
    };
    assert_eq!(of(&error(-32001), Binding::JsonRpc), Dialect::V10);
    assert_eq!(of(&error(-32601), Binding::JsonRpc), Dialect::V03);
    assert_eq!(of(&error(-32009), Binding::JsonRpc), Dialect::V03);
    assert_eq!(of(&answer(404, "text/plain", "Not Found"), Binding::HttpJson), Dialect::V03);
    let known = r#"{"error":{"code":404,"status":"NOT_FOUND","message":"no","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"TASK_NOT_FOUND"}]}}"#;
    assert_eq!(of(&answer(404, "application/json", known), Binding::HttpJson), Dialect::V10);
}

#[test]
fn an_agent_that_does_everything_right_fails_nothing() {
    let target = target(Dialect::V10, Binding::JsonRpc, true);
    let seen = follow(&target, |asked| Ok(good(asked)));
    let failed: Vec<_> = judge(&target, &seen)
        .into_iter()
        .filter(|(_, judged)| matches!(judged, Judged::Fails(_)))
        .map(|(c, j)| (c.id, j))
        .collect();
    assert_eq!(failed, []);
    let skipped = |(check, judged): (&'static Check, Judged)| matches!(judged, Judged::Skipped(_)).then_some(check.id);
    let skipped: Vec<&str> = judge(&target, &seen).into_iter().filter_map(skipped).collect();
    let only_elsewhere =
        ["HTTP_JSON-STATUS-001", "HTTP_JSON-ERR-001", "HTTP_JSON-ERR-002", "interfaces-answer", "CARD-EXT-001"];
    assert_eq!(skipped, only_elsewhere);
}

#[test]
fn an_agent_that_answers_every_request_with_a_page_fails_what_it_can() {
    let target = target(Dialect::V10, Binding::JsonRpc, true);
    let seen = follow(&target, |_| Ok(answer(200, "text/html", "<title>Sign in</title>")));
    for (check, judged) in judge(&target, &seen) {
        let allowed = matches!(check.id, "CARD-DISC-001" | "CARD-STRUCT-001" | "CARD-PROTO-001" | "AUTH-TLS-001");
        assert!(allowed || !matches!(judged, Judged::Holds(_)), "{}: {judged:?}", check.id);
    }
}

#[test]
fn each_wrong_answer_fails_its_check_with_what_came() {
    let target = target(Dialect::V10, Binding::JsonRpc, true);
    let working = TASK.replace("COMPLETED", "WORKING");
    let cases = [
        ("get-unknown", error(-32603), "CORE-GET-002", "-32603 InternalError: no instead of -32001"),
        ("get-unknown", result(TASK), "CORE-GET-002", "a result instead of -32001"),
        ("version-99", error(-32001), "VER-SERVER-002", "-32001 TaskNotFoundError: no instead of -32009"),
        ("version-none", error(-32001), "VER-SERVER-003", "-32001 TaskNotFoundError: no, as if 1.0 were stated"),
        ("list", result("{}"), "CORE-LIST-001", "a result, without a list of tasks"),
        ("list", result(r#"{"tasks":[{},{}]}"#), "CORE-LIST-002", "2 tasks for a page of 1"),
        ("list", result(r#"{"tasks":[]}"#), "CORE-LIST-004", "no nextPageToken"),
        ("push-unknown", error(-32603), "CORE-CAP-001", "-32603 InternalError: no instead of -32003"),
        ("send", result(&format!(r#"{{"task":{working}}}"#)), "CORE-EXECUTION-MODE-001", "the task is working"),
        (
            "send",
            result(r#"{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"hi"}]}}"#),
            "CORE-MULTI-001",
            "no contextId",
        ),
        ("cancel-ended", result(TASK), "CORE-CANCEL-002", "a result instead of -32002"),
        ("stream", answer(200, "application/json", "{}"), "JSONRPC-SSE-001", "application/json"),
        ("stream", answer(200, "text/event-stream", ""), "CORE-STREAM-001", "nothing came"),
    ];
    for (name, wrong, id, words) in cases {
        let seen = follow(&target, |asked| Ok(if asked.name == name { wrong.clone() } else { good(asked) }));
        assert_eq!(of(&target, &seen, id), Judged::Fails(words.to_owned()), "{id}");
    }
}

#[test]
fn what_is_refused_for_want_of_credentials_is_not_judged_and_no_answer_fails() {
    let target = target(Dialect::V10, Binding::JsonRpc, false);
    let refused =
        follow(&target, |asked| Ok(if asked.name.starts_with("card") { good(asked) } else { answer(401, "", "") }));
    assert_eq!(
        of(&target, &refused, "CORE-GET-002"),
        Judged::Skipped("it asks for credentials (HTTP 401 without a content type)".to_owned())
    );
    let silent =
        follow(
            &target,
            |asked| if asked.name.starts_with("card") { Ok(good(asked)) } else { Err("it hangs up".to_owned()) },
        );
    assert_eq!(of(&target, &silent, "CORE-GET-002"), Judged::Fails("it hangs up".to_owned()));
    assert_eq!(
        of(&target, &silent, "CORE-SEND-001"),
        Judged::Skipped("it costs the agent work; --prompt asks".to_owned())
    );
}

#[test]
fn every_check_has_a_name_of_its_own_and_looks_at_requests_that_exist() {
    let asked: Vec<&str> = [(Dialect::V10, Binding::JsonRpc), (Dialect::V10, Binding::HttpJson)]
        .into_iter()
        .flat_map(|(dialect, binding)| names(&follow(&target(dialect, binding, true), |asked| Ok(good(asked)))))
        .collect();
    let checks = CHECKS.concat();
    for (at, check) in checks.iter().enumerate() {
        assert!(checks[..at].iter().all(|other| other.id != check.id), "{} twice", check.id);
        for name in check.looks_at.iter().filter(|name| !name.starts_with("other-")) {
            assert!(asked.contains(name), "{}: nothing is called {name}", check.id);
        }
    }
}
