//! The choice: what the person asked for, then the card's order, then the better version.

use url::Url;

use crate::a2a::card::{Card, Generation, Interface};
use crate::a2a::model::Note;

use super::address;
use super::{Binding, Choice, Chosen, Considered, Dialect, Preferences};

/// What catseye can speak today: said wherever something else is refused.
const SPOKEN: &str = "catseye speaks A2A 1.0 over JSON-RPC so far";

fn is_spoken(binding: Binding, dialect: Dialect) -> bool {
    binding == Binding::JsonRpc && dialect == Dialect::V10
}

/// Chooses where to send.
///
/// A binding or a major version that is stated and not ours is not tried; a version that is missing or unparsable is
/// tried as 1.0, with a warning. The first interface in the card's order whose binding we speak names the binding; among
/// its entries one that states 1.0 comes before one that states none. What the person asked for wins over the card.
pub fn choose(card: &Card, card_url: &str, preferences: &Preferences) -> Choice {
    let mut read: Vec<Read> = card.interfaces.iter().map(|i| Read::new(i, card, card_url, preferences)).collect();
    let best = best(&read);
    for (index, entry) in read.iter_mut().enumerate() {
        if entry.fault.is_none() {
            entry.reason = if Some(index) == best { "used" } else { "could be used; another comes first" }.to_owned();
        }
    }
    let (chosen, warnings) = decide(&read, best, card_url, preferences);
    let considered = read.into_iter().map(Read::into_considered).collect();
    Choice { chosen, considered, warnings }
}

/// One interface, read.
struct Read {
    interface: Interface,
    url: Option<Url>,
    binding: Binding,
    dialect: Dialect,
    /// Whether the card states the version.
    stated: bool,
    fault: Option<String>,
    reason: String,
    notes: Vec<Note>,
}

impl Read {
    fn new(interface: &Interface, card: &Card, card_url: &str, preferences: &Preferences) -> Self {
        let mut notes = Vec::new();
        let mut fault = None;
        let binding = match (preferences.binding, binding(interface.binding.as_deref())) {
            (Some(forced), stated) => {
                if stated != Ok(forced) {
                    notes.push(forced_note("--binding", forced.word(), interface.binding.as_deref()));
                }
                forced
            }
            (None, Ok(binding)) => {
                if interface.binding.is_none() {
                    let message = "the interface states no binding; it is taken for JSON-RPC".to_owned();
                    notes.push(Note { code: "interface-without-binding", message });
                }
                binding
            }
            (None, Err(word)) => {
                fault = Some(format!("its binding is {word}; {SPOKEN}"));
                Binding::JsonRpc
            }
        };
        let version = version(interface.version.as_deref());
        let dialect = match (preferences.dialect, &version) {
            (Some(forced), version) => {
                if *version != Version::Stated(forced) {
                    notes.push(forced_note("--dialect", forced.word(), interface.version.as_deref()));
                }
                forced
            }
            (None, Version::Stated(dialect)) => *dialect,
            (None, Version::Foreign) => {
                let word = interface.version.clone().unwrap_or_default();
                fault.get_or_insert(format!("it states version {word}; {SPOKEN}"));
                Dialect::V10
            }
            (None, Version::Unknown) => {
                let old = card.generation == Generation::Hybrid;
                let hint = if old { ", though the card also has members of 0.3" } else { "" };
                let what = match &interface.version {
                    Some(word) => format!("the interface's version {word:?} cannot be read"),
                    None => "the interface states no version".to_owned(),
                };
                let message = format!("{what}; it is tried as A2A 1.0{hint} (--dialect chooses)");
                notes.push(Note { code: "interface-without-version", message });
                Dialect::V10
            }
        };
        if fault.is_none() && !is_spoken(binding, dialect) {
            fault = Some(format!("A2A {} over {}: {SPOKEN}", dialect.word(), binding.word()));
        }
        let url = match address::resolve(&interface.url, card_url) {
            Ok(url) => Some(url),
            Err(why) => {
                fault.get_or_insert(why);
                None
            }
        };
        let stated = version == Version::Stated(dialect);
        let reason = fault.clone().unwrap_or_default();
        Read { interface: interface.clone(), url, binding, dialect, stated, fault, reason, notes }
    }

    fn into_considered(self) -> Considered {
        Considered {
            interface: self.interface,
            url: self.url.map(String::from),
            usable: self.fault.is_none(),
            reason: self.reason,
        }
    }
}

fn forced_note(flag: &str, forced: &str, stated: Option<&str>) -> Note {
    let stated = stated.map_or("nothing".to_owned(), |s| format!("{s:?}"));
    Note { code: "interface-forced", message: format!("{flag} {forced} is used; the card states {stated}") }
}

/// What an interface says of its version.
#[derive(PartialEq, Eq)]
enum Version {
    Stated(Dialect),
    /// Stated, and none of ours.
    Foreign,
    /// Missing or unparsable.
    Unknown,
}

