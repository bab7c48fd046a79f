//! Reading tasks, messages and events by their shape (A2A 1.0 wrappers, 0.3 `kind`, or the members that are there).
//!
//! Nothing here fails: what is missing stays empty, what is odd becomes a note, JSON that belongs to people stays text.

mod message;
mod notes;
mod state;
mod task;

use crate::json::{Kind, Value};

use super::form::Form;
use super::lenient::member;
use super::model::{Note, Update};

pub use message::message;
pub(crate) use message::part;
pub use notes::Notes;
pub use state::{role, state};
pub use task::task;

/// What an object turned out to be.
pub(crate) enum Shape {
    /// Something the protocol knows.
    Update(Box<Update>),
    /// An object of a kind we do not know; the sentence names its members.
    Unknown(String),
}

/// Reads one result, or one event, without its JSON-RPC envelope.
///
/// The order of looking is the one of the official clients: a wrapper member that holds an object (A2A 1.0),
/// else `kind` (0.3 over JSON-RPC), else the members that are there (old servers drop `kind`).
pub(crate) fn update(object: Value<'_>, notes: &mut Notes) -> Shape {
    let wrapped = ["task", "message", "statusUpdate", "artifactUpdate"]
        .into_iter()
        .filter_map(|name| member(object, name).filter(|v| v.kind() == Kind::Object).map(|v| (name, v)))
        .collect::<Vec<_>>();
    if let Some(&(name, inner)) = wrapped.first()
        && member(object, "kind").is_none()
    {
        if wrapped.len() > 1 {
            notes.add("several-contents", format!("one event with several contents; \"{name}\" is taken"));
        }
        notes.of_forms(&[Form::V10, Form::V03Proto], "an event wrapped in its name");
        return Shape::Update(Box::new(as_named(name, inner, notes)));
    }
    match member(object, "kind").and_then(Value::as_str).as_deref() {
        Some("task") => return tagged("task", object, notes),
        Some("message") => return tagged("message", object, notes),
        Some("status-update") => return tagged("statusUpdate", object, notes),
        Some("artifact-update") => return tagged("artifactUpdate", object, notes),
        _ => {}
    }
    let has = |name| member(object, name).is_some();
    if has("messageId") && has("role") || has("role") && has("parts") {
        Shape::Update(Box::new(Update::Message(message(object, notes))))
    } else if has("artifact") {
        Shape::Update(Box::new(Update::Artifact(task::artifact_update(object, notes))))
    } else if has("status") && has("taskId") {
        Shape::Update(Box::new(Update::Status(task::status_update(object, notes))))
    } else if has("status") && has("id") {
        Shape::Update(Box::new(Update::Task(task(object, notes))))
    } else {
        Shape::Unknown(describe(object))
    }
}

fn tagged(name: &str, object: Value<'_>, notes: &mut Notes) -> Shape {
    notes.of_forms(&[Form::V03], "an event tagged with \"kind\"");
    Shape::Update(Box::new(as_named(name, object, notes)))
}

fn as_named(name: &str, inner: Value<'_>, notes: &mut Notes) -> Update {
    match name {
        "task" => Update::Task(task(inner, notes)),
        "message" => Update::Message(message(inner, notes)),
        "statusUpdate" => Update::Status(task::status_update(inner, notes)),
        _ => Update::Artifact(task::artifact_update(inner, notes)),
    }
}

/// `an object with "budget" and "id"`: enough to recognise what came.
pub(crate) fn describe(object: Value<'_>) -> String {
    const NAMED: usize = 5;
    if let Some(kind) = member(object, "kind").and_then(Value::as_str) {
        return format!("an object of the unknown kind {:?}", clipped(&kind));
    }
    let names: Vec<String> = object.members().take(NAMED).map(|m| format!("{:?}", clipped(&m.key()))).collect();
    match names.len() {
        0 => "an empty object".to_owned(),
        n => {
            let more = if object.members().nth(n).is_some() { " and more" } else { "" };
            format!("an object with {}{more}, which is none of task, message, status or artifact", names.join(", "))
        }
    }
}

/// The first 40 characters of a word that a peer chose.
pub(crate) fn clipped(word: &str) -> String {
    const KEPT: usize = 40;
    match word.char_indices().nth(KEPT) {
        Some((at, _)) => format!("{}…", &word[..at]),
        None => word.to_owned(),
    }
}

/// The notes as the model keeps them.
pub(crate) fn finish(notes: Notes) -> Vec<Note> {
    notes.finish()
}
