//! The Task pane: the text, the conversation, how it is sent.

use ratatui::layout::Rect;

use super::{below, inset, top};
use crate::app::{Model, Pane};
use crate::text;
use crate::ui::Row;
use crate::ui::editor;
use crate::ui::paint::{Paint, Title};
use crate::ui::theme::Role;

/// Draws the pane.
pub fn task(model: &Model, paint: &mut Paint<'_>, area: Rect) {
    let mut title = Title::pane(Pane::Task, "Task", model.focus);
    if let Some((run, task)) = &model.task.answering {
        title = title.right(Role::Warn, format!("answers run {}  task {}", run.0, text::truncate(task, 9)));
    }
    title = match &model.task.context {
        Some(context) => title.right(Role::Muted, format!("context {}", text::truncate(context, 9))),
        None => title.right(Role::Muted, "new conversation"),
    };
    paint.title(top(area, 1), &title.first_stays());
    let facts_height = u16::from(area.height > 3) * 2;
    let field = inset(Rect { height: area.height.saturating_sub(1 + facts_height), ..below(area, 1) }, 2);
    let field = Rect { width: field.width.saturating_sub(1), ..field };
    editor::prose(paint, field, &model.task.field, model.focus == Pane::Task && model.in_field);
    if facts_height > 0 {
        let line = Rect { y: area.bottom() - 1, height: 1, ..area };
        paint.row(inset(line, 2), &facts(model, paint, area.width));
    }
}

/// How it is sent, in one line.
fn facts(model: &Model, paint: &Paint<'_>, width: u16) -> Row {
    let muted = paint.ink(Role::Muted);
    let task = &model.task;
    let typed = task.typed && !model.schema.field.is_empty();
    let mut words = vec![if typed { "typed answer" } else { "text answer" }.to_owned()];
    if typed {
        words
            .push(task.encoding.map_or_else(|| best_encoding(model).to_owned(), |encoding| encoding.word().to_owned()));
        if task.compact {
            words.push("compact".to_owned());
        }
        if task.assert_formats {
            words.push("formats are rules".to_owned());
        }
    }
    words.push(if task.stream { "streams" } else { "waits" }.to_owned());
    let accepts = if typed { "accepts application/json" } else { "accepts text and JSON" };
    let row = Row::new().text(muted, words.join("   "));
    // Half a word helps nobody: what is accepted follows from what is asked for.
    if row.width() + accepts.len() as u16 + 5 < width { row.right(muted, format!("{accepts} ")) } else { row }
}

/// The encoding that would be used.
fn best_encoding(model: &Model) -> &'static str {
    let chosen = model.agent.params().and_then(|params| params.choose(None).ok());
    chosen.map_or("json-utf8", |(encoding, _)| encoding.word())
}
