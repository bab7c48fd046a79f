//! The object that a structured request carries in its metadata.

use crate::json::{Document, Writer, compact};
use crate::schema::legacy_allowed;

use super::Encoding;

/// The key in the request's metadata.
pub const METADATA_KEY: &str = "kediStructuredOutput";

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
    let legacy = legacy_allowed(schema);
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
