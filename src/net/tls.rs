//! Building the HTTP clients, each at its first need: loading the machine's certificates takes time and can fail.

use std::path::Path;
use std::sync::Once;

use reqwest::{Certificate, ClientBuilder, redirect};

use crate::run::event::{NetFault, NetFaultKind};

use super::settings::Settings;

/// Which client a request needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Plain HTTP to this machine: no proxy, whatever the environment says.
    Local,
    /// Plain HTTP. It works on a machine without any certificates.
    Plain,
    /// HTTPS to this machine: no proxy.
    LocalSecure,
    /// HTTPS.
    Secure,
}

/// Builds a client. Blocks for the time it takes to read certificates, so it belongs on a worker thread.
///
/// HTTP/1.1 only: streams of some servers (A2AEx) break over HTTP/2. No connection is kept for another request: one that
/// the server closes meanwhile would lose a message, which must neither be lost nor sent twice. No redirects, no
/// decompression, no cookies: all of these are done, or not done, where they can be seen.
pub(super) fn build(way: Way, settings: &Settings) -> Result<reqwest::Client, NetFault> {
    install_provider();
    let base = || {
        reqwest::Client::builder()
            .http1_only()
            .redirect(redirect::Policy::none())
            .referer(false)
            .pool_max_idle_per_host(0)
            .tcp_nodelay(true)
            .connect_timeout(settings.limits.connect)
    };
    let base = || if matches!(way, Way::Local | Way::LocalSecure) { base().no_proxy() } else { base() };
    match way {
        // The TLS settings of this client are never used; without a check they need no certificates.
        Way::Local | Way::Plain => finish(base().tls_danger_accept_invalid_certs(true)),
        Way::LocalSecure | Way::Secure if settings.tls.insecure => finish(base().tls_danger_accept_invalid_certs(true)),
        Way::LocalSecure | Way::Secure => match &settings.tls.ca_file {
            None => finish(base()),
            Some(path) => {
                let given = read_certificates(path)?;
                // Where the machine has no certificates of its own, the given ones are enough.
                finish(base().tls_certs_merge(given.clone())).or_else(|_| finish(base().tls_certs_only(given)))
            }
        },
    }
}

fn finish(builder: ClientBuilder) -> Result<reqwest::Client, NetFault> {
    builder.build().map_err(|error| {
        let cause = super::fault::root_cause(&error);
        let sentence = format!("no certificates to trust on this machine ({cause}); use --ca-file, or --insecure");
        NetFault { kind: NetFaultKind::Tls, sentence }
    })
}

fn read_certificates(path: &Path) -> Result<Vec<Certificate>, NetFault> {
    let fault = |why: String| NetFault {
        kind: NetFaultKind::Unusable,
        sentence: format!("--ca-file {}: {why}", path.display()),
    };
    let pem = std::fs::read(path).map_err(|error| fault(format!("cannot be read: {error}")))?;
    let found = Certificate::from_pem_bundle(&pem).map_err(|error| fault(format!("is no PEM certificate: {error}")))?;
    if found.is_empty() {
        return Err(fault("holds no certificate; it must be PEM with BEGIN CERTIFICATE".to_owned()));
    }
    Ok(found)
}

/// Makes ring the provider of the process, once. One that is there already stays.
fn install_provider() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // An error says that somebody was faster, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
    });
}
