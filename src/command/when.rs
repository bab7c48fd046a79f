//! When a command can be used, or why it cannot: one predicate each, in words for the palette.

use super::When;
use crate::app::{Model, Pane};

fn check(holds: bool, why_not: &'static str) -> When {
    if holds { When::Now } else { When::Not(why_not) }
}

pub(super) fn always(_: &Model) -> When {
    When::Now
}

pub(super) fn can_send(model: &Model) -> When {
    check(!model.agent.address.is_empty(), "no agent is open")
}

pub(super) fn has_address(model: &Model) -> When {
    check(!model.agent.address.is_empty(), "no agent is open")
}

pub(super) fn has_agent_before(model: &Model) -> When {
    check(model.agent_before.is_some(), "no other agent was open")
}

pub(super) fn has_card(model: &Model) -> When {
    check(model.agent.card.is_some(), "there is no card yet")
}

pub(super) fn has_request(model: &Model) -> When {
    check(model.agent.card.is_some(), "the request needs the agent's card")
}

pub(super) fn run_is_active(model: &Model) -> When {
    check(model.selected_run().is_some_and(|entry| !entry.is_over()), "no task is running")
}

pub(super) fn run_is_over(model: &Model) -> When {
    match model.selected_run() {
        None => When::Not("there is no run yet"),
        Some(entry) => check(entry.is_over(), "the task is still running"),
    }
}

pub(super) fn agent_waits(model: &Model) -> When {
    check(model.selected_run().is_some_and(|entry| entry.waits_for_us()), "the agent does not wait for an answer")
}

pub(super) fn has_result(model: &Model) -> When {
    check(model.selected_run().is_some_and(|entry| entry.has_result()), "no result has arrived")
}

pub(super) fn has_sent(model: &Model) -> When {
    check(model.selected_run().is_some_and(|entry| entry.has_sent()), "nothing was sent")
}

pub(super) fn has_mismatch(model: &Model) -> When {
    check(model.selected_run().is_some_and(|entry| entry.places() > 0), "nothing in the result is wrong")
}

pub(super) fn has_rule(model: &Model) -> When {
    let refused = model.selected_run().is_some_and(|entry| entry.schema_is_refused());
    check(
        model.evidence_under_cursor().is_some_and(|at| at.schema_place.is_some() || (refused && at.place.is_some())),
        "the cursor is on no finding",
    )
}

pub(super) fn has_frames(model: &Model) -> When {
    check(model.selected_run().is_some_and(|entry| entry.frame_count() > 0), "nothing went over the wire yet")
}

pub(super) fn has_earlier_run(model: &Model) -> When {
    check(model.runs.selected_index().is_some_and(|at| at > 0), "there is no earlier run")
}

pub(super) fn has_later_run(model: &Model) -> When {
    check(model.runs.selected_index().is_some_and(|at| at + 1 < model.runs.len()), "there is no later run")
}

pub(super) fn in_field(model: &Model) -> When {
    check(model.in_field, "the field is not entered")
}

pub(super) fn outside_field(model: &Model) -> When {
    check(!model.in_field, "the field is entered")
}

pub(super) fn has_selection(model: &Model) -> When {
    check(model.field().is_some_and(crate::editor::Buffer::has_selection), "nothing is selected")
}

pub(super) fn can_undo(model: &Model) -> When {
    check(model.field().is_some_and(crate::editor::Buffer::can_undo), "nothing to undo")
}

pub(super) fn can_redo(model: &Model) -> When {
    check(model.field().is_some_and(crate::editor::Buffer::can_redo), "nothing to do again")
}

pub(super) fn schema_is_json(model: &Model) -> When {
    check(model.schema.is_json(), "the schema is no JSON yet")
}

pub(super) fn has_findings(model: &Model) -> When {
    match model.focus {
        Pane::Run => check(model.selected_run().is_some_and(|entry| entry.places() > 0), "nothing was found"),
        _ => check(!model.schema.findings().is_empty(), "nothing was found"),
    }
}

pub(super) fn has_conversation(model: &Model) -> When {
    if model.in_field {
        return When::Not("the field is entered");
    }
    check(model.task.context.is_some() || model.task.answering.is_some(), "the conversation is new")
}

pub(super) fn has_context(model: &Model) -> When {
    if model.in_field {
        return When::Not("the field is entered");
    }
    check(
        model.selected_run().is_some_and(|entry| entry.run.task.context_id.is_some()),
        "the agent named no conversation",
    )
}

pub(super) fn on_skill(model: &Model) -> When {
    check(model.skill_under_cursor().is_some(), "the cursor is on no skill")
}

pub(super) fn on_run(model: &Model) -> When {
    check(model.run_under_cursor().is_some(), "the cursor is on no run")
}

pub(super) fn on_evidence(model: &Model) -> When {
    check(model.on_place(), "the cursor is on no finding of the value")
}

pub(super) fn on_branch(model: &Model) -> When {
    check(model.on_branch(), "nothing to fold here")
}

pub(super) fn on_tree(model: &Model) -> When {
    check(model.on_tree(), "the cursor is on no value")
}

pub(super) fn can_copy(model: &Model) -> When {
    check(model.can_copy(), "nothing to copy here")
}

pub(super) fn can_find(model: &Model) -> When {
    check(matches!(model.focus, Pane::Schema | Pane::Run | Pane::Wire | Pane::Agent), "nothing to find here")
}

pub(super) fn is_finding(model: &Model) -> When {
    check(!model.find.is_empty(), "nothing was looked for")
}

pub(super) fn has_messages(model: &Model) -> When {
    check(!model.toasts.is_empty(), "there is no message")
}
