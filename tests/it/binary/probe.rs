//! `catseye probe`: the embedded agent keeps the specification in every generation and binding; others are told where not.

use serde_json::{Value, json};

use super::program::{Serving, catseye};
use super::scripted::{Reply, Scripted, card, http, json_body};

fn failed(out: &Value) -> Vec<&str> {
    out["findings"].as_array().expect("a list").iter().filter_map(|finding| finding["id"].as_str()).collect()
}

#[test]
fn the_embedded_agent_keeps_every_rule_in_each_generation_and_binding() {
    let serving = Serving::start();
    for (address, dialect, binding) in [
        ("", "1.0", "JSONRPC"),
        ("rest/", "1.0", "HTTP+JSON"),
        ("v03/", "0.3", "JSONRPC"),
        ("v03-rest/", "0.3", "HTTP+JSON"),
        ("tenant/", "1.0", "JSONRPC"),
    ] {
        let agent = format!("{}/{address}", serving.base.trim_end_matches('/'));
        let ran = catseye(&["probe", &agent, "--prompt", "--format", "json"]);
        let out = ran.json();
        assert_eq!((ran.status, &out["ok"], failed(&out)), (0, &json!(true), Vec::<&str>::new()), "{address}: {out}");
        assert_eq!(
            (&out["agent"]["dialect"], &out["agent"]["binding"]),
            (&json!(dialect), &json!(binding)),
            "{address}"
        );
        let checks = out["checks"].as_array().expect("a list");
        let passed = checks.iter().filter(|check| check["verdict"] == "passed").count();
        assert!(passed > 20, "{address}: {passed} checks passed");
    }
}

#[test]
fn an_agent_that_does_not_say_its_generation_is_asked_and_told() {
    let serving = Serving::start();
    for (address, dialect) in [("no-version/", "1.0"), ("no-version-v03/", "0.3")] {
        let agent = format!("{}/{address}", serving.base.trim_end_matches('/'));
        let out = catseye(&["probe", &agent, "--prompt", "--format", "json"]).json();
        assert_eq!(out["agent"]["dialect"], json!(dialect), "{address}: {out}");
        assert_eq!(failed(&out), ["CARD-STRUCT-001", "CARD-PROTO-001"], "{address}: {out}");
    }
}

#[test]
fn an_agent_that_breaks_a_rule_exits_1_and_says_which() {
    let agent = Scripted::agent(card(), |_| {
        Reply::Bytes(json_body(
            200,
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"<no> & \u001b[31mno"}}"#,
        ))
    });
    let ran = catseye(&["probe", &agent.base, "--format", "json"]);
    let out = ran.json();
    assert_eq!((ran.status, &out["ok"]), (1, &json!(false)), "{out}");
    assert!(failed(&out).contains(&"CORE-GET-002"), "{out}");
    let check = |id: &str| {
        out["checks"].as_array().expect("a list").iter().find(|check| check["id"] == id).cloned().expect("the check")
    };
    assert_eq!(check("CORE-SEND-001")["verdict"], json!("skipped"));
    assert_eq!(check("CORE-GET-002")["exchanges"], json!(["get-unknown"]));
    let exchange = out["exchanges"]
        .as_array()
        .expect("a list")
        .iter()
        .find(|one| one["name"] == "get-unknown")
        .expect("it was asked");
    assert_eq!((&exchange["method"], &exchange["status"]), (&json!("POST"), &json!(200)));

    let human = catseye(&["probe", &agent.base]);
    assert_eq!(human.status, 1);
    assert!(human.stdout().contains("✗ CORE-GET-002"), "{}", human.stdout());
    assert!(!human.stdout().contains('\u{1b}'), "{}", human.stdout());

    let junit = catseye(&["probe", &agent.base, "--format", "junit"]);
    let xml = junit.stdout();
    assert_eq!(junit.status, 1);
    assert!(xml.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite "), "{xml}");
    assert!(xml.contains("<failure message=\"-32603 InternalError: &lt;no&gt; &amp; "), "{xml}");
    assert_eq!(xml.matches("<testcase ").count(), out["checks"].as_array().map_or(0, Vec::len), "{xml}");
}

#[test]
fn without_a_card_or_an_interface_it_exits_as_run_does() {
    let page = Scripted::new(|_, _| Reply::Bytes(http(200, "text/html", b"<title>Sign in</title>")));
    let locked = Scripted::new(|_, _| Reply::Bytes(http(401, "text/plain", b"no")));
    for (base, class, exit) in [(&page.base, "not-an-agent", 3), (&locked.base, "unauthorized", 4)] {
        let ran = catseye(&["probe", base, "--format", "json"]);
        let out = ran.json();
        assert_eq!((ran.status, failed(&out), &out["checks"]), (exit, vec![class], &json!([])), "{out}");
        let human = catseye(&["probe", base]);
        assert!(human.stdout().contains(class), "{}", human.stdout());
        assert!(catseye(&["probe", base, "--format", "junit"]).stdout().contains("<error message="), "{class}");
    }
}

#[test]
fn a_time_limit_ends_it_with_what_was_seen_so_far() {
    let agent = Scripted::agent(card(), |_| Reply::Hold(Vec::new()));
    let ran = catseye(&["probe", &agent.base, "--timeout", "1s", "--format", "json"]);
    let out = ran.json();
    assert_eq!((ran.status, &out["ok"]), (5, &json!(false)), "{out}");
    assert!(failed(&out).contains(&"timeout"), "{out}");
}
