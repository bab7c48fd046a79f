//! Rows of progress: words of what came, repeats folded.

use std::sync::Arc;

use crate::a2a::model::{Content, Message, Part};
use crate::text;

use super::row::{Row, RowKind};
use super::state::Run;

/// Pieces of text are joined into one row of progress up to this many bytes.
const JOINED: usize = 4_096;

/// A message as one text: its text parts, and a word for each other part.
pub(super) fn message_in_words(message: &Message) -> String {
    parts_in_words(&message.parts)
}

pub(super) fn parts_in_words(parts: &[Part]) -> String {
    const SHOWN: usize = 20;
    let mut words = String::new();
    for part in parts.iter().take(SHOWN) {
        let media = part.media_type.as_deref().unwrap_or("of no stated type");
        match &part.content {
            Content::Text(text) => words.push_str(text),
            Content::Raw(raw) => words.push_str(&format!("[{media}, {}]", text::bytes(raw.len() as u64 / 4 * 3))),
            Content::RawInvalid(_) => words.push_str("[bytes that are no string]"),
            Content::Url(url) => words.push_str(&format!("[{url}]")),
            Content::Data(data) => words.push_str(&format!("[data, {}]", text::bytes(data.len() as u64))),
            Content::Empty => {}
        }
    }
    if parts.len() > SHOWN {
        words.push_str(&format!(" … {} parts", parts.len()));
    }
    words
}

/// Adds a row of progress, or folds it into the last one: the same again, the same but for its numbers, or the next
/// piece of a text.
pub(super) fn progress(run: &mut Run, kind: RowKind, words: &str, frame: u32) {
    let (at, late) = (run.now, run.machine.over && kind != RowKind::Ours);
    if let Some(last) = run.rows.last_mut()
        && last.kind == kind
        && last.late == late
        && kind != RowKind::Ours
        && let Some(text) = folded(&last.text, words, last.count)
    {
        last.until = at;
        last.count += 1;
        last.frame = frame;
        if let Some(text) = text {
            last.text = text;
        }
        return;
    }
    run.rows.push(Row { at, until: at, count: 1, frame, late, kind, text: words.into() });
}

/// How a row's text goes on with these words: `Some(None)` leaves it, `None` asks for a row of its own.
fn folded(text: &str, words: &str, count: u32) -> Option<Option<Arc<str>>> {
    if text == words || words.is_empty() {
        return Some(None);
    }
    if text.len() < JOINED && text.len() + words.len() < 2 * JOINED && same_but_numbers(text, words) {
        return Some(Some(words.into()));
    }
    let open = |c: char| c.is_whitespace();
    let piece = text.ends_with(open)
        || words.starts_with(open)
        || (count > 1 && words.starts_with(['.', ',', ';', ':', '!', '?']));
    (piece && text.len() < JOINED && words.len() < JOINED).then(|| Some(format!("{text}{words}").into()))
}

fn same_but_numbers(one: &str, other: &str) -> bool {
    let letters = |text: &'_ str| text.bytes().filter(|byte| !byte.is_ascii_digit()).collect::<Vec<u8>>();
    one.contains(|c: char| c.is_ascii_digit()) && letters(one) == letters(other)
}

pub(super) fn say(run: &mut Run, words: String) {
    progress(run, RowKind::Ours, &words, 0);
}
