//! Keys while an overlay is there.

use super::{commands, finding, keys, running};
use crate::app::{Effect, Model, Overlay};
use crate::command::{self, Code, Key, When};
use crate::editor::Buffer;

/// A key for the overlay.
pub(super) fn key(model: &mut Model, key: Key) -> Vec<Effect> {
    let Some(mut overlay) = model.overlay.take() else { return Vec::new() };
    // Ctrl-C never does nothing: it closes what asks.
    if key.code == Code::Esc || key == Key::ctrl('c') {
        return Vec::new();
    }
    match &mut overlay {
        Overlay::Palette { typed, at } => match key.code {
            Code::Enter => return run_from_palette(model, &typed.text(), *at),
            Code::Up => *at = at.saturating_sub(1),
            Code::Down => *at = (*at + 1).min(command::palette::matches(model, &typed.text()).len().saturating_sub(1)),
            _ => {
                let before = typed.revision();
                line_key(typed, key);
                if typed.revision() != before {
                    *at = 0;
                }
            }
        },
        Overlay::Help { typed, first } => match key.code {
            Code::Up => *first = first.saturating_sub(1),
            Code::Down => *first += 1,
            Code::PageUp => *first = first.saturating_sub(10),
            Code::PageDown => *first += 10,
            Code::Enter => return Vec::new(),
            _ => {
                line_key(typed, key);
                *first = 0;
            }
        },
        Overlay::Leave => match key.code {
            Code::Char('y' | 'q') | Code::Enter => return running::leave(model),
            Code::Char('n') => return Vec::new(),
            _ => {}
        },
        Overlay::Preview { first, .. } => match key.code {
            Code::Up | Code::Char('k') => *first = first.saturating_sub(1),
            Code::Down | Code::Char('j') => *first += 1,
            Code::PageUp => *first = first.saturating_sub(10),
            Code::PageDown => *first += 10,
            Code::Char('y') => {
                if let Overlay::Preview { text: Some(Ok(text)), .. } = &overlay {
                    let copy = Effect::Copy { what: "request", text: text.clone() };
                    model.overlay = Some(overlay);
                    return vec![copy];
                }
            }
            Code::Enter => return commands::perform(model, command::Command::Send),
            _ if key == Key::ctrl('s') => return commands::perform(model, command::Command::Send),
            _ => {}
        },
        Overlay::Address { typed, fault } => match key.code {
            Code::Enter => {
                let address = typed.text().trim().to_owned();
                match running::open_agent(model, &address) {
                    Ok(effects) => return effects,
                    Err(why) => *fault = Some(why),
                }
            }
            _ => {
                line_key(typed, key);
                *fault = None;
            }
        },
        Overlay::Find { typed } => match key.code {
            Code::Enter => {
                model.find = typed.text();
                return finding::next(model, false);
            }
            _ => line_key(typed, key),
        },
        Overlay::OtherOrigin { origin } => match key.code {
            Code::Char('y') => {
                model.allowed_origins.push(std::mem::take(origin));
                return commands::perform(model, command::Command::Send);
            }
            Code::Char('n') | Code::Enter => return Vec::new(),
            _ => {}
        },
    }
    model.overlay = Some(overlay);
    Vec::new()
}

/// Text pasted into the overlay's line, if it has one.
pub(super) fn paste(model: &mut Model, text: &str) {
    if let Some(
        Overlay::Palette { typed, .. }
        | Overlay::Help { typed, .. }
        | Overlay::Address { typed, .. }
        | Overlay::Find { typed },
    ) = &mut model.overlay
    {
        typed.paste(text);
    }
}

/// A click on a row of the palette.
pub(super) fn click_palette(model: &mut Model, row: usize) -> Vec<Effect> {
    match model.overlay.take() {
        Some(Overlay::Palette { typed, .. }) => run_from_palette(model, &typed.text(), row),
        other => {
            model.overlay = other;
            Vec::new()
        }
    }
}

fn run_from_palette(model: &mut Model, typed: &str, at: usize) -> Vec<Effect> {
    match command::palette::matches(model, typed).get(at) {
        Some((row, When::Now)) => commands::perform(model, row.command),
        Some((row, When::Not(why))) => {
            model.toasts.say(model.now, format!("{}: {why}", row.name));
            Vec::new()
        }
        None => Vec::new(),
    }
}

fn line_key(line: &mut Buffer, key: Key) {
    match keys::motion(key, 1) {
        Some(motion) => line.go(motion, key.shift),
        None if key == Key::ctrl('a') => line.select_all(),
        None => keys::typed(line, key),
    }
}
