//! The JSON-RPC 2.0 envelope: reading requests, writing answers and errors (A2A 1.0 §9.4, 0.3 §6.11).

use super::details;
use super::fault::{Fault, FaultKind};
use super::scenario::ScriptedError;
use crate::json::{self, Document, Kind, Limits, Value, Writer};

/// Nesting a request may have. A schema of 64 levels inside the request's metadata still fits, with room for a worse one.
pub(super) const DEPTH: usize = 256;

/// A request that is one.
pub(super) struct Request {
    document: Document,
    /// The id, as JSON text; `null` when there was none.
    pub(super) id: String,
    /// The method's name.
    pub(super) method: String,
}

impl Request {
    /// `params`, when there are any.
    pub(super) fn params(&self) -> Option<Value<'_>> {
        self.document.root().get("params").filter(|params| !params.is_null())
    }
}

/// A body that is no request, and the id to answer with.
pub(super) struct Refusal {
    /// As JSON text.
    pub(super) id: String,
    /// Why.
    pub(super) fault: Fault,
}

/// Reads a body.
///
/// # Errors
/// No JSON (-32700), or JSON that is no request (-32600): a batch, no `jsonrpc: "2.0"`, no method.
pub(super) fn read(body: &[u8]) -> Result<Request, Refusal> {
    let refuse = |id: &str, kind, message: String| Refusal { id: id.into(), fault: Fault::new(kind, message) };
    let limits = Limits { depth: DEPTH, ..Limits::default() };
    let document = json::parse(body, &limits)
        .map_err(|fault| refuse("null", FaultKind::Parse, format!("Invalid JSON payload: {fault}")))?;
    let invalid = |id: &str, message: &str| refuse(id, FaultKind::InvalidRequest, message.into());
    let root = document.root();
    if root.kind() == Kind::Array {
        return Err(invalid("null", "Batch requests are not supported"));
    }
    let id = match root.get("id") {
        None => "null".to_owned(),
        Some(id) if matches!(id.kind(), Kind::String | Kind::Number | Kind::Null) => id.raw().to_owned(),
        Some(_) => return Err(invalid("null", "The id must be a string, a number or null")),
    };
    if root.get("jsonrpc").and_then(Value::as_str).as_deref() != Some("2.0") {
        return Err(invalid(&id, "The request must say \"jsonrpc\": \"2.0\""));
    }
    let Some(method) = root.get("method").and_then(Value::as_str).map(|method| method.into_owned()) else {
        return Err(invalid(&id, "The request names no method"));
    };
    if root.get("params").is_some_and(|params| !matches!(params.kind(), Kind::Object | Kind::Null)) {
        return Err(Refusal { id, fault: Fault::param("params", "Must be an object.") });
    }
    Ok(Request { document, id, method })
}

/// A result in its envelope.
pub(super) fn result(id: &str, result: &str) -> String {
    let mut out = Writer::new();
    out.object().key("jsonrpc").string("2.0").key("id").raw(id).key("result").raw(result).end_object();
    out.finish()
}

/// An error in its envelope: 1.0 has google.rpc details, 0.3 names what is wrong with the parameters.
pub(super) fn error(v10: bool, id: &str, fault: &Fault) -> String {
    let mut out = Writer::new();
    out.object().key("jsonrpc").string("2.0").key("id").raw(id).key("error").object();
    out.key("code").number(fault.kind.code()).key("message").string(&fault.message);
    if v10 && fault.kind != FaultKind::Parse {
        details::write(out.key("data"), fault);
    } else if !v10 && !fault.violations.is_empty() {
        details::write_violations(out.key("data"), fault);
    }
    out.end_object().end_object();
    out.finish()
}

/// An error of a scenario in its envelope: the code, the words and the one detail are the scenario's own.
pub(super) fn scripted_error(v10: bool, id: &str, error: &ScriptedError) -> String {
    let mut out = Writer::new();
    out.object().key("jsonrpc").string("2.0").key("id").raw(id).key("error").object();
    out.key("code").number(error.code).key("message").string(error.message).key("data");
    if v10 {
        out.array().raw(error.detail).end_array();
    } else {
        out.raw(error.detail);
    }
    out.end_object().end_object();
    out.finish()
}
