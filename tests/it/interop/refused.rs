//! Every way the seed names of failing, each its class.

use super::peer::ask;

const SCHEMA: &str =
    r#"{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"],"additionalProperties":false}"#;
const GOOD: &str = r#"{"n":7}"#;

#[test]
#[ignore = "needs Python peers: run tests/peers/run"]
fn a_peer_that_does_not_advertise_the_extension_is_sent_nothing() {
    let asked = ask("plain/", "answer", GOOD, SCHEMA, &[]);
    asked.failed_as("extension-not-advertised", "refused", 6);
    assert!(asked.judgements.is_empty());
}

#[test]
#[ignore = "needs Python peers: run tests/peers/run"]
fn a_schema_over_the_advertised_limit_is_not_sent() {
    let asked = ask("tiny/", "answer", GOOD, SCHEMA, &[]);
    asked.failed_as("schema-too-large", "refused", 6);
    assert!(asked.judgements.is_empty());
    let fits = ask("tiny/", "answer", GOOD, r#"{"type":"object"}"#, &[]);
    fits.was_asked_well();
    assert_eq!(fits.outcome["verdict"], "typed", "{}", fits.outcome);
}

#[test]
#[ignore = "needs Python peers: run tests/peers/run"]
fn a_schema_that_will_not_do_is_not_sent() {
    for (schema, class) in [
        ("{\"type\":", "schema-syntax"),
        ("{\"$ref\":\"https://kitchen.example/s\"}", "schema-remote-ref"),
        ("{\"$id\":\"https://kitchen.example/s\"}", "schema-id"),
        ("{\"$schema\":\"http://json-schema.org/draft-07/schema#\"}", "schema-dialect"),
        ("{\"type\":\"objekt\"}", "schema-invalid"),
    ] {
        let asked = ask("", "answer", GOOD, schema, &[]);
        asked.failed_as(class, "refused", 6);
        assert!(asked.judgements.is_empty(), "{schema}");
    }
}

#[test]
#[ignore = "needs Python peers: run tests/peers/run"]
fn each_spoiled_result_has_its_class() {
    for (command, result, class) in [
        ("missing", GOOD, "result-missing"),
        ("text", GOOD, "result-missing"),
        ("url", GOOD, "result-missing"),
        ("misnamed", GOOD, "result-misnamed"),
        ("twice", GOOD, "result-ambiguous"),
        ("parts", GOOD, "result-ambiguous"),
        ("unmarked", GOOD, "result-unmarked"),
        ("media-type", GOOD, "result-media-type"),
        ("latin-1", GOOD, "result-encoding"),
        ("padded", GOOD, "result-too-large"),
        ("truncated", GOOD, "result-truncated"),
        ("bad-both", GOOD, "result-truncated"),
        ("malformed", GOOD, "result-malformed"),
        ("non-finite", GOOD, "result-non-finite"),
        ("unchecked", r#"{"n":7.5}"#, "result-schema-mismatch"),
        ("unchecked", r#"{"n":7,"more":1}"#, "result-schema-mismatch"),
        ("unchecked", "", "result-encoding"),
    ] {
        ask("", command, result, SCHEMA, &[]).was_asked_well().failed_as(class, "failed", 1);
    }
}

#[test]
#[ignore = "needs Python peers: run tests/peers/run"]
fn each_state_of_the_task_has_its_class() {
    for (command, class, verdict, status) in [
        ("fail", "task-failed", "failed", 1),
        ("reject", "task-rejected", "failed", 1),
        ("cancel", "task-canceled", "failed", 1),
        ("input", "input-required", "waiting", 7),
        ("auth", "auth-required", "waiting", 7),
    ] {
        let asked = ask("", command, GOOD, SCHEMA, &[]);
        asked.was_asked_well().failed_as(class, verdict, status);
        assert_eq!(asked.outcome["failure"]["agent"]["text"], format!("this is what {command} says"));
    }
}

#[test]
#[ignore = "needs Python peers: run tests/peers/run"]
fn a_result_that_the_peer_itself_finds_invalid_fails_the_task() {
    let asked = ask("", "answer", r#"{"n":"seven"}"#, SCHEMA, &[]);
    asked.was_asked_well().failed_as("task-failed", "failed", 1);
    let said = asked.outcome["failure"]["agent"]["text"].as_str().expect("the agent's words");
    assert!(said.starts_with("the result is not valid at /n"), "{said}");
}
