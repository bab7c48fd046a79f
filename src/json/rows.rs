//! The rows of a document shown as a tree: one row a value, containers open or closed.
//!
//! Which values are visible and which are open are two bits each, with a count of the visible ones every 512 values: a
//! row is found by halving the counts, opening and closing touch the bits of one subtree, and a frame costs nothing but
//! the rows it shows.

use std::ops::Range;

use super::document::Document;
use super::value::Value;

/// One visible row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Tape index of the value.
    pub index: usize,
    /// How deep it stands; the root is 0.
    pub depth: usize,
    /// Whether its children are shown; `None` for scalars and empty containers.
    pub open: Option<bool>,
}

/// Which values of a document are visible.
#[derive(Clone, Debug)]
pub struct Rows {
    open: Vec<u64>,
    visible: Vec<u64>,
    /// Visible values before each block of words.
    before: Vec<u32>,
    len: usize,
}

/// Words counted together.
const BLOCK: usize = 8;

impl Rows {
    /// The rows of a document with containers open down to `levels` (0 shows the root alone, closed).
    pub fn new(document: &Document, levels: usize) -> Self {
        let words = document.len().div_ceil(64);
        let blocks = words.div_ceil(BLOCK);
        let mut rows = Rows { open: vec![0; words], visible: vec![0; words], before: vec![0; blocks], len: 0 };
        rows.open_to(document, levels);
        rows
    }

    /// How many rows are visible.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Never true: the root is always visible.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The value on row `row`.
    pub fn value<'a>(&self, document: &'a Document, row: usize) -> Option<Value<'a>> {
        document.value(self.index(row)?)
    }

    /// Row `row`.
    pub fn get(&self, document: &Document, row: usize) -> Option<Row> {
        let value = self.value(document, row)?;
        let open = is_branch(value).then(|| self.is_open(value.index()));
        Some(Row { index: value.index(), depth: value.level() - 1, open })
    }

    /// Tape index of the value on row `row`.
    fn index(&self, row: usize) -> Option<usize> {
        let block = self.before.partition_point(|&before| before as usize <= row).checked_sub(1)?;
        let mut left = row - self.before[block] as usize;
        for (at, word) in self.visible.iter().enumerate().skip(block * BLOCK).take(BLOCK) {
            let here = word.count_ones() as usize;
            if left >= here {
                left -= here;
                continue;
            }
            let mut word = *word;
            for _ in 0..left {
                word &= word - 1;
            }
            return Some(at * 64 + word.trailing_zeros() as usize);
        }
        None
    }

    /// The row of a value, when it is visible.
    pub fn position(&self, index: usize) -> Option<usize> {
        if !has(&self.visible, index) {
            return None;
        }
        let word = index / 64;
        let below = self.visible[word] & !(u64::MAX << (index % 64));
        let words = self.visible[word / BLOCK * BLOCK..word].iter().chain([&below]);
        Some(self.before[word / BLOCK] as usize + words.map(|word| word.count_ones() as usize).sum::<usize>())
    }

    /// Whether the children of the value with this tape index are shown when it is visible.
    pub fn is_open(&self, index: usize) -> bool {
        has(&self.open, index)
    }

    /// Opens or closes row `row`; nothing for a scalar.
    pub fn toggle(&mut self, document: &Document, row: usize) {
        match self.get(document, row).and_then(|row| row.open) {
            Some(true) => self.close(document, row),
            Some(false) => self.open(document, row),
            None => {}
        }
    }

    /// Shows the children of row `row`; containers among them are as they were before.
    pub fn open(&mut self, document: &Document, row: usize) {
        let Some(value) = self.value(document, row).filter(|value| is_branch(*value)) else { return };
        set(&mut self.open, value.index());
        self.show_below(value);
        self.count_from(value.index());
    }

    /// Hides the children of row `row`.
    pub fn close(&mut self, document: &Document, row: usize) {
        let Some(value) = self.value(document, row) else { return };
        clear(&mut self.open, value.index()..value.index() + 1);
        clear(&mut self.visible, value.index() + 1..value.next_index());
        self.count_from(value.index());
    }

    /// Opens every container down to `levels` and closes the rest.
    pub fn open_to(&mut self, document: &Document, levels: usize) {
        self.open.fill(0);
        self.visible.fill(0);
        let mut ends: Vec<usize> = Vec::new();
        let mut index = 0;
        while let Some(value) = document.value(index) {
            ends.truncate(ends.partition_point(|&end| end > index));
            set(&mut self.visible, index);
            let goes_in = ends.len() < levels;
            if is_branch(value) {
                if goes_in {
                    set(&mut self.open, index);
                }
                ends.push(value.next_index());
            }
            index = if goes_in { index + 1 } else { value.next_index() };
        }
        self.count_from(0);
    }

    /// Opens what must be open for the value to be seen, and gives its row.
    pub fn reveal(&mut self, document: &Document, index: usize) -> Option<usize> {
        let mut outermost = None;
        let mut above = document.value(index)?.parent();
        while let Some(container) = above {
            if !self.is_open(container.index()) {
                set(&mut self.open, container.index());
                outermost = Some(container);
            }
            above = container.parent();
        }
        if let Some(container) = outermost {
            self.show_below(container);
            self.count_from(container.index());
        }
        self.position(index)
    }

    fn show_below(&mut self, value: Value<'_>) {
        let document = value.document();
        let mut index = value.index() + 1;
        while index < value.next_index() {
            set(&mut self.visible, index);
            let next = document.value(index).map_or(index + 1, Value::next_index);
            index = if self.is_open(index) { index + 1 } else { next };
        }
    }

    /// Counts again what is visible before each block, from the block of this value on.
    fn count_from(&mut self, index: usize) {
        let first = index / 64 / BLOCK;
        let mut count = self.before[first];
        for (before, words) in self.before.iter_mut().zip(self.visible.chunks(BLOCK)).skip(first) {
            *before = count;
            count += words.iter().map(|word| word.count_ones()).sum::<u32>();
        }
        self.len = count as usize;
    }
}

/// Whether a value holds others.
fn is_branch(value: Value<'_>) -> bool {
    value.next_index() > value.index() + 1
}

fn has(bits: &[u64], index: usize) -> bool {
    bits.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
}

fn set(bits: &mut [u64], index: usize) {
    bits[index / 64] |= 1 << (index % 64);
}

fn clear(bits: &mut [u64], range: Range<usize>) {
    let mut at = range.start;
    while at < range.end {
        let until = range.end.min((at / 64 + 1) * 64);
        bits[at / 64] &= !(u64::MAX >> (64 - (until - at)) << (at % 64));
        at = until;
    }
}
