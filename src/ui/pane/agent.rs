//! The Agent pane: what the card says, whether it can be used, its skills; under them the runs.

use ratatui::layout::Rect;

use super::{below, empty, inset, key_hint, state_mark, top};
use crate::a2a::card::Card;
use crate::app::{List, Model, Pane, Target};
use crate::command::{Command, key_of};
use crate::kedi::{Mode, Params, Refusal};
use crate::run::event::{Attempt, AttemptResult};
use crate::schema::Severity;
use crate::text;
use crate::ui::Row;
use crate::ui::paint::{Paint, Title};
use crate::ui::theme::Role;
use crate::ui::widget::{Status, spinner};

/// Column where values begin.
const VALUES: u16 = 17;

/// Draws the pane.
pub fn agent(model: &Model, paint: &mut Paint<'_>, area: Rect) {
    let (title, rest) = (top(area, 1), below(area, 1));
    let mut head = Title::pane(Pane::Agent, "Agent", model.focus);
    head = match (&model.agent.card, model.agent.is_looking) {
        (_, true) => head.right(Role::Live, format!("{} looking", spinner(model.now))),
        (Some(card), false) => {
            let (errors, notes) = counts(card);
            match (errors, notes) {
                (0, 0) => head.right(Role::Muted, "card ✓"),
                (0, notes) => head.right(Role::Muted, format!("card ✓ {}", text::count(notes, "note"))),
                (errors, _) => head.right(Role::Warn, format!("card ! {}", text::count(errors, "error"))),
            }
        }
        (None, false) if model.agent.address.is_empty() => head,
        (None, false) => head.right(Role::Error, "no card"),
    };
    paint.title(title, &head);
    let inner = inset(rest, 1);
    match &model.agent.card {
        Some(_) if model.agent.is_raw => raw_card(model, paint, inner),
        Some(card) => with_card(model, paint, rest, card),
        None if model.agent.address.is_empty() => {
            let row = key_hint(paint, &key_of(Command::OpenAgent, false), "opens an agent by its address");
            empty(paint, inner, &row);
        }
        None => without_card(model, paint, rest),
    }
}

fn counts(card: &Card) -> (u64, u64) {
    let errors = card.findings.iter().filter(|finding| finding.severity == Severity::Error).count();
    (errors as u64, (card.findings.len() - errors + card.more_findings) as u64)
}

/// Facts above, skills under them, runs at the bottom: each gets what it needs, the skills what is left.
fn with_card(model: &Model, paint: &mut Paint<'_>, area: Rect, card: &Card) {
    let facts = facts(model, paint, card, area.width);
    let skills = model.skill_count() as u16;
    let runs = if model.runs.is_empty() { 0 } else { (model.runs.len() as u16).min(7) + 2 };
    let least_skills = if skills == 0 { 0 } else { skills.min(5) + 2 };
    let room = area.height.saturating_sub(runs + least_skills);
    let facts_height = (facts.len() as u16).min(room);
    paint.list(List::RawCard, top(area, facts_height), None, facts.len(), |_, at| facts[at].clone());
    let mut rest = below(area, facts_height);
    if skills > 0 {
        let height = (skills + 2).min(rest.height.saturating_sub(runs));
        skills_list(model, paint, top(rest, height), card);
        rest = below(rest, height);
    }
    runs_list(model, paint, rest);
}

