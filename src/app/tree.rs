//! The result as a tree: which values are folded, which rows are visible, which values carry a finding.

use std::collections::BTreeMap;

use crate::json::{self, Document, Kind, Rows, Value};
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
    rows: Rows,
    /// By tape index.
    marks: BTreeMap<usize, Mark>,
}

impl std::fmt::Debug for Tree {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tree").field("document", &self.document).field("rows", &self.rows.len()).finish()
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
        let mut marks: BTreeMap<usize, Mark> = BTreeMap::new();
        for finding in findings {
            let Some(value) = document.at(&finding.pointer) else { continue };
            let mark = Mark { severity: finding.severity, words: mark_words(finding) };
            let worse = |old: &Mark| old.severity <= mark.severity;
            let index = value.index();
            if !marks.get(&index).is_some_and(worse) {
                marks.insert(index, mark);
            }
        }
        let levels = if document.len() <= OPENS_WHOLE { usize::MAX } else { 2 };
        let mut rows = Rows::new(&document, levels);
        for index in marks.keys() {
            rows.reveal(&document, *index);
        }
        Tree { document, rows, marks }
    }

    /// The tree of a document that still grows: what came last is open.
    pub fn growing(document: Document) -> Tree {
        let last = document.len().saturating_sub(1);
        let mut tree = Tree::new(document, &[]);
        tree.rows.reveal(&tree.document, last);
        tree
    }

    /// The document.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// How many rows are visible.
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// The value of a row.
    pub fn value(&self, row: usize) -> Option<Value<'_>> {
        self.rows.value(&self.document, row)
    }

    /// Whether the value is a container with something in it.
    pub fn is_branch(&self, row: usize) -> bool {
        self.open(row).is_some()
    }

    /// Whether the row is folded.
    pub fn is_folded(&self, row: usize) -> bool {
        self.open(row) == Some(false)
    }

    fn open(&self, row: usize) -> Option<bool> {
        self.rows.get(&self.document, row)?.open
    }

    /// The finding at a row; of a folded one also that something inside has one.
    pub fn mark(&self, row: usize) -> Option<(&Mark, bool)> {
        let value = self.value(row)?;
        if let Some(mark) = self.marks.get(&value.index()) {
            return Some((mark, false));
        }
        let inside = value.index()..if self.is_folded(row) { value.next_index() } else { value.index() };
        self.marks.range(inside).next().map(|(_, mark)| (mark, true))
    }

    /// The first row with an error, else with any finding.
    pub fn first_marked(&self) -> Option<usize> {
        let error = self.marks.iter().find(|(_, mark)| mark.severity == Severity::Error);
        let index = error.or_else(|| self.marks.iter().next()).map(|(index, _)| *index)?;
        self.rows.position(index)
    }

    /// The row of the value at a pointer, after opening everything around it.
    pub fn reveal(&mut self, pointer: &str) -> Option<usize> {
        let index = self.document.at(pointer)?.index();
        self.rows.reveal(&self.document, index)
    }

    /// Folds or unfolds a row.
    pub fn toggle(&mut self, row: usize) {
        self.rows.toggle(&self.document, row);
    }

    /// Folds the row, or goes to its parent. The row to stand on.
    pub fn left(&mut self, row: usize) -> usize {
        if self.open(row) == Some(true) {
            self.toggle(row);
            return row;
        }
        let parent = self.value(row).and_then(Value::parent);
        parent.and_then(|parent| self.rows.position(parent.index())).unwrap_or(row)
    }

    /// Unfolds the row, or goes to its first child. The row to stand on.
    pub fn right(&mut self, row: usize) -> usize {
        match self.open(row) {
            None => row,
            Some(true) => row + 1,
            Some(false) => {
                self.toggle(row);
                row
            }
        }
    }

    /// The next row after `from` (before it, when going back) whose key or scalar holds `text`, round the end, folded ones
    /// opened.
    pub fn find(&mut self, text: &str, from: usize, back: bool) -> Option<usize> {
        let document = &self.document;
        let value = self.value(from)?;
        let found = if back {
            let begin = value.key_span().map_or(value.span().start, |key| key.start);
            json::find_back(document, text, begin).or_else(|| json::find_back(document, text, document.text().len()))
        } else {
            let passed = if value.kind().is_container() { value.span().start + 1 } else { value.span().end };
            json::find(document, text, passed).or_else(|| json::find(document, text, 0))
        };
        let index = found?.0.index();
        self.rows.reveal(&self.document, index)
    }
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
