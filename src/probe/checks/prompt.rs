//! What costs the agent work: a message, the task that comes of it, and a stream.

use super::{V10, check, error_is, judged, only, skipped, so};
use crate::a2a::interface::Dialect;
use crate::a2a::model::{Decoded, Message, Task, TaskState, Update};
use crate::json::{Kind, Value};
use crate::probe::{Check, Judged, Level, Seen, Target};

const NOT_ASKED: &str = "it costs the agent work; --prompt asks";
pub(super) const CHECKS: &[Check] = &[
    check("CORE-SEND-001", Level::Must, "a message is answered with a task or a message", &["send"], |target, seen| {
        judged(|| match sent(target, seen)? {
            Sent::Task(task) => Ok(so(!task.id.is_empty(), format!("a task, {}", task.status.state.word()))),
            Sent::Message(_) => Ok(Judged::Holds("a message".to_owned())),
        })
    }),
    check(
        "CORE-EXECUTION-MODE-001",
        Level::Must,
        "a blocking call answers when the task is over or waits for somebody",
        &["send"],
        |target, seen| {
            judged(|| {
                let task = sent_task(target, seen)?;
                Ok(so(task.status.state.ends_turn(), format!("the task is {}", task.status.state.word())))
            })
        },
    ),
    check("CORE-MULTI-001", Level::Must, "the answer names its conversation", &["send"], |target, seen| {
        judged(|| {
            let context = match sent(target, seen)? {
                Sent::Task(task) => task.context_id,
                Sent::Message(message) => message.context_id,
            };
            Ok(match context {
                Some(context) => {
                    Judged::Holds(format!("contextId {}", crate::text::truncate(&context, 60).into_owned()))
                }
                None => Judged::Fails("no contextId".to_owned()),
            })
        })
    }),
    check("DM-ART-001", Level::Must, "every artifact has an id and a part", &["send"], |target, seen| {
        judged(|| {
            let task = sent_task(target, seen)?;
            let lacks = task.artifacts.iter().find(|one| one.artifact_id.is_empty() || one.parts.is_empty());
            Ok(match lacks {
                Some(one) => Judged::Fails(format!(
                    "the artifact {:?} lacks one",
                    one.name.as_deref().unwrap_or("without a name")
                )),
                None => Judged::Holds(crate::text::count(task.artifacts.len() as u64, "artifact")),
            })
        })
    }),
    check(
        "CORE-GET-001",
        Level::Must,
        "the task can be got, as it was answered",
        &["send", "get-task"],
        |target, seen| {
            judged(|| {
                let sent = sent_task(target, seen)?;
                let got = got_task(target, seen, "get-task")?;
                let same =
                    got.id == sent.id && (got.status.state == sent.status.state || !sent.status.state.is_terminal());
                Ok(so(same, format!("{} then, {} now", sent.status.state.word(), got.status.state.word())))
            })
        },
    ),
    check(
        "CORE-HIST-001",
        Level::Should,
        "no history is sent when none is asked for",
        &["get-no-history"],
        |target, seen| {
            judged(|| {
                only(target, None, V10)?;
                sent_task(target, seen)?;
                let got = got_task(target, seen, "get-no-history")?;
                Ok(so(got.history.is_empty(), crate::text::count(got.history.len() as u64, "message")))
            })
        },
    ),
    check(
        "CORE-CANCEL-002",
        Level::Must,
        "a task that is over cannot be canceled",
        &["cancel-ended"],
        |target, seen| judged(|| ended(target, seen).map(|()| error_is(seen, "cancel-ended", &["-32002"]))),
    ),
    check("CORE-SEND-002", Level::Must, "a task that is over takes no message", &["send-to-ended"], |target, seen| {
        // 0.3 asks for a refusal and names no code; its Python servers say -32602.
        let codes: &[&str] = if target.chosen.dialect == Dialect::V10 { &["-32004"] } else { &["-32004", "-32602"] };
        judged(|| ended(target, seen).map(|()| error_is(seen, "send-to-ended", codes)))
    }),
    check("JSONRPC-SSE-001", Level::Must, "a stream is text/event-stream", &["stream"], |target, seen| {
        judged(|| {
            let kind = streamed(target, seen)?.0;
            Ok(so(kind == "text/event-stream", if kind.is_empty() { "no content type".to_owned() } else { kind }))
        })
    }),
    check(
        "CORE-STREAM-001",
        Level::Must,
        "a stream begins with the task, or is one message",
        &["stream"],
        |target, seen| {
            judged(|| {
                let (_, updates) = streamed(target, seen)?;
                Ok(match (updates.first(), updates.len()) {
                    (Some(Update::Task(_)), _) => Judged::Holds("the task comes first".to_owned()),
                    (Some(Update::Message(_)), 1) => Judged::Holds("one message".to_owned()),
                    (Some(Update::Message(_)), more) => Judged::Fails(format!("a message and {} more", more - 1)),
                    (Some(_), _) => Judged::Fails("an update comes before the task".to_owned()),
                    (None, _) => Judged::Fails("nothing came".to_owned()),
                })
            })
        },
    ),
    check("CORE-STREAM-002", Level::Must, "a stream goes on until the turn is over", &["stream"], |target, seen| {
        judged(|| {
            let (_, updates) = streamed(target, seen)?;
            let over = updates.iter().rev().find_map(state);
            let message = matches!(updates.last(), Some(Update::Message(_)));
            Ok(match over {
                Some(state) => so(state.ends_turn(), format!("it ends {}", state.word())),
                None => so(message, if message { "it ends with a message" } else { "no state came" }),
            })
        })
    }),
    check("DM-SERIAL-003", Level::Must, "time stamps are UTC, written with Z", &["send"], |target, seen| {
        judged(|| {
            only(target, None, V10)?;
            let task = sent_task(target, seen)?;
            Ok(match task.status.timestamp {
                Some(time) => so(time.ends_with('Z'), crate::text::truncate(&time, 60).into_owned()),
                None => skipped("the status has none"),
            })
        })
    }),
    check("DM-MSG-001", Level::Must, "every message has an id, a role and a part", &["send"], |target, seen| {
        judged(|| {
            sent(target, seen)?;
            let Some(root) = seen.judged("send")?.root() else { return Err(skipped("the answer is no JSON")) };
            let lacks = messages(root).into_iter().find_map(|message| {
                let parts = message.get("parts").or_else(|| message.get("content"));
                let some = parts.is_some_and(|parts| parts.items().next().is_some());
                let missing = ["messageId", "role"].into_iter().find(|name| message.get(name).is_none());
                missing.or((!some).then_some("parts")).map(|missing| format!("{} has no {missing}", message.pointer()))
            });
            Ok(lacks.map_or_else(|| Judged::Holds("so it is".to_owned()), Judged::Fails))
        })
    }),
];

