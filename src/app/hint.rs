//! The first minute teaches itself: one line above the footer that says what to do next, in the demo only.

/// What the line teaches now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lesson {
    /// Send the task that is laid out.
    Send,
    /// Watch it run.
    Watch,
    /// Look at the typed value; then try a skill that fails.
    TryFailing,
    /// Use the example of the skill under the cursor.
    UseExample,
    /// Send the example.
    SendExample,
    /// The verdict says why; go to the place, look at the wire.
    ReadVerdict,
}

/// The line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    lesson: Option<Lesson>,
}

impl Hint {
    /// In the demo it begins with the first lesson.
    pub fn new(is_demo: bool) -> Hint {
        Hint { lesson: is_demo.then_some(Lesson::Send) }
    }

    /// What it teaches now.
    pub fn lesson(&self) -> Option<Lesson> {
        self.lesson
    }

    /// No more lessons.
    pub fn end(&mut self) {
        self.lesson = None;
    }

    /// A task was sent.
    pub fn sent(&mut self) {
        self.step(&[Lesson::Send, Lesson::SendExample, Lesson::UseExample, Lesson::TryFailing], Lesson::Watch);
    }

    /// A run ended: with a typed value, or without one.
    pub fn ended(&mut self, typed: bool) {
        let next = if typed { Lesson::TryFailing } else { Lesson::ReadVerdict };
        self.step(&[Lesson::Watch], next);
    }

    /// The Agent pane was shown.
    pub fn agent_shown(&mut self) {
        self.step(&[Lesson::TryFailing], Lesson::UseExample);
    }

    /// An example was put into the task.
    pub fn example_used(&mut self) {
        self.step(&[Lesson::UseExample, Lesson::TryFailing], Lesson::SendExample);
    }

    /// The wire was shown: the tour is over.
    pub fn wire_shown(&mut self) {
        if self.lesson == Some(Lesson::ReadVerdict) {
            self.lesson = None;
        }
    }

    fn step(&mut self, from: &[Lesson], to: Lesson) {
        if self.lesson.is_some_and(|lesson| from.contains(&lesson)) {
            self.lesson = Some(to);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tour_goes_from_sending_to_a_failure_and_its_bytes() {
        let mut hint = Hint::new(true);
        let mut seen = vec![hint.lesson()];
        let acts: [fn(&mut Hint); 7] = [
            Hint::sent,
            |hint| hint.ended(true),
            Hint::agent_shown,
            Hint::example_used,
            Hint::sent,
            |hint| hint.ended(false),
            Hint::wire_shown,
        ];
        for act in acts {
            act(&mut hint);
            seen.push(hint.lesson());
        }
        use Lesson::*;
        let expected = [Send, Watch, TryFailing, UseExample, SendExample, Watch, ReadVerdict];
        assert_eq!(seen, expected.into_iter().map(Some).chain([None]).collect::<Vec<_>>());
    }

    #[test]
    fn outside_the_demo_nothing_is_taught() {
        let mut hint = Hint::new(false);
        hint.sent();
        hint.ended(true);
        assert_eq!(hint.lesson(), None);
    }
}
