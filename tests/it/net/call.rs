//! Calls: what goes out exactly, and how every kind of answer is read.

use std::io::Write;

use catseye::a2a::model::{Decoded, TaskState, Update};
use catseye::net::wire::Store;
use catseye::net::{Client, Settings};
use catseye::run::event::{BodyKind, CallId, End, What, WireRef};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::server::{Server, Step, chunk, chunked_head, response, response_with, stream_head};
use super::{call, client, end, events, frames, long, short};

const TASK: &str =
    r#"{"jsonrpc":"2.0","id":"1","result":{"task":{"id":"t","status":{"state":"TASK_STATE_COMPLETED"}}}}"#;

fn fixture(name: &str) -> Vec<u8> {
    let path = format!("{}/tests/fixtures/streams/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(path).expect(name)
}

/// The states, chunks and errors of frames in a few words.
fn told(events: &[What]) -> Vec<String> {
    let word = |decoded: &Decoded| match decoded {
        Decoded::Update(update, _) => match &**update {
            Update::Task(task) => format!("task {}", task.status.state.word()),
            Update::Message(message) => format!("message {}", message.text()),
            Update::Status(update) => format!("status {}", update.status.state.word()),
            Update::Artifact(update) => format!("artifact {}", update.artifact.artifact_id),
        },
        Decoded::Error(error) => format!("error {}", error.sentence()),
        Decoded::Nothing => "nothing".to_owned(),
        Decoded::Unknown(_) => "unknown".to_owned(),
        Decoded::Unreadable(_) => "unreadable".to_owned(),
        Decoded::Heartbeat => "heartbeat".to_owned(),
    };
    frames(events).into_iter().map(|f| word(&f.decoded)).collect()
}

#[tokio::test]
async fn a_blocking_request_goes_out_byte_for_byte_as_it_is_shown() {
    let server = Server::always(response(200, "application/json", TASK)).await;
    let client = client(long());
    let call = call(&format!("{}/rpc?x=1", server.base), false);
    let events = events(&client, &call).await;
    let expected = format!(
        "POST /rpc?x=1 HTTP/1.1\r\nhost: {}\r\nuser-agent: catseye/0.1.0\r\naccept: application/json\r\naccept-encoding: gzip, br\r\n\
         content-type: application/json\r\ncontent-length: 51\r\na2a-version: 1.0\r\n\r\n{}",
        server.place, call.body
    );
    assert_eq!(server.requests(), std::slice::from_ref(&expected));
    let What::Requested(requested) = &events[0] else { panic!("{events:?}") };
    let shown: String = requested.headers.iter().map(|(n, v)| format!("{n}: {v}\r\n")).collect();
    assert!(expected.contains(&shown));
    assert_eq!(client.preview(&call).expect("an address"), requested.headers);
    let body = client.store().read(requested.body.expect("a body")).expect("kept");
    assert_eq!(body, call.body.as_bytes());
}

#[tokio::test]
async fn a_streaming_request_asks_for_events_and_no_compression() {
    let server = Server::always(stream_head()).await;
    events(&client(long()), &call(&server.base, true)).await;
    let request = &server.requests()[0];
    assert!(
        request.contains("\r\naccept: text/event-stream, application/json\r\naccept-encoding: identity\r\n"),
        "{request}"
    );
}

#[tokio::test]
async fn an_answer_is_one_frame_with_its_bytes() {
    let server = Server::always(response_with(
        200,
        &[("Content-Type", "application/json; charset=utf-8"), ("X-Odd", "1")],
        TASK,
    ))
    .await;
    let client = client(long());
    let events = events(&client, &call(&server.base, false)).await;
    let What::Answered(answered) = &events[1] else { panic!("{events:?}") };
    assert_eq!((answered.status, answered.version.as_str(), answered.body), (200, "HTTP/1.1", BodyKind::Json));
    assert!(answered.headers.contains(&("x-odd".to_owned(), "1".to_owned())));
    assert_eq!(told(&events), ["task completed"]);
    let frame = frames(&events)[0];
    assert_eq!((frame.call, frame.number), (CallId(1), 1));
    assert_eq!(client.store().read(frame.wire).expect("kept"), TASK.as_bytes());
    assert_eq!(end(&events), &End::Complete);
}

#[tokio::test]
async fn a_stream_is_frames_whose_bytes_cover_it() {
    let bytes = fixture("07-comments-keepalives.sse");
    let mut steps = vec![Step::Write(chunked_head())];
    steps.extend(bytes.chunks(37).map(|c| Step::Write(chunk(std::str::from_utf8(c).expect("ASCII")))));
    steps.push(Step::Write(b"0\r\n\r\n".to_vec()));
    let server = Server::scripts(vec![steps]).await;
    let client = client(long());
    let events = events(&client, &call(&server.base, true)).await;
    let updates: Vec<String> = told(&events).into_iter().filter(|w| w != "heartbeat").collect();
    assert_eq!(updates, ["task submitted", "status working", "artifact a1", "artifact a1", "status completed"]);
    assert!(told(&events).iter().filter(|w| *w == "heartbeat").count() >= 3);
    let frames = frames(&events);
    assert_eq!(frames.iter().map(|f| f.number).collect::<Vec<_>>(), (1..=frames.len() as u32).collect::<Vec<_>>());
    let all: Vec<u8> = frames.iter().flat_map(|f| client.store().read(f.wire).expect("kept")).collect();
    assert!(bytes.starts_with(&all));
    assert_eq!(end(&events), &End::Complete);
}

#[tokio::test]
async fn frames_are_numbered_within_a_run() {
    let server = Server::always(response(200, "application/json", TASK)).await;
    let client = client(long());
    let call = call(&server.base, false);
    let mut numbers = Vec::new();
    for run in [client.for_run(), client.for_run()] {
        for _ in 0..2 {
            numbers.push(frames(&events(&run, &call).await)[0].number);
        }
    }
    assert_eq!(numbers, [1, 2, 1, 2]);
}

#[tokio::test]
async fn a_json_answer_to_a_streaming_call_is_an_answer() {
    let error = r#"{"jsonrpc":"2.0","id":"1","error":{"code":-32004,"message":"Streaming is not supported"}}"#;
    for typed in ["application/json", "text/event-stream", "text/plain", "text/html", ""] {
        let server = Server::always(response(200, typed, format!("\n {error}"))).await;
        let events = events(&client(long()), &call(&server.base, true)).await;
        assert_eq!(told(&events), ["error -32004 UnsupportedOperationError: Streaming is not supported"], "{typed}");
        assert_eq!(end(&events), &End::Complete, "{typed}");
    }
}

#[tokio::test]
async fn a_body_that_begins_with_a_brace_is_json_whatever_its_type_and_says_so() {
    let server = Server::always(response(200, "text/event-stream", TASK)).await;
    let events = events(&client(long()), &call(&server.base, true)).await;
    assert_eq!(told(&events), ["task completed"]);
    assert_eq!(frames(&events)[0].notes[0].code, "content-type-mismatch");
}

#[tokio::test]
async fn events_without_a_content_type_are_read_when_a_stream_was_asked_for() {
    let server = Server::always(response(200, "", format!(": hello\ndata: {TASK}\n\n"))).await;
    let events = events(&client(long()), &call(&server.base, true)).await;
    assert_eq!(told(&events), ["heartbeat", "task completed"]);
}

#[tokio::test]
async fn neither_events_nor_json_says_what_came() {
    let page = "<!doctype html><html><head><title>Sign in</title></head></html>";
    let cases = [
        ("text/html", page, "HTTP 200 with an HTML page titled \"Sign in\" (text/html)"),
        ("text/plain", "hello", "HTTP 200 with text (text/plain)"),
        ("application/json", "", "HTTP 200 with an empty body (application/json)"),
        ("application/json", "oops", "HTTP 200 with something that is not JSON (application/json)"),
        ("application/x-ndjson", TASK, "HTTP 200 with newline-delimited JSON (application/x-ndjson)"),
        ("application/octet-stream", "\u{1}", "HTTP 200 with text (application/octet-stream)"),
    ];
    for (typed, body, expected) in cases {
        let server = Server::always(response(200, typed, body)).await;
        let events = events(&client(long()), &call(&server.base, true)).await;
        let End::NotReadable { sentence, excerpt } = end(&events) else { panic!("{typed}: {events:?}") };
        assert_eq!(sentence, expected);
        assert!(body.starts_with(excerpt.as_str()));
    }
}

#[tokio::test]
async fn a_refusal_that_is_an_agents_error_is_a_frame() {
    let cases = [
        (
            400,
            "application/json",
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}}"#,
            "error -32600 InvalidRequestError: no",
        ),
        (
            404,
            "application/json",
            r#"{"error":{"code":404,"message":"gone","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"TASK_NOT_FOUND"}]}}"#,
            "error -32001 TaskNotFoundError: gone",
        ),
        (500, "text/plain", r#"{"message":"unknown exception"}"#, "error unknown exception"),
        (
            500,
            "text/event-stream",
            "event: error\ndata: {\"error\":{\"code\":-32603,\"message\":\"m\"}}\n\n",
            "error -32603 InternalError: m",
        ),
    ];
    for (status, typed, body, expected) in cases {
        let server = Server::always(response(status, typed, body)).await;
        let events = events(&client(long()), &call(&server.base, false)).await;
        assert_eq!(told(&events), [expected]);
        assert_eq!(end(&events), &End::Complete);
    }
}

