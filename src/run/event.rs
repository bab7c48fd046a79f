//! Everything that can happen in a run. A recording is a list of these; folding it again gives the same run.

use std::sync::Arc;

use crate::a2a::interface::Dialect;
use crate::a2a::model::{Decoded, Note};

pub use crate::a2a::request::Operation;

/// Bytes in the wire store: which stream of bytes, where, how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WireRef {
    /// Number of the byte stream (each request body and each response body is one).
    pub stream: u32,
    /// First byte.
    pub offset: u64,
    /// How many bytes.
    pub length: u64,
}

/// One request and its answer within a run, numbered from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallId(pub u32);

/// One thing that happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Microseconds since the run began.
    pub at: u64,
    /// What happened.
    pub what: What,
}

/// What can happen.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// One try for the card is over.
    Attempted(Box<Attempt>),
    /// The search for a card is over; the attempts say how it went.
    Discovered,
    /// The schema was checked.
    SchemaChecked(Arc<SchemaReport>),
    /// A request goes out.
    Requested(Box<Requested>),
    /// The answer's head is here.
    Answered(Box<Answered>),
    /// One event of the stream, or the whole answer when it was not a stream.
    Frame(Box<Frame>),
    /// The answer ended.
    Closed {
        /// Which call.
        call: CallId,
        /// How.
        end: End,
    },
    /// No answer at all.
    Unanswered {
        /// Which call.
        call: CallId,
        /// Why.
        fault: NetFault,
    },
    /// A wait that was asked for is over.
    Waited {
        /// Its number.
        timer: u32,
    },
    /// The result was validated.
    Validated(Box<Validation>),
    /// `--timeout` struck.
    DeadlineStruck,
    /// The person stops the run.
    StopAsked(Stop),
}

/// Who or what asked to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// A key in the workbench, or SIGINT.
    Interrupt,
    /// SIGTERM.
    Terminate,
    /// SIGHUP.
    HangUp,
}

/// A try to fetch the card from one address.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempt {
    /// The address.
    pub url: String,
    /// The address after redirects within the origin, when it differs.
    pub final_url: Option<String>,
    /// HTTP status, when there was an answer.
    pub status: Option<u16>,
    /// `content-type` as it came.
    pub content_type: Option<String>,
    /// `www-authenticate` as it came, of a 401 or 403.
    pub challenge: Option<String>,
    /// Bytes of the body.
    pub bytes: u64,
    /// The body.
    pub wire: Option<WireRef>,
    /// How long it took, in microseconds.
    pub took: u64,
    /// What was odd about the body: `replaced-bytes`, `byte-order-mark`.
    pub notes: Vec<Note>,
    /// What came of it.
    pub result: AttemptResult,
}

impl Attempt {
    /// A try at this address with this end; what an answer brought is filled in by the caller.
    pub fn new(url: impl Into<String>, result: AttemptResult) -> Attempt {
        Attempt {
            url: url.into(),
            final_url: None,
            status: None,
            content_type: None,
            challenge: None,
            bytes: 0,
            wire: None,
            took: 0,
            notes: Vec::new(),
            result,
        }
    }
}

/// What came of an attempt.
#[derive(Clone, Debug, PartialEq)]
pub enum AttemptResult {
    /// A card. The text is parsed again by the fold (`a2a::card::parse`), so that a recording holds no second copy.
    Card(Arc<str>),
    /// A 2xx that is no card; the sentence says why, the hint what to try.
    NotACard {
        /// Why.
        sentence: String,
        /// What to try.
        hint: Option<String>,
        /// The first bytes of the body.
        excerpt: String,
    },
    /// Any other status.
    Status {
        /// The first bytes of the body.
        excerpt: String,
    },
    /// No whole answer.
    Fault(NetFault),
}

/// Why there was no answer, or no whole one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetFault {
    /// Which class.
    pub kind: NetFaultKind,
    /// One sentence that names host and port, without a full stop.
    pub sentence: String,
}

/// The classes of network faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NetFaultKind {
    /// No connection, closed, or broken off.
    Unreachable,
    /// The TLS handshake failed.
    Tls,
    /// A time limit struck.
    Timeout,
    /// The address or the request could not be made (a bad URL, no certificates): what to do is in the sentence.
    Unusable,
}

