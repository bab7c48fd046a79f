//! Drives one run: performs its effects, stamps what happens with its time, folds it, and lets others watch.
//!
//! ```text
//! start / step ──▶ effects ──▶ network, judge, timers ──▶ bounded channel ──▶ stamp ──▶ step
//!                                                                             │
//!                                              observer (each event) ◀────────┴──▶ snapshots (33 ms apart at least)
//! ```

use std::collections::HashMap;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, watch};
use tokio::task::{self, JoinSet};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::json::Document;
use crate::judge;
use crate::net;
use crate::run::event::{NetFault, NetFaultKind, SchemaReport, Stop, Validation, Verdict, What};
use crate::run::{self, Call, CallId, Effect, Event, Run};
use crate::schema::{self, Finding, Options, Policy};

/// Things that happened and are not folded yet. When it is full, who reads the network waits, and so does the peer.
const WAITING: usize = 512;

/// Snapshots are at least this far apart: 30 a second.
const SNAPSHOT_PAUSE: Duration = Duration::from_millis(33);

/// What performs requests: the network client, or a script in tests.
pub trait Network: Clone + Send + Sync + 'static {
    /// Looks for a card at these addresses: `Attempted` for each, then `Discovered`.
    fn discover(
        &self,
        addresses: Vec<String>,
        events: mpsc::Sender<What>,
        cancel: CancellationToken,
    ) -> impl Future<Output = ()> + Send;

    /// Makes one request: `Requested`, then `Answered`, `Frame`…, `Closed`, or `Unanswered`.
    fn call(
        &self,
        call: Call,
        events: mpsc::Sender<What>,
        cancel: CancellationToken,
    ) -> impl Future<Output = ()> + Send;
}

impl Network for net::Client {
    async fn discover(&self, addresses: Vec<String>, events: mpsc::Sender<What>, cancel: CancellationToken) {
        net::Client::discover(self, &addresses, &events, &cancel).await;
    }

    async fn call(&self, call: Call, events: mpsc::Sender<What>, cancel: CancellationToken) {
        net::Client::call(self, &call, &events, &cancel).await;
    }
}

/// What a run may be told from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Stop: the task is cancelled on the agent, which may take 3 s.
    Stop(Stop),
}

/// How a run is driven.
#[derive(Debug, Default)]
pub struct Watch {
    /// When `--timeout` strikes.
    pub deadline: Option<Instant>,
    /// Gets the state: the first and the last always, others at most 30 a second.
    pub snapshots: Option<watch::Sender<Arc<Run>>>,
}

/// Drives a run to its end and gives its last state. `observe` is called for each event after it was folded.
///
/// Without a verdict at the end the run got stuck, which is a fault of ours.
pub async fn drive<N: Network>(
    mut run: Run,
    network: N,
    mut commands: mpsc::Receiver<Command>,
    watch: Watch,
    mut observe: impl FnMut(&Event, &Run) + Send,
) -> Run {
    let began = Instant::now();
    let (events, mut happened) = mpsc::channel(WAITING);
    let mut driver = Driver::new(network, events);
    let first = run::start(&mut run);
    let mut finished = driver.perform(first);
    let mut publisher = Publisher::new(watch.snapshots, &run);
    let mut deadline = watch.deadline;
    let mut commanded = true;
    while !finished {
        let what = tokio::select! {
            biased;
            command = commands.recv(), if commanded => match command {
                Some(Command::Stop(stop)) => What::StopAsked(stop),
                None => {
                    commanded = false;
                    continue;
                }
            },
            () = at(deadline) => {
                deadline = None;
                What::DeadlineStruck
            }
            () = at(publisher.due) => {
                publisher.publish(&run);
                continue;
            }
            Some(what) = happened.recv() => what,
            done = driver.tasks.join_next_with_id() => match done {
                Some(done) => match driver.ended(done) {
                    Some(what) => what,
                    None => continue,
                },
                // Nothing is under way and nothing waits to be folded: only a command or the deadline could go on.
                None => break,
            },
        };
        let event = Event { at: micros(began.elapsed()), what };
        let effects = run::step(&mut run, event.clone());
        observe(&event, &run);
        publisher.changed();
        finished = driver.perform(effects);
    }
    driver.all.cancel();
    publisher.publish(&run);
    run
}

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}

/// Waits for a moment, or for ever when there is none.
pub async fn at(moment: Option<Instant>) {
    match moment {
        Some(moment) => tokio::time::sleep_until(moment).await,
        None => std::future::pending().await,
    }
}

/// What is under way.
struct Driver<N> {
    network: N,
    events: mpsc::Sender<What>,
    tasks: JoinSet<()>,
    /// What to say for a task that breaks off by a fault of ours, so that the run still comes to its end.
    otherwise: HashMap<task::Id, What>,
    /// How each call is closed.
    calls: HashMap<CallId, CancellationToken>,
    all: CancellationToken,
}

