//! The runs of this session, and what each of them shows: cursor, folded tree, whether the view follows the stream.

use std::sync::Arc;

use super::growing::Growing;
use super::tree::Tree;
use crate::run::{Class, Evidence, Failure, Run, StepId, Verdict};

/// The number of a run within the session, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RunId(pub u32);

/// Where the cursor stands in the Run pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// A row of progress.
    Progress(usize),
    /// A row of the result.
    Result(usize),
    /// A place of the verdict.
    Place(usize),
}

/// One run and how it is looked at.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its number.
    pub id: RunId,
    /// The latest snapshot.
    pub run: Arc<Run>,
    /// When it began, in milliseconds of the workbench's clock.
    pub started: u64,
    /// Whether nothing more will come.
    pub ended: bool,
    /// Where the cursor stands.
    pub spot: Spot,
    /// Whether progress follows the stream.
    pub follow: bool,
    /// The result as a tree, when it is JSON.
    pub tree: Option<Tree>,
    /// The result while it grows: to look at, not to stand on.
    pub growing: Option<Arc<Growing>>,
    /// The selected row of the wire; `None` follows the last one.
    pub frame: Option<usize>,
}

impl Entry {
    fn new(id: RunId, run: Arc<Run>, started: u64) -> Entry {
        Entry {
            id,
            run,
            started,
            ended: false,
            spot: Spot::Progress(0),
            follow: true,
            tree: None,
            growing: None,
            frame: None,
        }
    }

    /// Whether the verdict stands or nothing more will come.
    pub fn is_over(&self) -> bool {
        self.ended || self.run.verdict().is_some()
    }

    /// Whether the agent waits for an answer of ours.
    pub fn waits_for_us(&self) -> bool {
        self.run.verdict() == Some(Verdict::Waiting)
    }

    /// Whether something arrived as the result.
    pub fn has_result(&self) -> bool {
        self.run.result.is_some()
    }

    /// Whether a task went out.
    pub fn has_sent(&self) -> bool {
        self.run.timing.sent.is_some()
    }

    /// The places the verdict points at.
    pub fn evidence(&self) -> &[Evidence] {
        self.run.failure.as_ref().map_or(&[], |failure| &failure.evidence)
    }

    /// How many of the places are in the result: those of a refused schema are in the schema, of a card in the card.
    pub fn places(&self) -> usize {
        let in_result = self.run.failure.as_ref().is_some_and(|failure| failure.step == StepId::Schema);
        if in_result { self.evidence().iter().filter(|evidence| evidence.pointer.is_some()).count() } else { 0 }
    }

    /// Whether the schema was refused before it was sent, at a place in it.
    pub fn schema_is_refused(&self) -> bool {
        let in_schema = |failure: &Failure| (StepId::SchemaJson..=StepId::SchemaSize).contains(&failure.step);
        self.run.failure.as_deref().is_some_and(in_schema) && self.evidence().iter().any(|place| place.place.is_some())
    }

    /// How many places the verdict points at, in a value or elsewhere.
    pub fn evidence_count(&self) -> usize {
        self.evidence().len()
    }

    /// How many rows the wire has.
    pub fn frame_count(&self) -> usize {
        self.run.frames.len()
    }

    /// The selected row of the wire.
    pub fn frame_at(&self) -> usize {
        self.frame.unwrap_or(usize::MAX).min(self.frame_count().saturating_sub(1))
    }

    /// How long it took, or has taken by `now`, in milliseconds.
    pub fn elapsed(&self, now: u64) -> u64 {
        match (self.run.timing.ended, self.ended) {
            (Some(ended), _) => ended / 1_000,
            (None, true) => self.run.now / 1_000,
            (None, false) => now.saturating_sub(self.started),
        }
    }

    /// What it came to, in a few words: `typed`, `schema mismatch`, `working`.
    pub fn word(&self) -> String {
        match self.run.verdict() {
            Some(Verdict::Failed | Verdict::Refused | Verdict::Unreachable) => {
                self.run.failure.as_ref().map_or_else(|| "failed".to_owned(), |failure| short(failure.class))
            }
            Some(Verdict::Waiting) => "waits for you".to_owned(),
            Some(Verdict::Timeout) => "out of time".to_owned(),
            Some(verdict) => verdict.word().to_owned(),
            None if self.ended => "broken off".to_owned(),
            None => match &self.run.task.state {
                Some(state) => state.word().to_owned(),
                None if self.has_sent() => "sent".to_owned(),
                None => "preparing".to_owned(),
            },
        }
    }

    /// Takes a newer snapshot in. The tree is made anew only when the result is another one.
    pub fn take(&mut self, run: Arc<Run>, growing: Option<Arc<Growing>>) {
        self.growing = growing;
        let fresh = match (&run.result, &self.run.result) {
            (Some(new), Some(old)) => !Arc::ptr_eq(new, old) || self.tree.is_none(),
            (Some(_), None) => true,
            (None, _) => false,
        };
        if fresh {
            self.tree = run.result.as_ref().and_then(|result| Tree::of(result));
        }
        let ended_now = self.run.verdict().is_none() && run.verdict().is_some();
        self.run = run;
        if ended_now && self.follow {
            self.spot = self.first_spot_of_interest();
        }
    }

    /// Where to look first once the verdict stands: the first finding in the result, the first place, the result.
    fn first_spot_of_interest(&self) -> Spot {
        if let Some(tree) = &self.tree {
            return Spot::Result(tree.first_marked().unwrap_or(0));
        }
        if self.run.failure.is_some() && self.evidence_count() > 0 {
            return Spot::Place(0);
        }
        Spot::Progress(self.progress_count().saturating_sub(1))
    }

    /// How many rows of progress there are.
    pub fn progress_count(&self) -> usize {
        self.run.rows.len()
    }
}

/// A class in the few words of a list.
fn short(class: Class) -> String {
    class.word().strip_prefix("result-").unwrap_or(class.word()).replace('-', " ")
}

/// All runs, in the order in which they began.
#[derive(Clone, Debug, Default)]
pub struct Runs {
    entries: Vec<Entry>,
    selected: Option<usize>,
}

impl Runs {
    /// Begins one and selects it.
    pub fn begin(&mut self, run: Arc<Run>, now: u64) -> RunId {
        let id = RunId(self.entries.last().map_or(1, |entry| entry.id.0 + 1));
        self.entries.push(Entry::new(id, run, now));
        self.selected = Some(self.entries.len() - 1);
        id
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// All, oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Entry> {
        self.entries.iter()
    }

    /// By its place in the order.
    pub fn get(&self, index: usize) -> Option<&Entry> {
        self.entries.get(index)
    }

    /// By its number.
    pub fn entry_mut(&mut self, id: RunId) -> Option<&mut Entry> {
        self.entries.iter_mut().find(|entry| entry.id == id)
    }

    /// The selected one.
    pub fn selected(&self) -> Option<&Entry> {
        self.entries.get(self.selected?)
    }

    /// The selected one, to change how it is looked at.
    pub fn selected_mut(&mut self) -> Option<&mut Entry> {
        self.entries.get_mut(self.selected?)
    }

    /// The place of the selected one.
    pub fn selected_index(&self) -> Option<usize> {
        self.selected
    }

    /// Selects by place, within the list.
    pub fn select(&mut self, index: usize) {
        self.selected = (!self.entries.is_empty()).then(|| index.min(self.entries.len() - 1));
    }

    /// How many still run.
    pub fn active(&self) -> usize {
        self.entries.iter().filter(|entry| !entry.is_over()).count()
    }
}
