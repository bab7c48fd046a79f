//! What the workbench wants done that takes time: each thing in a task of its own, answered with a message.

use std::collections::HashMap;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::Outside;
use crate::a2a::{card, discovery};
use crate::app::{Effect, FoundCard, Growing, Msg, RunId, request};
use crate::json;
use crate::run::event::{AttemptResult, Stop, What, WireRef};
use crate::run::{Plan, Run};
use crate::runtime::drive::{self, Network};
use crate::schema;
use crate::ui::theme::Theme;

/// On the way out running tasks are cancelled at the agent; nobody waits longer than this for it.
const LEAVING: Duration = Duration::from_millis(1_500);

/// A text to check: its number, the text, what it is held to.
type Check = Option<(u64, Arc<str>, schema::Policy)>;

/// The hands.
pub(super) struct Hands<O: Outside> {
    outside: O,
    messages: mpsc::Sender<Msg>,
    /// Runs that were begun, to stop them.
    runs: HashMap<RunId, mpsc::Sender<drive::Command>>,
    /// Only runs: they are waited for on the way out.
    running: JoinSet<()>,
    checks: watch::Sender<Check>,
    /// The search for a card that is under way.
    search: CancellationToken,
}

impl<O: Outside> Hands<O> {
    pub(super) fn new(outside: O, messages: mpsc::Sender<Msg>) -> Self {
        let (checks, wanted) = watch::channel(None);
        guarded(messages.clone(), "checking the schema", check_schemas(wanted, messages.clone()));
        Hands {
            outside,
            messages,
            runs: HashMap::new(),
            running: JoinSet::new(),
            checks,
            search: CancellationToken::new(),
        }
    }

    pub(super) fn theme(&self, name: &str) -> Result<Theme, String> {
        self.outside.theme(name)
    }

    pub(super) fn read_wire(&self, wire: WireRef) -> Result<Arc<[u8]>, String> {
        self.outside.read_wire(wire)
    }

    /// Begins something. The terminal's own effects are not for these hands and are ignored here.
    pub(super) fn perform(&mut self, effect: Effect) {
        match effect {
            Effect::FetchCard { generation, address } => self.fetch_card(generation, address),
            Effect::CheckSchema { generation, text, max_bytes, max_depth } => {
                let policy = schema::Policy { max_bytes, max_depth, ..schema::Policy::default() };
                // A text that nobody began to check is forgotten: only the latest one matters.
                self.checks.send_replace(Some((generation, text, policy)));
            }
            Effect::StartRun { id, plan } => self.start(id, *plan),
            Effect::StopRun(id) => {
                if let Some(commands) = self.runs.get(&id) {
                    // A full or closed channel means that it is stopping already, or over.
                    let _ = commands.try_send(drive::Command::Stop(Stop::Interrupt));
                }
            }
            Effect::ShowRequest { plan, attempts } => {
                let (outside, messages) = (self.outside.clone(), self.messages.clone());
                guarded(messages.clone(), "writing the request down", async move {
                    let page = tokio::task::spawn_blocking(move || {
                        let call = request::preview(with_id(*plan), &attempts)?;
                        let headers = outside.headers(&call)?;
                        Ok(request::page(&call, &headers))
                    });
                    let text = page.await.unwrap_or_else(|fault| Err(fault.to_string()));
                    let _ = messages.send(Msg::Request(text)).await;
                });
            }
            Effect::ReadWire(wire) => {
                let (outside, messages) = (self.outside.clone(), self.messages.clone());
                guarded(messages.clone(), "reading the wire", async move {
                    let read = tokio::task::spawn_blocking(move || outside.read_wire(wire)).await;
                    let bytes = read.unwrap_or_else(|fault| Err(fault.to_string()));
                    let _ = messages.send(Msg::Wire { wire, bytes }).await;
                });
            }
            Effect::SaveDraft { schema, task } => {
                let (outside, messages) = (self.outside.clone(), self.messages.clone());
                guarded(messages.clone(), "saving the draft", async move {
                    let saved = tokio::task::spawn_blocking(move || outside.save_draft(&schema, &task)).await;
                    if let Ok(Err(why)) = saved {
                        let _ = messages.send(Msg::Fault(why)).await;
                    }
                });
            }
            Effect::Copy { .. }
            | Effect::CopyCurl(_)
            | Effect::OpenEditor { .. }
            | Effect::Mouse(_)
            | Effect::Redraw
            | Effect::Suspend
            | Effect::Quit => {}
        }
    }

    fn fetch_card(&mut self, generation: u64, address: String) {
        self.search.cancel();
        self.search = CancellationToken::new();
        let (outside, messages, cancel) = (self.outside.clone(), self.messages.clone(), self.search.clone());
        guarded(messages.clone(), "looking for the card", async move {
            let found = match search(&outside, generation, &address, &messages, cancel).await {
                Ok(found) => found,
                Err(why) => {
                    let _ = messages.send(Msg::Fault(why)).await;
                    None
                }
            };
            let _ = messages.send(Msg::Discovered { generation, found }).await;
        });
    }

