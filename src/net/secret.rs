//! Secrets: a type that cannot be printed, and where secrets may go.

use std::fmt;

use crate::a2a::interface::origin;

/// A secret text. It has no `Display`, and `Debug` shows none of it; only the client reads it, when it fills a request.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Keeps a text secret.
    pub fn new(text: impl Into<String>) -> Self {
        Secret(text.into())
    }

    /// The text, for the one place that puts it on the wire.
    pub(super) fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// Headers that the person gave, and the origins they may go to.
///
/// Every one of them is treated as a secret: a tenant key does not look different from a tenant name.
#[derive(Clone, Debug, Default)]
pub struct Credentials {
    headers: Vec<(String, Secret)>,
    origins: Vec<String>,
}

impl Credentials {
    /// None, allowed nowhere.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a header; one of the same name is replaced.
    pub fn with_header(mut self, name: impl Into<String>, value: Secret) -> Self {
        let name = name.into().to_ascii_lowercase();
        self.headers.retain(|(old, _)| *old != name);
        self.headers.push((name, value));
        self
    }

    /// Adds `Authorization: Bearer …`.
    pub fn with_bearer(self, token: &Secret) -> Self {
        self.with_header("authorization", Secret::new(format!("Bearer {}", token.expose())))
    }

    /// Allows an origin, given as any address within it. What is no http address allows nothing.
    pub fn allow(mut self, address: &str) -> Self {
        if let Some(origin) = origin(address)
            && !self.origins.contains(&origin)
        {
            self.origins.push(origin);
        }
        self
    }

    /// Whether there are any.
    pub fn is_empty(&self) -> bool {
        self.headers.is_empty()
    }

    /// The headers that may go to this address: all of them within an allowed origin, else none.
    pub(super) fn headers_for(&self, url: &str) -> &[(String, Secret)] {
        let allowed = origin(url).is_some_and(|origin| self.origins.contains(&origin));
        if allowed { &self.headers } else { &[] }
    }
}

/// How a header's value is shown: a scheme word stays, the rest is hidden, its length too.
pub(super) fn masked(value: &str) -> String {
    const HIDDEN: &str = "••••••";
    let schemes = ["Bearer", "Basic", "Digest", "Negotiate", "ApiKey", "Token"];
    match value.split_once(' ') {
        Some((scheme, _)) if schemes.iter().any(|s| s.eq_ignore_ascii_case(scheme)) => format!("{scheme} {HIDDEN}"),
        _ => HIDDEN.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_never_printed() {
        let credentials = Credentials::new().with_bearer(&Secret::new("hunter2")).allow("https://a.example/x");
        assert!(!format!("{credentials:?}").contains("hunter2"));
        assert_eq!(masked("Bearer hunter2"), "Bearer ••••••");
        assert_eq!(masked("hunter 2"), "••••••");
    }

    #[test]
    fn a_secret_goes_to_allowed_origins_only() {
        let credentials = Credentials::new().with_bearer(&Secret::new("t")).allow("https://a.example/x");
        assert_eq!(credentials.headers_for("https://a.example:443/rpc").len(), 1);
        for url in
            ["http://a.example/", "https://a.example:8443/", "https://b.example/", "https://a.example.evil/", "x"]
        {
            assert!(credentials.headers_for(url).is_empty(), "{url}");
        }
    }
}