#[tokio::test]
async fn any_other_refusal_is_an_excerpt() {
    let cases = [
        (
            401,
            "application/json",
            r#"{"error":"unauthorized"}"#,
            "HTTP 401 with JSON that is no answer of an agent (application/json)",
        ),
        (
            502,
            "text/html",
            "<html><title>502 Bad Gateway</title>",
            "HTTP 502 with an HTML page titled \"502 Bad Gateway\" (text/html)",
        ),
        (503, "", "", "HTTP 503 with an empty body (no content type)"),
    ];
    for (status, typed, body, expected) in cases {
        let server = Server::always(response(status, typed, body)).await;
        let events = events(&client(long()), &call(&server.base, true)).await;
        assert_eq!(end(&events), &End::NotReadable { sentence: expected.to_owned(), excerpt: body.to_owned() });
        assert!(frames(&events).is_empty());
    }
}

#[tokio::test]
async fn a_307_within_the_origin_is_followed_with_the_same_request() {
    let server = Server::scripts(vec![
        vec![Step::Write(fixture("29-redirect-307.http"))],
        vec![Step::Write(response(200, "application/json", TASK))],
    ])
    .await;
    let events = events(&client(long()), &call(&format!("{}/rpc", server.base), false)).await;
    assert_eq!(told(&events), ["task completed"]);
    let What::Answered(answered) = &events[1] else { panic!("{events:?}") };
    assert_eq!(answered.final_url, Some(format!("{}/rpc/", server.base)));
    let requests = server.requests();
    assert!(requests[1].starts_with("POST /rpc/ HTTP/1.1\r\n"));
    assert_eq!(requests[0].split_once("\r\n").expect("lines").1, requests[1].split_once("\r\n").expect("lines").1);
}

