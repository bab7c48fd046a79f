//! The incremental reader.

use std::ops::Range;

use super::item::{Event, Item, Oddity};

/// What a stream may be at most.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of one event, its field names and line ends included.
    pub event_bytes: usize,
}

impl Default for Limits {
    /// 64 MiB an event.
    fn default() -> Self {
        Limits { event_bytes: 64 << 20 }
    }
}

/// An event over the limit. The reader delivers nothing more.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an event of more than {limit} bytes, beginning at byte {}", span.start)]
pub struct TooLarge {
    /// The limit, in bytes.
    pub limit: usize,
    /// What was read of the event so far, as offsets in the stream.
    pub span: Range<u64>,
}

/// How many unknown fields of one event are kept.
const KEPT_ODDITIES: usize = 16;
/// Line buffers that grew beyond this are given away, with the event or back.
const KEPT_CAPACITY: usize = 64 << 10;

/// Reads a stream piece by piece.
#[derive(Debug)]
pub struct Reader {
    limits: Limits,
    /// Offset of the next byte.
    offset: u64,
    /// Where the next item's span begins.
    block_start: u64,
    line_start: u64,
    /// The beginning of a line whose end has not come yet.
    line: Vec<u8>,
    /// The last byte was a CR, so an LF belongs to the same line end.
    after_cr: bool,
    /// The line before ended in CR LF.
    after_crlf: bool,
    /// An event that ended in a CR waits for its LF: the lines before it ended in CR LF, so it will come, and the event
    /// is whole at every cut. Where lines end in CR alone nothing waits.
    held: bool,
    first_line: bool,
    too_large: Option<TooLarge>,
    pending: Pending,
}

#[derive(Debug, Default)]
struct Pending {
    name: Option<Vec<u8>>,
    id: Option<Vec<u8>>,
    data: Vec<u8>,
    data_lines: usize,
    fields: usize,
    oddities: Vec<Oddity>,
}

impl Reader {
    /// A reader at the beginning of a stream.
    pub fn new(limits: Limits) -> Self {
        Reader {
            limits,
            offset: 0,
            block_start: 0,
            line_start: 0,
            line: Vec::new(),
            after_cr: false,
            after_crlf: false,
            held: false,
            first_line: true,
            too_large: None,
            pending: Pending::default(),
        }
    }

    /// How many bytes were read.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Reads the next bytes and appends what became whole.
    ///
    /// # Errors
    /// [`TooLarge`] when an event passes the limit, and on every later call; items before it are delivered.
    pub fn push(&mut self, bytes: &[u8], out: &mut Vec<Item>) -> Result<(), TooLarge> {
        if let Some(fault) = &self.too_large {
            return Err(fault.clone());
        }
        let mut rest = bytes;
        while let Some(&first) = rest.first() {
            if std::mem::take(&mut self.after_cr) {
                self.after_crlf = first == b'\n';
                if self.after_crlf {
                    self.offset += 1;
                    self.line_start = self.offset;
                    rest = &rest[1..];
                }
                self.release(out);
                continue;
            }
            let Some(length) = memchr::memchr2(b'\n', b'\r', rest) else {
                self.offset += rest.len() as u64;
                self.check_size(self.line.len() + rest.len())?;
                self.line.extend_from_slice(rest);
                break;
            };
            self.offset += length as u64 + 1;
            self.after_cr = rest[length] == b'\r';
            self.check_size(self.line.len() + length)?;
            if self.line.is_empty() {
                self.line_ended(&rest[..length], out);
            } else {
                let mut line = std::mem::take(&mut self.line);
                line.extend_from_slice(&rest[..length]);
                self.long_line_ended(line, out);
            }
            self.line_start = self.offset;
            self.after_crlf &= self.after_cr;
            rest = &rest[length + 1..];
        }
        Ok(())
    }

    /// Ends the stream: what is left becomes an unterminated event.
    pub fn finish(&mut self, out: &mut Vec<Item>) {
        if self.too_large.is_some() {
            return;
        }
        self.release(out);
        let line = std::mem::take(&mut self.line);
        if !line.is_empty() {
            self.long_line_ended(line, out);
        }
        if self.pending.fields > 0 {
            self.dispatch(true, out);
        } else if self.block_start < self.offset {
            out.push(Item::Rest { span: self.block_start..self.offset });
            self.block_start = self.offset;
        }
    }

