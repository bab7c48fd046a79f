//! The machine: one event in, the state changed, effects out.

use std::sync::Arc;

use super::effect::Effect;
use super::event::{Event, What};
use super::state::{Link, Run};

/// Begins a run: the first effects.
pub fn start(run: &mut Run) -> Vec<Effect> {
    run.link = Link::Discovering;
    vec![Effect::Discover(vec![run.plan.address.clone()])]
}

/// Folds one event and says what to do next.
pub fn step(run: &mut Run, event: Event) -> Vec<Effect> {
    run.now = run.now.max(event.at);
    match event.what {
        What::Attempted(attempt) => Arc::make_mut(&mut run.attempts).push(Arc::new(*attempt)),
        What::StopAsked(stop) => {
            run.verdict = run.verdict.or(Some(super::Verdict::Stopped(stop)));
            run.finished = true;
            return vec![Effect::Finished];
        }
        _ => {}
    }
    Vec::new()
}
