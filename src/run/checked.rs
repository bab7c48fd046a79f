//! The steps of the schema: what its check found, and whether it fits the agent.

use std::sync::Arc;

use crate::json::{Document, compact};
use crate::schema::{Finding, Severity, lossy_findings};
use crate::text;

use super::class::Class;
use super::effect::Effect;
use super::event::SchemaReport;
use super::failure::Evidence;
use super::ladder::{StepId, StepState};
use super::machine::Refusal;
use super::request;
use super::state::{Run, SentSchema};

/// At most this many of a schema's findings become evidence.
const EVIDENCE: usize = 20;

/// The schema was checked: four steps of the ladder at once.
pub(super) fn schema_checked(run: &mut Run, report: Arc<SchemaReport>, fx: &mut Vec<Effect>) {
    let due = run.verdict.is_none() && run.ladder.current() == Some(StepId::SchemaJson);
    let Some(schema) = run.schema.clone().filter(|_| due && !run.machine.schema_checked) else { return };
    run.machine.schema_checked = true;
    run.schema = Some(Arc::new(SentSchema { report: Some(report.clone()), ..SentSchema::clone(&schema) }));
    for finding in report.findings.iter().filter(|finding| finding.severity == Severity::Warning) {
        run.warn(finding.id.clone(), at_place(finding), None);
    }
    for step in [StepId::SchemaJson, StepId::SchemaPolicy, StepId::SchemaValid] {
        check_step(run, step, &report);
    }
    match &schema.document {
        Some(document) => check_size(run, document, report.bytes, &report),
        // A report without an error for a text that is no JSON: no document, nothing to send.
        None => run.fail(StepId::SchemaJson, Refusal::new(Class::SchemaSyntax, "the schema is not JSON")),
    }
    if run.verdict.is_none() {
        request::send(run, fx);
    }
}

fn step_of(finding: &Finding) -> Option<StepId> {
    Class::from_word(&finding.id).and_then(Class::schema_step)
}

fn at_place(finding: &Finding) -> String {
    match finding.place {
        Some(place) => format!("{} (line {}, column {})", finding.message, place.line, place.column),
        None => finding.message.clone(),
    }
}

fn check_step(run: &mut Run, step: StepId, report: &SchemaReport) {
    if run.ladder.state(step) != StepState::NotReached || run.verdict.is_some() {
        return;
    }
    let errors: Vec<&Finding> = report
        .findings
        .iter()
        .filter(|finding| {
            finding.severity == Severity::Error && step_of(finding).unwrap_or(StepId::SchemaValid) == step
        })
        .collect();
    match errors.first() {
        Some(first) => run.fail(step, schema_refusal(first, &errors)),
        None => run.pass(step, ""),
    }
}

fn schema_refusal(first: &Finding, all: &[&Finding]) -> Refusal {
    let class = Class::from_word(&first.id).unwrap_or(Class::SchemaInvalid);
    let more = match all.len() {
        1 => String::new(),
        count => format!(", and {} more", text::count(count as u64 - 1, "finding")),
    };
    Refusal::new(class, format!("{}{more}", at_place(first)))
        .hint(first.fix.clone())
        .evidence(all.iter().take(EVIDENCE).map(|finding| Evidence::of_schema(finding)))
}

fn check_size(run: &mut Run, document: &Document, bytes: u64, report: &SchemaReport) {
    check_reported_size(run, report);
    let Some(params) = run.params.clone() else { return };
    if let Some(max) = params.max_schema_bytes.filter(|max| bytes > *max) {
        let over = text::thousands(bytes - max);
        let (bytes, max) = (text::thousands(bytes), text::thousands(max));
        let message = format!("the schema has {bytes} bytes as sent, {over} more than the agent's limit of {max}");
        let smaller = compact(document.root()).len() as u64;
        let told = text::thousands(smaller);
        let hint = match params.max_schema_bytes.is_some_and(|max| smaller <= max) {
            true => format!("without white space it has {told} bytes: --compact"),
            false => format!("even without white space it has {told} bytes: shorten descriptions and enumerations"),
        };
        run.fail(StepId::SchemaSize, Refusal::new(Class::SchemaTooLarge, message).hint(Some(hint)));
        return;
    }
    if params.takes_only_protobuf() {
        let lossy = lossy_findings(document);
        if let Some(first) = lossy.first() {
            let all: Vec<&Finding> = lossy.iter().collect();
            run.fail(StepId::SchemaSize, schema_refusal(first, &all));
            return;
        }
    }
    match params.max_schema_bytes {
        Some(max) => {
            let detail = format!("{} of {} bytes", text::thousands(bytes), text::thousands(max));
            run.pass(StepId::SchemaSize, detail);
        }
        None => run.skip(StepId::SchemaSize, "the agent sets no limit"),
    }
}

/// A size that the check itself refused (a limit of the driver's own).
fn check_reported_size(run: &mut Run, report: &SchemaReport) {
    let refused = |f: &&Finding| f.severity == Severity::Error && step_of(f) == Some(StepId::SchemaSize);
    if let Some(finding) = report.findings.iter().find(refused) {
        run.fail(StepId::SchemaSize, schema_refusal(finding, &[finding]));
    }
}
