//! A key, from overlay to command to field.

use super::{commands, editing, overlays};
use crate::app::{Effect, Model, Pane};
use crate::command::{self, Code, Key, Meaning};
use crate::editor::{Buffer, Motion};

/// A key was pressed.
pub(super) fn key(model: &mut Model, key: Key) -> Vec<Effect> {
    if model.overlay.is_some() {
        return overlays::key(model, key);
    }
    if model.in_field
        && let Some(effects) = indent(model, key)
    {
        return effects;
    }
    match command::meaning(model, key) {
        Meaning::Command(command) => commands::perform(model, command),
        Meaning::Refused(_, why) => {
            let key = key.to_string();
            model.toasts.say(model.now, format!("{key}: {why}"));
            Vec::new()
        }
        Meaning::Nothing if model.in_field => in_field(model, key),
        Meaning::Nothing => Vec::new(),
    }
}

/// Text was pasted: into the overlay's line, or into the field, which it enters.
pub(super) fn paste(model: &mut Model, text: &str) -> Vec<Effect> {
    if model.overlay.is_some() {
        overlays::paste(model, text);
        return Vec::new();
    }
    if !model.focus.has_field() {
        model.toasts.say(model.now, "nothing takes text here");
        return Vec::new();
    }
    model.in_field = true;
    editing::edit(model, |field| field.paste(text))
}

/// Tab and back tab in the schema, where they indent.
fn indent(model: &mut Model, key: Key) -> Option<Vec<Effect>> {
    if model.focus != Pane::Schema || key.code != Code::Tab || key.ctrl || key.alt {
        return None;
    }
    if !model.schema.field.tab_indents() {
        return None;
    }
    Some(editing::edit(model, |field| if key.shift { field.outdent() } else { field.indent() }))
}

fn in_field(model: &mut Model, key: Key) -> Vec<Effect> {
    let page = model.drawn.field(model.focus).map_or(10, |field| usize::from(field.area.height).max(2) - 1);
    if let Some(motion) = motion(key, page) {
        if let Some(field) = model.field_mut() {
            field.go(motion, key.shift);
        }
        return Vec::new();
    }
    editing::edit(model, |field| typed(field, key))
}

/// A key that types or deletes.
pub(super) fn typed(field: &mut Buffer, key: Key) {
    match key.code {
        Code::Char(c) if !key.ctrl && !key.alt => field.insert(c),
        Code::Enter => field.newline(),
        Code::Backspace if key.ctrl || key.alt => field.delete(Motion::WordLeft),
        Code::Backspace => field.backspace(),
        Code::Delete if key.ctrl || key.alt => field.delete(Motion::WordRight),
        Code::Delete => field.delete(Motion::Right),
        _ => {}
    }
}

/// A key that moves the cursor.
pub(super) fn motion(key: Key, page: usize) -> Option<Motion> {
    let by_word = key.ctrl || key.alt;
    Some(match key.code {
        Code::Left if by_word => Motion::WordLeft,
        Code::Right if by_word => Motion::WordRight,
        Code::Left => Motion::Left,
        Code::Right => Motion::Right,
        Code::Up => Motion::Up,
        Code::Down => Motion::Down,
        Code::Home if by_word => Motion::Start,
        Code::End if by_word => Motion::End,
        Code::Home => Motion::LineStart,
        Code::End => Motion::LineEnd,
        Code::PageUp => Motion::PageUp(page),
        Code::PageDown => Motion::PageDown(page),
        _ => return None,
    })
}
