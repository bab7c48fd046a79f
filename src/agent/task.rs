//! One task: what is known of it, and who listens to it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::notify::PushConfig;
use super::scenario::{Scenario, ScriptedError};
use super::structured::Structured;
use crate::a2a::model::{Content, Message, Part, Role, Status, StatusUpdate, Task, TaskState, Update};

/// Messages kept in a task's history; older ones go first.
const KEPT_HISTORY: usize = 100;
/// Push notification configurations a task may have.
const KEPT_CONFIGS: usize = 16;
/// Events a listener may be behind before the task waits for it.
const BACKLOG: usize = 256;
/// How long a task waits for a listener that does not read; then the listener is cut off.
const PATIENCE: Duration = Duration::from_secs(60);

/// Something that goes to everyone who listens to a task.
#[derive(Clone, Debug)]
pub(super) enum Emission {
    /// The task or an artifact changed, or a message came instead of a task.
    Update(Arc<Update>),
    /// Bytes as they are.
    Bytes(&'static str),
    /// An error object.
    Error(ScriptedError),
    /// The stream breaks off here.
    BreakOff,
}

/// A task and who listens to it.
pub(super) struct LiveTask {
    /// The task's id.
    pub(super) id: String,
    /// The conversation.
    pub(super) context_id: String,
    /// What was asked for.
    pub(super) structured: Structured,
    /// What it plays.
    pub(super) scenario: &'static Scenario,
    /// Cancelled when somebody cancels the task.
    pub(super) cancel: CancellationToken,
    inner: Mutex<Inner>,
}

struct Inner {
    task: Task,
    listeners: Vec<mpsc::Sender<Emission>>,
    /// Tells those who asked for push notifications; it outlives streams that break off.
    courier: Option<mpsc::Sender<Emission>>,
    configs: Vec<PushConfig>,
    playing: bool,
    /// When the status changed last: a place in the order of all such changes.
    changed: u64,
    /// Milliseconds of the script so far.
    clock: u64,
}

impl LiveTask {
    /// A submitted task for a message, being played.
    pub(super) fn new(
        mut message: Message,
        context_id: String,
        structured: Structured,
        scenario: &'static Scenario,
        cancel: CancellationToken,
    ) -> Self {
        let id = new_id();
        message.task_id = Some(id.clone());
        message.context_id = Some(context_id.clone());
        let task = Task {
            id: id.clone(),
            context_id: Some(context_id.clone()),
            status: Status { state: TaskState::Submitted, message: None, timestamp: Some(timestamp(0)) },
            artifacts: Vec::new(),
            history: vec![message],
            metadata: None,
        };
        let inner = Inner {
            task,
            listeners: Vec::new(),
            courier: None,
            configs: Vec::new(),
            playing: true,
            changed: next_change(),
            clock: 0,
        };
        let inner = Mutex::new(inner);
        LiveTask { id, context_id, structured, scenario, cancel, inner }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The task as it stands, with the last `history_length` messages.
    pub(super) fn snapshot(&self, history_length: Option<usize>) -> Task {
        let mut task = self.lock().task.clone();
        if let Some(length) = history_length {
            let surplus = task.history.len().saturating_sub(length);
            task.history.drain(..surplus);
        }
        task
    }

    /// The state as it stands, and whether somebody works on the task.
    pub(super) fn state(&self) -> (TaskState, bool) {
        let inner = self.lock();
        (inner.task.status.state.clone(), inner.playing)
    }

    /// The task as it stands, and everything that comes after it.
    pub(super) fn listen(&self) -> (Task, mpsc::Receiver<Emission>) {
        let (sender, receiver) = mpsc::channel(BACKLOG);
        let mut inner = self.lock();
        if inner.playing {
            inner.listeners.push(sender);
        }
        (inner.task.clone(), receiver)
    }

    /// Begins to work on a task that waited. `false` when somebody does already, or it is over.
    pub(super) fn resume(&self, mut message: Message) -> bool {
        let mut inner = self.lock();
        if inner.playing || !inner.task.status.state.is_interrupted() {
            return false;
        }
        message.task_id = Some(self.id.clone());
        message.context_id = Some(self.context_id.clone());
        inner.set_status(TaskState::Working, None);
        inner.remember(message);
        inner.playing = true;
        true
    }

    /// The script's clock goes on.
    pub(super) fn pass(&self, milliseconds: u32) {
        self.lock().clock += u64::from(milliseconds);
    }

    /// Changes the status, as long as the task is not over, and tells it.
    pub(super) async fn set_status(&self, state: TaskState, parts: Vec<Part>) {
        let update = {
            let mut inner = self.lock();
            let message = (!parts.is_empty()).then(|| self.message(parts));
            let status = Status { state, message, timestamp: Some(timestamp(inner.clock)) };
            if !inner.task.status.state.is_terminal() {
                inner.set_status(status.state.clone(), status.message.clone());
            }
            StatusUpdate {
                task_id: Some(self.id.clone()),
                context_id: Some(self.context_id.clone()),
                status,
                is_final: None,
                metadata: None,
            }
        };
        self.tell(Emission::Update(Arc::new(Update::Status(update)))).await;
    }

    /// A message of the agent about this task.
    fn message(&self, parts: Vec<Part>) -> Message {
        Message {
            message_id: new_id(),
            role: Role::Agent,
            parts,
            context_id: Some(self.context_id.clone()),
            task_id: Some(self.id.clone()),
            metadata: None,
            extensions: Vec::new(),
        }
    }

    /// Adds or continues an artifact, as long as the task is not over, and tells it.
    pub(super) async fn put_artifact(&self, artifact: crate::a2a::model::Artifact, append: bool, last_chunk: bool) {
        {
            let mut inner = self.lock();
            if !inner.task.status.state.is_terminal() {
                let known = inner.task.artifacts.iter_mut().find(|known| known.artifact_id == artifact.artifact_id);
                match known {
                    Some(known) if append => known.parts.extend(artifact.parts.iter().cloned()),
                    Some(known) => *known = artifact.clone(),
                    None => inner.task.artifacts.push(artifact.clone()),
                }
            }
        }
        let update = crate::a2a::model::ArtifactUpdate {
            task_id: Some(self.id.clone()),
            context_id: Some(self.context_id.clone()),
            artifact,
            append,
            last_chunk,
        };
        self.tell(Emission::Update(Arc::new(Update::Artifact(update)))).await;
    }

    /// Tells everyone who listens; waits for those who are behind, and drops those who left.
    pub(super) async fn tell(&self, emission: Emission) {
        let listeners: Vec<_> = {
            let inner = self.lock();
            inner.listeners.iter().chain(&inner.courier).cloned().collect()
        };
        let mut gone = Vec::new();
        for listener in listeners {
            if listener.send_timeout(emission.clone(), PATIENCE).await.is_err() {
                gone.push(listener);
            }
        }
        if !gone.is_empty() {
            self.lock().listeners.retain(|known| !gone.iter().any(|gone| gone.same_channel(known)));
        }
    }

    /// Every stream breaks off.
    pub(super) async fn break_off(&self) {
        self.tell(Emission::BreakOff).await;
        self.lock().listeners.clear();
    }

    /// Nobody works on the task any more; its streams end.
    pub(super) fn rest(&self) {
        let mut inner = self.lock();
        inner.playing = false;
        inner.listeners.clear();
        inner.courier = None;
    }

    /// The task as it stands and everything that comes after it, for one who tells others; `None` when nobody wants to
    /// know, somebody tells already, or nothing more comes of this turn.
    pub(super) fn courier(&self) -> Option<(Task, mpsc::Receiver<Emission>)> {
        let mut inner = self.lock();
        if inner.configs.is_empty() || inner.courier.is_some() || !inner.playing {
            return None;
        }
        let (sender, receiver) = mpsc::channel(BACKLOG);
        inner.courier = Some(sender);
        Some((inner.task.clone(), receiver))
    }

    /// The push notification configurations.
    pub(super) fn configs(&self) -> Vec<PushConfig> {
        self.lock().configs.clone()
    }

    /// Keeps a configuration, in the place of one with its id. `false` when there are too many.
    pub(super) fn keep_config(&self, config: PushConfig) -> bool {
        let mut inner = self.lock();
        if let Some(known) = inner.configs.iter_mut().find(|known| known.id == config.id) {
            *known = config;
            return true;
        }
        let room = inner.configs.len() < KEPT_CONFIGS;
        if room {
            inner.configs.push(config);
        }
        room
    }

    /// Lets a configuration go.
    pub(super) fn drop_config(&self, id: &str) {
        self.lock().configs.retain(|config| config.id != id);
    }

    /// What a list is made by: when the status changed last, and the status.
    pub(super) fn standing(&self) -> (u64, Status) {
        let inner = self.lock();
        (inner.changed, inner.task.status.clone())
    }

    /// Bytes of what others gave it and of what it made, about.
    pub(super) fn bytes(&self) -> usize {
        let inner = self.lock();
        let artifacts = inner.task.artifacts.iter().flat_map(|artifact| &artifact.parts).map(part_bytes);
        let messages = inner.task.history.iter().map(message_bytes);
        artifacts.chain(messages).sum::<usize>() + self.structured.bytes()
    }
}

fn message_bytes(message: &Message) -> usize {
    let parts: usize = message.parts.iter().map(part_bytes).sum();
    let extensions: usize = message.extensions.iter().map(String::len).sum();
    parts + extensions + message.message_id.len() + message.metadata.as_ref().map_or(0, |metadata| metadata.len())
}

fn part_bytes(part: &Part) -> usize {
    let metadata = part.metadata.as_ref().map_or(0, |metadata| metadata.len());
    metadata
        + match &part.content {
            Content::Text(text) | Content::Raw(text) | Content::RawInvalid(text) | Content::Url(text) => text.len(),
            Content::Data(json) => json.len(),
            Content::Empty => 0,
        }
}

impl Inner {
    /// As the Python SDK 1.x does: the message of the status before moves into the history.
    fn set_status(&mut self, state: TaskState, message: Option<Message>) {
        let status = Status { state, message, timestamp: Some(timestamp(self.clock)) };
        self.changed = next_change();
        let before = std::mem::replace(&mut self.task.status, status);
        if let Some(message) = before.message {
            self.remember(message);
        }
    }

    fn remember(&mut self, message: Message) {
        if self.task.history.len() >= KEPT_HISTORY {
            // The person's question stays; what was said after it makes room.
            self.task.history.remove(1);
        }
        self.task.history.push(message);
    }
}

/// The next place in the order of changes of a status.
fn next_change() -> u64 {
    static CHANGES: AtomicU64 = AtomicU64::new(1);
    CHANGES.fetch_add(1, Ordering::Relaxed)
}

/// A new UUID v4.
pub(super) fn new_id() -> String {
    uuid::Uuid::new_v4().to_string()
}

/// The kitchen's clock: scripted, so that two runs of a scenario say the same. It opens at six in the evening.
fn timestamp(milliseconds: u64) -> String {
    const OPENING: i64 = 1_767_290_400_000;
    let at = OPENING.saturating_add(i64::try_from(milliseconds).unwrap_or(i64::MAX));
    match jiff::Timestamp::from_millisecond(at) {
        Ok(at) => format!("{at:.3}"),
        Err(_) => String::new(),
    }
}
