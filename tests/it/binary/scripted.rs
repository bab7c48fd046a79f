//! An agent that answers with exactly the bytes a test wants, over real TCP.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::{Value, json};

pub const URI: &str = "https://docs.kedi-lang.org/a2a/extensions/structured-output/v1/";
pub const ARTIFACT: &str = "kedi-structured-output";

/// A request as it came.
#[derive(Clone, Debug)]
pub struct Request {
    pub method: String,
    pub path: String,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Request {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// The JSON-RPC method.
    pub fn operation(&self) -> String {
        self.json()["method"].as_str().unwrap_or_default().to_owned()
    }
}

/// What is answered.
pub enum Reply {
    /// These bytes, then the connection is closed.
    Bytes(Vec<u8>),
    /// These bytes, then nothing: the connection stays open as long as the client likes.
    Hold(Vec<u8>),
}

/// A server that runs as long as the test.
pub struct Scripted {
    pub base: String,
    requests: Arc<Mutex<Vec<Request>>>,
}

impl Scripted {
    /// Answers each request by this function; it gets the server's base URL too.
    pub fn new(answer: impl Fn(&Request, &str) -> Reply + Send + Sync + 'static) -> Scripted {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let base = format!("http://{}/", listener.local_addr().expect("an address"));
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (seen, own, answer) = (requests.clone(), base.clone(), Arc::new(answer));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (seen, own, answer) = (seen.clone(), own.clone(), answer.clone());
                thread::spawn(move || serve(stream, &seen, &own, &*answer));
            }
        });
        Scripted { base, requests }
    }

    /// An agent with this card that answers each call by this function.
    pub fn agent(card: Value, call: impl Fn(&Request) -> Reply + Send + Sync + 'static) -> Scripted {
        Scripted::new(move |request, base| match request.method.as_str() {
            "GET" => Reply::Bytes(json_body(200, &card.to_string().replace("BASE/", base))),
            _ => call(request),
        })
    }

    /// An agent that streams these updates as the whole answer.
    pub fn streaming(updates: Vec<Value>) -> Scripted {
        Scripted::agent(card(), move |request| Reply::Bytes(stream(request, &updates)))
    }

    pub fn requests(&self) -> Vec<Request> {
        self.requests.lock().expect("no test panicked here").clone()
    }

    /// The calls, without the fetches of the card.
    pub fn calls(&self) -> Vec<Request> {
        self.requests().into_iter().filter(|request| request.method == "POST").collect()
    }
}

fn serve(
    stream: TcpStream,
    seen: &Mutex<Vec<Request>>,
    base: &str,
    answer: &(impl Fn(&Request, &str) -> Reply + ?Sized),
) -> Option<()> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let request = read(&mut reader)?;
    seen.lock().expect("no test panicked here").push(request.clone());
    let mut writer = stream;
    match answer(&request, base) {
        Reply::Bytes(bytes) => writer.write_all(&bytes).ok()?,
        Reply::Hold(bytes) => {
            writer.write_all(&bytes).ok()?;
            // Ends when the client closes.
            let _ = reader.read_to_end(&mut Vec::new());
        }
    }
    Some(())
}

fn read(reader: &mut impl BufRead) -> Option<Request> {
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let mut words = line.split_whitespace();
    let (method, path) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        match line.trim_end().split_once(": ") {
            Some((name, value)) => headers.push((name.to_owned(), value.to_owned())),
            None => break,
        }
    }
    let length = headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    let length = length.and_then(|(_, value)| value.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(Request { method, path, headers, body: String::from_utf8(body).ok()? })
}

