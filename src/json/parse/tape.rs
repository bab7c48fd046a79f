//! The loop that reads values and containers onto the tape.

use super::super::document::{Document, Duplicates, Kind, LONG_KEY, Node, Text};
use super::super::fault::{Fault, FaultKind};
use super::Limits;
use super::duplicates;

/// What was read: the tape, and the keys that stand twice.
pub(super) struct Tape {
    pub(super) nodes: Vec<Node>,
    duplicates: Duplicates,
    /// The containers that are open: their index, and how many children each has so far.
    open: Vec<(u32, u32)>,
    /// Whether a key with an escape was seen, so that keys must be decoded before they are compared.
    escaped_keys: bool,
}

/// Reads one JSON text. After a fault the tape holds what came before it.
pub(super) fn read(text: &str, limits: &Limits) -> (Tape, Result<(), Fault>) {
    let mut parser = Parser {
        text,
        bytes: text.as_bytes(),
        at: 0,
        limits,
        tape: Tape {
            nodes: Vec::with_capacity(text.len() / 32 + 4),
            duplicates: Duplicates::default(),
            open: Vec::new(),
            escaped_keys: false,
        },
    };
    let result = parser.document();
    (parser.tape, result)
}

impl Tape {
    /// The document of this tape.
    pub(super) fn document(mut self, whole: Text, begin: usize, partial: bool) -> Document {
        if self.nodes.capacity() > self.nodes.len() + self.nodes.len() / 8 {
            self.nodes.shrink_to_fit();
        }
        Document::new(whole, begin, self.nodes, self.duplicates, partial)
    }

    /// Ends what was open at a fault, so that the tape can be looked at.
    pub(super) fn break_off(&mut self, text: &str, fault: &Fault) {
        if fault.kind == FaultKind::Truncated
            && let Some(last) = self.nodes.last_mut()
            && last.kind == Kind::Number
            && last.end as usize == text.len()
        {
            last.cut = true;
        }
        let read = self.nodes.last().map_or(0, |node| node.end as usize);
        let end = text.floor_char_boundary(fault.offset.max(read)) as u32;
        while let Some((container, _)) = self.open.pop() {
            self.nodes[container as usize].cut = true;
            self.close(text, container, end);
        }
    }

    fn close(&mut self, text: &str, container: u32, end: u32) {
        let next = self.nodes.len() as u32;
        let node = &mut self.nodes[container as usize];
        node.end = end;
        node.next = next;
        if node.kind == Kind::Object {
            duplicates::find(text, &self.nodes, container, self.escaped_keys, &mut self.duplicates);
        }
    }
}

/// A text being read.
pub(super) struct Parser<'a> {
    pub(super) text: &'a str,
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
    pub(super) limits: &'a Limits,
    tape: Tape,
}

/// Under what a value stands: a key (where it begins, how long it is), or an item's number and no length.
#[derive(Clone, Copy)]
struct Key {
    start: u32,
    length: u16,
}

