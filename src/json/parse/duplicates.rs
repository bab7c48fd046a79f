//! Keys that stand twice in one object.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::super::document::{Duplicate, Duplicates, Node};
use super::super::{string, value};

/// How many duplicates of a document are kept; the others are counted.
const KEPT: usize = 1000;
/// Up to so many keys are compared with each other; more go through a hash table.
const FEW: usize = 24;

/// Finds the duplicates among the members of one object.
///
/// Keys are the same when they decode to the same text; unless a key in the document has an escape, bytes decide.
pub(super) fn find(text: &str, nodes: &[Node], object: u32, escaped: bool, found: &mut Duplicates) {
    let members = Members { nodes, at: object + 1, end: nodes[object as usize].next };
    match members.clone().nth(FEW) {
        None => few(text, members, escaped, found),
        Some(_) => many(text, members, found),
    }
}

/// Compares each key with those before it.
fn few(text: &str, members: Members<'_>, escaped: bool, found: &mut Duplicates) {
    let mut known: [Option<(u64, &Node)>; FEW] = [None; FEW];
    let mut count = 0;
    for node in members {
        let mark = if escaped { 0 } else { fingerprint(text.as_bytes(), node) };
        let same = |other: &Node| {
            if escaped { key(text, node) == key(text, other) } else { raw(text, node) == raw(text, other) }
        };
        match known[..count].iter().flatten().find(|(other, first)| *other == mark && same(first)) {
            Some((_, first)) => note(text, first, node, found),
            None => {
                known[count] = Some((mark, node));
                count += 1;
            }
        }
    }
}

/// Puts the keys into a table. Its hash is keyed, so that no peer can make it slow.
fn many(text: &str, members: Members<'_>, found: &mut Duplicates) {
    let mut firsts: HashMap<Cow<'_, str>, &Node> = HashMap::new();
    for node in members {
        match firsts.entry(key(text, node)) {
            Entry::Vacant(entry) => {
                entry.insert(node);
            }
            Entry::Occupied(entry) => note(text, entry.get(), node, found),
        }
    }
}

/// The members of one object on the tape.
#[derive(Clone)]
struct Members<'a> {
    nodes: &'a [Node],
    at: u32,
    end: u32,
}

impl<'a> Iterator for Members<'a> {
    type Item = &'a Node;

    fn next(&mut self) -> Option<&'a Node> {
        if self.at >= self.end {
            return None;
        }
        let node = &self.nodes[self.at as usize];
        self.at = node.next;
        Some(node)
    }
}

fn note(text: &str, first: &Node, second: &Node, found: &mut Duplicates) {
    if found.kept.len() >= KEPT {
        found.more += 1;
        return;
    }
    let span = |node| value::key_span(text.as_bytes(), node);
    found.kept.push(Duplicate { first: span(first), second: span(second) });
}

/// Length and first bytes of a key: different for most different keys, the same for the same.
fn fingerprint(text: &[u8], node: &Node) -> u64 {
    let inside = node.key as usize + 1..node.key as usize + (node.key_length as usize).min(8) - 1;
    let mut mark = [0; 8];
    for (to, from) in mark.iter_mut().zip(text.get(inside).unwrap_or_default()) {
        *to = *from;
    }
    let [low, high] = node.key_length.to_le_bytes();
    (mark[6], mark[7]) = (low, high);
    u64::from_le_bytes(mark)
}

fn raw<'a>(text: &'a str, node: &Node) -> &'a str {
    &text[value::key_span(text.as_bytes(), node)]
}

fn key<'a>(text: &'a str, node: &Node) -> Cow<'a, str> {
    let token = raw(text, node);
    string::unescape(&token[1..token.len() - 1])
}
