//! The Wire pane: every request, answer and frame of the selected run; its bytes as they came beside what they say.

use ratatui::layout::Rect;

use super::{below, empty, key_hint, top};
use crate::app::{Entry, List, Model, Pane, Target};
use crate::command::{Command, key_of};
use crate::run::{FrameRow, WireKind};
use crate::text;
use crate::ui::Row;
use crate::ui::paint::{Paint, Title};
use crate::ui::theme::Role;

/// Bytes of a frame that are laid out here; the rest is said, and copied by the key.
const SHOWN: usize = 256 * 1024;

/// Draws the pane.
pub fn wire(model: &Model, paint: &mut Paint<'_>, area: Rect) {
    let Some(entry) = model.selected_run() else {
        paint.title(top(area, 1), &Title::pane(Pane::Wire, "Wire", model.focus));
        let row = key_hint(paint, &key_of(Command::Send, false), "sends the task; every byte of it is shown here");
        empty(paint, below(area, 1), &row);
        return;
    };
    let words = format!("Wire of run {}", entry.id.0);
    let odd = entry.run.frames.iter().rev().take(10_000).filter(|frame| frame.odd).count() as u64;
    let mut title = Title::pane(Pane::Wire, &words, model.focus);
    title = if odd > 0 { title.right(Role::Warn, format!("! {odd} odd")) } else { title };
    title = match entry.run.frames.dropped() {
        0 => title,
        dropped => title.right(Role::Warn, format!("{} older dropped", text::thousands(dropped as u64))),
    };
    let title = title
        .right(Role::Muted, text::bytes(entry.run.timing.bytes))
        .right(Role::Muted, text::count(entry.frame_count() as u64, "row"));
    paint.title(top(area, 1), &title);
    let rest = below(area, 1);
    let list = top(rest, (rest.height / 2).min(entry.frame_count() as u16 + 1).max(rest.height / 4));
    frames(paint, entry, list);
    selected(model, paint, entry, below(rest, list.height));
}

fn frames(paint: &mut Paint<'_>, entry: &Entry, area: Rect) {
    let at = entry.frame_at();
    let total = entry.frame_count();
    paint.list(List::Frames, area, Some(at), total, |paint, index| {
        let Some(frame) = entry.run.frames.get(index) else { return Row::new() };
        let muted = paint.ink(Role::Muted);
        let (arrow, role) = arrow(frame);
        let here = index == at;
        let number = frame.number.map_or_else(String::new, |number| number.to_string());
        let size = crate::app::wire::bytes_of(frame).map_or_else(String::new, |wire| text::bytes(wire.length));
        Row::new()
            .text(paint.ink(Role::Here), if here { "▌" } else { " " })
            .text(muted, format!("{:>7}", text::instant(frame.at / 1_000)))
            .at(10, paint.ink(role), arrow)
            .at(12, muted, format!("{number:>4}"))
            .at(18, paint.ink(if frame.odd { Role::Warn } else { Role::Text }), &frame.label)
            .right(muted, format!("{size} "))
            .background(paint.cursor(here, true))
            .target(Target::Row(List::Frames, index))
    });
}

/// Direction and kind at a glance.
fn arrow(frame: &FrameRow) -> (&'static str, Role) {
    match &frame.what {
        WireKind::Request(_) => ("→", Role::Here),
        WireKind::Attempt(_) => ("↔", Role::Muted),
        WireKind::Answer(_) => ("←", Role::Text),
        WireKind::Frame(_) if frame.odd => ("!", Role::Warn),
        WireKind::Frame(_) => ("←", Role::Live),
        WireKind::Heartbeat => ("·", Role::Faint),
        WireKind::End(_) => ("■", Role::Muted),
        WireKind::Fault(_) => ("✗", Role::Error),
    }
}

/// The selected row: head and bytes at the left, what they say at the right.
fn selected(model: &Model, paint: &mut Paint<'_>, entry: &Entry, area: Rect) {
    let Some(frame) = entry.run.frames.get(entry.frame_at()) else { return };
    let side_by_side = area.width >= 100;
    let (left, right) = if side_by_side {
        let half = area.width / 2;
        paint.rule_down(Rect { x: area.x + half, width: 1, ..area });
        (Rect { width: half, ..area }, Rect { x: area.x + half + 1, width: area.width - half - 1, ..area })
    } else {
        let half = area.height / 2;
        (top(area, half), below(area, half))
    };
    let head = head_rows(paint, frame);
    paint.title(top(left, 1), &Title::section("As it came"));
    let raw = below(left, 1);
    let taken = paint.rows(top(raw, raw.height / 2), &head);
    let raw = below(raw, taken);
    paint.title(top(right, 1), &Title::section("Read"));
    let read = below(right, 1);
    let remarks = remark_rows(paint, frame);
    let taken = paint.rows(top(read, read.height / 2), &remarks);
    let read = below(read, taken);
    match model.wire.answer() {
        None => {
            let none = crate::app::wire::bytes_of(frame).is_none();
            let words = if none { "no body" } else { "reading" };
            paint.row(raw, &Row::new().at(1, paint.ink(Role::Faint), words));
        }
        Some(Err(why)) => paint.row(raw, &Row::new().at(1, paint.ink(Role::Error), why)),
        Some(Ok(bytes)) => {
            raw_lines(model, paint, raw, bytes);
            decoded(paint, read, bytes);
        }
    }
}

