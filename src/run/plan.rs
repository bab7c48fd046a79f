//! What the person asked for: everything a run needs to know, given before it begins.

use std::sync::Arc;

use crate::a2a::interface::Preferences;
use crate::json::Document;
use crate::kedi::Encoding;

/// All that was given. Values that differ from run to run (ids) come in here, so that the fold stays pure.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The address as typed.
    pub address: String,
    /// What is asked of the agent.
    pub ask: Ask,
    /// The id of our message, a new UUID v4; a whole message may bring its own.
    pub message_id: String,
    /// The id of a task that cannot exist, a new UUID v4: asking for it tells which generation an interface speaks when the
    /// card does not say. `None` never asks, and the interface is taken for 1.0.
    pub probe_id: Option<String>,
    /// The schema as given; `None` asks for text.
    pub schema: Option<Arc<str>>,
    /// Send the schema without white space.
    pub compact: bool,
    /// `--encoding`.
    pub encoding: Option<Encoding>,
    /// The conversation to go on with.
    pub context_id: Option<String>,
    /// The task to go on with, or to read.
    pub task_id: Option<String>,
    /// `--accept`: output modes instead of ours.
    pub accept: Option<Vec<String>>,
    /// Send the extension although the card does not advertise it (or not usably).
    pub assume_extension: bool,
    /// An unmet `format` is a mismatch, not a warning.
    pub assert_formats: bool,
    /// Whether streaming may be used.
    pub stream: bool,
    /// `--url-override`, `--binding`, `--dialect`.
    pub preferences: Preferences,
    /// Whether credentials were given (their values never come here).
    pub credentials_given: bool,
    /// `--allow-origin`: where else credentials may go.
    pub allowed_origins: Vec<String>,
    /// Our own limits.
    pub limits: Limits,
}

impl Plan {
    /// A plan with nothing but an address and a text: no schema, streaming where the agent can.
    pub fn new(address: impl Into<String>, message_id: impl Into<String>, ask: Ask) -> Self {
        Plan {
            address: address.into(),
            ask,
            message_id: message_id.into(),
            probe_id: None,
            schema: None,
            compact: false,
            encoding: None,
            context_id: None,
            task_id: None,
            accept: None,
            assume_extension: false,
            assert_formats: false,
            stream: true,
            preferences: Preferences::default(),
            credentials_given: false,
            allowed_origins: Vec::new(),
            limits: Limits::default(),
        }
    }
}

/// What is asked of the agent.
#[derive(Clone, Debug)]
pub enum Ask {
    /// A text becomes a message with one text part.
    Text(Arc<str>),
    /// A whole message, a JSON object as the protocol has it: what it lacks is added. Any other value becomes one data part.
    Message(Document),
    /// Nothing is sent: the task of [`Plan::task_id`] is read.
    Read,
}

/// Our own limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Levels of nesting in a schema.
    pub schema_depth: usize,
    /// Bytes of a decoded result.
    pub result_bytes: u64,
}

impl Default for Limits {
    /// 64 levels and 4 MiB.
    fn default() -> Self {
        Limits { schema_depth: 64, result_bytes: 4 << 20 }
    }
}
