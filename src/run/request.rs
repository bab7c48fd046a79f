//! The requests a run makes, written exactly.

use crate::a2a::model::{Message, Part, Role};
use crate::a2a::{rpc, v10};
use crate::json::{Document, Kind, Writer};
use crate::kedi;

use super::effect::Effect;
use super::event::{Call, CallId, Operation};
use super::machine::CallState;
use super::plan::Ask;
use super::state::Run;

/// Sends the task, or reads the one that was named.
pub(super) fn send(run: &mut Run, fx: &mut Vec<Effect>) {
    let streaming = run.plan.stream && run.machine.agent_streams;
    let (operation, params) = match &run.plan.ask {
        Ask::Read => {
            let task = run.plan.task_id.clone().unwrap_or_default();
            (Operation::GetTask, v10::params_get(&task, None, tenant(run).as_deref()))
        }
        _ if streaming => (Operation::Stream, params_send(run)),
        _ => (Operation::Send, params_send(run)),
    };
    run.streaming = operation == Operation::Stream;
    call(run, operation, &params, fx);
}

/// Makes one call of an operation on the run's task.
pub(super) fn call_task(run: &mut Run, operation: Operation, task: &str, fx: &mut Vec<Effect>) -> CallId {
    let tenant = tenant(run);
    let params = match operation {
        Operation::CancelTask => v10::params_cancel(task, tenant.as_deref()),
        Operation::Subscribe => v10::params_subscribe(task, tenant.as_deref()),
        _ => v10::params_get(task, None, tenant.as_deref()),
    };
    call(run, operation, &params, fx)
}

/// The name of an operation's JSON-RPC method in A2A 1.0 (§9.4).
pub(super) fn method(operation: Operation) -> &'static str {
    match operation {
        Operation::Send => v10::method::SEND,
        Operation::Stream => v10::method::STREAM,
        Operation::GetTask => v10::method::GET,
        Operation::CancelTask => v10::method::CANCEL,
        Operation::Subscribe => v10::method::SUBSCRIBE,
    }
}

fn tenant(run: &Run) -> Option<String> {
    run.chosen().and_then(|chosen| chosen.tenant.clone())
}

fn call(run: &mut Run, operation: Operation, params: &str, fx: &mut Vec<Effect>) -> CallId {
    let id = CallId(run.machine.calls.len() as u32 + 1);
    let rpc_id = id.0.to_string();
    let mut headers = vec![("A2A-Version".to_owned(), v10::VERSION.to_owned())];
    if run.machine.structured || extension_required(run) {
        headers.push(("A2A-Extensions".to_owned(), kedi::URI.to_owned()));
    }
    let call = Call {
        id,
        operation,
        url: run.chosen().map(|chosen| chosen.url.clone()).unwrap_or_default(),
        method: "POST".to_owned(),
        headers,
        body: rpc::request(&rpc_id, method(operation), params),
        rpc_id: Some(rpc_id),
        expect_stream: matches!(operation, Operation::Stream | Operation::Subscribe),
    };
    run.machine.calls.push(CallState {
        id,
        operation,
        over: false,
        requested: None,
        answered: None,
        frames: 0,
        brought: false,
        unreadable: None,
    });
    fx.push(Effect::Call(call));
    id
}

fn extension_required(run: &Run) -> bool {
    run.card.as_ref().is_some_and(|card| card.required_extensions().any(|extension| extension.uri == kedi::URI))
}

fn params_send(run: &Run) -> String {
    let structured = run.schema.as_ref().zip(run.encoding);
    let metadata = structured.and_then(|(schema, encoding)| {
        let object = kedi::request_metadata(schema.document.as_ref()?, &schema.text, encoding);
        let mut out = Writer::new();
        out.object().key(kedi::METADATA_KEY).raw(&object.json).end_object();
        Some(out.finish())
    });
    let modes: &[&str] = match structured {
        Some(_) => &["application/json"],
        None => &["text/plain", "application/json"],
    };
    let modes = || modes.iter().map(|mode| (*mode).to_owned()).collect();
    v10::params_send(&v10::SendParams {
        message: message(run, structured.is_some()),
        accepted_output_modes: run.plan.accept.clone().unwrap_or_else(modes),
        return_immediately: false,
        history_length: None,
        metadata,
        tenant: tenant(run),
    })
}

fn message(run: &Run, structured: bool) -> String {
    let extensions = if structured { vec![kedi::URI.to_owned()] } else { Vec::new() };
    let plan = &run.plan;
    let of_parts = |parts| {
        v10::message(&Message {
            message_id: plan.message_id.clone(),
            role: Role::User,
            parts,
            context_id: plan.context_id.clone(),
            task_id: plan.task_id.clone(),
            metadata: None,
            extensions: extensions.clone(),
        })
    };
    match &plan.ask {
        Ask::Text(text) => of_parts(vec![Part::of_text(text.clone())]),
        Ask::Message(given) if given.root().kind() == Kind::Object => whole_message(run, given, &extensions),
        Ask::Message(given) => {
            let content = crate::a2a::model::Content::Data(given.shared_text());
            of_parts(vec![Part { content, media_type: None, filename: None, metadata: None }])
        }
        Ask::Read => of_parts(Vec::new()),
    }
}

/// The person's own message, member by member as written; what it lacks is added, and ids that were given win.
fn whole_message(run: &Run, given: &Document, extensions: &[String]) -> String {
    let root = given.root();
    let plan = &run.plan;
    let mut out = Writer::new();
    out.object();
    if root.get("messageId").is_none() {
        out.key("messageId").string(&plan.message_id);
    }
    if root.get("role").is_none() {
        out.key("role").string("ROLE_USER");
    }
    for member in root.members() {
        let key = member.key();
        let replaced = match &*key {
            "contextId" => plan.context_id.is_some(),
            "taskId" => plan.task_id.is_some(),
            "extensions" => true,
            _ => false,
        };
        if !replaced {
            out.key(&key).raw(member.value.raw());
        }
    }
    for (key, id) in [("contextId", &plan.context_id), ("taskId", &plan.task_id)] {
        if let Some(id) = id {
            out.key(key).string(id);
        }
    }
    let own = root.get("extensions").map(|list| list.items().filter_map(|uri| uri.as_str()).collect::<Vec<_>>());
    let mut uris: Vec<String> = own.unwrap_or_default().into_iter().map(|uri| uri.into_owned()).collect();
    uris.extend(extensions.iter().filter(|uri| !uris.contains(uri)).cloned().collect::<Vec<_>>());
    if !uris.is_empty() {
        out.key("extensions").array();
        for uri in &uris {
            out.string(uri);
        }
        out.end_array();
    }
    out.end_object();
    out.finish()
}
