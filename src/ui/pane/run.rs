//! The Run pane: progress, the result as a tree, the verdict with its ladder.

use ratatui::layout::Rect;

use super::agent::severity_mark;
use super::{below, state_mark, top, verdict};
use crate::a2a::model::TaskState;
use crate::app::{self, Entry, Growing, List, Model, Pane, Shown, Spot, Target, Tree, preview};
use crate::command::{Command, key_of};
use crate::json::{Kind, Value};
use crate::run::{self, RowKind, WireKind};
use crate::text;
use crate::ui::Row;
use crate::ui::paint::{Paint, Title};
use crate::ui::theme::Role;

/// Draws the pane.
pub fn run(model: &Model, paint: &mut Paint<'_>, area: Rect) {
    let Some(entry) = model.selected_run() else {
        paint.title(top(area, 1), &Title::pane(Pane::Run, "Run", model.focus));
        let (accent, muted) = (paint.ink(Role::Here), paint.ink(Role::Muted));
        let row = Row::new()
            .text(muted, "no run yet   ")
            .text(accent, key_of(Command::Send, false))
            .text(muted, " sends the task");
        super::empty(paint, below(area, 1), &row);
        return;
    };
    let words = format!("Run {}", entry.id.0);
    let mut title = Title::pane(Pane::Run, &words, model.focus);
    let (glyph, role) = state_mark(entry, model.now);
    let timing = &entry.run.timing;
    let state = entry.run.task.state.as_ref().map_or_else(|| entry.word(), |state| state.word().to_owned());
    title =
        if entry.is_over() { title.right(Role::Muted, state) } else { title.right(role, format!("{glyph} {state}")) };
    let title = title
        .right(Role::Muted, text::count(timing.events, "event"))
        .right(Role::Muted, text::bytes(timing.bytes))
        .first_stays();
    paint.title(top(area, 1), &title);
    let rest = below(area, 1);
    let verdict_rows = verdict::rows(model, paint, entry, rest.width);
    let result = result_height(entry);
    let (progress, result, verdict) =
        share(rest.height, first_rows(entry) + entry.progress_count(), result, verdict_rows.len(), entry.is_over());
    progress_list(model, paint, entry, top(rest, progress));
    let rest = below(rest, progress);
    if result > 0 {
        result_section(model, paint, entry, top(rest, result));
    }
    verdict::draw(model, paint, entry, top(below(rest, result), verdict), &verdict_rows);
}

/// How the height is shared: the verdict gets what it needs up to half, the progress what it needs up to a third once
/// there is a result, the result what is left.
fn share(height: u16, progress: usize, result: usize, verdict: usize, over: bool) -> (u16, u16, u16) {
    let need = |rows: usize| u16::try_from(rows).unwrap_or(u16::MAX);
    // Each section has a title and a blank line before it.
    let verdict = need(verdict).saturating_add(2).min((height / 2).max(6)).min(height);
    let left = height - verdict;
    if result == 0 {
        return (left, 0, verdict);
    }
    let result_need = need(result).saturating_add(2);
    let most = (left / 3).max(3).max(left.saturating_sub(result_need)).min(left);
    let progress = need(progress).min(most);
    let result = result_need.min(left - progress);
    // The verdict always stands at the bottom. While progress grows the free rows are its own, so that nothing below it
    // moves; then the result follows it.
    if over { (progress, left - progress, verdict) } else { (left - result, result, verdict) }
}

/// Rows that stand before those of the run: the request.
fn first_rows(entry: &Entry) -> usize {
    usize::from(sent(entry).is_some())
}

/// The request that sent the task: when, what, how large.
fn sent(entry: &Entry) -> Option<(u64, String, u64)> {
    let frame = entry.run.frames.iter().take(64).find(|frame| {
        matches!(&frame.what, WireKind::Request(request)
            if matches!(request.operation, run::event::Operation::Send | run::event::Operation::Stream))
    })?;
    let WireKind::Request(request) = &frame.what else { return None };
    let name = match request.operation {
        run::event::Operation::Stream => "SendStreamingMessage",
        _ => "SendMessage",
    };
    Some((frame.at, name.to_owned(), request.body.map_or(0, |body| body.length)))
}

