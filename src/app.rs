//! The workbench's state and how it changes: `update(&mut Model, Msg) -> Vec<Effect>`, pure.
//!
//! No clock, no random value, no thread: time is [`Model::now`], set by the loop before each message. What is to be done
//! outside comes back as [`Effect`]s. What is on screen is `ui::view(&Model)`, and nothing else.

mod agent;
mod draft;
mod effect;
mod growing;
mod hint;
mod message;
mod overlay;
mod pane;
pub mod request;
mod runs;
mod schema;
mod scroll;
mod task;
mod toast;
mod tree;
mod update;
pub mod wire;

pub use agent::Agent;
pub use effect::Effect;
pub use growing::{GROWING_MOST, Growing, Shown};
pub use hint::{Hint, Lesson};
pub use message::{Drawn, DrawnField, FoundCard, Mouse, MouseKind, Msg, Target};
pub use overlay::Overlay;
pub use pane::Pane;
pub use runs::{Entry, RunId, Runs, Spot};
pub use schema::Schema;
pub use scroll::{List, Scrolls, Window};
pub use task::Task;
pub use toast::{Toast, Toasts, Tone};
pub use tree::{Mark, Tree, preview};
pub use update::update;
pub use wire::Wire;

use crate::editor::Buffer;
use crate::run::Evidence;

/// How long one picture of the spinner stands, in milliseconds.
pub const SPINNER_MS: u64 = 100;

/// What the workbench begins with.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// The agent's address; empty opens none.
    pub address: String,
    /// The schema to begin with.
    pub schema: String,
    /// The task's text to begin with.
    pub task: String,
    /// The theme's name; `None`: the first one.
    pub theme: Option<String>,
    /// Names of all themes, in the order in which the key goes through them.
    pub themes: Vec<String>,
    /// Something to say at once, that went wrong and stopped nothing.
    pub notice: Option<String>,
    /// Whether this is the demo: hints teach the first minute.
    pub is_demo: bool,
    /// Columns and rows.
    pub size: (u16, u16),
    /// Whether credentials were given: an interface elsewhere is asked about.
    pub credentials_given: bool,
    /// What else was given by flags: interface, dialect, limits.
    pub plan: Option<crate::run::Plan>,
}

/// Everything that is known.
#[derive(Clone, Debug)]
pub struct Model {
    /// Milliseconds of the workbench's clock.
    pub now: u64,
    /// Columns and rows.
    pub size: (u16, u16),
    /// The pane that is in use.
    pub focus: Pane,
    /// Whether keys are text for the focused pane's field.
    pub in_field: bool,
    /// Whether the focused pane is shown alone.
    pub zoom: bool,
    /// What stands left of two columns: Agent, or Schema with Task.
    pub agent_on_left: bool,
    /// The pane to go back to from Wire and Log.
    pub back_to: Pane,
    /// What lies over the panes.
    pub overlay: Option<Overlay>,
    /// Messages.
    pub toasts: Toasts,
    /// The agent.
    pub agent: Agent,
    /// The agent that was open before this one.
    pub agent_before: Option<String>,
    /// The schema.
    pub schema: Schema,
    /// The task.
    pub task: Task,
    /// The runs.
    pub runs: Runs,
    /// The bytes that are looked at.
    pub wire: Wire,
    /// What is looked for; empty when nothing is.
    pub find: String,
    /// The selected run in the Log.
    pub log_cursor: usize,
    /// The theme's name.
    pub theme: String,
    /// All themes.
    pub themes: Vec<String>,
    /// Whether the mouse is ours.
    pub mouse: bool,
    /// What the last frame showed where.
    pub drawn: Drawn,
    /// The first minute's hints.
    pub hint: Hint,
    /// Whether what was typed is saved.
    pub draft: draft::Draft,
    /// Origins that credentials may go to besides the typed one.
    pub allowed_origins: Vec<String>,
    /// What was given by flags, for every run.
    pub template: crate::run::Plan,
    /// Whether the program is leaving.
    pub leaving: bool,
}

impl Model {
    /// A fresh workbench, and what it wants done first.
    pub fn new(start: Start) -> (Model, Vec<Effect>) {
        let template = start.plan.unwrap_or_else(|| {
            crate::run::Plan::new(start.address.clone(), String::new(), crate::run::Ask::Text(String::new().into()))
        });
        let mut task = Task::new(&start.task);
        task.assert_formats = template.assert_formats;
        task.compact = template.compact;
        task.stream = template.stream;
        task.encoding = template.encoding;
        let theme = start.theme.or_else(|| start.themes.first().cloned()).unwrap_or_default();
        let mut model = Model {
            now: 0,
            size: start.size,
            focus: Pane::Schema,
            in_field: false,
            zoom: false,
            agent_on_left: false,
            back_to: Pane::Schema,
            overlay: None,
            toasts: Toasts::default(),
            agent: Agent {
                address: start.address,
                preferences: template.preferences.clone(),
                assume_extension: template.assume_extension,
                ..Agent::default()
            },
            agent_before: None,
            schema: Schema::new(&start.schema),
            task,
            runs: Runs::default(),
            wire: Wire::default(),
            find: String::new(),
            log_cursor: 0,
            theme,
            themes: start.themes,
            mouse: true,
            drawn: Drawn::default(),
            hint: Hint::new(start.is_demo),
            draft: draft::Draft::default(),
            allowed_origins: template.allowed_origins.clone(),
            template,
            leaving: false,
        };
        if let Some(notice) = start.notice {
            model.toasts.warn(notice);
        }
        model.template.credentials_given |= start.credentials_given;
        let mut effects = update::fetch_card(&mut model);
        effects.extend(update::check_schema(&mut model));
        if model.agent.address.is_empty() {
            model.overlay = Some(Overlay::Address { typed: Buffer::field(""), fault: None });
        }
        (model, effects)
    }

