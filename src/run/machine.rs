//! The machine: one event in, the state changed, effects out. Its inner state, and the dispatch.

use std::sync::Arc;

use super::class::Class;
use super::effect::Effect;
use super::event::{Answered, CallId, Event, Operation, Requested, Stop, What};
use super::failure::{AgentWords, Evidence, Failure};
use super::fallback::Refused;
use super::ladder::{Step, StepId, StepState};
use super::probe::Probe;
use super::row::Warning;
use super::state::{Link, Run};
use super::verdict::Verdict;
use super::{checked, end, ending, judged, prepare, recover, stop, turn, wire};

/// Different warnings kept; more are counted under one code.
const WARNINGS_KEPT: usize = 200;

/// What a call is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// The run's task.
    Task,
    /// Finding out which generation the agent speaks.
    Probe,
}

/// A call that is under way or over, as far as the machine must know.
#[derive(Clone, Debug)]
pub(super) struct CallState {
    pub(super) id: CallId,
    pub(super) operation: Operation,
    pub(super) purpose: Purpose,
    /// Whether it goes over HTTP+JSON.
    pub(super) rest: bool,
    /// It was refused and another took its place: how it ends means nothing.
    pub(super) superseded: bool,
    pub(super) over: bool,
    pub(super) requested: Option<Arc<Requested>>,
    pub(super) answered: Option<Arc<Answered>>,
    /// Frames with content.
    pub(super) frames: u32,
    /// Whether it brought something of the run's task.
    pub(super) brought: bool,
    /// Why the last frame that was no answer was none.
    pub(super) unreadable: Option<String>,
}

impl CallState {
    /// A call that goes out now.
    pub(super) fn new(id: CallId, operation: Operation, purpose: Purpose, rest: bool) -> Self {
        CallState {
            id,
            operation,
            purpose,
            rest,
            superseded: false,
            over: false,
            requested: None,
            answered: None,
            frames: 0,
            brought: false,
            unreadable: None,
        }
    }

    pub(super) fn is_2xx(&self) -> bool {
        self.answered.as_ref().is_some_and(|answered| (200..300).contains(&answered.status))
    }

    /// Whether credentials are missing or were refused.
    pub(super) fn is_refused(&self) -> bool {
        self.answered.as_ref().is_some_and(|answered| matches!(answered.status, 401 | 403))
    }

    pub(super) fn content_type(&self) -> Option<String> {
        let headers = &self.answered.as_ref()?.headers;
        headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("content-type")).map(|(_, value)| value.clone())
    }

    /// Where the answer came from: address, status, content type.
    pub(super) fn evidence(&self) -> Evidence {
        Evidence {
            url: self.requested.as_ref().map(|requested| requested.url.clone()),
            status: self.answered.as_ref().map(|answered| answered.status),
            content_type: self.content_type(),
            ..Evidence::default()
        }
    }
}

/// What a timer is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Timer {
    /// Reading on after the end of the turn.
    Grace,
    /// The pause before the task is asked for again.
    Pause,
    /// How long a stop waits for the agent.
    Stop,
}

/// What the machine remembers beside the state that is shown.
#[derive(Clone, Debug, Default)]
pub(super) struct Machine {
    pub(super) calls: Vec<CallState>,
    timers: Vec<(u32, Timer)>,
    next_timer: u32,
    /// When the step that is being climbed began, in microseconds.
    step_began: u64,
    /// Whether discovery is over, so that a second end of it means nothing.
    pub(super) discovered: bool,
    pub(super) schema_checked: bool,
    pub(super) validating: bool,
    /// The schema and the encoding are part of the request.
    pub(super) structured: bool,
    /// Whether an event named a task.
    pub(super) task_named: bool,
    /// The first terminal state, or a message alone, came.
    pub(super) over: bool,
    /// The agent waits for us, and the stream may still go on for a moment.
    pub(super) waiting: bool,
    /// Events that could not be read.
    pub(super) unreadable: u64,
    /// How the stream broke, for the last word when nothing helps.
    pub(super) broken: Option<(Class, String)>,
    /// Asked for the task once more before saying that the result is missing.
    pub(super) asked_again: Option<CallId>,
    /// A subscription was refused.
    pub(super) no_subscribe: bool,
    /// Over HTTP+JSON the agent takes a subscription with GET, not with POST.
    pub(super) subscribes_with_get: bool,
    /// The generation is being asked for.
    pub(super) probe: Option<Probe>,
    /// The refusal that led to another try.
    pub(super) refused: Option<Refused>,
    /// Whether this agent streams.
    pub(super) agent_streams: bool,
    /// Rounds of asking without a change.
    pub(super) unchanged: u32,
    /// The task as it looked in the last round.
    pub(super) looked: Option<u64>,
    pub(super) stopping: Option<Stop>,
    pub(super) cancel: Option<CallId>,
}

