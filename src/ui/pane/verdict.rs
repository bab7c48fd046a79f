//! The verdict: the ladder, what happened and in which layer, the agent's own words, the next step with its key.

use ratatui::layout::Rect;

use super::{below, top};
use crate::app::request::place_sentence;
use crate::app::{Entry, List, Model, Pane, Spot, Target};
use crate::command::{Command, key_of};
use crate::run::{Evidence, Failure, StepId, StepState, Verdict};
use crate::text;
use crate::ui::Row;
use crate::ui::paint::{Paint, Title};
use crate::ui::theme::Role;
use crate::ui::widget::Status;

/// Lines of the agent's own words that are shown here; all of them are in Wire.
const AGENT_LINES: usize = 8;

/// One mark of the ladder on screen: its word and the steps it stands for. The checks of the schema before it is sent
/// share one mark, and so do decoding and measuring.
const MARKS: [(&str, &[StepId]); 13] = [
    ("card", &[StepId::Card]),
    ("interface", &[StepId::Interface]),
    ("extension", &[StepId::Extension]),
    ("schema", &[StepId::SchemaJson, StepId::SchemaPolicy, StepId::SchemaValid, StepId::SchemaSize]),
    ("sent", &[StepId::Sent]),
    ("stream", &[StepId::Stream]),
    ("completed", &[StepId::Completed]),
    ("artifact", &[StepId::Artifact]),
    ("marked", &[StepId::Marked]),
    ("media", &[StepId::MediaType]),
    ("bytes", &[StepId::Bytes, StepId::ResultSize]),
    ("json", &[StepId::Json]),
    ("matches", &[StepId::Schema]),
];

/// A row of the verdict, and which place of the evidence it belongs to.
pub(super) struct Line {
    row: Row,
    place: Option<usize>,
}

/// Draws the section.
pub(super) fn draw(model: &Model, paint: &mut Paint<'_>, entry: &Entry, area: Rect, lines: &[Line]) {
    let area = below(area, u16::from(area.height > 4));
    paint.title(top(area, 1), &title(entry));
    let focused = model.focus == Pane::Run;
    let cursor = match entry.spot {
        Spot::Place(place) => lines.iter().position(|line| line.place == Some(place)),
        Spot::Progress(_) | Spot::Result(_) => None,
    };
    paint.list(List::Verdict, below(area, 1), cursor, lines.len(), |paint, at| {
        let Some(line) = lines.get(at) else { return Row::new() };
        let row = line.row.clone().background(paint.cursor(cursor == Some(at), focused));
        match line.place {
            Some(place) => row.target(Target::Row(List::Verdict, place)),
            None => row,
        }
    });
}

fn title(entry: &Entry) -> Title<'static> {
    let states = MARKS.map(|(_, steps)| state_of(entry, steps));
    let counted = states.iter().filter(|state| **state != StepState::Skipped).count();
    let held = states.iter().filter(|state| matches!(state, StepState::Passed | StepState::Warned)).count();
    let title = Title::section("Verdict").right(Role::Muted, format!("{held} of {counted}"));
    match entry.places() as u64 {
        0 => title,
        places => title.right(Role::Muted, text::count(places, "place")),
    }
}

/// The state of a mark: the worst of its steps.
fn state_of(entry: &Entry, steps: &[StepId]) -> StepState {
    let states = steps.iter().map(|step| entry.run.ladder.state(*step));
    let worth = |state: &StepState| match state {
        StepState::Failed => 4,
        StepState::NotReached => 3,
        StepState::Warned => 2,
        StepState::Passed => 1,
        StepState::Skipped => 0,
    };
    states.max_by_key(worth).unwrap_or_default()
}

