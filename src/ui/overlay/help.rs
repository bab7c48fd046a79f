//! Help: every key of the table, filtered by what is typed.

use ratatui::layout::Rect;

use crate::app::{List, Model};
use crate::command::{COMMANDS, book};
use crate::editor::Buffer;
use crate::ui::Row;
use crate::ui::paint::Paint;
use crate::ui::theme::Role;

/// Draws it.
pub(super) fn draw(model: &Model, paint: &mut Paint<'_>, screen: Rect, typed: &Buffer, first: usize) {
    let wanted = typed.text().to_lowercase();
    let rows: Vec<_> = COMMANDS
        .iter()
        .filter(|row| {
            let text = format!("{} {} {} {}", row.name, row.title, book::keys(row), book::place(row)).to_lowercase();
            wanted.split_whitespace().all(|word| text.contains(word))
        })
        .collect();
    let size = (96, screen.height.saturating_sub(6).min(rows.len() as u16 + 2).max(6));
    let area = super::frame(paint, screen, "help", &[("↑↓", "scroll"), ("Esc", "close")], size);
    super::line(paint, area, "/ ", typed);
    let list = Rect { y: area.y + 2, height: area.height.saturating_sub(2), ..area };
    let last = rows.len().saturating_sub(usize::from(list.height));
    // The wanted first row is kept as the cursor of the window, so that one beyond the end shows the end.
    let first = first.min(last);
    let end = (first + usize::from(list.height)).saturating_sub(1);
    paint.list(List::Help, list, Some(end.min(rows.len().saturating_sub(1))), rows.len(), |paint, at| {
        let Some(row) = rows.get(at) else { return Row::new() };
        let here = row.applies(model.focus);
        let (key, words) = if here { (Role::Here, Role::Text) } else { (Role::Muted, Role::Muted) };
        Row::new()
            .at(1, paint.ink(key), book::keys(row))
            .at(18, paint.ink(words), row.title)
            .right(paint.ink(Role::Faint), format!("{} ", book::place(row)))
    });
}
