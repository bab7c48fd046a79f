//! A run with a played agent: events with real JSON and real server-sent events, in place of the network.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use catseye::a2a::interface::Dialect;
use catseye::a2a::model::{Decoded, Note};
use catseye::a2a::{errors, rpc};
use catseye::json::{Limits, parse_text};
use catseye::run::event::{
    Answered, Attempt, AttemptResult, BodyKind, End, Frame, NetFault, NetFaultKind, Operation, Requested, SchemaReport,
    Validation, What, WireRef,
};
use catseye::run::{self, Ask, Call, CallId, Effect, Event, Failure, Plan, Run, Step, StepId, StepState, Verdict};
use catseye::schema;
use catseye::sse;

pub const SCHEMA: &str = r#"{"type":"object","properties":{"status":{"type":"string"},"total":{"type":"number"}},"required":["status","total"],"additionalProperties":false}"#;
pub const VALUE: &str = r#"{"status":"ok","total":78.0}"#;
pub const URI: &str = "https://docs.kedi-lang.org/a2a/extensions/structured-output/v1/";
pub const PARAMS: &str = r#"{"version":1,"mode":"request-schema","schemaDialect":"https://json-schema.org/draft/2020-12/schema","maxSchemaBytes":32768,"resultArtifactName":"kedi-structured-output","schemaEncodings":["json-utf8","protobuf-value"],"resultEncodings":["json-utf8","protobuf-value"]}"#;
pub const CARD_URL: &str = "http://127.0.0.1:9/.well-known/agent-card.json";

/// A plan against a loopback address, with the schema.
pub fn plan() -> Plan {
    let mut plan = Plan::new("http://127.0.0.1:9", "m-1", Ask::Text("count".into()));
    plan.schema = Some(SCHEMA.into());
    plan
}

/// A 1.0 card that streams, with one extension declaration as JSON (or none).
pub fn card(extensions: &str) -> String {
    format!(
        r#"{{"name":"Teller","description":"d","version":"1","supportedInterfaces":[{{"url":"http://127.0.0.1:9/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}}],"capabilities":{{"streaming":true,"extensions":[{extensions}]}},"defaultInputModes":["text/plain"],"defaultOutputModes":["application/json"],"skills":[{{"id":"s","name":"s","description":"d","tags":["t"]}}]}}"#
    )
}

