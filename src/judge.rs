//! Judging a value within limits of time, work and memory, whatever the schema is.
//!
//! A small judgement runs on a thread of its own with a large stack. One whose bound of work is above the limit runs in
//! a child process, this program started again with a hidden subcommand: a process can be killed, a thread cannot.

mod child;
mod message;

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use crate::json::Document;
use crate::run::event::Verdict;
use crate::schema::{Options, Validator};

pub use child::child_main;

/// The hidden subcommand that makes this program judge what stands on its standard input.
pub const SUBCOMMAND: &str = "__judge";

/// Bytes of stack for validating: schema and value may nest 128 levels, and references add to that.
const STACK: usize = 16 << 20;

/// Threads that outlived their time. They cannot be killed; while one is left, judgements go to a child process.
static LEFT_BEHIND: AtomicUsize = AtomicUsize::new(0);

/// What a judgement may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The bound of work ([`Validator::cost`]) up to which a thread does it.
    pub cost: u64,
    /// How long it may take.
    pub time: Duration,
    /// Bytes of address space for the child process.
    pub memory: u64,
}

impl Default for Limits {
    /// Work of 1 000 000 on a thread; 2 s and 1 GiB.
    fn default() -> Self {
        Limits { cost: 1_000_000, time: Duration::from_secs(2), memory: 1 << 30 }
    }
}

/// Judges a value by a schema that was checked. Blocks for the time limit at most, and a little for starting.
pub fn judge(schema: Document, value: Document, options: Options, limits: Limits) -> Verdict {
    match std::env::current_exe() {
        Ok(program) => judge_with(&program, schema, value, options, limits),
        Err(error) => {
            Verdict::Undecided(format!("this program cannot find itself to judge in a child process: {error}"))
        }
    }
}

/// Judges with another program as the child: what tests need, whose own executable is no catseye.
pub fn judge_with(program: &Path, schema: Document, value: Document, options: Options, limits: Limits) -> Verdict {
    if LEFT_BEHIND.load(Ordering::Relaxed) == 0 {
        match on_thread(&schema, &value, options, limits) {
            OnThread::Verdict(verdict) => return verdict,
            OnThread::TooMuch => {}
        }
    }
    child::run(program, &schema, &value, options, limits)
}

/// The same as [`judge`] for asynchronous callers.
pub async fn spawn(schema: Document, value: Document, options: Options, limits: Limits) -> Verdict {
    match tokio::task::spawn_blocking(move || judge(schema, value, options, limits)).await {
        Ok(verdict) => verdict,
        Err(error) => Verdict::Undecided(format!("the judgement broke off: {error}")),
    }
}

enum OnThread {
    Verdict(Verdict),
    TooMuch,
}

fn on_thread(schema: &Document, value: &Document, options: Options, limits: Limits) -> OnThread {
    let (schema, value) = (schema.clone(), value.clone());
    let (sender, receiver) = mpsc::channel();
    let work = move || {
        let answer = match Validator::new(&schema, options) {
            Err(finding) => OnThread::Verdict(Verdict::Undecided(finding.message.clone())),
            Ok(validator) if validator.cost(&value) > limits.cost => OnThread::TooMuch,
            Ok(validator) => OnThread::Verdict(validator.verdict(&value)),
        };
        // Nobody listens any more when the time was over: then this thread was counted as left behind.
        if sender.send(answer).is_err() {
            LEFT_BEHIND.fetch_sub(1, Ordering::Relaxed);
        }
    };
    if let Err(error) = std::thread::Builder::new().name("judge".to_owned()).stack_size(STACK).spawn(work) {
        return OnThread::Verdict(Verdict::Undecided(format!("no thread could be started to judge on: {error}")));
    }
    match receiver.recv_timeout(limits.time) {
        Ok(answer) => answer,
        Err(RecvTimeoutError::Timeout) => {
            LEFT_BEHIND.fetch_add(1, Ordering::Relaxed);
            OnThread::Verdict(Verdict::Undecided(too_long(limits.time)))
        }
        Err(RecvTimeoutError::Disconnected) => {
            OnThread::Verdict(Verdict::Undecided("the validator broke off on this schema and value".to_owned()))
        }
    }
}

fn too_long(time: Duration) -> String {
    format!("no verdict within {} ms, the schema is too complex for this value", time.as_millis())
}
