//! What a card should say and does not, beyond members of the wrong type.

use crate::a2a::lenient::{is_blank, member};
use crate::json::{Document, Value};
use crate::schema::Severity;

use super::field::Fields;
use super::{Card, Generation, Requirement};

/// What is odd about the text itself: a byte order mark, keys that stand twice.
pub(super) fn document(document: &Document, fields: &mut Fields) {
    let root = document.root();
    if document.had_bom() {
        let message = "the card begins with a byte order mark, which is skipped".to_owned();
        let fix = "serve the card without it: strict clients refuse it";
        fields.add("card-byte-order-mark", Severity::Warning, root, message, Some(fix));
    }
    for duplicate in document.duplicates() {
        let key = &document.text()[duplicate.second.clone()];
        let (first, second) = (document.place(duplicate.first.start), document.place(duplicate.second.start));
        let message = format!("the key {key} stands twice ({first} and {second}); the last one counts");
        let at = document.value_at_offset(duplicate.second.start).unwrap_or(root);
        fields.add("card-duplicate-key", Severity::Warning, at, message, None);
    }
}

/// What the specification of the card's generation asks for, and what clients stumble over.
pub(super) fn card(root: Value<'_>, card: &Card, fields: &mut Fields) {
    required(root, card.generation, fields);
    interfaces(root, card, fields);
    skills(root, card, fields);
    let names = |requirement: &Requirement| requirement.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    let asked = card.security.iter().chain(card.skills.iter().flat_map(|s| &s.security)).flat_map(names);
    let mut undeclared: Vec<String> = asked.filter(|name| card.scheme(name).is_none()).collect();
    undeclared.sort();
    undeclared.dedup();
    for name in undeclared {
        let message = format!("security asks for {name:?}, which securitySchemes does not declare");
        fields.add("card-undeclared-scheme", Severity::Error, root, message, None);
    }
    if card.signatures > 0 {
        let message = "the card is signed; catseye shows signatures and does not verify them".to_owned();
        let at = member(root, "signatures").unwrap_or(root);
        fields.add("card-signed", Severity::Info, at, message, None);
    }
}

/// Required members: A2A 1.0 §4.4.1, or the JSON schema of 0.3.
fn required(root: Value<'_>, generation: Generation, fields: &mut Fields) {
    let common =
        ["name", "description", "version", "capabilities", "defaultInputModes", "defaultOutputModes", "skills"];
    let own: &[&str] = match generation {
        Generation::V10 | Generation::Hybrid | Generation::Unknown => &["supportedInterfaces"],
        Generation::V03 => &["url", "protocolVersion"],
        Generation::V02 => &["url"],
    };
    for name in common.iter().chain(own) {
        match member(root, name) {
            None => {
                let message = format!("{name:?} is missing; the specification requires it");
                fields.add("card-missing", Severity::Error, root, message, None);
            }
            Some(value) if is_blank(value) && *name == "skills" => {
                let message = "the card lists no skills".to_owned();
                fields.add("card-no-skills", Severity::Warning, value, message, Some("describe at least one skill"));
            }
            Some(value) if is_blank(value) => {
                let message = format!("{name:?} is empty");
                fields.add("card-empty", Severity::Warning, value, message, None);
            }
            Some(_) => {}
        }
    }
}

fn interfaces(root: Value<'_>, card: &Card, fields: &mut Fields) {
    for interface in &card.interfaces {
        let at = root.document().at(&interface.pointer).unwrap_or(root);
        let new = matches!(card.generation, Generation::V10 | Generation::Hybrid);
        if new && interface.version.is_none() {
            let message = "an interface without protocolVersion: clients have to guess the generation".to_owned();
            fields.add(
                "card-interface-without-version",
                Severity::Error,
                at,
                message,
                Some("add \"protocolVersion\":\"1.0\""),
            );
        }
        if new && interface.binding.is_none() {
            let message = "an interface without protocolBinding".to_owned();
            fields.add(
                "card-interface-without-binding",
                Severity::Error,
                at,
                message,
                Some("add \"protocolBinding\":\"JSONRPC\""),
            );
        }
        let grpc = interface.binding.as_deref().is_some_and(|b| b.eq_ignore_ascii_case("GRPC"));
        if !grpc && !interface.url.contains("://") {
            let message =
                format!("the address {:?} is relative; the specification asks for an absolute one", interface.url);
            fields.add(
                "card-relative-url",
                Severity::Warning,
                at,
                message,
                Some("write the whole address with https://"),
            );
        }
    }
    if card.interfaces.is_empty() {
        let message = "the card names no address to send to".to_owned();
        fields.add("card-no-address", Severity::Error, root, message, Some("add supportedInterfaces with a url"));
    }
}

fn skills(root: Value<'_>, card: &Card, fields: &mut Fields) {
    let objects =
        member(root, "skills").into_iter().flat_map(Value::items).filter(|v| v.kind() == crate::json::Kind::Object);
    for (skill, at) in card.skills.iter().zip(objects) {
        let wanted =
            [("id", skill.id.is_none()), ("name", skill.name.is_none()), ("description", skill.description.is_none())];
        for (name, _) in wanted.into_iter().filter(|(_, lacks)| *lacks) {
            let message = format!("a skill without {name:?}");
            fields.add("card-missing", Severity::Error, at, message, None);
        }
        match member(at, "tags") {
            None => fields.add("card-missing", Severity::Error, at, "a skill without \"tags\"".to_owned(), None),
            Some(tags) if is_blank(tags) => {
                fields.add("card-empty-tags", Severity::Warning, tags, "a skill with empty tags".to_owned(), None);
            }
            Some(_) => {}
        }
    }
}
