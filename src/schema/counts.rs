//! What the gauge shows of a schema: sizes and the counts that providers limit.

use std::collections::HashSet;

use crate::json::{Document, Value};

use super::walk::{Stated, Walk};

/// Counts over a schema as it is written, without following references.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// UTF-8 bytes of the text.
    pub bytes: u64,
    /// UTF-8 bytes without the white space between tokens.
    pub compact_bytes: u64,
    /// Nested objects and arrays; the root is 1.
    pub depth: usize,
    /// Subschemas, the root included.
    pub schemas: usize,
    /// Declared properties.
    pub properties: usize,
    /// Declared properties that their object does not require.
    pub optional: usize,
    /// Values of all `enum` lists.
    pub enum_values: usize,
    /// `anyOf`, `oneOf`, and `type` with a list of several.
    pub unions: usize,
}

impl Counts {
    /// Counts; linear in the size of the schema.
    pub fn new(document: &Document, walk: &Walk<'_>) -> Counts {
        let text = document.text();
        let mut counts = Counts {
            bytes: text.len() as u64,
            compact_bytes: compact_bytes(text),
            depth: document.root().depth(),
            schemas: walk.schemas().len(),
            ..Counts::default()
        };
        for Stated { keyword, value } in walk.keywords() {
            match keyword.name {
                "properties" => {
                    let required = value.parent().and_then(|schema| schema.get("required"));
                    let names = required.into_iter().flat_map(Value::items);
                    let required: HashSet<_> = names.filter_map(Value::as_str).collect();
                    for property in value.members() {
                        counts.properties += 1;
                        counts.optional += usize::from(!required.contains(&property.key()));
                    }
                }
                "enum" => counts.enum_values += value.items().count(),
                "anyOf" | "oneOf" => counts.unions += 1,
                "type" if value.items().count() > 1 => counts.unions += 1,
                _ => {}
            }
        }
        counts
    }
}

/// How long a valid JSON text is without the white space between its tokens.
pub fn compact_bytes(text: &str) -> u64 {
    let mut count = 0;
    let mut inside = false;
    let mut escaped = false;
    for byte in text.bytes() {
        if inside {
            count += 1;
            inside = escaped || byte != b'"';
            escaped = !escaped && byte == b'\\';
        } else if !matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
            count += 1;
            inside = byte == b'"';
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_inside_strings_counts() {
        assert_eq!(compact_bytes("{ \"a \\\" b\" : [ 1,\n\t2 ] }"), "{\"a \\\" b\":[1,2]}".len() as u64);
    }
}
