//! The embedded agent's promise: a skill that is named after a failure class leads the whole program into that class.

use std::io::{Read, Write};
use std::net::TcpStream;

use catseye::agent::address::ADDRESSES;
use catseye::agent::demo_schema;
use catseye::agent::scenario::Group;
use catseye::agent::scenarios::SCENARIOS;
use catseye::run::{Class, exit_status};

use super::program::{Files, Serving, catseye};

/// Limits for a task that ends in this: short for what is meant to stall, out of the way for all else on a busy machine.
fn limits(ends: &str) -> [&'static str; 4] {
    let limit = if ends == "timeout" { "3s" } else { "120s" };
    ["--idle-timeout", limit, "--response-timeout", limit]
}

/// A page below the agent.
fn fetch(base: &str, path: &str) -> String {
    let host = base.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(host).expect("the agent listens");
    write!(stream, "GET /{path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n").expect("it takes a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    answer.split_once("\r\n\r\n").expect("a head").1.to_owned()
}

fn ends(agent: &str, schema: &str, text: &str, more: &[&str]) -> (String, String, i32) {
    let files = Files::new();
    let schema = files.write("s.json", schema);
    let mut arguments = vec!["run", agent, "--schema", &schema, "--text", text, "--format", "json"];
    arguments.extend(more);
    let ran = catseye(&arguments);
    let out = ran.json();
    let word = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    (word(&out["failure"]["class"]), word(&out["verdict"]), ran.status)
}

/// The class that an id stands for: itself, or itself and one more word.
fn class_of(id: &str) -> Class {
    let named = Class::ALL.iter().filter(|class| id == class.word() || id.starts_with(&format!("{class}-")));
    *named.max_by_key(|class| class.word().len()).unwrap_or_else(|| panic!("{id} is no class"))
}

#[test]
fn every_failure_skill_ends_in_the_class_it_is_named_after() {
    let serving = Serving::start();
    let failures: Vec<_> = SCENARIOS.iter().filter(|scenario| scenario.group == Group::Failure).collect();
    assert!(failures.len() > 15, "{}", failures.len());
    for scenario in failures {
        let class = class_of(scenario.id);
        let wanted =
            (class.word().to_owned(), class.verdict().word().to_owned(), i32::from(exit_status(class.verdict())));
        // Only one schema takes for ever to judge; the agent hands it out.
        let undecidable = (class == Class::ResultUndecided).then(|| fetch(&serving.base, "undecidable.json"));
        let schema = undecidable.as_deref().unwrap_or(demo_schema());
        assert_eq!(ends(&serving.base, schema, scenario.texts[0], &limits(class.word())), wanted, "{}", scenario.id);
    }
}

#[test]
fn every_address_ends_as_it_says() {
    let serving = Serving::start();
    for address in ADDRESSES.iter().filter(|address| !address.name.is_empty()) {
        let agent = format!("{}/{}/", serving.base.trim_end_matches('/'), address.name);
        // Credentials make the other origin a refusal.
        let credentials: &[&str] = if address.ends == "other-origin" { &["--bearer", "demo"] } else { &[] };
        let more = [&limits(address.ends)[..], credentials].concat();
        let (class, verdict, _) = ends(&agent, demo_schema(), "Plan a dinner for four.", &more);
        let ended = if class.is_empty() { verdict } else { class };
        assert_eq!(ended, address.ends, "{}", address.name);
    }
}