enum Sent {
    Task(Task),
    Message(Message),
}

/// What the message was answered with.
fn sent(target: &Target, seen: &Seen) -> Result<Sent, Judged> {
    if !target.prompt {
        return Err(skipped(NOT_ASKED));
    }
    let answer = seen.judged("send")?;
    match answer.decoded(target.chosen.dialect) {
        Decoded::Update(update, _) => match *update {
            Update::Task(task) => Ok(Sent::Task(task)),
            Update::Message(message) => Ok(Sent::Message(message)),
            Update::Status(_) | Update::Artifact(_) => Err(Judged::Fails("an update, without its task".to_owned())),
        },
        _ => Err(Judged::Fails(answer.words())),
    }
}

fn sent_task(target: &Target, seen: &Seen) -> Result<Task, Judged> {
    match sent(target, seen)? {
        Sent::Task(task) => Ok(task),
        Sent::Message(_) => Err(skipped("it was answered with a message, without a task")),
    }
}

fn got_task(target: &Target, seen: &Seen, name: &str) -> Result<Task, Judged> {
    let answer = seen.judged(name)?;
    if let Decoded::Update(update, _) = answer.decoded(target.chosen.dialect)
        && let Update::Task(task) = *update
    {
        return Ok(task);
    }
    Err(Judged::Fails(answer.words()))
}

fn ended(target: &Target, seen: &Seen) -> Result<(), Judged> {
    match sent_task(target, seen)?.status.state.is_terminal() {
        true => Ok(()),
        false => Err(skipped("the task is not over")),
    }
}

/// The content type of the stream, and its updates.
fn streamed<'a>(target: &Target, seen: &'a Seen) -> Result<(String, Vec<&'a Update>), Judged> {
    if !target.card.streams() {
        return Err(skipped("the card does not declare streaming"));
    }
    if !target.prompt {
        return Err(skipped(NOT_ASKED));
    }
    let answer = seen.judged("stream")?;
    let updates = answer.events.iter().filter_map(|event| match event {
        Decoded::Update(update, _) => Some(&**update),
        _ => None,
    });
    Ok((answer.media_type(), updates.collect()))
}

fn state(update: &&Update) -> Option<TaskState> {
    match update {
        Update::Task(task) => Some(task.status.state.clone()),
        Update::Status(update) => Some(update.status.state.clone()),
        Update::Message(_) | Update::Artifact(_) => None,
    }
}

/// Every message of an answer: those of the history, that of the status, the answer itself.
fn messages(root: Value<'_>) -> Vec<Value<'_>> {
    let body = root.get("result").unwrap_or(root);
    let mut found = Vec::new();
    let holders = [Some(body), body.get("task")].into_iter().flatten().filter(|value| value.kind() == Kind::Object);
    for holder in holders {
        found.extend(holder.get("status").and_then(|status| status.get("message").or_else(|| status.get("update"))));
        found.extend(holder.get("history").into_iter().flat_map(Value::items));
    }
    found.extend(body.get("message").filter(|message| message.kind() == Kind::Object));
    if body.get("kind").and_then(Value::as_str).as_deref() == Some("message") {
        found.push(body);
    }
    found
}
