//! Which artifact is the result, which of its parts, and how the part becomes a JSON document.

use std::sync::Arc;

use crate::a2a::model::{Content, Part};
use crate::json::{Document, Fault, FaultKind, Limits, parse_shared, parse_text};
use crate::schema::non_finite;

use super::URI;

/// Levels of nesting in a result.
const RESULT_LEVELS: usize = 128;
/// Digits of one number in a result.
const RESULT_DIGITS: usize = 400;

/// An artifact as far as choosing needs it.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'a> {
    /// Its name.
    pub name: Option<&'a str>,
    /// URIs it lists.
    pub extensions: &'a [String],
}

impl Candidate<'_> {
    /// Whether it carries the extension's mark.
    pub fn is_marked(&self) -> bool {
        self.extensions.iter().any(|uri| uri == URI)
    }
}

/// Which artifact is the result; numbers are indexes into the candidates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Exactly one has the name.
    One(usize),
    /// None has the name, but this one lists the extension's URI.
    Misnamed(usize),
    /// None has the name or the mark.
    Missing,
    /// These have the name.
    Several(Vec<usize>),
}

/// Chooses among a task's artifacts, one candidate per artifact id. The name is compared exactly.
pub fn find(candidates: &[Candidate<'_>], name: &str) -> Found {
    let named: Vec<usize> =
        candidates.iter().enumerate().filter(|(_, c)| c.name == Some(name)).map(|(index, _)| index).collect();
    match named[..] {
        [one] => Found::One(one),
        [] => candidates.iter().position(Candidate::is_marked).map_or(Found::Missing, Found::Misnamed),
        _ => Found::Several(named),
    }
}

/// Which part is the result; numbers are indexes into the artifact's parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResultPart {
    /// The one raw part; data beside it never counts.
    Raw(usize),
    /// The one data part.
    Data(usize),
    /// More than one raw part.
    SeveralRaw(Vec<usize>),
    /// No raw part, more than one data part.
    SeveralData(Vec<usize>),
    /// Neither.
    None,
}

/// Chooses among an artifact's parts: raw before data, whatever becomes of it.
pub fn choose_part<'a>(parts: impl Iterator<Item = &'a Part>) -> ResultPart {
    let (mut raw, mut data) = (Vec::new(), Vec::new());
    for (index, part) in parts.enumerate() {
        match part.content {
            Content::Raw(_) | Content::RawInvalid(_) => raw.push(index),
            Content::Data(_) => data.push(index),
            Content::Text(_) | Content::Url(_) | Content::Empty => {}
        }
    }
    match (&raw[..], &data[..]) {
        ([one], _) => ResultPart::Raw(*one),
        ([], [one]) => ResultPart::Data(*one),
        ([], []) => ResultPart::None,
        ([], _) => ResultPart::SeveralData(data),
        _ => ResultPart::SeveralRaw(raw),
    }
}

/// Whether a media type says JSON: case and parameters ignored.
pub fn is_json(media_type: &str) -> bool {
    media_type.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json")
}

/// Reads the text of a result, without a copy: one JSON document, at most 128 levels and 400 digits a number; a literal with fraction or
/// exponent must be finite as a double.
///
/// # Errors
/// The first fault; [`FaultKind::Truncated`] and [`FaultKind::NonFinite`] are classes of their own.
pub fn read_json(text: Arc<str>) -> Result<Document, Fault> {
    let limits = Limits { depth: RESULT_LEVELS, digits: RESULT_DIGITS, ..Limits::default() };
    let document = parse_shared(text, &limits)?;
    if let Some(value) = non_finite(&document).next() {
        let bom = if document.had_bom() { '\u{feff}'.len_utf8() } else { 0 };
        return Err(Fault {
            kind: FaultKind::NonFinite,
            offset: value.span().start + bom,
            place: value.place(),
            sentence: format!("{} is beyond any finite number", value.raw()),
        });
    }
    Ok(document)
}

/// What a peer of 0.3 over HTTP+JSON made of a result, undone.
pub mod compat {
    use super::{Document, Limits, parse_text};
    use crate::json::Kind;

    /// Bytes that are no JSON but are again base64 of JSON (as the Python SDK 0.3 writes them): the inner bytes.
    pub fn decode_again(bytes: &[u8]) -> Option<Vec<u8>> {
        let text = std::str::from_utf8(bytes).ok()?;
        if parse_text(text, &Limits::default()).is_ok() {
            return None;
        }
        let (inner, _) = crate::kedi::base64::decode(text).ok()?;
        crate::json::parse(&inner, &Limits::default()).is_ok().then_some(inner)
    }

    /// The value inside `{"value":X}` of a part whose metadata says `data_part_compat`: its JSON text.
    pub fn unwrap_data(data: &Document, metadata: Option<&str>) -> Option<String> {
        let metadata = parse_text(metadata?, &Limits::default()).ok()?;
        let marked = metadata.root().get("data_part_compat").and_then(|mark| mark.as_bool()) == Some(true);
        let root = data.root();
        if !marked || root.kind() != Kind::Object || root.members().count() != 1 {
            return None;
        }
        root.get("value").map(|value| value.raw().to_owned())
    }
}