/// Everything the verdict has to say, as rows for this width.
pub(super) fn rows(model: &Model, paint: &Paint<'_>, entry: &Entry, width: u16) -> Vec<Line> {
    let mut lines: Vec<Line> = ladder(paint, entry, width).into_iter().map(|row| Line { row, place: None }).collect();
    let mut say = |row: Row| lines.push(Line { row, place: None });
    match (entry.run.verdict(), &entry.run.failure) {
        (_, Some(failure)) => lines.extend(failed(model, paint, entry, failure, width)),
        (Some(Verdict::Typed), None) => {
            let words = "a typed value, valid against the schema";
            say(Row::new().at(1, paint.ink(Role::Ok), "✓").at(3, paint.ink(Role::Strong), words));
            say(next(paint, &[(Command::Copy, "copies the value"), (Command::CopyRaw, "all of it")]));
        }
        (Some(verdict), None) => {
            let role = if verdict == Verdict::Text { Role::Ok } else { Role::Muted };
            let glyph = if verdict == Verdict::Text { "✓" } else { "⊘" };
            say(Row::new().at(1, paint.ink(role), glyph).at(3, paint.ink(Role::Strong), verdict.title()));
        }
        (None, None) if entry.ended => {
            say(Row::new().at(1, paint.ink(Role::Error), "✗").at(3, paint.ink(Role::Strong), "the run broke off"));
        }
        (None, None) => {}
    }
    let room = usize::from(width).saturating_sub(4).max(10);
    for warning in entry.run.warnings.iter().take(20) {
        let times = if warning.count > 1 { format!("  × {}", warning.count) } else { String::new() };
        let words = format!("{}{times}", warning.message);
        for (at, line) in text::wrap(&text::harmless(&words), room, 4).into_iter().enumerate() {
            let row = if at == 0 { Row::new().at(1, paint.ink(Role::Warn), "!") } else { Row::new() };
            lines.push(Line { row: row.at(3, paint.ink(Role::Muted), line), place: None });
        }
    }
    lines
}

/// The marks, one after another, wrapped. A failed one stands out; what was not reached is faint.
fn ladder(paint: &Paint<'_>, entry: &Entry, width: u16) -> Vec<Row> {
    let current = entry.run.ladder.current().filter(|_| !entry.is_over());
    let mut rows = vec![Row::new()];
    for (word, steps) in MARKS {
        let state = state_of(entry, steps);
        let (status, role) = match state {
            StepState::Passed => (Status::Ok, Role::Muted),
            StepState::Warned => (Status::Warn, Role::Muted),
            StepState::Failed => (Status::Error, Role::Error),
            StepState::Skipped => (Status::Skipped, Role::Faint),
            StepState::NotReached if current.is_some_and(|step| steps.contains(&step)) => (Status::Live, Role::Text),
            StepState::NotReached => (Status::Idle, Role::Faint),
        };
        let (glyph, glyph_role) = status.mark();
        let taken = rows.last().map_or(0, Row::width);
        let needed = word.len() as u16 + 4;
        if taken > 0 && taken + needed >= width {
            rows.push(Row::new());
        }
        if let Some(row) = rows.pop() {
            let start = if row.width() == 0 { 1 } else { row.width() + 2 };
            let mut style = paint.ink(role);
            if state == StepState::Failed {
                style = style.add_modifier(ratatui::style::Modifier::BOLD);
            }
            rows.push(row.at(start, paint.ink(glyph_role), glyph).text(style, format!(" {word}")));
        }
    }
    rows
}

/// Why there is no typed value.
fn failed(model: &Model, paint: &Paint<'_>, entry: &Entry, failure: &Failure, width: u16) -> Vec<Line> {
    let mut lines = Vec::new();
    let room = usize::from(width).saturating_sub(4).max(10);
    let waits = entry.waits_for_us();
    let (glyph, role) = if waits { Status::Waits.mark() } else { Status::Error.mark() };
    let strong = paint.ink(Role::Strong);
    let places = entry.places();
    if places == 0 {
        for (at, line) in text::wrap(&text::harmless(&failure.message), room, 6).into_iter().enumerate() {
            let row = if at == 0 { Row::new().at(1, paint.ink(role), glyph) } else { Row::new() };
            lines.push(Line {
                row: row.at(3, strong, line),
                place: (at == 0 && !failure.evidence.is_empty()).then_some(0),
            });
        }
        lines.push(labelled(paint, "step", &format!("{}  {}", failure.step.word(), failure.class.word())));
        lines.extend(failure.evidence.first().and_then(where_words).map(|words| labelled(paint, "where", &words)));
    }
    let in_result = failure.evidence.iter().enumerate().filter(|(_, evidence)| evidence.pointer.is_some());
    for (at, evidence) in in_result.take(places) {
        let sentence = place_sentence(failure, evidence);
        for (line, words) in text::wrap(&text::harmless(&sentence), room, 3).into_iter().enumerate() {
            let row = if line == 0 { Row::new().at(1, paint.ink(role), glyph) } else { Row::new() };
            lines.push(Line { row: row.at(3, strong, words), place: (line == 0).then_some(at) });
        }
        lines.extend(rule_words(evidence, room).map(|words| labelled(paint, "rule", &words)));
    }
    lines.extend(agent_words(paint, failure, room));
    // How to answer is a key here, not a flag.
    if !failure.hint.is_empty() && !waits {
        for (at, line) in
            text::wrap(&text::harmless(&failure.hint), room.saturating_sub(8).max(10), 4).into_iter().enumerate()
        {
            lines.push(labelled(paint, if at == 0 { "next" } else { "" }, &line));
        }
    }
    let keys: &[(Command, &str)] = if waits {
        &[(Command::Answer, "answers the agent")]
    } else if places > 0 {
        &[
            (Command::ShowPlace, "shows the place"),
            (Command::ShowRule, "the rule"),
            (Command::CopyRetry, "a retry prompt"),
        ]
    } else if entry.schema_is_refused() {
        &[(Command::ShowRule, "shows the place in the schema")]
    } else if model.selected_run().is_some_and(|entry| entry.frame_count() > 0) {
        &[(Command::SendAgain, "sends again"), (Command::ShowWire, "shows the bytes")]
    } else {
        &[(Command::SendAgain, "sends again")]
    };
    lines.push(Line { row: next(paint, keys), place: None });
    lines
}

