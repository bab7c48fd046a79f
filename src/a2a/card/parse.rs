//! From a JSON document to a card.

use crate::a2a::lenient::{filled, member};
use crate::a2a::model::RawJson;
use crate::json::{Document, Kind, Value};
use crate::schema::Severity;

use super::field::Fields;
use super::{Capabilities, Card, Extension, Generation, Interface, NotACard, Provider, Skill, lint, security};

/// Members that a card of some generation may have at its top.
const KNOWN: &[&str] = &[
    "name",
    "description",
    "version",
    "provider",
    "documentationUrl",
    "iconUrl",
    "supportedInterfaces",
    "capabilities",
    "defaultInputModes",
    "defaultOutputModes",
    "skills",
    "securitySchemes",
    "securityRequirements",
    "security",
    "signatures",
    "protocolVersion",
    "url",
    "preferredTransport",
    "additionalInterfaces",
    "supportsAuthenticatedExtendedCard",
    "supportsExtendedAgentCard",
    "authentication",
];

/// Reads a card.
///
/// # Errors
/// When the document is no object, or has so little of a card that it must be something else.
pub fn parse(document: &Document) -> Result<Card, NotACard> {
    let root = document.root();
    if root.kind() != Kind::Object {
        let sentence = format!("this is {}, expected an object", with_article(root.kind()));
        return Err(NotACard { sentence, hint: None });
    }
    if !looks_like_a_card(root) {
        let sentence = format!("this is not an agent card: {}", missing(root));
        return Err(NotACard { sentence, hint: None });
    }
    let mut fields = Fields::default();
    let card = read(root, &mut fields);
    lint::document(document, &mut fields);
    lint::card(root, &card, &mut fields);
    fields.findings.sort_by_key(|f| f.place);
    Ok(Card { findings: fields.findings, more_findings: fields.more, ignored: fields.ignored, ..card })
}

/// Whether an object is a card rather than any other object that has a name: it has 1.0's interfaces, or two members
/// that only cards have.
pub(crate) fn looks_like_a_card(root: Value<'_>) -> bool {
    let has = |name| member(root, name).is_some();
    let markers = [
        has("url") || has("additionalInterfaces"),
        has("skills"),
        has("capabilities"),
        has("defaultInputModes") || has("defaultOutputModes"),
        has("protocolVersion") || has("preferredTransport"),
    ];
    member(root, "supportedInterfaces").is_some_and(|v| v.kind() == Kind::Array)
        || markers.into_iter().filter(|m| *m).count() >= 2
}

/// What a card needs and this object lacks: `name, version and skills are missing`.
pub fn missing(root: Value<'_>) -> String {
    let needed = ["name", "description", "version", "supportedInterfaces", "capabilities", "skills"];
    let lacks = |name: &&str| {
        filled(root, name).is_none() && !(*name == "supportedInterfaces" && filled(root, "url").is_some())
    };
    let names: Vec<&str> = needed.into_iter().filter(lacks).collect();
    match names.as_slice() {
        [] => "its members are not those of a card".to_owned(),
        [one] => format!("{one} is missing"),
        [most @ .., last] => format!("{} and {last} are missing", most.join(", ")),
    }
}

fn with_article(kind: Kind) -> &'static str {
    match kind {
        Kind::Null => "null",
        Kind::Bool => "a boolean",
        Kind::Number => "a number",
        Kind::String => "a string",
        Kind::Array => "an array",
        Kind::Object => "an object",
    }
}

fn read(root: Value<'_>, fields: &mut Fields) -> Card {
    fields.unknown(root, KNOWN);
    let (capabilities, extensions) = capabilities(root, fields);
    let schemes = security::schemes(root, fields);
    Card {
        generation: generation(root),
        name: fields.string(root, "name"),
        description: fields.string(root, "description"),
        version: fields.string(root, "version"),
        provider: fields.object(root, "provider").map(|provider| {
            fields.unknown(provider, &["organization", "url"]);
            Provider { organization: fields.string(provider, "organization"), url: fields.string(provider, "url") }
        }),
        documentation_url: fields.string(root, "documentationUrl"),
        icon_url: fields.string(root, "iconUrl"),
        interfaces: interfaces(root, fields),
        capabilities,
        extensions,
        skills: fields.objects(root, "skills").into_iter().map(|skill| self::skill(skill, fields)).collect(),
        input_modes: fields.strings(root, "defaultInputModes"),
        output_modes: fields.strings(root, "defaultOutputModes"),
        security: security::requirements(root, fields),
        schemes,
        signatures: fields.objects(root, "signatures").len(),
        ..Card::default()
    }
}

fn generation(root: Value<'_>) -> Generation {
    let has = |name| filled(root, name).is_some();
    let old = has("url") || has("preferredTransport") || has("additionalInterfaces") || has("protocolVersion");
    let version = member(root, "protocolVersion").and_then(Value::as_str).unwrap_or_default();
    if has("supportedInterfaces") {
        if old { Generation::Hybrid } else { Generation::V10 }
    } else if version.starts_with("0.2") || version.starts_with("0.1") {
        Generation::V02
    } else if has("preferredTransport") || has("additionalInterfaces") || has("protocolVersion") {
        Generation::V03
    } else if has("url") {
        Generation::V02
    } else if root.get("supportedInterfaces").is_some() || has("securityRequirements") {
        Generation::V10
    } else {
        Generation::Unknown
    }
}

