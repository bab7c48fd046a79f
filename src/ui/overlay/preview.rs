//! The exact request, before it is sent.

use ratatui::layout::Rect;

use crate::app::List;
use crate::ui::Row;
use crate::ui::paint::Paint;
use crate::ui::pane::json_row;
use crate::ui::theme::Role;

/// Draws it.
pub(super) fn draw(paint: &mut Paint<'_>, screen: Rect, text: Option<&Result<String, String>>, first: usize) {
    let size = (screen.width.saturating_sub(12).min(120), screen.height.saturating_sub(6));
    let hints = [("Ctrl-S", "send"), ("y", "copy"), ("↑↓", "scroll"), ("Esc", "close")];
    let area = super::frame(paint, screen, "the request", &hints, size);
    let text = match text {
        None => return paint.row(area, &Row::new().text(paint.ink(Role::Muted), "writing it down")),
        Some(Err(why)) => {
            let room = usize::from(area.width.saturating_sub(2)).max(10);
            let lines = crate::text::wrap(why, room, 8);
            let strong = paint.ink(Role::Strong);
            let rows: Vec<Row> = lines.into_iter().map(|line| Row::new().at(2, strong, line)).collect();
            paint.row(area, &Row::new().text(paint.ink(Role::Error), "✗"));
            paint.rows(area, &rows);
            return;
        }
        Some(Ok(text)) => text,
    };
    let lines: Vec<&str> = text.lines().collect();
    let head = lines.iter().position(|line| line.is_empty()).unwrap_or(lines.len());
    let first = first.min(lines.len().saturating_sub(usize::from(area.height)));
    let end = (first + usize::from(area.height)).saturating_sub(1).min(lines.len().saturating_sub(1));
    paint.list(List::Preview, area, Some(end), lines.len(), |paint, at| {
        let line = lines.get(at).copied().unwrap_or_default();
        if at == 0 {
            return Row::new().text(paint.ink(Role::Strong), line);
        }
        match line.split_once(": ") {
            Some((name, value)) if at < head => {
                Row::new().text(paint.ink(Role::Muted), format!("{name}: ")).text(paint.ink(Role::Text), value)
            }
            _ => json_row(paint, line),
        }
    });
}
