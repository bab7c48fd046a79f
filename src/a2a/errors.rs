//! What an agent's error code means, in the specification's name and in words that say what to do.
//!
//! Codes: JSON-RPC 2.0 §5.1, A2A 1.0 §5.4 and §9.5; reasons: google.rpc.ErrorInfo as A2A 1.0 writes them.

mod read;

use super::model::AgentError;

pub(crate) use read::bare;
pub use read::{a2a_error, from_member};

/// One error the protocols know: code, name, ErrorInfo reason, what to do.
struct Known {
    code: &'static str,
    name: &'static str,
    reason: &'static str,
    advice: &'static str,
}

const KNOWN: &[Known] = &[
    Known {
        code: "-32700",
        name: "ParseError",
        reason: "PARSE_ERROR",
        advice: "the agent could not read the request as JSON; a proxy or body parser in front of it may have eaten the body",
    },
    Known {
        code: "-32600",
        name: "InvalidRequestError",
        reason: "INVALID_REQUEST",
        advice: "the agent takes the request for no valid JSON-RPC request; compare the address with the card's interfaces",
    },
    Known {
        code: "-32601",
        name: "MethodNotFoundError",
        reason: "METHOD_NOT_FOUND",
        advice: "the agent does not know the method; it may speak another generation of A2A than its card says",
    },
    Known {
        code: "-32602",
        name: "InvalidParamsError",
        reason: "INVALID_PARAMS",
        advice: "the agent refused the parameters; its data names the members that are wrong",
    },
    Known {
        code: "-32603",
        name: "InternalError",
        reason: "INTERNAL_ERROR",
        advice: "the agent failed inside; its log says more than it tells us",
    },
    Known {
        code: "-32001",
        name: "TaskNotFoundError",
        reason: "TASK_NOT_FOUND",
        advice: "the agent does not know this task: it may have expired, belong to somebody else, or live on another server",
    },
    Known {
        code: "-32002",
        name: "TaskNotCancelableError",
        reason: "TASK_NOT_CANCELABLE",
        advice: "the task has ended already or cannot be stopped; get it to see where it stands",
    },
    Known {
        code: "-32003",
        name: "PushNotificationNotSupportedError",
        reason: "PUSH_NOTIFICATION_NOT_SUPPORTED",
        advice: "the agent sends no push notifications; stream or poll instead",
    },
    Known {
        code: "-32004",
        name: "UnsupportedOperationError",
        reason: "UNSUPPORTED_OPERATION",
        advice: "the agent does not do this: streaming may be off (use --no-stream), or the task has ended already",
    },
    Known {
        code: "-32005",
        name: "ContentTypeNotSupportedError",
        reason: "CONTENT_TYPE_NOT_SUPPORTED",
        advice: "the agent does not take or give this media type; compare --accept with the card's input and output modes",
    },
    Known {
        code: "-32006",
        name: "InvalidAgentResponseError",
        reason: "INVALID_AGENT_RESPONSE",
        advice: "what is behind the agent answered against the protocol; its log says more",
    },
    Known {
        code: "-32007",
        name: "ExtendedAgentCardNotConfiguredError",
        reason: "EXTENDED_AGENT_CARD_NOT_CONFIGURED",
        advice: "the agent has no extended card, whatever its card says",
    },
    Known {
        code: "-32008",
        name: "ExtensionSupportRequiredError",
        reason: "EXTENSION_SUPPORT_REQUIRED",
        advice: "the agent insists on an extension that was not requested; its card marks it as required",
    },
    Known {
        code: "-32009",
        name: "VersionNotSupportedError",
        reason: "VERSION_NOT_SUPPORTED",
        advice: "the agent does not speak the version that was asked for, or a proxy removed the A2A-Version header",
    },
    Known {
        code: "-31401",
        name: "Unauthorized",
        reason: "UNAUTHENTICATED",
        advice: "give credentials with --bearer or --header; the card's security says which kind",
    },
    Known {
        code: "-31403",
        name: "Forbidden",
        reason: "PERMISSION_DENIED",
        advice: "the credentials were understood but are not allowed to do this",
    },
];

/// The specification's name of a code (`-32001` is `TaskNotFoundError`); `None` for one it does not know.
pub fn name(code: &str) -> Option<&'static str> {
    KNOWN.iter().find(|k| k.code == code).map(|k| k.name)
}

