//! The verdict of a whole run, and the exit status it decides.

use super::event::Stop;

/// How a run ended. The words and statuses are a contract with scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// A typed value, valid against the schema.
    Typed,
    /// No schema was asked for, and the task completed.
    Text,
    /// The agent was reached, and the task, its result or the request failed.
    Failed,
    /// No usable answer.
    Unreachable,
    /// Credentials missing or refused.
    Unauthorized,
    /// A time limit struck.
    Timeout,
    /// Refused before the task was sent.
    Refused,
    /// The agent waits for us.
    Waiting,
    /// Stopped by the person.
    Stopped(Stop),
}

impl Verdict {
    /// The word in JSON output.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Typed => "typed",
            Verdict::Text => "text",
            Verdict::Failed => "failed",
            Verdict::Unreachable => "unreachable",
            Verdict::Unauthorized => "unauthorized",
            Verdict::Timeout => "timeout",
            Verdict::Refused => "refused",
            Verdict::Waiting => "waiting",
            Verdict::Stopped(_) => "stopped",
        }
    }

    /// The headline on screen when there is no failure to name.
    pub fn title(self) -> &'static str {
        match self {
            Verdict::Typed => "typed value",
            Verdict::Text => "the agent answered",
            Verdict::Failed => "failed",
            Verdict::Unreachable => "no usable answer",
            Verdict::Unauthorized => "not authorised",
            Verdict::Timeout => "out of time",
            Verdict::Refused => "not sent",
            Verdict::Waiting => "the agent waits for you",
            Verdict::Stopped(_) => "stopped by you",
        }
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
}

/// The exit status of a verdict; 3, 4 and 5 as the official a2a-cli specification reserves them.
pub fn exit_status(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Typed | Verdict::Text => 0,
        Verdict::Failed => 1,
        Verdict::Unreachable => 3,
        Verdict::Unauthorized => 4,
        Verdict::Timeout => 5,
        Verdict::Refused => 6,
        Verdict::Waiting => 7,
        Verdict::Stopped(Stop::Interrupt) => 130,
        Verdict::Stopped(Stop::Terminate) => 143,
        Verdict::Stopped(Stop::HangUp) => 129,
    }
}
