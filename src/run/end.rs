//! How a turn ends when the agent does not say so: cut streams, errors, waits, limits, and the person's stop.

use crate::a2a::model::AgentError;
use crate::text;

use super::class::Class;
use super::effect::Effect;
use super::event::{CallId, End, NetFault, NetFaultKind, Operation};
use super::failure::excerpt;
use super::ladder::{StepId, StepState};
use super::machine::{Purpose, Refusal};
use super::progress::say;
use super::recover::known_task;
use super::state::{Link, Run};
use super::turn::{self, accept};
use super::verdict::Verdict;
use super::{ending, fallback, probe, recover, request, result, stop};

/// An answer ended.
pub(super) fn closed(run: &mut Run, id: CallId, end: End, fx: &mut Vec<Effect>) {
    let Some(call) = run.machine.call_mut(id).filter(|call| !call.over) else { return };
    call.over = true;
    let call = call.clone();
    run.link = match &end {
        End::Cut(sentence) if !run.machine.over => Link::Lost(sentence.clone()),
        _ => Link::Idle,
    };
    if run.verdict.is_some() || call.superseded {
        return;
    }
    if call.purpose == Purpose::Probe {
        return probe::closed(run, id, &end, fx);
    }
    if run.machine.asked_again == Some(id) {
        return result::give_up(run);
    }
    if run.machine.over {
        return;
    }
    if run.machine.stopping.is_some() {
        return stop::stopping(run, &call, fx);
    }
    if call.answered.is_some() && !call.is_2xx() {
        return match run.ladder.state(StepId::Sent) {
            StepState::NotReached if fallback::after_status(run, &call, fx) => {}
            StepState::NotReached => http_status(run, StepId::Sent, id, &end),
            _ if recover::subscribe_with_get(run, &call, &end, fx) => {}
            // A subscription that is refused, however, is no end: the task is asked for instead.
            _ if call.operation == Operation::Subscribe && !call.is_refused() => {
                run.machine.no_subscribe = true;
                stream_ended(run, id, &end, fx);
            }
            _ => lookup_failed(run, id, &end),
        };
    }
    match &end {
        End::TooLarge(limit) => {
            accept(run, id);
            let message = format!("an event or body is larger than the limit of {} bytes", text::thousands(*limit));
            let refusal = Refusal::new(Class::Protocol, message)
                .hint(Some("--max-event-bytes raises the limit".to_owned()))
                .evidence([call.evidence()]);
            return run.fail(StepId::Stream, refusal);
        }
        End::NotReadable { sentence, excerpt } => {
            accept(run, id);
            let mut evidence = call.evidence();
            evidence.excerpt = Some(excerpt.clone());
            let message = format!("the answer is neither events nor JSON: {sentence}");
            return run.fail(StepId::Stream, Refusal::new(Class::Protocol, message).evidence([evidence]));
        }
        _ => {}
    }
    if run.machine.waiting {
        return ending::waiting_over(run);
    }
    accept(run, id);
    match call.operation {
        Operation::Stream | Operation::Subscribe => stream_ended(run, id, &end, fx),
        _ if call.brought => recover::watch(run, fx),
        Operation::GetTask if run.machine.calls_for_task() > 1 => lookup_failed(run, id, &end),
        _ => no_answer(run, id, &end),
    }
}

/// A blocking answer that holds nothing of use.
fn no_answer(run: &mut Run, id: CallId, end: &End) {
    let Some(call) = run.machine.call(id).cloned() else { return };
    let refusal = match (&call.unreadable, end) {
        (_, End::Idle(ms)) => Refusal::new(Class::Timeout, silence(*ms)),
        (_, End::Cut(sentence)) => Refusal::new(Class::StreamInterrupted, format!("the answer was cut: {sentence}")),
        (Some(sentence), _) => {
            Refusal::new(Class::Protocol, format!("the answer is not one of the protocol: {sentence}"))
        }
        (None, _) => Refusal::new(Class::StreamInterrupted, "the answer is empty"),
    };
    run.fail(StepId::Stream, refusal.evidence([call.evidence()]));
}

fn silence(ms: u64) -> String {
    format!("no byte came for {}", text::duration(ms))
}

/// A stream ended and the turn did not.
fn stream_ended(run: &mut Run, id: CallId, end: &End, fx: &mut Vec<Effect>) {
    let Some(call) = run.machine.call(id).cloned() else { return };
    let state = run.task.state.as_ref().map(|state| state.word().to_owned());
    let how = match end {
        End::Cut(sentence) => format!("the stream was cut ({sentence})"),
        End::Idle(ms) => format!("the stream fell silent: {}", silence(*ms)),
        _ => format!("the stream ended after {}", text::count(call.frames.into(), "event")),
    };
    let how = match state {
        Some(state) => format!("{how} while the task was {state}"),
        None => format!("{how}, before the agent named a task"),
    };
    // A refused subscription tells nothing of how the turn broke.
    if call.operation == Operation::Stream || call.brought {
        let class = match end {
            End::Idle(_) => Class::Timeout,
            _ if run.machine.unreadable > 0 => Class::Protocol,
            _ => Class::StreamInterrupted,
        };
        run.machine.broken = Some((class, how.clone()));
    }
    match known_task(run) {
        Some(task) => {
            say(run, format!("{how}; asking for the task"));
            request::call_task(run, Operation::GetTask, &task, fx);
        }
        None => give_up(run, Some(id), None),
    }
}