/// What the card says, as rows.
fn facts(model: &Model, paint: &Paint<'_>, card: &Card, width: u16) -> Vec<Row> {
    let (label, value, muted) = (paint.ink(Role::Muted), paint.ink(Role::Text), paint.ink(Role::Muted));
    let fact = |name: &str, words: &str| Row::new().at(2, label, name).at(VALUES, value, words);
    let roomy = width > 60;
    let yes = |said: Option<bool>| if said == Some(true) { "yes" } else { "no" };
    let mut rows = vec![
        fact("streaming", yes(card.capabilities.streaming)),
        fact("push", yes(card.capabilities.push_notifications)),
        fact("extended card", yes(card.capabilities.extended_card)),
        fact("auth", &auth_words(card)),
    ];
    if let Some(choice) = &model.agent.choice {
        // On one line where all addresses and reasons have room beside one another.
        let urls = choice.considered.iter().map(|considered| text::width(&considered.interface.url));
        let reasons = VALUES + 20 + urls.max().unwrap_or(0).min(60) as u16;
        let one_line = width >= reasons + 40;
        for (at, considered) in choice.considered.iter().enumerate() {
            let chosen = choice.chosen.as_ref().is_ok_and(|chosen| chosen.index == Some(at));
            let binding = considered.interface.binding.as_deref().unwrap_or("JSONRPC");
            let version = considered.interface.version.as_deref().unwrap_or("?");
            let words = format!("{} {version}", binding_words(binding));
            let (role, mark) = match (chosen, considered.usable) {
                (true, _) => (Role::Here, "✓"),
                (false, true) => (Role::Muted, "·"),
                (false, false) => (Role::Warn, "!"),
            };
            let row = Row::new().at(2, label, if at == 0 { "interfaces" } else { "" });
            let mut row = row.at(VALUES - 2, paint.ink(role), mark).at(VALUES, value, &words);
            if roomy {
                row = row.at(VALUES + 18, muted, &considered.interface.url);
            }
            if one_line {
                row = row.at(reasons, muted, &considered.reason);
            }
            rows.push(row);
            // Why an interface is used or not is a matter of room, unless none can be used.
            if roomy && !one_line {
                rows.push(Row::new().at(VALUES, muted, &considered.reason));
            } else if !roomy && choice.chosen.is_err() {
                let reason = text::harmless(&considered.reason);
                let lines = text::wrap(&reason, usize::from(width.saturating_sub(5)).max(10), 3);
                rows.extend(lines.into_iter().map(|line| Row::new().at(4, muted, line)));
            }
        }
        if let Err(why) = &choice.chosen {
            rows.push(Row::new().at(2, paint.ink(Role::Error), "✗").at(4, value, why));
        }
        for warning in &choice.warnings {
            rows.push(Row::new().at(2, paint.ink(Role::Warn), "!").at(4, muted, &warning.message));
        }
    }
    if roomy {
        rows.extend(card.description.iter().map(|words| fact("description", words)));
        rows.extend(card.provider.iter().filter_map(|p| p.organization.as_ref()).map(|words| fact("provider", words)));
        rows.push(fact("card from", &model.agent.card_url));
        rows.push(fact("input", &card.input_modes.join(", ")));
        rows.push(fact("output", &card.output_modes.join(", ")));
    }
    rows.push(Row::new());
    rows.extend(extension(model, paint, width));
    let shown = if roomy { usize::MAX } else { 3 };
    if !card.findings.is_empty() {
        rows.push(Row::new());
        for finding in card.findings.iter().take(shown) {
            let (glyph, role) = severity_mark(finding.severity);
            let mut row = Row::new().at(2, paint.ink(role), glyph).at(4, muted, &finding.message);
            if roomy {
                row = row.right(paint.ink(Role::Faint), format!("{}  {} ", finding.pointer, finding.rule));
            }
            rows.push(row);
        }
        if card.findings.len() > shown {
            rows.push(Row::new().at(4, paint.ink(Role::Faint), format!("{} more", card.findings.len() - shown)));
        }
    }
    rows.push(Row::new());
    rows
}

/// What the agent asks for, in words.
fn auth_words(card: &Card) -> String {
    if card.security.is_empty() && card.schemes.is_empty() { "none".to_owned() } else { card.security_words() }
}

/// Glyph and role of a finding.
pub(super) fn severity_mark(severity: Severity) -> (&'static str, Role) {
    match severity {
        Severity::Error | Severity::Warning => Status::of(severity).mark(),
        Severity::Info => (Status::Idle.glyph(), Role::Muted),
    }
}

/// The binding as people say it.
pub fn binding_words(binding: &str) -> &str {
    match binding {
        "JSONRPC" => "JSON-RPC",
        other => other,
    }
}

