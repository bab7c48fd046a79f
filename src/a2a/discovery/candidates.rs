//! From what a person typed to the addresses where a card may be.

use url::{Host, Url};

use crate::a2a::interface::{Reach, reach};

/// Where cards are served: since 0.3.0, and before.
const NAMES: [&str; 2] = ["agent-card.json", "agent.json"];

/// An address that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{sentence}")]
pub struct UrlFault {
    /// What is wrong, one sentence without a full stop.
    pub sentence: String,
    /// Where, in characters from 1, when there is one place.
    pub column: Option<usize>,
    /// What to do.
    pub hint: String,
}

impl UrlFault {
    fn new(sentence: impl Into<String>, column: Option<usize>, hint: impl Into<String>) -> Self {
        UrlFault { sentence: sentence.into(), column, hint: hint.into() }
    }
}

/// The addresses to try, in order.
///
/// A card's own address (a path that ends in `.json`) is taken as typed, query and all. A base address is tried with
/// both well-known names, then, when it has a path, as it is, then at its origin.
///
/// # Errors
/// When the address cannot be used: what is wrong, where, and what to do.
pub fn candidates(typed: &str) -> Result<Vec<Url>, UrlFault> {
    let url = address(typed)?;
    let mut found: Vec<Url> = Vec::new();
    let mut add = |url: Url| {
        if !found.contains(&url) {
            found.push(url);
        }
    };
    let path = single_slashes(url.path());
    if path.to_ascii_lowercase().ends_with(".json") {
        add(url.clone());
        if let Some((before, name)) = path.rsplit_once("/.well-known/")
            && NAMES.contains(&name)
        {
            NAMES.into_iter().for_each(|name| add(at(&url, before, name)));
        }
        return Ok(found);
    }
    NAMES.into_iter().for_each(|name| add(at(&url, &path, name)));
    if !path.is_empty() {
        add(url.clone());
        NAMES.into_iter().for_each(|name| add(at(&url, "", name)));
    }
    Ok(found)
}

/// A path without a slash at its end and without empty segments: joining a base and a path doubles a slash easily, and
/// a card that is not found there must not be replaced by the origin's.
fn single_slashes(path: &str) -> String {
    path.split('/').filter(|segment| !segment.is_empty()).map(|segment| format!("/{segment}")).collect()
}

fn at(url: &Url, before: &str, name: &str) -> Url {
    let mut url = url.clone();
    url.set_query(None);
    url.set_path(&format!("{before}/.well-known/{name}"));
    url
}

/// The base an address belongs to: what stands before the well-known path, or the whole address.
pub(super) fn base(url: &str) -> &str {
    url.rsplit_once("/.well-known/").map_or(url, |(base, _)| base).trim_end_matches('/')
}

/// Reads a typed address. Without a scheme it is http for this machine and private networks, https for the rest.
fn address(typed: &str) -> Result<Url, UrlFault> {
    let typed = typed.trim();
    if typed.is_empty() {
        return Err(UrlFault::new("the address is empty", None, "give an address such as https://agent.example"));
    }
    if let Some(at) = typed.chars().position(|c| c.is_whitespace() || c.is_control()) {
        let sentence = "the address has white space or a control character in it";
        return Err(UrlFault::new(sentence, Some(at + 1), "remove it, or write it as %20"));
    }
    let url = match typed.split_once("://") {
        Some((scheme, _)) if matches!(scheme.to_ascii_lowercase().as_str(), "http" | "https") => parse(typed)?,
        Some((scheme, _)) => {
            let sentence = format!("the scheme {scheme:?} is not one that catseye speaks");
            return Err(UrlFault::new(sentence, Some(1), "use http:// or https://"));
        }
        None => with_scheme(typed)?,
    };
    if !url.username().is_empty() || url.password().is_some() {
        let sentence = "the address holds a user name or password";
        return Err(UrlFault::new(sentence, None, "give credentials with --bearer or --header"));
    }
    let mut url = url;
    url.set_fragment(None);
    Ok(url)
}

fn with_scheme(typed: &str) -> Result<Url, UrlFault> {
    for scheme in ["http:", "https:"] {
        if typed.get(..scheme.len()).is_some_and(|head| head.eq_ignore_ascii_case(scheme)) {
            let sentence = format!("after {scheme} two slashes are missing");
            return Err(UrlFault::new(sentence, Some(scheme.len() + 1), format!("write {scheme}//host")));
        }
    }
    if typed.starts_with('/') || typed.starts_with('.') {
        let sentence = "this is a path, not an address";
        return Err(UrlFault::new(sentence, Some(1), "give an address such as https://agent.example"));
    }
    let secure = parse(&format!("https://{typed}"))?;
    match secure.host().map(|host: Host<&str>| reach(&host)) {
        Some(Reach::Public) | None => Ok(secure),
        Some(_) => parse(&format!("http://{typed}")),
    }
}

