//! What `catseye run` writes: bytes on standard output, people's words on standard error, JSON for programs.

use serde_json::{Value, json};

use super::program::{Files, Ran, Running, Serving, catseye, catseye_reading, command};
use super::scripted::{
    ARTIFACT, Reply, Scripted, URI, answering, artifact, card, completing, raw, result, result_artifact, status, task,
};
use crate::contract::{LADDER, OUTCOME};

/// Numbers, order, escapes and white space that must survive.
const VALUE: &str =
    "{ \"z\": 9007199254740993,\n  \"a\": [78, 78.0, 1e2, -0],\t\"e\": \"\\u00e9\\/\", \"é\": \"日本\" }\n";

fn typed(agent: &str, more: &[&str]) -> Ran {
    let files = Files::new();
    let schema = files.write("s.json", "{}");
    let mut arguments = vec!["run", agent, "--schema", &schema, "--text", "go"];
    arguments.extend(more);
    catseye(&arguments)
}

#[test]
fn the_value_on_a_pipe_is_the_bytes_as_they_came() {
    let ran = typed(&answering(VALUE).base, &[]);
    assert_eq!((ran.status, ran.stdout()), (0, VALUE.to_owned()), "{}", ran.stderr);
    assert!(ran.stderr.contains("typed value"), "{}", ran.stderr);
    assert!(!ran.stderr.contains('\u{1b}'), "plain when it is no terminal: {:?}", ran.stderr);
}

#[test]
fn the_value_in_json_is_the_same_token_for_token() {
    let ran = typed(&answering(VALUE).base, &["--format", "json"]);
    let tokens = r#""value":{"z":9007199254740993,"a":[78,78.0,1e2,-0],"e":"\u00e9\/","é":"日本"}"#;
    assert!(ran.stdout().contains(tokens), "{}", ran.stdout());
    assert_eq!(ran.stderr, "", "people's words are for the human format");
}

#[test]
fn the_outcome_has_every_member_of_the_contract() {
    let out = typed(&answering("{\"n\":1}").base, &["--format", "json"]).json();
    let keys: Vec<&str> = out.as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(keys, OUTCOME);
    assert_eq!(out["verdict"], "typed");
    assert_eq!(out["task"], json!({"id": "t1", "contextId": "c1", "state": "completed"}));
    assert_eq!((&out["agent"]["kind"], &out["agent"]["dialect"]), (&json!("a2a"), &json!("1.0")));
    let steps: Vec<&str> = out["steps"].as_array().expect("a list").iter().filter_map(|s| s["id"].as_str()).collect();
    assert_eq!(steps, LADDER);
    assert_eq!(out["request"]["schema_bytes"], json!(2));
    assert_eq!(
        out["request"]["schema_sha256"],
        json!("44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a")
    );
    assert_eq!(out["artifacts"][0]["name"], json!(ARTIFACT));
}

#[test]
fn ndjson_tells_each_event_and_ends_with_the_outcome() {
    let ran = typed(&answering("{\"n\":1}").base, &["--format", "ndjson"]);
    let lines = ran.lines();
    assert!(lines.iter().all(|line| line["catseye"] == 1), "{}", ran.stdout());
    let (last, events) = lines.split_last().expect("lines");
    assert_eq!((&last["verdict"], last.get("event")), (&json!("typed"), None));
    let mut kinds: Vec<&str> = events.iter().filter_map(|line| line["event"].as_str()).collect();
    assert_eq!(kinds.len(), events.len(), "every other line is an event");
    assert!(events.iter().all(|line| line["ms"].is_u64()));
    kinds.sort_unstable();
    kinds.dedup();
    assert_eq!(kinds, ["artifact", "frame", "request", "response", "state", "step"]);
    for line in ran.stdout().lines() {
        let duplicates = catseye_core_duplicates(line);
        assert_eq!(duplicates, 0, "a key twice in {line}");
    }
}

fn catseye_core_duplicates(line: &str) -> usize {
    catseye::json::parse_text(line, &catseye::json::Limits::default()).expect("JSON").duplicates().len()
}

#[test]
fn without_a_schema_the_answer_is_text() {
    let updates = vec![
        task("TASK_STATE_WORKING"),
        artifact(json!({"artifactId": "a", "parts": [{"text": "two\nlines"}]})),
        status("TASK_STATE_COMPLETED", "done"),
    ];
    let agent = Scripted::streaming(updates);
    let ran = catseye(&["run", &agent.base, "--text", "go"]);
    assert_eq!((ran.status, ran.stdout().as_str()), (0, "two\nlines"), "{}", ran.stderr);
    let sent = agent.calls()[0].json();
    assert!(!agent.calls()[0].body.contains("kediStructuredOutput"), "{sent}");
    assert_eq!(sent["params"]["configuration"]["acceptedOutputModes"], json!(["text/plain", "application/json"]));
    let out = catseye(&["run", &agent.base, "--text", "go", "--format", "json"]).json();
    assert_eq!((&out["verdict"], &out["text"], &out["value"]), (&json!("text"), &json!("two\nlines"), &Value::Null));
}

