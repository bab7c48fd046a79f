//! What people read when a run is over: the verdict, or the failure with its evidence, the agent's words and what to try.

use std::ops::Range;

use crate::json::{Document, Place};
use crate::run::{Evidence, Failure, Run, Verdict};
use crate::text;

use super::excerpt::excerpt;
use super::ink::{Ink, Role};

/// Places that are shown one by one; the JSON lists all.
const PLACES: usize = 5;
/// Lines of an answer's body, or of the agent's words, that are shown.
const LINES: usize = 12;

/// The last lines of a run, for standard error.
pub fn ending(run: &Run, ink: Ink) -> String {
    let mut out = String::new();
    let verdict = run.verdict();
    let (role, mark) = match verdict {
        Some(Verdict::Typed | Verdict::Text) => (Role::Good, "✓"),
        Some(Verdict::Waiting | Verdict::Stopped(_)) => (Role::Warn, "!"),
        _ => (Role::Bad, "✗"),
    };
    let title = match (&run.failure, verdict) {
        (Some(failure), _) => failure.class.title(),
        (None, Some(verdict)) => verdict.title(),
        (None, None) => "no verdict",
    };
    let class = run.failure.as_ref().map_or_else(|| figures(run), |failure| failure.class.word().to_owned());
    out.push_str(&format!(
        "{} {}  {}\n",
        ink.paint(role, mark),
        ink.paint(Role::Strong, title),
        ink.paint(Role::Faint, &class)
    ));
    if let Some(failure) = &run.failure {
        self::failure(run, failure, ink, &mut out);
    }
    if let (Some(id), Some(Verdict::Stopped(_) | Verdict::Waiting | Verdict::Timeout | Verdict::Unreachable)) =
        (&run.task.id, verdict)
    {
        field("task", &format!("{id}  (catseye run {} --task {id})", run.plan.address), ink, &mut out);
    }
    out
}

/// `1 042 bytes, 24 events, 3.4 s`.
fn figures(run: &Run) -> String {
    let timing = &run.timing;
    let mut parts = Vec::new();
    if let Some(result) = run.result.as_ref().filter(|result| result.typed) {
        parts.push(text::bytes(result.bytes));
    }
    parts.push(text::count(timing.events, "event"));
    parts.push(text::duration(timing.ended.unwrap_or(run.now) / 1_000));
    parts.join(", ")
}

fn failure(run: &Run, failure: &Failure, ink: Ink, out: &mut String) {
    out.push_str(&format!("  {}\n", text::harmless(&failure.message)));
    for (index, evidence) in failure.evidence.iter().take(PLACES).enumerate() {
        self::evidence(run, failure, evidence, index > 0, ink, out);
    }
    if failure.evidence.len() > PLACES {
        let more = text::count((failure.evidence.len() - PLACES) as u64, "more place");
        out.push_str(&format!("  {}\n", ink.paint(Role::Faint, &format!("and {more} (--format json lists them)"))));
    }
    let agent = &failure.agent;
    if !agent.is_empty() {
        let code = agent.code.as_ref().map(|code| format!("(code {code}) ")).unwrap_or_default();
        field("agent", &format!("{code}{}", agent.text), ink, out);
        for data in &agent.data {
            field("data", data, ink, out);
        }
    }
    field("try", &failure.hint, ink, out);
}

fn evidence(run: &Run, failure: &Failure, evidence: &Evidence, another: bool, ink: Ink, out: &mut String) {
    let source = source(run, failure, evidence);
    if let Some((source, span, place)) = &source {
        if another && let (Some(pointer), Some(found)) = (&evidence.pointer, &evidence.found) {
            let found = if found == "nothing" { "missing" } else { found };
            let expected = evidence.expected.as_deref().unwrap_or("something else");
            out.push_str(&format!("  {}\n", text::harmless(&format!("{pointer} is {found}, expected {expected}"))));
        }
        out.push_str(&excerpt(source, span, place.line, ink));
        out.push('\n');
    }
    let mut words = Vec::new();
    if let (Some(status), Some(url)) = (evidence.status, &evidence.url) {
        let kind = evidence.content_type.as_ref().map(|kind| format!(", {kind}")).unwrap_or_default();
        words.push(format!("{status}{kind} from {url}"));
    } else if let Some(url) = &evidence.url {
        words.push(url.clone());
    }
    if let Some(pointer) = evidence.schema_pointer.as_ref() {
        let place = evidence.schema_place.map(|at| format!("{at} ")).unwrap_or_default();
        words.push(format!("schema {place}{pointer}"));
    }
    if let Some(frame) = evidence.frame {
        words.push(format!("event {frame}"));
    }
    if !words.is_empty() {
        field("where", &words.join(", "), ink, out);
    }
    // The line with the caret shows what came already.
    let body = evidence.excerpt.as_ref().filter(|excerpt| source.is_none() && !excerpt.trim().is_empty());
    if let Some(excerpt) = body {
        field("body", excerpt, ink, out);
    }
}

/// The text that a piece of evidence points into, and where.
fn source(run: &Run, failure: &Failure, evidence: &Evidence) -> Option<(String, Range<usize>, Place)> {
    let place = evidence.place?;
    let (text, document) = if failure.class.schema_step().is_some() {
        let schema = run.schema.as_ref()?;
        (schema.text.clone(), schema.document.clone())
    } else {
        let result = run.result.as_ref()?;
        (result.text.clone(), result.document.clone())
    };
    let body = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let span = document
        .and_then(|document: Document| Some(document.at(evidence.pointer.as_ref()?)?.span()))
        .or_else(|| evidence.byte.map(|byte| byte as usize..byte as usize + 1))?;
    Some((body.to_owned(), span, place))
}

/// One named line; words of several lines are indented below each other.
fn field(name: &str, words: &str, ink: Ink, out: &mut String) {
    let words = text::harmless_lines(words);
    let mut lines = words.trim_end().lines();
    let first = lines.next().unwrap_or_default();
    out.push_str(&format!("  {} {first}\n", ink.paint(Role::Faint, &format!("{name:<5}"))));
    let (mut shown, rest) = (1, lines);
    for line in rest {
        if shown == LINES {
            out.push_str(&format!("        {}\n", ink.paint(Role::Faint, "… (--format json has all of it)")));
            return;
        }
        out.push_str(&format!("        {line}\n"));
        shown += 1;
    }
}
