//! What a body is: a card, or which of the other things that come back from a card's address.

use std::sync::Arc;

use crate::a2a::card;
use crate::a2a::model::Note;
use crate::json::{Document, Fault, FaultKind, Kind, Limits, Value, parse_text};
use crate::run::event::AttemptResult;

/// How many bytes of a body an excerpt shows.
pub const EXCERPT: usize = 200;

/// How deep a card may nest.
const DEPTH: usize = 128;

/// What a body turned out to be.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The result of the attempt.
    pub result: AttemptResult,
    /// What was odd about the bytes: `replaced-bytes`.
    pub notes: Vec<Note>,
}

/// Judges the answer to a card request. `limit` is the most bytes a card may have; `bytes` may stop there plus one.
pub fn judge(status: u16, bytes: &[u8], limit: u64) -> Judged {
    if !(200..300).contains(&status) {
        return Judged { result: AttemptResult::Status { excerpt: excerpt(bytes) }, notes: Vec::new() };
    }
    if bytes.len() as u64 > limit {
        let sentence = format!("the body is larger than the limit of {limit} bytes");
        return no_card(bytes, sentence, Some("--max-card-bytes raises the limit".to_owned()), Vec::new());
    }
    let text = String::from_utf8_lossy(bytes);
    let mut notes = Vec::new();
    if let Err(error) = std::str::from_utf8(bytes) {
        let at = error.valid_up_to();
        let message = format!("the card is not UTF-8 (byte {at}); what could not be read is shown as U+FFFD");
        notes.push(Note { code: "replaced-bytes", message });
    }
    match read(&text) {
        Ok(()) => Judged { result: AttemptResult::Card(Arc::from(&*text)), notes },
        Err((sentence, hint)) => no_card(bytes, format!("HTTP {status}, but {sentence}"), hint, notes),
    }
}

fn no_card(bytes: &[u8], sentence: String, hint: Option<String>, notes: Vec<Note>) -> Judged {
    Judged { result: AttemptResult::NotACard { sentence, hint, excerpt: excerpt(bytes) }, notes }
}

/// The first bytes of a body as text, cut between characters.
pub fn excerpt(bytes: &[u8]) -> String {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(EXCERPT + 3)]);
    head[..head.floor_char_boundary(EXCERPT)].to_owned()
}

/// What a body that is neither events nor JSON is, as a fragment: `an HTML page titled "502 Bad Gateway"`, `text`.
pub fn what_is(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let start = text.trim_start_matches('\u{feff}').trim_start();
    match start.as_bytes().first() {
        None => "an empty body".to_owned(),
        Some(b'<') => page_words(start),
        Some(b'{' | b'[') => "JSON that is no answer of an agent".to_owned(),
        Some(_) if std::str::from_utf8(bytes).is_ok() => "text".to_owned(),
        Some(_) => "bytes that are no text".to_owned(),
    }
}

/// Whether a text is a card; else a sentence and a hint.
fn read(text: &str) -> Result<(), (String, Option<String>)> {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    if start.is_empty() {
        return Err(("the body is empty".to_owned(), None));
    }
    if start.starts_with('<') {
        return Err(page(start));
    }
    let document = match parse_text(text, &Limits { depth: DEPTH, ..Limits::default() }) {
        Ok(document) => document,
        Err(fault) => return Err(not_json(text, &fault)),
    };
    match card::parse(&document) {
        Ok(_) => Ok(()),
        Err(not) => Err(instead(&document).unwrap_or((not.sentence, not.hint))),
    }
}

/// An HTML page as a sentence and a hint.
fn page(text: &str) -> (String, Option<String>) {
    let hint = "probably a login page or an error page of a proxy; open the address in a browser, or give credentials";
    (format!("this is {}", page_words(text)), Some(hint.to_owned()))
}

/// An HTML page, by its title.
fn page_words(text: &str) -> String {
    const LOOKED_AT: usize = 64 * 1024;
    let head = &text[..text.floor_char_boundary(LOOKED_AT)];
    // ASCII folding keeps every offset.
    let folded = head.to_ascii_lowercase();
    let what = if folded.contains("<html") || folded.starts_with("<!doctype html") { "an HTML page" } else { "markup" };
    let title = folded.find("<title").and_then(|at| {
        let open = at + folded[at..].find('>')? + 1;
        let close = open + folded[open..].find("</title")?;
        let title = head[open..close].split_whitespace().collect::<Vec<_>>().join(" ");
        (!title.is_empty()).then(|| crate::a2a::read::clipped(&title))
    });
    let titled = title.map(|t| format!(" titled {t:?}")).unwrap_or_default();
    format!("{what}{titled}")
}

fn not_json(text: &str, fault: &Fault) -> (String, Option<String>) {
    let rest = text.get(fault.offset..).unwrap_or_default();
    let hint = match fault.kind {
        FaultKind::Truncated => "the body was cut off: a proxy or a size limit may stand between",
        _ if rest.starts_with("//") || rest.starts_with("/*") || rest.starts_with('#') => {
            "comments are not JSON: remove them"
        }
        _ => "the card must be one JSON object",
    };
    let sentence = match fault.kind {
        FaultKind::Truncated => format!("the JSON is cut off: {fault}"),
        _ => format!("this is not JSON: {fault}"),
    };
    (sentence, Some(hint.to_owned()))
}

/// What stands there instead of a card: a card in an array, in a string, or in an envelope.
fn instead(document: &Document) -> Option<(String, Option<String>)> {
    let root = document.root();
    match root.kind() {
        Kind::Array => {
            let first = root.items().next().is_some_and(is_card);
            let hint = first.then(|| "its first item is a card: the agent should serve that object alone".to_owned());
            Some(("this is an array, expected an object".to_owned(), hint))
        }
        Kind::String => {
            let inner = parse_text(&root.as_str()?, &Limits { depth: DEPTH, ..Limits::default() }).ok()?;
            is_card(inner.root()).then(|| {
                let sentence = "this is a JSON string that holds a card: it was encoded twice".to_owned();
                (sentence, Some("the agent should serve the object, not its text".to_owned()))
            })
        }
        Kind::Object => {
            let found = within(root)?;
            let sentence =
                format!("this is not an agent card; an object that looks like one stands at {}", found.pointer());
            Some((sentence, Some("a registry's answer, perhaps: give the address of the card itself".to_owned())))
        }
        _ => None,
    }
}

/// The first object below the root, down to three levels, that is a card.
fn within(root: Value<'_>) -> Option<Value<'_>> {
    const LEVELS: usize = 3;
    let mut level: Vec<Value<'_>> = root.children().collect();
    for _ in 0..LEVELS {
        if let Some(found) = level.iter().copied().find(|v| v.kind() == Kind::Object && is_card(*v)) {
            return Some(found);
        }
        level = level.into_iter().flat_map(Value::children).collect();
    }
    None
}

fn is_card(value: Value<'_>) -> bool {
    value.kind() == Kind::Object && card::looks_like_a_card(value)
}
