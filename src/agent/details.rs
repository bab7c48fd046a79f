//! The details of errors in A2A 1.0, over both bindings: google.rpc.ErrorInfo and google.rpc.BadRequest (A2A 1.0 §5.4).

use super::fault::Fault;
use crate::json::Writer;

/// Writes the array of details.
pub(super) fn write(out: &mut Writer, fault: &Fault) {
    out.array().object();
    out.key("@type").string("type.googleapis.com/google.rpc.ErrorInfo");
    out.key("reason").string(fault.kind.reason()).key("domain").string("a2a-protocol.org");
    out.key("metadata").object().end_object().end_object();
    if !fault.violations.is_empty() {
        out.object().key("@type").string("type.googleapis.com/google.rpc.BadRequest");
        write_violations(out.key("fieldViolations"), fault);
        out.end_object();
    }
    out.end_array();
}

/// Writes the array of what is wrong with the parameters.
pub(super) fn write_violations(out: &mut Writer, fault: &Fault) {
    out.array();
    for violation in &fault.violations {
        out.object().key("field").string(&violation.field);
        out.key("description").string(&violation.description).end_object();
    }
    out.end_array();
}
