//! The clipboard, by the terminal itself: OSC 52 works over SSH too, where a clipboard library would fill the wrong one.

use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::text;

/// Bytes of text that may be copied. Of a longer sequence (100 000 characters of base64 is the common bound) terminals
/// drop everything without a word.
pub const CLIPBOARD_BYTES: usize = 74_994;

/// How it was copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// OSC 52 to the terminal.
    Osc52,
    /// OSC 52 through tmux, which must have `allow-passthrough` or `set-clipboard` on.
    Tmux,
    /// OSC 52 through GNU screen.
    Screen,
}

impl std::fmt::Display for Method {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Method::Osc52 => "by the terminal, OSC 52",
            Method::Tmux => "through tmux, OSC 52",
            Method::Screen => "through screen, OSC 52",
        })
    }
}

/// More than a terminal takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} is more than a terminal's clipboard takes ({})", text::bytes(*.0 as u64), text::bytes(CLIPBOARD_BYTES as u64))]
pub struct TooLarge(pub usize);

/// Writes the sequence that puts `text` on the clipboard.
///
/// # Errors
/// A sentence: it is too large, or cannot be written.
pub fn copy(out: &mut impl Write, text: &str, variable: impl Fn(&str) -> Option<String>) -> Result<Method, String> {
    let (method, sequence) = osc52(text, variable).map_err(|fault| fault.to_string())?;
    let written = out.write_all(sequence.as_bytes()).and_then(|()| out.flush());
    written.map(|()| method).map_err(|error| format!("the terminal cannot be written to: {error}"))
}

/// The sequence, and how it goes: inside tmux and GNU screen it is wrapped so that they pass it on.
///
/// # Errors
/// When it is too large.
pub fn osc52(text: &str, variable: impl Fn(&str) -> Option<String>) -> Result<(Method, String), TooLarge> {
    /// GNU screen cuts strings of device control; each piece may have so many bytes.
    const SCREEN_PIECE: usize = 76;
    if text.len() > CLIPBOARD_BYTES {
        return Err(TooLarge(text.len()));
    }
    let plain = format!("\x1b]52;c;{}\x07", STANDARD.encode(text));
    let set = |name: &str| variable(name).is_some_and(|value| !value.is_empty());
    if set("TMUX") {
        // Once for tmux itself (`set-clipboard`), once for the terminal around it (`allow-passthrough`), where every
        // ESC of the inner sequence is doubled.
        let passed = plain.replace('\x1b', "\x1b\x1b");
        return Ok((Method::Tmux, format!("{plain}\x1bPtmux;{passed}\x1b\\")));
    }
    if set("STY") {
        let mut sequence = String::with_capacity(plain.len() + plain.len() / SCREEN_PIECE * 4 + 4);
        let mut rest = plain.as_str();
        while !rest.is_empty() {
            // All of it is ASCII.
            let (piece, tail) = rest.split_at(rest.len().min(SCREEN_PIECE));
            sequence.push_str("\x1bP");
            sequence.push_str(piece);
            sequence.push_str("\x1b\\");
            rest = tail;
        }
        return Ok((Method::Screen, sequence));
    }
    Ok((Method::Osc52, plain))
}
