//! While the agent works: requests, answers, and each frame folded into task, artifacts and progress.

use std::sync::Arc;

use crate::a2a::errors;
use crate::a2a::model::{AgentError, Decoded, Message, Note, Status, Update};
use crate::text;

use super::artifact::Oddity;
use super::class::Class;
use super::effect::Effect;
use super::event::{Answered, BodyKind, CallId, Frame, Operation, Requested};
use super::failure::AgentWords;
use super::ladder::{StepId, StepState};
use super::machine::{Purpose, Refusal, Timer};
use super::progress::{message_in_words, parts_in_words, progress};
use super::row::RowKind;
use super::state::{Link, Phase, Run};
use super::{end, ending, probe, result, stop};

/// A request went out.
pub(super) fn requested(run: &mut Run, requested: Requested) {
    let id = requested.call;
    let now = run.now;
    let Some(call) = run.machine.call_mut(id) else { return };
    call.requested = Some(Arc::new(requested));
    if call.over {
        return;
    }
    if call.purpose == Purpose::Probe {
        run.link = Link::Connecting(id);
        return;
    }
    run.timing.sent.get_or_insert(now);
    if run.phase == Phase::Preparing {
        run.phase = Phase::Sent;
    }
    run.link = Link::Connecting(id);
}

/// The head of an answer.
pub(super) fn answered(run: &mut Run, answered: Answered) {
    let id = answered.call;
    let events = answered.body == BodyKind::Events;
    let Some(call) = run.machine.call_mut(id).filter(|call| !call.over) else { return };
    call.answered = Some(Arc::new(answered));
    let accepted = events && call.is_2xx() && call.purpose == Purpose::Task;
    if run.finished {
        return;
    }
    run.link = Link::Open(id);
    if accepted {
        accept(run, id);
    }
}

/// The request was accepted: an answer of the protocol begins.
pub(super) fn accept(run: &mut Run, id: CallId) {
    let Some(call) = run.machine.call(id) else { return };
    let status = call.answered.as_ref().map(|answered| answered.status.to_string()).unwrap_or_default();
    let kind = call.content_type().unwrap_or_else(|| "no content type".to_owned());
    let evidence = call.evidence();
    match run.machine.refused.as_ref().map(|refused| refused.words.clone()) {
        Some(words) => run.warn_step_at(StepId::Sent, format!("{status} {kind}; {words}"), evidence),
        None => run.pass_at(StepId::Sent, format!("{status} {kind}"), evidence),
    }
}

/// One frame.
pub(super) fn frame(run: &mut Run, frame: Frame, fx: &mut Vec<Effect>) {
    if run.machine.is_probe(frame.call) {
        return probe::frame(run, &frame);
    }
    let number = frame.number;
    run.timing.bytes += frame.wire.length;
    run.timing.last_event = Some(run.now);
    if matches!(frame.decoded, Decoded::Heartbeat) {
        run.timing.heartbeats += 1;
        if frame.name.as_deref() == Some("error") {
            let words = "the server sent the event \"error\" without details";
            run.warn("error-event", words.to_owned(), Some(number));
            progress(run, RowKind::Error, words, number);
        }
        return;
    }
    run.timing.events += 1;
    run.timing.first_event.get_or_insert(run.now);
    for note in frame.notes.iter().filter(|note| note.code != "multi-line") {
        run.warn(note.code, note.message.clone(), Some(number));
    }
    let Some(call) = run.machine.call_mut(frame.call) else { return };
    call.frames += 1;
    let (id, operation, is_2xx) = (call.id, call.operation, call.is_2xx());
    let again = run.machine.asked_again == Some(id);
    match frame.decoded {
        Decoded::Update(update, notes) => {
            for Note { code, message } in notes {
                run.warn(code, message, Some(number));
            }
            if again {
                result::asked_again(run, &update, number, frame.replaced, fx);
            } else if run.machine.over {
                late(run, &update, number);
            } else {
                accept(run, id);
                apply(run, *update, Source { id, operation, number, replaced: frame.replaced }, fx);
            }
        }
        Decoded::Error(error) => {
            progress(run, RowKind::Error, &error.sentence(), number);
            if again || run.machine.over {
                if !again {
                    run.warn("after-terminal", format!("an error after the end: {}", error.sentence()), Some(number));
                }
            } else {
                end::error(run, id, &error, number, fx);
            }
        }
        Decoded::Heartbeat => {}
        Decoded::Nothing => unreadable(run, id, "an answer without a result", number, is_2xx),
        Decoded::Unreadable(sentence) => unreadable(run, id, &sentence, number, is_2xx),
        Decoded::Unknown(what) => {
            let words = format!("an event of a kind nobody knows: {what}");
            run.warn("unknown-event", words.clone(), Some(number));
            progress(run, RowKind::Unreadable, &words, number);
            if let Some(call) = run.machine.call_mut(id) {
                call.unreadable.get_or_insert(words);
            }
        }
    }
}

