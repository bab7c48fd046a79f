//! What an agent asks of its callers: both shapes of schemes and requirements, and both in words.

use crate::json::{Kind, Value};
use crate::schema::Severity;

use super::field::Fields;

/// A security scheme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scheme {
    /// Its name within the card.
    pub name: String,
    /// What it is.
    pub kind: SchemeKind,
    /// The agent's own words.
    pub description: Option<String>,
}

/// The kinds of security schemes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SchemeKind {
    /// A key in a header, query parameter or cookie.
    ApiKey {
        /// `header`, `query` or `cookie`.
        location: String,
        /// The name of the header, parameter or cookie.
        name: String,
    },
    /// An `Authorization` header.
    Http {
        /// `bearer`, `basic` …, as written.
        scheme: String,
        /// `JWT`.
        bearer_format: Option<String>,
    },
    /// OAuth 2.
    OAuth2 {
        /// Names of the flows: `authorizationCode`.
        flows: Vec<String>,
        /// RFC 8414 metadata.
        metadata_url: Option<String>,
    },
    /// OpenID Connect.
    OpenIdConnect {
        /// Its discovery document.
        url: String,
    },
    /// A client certificate.
    MutualTls,
    /// Something else, by the word the card uses.
    Other(String),
}

/// Schemes that are needed together: name and scopes.
pub type Requirement = Vec<(String, Vec<String>)>;

impl Scheme {
    /// The scheme in words: `HTTP bearer (JWT)`, `API key in the header X-Api-Key`.
    pub fn words(&self) -> String {
        match &self.kind {
            SchemeKind::ApiKey { location, name } => match location.as_str() {
                "query" => format!("API key in the query parameter {name}"),
                place => format!("API key in the {place} {name}"),
            },
            SchemeKind::Http { scheme, bearer_format } => match bearer_format {
                Some(format) => format!("HTTP {} ({format})", scheme.to_lowercase()),
                None => format!("HTTP {}", scheme.to_lowercase()),
            },
            SchemeKind::OAuth2 { flows, .. } => match flows.is_empty() {
                true => "OAuth 2".to_owned(),
                false => format!("OAuth 2 ({})", flows.iter().map(|f| flow_words(f)).collect::<Vec<_>>().join(", ")),
            },
            SchemeKind::OpenIdConnect { url } => format!("OpenID Connect at {url}"),
            SchemeKind::MutualTls => "client certificate (mutual TLS)".to_owned(),
            SchemeKind::Other(word) => format!("{word}, which catseye does not know"),
        }
    }
}

fn flow_words(flow: &str) -> &str {
    match flow {
        "authorizationCode" => "authorization code",
        "clientCredentials" => "client credentials",
        "deviceCode" => "device code",
        other => other,
    }
}

/// Requirements in words: `(oauth and mtls) or basic`.
pub(super) fn words(requirements: &[Requirement]) -> String {
    if requirements.is_empty() {
        return "nothing is declared".to_owned();
    }
    let alternatives = requirements.iter().map(|requirement| {
        let names = requirement.iter().map(|(name, scopes)| match scopes.is_empty() {
            true => name.clone(),
            false => format!("{name} [{}]", scopes.join(", ")),
        });
        match requirement.len() {
            0 => "nothing".to_owned(),
            1 => names.collect(),
            _ if requirements.len() == 1 => names.collect::<Vec<_>>().join(" and "),
            _ => format!("({})", names.collect::<Vec<_>>().join(" and ")),
        }
    });
    alternatives.collect::<Vec<_>>().join(" or ")
}

