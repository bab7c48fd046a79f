//! Choosing where to send: which of the card's interfaces, in which generation and binding, and why not the others.

/// A generation of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// A2A 1.0 (ProtoJSON).
    V10,
    /// A2A 0.3 (and 0.2), with `kind`.
    V03,
}

impl Dialect {
    /// `1.0` or `0.3`: the word in flags, in the outcome and in `A2A-Version`.
    pub fn word(self) -> &'static str {
        match self {
            Dialect::V10 => "1.0",
            Dialect::V03 => "0.3",
        }
    }
}

/// How a generation travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Binding {
    /// JSON-RPC 2.0 over HTTP.
    JsonRpc,
    /// HTTP+JSON, the REST-like form.
    HttpJson,
}

impl Binding {
    /// The word of the specification and of the outcome.
    pub fn word(self) -> &'static str {
        match self {
            Binding::JsonRpc => "JSONRPC",
            Binding::HttpJson => "HTTP+JSON",
        }
    }
}
