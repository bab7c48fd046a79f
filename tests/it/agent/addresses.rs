//! The card, and the addresses where something goes wrong before a message.

use std::collections::BTreeSet;

use catseye::agent::Agent;
use catseye::agent::address::ADDRESSES;
use serde_json::{Value, json};

use super::http::{Answer, call_at, exchange, exchange_raw};
use super::{URI, by_schema, quick, status};

async fn fetch(agent: &Agent, address: &str, headers: &[(&str, &str)]) -> Option<Answer> {
    let path = match address {
        "" => "/.well-known/agent-card.json".to_owned(),
        name => format!("/{name}/.well-known/agent-card.json"),
    };
    exchange(agent.base_url(), "GET", &path, headers, "").await
}

async fn card(agent: &Agent, address: &str) -> Value {
    fetch(agent, address, &[]).await.expect("an answer").json()
}

#[tokio::test]
async fn the_card_declares_the_extension_with_exactly_the_seven_parameters() {
    let agent = quick().await;
    let card = card(&agent, "").await;
    assert_eq!(
        card["capabilities"]["extensions"],
        json!([{
            "uri": URI,
            "description": "Answers with a JSON document that is valid against the schema you send",
            "params": {
                "version": 1,
                "mode": "request-schema",
                "schemaDialect": "https://json-schema.org/draft/2020-12/schema",
                "maxSchemaBytes": 32768,
                "resultArtifactName": "kedi-structured-output",
                "schemaEncodings": ["json-utf8", "protobuf-value"],
                "resultEncodings": ["json-utf8", "protobuf-value"],
            },
        }])
    );
}

#[tokio::test]
async fn the_skills_are_the_good_path_the_tour_the_failures_and_the_addresses() {
    let agent = quick().await;
    let card = card(&agent, "").await;
    let skills = card["skills"].as_array().expect("skills");
    let mut tags: Vec<&str> = skills.iter().map(|skill| skill["tags"][0].as_str().expect("a tag")).collect();
    tags.dedup();
    assert_eq!(tags, ["recipe", "tour", "failure", "address"]);
    let ids: BTreeSet<&str> = skills.iter().map(|skill| skill["id"].as_str().expect("an id")).collect();
    assert_eq!(ids.len(), skills.len(), "every id is there once");
    let examples: Vec<&str> = skills.iter().map(|skill| skill["examples"][0].as_str().expect("an example")).collect();
    assert_eq!(examples.iter().map(|text| text.to_lowercase()).collect::<BTreeSet<_>>().len(), skills.len());
    for class in [
        "rpc-error",
        "task-failed",
        "task-rejected",
        "task-canceled",
        "input-required",
        "auth-required",
        "stream-interrupted",
        "timeout",
        "protocol",
        "http-status",
        "unauthorized",
        "version-not-supported",
        "unreachable",
        "result-missing",
        "result-misnamed",
        "result-ambiguous",
        "result-unmarked",
        "result-media-type",
        "result-encoding",
        "result-too-large",
        "result-truncated",
        "result-non-finite",
        "result-malformed",
        "result-schema-mismatch",
        "result-undecided",
        "not-an-agent",
        "other-origin",
    ] {
        assert!(ids.contains(class), "{class}");
    }
    let locked = skills.iter().find(|skill| skill["id"] == "card-401").expect("the locked door");
    assert_eq!(locked["examples"], json!([format!("{}card-401/", agent.base_url())]));
}