fn progress_list(model: &Model, paint: &mut Paint<'_>, entry: &Entry, area: Rect) {
    let mut area = area;
    if let Some((at, name, bytes)) = sent(entry) {
        let row = Row::new()
            .at(1, paint.ink(Role::Muted), format!("{:>6}", text::instant(at / 1_000)))
            .at(8, paint.ink(Role::Muted), "→")
            .at(10, paint.ink(Role::Text), name)
            .right(paint.ink(Role::Muted), format!("{} ", text::bytes(bytes)));
        paint.row(area, &row);
        area = below(area, 1);
    }
    let focused = model.focus == Pane::Run;
    let cursor = match entry.spot {
        Spot::Progress(at) => Some(at),
        Spot::Result(_) | Spot::Place(_) => None,
    };
    let total = entry.progress_count();
    if total == 0 && !entry.is_over() {
        let words = if entry.has_sent() { "waiting for the first event" } else { "looking for the card" };
        paint.row(area, &Row::new().at(10, paint.ink(Role::Faint), words));
    }
    let follows = entry.follow || cursor.is_none();
    paint.list_from(List::Progress, area, cursor, total, follows, |paint, at| {
        let Some(row) = entry.run.rows.get(at) else { return Row::new() };
        let on_row = cursor == Some(at) && (!entry.follow || focused);
        progress_row(paint, row, result_name(entry), area.width)
            .background(paint.cursor(on_row && focused, focused))
            .target(Target::Row(List::Progress, at))
    });
}

fn result_name(entry: &Entry) -> Option<&str> {
    entry.run.result_artifact().and_then(|artifact| artifact.name.as_deref())
}

fn progress_row(paint: &Paint<'_>, row: &run::Row, result: Option<&str>, width: u16) -> Row {
    let muted = paint.ink(Role::Muted);
    let (glyph, role, what) = match &row.kind {
        RowKind::Status(state) => {
            let (glyph, role) = status_mark(state);
            (glyph, role, state.word().to_owned())
        }
        RowKind::Artifact { id, name } => {
            let name = name.as_deref().unwrap_or(id);
            if Some(name) == result {
                ("◆", Role::Here, name.to_owned())
            } else {
                ("▪", Role::Muted, name.to_owned())
            }
        }
        RowKind::Message => ("▪", Role::Text, "message".to_owned()),
        RowKind::OtherTask => ("!", Role::Warn, "other task".to_owned()),
        RowKind::Unreadable => ("!", Role::Warn, "unreadable".to_owned()),
        RowKind::Error => ("✗", Role::Error, "error".to_owned()),
        RowKind::Ours => ("·", Role::Muted, String::new()),
    };
    let words = row.text.lines().next().unwrap_or_default();
    let mut drawn = Row::new()
        .at(1, muted, format!("{:>6}", text::instant(row.at / 1_000)))
        .at(8, paint.ink(role), glyph)
        .at(10, paint.ink(if row.late { Role::Muted } else { Role::Text }), &what);
    // Words stand in a column of their own where there is room for one.
    let column = if width >= 48 { 20 } else { 18 };
    if !words.is_empty() {
        drawn = drawn.at(if what.is_empty() { 10 } else { column }, paint.ink(Role::Text), words);
    }
    if row.late {
        drawn = drawn.right(paint.ink(Role::Warn), "late ");
    }
    if row.count > 1 {
        drawn = drawn.right(muted, format!("× {} ", row.count));
    }
    drawn
}

fn status_mark(state: &TaskState) -> (&'static str, Role) {
    match state {
        TaskState::Completed => ("●", Role::Ok),
        TaskState::Failed | TaskState::Rejected => ("✗", Role::Error),
        TaskState::Canceled => ("⊘", Role::Muted),
        TaskState::InputRequired | TaskState::AuthRequired => ("○", Role::Warn),
        TaskState::Submitted | TaskState::Working => ("●", Role::Live),
        TaskState::Unspecified | TaskState::Other(_) => ("○", Role::Muted),
    }
}

/// Rows that the result needs; 0 when there is nothing to show.
fn result_height(entry: &Entry) -> usize {
    if let Some(tree) = &entry.tree {
        return tree.rows();
    }
    if let Some(growing) = &entry.growing {
        return match &growing.shown {
            Shown::Tree(tree) => tree.rows(),
            Shown::Text(text) => text.lines().take(200).count().max(1),
            Shown::TooLarge => 1,
        };
    }
    if let Some(result) = &entry.run.result {
        return result.text.lines().take(200).count().max(1);
    }
    shown_text(entry).map_or(0, |(_, text)| text.lines().take(200).count().max(1))
}

/// The text to show where there is no result: the latest artifact with text, else the agent's answer.
fn shown_text(entry: &Entry) -> Option<(String, String)> {
    let artifact = entry.run.artifacts.standing().rev().map(|artifact| (artifact, artifact.text()));
    let mut with_text = artifact.filter(|(_, text)| !text.is_empty());
    if let Some((artifact, text)) = with_text.next() {
        return Some((artifact.name.clone().unwrap_or_else(|| artifact.artifact_id.clone()), text));
    }
    let answer = entry.run.answer.as_ref().map(|message| message.text()).filter(|text| !text.is_empty());
    answer.map(|text| ("message".to_owned(), text))
}

