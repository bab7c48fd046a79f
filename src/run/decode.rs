//! The result part to bytes and text: base64, what 0.3 did to it, UTF-8, size.

use std::sync::Arc;

use crate::a2a::interface::{Binding, Dialect};
use crate::a2a::model::Content;
use crate::kedi::{self, Encoding, ResultPart, base64, compat};
use crate::text;

use super::artifact::{ArtifactView, HeldPart};
use super::class::Class;
use super::failure::{Evidence, excerpt};
use super::ladder::StepId;
use super::machine::Refusal;
use super::state::{ResultView, Run};

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

pub(super) fn bytes(
    run: &mut Run,
    artifact: &ArtifactView,
    held: &HeldPart,
    index: usize,
) -> Option<(Vec<u8>, Encoding)> {
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
            let document = kedi::read_json(json.clone()).ok()?;
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
pub(super) fn show_refused(run: &mut Run, artifact: &ArtifactView) {
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
        shown.document = kedi::read_json(shown.text.clone()).ok();
        run.result = Some(Arc::new(shown));
    }
}

pub(super) fn sized(
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