fn labelled(paint: &Paint<'_>, label: &str, words: &str) -> Line {
    let muted = paint.ink(Role::Muted);
    Line { row: Row::new().at(3, muted, label).at(10, muted, words), place: None }
}

/// The rule in the schema, with its place, and the frame and byte of the value.
fn rule_words(evidence: &Evidence, room: usize) -> Option<String> {
    let mut words = Vec::new();
    if let Some(pointer) = &evidence.schema_pointer {
        words.push(text::truncate_middle(&text::harmless(pointer), room.saturating_sub(28).clamp(12, 60)).into_owned());
    } else if let Some(keyword) = &evidence.keyword {
        words.push(keyword.clone());
    }
    if let Some(place) = evidence.schema_place.or(evidence.place) {
        words.push(format!("{}:{}", place.line, place.column));
    }
    if let Some(frame) = evidence.frame.filter(|frame| *frame > 0) {
        words.push(format!("frame {frame}"));
    }
    (!words.is_empty()).then(|| words.join("  "))
}

/// Address, status, content type, place: where it went wrong when it was in no value.
fn where_words(evidence: &Evidence) -> Option<String> {
    let mut words = Vec::new();
    words.extend(
        evidence
            .pointer
            .as_ref()
            .filter(|pointer| !pointer.is_empty())
            .map(|pointer| text::truncate_middle(&text::harmless(pointer), 44).into_owned()),
    );
    words.extend(evidence.status.map(|status| status.to_string()));
    words.extend(evidence.content_type.clone());
    words.extend(evidence.url.as_ref().map(|url| text::truncate_middle(&text::harmless(url), 44).into_owned()));
    words.extend(evidence.place.map(|place| format!("line {}, column {}", place.line, place.column)));
    words.extend(evidence.byte.map(|byte| format!("byte {}", text::thousands(byte))));
    words.extend(evidence.frame.filter(|frame| *frame > 0).map(|frame| format!("frame {frame}")));
    (!words.is_empty()).then(|| words.join("  "))
}

/// What the agent itself said, text and data.
fn agent_words(paint: &Paint<'_>, failure: &Failure, room: usize) -> Vec<Line> {
    let words = &failure.agent;
    if words.is_empty() {
        return Vec::new();
    }
    let room = room.saturating_sub(7).max(10);
    let mut said: Vec<String> = words.code.iter().map(|code| format!("code {code}")).collect();
    let clean = text::harmless_lines(&words.text);
    said.extend(clean.lines().flat_map(|line| text::wrap(line, room, AGENT_LINES)).map(|line| line.into_owned()));
    for data in &words.data {
        said.extend(text::wrap(&text::harmless(data), room, AGENT_LINES).into_iter().map(|line| line.into_owned()));
    }
    let more = said.len().saturating_sub(AGENT_LINES);
    said.truncate(AGENT_LINES);
    let text = paint.ink(Role::Text);
    let mut lines: Vec<Line> = Vec::new();
    for (at, line) in said.into_iter().enumerate() {
        let label = if at == 0 { "agent" } else { "" };
        lines.push(Line { row: Row::new().at(3, paint.ink(Role::Muted), label).at(10, text, line), place: None });
    }
    if more > 0 {
        lines.push(labelled(paint, "", &format!("{} more in Wire", text::count(more as u64, "line"))));
    }
    lines
}

/// What can be done now, with its keys.
fn next(paint: &Paint<'_>, keys: &[(Command, &str)]) -> Row {
    let mut row = Row::new();
    for (at, (command, words)) in keys.iter().enumerate() {
        let start = if at == 0 { 3 } else { row.width() + 3 };
        row = row
            .at(start, paint.ink(Role::Here), key_of(*command, false))
            .text(paint.ink(Role::Muted), format!(" {words}"));
    }
    row
}
