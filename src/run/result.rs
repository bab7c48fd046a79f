//! From the completed task to the typed value: which artifact, which part, which bytes, which JSON, which verdict.

use std::sync::Arc;

use crate::a2a::interface::{Binding, Dialect};
use crate::a2a::model::{Content, TaskState, Update};
use crate::json::{FaultKind, LineIndex};
use crate::kedi::{self, Candidate, Encoding, Found, ResultPart, base64, compat};
use crate::schema::Severity;
use crate::text;

use super::artifact::{ArtifactView, HeldPart};
use super::class::Class;
use super::effect::Effect;
use super::event::{Operation, Validation, Verdict as Judgement};
use super::failure::{Evidence, excerpt};
use super::hint;
use super::ladder::{StepId, StepState};
use super::machine::Refusal;
use super::row::RowKind;
use super::state::{ResultView, Run};
use super::verdict::Verdict;
use super::{request, turn};

/// At most this many findings become evidence.
const EVIDENCE: usize = 100;

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
        turn::progress(run, RowKind::Ours, words, 0);
        run.machine.asked_again = Some(request::call_task(run, Operation::GetTask, &task, fx));
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
    let Some((bytes, encoding)) = bytes(run, &artifact, &held, index) else { return };
    let Some(text) = sized(run, &artifact, &held, bytes, encoding) else { return };
    parsed(run, &text, &held, fx);
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
                show_refused(run, &artifact);
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
    let words = turn::agent_words(run, true);
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
            show_refused(run, artifact);
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

/// The bytes of a part, and what was not standard about them.
type Decoded = (Vec<u8>, Option<String>);
/// Why a part does not decode: a sentence, and the byte of the base64 text where it shows.
type Undecodable = (String, Option<usize>);

/// The bytes of the part as it stands on the wire, decoded once.
fn decoded(held: &HeldPart) -> Result<Decoded, Undecodable> {
    match &held.part.content {
        Content::Raw(text) => match base64::decode(text) {
            Ok((bytes, deviations)) => Ok((bytes, deviations.words())),
            Err(fault) => Err((format!("the result is not base64: {}", fault.sentence), Some(fault.at))),
        },
        Content::RawInvalid(json) => Err((format!("the raw part is {}, not a string of base64", excerpt(json)), None)),
        Content::Data(json) => Ok((json.as_bytes().to_vec(), None)),
        _ => Err(("the part holds neither bytes nor data".to_owned(), None)),
    }
}

fn bytes(run: &mut Run, artifact: &ArtifactView, held: &HeldPart, index: usize) -> Option<(Vec<u8>, Encoding)> {
    let data = matches!(held.part.content, Content::Data(_));
    let encoding = if data { Encoding::ProtobufValue } else { Encoding::JsonUtf8 };
    let refuse = |run: &mut Run, message: String, at: Option<usize>| {
        let mut evidence = Evidence::frame(held.frame);
        evidence.byte = at.map(|at| at as u64);
        if let Content::Raw(text) | Content::RawInvalid(text) = &held.part.content {
            evidence.excerpt = Some(excerpt(text));
        }
        run.fail(StepId::Bytes, Refusal::new(Class::ResultEncoding, message).evidence([evidence]));
    };
    if held.replaced {
        let message = format!("bytes of event {} had to be replaced: it cannot give a result", held.frame);
        refuse(run, message, None);
        return None;
    }
    let (mut bytes, mut remark) = match decoded(held) {
        Ok(decoded) => decoded,
        Err((message, at)) => {
            refuse(run, message, at);
            return None;
        }
    };
    if let Some(words) = &remark {
        run.warn("base64", format!("the result is {words}"), Some(held.frame));
    }
    if let Some((again, words)) = undo_compat(run, held, &bytes) {
        run.warn("compat-encoding", words.to_owned(), Some(held.frame));
        bytes = again;
        remark = Some(words.to_owned());
    }
    if bytes.is_empty() {
        refuse(run, "the result is empty: no byte in it".to_owned(), None);
        return None;
    }
    if let Err(error) = std::str::from_utf8(&bytes) {
        let at = error.valid_up_to();
        let byte = bytes.get(at).copied().unwrap_or_default();
        show(run, artifact, held, &bytes, encoding);
        refuse(run, format!("the result is not UTF-8: byte 0x{byte:02X} at offset {at}"), Some(at));
        return None;
    }
    let size = text::count(bytes.len() as u64, "byte");
    let asked_lossless = run.encoding == Some(Encoding::JsonUtf8);
    if data && asked_lossless {
        let message = "the result came as data although json-utf8 was asked for: 78 and 78.0 cannot be told apart, and \
                       integers beyond 2^53 may have been rounded before they were sent";
        run.warn("legacy-encoding", message.to_owned(), Some(held.frame));
        run.warn_step(StepId::Bytes, format!("{size} as data, where json-utf8 was asked for"));
    } else if let Some(remark) = remark {
        run.warn_step(StepId::Bytes, format!("{size}, {remark}"));
    } else {
        let kind = if data { "data" } else { "raw" };
        run.pass_at(StepId::Bytes, format!("{size}, {kind} part {}", index + 1), Evidence::frame(held.frame));
    }
    Some((bytes, encoding))
}

