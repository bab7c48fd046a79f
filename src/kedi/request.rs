//! The object that a structured request carries in its metadata.

use crate::json::{Document, Writer, compact};

use super::Encoding;

/// The key in the request's metadata.
pub const METADATA_KEY: &str = "kediStructuredOutput";

/// Deepest schema that is also sent as an object: real servers refuse the whole request from about 48 levels on.
const LEGACY_LEVELS: usize = 32;

/// The metadata of a structured request, and what was left out of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metadata {
    /// `{"version":1,…}`: the value of [`METADATA_KEY`].
    pub json: String,
    /// Whether the legacy `schema` object is in it.
    pub legacy: bool,
}

/// Makes the metadata. `schemaJson` is the text byte for byte; the legacy `schema` object goes along only when every
/// number survives a double and it nests at most 32 levels.
pub fn request_metadata(schema: &Document, text: &str, encoding: Encoding) -> Metadata {
    let legacy = lossy_number(schema).is_none() && schema.root().depth() <= LEGACY_LEVELS;
    let mut out = Writer::new();
    out.object().key("version").number(1);
    out.key("resultEncoding").string(encoding.word());
    out.key("schemaJson").string(text);
    if legacy {
        out.key("schema").raw(&compact(schema.root()));
    }
    out.end_object();
    Metadata { json: out.finish(), legacy }
}

/// The first number that does not survive a double: its JSON pointer and its text.
pub fn lossy_number(document: &Document) -> Option<(String, String)> {
    (0..document.len())
        .filter_map(|index| document.value(index))
        .find(|value| value.as_number().is_some_and(|number| !number.survives_double()))
        .map(|value| (value.pointer(), value.raw().to_owned()))
}
