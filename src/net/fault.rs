//! Why there was no answer: the class, and one sentence that names the host and says what to do.

use std::error::Error;
use std::io;
use std::time::Duration;

use rustls::CertificateError;

use crate::run::event::{NetFault, NetFaultKind};

/// Classifies a request that got no answer. `place` is `host:port`, `connect` the limit for connecting.
pub(super) fn classify(error: &reqwest::Error, place: &str, connect: Duration) -> NetFault {
    let fault = |kind, sentence| NetFault { kind, sentence };
    if let Some(tls) = find::<rustls::Error>(error) {
        return fault(NetFaultKind::Tls, tls_sentence(tls, place));
    }
    if error.is_timeout() {
        let sentence = format!("no connection to {place} within {} (--connect-timeout)", span(connect));
        return fault(NetFaultKind::Timeout, sentence);
    }
    let text = chain_text(error);
    if text.contains("tls handshake eof") {
        return fault(NetFaultKind::Tls, format!("{place} closed the connection during the TLS handshake"));
    }
    if error.is_builder() {
        return fault(NetFaultKind::Unusable, format!("the request to {place} cannot be made: {}", root_cause(error)));
    }
    let sentence = if error.is_dns() {
        format!("the name in {place} cannot be resolved ({})", root_cause(error))
    } else {
        connection_sentence(error, &text, place)
    };
    fault(NetFaultKind::Unreachable, sentence)
}

/// How a body broke off, as a sentence.
pub(super) fn cut_sentence(error: &reqwest::Error, place: &str) -> String {
    let text = chain_text(error);
    match find::<io::Error>(error).map(io::Error::kind) {
        Some(io::ErrorKind::ConnectionReset) => format!("{place} reset the connection"),
        _ if text.contains("message length")
            || text.contains("unexpected EOF")
            || text.contains("message completed") =>
        {
            format!("{place} closed the connection before the end of the answer")
        }
        _ => format!("the connection to {place} broke off ({})", root_cause(error)),
    }
}

fn connection_sentence(error: &reqwest::Error, text: &str, place: &str) -> String {
    use io::ErrorKind as Kind;
    match find::<io::Error>(error).map(io::Error::kind) {
        Some(Kind::ConnectionRefused) => format!("{place} refused the connection; nothing listens there"),
        Some(Kind::ConnectionReset) => format!("{place} reset the connection before an answer"),
        Some(Kind::HostUnreachable | Kind::NetworkUnreachable | Kind::NetworkDown) => {
            format!("{place} cannot be reached from this machine")
        }
        Some(Kind::BrokenPipe | Kind::ConnectionAborted) => {
            format!("{place} closed the connection while the request was sent")
        }
        _ if text.contains("message completed") => format!("{place} closed the connection before a whole answer"),
        _ if text.contains("invalid HTTP") || text.contains("parse") || text.contains("header") => {
            format!("what {place} answers is not HTTP ({})", root_cause(error))
        }
        _ if error.is_connect() => format!("no connection to {place} ({})", root_cause(error)),
        _ => format!("the connection to {place} broke ({})", root_cause(error)),
    }
}

fn tls_sentence(error: &rustls::Error, place: &str) -> String {
    let way_out = "--ca-file trusts its issuer, --insecure skips the check";
    match error {
        rustls::Error::InvalidCertificate(why) => {
            let why = match why {
                CertificateError::UnknownIssuer => "its issuer is not trusted".to_owned(),
                CertificateError::Expired | CertificateError::ExpiredContext { .. } => "it has expired".to_owned(),
                CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
                    "it is not valid yet".to_owned()
                }
                CertificateError::Revoked => "it was revoked".to_owned(),
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
                    "it is for another name".to_owned()
                }
                other if other.to_string().contains("CaUsedAsEndEntity") => "it is self-signed".to_owned(),
                other => other.to_string(),
            };
            format!("the certificate of {place} is not accepted: {why}; {way_out}")
        }
        rustls::Error::InvalidMessage(_) => format!("{place} does not speak TLS; the address may be http, not https"),
        rustls::Error::AlertReceived(alert) => format!("{place} refused the TLS handshake ({alert:?})"),
        other => format!("the TLS handshake with {place} failed: {other}"),
    }
}

/// The first error of a type in the chain of causes. An I/O error hides what it wraps from that chain, and may wrap
/// another one, so it is unwrapped.
fn find<'a, T: Error + 'static>(error: &'a (dyn Error + 'static)) -> Option<&'a T> {
    chain(error).find_map(|cause| {
        let wrapped = |e: &&'a (dyn Error + 'static)| -> Option<&'a (dyn Error + 'static)> {
            let inner: &'a (dyn Error + 'static) = e.downcast_ref::<io::Error>()?.get_ref()?;
            Some(inner)
        };
        std::iter::successors(Some(cause), wrapped).take(16).find_map(|e| e.downcast_ref::<T>())
    })
}

/// The error and its causes, at most 16: nothing foreign makes this chain, but a loop must end.
fn chain<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |e: &&'a (dyn Error + 'static)| (*e).source()).take(16)
}

fn chain_text(error: &(dyn Error + 'static)) -> String {
    chain(error).map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// The innermost cause in its own words.
pub(super) fn root_cause(error: &(dyn Error + 'static)) -> String {
    chain(error).last().map(ToString::to_string).unwrap_or_default()
}

/// A limit of time in words: `10 s`, `500 ms`.
pub(super) fn span(limit: Duration) -> String {
    let ms = limit.as_millis();
    if ms > 0 && ms.is_multiple_of(1000) { format!("{} s", ms / 1000) } else { format!("{ms} ms") }
}
