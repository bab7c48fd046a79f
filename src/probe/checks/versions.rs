//! Versions (A2A 1.0 §3.6): what is stated is obeyed, what is absent is 0.3.

use super::{V10, check, error_is, judged, only};
use crate::probe::{Check, Judged, Level};

pub(super) const CHECKS: &[Check] = &[
    check(
        "VER-SERVER-002",
        Level::Must,
        "a version that does not exist is refused with -32009",
        &["version-99"],
        |target, seen| judged(|| only(target, None, V10).map(|()| error_is(seen, "version-99", &["-32009"]))),
    ),
    check(
        "VER-SERVER-003",
        Level::Must,
        "a request without A2A-Version is not taken for A2A 1.0",
        &["version-none"],
        |target, seen| {
            judged(|| {
                only(target, None, V10)?;
                let answer = seen.judged("version-none")?;
                let error = answer.error();
                // A server of both generations knows no such method or path in 0.3; one of 1.0 alone refuses the version.
                match error.as_ref().and_then(|error| error.rpc_code()) {
                    Some("-32001") => Ok(Judged::Fails(format!("{}, as if 1.0 were stated", answer.words()))),
                    _ if answer.error().is_some() || !answer.is_success() => Ok(Judged::Holds(answer.words())),
                    _ => Ok(Judged::Fails(format!("{} instead of a refusal", answer.words()))),
                }
            })
        },
    ),
];
