//! How a turn ends when the agent says so: a terminal state, a question, a message alone.

use std::sync::Arc;

use crate::a2a::model::{Content, Message, TaskState};

use super::class::Class;
use super::effect::Effect;
use super::event::Operation;
use super::failure::{AgentWords, Evidence, excerpt};
use super::ladder::StepId;
use super::machine::{Refusal, Timer};
use super::progress::{message_in_words, progress};
use super::recover::known_task;
use super::result;
use super::row::RowKind;
use super::state::{Phase, Run};
use super::turn::Source;
use super::verdict::Verdict;

/// How long a stream is read on after the first terminal state, in milliseconds.
pub(super) const GRACE: u64 = 2_000;

/// The first terminal state: it decides and absorbs.
pub(super) fn turn_over(run: &mut Run, state: &TaskState, spoke: bool, source: Source, fx: &mut Vec<Effect>) {
    over(run, fx);
    run.pass_at(StepId::Stream, format!("the task is {}", state.word()), Evidence::frame(source.number));
    if let (Some(stop), TaskState::Canceled) = (run.machine.stopping, state) {
        // The person waits: nothing more is read.
        run.machine.forget(Timer::Grace);
        run.settle(Verdict::Stopped(stop));
        return;
    }
    let class = match state {
        TaskState::Completed => {
            run.pass_at(StepId::Completed, "", Evidence::frame(source.number));
            return result::evaluate(run, source.operation == Operation::GetTask, fx);
        }
        TaskState::Rejected => Class::TaskRejected,
        TaskState::Canceled => Class::TaskCanceled,
        _ => Class::TaskFailed,
    };
    let words = agent_words(run, spoke);
    let verb = match class {
        Class::TaskRejected => "the agent rejected the task",
        Class::TaskCanceled => "the task was canceled",
        _ => "the task failed",
    };
    let message = match (words.text.is_empty(), words.data.first()) {
        (false, _) => format!("{verb}: {}", excerpt(&words.text)),
        (true, Some(data)) => format!("{verb}; the agent gave its reason as data: {}", excerpt(data)),
        (true, None) => format!("{verb}, and the agent gave no reason"),
    };
    run.fail(StepId::Completed, Refusal::new(class, message).agent(words).evidence([Evidence::frame(source.number)]));
}

/// From here on everything is late; a stream is read on for a moment.
pub(super) fn over(run: &mut Run, fx: &mut Vec<Effect>) {
    run.machine.over = true;
    run.machine.waiting = false;
    run.phase = Phase::Over;
    for timer in [Timer::Grace, Timer::Pause, Timer::Stop] {
        run.machine.forget(timer);
    }
    run.wait(Timer::Grace, GRACE, fx);
}

/// What the agent said about the end: the status message, else what its last artifact holds.
pub(super) fn agent_words(run: &Run, spoke: bool) -> AgentWords {
    let said = run.task.message.as_ref().filter(|_| spoke).map(|message| AgentWords::of_message(message));
    if let Some(words) = said.filter(|words| !words.is_empty()) {
        return words;
    }
    let mut words = AgentWords::default();
    if let Some(artifact) = run.artifacts.standing().next_back() {
        words.text = artifact.text();
        for held in artifact.parts.iter().take(100) {
            if let Content::Data(data) = &held.part.content {
                words.add_data(Some(data));
            }
        }
    }
    words
}

/// A message before any task is the whole answer.
pub(super) fn whole_answer(run: &mut Run, message: Message, number: u32, fx: &mut Vec<Effect>) {
    progress(run, RowKind::Message, &message_in_words(&message), number);
    over(run, fx);
    run.answer = Some(Arc::new(message));
    run.pass_at(StepId::Stream, "the agent answered with a message", Evidence::frame(number));
    run.skip(StepId::Completed, "the agent made no task");
    result::evaluate(run, true, fx);
}

/// The agent waits for us, and the stream ended or its moment passed.
pub(super) fn waiting_over(run: &mut Run) {
    let Some(state) = run.task.state.clone() else { return };
    let class = if state == TaskState::AuthRequired { Class::AuthRequired } else { Class::InputRequired };
    run.pass(StepId::Stream, format!("the task is {}", state.word()));
    let words = run.task.message.as_ref().map(|message| AgentWords::of_message(message)).unwrap_or_default();
    let message = match (class, words.text.is_empty()) {
        (Class::AuthRequired, true) => "the agent waits for authorisation".to_owned(),
        (Class::AuthRequired, false) => format!("the agent waits for authorisation: {}", excerpt(&words.text)),
        (_, true) => "the agent waits for an answer".to_owned(),
        (_, false) => format!("the agent asks: {}", excerpt(&words.text)),
    };
    let task = known_task(run).unwrap_or_default();
    let hint = format!("answer it in the same task: --task {task}");
    let hint = match &run.task.context_id {
        Some(context) => format!("{hint} --context {context}"),
        None => hint,
    };
    run.fail(StepId::Completed, Refusal::new(class, message).hint(Some(hint)).agent(words));
}

/// The moment of grace after the end of a turn is over.
pub(super) fn grace_over(run: &mut Run) {
    if run.verdict.is_none() && run.machine.waiting {
        waiting_over(run);
    }
}
