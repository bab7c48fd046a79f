//! The rows of a document shown as a tree: one row a value, containers open or closed.
//!
//! Rows are tape indexes in document order, so a row is found by binary search, opening and closing move one slice of
//! the list, and a frame costs nothing but the rows it shows. 4 bytes a visible row and one bit a value.

use super::document::{Document, Kind};
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
    rows: Vec<u32>,
    open: Vec<u64>,
}

impl Rows {
    /// The rows of a document with containers open down to `levels` (0 shows the root alone, closed).
    pub fn new(document: &Document, levels: usize) -> Self {
        let mut rows = Rows { rows: vec![0], open: vec![0; document.len().div_ceil(64)] };
        rows.open_to(document, levels);
        rows
    }

    /// How many rows are visible.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Never true: the root is always visible.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The value on row `row`.
    pub fn value<'a>(&self, document: &'a Document, row: usize) -> Option<Value<'a>> {
        document.value(*self.rows.get(row)? as usize)
    }

    /// Row `row`.
    pub fn get(&self, document: &Document, row: usize) -> Option<Row> {
        let value = self.value(document, row)?;
        let container = value.next_index() > value.index() + 1;
        Some(Row {
            index: value.index(),
            depth: value.level() - 1,
            open: container.then(|| self.is_open(value.index())),
        })
    }

    /// The row of a value, when it is visible.
    pub fn position(&self, index: usize) -> Option<usize> {
        self.rows.binary_search(&u32::try_from(index).ok()?).ok()
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
        let Some(value) = self.value(document, row) else { return };
        if self.is_open(value.index()) || value.next_index() == value.index() + 1 {
            return;
        }
        self.set_open(value.index(), true);
        let mut visible = Vec::new();
        self.add_visible_below(document, value, &mut visible);
        self.rows.splice(row + 1..row + 1, visible);
    }

    /// Hides the children of row `row`.
    pub fn close(&mut self, document: &Document, row: usize) {
        let Some(value) = self.value(document, row) else { return };
        self.set_open(value.index(), false);
        let end = self.rows.partition_point(|&index| (index as usize) < value.next_index());
        self.rows.drain(row + 1..end);
    }

    /// Opens every container down to `levels` and closes the rest.
    pub fn open_to(&mut self, document: &Document, levels: usize) {
        self.open.fill(0);
        let mut ends: Vec<usize> = Vec::new();
        for (index, node) in document.nodes().iter().enumerate() {
            while ends.last().is_some_and(|&end| end <= index) {
                ends.pop();
            }
            if matches!(node.kind, Kind::Array | Kind::Object) && node.next as usize > index + 1 {
                if ends.len() < levels {
                    self.set_open(index, true);
                }
                ends.push(node.next as usize);
            }
        }
        self.rows.clear();
        self.rows.push(0);
        if self.is_open(0) {
            let mut rows = std::mem::take(&mut self.rows);
            self.add_visible_below(document, document.root(), &mut rows);
            rows.shrink_to_fit();
            self.rows = rows;
        }
    }

    /// Opens what must be open for the value to be seen, and gives its row.
    pub fn reveal(&mut self, document: &Document, index: usize) -> Option<usize> {
        let value = document.value(index)?;
        let mut closed = Vec::new();
        let mut above = value.parent();
        while let Some(container) = above {
            if !self.is_open(container.index()) {
                closed.push(container.index());
            }
            above = container.parent();
        }
        for container in closed.into_iter().rev() {
            let row = self.position(container)?;
            self.open(document, row);
        }
        self.position(index)
    }

    fn add_visible_below(&self, document: &Document, value: Value<'_>, rows: &mut Vec<u32>) {
        let nodes = document.nodes();
        let mut index = value.index() + 1;
        while index < value.next_index() {
            rows.push(index as u32);
            index = if self.is_open(index) { index + 1 } else { nodes[index].next as usize };
        }
    }

    fn is_open(&self, index: usize) -> bool {
        self.open.get(index / 64).is_some_and(|bits| bits >> (index % 64) & 1 == 1)
    }

    fn set_open(&mut self, index: usize, open: bool) {
        let Some(bits) = self.open.get_mut(index / 64) else { return };
        if open {
            *bits |= 1 << (index % 64);
        } else {
            *bits &= !(1 << (index % 64));
        }
    }
}
