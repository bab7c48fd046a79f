//! The panes, one file each.

mod agent;
mod log;
mod run;
mod schema;
mod task;
mod verdict;
mod wire;

pub use agent::{agent, binding_words, limit_words};
pub use log::log;
pub use run::run;
pub(super) use schema::json_row;
pub use schema::schema;
pub use task::task;
pub use wire::wire;

use ratatui::layout::Rect;

use super::Row;
use super::paint::Paint;
use super::theme::Role;
use super::widget::{Status, spinner};
use crate::app::Entry;
use crate::run::Verdict;

/// One line in the middle of an area: what to do where there is nothing yet.
fn empty(paint: &mut Paint<'_>, area: Rect, row: &Row) {
    if area.is_empty() {
        return;
    }
    let width = row.width().min(area.width);
    let place = Rect { x: area.x + (area.width - width) / 2, y: area.y + area.height / 2, width, height: 1 };
    paint.row(place, row);
}

/// A key of the table and what it does: `Ctrl-S send the task`.
fn key_hint(paint: &Paint<'_>, key: &str, words: &str) -> Row {
    Row::new().text(paint.ink(Role::Here), key).text(paint.ink(Role::Muted), format!(" {words}"))
}

/// The area without so many columns at the left.
fn inset(area: Rect, left: u16) -> Rect {
    let left = left.min(area.width);
    Rect { x: area.x + left, width: area.width - left, ..area }
}

/// The rows of the area from this line on.
fn below(area: Rect, lines: u16) -> Rect {
    let lines = lines.min(area.height);
    Rect { y: area.y + lines, height: area.height - lines, ..area }
}

/// The first rows of the area.
fn top(area: Rect, lines: u16) -> Rect {
    Rect { height: lines.min(area.height), ..area }
}

/// Glyph and role of a run's state: glyph and word before colour.
pub fn state_mark(entry: &Entry, now: u64) -> (&'static str, Role) {
    match entry.run.verdict() {
        Some(Verdict::Typed | Verdict::Text) => Status::Ok.mark(),
        Some(Verdict::Waiting) => Status::Waits.mark(),
        Some(Verdict::Stopped(_)) => Status::Stopped.mark(),
        Some(_) => Status::Error.mark(),
        None if entry.ended => Status::Error.mark(),
        None => (spinner(now), Status::Live.role()),
    }
}
