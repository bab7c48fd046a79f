//! The Log pane: every run of this session, newest first, with its verdict.

use ratatui::layout::Rect;

use super::{below, empty, key_hint, state_mark, top};
use crate::app::{List, Model, Pane, Target};
use crate::command::{Command, key_of};
use crate::text;
use crate::ui::Row;
use crate::ui::paint::{Paint, Title};
use crate::ui::theme::Role;

/// Draws the pane.
pub fn log(model: &Model, paint: &mut Paint<'_>, area: Rect) {
    let count = model.runs.len();
    let title = Title::pane(Pane::Log, "Log", model.focus).right(Role::Muted, text::count(count as u64, "run"));
    paint.title(top(area, 1), &title);
    let rest = below(area, 1);
    if count == 0 {
        let row = key_hint(paint, &key_of(Command::Send, false), "sends the task; every run stays here");
        empty(paint, rest, &row);
        return;
    }
    let muted = paint.ink(Role::Muted);
    // Where there is little room, what happened needs it more than the numbers do.
    let roomy = area.width >= 100;
    let column = if roomy { 32 } else { 28 };
    let head = Row::new()
        .at(1, muted, "run")
        .at(9, muted, "verdict")
        .at(column, muted, "what happened")
        .right(muted, if roomy { "  began      took    events       size " } else { "  took " });
    paint.row(rest, &head);
    paint.list(List::Log, below(rest, 1), Some(model.log_cursor), count, |paint, from_newest| {
        let Some(entry) = model.runs.get(count - 1 - from_newest) else { return Row::new() };
        let (glyph, role) = state_mark(entry, model.now);
        let here = model.log_cursor == from_newest;
        let happened = match (&entry.run.failure, &entry.run.result) {
            (Some(failure), _) => failure.message.clone(),
            (None, Some(result)) => result.text.lines().next().unwrap_or_default().to_owned(),
            (None, None) => entry.run.rows.last().map_or_else(String::new, |row| row.text.to_string()),
        };
        let ago = text::duration(model.now.saturating_sub(entry.started) / 1_000 * 1_000);
        let timing = &entry.run.timing;
        let took = text::duration(entry.elapsed(model.now));
        let numbers = if roomy {
            format!("{ago:>10} ago {took:>8} {:>8} {:>10} ", text::thousands(timing.events), text::bytes(timing.bytes))
        } else {
            format!("{took:>6} ")
        };
        Row::new()
            .text(paint.ink(Role::Here), if here { "▌" } else { " " })
            .text(paint.ink(role), glyph)
            .text(muted, format!(" {:>4}", entry.id.0))
            .at(9, paint.ink(Role::Text), entry.word())
            .at(column, muted, happened)
            .right(muted, numbers)
            .background(paint.cursor(here, true))
            .target(Target::Row(List::Log, from_newest))
    });
}