fn result_section(model: &Model, paint: &mut Paint<'_>, entry: &Entry, area: Rect) {
    let area = below(area, u16::from(area.height > 3));
    let (line, rest) = (top(area, 1), below(area, 1));
    match (&entry.run.result, &entry.tree) {
        (Some(result), Some(tree)) => {
            let title = Title::section(if result.typed || !entry.is_over() { "Result" } else { "Result, refused" })
                .right(Role::Muted, artifact_name(entry, &result.artifact_id))
                .right(Role::Muted, result.encoding.word())
                .right(Role::Muted, text::bytes(result.bytes));
            paint.title(line, &title);
            tree_list(model, paint, entry, tree, rest);
        }
        (Some(result), None) => {
            let title = Title::section("Result, not JSON").right(Role::Muted, text::bytes(result.bytes));
            paint.title(line, &title);
            let at = result.fault.as_ref().map_or(0, |fault| fault.place.line.saturating_sub(1));
            text_lines(paint, rest, &result.text, Some(at), false);
        }
        (None, _) => {
            if let Some(growing) = &entry.growing {
                growing_section(paint, entry, growing, line, rest);
            } else if let Some((name, words)) = shown_text(entry) {
                let title = if entry.run.plan.schema.is_some() { "Artifact, no result" } else { "Answer" };
                let title = if entry.is_over() { title } else { "Artifact" };
                paint.title(
                    line,
                    &Title::section(title).right(Role::Muted, name).right(Role::Muted, text::bytes(words.len() as u64)),
                );
                text_lines(paint, rest, &words, None, !entry.is_over());
            }
        }
    }
}

/// The result while it grows, or as far as it came: the mark says that nothing of it is a value.
fn growing_section(paint: &mut Paint<'_>, entry: &Entry, growing: &Growing, line: Rect, rest: Rect) {
    let over = entry.is_over();
    let title = match (over, growing.is_cut()) {
        (false, _) => Title::section("Result so far").right(Role::Live, "no value yet"),
        (true, true) => Title::section("Result, unfinished").right(Role::Warn, "no value"),
        (true, false) => Title::section("Artifact, no result"),
    };
    let name = entry.run.result_artifact().and_then(|artifact| artifact.name.clone()).unwrap_or_default();
    paint.title(line, &title.right(Role::Muted, text::bytes(growing.bytes)).right(Role::Muted, name).first_stays());
    match &growing.shown {
        Shown::Tree(tree) => {
            let column = value_column(tree, rest.width);
            let mut places = Places::default();
            paint.list_from(List::Tree, rest, None, tree.rows(), !over, |paint, at| {
                let label = tree.value(at).map_or_else(String::new, |value| places.label(value));
                tree_row(paint, tree, at, column, &label)
            });
        }
        Shown::Text(words) => text_lines(paint, rest, words, None, !over),
        Shown::TooLarge => {
            let words = format!("more than {}: shown when it is whole", text::bytes(app::GROWING_MOST as u64));
            paint.row(rest, &Row::new().at(1, paint.ink(Role::Muted), words));
        }
    }
}

fn artifact_name(entry: &Entry, id: &str) -> String {
    let named = entry.run.artifacts.get(id).and_then(|artifact| artifact.name.clone());
    named.unwrap_or_else(|| id.to_owned())
}

/// Text as it came, wrapped; the end of what still grows, or the line of a fault, is in sight.
fn text_lines(paint: &mut Paint<'_>, area: Rect, words: &str, fault: Option<usize>, grows: bool) {
    let clean = text::harmless_lines(words);
    let width = usize::from(area.width.saturating_sub(3)).max(1);
    let lines: Vec<_> = clean.lines().take(10_000).flat_map(|line| text::wrap(line, width, 200)).collect();
    paint.list_from(List::Tree, area, fault, lines.len(), grows, |paint, at| {
        Row::new().at(1, paint.ink(Role::Text), lines.get(at).map_or("", |line| line.as_ref()))
    });
}

fn tree_list(model: &Model, paint: &mut Paint<'_>, entry: &Entry, tree: &Tree, area: Rect) {
    let focused = model.focus == Pane::Run;
    let cursor = match entry.spot {
        Spot::Result(row) => Some(row),
        Spot::Progress(_) | Spot::Place(_) => None,
    };
    let column = value_column(tree, area.width);
    let mut places = Places::default();
    paint.list(List::Tree, area, cursor, tree.rows(), |paint, at| {
        let label = tree.value(at).map_or_else(String::new, |value| places.label(value));
        tree_row(paint, tree, at, column, &label)
            .background(paint.cursor(cursor == Some(at), focused))
            .target(Target::Row(List::Tree, at))
    });
}

