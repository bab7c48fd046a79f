//! The script: which requests are made, in which order. Each looks at the target and at what was seen so far.

use crate::a2a::form::Form;
use crate::a2a::interface::{Binding, Chosen, Dialect};
use crate::a2a::model::{Decoded, Message, Part, Role, Update};
use crate::a2a::request::{Asked, Request, SendParams, write};
use crate::a2a::rpc;
use crate::json::{Writer, quote};

use super::{Answer, Asking, Seen, Target};

/// The id of every JSON-RPC request here: one that is answered with another was not read.
pub(super) const RPC_ID: &str = "catseye-probe";

/// Names for the other interfaces of the card; more of them are not asked.
const OTHERS: [&str; 6] = ["other-1", "other-2", "other-3", "other-4", "other-5", "other-6"];

/// What is said to an agent that is asked for an answer.
const PROMPT: &str = "Say hello in one short sentence.";

struct Step {
    name: &'static str,
    ask: fn(&Target, &Seen) -> Option<Request>,
}

/// The next request; `None` when the script is at its end. Bounded: every request is made once.
pub fn next(target: &Target, seen: &Seen) -> Option<Asking> {
    let steps = STEPS.iter().map(|step| (step.name, (step.ask)(target, seen)));
    let others = OTHERS.into_iter().zip(&target.others).map(|(name, other)| (name, Some(unknown(target, other))));
    let asked = steps.chain(others).filter(|(name, _)| seen.exchange(name).is_none());
    let (name, request) = asked.filter_map(|(name, request)| Some((name, request?))).next()?;
    Some(Asking { name, request, streams: matches!(name, "subscribe-unknown" | "stream") })
}

/// Asks an interface of an unknown generation whether it is 1.0; `None` when the card or the person says which it is.
pub fn which_generation(target: &Target) -> Option<Asking> {
    let request = unknown(target, &target.chosen.spoken_as(Dialect::V10));
    (!target.chosen.certain).then_some(Asking { name: "which-generation", request, streams: false })
}

/// The generation that this answer shows: 0.3 when it refuses 1.0, by an error or by a path that it does not have.
pub fn generation_of(target: &Target, answer: &Answer) -> Dialect {
    let refuses = match answer.error() {
        Some(error) => error.refuses_dialect(),
        None => target.chosen.binding == Binding::HttpJson && answer.status == 404,
    };
    if refuses { Dialect::V03 } else { Dialect::V10 }
}

/// The other interfaces and the names of what they were asked.
pub(super) fn others(target: &Target) -> impl Iterator<Item = (&'static str, &Chosen)> {
    OTHERS.into_iter().zip(&target.others)
}

