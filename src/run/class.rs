//! The failure classes: word, title, what to try, and the verdict each leads to.

use super::ladder::StepId;
use super::verdict::Verdict;

macro_rules! classes {
    ($( $(#[doc = $doc:literal])* $variant:ident = $word:literal, $title:literal, $advice:literal; )*) => {
        /// Why a run has no typed value. The words are fixed: scripts, reports and recordings carry them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Class {
            $( $(#[doc = $doc])* $variant, )*
        }

        impl Class {
            /// Every class, in the order of the ladder.
            pub const ALL: &'static [Class] = &[$(Class::$variant),*];

            /// The word in JSON output: `result-truncated`.
            pub fn word(self) -> &'static str {
                match self { $(Class::$variant => $word,)* }
            }

            /// The headline on screen, a few words.
            pub fn title(self) -> &'static str {
                match self { $(Class::$variant => $title,)* }
            }

            /// What to try next when the place knows nothing better: one sentence without a full stop.
            pub fn advice(self) -> &'static str {
                match self { $(Class::$variant => $advice,)* }
            }
        }
    };
}

classes! {
    /// No connection, closed, or broken off before a whole answer.
    Unreachable = "unreachable", "the agent cannot be reached",
        "check host and port, and that the agent is running";
    /// The TLS handshake failed.
    Tls = "tls", "no secure connection",
        "give the authority with --ca-file, or use --insecure on a network you trust";
    /// A time limit struck.
    Timeout = "timeout", "a time limit struck",
        "raise the limit that struck (--idle-timeout, --response-timeout, --timeout), or read the task later with --task";
    /// An answer outside 2xx that is no error of the protocol.
    HttpStatus = "http-status", "the server answered with an error status",
        "look at the body in Wire: it is often a proxy, a login page or a wrong path";
    /// Credentials are missing or were refused.
    Unauthorized = "unauthorized", "credentials are missing or were refused",
        "give credentials with --bearer or --header; the card says which it wants";
    /// A 2xx answer that is no agent card.
    NotAnAgent = "not-an-agent", "there is no agent card at this address",
        "give the card's own address, or the base address of the agent";
    /// No interface that we speak.
    NoUsableInterface = "no-usable-interface", "no interface we speak",
        "use --url-override, --binding or --dialect when you know better than the card";
    /// The interface is elsewhere and credentials were given.
    OtherOrigin = "other-origin", "credentials would leave the origin you typed",
        "allow it with --allow-origin, or use --url-override with the address you typed";
    /// The card does not list the extension.
    ExtensionNotAdvertised = "extension-not-advertised", "the agent does not offer typed answers",
        "send without a schema, or use --assume-extension when the card is wrong";
    /// The extension is listed in a form we cannot use.
    ExtensionUnsupported = "extension-unsupported", "the extension is declared in a form we cannot use",
        "ask the agent's owner to correct the declaration, or use --assume-extension";
    /// The schema is no JSON, or no object.
    SchemaSyntax = "schema-syntax", "the schema is not a JSON object",
        "correct the schema at the place shown";
    /// `$schema` names another dialect.
    SchemaDialect = "schema-dialect", "the schema is of another dialect",
        "remove $schema or set it to https://json-schema.org/draft/2020-12/schema";
    /// The schema carries `$id`.
    SchemaId = "schema-id", "the schema has an $id",
        "remove $id and refer with #/$defs/…";
    /// A reference leaves the document.
    SchemaRemoteRef = "schema-remote-ref", "a reference leaves the schema",
        "copy what it refers to into $defs and refer with #/$defs/…";
    /// Nested deeper than the limit.
    SchemaTooDeep = "schema-too-deep", "the schema is nested too deep",
        "move inner parts into $defs and refer to them";
    /// Not valid against the meta-schema, a dangling reference, or it does not compile.
    SchemaInvalid = "schema-invalid", "the schema is not valid",
        "correct the schema at the place shown";
    /// More bytes than the agent takes.
    SchemaTooLarge = "schema-too-large", "the schema is larger than the agent takes",
        "send it without white space (--compact), or shorten descriptions and enumerations";
    /// The agent takes schemas only in a form in which this one would change.
    SchemaLossy = "schema-lossy", "the schema would change on its way",
        "use numbers that a double can hold, or an agent that takes json-utf8";
    /// The agent answered with an error.
    RpcError = "rpc-error", "the agent answered with an error",
        "read the agent's own words below";
    /// The agent does not speak this version of the protocol.
    VersionNotSupported = "version-not-supported", "the agent does not speak this version",
        "choose the version with --dialect";
    /// What came is no answer of the protocol.
    Protocol = "protocol", "the answer is not one of the protocol",
        "look at the bytes in Wire; a proxy may have answered";
    /// The stream ended while the task was active.
    StreamInterrupted = "stream-interrupted", "the stream ended before the task did",
        "read the task later with --task, or send without streaming (--no-stream)";
    /// The task failed.
    TaskFailed = "task-failed", "the task failed",
        "read the agent's own words below, change the message or the schema, and send again";
    /// The agent would not do the task.
    TaskRejected = "task-rejected", "the agent rejected the task",
        "read the agent's own words below, and change the message";
    /// The task was cancelled, and not by us.
    TaskCanceled = "task-canceled", "the task was canceled",
        "send again";
    /// The agent asks something.
    InputRequired = "input-required", "the agent waits for an answer",
        "answer it in the same task (--task and --context)";
    /// The agent wants credentials within the task.
    AuthRequired = "auth-required", "the agent waits for authorisation",
        "authorise as the agent says, then answer in the same task";
    /// The result came under another name.
    ResultMisnamed = "result-misnamed", "the result has another name",
        "the agent must name the artifact exactly as its card says";
    /// There is no result.
    ResultMissing = "result-missing", "the task completed without a typed result",
        "the agent must send the result as an artifact of its own";
    /// There are several results.
    ResultAmbiguous = "result-ambiguous", "there is more than one result",
        "the agent must send exactly one artifact with exactly one result part";
    /// The result artifact does not list the extension.
    ResultUnmarked = "result-unmarked", "the result does not carry the extension's mark",
        "the agent must list the extension's URI in the artifact's extensions";
    /// The result part is of another media type.
    ResultMediaType = "result-media-type", "the result is of another media type",
        "the agent must declare application/json";
    /// The result part does not decode.
    ResultEncoding = "result-encoding", "the result does not decode",
        "the agent must send the UTF-8 bytes of the JSON text, as base64";
    /// The result is larger than our limit.
    ResultTooLarge = "result-too-large", "the result is larger than the limit",
        "raise --max-result-bytes";
    /// The result ends inside a value.
    ResultTruncated = "result-truncated", "the result was cut off",
        "the model probably ran out of tokens: ask for less, or raise the agent's limit";
    /// The result has a number that is not finite.
    ResultNonFinite = "result-non-finite", "the result has a number that is not finite",
        "NaN and Infinity are no JSON: the agent must send null or a string instead";
    /// The result is no JSON.
    ResultMalformed = "result-malformed", "the result is not JSON",
        "the agent must send one JSON document and nothing around it";
    /// The result is not what the schema asks for.
    ResultSchemaMismatch = "result-schema-mismatch", "the result does not match the schema",
        "look at the places listed; the schema or the agent's prompt must change";
    /// Validation could not be decided within its limits.
    ResultUndecided = "result-undecided", "the result could not be checked within the limits",
        "simplify the schema: nested alternatives and patterns are what costs";
}

