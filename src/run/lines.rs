//! The lines of `--format ndjson`: one JSON object for each thing that happened, before the outcome.

use crate::a2a::model::{Decoded, Message, Update};
use crate::json::Writer;

use super::event::{Event, Frame, What, WireRef};
use super::ladder::{StepId, StepState};
use super::outcome;
use super::state::Run;
use super::wire::update_label;

/// Writes the lines of a run as it goes on: remembers what was told already.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    warnings: usize,
    steps: usize,
}

impl Lines {
    /// Nothing was told yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The lines that an event adds, each with its line feed: itself, then what it changed. Call it after
    /// [`super::step`] has folded the event.
    pub fn of(&mut self, event: &Event, run: &Run) -> String {
        let mut lines = String::new();
        let ms = event.at / 1_000;
        self.itself(&mut lines, ms, &event.what, run);
        for warning in run.warnings.iter().skip(self.warnings) {
            add(&mut lines, "warning", ms, |out| {
                out.key("code").string(&warning.code).key("message").string(&warning.message);
                if let Some(frame) = warning.frame {
                    out.key("frame").number(frame);
                }
            });
        }
        self.warnings = self.warnings.max(run.warnings.len());
        let decided = run.ladder.steps().take_while(|step| step.state != StepState::NotReached).count();
        for step in run.ladder.steps().take(decided).skip(self.steps) {
            add(&mut lines, "step", ms, |out| {
                // `ms` is taken: when the step was decided.
                outcome::step(out, step, "took_ms");
            });
        }
        self.steps = self.steps.max(decided.min(StepId::ALL.len()));
        lines
    }

    fn itself(&self, lines: &mut String, ms: u64, what: &What, run: &Run) {
        match what {
            What::Attempted(attempt) => {
                add(lines, "request", ms, |out| {
                    out.key("method").string("GET").key("url").string(&attempt.url);
                });
                add(lines, "response", ms, |out| {
                    out.key("url").string(attempt.final_url.as_deref().unwrap_or(&attempt.url));
                    status(out, attempt.status);
                    out.key("content_type").optional(attempt.content_type.as_deref());
                    out.key("bytes").number(attempt.bytes);
                });
            }
            What::Requested(requested) => add(lines, "request", ms, |out| {
                out.key("call").number(requested.call.0);
                out.key("operation").string(requested.operation.word());
                out.key("method").string(&requested.method).key("url").string(&requested.url);
                headers(out, &requested.headers);
            }),
            What::Answered(answered) => add(lines, "response", ms, |out| {
                out.key("call").number(answered.call.0);
                status(out, Some(answered.status));
                headers(out, &answered.headers);
            }),
            What::Frame(frame) => frame_lines(lines, ms, frame, run),
            What::Discovered
            | What::SchemaChecked(_)
            | What::Closed { .. }
            | What::Unanswered { .. }
            | What::Waited { .. }
            | What::Validated(_)
            | What::DeadlineStruck
            | What::StopAsked(_) => {}
        }
    }
}

fn add(lines: &mut String, event: &str, ms: u64, members: impl FnOnce(&mut Writer)) {
    let mut out = Writer::new();
    out.object().key("catseye").number(1).key("event").string(event).key("ms").number(ms);
    members(&mut out);
    out.end_object();
    lines.push_str(&out.finish());
    lines.push('\n');
}

fn status(out: &mut Writer, status: Option<u16>) {
    match status {
        Some(status) => out.key("status").number(status),
        None => out.key("status").null(),
    };
}

fn headers(out: &mut Writer, headers: &[(String, String)]) {
    out.key("headers").array();
    for (name, value) in headers {
        out.array().string(name).string(value).end_array();
    }
    out.end_array();
}

fn wire(out: &mut Writer, wire: WireRef) {
    out.key("bytes").number(wire.length);
}

fn frame_lines(lines: &mut String, ms: u64, frame: &Frame, run: &Run) {
    let label = match &frame.decoded {
        Decoded::Update(update, _) => update_label(update),
        Decoded::Error(error) => format!("error {}", error.sentence()),
        Decoded::Nothing => "no result".to_owned(),
        Decoded::Unknown(what) => format!("unknown: {what}"),
        Decoded::Unreadable(sentence) => format!("unreadable: {sentence}"),
        Decoded::Heartbeat => "heartbeat".to_owned(),
    };
    // Of a frame that brought the last row the row knows whether it came late.
    let late = run.rows.last().is_some_and(|row| row.late && row.frame == frame.number);
    add(lines, "frame", ms, |out| {
        out.key("call").number(frame.call.0).key("frame").number(frame.number);
        out.key("what").string(&label);
        wire(out, frame.wire);
        if late {
            out.key("late").bool(true);
        }
    });
    let Decoded::Update(update, _) = &frame.decoded else { return };
    let state =
        |lines: &mut String, word: &str, task: Option<&str>, context: Option<&str>, message: Option<&Message>| {
            add(lines, "state", ms, |out| {
                out.key("state").string(word).key("task").optional(task).key("contextId").optional(context);
                out.key("text").optional(message.map(|message| message.text()).as_deref());
                out.key("frame").number(frame.number);
                if late {
                    out.key("late").bool(true);
                }
            });
        };
    match &**update {
        Update::Task(task) => {
            let status = &task.status;
            state(lines, status.state.word(), Some(&task.id), task.context_id.as_deref(), status.message.as_ref());
            for artifact in &task.artifacts {
                artifact_line(lines, ms, frame, artifact, (false, false), late);
            }
        }
        Update::Status(update) => {
            let status = &update.status;
            let (task, context) = (update.task_id.as_deref(), update.context_id.as_deref());
            state(lines, status.state.word(), task, context, status.message.as_ref());
        }
        Update::Artifact(update) => {
            artifact_line(lines, ms, frame, &update.artifact, (update.append, update.last_chunk), late);
        }
        Update::Message(_) => {}
    }
}

fn artifact_line(
    lines: &mut String,
    ms: u64,
    frame: &Frame,
    artifact: &crate::a2a::model::Artifact,
    (append, last): (bool, bool),
    late: bool,
) {
    add(lines, "artifact", ms, |out| {
        out.key("artifactId").string(&artifact.artifact_id);
        out.key("name").optional(artifact.name.as_deref());
        out.key("append").bool(append).key("lastChunk").bool(last);
        outcome::parts(out, artifact.parts.iter());
        out.key("frame").number(frame.number);
        if late {
            out.key("late").bool(true);
        }
    });
}
