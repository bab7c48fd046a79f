//! What the workbench is told: keys, answers of effects, snapshots of runs. Time comes in as data.

use std::sync::Arc;

use ratatui::layout::Rect;

use super::growing::Growing;
use super::pane::Pane;
use super::runs::RunId;
use super::scroll::{List, Scrolls};
use crate::a2a::card::Card;
use crate::command::{Command, Key};
use crate::run::Run;
use crate::run::event::{Attempt, WireRef};
use crate::schema::Checked;
use crate::ui::widget::Scroll;

/// One thing that happened.
#[derive(Clone, Debug)]
pub enum Msg {
    /// A key was pressed.
    Key(Key),
    /// The mouse did something.
    Mouse(Mouse),
    /// Text was pasted.
    Paste(String),
    /// The screen has this size now.
    Resize {
        /// Columns.
        width: u16,
        /// Rows.
        height: u16,
    },
    /// A deadline of [`super::next_deadline`] has come.
    Tick,
    /// What the last frame showed where.
    Drawn(Box<Drawn>),
    /// One try for the card is over.
    Attempted {
        /// Which search.
        generation: u64,
        /// How it went.
        attempt: Box<Attempt>,
    },
    /// The search for the card is over.
    Discovered {
        /// Which search.
        generation: u64,
        /// The card, its address and its text, when there is one.
        found: Option<FoundCard>,
    },
    /// The schema was checked.
    Checked {
        /// Which text: see [`super::Effect::CheckSchema`].
        generation: u64,
        /// What was found.
        checked: Arc<Checked>,
        /// How long it took, in microseconds.
        took: u64,
    },
    /// A run stands like this now.
    Run {
        /// Which run.
        id: RunId,
        /// A snapshot.
        run: Arc<Run>,
        /// Its result, while it grows.
        growing: Option<Arc<Growing>>,
    },
    /// Nothing more will come of a run.
    RunEnded {
        /// Which run.
        id: RunId,
    },
    /// Bytes that were asked for.
    Wire {
        /// Which.
        wire: WireRef,
        /// The bytes, or why there are none.
        bytes: Result<Arc<[u8]>, String>,
    },
    /// `$EDITOR` is done.
    Edited {
        /// Whose text it was.
        pane: Pane,
        /// The text, or why there is none.
        text: Result<String, String>,
    },
    /// The exact request, for the preview.
    Request(Result<String, String>),
    /// Something to say.
    Say(String),
    /// Something went wrong outside.
    Fault(String),
    /// Somebody asks us to stop for a while (SIGTSTP).
    StopAsked,
    /// We go on after a stop (SIGCONT).
    Continued,
    /// A signal asks us to leave at once.
    Terminate,
}

/// A card that was found.
#[derive(Clone, Debug)]
pub struct FoundCard {
    /// Where.
    pub url: String,
    /// Read.
    pub card: Arc<Card>,
    /// As it came.
    pub text: Arc<str>,
}

/// What the mouse did, in cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mouse {
    /// Column.
    pub x: u16,
    /// Row.
    pub y: u16,
    /// What it did.
    pub kind: MouseKind,
}

/// What a mouse can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MouseKind {
    /// The left button went down.
    Press,
    /// It moved with the left button down.
    Drag,
    /// The wheel turned away.
    WheelUp,
    /// The wheel turned near.
    WheelDown,
}

/// What a click on a place means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Do this.
    Command(Command),
    /// Go to this pane.
    Pane(Pane),
    /// This row of a list.
    Row(List, usize),
    /// A place in the text of a pane's field; the area says where its first cell is.
    Text(Pane),
    /// Nothing: an overlay covers what is below.
    Cover,
}

/// What a frame showed where: for the mouse, for pages, and so that nothing jumps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    /// Areas and what a click there means; later ones lie over earlier ones.
    pub hits: Vec<(Rect, Target)>,
    /// Areas that scroll.
    pub lists: Vec<(Rect, List)>,
    /// The windows of all lists as they were drawn.
    pub scrolls: Scrolls,
    /// Where the text of each field stands, and which line and column is at its upper left corner.
    pub fields: Vec<DrawnField>,
}

impl Drawn {
    /// What a click on this cell means.
    pub fn hit(&self, x: u16, y: u16) -> Option<(Rect, Target)> {
        self.hits.iter().rev().find(|(area, _)| area.contains((x, y).into())).copied()
    }

    /// Which list is under this cell.
    pub fn list(&self, x: u16, y: u16) -> Option<List> {
        self.lists.iter().rev().find(|(area, _)| area.contains((x, y).into())).map(|(_, list)| *list)
    }

    /// How a pane's field was drawn.
    pub fn field(&self, pane: Pane) -> Option<&DrawnField> {
        self.fields.iter().find(|field| field.pane == pane)
    }
}

/// How a text field was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawnField {
    /// Whose field.
    pub pane: Pane,
    /// Where it stands.
    pub area: Rect,
    /// What is at its upper left corner.
    pub scroll: Scroll,
}
