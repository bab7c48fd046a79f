//! The panes of the workbench.

/// A pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pane {
    /// The agent: its card, its skills, the runs.
    Agent,
    /// The schema of the answer.
    Schema,
    /// The task: text and options.
    Task,
    /// The run: progress, result, verdict.
    Run,
    /// Every byte.
    Wire,
    /// Every run.
    Log,
}

impl Pane {
    /// All of them, in the order of their numbers.
    pub const ALL: [Pane; 6] = [Pane::Agent, Pane::Schema, Pane::Task, Pane::Run, Pane::Wire, Pane::Log];

    /// Its number, the digit that shows it.
    pub fn number(self) -> u8 {
        match self {
            Pane::Agent => 1,
            Pane::Schema => 2,
            Pane::Task => 3,
            Pane::Run => 4,
            Pane::Wire => 5,
            Pane::Log => 6,
        }
    }

    /// Its title.
    pub fn title(self) -> &'static str {
        match self {
            Pane::Agent => "Agent",
            Pane::Schema => "Schema",
            Pane::Task => "Task",
            Pane::Run => "Run",
            Pane::Wire => "Wire",
            Pane::Log => "Log",
        }
    }

    /// Whether it always takes the whole screen.
    pub fn is_full_screen(self) -> bool {
        matches!(self, Pane::Wire | Pane::Log)
    }

    /// Whether it holds a text field.
    pub fn has_field(self) -> bool {
        matches!(self, Pane::Schema | Pane::Task)
    }

    /// The pane so many places on, round the corner.
    pub fn step(self, by: isize) -> Pane {
        let at = (self.number() as isize - 1 + by).rem_euclid(Pane::ALL.len() as isize);
        Pane::ALL[at as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stepping_goes_round_the_corner_both_ways() {
        assert_eq!(Pane::Log.step(1), Pane::Agent);
        assert_eq!(Pane::Agent.step(-1), Pane::Log);
        assert_eq!(Pane::Schema.step(1), Pane::Task);
    }
}