/// One request to make. It holds no secret: credentials are added where the origin allows it, below this type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// Its number within the run.
    pub id: CallId,
    /// What it asks for.
    pub operation: Operation,
    /// The generation it is written in: what belongs to another in the answer is noted.
    pub dialect: Dialect,
    /// Where to.
    pub url: String,
    /// `POST` or `GET`.
    pub method: String,
    /// Headers that the protocol asks for (`A2A-Version`, `A2A-Extensions`); the client adds the rest.
    pub headers: Vec<(String, String)>,
    /// The body; empty with GET.
    pub body: String,
    /// The JSON-RPC id the answer should carry; `None` when the binding has none.
    pub rpc_id: Option<String>,
    /// Whether a stream of events is asked for. The answer's content type still decides how it is read.
    pub expect_stream: bool,
}

/// A request as it went out. Secrets are masked before they come here.
#[derive(Clone, Debug, PartialEq)]
pub struct Requested {
    /// Which call.
    pub call: CallId,
    /// What it asks for.
    pub operation: Operation,
    /// `POST`.
    pub method: String,
    /// Where to.
    pub url: String,
    /// Every header as sent, secrets masked.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Option<WireRef>,
}

/// The head of an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    /// Which call.
    pub call: CallId,
    /// HTTP status.
    pub status: u16,
    /// Every header as it came.
    pub headers: Vec<(String, String)>,
    /// `HTTP/1.1`.
    pub version: String,
    /// The address after redirects within the origin, when it differs from the one that was asked.
    pub final_url: Option<String>,
    /// How the body is read, as far as its head tells; a body that begins with `{` is read as JSON all the same.
    pub body: BodyKind,
    /// Number of the byte stream that holds the body as it came. Frames of a compressed body refer to another one,
    /// which holds what it decodes to.
    pub wire: u32,
}

/// How a body is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyKind {
    /// Server-sent events.
    Events,
    /// One JSON document.
    Json,
    /// Anything else: shown, not read.
    Other,
}

/// One event of a stream, or one whole body.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// Which call.
    pub call: CallId,
    /// Its number within the run, from 1.
    pub number: u32,
    /// Its bytes as they came (comments and heartbeats too).
    pub wire: WireRef,
    /// The SSE event name, when it is not the default.
    pub name: Option<String>,
    /// What was odd about it as a frame: `unterminated`, `replaced-bytes`, `multi-line` …
    pub notes: Vec<Note>,
    /// Whether bytes had to be replaced: such a frame never yields a result.
    pub replaced: bool,
    /// What it says.
    pub decoded: Decoded,
}

/// How an answer ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// As it should.
    Complete,
    /// Broken off; the sentence says how.
    Cut(String),
    /// No byte for this long, in milliseconds.
    Idle(u64),
    /// An event or a body over the limit, in bytes.
    TooLarge(u64),
    /// Neither events nor JSON; the sentence says what came.
    NotReadable {
        /// What came.
        sentence: String,
        /// The first bytes.
        excerpt: String,
    },
    /// We closed it.
    ClosedByUs,
}

/// What a check of the schema found: the part of `schema::check` that a run needs.
#[derive(Clone, Debug, PartialEq)]
pub struct SchemaReport {
    /// All findings, most severe and first place first.
    pub findings: Vec<crate::schema::Finding>,
    /// UTF-8 bytes as they will be sent.
    pub bytes: u64,
    /// How long the check took, in microseconds.
    pub took: u64,
}

/// What a validation found.
#[derive(Clone, Debug, PartialEq)]
pub struct Validation {
    /// The verdict.
    pub verdict: Verdict,
    /// How long it took, in microseconds.
    pub took: u64,
}

/// Whether a value is what the schema asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// Valid; findings are warnings (an unmet format, 78.0 for an integer).
    Valid(Vec<crate::schema::Finding>),
    /// Not valid.
    Invalid {
        /// What is wrong; empty when it was too complex to list.
        findings: Vec<crate::schema::Finding>,
        /// How many more there are beyond those listed; `None` when nobody knows.
        more: Option<usize>,
    },
    /// Not decidable within the limits; the sentence says which.
    Undecided(String),
}