impl<N: Network> Driver<N> {
    fn new(network: N, events: mpsc::Sender<What>) -> Self {
        let all = CancellationToken::new();
        Driver { network, events, tasks: JoinSet::new(), otherwise: HashMap::new(), calls: HashMap::new(), all }
    }

    /// Performs effects; whether one of them says that the run is finished.
    fn perform(&mut self, effects: Vec<Effect>) -> bool {
        let mut finished = false;
        for effect in effects {
            match effect {
                Effect::Discover(addresses) => self.discover(addresses),
                Effect::CheckSchema { text, max_depth } => self.check_schema(text, max_depth),
                Effect::Call(call) => self.call(call),
                Effect::CloseCall(id) => {
                    if let Some(cancel) = self.calls.get(&id) {
                        cancel.cancel();
                    }
                }
                Effect::Wait { timer, ms } => self.answer(What::Waited { timer }, async move {
                    tokio::time::sleep(Duration::from_millis(ms)).await;
                    What::Waited { timer }
                }),
                Effect::Validate { schema, value, assert_formats } => {
                    self.validate(schema, value, Options { assert_formats });
                }
                Effect::Finished => finished = true,
            }
        }
        finished
    }

    fn discover(&mut self, addresses: Vec<String>) {
        let (network, events, cancel) = (self.network.clone(), self.events.clone(), self.all.clone());
        self.spawn(What::Discovered, async move { network.discover(addresses, events, cancel).await });
    }

    fn check_schema(&mut self, text: Arc<str>, max_depth: usize) {
        let broken = "the check broke off, which is a fault of catseye";
        let finding = Finding::error(schema::Step::Valid, "schema-invalid", "schema.compile", broken);
        let report = SchemaReport { findings: vec![finding], bytes: text.len() as u64, took: 0 };
        let otherwise = What::SchemaChecked(Arc::new(report));
        let unchecked = otherwise.clone();
        self.answer(otherwise, async move {
            let began = Instant::now();
            let policy = Policy { max_depth, ..Policy::default() };
            match task::spawn_blocking(move || schema::check(&text, &policy)).await {
                Ok(checked) => What::SchemaChecked(Arc::new(SchemaReport {
                    findings: checked.findings,
                    bytes: checked.bytes,
                    took: micros(began.elapsed()),
                })),
                Err(_) => unchecked,
            }
        });
    }

    fn call(&mut self, call: Call) {
        let cancel = self.all.child_token();
        self.calls.insert(call.id, cancel.clone());
        let sentence = "the request broke off, which is a fault of catseye".to_owned();
        let fault = NetFault { kind: NetFaultKind::Unusable, sentence };
        let (network, events) = (self.network.clone(), self.events.clone());
        self.spawn(What::Unanswered { call: call.id, fault }, async move { network.call(call, events, cancel).await });
    }

    fn validate(&mut self, schema: Document, value: Document, options: Options) {
        let verdict = Verdict::Undecided("the judgement broke off, which is a fault of catseye".to_owned());
        let otherwise = What::Validated(Box::new(Validation { verdict, took: 0 }));
        self.answer(otherwise, async move {
            let began = Instant::now();
            let verdict = judge::spawn(schema, value, options, judge::Limits::default()).await;
            What::Validated(Box::new(Validation { verdict, took: micros(began.elapsed()) }))
        });
    }

    /// Spawns work that ends in one event.
    fn answer(&mut self, otherwise: What, work: impl Future<Output = What> + Send + 'static) {
        let events = self.events.clone();
        self.spawn(otherwise, async move {
            let what = work.await;
            // The receiver lives as long as the run; without it nobody needs the event.
            let _ = events.send(what).await;
        });
    }

    fn spawn(&mut self, otherwise: What, work: impl Future<Output = ()> + Send + 'static) {
        let id = self.tasks.spawn(work).id();
        self.otherwise.insert(id, otherwise);
    }

    /// Notes that a task is over, and says what must be said for it when it broke off.
    fn ended(&mut self, ended: Result<(task::Id, ()), task::JoinError>) -> Option<What> {
        match ended {
            Ok((id, ())) => {
                self.otherwise.remove(&id);
                None
            }
            Err(error) => self.otherwise.remove(&error.id()),
        }
    }
}

/// Gives snapshots to whoever watches, not more often than a screen can show them.
struct Publisher {
    sender: Option<watch::Sender<Arc<Run>>>,
    last: Instant,
    /// When the next snapshot is due; `None` while nothing changed.
    due: Option<Instant>,
}

impl Publisher {
    fn new(sender: Option<watch::Sender<Arc<Run>>>, run: &Run) -> Self {
        let mut publisher = Publisher { sender, last: Instant::now(), due: None };
        publisher.publish(run);
        publisher
    }

    fn changed(&mut self) {
        if self.sender.is_some() && self.due.is_none() {
            self.due = Some((self.last + SNAPSHOT_PAUSE).max(Instant::now()));
        }
    }

    fn publish(&mut self, run: &Run) {
        self.last = Instant::now();
        self.due = None;
        if let Some(sender) = &self.sender {
            sender.send_replace(Arc::new(run.clone()));
        }
    }
}
