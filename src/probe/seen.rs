//! What was seen: each request of the script with its answer.

use crate::a2a::errors;
use crate::a2a::interface::Dialect;
use crate::a2a::model::{AgentError, Decoded};
use crate::a2a::rpc::{self, Expected};
use crate::json::{self, Document, Value};

use super::{Asking, Judged};

/// A request and what came of it.
#[derive(Clone, Debug)]
pub struct Exchange {
    /// The request.
    pub asked: Asking,
    /// The answer, or why there is none: one sentence without a full stop.
    pub answer: Result<Answer, String>,
    /// How long it took, in microseconds.
    pub took: u64,
}

/// An answer.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// HTTP status.
    pub status: u16,
    /// Every header as it came.
    pub headers: Vec<(String, String)>,
    /// The body as text, bytes that are not UTF-8 replaced; of a large one the beginning.
    pub text: String,
    /// The body, when it is one JSON document.
    pub document: Option<Document>,
    /// What each event of a stream said, heartbeats left out.
    pub events: Vec<Decoded>,
    /// Whether a stream came to its end by itself.
    pub ended: bool,
}

impl Answer {
    /// An answer with this body.
    pub fn new(status: u16, headers: Vec<(String, String)>, text: String) -> Self {
        let document = json::parse_text(&text, &json::Limits::default()).ok();
        Answer { status, headers, text, document, events: Vec::new(), ended: true }
    }

    /// A header by its name, in any case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }

    /// The content type without parameters, in small letters; empty when there is none.
    pub fn media_type(&self) -> String {
        let value = self.header("content-type").unwrap_or_default();
        value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
    }

    /// The root of the body, when it is JSON.
    pub fn root(&self) -> Option<Value<'_>> {
        self.document.as_ref().map(Document::root)
    }

    /// The error that the answer is: in an envelope, as a body outside 2xx, or as the only event of a stream.
    pub fn error(&self) -> Option<AgentError> {
        if let Some(root) = self.root() {
            if let Some(error) = root.get("error").filter(|error| !error.is_null()) {
                return Some(errors::from_member(error));
            }
            return if self.is_success() { None } else { errors::a2a_error(root) };
        }
        self.events.iter().find_map(|event| match event {
            Decoded::Error(error) => Some(error.clone()),
            _ => None,
        })
    }

    /// What the body says, read as an answer of this generation.
    pub fn decoded(&self, dialect: Dialect) -> Decoded {
        rpc::read(&self.text, &Expected { id: None, dialect })
    }

    /// Whether the status is 2xx.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// What came, a few words for a sentence: `-32001 TaskNotFoundError: Task not found`, `HTTP 404 text/html`.
    pub fn words(&self) -> String {
        match self.error() {
            Some(error) if self.is_success() => cut(&error.sentence()),
            Some(error) => format!("HTTP {}, {}", self.status, cut(&error.sentence())),
            None if self.is_success() && self.root().is_some_and(|root| root.get("result").is_some()) => {
                "a result".to_owned()
            }
            None => match self.media_type() {
                kind if kind.is_empty() => format!("HTTP {} without a content type", self.status),
                kind => format!("HTTP {} {kind}", self.status),
            },
        }
    }
}

/// A sentence of the agent's, short enough to stand in one of ours.
fn cut(text: &str) -> String {
    crate::text::truncate(text, 160).into_owned()
}

/// Everything that was seen, in the order of the script.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    exchanges: Vec<Exchange>,
}

impl Seen {
    /// Keeps an exchange.
    pub fn add(&mut self, exchange: Exchange) {
        self.exchanges.push(exchange);
    }

    /// All of them.
    pub fn exchanges(&self) -> &[Exchange] {
        &self.exchanges
    }

    /// The exchange of the request with this name.
    pub fn exchange(&self, name: &str) -> Option<&Exchange> {
        self.exchanges.iter().find(|exchange| exchange.asked.name == name)
    }

    /// The answer to the request with this name, when there is one.
    pub fn answer(&self, name: &str) -> Option<&Answer> {
        self.exchange(name)?.answer.as_ref().ok()
    }

    /// The answer to judge by.
    ///
    /// # Errors
    /// The judgement when there is none: the request was not made, there was no answer, or it was refused for want of
    /// credentials.
    pub(super) fn judged(&self, name: &str) -> Result<&Answer, Judged> {
        let Some(exchange) = self.exchange(name) else {
            return Err(Judged::Skipped("not asked".to_owned()));
        };
        let answer = exchange.answer.as_ref().map_err(|fault| Judged::Fails(fault.clone()))?;
        let refused = answer.error().is_some_and(|error| matches!(error.rpc_code(), Some("-31401" | "-31403")));
        if refused || matches!(answer.status, 401 | 403) {
            return Err(Judged::Skipped(format!("it asks for credentials ({})", answer.words())));
        }
        if answer.error().is_some_and(|error| error.rpc_code() == Some("-32008")) {
            return Err(Judged::Skipped("it insists on an extension that catseye does not have".to_owned()));
        }
        Ok(answer)
    }
}
