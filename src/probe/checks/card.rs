//! The card: where it is, what is in it, how it is served (A2A 1.0 §8.2, §8.6).

use super::{check, judged, skipped, so};
use crate::a2a::interface::{self, Reach};
use crate::json::{Kind, Value};
use crate::probe::{Check, Judged, Level};
use crate::schema::Severity;
use crate::text::count;

const WELL_KNOWN: &str = "/.well-known/agent-card.json";

pub(super) const CHECKS: &[Check] = &[
    check(
        "CARD-DISC-001",
        Level::Must,
        "the card is served at /.well-known/agent-card.json",
        &["card"],
        |target, seen| {
            judged(|| {
                let answer = seen.judged("card")?;
                let path = target.card_url.split(['?', '#']).next().unwrap_or_default();
                let found = path.ends_with(WELL_KNOWN);
                Ok(so(found && answer.is_success(), format!("{} at {}", answer.words(), target.card_url)))
            })
        },
    ),
    check(
        "CARD-STRUCT-001",
        Level::Must,
        "the card has every required member, each of its type",
        &["card"],
        |target, _| {
            let errors = target.card.findings.iter().filter(|finding| finding.severity == Severity::Error);
            let (number, first) = (errors.clone().count(), errors.map(|finding| &finding.message).next());
            match first {
                None => Judged::Holds("nothing in it breaks the specification".to_owned()),
                Some(first) if number == 1 => Judged::Fails(first.clone()),
                Some(first) => Judged::Fails(format!("{first}; {} in all", count(number as u64, "error"))),
            }
        },
    ),
    check(
        "CARD-PROTO-001",
        Level::Must,
        "each interface has an address, a binding and a version",
        &["card"],
        |target, _| {
            let lacks = target.card.interfaces.iter().find_map(|one| {
                let missing = match (one.url.is_empty(), &one.binding, &one.version) {
                    (true, ..) => "address",
                    (_, None, _) => "binding",
                    (_, _, None) => "version",
                    _ => return None,
                };
                Some(format!("{} has no {missing}", one.pointer))
            });
            match (lacks, target.card.interfaces.len()) {
                (Some(words), _) => Judged::Fails(words),
                (None, 0) => Judged::Fails("the card has no interface".to_owned()),
                (None, number) => Judged::Holds(count(number as u64, "interface")),
            }
        },
    ),
    check("card-type", Level::Should, "the card says that it is JSON", &["card"], |_, seen| {
        judged(|| {
            let kind = seen.judged("card")?.media_type();
            let holds = kind == "application/json" || kind.ends_with("+json");
            Ok(so(holds, if kind.is_empty() { "it has no content type".to_owned() } else { kind }))
        })
    }),
    check("CARD-CACHE-001", Level::Should, "the card says how long it may be kept", &["card"], |_, seen| {
        judged(|| match seen.judged("card")?.header("cache-control") {
            Some(value) => Ok(so(value.contains("max-age"), format!("Cache-Control: {value}"))),
            None => Ok(Judged::Fails("no Cache-Control".to_owned())),
        })
    }),
    check("CARD-CACHE-002", Level::Should, "the card has an ETag", &["card"], |_, seen| {
        judged(|| match seen.judged("card")?.header("etag") {
            Some(value) => Ok(Judged::Holds(format!("ETag: {value}"))),
            None => Ok(Judged::Fails("no ETag".to_owned())),
        })
    }),
    check(
        "card-not-modified",
        Level::May,
        "asked with its ETag again, the card is 304 Not Modified",
        &["card-again"],
        |_, seen| judged(|| Ok(so(seen.judged("card-again")?.status == 304, seen.judged("card-again")?.words()))),
    ),
    check(
        "card-variants",
        Level::May,
        "the card is the same with and without the header A2A-Version",
        &["card", "card-unversioned"],
        |_, seen| {
            judged(|| {
                let (with, without) = (seen.judged("card")?, seen.judged("card-unversioned")?);
                let (Some(with), Some(without)) = (with.root(), without.root()) else {
                    return Err(skipped("one of them is no JSON"));
                };
                let same = same(with, without);
                let words = if same { "no difference" } else { "they differ: a cache must key on the header" };
                Ok(so(same, words))
            })
        },
    ),
    check("AUTH-TLS-001", Level::Must, "the interface is reached over TLS", &[], |target, _| {
        match url::Url::parse(&target.chosen.url) {
            Ok(url) if url.scheme() == "https" => Judged::Holds(target.chosen.url.clone()),
            Ok(url) if url.host().is_some_and(|host| interface::reach(&host) != Reach::Public) => {
                skipped("not asked of a local address")
            }
            _ => Judged::Fails(format!("{} is not encrypted", target.chosen.url)),
        }
    }),
];

/// Whether two values are the same, members in any order: Python servers shuffle maps between starts.
fn same(one: Value<'_>, other: Value<'_>) -> bool {
    let mut open = vec![(one, other)];
    while let Some((one, other)) = open.pop() {
        if one.kind() != other.kind() || one.count() != other.count() {
            return false;
        }
        match one.kind() {
            Kind::Array => open.extend(one.items().zip(other.items())),
            Kind::Object => {
                for member in one.members() {
                    match other.get(&member.key()) {
                        Some(value) => open.push((member.value, value)),
                        None => return false,
                    }
                }
            }
            Kind::String if one.as_str() != other.as_str() => return false,
            Kind::Number | Kind::Bool if one.raw() != other.raw() => return false,
            _ => {}
        }
    }
    true
}
