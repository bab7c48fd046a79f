//! The lines around the panes: header, tabs, the line of hints, footer, messages.

use ratatui::layout::Rect;

use super::Row;
use super::paint::Paint;
use super::pane::state_mark;
use super::theme::Role;
use super::widget::{Footer, Hint, Piece, Status, Tab, Tabs, Toast, piece, spinner};
use crate::app::{Lesson, Model, Pane, Target, Tone};
use crate::command::{self, Command, key_of};
use crate::text;

/// The header: which agent, how it is spoken to, how the selected run stands.
pub fn header(model: &Model, paint: &mut Paint<'_>, area: Rect) {
    paint.fill(area, paint.ink(Role::Raised));
    let (value, muted) = (paint.ink(Role::Text), paint.ink(Role::Muted));
    let strong = paint.ink(Role::Strong);
    let agent = &model.agent;
    let mut row = Row::new().at(1, paint.ink(Role::Here), "◆ ");
    if agent.address.is_empty() {
        row = row.text(strong, "catseye").text(muted, "   no agent");
    } else {
        row = row.text(strong, agent.name());
        if let Some(version) = agent.card.as_ref().and_then(|card| card.version.as_deref()) {
            row = row.text(muted, format!(" {version}"));
        }
        if agent.card.is_some() {
            row = row.text(muted, format!("   {}", agent.host()));
        }
        row = match (&agent.choice, agent.is_looking) {
            (_, true) => row.text(paint.ink(Role::Live), format!("   {} looking for the card", spinner(model.now))),
            (Some(choice), false) => match &choice.chosen {
                Ok(chosen) => {
                    let binding = super::pane::binding_words(chosen.binding.word());
                    let streams = agent.card.as_ref().is_some_and(|card| card.streams());
                    let words = format!(
                        "   A2A {} · {binding}{}",
                        chosen.dialect.word(),
                        if streams { " · streams" } else { "" }
                    );
                    row.text(value, words)
                }
                Err(_) => row.text(paint.ink(Role::Error), "   no usable interface"),
            },
            (None, false) => row.text(paint.ink(Role::Error), "   no card"),
        };
        if let Some(params) = agent.params() {
            row = row.text(muted, "   structured output ").text(value, super::pane::limit_words(params));
        }
    }
    if let Some(entry) = model.selected_run() {
        let (glyph, role) = state_mark(entry, model.now);
        let style = paint.ink(role).add_modifier(ratatui::style::Modifier::BOLD);
        row = row.right(paint.ink(role), format!("{glyph} ")).right(style, entry.word());
        let places = entry.places() as u64;
        if places > 0 {
            row = row.right(muted, format!("  {}", text::count(places, "place")));
        }
        row = row.right(muted, format!("  {} ", text::duration(entry.elapsed(model.now))));
    }
    paint.row(area, &row);
}

/// The tabs, where there is one column.
pub fn tabs(model: &Model, paint: &mut Paint<'_>, area: Rect) {
    let (errors, warnings) = model.schema.counts();
    let schema_mark = match (errors, warnings) {
        (0, 0) => None,
        (0, warnings) => Some(piece(Role::Warn, format!("!{warnings}"))),
        (errors, _) => Some(piece(Role::Error, format!("✗{errors}"))),
    };
    let run_mark: Option<Piece<'_>> = model.selected_run().map(|entry| {
        let (glyph, role) = state_mark(entry, model.now);
        piece(role, glyph)
    });
    let keys = Pane::ALL.map(|pane| pane.number().to_string());
    let tabs: Vec<Tab<'_>> = Pane::ALL
        .iter()
        .zip(&keys)
        .map(|(pane, key)| {
            let mark = match pane {
                Pane::Schema => schema_mark.clone(),
                Pane::Run => run_mark.clone(),
                _ => None,
            };
            Tab { key, name: pane.title(), mark }
        })
        .collect();
    let active = usize::from(model.focus.number() - 1);
    let places = Tabs { tabs: &tabs, active }.draw(paint.theme, area, paint.buffer);
    for (pane, place) in Pane::ALL.iter().zip(places) {
        let hit = Rect { x: area.x + place.start, width: place.end - place.start, ..area };
        paint.hit(hit, Target::Command(Command::Show(*pane)));
    }
}

