//! Moving the cursor of the focused pane.

use crate::app::{Effect, Entry, List, Model, Pane, Spot};

/// Moves by so many rows.
pub(super) fn by(model: &mut Model, rows: isize) -> Vec<Effect> {
    match model.focus {
        Pane::Agent if model.agent.is_raw => scroll(model, List::RawCard, rows),
        Pane::Agent => {
            let last = (model.skill_count() + model.runs.len()).saturating_sub(1);
            model.agent.cursor = model.agent.cursor.saturating_add_signed(rows).min(last);
        }
        Pane::Schema | Pane::Task => {
            if let Some(field) = model.field_mut() {
                let rows_away = rows.unsigned_abs();
                let motion = if rows < 0 {
                    crate::editor::Motion::PageUp(rows_away)
                } else {
                    crate::editor::Motion::PageDown(rows_away)
                };
                field.go(motion, false);
            }
        }
        Pane::Run => {
            if let Some(entry) = model.runs.selected_mut() {
                move_in_run(entry, rows);
            }
        }
        Pane::Wire => {
            if let Some(entry) = model.runs.selected_mut() {
                let last = entry.frame_count().saturating_sub(1);
                let at = entry.frame_at().saturating_add_signed(rows).min(last);
                // On the last row the cursor stays with the stream.
                entry.frame = (at != last).then_some(at);
            }
            return super::want_frame(model);
        }
        Pane::Log => {
            let last = model.runs.len().saturating_sub(1);
            model.log_cursor = model.log_cursor.saturating_add_signed(rows).min(last);
        }
    }
    Vec::new()
}

/// Moves by a page of what is on screen.
pub(super) fn page(model: &mut Model, direction: isize) -> Vec<Effect> {
    if model.focus == Pane::Run && shows_text(model) {
        let window = model.drawn.scrolls.get(List::Tree);
        if window.total > window.height {
            let rows = isize::try_from(window.height.max(2) - 1).unwrap_or(1);
            scroll(model, List::Tree, direction * rows);
            return Vec::new();
        }
    }
    let height = match model.focus {
        Pane::Schema | Pane::Task => model.drawn.field(model.focus).map_or(10, |field| usize::from(field.area.height)),
        Pane::Agent if model.agent.is_raw => model.drawn.scrolls.get(List::RawCard).height,
        Pane::Agent => model.drawn.scrolls.get(List::Agent).height,
        Pane::Run => model.drawn.scrolls.get(run_list(model)).height,
        Pane::Wire => model.drawn.scrolls.get(List::Frames).height,
        Pane::Log => model.drawn.scrolls.get(List::Log).height,
    };
    by(model, direction * isize::try_from(height.max(2) - 1).unwrap_or(1))
}

/// Whether what stands as the result is text: no cursor goes there, pages and the wheel move it.
fn shows_text(model: &Model) -> bool {
    let no_tree = model.selected_run().is_some_and(|entry| entry.is_over() && entry.tree.is_none());
    no_tree && model.drawn.lists.iter().any(|(_, list)| *list == List::Tree)
}

fn run_list(model: &Model) -> List {
    match model.selected_run().map(|entry| entry.spot) {
        Some(Spot::Result(_)) => List::Tree,
        Some(Spot::Place(_)) => List::Verdict,
        Some(Spot::Progress(_)) | None => List::Progress,
    }
}

/// To the first or the last row.
pub(super) fn to_end(model: &mut Model, first: bool) -> Vec<Effect> {
    if let (Pane::Schema | Pane::Task, Some(field)) = (model.focus, model.field_mut()) {
        field.go(if first { crate::editor::Motion::Start } else { crate::editor::Motion::End }, false);
        return Vec::new();
    }
    by(model, if first { isize::MIN / 2 } else { isize::MAX / 2 })
}

fn scroll(model: &mut Model, list: List, rows: isize) {
    let window = model.drawn.scrolls.get(list).moved(rows);
    model.drawn.scrolls.set(list, window);
}

/// Progress, result and places are one list for the cursor.
fn move_in_run(entry: &mut Entry, rows: isize) {
    let (progress, result, places) = sizes(entry);
    let last = (progress + result + places).saturating_sub(1);
    let at = match entry.spot {
        Spot::Progress(at) => at.min(progress.saturating_sub(1)),
        Spot::Result(at) => progress + at,
        Spot::Place(at) => progress + result + at,
    };
    let at = at.saturating_add_signed(rows).min(last);
    entry.spot = if at < progress {
        Spot::Progress(at)
    } else if at < progress + result {
        Spot::Result(at - progress)
    } else {
        Spot::Place(at - progress - result)
    };
    entry.follow = entry.spot == Spot::Progress(progress.saturating_sub(1));
}

fn sizes(entry: &Entry) -> (usize, usize, usize) {
    (entry.progress_count(), entry.tree.as_ref().map_or(0, crate::app::Tree::rows), entry.evidence_count())
}

/// Folds or unfolds the row under the cursor.
pub(super) fn fold(model: &mut Model) {
    if let Some(entry) = model.runs.selected_mut()
        && let (Spot::Result(row), Some(tree)) = (entry.spot, &mut entry.tree)
    {
        tree.toggle(row);
    }
}

/// Left folds or goes to the parent, right unfolds or goes in.
pub(super) fn sideways(model: &mut Model, left: bool) {
    if let Some(entry) = model.runs.selected_mut()
        && let (Spot::Result(row), Some(tree)) = (entry.spot, &mut entry.tree)
    {
        entry.spot = Spot::Result(if left { tree.left(row) } else { tree.right(row) });
    }
}

/// The wheel over a list: the list moves, the cursor only where the list follows it.
pub(super) fn wheel(model: &mut Model, list: List, rows: isize) -> Vec<Effect> {
    match list {
        List::Agent => {
            let last = (model.skill_count() + model.runs.len()).saturating_sub(1);
            model.agent.cursor = model.agent.cursor.saturating_add_signed(rows).min(last);
        }
        List::Tree if shows_text(model) => scroll(model, List::Tree, rows),
        List::Progress | List::Tree | List::Verdict => {
            if let Some(entry) = model.runs.selected_mut() {
                let (progress, result, places) = sizes(entry);
                // The wheel works on the list that is under it, wherever the cursor was.
                let (here, count) = match (list, entry.spot) {
                    (List::Progress, Spot::Progress(at)) => (at, progress),
                    (List::Progress, _) => (progress.saturating_sub(1), progress),
                    (List::Tree, Spot::Result(at)) => (at, result),
                    (List::Tree, _) => (0, result),
                    (_, Spot::Place(at)) => (at, places),
                    (_, _) => (0, places),
                };
                if count > 0 {
                    let at = here.saturating_add_signed(rows).min(count - 1);
                    entry.spot = match list {
                        List::Progress => Spot::Progress(at),
                        List::Tree => Spot::Result(at),
                        _ => Spot::Place(at),
                    };
                    entry.follow = entry.spot == Spot::Progress(progress.saturating_sub(1));
                }
            }
        }
        List::Frames => {
            if let Some(entry) = model.runs.selected_mut() {
                let last = entry.frame_count().saturating_sub(1);
                let at = entry.frame_at().saturating_add_signed(rows).min(last);
                entry.frame = (at != last).then_some(at);
            }
            return super::want_frame(model);
        }
        List::Log => {
            let last = model.runs.len().saturating_sub(1);
            model.log_cursor = model.log_cursor.saturating_add_signed(rows).min(last);
        }
        List::RawCard | List::Findings | List::Bytes | List::Decoded | List::Palette | List::Help | List::Preview => {
            scroll(model, list, rows);
        }
    }
    Vec::new()
}
