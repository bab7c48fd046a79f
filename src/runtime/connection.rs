//! From the arguments of a connection to the network client: limits, trust, credentials and where they may go.

use crate::a2a::discovery;
use crate::cli::Usage;
use crate::cli::arguments::{Connection, ConnectionLimits};
use crate::cli::value::{self, Token};
use crate::net::wire::Store;
use crate::net::{Client, Credentials, Limits, Secret, Settings, Tls};

use super::input;

/// The environment variable that gives a token without showing it in the list of processes.
const BEARER: &str = "CATSEYE_BEARER";

/// A client and what a plan must know of its credentials.
pub struct Connected {
    /// The client. Nothing was sent yet.
    pub client: Client,
    /// Whether credentials were given.
    pub credentials_given: bool,
    /// The credentials, to allow them elsewhere when the person says so.
    pub credentials: Credentials,
}

/// Makes the client for an agent.
///
/// # Errors
/// When a credential is given twice, or a file cannot be read.
pub fn connect(
    agent: &str,
    connection: &Connection,
    limits: &ConnectionLimits,
    max_event_bytes: Option<u64>,
) -> Result<Connected, Usage> {
    let credentials = credentials(agent, connection)?;
    let credentials_given = !credentials.is_empty();
    if let Some(path) = &connection.ca_file {
        // The client reads it again when it is first needed; here it is a person's mistake, later it would be a fault.
        input::text("--ca-file", path)?;
    }
    let usual = Limits::default();
    let settings = Settings {
        limits: Limits {
            connect: limits.connect_timeout,
            idle: limits.idle_timeout,
            response: limits.response_timeout,
            event_bytes: max_event_bytes.unwrap_or(usual.event_bytes),
            card_bytes: limits.max_card_bytes,
        },
        tls: Tls { ca_file: connection.ca_file.clone(), insecure: connection.insecure },
        credentials: credentials.clone(),
    };
    Ok(Connected { client: Client::new(settings, Store::new()), credentials_given, credentials })
}

fn credentials(agent: &str, connection: &Connection) -> Result<Credentials, Usage> {
    let mut credentials = Credentials::new();
    if let Some(token) = bearer(connection)? {
        credentials = credentials.with_bearer(&Secret::new(token.reveal()));
    }
    for (index, header) in connection.headers.iter().enumerate() {
        if connection.headers[..index].iter().any(|earlier| earlier.name.eq_ignore_ascii_case(&header.name)) {
            return Err(Usage::new(format!("--header: {} is given twice; give it once", header.name)));
        }
        credentials = credentials.with_header(&header.name, Secret::new(&header.value));
    }
    if let Some(typed) = discovery::candidates(agent).ok().and_then(|candidates| candidates.into_iter().next()) {
        credentials = credentials.allow(typed.as_str());
    }
    for origin in &connection.allowed_origins {
        credentials = credentials.allow(origin);
    }
    // An address that the person gives is one that the person trusts: the run says the same.
    if let Some(url) = &connection.url_override {
        credentials = credentials.allow(url.as_str());
    }
    Ok(credentials)
}

/// The token of `--bearer`, else of the environment, unless a header says it already.
fn bearer(connection: &Connection) -> Result<Option<Token>, Usage> {
    let header_given = connection.headers.iter().any(|header| header.name.eq_ignore_ascii_case("authorization"));
    if let Some(token) = &connection.bearer {
        if header_given {
            return Err(Usage::new("--bearer and --header 'Authorization: …' say the same; give one of them"));
        }
        return Ok(Some(token.clone()));
    }
    match std::env::var(BEARER) {
        Ok(text) if !text.trim().is_empty() && !header_given => {
            value::token(&text).map(Some).map_err(|why| Usage::new(format!("{BEARER}: {why}")))
        }
        _ => Ok(None),
    }
}
