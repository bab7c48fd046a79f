//! The bindings: the envelope and the errors of JSON-RPC (A2A 1.0 §9), the bodies and statuses of HTTP+JSON (§11).

use super::{V10, check, error_is, judged, only, skipped, so};
use crate::a2a::interface::Binding;
use crate::json::{Kind, Value};
use crate::probe::script::{RPC_ID, others};
use crate::probe::seen::Answer;
use crate::probe::{Check, Judged, Level, Seen};

const RPC: Option<Binding> = Some(Binding::JsonRpc);
const REST: Option<Binding> = Some(Binding::HttpJson);
pub(super) const CHECKS: &[Check] = &[
    check(
        "JSONRPC-FMT-001",
        Level::Must,
        "an answer is a JSON-RPC 2.0 object with the request's id",
        &["get-unknown"],
        |target, seen| {
            judged(|| {
                only(target, RPC, None)?;
                let answer = seen.judged("get-unknown")?;
                let Some(root) = answer.root() else { return Ok(Judged::Fails(answer.words())) };
                let says = |name: &str, wanted: &str| root.get(name).and_then(Value::as_str).as_deref() == Some(wanted);
                if !says("jsonrpc", "2.0") {
                    return Ok(Judged::Fails("it does not say \"jsonrpc\": \"2.0\"".to_owned()));
                }
                let id = root.get("id").map_or("none", Value::raw);
                Ok(so(says("id", RPC_ID), format!("its id is {}", crate::text::truncate(id, 60).into_owned())))
            })
        },
    ),
    check("JSONRPC-FMT-002", Level::Must, "an answer is application/json", &["get-unknown"], |target, seen| {
        judged(|| {
            only(target, RPC, None)?;
            let kind = seen.judged("get-unknown")?.media_type();
            Ok(so(kind == "application/json", if kind.is_empty() { "no content type".to_owned() } else { kind }))
        })
    }),
    check(
        "jsonrpc-parse-error",
        Level::Must,
        "what is no JSON is refused with -32700",
        &["not-json"],
        |target, seen| judged(|| only(target, RPC, None).map(|()| error_is(seen, "not-json", &["-32700"]))),
    ),
    check(
        "jsonrpc-invalid-request",
        Level::Must,
        "JSON that is no request is refused with -32600",
        &["no-request"],
        |target, seen| judged(|| only(target, RPC, None).map(|()| error_is(seen, "no-request", &["-32600"]))),
    ),
    check(
        "jsonrpc-method-not-found",
        Level::Must,
        "an unknown method is refused with -32601",
        &["no-method"],
        |target, seen| judged(|| only(target, RPC, None).map(|()| error_is(seen, "no-method", &["-32601"]))),
    ),
    check(
        "jsonrpc-invalid-params",
        Level::Must,
        "a task asked for without an id is refused with -32602",
        &["no-id"],
        |target, seen| judged(|| only(target, RPC, None).map(|()| error_is(seen, "no-id", &["-32602"]))),
    ),
    check(
        "JSONRPC-ERR-002",
        Level::Should,
        "an error's data is a list of details, each with its @type",
        &["get-unknown"],
        |target, seen| {
            judged(|| {
                only(target, RPC, V10)?;
                let details = details(seen.judged("get-unknown")?, "data")?;
                let typed = details.iter().all(|detail| detail.get("@type").is_some());
                Ok(so(typed && !details.is_empty(), format!("{} of them", details.len())))
            })
        },
    ),
    check(
        "JSONRPC-ERR-003",
        Level::Should,
        "an error of A2A names its reason in an ErrorInfo",
        &["get-unknown"],
        |target, seen| judged(|| only(target, RPC, V10).and_then(|()| reason(seen))),
    ),
    check(
        "HTTP_JSON-STATUS-001",
        Level::Must,
        "a task that does not exist is HTTP 404",
        &["get-unknown"],
        |target, seen| {
            judged(|| {
                only(target, REST, None)?;
                let answer = seen.judged("get-unknown")?;
                Ok(so(answer.status == 404, answer.words()))
            })
        },
    ),
    check(
        "HTTP_JSON-ERR-001",
        Level::Must,
        "an error's body is a google.rpc.Status: code, status and message",
        &["get-unknown"],
        |target, seen| {
            judged(|| {
                only(target, REST, V10)?;
                let answer = seen.judged("get-unknown")?;
                let Some(error) = answer.root().and_then(|root| root.get("error")) else {
                    return Ok(Judged::Fails(format!("{}, no member error", answer.words())));
                };
                let missing: Vec<&str> =
                    ["code", "status", "message"].into_iter().filter(|name| error.get(name).is_none()).collect();
                match missing.is_empty() {
                    true => Ok(Judged::Holds(answer.words())),
                    false => Ok(Judged::Fails(format!("it lacks {}", missing.join(" and ")))),
                }
            })
        },
    ),
    check(
        "HTTP_JSON-ERR-002",
        Level::Must,
        "an error of A2A names its reason in an ErrorInfo",
        &["get-unknown"],
        |target, seen| judged(|| only(target, REST, V10).and_then(|()| reason(seen))),
    ),
    check(
        "interfaces-answer",
        Level::Must,
        "every other interface that the card names answers in the generation it states",
        &["other-1", "other-2", "other-3", "other-4", "other-5", "other-6"],
        |target, seen| {
            let mut words = Vec::new();
            let mut fails = false;
            for (name, other) in others(target) {
                let place = format!("{} {} at {}", other.binding.word(), other.dialect.word(), other.url);
                match error_is(seen, name, &["-32001"]) {
                    Judged::Holds(_) => {}
                    Judged::Skipped(why) => words.push(format!("{place}: {why}")),
                    Judged::Fails(why) => {
                        fails = true;
                        words.push(format!("{place}: {why}"));
                    }
                }
            }
            match (target.others.is_empty(), fails, words.is_empty()) {
                (true, ..) => skipped("the card names no other that catseye speaks"),
                (_, true, _) => Judged::Fails(words.join("; ")),
                (_, _, true) => Judged::Holds(crate::text::count(target.others.len() as u64, "interface")),
                _ => Judged::Skipped(words.join("; ")),
            }
        },
    ),
];

/// The details of an error, under the member that has them.
fn details<'a>(answer: &'a Answer, member: &str) -> Result<Vec<Value<'a>>, Judged> {
    let error = answer.root().and_then(|root| root.get("error"));
    match error.and_then(|error| error.get(member)) {
        Some(list) if list.kind() == Kind::Array => Ok(list.items().collect()),
        Some(other) => Err(Judged::Fails(format!("{member} is of the kind {}", other.kind().word()))),
        None => Err(Judged::Fails(format!("{}, without {member}", answer.words()))),
    }
}

fn reason(seen: &Seen) -> Result<Judged, Judged> {
    let answer = seen.judged("get-unknown")?;
    match answer.error().and_then(|error| error.reason) {
        Some(reason) => Ok(so(reason == "TASK_NOT_FOUND", format!("its reason is {reason}"))),
        None => Ok(Judged::Fails(format!("{}, without a reason", answer.words()))),
    }
}
