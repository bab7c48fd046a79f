//! The choice: what the person asked for, then the card's order, then the better version.

use url::Url;

use crate::a2a::card::{Card, Generation, Interface};
use crate::a2a::model::Note;

use super::address;
use super::{Binding, Choice, Chosen, Considered, Dialect, Preferences};

/// What catseye speaks: said wherever something else is refused.
const SPOKEN: &str = "catseye speaks A2A 1.0 and 0.3 over JSON-RPC and HTTP+JSON";

/// Chooses where to send.
///
/// A binding or a major version that is stated and not ours is not tried. The first interface in the card's order whose
/// binding we speak names the binding; among its entries one that states 1.0 comes first, then the newest older one, then
/// those that state none: they are guessed to be 1.0, and are not [`Chosen::certain`]. What the person asked for wins over
/// the card.
pub fn choose(card: &Card, card_url: &str, preferences: &Preferences) -> Choice {
    let read = read(card, card_url, preferences);
    let best = best(&read);
    let (chosen, warnings) = decide(&read, best, card_url, preferences);
    let considered = read.into_iter().enumerate().map(|(index, entry)| entry.into_considered(Some(index) == best));
    Choice { chosen, considered: considered.collect(), warnings }
}

/// Where else to send when the agent refuses the generation that was spoken, so that nothing was done: another interface
/// of the card that states the other generation (one with the same binding first), else the same address in the other
/// generation, else another usable interface. What the person asked for still holds.
pub fn instead(card: &Card, card_url: &str, preferences: &Preferences, refused: &Chosen) -> Option<Chosen> {
    let read = read(card, card_url, preferences);
    let others = || {
        let given = preferences.url_override.is_none();
        let usable = move |entry: &Read| given && entry.fault.is_none() && !entry.is_forced();
        let address = |(index, entry): (usize, &Read)| {
            let url = without_user(entry.url.clone()?, &mut Vec::new());
            Some(entry.chosen(url, Some(index)))
        };
        let others = read.iter().enumerate().filter(move |(_, entry)| usable(entry)).filter_map(address);
        others.filter(|other| !other.is_same_call(refused))
    };
    let stated = others().filter(|other| other.certain && other.dialect != refused.dialect);
    let stated = stated.min_by_key(|other| (other.binding != refused.binding, other.url != refused.url));
    let same = || {
        let other = Chosen { certain: false, ..refused.spoken_as(refused.dialect.other()) };
        preferences.dialect.is_none().then_some(other)
    };
    stated.or_else(same).or_else(|| others().next())
}

/// The same place with the version spelled as the card has it: some servers compare the text. `None` when the plain
/// spelling is the card's own, or the card's is no number.
pub fn spelled(refused: &Chosen) -> Option<Chosen> {
    let spelled = refused.version.as_deref()?.trim();
    let plain = spelled.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let ours = version(Some(spelled)).dialect() == Some(refused.dialect);
    (plain && ours && spelled != refused.version_sent)
        .then(|| Chosen { version_sent: spelled.to_owned(), ..refused.clone() })
}

fn read(card: &Card, card_url: &str, preferences: &Preferences) -> Vec<Read> {
    card.interfaces.iter().map(|interface| Read::new(interface, card, card_url, preferences)).collect()
}