/// What 0.3 over HTTP+JSON made of a result, undone: a second base64, or `{"value":X}`.
fn undo_compat(run: &Run, held: &HeldPart, bytes: &[u8]) -> Option<(Vec<u8>, &'static str)> {
    let chosen = run.chosen().filter(|chosen| chosen.dialect == Dialect::V03)?;
    match &held.part.content {
        Content::Raw(_) if chosen.binding == Binding::HttpJson => {
            compat::decode_again(bytes).map(|inner| (inner, "base64 within base64, as 0.3 over HTTP+JSON sends it"))
        }
        Content::Data(json) => {
            let document = kedi::read_json(json).ok()?;
            let inner = compat::unwrap_data(&document, held.part.metadata.as_deref())?;
            Some((inner.into_bytes(), "{\"value\":…} marked data_part_compat, unwrapped"))
        }
        _ => None,
    }
}

fn view(artifact: &ArtifactView, held: &HeldPart, bytes: &[u8], encoding: Encoding) -> ResultView {
    ResultView {
        text: String::from_utf8_lossy(bytes).into(),
        bytes: bytes.len() as u64,
        document: None,
        fault: None,
        findings: Arc::default(),
        more: None,
        artifact_id: artifact.artifact_id.clone(),
        frame: held.frame,
        encoding,
        typed: false,
    }
}

fn show(run: &mut Run, artifact: &ArtifactView, held: &HeldPart, bytes: &[u8], encoding: Encoding) {
    run.result = Some(Arc::new(view(artifact, held, bytes, encoding)));
}

/// What a refused artifact holds is shown as far as it decodes, never as a value.
fn show_refused(run: &mut Run, artifact: &ArtifactView) {
    let (ResultPart::Raw(index) | ResultPart::Data(index)) =
        kedi::choose_part(artifact.parts.iter().map(|held| &held.part))
    else {
        return;
    };
    let Some(held) = artifact.parts.get(index).cloned() else { return };
    let data = matches!(held.part.content, Content::Data(_));
    let encoding = if data { Encoding::ProtobufValue } else { Encoding::JsonUtf8 };
    if let Ok((bytes, _)) = decoded(&held) {
        let mut shown = view(artifact, &held, &bytes, encoding);
        shown.document = kedi::read_json(&shown.text).ok();
        run.result = Some(Arc::new(shown));
    }
}

fn sized(
    run: &mut Run,
    artifact: &ArtifactView,
    held: &HeldPart,
    bytes: Vec<u8>,
    encoding: Encoding,
) -> Option<Arc<str>> {
    show(run, artifact, held, &bytes, encoding);
    let (size, limit) = (bytes.len() as u64, run.plan.limits.result_bytes);
    let (told, told_limit) = (text::thousands(size), text::thousands(limit));
    if size > limit {
        let message = format!("the result has {told} bytes, and the limit is {told_limit}");
        let refusal = Refusal::new(Class::ResultTooLarge, message).evidence([Evidence::frame(held.frame)]);
        run.fail(StepId::ResultSize, refusal);
        return None;
    }
    run.pass(StepId::ResultSize, format!("{told} of {told_limit} bytes"));
    run.result.as_ref().map(|result| result.text.clone())
}

