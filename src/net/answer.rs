//! How an answer's body is read: its status first, then its type and its first byte; events, one JSON document, or
//! something else that is shown and not read.

use tokio::sync::mpsc::Sender;
use tokio_util::sync::CancellationToken;

use crate::a2a::model::{Decoded, Note};
use crate::a2a::{discovery, errors, rpc};
use crate::json;
use crate::run::event::{BodyKind, Call, End, Frame, What, WireRef};
use crate::sse;

use super::body::Body;
use super::call::{NobodyListens, kind, tell};
use super::client::{Client, header};

/// Bytes of a body that is not read, kept for the excerpt and for telling what it is.
const LOOKED_AT: usize = 64 << 10;

/// Bytes of a body outside 2xx that are looked at: an error with all its details fits.
const ERROR_BODY: usize = 1 << 20;

/// An answer that is about to be read.
pub(super) struct Answer<'a> {
    client: &'a Client,
    call: &'a Call,
    status: u16,
    content_type: Option<String>,
    location: Option<String>,
    kind: BodyKind,
}

impl<'a> Answer<'a> {
    pub(super) fn new(client: &'a Client, call: &'a Call, response: &reqwest::Response) -> Self {
        let content_type = header(response, "content-type");
        let location = header(response, "location");
        let kind = kind(content_type.as_deref());
        Answer { client, call, status: response.status().as_u16(), content_type, location, kind }
    }

    /// Reads the body to its end, emitting frames; says how it ended.
    pub(super) async fn read(
        self,
        mut body: Body,
        emit: &Sender<What>,
        cancel: &CancellationToken,
    ) -> Result<End, NobodyListens> {
        if !(200..300).contains(&self.status) {
            return self.read_refusal(body, emit, cancel).await;
        }
        // The first byte that is no white space decides together with the type, so nothing is decided before it.
        let mut head: Vec<u8> = Vec::new();
        let first = loop {
            if let Some(first) = first_byte(&head) {
                break Some(first);
            }
            if head.len() > LOOKED_AT {
                break None;
            }
            match body.next(cancel).await {
                Ok(Some(chunk)) => head.extend_from_slice(&chunk),
                Ok(None) => break None,
                Err(end) => return Ok(end),
            }
        };
        let untyped = self.content_type.as_deref().is_none_or(|t| t.trim().is_empty());
        match (first, self.kind) {
            (_, _) if self.is_json_lines() => Ok(self.not_readable("newline-delimited JSON", &head)),
            (Some(b'{'), _) | (Some(_), BodyKind::Json) => self.read_json(head, body, emit, cancel).await,
            (_, BodyKind::Events) => self.read_events(head, body, emit, cancel).await,
            (None, BodyKind::Other) if untyped && self.call.expect_stream => Ok(End::Complete),
            (None, _) => Ok(self.not_readable("an empty body", &head)),
            (Some(_), BodyKind::Other) if untyped && self.call.expect_stream && looks_like_events(&head) => {
                self.read_events(head, body, emit, cancel).await
            }
            (Some(_), BodyKind::Other) => self.read_other(head, body, cancel).await,
        }
    }

    fn is_json_lines(&self) -> bool {
        let typed = self.content_type.as_deref().unwrap_or_default().to_ascii_lowercase();
        ["application/x-ndjson", "application/jsonl", "application/x-jsonlines", "application/json-seq"]
            .iter()
            .any(|known| typed.starts_with(known))
    }

    /// Server-sent events, one frame each, comments and heartbeats too.
    async fn read_events(
        &self,
        head: Vec<u8>,
        mut body: Body,
        emit: &Sender<What>,
        cancel: &CancellationToken,
    ) -> Result<End, NobodyListens> {
        let limit = self.client.settings.limits.event_bytes;
        let mut reader = sse::Reader::new(sse::Limits { event_bytes: limit as usize });
        let mut items = Vec::new();
        let mut chunk = Some(bytes::Bytes::from(head));
        let end = loop {
            if let Some(chunk) = &chunk {
                let pushed = reader.push(chunk, &mut items);
                self.tell_items(&body, &mut items, emit).await?;
                if pushed.is_err() {
                    break End::TooLarge(limit);
                }
            }
            chunk = match body.next(cancel).await {
                Ok(Some(chunk)) => Some(chunk),
                Ok(None) => break End::Complete,
                Err(End::ClosedByUs) => return Ok(End::ClosedByUs),
                Err(end) => break end,
            };
        };
        reader.finish(&mut items);
        self.tell_items(&body, &mut items, emit).await?;
        Ok(end)
    }