/// What to do about a code, one sentence without a full stop; `None` for one nobody knows.
pub fn advice(code: &str) -> Option<&'static str> {
    KNOWN.iter().find(|k| k.code == code).map(|k| k.advice)
}

/// The JSON-RPC code that an ErrorInfo reason stands for (`TASK_NOT_FOUND` is `-32001`).
pub fn code_of_reason(reason: &str) -> Option<&'static str> {
    KNOWN.iter().find(|k| k.reason == reason).map(|k| k.code)
}

impl AgentError {
    /// Whether the agent refuses the generation that was spoken, and so did nothing: it does not know the method, it does
    /// not speak the version, or it says so in its words under another code (Python servers of both generations). An
    /// agent's own failure may speak of versions too, so that the words must name the protocol's.
    pub fn refuses_dialect(&self) -> bool {
        let words = self.message.to_ascii_lowercase();
        let says_so = ["a2a version", "protocol version"].iter().any(|what| words.contains(what));
        let says_so = says_so && words.contains("not supported");
        match self.rpc_code() {
            Some("-32601" | "-32009") => true,
            Some("-32600" | "-32603") => says_so,
            _ => false,
        }
    }

    /// The JSON-RPC code this error stands for: by its reason when it has one we know (HTTP+JSON puts the HTTP status
    /// where the code stands), else its own.
    pub fn rpc_code(&self) -> Option<&str> {
        self.reason.as_deref().and_then(code_of_reason).or(self.code.as_deref())
    }

    /// Code, name and the agent's words: `-32001 TaskNotFoundError: Task not found`, `RATE_LIMITED: slow down`.
    pub fn sentence(&self) -> String {
        let code = self.rpc_code();
        let head = match (code, code.and_then(name)) {
            (Some(code), Some(name)) => format!("{code} {name}"),
            (Some(code), None) => code.to_owned(),
            (None, _) => String::new(),
        };
        match (head.is_empty(), self.message.is_empty()) {
            (true, true) => "an error without code or words".to_owned(),
            (true, false) => self.message.clone(),
            (false, true) => head,
            (false, false) => format!("{head}: {}", self.message),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_known_code_has_a_name_and_an_advice() {
        assert_eq!(name("-32009"), Some("VersionNotSupportedError"));
        assert_eq!(code_of_reason("TASK_NOT_FOUND"), Some("-32001"));
        for known in KNOWN {
            assert!(known.advice.len() > 20 && !known.advice.ends_with('.'), "{}", known.code);
        }
        assert_eq!(name("502"), None);
        assert_eq!(advice("RATE_LIMITED"), None);
    }

    #[test]
    fn a_refused_generation_is_told_from_a_refused_request() {
        let refuses = |code: &str, reason: Option<&str>, message: &str| {
            let (message, reason) = (message.to_owned(), reason.map(str::to_owned));
            AgentError { code: Some(code.to_owned()), message, data: None, reason }.refuses_dialect()
        };
        assert!(refuses("-32601", None, "Method not found"));
        assert!(refuses("-32009", None, ""));
        assert!(refuses("400", Some("VERSION_NOT_SUPPORTED"), ""));
        assert!(refuses("-32603", None, "A2A version '1.0' is not supported by this handler. Expected version '0.3'."));
        let own = "this version of the tool is not supported";
        for (code, message) in [
            ("-32603", own),
            ("-32600", own),
            ("-32603", "the A2A version check crashed"),
            ("-32602", "Invalid params"),
            ("-32001", ""),
        ] {
            assert!(!refuses(code, None, message), "{code}");
        }
    }

    #[test]
    fn a_sentence_says_code_name_and_words() {
        let error = |code: Option<&str>, reason: Option<&str>, message: &str| AgentError {
            code: code.map(str::to_owned),
            message: message.to_owned(),
            data: None,
            reason: reason.map(str::to_owned),
        };
        assert_eq!(error(Some("-32001"), None, "gone").sentence(), "-32001 TaskNotFoundError: gone");
        assert_eq!(error(Some("404"), Some("TASK_NOT_FOUND"), "gone").sentence(), "-32001 TaskNotFoundError: gone");
        assert_eq!(error(Some("RATE_LIMITED"), None, "slow down").sentence(), "RATE_LIMITED: slow down");
        assert_eq!(error(None, None, "boom").sentence(), "boom");
        assert_eq!(error(None, None, "").sentence(), "an error without code or words");
    }
}
