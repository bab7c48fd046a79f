//! The same in the workbench: schema and task are typed into a terminal, value and reasons are read off its screen.

use super::peer::{assert_asked_well, base, judgements, marker};
use crate::terminal::{Program, assert_restored};

const SCHEMA: &str =
    r#"{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"],"additionalProperties":false}"#;
const GOOD: &str = r#"{"n":7}"#;

/// The workbench on the peer, and how many tasks were sent.
struct Bench {
    program: Program,
    schema: String,
    sent: u32,
}

impl Bench {
    /// Opens the workbench on an address of the peer and types a schema.
    fn open(address: &str, schema: &str) -> Bench {
        let mut program = Program::start(&[&format!("{}{address}", base())], 140, 48);
        // The card is there.
        program.until("JSON-RPC");
        program.press("2i");
        let mut bench = Bench { program, schema: String::new(), sent: 0 };
        bench.type_schema(schema);
        bench
    }

    /// Types a schema over what stands in the editor.
    fn type_schema(&mut self, schema: &str) {
        // The text before goes first: what is typed over a selection is put around it. What a bracket opens is closed.
        self.program.press("\x1b2\x01\x7f");
        self.program.press(schema);
        schema.clone_into(&mut self.schema);
    }

    /// Types the task over what stands there, sends it, and waits until the run, shown alone, says all of this.
    fn sends(&mut self, task: &str, says: &[&str]) {
        self.program.press("\x1b3\x01");
        self.program.press(task);
        self.program.press("\x13");
        self.sent += 1;
        let run = format!("4 Run {}", self.sent);
        self.program.until(&run);
        self.program.press("\x1b4z");
        let says: Vec<String> = says.iter().map(|words| words.to_string()).collect();
        self.program.until_it(&format!("{run} and {says:?}"), |screen| {
            let words = words_of(screen);
            words.contains(&run) && says.iter().all(|wanted| words.contains(wanted))
        });
    }

    /// Back to the fields, all panes side by side.
    fn goes_back(&mut self) {
        self.program.press("z2i");
    }

    fn leaves(mut self) {
        // The run has no field: there a letter is a command.
        self.program.press("\x1b4q");
        let (status, parser) = self.program.end();
        assert_eq!(status, 0);
        assert_restored(parser.screen());
    }
}