/// The column where values begin: behind the longest key of the first rows, within bounds.
fn value_column(tree: &Tree, width: u16) -> u16 {
    let rows = (0..tree.rows().min(200)).filter_map(|row| tree.value(row));
    let mut places = Places::default();
    let longest = rows.map(|value| 2 * value.level() + 3 + text::width(&places.label(value))).max().unwrap_or(0);
    (longest as u16).clamp(12, (width * 2 / 5).max(12))
}

/// Names values by their key or their place in an array. Rows come in order, so that of a long array the place is
/// counted once and then goes on from row to row.
#[derive(Default)]
struct Places {
    /// Tape index of the array, tape index of the item, its place.
    last: Option<(usize, usize, usize)>,
}

impl Places {
    fn label(&mut self, value: Value<'_>) -> String {
        match (value.key(), value.parent()) {
            (Some(key), _) => key.into_owned(),
            (None, Some(parent)) => self.place(parent, value).to_string(),
            (None, None) => (if value.kind() == Kind::Array { "[]" } else { "{}" }).to_owned(),
        }
    }

    fn place(&mut self, parent: Value<'_>, value: Value<'_>) -> usize {
        let known = self.last.filter(|(array, item, _)| *array == parent.index() && *item <= value.index());
        let (mut item, mut place) = known.map_or((parent.index() + 1, 0), |(_, item, place)| (item, place));
        while item < value.index() {
            let Some(next) = parent.document().value(item).map(Value::next_index) else { break };
            (item, place) = (next, place + 1);
        }
        self.last = Some((parent.index(), item, place));
        place
    }
}

fn tree_row(paint: &Paint<'_>, tree: &Tree, at: usize, column: u16, label: &str) -> Row {
    let Some(value) = tree.value(at) else { return Row::new() };
    let muted = paint.ink(Role::Muted);
    let branch = tree.is_branch(at);
    let folded = tree.is_folded(at);
    let mark = tree.mark(at);
    let indent = 1 + 2 * (value.level() as u16 - 1).min(30);
    let (glyph, glyph_role) = match (mark, branch, folded) {
        (Some((mark, false)), false, _) => severity_mark(mark.severity),
        (_, true, true) => ("▸", Role::Text),
        (_, true, false) => ("▾", Role::Text),
        (_, false, _) => (" ", Role::Text),
    };
    let key_role = if branch { Role::Text } else { Role::Key };
    let mut row = Row::new().at(indent, paint.ink(glyph_role), glyph).at(indent + 2, paint.ink(key_role), label);
    let scalar = !matches!(value.kind(), Kind::Array | Kind::Object);
    row = if scalar {
        row.at(column, paint.ink(value_role(value.kind())), value.raw())
    } else if folded {
        row.at(column, muted, preview(value))
    } else {
        row.at(column, muted, size_words(value))
    };
    if value.is_cut() {
        row = row.text(paint.ink(Role::Live), "…");
    }
    if let Some((mark, inside)) = mark {
        let (glyph, role) = severity_mark(mark.severity);
        row = match (inside, branch) {
            (true, _) => row.right(paint.ink(role), format!("{glyph} inside ")),
            (false, true) => row.right(paint.ink(role), format!("{glyph} {} ", mark.words)),
            (false, false) => row.right(paint.ink(role), format!("{} ", mark.words)),
        };
    }
    row
}

fn size_words(value: Value<'_>) -> String {
    const COUNTED: usize = 100_000;
    let count = value.children().take(COUNTED).count();
    match value.kind() {
        Kind::Array => format!("[{}]", text::thousands(count as u64)),
        _ if value.parent().is_none() => text::count(count as u64, "key"),
        _ if count == 0 => "{}".to_owned(),
        _ => String::new(),
    }
}

fn value_role(kind: Kind) -> Role {
    match kind {
        Kind::String => Role::String,
        Kind::Number => Role::Number,
        Kind::Bool | Kind::Null => Role::Literal,
        Kind::Array | Kind::Object => Role::Text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_height_is_shared_without_remainder_and_the_verdict_is_always_there() {
        for height in 0..60 {
            for (progress, result, verdict) in [(0, 0, 3), (8, 14, 10), (5_000, 900, 40), (2, 3, 1)] {
                for over in [false, true] {
                    let (p, r, v) = share(height, progress, result, verdict, over);
                    assert_eq!(p + r + v, height, "{height} {progress} {result} {verdict}");
                    assert!(height < 12 || v >= 3);
                }
            }
        }
    }
}