/// The first minute's hint: what to do next, with real keys.
pub fn hint(model: &Model, paint: &mut Paint<'_>, area: Rect) {
    let Some(lesson) = model.hint.lesson() else { return };
    let key = |command| key_of(command, model.in_field);
    // In a field plain keys are text: the way to a pane is the one that works there too.
    let words: Vec<(Option<String>, &str)> = match lesson {
        Lesson::Send => vec![
            (None, "a schema and a task are laid out"),
            (Some(key(Command::Send)), "sends them to the embedded agent"),
        ],
        Lesson::Watch => vec![(None, "watch: progress, the artifact as it comes, each step of the verdict")],
        Lesson::TryFailing => vec![
            (None, "typed. now see one fail"),
            (Some(key(Command::Show(Pane::Agent))), "goes to the agent's skills"),
        ],
        Lesson::UseExample => vec![
            (Some("↓".to_owned()), "picks a skill"),
            (Some(key_of(Command::UseExample, false)), "puts its example into the task"),
        ],
        Lesson::SendExample => vec![(Some(key(Command::Send)), "sends the example")],
        Lesson::ReadVerdict if model.focus == Pane::Run => {
            vec![(None, "the verdict says why"), (Some(key(Command::ShowWire)), "shows the bytes behind it")]
        }
        Lesson::ReadVerdict => {
            vec![(None, "the verdict says why"), (Some(key(Command::Show(Pane::Run))), "goes there")]
        }
    };
    let mut row = Row::new();
    for (at, (key, words)) in words.into_iter().enumerate() {
        let start = if at == 0 { 1 } else { row.width() + 3 };
        row = row.at(start, paint.ink(Role::Here), key.as_deref().unwrap_or(""));
        let gap = if key.is_some() { " " } else { "" };
        row = row.text(paint.ink(Role::Text), format!("{gap}{words}"));
    }
    paint.row(area, &row);
}

/// The footer: what can be done here, with its keys.
pub fn footer(model: &Model, paint: &mut Paint<'_>, area: Rect) {
    let rows = command::footer(model);
    let keys: Vec<String> = rows.iter().map(|(_, key)| key.to_string()).collect();
    let hints: Vec<Hint<'_>> =
        rows.iter().zip(&keys).map(|((row, _), key)| Hint { key, words: row.hint, rank: row.rank }).collect();
    // Palette and help stand at the right end; help is the last to go.
    let split = rows.iter().position(|(row, _)| row.rank >= 200).unwrap_or(rows.len());
    let (left, right) = hints.split_at(split);
    let right: Vec<Hint<'_>> = right.iter().map(|hint| Hint { rank: 201 - hint.rank.min(201), ..*hint }).collect();
    let places = Footer { left, right: &right }.draw(paint.theme, area, paint.buffer);
    for (at, place) in places {
        if let Some((row, _)) = rows.get(at) {
            let hit = Rect { x: area.x + place.start, width: place.end.saturating_sub(place.start), ..area };
            paint.hit(hit, Target::Command(row.command));
        }
    }
}

/// Messages, above the footer at the right, over the end of the line of hints.
pub fn toasts(model: &Model, paint: &mut Paint<'_>, screen: Rect) {
    for (up, toast) in model.toasts.iter().collect::<Vec<_>>().into_iter().rev().enumerate() {
        let status = match toast.tone {
            Tone::Done => Status::Ok,
            Tone::Note => Status::Idle,
            Tone::Fault => Status::Error,
        };
        Toast { status, words: &toast.text }.draw(paint.theme, screen, 1 + up as u16, paint.buffer);
    }
}