/// The words on the screen with one blank between them, so that it does not matter where a sentence is wrapped.
fn words_of(screen: &vt100::Screen) -> String {
    screen.contents().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
#[ignore = "needs Python peers: run tests/peers/run"]
fn a_good_task_shows_the_value_token_for_token() {
    let schema = r#"{"type":"object","properties":{"id":{"type":"integer"},"whole":{"type":"number"},"spelled":{"type":"number"},"title":{"type":"string"},"items":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"grams":{"type":"integer"}},"required":["name","grams"]}}},"required":["id"],"additionalProperties":false}"#;
    let result = r#"{"id":9007199254740993,"whole":78,"spelled":78.0,"title":"Kısır 麦","items":[{"name":"bulgur","grams":250},{"name":"é","grams":12345678901234567890}]}"#;
    let mut bench = Bench::open("", schema);
    let marker = marker();
    let tree = [
        "{} 5 keys",
        "id 9007199254740993",
        "whole 78",
        "spelled 78.0",
        "title \"Kısır 麦\"",
        "items [2]",
        "name \"bulgur\"",
        "grams 250",
        "name \"é\"",
        "grams 12345678901234567890",
    ]
    .join(" ");
    bench.sends(&format!("answer {marker} {result}"), &["a typed value, valid against the schema"]);
    let words = words_of(bench.program.screen.screen());
    assert!(words.contains("13 of 13"), "every step of the ladder: {words}");
    // Between the rows stand nothing but the places in the array and the marks of what folds.
    let rows: Vec<&str> = words.split(' ').filter(|word| !matches!(*word, "▾" | "▐" | "0" | "1")).collect();
    assert!(rows.join(" ").contains(&tree), "{words}");
    assert_asked_well(&judgements(&marker), schema);
    bench.leaves();
}

#[test]
#[ignore = "needs Python peers: run tests/peers/run"]
fn each_spoiled_result_says_why_there_is_no_value() {
    let mut bench = Bench::open("", SCHEMA);
    for (command, result, class, sentence) in [
        ("missing", GOOD, "artifact result-missing", "none of the task's 1 artifact is named kedi-structured-output"),
        ("text", GOOD, "artifact result-missing", "none of the task's 1 artifact is named kedi-structured-output"),
        ("url", GOOD, "bytes result-missing", "the result artifact holds addresses only"),
        ("misnamed", GOOD, "artifact result-misnamed", "the artifact that lists the extension is named \"result\""),
        (
            "twice",
            GOOD,
            "artifact result-ambiguous",
            "2 artifacts are named kedi-structured-output: \"result\", \"again\"",
        ),
        ("parts", GOOD, "bytes result-ambiguous", "the result artifact has 2 raw parts, and there must be one"),
        ("unmarked", GOOD, "marked result-unmarked", "the artifact kedi-structured-output does not list https://docs."),
        ("media-type", GOOD, "media-type result-media-type", "the result part says \"text/plain\""),
        ("latin-1", GOOD, "bytes result-encoding", "the result is not UTF-8: byte 0xE8 at offset 3"),
        ("padded", GOOD, "result-size result-too-large", "the result has 4 194 305 bytes, and the limit is 4 194 304"),
        ("truncated", GOOD, "json result-truncated", "the text ends inside a key at line 1, column 4"),
        ("bad-both", GOOD, "json result-truncated", "the text ends inside an object at line 1, column 7"),
        ("malformed", GOOD, "json result-malformed", "`Here` where a value should stand at line 1, column 1"),
        ("non-finite", GOOD, "json result-non-finite", "NaN is not JSON and not a finite number at line 1, column 7"),
        ("unchecked", r#"{"n":7.5}"#, "schema mismatch", "/n is 7.5, expected an integer"),
        ("unchecked", r#"{"n":7,"more":1}"#, "schema mismatch", "/more"),
        ("unchecked", "", "bytes result-encoding", "the result is empty: no byte in it"),
        ("answer", r#"{"n":"seven"}"#, "completed task-failed", "the task failed: the result is not valid at /n"),
    ] {
        let marker = marker();
        bench.sends(&format!("{command} {marker} {result}"), &[class, sentence]);
        let text = bench.program.text();
        assert!(!text.contains("a typed value"), "{command}: {text}");
        assert_asked_well(&judgements(&marker), &bench.schema);
        bench.goes_back();
    }
    bench.leaves();
}

#[test]
#[ignore = "needs Python peers: run tests/peers/run"]
fn each_state_of_the_task_is_said_in_the_agents_own_words() {
    let mut bench = Bench::open("", SCHEMA);
    for (command, class, sentence) in [
        ("fail", "completed task-failed", "the task failed: this is what fail says"),
        ("reject", "completed task-rejected", "the agent rejected the task: this is what reject says"),
        ("cancel", "completed task-canceled", "the task was canceled: this is what cancel says"),
        ("input", "completed input-required", "the agent asks: this is what input says"),
        ("auth", "completed auth-required", "the agent waits for authorisation: this is what auth says"),
    ] {
        let marker = marker();
        bench.sends(&format!("{command} {marker} {GOOD}"), &[class, sentence]);
        assert_asked_well(&judgements(&marker), &bench.schema);
        bench.goes_back();
    }
    bench.leaves();
}

#[test]
#[ignore = "needs Python peers: run tests/peers/run"]
fn a_schema_that_will_not_do_is_not_sent() {
    let mut bench = Bench::open("", SCHEMA);
    for (schema, class, sentence) in [
        ("{\"type\":}", "schema-json schema-syntax", "`}` where a value should stand"),
        (
            "{\"$ref\":\"https://kitchen.example/s\"}",
            "schema-policy schema-remote-ref",
            "$ref leads out of the document",
        ),
        ("{\"$id\":\"https://kitchen.example/s\"}", "schema-policy schema-id", "no $id is accepted here"),
        (
            "{\"$schema\":\"http://json-schema.org/draft-07/schema#\"}",
            "schema-policy schema-dialect",
            "only draft 2020-12 is accepted",
        ),
        ("{\"type\":\"objekt\"}", "schema-valid schema-invalid", "type \"objekt\" is none"),
    ] {
        bench.type_schema(schema);
        let marker = marker();
        bench.sends(&format!("answer {marker} {GOOD}"), &[class, sentence, "s shows the place in the schema"]);
        assert!(judgements(&marker).is_empty(), "{schema}");
        bench.goes_back();
    }
    bench.leaves();
}

#[test]
#[ignore = "needs Python peers: run tests/peers/run"]
fn what_the_agent_does_not_offer_is_not_sent() {
    for (address, class, sentence) in [
        (
            "plain/",
            "extension extension-not-advertised",
            "the card does not list the extension https://docs.kedi-lang.org",
        ),
        (
            "tiny/",
            "schema-size schema-too-large",
            "the schema has 101 bytes as sent, 1 more than the agent's limit of 100",
        ),
    ] {
        let mut bench = Bench::open(address, SCHEMA);
        let marker = marker();
        bench.sends(&format!("answer {marker} {GOOD}"), &[class, sentence]);
        assert!(judgements(&marker).is_empty(), "{address}");
        bench.leaves();
    }
}
