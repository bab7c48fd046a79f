//! Speaking another way when the agent refuses the generation that was spoken. Such a refusal means that nothing was done,
//! so the request goes out once more: once only, for all to see, and never after an answer of any other kind.

use std::sync::Arc;

use crate::a2a::interface::{self, Chosen};
use crate::a2a::model::AgentError;

use super::effect::Effect;
use super::event::CallId;
use super::ladder::{StepId, StepState};
use super::machine::{CallState, Purpose};
use super::progress::say;
use super::state::Run;
use super::{prepare, request};

/// The refusal that led to another try.
#[derive(Clone, Debug)]
pub(super) struct Refused {
    pub(super) call: CallId,
    /// The agent's error and its frame; `None` when the path was unknown.
    pub(super) error: Option<(AgentError, u32)>,
    /// `A2A 0.3 is spoken, because the agent refused A2A 1.0: -32601 …`.
    pub(super) words: String,
}

/// The agent answered the run's first call with this error: tries another way if the error refuses the generation and
/// there is one; whether it does.
pub(super) fn after_error(run: &mut Run, id: CallId, error: &AgentError, number: u32, fx: &mut Vec<Effect>) -> bool {
    if !error.refuses_dialect() || !is_due(run, id) {
        return false;
    }
    let spelled = match error.rpc_code() {
        Some("-32009") => run.chosen().and_then(interface::spelled),
        _ => None,
    };
    again(run, id, spelled, error.sentence(), Some((error.clone(), number)), fx)
}

/// The same for an answer over HTTP+JSON that says that there is no such path: the generations differ by it.
pub(super) fn after_status(run: &mut Run, call: &CallState, fx: &mut Vec<Effect>) -> bool {
    let status = call.answered.as_ref().map(|answered| answered.status).unwrap_or_default();
    if !call.rest || !matches!(status, 404 | 405) || call.frames > 0 || !is_due(run, call.id) {
        return false;
    }
    again(run, call.id, None, format!("HTTP {status}"), None, fx)
}

/// Whether this is the first call of the task, nothing of an answer came, and no other way was tried.
fn is_due(run: &Run, id: CallId) -> bool {
    run.verdict.is_none()
        && run.machine.refused.is_none()
        && run.machine.stopping.is_none()
        && run.ladder.state(StepId::Sent) == StepState::NotReached
        && run.machine.call(id).is_some_and(|call| call.purpose == Purpose::Task)
}

fn again(
    run: &mut Run,
    id: CallId,
    spelled: Option<Chosen>,
    why: String,
    error: Option<(AgentError, u32)>,
    fx: &mut Vec<Effect>,
) -> bool {
    let (Some(from), Some(card), Some(card_url)) = (run.chosen().cloned(), run.card.clone(), run.card_url.clone())
    else {
        return false;
    };
    let instead = || interface::instead(&card, &card_url, &run.plan.preferences, &from);
    let Some(to) = spelled.or_else(instead).filter(|to| prepare::elsewhere(run, to).is_none()) else { return false };
    let words = match from.url == to.url && from.binding == to.binding {
        true => format!("{} is spoken, because the agent refused {}: {why}", version(&to), version(&from)),
        false => format!("{} is spoken, because {} was refused: {why}", way(&to), way(&from)),
    };
    say(run, words.clone());
    run.warn("fallback", words.clone(), error.as_ref().map(|(_, number)| *number));
    if let Some(choice) = &mut run.choice {
        let choice = Arc::make_mut(choice);
        let mut reason = |index: Option<usize>, words: String| {
            if let Some(one) = index.and_then(|index| choice.considered.get_mut(index)) {
                one.reason = words;
            }
        };
        reason(from.index, format!("refused: {why}"));
        reason(to.index, format!("used as {}, because {} was refused", version(&to), version(&from)));
        choice.chosen = Ok(to);
    }
    if let Some(call) = run.machine.call_mut(id) {
        call.superseded = true;
    }
    run.machine.refused = Some(Refused { call: id, error, words });
    request::send(run, fx);
    true
}

/// `A2A 1.0 over JSONRPC at http://…`.
fn way(chosen: &Chosen) -> String {
    format!("{} over {} at {}", version(chosen), chosen.binding.word(), chosen.url)
}

/// `A2A 1.0`, or `A2A 1.0 spelled 1.0.0` where that is what was sent.
fn version(chosen: &Chosen) -> String {
    let word = chosen.dialect.word();
    match chosen.version_sent == word {
        true => format!("A2A {word}"),
        false => format!("A2A {word} spelled {}", chosen.version_sent),
    }
}
