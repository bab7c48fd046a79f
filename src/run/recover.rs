//! Following a task that nobody tells us of any more: subscribe again, or pause and ask.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::text;

use super::effect::Effect;
use super::event::{End, Operation};
use super::machine::{CallState, Timer};
use super::progress::say;
use super::state::{Link, Run};
use super::{end, request};

/// Rounds of asking without a change before giving up.
const ROUNDS: u32 = 10;

/// The longest pause between two rounds, in milliseconds.
const LONGEST_PAUSE: u64 = 10_000;

/// The task is active and nobody tells us more: subscribe, or pause and ask.
pub(super) fn watch(run: &mut Run, fx: &mut Vec<Effect>) {
    let looks = look(run);
    let first = run.machine.looked.is_none();
    run.machine.unchanged = match run.machine.looked == Some(looks) {
        true => run.machine.unchanged + 1,
        false => 0,
    };
    run.machine.looked = Some(looks);
    if run.machine.unchanged >= ROUNDS {
        return end::give_up(run, None, Some(format!("asked {ROUNDS} times, and nothing changed")));
    }
    if first && can_subscribe(run) {
        return resume(run, fx);
    }
    let pause = (1_000u64 << run.machine.unchanged.min(4)).min(LONGEST_PAUSE);
    let state = run.task.state.as_ref().map(|state| state.word().to_owned()).unwrap_or_default();
    say(run, format!("the task is {state}; asking again in {}", text::duration(pause)));
    run.link = Link::Pausing(pause);
    run.wait(Timer::Pause, pause, fx);
}

pub(super) fn can_subscribe(run: &Run) -> bool {
    run.machine.agent_streams && run.plan.stream && !run.machine.no_subscribe
}

/// The pause is over.
pub(super) fn pause_over(run: &mut Run, fx: &mut Vec<Effect>) {
    if run.verdict.is_none() && !run.machine.over && run.machine.stopping.is_none() {
        resume(run, fx);
    }
}

pub(super) fn resume(run: &mut Run, fx: &mut Vec<Effect>) {
    let Some(task) = known_task(run) else { return end::give_up(run, None, None) };
    let operation = if can_subscribe(run) { Operation::Subscribe } else { Operation::GetTask };
    request::call_task(run, operation, &task, fx);
}

/// A subscription over HTTP+JSON was refused because of its verb: it is made with GET instead, once, and from then on.
///
/// The specification says POST and its proto GET. A server that knows only the other answers 405, or takes the rest of
/// the path for a task's id and does not find it (a2a-js#569, a2a-go#380).
pub(super) fn subscribe_with_get(run: &mut Run, call: &CallState, end: &End, fx: &mut Vec<Effect>) -> bool {
    if call.operation != Operation::Subscribe || !call.rest || run.machine.subscribes_with_get {
        return false;
    }
    let said = match end {
        End::NotReadable { sentence, excerpt } => format!("{sentence} {excerpt}"),
        _ => call.unreadable.clone().unwrap_or_default(),
    };
    let wrong_verb = match call.answered.as_ref().map(|answered| answered.status) {
        Some(405) => true,
        Some(404) => said.contains(":subscribe") || said.contains("%3Asubscribe"),
        _ => false,
    };
    let Some(task) = known_task(run).filter(|_| wrong_verb) else { return false };
    run.machine.subscribes_with_get = true;
    run.machine.no_subscribe = false;
    say(run, "the agent does not take the subscription with POST; trying GET".to_owned());
    request::call_task(run, Operation::Subscribe, &task, fx);
    true
}

/// A number that changes when the task looks different.
pub(super) fn look(run: &Run) -> u64 {
    // `DefaultHasher::new` has fixed keys, so that a replay takes the same turns.
    let mut hasher = DefaultHasher::new();
    run.task.state.hash(&mut hasher);
    run.task.message.as_ref().map(|message| (&message.message_id, message.text())).hash(&mut hasher);
    for artifact in run.artifacts.standing() {
        (&artifact.artifact_id, artifact.parts.len(), artifact.wire_bytes()).hash(&mut hasher);
    }
    hasher.finish()
}

pub(super) fn known_task(run: &Run) -> Option<String> {
    run.task.id.clone().or_else(|| run.plan.task_id.clone())
}
