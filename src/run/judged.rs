//! The result's text to the typed value: JSON, then the schema.

use std::sync::Arc;

use crate::json::{FaultKind, LineIndex};
use crate::kedi;
use crate::schema::Severity;
use crate::text;

use super::artifact::HeldPart;
use super::class::Class;
use super::effect::Effect;
use super::event::{Validation, Verdict as Judgement};
use super::failure::{Evidence, excerpt};
use super::hint;
use super::ladder::StepId;
use super::machine::Refusal;
use super::state::Run;
use super::verdict::Verdict;

/// At most this many findings become evidence.
const EVIDENCE: usize = 100;

pub(super) fn parsed(run: &mut Run, text: Arc<str>, held: &HeldPart, fx: &mut Vec<Effect>) {
    let shown = run.result.as_deref().cloned();
    let Some(mut shown) = shown else { return };
    match kedi::read_json(text.clone()) {
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
            evidence.excerpt = Some(around(&text, fault.offset));
            let message = format!("the result is not JSON: {fault}");
            shown.fault = Some(fault);
            run.result = Some(Arc::new(shown));
            let hint = if class == Class::ResultMalformed { hint::inside(run, &text) } else { None };
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
