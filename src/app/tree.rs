//! The result as a tree: which values are folded, which rows are visible, which values carry a finding.

use std::collections::{BTreeMap, HashSet};

use crate::json::{Document, Kind, Value};
use crate::run::ResultView;
use crate::schema::{Finding, Severity};

/// A result with at most this many values opens whole; of a larger one only the two outer levels and the findings' places.
const OPENS_WHOLE: usize = 60;

/// What a finding says beside its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// How bad it is.
    pub severity: Severity,
    /// A few words: `expected integer`.
    pub words: String,
}

/// A document, folded.
#[derive(Clone)]
pub struct Tree {
    document: Document,
    folded: HashSet<u32>,
    /// Tape indices of the visible values, in order.
    visible: Vec<u32>,
    /// By tape index.
    marks: BTreeMap<u32, Mark>,
}

impl std::fmt::Debug for Tree {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tree").field("document", &self.document).field("rows", &self.visible.len()).finish()
    }
}

impl Tree {
    /// The tree of a result; `None` when it is no JSON.
    pub fn of(result: &ResultView) -> Option<Tree> {
        let document = result.document.clone()?;
        Some(Tree::new(document, &result.findings))
    }

    /// The tree of a document with these findings at their places.
    pub fn new(document: Document, findings: &[Finding]) -> Tree {
        let mut marks: BTreeMap<u32, Mark> = BTreeMap::new();
        for finding in findings {
            let Some(value) = document.at(&finding.pointer) else { continue };
            let mark = Mark { severity: finding.severity, words: mark_words(finding) };
            let worse = |old: &Mark| old.severity <= mark.severity;
            let index = value.index() as u32;
            if !marks.get(&index).is_some_and(worse) {
                marks.insert(index, mark);
            }
        }
        let mut tree = Tree { folded: HashSet::new(), visible: Vec::new(), marks, document };
        tree.fold_at_first();
        tree.lay();
        tree
    }

    /// The tree of a document that still grows: what came last is open.
    pub fn growing(document: Document) -> Tree {
        let last = document.len().saturating_sub(1) as u32;
        let mut tree = Tree::new(document, &[]);
        tree.open_to(last);
        tree.lay();
        tree
    }

    fn fold_at_first(&mut self) {
        if self.document.len() <= OPENS_WHOLE {
            return;
        }
        // Two outer levels: the root, its children, and the rows of an array among them, closed.
        for child in self.document.root().children() {
            for inner in child.children().filter(|inner| is_branch(*inner)) {
                self.folded.insert(inner.index() as u32);
            }
        }
        let marked: Vec<u32> = self.marks.keys().copied().collect();
        for index in marked {
            self.open_to(index);
        }
    }

    /// Opens every container around a value.
    fn open_to(&mut self, index: u32) {
        let mut at = self.document.value(index as usize).and_then(Value::parent);
        while let Some(value) = at {
            self.folded.remove(&(value.index() as u32));
            at = value.parent();
        }
    }

    fn lay(&mut self) {
        self.visible.clear();
        let mut index = 0;
        while let Some(value) = self.document.value(index) {
            self.visible.push(index as u32);
            index = if self.folded.contains(&(index as u32)) { value.next_index() } else { index + 1 };
        }
    }

    /// The document.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// How many rows are visible.
    pub fn rows(&self) -> usize {
        self.visible.len()
    }

    /// The value of a row.
    pub fn value(&self, row: usize) -> Option<Value<'_>> {
        self.document.value(*self.visible.get(row)? as usize)
    }

    /// Whether the value is a container with something in it.
    pub fn is_branch(&self, row: usize) -> bool {
        self.value(row).is_some_and(is_branch)
    }

    /// Whether the row is folded.
    pub fn is_folded(&self, row: usize) -> bool {
        self.visible.get(row).is_some_and(|index| self.folded.contains(index))
    }

    /// The finding at a row; of a folded one also that something inside has one.
    pub fn mark(&self, row: usize) -> Option<(&Mark, bool)> {
        let index = *self.visible.get(row)?;
        if let Some(mark) = self.marks.get(&index) {
            return Some((mark, false));
        }
        let value = self.document.value(index as usize).filter(|_| self.folded.contains(&index))?;
        self.marks.range(index..value.next_index() as u32).next().map(|(_, mark)| (mark, true))
    }

    /// The first row with an error, else with any finding.
    pub fn first_marked(&self) -> Option<usize> {
        let error = self.marks.iter().find(|(_, mark)| mark.severity == Severity::Error);
        let index = error.or_else(|| self.marks.iter().next()).map(|(index, _)| *index)?;
        self.visible.binary_search(&index).ok()
    }

    /// The row of the value at a pointer, after opening everything around it.
    pub fn reveal(&mut self, pointer: &str) -> Option<usize> {
        let index = self.document.at(pointer)?.index() as u32;
        self.open_to(index);
        self.lay();
        self.visible.binary_search(&index).ok()
    }

    /// Folds or unfolds a row.
    pub fn toggle(&mut self, row: usize) {
        let Some(&index) = self.visible.get(row).filter(|_| self.is_branch(row)) else { return };
        if !self.folded.remove(&index) {
            self.folded.insert(index);
        }
        self.lay();
    }

    /// Folds the row, or goes to its parent. The row to stand on.
    pub fn left(&mut self, row: usize) -> usize {
        if self.is_branch(row) && !self.is_folded(row) {
            self.toggle(row);
            return row;
        }
        let parent = self.value(row).and_then(Value::parent).map(|parent| parent.index() as u32);
        parent.and_then(|index| self.visible.binary_search(&index).ok()).unwrap_or(row)
    }

    /// Unfolds the row, or goes to its first child. The row to stand on.
    pub fn right(&mut self, row: usize) -> usize {
        if !self.is_branch(row) {
            return row;
        }
        if self.is_folded(row) {
            self.toggle(row);
            return row;
        }
        row + 1
    }

    /// The next row after `from` (before it, when going back) whose key or scalar holds `text`, folded ones opened.
    pub fn find(&mut self, text: &str, from: usize, back: bool) -> Option<usize> {
        let at = self.visible.get(from).copied()?;
        let holds = |value: Value<'_>| {
            let in_key = value.key().is_some_and(|key| contains(&key, text));
            in_key || (!is_container(value) && contains(value.raw(), text))
        };
        let len = self.document.len() as u32;
        let mut step = 0;
        let found = loop {
            step += 1;
            if step > len {
                return None;
            }
            let index = if back { (at + len - step % len) % len } else { (at + step) % len };
            if self.document.value(index as usize).is_some_and(holds) {
                break index;
            }
        };
        self.open_to(found);
        self.lay();
        self.visible.binary_search(&found).ok()
    }
}

