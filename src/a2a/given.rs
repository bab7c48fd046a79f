//! A person's own message: kept as written where it is in the form the agent speaks, translated piece by piece where it
//! is in another.
//!
//! The rule. What is already in the form goes out byte for byte: unknown members, the spelling of numbers, the order.
//! Translated are only: the word of `role`; `kind` of the message, added for 0.3 over JSON-RPC and dropped elsewhere; the
//! name of the array of parts; and each part that is in another form, told by its shape (`kind` is 0.3's, a part under
//! `content` or with `fileWithBytes` is HTTP+JSON's of 0.3, else 1.0's). A translated part keeps members nobody knows.
//! `messageId` and `role` are added when they lack; ids and extensions that were given elsewhere are set.

use crate::json::{Document, Kind, Value, Writer};

use super::form::Form;
use super::model::{Note, Role};
use super::read::{self, Notes};
use super::v03::with_member;

/// What a message is completed with.
#[derive(Clone, Copy, Debug, Default)]
pub struct Additions<'a> {
    /// The id when the message has none.
    pub message_id: &'a str,
    /// The conversation, which replaces the message's own.
    pub context_id: Option<&'a str>,
    /// The task, which replaces the message's own.
    pub task_id: Option<&'a str>,
    /// URIs that are added to the message's `extensions`.
    pub extensions: &'a [String],
    /// A member that is set in the message's `metadata`: its key and its JSON text.
    pub metadata: Option<(&'a str, &'a str)>,
}

/// A message as it goes out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Its JSON text.
    pub json: String,
    /// What the form cannot say, or says in a way that not every server takes.
    pub notes: Vec<Note>,
}

/// Writes a person's message in a form. The document is an object.
pub fn message(given: &Document, form: Form, added: &Additions<'_>) -> Written {
    let root = given.root();
    let mut notes = Vec::new();
    let mut out = Writer::new();
    out.object();
    if form == Form::V03 && root.get("kind").is_none() {
        out.key("kind").string("message");
    }
    if root.get("messageId").is_none() {
        out.key("messageId").string(added.message_id);
    }
    if root.get("role").is_none() {
        out.key("role").string(form.role(&Role::User));
    }
    let other_parts = root.get("parts").is_none();
    for one in root.members() {
        let key = one.key();
        match &*key {
            "contextId" if added.context_id.is_some() => {}
            "taskId" if added.task_id.is_some() => {}
            "metadata" if added.metadata.is_some() => {}
            "extensions" => {}
            "kind" if form != Form::V03 && one.value.as_str().as_deref() == Some("message") => {}
            "role" => match read::role(one.value) {
                Role::Other(_) => drop(out.key("role").raw(one.value.raw())),
                role => drop(out.key("role").string(form.role(&role))),
            },
            "parts" if one.value.kind() == Kind::Array => parts(&mut out, one.value, false, form, &mut notes),
            "content" if other_parts && one.value.kind() == Kind::Array => {
                parts(&mut out, one.value, true, form, &mut notes);
            }
            _ => drop(out.key(&key).raw(one.value.raw())),
        }
    }
    for (key, id) in [("contextId", added.context_id), ("taskId", added.task_id)] {
        if let Some(id) = id {
            out.key(key).string(id);
        }
    }
    if let Some((key, json)) = added.metadata {
        let own = root.get("metadata").map(Value::raw);
        out.key("metadata").raw(&with_member(own, key, json));
    }
    extensions(&mut out, root, added.extensions);
    out.end_object();
    Written { json: out.finish(), notes }
}

fn extensions(out: &mut Writer, root: Value<'_>, added: &[String]) {
    let own = root.get("extensions").map(|list| list.items().filter_map(Value::as_str).collect::<Vec<_>>());
    let mut uris: Vec<String> = own.unwrap_or_default().into_iter().map(|uri| uri.into_owned()).collect();
    for uri in added {
        if !uris.contains(uri) {
            uris.push(uri.clone());
        }
    }
    super::v10::strings(out, "extensions", &uris);
}

fn parts(out: &mut Writer, list: Value<'_>, under_content: bool, form: Form, notes: &mut Vec<Note>) {
    out.key(form.parts_name()).array();
    for value in list.items() {
        let shape = shape(value, under_content);
        match value.kind() == Kind::Object && shape != form {
            true => translated(out, value, shape, form, notes),
            false => drop(out.raw(value.raw())),
        }
    }
    out.end_array();
}

/// The form that a part is in, by its shape.
fn shape(part: Value<'_>, under_content: bool) -> Form {
    let has = |object: Value<'_>, name| object.get(name).is_some();
    let file = part.get("file");
    match file {
        _ if has(part, "kind") => Form::V03,
        Some(file) if has(file, "fileWithBytes") || has(file, "fileWithUri") => Form::V03Proto,
        _ if under_content => Form::V03Proto,
        Some(_) => Form::V03,
        None => Form::V10,
    }
}

/// The members of a part that every form knows by some name.
const KNOWN: [&str; 11] =
    ["kind", "text", "raw", "url", "data", "file", "mediaType", "mimeType", "filename", "name", "metadata"];

