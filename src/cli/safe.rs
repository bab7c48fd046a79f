//! What may stand on standard output: JSON whose strings hold no character that a terminal obeys.

use std::borrow::Cow;
use std::fmt::Write;

/// A JSON text with every raw DEL, C1 and bidirectional control written as its `\u` escape.
///
/// In JSON such characters stand inside strings only, where the escape means the same.
pub fn safe_json(json: &str) -> Cow<'_, str> {
    let Some(first) = json.find(is_obeyed) else { return Cow::Borrowed(json) };
    let mut out = String::with_capacity(json.len() + 16);
    out.push_str(&json[..first]);
    for c in json[first..].chars() {
        if is_obeyed(c) {
            // Writing to a string cannot fail.
            let _ = write!(out, "\\u{:04x}", u32::from(c));
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

fn is_obeyed(c: char) -> bool {
    matches!(
        c,
        '\u{7f}'..='\u{9f}'
            | '\u{61c}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_terminal_obeys_is_escaped() {
        assert_eq!(safe_json("{\"a\":\"é日\\u001b\"}"), "{\"a\":\"é日\\u001b\"}");
        assert_eq!(
            safe_json("[\"\u{7f}\u{9b}\u{202e}\u{2066}\u{200f}x\"]"),
            "[\"\\u007f\\u009b\\u202e\\u2066\\u200fx\"]"
        );
    }

    #[test]
    fn the_escaped_text_means_the_same() {
        let json = "{\"\u{85}k\":\"\u{200e}\u{2069}\"}";
        let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
        assert_eq!(read(json), read(&safe_json(json)));
    }
}
