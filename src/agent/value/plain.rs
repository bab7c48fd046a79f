//! An instance of a schema.

use crate::json::{Document, Kind, Value};

/// An instance of the schema, as JSON text; it is the caller's to validate.
///
/// # Errors
/// A sentence.
pub(super) fn sample(schema: &Document) -> Result<String, String> {
    Ok(instance(schema.root(), 0))
}

fn instance(schema: Value<'_>, level: usize) -> String {
    if level > 60 {
        return "null".into();
    }
    if let Some(first) = schema.get("enum").and_then(|values| values.item(0)).or(schema.get("const")) {
        return first.raw().into();
    }
    let kind = schema.get("type").and_then(Value::as_str).unwrap_or_default().into_owned();
    match kind.as_str() {
        "string" => "\"words\"".into(),
        "integer" | "number" => schema.get("minimum").map_or("1".into(), |minimum| minimum.raw().into()),
        "boolean" => "true".into(),
        "null" => "null".into(),
        "array" => match schema.get("items").filter(|items| items.kind() == Kind::Object) {
            Some(items) => format!("[{}]", instance(items, level + 1)),
            None => "[]".into(),
        },
        _ => {
            let properties = schema.get("properties").map(|properties| properties.members()).into_iter().flatten();
            let members = properties.map(|member| {
                let key = crate::json::quote(&member.key());
                format!("{key}:{}", instance(member.value, level + 1))
            });
            format!("{{{}}}", members.collect::<Vec<_>>().join(","))
        }
    }
}
