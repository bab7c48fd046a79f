//! Limits of time and the person's stop.

use super::class::Class;
use super::effect::Effect;
use super::event::{Operation, Stop};
use super::ladder::StepId;
use super::machine::{CallState, Refusal, Timer};
use super::progress::say;
use super::recover::known_task;
use super::state::Run;
use super::verdict::Verdict;
use super::{ending, request};

/// How long a stop waits for the agent, in milliseconds.
const STOP_WAIT: u64 = 3_000;

/// `--timeout` struck.
pub(super) fn deadline(run: &mut Run) {
    run.machine.forget(Timer::Grace);
    if run.verdict.is_some() {
        return;
    }
    if run.machine.waiting {
        return ending::waiting_over(run);
    }
    let Some(step) = run.ladder.current() else { return };
    let while_ = match step {
        StepId::Card => "while looking for the card".to_owned(),
        StepId::Sent => "before the agent accepted the request".to_owned(),
        StepId::Stream => match run.task.state.as_ref() {
            Some(state) => format!("while the task was {}", state.word()),
            None => "before the agent named a task".to_owned(),
        },
        step => format!("at the step {}", step.word()),
    };
    let hint = known_task(run).map(|task| format!("the task may go on: read it later with --task {task}"));
    let message = format!("the time limit of the whole command struck {while_}");
    run.fail(step, Refusal::new(Class::Timeout, message).hint(hint));
}

/// The person stops the run: the agent is asked to cancel, and gets a moment to say so. A second stop ends at once.
pub(super) fn stop(run: &mut Run, stop: Stop, fx: &mut Vec<Effect>) {
    if run.verdict.is_some() {
        run.machine.forget(Timer::Grace);
        return;
    }
    if run.machine.stopping.is_some() || run.timing.sent.is_none() {
        return run.settle(Verdict::Stopped(stop));
    }
    run.machine.stopping = Some(stop);
    run.machine.forget(Timer::Pause);
    run.wait(Timer::Stop, STOP_WAIT, fx);
    cancel_if_stopping(run, fx);
}

/// Asks the agent to cancel, once its task is known.
pub(super) fn cancel_if_stopping(run: &mut Run, fx: &mut Vec<Effect>) {
    if run.machine.stopping.is_none() || run.machine.cancel.is_some() || run.machine.over {
        return;
    }
    if let Some(task) = known_task(run) {
        say(run, "asking the agent to cancel".to_owned());
        run.machine.cancel = request::call_task(run, Operation::CancelTask, &task, fx);
    }
}

/// An answer ended while a stop waits. A refused cancel may mean that the task ended meanwhile: it is asked for, once.
pub(super) fn stopping(run: &mut Run, call: &CallState, fx: &mut Vec<Effect>) {
    if !run.machine.calls.iter().all(|call| call.over) || run.machine.cancel.is_none() {
        return;
    }
    let refused = run.machine.cancel == Some(call.id) && call.unreadable.is_some();
    match known_task(run).filter(|_| refused) {
        Some(task) => {
            request::call_task(run, Operation::GetTask, &task, fx);
        }
        None => stop_over(run),
    }
}

/// The agent had its moment.
pub(super) fn stop_over(run: &mut Run) {
    if let Some(stop) = run.machine.stopping {
        run.settle(Verdict::Stopped(stop));
    }
}
