//! The outcome: the JSON that `--format json` prints and every ndjson output ends with. Members and their order are fixed.

use crate::a2a::model::{Content, Part, RawJson};
use crate::json::{Limits, Place, Writer, compact, escape_controls, parse_text};

use super::artifact::ArtifactView;
use super::failure::{Evidence, Failure};
use super::state::Run;
use super::verdict::Verdict;

/// The outcome of a run as one JSON text on one line, without a line feed. The value's tokens are the agent's own.
pub fn outcome(run: &Run) -> String {
    let mut out = Writer::new();
    out.object().key("catseye").number(1);
    agent(&mut out, run);
    task(&mut out, run);
    out.key("verdict").optional(run.verdict().map(Verdict::word));
    out.key("failure");
    match &run.failure {
        Some(failure) => self::failure(&mut out, failure),
        None => drop(out.null()),
    }
    steps(&mut out, run);
    value(&mut out, run);
    out.key("text").optional(run.answer_text().as_ref().map(|(text, _)| text.as_str()));
    out.key("artifacts").array();
    for artifact in run.artifacts.standing() {
        self::artifact(&mut out, artifact);
    }
    out.end_array();
    request(&mut out, run);
    out.key("warnings").array();
    for warning in run.warnings.iter() {
        let message = match warning.count {
            1 => warning.message.clone(),
            count => format!("{} ({count} times)", warning.message),
        };
        out.object().key("code").string(&warning.code).key("message").string(&message).end_object();
    }
    out.end_array();
    timing(&mut out, run);
    out.end_object();
    out.finish()
}

fn agent(out: &mut Writer, run: &Run) {
    let chosen = run.chosen();
    out.key("agent").object();
    out.key("name").optional(run.card.as_ref().and_then(|card| card.name.as_deref()));
    out.key("url").optional(chosen.map(|chosen| chosen.url.as_str()));
    out.key("card_url").optional(run.card_url.as_deref());
    out.key("kind").string("a2a");
    out.key("dialect").optional(chosen.map(|chosen| chosen.dialect.word()));
    out.key("binding").optional(chosen.map(|chosen| chosen.binding.word()));
    out.end_object();
}

fn task(out: &mut Writer, run: &Run) {
    out.key("task");
    let task = &run.task;
    if task.id.is_none() && task.state.is_none() {
        out.null();
        return;
    }
    out.object();
    out.key("id").optional(task.id.as_deref());
    out.key("contextId").optional(task.context_id.as_deref());
    out.key("state").optional(task.state.as_ref().map(|state| state.word()));
    out.end_object();
}

fn failure(out: &mut Writer, failure: &Failure) {
    out.object();
    out.key("class").string(failure.class.word());
    out.key("step").string(failure.step.word());
    out.key("message").string(&failure.message);
    out.key("hint").string(&failure.hint);
    let agent = &failure.agent;
    out.key("agent").object();
    out.key("text").optional(Some(agent.text.as_str()).filter(|text| !text.is_empty()));
    out.key("data").array();
    for data in &agent.data {
        embed(out, data);
    }
    out.end_array();
    out.key("code").optional(agent.code.as_deref());
    out.key("data_error").optional(agent.data_error.as_deref());
    out.end_object();
    out.key("evidence").array();
    for evidence in &failure.evidence {
        self::evidence(out, evidence);
    }
    out.end_array();
    out.end_object();
}

fn evidence(out: &mut Writer, evidence: &Evidence) {
    let number = |out: &mut Writer, key: &str, number: Option<u64>| match number {
        Some(number) => drop(out.key(key).number(number)),
        None => drop(out.key(key).null()),
    };
    let place = |out: &mut Writer, keys: [&str; 2], place: Option<Place>| {
        number(out, keys[0], place.map(|place| place.line as u64));
        number(out, keys[1], place.map(|place| place.column as u64));
    };
    out.object();
    out.key("pointer").optional(evidence.pointer.as_deref());
    out.key("schema_pointer").optional(evidence.schema_pointer.as_deref());
    out.key("keyword").optional(evidence.keyword.as_deref());
    out.key("expected").optional(evidence.expected.as_deref());
    out.key("found").optional(evidence.found.as_deref());
    place(out, ["line", "column"], evidence.place);
    place(out, ["schema_line", "schema_column"], evidence.schema_place);
    number(out, "frame", evidence.frame.map(u64::from));
    number(out, "byte", evidence.byte);
    out.key("url").optional(evidence.url.as_deref());
    number(out, "status", evidence.status.map(u64::from));
    out.key("content_type").optional(evidence.content_type.as_deref());
    out.key("excerpt").optional(evidence.excerpt.as_deref());
    out.end_object();
}