/// Structured output: its parameters as limits, or why there is none.
fn extension(model: &Model, paint: &Paint<'_>, width: u16) -> Vec<Row> {
    let (faint, label, value) = (paint.ink(Role::Faint), paint.ink(Role::Muted), paint.ink(Role::Text));
    let title = |words: &str| {
        let rule = "─".repeat(usize::from(width).saturating_sub(22 + words.len()));
        let row = Row::new().text(faint, "─ ").text(value, "Structured output ").text(faint, rule);
        row.right(label, format!("{words} "))
    };
    match &model.agent.extension {
        None => Vec::new(),
        Some(Ok(params)) => {
            let fact = |name: &str, words: &str| Row::new().at(2, label, name).at(VALUES, value, words);
            let mut rows = vec![title(if params.assumed { "assumed" } else { "v1" })];
            rows.push(fact("mode", mode_words(params)));
            rows.push(fact("dialect", "2020-12"));
            rows.push(fact("limit", &limit_words(params)));
            for (at, encoding) in params.result_encodings.iter().enumerate() {
                rows.push(fact(if at == 0 { "encodings" } else { "" }, encoding.word()));
            }
            rows.extend(
                params
                    .notes
                    .iter()
                    .map(|note| Row::new().at(2, paint.ink(Role::Warn), "!").at(4, label, &note.message)),
            );
            rows
        }
        Some(Err(refusal)) => {
            let words = match refusal {
                Refusal::NotAdvertised { hint } => {
                    hint.clone().unwrap_or_else(|| "not offered: answers come as text".to_owned())
                }
                Refusal::Unsupported(sentence) => sentence.clone(),
            };
            vec![title("no"), Row::new().at(2, paint.ink(Role::Warn), "!").at(4, label, words)]
        }
    }
}

fn mode_words(params: &Params) -> &'static str {
    match params.mode {
        Mode::Fixed => "fixed: its own schema",
        Mode::RequestSchema => "request-schema",
    }
}

/// The agent's limit of schema bytes.
pub fn limit_words(params: &Params) -> String {
    params.max_schema_bytes.map_or_else(|| "none".to_owned(), |limit| format!("{} B", text::thousands(limit)))
}

fn skills_list(model: &Model, paint: &mut Paint<'_>, area: Rect, card: &Card) {
    let count = card.skills.len();
    paint.title(top(area, 1), &Title::section("Skills").right(Role::Muted, count.to_string()));
    let focused = model.focus == Pane::Agent;
    let cursor = (model.agent.cursor < count).then_some(model.agent.cursor);
    let names = card.skills.iter().map(|skill| text::width(skill_name(skill))).max().unwrap_or(0) as u16;
    let column = names.clamp(8, if area.width > 60 { 32 } else { 18 }) + 4;
    let about = cursor.filter(|_| focused && area.height > 10).and_then(|at| card.skills.get(at));
    let about = about.map_or_else(Vec::new, |skill| about_rows(paint, skill, area.width));
    let list = Rect { height: area.height.saturating_sub(2 + about.len() as u16), ..below(area, 1) };
    paint.rows(below(area, 1 + list.height), &about);
    paint.list(List::Agent, list, cursor.or(Some(0)), count, |paint, at| {
        let here = cursor == Some(at) && focused;
        let Some(skill) = card.skills.get(at) else { return Row::new() };
        let name = text::truncate(skill_name(skill), usize::from(column) - 4);
        Row::new()
            .at(1, paint.ink(Role::Here), if here { "▌" } else { " " })
            .text(paint.ink(Role::Text), name)
            .at(column, paint.ink(Role::Muted), skill.description.as_deref().unwrap_or_default())
            .background(paint.cursor(cursor == Some(at), focused))
            .target(Target::Row(List::Agent, at))
    });
}

/// The whole words of the skill under the cursor, and what may be said to it.
fn about_rows(paint: &Paint<'_>, skill: &crate::a2a::card::Skill, width: u16) -> Vec<Row> {
    let room = usize::from(width).saturating_sub(4).max(10);
    let mut rows = vec![Row::new()];
    let words = skill.description.as_deref().unwrap_or_default();
    let words = text::harmless(words);
    rows.extend(text::wrap(&words, room, 3).into_iter().map(|line| Row::new().at(2, paint.ink(Role::Muted), line)));
    if let Some(example) = skill.examples.first() {
        let example = text::harmless(example);
        let lines = text::wrap(&example, room, 2);
        rows.extend(lines.into_iter().map(|line| Row::new().at(2, paint.ink(Role::String), line)));
    }
    rows
}

fn skill_name(skill: &crate::a2a::card::Skill) -> &str {
    skill.name.as_deref().or(skill.id.as_deref()).unwrap_or("without a name")
}