/// Harmless requests first; what costs the agent work comes last, and only when the person says so.
const STEPS: &[Step] = &[
    Step { name: "card", ask: |target, _| Some(card(target, &[("A2A-Version", "1.0")])) },
    Step { name: "card-unversioned", ask: |target, _| Some(card(target, &[])) },
    Step {
        name: "card-again",
        ask: |target, seen| {
            let etag = seen.answer("card")?.header("etag")?;
            Some(card(target, &[("A2A-Version", "1.0"), ("If-None-Match", etag)]))
        },
    },
    Step { name: "get-unknown", ask: |target, _| Some(unknown(target, &target.chosen)) },
    Step {
        name: "cancel-unknown",
        ask: |target, _| Some(task(&Asked::Cancel { task: &target.unknown_task }, &target.chosen)),
    },
    Step {
        name: "subscribe-unknown",
        ask: |target, _| {
            let asked = Asked::Subscribe { task: &target.unknown_task, with_get: false };
            target.card.streams().then(|| task(&asked, &target.chosen))
        },
    },
    Step { name: "version-99", ask: |target, _| version(target, Some("99.0")) },
    Step { name: "version-none", ask: |target, _| version(target, None) },
    Step { name: "not-json", ask: |target, _| broken(target, "{\"jsonrpc\":\"2.0\",\"id\":") },
    Step { name: "no-request", ask: |target, _| broken(target, "{\"jsonrpc\":\"2.0\",\"id\":\"catseye-probe\"}") },
    Step { name: "no-method", ask: |target, _| call(target, "CatseyeAsksForNothing", "{}") },
    Step { name: "no-id", ask: |target, _| call(target, if v10(target) { "GetTask" } else { "tasks/get" }, "{}") },
    Step { name: "list", ask: |target, _| list(target, ("pageSize", "1"), "pageSize=1") },
    Step { name: "list-no-page", ask: |target, _| list(target, ("pageSize", "0"), "pageSize=0") },
    Step {
        name: "list-no-token",
        ask: |target, _| list(target, ("pageToken", "\"catseye-no-token\""), "pageToken=catseye-no-token"),
    },
    Step { name: "push-unknown", ask: push },
    Step { name: "extended-card", ask: extended_card },
    Step { name: "send", ask: |target, _| target.prompt.then(|| message(target, 0, None, false)) },
    Step {
        name: "get-task",
        ask: |target, seen| {
            let id = task_id(target, seen)?;
            Some(task(&Asked::Get { task: &id, history_length: None }, &target.chosen))
        },
    },
    Step {
        name: "get-no-history",
        ask: |target, seen| {
            let id = task_id(target, seen).filter(|_| v10(target))?;
            Some(task(&Asked::Get { task: &id, history_length: Some(0) }, &target.chosen))
        },
    },
    Step {
        name: "cancel-ended",
        ask: |target, seen| Some(task(&Asked::Cancel { task: &ended_task(target, seen)? }, &target.chosen)),
    },
    Step {
        name: "send-to-ended",
        ask: |target, seen| Some(message(target, 1, Some(ended_task(target, seen)?), false)),
    },
    Step {
        name: "stream",
        ask: |target, _| (target.prompt && target.card.streams()).then(|| message(target, 2, None, true)),
    },
];

fn v10(target: &Target) -> bool {
    target.chosen.dialect == Dialect::V10
}

fn is_rpc(target: &Target) -> bool {
    target.chosen.binding == Binding::JsonRpc
}

fn plain(method: &'static str, url: String, headers: &[(&str, &str)]) -> Request {
    let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Request { method, url, headers, body: String::new(), rpc_id: None }
}

fn card(target: &Target, headers: &[(&str, &str)]) -> Request {
    plain("GET", target.card_url.clone(), headers)
}

fn task(asked: &Asked<'_>, to: &Chosen) -> Request {
    write(asked, to, RPC_ID, &[])
}

/// Asks for the task that cannot exist.
fn unknown(target: &Target, to: &Chosen) -> Request {
    task(&Asked::Get { task: &target.unknown_task, history_length: None }, to)
}

/// The same with another version, or without one. 0.3 knows no versions.
fn version(target: &Target, version: Option<&str>) -> Option<Request> {
    let mut request = unknown(target, &target.chosen);
    request.headers.retain(|(name, _)| name != "A2A-Version");
    request.headers.extend(version.map(|version| ("A2A-Version".to_owned(), version.to_owned())));
    v10(target).then_some(request)
}

/// A JSON-RPC call of any method.
fn call(target: &Target, method: &str, params: &str) -> Option<Request> {
    let body = rpc::request(RPC_ID, method, params);
    is_rpc(target).then(|| Request { body, ..unknown(target, &target.chosen) })
}

/// A body that is no JSON-RPC request.
fn broken(target: &Target, body: &str) -> Option<Request> {
    is_rpc(target).then(|| Request { body: body.to_owned(), ..unknown(target, &target.chosen) })
}

