//! The embedded agent's good path and its tour: the whole program, sent the first example of a skill, gets a typed value.

use catseye::agent::scenario::Group;
use catseye::agent::scenarios::SCENARIOS;
use serde_json::{Value, json};

use crate::binary::program::{Files, Ran, Serving, catseye};

/// Enough to name what a run of the demo's schema needs.
fn run(agent: &str, text: &str, schema: &str) -> Ran {
    let files = Files::new();
    let schema = files.write("schema.json", schema);
    catseye(&["run", agent, "--schema", &schema, "--text", text, "--format", "json"])
}

/// An address below the agent's own.
fn below(agent: &Serving, name: &str) -> String {
    format!("{}/{name}/", agent.base.trim_end_matches('/'))
}

/// What a run ended in: the failure's class, else the verdict.
fn end(outcome: &Value) -> &str {
    outcome["failure"]["class"].as_str().or(outcome["verdict"].as_str()).unwrap_or("nothing")
}

#[test]
fn the_good_path_and_the_tour_end_well() {
    let agent = Serving::start();
    for scenario in SCENARIOS.iter().filter(|scenario| scenario.group != Group::Failure) {
        let outcome = run(&agent.base, scenario.texts[0], catseye::agent::demo_schema()).json();
        let expected = if scenario.id == "message-only" { "result-missing" } else { "typed" };
        assert_eq!(end(&outcome), expected, "{}: {outcome}", scenario.id);
    }
    let outcome = run(&agent.base, "Plan a dinner for four.", catseye::agent::demo_schema()).json();
    assert_eq!((&outcome["value"]["title"], &outcome["value"]["serves"]), (&json!("Kısır"), &json!(4)));
    assert_eq!(outcome["warnings"], json!([]));
    let bytes = run(&agent.base, "Plan a dinner for four.", catseye::agent::demo_schema()).stdout();
    assert!(bytes.contains("\"id\":9007199254740993"), "{bytes}");
}

#[test]
fn a_fixed_agent_and_another_schema_are_a_mismatch() {
    let agent = Serving::start();
    let schema = "{\"type\":\"object\",\"required\":[\"dessert\"]}";
    let outcome = run(&below(&agent, "fixed"), "Plan a dinner for four.", schema).json();
    assert_eq!(end(&outcome), "result-schema-mismatch", "{outcome}");
}

#[test]
fn an_old_agent_is_sent_no_schema_it_would_change() {
    let agent = Serving::start();
    let schema = "{\"enum\":[9007199254740993]}";
    let outcome = run(&below(&agent, "protobuf-only"), "Plan a dinner for four.", schema).json();
    assert_eq!(end(&outcome), "schema-lossy", "{outcome}");
}