#[tokio::test]
async fn redirects_are_not_followed_elsewhere_nor_for_ever_nor_with_another_method() {
    let other = Server::always(response(200, "application/json", TASK)).await;
    for (status, to) in [(308, other.base.clone()), (302, "/x".to_owned()), (307, "/rpc".to_owned())] {
        let server = Server::always(response_with(status, &[("Location", &to)], "")).await;
        let events = events(&client(long()), &call(&format!("{}/rpc", server.base), false)).await;
        let End::NotReadable { sentence, .. } = end(&events) else { panic!("{events:?}") };
        assert!(
            sentence.starts_with(&format!("HTTP {status} redirects to \"{to}\", which is not followed")),
            "{sentence}"
        );
        assert!(server.requests().len() <= 6);
    }
    assert!(other.requests().is_empty());
}

#[tokio::test]
async fn compressed_bodies_are_decoded_and_kept_as_they_came() {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(TASK.as_bytes()).expect("memory");
    let packed = encoder.finish().expect("memory");
    let head = [("Content-Type", "application/json"), ("Content-Encoding", "gzip")];
    let server = Server::always(response_with(200, &head, &packed)).await;
    let client = client(long());
    let events = events(&client, &call(&server.base, false)).await;
    assert_eq!(told(&events), ["task completed"]);
    assert_eq!(client.store().read(frames(&events)[0].wire).expect("kept"), TASK.as_bytes());
    let What::Answered(answered) = &events[1] else { panic!("{events:?}") };
    let raw = WireRef { stream: answered.wire, offset: 0, length: packed.len() as u64 };
    assert_eq!(client.store().read(raw).expect("kept"), packed);
    assert!(answered.headers.contains(&("content-encoding".to_owned(), "gzip".to_owned())));
}