fn runs_list(model: &Model, paint: &mut Paint<'_>, area: Rect) {
    let count = model.runs.len();
    if count == 0 || area.height < 2 {
        return;
    }
    paint.title(top(area, 1), &Title::section("Runs").right(Role::Muted, count.to_string()));
    let focused = model.focus == Pane::Agent;
    let cursor = model.agent.cursor.checked_sub(model.skill_count()).filter(|_| focused);
    let height = usize::from(area.height - 1);
    let first = cursor.unwrap_or(0).saturating_sub(height.saturating_sub(1));
    for (line, from_newest) in (first..count.min(first + height)).enumerate() {
        let Some(entry) = model.runs.get(count - 1 - from_newest) else { continue };
        let here = cursor == Some(from_newest);
        let selected = model.selected_run().is_some_and(|selected| selected.id == entry.id);
        let (glyph, role) = state_mark(entry, model.now);
        let row = Row::new()
            .at(1, paint.ink(Role::Here), if here { "▌" } else { " " })
            .text(paint.ink(role), glyph)
            .text(paint.ink(Role::Muted), format!(" {:>2} ", entry.id.0))
            .text(paint.ink(Role::Text), entry.word())
            .right(paint.ink(Role::Muted), format!("{} ", text::duration(entry.elapsed(model.now))))
            .background(paint.cursor(here || selected, here))
            .target(Target::Row(List::Agent, model.skill_count() + from_newest));
        paint.row(Rect { y: area.y + 1 + line as u16, height: 1, ..area }, &row);
    }
}

/// The card as it came, line by line.
fn raw_card(model: &Model, paint: &mut Paint<'_>, area: Rect) {
    let lines = &model.agent.card_lines;
    paint.list(List::RawCard, area, None, lines.len(), |paint, at| {
        super::schema::json_row(paint, lines.get(at).map_or("", String::as_str))
    });
}

/// What was tried, address by address, and what came of it.
fn without_card(model: &Model, paint: &mut Paint<'_>, area: Rect) {
    let mut rows = vec![Row::new()];
    if model.agent.attempts.is_empty() && model.agent.is_looking {
        rows.push(Row::new().at(2, paint.ink(Role::Muted), format!("looking for {}", model.agent.address)));
    }
    for attempt in &model.agent.attempts {
        rows.extend(attempt_rows(paint, attempt, area.width));
    }
    if !model.agent.is_looking {
        rows.push(Row::new());
        let again = key_of(Command::FetchAgain, false);
        let other = key_of(Command::OpenAgent, false);
        rows.push(Row::new().at(2, paint.ink(Role::Here), again).text(paint.ink(Role::Muted), " looks again"));
        rows.push(
            Row::new().at(2, paint.ink(Role::Here), other).text(paint.ink(Role::Muted), " opens another address"),
        );
    }
    let runs = if model.runs.is_empty() { 0 } else { (model.runs.len() as u16).min(7) + 1 };
    let list = top(area, area.height.saturating_sub(runs));
    paint.list(List::RawCard, list, None, rows.len(), |_, at| rows[at].clone());
    runs_list(model, paint, below(area, list.height));
}

fn attempt_rows(paint: &Paint<'_>, attempt: &Attempt, width: u16) -> Vec<Row> {
    let muted = paint.ink(Role::Muted);
    let (glyph, role, sentence, hint) = match &attempt.result {
        AttemptResult::Card(_) => ("✓", Role::Ok, "an agent card".to_owned(), None),
        AttemptResult::NotACard { sentence, hint, .. } => ("✗", Role::Error, sentence.clone(), hint.clone()),
        AttemptResult::Status { .. } => ("✗", Role::Error, "no card here".to_owned(), attempt.challenge.clone()),
        AttemptResult::Fault(fault) => ("✗", Role::Error, fault.sentence.clone(), None),
    };
    let room = usize::from(width).saturating_sub(5).max(10);
    let url = text::truncate_middle(&attempt.url, room).into_owned();
    let mut rows = vec![Row::new().at(2, paint.ink(role), glyph).at(4, paint.ink(Role::Text), url)];
    if let Some(status) = attempt.status {
        let kind = attempt.content_type.as_deref().unwrap_or("no content type");
        rows.push(Row::new().at(4, muted, format!("{status}  {kind}  {}", text::bytes(attempt.bytes))));
    }
    for words in [Some(sentence), hint].into_iter().flatten() {
        rows.extend(text::wrap(&words, room, 4).into_iter().map(|line| Row::new().at(4, muted, line)));
    }
    rows
}