#[test]
fn the_task_comes_from_standard_input() {
    let agent = answering("{}");
    let files = Files::new();
    let schema = files.write("s.json", "{}");
    for arguments in
        [vec!["run", &agent.base, "--schema", &schema], vec!["run", &agent.base, "--schema", &schema, "--text", "-"]]
    {
        assert_eq!(catseye_reading(&arguments, "zwei\nZeilen ü\n".as_bytes()).status, 0);
    }
    for call in agent.calls() {
        assert_eq!(call.json()["params"]["message"]["parts"][0]["text"], "zwei\nZeilen ü");
    }
    assert_eq!(agent.calls().len(), 2);
}

#[test]
fn the_schema_comes_from_standard_input_and_is_sent_byte_for_byte() {
    let agent = answering("{}");
    let schema = "{ \"enum\" : [ {} , 9007199254740993 ],\n\"title\":\"\\u00e9\" }\n";
    let ran = catseye_reading(&["run", &agent.base, "--schema", "-", "--text", "go"], schema.as_bytes());
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let call = agent.calls()[0].clone();
    let object = &call.json()["params"]["metadata"]["kediStructuredOutput"];
    assert_eq!(object["schemaJson"], json!(schema));
    assert_eq!(object.get("schema"), None, "a number that does not survive a double is sent as text only");
    assert_eq!(call.header("a2a-extensions"), Some(URI));
    let ran = catseye_reading(&["run", &agent.base, "--schema", "-", "--text", "go", "--compact"], schema.as_bytes());
    assert_eq!(ran.status, 0);
    let object = &agent.calls()[1].json()["params"]["metadata"]["kediStructuredOutput"];
    assert_eq!(object["schemaJson"], json!("{\"enum\":[{},9007199254740993],\"title\":\"\\u00e9\"}"));
}

