//! The Python agents, each started once for all tests, and what one of them judged.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;

use crate::binary::program::{Files, Ran, catseye};

/// The Python of a virtual environment: `venv` has the SDK of 1.0, `venv-0.3` that of 0.3.
fn python(environment: &str) -> PathBuf {
    let installed = std::env::var_os("CATSEYE_PEERS").map(PathBuf::from);
    let usual = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/peers");
    let python = installed.unwrap_or(usual).join(environment).join("bin/python");
    assert!(python.exists(), "no Python peers at {}: run tests/peers/run", python.display());
    python
}

/// A peer's script on the SDK of 1.0, to be started.
pub fn script(name: &str) -> Command {
    script_on("venv", name)
}

/// A peer's script on the SDK of a virtual environment, to be started.
pub fn script_on(environment: &str, name: &str) -> Command {
    let mut command = Command::new(python(environment));
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/peers").join(name));
    command.env("PYTHONDONTWRITEBYTECODE", "1");
    command
}

struct Peer {
    base: String,
    // It ends when its standard input does, so with this process.
    _child: Child,
}

impl Peer {
    fn start(mut command: Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("Python starts");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut base = String::new();
        lines.read_line(&mut base).expect("the first line is the base URL");
        assert!(base.starts_with("http://"), "the peer did not start");
        Peer { base: base.trim().to_owned(), _child: child }
    }
}

fn peer() -> &'static Peer {
    static PEER: OnceLock<Peer> = OnceLock::new();
    PEER.get_or_init(|| Peer::start(script("structured_agent.py")))
}

/// The address of the agent on the SDK of 1.0 that speaks both generations over both bindings.
pub fn dual() -> &'static str {
    static PEER: OnceLock<Peer> = OnceLock::new();
    &PEER.get_or_init(|| Peer::start(script("dual_agent.py"))).base
}

/// The address of the agent on the SDK of 0.3.
pub fn old() -> &'static str {
    static PEER: OnceLock<Peer> = OnceLock::new();
    &PEER.get_or_init(|| Peer::start(script_on("venv-0.3", "old_agent.py"))).base
}

/// The peer's address.
pub fn base() -> &'static str {
    &peer().base
}

/// One run of the program against the peer, and how the peer judged what it was sent.
pub struct Asked {
    pub ran: Ran,
    pub outcome: Value,
    pub judgements: Vec<Value>,
    pub schema: String,
}

/// Runs a command of the peer by a schema; `address` is `""` or the like of `"tiny/"`.
pub fn ask(address: &str, command: &str, result: &str, schema: &str, more: &[&str]) -> Asked {
    let marker = marker();
    let files = Files::new();
    let path = files.write("schema.json", schema);
    let (agent, text) = (format!("{}{address}", base()), format!("{command} {marker} {result}"));
    let mut arguments = vec!["run", &agent, "--schema", &path, "--text", &text, "--format", "json"];
    arguments.extend(more);
    let ran = catseye(&arguments);
    let outcome = ran.json();
    Asked { ran, outcome, judgements: judgements(&marker), schema: schema.to_owned() }
}

/// A word that no other request has.
pub fn marker() -> String {
    static NUMBER: AtomicU32 = AtomicU32::new(1);
    format!("#{}", NUMBER.fetch_add(1, Ordering::Relaxed))
}

/// How the peer judged the requests whose text has this word.
pub fn judgements(marker: &str) -> Vec<Value> {
    let judged: Value = serde_json::from_str(&get("judgements")).expect("JSON");
    let all = judged.as_array().expect("a list").iter();
    let marked = |judgement: &&Value| {
        judgement["text"].as_str().is_some_and(|text| text.split_whitespace().any(|word| word == marker))
    };
    all.filter(marked).cloned().collect()
}

/// There was one request, as the extension says, with the schema byte for byte.
pub fn assert_asked_well(judgements: &[Value], schema: &str) {
    assert_eq!(judgements.len(), 1, "one send only: {judgements:?}");
    let judgement = &judgements[0];
    assert_eq!(judgement["faults"], serde_json::json!([]), "{judgement}");
    assert_eq!(judgement["structured"], true);
    assert_eq!(judgement["schema_json"], Value::String(schema.to_owned()), "byte for byte");
}

impl Asked {
    /// The peer was asked once, as the extension says, with the schema byte for byte.
    pub fn was_asked_well(&self) -> &Self {
        assert_asked_well(&self.judgements, &self.schema);
        self
    }

    /// The run ended in this class.
    pub fn failed_as(&self, class: &str, verdict: &str, status: i32) {
        let failure = &self.outcome["failure"];
        assert_eq!((&failure["class"], &self.outcome["verdict"]), (&class.into(), &verdict.into()), "{}", self.outcome);
        assert_eq!(self.ran.status, status);
        assert_eq!(self.outcome["value"], Value::Null);
    }
}

fn get(path: &str) -> String {
    let host = base().trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(host).expect("a connection");
    write!(stream, "GET /{path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n").expect("a request sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer.split_once("\r\n\r\n").expect("a body").1.to_owned()
}
