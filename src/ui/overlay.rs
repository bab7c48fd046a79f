//! What lies over the panes: palette, help, questions, the request, one-line fields.

mod help;
mod palette;
mod preview;

use ratatui::layout::Rect;

use super::Row;
use super::layout::Layout;
use super::paint::Paint;
use super::theme::Role;
use super::widget;
use crate::app::{Model, Overlay, Target};
use crate::editor::Buffer;
use crate::text;

/// Draws the overlay, if there is one. Whether the fields below are covered.
pub fn draw(model: &Model, paint: &mut Paint<'_>, screen: Rect, laid: &Layout) -> bool {
    let Some(overlay) = &model.overlay else { return false };
    // What is below gets no clicks.
    paint.hit(screen, Target::Cover);
    match overlay {
        Overlay::Palette { typed, at } => palette::draw(model, paint, screen, typed, *at),
        Overlay::Help { typed, first } => help::draw(model, paint, screen, typed, *first),
        Overlay::Preview { text, first } => preview::draw(paint, screen, text.as_ref(), *first),
        Overlay::Leave => leave(model, paint, screen),
        Overlay::Address { typed, fault } => address(paint, screen, typed, fault.as_deref()),
        Overlay::Find { typed } => find(model, paint, laid, typed),
        Overlay::OtherOrigin { origin } => other_origin(model, paint, screen, origin),
    }
    true
}

/// A box with its title; the area inside.
fn frame(paint: &mut Paint<'_>, screen: Rect, title: &str, hint: &[(&str, &str)], size: (u16, u16)) -> Rect {
    let mut pieces = Vec::new();
    for (at, (key, words)) in hint.iter().enumerate() {
        if at > 0 {
            pieces.push(widget::piece(Role::Muted, "   "));
        }
        pieces.push(widget::piece(Role::Here, *key));
        pieces.push(widget::piece(Role::Muted, format!(" {words}")));
    }
    let overlay = widget::Overlay { title, hint: &pieces, width: size.0, height: size.1 };
    overlay.draw(paint.theme, screen, paint.buffer)
}

/// A line that is typed into, after a prompt.
fn line(paint: &mut Paint<'_>, area: Rect, prompt: &str, typed: &Buffer) {
    let area = Rect { height: area.height.min(1), ..area };
    let start = (text::width(prompt) as u16).min(area.width);
    paint.row(area, &Row::new().text(paint.ink(Role::Here), prompt));
    let place = Rect { x: area.x + start, width: area.width - start, ..area };
    let field = widget::Field { buffer: typed, entered: true, placeholder: "", secret: false };
    paint.overlay_cursor = field.draw(paint.theme, place, paint.buffer);
}

fn leave(model: &Model, paint: &mut Paint<'_>, screen: Rect) {
    let running = text::count(model.runs.active() as u64, "task");
    let area = frame(paint, screen, "leave", &[("Enter", "stop and leave"), ("Esc", "stay")], (52, 3));
    let words = format!("{running} still running; leaving stops it at the agent");
    let row = Row::new().at(1, paint.ink(Role::Text), words);
    paint.row(Rect { y: area.y + 1, height: 1, ..area }, &row);
}

fn address(paint: &mut Paint<'_>, screen: Rect, typed: &Buffer, fault: Option<&str>) {
    let area = frame(paint, screen, "open an agent", &[("Enter", "open"), ("Esc", "close")], (66, 4));
    line(paint, Rect { y: area.y + 1, height: 1, ..area }, "address  ", typed);
    let below = Rect { y: area.y + 2, height: 1, ..area };
    let row = match fault {
        Some(fault) => Row::new().text(paint.ink(Role::Error), "✗ ").text(paint.ink(Role::Text), fault),
        None => Row::new().at(9, paint.ink(Role::Faint), "a base URL, or the card's own"),
    };
    paint.row(below, &row);
}

/// The line to find text stands where the footer is: what is looked at stays in sight.
fn find(model: &Model, paint: &mut Paint<'_>, laid: &Layout, typed: &Buffer) {
    let area = laid.footer;
    let ground = paint.ink(Role::Raised).patch(paint.ink(Role::Text));
    paint.clear(area, ground);
    line(paint, area, &format!(" find in {}  ", model.focus.title()), typed);
}

fn other_origin(model: &Model, paint: &mut Paint<'_>, screen: Rect, origin: &str) {
    let area = frame(paint, screen, "credentials", &[("y", "send them there"), ("n", "do not send")], (64, 5));
    let (value, muted) = (paint.ink(Role::Text), paint.ink(Role::Muted));
    let rows = [
        Row::new(),
        Row::new().at(1, value, "the agent is elsewhere than the address you typed"),
        Row::new().at(1, muted, "typed").at(10, value, &model.agent.address),
        Row::new().at(1, muted, "agent").at(10, value, origin),
    ];
    paint.rows(area, &rows);
}
