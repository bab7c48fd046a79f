//! Reading an error in the forms that are in the wild, and telling an agent's error from any other body.

use crate::a2a::lenient::{filled, member};
use crate::a2a::model::AgentError;
use crate::json::{Kind, Value};

/// The error that stands in an `error` member: an object with a code (number, string or none), a plain string, or
/// google.rpc.Status. Tolerant: inside a 2xx answer anything there is an error.
pub fn from_member(error: Value<'_>) -> AgentError {
    match error.kind() {
        Kind::Object => from_object(error),
        Kind::String => AgentError {
            code: None,
            message: error.as_str().unwrap_or_default().into_owned(),
            data: None,
            reason: None,
        },
        _ => AgentError { code: None, message: String::new(), data: Some(error.raw().into()), reason: None },
    }
}

/// Whether a whole body outside 2xx is an error of the agent, and which.
///
/// It is one when it is a JSON-RPC answer whose `error` object has a code, google.rpc.Status (A2A 1.0 over HTTP+JSON,
/// under `error` or bare), or one of 0.3's REST forms (`{"message":…}`, `{"code":…,"message":…}`). `{"error":"text"}`,
/// `{"detail":…}` and the like come from what stands before the agent, and are none.
pub fn a2a_error(body: Value<'_>) -> Option<AgentError> {
    if body.kind() != Kind::Object {
        return None;
    }
    if let Some(error) = member(body, "error") {
        let coded = error.kind() == Kind::Object && member(error, "code").is_some_and(is_code);
        return coded.then(|| from_object(error));
    }
    if member(body, "type").and_then(Value::as_str).is_some_and(|t| t.contains("a2a-protocol.org")) {
        return Some(from_problem(body));
    }
    let known = |key: &str| matches!(key, "code" | "message" | "status" | "data" | "details");
    let bare = member(body, "message").is_some_and(|m| m.kind() == Kind::String);
    (bare && body.members().all(|m| known(&m.key()))).then(|| from_object(body))
}

/// The error that a bare object on a stream is: `{"code":…,"message":…}` without an envelope, as early Rust servers
/// write it, or google.rpc.Status.
pub(crate) fn bare(object: Value<'_>) -> Option<AgentError> {
    let coded = member(object, "code").is_some_and(is_code);
    let worded = member(object, "message").is_some_and(|m| m.kind() == Kind::String);
    (coded && worded).then(|| from_object(object))
}

fn is_code(value: Value<'_>) -> bool {
    matches!(value.kind(), Kind::Number | Kind::String)
}

fn from_object(error: Value<'_>) -> AgentError {
    let code = member(error, "code").filter(|c| is_code(*c)).map(text).filter(|c| !c.is_empty());
    let message = member(error, "message").map(text).unwrap_or_default();
    let data = filled(error, "data").or_else(|| filled(error, "details"));
    AgentError { code, message, reason: data.and_then(reason), data: data.map(|d| d.raw().into()) }
}

/// `application/problem+json`, as servers of the release candidates wrote it.
fn from_problem(body: Value<'_>) -> AgentError {
    let words = [member(body, "title"), member(body, "detail")].into_iter().flatten().map(text);
    let message = words.filter(|w| !w.is_empty()).collect::<Vec<_>>().join(": ");
    AgentError { code: member(body, "status").map(text), message, data: Some(body.raw().into()), reason: kind(body) }
}

/// The reason that a problem's type stands for: `…/errors/version-not-supported` is `VERSION_NOT_SUPPORTED`.
fn kind(body: Value<'_>) -> Option<String> {
    let kind = member(body, "type").and_then(Value::as_str)?;
    let reason = kind.rsplit('/').next()?.to_ascii_uppercase().replace('-', "_");
    super::code_of_reason(&reason).map(|_| reason)
}

/// The `reason` of the first google.rpc.ErrorInfo among the details.
fn reason(details: Value<'_>) -> Option<String> {
    let is_info =
        |v: &Value<'_>| v.get("@type").and_then(Value::as_str).is_some_and(|t| t.ends_with("google.rpc.ErrorInfo"));
    let info = if details.kind() == Kind::Array { details.items().find(is_info)? } else { details };
    member(info, "reason").and_then(Value::as_str).map(|r| r.into_owned()).filter(|r| !r.is_empty())
}

/// A string decoded, anything else by its JSON text.
fn text(value: Value<'_>) -> String {
    value.as_str().map_or_else(|| value.raw().to_owned(), |s| s.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{Limits, parse_text};

    fn member_error(json: &str) -> AgentError {
        from_member(parse_text(json, &Limits::default()).expect("JSON").root())
    }

    fn body_error(json: &str) -> Option<AgentError> {
        a2a_error(parse_text(json, &Limits::default()).expect("JSON").root())
    }

    #[test]
    fn an_error_may_have_a_number_a_string_or_no_code_or_be_a_string() {
        assert_eq!(member_error(r#"{"code":-32001,"message":"Task not found"}"#).code.as_deref(), Some("-32001"));
        let limited = member_error(r#"{"code":"RATE_LIMITED","message":"slow down","data":"retry in 30s"}"#);
        assert_eq!(limited.code.as_deref(), Some("RATE_LIMITED"));
        assert_eq!(limited.data.as_deref(), Some("\"retry in 30s\""));
        assert_eq!(member_error(r#"{"message":"x"}"#).code, None);
        assert_eq!(member_error(r#""boom""#).message, "boom");
        assert_eq!(member_error("17").data.as_deref(), Some("17"));
    }

    #[test]
    fn the_reason_of_an_error_info_is_found() {
        let json = r#"{"code":-32001,"message":"m","data":[{"@type":"type.googleapis.com/google.rpc.BadRequest"},
            {"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"TASK_NOT_FOUND","metadata":{"errors":[1]}}]}"#;
        assert_eq!(member_error(json).reason.as_deref(), Some("TASK_NOT_FOUND"));
    }

    #[test]
    fn a_body_outside_2xx_is_an_agents_error_only_in_the_known_forms() {
        let known = [
            (r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"m"}}"#, Some("-32603")),
            (r#"{"error":{"code":404,"status":"NOT_FOUND","message":"m","details":[]}}"#, Some("404")),
            (r#"{"code":5,"message":"m","details":[]}"#, Some("5")),
            (r#"{"message":"unknown exception"}"#, None),
            (r#"{"code":-32001,"message":"m"}"#, Some("-32001")),
            (
                r#"{"type":"https://a2a-protocol.org/errors/version-not-supported","title":"V","status":400}"#,
                Some("400"),
            ),
        ];
        for (body, code) in known {
            assert_eq!(body_error(body).expect(body).code.as_deref(), code, "{body}");
        }
        let problem = r#"{"type":"https://a2a-protocol.org/errors/version-not-supported","title":"V","detail":"d"}"#;
        let error = body_error(problem).expect("a problem");
        assert_eq!((error.rpc_code(), error.message.as_str()), (Some("-32009"), "V: d"));
        for body in [
            r#"{"error":"unauthorized"}"#,
            r#"{"error":{"message":"no code"}}"#,
            r#"{"detail":"Not Found"}"#,
            r#"{"message":"m","requestId":"7"}"#,
            r#"{"type":"about:blank","title":"Not Found","status":404}"#,
            r#"["x"]"#,
            "null",
            "{}",
        ] {
            assert_eq!(body_error(body), None, "{body}");
        }
    }
}
