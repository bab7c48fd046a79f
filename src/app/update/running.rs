//! Runs: sending, stopping, answering, and what comes back.

use std::sync::Arc;

use crate::a2a::{discovery, interface};
use crate::app::{Effect, Growing, List, Model, Overlay, Pane, RunId, Spot};
use crate::run::{Ask, Plan, Run, Verdict};
use crate::ui::layout;

/// What would be sent now. The message id is filled in outside.
pub(super) fn plan(model: &Model) -> Plan {
    let schema = model.schema.field.text();
    let schema = (model.task.typed && !schema.trim().is_empty()).then(|| Arc::from(schema));
    Plan {
        address: model.agent.address.clone(),
        ask: Ask::Text(model.task.field.text().trim_end().into()),
        message_id: String::new(),
        schema,
        compact: model.task.compact,
        encoding: model.task.encoding,
        context_id: model.task.context.clone(),
        task_id: model.task.answering.as_ref().map(|(_, task)| task.clone()),
        assert_formats: model.task.assert_formats,
        stream: model.task.stream,
        allowed_origins: model.allowed_origins.clone(),
        ..model.template.clone()
    }
}

/// Sends the task as it stands.
pub(super) fn send(model: &mut Model) -> Vec<Effect> {
    if model.task.field.text().trim().is_empty() {
        model.toasts.say(model.now, "the task has no text yet");
        let effects = super::show(model, Pane::Task);
        model.in_field = true;
        return effects;
    }
    if let Some(origin) = foreign_origin(model) {
        model.overlay = Some(Overlay::OtherOrigin { origin });
        return Vec::new();
    }
    let plan = plan(model);
    begin(model, plan)
}

fn begin(model: &mut Model, plan: Plan) -> Vec<Effect> {
    let id = model.runs.begin(Arc::new(Run::new(plan.clone())), model.now);
    model.task.answering = None;
    model.log_cursor = 0;
    model.hint.sent();
    let mut effects = vec![Effect::StartRun { id, plan: Box::new(plan) }];
    // Where the run is not beside the field, it takes its place: nobody sends and then looks at the schema.
    let sees_run = model.size.0 >= layout::MIDDLE && !model.zoom && !model.focus.is_full_screen();
    if !sees_run {
        effects.extend(super::show(model, Pane::Run));
    }
    effects
}

/// The origin that credentials would go to, when it is neither the typed one nor an allowed one.
fn foreign_origin(model: &Model) -> Option<String> {
    if !model.template.credentials_given {
        return None;
    }
    let chosen = model.agent.chosen_url()?;
    let typed = discovery::candidates(&model.agent.address).ok()?;
    let is_typed = typed.iter().any(|url| interface::same_origin(url.as_str(), chosen));
    let is_allowed = model.allowed_origins.iter().any(|allowed| interface::same_origin(allowed, chosen));
    if is_typed || is_allowed { None } else { interface::origin(chosen) }
}

/// Shows the exact request before it is sent.
pub(super) fn preview(model: &mut Model) -> Vec<Effect> {
    model.overlay = Some(Overlay::Preview { text: None, first: 0 });
    vec![Effect::ShowRequest { plan: Box::new(plan(model)), attempts: model.agent.attempts.clone() }]
}

/// Stops the selected run.
pub(super) fn stop(model: &mut Model) -> Vec<Effect> {
    let Some(id) = model.runs.selected().map(|entry| entry.id) else { return Vec::new() };
    model.toasts.say(model.now, format!("stopping run {}", id.0));
    vec![Effect::StopRun(id)]
}

/// Unlocks the task for an answer to the agent that waits.
pub(super) fn answer(model: &mut Model) {
    let Some(entry) = model.runs.selected() else { return };
    let Some(task) = entry.run.task.id.clone() else {
        model.toasts.warn("the agent named no task to answer to");
        return;
    };
    model.task.answering = Some((entry.id, task));
    model.task.context = entry.run.task.context_id.clone();
    // The earlier text can be had back with undo.
    model.task.field.replace_all("");
    model.focus = Pane::Task;
    model.agent_on_left = false;
    model.in_field = true;
}

