//! One frame: everything that is known, onto the cells.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::layout::{self, Columns, Layout, Wants};
use super::paint::Paint;
use super::theme::{Role, Theme};
use super::{bar, overlay, pane};
use crate::app::{Drawn, Model, Pane};

/// What a frame left behind.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// What stands where: given back to the model as `Msg::Drawn`, so that mouse and scrolling know.
    pub drawn: Drawn,
    /// Where the terminal's cursor goes: into an entered field.
    pub cursor: Option<Position>,
}

/// Draws the model. Nothing outside of it is looked at; the same model gives the same cells.
pub fn view(model: &Model, theme: &Theme, buffer: &mut Buffer) -> View {
    let screen = buffer.area;
    let mut paint = Paint::new(buffer, theme, &model.drawn);
    let ground = paint.ink(Role::Ground).patch(paint.ink(Role::Text));
    paint.clear(screen, ground);
    if !layout::fits(screen.width, screen.height) {
        too_small(&mut paint, screen);
        return View { drawn: paint.drawn, cursor: None };
    }
    let laid = layout::layout(screen, wants(model));
    bar::header(model, &mut paint, laid.header);
    if let Some(tabs) = laid.tabs {
        bar::tabs(model, &mut paint, tabs);
    }
    for rule in &laid.rules {
        paint.rule_down(*rule);
    }
    for (pane, area) in &laid.panes {
        draw_pane(model, &mut paint, *pane, *area, &laid);
    }
    if let Some(hint) = laid.hint {
        bar::hint(model, &mut paint, hint);
    }
    bar::footer(model, &mut paint, laid.footer);
    let covered = overlay::draw(model, &mut paint, screen, &laid);
    bar::toasts(model, &mut paint, screen);
    let cursor = paint.cursor_at.filter(|_| !covered).or(paint.overlay_cursor);
    View { drawn: paint.drawn, cursor }
}

/// What the layout needs to know of the model.
fn wants(model: &Model) -> Wants {
    Wants {
        focus: model.focus,
        zoom: model.zoom,
        agent_on_left: model.agent_on_left,
        hint: model.hint.lesson().is_some(),
        task_rows: u16::try_from(model.task.field.lines()).unwrap_or(u16::MAX),
    }
}

fn draw_pane(model: &Model, paint: &mut Paint<'_>, pane: Pane, area: Rect, laid: &Layout) {
    paint.hit(area, crate::app::Target::Pane(pane));
    // One pane alone on a wide screen keeps a margin, so that lines of text do not touch the edge.
    let area = if laid.columns != Columns::One && laid.panes.len() == 1 && area.width > 4 {
        Rect { x: area.x + 1, width: area.width - 2, ..area }
    } else {
        area
    };
    match pane {
        Pane::Agent => pane::agent(model, paint, area),
        Pane::Schema => pane::schema(model, paint, area, laid),
        Pane::Task => pane::task(model, paint, area),
        Pane::Run => pane::run(model, paint, area),
        Pane::Wire => pane::wire(model, paint, area),
        Pane::Log => pane::log(model, paint, area),
    }
}

/// Says what is needed where the workbench does not fit.
fn too_small(paint: &mut Paint<'_>, screen: Rect) {
    let words = format!("catseye needs {} columns and {} rows", layout::LEAST_WIDTH, layout::LEAST_HEIGHT);
    let here = format!("here are {} and {}", screen.width, screen.height);
    let muted = paint.ink(Role::Muted);
    for (line, words) in [words, here].iter().enumerate() {
        let y = screen.y + screen.height.saturating_sub(2) / 2 + line as u16;
        if y < screen.bottom() {
            paint.row(Rect { y, height: 1, ..screen }, &super::Row::new().text(muted, words));
        }
    }
}
