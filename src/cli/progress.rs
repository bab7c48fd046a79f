//! What people read while a run goes on: the ladder's steps, the agent's progress and warnings, one line each, once.

use crate::a2a::model::TaskState;
use crate::run::{Row, RowKind, Run, Step, StepState};
use crate::text;

use super::ink::{Ink, Role};

/// Columns for what a line is about: the longest title of a step.
const ABOUT: usize = 30;

/// Writes the lines of a run as it goes on: remembers what was told already.
#[derive(Clone, Debug)]
pub struct Progress {
    ink: Ink,
    /// Columns of the terminal; `None` when it is none: no ladder then, and nothing is cut.
    columns: Option<usize>,
    steps: usize,
    rows: usize,
    warnings: usize,
}

impl Progress {
    /// Nothing was told yet. On a terminal of so many columns the ladder is shown.
    pub fn new(ink: Ink, columns: Option<usize>) -> Self {
        Progress { ink, columns, steps: 0, rows: 0, warnings: 0 }
    }

    /// The lines that are new since the last call, each with its line feed.
    pub fn news(&mut self, run: &Run) -> String {
        let mut out = String::new();
        let now = run.now / 1_000;
        // Rows first: what the agent said is why a step is decided.
        let from = self.rows.max(run.rows.dropped());
        for row in run.rows.iter().skip(from - run.rows.dropped()) {
            self.row(row, &mut out);
        }
        self.rows = run.rows.dropped() + run.rows.len();
        let decided = run.ladder.steps().take_while(|step| step.state != StepState::NotReached).count();
        if self.columns.is_some() {
            for step in run.ladder.steps().take(decided).skip(self.steps) {
                self.step(step, now, &mut out);
            }
        }
        self.steps = self.steps.max(decided);
        for warning in run.warnings.iter().skip(self.warnings) {
            self.line(now, (Role::Warn, "!"), "warning", &warning.message, &mut out);
        }
        self.warnings = self.warnings.max(run.warnings.len());
        out
    }

    fn step(&self, step: &Step, now: u64, out: &mut String) {
        // A step that does not apply says nothing to a person; the JSON has it.
        let mark = match step.state {
            StepState::Skipped | StepState::NotReached => return,
            state => mark(state),
        };
        self.line(now, mark, step.id.title(), &step.detail, out);
    }

    fn row(&self, row: &Row, out: &mut String) {
        let (mark, about) = match &row.kind {
            RowKind::Status(state) => ((state_role(state), "·"), state.word().to_owned()),
            RowKind::Artifact { id, name } => {
                ((Role::Accent, "+"), format!("artifact {}", name.as_deref().unwrap_or(id)))
            }
            RowKind::Message => ((Role::Accent, "·"), "message".to_owned()),
            RowKind::OtherTask => ((Role::Warn, "!"), "another task".to_owned()),
            RowKind::Unreadable => ((Role::Warn, "!"), "unreadable event".to_owned()),
            RowKind::Error => ((Role::Bad, "✗"), "error".to_owned()),
            RowKind::Ours => ((Role::Faint, "○"), "catseye".to_owned()),
        };
        let about = if row.late { format!("{about} (late)") } else { about };
        self.line(row.at / 1_000, mark, &about, &row.text, out);
    }

    fn line(&self, at: u64, (role, mark): (Role, &str), about: &str, words: &str, out: &mut String) {
        let (about, words) = (text::harmless(about), text::harmless(words.trim_end()));
        let at = text::instant(at);
        let Some(columns) = self.columns else {
            let colon = if words.is_empty() { "" } else { ": " };
            out.push_str(&format!("{at:>8}  {about}{colon}{words}\n"));
            return;
        };
        let left = columns.saturating_sub(8 + 2 + 2 + ABOUT + 2).max(20);
        let line = format!(
            "{}  {} {}  {}",
            self.ink.paint(Role::Faint, &format!("{at:>8}")),
            self.ink.paint(role, mark),
            text::pad(&text::truncate(&about, ABOUT), ABOUT),
            self.ink.paint(Role::Faint, &text::truncate(&words, left))
        );
        out.push_str(line.trim_end());
        out.push('\n');
    }
}

/// The glyph of a step's state, the same on every screen.
pub fn mark(state: StepState) -> (Role, &'static str) {
    match state {
        StepState::NotReached => (Role::Faint, "·"),
        StepState::Passed => (Role::Good, "✓"),
        StepState::Warned => (Role::Warn, "!"),
        StepState::Failed => (Role::Bad, "✗"),
        StepState::Skipped => (Role::Faint, "–"),
    }
}

fn state_role(state: &TaskState) -> Role {
    match state {
        TaskState::Completed => Role::Good,
        TaskState::Failed | TaskState::Canceled | TaskState::Rejected => Role::Bad,
        TaskState::InputRequired | TaskState::AuthRequired => Role::Warn,
        _ => Role::Accent,
    }
}
