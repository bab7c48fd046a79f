//! The card in the forms of both generations, and how it is kept, extended and refused.

use catseye::agent::Agent;
use serde_json::{Value, json};

use super::http::{Answer, exchange};
use super::{URI, quick};

async fn fetch(agent: &Agent, address: &str, headers: &[(&str, &str)]) -> Answer {
    let path = format!("/{address}.well-known/agent-card.json");
    exchange(agent.base_url(), "GET", &path, headers, "").await.expect("an answer")
}

async fn card(agent: &Agent, address: &str) -> Value {
    fetch(agent, address, &[]).await.json()
}

/// A card without what is the same on all.
fn own_members(mut card: Value) -> Value {
    let members = card.as_object_mut().expect("an object");
    for name in ["name", "description", "version", "capabilities", "defaultInputModes", "defaultOutputModes", "skills"]
    {
        assert!(members.remove(name).is_some(), "{name}");
    }
    card
}

#[tokio::test]
async fn the_agents_own_card_is_of_both_generations_as_servers_of_both_write_it() {
    let agent = quick().await;
    let base = agent.base_url();
    let bare = base.trim_end_matches('/');
    let card = card(&agent, "").await;
    assert_eq!(card["capabilities"]["pushNotifications"], true);
    assert_eq!(
        own_members(card),
        json!({
            "supportedInterfaces": [
                { "url": base, "protocolBinding": "JSONRPC", "protocolVersion": "1.0" },
                { "url": bare, "protocolBinding": "HTTP+JSON", "protocolVersion": "1.0" },
                { "url": base, "protocolBinding": "JSONRPC", "protocolVersion": "0.3" },
                { "url": bare, "protocolBinding": "HTTP+JSON", "protocolVersion": "0.3" },
            ],
            "protocolVersion": "0.3",
            "url": base,
            "preferredTransport": "JSONRPC",
            "additionalInterfaces": [
                { "url": base, "transport": "JSONRPC" },
                { "url": bare, "transport": "HTTP+JSON" },
            ],
            "supportsAuthenticatedExtendedCard": false,
        })
    );
}

#[tokio::test]
async fn a_card_can_be_of_one_generation_alone() {
    let agent = quick().await;
    let at = |name: &str| format!("{}{name}", agent.base_url());
    let old = card(&agent, "v03/").await;
    assert_eq!(old["capabilities"]["extensions"][0]["uri"], URI);
    assert_eq!(
        own_members(old),
        json!({
            "protocolVersion": "0.3.0",
            "url": at("v03/"),
            "preferredTransport": "JSONRPC",
            "additionalInterfaces": [
                { "url": at("v03/"), "transport": "JSONRPC" },
                { "url": at("v03"), "transport": "HTTP+JSON" },
            ],
            "supportsAuthenticatedExtendedCard": true,
            "securitySchemes": {
                "bearer": { "type": "http", "scheme": "Bearer", "description": "The token is: demo" },
            },
        })
    );
    assert_eq!(
        own_members(card(&agent, "v03-rest/").await),
        json!({
            "protocolVersion": "0.3.0",
            "url": at("v03-rest"),
            "preferredTransport": "HTTP+JSON",
            "additionalInterfaces": [{ "url": at("v03-rest"), "transport": "HTTP+JSON" }],
            "supportsAuthenticatedExtendedCard": false,
        })
    );
    assert_eq!(
        own_members(card(&agent, "rest/").await),
        json!({
            "supportedInterfaces": [
                { "url": at("rest"), "protocolBinding": "HTTP+JSON", "protocolVersion": "1.0" },
            ],
        })
    );
}

#[tokio::test]
async fn an_interface_can_leave_its_version_or_name_a_tenant() {
    let agent = quick().await;
    let at = |name: &str| format!("{}{name}", agent.base_url());
    // As the Python SDK 1.3.0 publishes it when the version was forgotten.
    assert_eq!(
        own_members(card(&agent, "no-version/").await),
        json!({
            "supportedInterfaces": [{ "url": at("no-version/"), "protocolBinding": "JSONRPC" }],
            "protocolVersion": "0.3",
            "url": at("no-version/"),
            "preferredTransport": "JSONRPC",
        })
    );
    assert_eq!(
        own_members(card(&agent, "no-version-v03/").await),
        json!({ "supportedInterfaces": [{ "url": at("no-version-v03/"), "protocolBinding": "JSONRPC" }] })
    );
    assert_eq!(
        card(&agent, "tenant/").await["supportedInterfaces"][1],
        json!({
            "url": at("tenant"),
            "protocolBinding": "HTTP+JSON",
            "tenant": "blue",
            "protocolVersion": "1.0",
        })
    );
}

#[tokio::test]
async fn a_scheme_of_a_card_of_both_generations_has_both_forms_in_one_object() {
    let agent = quick().await;
    let card = card(&agent, "extended/").await;
    assert_eq!(card["capabilities"]["extendedAgentCard"], true);
    assert_eq!(card["supportsAuthenticatedExtendedCard"], true);
    assert_eq!(
        card["securitySchemes"]["bearer"],
        json!({
            "httpAuthSecurityScheme": { "scheme": "Bearer", "description": "The token is: demo" },
            "type": "http",
            "scheme": "Bearer",
            "description": "The token is: demo",
        })
    );
}