/// Reads a version: major and minor count, the patch does not.
fn version(written: Option<&str>) -> Version {
    let Some(written) = written else { return Version::Unknown };
    let mut numbers = written.trim().split('.').map(|n| n.parse::<u32>().ok());
    match (numbers.next().flatten(), numbers.next()) {
        (Some(1), _) => Version::Stated(Dialect::V10),
        (Some(0), Some(Some(2 | 3))) => Version::Stated(Dialect::V03),
        (Some(_), None | Some(Some(_))) => Version::Foreign,
        _ => Version::Unknown,
    }
}

/// Reads a binding; one that is not stated is JSON-RPC.
fn binding(written: Option<&str>) -> Result<Binding, String> {
    match written.map(|w| w.trim().to_ascii_uppercase()).as_deref() {
        None | Some("JSONRPC" | "JSON-RPC" | "JSON_RPC") => Ok(Binding::JsonRpc),
        Some("HTTP+JSON" | "HTTP_JSON" | "REST" | "HTTP") => Ok(Binding::HttpJson),
        Some("GRPC") => Err("gRPC".to_owned()),
        Some(_) => Err(format!("{:?}", written.unwrap_or_default())),
    }
}

/// The index of the one to use: the first usable names the binding; of that binding first those that were not forced,
/// then those that state their version.
fn best(read: &[Read]) -> Option<usize> {
    let binding = read.iter().find(|r| r.fault.is_none())?.binding;
    let forced = |r: &Read| r.notes.iter().any(|n| n.code == "interface-forced");
    let usable = read.iter().enumerate().filter(|(_, r)| r.fault.is_none() && r.binding == binding);
    usable.min_by_key(|(_, r)| (forced(r), !r.stated)).map(|(index, _)| index)
}

fn decide(
    read: &[Read],
    best: Option<usize>,
    card_url: &str,
    preferences: &Preferences,
) -> (Result<Chosen, String>, Vec<Note>) {
    let entry = best.map(|index| (index, &read[index]));
    if let Some(written) = &preferences.url_override {
        return overridden(written, entry, preferences);
    }
    let Some((index, entry)) = entry else {
        return (Err(nowhere(read)), Vec::new());
    };
    let Some(url) = &entry.url else {
        return (Err(nowhere(read)), Vec::new());
    };
    let mut warnings = entry.notes.clone();
    warnings.extend(address::doubts(url, card_url));
    let url = without_user(url.clone(), &mut warnings);
    (Ok(chosen(url, entry, Some(index))), warnings)
}

fn chosen(url: Url, entry: &Read, index: Option<usize>) -> Chosen {
    Chosen {
        url: url.into(),
        binding: entry.binding,
        dialect: entry.dialect,
        tenant: entry.interface.tenant.clone(),
        version: entry.interface.version.clone(),
        index,
    }
}

/// `--url-override`: the address is the person's; binding, version and tenant are the best interface's if there is one.
fn overridden(
    written: &str,
    entry: Option<(usize, &Read)>,
    preferences: &Preferences,
) -> (Result<Chosen, String>, Vec<Note>) {
    let url = match address::resolve(written, "") {
        Ok(url) => url,
        Err(why) => return (Err(format!("--url-override: {why}")), Vec::new()),
    };
    let mut warnings = Vec::new();
    let url = without_user(url, &mut warnings);
    if let Some((index, entry)) = entry {
        warnings.extend(entry.notes.iter().cloned());
        return (Ok(chosen(url, entry, Some(index))), warnings);
    }
    let binding = preferences.binding.unwrap_or(Binding::JsonRpc);
    let dialect = preferences.dialect.unwrap_or(Dialect::V10);
    if !is_spoken(binding, dialect) {
        return (Err(format!("A2A {} over {} was asked for; {SPOKEN}", dialect.word(), binding.word())), warnings);
    }
    (Ok(Chosen { url: url.into(), binding, dialect, tenant: None, version: None, index: None }), warnings)
}

/// Removes a user name and password: they would become a header that nobody asked for.
fn without_user(mut url: Url, warnings: &mut Vec<Note>) -> Url {
    if !url.username().is_empty() || url.password().is_some() {
        let message = "the agent's address holds a user name or password, which is not sent".to_owned();
        warnings.push(Note { code: "address-with-credentials", message });
        // Neither can fail on an address with a host, which `resolve` made sure of.
        let _ = url.set_username("");
        let _ = url.set_password(None);
    }
    url
}

/// Why there is nothing to use.
fn nowhere(read: &[Read]) -> String {
    match read {
        [] => "the card names no address to send to; --url-override gives one".to_owned(),
        [one] => format!("the card's only interface cannot be used: {}", one.reason),
        many => {
            let reasons: Vec<String> = many.iter().take(4).map(|r| r.reason.clone()).collect();
            let more = if many.len() > reasons.len() { "; and more" } else { "" };
            format!("none of the card's {} interfaces can be used: {}{more}", many.len(), reasons.join("; "))
        }
    }
}
