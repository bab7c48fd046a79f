//! Errors the agent answers with, before any binding gives them a shape (A2A 1.0 §3.3.2, §5.4).

/// What went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FaultKind {
    /// The body is no JSON.
    Parse,
    /// JSON, but no request.
    InvalidRequest,
    /// No such method.
    MethodNotFound,
    /// The method is there, its parameters are wrong.
    InvalidParams,
    /// Something broke in the agent.
    Internal,
    /// No task has this id.
    TaskNotFound,
    /// The task is over already.
    TaskNotCancelable,
    /// Not something this agent, or this task now, can do.
    UnsupportedOperation,
    /// The request asks for another version of the protocol.
    VersionNotSupported,
}

impl FaultKind {
    /// The JSON-RPC code.
    pub(super) fn code(self) -> i32 {
        match self {
            FaultKind::Parse => -32700,
            FaultKind::InvalidRequest => -32600,
            FaultKind::MethodNotFound => -32601,
            FaultKind::InvalidParams => -32602,
            FaultKind::Internal => -32603,
            FaultKind::TaskNotFound => -32001,
            FaultKind::TaskNotCancelable => -32002,
            FaultKind::UnsupportedOperation => -32004,
            FaultKind::VersionNotSupported => -32009,
        }
    }

    /// The `reason` of the google.rpc.ErrorInfo; a body that could not be read has none, as the Python SDK 1.x has it.
    pub(super) fn reason(self) -> Option<&'static str> {
        Some(match self {
            FaultKind::Parse => return None,
            FaultKind::InvalidRequest => "INVALID_REQUEST",
            FaultKind::MethodNotFound => "METHOD_NOT_FOUND",
            FaultKind::InvalidParams => "INVALID_PARAMS",
            FaultKind::Internal => "INTERNAL",
            FaultKind::TaskNotFound => "TASK_NOT_FOUND",
            FaultKind::TaskNotCancelable => "TASK_NOT_CANCELABLE",
            FaultKind::UnsupportedOperation => "UNSUPPORTED_OPERATION",
            FaultKind::VersionNotSupported => "VERSION_NOT_SUPPORTED",
        })
    }
}

/// One thing that is wrong with the parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Violation {
    /// Where: `message.message_id`, written as the Python SDK 1.x writes it.
    pub(super) field: String,
    /// What.
    pub(super) description: String,
}

/// An error to answer with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// Which.
    pub(super) kind: FaultKind,
    /// One sentence.
    pub(super) message: String,
    /// For wrong parameters: each of them.
    pub(super) violations: Vec<Violation>,
}

impl Fault {
    /// An error with a sentence.
    pub(super) fn new(kind: FaultKind, message: impl Into<String>) -> Self {
        Fault { kind, message: message.into(), violations: Vec::new() }
    }

    /// Wrong parameters.
    pub(super) fn params(violations: Vec<Violation>) -> Self {
        Fault { kind: FaultKind::InvalidParams, message: "Invalid params".into(), violations }
    }

    /// One wrong parameter.
    pub(super) fn param(field: &str, description: impl Into<String>) -> Self {
        Fault::params(vec![Violation { field: field.into(), description: description.into() }])
    }

    /// No task has this id.
    pub(super) fn no_task() -> Self {
        Fault::new(FaultKind::TaskNotFound, "Task not found")
    }
}
