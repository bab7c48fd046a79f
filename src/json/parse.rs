//! Reading JSON: bytes to document, RFC 8259 exactly, iterative, within limits.

mod complaint;
mod duplicates;
mod grammar;
mod token;

use std::sync::Arc;

use super::document::{Document, Text};
use super::fault::{Fault, FaultKind};
use super::place::Place;
use grammar::{Read, read};

/// What a text may be at most. Every limit is inclusive.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Nested containers; the root container is level 1.
    pub depth: usize,
    /// Bytes of text. Whatever is asked for, 4 GiB is the end.
    pub bytes: usize,
    /// Digits of one number, those of its exponent included.
    pub digits: usize,
    /// Values in the document; each takes 16 bytes of memory, a container 24. Whatever is asked for, 128 Mi is the end.
    pub values: usize,
}

impl Default for Limits {
    /// 512 levels, 1 GiB, numbers of any length, 32 Mi values.
    fn default() -> Self {
        Limits { depth: 512, bytes: 1 << 30, digits: usize::MAX, values: 1 << 25 }
    }
}

const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Parses bytes. A leading UTF-8 byte order mark is skipped and noted.
///
/// # Errors
/// The first fault, with its place.
pub fn parse(bytes: &[u8], limits: &Limits) -> Result<Document, Fault> {
    match std::str::from_utf8(bytes) {
        Ok(text) => parse_text(text, limits),
        Err(error) => Err(not_utf8(bytes, error, limits)),
    }
}

/// Parses a text; see [`parse`]. The text is copied into the document; [`parse_owned`] saves the copy.
///
/// # Errors
/// The first fault, with its place.
pub fn parse_text(text: &str, limits: &Limits) -> Result<Document, Fault> {
    whole(text, limits).map(|read| read.document(Text::Own(text.to_owned()), begin(text), false))
}

/// Parses a text that is shared already, without a copy; see [`parse`].
///
/// # Errors
/// The first fault, with its place.
pub fn parse_shared(text: Arc<str>, limits: &Limits) -> Result<Document, Fault> {
    let begin = begin(&text);
    whole(&text, limits).map(|read| read.document(Text::Shared(text), begin, false))
}

/// Parses bytes or a `String` that become the document's text, without a copy.
///
/// # Errors
/// The first fault, with its place.
pub fn parse_owned(bytes: impl Into<Vec<u8>>, limits: &Limits) -> Result<Document, Fault> {
    match String::from_utf8(bytes.into()) {
        Ok(text) => {
            let begin = begin(&text);
            whole(&text, limits).map(|read| read.document(Text::Own(text), begin, false))
        }
        Err(error) => Err(not_utf8(error.as_bytes(), error.utf8_error(), limits)),
    }
}

/// Parses what there is of a text that may be cut, faulty, or still growing: the values before the fault as a partial
/// document ([`Document::is_partial`]), for looking at and never to be taken for a value.
///
/// Containers that were open stay open ([`super::Value::is_cut`]), a string that was cut ends where it was cut, a key
/// without a value is left out. As a text grows, values keep their tape index. The fault is `None` when the text is
/// whole; the document is `None` when not even a beginning is there.
pub fn parse_partial(text: &str, limits: &Limits) -> (Option<Document>, Option<Fault>) {
    let begin = begin(text);
    let body = &text[begin..];
    if let Some(fault) = too_large(body, limits) {
        return (None, Some(fault));
    }
    let (mut found, result) = read(body, limits);
    if let Err(fault) = &result {
        found.break_off(body, fault);
    }
    let fault = result.err().map(|fault| shifted(fault, begin));
    let document = (!found.is_empty()).then(|| found.document(Text::Own(text.to_owned()), begin, fault.is_some()));
    (document, fault)
}

/// Where the JSON begins: after a byte order mark.
fn begin(text: &str) -> usize {
    if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 }
}

/// What was read of a text that is one JSON document.
fn whole(text: &str, limits: &Limits) -> Result<Read, Fault> {
    let begin = begin(text);
    let body = &text[begin..];
    if let Some(fault) = too_large(body, limits) {
        return Err(fault);
    }
    let (found, result) = read(body, limits);
    result.map(|()| found).map_err(|fault| shifted(fault, begin))
}

/// A fault counts its offset from the byte order mark on, its line and column after it.
fn shifted(mut fault: Fault, begin: usize) -> Fault {
    fault.offset += begin;
    fault
}

fn too_large(body: &str, limits: &Limits) -> Option<Fault> {
    let limit = limits.bytes.min(u32::MAX as usize - 1);
    (body.len() > limit).then(|| Fault {
        kind: FaultKind::TooLarge,
        offset: 0,
        place: Place { line: 1, column: 1 },
        sentence: format!("the text has {} bytes, the limit is {limit}", body.len()),
    })
}

/// The fault of bytes that are not UTF-8: the bad byte, unless the JSON before it is faulty already.
fn not_utf8(bytes: &[u8], error: std::str::Utf8Error, limits: &Limits) -> Fault {
    let at = error.valid_up_to();
    let valid = std::str::from_utf8(&bytes[..at]).unwrap_or_default();
    let begin = begin(valid);
    if let Err(fault) = whole(valid, limits)
        && !matches!(fault.kind, FaultKind::Truncated | FaultKind::Empty)
    {
        return fault;
    }
    let byte = bytes[at];
    let sentence = if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        "this is UTF-16: JSON is sent as UTF-8".to_owned()
    } else if error.error_len().is_none() {
        format!("the text ends inside a character, after byte 0x{byte:02X}")
    } else {
        format!("byte 0x{byte:02X} is not UTF-8")
    };
    shifted(Fault::new(FaultKind::InvalidUtf8, &valid[begin..], at - begin, sentence), begin)
}