impl Machine {
    pub(super) fn call(&self, id: CallId) -> Option<&CallState> {
        self.calls.iter().find(|call| call.id == id)
    }

    pub(super) fn call_mut(&mut self, id: CallId) -> Option<&mut CallState> {
        self.calls.iter_mut().find(|call| call.id == id)
    }

    /// How many calls were made for the task, those that were refused and made again not counted.
    pub(super) fn calls_for_task(&self) -> usize {
        self.calls.iter().filter(|call| call.purpose == Purpose::Task && !call.superseded).count()
    }

    /// Whether a call only finds out which generation the agent speaks.
    pub(super) fn is_probe(&self, id: CallId) -> bool {
        self.call(id).is_some_and(|call| call.purpose == Purpose::Probe)
    }

    pub(super) fn is_timing(&self, timer: Timer) -> bool {
        self.timers.iter().any(|(_, what)| *what == timer)
    }

    pub(super) fn forget(&mut self, timer: Timer) {
        self.timers.retain(|(_, what)| *what != timer);
    }
}

/// Begins a run: the first effects.
pub fn start(run: &mut Run) -> Vec<Effect> {
    let mut effects = Vec::new();
    prepare::begin(run, &mut effects);
    effects
}

/// Folds one event and says what to do next. A replay ignores the effects.
pub fn step(run: &mut Run, event: Event) -> Vec<Effect> {
    run.now = run.now.max(event.at);
    wire::note(run, &event.what);
    let mut effects = Vec::new();
    let fx = &mut effects;
    match event.what {
        What::Attempted(attempt) => Arc::make_mut(&mut run.attempts).push(Arc::new(*attempt)),
        What::Discovered => prepare::discovered(run, fx),
        What::SchemaChecked(report) => checked::schema_checked(run, report, fx),
        What::Requested(requested) => turn::requested(run, *requested),
        What::Answered(answered) => turn::answered(run, *answered),
        What::Frame(frame) => turn::frame(run, *frame, fx),
        What::Closed { call, end } => end::closed(run, call, end, fx),
        What::Unanswered { call, fault } => end::unanswered(run, call, &fault, fx),
        What::Waited { timer } => waited(run, timer, fx),
        What::Validated(validation) => judged::validated(run, *validation),
        What::DeadlineStruck => stop::deadline(run),
        What::StopAsked(asked) => stop::stop(run, asked, fx),
    }
    run.finish_if_done(fx);
    effects
}

fn waited(run: &mut Run, timer: u32, fx: &mut Vec<Effect>) {
    let Some(index) = run.machine.timers.iter().position(|(number, _)| *number == timer) else { return };
    match run.machine.timers.swap_remove(index).1 {
        Timer::Grace => ending::grace_over(run),
        Timer::Pause => recover::pause_over(run, fx),
        Timer::Stop => stop::stop_over(run),
    }
}

/// A failure in the making.
pub(super) struct Refusal {
    pub(super) class: Class,
    pub(super) message: String,
    pub(super) hint: Option<String>,
    pub(super) agent: AgentWords,
    pub(super) evidence: Vec<Evidence>,
}

impl Refusal {
    pub(super) fn new(class: Class, message: impl Into<String>) -> Self {
        Refusal { class, message: message.into(), hint: None, agent: AgentWords::default(), evidence: Vec::new() }
    }

    pub(super) fn hint(mut self, hint: Option<String>) -> Self {
        self.hint = hint.or(self.hint);
        self
    }

    pub(super) fn agent(mut self, agent: AgentWords) -> Self {
        self.agent = agent;
        self
    }

    pub(super) fn evidence(mut self, evidence: impl IntoIterator<Item = Evidence>) -> Self {
        self.evidence.extend(evidence);
        self
    }
}

