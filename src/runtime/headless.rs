//! `catseye run`: one task without a screen. The result goes to standard output, people's words to standard error.

use std::io;
use std::sync::Arc;

use tokio::sync::mpsc;
use tokio::time::Instant;

use crate::cli::arguments::{FailOn, Format, RunArguments};
use crate::cli::ending::ending;
use crate::cli::progress::Progress;
use crate::json;
use crate::run::{self, Event, Lines, Plan, Run, Verdict, exit_status};
use crate::text;

use super::drive::{self, Network, Watch};
use super::{Stopped, output, signals};

/// Exit status when the program itself is at fault: the same as after a panic.
const OUR_FAULT: u8 = 101;

/// Drives a run to its end, prints it, and gives the exit status.
///
/// # Errors
/// When standard output cannot be written.
pub async fn run(arguments: &RunArguments, plan: Plan, network: impl Network, no_color: bool) -> Result<u8, Stopped> {
    let (sender, commands) = mpsc::channel(4);
    signals::listen(sender)?;
    let deadline = arguments.limits.timeout.map(|timeout| Instant::now() + timeout);
    let mut printer = Printer::new(arguments.format, no_color);
    let watch = Watch { deadline, snapshots: None };
    let run = drive::drive(Run::new(plan), network, commands, watch, |event, run| printer.event(event, run)).await;
    printer.end(&run)?;
    let Some(verdict) = run.verdict() else {
        output::say("catseye: the run came to no verdict, which is a fault of catseye itself\n");
        return Ok(OUR_FAULT);
    };
    Ok(status(verdict, arguments.fail_on))
}

fn status(verdict: Verdict, fail_on: Option<FailOn>) -> u8 {
    let answered = matches!(verdict, Verdict::Typed | Verdict::Text | Verdict::Failed | Verdict::Waiting);
    match fail_on {
        Some(FailOn::None) if answered => 0,
        _ => exit_status(verdict),
    }
}

struct Printer {
    format: Format,
    progress: Progress,
    lines: Lines,
    no_color: bool,
    /// What went wrong when writing; nothing more is written then.
    fault: Option<io::Error>,
}

impl Printer {
    fn new(format: Format, no_color: bool) -> Self {
        let progress = Progress::new(output::stderr_ink(no_color), output::stderr_columns());
        Printer { format, progress, lines: Lines::new(), no_color, fault: None }
    }

    fn event(&mut self, event: &Event, run: &Run) {
        match self.format {
            Format::Human => self.tell(run),
            Format::Json => {}
            Format::Ndjson => {
                let lines = self.lines.of(event, run);
                self.print(lines.as_bytes());
            }
        }
    }

    fn tell(&mut self, run: &Run) {
        let news = self.progress.news(run);
        if !news.is_empty() {
            output::say(&news);
        }
    }

    fn print(&mut self, bytes: &[u8]) {
        if self.fault.is_none() && !bytes.is_empty() {
            self.fault = output::print(bytes).err();
        }
    }

    fn end(mut self, run: &Run) -> io::Result<()> {
        match self.format {
            Format::Json | Format::Ndjson => self.print(format!("{}\n", run::outcome(run)).as_bytes()),
            Format::Human => {
                self.tell(run);
                let result = if output::stdout_is_terminal() { shown(run) } else { exact(run) };
                self.print(&result);
                let space = if output::stderr_is_terminal() && result.is_empty() { "\n" } else { "" };
                output::say(&format!("{space}{}", ending(run, output::stderr_ink(self.no_color))));
            }
        }
        self.fault.map_or(Ok(()), Err)
    }
}

/// The result's bytes as they came, for a pipe or a file.
fn exact(run: &Run) -> Vec<u8> {
    match run.verdict() {
        Some(Verdict::Typed) => run.result.as_ref().map(|result| result.text.as_bytes().to_vec()),
        Some(Verdict::Text) => run.answer_text().map(|(text, _)| text.into_bytes()),
        _ => None,
    }
    .unwrap_or_default()
}

/// The result for people on a terminal: readable, and harmless.
fn shown(run: &Run) -> Vec<u8> {
    let words: Option<Arc<str>> = match run.verdict() {
        Some(Verdict::Typed) => run.value().map(|value| Arc::from(json::pretty(value.root(), 2))),
        Some(Verdict::Text) => run.answer_text().map(|(text, _)| Arc::from(text)),
        _ => None,
    };
    match words {
        Some(words) => format!("\n{}\n\n", text::harmless_lines(words.trim_end())).into_bytes(),
        None => Vec::new(),
    }
}
