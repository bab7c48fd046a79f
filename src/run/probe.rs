//! Finding out which generation an interface speaks when the card does not say: it is asked for a task that cannot exist,
//! as A2A 1.0 and then as 0.3, and the kind of refusal tells. Nothing is done on the agent.

use std::sync::Arc;

use crate::a2a::interface::{Binding, Chosen, Dialect};
use crate::a2a::model::{AgentError, Decoded};

use super::effect::Effect;
use super::event::{CallId, End, Frame, NetFault};
use super::failure::excerpt;
use super::progress::say;
use super::state::Run;
use super::{prepare, request};

/// What the machine remembers while it asks.
#[derive(Clone, Debug)]
pub(super) struct Probe {
    call: CallId,
    /// The interface in the generation that is being tried.
    to: Chosen,
    /// What the agent said to this call.
    said: Option<Said>,
    /// What every call brought, in words.
    heard: Vec<String>,
}

#[derive(Clone, Debug)]
enum Said {
    /// Something of the protocol: it speaks the generation, and has the task after all.
    Task,
    Error(AgentError),
}

/// What an answer tells of the generation it was asked in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tells {
    /// The interface speaks it.
    Speaks,
    /// Not this one; the other may be.
    Not,
    /// Asking on is of no use.
    Nothing,
}

/// Begins, when the generation of the chosen interface is a guess and may be asked for; whether it does.
pub(super) fn begin(run: &mut Run, fx: &mut Vec<Effect>) -> bool {
    let Some(to) = run.chosen().filter(|chosen| !chosen.certain && run.plan.probe_id.is_some()).cloned() else {
        return false;
    };
    say(run, "the card does not say which generation of A2A the agent speaks; asking".to_owned());
    ask(run, to, Vec::new(), fx);
    true
}

fn ask(run: &mut Run, to: Chosen, heard: Vec<String>, fx: &mut Vec<Effect>) {
    let task = run.plan.probe_id.clone().unwrap_or_default();
    let call = request::probe(run, &to, &task, fx);
    run.machine.probe = Some(Probe { call, to, said: None, heard });
}

/// A frame of a probe's answer.
pub(super) fn frame(run: &mut Run, frame: &Frame) {
    let Some(probe) = run.machine.probe.as_mut().filter(|probe| probe.call == frame.call) else { return };
    probe.said = match &frame.decoded {
        Decoded::Update(..) => Some(Said::Task),
        Decoded::Error(error) => Some(Said::Error(error.clone())),
        _ => return,
    };
}

/// A probe's answer ended.
pub(super) fn closed(run: &mut Run, id: CallId, end: &End, fx: &mut Vec<Effect>) {
    let status = run.machine.call(id).and_then(|call| call.answered.as_ref()).map(|answered| answered.status);
    let Some(probe) = run.machine.probe.take().filter(|probe| probe.call == id) else { return };
    let (tells, words) = match (&probe.said, status) {
        (_, Some(status @ (401 | 403))) => (Tells::Nothing, format!("{status}, credentials are missing")),
        (Some(Said::Task), _) => (Tells::Speaks, "a task".to_owned()),
        (Some(Said::Error(error)), status) => (of_error(error, &probe.to, status), error.sentence()),
        (None, Some(status)) => (of_status(status, &probe.to), in_words(status, end)),
        (None, None) => (Tells::Nothing, "no answer".to_owned()),
    };
    conclude(run, probe, tells, &words, fx);
}

/// A probe got no answer: the request itself will say why.
pub(super) fn unanswered(run: &mut Run, id: CallId, fault: &NetFault, fx: &mut Vec<Effect>) {
    if let Some(probe) = run.machine.probe.take().filter(|probe| probe.call == id) {
        conclude(run, probe, Tells::Nothing, &fault.sentence, fx);
    }
}

/// The specification's own refusals show that the method was understood (facts of five servers on two bindings).
fn of_error(error: &AgentError, to: &Chosen, status: Option<u16>) -> Tells {
    match error.rpc_code() {
        Some("-32001" | "-32008" | "-32602") => Tells::Speaks,
        Some("-31401" | "-31403") => Tells::Nothing,
        // 0.3 over HTTP+JSON has no codes for its errors: `404 {"message":"Task not found"}`.
        _ if status == Some(404) && to.binding == Binding::HttpJson && to.dialect == Dialect::V03 => Tells::Speaks,
        _ => Tells::Not,
    }
}

/// An answer that is no error of the protocol. Over HTTP+JSON the generations differ by path, so that an unknown path
/// tells; over JSON-RPC there is one address, and something else is wrong with it.
fn of_status(status: u16, to: &Chosen) -> Tells {
    match (to.binding, status) {
        (Binding::HttpJson, 404 | 405) => Tells::Not,
        (_, 200..=299) => Tells::Not,
        _ => Tells::Nothing,
    }
}

fn in_words(status: u16, end: &End) -> String {
    match end {
        End::NotReadable { sentence, .. } => sentence.clone(),
        _ => format!("HTTP {status}"),
    }
}

fn conclude(run: &mut Run, probe: Probe, tells: Tells, words: &str, fx: &mut Vec<Effect>) {
    if run.verdict.is_some() {
        return;
    }
    let Probe { to, mut heard, .. } = probe;
    heard.push(format!("as {} it answered: {}", to.dialect.word(), excerpt(words)));
    if tells == Tells::Not && to.dialect == Dialect::V10 {
        return ask(run, to.spoken_as(Dialect::V03), heard, fx);
    }
    let found = tells == Tells::Speaks;
    let to = match found {
        true => Chosen { certain: true, ..to },
        false => to.spoken_as(Dialect::V10),
    };
    let what = match found {
        true => "found out by asking for a task that cannot exist",
        false => "a guess, because asking for a task that cannot exist did not tell",
    };
    let detail = format!("{what} ({})", heard.join("; "));
    if let Some(choice) = &mut run.choice {
        Arc::make_mut(choice).chosen = Ok(to);
    }
    prepare::interface_holds(run, Some(&detail), fx);
}
