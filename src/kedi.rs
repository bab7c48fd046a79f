//! The Kedi structured-output extension v1: declaration, request, and which bytes are the result. Pure.
//!
//! Source of every rule: the extension's own text at [`URI`].

pub mod base64;
mod params;
mod request;
mod result;

pub use params::{Declaration, Mode, Params, Refusal, read_params};
pub use request::{METADATA_KEY, Metadata, request_metadata};
pub use result::{Candidate, Found, ResultPart, choose_part, compat, find, is_json, read_json};

/// The extension's URI; compared exactly, its final slash included.
pub const URI: &str = "https://docs.kedi-lang.org/a2a/extensions/structured-output/v1/";

/// The dialect of schemas that the extension knows.
pub const SCHEMA_DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// The artifact's name when a declaration gives none.
pub const ARTIFACT_NAME: &str = "kedi-structured-output";

/// How a schema or a result is carried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// The UTF-8 bytes of a JSON text: lossless.
    JsonUtf8,
    /// A protobuf `Value`: numbers pass through doubles, 78 and 78.0 become one.
    ProtobufValue,
}

impl Encoding {
    /// The word on the wire.
    pub fn word(self) -> &'static str {
        match self {
            Encoding::JsonUtf8 => "json-utf8",
            Encoding::ProtobufValue => "protobuf-value",
        }
    }

    /// The encoding with this word.
    pub fn from_word(word: &str) -> Option<Encoding> {
        [Encoding::JsonUtf8, Encoding::ProtobufValue].into_iter().find(|encoding| encoding.word() == word)
    }
}