    fn check_size(&mut self, line: usize) -> Result<(), TooLarge> {
        if self.pending.data.len() + line <= self.limits.event_bytes {
            return Ok(());
        }
        let fault = TooLarge { limit: self.limits.event_bytes, span: self.block_start..self.offset };
        self.too_large = Some(fault.clone());
        self.pending = Pending::default();
        self.line = Vec::new();
        Err(fault)
    }

    /// A line that came in pieces. The first data of an event becomes its data without a copy: it may be megabytes.
    fn long_line_ended(&mut self, mut line: Vec<u8>, out: &mut Vec<Item>) {
        let data = line.strip_prefix(b"data:").map(|value| value.strip_prefix(b" ").unwrap_or(value).len());
        match data {
            Some(length) if self.pending.data_lines == 0 && length > KEPT_CAPACITY => {
                line.drain(..line.len() - length);
                self.first_line = false;
                self.pending.fields += 1;
                self.pending.data_lines = 1;
                self.pending.data = line;
            }
            _ => {
                self.line_ended(&line, out);
                line.clear();
                line.shrink_to(KEPT_CAPACITY);
                self.line = line;
            }
        }
    }

    fn line_ended(&mut self, line: &[u8], out: &mut Vec<Item>) {
        let line = match line.strip_prefix(b"\xef\xbb\xbf") {
            Some(after) if self.first_line => after,
            _ => line,
        };
        self.first_line = false;
        if line.is_empty() {
            self.held = self.pending.fields > 0;
            if !(self.after_cr && self.after_crlf) {
                self.release(out);
            }
            return;
        }
        let (field, value) = match memchr::memchr(b':', line) {
            Some(0) => return self.comment(&line[1..], out),
            Some(colon) => {
                let value = &line[colon + 1..];
                (&line[..colon], value.strip_prefix(b" ").unwrap_or(value))
            }
            None => (line, &[][..]),
        };
        let pending = &mut self.pending;
        pending.fields += 1;
        match field {
            b"data" => {
                if pending.data_lines > 0 {
                    pending.data.push(b'\n');
                }
                pending.data.extend_from_slice(value);
                pending.data_lines += 1;
            }
            b"event" => pending.name = Some(value.to_vec()),
            b"id" if value.contains(&0) => pending.odd(Oddity::IdWithNul),
            b"id" => pending.id = Some(value.to_vec()),
            b"retry" => pending.odd(Oddity::Retry(beginning(value))),
            other => pending.odd(Oddity::UnknownField(beginning(other))),
        }
    }

    fn comment(&mut self, text: &[u8], out: &mut Vec<Item>) {
        let inside = self.pending.fields > 0;
        let start = if inside { self.line_start } else { self.block_start };
        if inside {
            self.pending.odd(Oddity::CommentInside);
        } else {
            self.block_start = self.offset;
        }
        let text = String::from_utf8_lossy(text.strip_prefix(b" ").unwrap_or(text)).into_owned();
        out.push(Item::Comment { text, span: start..self.offset });
    }

    /// Delivers the event that a blank line has ended.
    fn release(&mut self, out: &mut Vec<Item>) {
        if std::mem::take(&mut self.held) {
            self.dispatch(false, out);
        }
    }

    fn dispatch(&mut self, unterminated: bool, out: &mut Vec<Item>) {
        let mut pending = std::mem::take(&mut self.pending);
        if pending.data_lines > 1 {
            pending.oddities.push(Oddity::DataLines(pending.data_lines));
        }
        let mut replaced = false;
        let mut decode = |bytes: Vec<u8>| {
            String::from_utf8(bytes).unwrap_or_else(|fault| {
                replaced = true;
                String::from_utf8_lossy(fault.as_bytes()).into_owned()
            })
        };
        let data = decode(pending.data);
        let name = pending.name.map(&mut decode);
        let id = pending.id.map(|id| String::from_utf8_lossy(&id).into_owned());
        let span = self.block_start..self.offset;
        self.block_start = self.offset;
        out.push(Item::Event(Event { name, id, data, span, oddities: pending.oddities, replaced, unterminated }));
    }
}

impl Pending {
    fn odd(&mut self, oddity: Oddity) {
        if self.oddities.len() < KEPT_ODDITIES && !self.oddities.contains(&oddity) {
            self.oddities.push(oddity);
        }
    }
}

fn beginning(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(64)]).into_owned()
}