/// One interface, read.
struct Read {
    interface: Interface,
    url: Option<Url>,
    binding: Binding,
    dialect: Dialect,
    version: Version,
    /// Whether the card or the person says which generation it is.
    certain: bool,
    fault: Option<String>,
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
                if version.dialect() != Some(forced) {
                    notes.push(forced_note("--dialect", forced.word(), interface.version.as_deref()));
                }
                forced
            }
            (None, Version::Stated(dialect, _)) => *dialect,
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
                let message = format!("{what}{hint}; which one it speaks is found out by asking (--dialect chooses)");
                notes.push(Note { code: "interface-without-version", message });
                Dialect::V10
            }
        };
        let url = match address::resolve(&interface.url, card_url) {
            Ok(url) => Some(url),
            Err(why) => {
                fault.get_or_insert(why);
                None
            }
        };
        let certain = preferences.dialect.is_some() || version != Version::Unknown;
        Read { interface: interface.clone(), url, binding, dialect, version, certain, fault, notes }
    }

    /// Whether the person asked for something else than it states.
    fn is_forced(&self) -> bool {
        self.notes.iter().any(|note| note.code == "interface-forced")
    }

    /// Why it cannot be used; empty when it can.
    fn reason(&self) -> String {
        self.fault.clone().unwrap_or_default()
    }

    /// The entry as the place to send to, at this address.
    fn chosen(&self, url: Url, index: Option<usize>) -> Chosen {
        Chosen {
            url: url.into(),
            binding: self.binding,
            dialect: self.dialect,
            certain: self.certain,
            version_sent: self.dialect.word().to_owned(),
            tenant: self.interface.tenant.clone(),
            version: self.interface.version.clone(),
            index,
        }
    }

    fn into_considered(self, used: bool) -> Considered {
        let usable = self.fault.is_none();
        let words = match (used, self.certain) {
            (true, true) => "used",
            (true, false) => "used; which generation it speaks is asked when a task is sent",
            (false, _) => "could be used; another comes first",
        };
        let reason = self.fault.unwrap_or_else(|| words.to_owned());
        Considered { interface: self.interface, url: self.url.map(String::from), usable, reason }
    }
}

fn forced_note(flag: &str, forced: &str, stated: Option<&str>) -> Note {
    let stated = stated.map_or("nothing".to_owned(), |s| format!("{s:?}"));
    Note { code: "interface-forced", message: format!("{flag} {forced} is used; the card states {stated}") }
}

/// What an interface says of its version.
#[derive(PartialEq, Eq)]
enum Version {
    /// One of ours, with its minor number.
    Stated(Dialect, u32),
    /// Stated, and none of ours.
    Foreign,
    /// Missing or unparsable.
    Unknown,
}

impl Version {
    fn dialect(&self) -> Option<Dialect> {
        match self {
            Version::Stated(dialect, _) => Some(*dialect),
            Version::Foreign | Version::Unknown => None,
        }
    }

    /// Which comes first: 1.0, then the newest older one, then what is not stated.
    fn rank(&self) -> u32 {
        match self {
            Version::Stated(Dialect::V10, _) => 0,
            Version::Stated(Dialect::V03, minor) => 100 - minor.min(&99),
            Version::Foreign | Version::Unknown => 200,
        }
    }
}

/// Reads a version: major and minor count, the patch does not.
fn version(written: Option<&str>) -> Version {
    let Some(written) = written else { return Version::Unknown };
    let mut numbers = written.trim().split('.').map(|n| n.parse::<u32>().ok());
    match (numbers.next().flatten(), numbers.next()) {
        (Some(1), minor) => Version::Stated(Dialect::V10, minor.flatten().unwrap_or(0)),
        (Some(0), Some(Some(minor @ (2 | 3)))) => Version::Stated(Dialect::V03, minor),
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
/// then by what they state of their version.
fn best(read: &[Read]) -> Option<usize> {
    let binding = read.iter().find(|r| r.fault.is_none())?.binding;
    let usable = read.iter().enumerate().filter(|(_, r)| r.fault.is_none() && r.binding == binding);
    usable.min_by_key(|(_, r)| (r.is_forced(), r.version.rank())).map(|(index, _)| index)
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
    (Ok(entry.chosen(url, Some(index))), warnings)
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
        return (Ok(entry.chosen(url, Some(index))), warnings);
    }
    let binding = preferences.binding.unwrap_or(Binding::JsonRpc);
    let dialect = preferences.dialect.unwrap_or(Dialect::V10);
    let chosen = Chosen {
        url: url.into(),
        binding,
        dialect,
        certain: preferences.dialect.is_some(),
        version_sent: dialect.word().to_owned(),
        tenant: None,
        version: None,
        index: None,
    };
    (Ok(chosen), warnings)
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
        [one] => format!("the card's only interface cannot be used: {}", one.reason()),
        many => {
            let reasons: Vec<String> = many.iter().take(4).map(Read::reason).collect();
            let more = if many.len() > reasons.len() { "; and more" } else { "" };
            format!("none of the card's {} interfaces can be used: {}{more}", many.len(), reasons.join("; "))
        }
    }
}