#[test]
fn a_whole_message_is_sent_as_it_is() {
    let agent = answering("{}");
    let files = Files::new();
    let message =
        files.write("m.json", r#"{"messageId":"mine","role":"ROLE_USER","parts":[{"data":{"n":9007199254740993}}]}"#);
    let schema = files.write("s.json", "{}");
    let ran = catseye(&["run", &agent.base, "--schema", &schema, "--message", &message]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let call = &agent.calls()[0];
    assert!(call.body.contains("{\"n\":9007199254740993}"), "{}", call.body);
    assert_eq!(call.json()["params"]["message"]["messageId"], "mine");
}

#[test]
fn a_task_is_read_through_the_same_steps() {
    let whole = json!({"id": "t1", "contextId": "c1", "status": {"state": "TASK_STATE_COMPLETED"},
        "artifacts": [{"artifactId": "r", "name": ARTIFACT, "extensions": [URI], "parts": [raw(VALUE)]}]});
    let agent = Scripted::agent(card(), move |request| Reply::Bytes(result(request, &whole)));
    let ran = typed_reading(&agent.base);
    assert_eq!((ran.status, ran.stdout()), (0, VALUE.to_owned()), "{}", ran.stderr);
    let operations: Vec<String> = agent.calls().iter().map(super::scripted::Request::operation).collect();
    assert_eq!(operations, ["GetTask"]);
}

fn typed_reading(agent: &str) -> Ran {
    let files = Files::new();
    let schema = files.write("s.json", "{}");
    catseye(&["run", agent, "--schema", &schema, "--task", "t1"])
}

#[test]
fn nothing_but_the_outcome_stands_on_standard_output_when_it_fails() {
    let ran = typed(&Scripted::streaming(vec![status("TASK_STATE_FAILED", "no luck")]).base, &[]);
    assert_eq!((ran.status, ran.stdout.as_slice()), (1, b"".as_slice()));
    for words in ["task-failed", "no luck", "try"] {
        assert!(ran.stderr.contains(words), "{words}: {}", ran.stderr);
    }
}

#[test]
fn a_mismatch_shows_the_line_with_a_caret() {
    let files = Files::new();
    let schema = files.write("s.json", r#"{"properties":{"n":{"type":"integer"}}}"#);
    let ran = catseye(&["run", &answering("{\n  \"n\": 78.5\n}").base, "--schema", &schema, "--text", "go"]);
    assert_eq!(ran.status, 1);
    assert!(ran.stderr.contains("  2 │   \"n\": 78.5\n    │        ^^^^\n"), "{}", ran.stderr);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let value = format!("\"{}\"", "x".repeat(1 << 20));
    let agent = answering(&value);
    let files = Files::new();
    let schema = files.write("s.json", "{}");
    for format in ["human", "json", "ndjson"] {
        let arguments = ["run", &agent.base, "--schema", &schema, "--text", "go", "--format", format];
        let mut running = command(&arguments).spawn().expect("the program starts");
        drop(running.stdout.take());
        let mut stderr = String::new();
        std::io::Read::read_to_string(&mut running.stderr.take().expect("a pipe"), &mut stderr).expect("words");
        assert_eq!(running.wait().expect("it ends").code(), Some(0), "{format}: {stderr}");
        assert!(!stderr.contains("pipe") && !stderr.contains("panic"), "{format}: {stderr}");
    }
}

#[test]
fn secrets_show_nowhere_and_go_only_where_they_may() {
    let agent = answering("{}");
    let files = Files::new();
    let schema = files.write("s.json", "{}");
    for format in ["human", "json", "ndjson"] {
        let mut command = command(&[
            "run",
            &agent.base,
            "--schema",
            &schema,
            "--text",
            "go",
            "--format",
            format,
            "--header",
            "X-Key: open-sesame",
        ]);
        command.env("CATSEYE_BEARER", "hush-hush");
        let ran = Running::start(command).wait();
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        let all = format!("{}{}", ran.stdout(), ran.stderr);
        assert!(!all.contains("open-sesame") && !all.contains("hush-hush"), "{format}: {all}");
    }
    for request in agent.requests() {
        assert_eq!(request.header("authorization"), Some("Bearer hush-hush"));
        assert_eq!(request.header("x-key"), Some("open-sesame"));
    }
}

#[test]
fn hostile_text_of_an_agent_reaches_no_terminal() {
    let evil = "\u{1b}[31m\u{7}\u{8}\u{9b}2J\u{202e}\u{7f}end";
    let agent = Scripted::streaming(vec![
        task("TASK_STATE_WORKING"),
        status("TASK_STATE_WORKING", evil),
        artifact(json!({"artifactId": evil, "name": evil, "parts": [{"text": evil}]})),
        status("TASK_STATE_FAILED", evil),
    ]);
    for format in ["human", "json", "ndjson"] {
        let ran = typed(&agent.base, &["--format", format]);
        assert_eq!(ran.status, 1);
        let all = format!("{}{}", ran.stdout(), ran.stderr);
        assert!(all.contains("end"), "{format}: the words are there: {all}");
        assert!(all.chars().all(|c| c == '\n' || !c.is_control() && c != '\u{202e}'), "{format}: {all:?}");
    }
}

#[test]
fn hostile_characters_in_a_value_are_escaped_in_json_and_exact_on_a_pipe() {
    let value = "{\"a\":\"\u{202e}\u{7f}\u{85}\"}";
    let agent = answering(value);
    assert_eq!(typed(&agent.base, &[]).stdout(), value);
    let json = typed(&agent.base, &["--format", "json"]);
    assert!(json.stdout().contains("\"value\":{\"a\":\"\\u202e\\u007f\\u0085\"}"), "{}", json.stdout());
}

#[test]
fn the_embedded_agent_gives_a_typed_value_for_the_schema_that_was_sent() {
    let serving = Serving::start();
    let files = Files::new();
    let schema = files.write(
        "s.json",
        r#"{"type":"object","properties":{"title":{"type":"string"},"score":{"type":"integer","minimum":1,"maximum":9}},
            "required":["title","score"],"additionalProperties":false}"#,
    );
    let ran =
        catseye(&["run", &serving.base, "--schema", &schema, "--text", "Plan a dinner for four.", "--format", "json"]);
    let out = ran.json();
    assert_eq!((ran.status, &out["verdict"]), (0, &json!("typed")), "{out}");
    assert!(out["value"]["title"].is_string() && out["value"]["score"].is_u64(), "{out}");
}

#[test]
fn a_task_that_is_completed_at_once_counts_its_events() {
    let agent = Scripted::streaming(completing(vec![result_artifact(json!([raw("{}")]))]));
    let out = typed(&agent.base, &["--format", "json"]).json();
    assert_eq!(out["timing"]["events"], json!(4));
    assert_eq!(agent.calls().len(), 1, "one send only");
}