/// The same card with these interfaces, each `url binding version` (or without version).
pub fn card_at(interfaces: &[&str]) -> String {
    let entry = |interface: &&str| {
        let mut words = interface.split(' ');
        let (url, binding) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let version = words.next().map(|version| format!(r#","protocolVersion":"{version}""#)).unwrap_or_default();
        format!(r#"{{"url":"http://127.0.0.1:9{url}","protocolBinding":"{binding}"{version}}}"#)
    };
    let list = interfaces.iter().map(entry).collect::<Vec<_>>().join(",");
    let ours = r#"[{"url":"http://127.0.0.1:9/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]"#;
    card(&extension(PARAMS)).replace(ours, &format!("[{list}]"))
}

/// The extension declared with these params.
pub fn extension(params: &str) -> String {
    format!(r#"{{"uri":"{URI}","params":{params}}}"#)
}

/// A run and the agent that is played to it.
pub struct Play {
    pub run: Run,
    pub events: Vec<Event>,
    /// Effects that were not performed yet.
    pub todo: Vec<Effect>,
    /// Every call that was made.
    pub calls: Vec<Call>,
    pub finished: usize,
    at: u64,
    frames: u32,
}

impl Play {
    /// Begins, with nothing found yet.
    pub fn new(plan: Plan) -> Self {
        let mut run = Run::new(plan);
        let todo = run::start(&mut run);
        let mut play = Play { run, events: Vec::new(), todo, calls: Vec::new(), finished: 0, at: 0, frames: 0 };
        play.perform();
        play
    }

    /// Begins, and finds this card.
    pub fn with_card(plan: Plan, card: &str) -> Self {
        let mut play = Play::new(plan);
        play.found(card);
        play
    }

    /// Up to the request that was sent to an agent with everything right.
    pub fn sent(plan: Plan) -> Self {
        Play::with_card(plan, &card(&extension(PARAMS)))
    }

    /// Up to a stream that is open.
    pub fn streaming(plan: Plan) -> Self {
        let mut play = Play::sent(plan);
        play.open(1);
        play
    }

    /// One millisecond later, this happens. Checks and validations that follow are performed for real.
    pub fn give(&mut self, what: What) {
        self.at += 1_000;
        let event = Event { at: self.at, what };
        self.events.push(event.clone());
        let effects = run::step(&mut self.run, event);
        self.todo.extend(effects);
        self.perform();
    }

    fn perform(&mut self) {
        loop {
            let checks = |e: &Effect| matches!(e, Effect::CheckSchema { .. } | Effect::Validate { .. });
            self.finished += self.todo.iter().filter(|e| matches!(e, Effect::Finished)).count();
            self.calls.extend(self.todo.iter().filter_map(|e| match e {
                Effect::Call(call) => Some(call.clone()),
                _ => None,
            }));
            self.todo.retain(|e| !matches!(e, Effect::Discover(_) | Effect::Call(_) | Effect::Finished));
            let Some(index) = self.todo.iter().position(checks) else { return };
            match self.todo.remove(index) {
                Effect::CheckSchema { text, max_depth } => {
                    let policy = schema::Policy { max_depth, ..schema::Policy::default() };
                    let checked = schema::check(&text, &policy);
                    let report = SchemaReport { findings: checked.findings, bytes: checked.bytes, took: 500 };
                    self.give(What::SchemaChecked(Arc::new(report)));
                }
                Effect::Validate { schema, value, assert_formats } => {
                    let options = schema::Options { assert_formats };
                    let validator = schema::Validator::new(&schema, options).expect("the schema was checked");
                    let validation = Validation { verdict: validator.verdict(&value), took: 100 };
                    self.give(What::Validated(Box::new(validation)));
                }
                _ => unreachable!("only checks are taken out"),
            }
        }
    }

    pub fn attempt(&mut self, url: &str, status: Option<u16>, result: AttemptResult) {
        self.give(What::Attempted(Box::new(Attempt {
            status,
            content_type: Some("application/json".into()),
            bytes: 10,
            took: 1_000,
            ..Attempt::new(url, result)
        })));
    }

    pub fn found(&mut self, card: &str) {
        self.attempt(CARD_URL, Some(200), AttemptResult::Card(card.into()));
        self.give(What::Discovered);
    }

    /// The last call that was made.
    pub fn call(&self) -> &Call {
        self.calls.last().expect("a call was made")
    }

    /// The operations that were called, in order.
    pub fn operations(&self) -> Vec<Operation> {
        self.calls.iter().map(|call| call.operation).collect()
    }

    pub fn head(&mut self, call: u32, status: u16, content_type: &str) {
        let call = CallId(call);
        let operation = self.calls.iter().find(|c| c.id == call).map_or(Operation::Send, |c| c.operation);
        self.give(What::Requested(Box::new(Requested {
            call,
            operation,
            method: "POST".into(),
            url: "http://127.0.0.1:9/rpc".into(),
            headers: Vec::new(),
            body: None,
        })));
        let body = match content_type {
            "text/event-stream" => BodyKind::Events,
            "application/json" => BodyKind::Json,
            _ => BodyKind::Other,
        };
        self.give(What::Answered(Box::new(Answered {
            call,
            status,
            headers: vec![("content-type".into(), content_type.into())],
            version: "HTTP/1.1".into(),
            wire: 1,
            final_url: None,
            body,
        })));
    }

    /// The head of a stream.
    pub fn open(&mut self, call: u32) {
        self.head(call, 200, "text/event-stream");
    }

    /// One frame with this data, read as the net room reads it.
    pub fn data(&mut self, call: u32, data: &str) {
        self.named(call, None, data, false, Vec::new());
    }

    /// One frame in which bytes had to be replaced.
    pub fn replaced(&mut self, call: u32, data: &str) {
        let note = Note { code: "replaced-bytes", message: "bytes were replaced".into() };
        self.named(call, None, data, true, vec![note]);
    }

    fn named(&mut self, call: u32, name: Option<String>, data: &str, replaced: bool, notes: Vec<Note>) {
        let made = self.calls.iter().find(|made| made.id == CallId(call));
        let (id, dialect) = match made {
            Some(made) => (made.rpc_id.clone(), made.dialect),
            None => (Some(call.to_string()), Dialect::V10),
        };
        let decoded = rpc::read(data, &rpc::Expected { id: id.as_deref(), dialect });
        self.framed(call, name, data, replaced, notes, decoded);
    }

    fn framed(
        &mut self,
        call: u32,
        name: Option<String>,
        data: &str,
        replaced: bool,
        notes: Vec<Note>,
        decoded: Decoded,
    ) {
        self.frames += 1;
        self.give(What::Frame(Box::new(Frame {
            call: CallId(call),
            number: self.frames,
            wire: WireRef { stream: call, offset: 0, length: data.len() as u64 },
            name,
            notes,
            replaced,
            decoded,
        })));
    }

    /// One frame whose result is this.
    pub fn result(&mut self, call: u32, result: &str) {
        self.data(call, &format!(r#"{{"jsonrpc":"2.0","id":"{call}","result":{result}}}"#));
    }

    /// A stream's bytes, event by event.
    pub fn bytes(&mut self, call: u32, bytes: &[u8]) {
        let mut reader = sse::Reader::new(sse::Limits { event_bytes: 64 << 20 });
        let mut items = Vec::new();
        reader.push(bytes, &mut items).expect("within the limit");
        reader.finish(&mut items);
        for item in items {
            if let sse::Item::Event(event) = item {
                let mut notes = Vec::new();
                if event.unterminated {
                    notes.push(Note {
                        code: "unterminated",
                        message: "the last event has no blank line after it".into(),
                    });
                }
                self.named(call, event.name, &event.data, event.replaced, notes);
            }
        }
    }

    pub fn close(&mut self, call: u32) {
        self.end(call, End::Complete);
    }

    pub fn end(&mut self, call: u32, end: End) {
        self.give(What::Closed { call: CallId(call), end });
    }

    /// A whole JSON answer. Outside 2xx it is an error of the agent or nothing that can be read, as in the net room.
    pub fn answer(&mut self, call: u32, status: u16, body: &str) {
        self.head(call, status, "application/json");
        if (200..300).contains(&status) {
            self.data(call, body);
            return self.close(call);
        }
        match errors::a2a_error(document(body).root()) {
            Some(error) => {
                self.framed(call, None, body, false, Vec::new(), Decoded::Error(error));
                self.close(call);
            }
            None => {
                let sentence = format!("HTTP {status} with a JSON object (application/json)");
                self.end(call, End::NotReadable { sentence, excerpt: body.to_owned() });
            }
        }
    }

    /// A whole JSON answer with this result.
    pub fn answer_result(&mut self, call: u32, result: &str) {
        self.answer(call, 200, &format!(r#"{{"jsonrpc":"2.0","id":"{call}","result":{result}}}"#));
    }

    pub fn unanswered(&mut self, call: u32, kind: NetFaultKind) {
        let fault = NetFault { kind, sentence: "127.0.0.1:9 does not answer".into() };
        self.give(What::Unanswered { call: CallId(call), fault });
    }

    /// Takes the one wait that is due and lets it pass; its milliseconds.
    pub fn pass_time(&mut self) -> u64 {
        let index = self.todo.iter().position(|e| matches!(e, Effect::Wait { .. })).expect("a wait is due");
        let Effect::Wait { timer, ms } = self.todo.remove(index) else { unreachable!() };
        self.at += ms * 1_000;
        self.give(What::Waited { timer });
        ms
    }

    /// A good stream on an open call 1: task, progress, the result artifact as given, completed, end.
    pub fn good(&mut self, artifact: &str) {
        self.result(1, &task("WORKING", ""));
        self.result(1, &artifact_update(artifact));
        self.result(1, &status("COMPLETED", ""));
        self.close(1);
    }

    pub fn verdict(&self) -> Verdict {
        self.run.verdict().expect("the verdict stands")
    }

    pub fn failure(&self) -> &Failure {
        self.run.failure.as_ref().expect("a step failed")
    }

    /// Class and step of the failure, in words.
    pub fn class(&self) -> (&'static str, &'static str) {
        (self.failure().class.word(), self.failure().step.word())
    }

    pub fn step(&self, id: StepId) -> &Step {
        self.run.ladder.step(id)
    }

    /// The states of all steps, a letter each: `p`assed, `w`arned, `f`ailed, `s`kipped, `.` not reached.
    pub fn ladder(&self) -> String {
        self.run
            .ladder
            .steps()
            .map(|step| match step.state {
                StepState::NotReached => '.',
                StepState::Passed => 'p',
                StepState::Warned => 'w',
                StepState::Failed => 'f',
                StepState::Skipped => 's',
            })
            .collect()
    }

    /// The codes of all warnings.
    pub fn warnings(&self) -> Vec<&str> {
        self.run.warnings.iter().map(|warning| &*warning.code).collect()
    }

    /// The typed value's text.
    pub fn value(&self) -> Option<&str> {
        self.run.value().map(|document| document.text())
    }

    /// The outcome, parsed by serde_json as a script would.
    pub fn outcome(&self) -> serde_json::Value {
        serde_json::from_str(&run::outcome(&self.run)).expect("the outcome is JSON")
    }
}

pub fn base64(text: &str) -> String {
    STANDARD.encode(text)
}

/// `{"task":…}` in this state, with more members of the task.
pub fn task(state: &str, more: &str) -> String {
    format!(r#"{{"task":{{"id":"t-1","contextId":"c-1","status":{{"state":"TASK_STATE_{state}"}}{more}}}}}"#)
}

/// A bare task, as `GetTask` answers.
pub fn bare_task(state: &str, more: &str) -> String {
    format!(r#"{{"id":"t-1","contextId":"c-1","status":{{"state":"TASK_STATE_{state}"}}{more}}}"#)
}

/// `{"statusUpdate":…}` with a text.
pub fn status(state: &str, text: &str) -> String {
    let message = match text {
        "" => String::new(),
        text => format!(
            r#","message":{{"messageId":"m-2","role":"ROLE_AGENT","parts":[{{"text":{}}}]}}"#,
            catseye::json::quote(text)
        ),
    };
    format!(
        r#"{{"statusUpdate":{{"taskId":"t-1","contextId":"c-1","status":{{"state":"TASK_STATE_{state}"{message}}}}}}}"#
    )
}

/// `{"artifactUpdate":…}` with this artifact.
pub fn artifact_update(artifact: &str) -> String {
    format!(r#"{{"artifactUpdate":{{"taskId":"t-1","contextId":"c-1","artifact":{artifact},"lastChunk":true}}}}"#)
}

/// The result artifact with these parts.
pub fn artifact(parts: &str) -> String {
    format!(r#"{{"artifactId":"a-1","name":"kedi-structured-output","extensions":["{URI}"],"parts":[{parts}]}}"#)
}

/// A raw JSON part with this text.
pub fn raw(text: &str) -> String {
    format!(r#"{{"raw":"{}","mediaType":"application/json"}}"#, base64(text))
}

/// The outcome of a good stream with this artifact.
pub fn played(artifact: &str) -> Play {
    let mut play = Play::streaming(plan());
    play.good(artifact);
    play
}

/// A document.
pub fn document(text: &str) -> catseye::json::Document {
    parse_text(text, &Limits::default()).expect("JSON")
}
