//! The HTTP+JSON binding: parameters from body, path and query; errors as bodies (A2A 1.0 §11, 0.3 §3.2.3).

use super::details;
use super::dialect::Dialect;
use super::fault::{Fault, FaultKind};
use super::protocol::Method;
use super::route::Resource;
use super::rpc::DEPTH;
use super::scenario::ScriptedError;
use crate::json::{self, Document, Kind, Limits, Writer};

/// The parameters of a method as one object, as JSON-RPC has them: the query's, the body's, and what the path names.
///
/// # Errors
/// The body is no JSON, or no object.
pub(super) fn params(resource: &Resource, dialect: &Dialect, query: &str, body: &[u8]) -> Result<Document, Fault> {
    let limits = Limits { depth: DEPTH, ..Limits::default() };
    let given = match body.trim_ascii() {
        b"" | b"null" => None,
        body => Some(
            json::parse(body, &limits)
                .map_err(|fault| Fault::new(FaultKind::Parse, format!("Invalid JSON payload: {fault}")))?,
        ),
    };
    if given.as_ref().is_some_and(|given| given.root().kind() != Kind::Object) {
        return Err(Fault::new(FaultKind::InvalidRequest, "The body must be an object"));
    }
    let (task_name, config_name) = match resource.method {
        Method::CreateConfig => ("taskId", "id"),
        Method::GetConfig | Method::ListConfigs | Method::DeleteConfig => dialect.id_names(),
        _ => ("id", "id"),
    };
    let mut named: Vec<(&str, &str)> = Vec::new();
    named.extend(resource.tenant.as_deref().map(|tenant| ("tenant", tenant)));
    named.extend(resource.task.as_deref().map(|task| (task_name, task)));
    named.extend(resource.config.as_deref().map(|config| (config_name, config)));
    let is_named = |key: &str| named.iter().any(|(name, _)| *name == key);

    let mut out = Writer::new();
    out.object();
    for (key, value) in url::form_urlencoded::parse(query.as_bytes()) {
        if !is_named(&key) {
            out.key(&key).string(&value);
        }
    }
    for member in given.iter().flat_map(|given| given.root().members()) {
        if !is_named(&member.key()) {
            out.key(&member.key()).raw(member.value.raw());
        }
    }
    for (name, value) in &named {
        out.key(name).string(value);
    }
    out.end_object();
    json::parse_owned(out.finish(), &limits).map_err(|fault| Fault::new(FaultKind::Parse, fault.to_string()))
}

/// Whether a body of this type is read.
///
/// # Errors
/// It is not JSON.
pub(super) fn check_content_type(content_type: Option<&str>) -> Result<(), Fault> {
    let essence = content_type.map(|value| value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase());
    match essence.as_deref() {
        None | Some("application/json" | "application/a2a+json") => Ok(()),
        Some(other) => {
            let message = format!("Content-Type {other:?} is not read here, but application/a2a+json is");
            Err(Fault::new(FaultKind::ContentType, message))
        }
    }
}

/// The status and the body of an error: google.rpc.Status in 1.0, code and words in 0.3.
pub(super) fn error(v10: bool, fault: &Fault) -> (u16, String) {
    if !v10 {
        return (fault.kind.http_v03(), brief(fault.kind.code(), &fault.message));
    }
    let (code, status) = fault.kind.http_v10();
    let mut out = status_of(code, status, &fault.message);
    details::write(out.key("details"), fault);
    out.end_object().end_object();
    (code, out.finish())
}

/// The status and the body of a scenario's error.
pub(super) fn scripted_error(v10: bool, error: &ScriptedError) -> (u16, String) {
    let kind = FaultKind::with_code(error.code).unwrap_or(FaultKind::Internal);
    if !v10 {
        return (kind.http_v03(), brief(error.code, error.message));
    }
    let (code, status) = kind.http_v10();
    let mut out = status_of(code, status, error.message);
    out.key("details").array().raw(error.detail).end_array();
    out.end_object().end_object();
    (code, out.finish())
}

fn status_of(code: u16, status: &str, message: &str) -> Writer {
    let mut out = Writer::new();
    out.object().key("error").object();
    out.key("code").number(code).key("status").string(status).key("message").string(message);
    out
}

fn brief(code: i32, message: &str) -> String {
    let mut out = Writer::new();
    out.object().key("code").number(code).key("message").string(message).end_object();
    out.finish()
}
