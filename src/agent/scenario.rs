//! What a scenario is made of. A scenario is data; `play` is the one place that acts on it.

use crate::a2a::model::TaskState;

/// One thing the agent can be asked for: a skill of its card.
#[derive(Debug)]
pub struct Scenario {
    /// The skill's id; of a failure, the failure class a client should end in.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// A few words beside the name.
    pub summary: &'static str,
    /// What it belongs to.
    pub group: Group,
    /// Texts that choose it, compared without case and outer white space; the first is the card's first example.
    pub texts: &'static [&'static str],
    /// How the request is met.
    pub opening: Opening,
    /// What happens then.
    pub acts: &'static [Act],
    /// What happens when the task waits and an answer comes.
    pub answered: &'static [Act],
}

impl Scenario {
    /// A scenario without a name or an act, for the tables to begin with.
    pub(super) const fn in_group(group: Group) -> Scenario {
        Scenario { id: "", name: "", summary: "", group, texts: &[], opening: Opening::Task, acts: &[], answered: &[] }
    }
}

/// What a scenario belongs to; the card lists the groups in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// The good path.
    Good,
    /// Odd, but no failure.
    Tour,
    /// Ends in a failure class.
    Failure,
}

impl Group {
    /// The skill's tag.
    pub fn tag(self) -> &'static str {
        match self {
            Group::Good => "recipe",
            Group::Tour => "tour",
            Group::Failure => "failure",
        }
    }
}

/// How a request is met, before or instead of a task.
#[derive(Debug)]
pub enum Opening {
    /// With a task.
    Task,
    /// With one message and no task; the text is the agent's words.
    Message(&'static str),
    /// With an error object of the binding.
    Error(ScriptedError),
    /// With an HTTP status, before any protocol.
    Http {
        /// The status.
        status: u16,
        /// One more header.
        header: Option<(&'static str, &'static str)>,
        /// The body's type.
        content_type: &'static str,
        /// The body.
        body: &'static str,
    },
    /// With a closed connection.
    HangUp,
    /// With the head of an answer, and never a byte of its body.
    Silence,
}

/// An error object whose every word is the scenario's.
#[derive(Clone, Copy, Debug)]
pub struct ScriptedError {
    /// The JSON-RPC code.
    pub code: i32,
    /// The sentence.
    pub message: &'static str,
    /// The one detail in `data`: JSON text of an object.
    pub detail: &'static str,
}

/// One step of a scenario.
#[derive(Debug)]
pub enum Act {
    /// Nothing for this many milliseconds.
    Wait(u32),
    /// The task is being worked on; the agent says so.
    Working(&'static str),
    /// Many updates, one after another; `{n}` is the number, from 1, `{of}` the count.
    Count {
        /// How many.
        count: u32,
        /// Milliseconds before each.
        every: u32,
        /// The agent's words.
        text: &'static str,
    },
    /// A chunk of the notes artifact.
    Notes {
        /// The text.
        text: &'static str,
        /// Whether it begins the artifact, continues it, or ends it.
        place: Chunk,
    },
    /// The result in this form: the typed one when a schema was sent, else a text.
    Result(Form),
    /// The turn ends in this state with these words, and one JSON object more when there is one.
    End(TaskState, &'static str, Option<&'static str>),
    /// The task is known no longer.
    Forget,
    /// Every open stream breaks off.
    BreakOff,
    /// Bytes on the streams, as they are.
    Bytes(&'static str),
    /// An error object on the streams.
    Error(ScriptedError),
}

/// Where a chunk stands in its artifact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chunk {
    /// The first: it creates the artifact.
    First,
    /// One between.
    Next,
    /// The last.
    Last,
}

/// What the typed result looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As the seed says.
    Good,
    /// Its numbers spelled in ways that a double would not keep.
    BigNumbers,
    /// Its strings in many scripts.
    Unicode,
    /// Its strings with control and bidi characters.
    Hostile,
    /// A good raw part, and a data part that says something else.
    RawAndData,
    /// A data part, whatever encoding was asked for.
    Data,
    /// Two raw parts.
    TwoParts,
    /// The address of a document, instead of the document.
    UrlOnly,
    /// Base64 of bytes that are not UTF-8.
    Latin1,
    /// Under another name.
    Misnamed,
    /// Twice, with two ids.
    Twice,
    /// Without the extension's URI.
    Unmarked,
    /// As `text/plain`.
    PlainText,
    /// Base64 that is none.
    BadBase64,
    /// Valid, and above 4 MiB.
    TooLarge,
    /// Cut off inside.
    Truncated,
    /// With `NaN` for a number.
    NonFinite,
    /// With a sentence after it.
    Malformed,
    /// JSON that the schema does not allow.
    Mismatched,
    /// A value that takes a validator too long to judge, with a schema made for that.
    Undecidable,
}
