//! TLS: whom to trust, and what to do when nobody is trusted.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::PathBuf;
use std::sync::Arc;

use catseye::a2a::model::Decoded;
use catseye::net::wire::Store;
use catseye::net::{Client, Settings, Tls};
use catseye::run::event::{NetFault, NetFaultKind, What};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};

use super::server::{Server, response};
use super::{call, events, frames, long};

fn fixture(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/tls").join(name)
}

/// A server that shows this certificate and answers one request; returns `localhost:PORT`.
fn serve(certificate: &str) -> String {
    let chain = vec![CertificateDer::from_pem_file(fixture(&format!("{certificate}.pem"))).expect("certificate")];
    let key = PrivateKeyDer::from_pem_file(fixture(&format!("{certificate}.key"))).expect("key");
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .expect("a certificate with its key");
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
    let port = listener.local_addr().expect("bound").port();
    std::thread::spawn(move || {
        let (tcp, _) = listener.accept().expect("a client");
        let connection = rustls::ServerConnection::new(Arc::new(config)).expect("connection");
        let mut stream = rustls::StreamOwned::new(connection, tcp);
        // A client that does not trust the certificate goes away here.
        if stream.read(&mut [0; 4096]).is_ok() {
            let _ = stream.write_all(&response(
                200,
                "application/json",
                r#"{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[]}}"#,
            ));
            stream.conn.send_close_notify();
            let _ = stream.flush();
        }
    });
    format!("localhost:{port}")
}

async fn ask(place: &str, tls: Tls) -> Vec<What> {
    let client = Client::new(Settings { limits: long(), tls, ..Settings::default() }, Store::new());
    events(&client, &call(&format!("https://{place}/"), false)).await
}

fn fault(events: &[What]) -> &NetFault {
    match events.last() {
        Some(What::Unanswered { fault, .. }) => fault,
        other => panic!("{other:?}"),
    }
}

fn trusting() -> Tls {
    Tls { ca_file: Some(fixture("ca.pem")), insecure: false }
}

#[tokio::test]
async fn a_certificate_file_makes_an_issuer_trusted() {
    let events = ask(&serve("good"), trusting()).await;
    assert!(matches!(frames(&events)[0].decoded, Decoded::Update(..)), "{events:?}");
}

#[tokio::test]
async fn without_a_check_any_certificate_will_do() {
    for certificate in ["good", "other", "expired"] {
        let events = ask(&serve(certificate), Tls { ca_file: None, insecure: true }).await;
        assert_eq!(frames(&events).len(), 1, "{certificate}: {events:?}");
    }
}

#[tokio::test]
async fn a_certificate_that_is_not_accepted_says_why_and_what_to_do() {
    let cases = [("expired", "it has expired"), ("other", "it is for another name")];
    for (certificate, why) in cases {
        let place = serve(certificate);
        let events = ask(&place, trusting()).await;
        let sentence = format!(
            "the certificate of {place} is not accepted: {why}; --ca-file trusts its issuer, --insecure skips the check"
        );
        assert_eq!(fault(&events), &NetFault { kind: NetFaultKind::Tls, sentence });
    }
    let place = serve("good");
    let events = ask(&place, Tls::default()).await;
    let fault = fault(&events);
    assert_eq!(fault.kind, NetFaultKind::Tls);
    // A machine without any certificates says so instead; both name the way out.
    assert!(fault.sentence.contains("--ca-file") && fault.sentence.contains("--insecure"), "{}", fault.sentence);
}

#[tokio::test]
async fn https_to_a_plain_server_says_so() {
    let server = Server::always(response(200, "application/json", "{}")).await;
    let events = ask(&server.place, Tls { ca_file: None, insecure: true }).await;
    let fault = fault(&events);
    assert_eq!(fault.kind, NetFaultKind::Tls, "{}", fault.sentence);
    assert!(fault.sentence.contains(&server.place), "{}", fault.sentence);
}

#[tokio::test]
async fn a_certificate_file_that_is_none_is_named() {
    for (file, why) in [("nowhere.pem", "cannot be read"), ("good.key", "holds no certificate")] {
        let path = fixture(file);
        let events = ask("localhost:1", Tls { ca_file: Some(path.clone()), insecure: false }).await;
        let fault = fault(&events);
        assert_eq!(fault.kind, NetFaultKind::Unusable);
        assert!(fault.sentence.starts_with(&format!("--ca-file {}: {why}", path.display())), "{}", fault.sentence);
    }
}

#[tokio::test]
async fn plain_http_needs_no_certificates() {
    let server = Server::always(response(200, "application/json", "{}")).await;
    let tls = Tls { ca_file: Some(fixture("nowhere.pem")), insecure: false };
    let client = Client::new(Settings { limits: long(), tls, ..Settings::default() }, Store::new());
    let events = events(&client, &call(&server.base, false)).await;
    assert_eq!(frames(&events).len(), 1);
}