/// A whole HTTP answer.
pub fn http(status: u16, content_type: &str, body: &[u8]) -> Vec<u8> {
    let mut out = format!(
        "HTTP/1.1 {status} X\r\ncontent-type: {content_type}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    )
    .into_bytes();
    out.extend_from_slice(body);
    out
}

pub fn json_body(status: u16, body: &str) -> Vec<u8> {
    http(status, "application/json", body.as_bytes())
}

/// The head of a stream that ends with its connection.
pub fn stream_head() -> Vec<u8> {
    b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n".to_vec()
}

/// One update as an event of a stream, in the envelope of the call.
pub fn event(request: &Request, update: &Value) -> Vec<u8> {
    let envelope = json!({"jsonrpc": "2.0", "id": request.json()["id"], "result": update});
    format!("data: {envelope}\n\n").into_bytes()
}

pub fn stream(request: &Request, updates: &[Value]) -> Vec<u8> {
    let mut out = stream_head();
    for update in updates {
        out.extend(event(request, update));
    }
    out
}

/// One answer that is no stream.
pub fn result(request: &Request, result: &Value) -> Vec<u8> {
    json_body(200, &json!({"jsonrpc": "2.0", "id": request.json()["id"], "result": result}).to_string())
}

pub fn rpc_error(request: &Request, code: i64, message: &str) -> Vec<u8> {
    let error = json!({"code": code, "message": message, "data": [{"why": 9_007_199_254_740_993_i64}]});
    json_body(200, &json!({"jsonrpc": "2.0", "id": request.json()["id"], "error": error}).to_string())
}

/// A card as the extension's text asks for it. `BASE/` becomes the server's address.
pub fn card() -> Value {
    json!({
        "name": "Scripted", "description": "answers what a test wants", "version": "1",
        "supportedInterfaces": [{"url": "BASE/rpc", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}],
        "capabilities": {"streaming": true, "extensions": [{"uri": URI, "params": params()}]},
        "defaultInputModes": ["text/plain"], "defaultOutputModes": ["application/json"],
        "skills": [{"id": "s", "name": "s", "description": "s", "tags": ["s"]}]
    })
}

pub fn params() -> Value {
    json!({
        "version": 1, "mode": "request-schema", "schemaDialect": "https://json-schema.org/draft/2020-12/schema",
        "resultArtifactName": ARTIFACT, "maxSchemaBytes": 32768,
        "schemaEncodings": ["json-utf8", "protobuf-value"], "resultEncodings": ["json-utf8", "protobuf-value"]
    })
}

/// A card whose declaration of the extension was changed.
pub fn card_with(change: impl FnOnce(&mut Value)) -> Value {
    let mut card = card();
    change(&mut card);
    card
}

pub fn status(state: &str, words: &str) -> Value {
    let mut status = json!({"state": state});
    if !words.is_empty() {
        status["message"] = json!({"messageId": "m", "role": "ROLE_AGENT", "taskId": "t1", "parts": [{"text": words}]});
    }
    json!({"statusUpdate": {"taskId": "t1", "contextId": "c1", "status": status}})
}

pub fn task(state: &str) -> Value {
    json!({"task": {"id": "t1", "contextId": "c1", "status": {"state": state}}})
}

pub fn artifact(artifact: Value) -> Value {
    json!({"artifactUpdate": {"taskId": "t1", "contextId": "c1", "artifact": artifact, "lastChunk": true}})
}

/// The result artifact with these parts.
pub fn result_artifact(parts: Value) -> Value {
    artifact(json!({"artifactId": "r", "name": ARTIFACT, "extensions": [URI], "parts": parts}))
}

/// A raw part of JSON text.
pub fn raw(text: impl AsRef<[u8]>) -> Value {
    use base64::Engine;
    json!({"raw": base64::engine::general_purpose::STANDARD.encode(text), "mediaType": "application/json"})
}

/// The stream of a task that completes with these artifacts.
pub fn completing(artifacts: Vec<Value>) -> Vec<Value> {
    let mut updates = vec![task("TASK_STATE_SUBMITTED"), status("TASK_STATE_WORKING", "working on it")];
    updates.extend(artifacts);
    updates.push(status("TASK_STATE_COMPLETED", ""));
    updates
}

/// An agent whose task completes with this text as its result.
pub fn answering(result: &str) -> Scripted {
    Scripted::streaming(completing(vec![result_artifact(json!([raw(result)]))]))
}
