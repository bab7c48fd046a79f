//! The child process: started with schema and value on its standard input, killed when its time is over.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use crate::json::{self, Document};
use crate::run::event::Verdict;
use crate::schema::{Options, Validator};

use super::message::{self, Order};
use super::{Limits, SUBCOMMAND, too_long};

/// Bytes of stack for validating in the child, where it counts against nobody else.
const STACK: usize = 128 << 20;
/// Bytes of answer that are read at most: a hundred findings with excerpts are far below.
const ANSWER: u64 = 16 << 20;

pub(super) fn run(program: &Path, schema: &Document, value: &Document, options: Options, limits: Limits) -> Verdict {
    let started = Command::new(program)
        .arg(SUBCOMMAND)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut child = match started {
        Ok(child) => child,
        Err(error) => {
            let sentence = format!("too complex to judge here, and no child process could be started: {error}");
            return Verdict::Undecided(sentence);
        }
    };
    let verdict = converse(&mut child, schema, value, options, limits);
    // Killing what has ended already is no fault, and waiting keeps no zombie behind.
    let _ = child.kill();
    let _ = child.wait();
    verdict
}

fn converse(child: &mut Child, schema: &Document, value: &Document, options: Options, limits: Limits) -> Verdict {
    let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
        return Verdict::Undecided("the child process has no standard input".to_owned());
    };
    let order =
        Order { assert_formats: options.assert_formats, memory: limits.memory, schema_bytes: schema.text().len() };
    let (schema, value) = (schema.clone(), value.clone());
    // Each pipe has a thread of its own, so that neither side can wait for the other for ever; both threads end when
    // the child is killed, as its ends of the pipes close.
    std::thread::spawn(move || -> io::Result<()> {
        stdin.write_all(message::write_order(&order).as_bytes())?;
        stdin.write_all(schema.text().as_bytes())?;
        stdin.write_all(value.text().as_bytes())
    });
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut lines = io::BufReader::new(stdout.take(ANSWER));
        loop {
            let mut line = String::new();
            match io::BufRead::read_line(&mut lines, &mut line) {
                Ok(0) | Err(_) => return,
                Ok(_) if sender.send(line).is_err() => return,
                Ok(_) => {}
            }
        }
    });
    listen(&receiver, limits.time)
}

/// Waits for the verdict, then for the list. A verdict alone is kept when the list does not come.
fn listen(receiver: &Receiver<String>, time: Duration) -> Verdict {
    let end = Instant::now() + time;
    let mut refused = false;
    loop {
        match receiver.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(line) if line.trim() == message::REFUSED => refused = true,
            Ok(line) => return message::read_verdict(line.trim_end()),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) if refused => {
                return Verdict::Invalid { findings: Vec::new(), more: None };
            }
            Err(RecvTimeoutError::Timeout) => return Verdict::Undecided(too_long(time)),
            Err(RecvTimeoutError::Disconnected) => {
                let sentence = "the child process that judged broke off, most likely for want of memory";
                return Verdict::Undecided(sentence.to_owned());
            }
        }
    }
}

/// What the hidden subcommand does: reads an order, a schema and a value, limits its own memory, writes the verdict.
/// Gives the exit status.
pub fn child_main() -> u8 {
    let judged = std::thread::Builder::new().stack_size(STACK).spawn(|| match answer() {
        Ok(()) => 0,
        Err(_) => 2,
    });
    judged.ok().and_then(|thread| thread.join().ok()).unwrap_or(2)
}

fn answer() -> io::Result<()> {
    let broken = |what: &'static str| io::Error::new(io::ErrorKind::InvalidData, what);
    let mut input = Vec::new();
    io::stdin().lock().read_to_end(&mut input)?;
    let text = String::from_utf8(input).map_err(|_| broken("not UTF-8"))?;
    let (line, rest) = text.split_once('\n').ok_or_else(|| broken("no order"))?;
    let order = message::read_order(line).ok_or_else(|| broken("no order"))?;
    limit_memory(order.memory)?;
    let (schema, value) = rest.split_at_checked(order.schema_bytes).ok_or_else(|| broken("no schema"))?;
    let parse = |text: &str| json::parse_text(text, &json::Limits::default()).map_err(|_| broken("not JSON"));
    let (schema, value) = (parse(schema)?, parse(value)?);
    let verdict = match Validator::new(&schema, Options { assert_formats: order.assert_formats }) {
        Err(finding) => Verdict::Undecided(finding.message.clone()),
        Ok(validator) => validator.verdict_announced(&value, &mut || {
            let mut out = io::stdout().lock();
            // When nobody reads, nobody waits for the list either.
            let _ = writeln!(out, "{}", message::REFUSED).and_then(|()| out.flush());
        }),
    };
    let mut out = io::stdout().lock();
    writeln!(out, "{}", message::write_verdict(&verdict))?;
    out.flush()
}

#[cfg(unix)]
fn limit_memory(bytes: u64) -> io::Result<()> {
    use rustix::process::{Resource, Rlimit, setrlimit};
    setrlimit(Resource::As, Rlimit { current: Some(bytes), maximum: Some(bytes) })?;
    // A process that runs out of memory aborts; that is expected here and leaves no core file.
    setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) })?;
    Ok(())
}

#[cfg(not(unix))]
fn limit_memory(_: u64) -> io::Result<()> {
    Ok(())
}
