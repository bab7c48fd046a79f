//! Plays a scenario: act by act, until it ends or somebody cancels the task.

use std::sync::Arc;
use std::time::Duration;

use super::kitchen::Kitchen;
use super::result;
use super::scenario::{Act, Chunk};
use super::structured::Structured;
use super::task::{Emission, LiveTask};
use super::work;
use crate::a2a::model::{Artifact, Content, Part, TaskState};

/// What the agent says when somebody cancelled the task.
pub(super) const CANCELED: &str = "stopped, as you asked";

/// Whether the next act is played.
#[derive(PartialEq)]
enum Next {
    Act,
    Stop,
}

/// Begins to play on the runtime that is running.
pub(super) fn spawn(kitchen: Arc<Kitchen>, live: Arc<LiveTask>, acts: &'static [Act]) {
    tokio::spawn(async move {
        tokio::select! {
            biased;
            () = live.cancel.cancelled() => {
                live.set_status(TaskState::Canceled, vec![Part::of_text(CANCELED)]).await;
            }
            () = play(&kitchen, &live, acts) => {}
        }
        live.rest();
    });
}

async fn play(kitchen: &Kitchen, live: &LiveTask, acts: &[Act]) {
    if let Err(sentence) = checked(&live.structured).await {
        fail(live, &sentence).await;
        return;
    }
    for act in acts {
        if act_out(kitchen, live, act).await == Next::Stop {
            return;
        }
    }
}

/// Whether there is anything to make the result from.
async fn checked(structured: &Structured) -> Result<(), String> {
    match structured {
        Structured::No => Ok(()),
        Structured::Refused(sentence) => Err(sentence.clone()),
        Structured::Yes(order) => {
            let order = order.clone();
            work::apart(move || order.check()).await.unwrap_or_else(|| Err("the schema could not be checked".into()))
        }
    }
}

async fn act_out(kitchen: &Kitchen, live: &LiveTask, act: &Act) -> Next {
    match act {
        Act::Wait(milliseconds) => wait(kitchen, live, *milliseconds).await,
        Act::Working(text) => live.set_status(TaskState::Working, vec![Part::of_text(*text)]).await,
        Act::Count { count, every, text } => {
            for number in 1..=*count {
                wait(kitchen, live, *every).await;
                let text = text.replace("{n}", &number.to_string()).replace("{of}", &count.to_string());
                live.set_status(TaskState::Working, vec![Part::of_text(text)]).await;
            }
        }
        Act::Notes { text, place } => {
            let artifact = Artifact {
                artifact_id: "notes".into(),
                name: Some("notes".into()),
                description: Some("what the cook thinks while cooking".into()),
                parts: vec![Part::of_text(*text)],
                extensions: Vec::new(),
                metadata: None,
            };
            live.put_artifact(artifact, *place != Chunk::First, *place == Chunk::Last).await;
        }
        Act::Result(form) => match result::make(&live.structured, *form).await {
            Ok(artifacts) => {
                for artifact in artifacts {
                    live.put_artifact(artifact, false, true).await;
                }
            }
            Err(sentence) => {
                fail(live, &sentence).await;
                return Next::Stop;
            }
        },
        Act::End(state, text, data) => {
            let mut parts = vec![Part::of_text(*text)];
            parts.extend(data.map(data_part));
            live.set_status(state.clone(), parts).await;
        }
        Act::Forget => kitchen.forget(&live.id),
        Act::BreakOff => live.break_off().await,
        Act::Error(error) => live.tell(Emission::Error(*error)).await,
        Act::Bytes(bytes) => live.tell(Emission::Bytes(bytes)).await,
    }
    Next::Act
}

async fn fail(live: &LiveTask, sentence: &str) {
    live.set_status(TaskState::Failed, vec![Part::of_text(sentence)]).await;
}

fn data_part(json: &'static str) -> Part {
    Part { content: Content::Data(json.into()), media_type: None, filename: None, metadata: None }
}

async fn wait(kitchen: &Kitchen, live: &LiveTask, milliseconds: u32) {
    live.pass(milliseconds);
    let real = Duration::from_millis(u64::from(milliseconds)).mul_f32(kitchen.pace);
    if !real.is_zero() {
        tokio::time::sleep(real).await;
    }
}
