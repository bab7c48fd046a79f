//! The outcome and the event lines: members, their order, and tokens left alone.

use catseye::json::Kind;
use catseye::run::event::{Stop, What};
use catseye::run::{Class, Lines, Run, Verdict, exit_status, outcome, start, step};

use crate::contract::{LADDER, OUTCOME};
use crate::run::play::{Play, SCHEMA, VALUE, artifact, document, plan, played, raw, status, task};

/// The keys of the object at a pointer, in order.
fn keys(json: &str, pointer: &str) -> Vec<String> {
    let document = document(json);
    let value = document.at(pointer).unwrap_or_else(|| panic!("{pointer} in {json}"));
    value.members().map(|member| member.key().into_owned()).collect()
}

#[test]
fn members_stand_in_their_fixed_order() {
    let json = outcome(&played(&artifact(&raw(r#"{"status":1}"#))).run);
    assert_eq!(keys(&json, ""), OUTCOME);
    assert_eq!(keys(&json, "/agent"), ["name", "url", "card_url", "kind", "dialect", "binding"]);
    assert_eq!(keys(&json, "/task"), ["id", "contextId", "state"]);
    assert_eq!(keys(&json, "/failure"), ["class", "step", "message", "hint", "agent", "evidence"]);
    assert_eq!(keys(&json, "/failure/agent"), ["text", "data", "code", "data_error"]);
    assert_eq!(
        keys(&json, "/failure/evidence/0"),
        [
            "pointer",
            "schema_pointer",
            "keyword",
            "expected",
            "found",
            "line",
            "column",
            "schema_line",
            "schema_column",
            "frame",
            "byte",
            "url",
            "status",
            "content_type",
            "excerpt"
        ]
    );
    assert_eq!(keys(&json, "/steps/0"), ["id", "status", "detail", "ms"]);
    assert_eq!(keys(&json, "/artifacts/0"), ["artifactId", "name", "description", "extensions", "complete", "parts"]);
    assert_eq!(
        keys(&json, "/request"),
        ["schema_bytes", "schema_sha256", "encoding", "streaming", "extension_assumed"]
    );
    assert_eq!(keys(&json, "/timing"), ["first_event_ms", "total_ms", "events", "bytes"]);
    assert!(!json.contains('\n'));
}

#[test]
fn the_steps_are_the_whole_ladder_in_order() {
    let json = document(&outcome(&played(&artifact(&raw(VALUE))).run));
    let ids: Vec<_> =
        json.at("/steps").unwrap().items().map(|s| s.get("id").unwrap().as_str().unwrap().into_owned()).collect();
    assert_eq!(ids, LADDER);
}

#[test]
fn a_typed_value_keeps_its_tokens_and_a_terminal_is_safe_from_it() {
    let mut with = plan();
    with.schema = Some("{}".into());
    let mut play = Play::streaming(with);
    play.good(&artifact(&raw(
        "{\"b\": 78.0, \"a\":1e2,\"big\":9007199254740993,\n\"\\u00e9\":\"\u{7f}\u{202e}x\\/\"}",
    )));
    let json = outcome(&play.run);
    let value = r#""value":{"b":78.0,"a":1e2,"big":9007199254740993,"\u00e9":"\u007f\u202ex\/"},"received":null"#;
    assert!(json.contains(value), "{json}");
    assert!(json.contains(r#""verdict":"typed","failure":null"#));
}

#[test]
fn a_refused_result_is_received_and_no_value() {
    let play = played(&artifact(&raw(r#"{"status":1}"#)));
    let json = play.outcome();
    assert_eq!((&json["value"], &json["received"]), (&serde_json::Value::Null, &r#"{"status":1}"#.into()));
    assert_eq!(json["verdict"], "failed");
    assert_eq!(json["task"]["state"], "completed");
}

#[test]
fn the_request_is_told_by_bytes_and_digest_of_what_was_sent() {
    let json = Play::sent(plan()).outcome();
    assert_eq!(json["request"]["schema_bytes"], SCHEMA.len());
    let digest = json["request"]["schema_sha256"].as_str().unwrap();
    let expected = ring::digest::digest(&ring::digest::SHA256, SCHEMA.as_bytes());
    assert_eq!(digest, expected.as_ref().iter().map(|byte| format!("{byte:02x}")).collect::<String>());
    assert_eq!((&json["request"]["encoding"], &json["request"]["streaming"]), (&"json-utf8".into(), &true.into()));
    let mut plain = plan();
    plain.schema = None;
    assert!(Play::sent(plain).outcome()["request"]["schema_bytes"].is_null());
}

#[test]
fn parts_are_written_by_kind() {
    let parts = r#"{"text":"t"},{"raw":"AA==","mediaType":"image/png","filename":"p.png"},{"url":"https://x.example/"},{"data":[1.0,
        null]},{}"#;
    let mut plain = plan();
    plain.schema = None;
    let mut play = Play::streaming(plain);
    play.good(&artifact(parts));
    let json = outcome(&play.run);
    let written = r#""parts":[{"kind":"text","text":"t"},{"kind":"raw","raw":"AA==","mediaType":"image/png","filename":"p.png"},{"kind":"url","url":"https://x.example/"},{"kind":"data","data":[1.0,null]},{"kind":"empty"}]"#;
    assert!(json.contains(written), "{json}");
}

#[test]
fn states_are_spelled_the_older_way() {
    let mut play = Play::streaming(plan());
    play.result(1, &status("INPUT_REQUIRED", "which?"));
    play.close(1);
    let json = play.outcome();
    assert_eq!((&json["task"]["state"], &json["verdict"]), (&"input-required".into(), &"waiting".into()));
    assert_eq!(json["failure"]["agent"]["text"], "which?");
}

#[test]
fn every_class_has_a_verdict_and_every_verdict_a_status() {
    for class in Class::ALL {
        assert_eq!(Class::from_word(class.word()), Some(*class));
        assert!(!class.title().is_empty() && !class.advice().ends_with('.'), "{class}");
        assert!((1..=7).contains(&exit_status(class.verdict())), "{class}");
    }
    let statuses = [
        Verdict::Typed,
        Verdict::Text,
        Verdict::Failed,
        Verdict::Unreachable,
        Verdict::Unauthorized,
        Verdict::Timeout,
        Verdict::Refused,
        Verdict::Waiting,
        Verdict::Stopped(Stop::Interrupt),
        Verdict::Stopped(Stop::Terminate),
        Verdict::Stopped(Stop::HangUp),
    ]
    .map(exit_status);
    assert_eq!(statuses, [0, 0, 1, 3, 4, 5, 6, 7, 130, 143, 129]);
}

#[test]
fn lines_tell_each_event_once_and_what_it_changed() {
    let mut played = Play::streaming(plan());
    played.result(1, &task("WORKING", ""));
    played.data(1, "[]");
    played.result(1, &status("COMPLETED", "done"));
    let mut run = Run::new(plan());
    start(&mut run);
    let mut lines = Lines::new();
    let mut told = String::new();
    for event in played.events {
        step(&mut run, event.clone());
        told.push_str(&lines.of(&event, &run));
    }
    let told: Vec<_> = told.lines().map(document).collect();
    let words: Vec<_> = told
        .iter()
        .map(|line| {
            assert_eq!(line.at("/catseye").unwrap().raw(), "1");
            assert_eq!(line.at("/ms").unwrap().kind(), Kind::Number);
            let event = line.at("/event").unwrap().as_str().unwrap().into_owned();
            match line.at("/id").or(line.at("/state")).or(line.at("/code")) {
                Some(what) => format!("{event} {}", what.as_str().unwrap()),
                None => event,
            }
        })
        .collect();
    assert_eq!(
        words,
        [
            "request",
            "response",
            "step card",
            "step interface",
            "step extension",
            "step schema-json",
            "step schema-policy",
            "step schema-valid",
            "step schema-size",
            "request",
            "response",
            "step sent",
            "frame",
            "state working",
            "frame",
            "warning unreadable-event",
            "frame",
            "state completed",
            "step stream",
            "step completed"
        ]
    );
}

#[test]
fn a_stopped_run_has_a_verdict_and_no_failure() {
    let mut play = Play::streaming(plan());
    play.give(What::StopAsked(Stop::Interrupt));
    play.give(What::StopAsked(Stop::Interrupt));
    let json = play.outcome();
    assert_eq!((&json["verdict"], &json["failure"]), (&"stopped".into(), &serde_json::Value::Null));
}