fn translated(out: &mut Writer, value: Value<'_>, from: Form, to: Form, notes: &mut Vec<Note>) {
    let mut odd = Notes::new(from);
    let part = read::part(value, &mut odd);
    if let Some(doubt) = to.doubt(&part) {
        let message = format!("{} {doubt}", to.words());
        let note = Note { code: "translated", message };
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
    out.object();
    to.part(out, &part);
    for one in value.members().filter(|one| !KNOWN.contains(&&*one.key())) {
        out.key(&one.key()).raw(one.value.raw());
    }
    out.end_object();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{Limits, parse_text};

    fn written(given: &str, form: Form) -> Written {
        let document = parse_text(given, &Limits::default()).expect("JSON");
        message(&document, form, &Additions { message_id: "m-1", ..Additions::default() })
    }

    const V10: &str = r#"{"messageId":"m","role":"ROLE_USER","parts":[{"text":"hi","note":1.0},{"raw":"AP8=","mediaType":"a/b","filename":"f"},{"data":{"n":9007199254740993}}]}"#;
    const V03: &str = r#"{"kind":"message","messageId":"m","role":"user","parts":[{"kind":"text","text":"hi","note":1.0},{"kind":"file","file":{"bytes":"AP8=","mimeType":"a/b","name":"f"}},{"kind":"data","data":{"n":9007199254740993}}]}"#;
    const V03_PROTO: &str = r#"{"messageId":"m","role":"ROLE_USER","content":[{"text":"hi","note":1.0},{"file":{"fileWithBytes":"AP8=","mimeType":"a/b","name":"f"}},{"data":{"data":{"n":9007199254740993}}}]}"#;

    #[test]
    fn a_message_in_any_form_becomes_the_same_in_another_and_stays_as_it_is_in_its_own() {
        let forms = [(V10, Form::V10), (V03, Form::V03), (V03_PROTO, Form::V03Proto)];
        for (given, _) in forms {
            for (expected, form) in forms {
                let out = written(given, form);
                assert_eq!(out.json, expected, "{given}");
                let doubtful = form == Form::V03Proto && given != expected;
                assert_eq!(
                    out.notes.len(),
                    usize::from(doubtful),
                    "bytes that only some servers take: {:?}",
                    out.notes
                );
            }
        }
    }

    #[test]
    fn what_is_in_the_form_goes_out_as_it_is_written() {
        let odd = r#"{"parts":[{"text":"x","extra":[1.0]},{"data":{"data":{}}},{}],"messageId":"m","role":"ROLE_AGENT","referenceTaskIds":["t"],"x":1e3}"#;
        assert_eq!(written(odd, Form::V10).json, odd);
    }

    #[test]
    fn what_lacks_is_added_in_the_words_of_the_form() {
        let bare = r#"{"parts":[]}"#;
        assert_eq!(written(bare, Form::V10).json, r#"{"messageId":"m-1","role":"ROLE_USER","parts":[]}"#);
        assert_eq!(written(bare, Form::V03).json, r#"{"kind":"message","messageId":"m-1","role":"user","parts":[]}"#);
        assert_eq!(written(bare, Form::V03Proto).json, r#"{"messageId":"m-1","role":"ROLE_USER","content":[]}"#);
    }

    #[test]
    fn what_the_form_cannot_say_is_told() {
        let given = r#"{"messageId":"m","role":"user","parts":[{"text":"x","mediaType":"text/csv"},{"data":[1.0],"metadata":{"a":1}}]}"#;
        let out = written(given, Form::V03);
        assert_eq!(
            out.json,
            r#"{"kind":"message","messageId":"m","role":"user","parts":[{"kind":"text","text":"x"},{"kind":"data","data":{"value":[1.0]},"metadata":{"a":1,"data_part_compat":true}}]}"#
        );
        let messages: Vec<&str> = out.notes.iter().map(|note| note.message.as_str()).collect();
        assert_eq!(
            messages,
            [
                "A2A 0.3 cannot say a media type or file name of a part that is no file, which is left out",
                "A2A 0.3 cannot say data that is no object, which goes as {\"value\":…} marked data_part_compat",
            ]
        );
    }

    #[test]
    fn ids_extensions_and_metadata_that_are_given_elsewhere_are_set() {
        let given =
            r#"{"messageId":"m","role":"user","parts":[],"contextId":"own","metadata":{"a": 1.0},"extensions":["u"]}"#;
        let document = parse_text(given, &Limits::default()).expect("JSON");
        let extensions = ["u".to_owned(), "v".to_owned()];
        let added = Additions {
            message_id: "m-1",
            context_id: Some("c"),
            task_id: Some("t"),
            extensions: &extensions,
            metadata: Some(("k", "{}")),
        };
        assert_eq!(
            message(&document, Form::V10, &added).json,
            r#"{"messageId":"m","role":"ROLE_USER","parts":[],"contextId":"c","taskId":"t","metadata":{"a":1.0,"k":{}},"extensions":["u","v"]}"#
        );
    }
}
