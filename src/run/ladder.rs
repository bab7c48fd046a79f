//! The ladder: the fixed sequence of steps every structured task climbs, and where each stands.

use std::sync::Arc;

use super::failure::Evidence;

macro_rules! steps {
    ($( $(#[doc = $doc:literal])* $variant:ident = $word:literal, $title:literal; )*) => {
        /// The steps, in order.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum StepId {
            $( $(#[doc = $doc])* $variant, )*
        }

        impl StepId {
            /// Every step, in order.
            pub const ALL: &'static [StepId] = &[$(StepId::$variant),*];

            /// The word in JSON output: `schema-json`.
            pub fn word(self) -> &'static str {
                match self { $(StepId::$variant => $word,)* }
            }

            /// What it asks, a few words for people.
            pub fn title(self) -> &'static str {
                match self { $(StepId::$variant => $title,)* }
            }
        }
    };
}

steps! {
    /// A card was fetched and understood.
    Card = "card", "agent card found";
    /// An interface we speak was chosen, and credentials may go there.
    Interface = "interface", "interface chosen";
    /// The extension is advertised and its params are understood.
    Extension = "extension", "extension advertised";
    /// The schema is one JSON document and an object.
    SchemaJson = "schema-json", "schema is JSON";
    /// Dialect, `$id`, references and nesting are within the rules.
    SchemaPolicy = "schema-policy", "schema within the rules";
    /// Valid against the meta-schema, no dangling reference, compiles.
    SchemaValid = "schema-valid", "schema is valid";
    /// Within the agent's limit of bytes.
    SchemaSize = "schema-size", "schema fits the agent's limit";
    /// The request was accepted.
    Sent = "sent", "request accepted";
    /// The turn reached a state that ends it.
    Stream = "stream", "turn came to its end";
    /// The task is completed.
    Completed = "completed", "task completed";
    /// Exactly one artifact has the advertised name.
    Artifact = "artifact", "one result artifact";
    /// It lists the extension's URI.
    Marked = "marked", "result carries the mark";
    /// The result part says `application/json`.
    MediaType = "media-type", "result says it is JSON";
    /// The result part decodes.
    Bytes = "bytes", "result decodes";
    /// Within our limit of bytes.
    ResultSize = "result-size", "result within our limit";
    /// One JSON document.
    Json = "json", "result is JSON";
    /// Valid against the schema that was sent.
    Schema = "schema", "result matches the schema";
}

/// Where a step stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum StepState {
    /// Nothing known yet, or an earlier step failed.
    #[default]
    NotReached,
    /// It holds.
    Passed,
    /// It holds, with something to know.
    Warned,
    /// It does not hold: this names the failure.
    Failed,
    /// It does not apply.
    Skipped,
}

impl StepState {
    /// The word in JSON output: `not-reached`.
    pub fn word(self) -> &'static str {
        match self {
            StepState::NotReached => "not-reached",
            StepState::Passed => "passed",
            StepState::Warned => "warned",
            StepState::Failed => "failed",
            StepState::Skipped => "skipped",
        }
    }
}

/// One step and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Which step.
    pub id: StepId,
    /// Where it stands.
    pub state: StepState,
    /// What was found, a fragment for people; empty when there is nothing to say.
    pub detail: String,
    /// How long it took, in milliseconds.
    pub ms: Option<u64>,
    /// Where to look.
    pub evidence: Vec<Evidence>,
}

/// All steps of a run, in order. A step that has been decided stays as it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Ladder {
    steps: Vec<Arc<Step>>,
}

impl Default for Ladder {
    fn default() -> Self {
        let fresh = |id: &StepId| {
            Arc::new(Step {
                id: *id,
                state: StepState::NotReached,
                detail: String::new(),
                ms: None,
                evidence: Vec::new(),
            })
        };
        Ladder { steps: StepId::ALL.iter().map(fresh).collect() }
    }
}

impl Ladder {
    /// The steps, in order.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().map(Arc::as_ref)
    }

    /// One step.
    pub fn step(&self, id: StepId) -> &Step {
        &self.steps[id as usize]
    }

    /// The state of one step.
    pub fn state(&self, id: StepId) -> StepState {
        self.step(id).state
    }

    /// The first step that failed.
    pub fn failed(&self) -> Option<&Step> {
        self.steps().find(|step| step.state == StepState::Failed)
    }

    /// The step that is being climbed: the first one not decided, while none has failed.
    pub fn current(&self) -> Option<StepId> {
        if self.failed().is_some() {
            return None;
        }
        self.steps().find(|step| step.state == StepState::NotReached).map(|step| step.id)
    }

    /// Decides a step. One that is decided already, or that stands behind a failed one, stays as it is; returns whether
    /// it changed.
    pub(super) fn decide(&mut self, decided: Step) -> bool {
        if self.state(decided.id) != StepState::NotReached || self.failed().is_some() {
            return false;
        }
        let index = decided.id as usize;
        self.steps[index] = Arc::new(decided);
        true
    }
}
