//! The Schema pane: the text with its findings, the list of findings, the gauge.

use ratatui::layout::Rect;

use super::agent::severity_mark;
use super::{below, inset, top};
use crate::app::{List, Model, Pane, Target};
use crate::command::{Command, key_of};
use crate::editor::highlight;
use crate::schema::Checked;
use crate::text;
use crate::ui::Row;
use crate::ui::editor;
use crate::ui::layout::Layout;
use crate::ui::paint::{Paint, Title};
use crate::ui::theme::Role;
use crate::ui::widget::{self, Scroll};

/// Columns of a gauge's bar.
const BAR: u16 = 16;

/// Draws the pane.
pub fn schema(model: &Model, paint: &mut Paint<'_>, area: Rect, layout: &Layout) {
    let short = layout.short || area.height < 18;
    let (errors, warnings) = model.schema.counts();
    let place = model.schema.field.place();
    let mut title = Title::pane(Pane::Schema, "Schema", model.focus);
    if short {
        title = title.right(Role::Muted, size_chip(model));
        title = if errors > 0 { title.right(Role::Error, format!("✗ {errors}")) } else { title };
        title = if warnings > 0 { title.right(Role::Warn, format!("! {warnings}")) } else { title };
    }
    title = title
        .right(Role::Muted, "2020-12")
        .right(Role::Muted, format!("{:>7}", format!("{}:{}", place.line, place.column)));
    paint.title(top(area, 1), &title);
    let rest = below(area, 1);
    let focused = model.focus == Pane::Schema;
    let entered = focused && model.in_field;
    if model.schema.field.is_empty() && !entered {
        nothing_yet(paint, rest);
        return;
    }
    let findings = model.schema.findings().len();
    let (findings_height, size_height) = if short {
        (if errors + warnings > 0 && rest.height > 8 { 1 } else { 0 }, 0)
    } else {
        let blank = u16::from(rest.height > 26);
        (if findings == 0 { 0 } else { (findings as u16).min(4) + 2 }, 6 + blank)
    };
    let text_height = rest.height.saturating_sub(findings_height + size_height);
    editor::code(paint, top(rest, text_height), &model.schema.field, focused, entered);
    let rest = below(rest, text_height);
    if short {
        if findings_height > 0 {
            paint.row(inset(rest, 1), &finding_row(model, paint, nearest_finding(model), false));
        }
        return;
    }
    if findings_height > 0 {
        findings_list(model, paint, below(top(rest, findings_height), 1), errors, warnings);
    }
    size(model, paint, below(top(below(rest, findings_height), size_height.min(6)), 1));
}

fn nothing_yet(paint: &mut Paint<'_>, area: Rect) {
    let enter = key_of(Command::EnterField, false);
    let (accent, muted) = (paint.ink(Role::Here), paint.ink(Role::Muted));
    let row =
        Row::new().text(muted, "no schema: answers come as text   ").text(accent, enter).text(muted, " types one");
    super::empty(paint, area, &row);
    paint.field(crate::app::DrawnField { pane: Pane::Schema, area, scroll: Scroll::default() });
}

/// The finding at or before the cursor's line, or the first one.
fn nearest_finding(model: &Model) -> usize {
    let line = model.schema.field.place().line;
    let findings = model.schema.findings();
    findings.iter().position(|finding| finding.place.is_some_and(|place| place.line == line)).unwrap_or(0)
}

fn findings_list(model: &Model, paint: &mut Paint<'_>, area: Rect, errors: usize, warnings: usize) {
    let words = |n: usize, noun: &str| if n == 0 { format!("no {noun}") } else { text::count(n as u64, noun) };
    let role = if errors > 0 { Role::Error } else { Role::Muted };
    let mut title = Title::section("Findings").right(role, words(errors, "error"));
    if warnings > 0 {
        title = title.right(Role::Muted, words(warnings, "warning"));
    }
    paint.title(top(area, 1), &title);
    let total = model.schema.findings().len();
    let near = nearest_finding(model);
    paint.list(List::Findings, inset(below(area, 1), 1), Some(near), total, |paint, at| {
        finding_row(model, paint, at, true)
    });
}

