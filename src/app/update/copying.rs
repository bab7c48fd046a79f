//! What is put on the clipboard.

use std::fmt::Write;

use crate::app::{Effect, Model, Pane, Spot, request};

fn copy(what: &'static str, text: impl Into<String>) -> Vec<Effect> {
    vec![Effect::Copy { what, text: text.into() }]
}

/// What is under the cursor: a value as it was written, a sentence, a frame, the card.
pub(super) fn under_cursor(model: &mut Model) -> Vec<Effect> {
    match model.focus {
        Pane::Agent => copy("card", model.agent.card_text.to_string()),
        Pane::Wire => match model.wire.bytes() {
            Some(bytes) => copy("frame", String::from_utf8_lossy(bytes).into_owned()),
            None => Vec::new(),
        },
        Pane::Run | Pane::Log => in_run(model),
        Pane::Schema | Pane::Task => Vec::new(),
    }
}

fn in_run(model: &Model) -> Vec<Effect> {
    let Some(entry) = model.selected_run() else { return Vec::new() };
    match entry.spot {
        Spot::Result(row) => match entry.tree.as_ref().and_then(|tree| tree.value(row)) {
            Some(value) => copy("value", value.raw()),
            None => Vec::new(),
        },
        Spot::Progress(at) => match entry.run.rows.get(at) {
            Some(row) => copy("row", row.text.to_string()),
            None => Vec::new(),
        },
        Spot::Place(at) => match (&entry.run.failure, entry.evidence().get(at)) {
            (Some(failure), Some(evidence)) => copy("finding", request::place_sentence(failure, evidence)),
            _ => Vec::new(),
        },
    }
}

/// The JSON pointer of the value under the cursor.
pub(super) fn pointer(model: &mut Model) -> Vec<Effect> {
    let pointer = model.selected_run().and_then(|entry| match (entry.spot, &entry.tree) {
        (Spot::Result(row), Some(tree)) => tree.value(row).map(crate::json::Value::pointer),
        _ => None,
    });
    pointer.map_or_else(Vec::new, |pointer| copy("pointer", pointer))
}

/// The whole result, as it came.
pub(super) fn result(model: &mut Model) -> Vec<Effect> {
    let text = model.selected_run().and_then(|entry| entry.run.result.as_ref()).map(|result| result.text.clone());
    text.map_or_else(Vec::new, |text| copy("result", text.to_string()))
}

/// The request as a curl command. Secrets are masked in it.
pub(super) fn curl(model: &mut Model) -> Vec<Effect> {
    let sent = model.selected_run().and_then(|entry| super::wire_request(entry, model.focus == Pane::Wire));
    sent.map(Effect::CopyCurl).into_iter().collect()
}

/// A prompt that tells the agent what was wrong with its result.
pub(super) fn retry_prompt(model: &mut Model) -> Vec<Effect> {
    let Some(entry) = model.selected_run() else { return Vec::new() };
    let Some(failure) = &entry.run.failure else { return Vec::new() };
    let mut prompt = String::from("Your last answer did not match the schema:\n");
    for evidence in &failure.evidence {
        let _ = writeln!(prompt, "- {}", request::place_sentence(failure, evidence));
    }
    prompt.push_str("Answer again with one JSON document that matches the schema, and nothing around it.\n");
    copy("retry prompt", prompt)
}
