//! What can be asked of the agent, read: the same whatever dialect and binding it came in (A2A 1.0 §3.1).

use super::dialect::Dialect;
use super::fault::Fault;
use super::notify::{ConfigId, PushConfig};
use super::protocol::Method;
use crate::a2a::model::{Message, RawJson, Task, TaskState};
use crate::json::Value;

/// What a request asks for, read.
pub(super) enum Operation {
    /// A message.
    Send(Send),
    /// A message, with the answer streamed.
    Stream(Send),
    /// A task as it stands.
    Get(Get),
    /// Tasks, page by page.
    List(List),
    /// Stop a task.
    Cancel(Get),
    /// Stream a task that exists.
    Subscribe(Get),
    /// Keep a configuration.
    CreateConfig(PushConfig),
    /// One configuration.
    GetConfig(ConfigId),
    /// All configurations of the task with this id.
    ListConfigs(String),
    /// Let a configuration go.
    DeleteConfig(ConfigId),
    /// The card for those who say who they are.
    ExtendedCard,
}

impl Operation {
    /// Reads the parameters of a method.
    ///
    /// # Errors
    /// Each wrong parameter by name.
    pub(super) fn read(
        method: Method,
        dialect: &'static Dialect,
        params: Option<Value<'_>>,
    ) -> Result<Operation, Fault> {
        Ok(match method {
            Method::Send => Operation::Send(dialect.read_send(params)?),
            Method::Stream => Operation::Stream(dialect.read_send(params)?),
            Method::Get => Operation::Get(dialect.read_get(params)?),
            Method::List => Operation::List(dialect.read_list(params)?),
            Method::Cancel => Operation::Cancel(dialect.read_get(params)?),
            Method::Subscribe => Operation::Subscribe(dialect.read_get(params)?),
            Method::CreateConfig => Operation::CreateConfig(dialect.read_config(params)?),
            Method::GetConfig => Operation::GetConfig(dialect.read_config_id(params)?),
            Method::ListConfigs => Operation::ListConfigs(dialect.read_config_list(params)?),
            Method::DeleteConfig => Operation::DeleteConfig(dialect.read_config_id(params)?),
            Method::ExtendedCard => Operation::ExtendedCard,
        })
    }
}

/// `SendMessageRequest`.
pub(super) struct Send {
    /// The message.
    pub(super) message: Message,
    /// Media types the client takes; empty is all.
    pub(super) accepted_output_modes: Vec<String>,
    /// Whether to answer before the turn is over.
    pub(super) return_immediately: bool,
    /// Messages of the history to answer with; `None` is all.
    pub(super) history_length: Option<usize>,
    /// The request's metadata, an object's JSON text.
    pub(super) metadata: Option<RawJson>,
    /// Where to tell what happens to the task; its task id is not known yet.
    pub(super) push: Option<PushConfig>,
}

/// `GetTaskRequest` and its like.
#[derive(Debug)]
pub(super) struct Get {
    /// The task.
    pub(super) id: String,
    /// Messages of the history to answer with; `None` is all.
    pub(super) history_length: Option<usize>,
}

/// `ListTasksRequest`.
pub(super) struct List {
    /// Tasks of this conversation only.
    pub(super) context_id: Option<String>,
    /// Tasks in this state only.
    pub(super) state: Option<TaskState>,
    /// Tasks whose status is not older than this.
    pub(super) after: Option<jiff::Timestamp>,
    /// Tasks on a page, 1 to 100.
    pub(super) page_size: usize,
    /// Which page; `None` is the first.
    pub(super) page_token: Option<String>,
    /// Messages of each history; `None` is all.
    pub(super) history_length: Option<usize>,
    /// Whether artifacts are told too.
    pub(super) include_artifacts: bool,
}

/// `ListTasksResponse`.
pub(super) struct Page {
    /// The tasks, those first whose status changed last.
    pub(super) tasks: Vec<Task>,
    /// Whether their artifacts are told.
    pub(super) with_artifacts: bool,
    /// Names the next page; empty on the last.
    pub(super) next_page_token: String,
    /// Tasks a page has at most.
    pub(super) page_size: usize,
    /// Tasks on all pages.
    pub(super) total_size: usize,
}
