//! Finding text, and going from a finding to its place, its rule, its bytes.

use crate::app::{Effect, Model, Pane, Spot};

/// The next match of what is looked for, in the focused pane.
pub(super) fn next(model: &mut Model, back: bool) -> Vec<Effect> {
    let wanted = model.find.clone();
    if wanted.is_empty() {
        return Vec::new();
    }
    let found = match model.focus {
        Pane::Schema => in_schema(model, &wanted, back),
        Pane::Run => in_result(model, &wanted, back),
        Pane::Wire => in_frames(model, &wanted, back),
        Pane::Agent => in_agent(model, &wanted, back),
        Pane::Task | Pane::Log => false,
    };
    if !found {
        model.toasts.say(model.now, format!("\"{wanted}\" is not here"));
    }
    if model.focus == Pane::Wire { super::want_frame(model) } else { Vec::new() }
}

fn in_schema(model: &mut Model, wanted: &str, back: bool) -> bool {
    let field = &mut model.schema.field;
    let from = if back { field.selection().range().start } else { field.selection().range().end };
    let Some(range) = field.find(wanted, from, back) else { return false };
    field.select(range);
    true
}

fn in_result(model: &mut Model, wanted: &str, back: bool) -> bool {
    let Some(entry) = model.runs.selected_mut() else { return false };
    let from = match entry.spot {
        Spot::Result(row) => row,
        Spot::Progress(_) | Spot::Place(_) => 0,
    };
    let Some(row) = entry.tree.as_mut().and_then(|tree| tree.find(wanted, from, back)) else { return false };
    entry.spot = Spot::Result(row);
    entry.follow = false;
    true
}

fn in_frames(model: &mut Model, wanted: &str, back: bool) -> bool {
    let Some(entry) = model.runs.selected_mut() else { return false };
    let count = entry.frame_count();
    let holds = |at: &usize| entry.run.frames.get(*at).is_some_and(|frame| contains(&frame.label, wanted));
    let Some(at) = round(entry.frame_at(), count, back).find(holds) else { return false };
    entry.frame = Some(at);
    true
}

fn in_agent(model: &mut Model, wanted: &str, back: bool) -> bool {
    let Some(card) = model.agent.card.clone() else { return false };
    let holds = |at: &usize| {
        card.skills.get(*at).is_some_and(|skill| {
            [&skill.name, &skill.id, &skill.description].into_iter().flatten().any(|words| contains(words, wanted))
        })
    };
    let Some(at) = round(model.agent.cursor, card.skills.len(), back).find(holds) else { return false };
    model.agent.cursor = at;
    true
}

fn contains(text: &str, wanted: &str) -> bool {
    text.to_lowercase().contains(&wanted.to_lowercase())
}

/// Every place once, beginning after (or before) `from`, round the corner.
fn round(from: usize, count: usize, back: bool) -> impl Iterator<Item = usize> {
    (1..=count).map(move |step| if back { (from + count - step) % count } else { (from + step) % count })
}

/// The next finding: in the schema the next marked place, in a run the next place of the verdict.
pub(super) fn next_finding(model: &mut Model, back: bool) -> Vec<Effect> {
    if model.focus == Pane::Schema {
        let place = model.schema.finding_from_cursor(back).and_then(|at| model.schema.findings().get(at)?.place);
        if let Some(place) = place {
            model.schema.field.go_to(place);
        }
        return Vec::new();
    }
    let Some(entry) = model.runs.selected_mut() else { return Vec::new() };
    let count = entry.evidence_count();
    let at = match entry.spot {
        Spot::Place(at) if back => (at + count.max(1) - 1) % count.max(1),
        Spot::Place(at) => (at + 1) % count.max(1),
        Spot::Progress(_) | Spot::Result(_) => 0,
    };
    entry.spot = Spot::Place(at);
    entry.follow = false;
    Vec::new()
}

/// From a place of the verdict to the value it is about.
pub(super) fn show_place(model: &mut Model) {
    let Some(pointer) = model.evidence_under_cursor().and_then(|evidence| evidence.pointer.clone()) else { return };
    let Some(entry) = model.runs.selected_mut() else { return };
    if let Some(row) = entry.tree.as_mut().and_then(|tree| tree.reveal(&pointer)) {
        entry.spot = Spot::Result(row);
        entry.follow = false;
    }
}

/// From a finding to its rule in the schema, as it was sent.
pub(super) fn show_rule(model: &mut Model) -> Vec<Effect> {
    let Some(evidence) = model.evidence_under_cursor() else { return Vec::new() };
    let Some(place) = evidence.schema_place.or(evidence.place) else { return Vec::new() };
    let sent = model.selected_run().and_then(|entry| entry.run.schema.as_ref()).map(|schema| schema.text.clone());
    if sent.is_some_and(|sent| *sent != *model.schema.field.text()) {
        model.toasts.say(model.now, "the schema has changed since this was sent: the place may be another");
    }
    let effects = super::show(model, Pane::Schema);
    model.schema.field.go_to(place);
    effects
}

/// The wire, at the frame of what is under the cursor.
pub(super) fn show_wire(model: &mut Model) -> Vec<Effect> {
    let wanted = model.evidence_under_cursor().and_then(|evidence| evidence.frame);
    if let Some(entry) = model.runs.selected_mut() {
        let of_row = match entry.spot {
            Spot::Progress(at) => entry.run.rows.get(at).map(|row| row.frame).filter(|frame| *frame > 0),
            Spot::Result(_) => entry.run.result.as_ref().map(|result| result.frame),
            Spot::Place(_) => None,
        };
        if let Some(number) = wanted.or(of_row) {
            let at = (0..entry.frame_count())
                .rev()
                .find(|at| entry.run.frames.get(*at).is_some_and(|frame| frame.number == Some(number)));
            entry.frame = at.or(entry.frame);
        }
    }
    super::show(model, Pane::Wire)
}