impl Class {
    /// The class with this word.
    pub fn from_word(word: &str) -> Option<Class> {
        Class::ALL.iter().copied().find(|class| class.word() == word)
    }

    /// The verdict of a run whose first failed step has this class.
    pub fn verdict(self) -> Verdict {
        use Class::*;
        match self {
            Unreachable | Tls | HttpStatus | NotAnAgent | NoUsableInterface | VersionNotSupported | Protocol
            | StreamInterrupted => Verdict::Unreachable,
            Unauthorized => Verdict::Unauthorized,
            Timeout => Verdict::Timeout,
            OtherOrigin
            | ExtensionNotAdvertised
            | ExtensionUnsupported
            | SchemaSyntax
            | SchemaDialect
            | SchemaId
            | SchemaRemoteRef
            | SchemaTooDeep
            | SchemaInvalid
            | SchemaTooLarge
            | SchemaLossy => Verdict::Refused,
            InputRequired | AuthRequired => Verdict::Waiting,
            RpcError | TaskFailed | TaskRejected | TaskCanceled | ResultMisnamed | ResultMissing | ResultAmbiguous
            | ResultUnmarked | ResultMediaType | ResultEncoding | ResultTooLarge | ResultTruncated
            | ResultNonFinite | ResultMalformed | ResultSchemaMismatch | ResultUndecided => Verdict::Failed,
        }
    }

    /// The step of the ladder where a finding of the schema with this class stands; `None` for other classes.
    pub fn schema_step(self) -> Option<StepId> {
        use Class::*;
        match self {
            SchemaSyntax => Some(StepId::SchemaJson),
            SchemaDialect | SchemaId | SchemaRemoteRef | SchemaTooDeep => Some(StepId::SchemaPolicy),
            SchemaInvalid => Some(StepId::SchemaValid),
            SchemaTooLarge | SchemaLossy => Some(StepId::SchemaSize),
            _ => None,
        }
    }
}

impl std::fmt::Display for Class {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
}
