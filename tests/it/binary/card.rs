//! `catseye card`: what the agent says, what is wrong with it, and how it was found.

use serde_json::json;

use super::program::catseye;
use super::scripted::{Reply, Scripted, card, card_with, http, json_body};

fn never(_: &super::scripted::Request) -> Reply {
    panic!("a card is looked at, nothing is sent")
}

#[test]
fn a_good_card_exits_0_with_the_card_as_it_came() {
    let text = card_with(|card| card["skills"][0]["big"] = json!(9_007_199_254_740_993_i64));
    let agent = Scripted::agent(text, never);
    let ran = catseye(&["card", &agent.base, "--format", "json"]);
    let out = ran.json();
    assert_eq!((ran.status, &out["ok"], &out["failure"]), (0, &json!(true), &json!(null)), "{out}");
    assert_eq!(out["interface"]["url"], json!(format!("{}rpc", agent.base)));
    assert_eq!(out["interface"]["binding"], json!("JSONRPC"));
    assert_eq!(out["extension"]["max_schema_bytes"], json!(32768));
    assert_eq!(out["attempts"].as_array().map(Vec::len), Some(1));
    assert!(ran.stdout().contains("\"big\":9007199254740993"), "{out}");
    let human = catseye(&["card", &agent.base]);
    assert_eq!(human.status, 0);
    for words in ["Scripted", "JSONRPC 1.0", "32 768 bytes", "1 skill"] {
        assert!(human.stdout().contains(words), "{words}: {}", human.stdout());
    }
}

#[test]
fn a_card_with_errors_exits_1() {
    let agent = Scripted::agent(card_with(|card| card["supportedInterfaces"] = json!([])), never);
    let ran = catseye(&["card", &agent.base, "--format", "json"]);
    let out = ran.json();
    assert_eq!((ran.status, &out["ok"]), (1, &json!(false)));
    let ids: Vec<&str> = out["findings"].as_array().expect("a list").iter().filter_map(|f| f["id"].as_str()).collect();
    assert!(ids.contains(&"no-usable-interface"), "{ids:?}");
}

#[test]
fn no_card_exits_as_run_does_with_every_attempt() {
    let answer = |status, kind: &'static str, body: &'static str| {
        Scripted::new(move |_, _| Reply::Bytes(http(status, kind, body.as_bytes())))
    };
    for (server, class, exit) in [
        (answer(200, "text/html", "<title>Sign in</title>"), "not-an-agent", 3),
        (answer(404, "text/plain", "no"), "http-status", 3),
        (answer(401, "text/plain", "no"), "unauthorized", 4),
    ] {
        let ran = catseye(&["card", &server.base, "--format", "json"]);
        let out = ran.json();
        assert_eq!((ran.status, &out["ok"], &out["failure"]["class"]), (exit, &json!(false), &json!(class)), "{out}");
        assert_eq!(out["attempts"].as_array().map(Vec::len), Some(server.requests().len()), "{out}");
        let human = catseye(&["card", &server.base]);
        assert_eq!(human.status, exit);
        assert!(human.stdout().contains(class), "{}", human.stdout());
    }
    let silent = Scripted::new(|_, _| Reply::Hold(Vec::new()));
    for flag in ["--timeout", "--response-timeout"] {
        let ran = catseye(&["card", &silent.base, flag, "100ms", "--format", "json"]);
        assert_eq!((ran.status, &ran.json()["failure"]["class"]), (5, &json!("timeout")), "{flag}");
    }
}

#[test]
fn a_card_is_found_at_its_old_path_below_a_path_and_at_its_own_address() {
    let found_at = |path: &'static str, typed: &str| {
        let server = Scripted::new(move |request, base| match request.path == path {
            true => Reply::Bytes(json_body(200, &card().to_string().replace("BASE/", base))),
            false => Reply::Bytes(http(404, "text/plain", b"")),
        });
        let ran = catseye(&["card", &format!("{}{typed}", server.base), "--format", "json"]);
        assert_eq!(ran.json()["card_url"], json!(format!("{}{}", server.base, &path[1..])), "{}", ran.stdout());
    };
    found_at("/.well-known/agent.json", "");
    found_at("/v3/serve/abc/.well-known/agent-card.json", "v3/serve/abc");
    found_at("/.well-known/agent-card.json", "v3/serve/abc");
    found_at("/cards/one.json?x=1", "cards/one.json?x=1");
}

#[test]
fn the_words_of_a_hostile_card_are_shown_not_obeyed() {
    let evil = "\u{1b}[2J\u{7}\u{202e}\u{9b}31m";
    let agent = Scripted::agent(
        card_with(|card| {
            card["name"] = json!(evil);
            card["skills"][0]["description"] = json!(evil);
        }),
        never,
    );
    for format in ["human", "json"] {
        let out = catseye(&["card", &agent.base, "--format", format]).stdout();
        assert!(out.chars().all(|c| c == '\n' || !c.is_control() && c != '\u{202e}'), "{format}: {out:?}");
    }
}