#[tokio::test]
async fn a_compressed_stream_is_read_like_any_other() {
    let server = Server::always(fixture("34-gzip.http")).await;
    let events = events(&client(long()), &call(&server.base, true)).await;
    let noted: Vec<usize> =
        frames(&events).iter().map(|f| f.notes.iter().filter(|n| n.code == "compressed-stream").count()).collect();
    assert_eq!(noted, [1, 0, 0, 0, 0]);
    assert_eq!(told(&events), ["task submitted", "status working", "artifact a1", "artifact a1", "status completed"]);
}

#[tokio::test]
async fn an_encoding_that_was_not_asked_for_is_named() {
    let head = [("Content-Type", "application/json"), ("Content-Encoding", "zstd")];
    let server = Server::always(response_with(200, &head, "xx")).await;
    let events = events(&client(long()), &call(&server.base, false)).await;
    let End::NotReadable { sentence, .. } = end(&events) else { panic!("{events:?}") };
    assert_eq!(sentence, "the body is encoded as \"zstd\", which was not asked for");
}

#[tokio::test]
async fn the_streams_of_the_wild_are_read() {
    let cases: [(&str, &[&str], End); 4] = [
        ("26-empty-body.http", &[], End::Complete),
        (
            "28-http-502-html.http",
            &[],
            End::NotReadable {
                sentence: "HTTP 502 with an HTML page titled \"502 Bad Gateway\" (text/html)".to_owned(),
                excerpt: "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body><center><h1>502 Bad Gateway</h1></center><hr><center>nginx</center></body></html>\r\n".to_owned(),
            },
        ),
        ("31-event-error-no-data.sse", &["task submitted", "status working", "heartbeat"], End::Complete),
        (
            "32-ids-and-string-code.sse",
            &["task submitted", "status working", "error RATE_LIMITED: slow down"],
            End::Complete,
        ),
    ];
    for (name, expected, ended) in cases {
        let mut bytes = if name.ends_with(".sse") { stream_head() } else { Vec::new() };
        bytes.extend(fixture(name));
        let server = Server::always(bytes).await;
        let events = events(&client(long()), &call(&server.base, true)).await;
        assert_eq!(told(&events), expected, "{name}");
        assert_eq!(end(&events), &ended, "{name}");
    }
}

#[tokio::test]
async fn an_unterminated_last_event_is_delivered_and_marked() {
    for (name, last, states) in
        [("20-no-final-blank-line.sse", "status completed", 5), ("22-truncated-mid-json.sse", "unreadable", 5)]
    {
        let server = Server::scripts(vec![vec![Step::Write(stream_head()), Step::Write(fixture(name))]]).await;
        let events = events(&client(long()), &call(&server.base, true)).await;
        let told = told(&events);
        assert_eq!((told.len(), told.last().map(String::as_str)), (states, Some(last)), "{name}");
        assert!(frames(&events).last().expect("frames").notes.iter().any(|n| n.code == "unterminated"), "{name}");
    }
}

