//! Findings of schemas, values and cards as rows: in JSON for programs, with place, excerpt and fix for people.

use std::ops::Range;

use crate::json::{Place, Writer};
use crate::schema::Severity;
use crate::text::{count, harmless};
use crate::{a2a, schema};

use super::excerpt::excerpt;
use super::ink::{Ink, Role};

/// One finding, whatever it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The failure class, or the rule of a lint.
    pub id: String,
    /// The finer rule, or the keyword.
    pub rule: String,
    /// How bad it is.
    pub severity: Severity,
    /// One sentence.
    pub message: String,
    /// Where, as JSON pointer.
    pub pointer: String,
    /// Where, as line and column.
    pub place: Option<Place>,
    /// Where, as bytes.
    pub span: Option<Range<usize>>,
    /// For a value: the keyword's place in the schema.
    pub schema: Option<(String, Option<Place>)>,
    /// For a value: what the schema asks for.
    pub expected: Option<String>,
    /// For a value: what stands there.
    pub found: Option<String>,
    /// What to do.
    pub fix: Option<String>,
}

impl Row {
    /// A finding without a place.
    pub fn plain(id: &str, severity: Severity, message: &str, fix: Option<&str>) -> Row {
        Row {
            id: id.to_owned(),
            rule: id.to_owned(),
            severity,
            message: message.to_owned(),
            pointer: String::new(),
            place: None,
            span: None,
            schema: None,
            expected: None,
            found: None,
            fix: fix.map(str::to_owned),
        }
    }
}

impl From<&schema::Finding> for Row {
    fn from(finding: &schema::Finding) -> Self {
        Row {
            id: finding.id.clone(),
            rule: finding.rule.clone(),
            severity: finding.severity,
            message: finding.message.clone(),
            pointer: finding.pointer.clone(),
            place: finding.place,
            span: finding.span.clone(),
            schema: finding.schema_pointer.clone().map(|pointer| (pointer, finding.schema_place)),
            expected: finding.expected.clone(),
            found: finding.found.clone(),
            fix: finding.fix.clone(),
        }
    }
}

impl From<&a2a::card::Finding> for Row {
    fn from(finding: &a2a::card::Finding) -> Self {
        Row {
            id: finding.rule.to_owned(),
            rule: finding.rule.to_owned(),
            severity: finding.severity,
            message: finding.message.clone(),
            pointer: finding.pointer.clone(),
            place: finding.place,
            span: None,
            schema: None,
            expected: None,
            found: None,
            fix: finding.fix.clone(),
        }
    }
}

/// How many findings there are of each severity.
pub fn tally(rows: &[Row]) -> String {
    let of = |severity| rows.iter().filter(|row| row.severity == severity).count() as u64;
    let words = [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Info, "remark")];
    let parts: Vec<String> = words
        .into_iter()
        .filter(|&(severity, _)| of(severity) > 0)
        .map(|(severity, word)| count(of(severity), word))
        .collect();
    if parts.is_empty() { "no findings".to_owned() } else { parts.join(", ") }
}

/// Whether one of them is an error.
pub fn has_error(rows: &[Row]) -> bool {
    rows.iter().any(|row| row.severity == Severity::Error)
}

/// Writes the findings as a JSON array.
pub fn write_json(rows: &[Row], out: &mut Writer) {
    out.array();
    for row in rows {
        out.object();
        out.key("id").string(&row.id);
        out.key("rule").string(&row.rule);
        out.key("severity").string(row.severity.word());
        out.key("message").string(&row.message);
        out.key("pointer").string(&row.pointer);
        place(out, row.place, "line", "column");
        if let Some((pointer, at)) = &row.schema {
            out.key("schema_pointer").string(pointer);
            place(out, *at, "schema_line", "schema_column");
            out.key("keyword").string(&row.rule);
            out.key("expected").optional(row.expected.as_deref());
            out.key("found").optional(row.found.as_deref());
        }
        out.key("fix").optional(row.fix.as_deref());
        out.end_object();
    }
    out.end_array();
}

fn place(out: &mut Writer, place: Option<Place>, line: &str, column: &str) {
    for (key, number) in [(line, place.map(|at| at.line)), (column, place.map(|at| at.column))] {
        match number {
            Some(number) => out.key(key).number(number as i128),
            None => out.key(key).null(),
        };
    }
}

/// A text that findings are about: its name as the person gave it, and what it holds.
#[derive(Clone, Copy, Debug)]
pub struct About<'a> {
    /// The name.
    pub name: &'a str,
    /// The text.
    pub text: &'a str,
    /// For a value: the schema's name.
    pub schema: Option<&'a str>,
}

/// Writes the findings for people, an empty line after each.
pub fn write_human(rows: &[Row], about: About<'_>, ink: Ink) -> String {
    let mut out = String::new();
    for row in rows {
        let place = row.place.map(|at| format!(":{at}")).unwrap_or_default();
        let (role, word) = match row.severity {
            Severity::Error => (Role::Bad, "error"),
            Severity::Warning => (Role::Warn, "warning"),
            Severity::Info => (Role::Accent, "remark"),
        };
        out.push_str(&format!(
            "{}: {}: {}\n",
            ink.paint(Role::Strong, &format!("{}{place}", harmless(about.name))),
            ink.paint(role, word),
            harmless(&row.message)
        ));
        if let (Some(span), Some(at)) = (&row.span, row.place) {
            out.push_str(&excerpt(about.text, span, at.line, ink));
            out.push('\n');
        }
        let mut line = |name: &str, words: &str| {
            out.push_str(&format!("    {} {}\n", ink.paint(Role::Faint, &format!("{name:<8}")), harmless(words)));
        };
        if !row.pointer.is_empty() {
            line("at", &row.pointer);
        }
        if let Some(expected) = &row.expected {
            line("expected", expected);
        }
        if let Some(found) = &row.found {
            line("found", found);
        }
        if let Some((pointer, at)) = &row.schema {
            let place = at.map(|at| format!("{}:{at}  ", about.schema.unwrap_or("schema"))).unwrap_or_default();
            line("schema", &format!("{place}{pointer}"));
        }
        let rule = if row.id == row.rule { row.id.clone() } else { format!("{} ({})", row.rule, row.id) };
        line("rule", &rule);
        if let Some(fix) = &row.fix {
            line("fix", fix);
        }
        out.push('\n');
    }
    out
}
