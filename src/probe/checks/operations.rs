//! The operations on tasks that do not exist, lists, and what the card says is off (A2A 1.0 §3).

use super::{V10, check, error_is, has_code, judged, only, skipped, so};
use crate::a2a::interface::Dialect;
use crate::json::{Kind, Value};
use crate::probe::{Answer, Check, Judged, Level, Seen, Target};

pub(super) const CHECKS: &[Check] = &[
    check("CORE-GET-002", Level::Must, "a task that does not exist is not found", &["get-unknown"], |_, seen| {
        error_is(seen, "get-unknown", &["-32001"])
    }),
    check("CORE-CANCEL-003", Level::Must, "it cannot be canceled", &["cancel-unknown"], |_, seen| {
        error_is(seen, "cancel-unknown", &["-32001"])
    }),
    check("STREAM-SUB-004", Level::Must, "it cannot be subscribed to", &["subscribe-unknown"], |target, seen| {
        match target.card.streams() {
            true => error_is(seen, "subscribe-unknown", &["-32001"]),
            false => skipped("the card does not declare streaming"),
        }
    }),
    check("CORE-LIST-001", Level::Must, "tasks can be listed", &["list"], |target, seen| {
        judged(|| match tasks(list(target, seen)?) {
            Some(tasks) if tasks.kind() == Kind::Array => {
                Ok(Judged::Holds(crate::text::count(tasks.count() as u64, "task")))
            }
            _ => Ok(Judged::Fails(format!("{}, without a list of tasks", list(target, seen)?.words()))),
        })
    }),
    check("CORE-LIST-002", Level::Must, "a page has at most the size that was asked for", &["list"], |target, seen| {
        judged(|| {
            let tasks = tasks(list(target, seen)?).ok_or_else(|| skipped("no list came"))?;
            Ok(so(tasks.count() <= 1, format!("{} for a page of 1", crate::text::count(tasks.count() as u64, "task"))))
        })
    }),
    check("CORE-LIST-004", Level::Must, "a list always says where it goes on", &["list"], |target, seen| {
        judged(|| {
            let tasks = tasks(list(target, seen)?).ok_or_else(|| skipped("no list came"))?;
            match tasks.parent().and_then(|list| list.get("nextPageToken")) {
                Some(token) => Ok(so(
                    token.kind() == Kind::String,
                    format!("nextPageToken is of the kind {}", token.kind().word()),
                )),
                None => Ok(Judged::Fails("no nextPageToken".to_owned())),
            }
        })
    }),
    check(
        "list-page-size",
        Level::Must,
        "a page of no tasks is refused with -32602",
        &["list-no-page"],
        |target, seen| judged(|| only(target, None, V10).map(|()| error_is(seen, "list-no-page", &["-32602"]))),
    ),
    check(
        "list-page-token",
        Level::Must,
        "a page token that was never given is refused with -32602",
        &["list-no-token"],
        |target, seen| judged(|| only(target, None, V10).map(|()| error_is(seen, "list-no-token", &["-32602"]))),
    ),
    check(
        "CORE-CAP-001",
        Level::Must,
        "push notifications that the card does not declare are refused with -32003",
        &["push-unknown"],
        |target, seen| match target.card.capabilities.push_notifications {
            Some(true) => skipped("the card declares them"),
            _ => error_is(seen, "push-unknown", &["-32003"]),
        },
    ),
    check(
        "CORE-CAP-003",
        Level::Must,
        "an extended card that the card does not declare is refused",
        &["extended-card"],
        |target, seen| match (target.card.capabilities.extended_card, target.chosen.dialect) {
            (Some(true), _) => skipped("the card declares it"),
            (_, Dialect::V10) => error_is(seen, "extended-card", &["-32004"]),
            (_, Dialect::V03) => error_is(seen, "extended-card", &["-32007", "-32004"]),
        },
    ),
    check(
        "CARD-EXT-001",
        Level::Must,
        "the extended card is refused to who shows no credentials",
        &["extended-card"],
        |target, seen| {
            if target.card.capabilities.extended_card != Some(true) {
                return skipped("the card declares none");
            }
            if target.credentials_given {
                return skipped("credentials go along");
            }
            // To be refused is what should happen here, so that nobody's answer is set aside for it.
            match seen.answer("extended-card") {
                None => skipped("there was no answer"),
                Some(answer) if matches!(answer.status, 401 | 403) => Judged::Holds(answer.words()),
                Some(answer) => has_code(answer, &["-31401", "-31403", "-32007"]),
            }
        },
    ),
];

/// The answer to the request for a list.
fn list<'a>(target: &Target, seen: &'a Seen) -> Result<&'a Answer, Judged> {
    only(target, None, V10)?;
    seen.judged("list")
}

/// The member `tasks` of a list, in an envelope or without.
fn tasks(answer: &Answer) -> Option<Value<'_>> {
    let root = answer.root()?;
    root.get("result").unwrap_or(root).get("tasks")
}
