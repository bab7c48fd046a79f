//! What goes wrong between two machines: each has its class and a sentence that names the place.

use catseye::a2a::model::Decoded;
use catseye::run::event::{End, NetFault, NetFaultKind, What};

use super::server::{Server, Step, chunk, chunked_head, response, stream_head};
use super::{call, client, end, events, frames, long, short};

fn unanswered(events: &[What]) -> &NetFault {
    match events {
        [What::Requested(_), What::Unanswered { fault, .. }] => fault,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn nothing_listens() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("loopback");
    let place = listener.local_addr().expect("bound").to_string();
    drop(listener);
    let events = events(&client(long()), &call(&format!("http://{place}/"), false)).await;
    let sentence = format!("{place} refused the connection; nothing listens there");
    assert_eq!(unanswered(&events), &NetFault { kind: NetFaultKind::Unreachable, sentence });
}

#[tokio::test]
async fn the_name_does_not_resolve() {
    let events = events(&client(long()), &call("http://no-such-agent.invalid/", false)).await;
    let fault = unanswered(&events);
    assert_eq!(fault.kind, NetFaultKind::Unreachable);
    assert!(fault.sentence.contains("no-such-agent.invalid:80"), "{}", fault.sentence);
}

#[tokio::test]
async fn the_address_cannot_be_used() {
    for url in ["ftp://a.example/", "nonsense", "http://"] {
        let events = events(&client(long()), &call(url, false)).await;
        let [What::Unanswered { fault, .. }] = &events[..] else { panic!("{events:?}") };
        assert_eq!(fault.kind, NetFaultKind::Unusable);
        assert!(fault.sentence.contains(url), "{}", fault.sentence);
    }
}

#[tokio::test]
async fn the_connection_ends_before_a_whole_head() {
    let cases = [
        (vec![], "closed the connection before a whole answer"),
        (vec![Step::Reset], "reset the connection before an answer"),
        (vec![Step::Write(b"HTTP/1.1 200 OK\r\nContent-Ty".to_vec())], "closed the connection before a whole answer"),
        (vec![Step::Write(b"220 mail.example ESMTP\r\n".to_vec())], "answers is not HTTP"),
    ];
    for (steps, expected) in cases {
        let server = Server::scripts(vec![steps.clone()]).await;
        let events = events(&client(long()), &call(&server.base, true)).await;
        let fault = unanswered(&events);
        assert_eq!(fault.kind, NetFaultKind::Unreachable, "{steps:?}");
        assert!(fault.sentence.contains(expected) && fault.sentence.contains(&server.place), "{}", fault.sentence);
        assert_eq!(server.requests().len(), 1, "a message is never sent again");
    }
}

#[tokio::test]
async fn no_answer_in_time_names_the_limit() {
    let server = Server::scripts(vec![vec![Step::Hang]]).await;
    for (stream, expected) in [(false, "within 300 ms (--response-timeout)"), (true, "within 200 ms (--idle-timeout)")]
    {
        let events = events(&client(short()), &call(&server.base, stream)).await;
        let sentence = format!("no answer from {} {expected}", server.place);
        assert_eq!(unanswered(&events), &NetFault { kind: NetFaultKind::Timeout, sentence });
    }
}

#[tokio::test]
async fn a_stream_that_falls_silent_is_idle() {
    let steps = vec![Step::Write(stream_head()), Step::Write(b"data: {}\n\ndata: {\"k".to_vec()), Step::Hang];
    let server = Server::scripts(vec![steps]).await;
    let events = events(&client(short()), &call(&server.base, true)).await;
    assert_eq!(end(&events), &End::Idle(200));
    let frames = frames(&events);
    assert_eq!(frames.len(), 2);
    assert!(
        matches!(&frames[1].decoded, Decoded::Unreadable(why) if why.starts_with("the stream ends inside this event"))
    );
}

#[tokio::test]
async fn an_answer_that_stops_half_way_is_idle() {
    let mut half = response(200, "application/json", "{\"a\":1}");
    half.truncate(half.len() - 3);
    let server = Server::scripts(vec![vec![Step::Write(half), Step::Hang]]).await;
    let events = events(&client(short()), &call(&server.base, false)).await;
    assert_eq!(end(&events), &End::Idle(300));
    assert!(frames(&events).is_empty());
}

#[tokio::test]
async fn a_body_that_breaks_off_is_cut() {
    let mut short_body = response(200, "application/json", "{\"a\":1}");
    short_body.truncate(short_body.len() - 3);
    let mut chunked = chunked_head();
    chunked.extend(chunk("data: {}\n\n"));
    let closed = "closed the connection before the end of the answer";
    let cases = [
        (vec![Step::Write(short_body.clone())], closed, 0),
        (vec![Step::Write(chunked.clone())], closed, 1),
        (vec![Step::Write(chunked.clone()), Step::Write(b"zz\r\n".to_vec())], "broke off", 1),
    ];
    for (steps, expected, read) in cases {
        let server = Server::scripts(vec![steps.clone()]).await;
        let events = events(&client(long()), &call(&server.base, true)).await;
        let End::Cut(sentence) = end(&events) else { panic!("{steps:?}: {events:?}") };
        assert!(sentence.contains(expected) && sentence.contains(&server.place), "{sentence}");
        assert_eq!(frames(&events).len(), read, "{steps:?}");
    }
}

#[tokio::test]
async fn a_reset_in_the_body_is_cut() {
    let server = Server::scripts(vec![vec![Step::Write(chunked_head()), Step::Reset]]).await;
    let events = events(&client(long()), &call(&server.base, true)).await;
    // The reset may overtake the head.
    match events.last() {
        Some(What::Closed { end: End::Cut(sentence), .. }) => {
            assert!(sentence.contains("reset the connection"), "{sentence}")
        }
        Some(What::Unanswered { fault, .. }) => assert_eq!(fault.kind, NetFaultKind::Unreachable),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_broken_compressed_body_is_cut() {
    let head = [("Content-Type", "application/json"), ("Content-Encoding", "gzip")];
    let server = Server::always(super::server::response_with(200, &head, "this is no gzip")).await;
    let events = events(&client(long()), &call(&server.base, false)).await;
    let End::Cut(sentence) = end(&events) else { panic!("{events:?}") };
    assert!(sentence.starts_with("the gzip body cannot be decoded"), "{sentence}");
}