/// Request line or status line, and headers.
fn head_rows(paint: &Paint<'_>, frame: &FrameRow) -> Vec<Row> {
    let (muted, value) = (paint.ink(Role::Muted), paint.ink(Role::Text));
    let header = |(name, words): &(String, String)| Row::new().at(1, muted, name).text(muted, ": ").text(value, words);
    match &frame.what {
        WireKind::Request(request) => {
            let mut rows = vec![Row::new().at(1, value, format!("{} {}", request.method, request.url))];
            rows.extend(request.headers.iter().map(header));
            rows.push(Row::new());
            rows
        }
        WireKind::Answer(answer) => {
            let mut rows = vec![Row::new().at(1, value, format!("{} {}", answer.version, answer.status))];
            rows.extend(answer.headers.iter().map(header));
            rows
        }
        WireKind::Attempt(attempt) => {
            let status = attempt.status.map_or_else(|| "no answer".to_owned(), |status| status.to_string());
            vec![Row::new().at(1, value, format!("GET {}", attempt.url)), Row::new().at(1, muted, status), Row::new()]
        }
        _ => Vec::new(),
    }
}

/// What was odd, or how it ended.
fn remark_rows(paint: &Paint<'_>, frame: &FrameRow) -> Vec<Row> {
    let warn = |words: &str| Row::new().at(1, paint.ink(Role::Warn), "!").at(3, paint.ink(Role::Text), words);
    match &frame.what {
        WireKind::Frame(remarks) => remarks.iter().map(|remark| warn(remark)).collect(),
        WireKind::Fault(fault) => {
            vec![Row::new().at(1, paint.ink(Role::Error), "✗").at(3, paint.ink(Role::Text), &fault.sentence)]
        }
        WireKind::End(_) => vec![Row::new().at(1, paint.ink(Role::Muted), &frame.label)],
        _ => Vec::new(),
    }
}

/// The bytes as text, control characters shown; what is no UTF-8 as U+FFFD.
fn raw_lines(model: &Model, paint: &mut Paint<'_>, area: Rect, bytes: &[u8]) {
    let shown = bytes.get(..SHOWN).unwrap_or(bytes);
    let words = String::from_utf8_lossy(shown);
    let width = usize::from(area.width).saturating_sub(2).max(8);
    let mut lines: Vec<String> = Vec::new();
    for line in words.split_inclusive('\n') {
        let clean = text::harmless(line);
        lines.extend(cut(&clean, width));
    }
    if bytes.len() > SHOWN {
        lines.push(format!("… {} more", text::bytes((bytes.len() - SHOWN) as u64)));
    }
    let _ = model;
    paint.list(List::Bytes, area, None, lines.len(), |paint, at| {
        Row::new().at(1, paint.ink(Role::Muted), lines.get(at).map_or("", String::as_str))
    });
}

/// A line in pieces of so many columns: bytes are cut anywhere, not at words.
fn cut(line: &str, width: usize) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut rest = line;
    while !rest.is_empty() {
        let (piece, _) = text::take(rest, width);
        if piece.is_empty() {
            break;
        }
        pieces.push(piece.to_owned());
        rest = &rest[piece.len()..];
    }
    pieces
}

/// What the bytes say: JSON indented and coloured, of an event its data.
fn decoded(paint: &mut Paint<'_>, area: Rect, bytes: &[u8]) {
    let shown = bytes.get(..SHOWN).unwrap_or(bytes);
    let words = String::from_utf8_lossy(shown);
    let data = event_data(&words);
    let limits = crate::json::Limits::default();
    let pretty = match crate::json::parse_text(&data, &limits) {
        Ok(document) => crate::json::pretty(document.root(), 2),
        Err(_) if data.trim().is_empty() => return,
        Err(fault) => {
            let row = Row::new().at(1, paint.ink(Role::Muted), format!("not JSON: {fault}"));
            paint.row(area, &row);
            return;
        }
    };
    let lines: Vec<&str> = pretty.lines().collect();
    paint.list(List::Decoded, area, None, lines.len(), |paint, at| {
        let line = lines.get(at).copied().unwrap_or_default();
        super::schema::json_row(paint, &format!(" {line}"))
    });
}

/// The data of one event, lines joined; a body that is no event as it is.
fn event_data(words: &str) -> String {
    if !words.lines().any(|line| line.starts_with("data:")) {
        return words.to_owned();
    }
    let lines = words.lines().filter_map(|line| line.strip_prefix("data:"));
    lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_of_an_event_is_joined_and_a_body_stays() {
        assert_eq!(event_data("id: 1\ndata: {\"a\":\ndata:1}\n\n"), "{\"a\":\n1}");
        assert_eq!(event_data("{\"a\":1}"), "{\"a\":1}");
    }

    #[test]
    fn bytes_are_cut_anywhere_and_none_is_lost() {
        assert_eq!(cut("abcdefg", 3), ["abc", "def", "g"]);
        assert_eq!(cut("日本語", 3), ["日", "本", "語"]);
    }
}