/// An operation that `a2a::request` does not write: by its method, or by its path below the interface.
fn operation(target: &Target, (method, params): (&str, &str), path: &str) -> Option<Request> {
    if is_rpc(target) {
        return call(target, method, params);
    }
    let get = unknown(target, &target.chosen);
    let (before, query) = get.url.split_once('?').map_or((get.url.as_str(), None), |(url, query)| (url, Some(query)));
    let base = before.strip_suffix(&format!("/tasks/{}", target.unknown_task))?;
    let joined = match query {
        Some(query) if path.contains('?') => format!("{base}{path}&{query}"),
        Some(query) => format!("{base}{path}?{query}"),
        None => format!("{base}{path}"),
    };
    Some(Request { url: joined, ..get })
}

fn list(target: &Target, param: (&str, &str), query: &str) -> Option<Request> {
    v10(target).then(|| operation(target, ("ListTasks", &params(target, &[param])), &format!("/tasks?{query}")))?
}

/// The parameters of a call: these, each with its JSON text, and the tenant that every request of 1.0 must name.
fn params(target: &Target, members: &[(&str, &str)]) -> String {
    let mut out = Writer::new();
    out.object();
    if let Some(tenant) = target.chosen.tenant.as_deref().filter(|tenant| v10(target) && !tenant.is_empty()) {
        out.key("tenant").string(tenant);
    }
    for (key, json) in members {
        out.key(key).raw(json);
    }
    out.end_object();
    out.finish()
}

/// A push configuration of a task that cannot exist: only where the card does not declare push notifications.
fn push(target: &Target, _: &Seen) -> Option<Request> {
    if target.card.capabilities.push_notifications == Some(true) {
        return None;
    }
    let task = &target.unknown_task;
    let path = format!("/tasks/{task}/pushNotificationConfigs/catseye-none");
    let (task, none) = (quote(task), "\"catseye-none\"");
    let (method, members) = match target.chosen.dialect {
        Dialect::V10 => ("GetTaskPushNotificationConfig", [("taskId", task.as_str()), ("id", none)]),
        Dialect::V03 => {
            ("tasks/pushNotificationConfig/get", [("id", task.as_str()), ("pushNotificationConfigId", none)])
        }
    };
    operation(target, (method, &params(target, &members)), &path)
}

/// The extended card: where it is not declared, and where it is while no credentials go along.
fn extended_card(target: &Target, _: &Seen) -> Option<Request> {
    if target.card.capabilities.extended_card == Some(true) && target.credentials_given {
        return None;
    }
    if v10(target) {
        return operation(target, ("GetExtendedAgentCard", &params(target, &[])), "/extendedAgentCard");
    }
    operation(target, ("agent/getAuthenticatedExtendedCard", "{}"), "/card")
}

fn message(target: &Target, id: usize, task: Option<String>, streams: bool) -> Request {
    let form = Form::of(target.chosen.dialect, target.chosen.binding);
    let message = form.message(&Message {
        message_id: target.message_ids.get(id).cloned().unwrap_or_default(),
        role: Role::User,
        parts: vec![Part::of_text(PROMPT)],
        context_id: None,
        task_id: task,
        metadata: None,
        extensions: Vec::new(),
    });
    let modes = ["text/plain", "application/json"].map(str::to_owned).to_vec();
    let wait = (!streams).then_some(true);
    let send = SendParams { message, accepted_output_modes: modes, wait, ..SendParams::default() };
    write(&Asked::Message { send: &send, streams }, &target.chosen, RPC_ID, &[])
}

/// The task that came of the message.
fn sent_task(target: &Target, seen: &Seen) -> Option<crate::a2a::model::Task> {
    match seen.answer("send")?.decoded(target.chosen.dialect) {
        Decoded::Update(update, _) => match *update {
            Update::Task(task) => Some(task),
            _ => None,
        },
        _ => None,
    }
}

fn task_id(target: &Target, seen: &Seen) -> Option<String> {
    Some(sent_task(target, seen)?.id).filter(|id| !id.is_empty())
}

/// The task that came of the message, when it is over.
fn ended_task(target: &Target, seen: &Seen) -> Option<String> {
    let task = sent_task(target, seen)?;
    (task.status.state.is_terminal() && !task.id.is_empty()).then_some(task.id)
}
