//! The rows of the wire: every request, head, frame and end, with its time.

use std::sync::Arc;

use crate::a2a::model::{Content, Decoded, Update};
use crate::text;

use super::event::{AttemptResult, CallId, End, Frame, What, WireRef};
use super::row::{FrameRow, WireKind};
use super::state::Run;

/// Adds the row of an event, if it is one of the wire.
pub(super) fn note(run: &mut Run, what: &What) {
    let at = run.now;
    let row = |call: Option<CallId>, wire: Option<WireRef>, label: String, what: WireKind| FrameRow {
        at,
        call,
        number: None,
        wire,
        label,
        odd: false,
        what,
    };
    let row = match what {
        What::Attempted(attempt) => {
            let came = match (&attempt.result, attempt.status) {
                (AttemptResult::Fault(fault), _) => fault.sentence.clone(),
                (AttemptResult::Card(_), Some(status)) => format!("{status} card"),
                (_, Some(status)) => status.to_string(),
                (_, None) => "no answer".to_owned(),
            };
            let label = format!("GET {} {came}", attempt.url);
            let odd = !matches!(attempt.result, AttemptResult::Card(_));
            FrameRow { odd, ..row(None, attempt.wire, label, WireKind::Attempt(Arc::new((**attempt).clone()))) }
        }
        What::Requested(requested) => {
            let label = format!("{} {} {}", requested.method, requested.operation.word(), requested.url);
            row(Some(requested.call), requested.body, label, WireKind::Request(Arc::new((**requested).clone())))
        }
        What::Answered(answered) => {
            let kind = answered.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("content-type"));
            let kind = kind.map_or("no content type", |(_, value)| value.as_str());
            let label = format!("{} {kind}", answered.status);
            let odd = !(200..300).contains(&answered.status);
            let what = WireKind::Answer(Arc::new((**answered).clone()));
            FrameRow { odd, ..row(Some(answered.call), None, label, what) }
        }
        What::Frame(frame) => frame_row(at, frame),
        What::Closed { call, end } => {
            let label = match end {
                End::Complete => "end".to_owned(),
                End::Cut(sentence) => format!("cut: {sentence}"),
                End::Idle(ms) => format!("silent for {}", text::duration(*ms)),
                End::TooLarge(limit) => format!("over the limit of {} bytes", text::thousands(*limit)),
                End::NotReadable { sentence, .. } => sentence.clone(),
                End::ClosedByUs => "closed by catseye".to_owned(),
            };
            let odd = !matches!(end, End::Complete | End::ClosedByUs);
            FrameRow { odd, ..row(Some(*call), None, label, WireKind::End(end.clone())) }
        }
        What::Unanswered { call, fault } => {
            FrameRow { odd: true, ..row(Some(*call), None, fault.sentence.clone(), WireKind::Fault(fault.clone())) }
        }
        What::Discovered
        | What::SchemaChecked(_)
        | What::Waited { .. }
        | What::Validated(_)
        | What::DeadlineStruck
        | What::StopAsked(_) => return,
    };
    run.frames.push(row);
}

fn frame_row(at: u64, frame: &Frame) -> FrameRow {
    let mut remarks: Vec<String> = frame.notes.iter().map(|note| note.message.clone()).collect();
    let mut odd = frame.replaced || frame.notes.iter().any(|note| note.code != "multi-line");
    let label = match &frame.decoded {
        Decoded::Heartbeat => "heartbeat".to_owned(),
        Decoded::Update(update, notes) => {
            odd |= !notes.is_empty();
            remarks.extend(notes.iter().map(|note| note.message.clone()));
            update_label(update)
        }
        Decoded::Error(error) => format!("error {}", error.sentence()),
        Decoded::Nothing => "no result".to_owned(),
        Decoded::Unknown(what) => format!("unknown: {what}"),
        Decoded::Unreadable(sentence) => format!("unreadable: {sentence}"),
    };
    odd |= !matches!(frame.decoded, Decoded::Heartbeat | Decoded::Update(..));
    let what = match frame.decoded {
        Decoded::Heartbeat => WireKind::Heartbeat,
        _ => WireKind::Frame(remarks),
    };
    FrameRow { at, call: Some(frame.call), number: Some(frame.number), wire: Some(frame.wire), label, odd, what }
}

/// What an update is, a few words: `status working`, `artifact kedi-structured-output, 1 part`.
pub(super) fn update_label(update: &Update) -> String {
    match update {
        Update::Task(task) => {
            let artifacts = text::count(task.artifacts.len() as u64, "artifact");
            format!("task {}, {artifacts}", task.status.state.word())
        }
        Update::Status(update) => format!("status {}", update.status.state.word()),
        Update::Message(message) => format!("message, {}", text::count(message.parts.len() as u64, "part")),
        Update::Artifact(update) => {
            let artifact = &update.artifact;
            let name = artifact.name.as_deref().unwrap_or(&artifact.artifact_id);
            let kind = match artifact.parts.first().map(|part| &part.content) {
                Some(Content::Raw(_) | Content::RawInvalid(_)) => "raw",
                Some(Content::Data(_)) => "data",
                Some(Content::Text(_)) => "text",
                Some(Content::Url(_)) => "url",
                Some(Content::Empty) | None => "empty",
            };
            let last = if update.last_chunk { ", last" } else { "" };
            format!("artifact {name}, {kind}{last}")
        }
    }
}
