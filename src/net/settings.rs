//! What the client may take, how long it waits, and whom it trusts.

use std::path::PathBuf;
use std::time::Duration;

use super::Credentials;

/// Everything a client is made of.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Times and sizes.
    pub limits: Limits,
    /// Trust.
    pub tls: Tls,
    /// Headers that the person gave, and where they may go.
    pub credentials: Credentials,
}

/// Times and sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// `--connect-timeout`: name, connection and TLS handshake together.
    pub connect: Duration,
    /// `--idle-timeout`: a stream without a byte; comments count as bytes.
    pub idle: Duration,
    /// `--response-timeout`: a blocking answer or a card, from request to last byte.
    pub response: Duration,
    /// `--max-event-bytes`: one event of a stream, or one JSON answer, decoded.
    pub event_bytes: u64,
    /// `--max-card-bytes`: a card, decoded.
    pub card_bytes: u64,
}

impl Default for Limits {
    /// 10 s, 90 s, 180 s, 64 MiB, 1 MiB.
    fn default() -> Self {
        Limits {
            connect: Duration::from_secs(10),
            idle: Duration::from_secs(90),
            response: Duration::from_secs(180),
            event_bytes: 64 << 20,
            card_bytes: 1 << 20,
        }
    }
}

/// Whom to trust over TLS.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tls {
    /// `--ca-file`: certificates to trust beside this machine's, PEM.
    pub ca_file: Option<PathBuf>,
    /// `--insecure`: no check at all.
    pub insecure: bool,
}
