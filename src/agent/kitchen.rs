//! What the agent does when it is asked, whatever dialect and binding it was asked in (A2A 1.0 §3.1).

mod configs;
mod list;

use std::sync::Arc;

use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::address::Address;
use super::fault::{Fault, FaultKind};
use super::notify;
use super::operation::{Get, Send};
use super::play;
use super::scenario::{Act, Opening};
use super::scenarios;
use super::structured;
use super::task::{Emission, LiveTask, new_id};
use super::tasks::Tasks;
use crate::a2a::model::{Message, Part, Role, Task, TaskState, Update};

/// What comes of a message.
pub(super) enum Sent {
    /// A task: as it stands, and what comes after. A stream begins with it when the message made it.
    Task {
        /// The task.
        live: Arc<LiveTask>,
        /// As it stands.
        snapshot: Box<Task>,
        /// What comes after.
        emissions: mpsc::Receiver<Emission>,
    },
    /// One message, and that is all.
    Message(Box<Update>),
    /// The binding has to meet it otherwise: an error, a status, a closed connection.
    Unmet(&'static Opening),
}

/// Everything the agent holds.
pub(super) struct Kitchen {
    /// Its own address, with a final slash.
    pub(super) base_url: String,
    /// Every wait is multiplied by this.
    pub(super) pace: f32,
    tasks: Tasks,
    stop: CancellationToken,
}

impl Kitchen {
    /// A kitchen without tasks.
    pub(super) fn new(base_url: String, pace: f32, stop: CancellationToken) -> Self {
        Kitchen { base_url, pace: pace.clamp(0.0, 1000.0), tasks: Tasks::default(), stop }
    }

    /// Lets a task go, as if it had never been.
    pub(super) fn forget(&self, id: &str) {
        self.tasks.forget(id);
    }

    /// `SendMessage` and `SendStreamingMessage`. Must run on a Tokio runtime.
    ///
    /// # Errors
    /// The task that is named does not exist, is over, or belongs to another conversation; or too much goes on.
    pub(super) fn send(self: &Arc<Self>, address: &'static Address, send: &Send) -> Result<Sent, Fault> {
        if let Some(id) = &send.message.task_id {
            return self.answer(id, address, send);
        }
        let scenario = scenarios::chosen_by(&send.message.text());
        match &scenario.opening {
            Opening::Task => {}
            Opening::Message(text) => return Ok(Sent::Message(Box::new(message_only(send, text)))),
            unmet => return Ok(Sent::Unmet(unmet)),
        }
        let structured = structured::read(&address.offer, send);
        let context_id = send.message.context_id.clone().unwrap_or_else(new_id);
        let cancel = self.stop.child_token();
        let live = Arc::new(LiveTask::new(send.message.clone(), context_id, structured, scenario, cancel));
        self.keep_inline(&live, address, send)?;
        if !self.tasks.keep(live.clone()) {
            return Err(Fault::new(FaultKind::Internal, "The kitchen is full: too many tasks at once"));
        }
        notify::spawn(&live, true);
        Ok(self.play(live, scenario.acts))
    }

    /// A message to a task that waits for one.
    fn answer(self: &Arc<Self>, id: &str, address: &Address, send: &Send) -> Result<Sent, Fault> {
        let live = self.tasks.find(id).ok_or_else(Fault::no_task)?;
        if send.message.context_id.as_ref().is_some_and(|context| *context != live.context_id) {
            return Err(Fault::param("message.context_id", "Is not the context of the task."));
        }
        if let Some(config) = &send.push {
            configs::accepts(address, config)?;
        }
        if !live.resume(send.message.clone()) {
            let (state, _) = live.state();
            let message = match state.is_terminal() {
                true => format!("The task is {} and takes no more messages", state.word()),
                false => "The task is being worked on and takes no messages now".to_owned(),
            };
            return Err(Fault::new(FaultKind::UnsupportedOperation, message));
        }
        self.keep_inline(&live, address, send)?;
        notify::spawn(&live, false);
        let acts = live.scenario.answered;
        Ok(self.play(live, acts))
    }

    fn play(self: &Arc<Self>, live: Arc<LiveTask>, acts: &'static [Act]) -> Sent {
        let (snapshot, emissions) = live.listen();
        play::spawn(self.clone(), live.clone(), acts);
        Sent::Task { live, snapshot: Box::new(snapshot), emissions }
    }

    /// `GetTask`.
    ///
    /// # Errors
    /// No such task.
    pub(super) fn get(&self, get: &Get) -> Result<Task, Fault> {
        Ok(self.tasks.find(&get.id).ok_or_else(Fault::no_task)?.snapshot(get.history_length))
    }

    /// `CancelTask`: comes back when the task has stopped.
    ///
    /// # Errors
    /// No such task, or it is over.
    pub(super) async fn cancel(&self, get: &Get) -> Result<Task, Fault> {
        let live = self.tasks.find(&get.id).ok_or_else(Fault::no_task)?;
        let (snapshot, mut emissions) = live.listen();
        if !snapshot.status.state.is_terminal() {
            live.cancel.cancel();
            while emissions.recv().await.is_some() {}
            if live.state().0.is_interrupted() {
                live.set_status(TaskState::Canceled, vec![Part::of_text(play::CANCELED)]).await;
            }
            let task = live.snapshot(get.history_length);
            if task.status.state == TaskState::Canceled {
                return Ok(task);
            }
        }
        let state = live.state().0;
        let message = format!("Task cannot be canceled - current state: {}", state.word());
        Err(Fault::new(FaultKind::TaskNotCancelable, message))
    }

    /// `SubscribeToTask`: the task as it stands, and what comes after.
    ///
    /// # Errors
    /// No such task, or it is over.
    pub(super) fn subscribe(&self, get: &Get) -> Result<(Task, mpsc::Receiver<Emission>), Fault> {
        let live = self.tasks.find(&get.id).ok_or_else(Fault::no_task)?;
        let (snapshot, emissions) = live.listen();
        if snapshot.status.state.is_terminal() {
            let message = format!("Task is over - current state: {}", snapshot.status.state.word());
            return Err(Fault::new(FaultKind::UnsupportedOperation, message));
        }
        Ok((snapshot, emissions))
    }
}

fn message_only(send: &Send, text: &str) -> Update {
    Update::Message(Message {
        message_id: new_id(),
        role: Role::Agent,
        parts: vec![Part::of_text(text)],
        context_id: Some(send.message.context_id.clone().unwrap_or_else(new_id)),
        task_id: None,
        metadata: None,
        extensions: Vec::new(),
    })
}