    fn start(&mut self, id: RunId, plan: Plan) {
        let (stop, commands) = mpsc::channel(4);
        self.runs.insert(id, stop);
        let (outside, messages) = (self.outside.clone(), self.messages.clone());
        let run = Run::new(with_id(plan));
        let task = async move {
            let network = outside.network(&run.plan.allowed_origins);
            let (snapshots, seen) = watch::channel(Arc::new(run.clone()));
            let forward = tokio::spawn(forward(id, seen, messages.clone()));
            let deadline = outside.timeout().map(|timeout| Instant::now() + timeout);
            let watched = drive::Watch { deadline, snapshots: Some(snapshots) };
            drive::drive(run, network, commands, watched, |_, _| {}).await;
            // The sender of snapshots is gone now: the last one is forwarded, then the forwarding ends.
            let _ = forward.await;
            let _ = messages.send(Msg::RunEnded { id }).await;
        };
        let fault = self.messages.clone();
        self.running.spawn(async move {
            if let Err(error) = tokio::spawn(task).await {
                let _ = fault.send(Msg::Fault(format!("run {} broke off by a fault of catseye: {error}", id.0))).await;
                let _ = fault.send(Msg::RunEnded { id }).await;
            }
        });
    }

    /// Waits a moment for runs that are being stopped.
    pub(super) async fn finish(mut self) {
        self.search.cancel();
        let ended = async { while self.running.join_next().await.is_some() {} };
        let _ = tokio::time::timeout(LEAVING, ended).await;
    }
}

/// A message id where the person gave none, and an id to ask for the generation with.
fn with_id(plan: Plan) -> Plan {
    let message_id =
        if plan.message_id.is_empty() { uuid::Uuid::new_v4().to_string() } else { plan.message_id.clone() };
    Plan { message_id, probe_id: Some(uuid::Uuid::new_v4().to_string()), ..plan }
}

/// Looks for a card and reads it; every try is told at once.
async fn search<O: Outside>(
    outside: &O,
    generation: u64,
    address: &str,
    messages: &mpsc::Sender<Msg>,
    cancel: CancellationToken,
) -> Result<Option<FoundCard>, String> {
    let addresses = discovery::candidates(address).map_err(|fault| fault.to_string())?;
    let network = outside.network(&[]);
    let (events, mut happened) = mpsc::channel(16);
    let addresses = addresses.iter().map(ToString::to_string).collect();
    let looking = network.discover(addresses, events, cancel);
    let reading = async {
        let mut found = None;
        while let Some(what) = happened.recv().await {
            let What::Attempted(attempt) = what else { continue };
            if let AttemptResult::Card(text) = &attempt.result {
                let url = attempt.final_url.as_ref().unwrap_or(&attempt.url).clone();
                found = read_card(text.clone(), url);
            }
            let _ = messages.send(Msg::Attempted { generation, attempt }).await;
        }
        found
    };
    Ok(tokio::join!(looking, reading).1)
}

fn read_card(text: Arc<str>, url: String) -> Option<FoundCard> {
    let document = json::parse_text(&text, &json::Limits::default()).ok()?;
    let card = card::parse(&document).ok()?;
    Some(FoundCard { url, card: Arc::new(card), text })
}

/// Hands snapshots on; of several that came meanwhile only the newest. What has arrived of the result is read here, not
/// where the screen is drawn.
async fn forward(id: RunId, mut seen: watch::Receiver<Arc<Run>>, messages: mpsc::Sender<Msg>) {
    let mut growing = None;
    while seen.changed().await.is_ok() {
        let run = seen.borrow_and_update().clone();
        growing = Growing::of(&run, growing.as_ref());
        if messages.send(Msg::Run { id, run, growing: growing.clone() }).await.is_err() {
            return;
        }
    }
}

/// Checks the newest text that is wanted, one at a time, on a worker thread.
async fn check_schemas(mut wanted: watch::Receiver<Check>, messages: mpsc::Sender<Msg>) {
    while wanted.changed().await.is_ok() {
        let Some((generation, text, policy)) = wanted.borrow_and_update().clone() else { continue };
        let checked = tokio::task::spawn_blocking(move || {
            let began = std::time::Instant::now();
            (schema::check(&text, &policy), began.elapsed())
        });
        let message = match checked.await {
            Ok((checked, took)) => Msg::Checked {
                generation,
                checked: Arc::new(checked),
                took: u64::try_from(took.as_micros()).unwrap_or(u64::MAX),
            },
            Err(_) => Msg::Fault("checking the schema broke off by a fault of catseye".to_owned()),
        };
        if messages.send(message).await.is_err() {
            return;
        }
    }
}

/// Begins a task whose panic becomes a message instead of silence.
fn guarded(messages: mpsc::Sender<Msg>, what: &'static str, task: impl Future<Output = ()> + Send + 'static) {
    tokio::spawn(async move {
        if tokio::spawn(task).await.is_err_and(|error| error.is_panic()) {
            let _ = messages.send(Msg::Fault(format!("{what} broke off by a fault of catseye"))).await;
        }
    });
}
