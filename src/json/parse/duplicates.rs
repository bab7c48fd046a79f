//! Keys that stand twice in one object.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::super::document::{Duplicate, Duplicates};
use super::super::string;
use super::super::tape::Tape;

/// How many duplicates of a document are kept; the others are counted.
const KEPT: usize = 1000;
/// Up to so many keys are compared with each other; more go through a hash table.
const FEW: usize = 24;

/// Finds the duplicates among the members of one object.
///
/// Keys are the same when they decode to the same text; unless a key in the document has an escape, bytes decide.
pub(super) fn find(text: &str, tape: &Tape, object: u32, escaped: bool, found: &mut Duplicates) {
    let keys = Keys { tape, at: object + 1, end: tape.next(object) };
    match keys.clone().nth(FEW) {
        None => few(text, keys, escaped, found),
        Some(_) => many(text, keys, found),
    }
}

/// Compares each key with those before it.
fn few(text: &str, keys: Keys<'_>, escaped: bool, found: &mut Duplicates) {
    let mut known = [(0, 0); FEW];
    let mut count = 0;
    for start in keys {
        let mark = if escaped { 0 } else { fingerprint(text.as_bytes(), start) };
        let same = |other: usize| {
            if escaped { key(text, start) == key(text, other) } else { raw(text, start) == raw(text, other) }
        };
        match known[..count].iter().find(|(other, first)| *other == mark && same(*first)) {
            Some((_, first)) => note(text, *first, start, found),
            None => {
                known[count] = (mark, start);
                count += 1;
            }
        }
    }
}

/// Puts the keys into a table. Its hash is keyed, so that no peer can make it slow.
fn many(text: &str, keys: Keys<'_>, found: &mut Duplicates) {
    let mut firsts: HashMap<Cow<'_, str>, usize> = HashMap::new();
    for start in keys {
        match firsts.entry(key(text, start)) {
            Entry::Vacant(entry) => {
                entry.insert(start);
            }
            Entry::Occupied(entry) => note(text, *entry.get(), start, found),
        }
    }
}

/// Where the keys of one object begin: its members on the tape.
#[derive(Clone)]
struct Keys<'a> {
    tape: &'a Tape,
    at: u32,
    end: u32,
}

impl Iterator for Keys<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if self.at >= self.end {
            return None;
        }
        let key = self.tape.key(self.at);
        self.at = self.tape.next(self.at);
        key
    }
}

fn note(text: &str, first: usize, second: usize, found: &mut Duplicates) {
    if found.kept.len() >= KEPT {
        found.more += 1;
        return;
    }
    let span = |start| start..string::end_of_string(text.as_bytes(), start);
    found.kept.push(Duplicate { first: span(first), second: span(second) });
}

/// The first bytes of a key without escapes, up to its closing quote: different for most different keys, the same for
/// the same.
fn fingerprint(text: &[u8], start: usize) -> u64 {
    let mut mark = [0; 8];
    for (to, from) in mark.iter_mut().zip(text.get(start + 1..).unwrap_or_default()) {
        if *from == b'"' {
            break;
        }
        *to = *from;
    }
    u64::from_le_bytes(mark)
}

/// The key token that begins at `start`.
fn raw(text: &str, start: usize) -> &str {
    &text[start..string::end_of_string(text.as_bytes(), start)]
}

fn key(text: &str, start: usize) -> Cow<'_, str> {
    let token = raw(text, start);
    string::unescape(&token[1..token.len() - 1])
}
