//! From the completed task to the typed value: which artifact, which part, which bytes, which JSON, which verdict.

use std::sync::Arc;

use crate::a2a::model::{Content, TaskState, Update};
use crate::kedi::{self, Candidate, Found, ResultPart};
use crate::text;

use super::artifact::{ArtifactView, HeldPart};
use super::class::Class;
use super::effect::Effect;
use super::ending::agent_words;
use super::event::Operation;
use super::failure::Evidence;
use super::ladder::{StepId, StepState};
use super::machine::Refusal;
use super::progress::progress;
use super::request;
use super::row::RowKind;
use super::state::Run;
use super::verdict::Verdict;
use super::{decode, hint, judged};

/// The turn ended well: climbs the rest of the ladder. `known_whole` says that the task was just asked for, so that
/// asking again would tell nothing new.
pub(super) fn evaluate(run: &mut Run, known_whole: bool, fx: &mut Vec<Effect>) {
    if !run.machine.structured {
        for step in &StepId::ALL[StepId::Artifact as usize..] {
            run.skip(*step, "no schema was asked for");
        }
        if run.answer_text().is_none() && run.artifacts.standing().next().is_none() {
            let message = "the task completed, and the agent sent neither an artifact nor words";
            run.warn("empty-answer", message.to_owned(), None);
        }
        return run.settle(Verdict::Text);
    }
    let task = run.task.id.clone().filter(|_| run.answer.is_none() && !known_whole);
    if let (Some(task), Found::Missing) = (task, find(run).0) {
        let words = "the completed task lacks the result; asking for the task once more";
        progress(run, RowKind::Ours, words, 0);
        run.machine.asked_again = request::call_task(run, Operation::GetTask, &task, fx);
        return;
    }
    climb(run, fx);
}

/// The answer to asking once more: it counts if it says completed too.
pub(super) fn asked_again(run: &mut Run, update: &Update, number: u32, replaced: bool, fx: &mut Vec<Effect>) {
    if run.verdict.is_some() || run.ladder.state(StepId::Artifact) != StepState::NotReached {
        return;
    }
    if let Update::Task(task) = update
        && Some(&task.id) == run.task.id.as_ref()
        && task.status.state == TaskState::Completed
    {
        run.artifacts.snapshot(&task.artifacts, number, replaced, true);
    }
    climb(run, fx);
}

/// Asking once more brought nothing.
pub(super) fn give_up(run: &mut Run) {
    if run.ladder.state(StepId::Artifact) == StepState::NotReached {
        climb(run, &mut Vec::new());
    }
}

fn find(run: &Run) -> (Found, Vec<Arc<ArtifactView>>) {
    let standing: Vec<Arc<ArtifactView>> = run.artifacts.standing().cloned().collect();
    let candidates: Vec<Candidate<'_>> =
        standing.iter().map(|a| Candidate { name: a.name.as_deref(), extensions: &a.extensions }).collect();
    (kedi::find(&candidates, run.result_name()), standing)
}

fn climb(run: &mut Run, fx: &mut Vec<Effect>) {
    let Some(artifact) = artifact(run) else { return };
    let Some((held, index)) = part(run, &artifact) else { return };
    let Some((bytes, encoding)) = decode::bytes(run, &artifact, &held, index) else { return };
    let Some(text) = decode::sized(run, &artifact, &held, bytes, encoding) else { return };
    judged::parsed(run, text, &held, fx);
}

