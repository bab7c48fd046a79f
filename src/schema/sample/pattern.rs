//! Texts for patterns: the part of the pattern language that people write in schemas.
//!
//! Look-around is passed over, back-references are not known; every text is tried against the pattern itself before it
//! is used, so that what this leaves out costs a try and never a wrong value.

use super::Maker;
use super::chance::Chance;

/// How often another text is made.
const AGAIN: usize = 24;
/// How deep groups may nest.
const GROUPS: usize = 40;
/// Characters of a text at most.
const LONGEST: usize = 4_000;
/// How often a repetition is made at most.
const MOST: usize = 2_000;

#[derive(Clone, Debug)]
enum Part {
    /// One of these characters, as ranges.
    One(Vec<(char, char)>),
    Repeat {
        part: Box<Part>,
        least: usize,
        most: Option<usize>,
    },
    Row(Vec<Part>),
    Either(Vec<Part>),
}

impl Maker<'_> {
    /// A text of at least so many characters that matches; `None` when none was found.
    pub(super) fn text_for_pattern(&mut self, pattern: &str, least: usize, number: usize) -> Option<String> {
        let characters: Vec<char> = pattern.chars().collect();
        let part = Reader { pattern: &characters, at: 0 }.either(0)?;
        for again in 0..AGAIN {
            let mut text = String::new();
            // Repetitions without an end grow until the text is long enough.
            let more = if least == 0 { 1 + (again + number) % 4 } else { least.min(MOST) + again };
            part.write(&mut self.chance, more, &mut text);
            // A pattern that is open at its end says only how the text begins.
            if !pattern.ends_with('$') && again % 3 < 2 {
                text.push_str(&super::vocabulary::plain(number));
            }
            if text.chars().count() >= least && self.matches(pattern, &text) {
                return Some(text);
            }
        }
        None
    }
}

impl Part {
    fn write(&self, chance: &mut Chance, more: usize, out: &mut String) {
        if out.len() > LONGEST {
            return;
        }
        match self {
            Part::One(ranges) => {
                if let Some(&(first, last)) = ranges.get(chance.below(ranges.len())) {
                    let width = (last as u32).saturating_sub(first as u32).min(25) as usize;
                    let code = first as u32 + chance.below(width + 1) as u32;
                    out.push(char::from_u32(code).unwrap_or(first));
                }
            }
            Part::Repeat { part, least, most } => {
                let upper = most.unwrap_or(usize::MAX).min(least.saturating_add(more)).min(MOST);
                let count = match most {
                    Some(most) if most.saturating_sub(*least) <= 4 => least + chance.below(most - least + 1),
                    _ => upper.max(*least),
                };
                for _ in 0..count.min(MOST) {
                    part.write(chance, more, out);
                }
            }
            Part::Row(parts) => parts.iter().for_each(|part| part.write(chance, more, out)),
            Part::Either(parts) => {
                if let Some(part) = parts.get(chance.below(parts.len())) {
                    part.write(chance, more, out);
                }
            }
        }
    }
}

