//! Members of answers: what is absent or empty is left out, as ProtoJSON does.

use crate::json::Writer;

/// A string member, unless it is absent or empty.
pub(super) fn present(out: &mut Writer, key: &str, text: Option<&str>) {
    if let Some(text) = text.filter(|text| !text.is_empty()) {
        out.key(key).string(text);
    }
}

/// A list of strings, unless it is empty.
pub(super) fn strings(out: &mut Writer, key: &str, texts: &[String]) {
    if texts.is_empty() {
        return;
    }
    out.key(key).array();
    for text in texts {
        out.string(text);
    }
    out.end_array();
}
