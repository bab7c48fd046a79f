//! The loop that reads values and containers onto the tape.

use super::super::document::{Document, Duplicates, Kind, Text};
use super::super::fault::{Fault, FaultKind};
use super::super::tape::{MOST, Tape, Under};
use super::Limits;
use super::duplicates;

/// What was read: the tape, and the keys that stand twice.
pub(super) struct Read {
    tape: Tape,
    duplicates: Duplicates,
    /// The containers that are open: their index, and how many children each has so far.
    open: Vec<(u32, u32)>,
    /// Whether a key with an escape was seen, so that keys must be decoded before they are compared.
    escaped_keys: bool,
}

/// Reads one JSON text. After a fault the tape holds what came before it.
pub(super) fn read(text: &str, limits: &Limits) -> (Read, Result<(), Fault>) {
    let mut parser = Parser {
        text,
        bytes: text.as_bytes(),
        at: 0,
        limits,
        read: Read {
            tape: Tape::with_capacity(text.len() / 32 + 4),
            duplicates: Duplicates::default(),
            open: Vec::new(),
            escaped_keys: false,
        },
    };
    let result = parser.document();
    (parser.read, result)
}

impl Read {
    /// Whether not even the beginning of a value was found.
    pub(super) fn is_empty(&self) -> bool {
        self.tape.len() == 0
    }

    /// The document of what was read.
    pub(super) fn document(mut self, whole: Text, begin: usize, partial: bool) -> Document {
        self.tape.shrink();
        Document::new(whole, begin, self.tape, self.duplicates, partial)
    }

    /// Ends what was open at a fault, so that the tape can be looked at.
    pub(super) fn break_off(&mut self, text: &str, fault: &Fault) {
        let last = (self.tape.len() as u32).checked_sub(1);
        if let Some(last) = last
            && fault.kind == FaultKind::Truncated
            && self.tape.kind(last) == Kind::Number
            && self.tape.end(last) == text.len()
        {
            self.tape.cut(last);
        }
        let read = last.map_or(0, |last| self.tape.end(last));
        let end = text.floor_char_boundary(fault.offset.max(read));
        while let Some((container, _)) = self.open.pop() {
            self.tape.cut(container);
            self.close(text, container, end);
        }
    }

    fn close(&mut self, text: &str, container: u32, end: usize) {
        self.tape.close(container, end);
        if self.tape.kind(container) == Kind::Object {
            duplicates::find(text, &self.tape, container, self.escaped_keys, &mut self.duplicates);
        }
    }
}

/// A text being read.
pub(super) struct Parser<'a> {
    pub(super) text: &'a str,
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
    pub(super) limits: &'a Limits,
    read: Read,
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
        self.value(Under::Nothing)?;
        while let Some(&(container, children)) = self.read.open.last() {
            self.space();
            let object = self.read.tape.kind(container) == Kind::Object;
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
        let ordinal = self.read.open.last_mut().map_or(0, |(_, children)| std::mem::replace(children, *children + 1));
        if !object {
            return self.value(Under::Item(ordinal));
        }
        let start = self.at;
        match self.bytes.get(start) {
            Some(b'"') => self.read.escaped_keys |= self.string("a key")?,
            Some(_) => return self.unexpected("a key in double quotes"),
            None => return self.truncated("an object"),
        }
        self.space();
        match self.bytes.get(self.at) {
            Some(b':') => self.at += 1,
            Some(_) => return self.unexpected("a colon after the key"),
            None => return self.truncated("an object"),
        }
        self.space();
        self.value(Under::Key(start as u32))
    }

    fn close(&mut self, container: u32) {
        self.at += 1;
        self.read.open.pop();
        self.read.close(self.text, container, self.at);
    }

    /// Reads a scalar, or opens a container.
    fn value(&mut self, under: Under) -> Result<(), Fault> {
        let start = self.at;
        let Some(&byte) = self.bytes.get(start) else { return self.truncated("a value") };
        let most = self.limits.values.min(MOST);
        if self.read.tape.len() >= most {
            let sentence = format!("the text has more than {most} values");
            return self.fault(FaultKind::TooLarge, start, sentence);
        }
        let kind = match byte {
            b'{' | b'[' => {
                if self.read.open.len() >= self.limits.depth {
                    let sentence = format!("nested deeper than {} levels", self.limits.depth);
                    return self.fault(FaultKind::TooDeep, start, sentence);
                }
                self.at += 1;
                if byte == b'{' { Kind::Object } else { Kind::Array }
            }
            b'"' => {
                if let Err(fault) = self.string("a string") {
                    // What there is of the string is kept for the partial view.
                    let index = self.push(start, Kind::String, under);
                    self.read.tape.cut(index);
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
        let index = self.push(start, kind, under);
        if kind.is_container() {
            self.read.open.push((index, 0));
        }
        Ok(())
    }

    fn push(&mut self, start: usize, kind: Kind, under: Under) -> u32 {
        let above = self.read.open.last().map_or(0, |&(container, _)| container);
        self.read.tape.make_room(self.at, self.bytes.len());
        self.read.tape.push(start, self.at, kind, above, under)
    }
}
