//! The HTTP+JSON binding: which verb, path and query an operation has in each generation (A2A 1.0 §11, 0.3 §3.2.3).

use super::interface::Dialect;
use super::request::Asked;

/// The media type of requests and answers in A2A 1.0; 0.3 has plain `application/json`.
pub const MEDIA_TYPE: &str = "application/a2a+json";

/// An HTTP method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    Get,
    Post,
}

impl Verb {
    pub(super) fn word(self) -> &'static str {
        match self {
            Verb::Get => "GET",
            Verb::Post => "POST",
        }
    }
}

/// Where an operation is, below the interface's address.
pub(super) struct Place {
    pub(super) verb: Verb,
    path: String,
    query: Option<String>,
}

/// The place of an operation.
pub(super) fn place(asked: &Asked<'_>, dialect: Dialect) -> Place {
    let (verb, path, query) = match asked {
        Asked::Message { streams: false, .. } => (Verb::Post, "/message:send".to_owned(), None),
        Asked::Message { streams: true, .. } => (Verb::Post, "/message:stream".to_owned(), None),
        Asked::Get { task, history_length } => {
            let query = history_length.map(|length| format!("historyLength={length}"));
            (Verb::Get, format!("/tasks/{}", segment(task)), query)
        }
        Asked::Cancel { task } => (Verb::Post, format!("/tasks/{}:cancel", segment(task)), None),
        Asked::Subscribe { task, with_get } => {
            let verb = if *with_get { Verb::Get } else { Verb::Post };
            (verb, format!("/tasks/{}:subscribe", segment(task)), None)
        }
    };
    let path = match dialect {
        Dialect::V10 => path,
        Dialect::V03 => format!("/v1{path}"),
    };
    Place { verb, path, query }
}

impl Place {
    /// The whole address: the path is appended to the interface's, one trailing slash stripped, with the tenant between;
    /// a query that the interface's address has comes first.
    pub(super) fn at(&self, base: &str, tenant: Option<&str>) -> String {
        let base = base.split('#').next().unwrap_or_default();
        let (base, given) = match base.split_once('?') {
            Some((base, query)) => (base, Some(query)),
            None => (base, None),
        };
        let tenant = tenant.filter(|tenant| !tenant.is_empty()).map(|tenant| format!("/{}", segment(tenant)));
        let queries: Vec<&str> = [given, self.query.as_deref()].into_iter().flatten().collect();
        let query = if queries.is_empty() { String::new() } else { format!("?{}", queries.join("&")) };
        format!("{}{}{}{query}", base.strip_suffix('/').unwrap_or(base), tenant.unwrap_or_default(), self.path)
    }
}

/// A text as one segment of a path: everything but unreserved characters percent-encoded (RFC 3986 §2.3), so that an id
/// with a slash or a colon stays one.
fn segment(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => out.push(byte.into()),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(task: &str, base: &str, tenant: Option<&str>) -> String {
        place(&Asked::Get { task, history_length: None }, Dialect::V10).at(base, tenant)
    }

    #[test]
    fn one_trailing_slash_goes_and_no_more() {
        assert_eq!(at("t", "http://a.example", None), "http://a.example/tasks/t");
        assert_eq!(at("t", "http://a.example/", None), "http://a.example/tasks/t");
        assert_eq!(at("t", "http://a.example/x/", None), "http://a.example/x/tasks/t");
        assert_eq!(at("t", "http://a.example/x//", None), "http://a.example/x//tasks/t");
    }

    #[test]
    fn an_id_is_one_segment_whatever_is_in_it() {
        assert_eq!(
            at("t/1:cancel?x#y %ü", "http://a.example", None),
            "http://a.example/tasks/t%2F1%3Acancel%3Fx%23y%20%25%C3%BC"
        );
        assert_eq!(at("t.1~", "http://a.example", Some("blue/red")), "http://a.example/blue%2Fred/tasks/t.1~");
    }

    #[test]
    fn a_query_of_the_interface_stays() {
        let get = place(&Asked::Get { task: "t", history_length: Some(2) }, Dialect::V03);
        assert_eq!(get.at("http://a.example/x/?key=1#f", None), "http://a.example/x/v1/tasks/t?key=1&historyLength=2");
        assert_eq!(get.at("http://a.example", None), "http://a.example/v1/tasks/t?historyLength=2");
    }
}
