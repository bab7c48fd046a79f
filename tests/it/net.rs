//! The network against a scripted server: exact requests, every way an answer can end, no secret where it must not be.

mod call;
mod fault;
mod secret;
pub mod server;
mod tls;

use std::time::Duration;

use catseye::a2a::interface::Dialect;
use catseye::net::wire::Store;
use catseye::net::{Client, Limits, Settings};
use catseye::run::event::{Call, CallId, End, Frame, Operation, What};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// Limits short enough to wait for.
pub fn short() -> Limits {
    Limits {
        connect: Duration::from_secs(5),
        idle: Duration::from_millis(200),
        response: Duration::from_millis(300),
        event_bytes: 4096,
        card_bytes: 2048,
    }
}

/// Limits that no test reaches.
pub fn long() -> Limits {
    Limits { response: Duration::from_secs(30), idle: Duration::from_secs(30), ..Limits::default() }
}

/// A client without credentials.
pub fn client(limits: Limits) -> Client {
    Client::new(Settings { limits, ..Settings::default() }, Store::new())
}

/// A call to an address.
pub fn call(url: &str, expect_stream: bool) -> Call {
    Call {
        id: CallId(1),
        operation: if expect_stream { Operation::Stream } else { Operation::Send },
        dialect: Dialect::V10,
        url: url.to_owned(),
        method: "POST".to_owned(),
        headers: vec![("A2A-Version".to_owned(), "1.0".to_owned())],
        body: r#"{"jsonrpc":"2.0","id":"1","method":"M","params":{}}"#.to_owned(),
        rpc_id: Some("1".to_owned()),
        expect_stream,
    }
}

/// Everything a call emits.
pub async fn events(client: &Client, call: &Call) -> Vec<What> {
    let (sender, mut receiver) = mpsc::channel(4);
    let cancel = CancellationToken::new();
    let collect = async {
        let mut all = Vec::new();
        while let Some(what) = receiver.recv().await {
            all.push(what);
        }
        all
    };
    let perform = async {
        let sender = sender;
        client.call(call, &sender, &cancel).await;
    };
    tokio::join!(perform, collect).1
}

/// The frames among events.
pub fn frames<'a>(events: &'a [What]) -> Vec<&'a Frame> {
    let frame = |what: &'a What| match what {
        What::Frame(frame) => Some(&**frame),
        _ => None,
    };
    events.iter().filter_map(frame).collect()
}

/// How a call ended; it must have been answered.
pub fn end(events: &[What]) -> &End {
    match events.last() {
        Some(What::Closed { end, .. }) => end,
        other => panic!("not closed but {other:?}"),
    }
}
