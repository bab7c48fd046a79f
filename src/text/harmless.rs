//! The one sanitiser: every text that was not written by catseye goes through here before a terminal sees it.

use std::borrow::Cow;

use super::glyph::{Nature, nature, picture, push_name};
use super::measure;

/// Marks that may sit on one base character. Real scripts need two or three.
const MARKS: usize = 8;
/// Tab stops in text of several lines.
const TAB: usize = 4;
/// Bytes looked at per wanted column in [`harmless_prefix`]; longer clusters are no writing.
const BYTES_PER_COLUMN: usize = 64;

/// `text` as one line: controls as control pictures (`\n` as `␊`, tab as `␉`), hidden characters by name. Borrowed when
/// there is nothing to do. Doing it twice changes nothing more.
pub fn harmless(text: &str) -> Cow<'_, str> {
    if is_plain(text) {
        return Cow::Borrowed(text);
    }
    rewrite(text, Layout::OneLine)
}

/// `text` with its lines kept: like [`harmless`], but `\n` and `\r\n` break lines and tabs are expanded to every fourth
/// column.
pub fn harmless_lines(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|b| (0x20..0x7f).contains(&b) || b == b'\n') {
        return Cow::Borrowed(text);
    }
    rewrite(text, Layout::Lines)
}

/// The first `columns` of [`harmless`] text, with `…` at the end when there is more. Looks only at the beginning of
/// `text`, so that a string of megabytes costs as much as one line.
pub fn harmless_prefix(text: &str, columns: usize) -> Cow<'_, str> {
    let bound = columns.saturating_mul(BYTES_PER_COLUMN).saturating_add(BYTES_PER_COLUMN);
    if text.len() <= bound {
        return match harmless(text) {
            Cow::Borrowed(whole) => measure::truncate(whole, columns),
            Cow::Owned(whole) => Cow::Owned(measure::truncate(&whole, columns).into_owned()),
        };
    }
    let window = &text[..text.floor_char_boundary(bound)];
    let mut shown = harmless(window).into_owned();
    shown.push('…');
    // Only a window of clusters longer than the bound can be narrower than asked.
    Cow::Owned(measure::truncate(&shown, columns).into_owned())
}

/// Whether [`harmless`] would change nothing.
pub fn is_harmless(text: &str) -> bool {
    is_plain(text) || matches!(rewrite(text, Layout::OneLine), Cow::Borrowed(_))
}

/// What one grapheme cluster looks like in an editor or hex view, where a tab is `tab` columns of blanks and a line
/// break is nothing.
pub fn cell(cluster: &str, tab: usize) -> Cow<'_, str> {
    match cluster {
        "\t" => Cow::Owned(" ".repeat(tab)),
        "\n" | "\r\n" => Cow::Borrowed(""),
        other => harmless(other),
    }
}

fn is_plain(text: &str) -> bool {
    text.bytes().all(|b| (0x20..0x7f).contains(&b))
}

#[derive(Clone, Copy, PartialEq)]
enum Layout {
    OneLine,
    Lines,
}

/// What stands before the character at hand.
#[derive(Clone, Copy, PartialEq)]
enum Before {
    /// Nothing a mark could sit on.
    Nothing,
    /// A visible character with so many marks.
    Base(char, usize),
}

fn rewrite(text: &str, layout: Layout) -> Cow<'_, str> {
    let mut out = Writing { text, kept: 0, out: None, line: 0, column: 0 };
    let mut before = Before::Nothing;
    let mut surplus = 0;
    for (at, c) in text.char_indices() {
        let nature = nature(c);
        if nature == Nature::Mark || nature == Nature::Presentation {
            match before {
                Before::Base(_, MARKS) => {
                    out.drop_at(at, c);
                    surplus += 1;
                    continue;
                }
                Before::Base(base, 0)
                    if nature == Nature::Presentation && !base.is_ascii_alphabetic() && base != ' ' =>
                {
                    before = Before::Base(base, 1);
                }
                Before::Base(base, marks) if nature == Nature::Mark => before = Before::Base(base, marks + 1),
                _ if nature == Nature::Presentation => {
                    out.replace_with(at, c, |out| push_name(out, c));
                    before = Before::Base('⟩', 0);
                }
                _ => {
                    out.replace_with(at, c, |out| out.extend(['◌', c]));
                    before = Before::Base('◌', 1);
                }
            }
            continue;
        }
        flush_surplus(&mut out, at, &mut surplus);
        before = match (nature, c) {
            (Nature::Control, '\n') if layout == Layout::Lines => {
                out.new_line(at);
                Before::Nothing
            }
            (Nature::Control, '\r') if layout == Layout::Lines && text[at + 1..].starts_with('\n') => {
                out.drop_at(at, c);
                Before::Nothing
            }
            (Nature::Control, '\t') if layout == Layout::Lines => {
                out.tab(at);
                Before::Base(' ', 0)
            }
            (Nature::Control, _) => {
                out.replace_with(at, c, |out| out.push(picture(c)));
                Before::Base('␛', 0)
            }
            (Nature::Hidden, _) => {
                out.replace_with(at, c, |out| push_name(out, c));
                Before::Base('⟩', 0)
            }
            _ => Before::Base(c, 0),
        };
    }
    flush_surplus(&mut out, text.len(), &mut surplus);
    out.finish()
}

fn flush_surplus(out: &mut Writing<'_>, at: usize, surplus: &mut usize) {
    if *surplus > 0 {
        let marks = std::mem::take(surplus);
        out.open(at).push_str(&format!("⟨+{marks} marks⟩"));
        out.kept = at;
    }
}

/// A text that is copied only from the first change on.
struct Writing<'a> {
    text: &'a str,
    /// Everything before this offset is in `out` already.
    kept: usize,
    out: Option<String>,
    /// Where in `out` the stretch begins whose width is not in `column` yet.
    line: usize,
    /// Columns of the line before `line`.
    column: usize,
}

impl<'a> Writing<'a> {
    /// The output with everything before `at` in it.
    fn open(&mut self, at: usize) -> &mut String {
        let text = self.text;
        let kept = self.kept;
        let out = self.out.get_or_insert_with(|| String::with_capacity(text.len() + 16));
        out.push_str(text.get(kept..at).unwrap_or_default());
        self.kept = at;
        out
    }

    fn replace_with(&mut self, at: usize, c: char, write: impl FnOnce(&mut String)) {
        write(self.open(at));
        self.kept = at + c.len_utf8();
    }

    fn drop_at(&mut self, at: usize, c: char) {
        self.replace_with(at, c, |_| ());
    }

    fn new_line(&mut self, at: usize) {
        self.column = 0;
        match &mut self.out {
            Some(_) => {
                let length = self.open(at).len();
                self.line = length + 1;
            }
            None => self.line = at + 1,
        }
    }

    fn tab(&mut self, at: usize) {
        let (line, column) = (self.line, self.column);
        let out = self.open(at);
        let column = column + measure::width(out.get(line..).unwrap_or_default());
        let blanks = TAB - column % TAB;
        out.extend(std::iter::repeat_n(' ', blanks));
        let line = out.len();
        self.line = line;
        self.column = column + blanks;
        self.kept = at + 1;
    }

    fn finish(self) -> Cow<'a, str> {
        match self.out {
            None => Cow::Borrowed(self.text),
            Some(mut out) => {
                out.push_str(self.text.get(self.kept..).unwrap_or_default());
                Cow::Owned(out)
            }
        }
    }
}