/// A frame that is no answer: a warning, and the stream goes on.
fn unreadable(run: &mut Run, id: CallId, sentence: &str, number: u32, is_2xx: bool) {
    if let Some(call) = run.machine.call_mut(id) {
        call.unreadable.get_or_insert(sentence.to_owned());
    }
    if !is_2xx {
        return;
    }
    run.machine.unreadable += 1;
    run.warn("unreadable-event", format!("event {number} cannot be read: {sentence}"), Some(number));
    progress(run, RowKind::Unreadable, sentence, number);
}

/// Where an update came from.
#[derive(Clone, Copy)]
pub(super) struct Source {
    pub(super) id: CallId,
    pub(super) operation: Operation,
    pub(super) number: u32,
    pub(super) replaced: bool,
}

fn apply(run: &mut Run, update: Update, source: Source, fx: &mut Vec<Effect>) {
    let number = source.number;
    match update {
        Update::Task(task) => {
            if !belongs(run, Some(&task.id), task.context_id.as_deref(), source, fx) {
                return other_task(run, &task.id, number);
            }
            let finished = task.status.state.is_terminal();
            let odd = run.artifacts.snapshot(&task.artifacts, number, source.replaced, finished);
            oddities(run, &odd, "in a snapshot", number);
            remember_history(run, &task.history);
            status(run, task.status, source, fx);
        }
        Update::Status(update) => {
            if !belongs(run, update.task_id.as_deref(), update.context_id.as_deref(), source, fx) {
                return other_task(run, update.task_id.as_deref().unwrap_or_default(), number);
            }
            status(run, update.status, source, fx);
        }
        Update::Artifact(update) => {
            if !belongs(run, update.task_id.as_deref(), update.context_id.as_deref(), source, fx) {
                return other_task(run, update.task_id.as_deref().unwrap_or_default(), number);
            }
            let odd = run.artifacts.chunk(&update, number, source.replaced);
            let id = update.artifact.artifact_id.clone();
            let name = run.artifacts.get(&id).and_then(|artifact| artifact.name.clone());
            let shown = name.as_deref().unwrap_or(&id);
            oddities(run, &odd, &format!("the artifact {shown:?}"), number);
            let words = parts_in_words(&update.artifact.parts);
            progress(run, RowKind::Artifact { id, name }, &words, number);
        }
        Update::Message(message) if run.machine.task_named => {
            let words = "a message came after the task; it is shown and ends nothing";
            run.warn("message-after-task", words.to_owned(), Some(number));
            progress(run, RowKind::Message, &message_in_words(&message), number);
        }
        Update::Message(message) => ending::whole_answer(run, message, number, fx),
    }
}

/// Whether something is of the run's task: the first task that is named is.
fn belongs(run: &mut Run, task: Option<&str>, context: Option<&str>, source: Source, fx: &mut Vec<Effect>) -> bool {
    let named = task.filter(|task| !task.is_empty());
    let known = run.task.id.clone().filter(|_| run.machine.task_named);
    if let (Some(named), Some(known)) = (named, known.as_deref())
        && named != known
    {
        return false;
    }
    let view = Arc::make_mut(&mut run.task);
    if let (Some(context), None) = (context.filter(|context| !context.is_empty()), &view.context_id) {
        view.context_id = Some(context.to_owned());
    }
    if let Some(call) = run.machine.call_mut(source.id) {
        call.brought = true;
    }
    if let (Some(named), None) = (named, known) {
        Arc::make_mut(&mut run.task).id = Some(named.to_owned());
        run.machine.task_named = true;
        if let Some(asked) = run.plan.task_id.clone().filter(|asked| asked != named) {
            let message = format!("the task {asked:?} was named in the request, and the agent answers with {named:?}");
            run.warn("task-changed", message, Some(source.number));
        }
        stop::cancel_if_stopping(run, fx);
    }
    true
}

fn other_task(run: &mut Run, task: &str, number: u32) {
    run.warn("other-task", format!("an event of another task, {task:?}, is shown and not counted"), Some(number));
    progress(run, RowKind::OtherTask, &format!("of task {task}"), number);
}