fn contains(text: &str, wanted: &str) -> bool {
    text.to_lowercase().contains(&wanted.to_lowercase())
}

fn is_container(value: Value<'_>) -> bool {
    matches!(value.kind(), Kind::Array | Kind::Object)
}

fn is_branch(value: Value<'_>) -> bool {
    is_container(value) && value.children().next().is_some()
}

/// What stands at the right end of a value's row.
fn mark_words(finding: &Finding) -> String {
    match &finding.expected {
        Some(expected) => format!("expected {expected}"),
        None => finding.message.clone(),
    }
}

/// The scalars of a container in one line, for a folded row: `bulgur, 250 g`. At most this many are looked at.
pub fn preview(value: Value<'_>) -> String {
    const LOOKED_AT: usize = 6;
    let mut words: Vec<String> = Vec::new();
    for child in value.children().take(LOOKED_AT) {
        match child.kind() {
            Kind::String => words.push(child.as_str().unwrap_or_default().chars().take(40).collect()),
            Kind::Number | Kind::Bool | Kind::Null => words.push(child.raw().to_owned()),
            Kind::Array => words.push("[…]".to_owned()),
            Kind::Object => words.push("{…}".to_owned()),
        }
    }
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{Limits, parse_text};

    fn tree(text: &str) -> Tree {
        Tree::new(parse_text(text, &Limits::default()).unwrap(), &[])
    }

    fn rows(tree: &Tree) -> Vec<String> {
        (0..tree.rows()).map(|row| tree.value(row).unwrap().pointer()).collect()
    }

    #[test]
    fn a_small_result_opens_whole_and_folds_by_row() {
        let mut tree = tree(r#"{"a":[1,2],"b":{}}"#);
        assert_eq!(rows(&tree), ["", "/a", "/a/0", "/a/1", "/b"]);
        tree.toggle(1);
        assert_eq!(rows(&tree), ["", "/a", "/b"]);
        assert!(tree.is_folded(1) && !tree.is_branch(2));
        assert_eq!(tree.right(1), 1);
        assert_eq!(tree.right(1), 2);
        assert_eq!(tree.left(2), 1);
    }

    #[test]
    fn a_large_result_opens_two_levels_and_a_pointer_opens_its_way() {
        let items: Vec<String> = (0..50).map(|n| format!(r#"{{"n":{n}}}"#)).collect();
        let mut tree = tree(&format!(r#"{{"items":[{}]}}"#, items.join(",")));
        assert_eq!(tree.rows(), 52);
        assert_eq!(tree.reveal("/items/3/n"), Some(6));
        assert_eq!(tree.rows(), 53);
        assert_eq!(tree.reveal("/items/99"), None);
    }

    #[test]
    fn finding_goes_round_and_opens_what_it_finds() {
        let mut tree = tree(r#"{"a":{"Kiwi":1},"b":"kiwi","c":3}"#);
        tree.toggle(1);
        assert_eq!(rows(&tree), ["", "/a", "/b", "/c"]);
        assert_eq!(tree.find("kiwi", 3, false), Some(2));
        assert_eq!(tree.find("kiwi", 2, false), Some(3));
        assert_eq!(tree.find("plum", 0, false), None);
        assert_eq!(tree.find("kiwi", 3, true), Some(2));
    }

    #[test]
    fn a_folded_row_previews_its_scalars() {
        let tree = tree(r#"{"name":"bulgur","grams":250,"more":[1]}"#);
        assert_eq!(preview(tree.value(0).unwrap()), "bulgur, 250, […]");
    }
}
