//! The headers of a request: every one set here, so that what is shown is what was sent.

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use url::Url;

use crate::run::event::{NetFault, NetFaultKind};

use super::secret::{Credentials, masked};

/// How catseye calls itself.
const USER_AGENT: &str = concat!("catseye/", env!("CARGO_PKG_VERSION"));

/// Headers whose value is no secret although the person gave it: the protocol's own.
const PUBLIC: [&str; 8] = [
    "accept",
    "accept-encoding",
    "a2a-version",
    "a2a-extensions",
    "x-a2a-extensions",
    "content-type",
    "user-agent",
    "host",
];

/// The headers of one request, in the order they are sent, names in lower case as HTTP/1.1 sends them here.
pub(super) struct Headers {
    list: Vec<(String, String, bool)>,
}

impl Headers {
    /// What every request has. `accept` and `encodings` depend on what is asked for.
    pub(super) fn new(url: &Url, accept: &str, encodings: &str) -> Self {
        let mut headers = Headers { list: Vec::new() };
        headers.set("host", &host(url), false);
        headers.set("user-agent", USER_AGENT, false);
        headers.set("accept", accept, false);
        headers.set("accept-encoding", encodings, false);
        headers
    }

    /// Sets a header; one of the same name is replaced where it stands.
    pub(super) fn set(&mut self, name: &str, value: &str, secret: bool) {
        let name = name.to_ascii_lowercase();
        match self.list.iter_mut().find(|(old, ..)| *old == name) {
            Some(entry) => *entry = (name, value.to_owned(), secret),
            None => self.list.push((name, value.to_owned(), secret)),
        }
    }

    /// Adds what the person gave, where it may go. The person's word wins, but not over the length of the body.
    pub(super) fn add_credentials(&mut self, credentials: &Credentials, url: &Url) {
        for (name, value) in credentials.headers_for(url.as_str()) {
            if name != "content-length" && name != "transfer-encoding" {
                self.set(name, value.expose(), !PUBLIC.contains(&name.as_str()));
            }
        }
    }

    /// Every header as it is sent, secrets masked.
    pub(super) fn shown(&self) -> Vec<(String, String)> {
        let show = |value: &str, secret: bool| if secret { masked(value) } else { value.to_owned() };
        self.list.iter().map(|(name, value, secret)| (name.clone(), show(value, *secret))).collect()
    }

    /// The headers for the wire.
    ///
    /// # Errors
    /// When a name or a value cannot be sent; the sentence names the header and never its value.
    pub(super) fn to_map(&self) -> Result<HeaderMap, NetFault> {
        let mut map = HeaderMap::with_capacity(self.list.len());
        for (name, value, secret) in &self.list {
            let fault = |what: &str| NetFault {
                kind: NetFaultKind::Unusable,
                sentence: format!("the header {name:?} cannot be sent: {what}"),
            };
            let key = HeaderName::from_bytes(name.as_bytes())
                .map_err(|_| fault("its name has a character that may not stand there"))?;
            let mut value = HeaderValue::from_str(value)
                .or_else(|_| HeaderValue::from_bytes(value.as_bytes()))
                .map_err(|_| fault("its value has a control character"))?;
            value.set_sensitive(*secret);
            map.insert(key, value);
        }
        Ok(map)
    }
}

/// `Host` as RFC 9110 §7.2 has it: the port only when it is not the scheme's own.
fn host(url: &Url) -> String {
    match (url.host_str(), url.port()) {
        (Some(host), Some(port)) => format!("{host}:{port}"),
        (host, _) => host.unwrap_or_default().to_owned(),
    }
}

/// `host:port` for sentences.
pub(super) fn place(url: &Url) -> String {
    let port = url.port_or_known_default().map(|p| format!(":{p}")).unwrap_or_default();
    format!("{}{port}", url.host_str().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::super::secret::Secret;
    use super::*;

    fn url(text: &str) -> Url {
        Url::parse(text).expect("URL")
    }

    #[test]
    fn what_is_shown_is_what_is_sent_but_for_secrets() {
        let url = url("http://a.example:8080/rpc");
        let credentials = Credentials::new()
            .with_bearer(&Secret::new("t0ken"))
            .with_header("A2A-Version", Secret::new("0.3"))
            .with_header("content-length", Secret::new("7"))
            .allow(url.as_str());
        let mut headers = Headers::new(&url, "application/json", "gzip, br");
        headers.set("A2A-Version", "1.0", false);
        headers.add_credentials(&credentials, &url);
        let shown = headers.shown();
        let expected = [
            ("host", "a.example:8080"),
            ("user-agent", USER_AGENT),
            ("accept", "application/json"),
            ("accept-encoding", "gzip, br"),
            ("a2a-version", "0.3"),
            ("authorization", "Bearer ••••••"),
        ];
        assert_eq!(shown, expected.map(|(n, v)| (n.to_owned(), v.to_owned())));
        let map = headers.to_map().expect("headers");
        assert_eq!(map.get("authorization").map(|v| v.as_bytes()), Some(&b"Bearer t0ken"[..]));
        assert!(!format!("{map:?}").contains("t0ken"));
    }

    #[test]
    fn a_header_that_cannot_be_sent_is_named_without_its_value() {
        let url = url("http://a.example/");
        let mut headers = Headers::new(&url, "a", "b");
        headers.set("x-key", "sec\nret", true);
        let fault = headers.to_map().expect_err("a control character");
        assert_eq!(fault.sentence, "the header \"x-key\" cannot be sent: its value has a control character");
    }
}