/// Reads a pattern; `None` for what is not known here.
struct Reader<'p> {
    pattern: &'p [char],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.pattern.get(self.at).copied()
    }

    fn take(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += 1;
        Some(c)
    }

    fn skip(&mut self, text: &str) -> bool {
        let fits = text.chars().enumerate().all(|(n, c)| self.pattern.get(self.at + n) == Some(&c));
        if fits {
            self.at += text.chars().count();
        }
        fits
    }

    fn either(&mut self, depth: usize) -> Option<Part> {
        if depth > GROUPS {
            return None;
        }
        let mut branches = vec![self.row(depth)?];
        while self.skip("|") {
            branches.push(self.row(depth)?);
        }
        if branches.len() == 1 { branches.pop() } else { Some(Part::Either(branches)) }
    }

    fn row(&mut self, depth: usize) -> Option<Part> {
        let mut parts = Vec::new();
        while let Some(c) = self.peek() {
            if matches!(c, '|' | ')') {
                break;
            }
            self.at += 1;
            let part = match c {
                '^' | '$' => continue,
                '.' => plain(&[('a', 'z')]),
                '[' => self.class()?,
                '(' => match self.group(depth)? {
                    Some(part) => part,
                    None => continue,
                },
                '\\' => match self.escape()? {
                    Some(part) => part,
                    None => continue,
                },
                c => plain(&[(c, c)]),
            };
            parts.push(self.repeated(part)?);
        }
        Some(Part::Row(parts))
    }

    /// A group after its parenthesis; `Some(None)` for look-around, which is passed over.
    fn group(&mut self, depth: usize) -> Option<Option<Part>> {
        let around = self.skip("?=") || self.skip("?!") || self.skip("?<=") || self.skip("?<!");
        if !around && !self.skip("?:") && self.skip("?<") {
            while self.take()? != '>' {}
        }
        let inner = self.either(depth + 1)?;
        if !self.skip(")") {
            return None;
        }
        Some((!around).then_some(inner))
    }

    fn repeated(&mut self, part: Part) -> Option<Part> {
        let (least, most) = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => {
                let end = self.pattern[self.at..].iter().position(|c| *c == '}')? + self.at;
                let inside: String = self.pattern[self.at + 1..end].iter().collect();
                self.at = end;
                match inside.split_once(',') {
                    None => (inside.parse().ok()?, inside.parse().ok()),
                    Some((least, "")) => (least.parse().ok()?, None),
                    Some((least, most)) => (least.parse().ok()?, Some(most.parse().ok()?)),
                }
            }
            _ => return Some(part),
        };
        self.at += 1;
        // Lazy or not makes no difference to what matches.
        self.skip("?");
        if most.is_some_and(|most| most < least) {
            return None;
        }
        Some(Part::Repeat { part: Box::new(part), least, most })
    }

    /// An escape after its backslash; `Some(None)` for a place such as `\b`.
    fn escape(&mut self) -> Option<Option<Part>> {
        let c = self.take()?;
        Some(Some(match c {
            'b' | 'B' => return Some(None),
            'd' => plain(&[('0', '9')]),
            'w' => plain(&[('a', 'z'), ('A', 'Z'), ('0', '9')]),
            's' => plain(&[(' ', ' ')]),
            'D' | 'S' => plain(&[('a', 'z')]),
            'W' => plain(&[('-', '-')]),
            'p' => self.property()?,
            'P' => {
                self.property()?;
                plain(&[('-', '-')])
            }
            '1'..='9' | 'k' => return None,
            c => {
                let c = self.character(c)?;
                plain(&[(c, c)])
            }
        }))
    }

    fn property(&mut self) -> Option<Part> {
        if !self.skip("{") {
            return None;
        }
        let mut name = String::new();
        loop {
            match self.take()? {
                '}' => break,
                c => name.push(c),
            }
        }
        Some(match name.as_str() {
            "Lu" | "Uppercase" | "Uppercase_Letter" => plain(&[('A', 'Z')]),
            "N" | "Nd" | "Number" => plain(&[('0', '9')]),
            _ => plain(&[('a', 'z')]),
        })
    }

    /// The character an escape means.
    fn character(&mut self, c: char) -> Option<char> {
        let mut hex = |digits: usize| -> Option<char> {
            let text: String = (0..digits).map(|_| self.take()).collect::<Option<String>>()?;
            char::from_u32(u32::from_str_radix(&text, 16).ok()?)
        };
        match c {
            'n' => Some('\n'),
            't' => Some('\t'),
            'r' => Some('\r'),
            'f' => Some('\u{c}'),
            'v' => Some('\u{b}'),
            'x' => hex(2),
            'u' => hex(4),
            c => Some(c),
        }
    }

    fn class(&mut self) -> Option<Part> {
        let negated = self.skip("^");
        let mut ranges: Vec<(char, char)> = Vec::new();
        loop {
            let first = match self.take()? {
                ']' => break,
                '\\' => {
                    // A class inside the class gives its ranges, anything else is a character.
                    match self.peek()? {
                        'd' | 'w' | 's' | 'D' | 'W' | 'S' | 'p' | 'P' => {
                            if let Some(Part::One(inner)) = self.escape()? {
                                ranges.extend(inner);
                            }
                            continue;
                        }
                        'b' => {
                            self.at += 1;
                            '\u{8}'
                        }
                        c => {
                            self.at += 1;
                            self.character(c)?
                        }
                    }
                }
                c => c,
            };
            let range = self.peek() == Some('-') && self.pattern.get(self.at + 1).is_some_and(|c| *c != ']');
            if range {
                self.at += 1;
                let last = match self.take()? {
                    '\\' => {
                        let c = self.take()?;
                        self.character(c)?
                    }
                    c => c,
                };
                ranges.push((first, last));
            } else {
                ranges.push((first, first));
            }
        }
        if !negated {
            return (!ranges.is_empty()).then_some(Part::One(ranges));
        }
        let free = ('a'..='z').chain('0'..='9').chain("-_ .,".chars());
        let outside: Vec<(char, char)> =
            free.filter(|c| !ranges.iter().any(|(first, last)| (first..=last).contains(&c))).map(|c| (c, c)).collect();
        (!outside.is_empty()).then_some(Part::One(outside))
    }
}

fn plain(ranges: &[(char, char)]) -> Part {
    Part::One(ranges.to_vec())
}
