//! How the model changes: one function from what happened to what is to be done.

mod commands;
mod copying;
mod editing;
mod finding;
mod keys;
mod mouse;
mod moving;
mod overlays;
mod running;

use std::sync::Arc;

use super::{Effect, Model, Msg, Overlay, Pane};
use crate::command::{Command, key_of};
use crate::run::WireKind;
use crate::run::event::{Operation, Requested};
use crate::ui::layout;

/// Takes one thing that happened in. Pure: the same model and message give the same model and effects.
pub fn update(model: &mut Model, msg: Msg) -> Vec<Effect> {
    match msg {
        Msg::Key(key) => keys::key(model, key),
        Msg::Mouse(mouse) => mouse::mouse(model, mouse),
        Msg::Paste(text) => keys::paste(model, &text),
        Msg::Resize { width, height } => {
            model.size = (width, height);
            Vec::new()
        }
        Msg::Tick => tick(model),
        Msg::Drawn(drawn) => {
            model.drawn = *drawn;
            Vec::new()
        }
        Msg::Attempted { generation, attempt } => {
            if generation == model.agent.generation {
                model.agent.attempts.push(*attempt);
            }
            Vec::new()
        }
        Msg::Discovered { generation, found } => discovered(model, generation, found),
        Msg::Checked { generation, checked, took } => {
            if model.schema.take(generation, checked, took) {
                editing::mark_findings(model);
            }
            Vec::new()
        }
        Msg::Run { id, run, growing } => running::snapshot(model, id, run, growing),
        Msg::RunEnded { id } => running::ended(model, id),
        Msg::Wire { wire, bytes } => {
            model.wire.take(wire, bytes);
            Vec::new()
        }
        Msg::Edited { pane, text } => {
            match text {
                Ok(text) => return editing::replace(model, pane, &text),
                Err(why) => model.toasts.warn(why),
            }
            Vec::new()
        }
        Msg::Request(text) => {
            if let Some(Overlay::Preview { text: shown, .. }) = &mut model.overlay {
                *shown = Some(text);
            }
            Vec::new()
        }
        Msg::Say(text) => {
            model.toasts.say(model.now, text);
            Vec::new()
        }
        Msg::Fault(text) => {
            model.toasts.warn(text);
            Vec::new()
        }
        Msg::StopAsked => vec![Effect::Suspend],
        Msg::Continued => vec![Effect::Redraw],
        Msg::Terminate => running::leave(model),
    }
}

fn tick(model: &mut Model) -> Vec<Effect> {
    model.toasts.expire(model.now);
    if model.draft.take(model.now) { vec![save_draft(model)] } else { Vec::new() }
}

/// The effect that keeps what was typed.
fn save_draft(model: &Model) -> Effect {
    Effect::SaveDraft { schema: model.schema.field.text(), task: model.task.field.text() }
}

/// Looks for the agent's card, if an agent is open.
pub(super) fn fetch_card(model: &mut Model) -> Vec<Effect> {
    if model.agent.address.is_empty() {
        return Vec::new();
    }
    model.agent.begin_search();
    vec![Effect::FetchCard { generation: model.agent.generation, address: model.agent.address.clone() }]
}

/// Checks the schema as it stands now.
pub(super) fn check_schema(model: &mut Model) -> Vec<Effect> {
    model.schema.generation += 1;
    let text = model.schema.field.text();
    // A task without a schema asks for text: an empty editor is no fault.
    if text.trim().is_empty() {
        model.schema.clear_check();
        editing::mark_findings(model);
        return Vec::new();
    }
    vec![Effect::CheckSchema {
        generation: model.schema.generation,
        text: text.into(),
        max_bytes: model.max_schema_bytes(),
        max_depth: model.template.limits.schema_depth,
    }]
}

fn discovered(model: &mut Model, generation: u64, found: Option<super::FoundCard>) -> Vec<Effect> {
    if generation != model.agent.generation {
        return Vec::new();
    }
    let limit_before = model.max_schema_bytes();
    model.agent.end_search(found);
    // Where the Agent pane is not on screen, why there is no card is said as a message.
    let sees_agent = model.focus == Pane::Agent || (model.size.0 >= layout::WIDE && !model.zoom);
    if model.agent.card.is_none() && !sees_agent {
        let why = model.agent.why_no_card();
        let key = key_of(Command::Show(Pane::Agent), model.in_field);
        model.toasts.warn(format!("{why}   {key} shows what was tried"));
    }
    // The gauge and `schema-too-large` are measured against this agent's limit.
    if model.max_schema_bytes() == limit_before { Vec::new() } else { check_schema(model) }
}

/// Goes to a pane; Wire and Log remember where they were opened from.
fn show(model: &mut Model, pane: Pane) -> Vec<Effect> {
    if pane.is_full_screen() && !model.focus.is_full_screen() {
        model.back_to = model.focus;
    }
    if pane != model.focus {
        model.in_field = model.in_field && pane.has_field();
    }
    match pane {
        Pane::Agent => {
            model.agent_on_left = true;
            model.hint.agent_shown();
        }
        Pane::Schema | Pane::Task => model.agent_on_left = false,
        Pane::Run | Pane::Wire | Pane::Log => {}
    }
    model.focus = pane;
    if pane == Pane::Wire {
        model.hint.wire_shown();
        return want_frame(model);
    }
    Vec::new()
}

/// Reads the bytes of the selected frame, unless they are here.
fn want_frame(model: &mut Model) -> Vec<Effect> {
    let wire = model.runs.selected().and_then(|entry| {
        let frame = entry.run.frames.get(entry.frame_at())?;
        super::wire::bytes_of(frame)
    });
    model.wire.want(wire).map(Effect::ReadWire).into_iter().collect()
}

/// The request of the selected frame's call; outside Wire the one that sent the task.
fn wire_request(entry: &super::Entry, in_wire: bool) -> Option<Arc<Requested>> {
    let call = entry.run.frames.get(entry.frame_at()).and_then(|frame| frame.call).filter(|_| in_wire);
    let mut sends = entry.run.frames.iter().filter_map(|frame| match &frame.what {
        WireKind::Request(request) => Some(request),
        _ => None,
    });
    match call {
        Some(call) => sends.find(|request| request.call == call).cloned(),
        None => sends.find(|request| matches!(request.operation, Operation::Send | Operation::Stream)).cloned(),
    }
}