#[tokio::test]
async fn the_card_names_the_address_the_client_used() {
    let agent = quick().await;
    let host = agent.base_url().replace("127.0.0.1", "localhost").replace("http://", "").replace('/', "");
    let request = format!("GET /.well-known/agent-card.json HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
    let card = exchange_raw(agent.base_url(), &request).await.expect("an answer").json();
    assert_eq!(card["supportedInterfaces"][0]["url"], format!("http://{host}/"));
}

#[tokio::test]
async fn a_card_can_be_locked_forbidden_broken_or_something_else() {
    let agent = quick().await;
    let locked = fetch(&agent, "card-401", &[]).await.expect("an answer");
    assert_eq!((locked.status, locked.header("www-authenticate")), (401, Some("Bearer realm=\"kitchen\"")));
    let opened = fetch(&agent, "card-401", &[("authorization", "Bearer demo")]).await.expect("an answer");
    assert_eq!(opened.json()["supportedInterfaces"][0]["url"], format!("{}card-401/", agent.base_url()));
    assert_eq!(fetch(&agent, "card-403", &[]).await.expect("an answer").status, 403);
    assert_eq!(fetch(&agent, "card-500", &[]).await.expect("an answer").status, 500);
    let page = fetch(&agent, "card-html", &[]).await.expect("an answer");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert_eq!(fetch(&agent, "card-empty", &[]).await.expect("an answer").text(), "{}");
    assert!(fetch(&agent, "card-huge", &[]).await.expect("an answer").body.len() > 1 << 20);
    assert!(!fetch(&agent, "card-cut", &[]).await.expect("an answer").whole);
    assert!(fetch(&agent, "card-closed", &[]).await.is_none());
    assert_eq!(fetch(&agent, "not-an-agent", &[]).await.expect("an answer").json()["openapi"], "3.1.0");
    assert_eq!(fetch(&agent, "nowhere", &[]).await.expect("an answer").status, 404);
}

#[tokio::test]
async fn a_card_can_name_an_interface_that_will_not_do() {
    let agent = quick().await;
    let base = agent.base_url();
    let interface = async |address: &str| card(&agent, address).await["supportedInterfaces"].take();
    assert_eq!(interface("no-interface").await, json!([]));
    assert_eq!(interface("grpc-only").await[0]["protocolBinding"], "GRPC");
    assert_eq!(interface("version-2").await[0]["protocolVersion"], "2.0");
    let elsewhere = format!("{}other-origin/", base.replace("127.0.0.1", "localhost"));
    assert_eq!(interface("other-origin").await[0]["url"], elsewhere);
    assert_eq!(interface("tls").await[0]["url"], format!("{}tls/", base.replace("http:", "https:")));
    assert_eq!(interface("closed-port").await[0]["url"], "http://127.0.0.1:1/");
}

#[tokio::test]
async fn a_card_can_offer_the_extension_otherwise_or_not_at_all() {
    let agent = quick().await;
    let offered = async |address: &str| card(&agent, address).await["capabilities"].take();
    assert_eq!(offered("no-extension").await.get("extensions"), None);
    let uri = offered("extension-slash").await["extensions"][0]["uri"].take();
    assert_eq!(uri, URI.trim_end_matches('/'));
    assert_eq!(offered("extension-v2").await["extensions"][0]["params"]["version"], 2);
    assert_eq!(offered("extension-bare").await["extensions"][0].get("params"), None);
    assert_eq!(offered("tiny-limit").await["extensions"][0]["params"]["maxSchemaBytes"], 64);
    let old = offered("protobuf-only").await["extensions"][0]["params"].take();
    assert_eq!(old["schemaEncodings"], json!(["protobuf-value"]));
    assert_eq!(old["resultEncodings"], json!(["protobuf-value"]));
    assert_eq!(offered("fixed").await["extensions"][0]["params"]["mode"], "fixed");
    assert_eq!(offered("no-streaming").await["streaming"], false);
}

#[tokio::test]
async fn an_address_that_does_not_stream_says_so_and_still_answers() {
    let agent = quick().await;
    let params = by_schema("Plan a dinner for four.", catseye::agent::demo_schema());
    let streamed = call_at(agent.base_url(), "/no-streaming/", "SendStreamingMessage", params.clone()).await.json();
    assert_eq!(streamed["error"]["code"], -32004);
    let sent = call_at(agent.base_url(), "/no-streaming", "SendMessage", params).await.json();
    assert_eq!(status(&sent["result"]["task"]).0, "TASK_STATE_COMPLETED");
}

#[test]
fn every_address_has_a_name_of_its_own_and_a_word_for_what_happens() {
    let names: BTreeSet<&str> = ADDRESSES.iter().map(|address| address.name).collect();
    assert_eq!(names.len(), ADDRESSES.len());
    for address in ADDRESSES {
        assert!(!address.name.is_empty() && !address.title.is_empty() && !address.summary.is_empty(), "{address:?}");
    }
}