/// The interfaces: 1.0's own list when there is one, else 0.3's address and the additional ones, which carry no version
/// of their own. Equal entries count once: 0.3 servers repeat the main address.
fn interfaces(root: Value<'_>, fields: &mut Fields) -> Vec<Interface> {
    let mut found: Vec<Interface> = Vec::new();
    let supported = fields.objects(root, "supportedInterfaces");
    let version_of_all = fields.string(root, "protocolVersion");
    if !supported.is_empty() {
        for object in supported {
            fields.unknown(object, &["url", "protocolBinding", "protocolVersion", "tenant"]);
            let binding = fields.string(object, "protocolBinding");
            let version = fields.string(object, "protocolVersion");
            push(&mut found, interface(object, object.pointer(), binding, version, fields));
        }
        return found;
    }
    let preferred = fields.string(root, "preferredTransport").unwrap_or_else(|| "JSONRPC".to_owned());
    let version = version_of_all.or_else(|| Some("0.3.0".to_owned()));
    push(&mut found, interface(root, "/url".to_owned(), Some(preferred), version.clone(), fields));
    for object in fields.objects(root, "additionalInterfaces") {
        fields.unknown(object, &["url", "transport"]);
        let binding = fields.string(object, "transport").or_else(|| fields.string(object, "protocolBinding"));
        push(&mut found, interface(object, object.pointer(), binding, version.clone(), fields));
    }
    found
}

fn interface(
    object: Value<'_>,
    pointer: String,
    binding: Option<String>,
    version: Option<String>,
    fields: &mut Fields,
) -> Option<Interface> {
    let url = fields.string(object, "url")?;
    let trimmed = url.trim();
    if trimmed.is_empty() {
        return None;
    }
    let tenant = fields.string(object, "tenant");
    Some(Interface { url: trimmed.to_owned(), binding, version, tenant, pointer })
}

fn push(found: &mut Vec<Interface>, interface: Option<Interface>) {
    let Some(new) = interface else { return };
    let same = |old: &Interface| {
        (&old.url, &old.binding, &old.version, &old.tenant) == (&new.url, &new.binding, &new.version, &new.tenant)
    };
    if !found.iter().any(same) {
        found.push(new);
    }
}

fn capabilities(root: Value<'_>, fields: &mut Fields) -> (Capabilities, Vec<Extension>) {
    let old_flag = |fields: &mut Fields| {
        let old = fields.flag(root, "supportsAuthenticatedExtendedCard");
        old.or_else(|| fields.flag(root, "supportsExtendedAgentCard"))
    };
    let Some(object) = fields.object(root, "capabilities") else {
        return (Capabilities { extended_card: old_flag(fields), ..Capabilities::default() }, Vec::new());
    };
    fields.unknown(
        object,
        &["streaming", "pushNotifications", "extendedAgentCard", "stateTransitionHistory", "extensions"],
    );
    let capabilities = Capabilities {
        streaming: fields.flag(object, "streaming"),
        push_notifications: fields.flag(object, "pushNotifications"),
        extended_card: fields.flag(object, "extendedAgentCard").or_else(|| old_flag(fields)),
    };
    let extensions = fields.objects(object, "extensions");
    (capabilities, extensions.into_iter().filter_map(|e| extension(e, fields)).collect())
}

fn extension(object: Value<'_>, fields: &mut Fields) -> Option<Extension> {
    fields.unknown(object, &["uri", "description", "required", "params"]);
    let Some(uri) = fields.string(object, "uri") else {
        let message = "an extension without a uri cannot be asked for".to_owned();
        fields.add("card-missing", Severity::Error, object, message, None);
        return None;
    };
    let params: Option<RawJson> = fields.member(object, "params").map(|v| v.raw().into());
    if let Some(value) = fields.member(object, "params")
        && value.kind() != Kind::Object
    {
        fields.wrong(value, "an object");
    }
    Some(Extension {
        uri,
        description: fields.string(object, "description"),
        required: fields.flag(object, "required").unwrap_or(false),
        params,
        pointer: object.pointer(),
    })
}

fn skill(object: Value<'_>, fields: &mut Fields) -> Skill {
    const KNOWN: &[&str] = &[
        "id",
        "name",
        "description",
        "tags",
        "examples",
        "inputModes",
        "outputModes",
        "security",
        "securityRequirements",
    ];
    fields.unknown(object, KNOWN);
    Skill {
        id: fields.string(object, "id"),
        name: fields.string(object, "name"),
        description: fields.string(object, "description"),
        tags: fields.strings(object, "tags"),
        examples: fields.strings(object, "examples"),
        input_modes: fields.strings(object, "inputModes"),
        output_modes: fields.strings(object, "outputModes"),
        security: security::requirements(object, fields),
    }
}