    async fn tell_items(
        &self,
        body: &Body,
        items: &mut Vec<sse::Item>,
        emit: &Sender<What>,
    ) -> Result<(), NobodyListens> {
        for item in items.drain(..) {
            let mut frame = match item {
                sse::Item::Event(event) => self.event_frame(body.stream(), event),
                sse::Item::Comment { span, .. } => self.frame(wire_ref(body.stream(), span), Decoded::Heartbeat),
                sse::Item::Rest { .. } => continue,
            };
            if frame.wire.offset == 0 && body.is_compressed() {
                let message =
                    "the stream is compressed, though no compression was asked for: a proxy may hold events back";
                frame.notes.push(Note { code: "compressed-stream", message: message.to_owned() });
            }
            tell(emit, What::Frame(Box::new(frame))).await?;
        }
        Ok(())
    }

    fn event_frame(&self, stream: u32, event: sse::Event) -> Frame {
        let decoded = match (rpc::read(&event.data, &self.expected()), event.name.as_deref()) {
            (Decoded::Unreadable(_), Some("error")) => {
                let words = json::quote(event.data.get(..event.data.floor_char_boundary(200)).unwrap_or_default());
                Decoded::Unreadable(format!("the server sent an error event that is no JSON object: {words}"))
            }
            (Decoded::Unreadable(why), _) if event.unterminated => {
                Decoded::Unreadable(format!("the stream ends inside this event; {why}"))
            }
            (decoded, _) => decoded,
        };
        let mut notes: Vec<Note> = event.oddities.iter().filter_map(oddity).collect();
        if event.unterminated {
            let message = "the last event is not ended by a blank line".to_owned();
            notes.push(Note { code: "unterminated", message });
        }
        if event.replaced {
            notes.push(replaced_note());
        }
        let name = event.name.filter(|name| name != "message");
        Frame { name, notes, replaced: event.replaced, ..self.frame(wire_ref(stream, event.span), decoded) }
    }

    fn frame(&self, wire: WireRef, decoded: Decoded) -> Frame {
        Frame {
            call: self.call.id,
            number: self.client.frame_number(),
            wire,
            name: None,
            notes: Vec::new(),
            replaced: false,
            decoded,
        }
    }