impl Run {
    fn decide(&mut self, id: StepId, state: StepState, detail: String, evidence: Vec<Evidence>) -> bool {
        let ms = match state {
            StepState::Skipped | StepState::NotReached => None,
            _ => Some((self.now - self.machine.step_began) / 1_000),
        };
        let decided = self.verdict.is_none() && self.ladder.decide(Step { id, state, detail, ms, evidence });
        if decided {
            self.machine.step_began = self.now;
        }
        decided
    }

    pub(super) fn pass(&mut self, id: StepId, detail: impl Into<String>) {
        self.decide(id, StepState::Passed, detail.into(), Vec::new());
    }

    pub(super) fn pass_at(&mut self, id: StepId, detail: impl Into<String>, evidence: Evidence) {
        self.decide(id, StepState::Passed, detail.into(), vec![evidence]);
    }

    pub(super) fn warn_step(&mut self, id: StepId, detail: impl Into<String>) {
        self.decide(id, StepState::Warned, detail.into(), Vec::new());
    }

    pub(super) fn warn_step_at(&mut self, id: StepId, detail: impl Into<String>, evidence: Evidence) {
        self.decide(id, StepState::Warned, detail.into(), vec![evidence]);
    }

    pub(super) fn skip(&mut self, id: StepId, detail: impl Into<String>) {
        self.decide(id, StepState::Skipped, detail.into(), Vec::new());
    }

    /// Fails a step: the run's failure and its verdict, unless there is one already.
    pub(super) fn fail(&mut self, id: StepId, refusal: Refusal) {
        if !self.decide(id, StepState::Failed, refusal.message.clone(), refusal.evidence.clone()) {
            return;
        }
        let hint = refusal.hint.unwrap_or_else(|| refusal.class.advice().to_owned());
        self.failure = Some(Arc::new(Failure {
            class: refusal.class,
            step: id,
            message: refusal.message,
            hint,
            agent: refusal.agent,
            evidence: refusal.evidence,
        }));
        self.settle(refusal.class.verdict());
    }

    /// The verdict stands from here on.
    pub(super) fn settle(&mut self, verdict: Verdict) {
        if self.verdict.is_none() {
            self.verdict = Some(verdict);
            self.machine.over = true;
            self.timing.ended = Some(self.now);
            self.machine.forget(Timer::Pause);
            self.machine.forget(Timer::Stop);
        }
    }

    /// Closes what is open and says so, once the verdict stands and the moment of grace is over.
    pub(super) fn finish_if_done(&mut self, fx: &mut Vec<Effect>) {
        if self.verdict.is_none() || self.finished {
            return;
        }
        let open: Vec<CallId> = self.machine.calls.iter().filter(|call| !call.over).map(|call| call.id).collect();
        if !open.is_empty() && self.machine.is_timing(Timer::Grace) {
            return;
        }
        fx.extend(open.into_iter().map(Effect::CloseCall));
        self.link = Link::Idle;
        self.finished = true;
        fx.push(Effect::Finished);
    }

    pub(super) fn wait(&mut self, what: Timer, ms: u64, fx: &mut Vec<Effect>) {
        self.machine.next_timer += 1;
        let timer = self.machine.next_timer;
        self.machine.timers.push((timer, what));
        fx.push(Effect::Wait { timer, ms });
    }

    /// Notes something noteworthy; the same again is counted.
    pub(super) fn warn(
        &mut self,
        code: impl Into<std::borrow::Cow<'static, str>>,
        message: String,
        frame: Option<u32>,
    ) {
        let code = code.into();
        let warnings = Arc::make_mut(&mut self.warnings);
        // A code that repeats is folded when it says the same, or when it has said enough different things.
        let said = warnings.iter().filter(|warning| warning.code == code).count();
        let same = warnings.iter().rposition(|w| w.code == code && (w.message == message || said >= 20));
        match same {
            Some(index) => warnings[index].count += 1,
            None if warnings.len() < WARNINGS_KEPT => warnings.push(Warning { code, message, count: 1, frame }),
            None => {
                let message = format!("more than {WARNINGS_KEPT} different warnings: the rest are only counted");
                match warnings.iter_mut().find(|warning| warning.code == "more-warnings") {
                    Some(more) => more.count += 1,
                    None => warnings.push(Warning { code: "more-warnings".into(), message, count: 1, frame }),
                }
            }
        }
    }
}
