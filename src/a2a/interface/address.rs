//! Addresses: their origin, resolving them, and telling those that cannot be meant.

use url::{Host, Url};

use crate::a2a::model::Note;

/// The origin of an address, `https://host:port` with the default port left out; `None` when it is no http address.
pub fn origin(address: &str) -> Option<String> {
    let url = Url::parse(address).ok()?;
    matches!(url.scheme(), "http" | "https").then(|| url.origin().ascii_serialization())
}

/// Whether two addresses have the same origin: scheme, host and port.
pub fn same_origin(one: &str, other: &str) -> bool {
    origin(one).is_some_and(|o| Some(o) == origin(other))
}

/// Where a host is, as far as its name tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// `0.0.0.0`, `[::]`: an address to listen on, not to call.
    Wildcard,
    /// This machine.
    Loopback,
    /// A private network.
    Private,
    /// Anywhere.
    Public,
}

/// Tells where a host is.
pub(crate) fn reach(host: &Host<&str>) -> Reach {
    match host {
        Host::Domain(name) => {
            let name = name.trim_end_matches('.').to_ascii_lowercase();
            if name == "localhost" || name.ends_with(".localhost") { Reach::Loopback } else { Reach::Public }
        }
        Host::Ipv4(ip) if ip.is_unspecified() => Reach::Wildcard,
        Host::Ipv4(ip) if ip.is_loopback() => Reach::Loopback,
        Host::Ipv4(ip) if ip.is_private() || ip.is_link_local() => Reach::Private,
        Host::Ipv6(ip) => match ip.to_ipv4_mapped() {
            Some(ip) => reach(&Host::Ipv4(ip)),
            None if ip.is_unspecified() => Reach::Wildcard,
            None if ip.is_loopback() => Reach::Loopback,
            None if ip.is_unique_local() || ip.is_unicast_link_local() => Reach::Private,
            None => Reach::Public,
        },
        Host::Ipv4(_) => Reach::Public,
    }
}

/// The absolute address of an interface, resolved against the card's.
///
/// # Errors
/// A fragment that says why the address cannot be used.
pub(super) fn resolve(written: &str, card_url: &str) -> Result<Url, String> {
    let parsed = Url::parse(written).or_else(|error| match (error, Url::parse(card_url)) {
        (url::ParseError::RelativeUrlWithoutBase, Ok(base)) => base.join(written),
        (error, _) => Err(error),
    });
    let url = match parsed {
        Ok(url) => url,
        Err(error) => return Err(format!("its address {written:?} cannot be read: {error}")),
    };
    if !matches!(url.scheme(), "http" | "https") {
        return Err(format!("its address has the scheme {:?}, catseye speaks http and https", url.scheme()));
    }
    match url.host() {
        Some(_) => Ok(url),
        None => Err(format!("its address {written:?} names no host")),
    }
}

/// What is doubtful about sending to `url` when the card came from `card_url`.
pub(super) fn doubts(url: &Url, card_url: &str) -> Vec<Note> {
    let mut notes = Vec::new();
    let mut note = |code, message: String| notes.push(Note { code, message });
    let (Some(host), Ok(card)) = (url.host(), Url::parse(card_url)) else { return notes };
    let there = card.host().map_or(Reach::Public, |h| reach(&h));
    let name = url.host_str().unwrap_or_default();
    let from = card.host_str().unwrap_or_default();
    let instead = "--url-override sends elsewhere";
    match reach(&host) {
        Reach::Wildcard => {
            note(
                "address-wildcard",
                format!("the card says {name}, an address to listen on and not to call; {instead}"),
            );
        }
        Reach::Loopback if there != Reach::Loopback && there != Reach::Wildcard => {
            note(
                "address-loopback",
                format!("the card came from {from} but says {name}, which is this machine; {instead}"),
            );
        }
        Reach::Private if there == Reach::Public => {
            note("address-private", format!("the card came from {from} but says {name}, a private address; {instead}"));
        }
        _ if name != from => {
            note("address-other-host", format!("the card came from {from}, the agent is at {name}; {instead}"));
        }
        _ if url.port_or_known_default() != card.port_or_known_default() && url.scheme() == card.scheme() => {
            let port = |u: &Url| u.port_or_known_default().unwrap_or_default();
            let message = format!(
                "the card was fetched on port {}, the agent's address says {}; {instead}",
                port(&card),
                port(url)
            );
            note("address-other-port", message);
        }
        _ => {}
    }
    if card.scheme() == "https" && url.scheme() == "http" {
        note("address-downgrade", format!("the card came over https but the agent's address is http: {url}"));
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(url: &str, card: &str) -> Vec<&'static str> {
        doubts(&Url::parse(url).expect("URL"), card).into_iter().map(|n| n.code).collect()
    }

    #[test]
    fn an_origin_is_scheme_host_and_port() {
        assert!(same_origin("https://a.example/x", "https://A.example:443/y?z"));
        assert!(!same_origin("https://a.example", "http://a.example"));
        assert!(!same_origin("https://a.example", "https://a.example:444"));
        assert!(!same_origin("https://a.example", "https://b.example"));
        assert!(!same_origin("nonsense", "nonsense"));
    }

    #[test]
    fn addresses_that_cannot_be_meant_are_told() {
        let card = "https://api.example/.well-known/agent-card.json";
        assert_eq!(codes("https://api.example/rpc", card), [""; 0]);
        assert_eq!(codes("http://0.0.0.0:8000/", card), ["address-wildcard", "address-downgrade"]);
        assert_eq!(codes("https://localhost/", card), ["address-loopback"]);
        assert_eq!(codes("https://10.1.2.3/", card), ["address-private"]);
        assert_eq!(codes("https://b.example/", card), ["address-other-host"]);
        assert_eq!(codes("https://api.example:8000/", card), ["address-other-port"]);
        assert_eq!(codes("http://api.example/", card), ["address-downgrade"]);
        assert_eq!(codes("http://localhost:9/", "http://127.0.0.1:8/"), ["address-other-host"]);
        assert_eq!(codes("http://127.0.0.1:9/", "http://127.0.0.1:8/"), ["address-other-port"]);
    }

    #[test]
    fn a_relative_address_is_resolved_against_the_cards() {
        let card = "https://api.example/x/.well-known/agent-card.json";
        assert_eq!(resolve("/rpc", card).map(String::from), Ok("https://api.example/rpc".to_owned()));
        assert!(resolve("wss://a.example/", card).is_err());
        assert!(resolve("http://", card).is_err());
        assert!(resolve("rpc", "").is_err());
    }
}