    fn expected(&self) -> rpc::Expected<'_> {
        rpc::Expected { id: self.call.rpc_id.as_deref(), dialect: self.call.dialect }
    }

    /// One JSON document: one frame.
    async fn read_json(
        &self,
        mut bytes: Vec<u8>,
        mut body: Body,
        emit: &Sender<What>,
        cancel: &CancellationToken,
    ) -> Result<End, NobodyListens> {
        let limit = self.client.settings.limits.event_bytes;
        loop {
            if bytes.len() as u64 > limit {
                return Ok(End::TooLarge(limit));
            }
            match body.next(cancel).await {
                Ok(Some(chunk)) => bytes.extend_from_slice(&chunk),
                Ok(None) => break,
                Err(end) => return Ok(end),
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        let decoded = rpc::read(&text, &self.expected());
        let starts_like_json = matches!(first_byte(&bytes), Some(b'{' | b'[' | b'"'));
        if matches!(decoded, Decoded::Unreadable(_)) && !starts_like_json {
            return Ok(self.not_readable("something that is not JSON", &bytes));
        }
        let replaced = std::str::from_utf8(&bytes).is_err();
        let mut notes = Vec::new();
        if replaced {
            notes.push(replaced_note());
        }
        if self.kind != BodyKind::Json {
            let typed = self.content_type.as_deref().unwrap_or("no content type");
            let message = format!("the answer is JSON, but its content type is {}", json::quote(typed));
            notes.push(Note { code: "content-type-mismatch", message });
        }
        let wire = WireRef { stream: body.stream(), offset: 0, length: bytes.len() as u64 };
        let frame = Frame { notes, replaced, ..self.frame(wire, decoded) };
        tell(emit, What::Frame(Box::new(frame))).await?;
        Ok(End::Complete)
    }

    /// Neither events nor JSON: enough is read to tell what it is.
    async fn read_other(
        &self,
        mut bytes: Vec<u8>,
        mut body: Body,
        cancel: &CancellationToken,
    ) -> Result<End, NobodyListens> {
        while bytes.len() < LOOKED_AT {
            match body.next(cancel).await {
                Ok(Some(chunk)) => bytes.extend_from_slice(&chunk),
                Err(End::ClosedByUs) => return Ok(End::ClosedByUs),
                // What came tells enough, however it ended.
                Ok(None) | Err(_) => break,
            }
        }
        Ok(self.not_readable(&discovery::what_is(&bytes), &bytes))
    }

    /// A status outside 2xx: the agent's own error is a frame, anything else an excerpt.
    async fn read_refusal(
        &self,
        mut body: Body,
        emit: &Sender<What>,
        cancel: &CancellationToken,
    ) -> Result<End, NobodyListens> {
        let mut bytes = Vec::new();
        let mut ended = End::Complete;
        while bytes.len() < ERROR_BODY {
            match body.next(cancel).await {
                Ok(Some(chunk)) => bytes.extend_from_slice(&chunk),
                Ok(None) => break,
                Err(End::ClosedByUs) => return Ok(End::ClosedByUs),
                Err(end) => {
                    ended = end;
                    break;
                }
            }
        }
        if let (Some((error, span)), End::Complete) = (self.refusal(&bytes), &ended) {
            let frame = self.frame(wire_ref(body.stream(), span), Decoded::Error(error));
            tell(emit, What::Frame(Box::new(frame))).await?;
            return Ok(End::Complete);
        }
        if let Some(to) = self.location.as_deref().filter(|_| (300..400).contains(&self.status)) {
            let why = match self.status {
                307 | 308 => "which is not followed to another origin or more than five times",
                _ => "which is not followed: only 307 and 308 keep the request",
            };
            let sentence = format!("HTTP {} redirects to {}, {why}", self.status, json::quote(to));
            return Ok(End::NotReadable { sentence, excerpt: discovery::excerpt(&bytes) });
        }
        Ok(match bytes.is_empty() {
            true => self.not_readable("an empty body", &bytes),
            false => self.not_readable(&discovery::what_is(&bytes), &bytes),
        })
    }

    /// The agent's error in a body outside 2xx, and its bytes: one JSON document, or the first such event of a stream.
    fn refusal(&self, bytes: &[u8]) -> Option<(crate::a2a::model::AgentError, std::ops::Range<u64>)> {
        let read = |text: &str| {
            let document =
                json::parse_text(text, &json::Limits { depth: rpc::FRAME_DEPTH, ..json::Limits::default() }).ok()?;
            errors::a2a_error(document.root())
        };
        if self.kind != BodyKind::Events || first_byte(bytes) == Some(b'{') {
            return read(&String::from_utf8_lossy(bytes)).map(|error| (error, 0..bytes.len() as u64));
        }
        let mut items = Vec::new();
        let mut reader = sse::Reader::new(sse::Limits { event_bytes: ERROR_BODY });
        // A body over the limit was not read in the first place.
        let _ = reader.push(bytes, &mut items);
        reader.finish(&mut items);
        items.into_iter().find_map(|item| match item {
            sse::Item::Event(event) => read(&event.data).map(|error| (error, event.span)),
            _ => None,
        })
    }

    fn not_readable(&self, what: &str, bytes: &[u8]) -> End {
        let typed = match self.content_type.as_deref() {
            Some(typed) => format!(" ({})", typed.trim()),
            None => " (no content type)".to_owned(),
        };
        let sentence = format!("HTTP {} with {what}{typed}", self.status);
        End::NotReadable { sentence, excerpt: discovery::excerpt(bytes) }
    }
}

fn wire_ref(stream: u32, span: std::ops::Range<u64>) -> WireRef {
    WireRef { stream, offset: span.start, length: span.end - span.start }
}

/// The first byte that is neither white space nor part of a byte order mark.
fn first_byte(bytes: &[u8]) -> Option<u8> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    bytes.iter().copied().find(|b| !b.is_ascii_whitespace())
}

/// Whether a body without a type begins like a stream of events.
fn looks_like_events(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    [&b":"[..], b"data", b"event", b"id:", b"retry:"].iter().any(|start| head.starts_with(start))
}

fn replaced_note() -> Note {
    Note {
        code: "replaced-bytes",
        message: "bytes that are not UTF-8 are shown as U+FFFD; no result is taken from this frame".to_owned(),
    }
}

fn oddity(oddity: &sse::Oddity) -> Option<Note> {
    let (code, message) = match oddity {
        sse::Oddity::UnknownField(name) => {
            ("unknown-field", format!("a line with the unknown field {}", json::quote(name)))
        }
        sse::Oddity::IdWithNul => ("id-with-nul", "an id with a NUL character, which is ignored".to_owned()),
        sse::Oddity::Retry(value) => (
            "retry-field",
            format!("the server asks to reconnect after {}; catseye never sends again by itself", json::quote(value)),
        ),
        // Both are ordinary, and seen in the raw frame.
        sse::Oddity::CommentInside | sse::Oddity::DataLines(_) => return None,
    };
    Some(Note { code, message })
}
