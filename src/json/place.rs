//! Byte offset ⇄ line and column.

/// A place in a text as people count: both from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Line, from 1. Lines end at `\n`.
    pub line: usize,
    /// Column, from 1, in characters.
    pub column: usize,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Where each line of a text begins.
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<u32>,
}

impl LineIndex {
    /// Indexes a text in one pass.
    pub fn new(text: &str) -> Self {
        let mut starts = vec![0];
        starts.extend(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at as u32 + 1));
        LineIndex { starts }
    }

    /// The place of a byte offset; an offset past the end means the end, one inside a character its beginning.
    pub fn place(&self, text: &str, offset: usize) -> Place {
        let offset = text.floor_char_boundary(offset.min(text.len()));
        let line = self.starts.partition_point(|&s| s as usize <= offset);
        let start = self.starts[line - 1] as usize;
        Place { line, column: text[start..offset].chars().count() + 1 }
    }

    /// The byte offset of a place, clamped into the text.
    pub fn offset(&self, text: &str, place: Place) -> usize {
        let line = place.line.clamp(1, self.starts.len());
        let start = self.starts[line - 1] as usize;
        let end = self.starts.get(line).map_or(text.len(), |&next| next as usize - 1);
        let column = place.column.saturating_sub(1);
        text[start..end].char_indices().nth(column).map_or(end, |(at, _)| start + at)
    }

    /// How many lines there are.
    pub fn lines(&self) -> usize {
        self.starts.len()
    }
}
