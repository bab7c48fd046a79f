//! What the workbench opens with when it opens on the embedded agent: a schema and a message.

/// The schema of a recipe, as a person would write it: pretty, without a final line feed.
pub fn demo_schema() -> &'static str {
    SCHEMA
}

/// The message that goes with it.
pub fn demo_message() -> &'static str {
    "Plan a dinner for four with bulgur and tomatoes.\nNothing that needs an oven."
}

/// A schema of two kilobytes whose every value but a string takes a validator about 2^30 steps to refuse.
pub(super) fn undecidable_schema() -> String {
    const LEVELS: usize = 30;
    let levels = (0..LEVELS).map(|level| {
        let next = level + 1;
        format!("\"a{level}\":{{\"anyOf\":[{{\"$ref\":\"#/$defs/a{next}\"}},{{\"$ref\":\"#/$defs/a{next}\"}}]}},")
    });
    let levels: String = levels.collect();
    format!("{{\"$ref\":\"#/$defs/a0\",\"$defs\":{{{levels}\"a{LEVELS}\":{{\"type\":\"string\"}}}}}}")
}

const SCHEMA: &str = r#"{
  "type": "object",
  "required": ["title", "serves", "items", "id"],
  "additionalProperties": false,
  "properties": {
    "title": { "type": "string" },
    "serves": { "type": "integer", "minimum": 1 },
    "id": { "type": "integer" },
    "items": {
      "type": "array",
      "items": {
        "type": "object",
        "required": ["name", "grams", "unit"],
        "additionalProperties": false,
        "properties": {
          "name": { "type": "string" },
          "grams": { "type": "integer" },
          "unit": { "enum": ["g", "ml"] }
        }
      }
    }
  }
}"#;