fn artifact(run: &mut Run) -> Option<Arc<ArtifactView>> {
    let name = run.result_name().to_owned();
    let (found, standing) = find(run);
    let told = |index: &usize| standing.get(*index).map(|a| format!("{:?}", a.artifact_id)).unwrap_or_default();
    let refusal = match found {
        Found::One(index) => {
            let artifact = standing.get(index)?.clone();
            let frame = artifact.parts.last().map(|held| held.frame).unwrap_or_default();
            let chunks = text::count(artifact.chunks.into(), "chunk");
            run.pass_at(StepId::Artifact, format!("{name}, {chunks}"), Evidence::frame(frame));
            let marked = Candidate { name: None, extensions: &artifact.extensions }.is_marked();
            if !marked {
                decode::show_refused(run, &artifact);
                let listed = artifact.extensions.join(", ");
                let lists = if listed.is_empty() { "no extension".to_owned() } else { listed };
                let message = format!("the artifact {name} does not list {}; it lists {lists}", kedi::URI);
                run.fail(
                    StepId::Marked,
                    Refusal::new(Class::ResultUnmarked, message).evidence([Evidence::frame(frame)]),
                );
                return None;
            }
            run.pass(StepId::Marked, "");
            return Some(artifact);
        }
        Found::Misnamed(index) => {
            let other = standing.get(index).and_then(|a| a.name.clone());
            let called = other.map_or("has no name".to_owned(), |other| format!("is named {other:?}"));
            let message = format!("the artifact that lists the extension {called}, and the card says {name:?}");
            Refusal::new(Class::ResultMisnamed, message)
        }
        Found::Several(indexes) => {
            let ids: Vec<String> = indexes.iter().take(5).map(told).collect();
            let message = format!("{} artifacts are named {name}: {}", indexes.len(), ids.join(", "));
            Refusal::new(Class::ResultAmbiguous, message)
        }
        Found::Missing if run.answer.is_some() => {
            Refusal::new(Class::ResultMissing, "the agent answered with a message and no artifact")
        }
        Found::Missing => {
            let gone = run.artifacts.all().iter().any(|a| a.gone && a.name.as_deref() == Some(&name));
            let message = match (standing.len(), gone) {
                (_, true) => format!("the artifact {name} came, and the task as it stands does not have it any more"),
                (0, _) => "the task is completed and has no artifact at all".to_owned(),
                (count, _) => {
                    format!("none of the task's {} is named {name}", text::count(count as u64, "artifact"))
                }
            };
            Refusal::new(Class::ResultMissing, message)
        }
    };
    let words = agent_words(run, true);
    let refusal = refusal.agent(words).hint(hint::elsewhere(run));
    run.fail(StepId::Artifact, refusal);
    None
}

/// The media type of the result part, before the part is read.
fn part(run: &mut Run, artifact: &ArtifactView) -> Option<(Arc<HeldPart>, usize)> {
    let chosen = kedi::choose_part(artifact.parts.iter().map(|held| &held.part));
    let at = |index: usize| artifact.parts.get(index).cloned().map(|held| (held, index));
    let (several, kind) = match chosen {
        ResultPart::Raw(index) | ResultPart::Data(index) => {
            let (held, index) = at(index)?;
            return media_type(run, artifact, &held).then_some((held, index));
        }
        ResultPart::None => {
            run.skip(StepId::MediaType, "there is neither a raw nor a data part");
            let texts = artifact.parts.iter().filter(|held| held.part.text().is_some()).count();
            let message = match (artifact.parts.len(), texts) {
                (0, _) => "the result artifact has no part".to_owned(),
                (_, 0) => "the result artifact holds addresses only, and an address is never fetched".to_owned(),
                _ => "the result artifact holds text only, and text is never the typed value".to_owned(),
            };
            let refusal = Refusal::new(Class::ResultMissing, message).hint(hint::elsewhere(run));
            run.fail(StepId::Bytes, refusal);
            return None;
        }
        ResultPart::SeveralRaw(indexes) => (indexes, "raw"),
        ResultPart::SeveralData(indexes) => (indexes, "data"),
    };
    run.skip(StepId::MediaType, format!("there are {} {kind} parts", several.len()));
    let message = format!("the result artifact has {} {kind} parts, and there must be one", several.len());
    let frames = several.iter().filter_map(|index| artifact.parts.get(*index)).map(|held| Evidence::frame(held.frame));
    let refusal = Refusal::new(Class::ResultAmbiguous, message).evidence(frames.take(20)).hint(hint::elsewhere(run));
    run.fail(StepId::Bytes, refusal);
    None
}

fn media_type(run: &mut Run, artifact: &ArtifactView, held: &HeldPart) -> bool {
    let raw = !matches!(held.part.content, Content::Data(_));
    let said = held.part.media_type.as_deref();
    match said {
        Some(said) if kedi::is_json(said) => run.pass(StepId::MediaType, said),
        None if !raw => run.pass(StepId::MediaType, "a data part that says nothing"),
        _ => {
            decode::show_refused(run, artifact);
            let says = said.map_or("says no media type".to_owned(), |said| format!("says {said:?}"));
            let message = format!("the result part {says}, and it must say application/json");
            let mut evidence = Evidence::frame(held.frame);
            evidence.expected = Some("application/json".to_owned());
            evidence.found = said.map(str::to_owned);
            run.fail(StepId::MediaType, Refusal::new(Class::ResultMediaType, message).evidence([evidence]));
            return false;
        }
    }
    true
}
