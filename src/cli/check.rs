//! What `catseye check` prints: findings about a schema, and about a value when one was given.

use crate::json::Writer;
use crate::schema::Counts;
use crate::text::{count, harmless, thousands};

use super::findings::{self, About, Row};
use super::ink::{Ink, Role};

/// A text that was checked.
#[derive(Clone, Debug)]
pub struct CheckedText {
    /// Its name as the person gave it; `standard input` for `-`.
    pub name: String,
    /// What it holds.
    pub text: String,
    /// What was found.
    pub rows: Vec<Row>,
}

/// All that a check found.
#[derive(Clone, Debug)]
pub struct Report {
    /// The schema.
    pub schema: CheckedText,
    /// Bytes of the schema as it would be sent.
    pub bytes: u64,
    /// The limit it was measured against.
    pub max_bytes: Option<u64>,
    /// Sizes and counts of the schema.
    pub counts: Counts,
    /// The value, when one was given.
    pub value: Option<CheckedText>,
    /// Whether the value was left alone because the schema is in error.
    pub value_skipped: bool,
    /// Findings beyond those listed; `None` when nobody knows.
    pub more: Option<usize>,
}

impl Report {
    /// Whether nothing is an error.
    pub fn is_ok(&self) -> bool {
        !findings::has_error(&self.schema.rows)
            && !self.value.as_ref().is_some_and(|value| findings::has_error(&value.rows))
    }

    /// One JSON object, without a line feed.
    pub fn json(&self) -> String {
        let mut out = Writer::new();
        out.object().key("catseye").number(1).key("ok").bool(self.is_ok());
        // A value is judged only by a schema without errors, so its findings and the schema's errors never mix.
        let rows: Vec<Row> =
            self.schema.rows.iter().chain(self.value.iter().flat_map(|value| &value.rows)).cloned().collect();
        out.key("findings");
        findings::write_json(&rows, &mut out);
        out.key("schema").object();
        out.key("bytes").number(self.bytes);
        match self.max_bytes {
            Some(limit) => out.key("max_bytes").number(limit),
            None => out.key("max_bytes").null(),
        };
        out.key("levels").number(self.counts.depth as i128);
        out.key("properties").number(self.counts.properties as i128);
        out.end_object();
        if self.value.is_some() {
            out.key("value").object().key("checked").bool(!self.value_skipped);
            match self.more {
                Some(more) => out.key("more").number(more as i128),
                None => out.key("more").null(),
            };
            out.end_object();
        }
        out.end_object();
        out.finish()
    }

    /// The same for people.
    pub fn human(&self, ink: Ink) -> String {
        let schema = &self.schema;
        let about = About { name: &schema.name, text: &schema.text, schema: None };
        let mut out = findings::write_human(&schema.rows, about, ink);
        let limit = self.max_bytes.map(|limit| format!(" of {}", thousands(limit))).unwrap_or_default();
        let sizes = format!(
            "{}{limit} bytes, {}, {}",
            thousands(self.bytes),
            count(self.counts.depth as u64, "level"),
            count(self.counts.properties as u64, "property")
        );
        out.push_str(&summary(&schema.name, &schema.rows, &sizes, ink));
        if let Some(value) = &self.value {
            let about = About { name: &value.name, text: &value.text, schema: Some(&schema.name) };
            let found = findings::write_human(&value.rows, about, ink);
            if !found.is_empty() {
                out.push('\n');
                out.push_str(&found);
            }
            let note = match (self.value_skipped, self.more) {
                (true, _) => "not checked: the schema has errors".to_owned(),
                (false, Some(0)) => format!("{} bytes", thousands(value.text.len() as u64)),
                (false, Some(more)) => format!("and {} more", thousands(more as u64)),
                (false, None) => "more were not listed".to_owned(),
            };
            out.push_str(&summary(&value.name, &value.rows, &note, ink));
        }
        out
    }
}

fn summary(name: &str, rows: &[Row], note: &str, ink: Ink) -> String {
    let (role, mark) = if findings::has_error(rows) {
        (Role::Bad, "✗")
    } else if rows.is_empty() {
        (Role::Good, "✓")
    } else {
        (Role::Warn, "!")
    };
    format!(
        "{} {}: {}  {}\n",
        ink.paint(role, mark),
        harmless(name),
        findings::tally(rows),
        ink.paint(Role::Faint, &format!("({note})"))
    )
}