fn steps(out: &mut Writer, run: &Run) {
    out.key("steps").array();
    for step in run.ladder.steps() {
        self::step(out.object(), step, "ms");
        out.end_object();
    }
    out.end_array();
}

/// The members of one step, into an object that is open; `took` is the key of its duration.
pub(super) fn step(out: &mut Writer, step: &super::ladder::Step, took: &str) {
    out.key("id").string(step.id.word());
    out.key("status").string(step.state.word());
    out.key("detail").optional(Some(step.detail.as_str()).filter(|detail| !detail.is_empty()));
    match step.ms {
        Some(ms) => out.key(took).number(ms),
        None => out.key(took).null(),
    };
}

fn value(out: &mut Writer, run: &Run) {
    out.key("value");
    match run.value() {
        Some(document) => out.raw(&escape_controls(&compact(document.root()))),
        None => out.null(),
    };
    let received = run.result.as_ref().filter(|_| run.value().is_none());
    out.key("received").optional(received.map(|result| &*result.text));
}

fn artifact(out: &mut Writer, artifact: &ArtifactView) {
    out.object();
    out.key("artifactId").string(&artifact.artifact_id);
    out.key("name").optional(artifact.name.as_deref());
    out.key("description").optional(artifact.description.as_deref());
    out.key("extensions").array();
    for uri in &artifact.extensions {
        out.string(uri);
    }
    out.end_array();
    out.key("complete").bool(artifact.complete);
    parts(out, artifact.parts.iter().map(|held| &held.part));
    out.end_object();
}

/// The member `parts`.
pub(super) fn parts<'a>(out: &mut Writer, parts: impl Iterator<Item = &'a Part>) {
    out.key("parts").array();
    for part in parts {
        out.object().key("kind");
        match &part.content {
            Content::Text(text) => drop(out.string("text").key("text").string(text)),
            Content::Raw(raw) => drop(out.string("raw").key("raw").string(raw)),
            Content::RawInvalid(json) => embed(out.string("raw").key("raw"), json),
            Content::Url(url) => drop(out.string("url").key("url").string(url)),
            Content::Data(json) => embed(out.string("data").key("data"), json),
            Content::Empty => drop(out.string("empty")),
        }
        for (key, word) in [("mediaType", &part.media_type), ("filename", &part.filename)] {
            if let Some(word) = word {
                out.key(key).string(word);
            }
        }
        out.end_object();
    }
    out.end_array();
}

/// The agent's JSON, token for token on one line; what is none becomes a string.
fn embed(out: &mut Writer, json: &RawJson) {
    let limits = Limits { depth: usize::MAX, ..Limits::default() };
    match parse_text(json, &limits) {
        Ok(document) => out.raw(&escape_controls(&compact(document.root()))),
        Err(_) => out.string(json),
    };
}

fn request(out: &mut Writer, run: &Run) {
    out.key("request").object();
    match &run.schema {
        Some(schema) => {
            out.key("schema_bytes").number(schema.text.len() as u64);
            out.key("schema_sha256").string(&schema.sha256);
        }
        None => {
            out.key("schema_bytes").null();
            out.key("schema_sha256").null();
        }
    }
    out.key("encoding").optional(run.encoding.map(|encoding| encoding.word()));
    out.key("streaming").bool(run.streaming);
    out.key("extension_assumed").bool(run.assumed);
    out.end_object();
}

fn timing(out: &mut Writer, run: &Run) {
    let timing = &run.timing;
    out.key("timing").object();
    match timing.first_event {
        Some(at) => out.key("first_event_ms").number(at / 1_000),
        None => out.key("first_event_ms").null(),
    };
    out.key("total_ms").number(timing.ended.unwrap_or(run.now) / 1_000);
    out.key("events").number(timing.events);
    out.key("bytes").number(timing.bytes);
    out.end_object();
}