fn parsed(run: &mut Run, text: &str, held: &HeldPart, fx: &mut Vec<Effect>) {
    let shown = run.result.as_deref().cloned();
    let Some(mut shown) = shown else { return };
    match kedi::read_json(text) {
        Ok(document) => {
            if document.had_bom() {
                let message = "the result begins with a byte order mark, which was skipped";
                run.warn("byte-order-mark", message.to_owned(), Some(held.frame));
            }
            for duplicate in document.duplicates().iter().take(20) {
                let key = excerpt(&document.text()[duplicate.second.clone()]);
                let place = document.place(duplicate.second.start);
                let message =
                    format!("the key {key} stands twice in one object (again at {place}); the last one counts");
                run.warn("duplicate-key", message, Some(held.frame));
            }
            let detail = match document.duplicates().is_empty() && !document.had_bom() {
                true => String::new(),
                false => "with a remark, see warnings".to_owned(),
            };
            match detail.is_empty() {
                true => run.pass(StepId::Json, text::count(document.len() as u64, "value")),
                false => run.warn_step(StepId::Json, detail),
            }
            shown.document = Some(document.clone());
            run.result = Some(Arc::new(shown));
            let schema = run.schema.as_ref().and_then(|schema| schema.document.clone());
            let Some(schema) = schema else { return };
            run.machine.validating = true;
            fx.push(Effect::Validate { schema, value: document, assert_formats: run.plan.assert_formats });
        }
        Err(fault) => {
            let class = match fault.kind {
                FaultKind::Truncated => Class::ResultTruncated,
                FaultKind::NonFinite => Class::ResultNonFinite,
                _ => Class::ResultMalformed,
            };
            let mut evidence = Evidence::frame(held.frame);
            evidence.place = Some(fault.place);
            evidence.byte = Some(fault.offset as u64);
            evidence.excerpt = Some(around(text, fault.offset));
            let message = format!("the result is not JSON: {fault}");
            shown.fault = Some(fault);
            run.result = Some(Arc::new(shown));
            let hint = if class == Class::ResultMalformed { hint::inside(run, text) } else { None };
            run.fail(StepId::Json, Refusal::new(class, message).hint(hint).evidence([evidence]));
        }
    }
}

/// The line of a text around a byte offset, cut to what fits.
fn around(text: &str, offset: usize) -> String {
    const BEFORE: usize = 60;
    let index = LineIndex::new(text);
    let place = index.place(text, offset);
    let line = index.offset(text, crate::json::Place { line: place.line, column: 1 });
    let start = text.floor_char_boundary(line.max(offset.min(text.len()).saturating_sub(BEFORE)));
    let rest = text.get(start..).unwrap_or_default();
    excerpt(rest.lines().next().unwrap_or_default())
}

/// The value was validated: the last step.
pub(super) fn validated(run: &mut Run, validation: Validation) {
    if !std::mem::take(&mut run.machine.validating) || run.verdict.is_some() {
        return;
    }
    let Some(mut shown) = run.result.as_deref().cloned() else { return };
    match validation.verdict {
        Judgement::Valid(findings) => {
            for finding in findings.iter().filter(|finding| finding.severity == Severity::Warning) {
                run.warn(finding.id.clone(), finding.message.clone(), Some(shown.frame));
            }
            let warned = findings.iter().filter(|finding| finding.severity == Severity::Warning).count();
            shown.findings = Arc::new(findings);
            shown.typed = true;
            run.result = Some(Arc::new(shown));
            match warned {
                0 => run.pass(StepId::Schema, "valid"),
                warned => {
                    run.warn_step(StepId::Schema, format!("valid, with {}", text::count(warned as u64, "warning")))
                }
            }
            run.settle(Verdict::Typed);
        }
        Judgement::Invalid { findings, more } => {
            let message = match (findings.first(), findings.len() as u64, more) {
                (None, ..) => "the result does not match the schema; it is too complex to list where".to_owned(),
                (Some(first), 1, Some(0) | None) => first.message.clone(),
                (Some(first), listed, more) => {
                    let others = text::count(listed - 1 + more.unwrap_or_default() as u64, "more finding");
                    format!("{}; {others}", first.message)
                }
            };
            let frame = shown.frame;
            let evidence: Vec<Evidence> = findings
                .iter()
                .take(EVIDENCE)
                .map(|finding| Evidence { frame: Some(frame), ..Evidence::of_value(finding) })
                .collect();
            let fix = findings.first().and_then(|finding| finding.fix.clone());
            shown.findings = Arc::new(findings);
            shown.more = more;
            run.result = Some(Arc::new(shown));
            let hint = hint::within(run).or(fix);
            let refusal = Refusal::new(Class::ResultSchemaMismatch, message).hint(hint).evidence(evidence);
            run.fail(StepId::Schema, refusal);
        }
        Judgement::Undecided(sentence) => {
            let message = format!("whether the result matches the schema could not be decided: {sentence}");
            run.fail(
                StepId::Schema,
                Refusal::new(Class::ResultUndecided, message).evidence([Evidence::frame(shown.frame)]),
            );
        }
    }
}