/// Nothing helped: the last word about the stream.
pub(super) fn give_up(run: &mut Run, id: Option<CallId>, besides: Option<String>) {
    let still = || (Class::StreamInterrupted, "the task did not come to its end".to_owned());
    let (class, how) = run.machine.broken.clone().unwrap_or_else(still);
    let message = match besides {
        Some(besides) => format!("{how}; {besides}"),
        None => how,
    };
    let hint = match known_task(run) {
        Some(task) => format!("read it later: --task {task}"),
        None if run.timing.events == 0 => "try without streaming: --no-stream".to_owned(),
        None => class.advice().to_owned(),
    };
    let evidence = id.and_then(|id| run.machine.call(id)).map(|call| call.evidence());
    run.fail(StepId::Stream, Refusal::new(class, message).hint(Some(hint)).evidence(evidence));
}

/// Asking for the task did not help.
fn lookup_failed(run: &mut Run, id: CallId, end: &End) {
    let Some(call) = run.machine.call(id).cloned() else { return };
    match call.answered.as_ref().map(|answered| answered.status) {
        Some(401 | 403) => http_status(run, StepId::Stream, id, end),
        _ if call.operation == Operation::CancelTask => {}
        Some(status) if !(200..300).contains(&status) => {
            give_up(run, Some(id), Some(format!("asking for the task was answered with {status}")));
        }
        _ => {
            let why = call.unreadable.unwrap_or_else(|| "nothing about it".to_owned());
            give_up(run, Some(id), Some(format!("asking for the task brought {why}")));
        }
    }
}

/// An answer outside 2xx that is no error of the protocol.
fn http_status(run: &mut Run, step: StepId, id: CallId, end: &End) {
    let Some(call) = run.machine.call(id) else { return };
    let Some(answered) = call.answered.clone() else { return };
    let mut evidence = call.evidence();
    let mut what = call.unreadable.clone();
    if let End::NotReadable { sentence, excerpt: body } = end {
        what = Some(sentence.clone());
        evidence.excerpt = Some(excerpt(body));
    }
    let challenge = answered.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("www-authenticate"));
    let status = answered.status;
    let refusal = match status {
        401 | 403 => {
            let asks = challenge.map(|(_, value)| format!(", asking for {value}")).unwrap_or_default();
            Refusal::new(Class::Unauthorized, format!("the request was answered with {status}{asks}"))
        }
        _ => {
            let what = what.map(|what| format!(": {what}")).unwrap_or_default();
            Refusal::new(Class::HttpStatus, format!("the request was answered with {status}{what}"))
        }
    };
    run.fail(step, refusal.evidence([evidence]));
}

/// No answer at all.
pub(super) fn unanswered(run: &mut Run, id: CallId, fault: &NetFault, fx: &mut Vec<Effect>) {
    let Some(call) = run.machine.call_mut(id).filter(|call| !call.over) else { return };
    call.over = true;
    let call = call.clone();
    if run.verdict.is_some() {
        return;
    }
    if call.purpose == Purpose::Probe {
        return probe::unanswered(run, id, fault, fx);
    }
    run.link = Link::Lost(fault.sentence.clone());
    if run.machine.asked_again == Some(id) {
        return result::give_up(run);
    }
    if run.machine.over {
        return;
    }
    if let Some(stop) = run.machine.stopping {
        if run.machine.calls.iter().all(|call| call.over) {
            run.settle(Verdict::Stopped(stop));
        }
        return;
    }
    let class = match fault.kind {
        NetFaultKind::Tls => Class::Tls,
        NetFaultKind::Timeout => Class::Timeout,
        NetFaultKind::Unreachable | NetFaultKind::Unusable => Class::Unreachable,
    };
    match (run.ladder.state(StepId::Sent), call.operation) {
        (StepState::NotReached, _) => {
            run.fail(StepId::Sent, Refusal::new(class, fault.sentence.clone()).evidence([call.evidence()]));
        }
        (_, Operation::Subscribe) => {
            run.machine.no_subscribe = true;
            recover::watch(run, fx);
        }
        (_, Operation::GetTask) => give_up(run, Some(id), Some(format!("asking for the task: {}", fault.sentence))),
        _ => give_up(run, Some(id), Some(fault.sentence.clone())),
    }
}

/// The agent answered a call with an error.
pub(super) fn error(run: &mut Run, id: CallId, error: &AgentError, number: u32, fx: &mut Vec<Effect>) {
    let Some(operation) = run.machine.call(id).map(|call| call.operation) else { return };
    let first = run.ladder.state(StepId::Sent) == StepState::NotReached;
    let code = error.rpc_code().unwrap_or_default();
    let refused = matches!(code, "-31401" | "-31403") || run.machine.call(id).is_some_and(|call| call.is_refused());
    match operation {
        Operation::CancelTask => {
            say(run, format!("the agent does not cancel: {}", error.sentence()));
            remember(run, id, error);
        }
        _ if first && fallback::after_error(run, id, error, number, fx) => {}
        _ if first || refused => refuse(run, id, error, number),
        Operation::Subscribe if !run.machine.call(id).is_some_and(|call| call.brought) => {
            run.machine.no_subscribe = true;
            remember(run, id, error);
        }
        Operation::GetTask => remember(run, id, error),
        _ => turn::refuse(run, id, error, number),
    }
}

/// Refuses for good. When the other way was refused like the first, the first error stands: it answers what the card says.
fn refuse(run: &mut Run, id: CallId, error: &AgentError, number: u32) {
    let before = run.machine.refused.clone().filter(|_| error.refuses_dialect());
    match before.and_then(|refused| Some((refused.call, refused.error?))) {
        Some((first, (error, number))) => turn::refuse(run, first, &error, number),
        None => turn::refuse(run, id, error, number),
    }
}

fn remember(run: &mut Run, id: CallId, error: &AgentError) {
    if let Some(call) = run.machine.call_mut(id) {
        call.unreadable = Some(format!("an error: {}", error.sentence()));
    }
}