fn parse(text: &str) -> Result<Url, UrlFault> {
    let hint = "give an address such as https://agent.example or 127.0.0.1:8080";
    let authority =
        || text.split_once("://").map_or(text, |(_, rest)| rest).split(['/', '?', '#']).next().unwrap_or_default();
    match Url::parse(text) {
        Ok(url) if url.host_str().is_some_and(|h| !h.is_empty()) => Ok(url),
        Ok(_) | Err(url::ParseError::EmptyHost) => Err(UrlFault::new("the address names no host", None, hint)),
        Err(url::ParseError::InvalidPort) => {
            let port = authority().rsplit_once(':').map_or("", |(_, port)| port).to_owned();
            let sentence = format!("{port:?} is not a port");
            Err(UrlFault::new(sentence, None, "a port is a number up to 65535"))
        }
        Err(error) => Err(UrlFault::new(format!("the address cannot be read: {error}"), None, hint)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tried(typed: &str) -> Vec<String> {
        candidates(typed).expect(typed).into_iter().map(String::from).collect()
    }

    #[test]
    fn a_bare_host_is_tried_under_both_names() {
        assert_eq!(
            tried("agent.example"),
            ["https://agent.example/.well-known/agent-card.json", "https://agent.example/.well-known/agent.json"]
        );
    }

    #[test]
    fn without_a_scheme_this_machine_and_private_networks_are_http() {
        for host in [
            "localhost:8080",
            "127.0.0.1:9",
            "10.0.0.7",
            "192.168.1.2",
            "172.16.0.1",
            "[::1]:80",
            "[fd00::1]",
            "a.localhost",
        ] {
            assert!(tried(host)[0].starts_with("http://"), "{host}");
        }
        for host in ["agent.example:8080", "8.8.8.8", "172.32.0.1", "[2001:db8::1]", "localhost.example"] {
            assert!(tried(host)[0].starts_with("https://"), "{host}");
        }
    }

    #[test]
    fn a_path_is_tried_before_the_origin() {
        assert_eq!(
            tried("https://host.example/v3/serve/abc/?tab=1#x"),
            [
                "https://host.example/v3/serve/abc/.well-known/agent-card.json",
                "https://host.example/v3/serve/abc/.well-known/agent.json",
                "https://host.example/v3/serve/abc/?tab=1",
                "https://host.example/.well-known/agent-card.json",
                "https://host.example/.well-known/agent.json",
            ]
        );
    }

    #[test]
    fn a_doubled_slash_is_no_other_place() {
        assert_eq!(tried("http://h.example//x//y/")[0], "http://h.example/x/y/.well-known/agent-card.json");
        assert_eq!(tried("http://h.example//")[0], "http://h.example/.well-known/agent-card.json");
    }

    #[test]
    fn the_address_of_a_card_is_taken_as_typed() {
        assert_eq!(tried("http://h.example/cards/a.json?key=1"), ["http://h.example/cards/a.json?key=1"]);
        assert_eq!(
            tried("http://h.example/x/.well-known/agent.json"),
            ["http://h.example/x/.well-known/agent.json", "http://h.example/x/.well-known/agent-card.json"]
        );
    }

    #[test]
    fn a_bad_address_says_what_and_where_and_what_to_do() {
        let fault = |typed: &str| candidates(typed).expect_err(typed);
        assert_eq!(fault("  ").sentence, "the address is empty");
        assert_eq!(fault("http://a b.example").column, Some(9));
        assert_eq!(fault("ftp://a.example").sentence, "the scheme \"ftp\" is not one that catseye speaks");
        assert_eq!(fault("https:a.example").column, Some(7));
        assert_eq!(fault("a.example:99999").sentence, "\"99999\" is not a port");
        assert_eq!(fault("http://").sentence, "the address names no host");
        assert_eq!(fault("/etc/passwd").sentence, "this is a path, not an address");
        for typed in ["https://user:secret@a.example", "user:secret@a.example"] {
            assert!(!fault(typed).to_string().contains("secret"), "{typed}");
        }
    }
}
