//! The parser: bytes to tape, RFC 8259 exactly, iterative, within limits.

use std::collections::HashMap;
use std::sync::Arc;

use super::document::{Document, Duplicate, Kind, NO_KEY, Node, Parts};
use super::fault::{Fault, FaultKind};
use super::string;

/// What a text may be at most. Every limit is inclusive.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Nested containers; the root container is level 1.
    pub depth: usize,
    /// Bytes of text.
    pub bytes: usize,
    /// Digits of one number.
    pub digits: usize,
}

impl Default for Limits {
    /// 512 levels, 1 GiB, and numbers of any length.
    fn default() -> Self {
        Limits { depth: 512, bytes: 1 << 30, digits: usize::MAX }
    }
}

const KEPT_DUPLICATES: usize = 1000;

/// Parses bytes. A leading UTF-8 byte order mark is skipped and noted.
///
/// # Errors
/// The first fault, with its place.
pub fn parse(bytes: &[u8], limits: &Limits) -> Result<Document, Fault> {
    match std::str::from_utf8(bytes) {
        Ok(text) => parse_text(text, limits),
        Err(error) => {
            let at = error.valid_up_to();
            let valid = std::str::from_utf8(&bytes[..at]).unwrap_or_default();
            // A syntax fault before the bad byte is the earlier truth.
            if let Err(fault) = parse_text(valid, limits)
                && !matches!(fault.kind, FaultKind::Truncated | FaultKind::Empty)
            {
                return Err(fault);
            }
            let sentence = format!("byte 0x{:02X} is not UTF-8", bytes[at]);
            Err(Fault::new(FaultKind::InvalidUtf8, valid, at, sentence))
        }
    }
}

/// Parses a text; see [`parse`].
///
/// # Errors
/// The first fault, with its place.
pub fn parse_text(text: &str, limits: &Limits) -> Result<Document, Fault> {
    let (body, bom) = without_mark(text);
    run(Arc::from(body), bom, limits).map_err(|(_, fault)| fault)
}

/// Parses a text that is shared already; it is not copied (unless it begins with a byte order mark). See [`parse`].
///
/// # Errors
/// The first fault, with its place.
pub fn parse_shared(text: Arc<str>, limits: &Limits) -> Result<Document, Fault> {
    let (body, bom) = without_mark(&text);
    let body = if bom { Arc::from(body) } else { text };
    run(body, bom, limits).map_err(|(_, fault)| fault)
}

/// Parses what there is of a text that may be cut or wrong: the values before the fault as a partial document, its
/// open containers ended where the text ends. For looking at, never a value: [`Document::is_partial`] says so.
///
/// The fault is `None` when the text is whole; the document is `None` when not even a beginning is there.
pub fn parse_partial(text: &str, limits: &Limits) -> (Option<Document>, Option<Fault>) {
    let (body, bom) = without_mark(text);
    match run(Arc::from(body), bom, limits) {
        Ok(document) => (Some(document), None),
        Err((document, fault)) => (document, Some(fault)),
    }
}

fn without_mark(text: &str) -> (&str, bool) {
    match text.strip_prefix('\u{feff}') {
        Some(body) => (body, true),
        None => (text, false),
    }
}

