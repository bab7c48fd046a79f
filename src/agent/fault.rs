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
    /// This agent posts no notifications.
    PushNotSupported,
    /// Not something this agent, or this task now, can do.
    UnsupportedOperation,
    /// The body is of a type that is not read here.
    ContentType,
    /// The agent has no card but the public one.
    NoExtendedCard,
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
            FaultKind::PushNotSupported => -32003,
            FaultKind::UnsupportedOperation => -32004,
            FaultKind::ContentType => -32005,
            FaultKind::NoExtendedCard => -32007,
            FaultKind::VersionNotSupported => -32009,
        }
    }

    /// The HTTP status and the name of the google.rpc code, as A2A 1.0.1 has them (§5.4).
    pub(super) fn http_v10(self) -> (u16, &'static str) {
        match self {
            FaultKind::Parse | FaultKind::InvalidRequest | FaultKind::InvalidParams | FaultKind::ContentType => {
                (400, "INVALID_ARGUMENT")
            }
            FaultKind::MethodNotFound | FaultKind::TaskNotFound => (404, "NOT_FOUND"),
            FaultKind::Internal => (500, "INTERNAL"),
            FaultKind::TaskNotCancelable
            | FaultKind::PushNotSupported
            | FaultKind::UnsupportedOperation
            | FaultKind::NoExtendedCard
            | FaultKind::VersionNotSupported => (400, "FAILED_PRECONDITION"),
        }
    }

    /// The HTTP status, as the Python SDK 0.3 has it.
    pub(super) fn http_v03(self) -> u16 {
        match self {
            FaultKind::Parse | FaultKind::InvalidRequest | FaultKind::VersionNotSupported => 400,
            FaultKind::MethodNotFound | FaultKind::TaskNotFound | FaultKind::NoExtendedCard => 404,
            FaultKind::TaskNotCancelable => 409,
            FaultKind::ContentType => 415,
            FaultKind::InvalidParams => 422,
            FaultKind::Internal => 500,
            FaultKind::PushNotSupported | FaultKind::UnsupportedOperation => 501,
        }
    }

    /// The kind with this JSON-RPC code.
    pub(super) fn with_code(code: i32) -> Option<Self> {
        const ALL: [FaultKind; 12] = [
            FaultKind::Parse,
            FaultKind::InvalidRequest,
            FaultKind::MethodNotFound,
            FaultKind::InvalidParams,
            FaultKind::Internal,
            FaultKind::TaskNotFound,
            FaultKind::TaskNotCancelable,
            FaultKind::PushNotSupported,
            FaultKind::UnsupportedOperation,
            FaultKind::ContentType,
            FaultKind::NoExtendedCard,
            FaultKind::VersionNotSupported,
        ];
        ALL.into_iter().find(|kind| kind.code() == code)
    }

    /// The `reason` of the google.rpc.ErrorInfo. JSON-RPC answers a body that is no JSON without one, as the Python SDK
    /// 1.x does.
    pub(super) fn reason(self) -> &'static str {
        match self {
            FaultKind::Parse | FaultKind::InvalidRequest => "INVALID_REQUEST",
            FaultKind::MethodNotFound => "METHOD_NOT_FOUND",
            FaultKind::InvalidParams => "INVALID_PARAMS",
            FaultKind::Internal => "INTERNAL",
            FaultKind::TaskNotFound => "TASK_NOT_FOUND",
            FaultKind::TaskNotCancelable => "TASK_NOT_CANCELABLE",
            FaultKind::PushNotSupported => "PUSH_NOTIFICATION_NOT_SUPPORTED",
            FaultKind::UnsupportedOperation => "UNSUPPORTED_OPERATION",
            FaultKind::ContentType => "CONTENT_TYPE_NOT_SUPPORTED",
            FaultKind::NoExtendedCard => "EXTENDED_AGENT_CARD_NOT_CONFIGURED",
            FaultKind::VersionNotSupported => "VERSION_NOT_SUPPORTED",
        }
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