#[tokio::test]
async fn a_card_that_is_known_is_not_sent_again() {
    let agent = quick().await;
    let first = fetch(&agent, "", &[]).await;
    assert_eq!(first.header("cache-control"), Some("public, max-age=60"));
    let tag = first.header("etag").expect("a tag").to_owned();
    assert!(tag.starts_with("W/\"") && tag.len() == 4 + 64, "{tag}");
    let strong = tag.trim_start_matches("W/").to_owned();
    for known in [tag.clone(), strong, format!("\"other\", {tag}"), "*".into()] {
        let again = fetch(&agent, "", &[("if-none-match", &known)]).await;
        assert_eq!((again.status, again.body.len()), (304, 0), "{known}");
        assert_eq!(again.header("etag"), Some(tag.as_str()));
    }
    let changed = fetch(&agent, "", &[("if-none-match", "W/\"other\"")]).await;
    assert_eq!((changed.status, changed.body), (200, first.body.clone()));
    assert_ne!(fetch(&agent, "rest/", &[]).await.header("etag"), Some(tag.as_str()));
    let head = exchange(agent.base_url(), "HEAD", "/.well-known/agent-card.json", &[], "").await.expect("an answer");
    assert_eq!((head.status, head.header("etag"), head.body.len()), (200, Some(tag.as_str()), 0));
    assert_eq!(head.header("content-length"), Some(first.body.len().to_string().as_str()));
    let posted = exchange(agent.base_url(), "POST", "/.well-known/agent-card.json", &[], "").await.expect("an answer");
    assert_eq!((posted.status, posted.header("allow")), (405, Some("GET")));
}

/// Asks for the extended card in all four protocols: status and body of each.
async fn extended(agent: &Agent, address: &str, authorization: Option<&str>) -> Vec<(u16, Value)> {
    let rpc = |method: &str| json!({ "jsonrpc": "2.0", "id": 1, "method": method }).to_string();
    let calls = [
        ("POST", format!("/{address}"), "1.0", rpc("GetExtendedAgentCard")),
        ("GET", format!("/{address}extendedAgentCard"), "1.0", String::new()),
        ("POST", format!("/{address}"), "0.3", rpc("agent/getAuthenticatedExtendedCard")),
        ("GET", format!("/{address}v1/card"), "", String::new()),
    ];
    let mut answers = Vec::new();
    for (verb, path, version, body) in calls {
        let mut headers = vec![("a2a-version", version)];
        headers.extend(authorization.map(|value| ("authorization", value)));
        let answer = exchange(agent.base_url(), verb, &path, &headers, &body).await.expect("an answer");
        answers.push((answer.status, answer.json()));
    }
    answers
}

#[tokio::test]
async fn the_extended_card_is_for_those_who_say_who_they_are() {
    let agent = quick().await;
    for (status, body) in extended(&agent, "extended/", None).await {
        assert_eq!((status, &body["error"]), (401, &json!("no credentials")));
    }
    assert!(extended(&agent, "extended/", Some("Bearer other")).await.iter().all(|(status, _)| *status == 401));
    for (status, mut body) in extended(&agent, "extended/", Some("Bearer demo")).await {
        let card = if body.get("result").is_some() { body["result"].take() } else { body };
        assert_eq!((status, &card["name"]), (200, &json!("Recipe Agent (extended)")));
        assert_eq!(card["skills"][0]["id"], "regulars-table");
        assert_eq!(card["supportedInterfaces"][0]["url"], format!("{}extended/", agent.base_url()));
    }
}

#[tokio::test]
async fn an_agent_without_an_extended_card_says_so_in_each_generations_way() {
    let agent = quick().await;
    let off = "The agent does not support authenticated extended cards";
    let info = |reason: &str| {
        json!({
            "@type": "type.googleapis.com/google.rpc.ErrorInfo",
            "reason": reason,
            "domain": "a2a-protocol.org",
            "metadata": {},
        })
    };
    let unsupported = info("UNSUPPORTED_OPERATION");
    assert_eq!(
        extended(&agent, "", Some("Bearer demo")).await,
        [
            (
                200,
                json!({ "jsonrpc": "2.0", "id": 1, "error": { "code": -32004, "message": off, "data": [unsupported] } })
            ),
            (
                400,
                json!({
                    "error": { "code": 400, "status": "FAILED_PRECONDITION", "message": off, "details": [unsupported] },
                })
            ),
            (200, json!({ "jsonrpc": "2.0", "id": 1, "error": { "code": -32007, "message": off } })),
            (404, json!({ "code": -32007, "message": off })),
        ]
    );
    let unset = "Authenticated Extended Card is not configured";
    let missing = info("EXTENDED_AGENT_CARD_NOT_CONFIGURED");
    let answers = extended(&agent, "extended-missing/", Some("Bearer demo")).await;
    assert_eq!(answers[0].1["error"], json!({ "code": -32007, "message": unset, "data": [missing] }));
    assert_eq!((answers[1].0, &answers[1].1["error"]["details"]), (400, &json!([missing])));
}
