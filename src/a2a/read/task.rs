//! Tasks, their status, their artifacts, and the changes of both.

use crate::a2a::form::Form;
use crate::a2a::lenient::member;
use crate::a2a::model::{Artifact, ArtifactUpdate, Status, StatusUpdate, Task, TaskState};
use crate::json::{Kind, Value};

use super::message::{message, parts};
use super::notes::Notes;
use super::state;

/// Reads a snapshot of a task.
pub fn task(object: Value<'_>, notes: &mut Notes) -> Task {
    Task {
        id: notes.string(object, "id").unwrap_or_default(),
        context_id: notes.string(object, "contextId"),
        status: status(object, notes),
        artifacts: each(object, "artifacts", notes, artifact),
        history: each(object, "history", notes, message),
        metadata: notes.raw_object(object, "metadata"),
    }
}

/// Reads a change of status.
pub(super) fn status_update(object: Value<'_>, notes: &mut Notes) -> StatusUpdate {
    StatusUpdate {
        task_id: notes.string(object, "taskId"),
        context_id: notes.string(object, "contextId"),
        status: status(object, notes),
        is_final: notes.flag(object, "final"),
        metadata: notes.raw_object(object, "metadata"),
    }
}

/// Reads a chunk of an artifact.
pub(super) fn artifact_update(object: Value<'_>, notes: &mut Notes) -> ArtifactUpdate {
    let artifact = match notes.object(object, "artifact") {
        Some(inner) => artifact(inner, notes),
        None => {
            notes.add("artifact-missing", "an artifact update without an artifact");
            Artifact {
                artifact_id: String::new(),
                name: None,
                description: None,
                parts: Vec::new(),
                extensions: Vec::new(),
                metadata: None,
            }
        }
    };
    ArtifactUpdate {
        task_id: notes.string(object, "taskId"),
        context_id: notes.string(object, "contextId"),
        artifact,
        append: notes.flag(object, "append").unwrap_or(false),
        last_chunk: notes.flag(object, "lastChunk").unwrap_or(false),
    }
}

/// The `status` of a task or an update: an object, or only its word.
fn status(object: Value<'_>, notes: &mut Notes) -> Status {
    let mut status = Status { state: TaskState::Unspecified, message: None, timestamp: None };
    let Some(value) = member(object, "status") else { return status };
    let word = match value.kind() {
        Kind::Object => {
            status.message = notes.object(value, "message").map(|m| message(m, notes));
            status.timestamp = notes.string(value, "timestamp");
            member(value, "state")
        }
        _ => {
            notes.wrong(value, "an object");
            Some(value)
        }
    };
    if let Some(word) = word {
        match state::spelling(word) {
            Some(state::Spelling::Capitals) => notes.of_forms(&[Form::V10, Form::V03Proto], "a state in capitals"),
            Some(state::Spelling::LowerCase) => notes.of_forms(&[Form::V03], "a state in lower case"),
            None => {}
        }
        status.state = state(word);
        if let TaskState::Other(word) = &status.state {
            notes.add(
                "unknown-state",
                format!("the state {:?} is none that A2A knows; it ends nothing", super::clipped(word)),
            );
        }
    }
    status
}

fn artifact(object: Value<'_>, notes: &mut Notes) -> Artifact {
    let artifact_id = notes.string(object, "artifactId").unwrap_or_default();
    if artifact_id.is_empty() {
        notes.add("artifact-without-id", "an artifact without artifactId");
    }
    Artifact {
        artifact_id,
        name: notes.string(object, "name"),
        description: notes.string(object, "description"),
        parts: parts(object, "parts", notes),
        extensions: notes.strings(object, "extensions"),
        metadata: notes.raw_object(object, "metadata"),
    }
}

/// The objects of an array member, each read; what is no object is noted and left out.
fn each<T>(object: Value<'_>, name: &str, notes: &mut Notes, read: fn(Value<'_>, &mut Notes) -> T) -> Vec<T> {
    let mut all = Vec::new();
    for item in notes.items(object, name) {
        if item.kind() == Kind::Object {
            all.push(read(item, notes));
        } else {
            notes.wrong(item, "an object");
        }
    }
    all
}
