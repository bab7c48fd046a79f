//! From the arguments of `catseye run`, files and standard input to the plan of a run.

use std::path::Path;
use std::sync::Arc;

use crate::a2a::{discovery, interface};
use crate::cli::Usage;
use crate::cli::arguments::{Binding, Connection, Dialect, Encoding, RunArguments, TaskLimits};
use crate::json::{self, Document};
use crate::kedi;
use crate::run::{Ask, Limits, Plan};

use super::input;

/// Makes the plan; reads whatever the arguments name.
///
/// # Errors
/// When something is missing, contradicts something else or cannot be read.
pub fn plan(arguments: &RunArguments, credentials_given: bool) -> Result<Plan, Usage> {
    check_address(&arguments.agent)?;
    needs_schema(arguments)?;
    one_standard_input(arguments)?;
    let schema = match &arguments.schema {
        Some(path) => Some(Arc::from(input::text("--schema", path)?)),
        None => None,
    };
    let mut plan = Plan::new(arguments.agent.clone(), uuid::Uuid::new_v4().to_string(), ask(arguments)?);
    plan.probe_id = Some(uuid::Uuid::new_v4().to_string());
    plan.schema = schema;
    plan.compact = arguments.compact;
    plan.encoding = arguments.encoding.map(|encoding| match encoding {
        Encoding::JsonUtf8 => kedi::Encoding::JsonUtf8,
        Encoding::ProtobufValue => kedi::Encoding::ProtobufValue,
    });
    plan.context_id = arguments.context.clone();
    plan.task_id = arguments.task.clone();
    plan.accept = Some(arguments.accept.clone()).filter(|modes| !modes.is_empty());
    plan.assume_extension = arguments.assume_extension;
    plan.assert_formats = arguments.assert_formats;
    plan.stream = !arguments.no_stream;
    plan.preferences = preferences(&arguments.connection);
    plan.credentials_given = credentials_given;
    plan.allowed_origins = arguments.connection.allowed_origins.clone();
    plan.limits = limits(&arguments.task_limits);
    Ok(plan)
}

/// Our own limits of a task.
pub fn limits(given: &TaskLimits) -> Limits {
    Limits { schema_depth: given.max_schema_depth, result_bytes: given.max_result_bytes }
}

/// What the person prefers to what the card says.
pub fn preferences(connection: &Connection) -> interface::Preferences {
    interface::Preferences {
        url_override: connection.url_override.as_ref().map(ToString::to_string),
        binding: match connection.binding {
            Binding::Auto => None,
            Binding::Jsonrpc => Some(interface::Binding::JsonRpc),
            Binding::HttpJson => Some(interface::Binding::HttpJson),
        },
        dialect: match connection.dialect {
            Dialect::Auto => None,
            Dialect::V10 => Some(interface::Dialect::V10),
            Dialect::V03 => Some(interface::Dialect::V03),
        },
    }
}

/// Whether AGENT is an address at all.
///
/// # Errors
/// What is wrong with it, and where.
pub fn check_address(typed: &str) -> Result<(), Usage> {
    match discovery::candidates(typed) {
        Ok(_) => Ok(()),
        Err(fault) => {
            let column = fault.column.map(|column| format!(" (character {column})")).unwrap_or_default();
            Err(Usage::new(format!("AGENT: {}{column}; {}", fault.sentence, fault.hint)))
        }
    }
}

fn needs_schema(arguments: &RunArguments) -> Result<(), Usage> {
    if arguments.schema.is_some() {
        return Ok(());
    }
    let given = [
        ("--encoding", arguments.encoding.is_some()),
        ("--compact", arguments.compact),
        ("--assert-formats", arguments.assert_formats),
        ("--assume-extension", arguments.assume_extension),
    ];
    match given.into_iter().find(|(_, given)| *given) {
        Some((flag, _)) => Err(Usage::new(format!("{flag} is about the schema; give one with --schema"))),
        None => Ok(()),
    }
}

fn one_standard_input(arguments: &RunArguments) -> Result<(), Usage> {
    let is = |path: &Option<std::path::PathBuf>| path.as_deref().is_some_and(input::is_stdin);
    let mut from_stdin = Vec::new();
    if is(&arguments.schema) {
        from_stdin.push("--schema");
    }
    if arguments.text.as_deref() == Some("-") {
        from_stdin.push("--text");
    }
    if is(&arguments.message) {
        from_stdin.push("--message");
    }
    match from_stdin.as_slice() {
        [one, other, ..] => {
            Err(Usage::new(format!("{one} and {other} cannot both be standard input; name a file for one of them")))
        }
        _ => Ok(()),
    }
}

fn ask(arguments: &RunArguments) -> Result<Ask, Usage> {
    if let Some(path) = &arguments.message {
        return Ok(Ask::Message(message(path)?));
    }
    let (text, from) = match arguments.text.as_deref() {
        Some("-") => (stdin_text("--text")?, "--text: standard input"),
        Some(text) => (text.to_owned(), "--text"),
        None if arguments.task.is_some() => return Ok(Ask::Read),
        None if arguments.schema.as_deref().is_some_and(input::is_stdin) => {
            let sentence = "standard input is the schema, so there is no task; give it with --text or --message";
            return Err(Usage::new(sentence));
        }
        None if input::stdin_is_terminal() => {
            let sentence = "there is no task; give it with --text, --message or on standard input";
            return Err(Usage::new(sentence));
        }
        None => (stdin_text("standard input")?, "standard input, the task,"),
    };
    if text.trim().is_empty() {
        return Err(Usage::new(format!("{from} is empty; say what the agent is to do")));
    }
    Ok(Ask::Text(Arc::from(text)))
}

/// The text of standard input, without the line feed that `echo` and editors add at the end.
fn stdin_text(flag: &str) -> Result<String, Usage> {
    let mut text = input::text(flag, Path::new("-"))?;
    if text.ends_with('\n') {
        text.pop();
        if text.ends_with('\r') {
            text.pop();
        }
    }
    Ok(text)
}

fn message(path: &Path) -> Result<Document, Usage> {
    let bytes = input::bytes("--message", path)?;
    let document = json::parse(&bytes, &json::Limits::default())
        .map_err(|fault| Usage::new(format!("--message: {}:{} {}", input::name(path), fault.place, fault.sentence)))?;
    if document.root().kind() != json::Kind::Object {
        let kind = document.root().kind().word();
        let sentence = format!("--message: {} holds {kind}, a message is an object with parts", input::name(path));
        return Err(Usage::new(sentence));
    }
    Ok(document)
}
