//! What lives how long: tasks, streams, the agent itself.

use std::time::Duration;

use catseye::agent::{self, Options};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::http::{call, open};
use super::{final_task, message, quick, status, text_of};

/// Reads until the bytes so far hold a text.
async fn read_until(stream: &mut TcpStream, text: &str) -> String {
    let mut bytes = Vec::new();
    let reading = async {
        while !String::from_utf8_lossy(&bytes).contains(text) {
            let mut more = [0; 4096];
            let count = stream.read(&mut more).await.expect("bytes");
            assert!(count > 0, "closed before {text}: {}", String::from_utf8_lossy(&bytes));
            bytes.extend_from_slice(&more[..count]);
        }
    };
    tokio::time::timeout(Duration::from_secs(30), reading).await.expect("the text in time");
    String::from_utf8_lossy(&bytes).into_owned()
}

async fn begin(base_url: &str, text: &str) -> TcpStream {
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "SendStreamingMessage", "params": message(text) });
    open(base_url, "POST", "/", &[("a2a-version", "1.0")], &body.to_string()).await
}

/// The id of the task that a stream began with.
fn task_id(events: &str) -> Value {
    let id = events.split("\"task\":{\"id\":\"").nth(1).and_then(|rest| rest.split('"').next());
    json!(id.expect("a task"))
}

#[tokio::test]
async fn a_task_can_be_cancelled_in_the_middle_and_its_stream_ends_with_it() {
    let agent = agent::start(Options::default()).await.expect("a free port on loopback");
    let mut stream = begin(agent.base_url(), text_of("slow")).await;
    let id = task_id(&read_until(&mut stream, "lighting the fire").await);
    let cancelled = call(agent.base_url(), "CancelTask", json!({ "id": id })).await.json();
    assert_eq!(status(&cancelled["result"]), ("TASK_STATE_CANCELED", "stopped, as you asked"));
    let mut rest = String::new();
    stream.read_to_string(&mut rest).await.expect("the end of the stream");
    assert!(rest.contains("TASK_STATE_CANCELED") && rest.ends_with("0\r\n\r\n"), "{rest}");
    let again = call(agent.base_url(), "CancelTask", json!({ "id": id })).await.json();
    assert_eq!(again["error"]["code"], -32002);
}

#[tokio::test]
async fn a_task_that_waits_can_be_cancelled() {
    let agent = quick().await;
    let task = final_task(&agent, message(text_of("input-required"))).await;
    let cancelled = call(agent.base_url(), "CancelTask", json!({ "id": task["id"] })).await.json();
    assert_eq!(status(&cancelled["result"]).0, "TASK_STATE_CANCELED");
}

#[tokio::test]
async fn a_task_goes_on_when_its_client_leaves_and_others_can_follow() {
    let agent = agent::start(Options::default()).await.expect("a free port on loopback");
    let mut stream = begin(agent.base_url(), text_of("slow")).await;
    let id = task_id(&read_until(&mut stream, "lighting the fire").await);
    drop(stream);
    let body = json!({ "jsonrpc": "2.0", "id": "s", "method": "SubscribeToTask", "params": { "id": id } });
    let mut follower = open(agent.base_url(), "POST", "/", &[("a2a-version", "1.0")], &body.to_string()).await;
    let followed = read_until(&mut follower, "simmering, second 1 of 30").await;
    let snapshot = followed.find("\"id\":\"s\",\"result\":{\"task\":").expect("a snapshot");
    assert!(snapshot < followed.find("simmering").expect("an update"));
}

#[tokio::test]
async fn an_answer_can_be_had_before_the_turn_is_over() {
    let agent = agent::start(Options::default()).await.expect("a free port on loopback");
    let mut params = message(text_of("slow"));
    params["configuration"] = json!({ "returnImmediately": true });
    let task = final_task(&agent, params).await;
    assert!(["TASK_STATE_SUBMITTED", "TASK_STATE_WORKING"].contains(&status(&task).0));
}

#[tokio::test]
async fn silence_lasts_as_long_as_the_client_stays() {
    let agent = quick().await;
    let mut stream = begin(agent.base_url(), text_of("timeout")).await;
    let head = read_until(&mut stream, "\r\n\r\n").await;
    assert!(head.contains("text/event-stream") && head.ends_with("\r\n\r\n"), "{head}");
    let more = tokio::time::timeout(Duration::from_millis(100), stream.read_u8()).await;
    assert!(more.is_err(), "a byte came, or the end: {more:?}");
}

#[tokio::test]
async fn the_agent_stops_with_its_handle() {
    let agent = agent::start(Options::default()).await.expect("a free port on loopback");
    let base = agent.base_url().to_owned();
    let mut stream = begin(&base, text_of("slow")).await;
    read_until(&mut stream, "lighting the fire").await;
    drop(agent);
    let mut rest = Vec::new();
    let ended = tokio::time::timeout(Duration::from_secs(30), stream.read_to_end(&mut rest)).await.expect("an end");
    assert!(ended.is_err() || !rest.ends_with(b"0\r\n\r\n"), "the stream breaks off");
    let host = base.trim_start_matches("http://").trim_end_matches('/');
    let mut refused = false;
    for _ in 0..1000 {
        match TcpStream::connect(host).await {
            Err(_) => {
                refused = true;
                break;
            }
            Ok(mut late) => {
                let _ = late.write_all(b"GET / HTTP/1.1\r\n\r\n").await;
                tokio::task::yield_now().await;
            }
        }
    }
    assert!(refused, "nobody listens any more");
}

#[tokio::test]
async fn only_so_many_tasks_are_kept() {
    let agent = quick().await;
    let first = final_task(&agent, message("Cook something that is not on the menu.")).await;
    for _ in 0..500 {
        final_task(&agent, message("Cook something that is not on the menu.")).await;
    }
    let gone = call(agent.base_url(), "GetTask", json!({ "id": first["id"] })).await.json();
    assert_eq!(gone["error"]["code"], -32001);
}