fn finding_row(model: &Model, paint: &Paint<'_>, at: usize, rule: bool) -> Row {
    let Some(finding) = model.schema.findings().get(at) else { return Row::new() };
    let (glyph, role) = severity_mark(finding.severity);
    let place = finding.place.map_or_else(String::new, |place| format!("{}:{}", place.line, place.column));
    let mut row = Row::new()
        .at(1, paint.ink(role), glyph)
        .at(3, paint.ink(Role::Muted), place)
        .at(10, paint.ink(Role::Text), &finding.message)
        .target(Target::Row(List::Findings, at));
    if rule {
        row = row.right(paint.ink(Role::Muted), format!("{} ", finding.rule));
    }
    row
}

/// Bytes against the agent's limit, for a title.
fn size_chip(model: &Model) -> String {
    let Some(checked) = model.schema.checked() else { return String::new() };
    let bytes = sent_bytes(model, checked);
    match model.max_schema_bytes() {
        Some(limit) => format!("{} of {} B", text::thousands(bytes), text::thousands(limit)),
        None => format!("{} B", text::thousands(bytes)),
    }
}

/// The bytes as they will be sent.
fn sent_bytes(model: &Model, checked: &Checked) -> u64 {
    if model.task.compact { checked.counts.compact_bytes } else { checked.bytes }
}

/// The gauge: what counts, and against what.
fn size(model: &Model, paint: &mut Paint<'_>, area: Rect) {
    let Some(checked) = model.schema.checked() else {
        paint.title(top(area, 1), &Title::section("Size"));
        return;
    };
    let bytes = sent_bytes(model, checked);
    let limit = model.max_schema_bytes();
    let over = limit.is_some_and(|limit| bytes > limit);
    let title = Title::section("Size");
    let title = match (over, limit) {
        (true, _) => title.right(Role::Error, "too large for this agent"),
        (false, Some(_)) => title.right(Role::Muted, "fits"),
        (false, None) => title.right(Role::Muted, "no limit known"),
    };
    paint.title(top(area, 1), &title);
    let counts = &checked.counts;
    let compact = text::thousands(counts.compact_bytes);
    let of_bytes = match (limit, model.task.compact) {
        (Some(limit), true) => format!("of {}, compact", text::thousands(limit)),
        // What does not fit is left out whole: the number is also what the key makes of it.
        (Some(limit), false) if area.width < 54 => format!("of {}", text::thousands(limit)),
        (Some(limit), false) => format!("of {}, compact {compact}", text::thousands(limit)),
        (None, _) => format!("compact {compact}"),
    };
    let cells = if area.width < 62 { 8 } else { BAR };
    let depth = model.template.limits.schema_depth as u64;
    let gauges = [
        ("bytes", bytes, limit, of_bytes),
        ("depth", counts.depth as u64, Some(depth), format!("of {}", text::thousands(depth))),
        ("properties", counts.properties as u64, Some(100), "of 100 at OpenAI".to_owned()),
        ("optional", counts.optional as u64, Some(24), "of 24 at Anthropic".to_owned()),
    ];
    for (line, (name, count, limit, words)) in gauges.into_iter().enumerate() {
        let place = below(area, 1 + line as u16);
        if place.is_empty() {
            break;
        }
        let over = limit.is_some_and(|limit| count > limit);
        let bar = limit.map_or_else(String::new, |limit| widget::bar(count, limit, usize::from(cells)));
        let row = Row::new()
            .at(2, paint.ink(Role::Muted), name)
            .at(13, paint.ink(if over { Role::Error } else { Role::Text }), format!("{:>7}", text::thousands(count)))
            .at(22, paint.ink(if over { Role::Error } else { Role::Here }), bar)
            .at(22 + cells + 1, paint.ink(Role::Muted), words);
        paint.row(top(place, 1), &row);
    }
}

/// A line of JSON in its colours.
pub(crate) fn json_row(paint: &Paint<'_>, line: &str) -> Row {
    let mut tokens = Vec::new();
    highlight::line(line, &mut tokens);
    let plain = paint.ink(Role::Faint);
    let mut row = Row::new();
    let mut at = 0;
    for token in &tokens {
        row = row.text(plain, &line[at..token.range.start]);
        row = row.text(paint.ink(widget::token_role(token.kind)), &line[token.range.clone()]);
        at = token.range.end;
    }
    row.text(plain, &line[at..])
}
