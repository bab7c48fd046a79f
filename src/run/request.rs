//! The requests a run makes: which operation, carrying what. How each is written is `a2a`'s.

use crate::a2a::form::Form;
use crate::a2a::given::{self, Additions};
use crate::a2a::interface::{Chosen, Dialect};
use crate::a2a::model::{Content, Message, Part, Role};
use crate::a2a::request::{Asked, SendParams, write};
use crate::json::{Kind, Writer};
use crate::kedi;

use super::effect::Effect;
use super::event::{Call, CallId, Operation};
use super::machine::{CallState, Purpose};
use super::plan::Ask;
use super::state::Run;

/// Sends the task, or reads the one that was named.
pub(super) fn send(run: &mut Run, fx: &mut Vec<Effect>) {
    let Some(to) = run.chosen().cloned() else { return };
    let streams = run.plan.stream && run.machine.agent_streams && !matches!(run.plan.ask, Ask::Read);
    run.streaming = streams;
    if let Ask::Read = run.plan.ask {
        let task = run.plan.task_id.clone().unwrap_or_default();
        call(run, &Asked::Get { task: &task, history_length: None }, &to, Purpose::Task, fx);
    } else {
        let send = params_send(run, &to, streams);
        call(run, &Asked::Message { send: &send, streams }, &to, Purpose::Task, fx);
    }
}

/// Makes one call of an operation on the run's task.
pub(super) fn call_task(run: &mut Run, operation: Operation, task: &str, fx: &mut Vec<Effect>) -> Option<CallId> {
    let to = run.chosen().cloned()?;
    let asked = match operation {
        Operation::CancelTask => Asked::Cancel { task },
        Operation::Subscribe => Asked::Subscribe { task, with_get: run.machine.subscribes_with_get },
        _ => Asked::Get { task, history_length: None },
    };
    Some(call(run, &asked, &to, Purpose::Task, fx))
}

/// Asks an interface for a task that cannot exist, in one generation.
pub(super) fn probe(run: &mut Run, to: &Chosen, task: &str, fx: &mut Vec<Effect>) -> CallId {
    call(run, &Asked::Get { task, history_length: None }, to, Purpose::Probe, fx)
}

fn call(run: &mut Run, asked: &Asked<'_>, to: &Chosen, purpose: Purpose, fx: &mut Vec<Effect>) -> CallId {
    let id = CallId(run.machine.calls.len() as u32 + 1);
    let wanted = run.machine.structured || extension_required(run);
    let extensions = if wanted { vec![kedi::URI.to_owned()] } else { Vec::new() };
    let request = write(asked, to, &id.0.to_string(), &extensions);
    let operation = asked.operation();
    run.machine.calls.push(CallState::new(id, operation, purpose, request.rpc_id.is_none()));
    fx.push(Effect::Call(Call {
        id,
        operation,
        dialect: to.dialect,
        url: request.url,
        method: request.method.to_owned(),
        headers: request.headers,
        body: request.body,
        rpc_id: request.rpc_id,
        expect_stream: operation.streams(),
    }));
    id
}

fn extension_required(run: &Run) -> bool {
    run.card.as_ref().is_some_and(|card| card.required_extensions().any(|extension| extension.uri == kedi::URI))
}

fn params_send(run: &mut Run, to: &Chosen, streams: bool) -> SendParams {
    let structured = structured_output(run);
    let modes: &[&str] = match structured {
        Some(_) => &["application/json"],
        None => &["text/plain", "application/json"],
    };
    let modes = || modes.iter().map(|mode| (*mode).to_owned()).collect();
    // A2AEx drops the request's metadata, so that an agent on it sees the object only in the message.
    let copied = run.plan.assume_extension && to.dialect == Dialect::V03;
    SendParams {
        message: message(run, to, structured.as_deref(), copied),
        accepted_output_modes: run.plan.accept.clone().unwrap_or_else(modes),
        wait: (!streams).then_some(true),
        history_length: None,
        metadata: structured.map(|object| with_object(&object)),
    }
}

/// The object of the extension, when a schema is sent.
fn structured_output(run: &Run) -> Option<String> {
    let (schema, encoding) = run.schema.as_ref().zip(run.encoding)?;
    Some(kedi::request_metadata(schema.document.as_ref()?, &schema.text, encoding).json)
}

fn with_object(object: &str) -> String {
    let mut out = Writer::new();
    out.object().key(kedi::METADATA_KEY).raw(object).end_object();
    out.finish()
}

/// The message in the form that the interface has; `object` is the extension's, `copied` puts it into the message too.
fn message(run: &mut Run, to: &Chosen, object: Option<&str>, copied: bool) -> String {
    let form = Form::of(to.dialect, to.binding);
    let extensions = if object.is_some() { vec![kedi::URI.to_owned()] } else { Vec::new() };
    let object = object.filter(|_| copied);
    let plan = run.plan.clone();
    let parts = match &plan.ask {
        Ask::Text(text) => vec![Part::of_text(text.clone())],
        Ask::Message(given) if given.root().kind() == Kind::Object => {
            let added = Additions {
                message_id: &plan.message_id,
                context_id: plan.context_id.as_deref(),
                task_id: plan.task_id.as_deref(),
                extensions: &extensions,
                metadata: object.map(|object| (kedi::METADATA_KEY, object)),
            };
            let written = given::message(given, form, &added);
            for note in written.notes {
                run.warn(note.code, note.message, None);
            }
            return written.json;
        }
        Ask::Message(given) => {
            vec![Part { content: Content::Data(given.shared_text()), media_type: None, filename: None, metadata: None }]
        }
        Ask::Read => Vec::new(),
    };
    form.message(&Message {
        message_id: plan.message_id.clone(),
        role: Role::User,
        parts,
        context_id: plan.context_id.clone(),
        task_id: plan.task_id.clone(),
        metadata: object.map(|object| with_object(object).into()),
        extensions,
    })
}
