//! The embedded agent's promise: the whole program, sent the first example of a skill, ends in what the skill's id says.

use catseye::agent::address::ADDRESSES;
use catseye::agent::scenario::Group;
use catseye::agent::scenarios::SCENARIOS;
use serde_json::{Value, json};

use crate::binary::program::{Files, Ran, Serving, catseye};

/// Enough to name what a run of the demo's schema needs.
fn run(agent: &str, text: &str, schema: &str, more: &[&str]) -> Ran {
    let files = Files::new();
    let schema = files.write("schema.json", schema);
    let mut arguments = vec!["run", agent, "--schema", &schema, "--text", text, "--format", "json"];
    arguments.extend(["--idle-timeout", "2s", "--response-timeout", "2s", "--connect-timeout", "5s"]);
    arguments.extend(more);
    catseye(&arguments)
}

/// An address below the agent's own.
fn below(agent: &Serving, name: &str) -> String {
    format!("{}/{name}/", agent.base.trim_end_matches('/'))
}

/// What a run ended in: the failure's class, else the verdict.
fn end(outcome: &Value) -> &str {
    outcome["failure"]["class"].as_str().or(outcome["verdict"].as_str()).unwrap_or("nothing")
}

fn undecidable(agent: &str) -> String {
    let address = agent.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = std::net::TcpStream::connect(address).expect("a connection");
    let request = format!("GET /undecidable.json HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    let mut answer = String::new();
    std::io::Write::write_all(&mut stream, request.as_bytes()).expect("a request sent");
    std::io::Read::read_to_string(&mut stream, &mut answer).expect("an answer");
    answer.split_once("\r\n\r\n").expect("a body").1.to_owned()
}

#[test]
fn each_failure_ends_in_its_class() {
    let agent = Serving::start();
    let mut wrong = Vec::new();
    for scenario in SCENARIOS.iter().filter(|scenario| scenario.group == Group::Failure) {
        let schema = match scenario.id {
            "result-undecided" => undecidable(&agent.base),
            _ => catseye::agent::demo_schema().to_owned(),
        };
        let outcome = run(&agent.base, scenario.texts[0], &schema, &[]).json();
        // `result-missing-url` is a second way into `result-missing`.
        if !scenario.id.starts_with(end(&outcome)) {
            wrong.push(format!("{} ended in {}: {}", scenario.id, end(&outcome), outcome["failure"]["message"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_good_path_and_the_tour_end_well() {
    let agent = Serving::start();
    for scenario in SCENARIOS.iter().filter(|scenario| scenario.group != Group::Failure) {
        let outcome = run(&agent.base, scenario.texts[0], catseye::agent::demo_schema(), &[]).json();
        let expected = if scenario.id == "message-only" { "result-missing" } else { "typed" };
        assert_eq!(end(&outcome), expected, "{}: {outcome}", scenario.id);
    }
    let outcome = run(&agent.base, "Plan a dinner for four.", catseye::agent::demo_schema(), &[]).json();
    assert_eq!((&outcome["value"]["title"], &outcome["value"]["serves"]), (&json!("Kısır"), &json!(4)));
    assert_eq!(outcome["warnings"], json!([]));
    let bytes = run(&agent.base, "Plan a dinner for four.", catseye::agent::demo_schema(), &[]).stdout();
    assert!(bytes.contains("\"id\":9007199254740993"), "{bytes}");
}

#[test]
fn each_address_ends_as_its_skill_says() {
    let agent = Serving::start();
    let mut wrong = Vec::new();
    for address in ADDRESSES {
        let more: &[&str] = match address.ends {
            "other-origin" => &["--bearer", "secret"],
            _ => &[],
        };
        let at = below(&agent, address.name);
        let outcome = run(&at, "Plan a dinner for four.", catseye::agent::demo_schema(), more).json();
        let expected = match address.name {
            // It answers by its own schema, which here is the one that was sent.
            "fixed" => "typed",
            _ => address.ends,
        };
        if end(&outcome) != expected {
            wrong.push(format!("{} ended in {}: {}", address.name, end(&outcome), outcome["failure"]["message"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_fixed_agent_and_another_schema_are_a_mismatch() {
    let agent = Serving::start();
    let schema = "{\"type\":\"object\",\"required\":[\"dessert\"]}";
    let outcome = run(&below(&agent, "fixed"), "Plan a dinner for four.", schema, &[]).json();
    assert_eq!(end(&outcome), "result-schema-mismatch", "{outcome}");
}

#[test]
fn an_old_agent_is_sent_no_schema_it_would_change() {
    let agent = Serving::start();
    let schema = "{\"enum\":[9007199254740993]}";
    let outcome = run(&below(&agent, "protobuf-only"), "Plan a dinner for four.", schema, &[]).json();
    assert_eq!(end(&outcome), "schema-lossy", "{outcome}");
}
