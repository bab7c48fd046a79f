//! What each command does. Without a wildcard: a command that is added must be given a meaning here.

use super::{copying, editing, finding, moving, running};
use crate::app::{Effect, Model, Overlay, Pane, Spot};
use crate::command::Command;
use crate::editor::Buffer;

/// Does a command. Whether it can be used now was asked before.
pub(super) fn perform(model: &mut Model, command: Command) -> Vec<Effect> {
    let now = model.now;
    match command {
        // -- the task
        Command::Send => return running::send(model),
        Command::Preview => return running::preview(model),
        Command::Stop => return running::stop(model),
        Command::Answer => running::answer(model),
        Command::SendAgain => return running::send_again(model),
        Command::Continue => running::go_on(model),
        // -- fields
        Command::EnterField => model.in_field = true,
        Command::LeaveField => model.in_field = false,
        Command::Cut => {
            let mut cut = None;
            let mut effects = editing::edit(model, |field| cut = field.cut());
            effects.extend(cut.map(|text| Effect::Copy { what: "selection", text }));
            return effects;
        }
        Command::CopySelection => {
            let selected = model.field().and_then(Buffer::selected);
            return selected.map(|text| Effect::Copy { what: "selection", text }).into_iter().collect();
        }
        Command::SelectAll => {
            if let Some(field) = model.field_mut() {
                field.select_all();
            }
        }
        Command::Undo => {
            return editing::edit(model, |field| {
                field.undo();
            });
        }
        Command::Redo => {
            return editing::edit(model, |field| {
                field.redo();
            });
        }
        Command::Editor => {
            let Some(field) = model.field() else { return Vec::new() };
            return vec![Effect::OpenEditor { pane: model.focus, text: field.text() }];
        }
        // -- the schema
        Command::Format => return editing::rewrite_schema(model, true),
        Command::Compact => return editing::rewrite_schema(model, false),
        Command::NextFinding => return finding::next_finding(model, false),
        Command::PreviousFinding => return finding::next_finding(model, true),
        // -- the task's options
        Command::ToggleSchema => model.task.typed = !model.task.typed,
        Command::ToggleStream => model.task.stream = !model.task.stream,
        Command::ToggleEncoding => model.task.next_encoding(),
        Command::ToggleCompact => {
            model.task.compact = !model.task.compact;
            // What is measured is what will be sent.
            return super::check_schema(model);
        }
        Command::ToggleFormats => model.task.assert_formats = !model.task.assert_formats,
        Command::NewConversation => {
            model.task.context = None;
            model.task.answering = None;
            model.toasts.say(now, "the next task begins a new conversation");
        }
        // -- the agent
        Command::UseExample => return running::use_example(model),
        Command::RawCard => model.agent.is_raw = !model.agent.is_raw,
        Command::FetchAgain => return super::fetch_card(model),
        Command::AgentBefore => {
            let before = model.agent_before.clone().unwrap_or_default();
            return running::open_agent(model, &before).unwrap_or_default();
        }
        Command::OpenAgent => {
            let typed = Buffer::field(&model.agent.address);
            model.overlay = Some(Overlay::Address { typed, fault: None });
        }
        // -- the run
        Command::ShowRun => {
            if let Some(index) = model.run_under_cursor() {
                model.runs.select(index);
                return super::show(model, Pane::Run);
            }
        }
        Command::ShowPlace => finding::show_place(model),
        Command::ShowRule => return finding::show_rule(model),
        Command::Fold => moving::fold(model),
        Command::Left => moving::sideways(model, true),
        Command::Right => moving::sideways(model, false),
        Command::Copy => return copying::under_cursor(model),
        Command::CopyPointer => return copying::pointer(model),
        Command::CopyRaw => return copying::result(model),
        Command::CopyCurl => return copying::curl(model),
        Command::CopyRetry => return copying::retry_prompt(model),
        Command::PreviousRun => select_run(model, -1),
        Command::NextRun => select_run(model, 1),
        // -- moving
        Command::Up => return moving::by(model, -1),
        Command::Down => return moving::by(model, 1),
        Command::PageUp => return moving::page(model, -1),
        Command::PageDown => return moving::page(model, 1),
        Command::Top => return moving::to_end(model, true),
        Command::Bottom => return moving::to_end(model, false),
        // -- panes
        Command::Show(pane) => return super::show(model, pane),
        Command::ShowWire => return finding::show_wire(model),
        Command::Back => {
            let back = model.back_to;
            return super::show(model, back);
        }
        Command::Zoom => model.zoom = !model.zoom,
        Command::NextPane => return super::show(model, beside(model.focus, 1)),
        Command::PreviousPane => return super::show(model, beside(model.focus, -1)),
        Command::Find => model.overlay = Some(Overlay::Find { typed: Buffer::field(&model.find) }),
        Command::FindNext => return finding::next(model, false),
        Command::FindPrevious => return finding::next(model, true),
        // -- the workbench
        Command::Theme => {
            let at = model.themes.iter().position(|theme| *theme == model.theme).map_or(0, |at| at + 1);
            if let Some(theme) = model.themes.get(at % model.themes.len().max(1)) {
                model.theme.clone_from(theme);
                model.toasts.say(now, format!("theme {}", model.theme));
            }
        }
        Command::Mouse => {
            model.mouse = !model.mouse;
            let words =
                if model.mouse { "the mouse is catseye's" } else { "the mouse is the terminal's: select as usual" };
            model.toasts.say(now, words);
            return vec![Effect::Mouse(model.mouse)];
        }
        Command::Redraw => return vec![Effect::Redraw],
        Command::Suspend => return vec![Effect::Suspend],
        Command::Dismiss => model.toasts.clear(),
        Command::Leave => {
            if model.runs.active() == 0 {
                return running::leave(model);
            }
            model.overlay = Some(Overlay::Leave);
        }
        Command::Palette => model.overlay = Some(Overlay::Palette { typed: Buffer::field(""), at: 0 }),
        Command::Help => model.overlay = Some(Overlay::Help { typed: Buffer::field(""), first: 0 }),
    }
    Vec::new()
}

/// The pane after or before this one; the full screens are reached by their numbers, not on the way round.
fn beside(pane: Pane, by: isize) -> Pane {
    let mut next = pane.step(by);
    while next.is_full_screen() && !pane.is_full_screen() {
        next = next.step(by);
    }
    next
}

fn select_run(model: &mut Model, by: isize) {
    let Some(at) = model.runs.selected_index() else { return };
    model.runs.select(at.saturating_add_signed(by));
    if let Some(entry) = model.runs.selected_mut()
        && !entry.is_over()
    {
        entry.follow = true;
        entry.spot = Spot::Progress(entry.progress_count().saturating_sub(1));
    }
}
