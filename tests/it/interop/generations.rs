//! Agents of both generations over both bindings, on the official SDKs of 1.0 and of 0.3.

use rustix::process::Signal;
use serde_json::{Value, json};

use super::peer::{dual, old};
use crate::binary::program::{Files, Ran, Running, catseye, command};

const SCHEMA: &str = r#"{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}"#;
const VALUE: &str = r#"{"n":9007199254740993}"#;

/// One way to reach an agent, and what the outcome must say of it.
struct Way {
    address: String,
    flags: [&'static str; 4],
    dialect: &'static str,
    binding: &'static str,
}

impl Way {
    fn run(&self, arguments: &[&str]) -> Ran {
        catseye(&self.arguments(arguments))
    }

    fn arguments<'a>(&'a self, more: &[&'a str]) -> Vec<&'a str> {
        let flags = self.flags.iter().copied().filter(|flag| !flag.is_empty());
        ["run", &self.address].into_iter().chain(flags).chain(more.iter().copied()).collect()
    }

    /// Runs it, and looks at the way that was gone.
    fn outcome(&self, arguments: &[&str]) -> Value {
        let outcome = self.run(&[arguments, &["--format", "json"]].concat()).json();
        let agent = &outcome["agent"];
        assert_eq!((&agent["dialect"], &agent["binding"]), (&json!(self.dialect), &json!(self.binding)), "{outcome}");
        outcome
    }
}

/// The agent on the SDK of 0.3, which states one way on each of two addresses, and the one on the SDK of 1.0, which
/// states all four on one.
fn ways() -> Vec<Way> {
    let old =
        |path: &str, binding| Way { address: format!("{}{path}/", old()), flags: [""; 4], dialect: "0.3", binding };
    let dual = |dialect, flag, binding| {
        let flags = ["--dialect", dialect, "--binding", flag];
        Way { address: dual().to_owned(), flags, dialect, binding }
    };
    vec![
        old("rpc", "JSONRPC"),
        old("rest", "HTTP+JSON"),
        dual("1.0", "jsonrpc", "JSONRPC"),
        dual("1.0", "http-json", "HTTP+JSON"),
        dual("0.3", "jsonrpc", "JSONRPC"),
        dual("0.3", "http-json", "HTTP+JSON"),
    ]
}

#[test]
#[ignore = "needs Python peers: run tests/peers/run"]
fn a_typed_result_comes_token_for_token_every_way() {
    let files = Files::new();
    let schema = files.write("s.json", SCHEMA);
    for way in ways() {
        for stream in [&[][..], &["--no-stream"]] {
            let text = format!("answer {VALUE}");
            let arguments = [&["--schema", &schema, "--text", &text], stream].concat();
            let ran = way.run(&[&arguments[..], &["--format", "json"]].concat());
            assert_eq!((ran.status, ran.stdout().contains(VALUE)), (0, true), "{}", ran.stdout());
            let outcome = way.outcome(&arguments);
            // The Python SDK encodes bytes twice over HTTP+JSON of 0.3, and nowhere else.
            let codes: Vec<&str> =
                outcome["warnings"].as_array().expect("a list").iter().filter_map(|w| w["code"].as_str()).collect();
            let twice = (way.dialect, way.binding) == ("0.3", "HTTP+JSON");
            assert_eq!(codes, if twice { vec!["compat-encoding"] } else { vec![] }, "{outcome}");
        }
    }
}

#[test]
#[ignore = "needs Python peers: run tests/peers/run"]
fn words_come_every_way_and_the_task_can_be_read_again() {
    for way in ways() {
        for stream in [&[][..], &["--no-stream"]] {
            let outcome = way.outcome(&[&["--text", "text please"], stream].concat());
            assert_eq!((&outcome["verdict"], &outcome["text"]), (&json!("text"), &json!("only words")), "{outcome}");
            let task = outcome["task"]["id"].as_str().expect("a task");
            let again = way.outcome(&["--task", task]);
            assert_eq!((&again["text"], &again["task"]["state"]), (&json!("only words"), &json!("completed")));
            assert_eq!(again["warnings"], json!([]), "{again}");
        }
    }
}

#[test]
#[ignore = "needs Python peers: run tests/peers/run"]
fn an_unknown_task_is_the_agents_error_every_way() {
    for way in ways() {
        let outcome = way.outcome(&["--task", "00000000-0000-4000-8000-000000000000"]);
        assert_eq!(outcome["failure"]["class"], "rpc-error", "{outcome}");
        assert_eq!(outcome["failure"]["agent"]["text"], "Task not found");
    }
}

#[test]
#[ignore = "needs Python peers: run tests/peers/run"]
fn a_task_is_canceled_every_way() {
    for way in ways() {
        let running = Running::start(command(&way.arguments(&["--text", "slow", "--format", "ndjson"])));
        running.until_stdout("step 3");
        running.signal(Signal::INT);
        let ran = running.wait();
        let outcome = ran.lines().pop().expect("an outcome");
        assert_eq!((ran.status, &outcome["task"]["state"]), (130, &json!("canceled")), "{outcome}");
        assert_eq!(outcome["warnings"], json!([]), "{outcome}");
    }
}

/// A task that works, begun by a run that is killed.
fn abandoned(way: &Way) -> String {
    let mut running = Running::start(command(&way.arguments(&["--text", "slow", "--format", "ndjson"])));
    running.until_stdout("step 1");
    running.child.kill().expect("it runs");
    let ran = running.wait();
    let task = ran.stdout();
    let task = task
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .find_map(|line| line["task"].as_str().filter(|task| !task.is_empty()).map(str::to_owned));
    task.expect("a task was named")
}

#[test]
#[ignore = "needs Python peers: run tests/peers/run"]
fn a_task_that_works_is_subscribed_to_every_way() {
    for way in ways() {
        let task = abandoned(&way);
        let running = Running::start(command(&way.arguments(&["--task", &task, "--format", "ndjson"])));
        running.until_stdout("\"operation\":\"SubscribeToTask\"");
        running.until_stdout("\"what\":\"status working\"");
        running.signal(Signal::INT);
        let ran = running.wait();
        let lines = ran.lines();
        let requests = lines.iter().filter(|line| line["event"] == "request" && line["operation"] == "SubscribeToTask");
        let methods: Vec<&str> = requests.filter_map(|line| line["method"].as_str()).collect();
        // The SDK of 0.3 takes a subscription over HTTP+JSON only with GET.
        let tried = way.flags[0].is_empty() && way.binding == "HTTP+JSON";
        assert_eq!(methods, if tried { vec!["POST", "GET"] } else { vec!["POST"] }, "{}", ran.stdout());
        assert_eq!(lines.last().expect("an outcome")["task"]["state"], "canceled", "{}", ran.stdout());
    }
}

#[test]
#[ignore = "needs Python peers: run tests/peers/run"]
fn a_card_without_versions_is_asked_and_one_that_is_wrong_is_found_out() {
    let ask = |path: &str, more: &[&str]| {
        let address = format!("{}{path}/", dual());
        let ran = catseye(&[&["run", &address, "--text", "text", "--format", "json"], more].concat());
        assert_eq!(ran.status, 0, "{}", ran.stdout());
        ran.json()
    };
    for binding in ["jsonrpc", "http-json"] {
        let asked = ask("unsaid", &["--binding", binding]);
        let detail = asked["steps"][1]["detail"].as_str().unwrap_or_default();
        assert!(detail.contains("as 1.0 it answered: -32001 TaskNotFoundError"), "{detail}");
        assert_eq!(asked["agent"]["dialect"], "1.0");
    }
    let wrong = ask("lying", &[]);
    assert_eq!((&wrong["agent"]["dialect"], &wrong["warnings"][0]["code"]), (&json!("0.3"), &json!("fallback")));
}
