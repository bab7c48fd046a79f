//! A server that does what a script says, byte for byte: for everything that goes wrong on a wire.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// What the server does on one connection, one step after another; at the end it closes.
#[derive(Clone, Debug)]
pub enum Step {
    /// Writes these bytes.
    Write(Vec<u8>),
    /// Resets the connection.
    Reset,
    /// Says nothing more until the client goes away.
    Hang,
}

/// A running server. It ends with the test's runtime.
pub struct Server {
    /// `http://127.0.0.1:PORT`.
    pub base: String,
    /// `127.0.0.1:PORT`.
    pub place: String,
    requests: Arc<Mutex<Vec<String>>>,
    /// Fires when a client that was left hanging went away.
    pub gone: tokio::sync::mpsc::Receiver<()>,
}

impl Server {
    /// Plays one script a connection, in order; a connection beyond the last script plays the last one again.
    pub async fn scripts(scripts: Vec<Vec<Step>>) -> Self {
        Self::start(move |_, number| scripts[number.min(scripts.len() - 1)].clone()).await
    }

    /// Answers every request the same way.
    pub async fn always(response: impl Into<Vec<u8>>) -> Self {
        Self::scripts(vec![vec![Step::Write(response.into())]]).await
    }

    /// Answers by path; what is not listed is a plain 404.
    pub async fn routes(routes: &[(&str, Vec<u8>)]) -> Self {
        let routes: Vec<(String, Vec<u8>)> = routes.iter().map(|(p, r)| ((*p).to_owned(), r.clone())).collect();
        Self::start(move |request, _| {
            let path = request.split(' ').nth(1).unwrap_or_default();
            let found = routes.iter().find(|(p, _)| p == path).map(|(_, response)| response.clone());
            vec![Step::Write(found.unwrap_or_else(|| response(404, "text/plain", "Not Found")))]
        })
        .await
    }

    async fn start(script: impl Fn(&str, usize) -> Vec<Step> + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("loopback");
        let place = listener.local_addr().expect("bound").to_string();
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (sender, gone) = tokio::sync::mpsc::channel(16);
        let seen = requests.clone();
        tokio::spawn(async move {
            for number in 0.. {
                let Ok((mut stream, _)) = listener.accept().await else { return };
                let request = read_request(&mut stream).await;
                let steps = script(&request, number);
                seen.lock().expect("requests").push(request);
                tokio::spawn(play(stream, steps, sender.clone()));
            }
        });
        Server { base: format!("http://{place}"), place, requests, gone }
    }

    /// Every request so far, whole: head and body as they came.
    pub fn requests(&self) -> Vec<String> {
        self.requests.lock().expect("requests").clone()
    }
}

async fn play(mut stream: TcpStream, steps: Vec<Step>, gone: tokio::sync::mpsc::Sender<()>) {
    for step in steps {
        match step {
            // A client that closed early makes this fail, which is its right.
            Step::Write(bytes) => {
                if stream.write_all(&bytes).await.and(stream.flush().await).is_err() {
                    break;
                }
            }
            Step::Reset => {
                stream.set_zero_linger().expect("linger");
                return;
            }
            Step::Hang => {
                let mut rest = Vec::new();
                let _ = stream.read_to_end(&mut rest).await;
                let _ = gone.send(()).await;
            }
        }
    }
    let _ = stream.shutdown().await;
}

/// Reads a whole request: the head, and as much body as it announces. A TLS greeting is taken for a whole one.
async fn read_request(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        if bytes.first() == Some(&0x16) {
            return String::new();
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length =
                head.lines().find_map(|l| l.strip_prefix("content-length: ")).map_or(0, |n| n.parse().expect("length"));
            if body.len() >= length {
                return text;
            }
        }
        match tokio::time::timeout(Duration::from_secs(10), stream.read(&mut buffer)).await {
            Ok(Ok(n)) if n > 0 => bytes.extend_from_slice(&buffer[..n]),
            _ => return String::from_utf8_lossy(&bytes).into_owned(),
        }
    }
}

/// A response with its length.
pub fn response(status: u16, content_type: &str, body: impl AsRef<[u8]>) -> Vec<u8> {
    response_with(status, &[("Content-Type", content_type)], body)
}

/// A response with these headers and its length.
pub fn response_with(status: u16, headers: &[(&str, &str)], body: impl AsRef<[u8]>) -> Vec<u8> {
    let body = body.as_ref();
    let mut bytes = format!("HTTP/1.1 {status} Whatever\r\n").into_bytes();
    for (name, value) in headers.iter().filter(|(_, value)| !value.is_empty()) {
        bytes.extend_from_slice(format!("{name}: {value}\r\n").as_bytes());
    }
    bytes.extend_from_slice(format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes());
    bytes.extend_from_slice(body);
    bytes
}

/// The head of a stream that ends when the connection does.
pub fn stream_head() -> Vec<u8> {
    b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n".to_vec()
}

/// The head of a stream in chunked encoding.
pub fn chunked_head() -> Vec<u8> {
    b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n".to_vec()
}

/// One chunk.
pub fn chunk(text: &str) -> Vec<u8> {
    format!("{:x}\r\n{text}\r\n", text.len()).into_bytes()
}