#[tokio::test]
async fn bytes_that_are_not_utf_8_mark_the_frame() {
    let mut body = b"data: ".to_vec();
    body.extend(TASK.replace("\"t\"", "\"\u{1}\"").bytes().map(|b| if b == 1 { 0xE9 } else { b }));
    body.extend(b"\n\ndata: {}\n\n");
    let server = Server::always(response(200, "text/event-stream", body)).await;
    let events = events(&client(long()), &call(&server.base, true)).await;
    let frames = frames(&events);
    assert_eq!(frames.iter().map(|f| f.replaced).collect::<Vec<_>>(), [true, false]);
    let Decoded::Update(update, _) = &frames[0].decoded else { panic!("{frames:?}") };
    let Update::Task(task) = &**update else { panic!("{update:?}") };
    assert_eq!((task.id.as_str(), &task.status.state), ("\u{fffd}", &TaskState::Completed));
}

#[tokio::test]
async fn what_is_over_the_limit_ends_the_call_and_says_the_limit() {
    let big = "x".repeat(5000);
    let event = format!("data: 1\n\ndata: {big}\n\n");
    let json = format!("{{\"result\":\"{big}\"}}");
    for (typed, body, read) in [("text/event-stream", event, 1), ("application/json", json, 0)] {
        let server = Server::always(response(200, typed, body)).await;
        let events = events(&client(short()), &call(&server.base, true)).await;
        assert_eq!(end(&events), &End::TooLarge(4096), "{typed}");
        assert_eq!(frames(&events).len(), read, "{typed}");
    }
}

#[tokio::test]
async fn cancelling_closes_the_connection() {
    for steps in [vec![Step::Hang], vec![Step::Write(stream_head()), Step::Write(b": hi\n\n".to_vec()), Step::Hang]] {
        let before_head = steps.len() == 1;
        let mut server = Server::scripts(vec![steps]).await;
        let client = client(long());
        let call = call(&server.base, true);
        let (sender, mut receiver) = mpsc::channel(1);
        let cancel = CancellationToken::new();
        let perform = async {
            let sender = sender;
            client.call(&call, &sender, &cancel).await;
        };
        let watch = async {
            let mut last = None;
            while let Some(what) = receiver.recv().await {
                let cue = if before_head { matches!(what, What::Requested(_)) } else { matches!(what, What::Frame(_)) };
                if cue {
                    cancel.cancel();
                }
                last = Some(what);
            }
            last
        };
        let ((), last) = tokio::join!(perform, watch);
        assert_eq!(last, Some(What::Closed { call: CallId(1), end: End::ClosedByUs }));
        if !before_head {
            server.gone.recv().await.expect("the server saw the connection end");
        }
    }
}

#[tokio::test]
async fn a_call_ends_when_nobody_takes_its_events() {
    let server =
        Server::scripts(vec![vec![Step::Write(stream_head()), Step::Write(b": hi\n\n".repeat(1000)), Step::Hang]])
            .await;
    let client = client(long());
    let (sender, mut receiver) = mpsc::channel(1);
    let call = call(&server.base, true);
    let cancel = CancellationToken::new();
    let watch = async {
        for _ in 0..5 {
            receiver.recv().await.expect("an event");
        }
        drop(receiver);
    };
    tokio::join!(client.call(&call, &sender, &cancel), watch);
}

#[tokio::test]
async fn a_call_can_be_spawned() {
    let server = Server::always(response(200, "application/json", TASK)).await;
    let client = Client::new(Settings::default(), Store::new());
    let call = call(&server.base, false);
    let (sender, mut receiver) = mpsc::channel(1);
    let task = tokio::spawn(async move { client.call(&call, &sender, &CancellationToken::new()).await });
    let mut count = 0;
    while receiver.recv().await.is_some() {
        count += 1;
    }
    task.await.expect("no panic");
    assert_eq!(count, 4);
}
