//! What is wrong, in words: the sentences of syntax faults.

use super::super::fault::{Fault, FaultKind};
use super::grammar::Parser;

impl Parser<'_> {
    pub(super) fn fault<T>(&self, kind: FaultKind, offset: usize, sentence: impl Into<String>) -> Result<T, Fault> {
        Err(Fault::new(kind, self.text, offset, sentence))
    }

    pub(super) fn truncated<T>(&self, inside: &str) -> Result<T, Fault> {
        self.fault(FaultKind::Truncated, self.bytes.len(), format!("the text ends inside {inside}"))
    }

    /// Something that is no value stands where a value should.
    pub(super) fn no_value<T>(&self) -> Result<T, Fault> {
        let rest = &self.text[self.at..];
        let word: String = rest.chars().take_while(|c| c.is_alphanumeric() || "_-+".contains(*c)).take(24).collect();
        let bare = word.trim_start_matches(['-', '+']);
        if ["nan", "inf", "infinity"].iter().any(|name| bare.eq_ignore_ascii_case(name)) {
            return self.fault(FaultKind::NonFinite, self.at, format!("{word} is not JSON and not a finite number"));
        }
        let sentence = match word.as_str() {
            "None" => "None is Python, JSON says null".to_owned(),
            "True" | "False" => format!("{word} is Python, JSON says {}", word.to_lowercase()),
            "undefined" => "undefined is JavaScript, JSON has null".to_owned(),
            _ if rest.starts_with('-') => "a minus sign without a digit after it".to_owned(),
            _ if rest.starts_with('+') => "a number with a plus sign".to_owned(),
            _ if rest.starts_with('.') && rest[1..].starts_with(|c: char| c.is_ascii_digit()) => {
                "a number that begins with its decimal point: write 0 before it".to_owned()
            }
            _ => return self.unexpected("a value"),
        };
        self.fault(FaultKind::Syntax, self.at, sentence)
    }

    /// Something else stands where `wanted` should.
    pub(super) fn unexpected<T>(&self, wanted: &str) -> Result<T, Fault> {
        let rest = &self.text[self.at..];
        let begins = |marks: &[&str]| marks.iter().any(|mark| rest.starts_with(mark));
        let sentence = if begins(&["//", "/*", "#"]) {
            "a comment: JSON has none".to_owned()
        } else if begins(&["'"]) {
            "a single quote: JSON strings stand in double quotes".to_owned()
        } else if begins(&["“", "”", "„", "‘", "’", "«", "»"]) {
            "a typographic quote: JSON strings stand in straight double quotes".to_owned()
        } else if begins(&["```"]) {
            "a Markdown fence: only what stands between the fences may be sent".to_owned()
        } else if begins(&["<"]) {
            format!("{} where {wanted} should stand: this looks like HTML or XML", self.here())
        } else if self.after_string() && rest.starts_with(char::is_alphabetic) {
            format!("{} where {wanted} should stand: is a quote before it not escaped?", self.here())
        } else {
            format!("{} where {wanted} should stand", self.here())
        };
        self.fault(FaultKind::Syntax, self.at, sentence)
    }

    /// Whether a closing quote stands right before this place, white space aside.
    fn after_string(&self) -> bool {
        self.bytes[..self.at].trim_ascii_end().ends_with(b"\"")
    }

    /// The character or word at this place, in words.
    pub(super) fn here(&self) -> String {
        let rest = &self.text[self.at..];
        let word: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').take(24).collect();
        if word.chars().count() > 1 {
            return format!("`{word}`");
        }
        match rest.chars().next() {
            None => "the end of the text".to_owned(),
            Some('\u{a0}') => "a no-break space (U+00A0)".to_owned(),
            Some('\u{feff}') => "a second byte order mark (U+FEFF)".to_owned(),
            Some('`') => "a backtick".to_owned(),
            Some(c) if c.is_control() || c.is_whitespace() || ('\u{200b}'..='\u{206f}').contains(&c) => {
                format!("the character U+{:04X}", c as u32)
            }
            Some(c) => format!("`{c}`"),
        }
    }
}