    /// The focused pane's field, to type in.
    pub fn field_mut(&mut self) -> Option<&mut Buffer> {
        match self.focus {
            Pane::Schema => Some(&mut self.schema.field),
            Pane::Task => Some(&mut self.task.field),
            Pane::Agent | Pane::Run | Pane::Wire | Pane::Log => None,
        }
    }

    /// The run that the panes show.
    pub fn selected_run(&self) -> Option<&Entry> {
        self.runs.selected()
    }

    /// The focused pane's field.
    pub fn field(&self) -> Option<&Buffer> {
        match self.focus {
            Pane::Schema => Some(&self.schema.field),
            Pane::Task => Some(&self.task.field),
            Pane::Agent | Pane::Run | Pane::Wire | Pane::Log => None,
        }
    }

    /// How many skills the card has.
    pub fn skill_count(&self) -> usize {
        self.agent.card.as_ref().map_or(0, |card| card.skills.len())
    }

    /// The index of the skill under the Agent pane's cursor.
    pub fn skill_under_cursor(&self) -> Option<usize> {
        let here = self.focus == Pane::Agent && !self.agent.is_raw && self.agent.cursor < self.skill_count();
        here.then_some(self.agent.cursor)
    }

    /// The place of the run under the cursor, in Agent or in Log: newest first on screen.
    pub fn run_under_cursor(&self) -> Option<usize> {
        let from_newest = match self.focus {
            Pane::Agent if !self.agent.is_raw => self.agent.cursor.checked_sub(self.skill_count())?,
            Pane::Log => self.log_cursor,
            _ => return None,
        };
        self.runs.len().checked_sub(from_newest + 1)
    }

    /// The place of the verdict under the Run pane's cursor, or the one at the value under it.
    pub fn evidence_under_cursor(&self) -> Option<&Evidence> {
        if self.focus != Pane::Run {
            return None;
        }
        let entry = self.selected_run().filter(|entry| entry.evidence_count() > 0)?;
        match entry.spot {
            Spot::Place(at) => entry.evidence().get(at),
            Spot::Result(row) => {
                let pointer = entry.tree.as_ref()?.value(row)?.pointer();
                entry.evidence().iter().find(|evidence| evidence.pointer.as_deref() == Some(pointer.as_str()))
            }
            Spot::Progress(_) => None,
        }
    }

    /// Whether the Run pane's cursor is on a place of the verdict that is in the result's tree.
    pub fn on_place(&self) -> bool {
        let Some(entry) = self.selected_run().filter(|_| self.focus == Pane::Run) else { return false };
        let Spot::Place(at) = entry.spot else { return false };
        let pointer = entry.evidence().get(at).and_then(|evidence| evidence.pointer.as_deref());
        match (pointer, &entry.tree) {
            (Some(pointer), Some(tree)) => tree.document().at(pointer).is_some(),
            _ => false,
        }
    }

    /// Whether the Run pane's cursor is on a value of the result.
    pub fn on_tree(&self) -> bool {
        self.focus == Pane::Run
            && self.selected_run().is_some_and(|entry| entry.tree.is_some() && matches!(entry.spot, Spot::Result(_)))
    }

    /// Whether the Run pane's cursor is on a value that folds.
    pub fn on_branch(&self) -> bool {
        self.focus == Pane::Run
            && self.selected_run().is_some_and(|entry| match (entry.spot, &entry.tree) {
                (Spot::Result(row), Some(tree)) => tree.is_branch(row),
                _ => false,
            })
    }

    /// Whether something under the cursor can be copied.
    pub fn can_copy(&self) -> bool {
        match self.focus {
            Pane::Agent => self.agent.card.is_some(),
            Pane::Run | Pane::Log => self.selected_run().is_some(),
            Pane::Wire => self.wire.bytes().is_some(),
            Pane::Schema | Pane::Task => false,
        }
    }

    /// Whether a moving thing is on screen: the selected run's dot, or the search for the card.
    pub fn is_moving(&self) -> bool {
        self.agent.is_looking || self.runs.active() > 0
    }

    /// The agent's limit of schema bytes, when it advertises one.
    pub fn max_schema_bytes(&self) -> Option<u64> {
        self.agent.max_schema_bytes()
    }
}

/// When the model wants a [`Msg::Tick`], in milliseconds of its clock; `None`: when something happens.
pub fn next_deadline(model: &Model) -> Option<u64> {
    let spinner = model.is_moving().then(|| (model.now / SPINNER_MS + 1) * SPINNER_MS);
    [spinner, model.toasts.next_deadline(), model.draft.deadline()].into_iter().flatten().min()
}