fn oddities(run: &mut Run, odd: &[Oddity], what: &str, number: u32) {
    for oddity in odd {
        let (code, message) = match oddity {
            Oddity::AppendUnknown => {
                ("append-unknown", format!("{what}: a chunk to append came before the artifact; it begins with it"))
            }
            Oddity::Sealed => ("sealed-changed", format!("{what} changed after its last chunk")),
            Oddity::LastChunkReplaced(chunks) => (
                "last-chunk-replaced",
                format!(
                    "{what}: its last chunk replaced {} (kept in its history)",
                    text::count((*chunks).into(), "earlier chunk")
                ),
            ),
            Oddity::Empty => ("empty-parts", format!("{what}: an entry without parts; there should be at least one")),
            Oddity::Bound => ("too-many", format!("{what}: more than catseye keeps; the rest is only in Wire")),
        };
        run.warn(code, message, Some(number));
    }
}

/// The agent's last words in the history, for an answer that stands nowhere else.
fn remember_history(run: &mut Run, history: &[Message]) {
    use crate::a2a::model::Role;
    let last = history.iter().rev().find(|message| message.role == Role::Agent && !message.text().is_empty());
    if let Some(message) = last {
        run.history = Some(Arc::new(message.clone()));
    }
}

fn status(run: &mut Run, status: Status, source: Source, fx: &mut Vec<Effect>) {
    let words = status.message.as_ref().map(message_in_words).unwrap_or_default();
    let state = status.state;
    progress(run, RowKind::Status(state.clone()), &words, source.number);
    let view = Arc::make_mut(&mut run.task);
    view.state = Some(state.clone());
    let spoke = status.message.is_some();
    view.closing = None;
    if let Some(message) = status.message.map(Arc::new) {
        view.closing = state.ends_turn().then(|| message.clone());
        view.message = Some(message);
    }
    if state.is_terminal() {
        ending::turn_over(run, &state, spoke, source, fx);
    } else if state.is_interrupted() {
        run.phase = Phase::Waiting;
        if !std::mem::replace(&mut run.machine.waiting, true) {
            run.wait(Timer::Grace, ending::GRACE, fx);
        }
    } else {
        run.phase = Phase::Active;
        if std::mem::take(&mut run.machine.waiting) {
            run.machine.forget(Timer::Grace);
        }
    }
}

/// What comes after the end is shown, and changes nothing.
fn late(run: &mut Run, update: &Update, number: u32) {
    let (kind, words) = match update {
        Update::Task(task) => (RowKind::Status(task.status.state.clone()), "a snapshot of the task".to_owned()),
        Update::Status(update) => {
            let words = update.status.message.as_ref().map(message_in_words).unwrap_or_default();
            (RowKind::Status(update.status.state.clone()), words)
        }
        Update::Artifact(update) => {
            let artifact = &update.artifact;
            let kind = RowKind::Artifact { id: artifact.artifact_id.clone(), name: artifact.name.clone() };
            (kind, parts_in_words(&artifact.parts))
        }
        Update::Message(message) => (RowKind::Message, message_in_words(message)),
    };
    run.warn("after-terminal", "an event came after the end of the turn; it changes nothing".to_owned(), Some(number));
    progress(run, kind, &words, number);
}

/// The refusal that an error of the agent makes, and where it stands.
pub(super) fn refuse(run: &mut Run, id: CallId, error: &AgentError, number: u32) {
    let call = run.machine.call(id);
    let status = call.and_then(|call| call.answered.as_ref()).map(|answered| answered.status).unwrap_or_default();
    let whole = call.and_then(|call| call.answered.as_ref()).is_some_and(|answered| answered.body != BodyKind::Events);
    let mut evidence = call.map(|call| call.evidence()).unwrap_or_default();
    evidence.frame = Some(number);
    let before = run.machine.refused.as_ref().filter(|refused| refused.call != id);
    let before = before.and_then(|refused| run.machine.call(refused.call)).map(|call| call.evidence());
    let code = error.rpc_code().unwrap_or_default().to_owned();
    let class = match (&*code, status) {
        ("-31401" | "-31403", _) | (_, 401 | 403) => Class::Unauthorized,
        ("-32009", _) => Class::VersionNotSupported,
        _ => Class::RpcError,
    };
    let step = match run.ladder.state(StepId::Sent) {
        StepState::NotReached if whole => StepId::Sent,
        StepState::NotReached => {
            accept(run, id);
            StepId::Stream
        }
        _ => StepId::Stream,
    };
    let message = match class {
        Class::Unauthorized => format!("the agent wants credentials: {}", error.sentence()),
        _ => format!("the agent answered with an error: {}", error.sentence()),
    };
    let hint = errors::advice(&code).map(str::to_owned);
    run.fail(
        step,
        Refusal::new(class, message)
            .hint(hint)
            .agent(AgentWords::of_error(error))
            .evidence([evidence])
            .evidence(before),
    );
}
