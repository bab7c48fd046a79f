//! The two text fields in their panes: where they are scrolled to, and where the mouse finds them.

use ratatui::layout::{Position, Rect};

use super::paint::Paint;
use super::widget::{EditorView, MessageField, Scroll};
use crate::app::{DrawnField, Pane};
use crate::editor::Buffer;

/// What is shown while the task is empty.
const PLACEHOLDER: &str = "what the agent is to do";

/// A buffer of JSON with line numbers, colours and findings.
pub(super) fn code(paint: &mut Paint<'_>, area: Rect, buffer: &Buffer, here: bool, entered: bool) {
    let view = EditorView { buffer, here, entered, found: None };
    let scroll = view.follow(paint.field_before(Pane::Schema), area);
    let caret = view.draw(paint.theme, area, scroll, paint.buffer);
    drawn(paint, Pane::Schema, area, scroll, caret);
}

/// A buffer of prose, wrapped.
pub(super) fn prose(paint: &mut Paint<'_>, area: Rect, buffer: &Buffer, entered: bool) {
    let view = MessageField { buffer, entered, placeholder: PLACEHOLDER };
    let scroll = view.follow(paint.field_before(Pane::Task), area);
    let caret = view.draw(paint.theme, area, scroll, paint.buffer);
    drawn(paint, Pane::Task, area, scroll, caret);
}

fn drawn(paint: &mut Paint<'_>, pane: Pane, area: Rect, scroll: Scroll, caret: Option<Position>) {
    paint.cursor_at = caret.or(paint.cursor_at);
    paint.field(DrawnField { pane, area, scroll });
}
