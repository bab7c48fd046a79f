//! Writing the inner model as A2A 1.0: defaults are omitted, as ProtoJSON does.

use crate::a2a::model::{Artifact, Message, Status, Task, TaskState, Update};
use crate::a2a::v10::{parts, present, role, strings};
use crate::json::Writer;

/// One event of a stream, or the answer to a message: `{"task":…}` and the like.
pub(in crate::agent) fn event(update: &Update) -> String {
    let mut out = Writer::new();
    out.object();
    match update {
        Update::Task(task) => write_task(out.key("task"), task),
        Update::Message(message) => write_message(out.key("message"), message),
        Update::Status(update) => {
            out.key("statusUpdate").object();
            present(&mut out, "taskId", update.task_id.as_deref());
            present(&mut out, "contextId", update.context_id.as_deref());
            write_status(out.key("status"), &update.status);
            out.end_object();
        }
        Update::Artifact(update) => {
            out.key("artifactUpdate").object();
            present(&mut out, "taskId", update.task_id.as_deref());
            present(&mut out, "contextId", update.context_id.as_deref());
            write_artifact(out.key("artifact"), &update.artifact);
            if update.append {
                out.key("append").bool(true);
            }
            if update.last_chunk {
                out.key("lastChunk").bool(true);
            }
            out.end_object();
        }
    }
    out.end_object();
    out.finish()
}

/// A bare task: the answer of `GetTask` and `CancelTask`.
pub(in crate::agent) fn task(task: &Task) -> String {
    let mut out = Writer::new();
    write_task(&mut out, task);
    out.finish()
}

fn write_task(out: &mut Writer, task: &Task) {
    out.object().key("id").string(&task.id);
    present(out, "contextId", task.context_id.as_deref());
    write_status(out.key("status"), &task.status);
    if !task.artifacts.is_empty() {
        out.key("artifacts").array();
        for artifact in &task.artifacts {
            write_artifact(out, artifact);
        }
        out.end_array();
    }
    if !task.history.is_empty() {
        out.key("history").array();
        for message in &task.history {
            write_message(out, message);
        }
        out.end_array();
    }
    if let Some(metadata) = &task.metadata {
        out.key("metadata").raw(metadata);
    }
    out.end_object();
}

fn write_status(out: &mut Writer, status: &Status) {
    out.object().key("state").string(state(&status.state));
    if let Some(message) = &status.message {
        write_message(out.key("message"), message);
    }
    present(out, "timestamp", status.timestamp.as_deref());
    out.end_object();
}

fn state(state: &TaskState) -> &str {
    match state {
        TaskState::Unspecified => "TASK_STATE_UNSPECIFIED",
        TaskState::Submitted => "TASK_STATE_SUBMITTED",
        TaskState::Working => "TASK_STATE_WORKING",
        TaskState::Completed => "TASK_STATE_COMPLETED",
        TaskState::Failed => "TASK_STATE_FAILED",
        TaskState::Canceled => "TASK_STATE_CANCELED",
        TaskState::Rejected => "TASK_STATE_REJECTED",
        TaskState::InputRequired => "TASK_STATE_INPUT_REQUIRED",
        TaskState::AuthRequired => "TASK_STATE_AUTH_REQUIRED",
        TaskState::Other(word) => word,
    }
}

fn write_message(out: &mut Writer, message: &Message) {
    out.object().key("messageId").string(&message.message_id);
    present(out, "contextId", message.context_id.as_deref());
    present(out, "taskId", message.task_id.as_deref());
    out.key("role").string(role(&message.role));
    parts(out, &message.parts);
    if let Some(metadata) = &message.metadata {
        out.key("metadata").raw(metadata);
    }
    strings(out, "extensions", &message.extensions);
    out.end_object();
}

fn write_artifact(out: &mut Writer, artifact: &Artifact) {
    out.object().key("artifactId").string(&artifact.artifact_id);
    present(out, "name", artifact.name.as_deref());
    present(out, "description", artifact.description.as_deref());
    parts(out, &artifact.parts);
    if let Some(metadata) = &artifact.metadata {
        out.key("metadata").raw(metadata);
    }
    strings(out, "extensions", &artifact.extensions);
    out.end_object();
}
