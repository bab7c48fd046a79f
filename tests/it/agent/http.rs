//! A client of a few lines, so that nothing of ours stands between the test and the bytes.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// An answer as it came.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
    /// Whether the body ended as it should.
    pub whole: bool,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("UTF-8")
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("JSON")
    }

    /// The data of each event of a stream.
    pub fn events(&self) -> Vec<Value> {
        let events = self.text().split("\n\n").filter_map(|event| event.strip_prefix("data: "));
        events.map(|data| serde_json::from_str(data).expect("JSON")).collect()
    }

    /// The `result` of each event of a stream.
    pub fn results(&self) -> Vec<Value> {
        self.events().into_iter().map(|mut event| event["result"].take()).collect()
    }
}

/// Sends a request and reads until the connection closes; `None` when it closed without an answer.
pub async fn exchange(
    base_url: &str,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Option<Answer> {
    let mut stream = open(base_url, method, path, headers, body).await;
    let mut bytes = Vec::new();
    let read = stream.read_to_end(&mut bytes);
    let closed = tokio::time::timeout(Duration::from_secs(30), read).await.expect("an end of the answer");
    parse(&bytes, closed.is_ok())
}

/// Sends these bytes as a request and reads until the connection closes.
pub async fn exchange_raw(base_url: &str, request: &str) -> Option<Answer> {
    let host = base_url.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(host).await.expect("a connection");
    stream.write_all(request.as_bytes()).await.expect("a request sent");
    let mut bytes = Vec::new();
    let closed = stream.read_to_end(&mut bytes).await;
    parse(&bytes, closed.is_ok())
}

/// Sends a request and leaves the rest to the caller.
pub async fn open(base_url: &str, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> TcpStream {
    let host = base_url.trim_start_matches("http://").trim_end_matches('/');
    let mut request = format!("{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n");
    for (name, value) in headers {
        request.push_str(&format!("{name}: {value}\r\n"));
    }
    request.push_str(&format!("content-length: {}\r\n\r\n{body}", body.len()));
    let mut stream = TcpStream::connect(host).await.expect("a connection");
    stream.write_all(request.as_bytes()).await.expect("a request sent");
    stream
}

fn parse(bytes: &[u8], closed: bool) -> Option<Answer> {
    let head = bytes.windows(4).position(|window| window == b"\r\n\r\n")?;
    let text = std::str::from_utf8(&bytes[..head]).expect("a head in ASCII");
    let mut lines = text.split("\r\n");
    let status = lines.next()?.split(' ').nth(1)?.parse().expect("a status");
    let pair = |line: &str| line.split_once(": ").map(|(name, value)| (name.to_owned(), value.to_owned()));
    let headers: Vec<(String, String)> = lines.filter_map(pair).collect();
    let rest = &bytes[head + 4..];
    let chunked = headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked");
    let (body, whole) = if chunked { dechunk(rest) } else { (rest.to_vec(), closed) };
    Some(Answer { status, headers, body, whole })
}

fn dechunk(mut rest: &[u8]) -> (Vec<u8>, bool) {
    let mut body = Vec::new();
    while let Some(end) = rest.windows(2).position(|window| window == b"\r\n") {
        let size = usize::from_str_radix(std::str::from_utf8(&rest[..end]).expect("a size"), 16).expect("a size");
        if size == 0 {
            return (body, true);
        }
        let chunk = &rest[end + 2..];
        let Some(data) = chunk.get(..size) else { break };
        body.extend_from_slice(data);
        rest = chunk.get(size + 2..).unwrap_or_default();
    }
    (body, false)
}

/// Calls a method of A2A 1.0 at the agent's own address.
pub async fn call(base_url: &str, method: &str, params: Value) -> Answer {
    call_at(base_url, "/", method, params).await
}

/// Calls a method of A2A 1.0 at an address.
pub async fn call_at(base_url: &str, path: &str, method: &str, params: Value) -> Answer {
    let body = json!({ "jsonrpc": "2.0", "id": "r-1", "method": method, "params": params }).to_string();
    let headers = [("content-type", "application/json"), ("a2a-version", "1.0")];
    exchange(base_url, "POST", path, &headers, &body).await.expect("an answer")
}
