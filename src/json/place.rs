//! Byte offset ⇄ line and column.

/// A place in a text as people count: both from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Line, from 1. Lines end at `\n`.
    pub line: usize,
    /// Column, from 1, in characters.
    pub column: usize,
}

impl Place {
    /// The place of one byte offset; for many in one text a [`LineIndex`] is quicker. An offset past the end means the
    /// end, one inside a character its beginning.
    pub fn of(text: &str, offset: usize) -> Place {
        let before = &text.as_bytes()[..text.floor_char_boundary(offset.min(text.len()))];
        let line = count_lines(before) + 1;
        let start = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
        Place { line, column: count_characters(&before[start..]) + 1 }
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Bytes between two entries of the index.
const BLOCK: usize = 4096;

/// Line ends and characters of a text, counted every 4 KiB: a place is found by looking at one block, however long a
/// line is, and the index stays below a four-hundredth of the text.
#[derive(Clone, Debug)]
pub struct LineIndex {
    /// Before each block: line ends, and characters.
    blocks: Vec<(u32, u32)>,
    lines: usize,
}

impl LineIndex {
    /// Indexes a text in one pass.
    pub fn new(text: &str) -> Self {
        let (mut lines, mut characters) = (0, 0);
        let mut blocks = Vec::with_capacity(text.len() / BLOCK + 1);
        for block in text.as_bytes().chunks(BLOCK) {
            blocks.push((lines, characters));
            lines += count_lines(block) as u32;
            characters += count_characters(block) as u32;
        }
        if blocks.is_empty() {
            blocks.push((0, 0));
        }
        LineIndex { blocks, lines: lines as usize + 1 }
    }

    /// The place of a byte offset; an offset past the end means the end, one inside a character its beginning.
    pub fn place(&self, text: &str, offset: usize) -> Place {
        let offset = text.floor_char_boundary(offset.min(text.len()));
        let (lines, characters) = self.before(text, offset);
        let start = self.line_start(text, lines);
        Place { line: lines + 1, column: characters - self.before(text, start).1 + 1 }
    }

    /// The byte offset of a place, clamped into the text: past the end of a line means its line end.
    pub fn offset(&self, text: &str, place: Place) -> usize {
        let line = place.line.clamp(1, self.lines);
        let start = self.line_start(text, line - 1);
        let end = if line == self.lines { text.len() } else { self.line_start(text, line) - 1 };
        let wanted = self.before(text, start).1 + place.column.saturating_sub(1);
        // The block in which the wanted character begins: the last one that has no more characters before it.
        let block = self.blocks.partition_point(|&(_, characters)| characters as usize <= wanted).saturating_sub(1);
        let from = text.ceil_char_boundary((block * BLOCK).max(start).min(text.len()));
        let steps = wanted.saturating_sub(self.before(text, from).1);
        text[from..end.max(from)].char_indices().nth(steps).map_or(end, |(at, _)| from + at)
    }

    /// How many lines there are.
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// Line ends and characters that begin before an offset.
    fn before(&self, text: &str, offset: usize) -> (usize, usize) {
        let block = (offset / BLOCK).min(self.blocks.len() - 1);
        let (lines, characters) = self.blocks[block];
        let rest = &text.as_bytes()[block * BLOCK..offset];
        (lines as usize + count_lines(rest), characters as usize + count_characters(rest))
    }

    /// Where the line after so many line ends begins.
    fn line_start(&self, text: &str, lines: usize) -> usize {
        if lines == 0 {
            return 0;
        }
        let block = self.blocks.partition_point(|&(before, _)| (before as usize) < lines) - 1;
        let nth = lines - self.blocks[block].0 as usize - 1;
        let from = block * BLOCK;
        memchr::memchr_iter(b'\n', &text.as_bytes()[from..]).nth(nth).map_or(text.len(), |at| from + at + 1)
    }
}

fn count_lines(bytes: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', bytes).count()
}

/// Characters that begin in these bytes of a valid text.
fn count_characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}
