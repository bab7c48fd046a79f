//! A request in words: the preview before it is sent, the same as a curl command, and a place of a verdict as a sentence.

use std::fmt::Write;
use std::sync::Arc;

use crate::run::event::{Attempt, Event, Requested, SchemaReport, What};
use crate::run::{self, Call, Effect, Evidence, Failure, Plan, Run, StepId};
use crate::schema;

/// The request that this plan would send, after these tries for the card: found by the same machine that sends it.
///
/// # Errors
/// Why nothing would be sent, one sentence.
pub fn preview(plan: Plan, attempts: &[Attempt]) -> Result<Call, String> {
    // Finding out a generation that the card does not state takes a request of its own; what is shown is the task's.
    let mut run = Run::new(Plan { probe_id: None, ..plan });
    let mut waiting = run::start(&mut run);
    // Bounded: looking for the card and checking the schema each happen once.
    for _ in 0..16 {
        let Some(effect) = waiting.pop() else { break };
        match effect {
            Effect::Call(call) => return Ok(call),
            Effect::Discover(_) => {
                for attempt in attempts {
                    waiting.extend(step(&mut run, What::Attempted(Box::new(attempt.clone()))));
                }
                waiting.extend(step(&mut run, What::Discovered));
            }
            Effect::CheckSchema { text, max_depth } => {
                let policy = schema::Policy { max_depth, ..schema::Policy::default() };
                let checked = schema::check(&text, &policy);
                let report = SchemaReport { findings: checked.findings, bytes: checked.bytes, took: 0 };
                waiting.extend(step(&mut run, What::SchemaChecked(Arc::new(report))));
            }
            Effect::CloseCall(_) | Effect::Wait { .. } | Effect::Validate { .. } | Effect::Finished => {}
        }
    }
    Err(run.failure.as_ref().map_or_else(|| "nothing would be sent".to_owned(), |failure| failure.message.clone()))
}

fn step(run: &mut Run, what: What) -> Vec<Effect> {
    run::step(run, Event { at: 0, what })
}

/// The call as a page: request line, the headers it is sent with, body indented.
pub fn page(call: &Call, headers: &[(String, String)]) -> String {
    let mut page = format!("{} {}\n", call.method, call.url);
    for (name, value) in headers {
        let _ = writeln!(page, "{name}: {value}");
    }
    page.push('\n');
    match crate::json::parse_text(&call.body, &crate::json::Limits::default()) {
        Ok(document) => page.push_str(&crate::json::pretty(document.root(), 2)),
        Err(_) => page.push_str(&call.body),
    }
    page
}

/// A request as a curl command for a POSIX shell. Masked secrets stay masked.
pub fn curl(request: &Requested, body: Option<&str>) -> String {
    let mut command = format!("curl -N -X {} {}", request.method, quoted(&request.url));
    for (name, value) in &request.headers {
        // curl sets these itself, and a wrong length would break the request.
        if name.eq_ignore_ascii_case("host") || name.eq_ignore_ascii_case("content-length") {
            continue;
        }
        let _ = write!(command, " \\\n  -H {}", quoted(&format!("{name}: {value}")));
    }
    if let Some(body) = body {
        let _ = write!(command, " \\\n  --data-binary {}", quoted(body));
    }
    command.push('\n');
    command
}

/// In single quotes, which nothing but a single quote ends.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// A place of a verdict as one sentence: `/items/3/grams is 78.5, expected integer`. One that is not in the result is the
/// failure's own sentence.
pub fn place_sentence(failure: &Failure, evidence: &Evidence) -> String {
    let pointer = match evidence.pointer.as_deref().filter(|_| failure.step == StepId::Schema) {
        Some("") => "the whole value",
        Some(pointer) => pointer,
        None => return failure.message.clone(),
    };
    match (&evidence.found, &evidence.expected) {
        (Some(found), Some(expected)) => format!("{pointer} is {found}, expected {expected}"),
        (None, Some(expected)) => format!("{pointer}: expected {expected}"),
        (Some(found), None) => format!("{pointer} is {found}"),
        (None, None) => match &evidence.keyword {
            Some(keyword) => format!("{pointer} does not satisfy {keyword}"),
            None => failure.message.clone(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::event::{CallId, Operation};

    #[test]
    fn the_request_that_is_shown_is_the_tasks_even_where_the_generation_is_asked_first() {
        let mut plan = Plan::new("http://127.0.0.1:4310", "m-1", run::Ask::Text("hi".into()));
        plan.probe_id = Some("p-1".into());
        let card = r#"{"name":"n","skills":[],"supportedInterfaces":[{"url":"/rpc","protocolBinding":"JSONRPC"}]}"#;
        let found = Attempt::new("http://127.0.0.1:4310/card.json", run::event::AttemptResult::Card(card.into()));
        let call = preview(plan, &[found]).expect("it would be sent");
        assert_eq!((call.operation, call.url.as_str()), (Operation::Send, "http://127.0.0.1:4310/rpc"));
    }

    #[test]
    fn a_curl_command_survives_quotes_and_leaves_curls_own_headers_out() {
        let request = Requested {
            call: CallId(1),
            operation: Operation::Send,
            method: "POST".into(),
            url: "http://127.0.0.1:4310/rpc".into(),
            headers: vec![("Host".into(), "127.0.0.1:4310".into()), ("A2A-Version".into(), "1.0".into())],
            body: None,
        };
        assert_eq!(
            curl(&request, Some("{\"text\":\"it's\"}")),
            "curl -N -X POST 'http://127.0.0.1:4310/rpc' \\\n  -H 'A2A-Version: 1.0' \\\n  --data-binary '{\"text\":\"it'\\''s\"}'\n"
        );
    }
}