fn run(text: Arc<str>, bom: bool, limits: &Limits) -> Result<Document, (Option<Document>, Fault)> {
    if text.len() > limits.bytes.min(u32::MAX as usize - 1) {
        let sentence = format!("the text has {} bytes, the limit is {}", text.len(), limits.bytes);
        let place = super::Place { line: 1, column: 1 };
        return Err((None, Fault { kind: FaultKind::TooLarge, offset: 0, place, sentence }));
    }
    let mut parser = Parser {
        text: &text,
        bytes: text.as_bytes(),
        at: 0,
        limits,
        nodes: Vec::with_capacity(text.len() / 16 + 1),
        open: Vec::new(),
        duplicates: Vec::new(),
        more_duplicates: 0,
    };
    let fault = parser.document().err();
    if fault.is_some() {
        parser.end_open_containers();
    }
    let Parser { mut nodes, duplicates, more_duplicates, .. } = parser;
    nodes.shrink_to_fit();
    let document = (!nodes.is_empty())
        .then(|| Document::new(Parts { text, nodes, duplicates, more_duplicates, bom, partial: fault.is_some() }));
    match (document, fault) {
        (Some(document), None) => Ok(document),
        (document, Some(mut fault)) => {
            if bom {
                fault.offset += '\u{feff}'.len_utf8();
            }
            Err((document, fault))
        }
        (None, None) => {
            let place = super::Place { line: 1, column: 1 };
            Err((
                None,
                Fault { kind: FaultKind::Empty, offset: 0, place, sentence: "there is no JSON here".to_owned() },
            ))
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    limits: &'a Limits,
    nodes: Vec<Node>,
    /// The containers that are open: index, and how many children there are so far.
    open: Vec<(u32, u32)>,
    duplicates: Vec<Duplicate>,
    more_duplicates: usize,
}

impl Parser<'_> {
    fn fault<T>(&self, kind: FaultKind, offset: usize, sentence: impl Into<String>) -> Result<T, Fault> {
        Err(Fault::new(kind, self.text, offset, sentence))
    }

    fn truncated<T>(&self, inside: &str) -> Result<T, Fault> {
        self.fault(FaultKind::Truncated, self.bytes.len(), format!("the text ends inside {inside}"))
    }

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
        self.value(NO_KEY)?;
        while let Some(&(container, children)) = self.open.last() {
            self.space();
            let object = self.nodes[container as usize].kind == Kind::Object;
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

    fn child(&mut self, object: bool) -> Result<(), Fault> {
        let ordinal = self.open.last_mut().map_or(0, |(_, children)| std::mem::replace(children, *children + 1));
        if !object {
            return self.value(ordinal);
        }
        let key = self.at;
        match self.bytes.get(key) {
            Some(b'"') => self.string("a key")?,
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
        self.value(key as u32)
    }

    fn close(&mut self, container: u32) {
        self.at += 1;
        self.open.pop();
        let next = self.nodes.len() as u32;
        let node = &mut self.nodes[container as usize];
        node.end = self.at as u32;
        node.next = next;
        if node.kind == Kind::Object {
            self.find_duplicates(container);
        }
    }

    /// After a fault: what is open ends where the text ends.
    fn end_open_containers(&mut self) {
        let next = self.nodes.len() as u32;
        for (container, _) in std::mem::take(&mut self.open) {
            let node = &mut self.nodes[container as usize];
            node.end = self.bytes.len() as u32;
            node.next = next;
        }
    }

    /// Reads a scalar, or opens a container. `key` is the offset of its key, or its place in an array.
    fn value(&mut self, key: u32) -> Result<(), Fault> {
        let start = self.at;
        let Some(&byte) = self.bytes.get(start) else { return self.truncated("a value") };
        let index = self.nodes.len() as u32;
        let parent = self.open.last().map_or(0, |&(container, _)| container);
        let kind = match byte {
            b'{' | b'[' => {
                if self.open.len() >= self.limits.depth {
                    let sentence = format!("nested deeper than {} levels", self.limits.depth);
                    return self.fault(FaultKind::TooDeep, start, sentence);
                }
                self.open.push((index, 0));
                self.at += 1;
                if byte == b'{' { Kind::Object } else { Kind::Array }
            }
            b'"' => {
                self.string("a string")?;
                Kind::String
            }
            b'-' | b'0'..=b'9' => {
                self.number()?;
                Kind::Number
            }
            _ => self.word()?,
        };
        self.nodes.push(Node { start: start as u32, end: self.at as u32, next: index + 1, parent, key, kind });
        Ok(())
    }

    fn word(&mut self) -> Result<Kind, Fault> {
        let rest = &self.bytes[self.at..];
        for (word, kind) in [("null", Kind::Null), ("true", Kind::Bool), ("false", Kind::Bool)] {
            if rest.starts_with(word.as_bytes()) && !rest.get(word.len()).is_some_and(|b| is_word(*b)) {
                self.at += word.len();
                return Ok(kind);
            }
            if word.as_bytes().starts_with(rest) {
                return self.truncated(&format!("the word {word}"));
            }
        }
        self.no_value()
    }

    fn no_value<T>(&self) -> Result<T, Fault> {
        let rest = &self.text[self.at..];
        let word: String = rest.chars().take_while(|c| c.is_alphanumeric() || "_-+".contains(*c)).take(24).collect();
        let bare = word.trim_start_matches(['-', '+']);
        if ["NaN", "nan", "Infinity", "inf", "Inf"].contains(&bare) {
            return self.fault(FaultKind::NonFinite, self.at, format!("{word} is not JSON and not a finite number"));
        }
        match word.as_str() {
            "True" | "False" | "None" => {
                let json = if word == "None" { "null".to_owned() } else { word.to_lowercase() };
                self.fault(FaultKind::Syntax, self.at, format!("{word} is Python, JSON says {json}"))
            }
            "undefined" => self.fault(FaultKind::Syntax, self.at, "undefined is JavaScript, JSON has null"),
            _ => self.unexpected("a value"),
        }
    }

    fn unexpected<T>(&self, wanted: &str) -> Result<T, Fault> {
        let rest = &self.bytes[self.at..];
        let sentence = if rest.starts_with(b"//") || rest.starts_with(b"/*") || rest.starts_with(b"#") {
            "a comment: JSON has none".to_owned()
        } else if rest.starts_with(b"'") {
            "a single quote: JSON strings stand in double quotes".to_owned()
        } else {
            format!("{} where {wanted} should stand", self.here())
        };
        self.fault(FaultKind::Syntax, self.at, sentence)
    }

    /// The character or word at this place, in words.
    fn here(&self) -> String {
        let rest = &self.text[self.at..];
        let word: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').take(24).collect();
        if word.chars().count() > 1 {
            return format!("`{word}`");
        }
        match rest.chars().next() {
            None => "the end of the text".to_owned(),
            Some(c)
                if c.is_control() || c.is_whitespace() || ('\u{200b}'..='\u{206f}').contains(&c) || c == '\u{feff}' =>
            {
                format!("the character U+{:04X}", c as u32)
            }
            Some(c) => format!("`{c}`"),
        }
    }

    fn string(&mut self, what: &str) -> Result<(), Fault> {
        let mut at = self.at + 1;
        loop {
            // Skip what needs no look; stop at a quote, a backslash or a control character.
            while let Some(&byte) = self.bytes.get(at)
                && byte != b'"'
                && byte != b'\\'
                && byte >= 0x20
            {
                at += 1;
            }
            match self.bytes.get(at) {
                None => return self.truncated(what),
                Some(b'"') => {
                    self.at = at + 1;
                    return Ok(());
                }
                Some(b'\\') => at = self.escape(at, what)?,
                Some(byte) => {
                    let name = match byte {
                        b'\n' => "a line break".to_owned(),
                        b'\t' => "a tab".to_owned(),
                        byte => format!("the control character U+{byte:04X}"),
                    };
                    return self.fault(FaultKind::Syntax, at, format!("{name} inside {what}: write it as an escape"));
                }
            }
        }
    }

    /// Checks the escape at `at`; gives the offset after it.
    fn escape(&self, at: usize, what: &str) -> Result<usize, Fault> {
        match self.bytes.get(at + 1) {
            None => self.truncated(what),
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Ok(at + 2),
            Some(b'u') => {
                let unit = self.unicode(at, what)?;
                match unit {
                    0xD800..0xDC00 => {
                        let low = at + 6;
                        let more = &self.bytes[low..];
                        if more.is_empty() || more == b"\\" {
                            return self.truncated(what);
                        }
                        if more.starts_with(b"\\u") && (0xDC00..0xE000).contains(&self.unicode(low, what)?) {
                            return Ok(low + 6);
                        }
                        self.lone(at)
                    }
                    0xDC00..0xE000 => self.lone(at),
                    _ => Ok(at + 6),
                }
            }
            Some(_) => {
                let c = self.text[at + 1..].chars().next().unwrap_or(' ');
                self.fault(FaultKind::Syntax, at, format!("\\{} is no JSON escape", c.escape_default()))
            }
        }
    }

    fn lone<T>(&self, at: usize) -> Result<T, Fault> {
        let sentence = format!("{} is half of a surrogate pair without its other half", &self.text[at..at + 6]);
        self.fault(FaultKind::LoneSurrogate, at, sentence)
    }

    fn unicode(&self, at: usize, what: &str) -> Result<u32, Fault> {
        for offset in at + 2..at + 6 {
            match self.bytes.get(offset) {
                None => return self.truncated(what),
                Some(byte) if byte.is_ascii_hexdigit() => {}
                Some(_) => return self.fault(FaultKind::Syntax, at, "\\u needs four hexadecimal digits"),
            }
        }
        Ok(string::hex4(&self.bytes[at + 2..]))
    }

    fn number(&mut self) -> Result<(), Fault> {
        let start = self.at;
        let mut at = start;
        if self.bytes[at] == b'-' {
            at += 1;
        }
        let digits = |mut at: usize| {
            while self.bytes.get(at).is_some_and(u8::is_ascii_digit) {
                at += 1;
            }
            at
        };
        match self.bytes.get(at) {
            None => return self.truncated("a number"),
            Some(b'0') => {
                at += 1;
                if self.bytes.get(at).is_some_and(u8::is_ascii_digit) {
                    return self.fault(FaultKind::Syntax, start, "a number with a leading zero");
                }
            }
            Some(b'1'..=b'9') => at = digits(at),
            Some(_) => return self.no_value(),
        }
        if self.bytes.get(at) == Some(&b'.') {
            let end = digits(at + 1);
            if end == at + 1 {
                if end == self.bytes.len() {
                    return self.truncated("a number");
                }
                return self.fault(FaultKind::Syntax, at, "a decimal point without a digit after it");
            }
            at = end;
        }
        if matches!(self.bytes.get(at), Some(b'e' | b'E')) {
            let sign = at + 1 + usize::from(matches!(self.bytes.get(at + 1), Some(b'+' | b'-')));
            let end = digits(sign);
            if end == sign {
                if end == self.bytes.len() {
                    return self.truncated("a number");
                }
                return self.fault(FaultKind::Syntax, at, "an exponent without a digit");
            }
            at = end;
        }
        if at - start > self.limits.digits {
            let count = super::Number::new(&self.text[start..at]).digits();
            if count > self.limits.digits {
                let sentence = format!("a number of {count} digits, the limit is {}", self.limits.digits);
                return self.fault(FaultKind::TooManyDigits, start, sentence);
            }
        }
        self.at = at;
        Ok(())
    }

    fn find_duplicates(&mut self, container: u32) {
        let end = self.nodes[container as usize].next;
        let mut index = container + 1;
        let count_hint = (end - index) as usize;
        if count_hint < 2 {
            return;
        }
        let key = |node: &Node| {
            let start = node.key as usize;
            let end = string::end_of_string(self.bytes, start);
            (start, end)
        };
        let mut found: Vec<(usize, usize, usize, usize)> = Vec::new();
        let mut small: [(usize, usize); 8] = [(0, 0); 8];
        let mut count = 0;
        let mut map: HashMap<std::borrow::Cow<'_, str>, (usize, usize)> = HashMap::new();
        while index < end {
            let node = &self.nodes[index as usize];
            index = node.next;
            let (start, stop) = key(node);
            let name = string::unescape(&self.text[start + 1..stop - 1]);
            if count < small.len() {
                let same = |&&(a, b): &&(usize, usize)| string::unescape(&self.text[a + 1..b - 1]) == name;
                if let Some(&(a, b)) = small[..count].iter().find(same) {
                    found.push((a, b, start, stop));
                } else {
                    small[count] = (start, stop);
                    count += 1;
                }
                continue;
            }
            if map.is_empty() {
                for &(a, b) in &small {
                    map.insert(string::unescape(&self.text[a + 1..b - 1]), (a, b));
                }
            }
            match map.get(&name) {
                Some(&(a, b)) => found.push((a, b, start, stop)),
                None => {
                    map.insert(name, (start, stop));
                }
            }
        }
        drop(map);
        for (a, b, start, stop) in found {
            if self.duplicates.len() < KEPT_DUPLICATES {
                self.duplicates.push(Duplicate { first: a..b, second: start..stop });
            } else {
                self.more_duplicates += 1;
            }
        }
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
