//! Reading the parameters of methods. Members we do not know are ignored, wrong ones are named.

use std::sync::Arc;

use super::field::{member, snake, strings, text, truth, whole};
use super::{Dialect, Waiting, Wrong};
use crate::a2a::model::{Message, Part, Role, TaskState};
use crate::agent::fault::Fault;
use crate::agent::operation::{Get, List, Send};
use crate::json::{Kind, Value};

/// Tasks on a page, unless the request says otherwise, and at most (A2A 1.0 §3.1.4).
const PAGE: usize = 50;
const LARGEST_PAGE: usize = 100;

const REQUIRED: &str = "Field is required.";

impl Dialect {
    /// Reads `SendMessageRequest`.
    ///
    /// # Errors
    /// Each wrong parameter by name.
    pub(in crate::agent) fn read_send(&'static self, params: Option<Value<'_>>) -> Result<Send, Fault> {
        let mut wrong = Wrong::default();
        let params = params.ok_or_else(|| Fault::param("message", REQUIRED))?;
        // The proto of 0.3 calls it `request`, and an SDK sends it so.
        let message = member(params, "message").or_else(|| member(params, "request"));
        let message = self.message(message.ok_or_else(|| Fault::param("message", REQUIRED))?, &mut wrong);
        let configuration = member(params, "configuration");
        let option = |name: &str| configuration.and_then(|value| member(value, name));
        let place = self.place("configuration.historyLength");
        let history_length = self.history_length(option("historyLength"), place, &mut wrong);
        let metadata = member(params, "metadata");
        if metadata.is_some_and(|value| value.kind() != Kind::Object) {
            wrong.at("metadata", "Must be an object.");
        }
        let push = self.inline_push(configuration, &mut wrong);
        wrong.none()?;
        Ok(Send {
            message,
            accepted_output_modes: option("acceptedOutputModes").map(strings).unwrap_or_default(),
            return_immediately: self.returns_immediately(configuration),
            history_length,
            metadata: metadata.map(|value| Arc::from(value.raw())),
            push,
        })
    }

    /// Reads `GetTaskRequest`, `CancelTaskRequest` and `SubscribeToTaskRequest`.
    ///
    /// # Errors
    /// Each wrong parameter by name.
    pub(in crate::agent) fn read_get(&self, params: Option<Value<'_>>) -> Result<Get, Fault> {
        let mut wrong = Wrong::default();
        let id = params.and_then(|params| text(params, "id")).ok_or_else(|| Fault::param("id", REQUIRED))?;
        let length = params.and_then(|params| member(params, "historyLength"));
        let history_length = self.history_length(length, self.place("historyLength"), &mut wrong);
        wrong.none()?;
        Ok(Get { id, history_length })
    }

    /// Reads `ListTasksRequest`.
    ///
    /// # Errors
    /// Each wrong parameter by name.
    pub(in crate::agent) fn read_list(&self, params: Option<Value<'_>>) -> Result<List, Fault> {
        let mut wrong = Wrong::default();
        let option = |name: &str| params.and_then(|params| member(params, name));
        let page_size = match option("pageSize") {
            None => PAGE,
            Some(size) => whole(size).filter(|size| (1..=LARGEST_PAGE).contains(size)).unwrap_or_else(|| {
                wrong.at(self.place("pageSize"), "Must be a whole number from 1 to 100.");
                PAGE
            }),
        };
        let unspecified = (self.state)(&TaskState::Unspecified);
        let word = option("status").map(|word| word.as_str().unwrap_or("?".into()));
        let state = word.filter(|word| !word.is_empty() && *word != unspecified).map(|word| self.state_of(&word));
        if state == Some(None) {
            wrong.at("status", "Must be the name of a task state.");
        }
        let after = option("statusTimestampAfter").map(|at| at.as_str().unwrap_or_default().parse().ok());
        if after == Some(None) {
            wrong.at(self.place("statusTimestampAfter"), "Must be a time with its zone, as RFC 3339 has it.");
        }
        let history_length = self.history_length(option("historyLength"), self.place("historyLength"), &mut wrong);
        wrong.none()?;
        Ok(List {
            context_id: params.and_then(|params| text(params, "contextId")),
            state: state.flatten(),
            after: after.flatten(),
            page_size,
            page_token: params.and_then(|params| text(params, "pageToken")),
            history_length,
            include_artifacts: option("includeArtifacts").and_then(truth).unwrap_or(false),
        })
    }

    /// The state a word means.
    fn state_of(&self, word: &str) -> Option<TaskState> {
        let states = [
            TaskState::Submitted,
            TaskState::Working,
            TaskState::Completed,
            TaskState::Failed,
            TaskState::Canceled,
            TaskState::Rejected,
            TaskState::InputRequired,
            TaskState::AuthRequired,
        ];
        states.into_iter().find(|state| (self.state)(state) == word)
    }

    fn returns_immediately(&self, configuration: Option<Value<'_>>) -> bool {
        let told = |name: &str| configuration.and_then(|value| member(value, name)).and_then(Value::as_bool);
        match self.waiting {
            Waiting::ReturnImmediately => told("returnImmediately").unwrap_or(false),
            Waiting::Blocking(usual) => !told("blocking").unwrap_or(usual),
        }
    }

    fn history_length(&self, value: Option<Value<'_>>, place: String, wrong: &mut Wrong) -> Option<usize> {
        let length = whole(value?);
        if length.is_none() {
            wrong.at(place, "Must be a whole number, not negative.");
        }
        length.filter(|length| *length > 0 || self.zero_is_none)
    }

    /// A place, as this dialect's errors write it.
    pub(super) fn place(&self, place: &str) -> String {
        if self.snake_places { snake(place).into_owned() } else { place.to_owned() }
    }

    fn message(&self, value: Value<'_>, wrong: &mut Wrong) -> Message {
        if self.kinds && member(value, "kind").is_some_and(|kind| kind.as_str().as_deref() != Some("message")) {
            wrong.at("message.kind", "Must be message.");
        }
        let message_id = text(value, "messageId").unwrap_or_else(|| {
            wrong.at(self.place("message.messageId"), REQUIRED);
            String::new()
        });
        let said = text(value, "role");
        match said.as_deref() {
            Some(role) if role == self.user => {}
            Some(_) => wrong.at("message.role", &format!("Must be {}.", self.user)),
            None => wrong.at("message.role", REQUIRED),
        }
        let place = format!("message.{}", self.message_parts);
        let given = member(value, self.message_parts).filter(|parts| parts.kind() == Kind::Array);
        let parts: Vec<Part> = match given {
            Some(parts) => parts
                .items()
                .enumerate()
                .map(|(index, part)| {
                    wrong.place = format!("{place}[{index}]");
                    (self.read_part)(part, wrong)
                })
                .collect(),
            None => Vec::new(),
        };
        if parts.is_empty() {
            wrong.at(place, "Must have at least one element.");
        }
        Message {
            message_id,
            role: Role::User,
            parts,
            context_id: text(value, "contextId"),
            task_id: text(value, "taskId"),
            metadata: member(value, "metadata").map(|value| Arc::from(value.raw())),
            extensions: member(value, "extensions").map(strings).unwrap_or_default(),
        }
    }
}
