//! What the agent speaks: a generation of A2A over a binding, and the names of the methods in each.

use super::dialect::{Dialect, V03, V03_PROTO, V03_PROTO_TWICE, V10};
use super::fault::{Fault, FaultKind};

/// A generation of A2A over a binding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// A2A 1.0 over JSON-RPC.
    JsonRpc10,
    /// A2A 1.0 over HTTP+JSON.
    HttpJson10,
    /// A2A 0.3 over JSON-RPC.
    JsonRpc03,
    /// A2A 0.3 over HTTP+JSON.
    HttpJson03,
}

impl Protocol {
    /// Everything, in the order of preference.
    pub const ALL: &'static [Protocol] =
        &[Protocol::JsonRpc10, Protocol::HttpJson10, Protocol::JsonRpc03, Protocol::HttpJson03];

    /// `protocolBinding` of a card, which 0.3 calls the transport.
    pub fn binding(self) -> &'static str {
        if self.is_rpc() { "JSONRPC" } else { "HTTP+JSON" }
    }

    /// `protocolVersion` of an interface.
    pub fn version(self) -> &'static str {
        if self.is_v10() { "1.0" } else { "0.3" }
    }

    /// Whether messages are in JSON-RPC envelopes.
    pub(super) fn is_rpc(self) -> bool {
        matches!(self, Protocol::JsonRpc10 | Protocol::JsonRpc03)
    }

    /// Whether it is A2A 1.0.
    pub(super) fn is_v10(self) -> bool {
        matches!(self, Protocol::JsonRpc10 | Protocol::HttpJson10)
    }

    /// How JSON is spelled; over 0.3's HTTP+JSON there are two ways for bytes.
    pub(super) fn dialect(self, bytes_twice: bool) -> &'static Dialect {
        match self {
            Protocol::JsonRpc10 | Protocol::HttpJson10 => &V10,
            Protocol::JsonRpc03 => &V03,
            Protocol::HttpJson03 if bytes_twice => &V03_PROTO_TWICE,
            Protocol::HttpJson03 => &V03_PROTO,
        }
    }

    /// The header that names the extensions in use.
    pub(super) fn extensions_header(self) -> &'static str {
        if self.is_v10() { "a2a-extensions" } else { "x-a2a-extensions" }
    }

    /// The type of a body.
    pub(super) fn content_type(self) -> &'static str {
        if self == Protocol::HttpJson10 { "application/a2a+json" } else { "application/json" }
    }

    /// Whether a request for this version is met; `asked` is what the request says, if anything (A2A 1.0 §3.6).
    ///
    /// # Errors
    /// Another version. In 0.3 there is no code for that; the Python SDK's compatibility layer answers -32603.
    pub(super) fn admits(self, asked: Option<&str>) -> Result<(), Fault> {
        // A request that names no version means 0.3.
        let asked = asked.unwrap_or("0.3");
        let own = self.version();
        let rest = asked.strip_prefix(own);
        let major = self.is_v10() && (asked == "1" || asked.starts_with("1."));
        if major || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.')) {
            return Ok(());
        }
        let message = format!("A2A version '{asked}' is not supported by this handler. Expected version '{own}'.");
        let internal = self == Protocol::JsonRpc03;
        Err(Fault::new(if internal { FaultKind::Internal } else { FaultKind::VersionNotSupported }, message))
    }
}

/// What can be asked of the agent, whatever it is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    /// Send a message, wait for the answer.
    Send,
    /// Send a message, stream the answer.
    Stream,
    /// A task as it stands.
    Get,
    /// Tasks, page by page.
    List,
    /// Stop a task.
    Cancel,
    /// Stream a task that exists.
    Subscribe,
    /// Keep a push notification configuration.
    CreateConfig,
    /// One configuration.
    GetConfig,
    /// All configurations of a task.
    ListConfigs,
    /// Let a configuration go.
    DeleteConfig,
    /// The card for those who say who they are.
    ExtendedCard,
}

/// A2A 1.0 §9.4.
const NAMES_V10: &[(&str, Method)] = &[
    ("SendMessage", Method::Send),
    ("SendStreamingMessage", Method::Stream),
    ("GetTask", Method::Get),
    ("ListTasks", Method::List),
    ("CancelTask", Method::Cancel),
    ("SubscribeToTask", Method::Subscribe),
    ("CreateTaskPushNotificationConfig", Method::CreateConfig),
    ("GetTaskPushNotificationConfig", Method::GetConfig),
    ("ListTaskPushNotificationConfigs", Method::ListConfigs),
    ("DeleteTaskPushNotificationConfig", Method::DeleteConfig),
    ("GetExtendedAgentCard", Method::ExtendedCard),
];

/// A2A 0.3 §7. It cannot list tasks.
const NAMES_V03: &[(&str, Method)] = &[
    ("message/send", Method::Send),
    ("message/stream", Method::Stream),
    ("tasks/get", Method::Get),
    ("tasks/cancel", Method::Cancel),
    ("tasks/resubscribe", Method::Subscribe),
    ("tasks/pushNotificationConfig/set", Method::CreateConfig),
    ("tasks/pushNotificationConfig/get", Method::GetConfig),
    ("tasks/pushNotificationConfig/list", Method::ListConfigs),
    ("tasks/pushNotificationConfig/delete", Method::DeleteConfig),
    ("agent/getAuthenticatedExtendedCard", Method::ExtendedCard),
];

/// The method of JSON-RPC with this name: the name says the generation.
pub(super) fn method_named(name: &str) -> Option<(Protocol, Method)> {
    let find = |names: &[(&str, Method)]| names.iter().find(|(known, _)| *known == name).map(|(_, method)| *method);
    let v10 = find(NAMES_V10).map(|method| (Protocol::JsonRpc10, method));
    v10.or_else(|| find(NAMES_V03).map(|method| (Protocol::JsonRpc03, method)))
}
