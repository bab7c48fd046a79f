//! Changing a field: what follows from it — a check, a draft, marks.

use crate::app::{Effect, Model, Pane};
use crate::editor::{Buffer, Mark, Motion};
use crate::json;

/// Changes the focused pane's field; when its text changed, what follows from that.
pub(super) fn edit(model: &mut Model, change: impl FnOnce(&mut Buffer)) -> Vec<Effect> {
    let pane = model.focus;
    let Some(field) = model.field_mut() else { return Vec::new() };
    let before = field.revision();
    change(field);
    if field.revision() == before {
        return Vec::new();
    }
    changed(model, pane)
}

/// The text of a pane changed.
fn changed(model: &mut Model, pane: Pane) -> Vec<Effect> {
    model.draft.touch(model.now);
    if pane == Pane::Schema { super::check_schema(model) } else { Vec::new() }
}

/// Replaces the whole text of a pane, as one step that can be undone.
pub(super) fn replace(model: &mut Model, pane: Pane, text: &str) -> Vec<Effect> {
    let field = if pane == Pane::Schema { &mut model.schema.field } else { &mut model.task.field };
    let before = field.revision();
    field.replace_all(text);
    if field.revision() == before { Vec::new() } else { changed(model, pane) }
}

/// Indents the schema, or takes its white space out. Numbers, keys, order and escapes stay as they are.
pub(super) fn rewrite_schema(model: &mut Model, pretty: bool) -> Vec<Effect> {
    let text = model.schema.field.text();
    let Ok(document) = json::parse_text(&text, &json::Limits::default()) else {
        model.toasts.say(model.now, "the schema is no JSON yet");
        return Vec::new();
    };
    let rewritten = if pretty { json::pretty(document.root(), 2) } else { json::compact(document.root()) };
    replace(model, Pane::Schema, &rewritten)
}

/// Puts the findings of the latest check at their places in the text.
pub(super) fn mark_findings(model: &mut Model) {
    let marks = model
        .schema
        .findings()
        .iter()
        .filter_map(|finding| {
            let range = finding.span.clone()?;
            Some(Mark { range, severity: finding.severity, message: finding.message.clone() })
        })
        .collect();
    let revision = model.schema.field.revision();
    model.schema.field.set_marks(revision, marks);
}

/// Puts the cursor of a pane's field at a place in its text.
pub(super) fn put_cursor(model: &mut Model, pane: Pane, at: usize, extend: bool) {
    let field = if pane == Pane::Schema { &mut model.schema.field } else { &mut model.task.field };
    field.put(at, extend);
}

/// The wheel over a field: the cursor goes along, so that it is never out of sight.
pub(super) fn scroll_field(model: &mut Model, pane: Pane, rows: isize) {
    let field = if pane == Pane::Schema { &mut model.schema.field } else { &mut model.task.field };
    let lines = rows.unsigned_abs();
    field.go(if rows < 0 { Motion::PageUp(lines) } else { Motion::PageDown(lines) }, false);
}
