//! The mouse: a click does what the row or the hint under it says, the wheel moves what is under it.

use ratatui::layout::Position;

use super::{commands, editing, moving, overlays};
use crate::app::{DrawnField, Effect, List, Model, Mouse, MouseKind, Pane, Spot, Target};
use crate::command::{self, Meaning, When};
use crate::ui::widget::{EditorView, MessageField};

/// Rows that one step of the wheel moves.
const WHEEL: isize = 3;

/// The mouse did something.
pub(super) fn mouse(model: &mut Model, mouse: Mouse) -> Vec<Effect> {
    match mouse.kind {
        MouseKind::Press => press(model, mouse),
        MouseKind::Drag => {
            drag(model, mouse);
            Vec::new()
        }
        MouseKind::WheelUp => wheel(model, mouse, -WHEEL),
        MouseKind::WheelDown => wheel(model, mouse, WHEEL),
    }
}

fn press(model: &mut Model, mouse: Mouse) -> Vec<Effect> {
    match model.drawn.hit(mouse.x, mouse.y) {
        None | Some((_, Target::Cover)) => Vec::new(),
        Some((_, Target::Command(command))) => {
            let usable = command::row(command).map_or(When::Now, |row| (row.when)(model));
            match usable {
                When::Now => commands::perform(model, command),
                When::Not(why) => {
                    model.toasts.say(model.now, why);
                    Vec::new()
                }
            }
        }
        Some((_, Target::Pane(pane))) => super::show(model, pane),
        Some((_, Target::Row(list, row))) => press_row(model, list, row),
        Some((_, Target::Text(pane))) => {
            let drawn = model.drawn.field(pane).copied();
            let effects = super::show(model, pane);
            model.in_field = true;
            if let Some(field) = drawn {
                put_cursor(model, field, mouse, false);
            }
            effects
        }
    }
}

/// A click on a row selects it; a click on the selected row does what Enter does.
fn press_row(model: &mut Model, list: List, row: usize) -> Vec<Effect> {
    let pane = match list {
        List::Palette => return overlays::click_palette(model, row),
        List::Agent | List::RawCard => Pane::Agent,
        List::Findings => Pane::Schema,
        List::Progress | List::Tree | List::Verdict => Pane::Run,
        List::Frames | List::Bytes | List::Decoded => Pane::Wire,
        List::Log => Pane::Log,
        List::Help | List::Preview => return Vec::new(),
    };
    let was_focused = model.focus == pane;
    let mut effects = super::show(model, pane);
    let mut again = false;
    match list {
        List::Agent => again = std::mem::replace(&mut model.agent.cursor, row) == row,
        List::Log => again = std::mem::replace(&mut model.log_cursor, row) == row,
        List::Progress | List::Tree | List::Verdict => {
            let spot = match list {
                List::Progress => Spot::Progress(row),
                List::Tree => Spot::Result(row),
                _ => Spot::Place(row),
            };
            if let Some(entry) = model.runs.selected_mut() {
                again = std::mem::replace(&mut entry.spot, spot) == spot;
                entry.follow = false;
            }
        }
        List::Frames => {
            if let Some(entry) = model.runs.selected_mut() {
                entry.frame = (row + 1 < entry.frame_count()).then_some(row);
            }
            effects.extend(super::want_frame(model));
        }
        List::Findings => {
            let place = model.schema.findings().get(row).and_then(|finding| finding.place);
            if let Some(place) = place {
                model.schema.field.go_to(place);
            }
        }
        List::RawCard | List::Bytes | List::Decoded | List::Palette | List::Help | List::Preview => {}
    }
    // A folded row opens at the first click: there is nothing else a click there could want.
    if (again && was_focused) || (list == List::Tree && model.on_branch()) {
        let enter = command::Key::plain(command::Code::Enter);
        if let Meaning::Command(command) = command::meaning(model, enter) {
            effects.extend(commands::perform(model, command));
        }
    }
    effects
}

fn drag(model: &mut Model, mouse: Mouse) {
    let pane = model.focus;
    if model.in_field
        && let Some(field) = model.drawn.field(pane).copied()
    {
        put_cursor(model, field, mouse, true);
    }
}

/// Puts the cursor of a field where the mouse is, scrolled as it was drawn.
fn put_cursor(model: &mut Model, drawn: DrawnField, mouse: Mouse, extend: bool) {
    let area = drawn.area;
    let place = Position { x: mouse.x.max(area.x), y: mouse.y.clamp(area.y, area.bottom().max(area.y + 1) - 1) };
    let at = match drawn.pane {
        Pane::Schema => {
            let view = EditorView { buffer: &model.schema.field, here: true, entered: true, found: None };
            view.at(drawn.scroll, area, place)
        }
        _ => MessageField { buffer: &model.task.field, entered: true, placeholder: "" }.at(drawn.scroll, area, place),
    };
    editing::put_cursor(model, drawn.pane, at, extend);
}

fn wheel(model: &mut Model, mouse: Mouse, rows: isize) -> Vec<Effect> {
    if let Some(list) = model.drawn.list(mouse.x, mouse.y) {
        return moving::wheel(model, list, rows);
    }
    match model.drawn.hit(mouse.x, mouse.y) {
        Some((_, Target::Text(pane))) => {
            editing::scroll_field(model, pane, rows);
            Vec::new()
        }
        _ => Vec::new(),
    }
}
