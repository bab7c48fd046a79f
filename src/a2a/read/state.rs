//! Task states and roles in every spelling that is in the wild.

use crate::a2a::model::{Role, TaskState};
use crate::json::{Kind, Value};

/// A task state from its JSON value: `TASK_STATE_COMPLETED`, `completed`, `input_required`, `CANCELLED`, or a protobuf
/// number. A word that nobody knows is kept as it came and ends nothing.
pub fn state(value: Value<'_>) -> TaskState {
    match value.kind() {
        Kind::Null => TaskState::Unspecified,
        Kind::String => {
            let word = value.as_str().unwrap_or_default();
            state_word(&word).unwrap_or_else(|| TaskState::Other(word.into_owned()))
        }
        Kind::Number => state_number(value.raw()).unwrap_or_else(|| TaskState::Other(value.raw().to_owned())),
        _ => TaskState::Other(value.raw().to_owned()),
    }
}

fn state_word(word: &str) -> Option<TaskState> {
    Some(match normal(word, "task_state_").as_str() {
        "" | "unspecified" | "unknown" => TaskState::Unspecified,
        "submitted" => TaskState::Submitted,
        "working" => TaskState::Working,
        "completed" => TaskState::Completed,
        "failed" => TaskState::Failed,
        "canceled" | "cancelled" => TaskState::Canceled,
        "rejected" => TaskState::Rejected,
        "input_required" => TaskState::InputRequired,
        "auth_required" => TaskState::AuthRequired,
        _ => return None,
    })
}

/// The numbers of `TaskState` in a2a.proto (A2A 1.0).
fn state_number(text: &str) -> Option<TaskState> {
    Some(match text {
        "0" => TaskState::Unspecified,
        "1" => TaskState::Submitted,
        "2" => TaskState::Working,
        "3" => TaskState::Completed,
        "4" => TaskState::Failed,
        "5" => TaskState::Canceled,
        "6" => TaskState::InputRequired,
        "7" => TaskState::Rejected,
        "8" => TaskState::AuthRequired,
        _ => return None,
    })
}

/// How a state that we know is spelled.
pub(super) enum Spelling {
    /// `TASK_STATE_COMPLETED`, as ProtoJSON has it.
    Capitals,
    /// `completed`, as 0.3 over JSON-RPC has it.
    LowerCase,
}

/// How a state is spelled; `None` for a number, for nothing, and for a word that nobody knows.
pub(super) fn spelling(value: Value<'_>) -> Option<Spelling> {
    let word = value.as_str().filter(|word| !word.is_empty())?;
    if word.starts_with("TASK_STATE_") {
        return Some(Spelling::Capitals);
    }
    state_word(&word).map(|_| Spelling::LowerCase)
}

/// A role from its JSON value, in every spelling.
pub fn role(value: Value<'_>) -> Role {
    let text = value.as_str().unwrap_or_else(|| value.raw().into());
    match normal(&text, "role_").as_str() {
        "user" | "1" => Role::User,
        "agent" | "2" => Role::Agent,
        _ => Role::Other(text.into_owned()),
    }
}

/// Lower case, `-` as `_`, without the enum's prefix.
fn normal(word: &str, prefix: &str) -> String {
    let word = word.trim().to_ascii_lowercase().replace('-', "_");
    word.strip_prefix(prefix).map(str::to_owned).unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{Limits, parse_text};

    fn read(text: &str) -> TaskState {
        state(parse_text(text, &Limits::default()).expect("JSON").root())
    }

    #[test]
    fn a_state_is_read_in_every_spelling() {
        for text in
            ["\"TASK_STATE_INPUT_REQUIRED\"", "\"input-required\"", "\"INPUT_REQUIRED\"", "\"Input_Required\"", "6"]
        {
            assert_eq!(read(text), TaskState::InputRequired, "{text}");
        }
        for text in ["\"TASK_STATE_CANCELLED\"", "\"canceled\"", "\"cancelled\"", "5"] {
            assert_eq!(read(text), TaskState::Canceled, "{text}");
        }
        for text in ["null", "\"\"", "\"unknown\"", "\"TASK_STATE_UNSPECIFIED\"", "0"] {
            assert_eq!(read(text), TaskState::Unspecified, "{text}");
        }
    }

    #[test]
    fn an_unknown_state_is_kept_as_it_came_and_ends_nothing() {
        for (text, word) in [
            ("\"TASK_STATE_PAUSED_FOR_BUDGET\"", "TASK_STATE_PAUSED_FOR_BUDGET"),
            ("\"UNRECOGNIZED\"", "UNRECOGNIZED"),
            ("9", "9"),
            ("3.0", "3.0"),
            ("[\"completed\"]", "[\"completed\"]"),
        ] {
            let state = read(text);
            assert_eq!(state, TaskState::Other(word.to_owned()));
            assert!(!state.ends_turn());
        }
    }

    #[test]
    fn a_role_is_read_in_every_spelling() {
        let read = |text: &str| role(parse_text(text, &Limits::default()).expect("JSON").root());
        assert_eq!(read("\"ROLE_AGENT\""), Role::Agent);
        assert_eq!(read("\"agent\""), Role::Agent);
        assert_eq!(read("1"), Role::User);
        assert_eq!(read("\"UNRECOGNIZED\""), Role::Other("UNRECOGNIZED".to_owned()));
    }
}
