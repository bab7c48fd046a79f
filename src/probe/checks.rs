//! The checks, in the order in which they are reported.

mod bindings;
mod card;
mod operations;
mod prompt;
mod versions;

use crate::a2a::interface::{Binding, Dialect};

use super::seen::{Answer, Seen};
use super::{Check, Judged, Level, Target};

/// For checks of 1.0 alone.
const V10: Option<Dialect> = Some(Dialect::V10);

/// What a check is made of, without its weight.
type Judge = fn(&Target, &Seen) -> Judged;

const fn check(
    id: &'static str,
    level: Level,
    title: &'static str,
    looks_at: &'static [&'static str],
    judge: Judge,
) -> Check {
    Check { id, level, title, looks_at, judge }
}

/// Every check.
pub static CHECKS: [&[Check]; 5] =
    [card::CHECKS, bindings::CHECKS, operations::CHECKS, versions::CHECKS, prompt::CHECKS];

/// Judges every check by what was seen.
pub fn judge(target: &Target, seen: &Seen) -> Vec<(&'static Check, Judged)> {
    CHECKS.into_iter().flatten().map(|check| (check, (check.judge)(target, seen))).collect()
}

/// It holds when `holds`; the words say what was seen either way.
fn so(holds: bool, words: impl Into<String>) -> Judged {
    if holds { Judged::Holds(words.into()) } else { Judged::Fails(words.into()) }
}

fn skipped(why: &str) -> Judged {
    Judged::Skipped(why.to_owned())
}

/// An answer that must be an error with one of these codes.
fn error_is(seen: &Seen, name: &str, codes: &[&str]) -> Judged {
    match seen.judged(name) {
        Err(judged) => judged,
        Ok(answer) => has_code(answer, codes),
    }
}

fn has_code(answer: &Answer, codes: &[&str]) -> Judged {
    let error = answer.error();
    let holds = error.as_ref().and_then(|error| error.rpc_code()).is_some_and(|code| codes.contains(&code));
    match holds {
        true => Judged::Holds(answer.words()),
        false => Judged::Fails(format!("{} instead of {}", answer.words(), codes.join(" or "))),
    }
}

/// Why a check of one generation or binding does not apply here.
fn only(target: &Target, binding: Option<Binding>, dialect: Option<Dialect>) -> Result<(), Judged> {
    if let Some(binding) = binding.filter(|binding| *binding != target.chosen.binding) {
        return Err(Judged::Skipped(format!("only over {}", binding.word())));
    }
    match dialect.filter(|dialect| *dialect != target.chosen.dialect) {
        Some(dialect) => Err(Judged::Skipped(format!("only in A2A {}", dialect.word()))),
        None => Ok(()),
    }
}

/// Runs a judgement that may end early.
fn judged(judge: impl FnOnce() -> Result<Judged, Judged>) -> Judged {
    judge().unwrap_or_else(|judged| judged)
}
