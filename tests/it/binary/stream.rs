//! How a turn ends, through the whole program: recovery after a cut stream, late events, messages instead of tasks.

use serde_json::{Value, json};

use super::program::{Files, Ran, catseye};
use super::scripted::{
    ARTIFACT, Reply, Scripted, URI, card, card_with, completing, raw, result, result_artifact, status, stream, task,
};

fn run(agent: &Scripted, more: &[&str]) -> Ran {
    let files = Files::new();
    let schema = files.write("s.json", "{}");
    let mut arguments = vec!["run", &agent.base, "--schema", &schema, "--text", "go", "--format", "json"];
    arguments.extend(more);
    catseye(&arguments)
}

fn operations(agent: &Scripted) -> Vec<String> {
    agent.calls().iter().map(super::scripted::Request::operation).collect()
}

fn finished() -> Value {
    json!({"id": "t1", "contextId": "c1", "status": {"state": "TASK_STATE_COMPLETED"},
        "artifacts": [{"artifactId": "r", "name": ARTIFACT, "extensions": [URI], "parts": [raw("{\"n\":1}")]}]})
}

#[test]
fn a_stream_that_is_cut_while_the_task_works_is_made_whole_by_asking_once() {
    let agent = Scripted::agent(card(), |request| match request.operation().as_str() {
        "SendStreamingMessage" => Reply::Bytes(stream(request, &[task("TASK_STATE_WORKING")])),
        _ => Reply::Bytes(result(request, &finished())),
    });
    let ran = run(&agent, &[]);
    assert_eq!((ran.status, &ran.json()["value"]), (0, &json!({"n": 1})), "{}", ran.stdout());
    assert_eq!(operations(&agent), ["SendStreamingMessage", "GetTask"]);
}

#[test]
fn a_task_that_still_works_is_subscribed_to_and_never_sent_again() {
    let agent = Scripted::agent(card(), |request| match request.operation().as_str() {
        "SendStreamingMessage" => Reply::Bytes(stream(request, &[task("TASK_STATE_WORKING")])),
        "GetTask" => Reply::Bytes(result(request, &task("TASK_STATE_WORKING")["task"])),
        _ => Reply::Bytes(stream(request, &completing(vec![result_artifact(json!([raw("{\"n\":1}")]))]))),
    });
    let ran = run(&agent, &[]);
    assert_eq!((ran.status, &ran.json()["value"]), (0, &json!({"n": 1})), "{}", ran.stdout());
    assert_eq!(operations(&agent), ["SendStreamingMessage", "GetTask", "SubscribeToTask"]);
}

#[test]
fn what_follows_the_first_terminal_state_changes_nothing() {
    let mut updates = completing(vec![result_artifact(json!([raw("{\"n\":1}")]))]);
    updates.push(status("TASK_STATE_FAILED", "too late"));
    updates.push(result_artifact(json!([raw("{\"n\":2}")])));
    let ran = run(&Scripted::streaming(updates), &[]);
    let out = ran.json();
    assert_eq!((ran.status, &out["value"]), (0, &json!({"n": 1})), "{out}");
    let codes: Vec<&str> =
        out["warnings"].as_array().expect("a list").iter().filter_map(|w| w["code"].as_str()).collect();
    assert!(codes.contains(&"after-terminal"), "{codes:?}");
}

#[test]
fn an_agent_that_does_not_stream_is_asked_once_and_waited_for() {
    let blocking = card_with(|card| card["capabilities"]["streaming"] = json!(false));
    let agent = Scripted::agent(blocking, |request| Reply::Bytes(result(request, &json!({"task": finished()}))));
    let ran = run(&agent, &[]);
    assert_eq!((ran.status, &ran.json()["request"]["streaming"]), (0, &json!(false)), "{}", ran.stdout());
    assert_eq!(operations(&agent), ["SendMessage"]);
    let agent = Scripted::agent(card(), |request| Reply::Bytes(result(request, &json!({"task": finished()}))));
    assert_eq!(run(&agent, &["--no-stream"]).status, 0);
    assert_eq!(operations(&agent), ["SendMessage"]);
}

#[test]
fn a_message_before_any_task_is_the_whole_answer() {
    let message = json!({"message": {"messageId": "m", "role": "ROLE_AGENT", "parts": [{"text": "just words"}]}});
    let agent = Scripted::streaming(vec![message]);
    let out = run(&agent, &[]).json();
    assert_eq!((&out["failure"]["class"], &out["task"]), (&json!("result-missing"), &Value::Null), "{out}");
    let ran = catseye(&["run", &agent.base, "--text", "go"]);
    assert_eq!((ran.status, ran.stdout().as_str()), (0, "just words"));
}

#[test]
fn chunks_of_a_result_are_one_artifact() {
    let chunk = |text: &str, append: bool, last: bool| {
        json!({"artifactUpdate": {"taskId": "t1", "contextId": "c1", "append": append, "lastChunk": last, "artifact":
            {"artifactId": "n", "name": "notes", "parts": [{"text": text}]}}})
    };
    let artifacts = vec![chunk("one ", false, false), chunk("two", true, true), result_artifact(json!([raw("{}")]))];
    let out = run(&Scripted::streaming(completing(artifacts)), &[]).json();
    let words: Vec<&str> = out["artifacts"][0]["parts"]
        .as_array()
        .expect("parts")
        .iter()
        .filter_map(|part| part["text"].as_str())
        .collect();
    assert_eq!(words.concat(), "one two", "{out}");
    assert_eq!(out["artifacts"][0]["complete"], json!(true));
}