/// The next task belongs to the conversation of the selected run.
pub(super) fn go_on(model: &mut Model) {
    let context = model.runs.selected().and_then(|entry| entry.run.task.context_id.clone());
    match context {
        Some(context) => {
            model.task.context = Some(context);
            model.toasts.say(model.now, "the next task goes on with this conversation");
        }
        None => model.toasts.say(model.now, "the agent named no conversation"),
    }
}

/// Sends again what the selected run sent.
pub(super) fn send_again(model: &mut Model) -> Vec<Effect> {
    let Some(plan) = model.runs.selected().map(|entry| Plan::clone(&entry.run.plan)) else { return Vec::new() };
    begin(model, Plan { message_id: String::new(), ..plan })
}

/// Puts the first example of the skill under the cursor into the task.
pub(super) fn use_example(model: &mut Model) -> Vec<Effect> {
    let Some(card) = model.agent.card.clone() else { return Vec::new() };
    let Some(skill) = model.skill_under_cursor().and_then(|at| card.skills.get(at)) else { return Vec::new() };
    let Some(example) = skill.examples.first() else {
        model.toasts.say(model.now, "this skill has no example");
        return Vec::new();
    };
    // A skill of an agent that has several doors may name another of its own: it is opened, not sent. An address
    // elsewhere is only text: a card must not lead anybody away.
    let is_door = example.starts_with("http") && interface::same_origin(example, &model.agent.address);
    if is_door && let Ok(effects) = open_agent(model, example) {
        return effects;
    }
    model.hint.example_used();
    let effects = super::editing::replace(model, Pane::Task, example);
    let name = skill.name.as_deref().or(skill.id.as_deref()).unwrap_or("the skill");
    model.toasts.say(model.now, format!("the task is now the example of {name}"));
    effects
}

/// A newer snapshot of a run.
pub(super) fn snapshot(model: &mut Model, id: RunId, run: Arc<Run>, growing: Option<Arc<Growing>>) -> Vec<Effect> {
    let selected = model.runs.selected().map(|entry| entry.id) == Some(id);
    let Some(entry) = model.runs.entry_mut(id) else { return Vec::new() };
    let before = entry.run.verdict();
    let frames = entry.frame_count();
    entry.take(run, growing);
    if entry.follow && !entry.is_over() {
        entry.spot = Spot::Progress(entry.progress_count().saturating_sub(1));
    }
    let grew = entry.frame_count() != frames;
    if let (None, Some(verdict)) = (before, entry.run.verdict()) {
        model.hint.ended(matches!(verdict, Verdict::Typed | Verdict::Text));
        // What grew was looked at by its end; what is whole is read from its beginning.
        if selected {
            model.drawn.scrolls.reset(List::Tree);
        }
    }
    if selected && grew && model.focus == Pane::Wire { super::want_frame(model) } else { Vec::new() }
}

/// Nothing more will come of a run.
pub(super) fn ended(model: &mut Model, id: RunId) -> Vec<Effect> {
    if let Some(entry) = model.runs.entry_mut(id) {
        entry.ended = true;
    }
    Vec::new()
}

/// Opens another agent.
///
/// # Errors
/// Why the text is no address, one sentence.
pub(super) fn open_agent(model: &mut Model, address: &str) -> Result<Vec<Effect>, String> {
    discovery::candidates(address).map_err(|fault| fault.to_string())?;
    if model.agent.address != address && !model.agent.address.is_empty() {
        model.agent_before = Some(model.agent.address.clone());
    }
    model.agent.open(address);
    model.template.address = address.to_owned();
    model.template.preferences = model.agent.preferences.clone();
    model.task.context = None;
    model.task.answering = None;
    Ok(super::fetch_card(model))
}

/// Leaves: running tasks are stopped, what was typed is kept.
pub(super) fn leave(model: &mut Model) -> Vec<Effect> {
    model.leaving = true;
    let active: Vec<RunId> = model.runs.iter().filter(|entry| !entry.is_over()).map(|entry| entry.id).collect();
    let mut effects: Vec<Effect> = active.into_iter().map(Effect::StopRun).collect();
    if model.draft.take_any() {
        effects.push(super::save_draft(model));
    }
    effects.push(Effect::Quit);
    effects
}
