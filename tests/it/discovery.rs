//! Finding a card: every attempt told, the right one taken, and a sentence for whatever else comes back.

use catseye::a2a::discovery::{candidates, judge};
use catseye::net::wire::Store;
use catseye::net::{Client, Limits, Settings};
use catseye::run::event::{Attempt, AttemptResult, NetFaultKind, What};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::net::server::{Server, Step, response, response_with};
use crate::net::{long, short};

fn fixture(name: &str) -> Vec<u8> {
    let path = format!("{}/tests/fixtures/cards/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(path).expect(name)
}

fn card() -> Vec<u8> {
    response(200, "application/json", fixture("mixed-03-and-10.json"))
}

async fn attempts_within(typed: &str, limits: Limits) -> Vec<Attempt> {
    let client = Client::new(Settings { limits, ..Settings::default() }, Store::new());
    let urls: Vec<String> = candidates(typed).expect(typed).into_iter().map(String::from).collect();
    let (sender, mut receiver) = mpsc::channel(16);
    client.discover(&urls, &sender, &CancellationToken::new()).await;
    drop(sender);
    let mut attempts = Vec::new();
    let mut over = false;
    while let Some(what) = receiver.recv().await {
        assert!(!over, "nothing comes after Discovered");
        match what {
            What::Attempted(attempt) => attempts.push(*attempt),
            What::Discovered => over = true,
            other => panic!("{other:?}"),
        }
    }
    assert!(over);
    attempts
}

async fn attempts(typed: &str) -> Vec<Attempt> {
    attempts_within(typed, long()).await
}

/// `404 /path` for each attempt, `card` for the last when it is one.
fn told(server: &Server, attempts: &[Attempt]) -> Vec<String> {
    let word = |a: &Attempt| {
        let path = a.url.strip_prefix(&server.base).unwrap_or(&a.url);
        match &a.result {
            AttemptResult::Card(_) => format!("card {path}"),
            _ => format!("{} {path}", a.status.unwrap_or_default()),
        }
    };
    attempts.iter().map(word).collect()
}

#[tokio::test]
async fn the_card_request_is_ours_byte_for_byte() {
    let server = Server::always(card()).await;
    attempts(&server.base).await;
    let expected = format!(
        "GET /.well-known/agent-card.json HTTP/1.1\r\nhost: {}\r\nuser-agent: catseye/0.1.0\r\naccept: application/json\r\n\
         accept-encoding: gzip, br\r\na2a-version: 1.0\r\n\r\n",
        server.place
    );
    assert_eq!(server.requests(), [expected]);
}

#[tokio::test]
async fn the_newer_path_is_tried_before_the_older() {
    let server = Server::routes(&[("/.well-known/agent.json", card())]).await;
    let attempts = attempts(&server.base).await;
    assert_eq!(told(&server, &attempts), ["404 /.well-known/agent-card.json", "card /.well-known/agent.json"]);
    assert_eq!(attempts[1].content_type.as_deref(), Some("application/json"));
    assert_eq!(attempts[1].bytes, fixture("mixed-03-and-10.json").len() as u64);
}

#[tokio::test]
async fn a_path_comes_before_the_origin() {
    let server =
        Server::routes(&[("/v3/abc/.well-known/agent-card.json", card()), ("/.well-known/agent-card.json", card())])
            .await;
    assert_eq!(
        told(&server, &attempts(&format!("{}/v3/abc", server.base)).await),
        ["card /v3/abc/.well-known/agent-card.json"]
    );
    let server = Server::routes(&[("/.well-known/agent-card.json", card())]).await;
    let expected = [
        "404 /rpc/.well-known/agent-card.json",
        "404 /rpc/.well-known/agent.json",
        "404 /rpc",
        "card /.well-known/agent-card.json",
    ];
    assert_eq!(told(&server, &attempts(&format!("{}/rpc", server.base)).await), expected);
}

#[tokio::test]
async fn a_refusal_at_the_typed_path_is_not_replaced_by_another_agents_card() {
    for status in [200, 401, 403, 500] {
        let refused = response_with(status, &[("WWW-Authenticate", "Bearer realm=\"x\"")], "<html>");
        let server = Server::routes(&[
            ("/x/.well-known/agent-card.json", refused),
            ("/x", card()),
            ("/.well-known/agent-card.json", card()),
        ])
        .await;
        let attempts = attempts(&format!("{}/x/", server.base)).await;
        let expected = [format!("{status} /x/.well-known/agent-card.json"), "404 /x/.well-known/agent.json".to_owned()];
        assert_eq!(told(&server, &attempts), expected);
        assert_eq!(attempts[0].challenge.as_deref(), Some("Bearer realm=\"x\""));
    }
}

#[tokio::test]
async fn a_cards_own_address_is_taken_as_typed() {
    let server = Server::routes(&[("/cards/a.json?key=1", card())]).await;
    let attempts = attempts(&format!("{}/cards/a.json?key=1", server.base)).await;
    assert_eq!(told(&server, &attempts), ["card /cards/a.json?key=1"]);
}

#[tokio::test]
async fn a_redirect_within_the_origin_is_followed_and_seen() {
    let server = Server::routes(&[
        ("/.well-known/agent-card.json", response_with(308, &[("Location", "/new/card")], "")),
        ("/new/card", card()),
    ])
    .await;
    let attempts = attempts(&server.base).await;
    assert_eq!(told(&server, &attempts), ["card /.well-known/agent-card.json"]);
    assert_eq!(attempts[0].final_url, Some(format!("{}/new/card", server.base)));
}

#[tokio::test]
async fn a_redirect_elsewhere_is_reported() {
    let server = Server::always(response_with(302, &[("Location", "https://login.example/")], "")).await;
    let attempts = attempts(&format!("{}/card.json", server.base)).await;
    let excerpt = "redirects to https://login.example/".to_owned();
    assert_eq!(attempts[0].result, AttemptResult::Status { excerpt });
}

#[tokio::test]
async fn no_answer_ends_the_search_with_its_class() {
    let cases = [
        (vec![Step::Hang], NetFaultKind::Timeout, "no answer from"),
        (vec![], NetFaultKind::Unreachable, "closed the connection before a whole answer"),
        (
            vec![Step::Write(card()[..200].to_vec())],
            NetFaultKind::Unreachable,
            "closed the connection before the end of the answer",
        ),
        (
            vec![Step::Write(card()[..200].to_vec()), Step::Hang],
            NetFaultKind::Timeout,
            "began to answer, but not whole within 300 ms",
        ),
    ];
    for (steps, kind, sentence) in cases {
        let server = Server::scripts(vec![steps]).await;
        let attempts = attempts_within(&server.base, short()).await;
        let [Attempt { result: AttemptResult::Fault(fault), .. }] = &attempts[..] else { panic!("{attempts:?}") };
        assert_eq!(fault.kind, kind);
        assert!(fault.sentence.contains(sentence) && fault.sentence.contains(&server.place), "{}", fault.sentence);
    }
}

#[tokio::test]
async fn a_card_over_the_limit_is_not_read_to_its_end() {
    let mut endless = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{\"name\":\"".to_vec();
    endless.extend(vec![b'x'; 4096]);
    let server = Server::scripts(vec![vec![Step::Write(endless), Step::Hang]]).await;
    let attempts =
        attempts_within(&format!("{}/a.json", server.base), Limits { response: long().response, ..short() }).await;
    let AttemptResult::NotACard { sentence, hint, .. } = &attempts[0].result else { panic!("{attempts:?}") };
    assert_eq!(sentence, "the body is larger than the limit of 2048 bytes");
    assert_eq!(hint.as_deref(), Some("--max-card-bytes raises the limit"));
}

/// The sentence and the hint of a 2xx that is no card.
fn no_card(body: &[u8]) -> (String, String) {
    match judge(200, body, 1 << 20).result {
        AttemptResult::NotACard { sentence, hint, .. } => (sentence, hint.unwrap_or_default()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn whatever_else_comes_back_gets_its_sentence() {
    let cases: [(&[u8], &str); 9] = [
        (b"", "HTTP 200, but the body is empty"),
        (&fixture("odd-html-login.html"), "HTTP 200, but this is an HTML page titled \"Sign in\""),
        (&fixture("odd-array-wrapped.json"), "HTTP 200, but this is an array, expected an object"),
        (
            &fixture("odd-registry-envelope.json"),
            "HTTP 200, but this is not an agent card; an object that looks like one stands at /data/agentCard",
        ),
        (
            &fixture("odd-double-encoded.json"),
            "HTTP 200, but this is a JSON string that holds a card: it was encoded twice",
        ),
        (
            b"{}",
            "HTTP 200, but this is not an agent card: name, description, version, supportedInterfaces, capabilities and skills are missing",
        ),
        (
            br#"{"name":"left-pad","version":"1.0.0","description":"d","url":"x"}"#,
            "HTTP 200, but this is not an agent card: capabilities and skills are missing",
        ),
        (b"[]", "HTTP 200, but this is an array, expected an object"),
        (b"null", "HTTP 200, but this is null, expected an object"),
    ];
    for (body, sentence) in cases {
        assert_eq!(no_card(body).0, sentence);
    }
    assert_eq!(
        no_card(&fixture("odd-array-wrapped.json")).1,
        "its first item is a card: the agent should serve that object alone"
    );
}

#[test]
fn text_that_is_not_json_says_where_and_shows_its_beginning() {
    let body = b"// the card\n{\"name\":\"x\"}";
    let (sentence, hint) = no_card(body);
    assert!(
        sentence.starts_with("HTTP 200, but this is not JSON: ") && sentence.ends_with("at line 1, column 1"),
        "{sentence}"
    );
    assert_eq!(hint, "comments are not JSON: remove them");
    let whole = fixture("v03-minimal.json");
    let (sentence, _) = no_card(&whole[..whole.len() / 2]);
    assert!(sentence.starts_with("HTTP 200, but the JSON is cut off: "), "{sentence}");
    let long = format!("x{}", "é".repeat(400));
    let AttemptResult::NotACard { excerpt, .. } = judge(200, long.as_bytes(), 1 << 20).result else { panic!() };
    assert_eq!(excerpt, format!("x{}", "é".repeat(99)));
}

#[test]
fn a_byte_that_is_not_utf_8_is_replaced_and_noted() {
    let judged = judge(200, &fixture("odd-invalid-utf8.json"), 1 << 20);
    let AttemptResult::Card(text) = &judged.result else { panic!("{judged:?}") };
    assert!(text.contains("Caf\u{fffd}"));
    assert_eq!(judged.notes.iter().map(|n| n.code).collect::<Vec<_>>(), ["replaced-bytes"]);
    let AttemptResult::Card(text) = judge(200, &fixture("odd-utf8-bom.json"), 1 << 20).result else { panic!() };
    assert!(text.starts_with('\u{feff}'));
}
