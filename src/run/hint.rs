//! Hints: what stands elsewhere and would have been valid. Said as such, never taken as the value.

use crate::a2a::model::Content;
use crate::json::{Document, FaultKind, Kind, Limits, parse_text};
use crate::kedi::base64;
use crate::run::event::Verdict;
use crate::schema::{Options, Validator};

use super::state::Run;

/// Texts longer than this are not searched.
const SEARCHED: usize = 256 << 10;
/// Artifacts, and messages' parts, that are looked at.
const LOOKED_AT: usize = 50;
/// Places in one text where JSON may begin that are tried.
const TRIED: usize = 40;
/// A candidate that costs more than this to validate is left alone: a hint must never keep anybody waiting.
const COST: u64 = 200_000;
/// A candidate nested deeper than this is left alone: validating recurses on the caller's stack.
const DEPTH: usize = 32;

/// Judges candidates by the schema that was sent.
struct Judge {
    validator: Validator,
}

impl Judge {
    fn new(run: &Run) -> Option<Self> {
        let schema = run.schema.as_ref()?.document.as_ref()?;
        let options = Options { assert_formats: run.plan.assert_formats };
        Validator::new(schema, options).ok().map(|validator| Judge { validator })
    }

    fn accepts(&self, document: &Document) -> bool {
        document.root().depth() <= DEPTH
            && self.validator.cost(document) <= COST
            && matches!(self.validator.verdict(document), Verdict::Valid(_))
    }

    fn accepts_text(&self, text: &str) -> bool {
        text.len() <= SEARCHED && parse_text(text, &Limits::default()).is_ok_and(|document| self.accepts(&document))
    }
}

/// When the result is missing or has too many parts: what else the agent sent.
pub(super) fn elsewhere(run: &Run) -> Option<String> {
    let judge = Judge::new(run)?;
    for artifact in run.artifacts.all().iter().take(LOOKED_AT) {
        let name = artifact.name.as_deref().unwrap_or(&artifact.artifact_id);
        let mut joined = Vec::new();
        let mut raws = 0;
        for held in artifact.parts.iter().take(LOOKED_AT) {
            match &held.part.content {
                Content::Data(json) if judge.accepts_text(json) => {
                    return Some(format!(
                        "a data part of the artifact {name:?} would have been valid; it is not the result"
                    ));
                }
                Content::Raw(raw) if raw.len() <= 2 * SEARCHED && joined.len() <= SEARCHED => {
                    let bytes = base64::decode(raw).map(|(bytes, _)| bytes).unwrap_or_default();
                    if std::str::from_utf8(&bytes).is_ok_and(|text| judge.accepts_text(text)) {
                        return Some(format!(
                            "a raw part of the artifact {name:?} would have been valid; it is not the result"
                        ));
                    }
                    joined.extend(bytes);
                    raws += 1;
                }
                _ => {}
            }
        }
        if raws > 1 && std::str::from_utf8(&joined).is_ok_and(|text| judge.accepts_text(text)) {
            return Some(format!(
                "the {raws} raw parts joined would have been valid: the agent must send them as one part"
            ));
        }
        if let Some(how) = in_text(&judge, &artifact.text()) {
            return Some(format!("the text of the artifact {name:?} {how}; text is never the typed value"));
        }
    }
    let messages = [
        ("the answer", run.answer.as_ref()),
        ("the agent's last status", run.task.message.as_ref()),
        ("the agent's history", run.history.as_ref()),
    ];
    messages.into_iter().find_map(|(what, message)| {
        let message = message?;
        let data = message
            .parts
            .iter()
            .take(LOOKED_AT)
            .any(|part| matches!(&part.content, Content::Data(json) if judge.accepts_text(json)));
        if data {
            return Some(format!("a data part of {what} would have been valid; it is not the result"));
        }
        let how = in_text(&judge, &message.text())?;
        Some(format!("the text of {what} {how}; text is never the typed value"))
    })
}

/// When the result is no JSON: whether it holds some.
pub(super) fn inside(run: &Run, text: &str) -> Option<String> {
    let judge = Judge::new(run)?;
    let how = in_text(&judge, text)?;
    Some(format!("the result {how}; the agent must send the JSON alone"))
}

/// When the result does not match: whether a part of it, or what is written inside a string, would.
pub(super) fn within(run: &Run) -> Option<String> {
    let judge = Judge::new(run)?;
    let result = run.result.as_ref()?;
    let root = result.document.as_ref()?.root();
    if let Some(text) = root.as_str() {
        return judge
            .accepts_text(&text)
            .then(|| "the string holds JSON that would have been valid: it was encoded twice".to_owned());
    }
    let echo = root.get("properties").is_some_and(|p| p.kind() == Kind::Object) && root.get("type").is_some();
    for member in root.members().take(20) {
        if judge.accepts_text(member.value.raw()) {
            return Some(format!("it would have been valid at {}: the agent wrapped it", member.value.pointer()));
        }
    }
    echo.then(|| "the result looks like a schema: the agent sent the schema back instead of a value".to_owned())
}

/// How a text holds a valid value: it is one, in a fence, or with prose around it.
fn in_text(judge: &Judge, text: &str) -> Option<&'static str> {
    let trimmed = text.trim();
    if trimmed.is_empty() || trimmed.len() > SEARCHED {
        return None;
    }
    if judge.accepts_text(trimmed) {
        return Some("would have been valid");
    }
    if let Some(inner) = fenced(trimmed)
        && judge.accepts_text(inner)
    {
        return Some("would have been valid without the fence around it");
    }
    let begins = trimmed.char_indices().filter(|(_, c)| matches!(c, '{' | '['));
    let mut after = 0;
    for (start, _) in begins.take(TRIED) {
        if start < after {
            continue;
        }
        let rest = &trimmed[start..];
        let end = match parse_text(rest, &Limits::default()) {
            Ok(_) => rest.len(),
            Err(fault) if fault.kind == FaultKind::Trailing => fault.offset,
            Err(_) => continue,
        };
        let found = rest.get(..end).unwrap_or_default();
        if judge.accepts_text(found) {
            return Some("holds a value that would have been valid, with words around it");
        }
        after = start + end;
    }
    None
}

/// The inside of a fence around the whole text.
fn fenced(text: &str) -> Option<&str> {
    let inner = text.strip_prefix("```")?.strip_suffix("```")?;
    let (label, body) = inner.split_once('\n')?;
    (label.trim().len() <= 20 && !body.contains("\n```")).then(|| body.trim())
}
