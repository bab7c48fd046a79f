//! The palette: commands by a few letters, with their keys; those that cannot be used now say why.

use ratatui::layout::Rect;

use crate::app::{List, Model, Target};
use crate::command::{When, palette};
use crate::editor::Buffer;
use crate::ui::Row;
use crate::ui::paint::Paint;
use crate::ui::theme::Role;

/// Draws it.
pub(super) fn draw(model: &Model, paint: &mut Paint<'_>, screen: Rect, typed: &Buffer, at: usize) {
    let found = palette::matches(model, &typed.text());
    let height = (found.len() as u16 + 2).clamp(4, 18);
    let area = super::frame(paint, screen, "commands", &[("Enter", "do"), ("Esc", "close")], (84, height));
    super::line(paint, area, "› ", typed);
    let list = Rect { y: area.y + 2, height: area.height.saturating_sub(2), ..area };
    if found.is_empty() {
        paint.row(list, &Row::new().text(paint.ink(Role::Muted), "no command fits"));
    }
    paint.list(List::Palette, list, Some(at), found.len(), |paint, index| {
        let Some((row, when)) = found.get(index) else { return Row::new() };
        let here = index == at;
        let (name, title) = match when {
            When::Now => (Role::Text, Role::Muted),
            When::Not(_) => (Role::Faint, Role::Faint),
        };
        let words = match when {
            When::Now => row.title,
            When::Not(why) => why,
        };
        let key = row.shown_key(model.in_field).map_or_else(String::new, |key| key.to_string());
        Row::new()
            .text(paint.ink(Role::Here), if here { "▌" } else { " " })
            .text(paint.ink(name), row.name)
            .at(20, paint.ink(title), words)
            .right(paint.ink(if *when == When::Now { Role::Here } else { Role::Faint }), format!("{key} "))
            .background(paint.cursor(here, true))
            .target(Target::Row(List::Palette, index))
    });
}