/// Reads the schemes: 1.0's wrapper key first, then 0.3's `type`; hybrids carry both in one object. 0.2's
/// `authentication.schemes` is a list of words.
pub(super) fn schemes(root: Value<'_>, fields: &mut Fields) -> Vec<Scheme> {
    let mut found = Vec::new();
    if let Some(map) = fields.object(root, "securitySchemes") {
        for member in map.members() {
            if member.value.kind() == Kind::Object {
                found.push(scheme(member.key().into_owned(), member.value, fields));
            } else {
                fields.wrong(member.value, "an object");
            }
        }
    } else if let Some(old) = fields.object(root, "authentication") {
        for word in fields.strings(old, "schemes") {
            found.push(Scheme { name: word.clone(), kind: http(word, None), description: None });
        }
    }
    found
}

fn http(scheme: String, bearer_format: Option<String>) -> SchemeKind {
    SchemeKind::Http { scheme, bearer_format }
}

fn scheme(name: String, object: Value<'_>, fields: &mut Fields) -> Scheme {
    let wrappers = [
        ("apiKeySecurityScheme", "apiKey"),
        ("httpAuthSecurityScheme", "http"),
        ("oauth2SecurityScheme", "oauth2"),
        ("openIdConnectSecurityScheme", "openIdConnect"),
        ("mtlsSecurityScheme", "mutualTLS"),
    ];
    let wrapped =
        wrappers.into_iter().find_map(|(key, kind)| fields.object(object, key).map(|inner| (inner, kind.to_owned())));
    let (inner, kind) = match wrapped {
        Some(found) => found,
        None => (object, fields.string(object, "type").unwrap_or_default()),
    };
    let text = |fields: &mut Fields, key: &str| fields.string(inner, key).unwrap_or_default();
    let kind = match kind.as_str() {
        "apiKey" => SchemeKind::ApiKey {
            location: fields
                .string(inner, "location")
                .or_else(|| fields.string(inner, "in"))
                .unwrap_or_else(|| "header".to_owned()),
            name: text(fields, "name"),
        },
        "http" => http(text(fields, "scheme"), fields.string(inner, "bearerFormat")),
        "oauth2" => SchemeKind::OAuth2 {
            flows: fields
                .object(inner, "flows")
                .map(|f| f.members().map(|m| m.key().into_owned()).collect())
                .unwrap_or_default(),
            metadata_url: fields.string(inner, "oauth2MetadataUrl"),
        },
        "openIdConnect" => SchemeKind::OpenIdConnect { url: text(fields, "openIdConnectUrl") },
        "mutualTLS" => SchemeKind::MutualTls,
        "" => {
            let message = format!("the security scheme {name:?} does not say what it is");
            fields.add("card-missing", Severity::Error, object, message, None);
            SchemeKind::Other("a scheme without a type".to_owned())
        }
        other => SchemeKind::Other(other.to_owned()),
    };
    Scheme { name, kind, description: fields.string(inner, "description") }
}

/// Reads requirements of a card or a skill: 1.0's `securityRequirements[].schemes`, else 0.3's `security`, else 0.2's
/// `authentication`, where any one scheme will do.
pub(super) fn requirements(object: Value<'_>, fields: &mut Fields) -> Vec<Requirement> {
    let mut found = Vec::new();
    let new = fields.objects(object, "securityRequirements");
    let list = if new.is_empty() { fields.objects(object, "security") } else { new };
    for requirement in list {
        let schemes = fields.object(requirement, "schemes").unwrap_or(requirement);
        found.push(schemes.members().map(|m| (m.key().into_owned(), scopes(m.value))).collect());
    }
    if found.is_empty()
        && let Some(old) = fields.object(object, "authentication")
    {
        found.extend(fields.strings(old, "schemes").into_iter().map(|word| vec![(word, Vec::new())]));
    }
    found
}

/// Scopes: 1.0 writes `{"list":[…]}` or `{}`, 0.3 an array.
fn scopes(value: Value<'_>) -> Vec<String> {
    let list = if value.kind() == Kind::Object { value.get("list") } else { Some(value) };
    list.map(|l| l.items().filter_map(|v| v.as_str()).map(|s| s.into_owned()).collect()).unwrap_or_default()
}
