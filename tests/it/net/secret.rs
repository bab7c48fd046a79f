//! Credentials go where they may, and into no event.

use catseye::net::wire::Store;
use catseye::net::{Client, Credentials, Secret, Settings};
use catseye::run::event::What;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::server::{Server, response, response_with};
use super::{call, events, long};

fn with(credentials: Credentials) -> Client {
    Client::new(Settings { limits: long(), credentials, ..Settings::default() }, Store::new())
}

fn secret() -> Credentials {
    Credentials::new().with_bearer(&Secret::new("hunter2")).with_header("X-Api-Key", Secret::new("swordfish"))
}

#[tokio::test]
async fn credentials_go_to_the_allowed_origin_on_card_and_calls_and_are_masked_in_events() {
    let server = Server::always(response(200, "application/json", "{}")).await;
    let client = with(secret().allow(&server.base));
    let events = events(&client, &call(&server.base, false)).await;
    let (sender, mut receiver) = mpsc::channel(8);
    client.discover(&[format!("{}/card.json", server.base)], &sender, &CancellationToken::new()).await;
    drop(sender);
    let mut shown = format!("{events:?}");
    while let Some(what) = receiver.recv().await {
        shown += &format!("{what:?}");
    }
    for request in server.requests() {
        assert!(request.contains("\r\nauthorization: Bearer hunter2\r\nx-api-key: swordfish\r\n"), "{request}");
    }
    assert_eq!(server.requests().len(), 2);
    assert!(!shown.contains("hunter2") && !shown.contains("swordfish"));
    let What::Requested(requested) = &events[0] else { panic!("{events:?}") };
    assert!(requested.headers.contains(&("authorization".to_owned(), "Bearer ••••••".to_owned())));
    assert!(requested.headers.contains(&("x-api-key".to_owned(), "••••••".to_owned())));
}

#[tokio::test]
async fn credentials_go_nowhere_else() {
    let home = Server::always(response(200, "application/json", "{}")).await;
    let other = Server::always(response(200, "application/json", "{}")).await;
    let client = with(secret().allow(&home.base));
    events(&client, &call(&other.base, false)).await;
    let request = &other.requests()[0];
    assert!(!request.contains("hunter2") && !request.contains("swordfish"), "{request}");
}

#[tokio::test]
async fn a_redirect_does_not_carry_credentials_away() {
    let other = Server::always(response(200, "application/json", "{}")).await;
    let home = Server::always(response_with(307, &[("Location", &other.base)], "")).await;
    let client = with(secret().allow(&home.base));
    events(&client, &call(&home.base, false)).await;
    let (sender, _receiver) = mpsc::channel(8);
    client.discover(&[format!("{}/card.json", home.base)], &sender, &CancellationToken::new()).await;
    assert_eq!(home.requests().len(), 2);
    assert!(other.requests().is_empty());
}

#[tokio::test]
async fn a_user_name_in_an_address_does_not_become_a_header() {
    let server = Server::always(response(200, "application/json", "{}")).await;
    let url = format!("http://user:hunter2@{}/", server.place);
    let events = events(&with(Credentials::new()), &call(&url, false)).await;
    assert!(!server.requests()[0].contains("authorization"));
    assert!(!format!("{events:?}").contains("hunter2"));
}