impl Parser<'_> {
    fn space(&mut self) {
        while matches!(self.bytes.get(self.at), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.at += 1;
        }
    }

    fn document(&mut self) -> Result<(), Fault> {
        self.space();
        if self.at == self.bytes.len() {
            return self.fault(FaultKind::Empty, self.at, "there is no JSON here, only white space or nothing");
        }
        self.value(Key { start: 0, length: 0 })?;
        while let Some(&(container, children)) = self.tape.open.last() {
            self.space();
            let object = self.tape.nodes[container as usize].kind == Kind::Object;
            let fresh = children == 0;
            let Some(&byte) = self.bytes.get(self.at) else {
                return self.truncated(if object { "an object" } else { "an array" });
            };
            match byte {
                b'}' if object => self.close(container),
                b']' if !object => self.close(container),
                b',' if !fresh => {
                    let comma = self.at;
                    self.at += 1;
                    self.space();
                    if matches!(self.bytes.get(self.at), Some(b'}' | b']')) {
                        return self.fault(FaultKind::Syntax, comma, "a comma with nothing after it");
                    }
                    self.child(object)?;
                }
                _ if fresh => self.child(object)?,
                _ => {
                    let wanted = if object { "a comma or } after this member" } else { "a comma or ] after this item" };
                    return self.unexpected(wanted);
                }
            }
        }
        self.space();
        if self.at < self.bytes.len() {
            return self.fault(FaultKind::Trailing, self.at, format!("{} after the end of the value", self.here()));
        }
        Ok(())
    }

    /// Reads one item, or one member with its key.
    fn child(&mut self, object: bool) -> Result<(), Fault> {
        let ordinal = self.tape.open.last_mut().map_or(0, |(_, children)| std::mem::replace(children, *children + 1));
        if !object {
            return self.value(Key { start: ordinal, length: 0 });
        }
        let start = self.at;
        match self.bytes.get(start) {
            Some(b'"') => self.tape.escaped_keys |= self.string("a key")?,
            Some(_) => return self.unexpected("a key in double quotes"),
            None => return self.truncated("an object"),
        }
        let length = u16::try_from(self.at - start).unwrap_or(LONG_KEY);
        self.space();
        match self.bytes.get(self.at) {
            Some(b':') => self.at += 1,
            Some(_) => return self.unexpected("a colon after the key"),
            None => return self.truncated("an object"),
        }
        self.space();
        self.value(Key { start: start as u32, length })
    }

    fn close(&mut self, container: u32) {
        self.at += 1;
        self.tape.open.pop();
        self.tape.close(self.text, container, self.at as u32);
    }

    /// Reads a scalar, or opens a container.
    fn value(&mut self, key: Key) -> Result<(), Fault> {
        let start = self.at;
        let Some(&byte) = self.bytes.get(start) else { return self.truncated("a value") };
        if self.tape.nodes.len() >= self.limits.values.min(u32::MAX as usize - 1) {
            let sentence = format!("the text has more than {} values", self.limits.values);
            return self.fault(FaultKind::TooLarge, start, sentence);
        }
        let kind = match byte {
            b'{' | b'[' => {
                if self.tape.open.len() >= self.limits.depth {
                    let sentence = format!("nested deeper than {} levels", self.limits.depth);
                    return self.fault(FaultKind::TooDeep, start, sentence);
                }
                self.at += 1;
                if byte == b'{' { Kind::Object } else { Kind::Array }
            }
            b'"' => {
                if let Err(fault) = self.string("a string") {
                    // What there is of the string is kept for the partial view.
                    self.push(start, key, Kind::String, true);
                    return Err(fault);
                }
                Kind::String
            }
            b'-' | b'0'..=b'9' => {
                self.number()?;
                Kind::Number
            }
            _ => self.word()?,
        };
        let index = self.push(start, key, kind, false);
        if kind.is_container() {
            self.tape.open.push((index, 0));
        }
        Ok(())
    }

    fn push(&mut self, start: usize, key: Key, kind: Kind, cut: bool) -> u32 {
        let index = self.tape.nodes.len() as u32;
        if self.tape.nodes.len() == self.tape.nodes.capacity() {
            self.grow();
        }
        self.tape.nodes.push(Node {
            start: start as u32,
            end: self.at as u32,
            next: index + 1,
            parent: self.tape.open.last().map_or(0, |&(container, _)| container),
            key: key.start,
            key_length: key.length,
            kind,
            cut,
        });
        index
    }

    /// Makes room for as many values as the text will have if it goes on as it began, doubling at most: a tape that
    /// doubled blindly could take twice the memory it needs.
    #[cold]
    fn grow(&mut self) {
        let nodes = &mut self.tape.nodes;
        let expected = (nodes.len() as u128 * self.bytes.len() as u128 / self.at.max(1) as u128) as usize;
        let more = (expected + expected / 32).saturating_sub(nodes.len());
        nodes.reserve_exact(more.clamp(nodes.len() / 16 + 64, nodes.len() + 64));
    }
}
