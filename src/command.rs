//! Commands: everything that can be done in the workbench, each with a name, in one table.
//!
//! Keys, palette, footer, help, mouse and the key table in `docs/keys.md` all come from [`COMMANDS`].

use crate::app::{Model, Pane};

pub mod book;
mod key;
pub mod palette;
mod table;
mod when;

pub use key::{Code, Key};
pub use table::COMMANDS;

/// Everything that can be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// Send the task.
    Send,
    /// Show the request before it is sent.
    Preview,
    /// Stop the selected run.
    Stop,
    /// Answer the agent that waits.
    Answer,
    /// Send what the selected run sent.
    SendAgain,
    /// Enter the field.
    EnterField,
    /// Leave the field.
    LeaveField,
    /// Cut the selection.
    Cut,
    /// Copy the selection.
    CopySelection,
    /// Select the whole field.
    SelectAll,
    /// Undo.
    Undo,
    /// Redo.
    Redo,
    /// Indent the schema.
    Format,
    /// Take the white space out of the schema.
    Compact,
    /// Next finding.
    NextFinding,
    /// Previous finding.
    PreviousFinding,
    /// Put a skill's example into the task.
    UseExample,
    /// Select the run under the cursor.
    ShowRun,
    /// Fold or unfold.
    Fold,
    /// Go from a finding to its place in the value.
    ShowPlace,
    /// Go from a finding to its rule in the schema.
    ShowRule,
    /// Copy the value under the cursor.
    Copy,
    /// Copy the pointer of the value under the cursor.
    CopyPointer,
    /// Copy the result as it came.
    CopyRaw,
    /// Copy the request as a curl command.
    CopyCurl,
    /// Copy a prompt that tells the agent what was wrong.
    CopyRetry,
    /// Earlier run.
    PreviousRun,
    /// Later run.
    NextRun,
    /// Show or leave the raw card.
    RawCard,
    /// Fetch the card again.
    FetchAgain,
    /// Open another agent.
    OpenAgent,
    /// Open the agent before this one.
    AgentBefore,
    /// New conversation.
    NewConversation,
    /// Stream or wait.
    ToggleStream,
    /// Ask for a typed answer or for text.
    ToggleSchema,
    /// Go on with a run's conversation.
    Continue,
    /// Which result encoding.
    ToggleEncoding,
    /// Send the schema without white space.
    ToggleCompact,
    /// Formats as rules or as notes.
    ToggleFormats,
    /// Cursor up.
    Up,
    /// Cursor down.
    Down,
    /// A page up.
    PageUp,
    /// A page down.
    PageDown,
    /// To the first row.
    Top,
    /// To the last row.
    Bottom,
    /// Fold, or to the parent.
    Left,
    /// Unfold, or to the first child.
    Right,
    /// A pane.
    Show(Pane),
    /// The wire, at the frame of what is under the cursor.
    ShowWire,
    /// Back from a full screen.
    Back,
    /// Next pane.
    NextPane,
    /// Previous pane.
    PreviousPane,
    /// One pane alone.
    Zoom,
    /// Find.
    Find,
    /// Next match.
    FindNext,
    /// Previous match.
    FindPrevious,
    /// Edit in `$EDITOR`.
    Editor,
    /// Next theme.
    Theme,
    /// Mouse off and on.
    Mouse,
    /// Draw everything again.
    Redraw,
    /// Suspend.
    Suspend,
    /// Take messages away.
    Dismiss,
    /// Commands.
    Palette,
    /// Help.
    Help,
    /// Leave.
    Leave,
}

/// Where a command can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// In every pane.
    Everywhere,
    /// In these panes.
    Panes(&'static [Pane]),
}

/// Whether a command can be used now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// It can.
    Now,
    /// It cannot; the words say why, as a fragment.
    Not(&'static str),
}

/// One row of the table.
#[derive(Clone, Copy)]
pub struct Row {
    /// What it is.
    pub command: Command,
    /// Its name, stable, for the palette: `send-again`.
    pub name: &'static str,
    /// What it does, in words.
    pub title: &'static str,
    /// One or two words for the footer.
    pub hint: &'static str,
    /// Its keys; the first one is shown.
    pub keys: &'static [Key],
    /// Where it can be used.
    pub scope: Scope,
    /// Its place in the footer: 1 stays longest, 0 never stands there.
    pub rank: u8,
    /// Whether it can be used now, or why not.
    pub when: fn(&Model) -> When,
}

impl Row {
    /// Whether the scope holds for the focused pane.
    pub fn applies(&self, pane: Pane) -> bool {
        match self.scope {
            Scope::Everywhere => true,
            Scope::Panes(panes) => panes.contains(&pane),
        }
    }

    /// The key to show: in a field the first one that does not type.
    pub fn shown_key(&self, in_field: bool) -> Option<Key> {
        let usable = |key: &&Key| !in_field || !key.is_typing();
        self.keys.iter().find(usable).copied()
    }
}

/// What a key press means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// This command.
    Command(Command),
    /// A command that cannot be used now: why.
    Refused(Command, &'static str),
    /// No command has this key here.
    Nothing,
}

/// Which command a key means in the focused pane: rows of the pane before rows of everywhere, usable ones before others.
pub fn meaning(model: &Model, key: Key) -> Meaning {
    if model.in_field && key.is_typing() {
        return Meaning::Nothing;
    }
    let pane = model.focus;
    let mut refused = Meaning::Nothing;
    for own in [true, false] {
        for row in COMMANDS.iter().filter(|row| (row.scope != Scope::Everywhere) == own) {
            if !row.applies(pane) || !row.keys.contains(&key) {
                continue;
            }
            match (row.when)(model) {
                When::Now => return Meaning::Command(row.command),
                // A row of the pane that cannot be used now hides no row of everywhere that can.
                When::Not(why) => refused = Meaning::Refused(row.command, why),
            }
        }
    }
    refused
}

/// The row of a command.
pub fn row(command: Command) -> Option<&'static Row> {
    COMMANDS.iter().find(|row| row.command == command)
}

/// The key of a command as text, for hints in empty states and sentences: always a real key of the table.
pub fn key_of(command: Command, in_field: bool) -> String {
    row(command).and_then(|row| row.shown_key(in_field)).map_or_else(String::new, |key| key.to_string())
}

/// The rows for the footer, by rank: those that can be used now in the focused pane and have a key here.
pub fn footer(model: &Model) -> Vec<(&'static Row, Key)> {
    let mut rows: Vec<(&'static Row, Key)> = COMMANDS
        .iter()
        .filter(|row| row.rank > 0 && row.applies(model.focus) && (row.when)(model) == When::Now)
        .filter_map(|row| Some((row, row.shown_key(model.in_field)?)))
        .collect();
    rows.sort_by_key(|(row, _)| row.rank);
    // Two rows may share a key (Ctrl-X cuts or stops): only the one that the key means now is true.
    rows.retain(|(row, key)| meaning(model, *key) == Meaning::Command(row.command));
    rows
}
