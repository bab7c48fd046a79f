//! Writing the inner model. Defaults are omitted, as ProtoJSON does; 0.3's `final` is the one that is spelled out.

use super::{Dialect, Last};
use crate::a2a::model::{Artifact, ArtifactUpdate, Message, Role, Status, StatusUpdate, Task, Update};
use crate::a2a::v10::{present, strings};
use crate::agent::operation::Page;
use crate::json::Writer;

impl Dialect {
    /// One event of a stream, or the answer to a message: `{"task":…}` and the like, or the bare object with its kind.
    pub(in crate::agent) fn write_event(&self, update: &Update) -> String {
        let mut out = Writer::new();
        if !self.kinds {
            out.object().key(match update {
                Update::Task(_) => "task",
                Update::Message(_) => "message",
                Update::Status(_) => "statusUpdate",
                Update::Artifact(_) => "artifactUpdate",
            });
        }
        match update {
            Update::Task(task) => self.task(&mut out, task, true),
            Update::Message(message) => self.message_to(&mut out, message),
            Update::Status(update) => self.status_update(&mut out, update),
            Update::Artifact(update) => self.artifact_update(&mut out, update),
        }
        if !self.kinds {
            out.end_object();
        }
        out.finish()
    }

    /// A bare task: the answer of `GetTask` and `CancelTask`.
    pub(in crate::agent) fn write_task(&self, task: &Task) -> String {
        let mut out = Writer::new();
        self.task(&mut out, task, true);
        out.finish()
    }

    /// A page of tasks. `nextPageToken` is there also when it is empty: that says that there is no more.
    pub(in crate::agent) fn write_page(&self, page: &Page) -> String {
        let mut out = Writer::new();
        out.object().key("tasks").array();
        for task in &page.tasks {
            self.task(&mut out, task, page.with_artifacts);
        }
        out.end_array();
        out.key("nextPageToken").string(&page.next_page_token);
        out.key("pageSize").number(page.page_size as i128).key("totalSize").number(page.total_size as i128);
        out.end_object();
        out.finish()
    }

    /// Whether a stream is over with this event: 0.3 says so in the event itself.
    pub(in crate::agent) fn closes_with(&self, update: &Update) -> bool {
        self.last != Last::Unsaid && matches!(update, Update::Status(update) if update.status.state.ends_turn())
    }

    fn kind(&self, out: &mut Writer, kind: &str) {
        if self.kinds {
            out.key("kind").string(kind);
        }
    }

    fn status_update(&self, out: &mut Writer, update: &StatusUpdate) {
        out.object();
        self.kind(out, "status-update");
        present(out, "taskId", update.task_id.as_deref());
        present(out, "contextId", update.context_id.as_deref());
        self.status(out.key("status"), &update.status);
        let last = update.status.state.ends_turn();
        if self.last == Last::Always || (self.last == Last::WhenTrue && last) {
            out.key("final").bool(last);
        }
        out.end_object();
    }

    fn artifact_update(&self, out: &mut Writer, update: &ArtifactUpdate) {
        out.object();
        self.kind(out, "artifact-update");
        present(out, "taskId", update.task_id.as_deref());
        present(out, "contextId", update.context_id.as_deref());
        self.artifact(out.key("artifact"), &update.artifact);
        if update.append {
            out.key("append").bool(true);
        }
        if update.last_chunk {
            out.key("lastChunk").bool(true);
        }
        out.end_object();
    }

    fn task(&self, out: &mut Writer, task: &Task, with_artifacts: bool) {
        out.object();
        self.kind(out, "task");
        out.key("id").string(&task.id);
        present(out, "contextId", task.context_id.as_deref());
        self.status(out.key("status"), &task.status);
        if with_artifacts && !task.artifacts.is_empty() {
            out.key("artifacts").array();
            for artifact in &task.artifacts {
                self.artifact(out, artifact);
            }
            out.end_array();
        }
        if !task.history.is_empty() {
            out.key("history").array();
            for message in &task.history {
                self.message_to(out, message);
            }
            out.end_array();
        }
        if let Some(metadata) = &task.metadata {
            out.key("metadata").raw(metadata);
        }
        out.end_object();
    }

    fn status(&self, out: &mut Writer, status: &Status) {
        out.object().key("state").string((self.state)(&status.state));
        if let Some(message) = &status.message {
            self.message_to(out.key("message"), message);
        }
        present(out, "timestamp", status.timestamp.as_deref());
        out.end_object();
    }

    fn message_to(&self, out: &mut Writer, message: &Message) {
        out.object();
        self.kind(out, "message");
        out.key("messageId").string(&message.message_id);
        present(out, "contextId", message.context_id.as_deref());
        present(out, "taskId", message.task_id.as_deref());
        out.key("role").string(match &message.role {
            Role::User => self.user,
            Role::Agent => self.agent,
            Role::Other(word) => word,
        });
        out.key(self.message_parts).array();
        for part in &message.parts {
            self.part(out, part);
        }
        out.end_array();
        if let Some(metadata) = &message.metadata {
            out.key("metadata").raw(metadata);
        }
        strings(out, "extensions", &message.extensions);
        out.end_object();
    }

    fn artifact(&self, out: &mut Writer, artifact: &Artifact) {
        out.object().key("artifactId").string(&artifact.artifact_id);
        present(out, "name", artifact.name.as_deref());
        present(out, "description", artifact.description.as_deref());
        out.key("parts").array();
        for part in &artifact.parts {
            self.part(out, part);
        }
        out.end_array();
        if let Some(metadata) = &artifact.metadata {
            out.key("metadata").raw(metadata);
        }
        strings(out, "extensions", &artifact.extensions);
        out.end_object();
    }

    fn part(&self, out: &mut Writer, part: &crate::a2a::model::Part) {
        out.object();
        (self.write_part)(out, part);
        out.end_object();
    }
}
