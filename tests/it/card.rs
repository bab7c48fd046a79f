//! Agent cards of every generation in one model, with a finding for each thing that is wrong.

use catseye::a2a::card::{Card, Finding, Generation, parse};
use catseye::a2a::interface::{self, Binding, Dialect, Preferences, choose};
use catseye::json::{Limits, parse_text};
use catseye::schema::Severity;
use proptest::prelude::*;

fn read(text: &str) -> Card {
    parse(&parse_text(text, &Limits::default()).expect("JSON")).expect("a card")
}

fn fixture(name: &str) -> Card {
    let path = format!("{}/tests/fixtures/cards/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(path).expect(name);
    read(&String::from_utf8_lossy(&bytes))
}

/// `error card-missing /skills/0` for each finding that is no mere information.
fn told(card: &Card) -> Vec<String> {
    let tell = |f: &Finding| format!("{} {} {}", f.severity.word(), f.rule, f.pointer);
    card.findings.iter().filter(|f| f.severity != Severity::Info).map(tell).collect()
}

/// Where a request would go, or why nowhere; and the codes of the warnings.
fn chosen(card: &Card, card_url: &str) -> (Result<String, String>, Vec<&'static str>) {
    let choice = choose(card, card_url, &Preferences::default());
    (choice.chosen.map(|c| c.url), choice.warnings.iter().map(|w| w.code).collect())
}

const SPOKEN: &str = "catseye speaks A2A 1.0 and 0.3 over JSON-RPC and HTTP+JSON";

const AT: &str = "https://card.example/.well-known/agent-card.json";

#[test]
fn a_generation_is_told_by_shape() {
    let cases = [
        ("v02-legacy-authentication", Generation::V02),
        ("v02-no-skills-no-streaming", Generation::V02),
        ("v02-null-optionals", Generation::V02),
        ("v03-full", Generation::V03),
        ("v03-minimal", Generation::V03),
        ("v03-snake-case", Generation::V03),
        ("v10-full", Generation::V10),
        ("v10-cjk-emoji", Generation::V10),
        ("mixed-03-and-10", Generation::Hybrid),
    ];
    for (name, generation) in cases {
        assert_eq!(fixture(name).generation, generation, "{name}");
    }
}

#[test]
fn every_card_of_the_case_bank_is_read_with_the_findings_it_deserves() {
    let cases: [(&str, &[&str]); 22] = [
        ("v02-legacy-authentication", &[]),
        ("v02-null-optionals", &[]),
        ("v02-no-skills-no-streaming", &["warning card-no-skills /skills"]),
        ("v03-minimal", &[]),
        ("v03-full", &[]),
        ("v03-http-url-on-https", &[]),
        ("v03-port-appended", &[]),
        (
            "v03-path-hosted-runtime",
            &["warning card-empty-tags /skills/0/tags", "warning card-empty-tags /skills/1/tags"],
        ),
        ("v03-relative-url", &["warning card-relative-url /url"]),
        ("v03-no-trailing-slash", &[]),
        ("v03-rest-stream-url", &[]),
        ("v03-snake-case", &["warning card-snake-case /protocol_version"]),
        ("mixed-03-and-10", &[]),
        ("v10-full", &[]),
        ("v10-grpc-first", &[]),
        ("v10-mixed-interfaces", &[]),
        ("v10-interface-without-version", &["error card-interface-without-version /supportedInterfaces/0"]),
        ("v10-unknown-fields", &[]),
        ("v10-structured-output", &[]),
        ("v10-cjk-emoji", &[]),
        ("odd-duplicate-keys", &["warning card-no-skills /skills", "warning card-duplicate-key /url"]),
        ("odd-utf8-bom", &["warning card-byte-order-mark "]),
    ];
    for (name, expected) in cases {
        let mut told = told(&fixture(name));
        let mut expected = expected.to_vec();
        told.sort();
        expected.sort();
        assert_eq!(told, expected, "{name}");
    }
}

#[test]
fn null_and_empty_mean_absent_and_what_is_wrong_is_said_one_by_one() {
    let card = read(
        r#"{"name":7,"description":"","version":null,"url":"https://a.example/","capabilities":{"streaming":"yes","extensions":[{"uri":"u"},3,{}]},
            "defaultInputModes":null,"defaultOutputModes":"text","provider":null,"skills":[{"inputModes":null},null,"x",{"tags":[1]}]}"#,
    );
    assert_eq!(card.name.as_deref(), Some("7"));
    assert_eq!((card.description.as_deref(), card.version.as_deref(), card.provider.as_ref()), (None, None, None));
    assert_eq!((card.capabilities.streaming, card.streams()), (None, false));
    assert_eq!((card.extensions.len(), card.skills.len()), (1, 2));
    let wrong: Vec<&str> =
        card.findings.iter().filter(|f| f.rule == "card-wrong-type").map(|f| f.pointer.as_str()).collect();
    let expected = [
        "/name",
        "/capabilities/streaming",
        "/capabilities/extensions/1",
        "/defaultOutputModes",
        "/skills/2",
        "/skills/3/tags/0",
    ];
    assert_eq!(wrong, expected);
    let first = &card.findings.iter().find(|f| f.pointer == "/name").expect("a finding");
    assert_eq!(first.message, "\"name\" should be a string, found number");
    assert_eq!(first.place.map(|p| (p.line, p.column)), Some((1, 9)));
}

#[test]
fn members_nobody_knows_are_listed() {
    let card = fixture("v10-unknown-fields");
    assert!(!card.ignored.is_empty());
    assert!(card.ignored.iter().all(|pointer| pointer.starts_with('/')), "{:?}", card.ignored);
    assert_eq!(read(r#"{"url":"u","skills":[{"price":1}],"x/y":2}"#).ignored, ["/x~1y", "/skills/0/price"]);
}

#[test]
fn security_is_told_in_words() {
    let cases = [
        ("[]", "nothing is declared"),
        (r#"[{"schemes":{"oauth":{},"mtls":{}}},{"schemes":{"basic":{}}}]"#, "(oauth and mtls) or basic"),
        (r#"[{"schemes":{"oauth":{"list":["read","write"]}}}]"#, "oauth [read, write]"),
        (r#"[{"schemes":{"oauth":{},"mtls":{}}}]"#, "oauth and mtls"),
        (r#"[{"schemes":{}},{"schemes":{"basic":{}}}]"#, "nothing or basic"),
    ];
    for (requirements, words) in cases {
        let card = read(&format!(r#"{{"supportedInterfaces":[],"securityRequirements":{requirements}}}"#));
        assert_eq!(card.security_words(), words);
    }
    assert_eq!(fixture("v03-full").security_words(), "oidc [openid, claims:read] or key");
    assert_eq!(fixture("v02-legacy-authentication").security_words(), "Bearer");
}

#[test]
fn schemes_are_read_in_both_shapes_and_in_both_at_once() {
    let card = read(
        r#"{"supportedInterfaces":[],"securitySchemes":{
            "a":{"httpAuthSecurityScheme":{"scheme":"Bearer","bearerFormat":"JWT"},"scheme":"Bearer","bearerFormat":"JWT","type":"http"},
            "b":{"type":"apiKey","in":"query","name":"k"},
            "c":{"apiKeySecurityScheme":{"location":"header","name":"X-Key"}},
            "d":{"oauth2SecurityScheme":{"flows":{"authorizationCode":{},"clientCredentials":{}}}},
            "e":{"type":"mutualTLS"},"f":{"openIdConnectSecurityScheme":{"openIdConnectUrl":"https://i.example"}},
            "g":{"type":"voodoo"},"h":{}}}"#,
    );
    let words: Vec<String> = card.schemes.iter().map(|s| s.words()).collect();
    let expected = [
        "HTTP bearer (JWT)",
        "API key in the query parameter k",
        "API key in the header X-Key",
        "OAuth 2 (authorization code, client credentials)",
        "client certificate (mutual TLS)",
        "OpenID Connect at https://i.example",
        "voodoo, which catseye does not know",
        "a scheme without a type, which catseye does not know",
    ];
    assert_eq!(words, expected);
}

#[test]
fn the_hybrid_that_servers_of_both_generations_write_is_read_as_one() {
    let card = fixture("mixed-03-and-10");
    let interfaces: Vec<_> = card.interfaces.iter().map(|i| (i.url.as_str(), i.version.as_deref())).collect();
    assert_eq!(interfaces, [("https://bi.example/rpc/v1", Some("1.0")), ("https://bi.example/rpc", Some("0.3"))]);
    let (url, warnings) = chosen(&card, "https://bi.example/.well-known/agent-card.json");
    assert_eq!((url, warnings), (Ok("https://bi.example/rpc/v1".to_owned()), vec![]));
}

#[test]
fn equal_interfaces_of_0_3_count_once_and_inherit_the_version() {
    let card = fixture("v03-full");
    let all: Vec<_> =
        card.interfaces.iter().map(|i| (i.binding.as_deref(), i.version.as_deref(), i.pointer.as_str())).collect();
    let expected = [
        (Some("JSONRPC"), Some("0.3.0"), "/url"),
        (Some("HTTP+JSON"), Some("0.3.0"), "/additionalInterfaces/1"),
        (Some("GRPC"), Some("0.3.0"), "/additionalInterfaces/2"),
    ];
    assert_eq!(all, expected);
}

#[test]
fn the_params_of_an_extension_keep_their_text() {
    let card = read(
        r#"{"supportedInterfaces":[],"capabilities":{"extensions":[{"uri":"u/","required":true,"params":{"n": 32768.0}}]}}"#,
    );
    assert_eq!(card.extensions[0].params.as_deref(), Some(r#"{"n": 32768.0}"#));
    assert_eq!(card.required_extensions().map(|e| e.uri.as_str()).collect::<Vec<_>>(), ["u/"]);
}

#[test]
fn the_first_interface_that_can_be_spoken_is_chosen_and_every_other_says_why_not() {
    let choice = choose(&fixture("v10-mixed-interfaces"), AT, &Preferences::default());
    let chosen = choice.chosen.expect("one can be spoken");
    assert_eq!(
        (chosen.url.as_str(), chosen.binding, chosen.dialect, chosen.index),
        ("https://museum.example/rpc", Binding::JsonRpc, Dialect::V10, Some(4))
    );
    let reasons: Vec<(bool, &str)> = choice.considered.iter().map(|c| (c.usable, c.reason.as_str())).collect();
    let another = || "could be used; another comes first".to_owned();
    let expected = [
        (false, format!("its binding is gRPC; {SPOKEN}")),
        (true, another()),
        (true, another()),
        (false, format!("its binding is \"https://bindings.example/ws/v1\"; {SPOKEN}")),
        (true, "used".to_owned()),
    ];
    assert_eq!(reasons, expected.each_ref().map(|(usable, reason)| (*usable, reason.as_str())));
}

#[test]
fn a_version_counts_by_major_and_minor_and_a_missing_one_is_to_be_found_out() {
    let card = |version: &str| {
        read(&format!(
            r#"{{"supportedInterfaces":[{{"url":"https://card.example/rpc","protocolBinding":"jsonrpc"{version}}}]}}"#
        ))
    };
    let (v10, v03) = (Some((Dialect::V10, true)), Some((Dialect::V03, true)));
    let guessed = Some((Dialect::V10, false));
    for (version, spoken, warnings) in [
        (r#","protocolVersion":"1.0""#, v10, vec![]),
        (r#","protocolVersion":"1.7.2""#, v10, vec![]),
        (r#","protocolVersion":"1""#, v10, vec![]),
        (r#","protocolVersion":"0.3.0""#, v03, vec![]),
        (r#","protocolVersion":"0.2.5""#, v03, vec![]),
        ("", guessed, vec!["interface-without-version"]),
        (r#","protocolVersion":"""#, guessed, vec!["interface-without-version"]),
        (r#","protocolVersion":"latest""#, guessed, vec!["interface-without-version"]),
        (r#","protocolVersion":"2.0""#, None, vec![]),
        (r#","protocolVersion":"0.1""#, None, vec![]),
    ] {
        let choice = choose(&card(version), AT, &Preferences::default());
        let found: Vec<&str> = choice.warnings.iter().map(|note| note.code).collect();
        let chosen = choice.chosen.ok();
        assert_eq!((chosen.as_ref().map(|c| (c.dialect, c.certain)), found), (spoken, warnings), "{version}");
        let asked = choice.considered[0].reason.ends_with("is asked when a task is sent");
        assert_eq!(asked, spoken == guessed, "{}", choice.considered[0].reason);
        assert_eq!(chosen.map(|c| c.version_sent), spoken.map(|(dialect, _)| dialect.word().to_owned()), "no patch");
    }
}

#[test]
fn of_one_binding_1_0_comes_first_then_the_newest_older_then_what_states_nothing() {
    let order = |versions: [&str; 3]| {
        let interfaces = versions.map(|version| {
            let stated = if version.is_empty() { String::new() } else { format!(r#","protocolVersion":"{version}""#) };
            format!(r#"{{"url":"https://card.example/{version}","protocolBinding":"HTTP+JSON"{stated}}}"#)
        });
        let card = read(&format!(r#"{{"supportedInterfaces":[{}]}}"#, interfaces.join(",")));
        let chosen = choose(&card, AT, &Preferences::default()).chosen.expect("usable");
        (chosen.url, chosen.binding)
    };
    let at = |path: &str| (format!("https://card.example/{path}"), Binding::HttpJson);
    assert_eq!(order(["", "0.3", "1.0"]), at("1.0"));
    assert_eq!(order(["", "0.2.5", "0.3.0"]), at("0.3.0"));
    assert_eq!(order(["2.0", "", "0.2.6"]), at("0.2.6"));
}

#[test]
fn a_card_of_0_3_is_spoken_to_in_0_3() {
    let choice = choose(&fixture("v03-minimal"), AT, &Preferences::default());
    let chosen = choice.chosen.expect("usable");
    assert_eq!((chosen.binding, chosen.dialect, chosen.certain), (Binding::JsonRpc, Dialect::V03, true));
}

#[test]
fn another_way_is_one_the_card_states_else_the_same_address_in_the_other_generation() {
    let instead = |json: &str, preferences: &Preferences| {
        let card = read(json);
        let refused = choose(&card, AT, preferences).chosen.expect("usable");
        interface::instead(&card, AT, preferences, &refused).map(|c| (c.url, c.binding, c.dialect))
    };
    let entry = |path: &str, binding: &str, version: &str| {
        format!(
            r#"{{"url":"https://card.example/{path}","protocolBinding":"{binding}","protocolVersion":"{version}"}}"#
        )
    };
    let card = |entries: &[String]| format!(r#"{{"supportedInterfaces":[{}]}}"#, entries.join(","));
    let found = |path: &str, binding, dialect| Some((format!("https://card.example/{path}"), binding, dialect));
    let any = Preferences::default();
    let one = card(&[entry("a", "JSONRPC", "1.0")]);
    assert_eq!(instead(&one, &any), found("a", Binding::JsonRpc, Dialect::V03));
    let old = card(&[entry("a", "HTTP+JSON", "0.3")]);
    assert_eq!(instead(&old, &any), found("a", Binding::HttpJson, Dialect::V10));
    let three = card(&[entry("a", "JSONRPC", "1.0"), entry("b", "HTTP+JSON", "0.3"), entry("c", "JSONRPC", "0.3")]);
    assert_eq!(instead(&three, &any), found("c", Binding::JsonRpc, Dialect::V03), "the same binding first");
    let two = card(&[entry("a", "JSONRPC", "1.0"), entry("b", "HTTP+JSON", "1.0")]);
    let forced = Preferences { dialect: Some(Dialect::V10), ..Preferences::default() };
    assert_eq!(instead(&two, &forced), found("b", Binding::HttpJson, Dialect::V10), "the person's generation holds");
    assert_eq!(instead(&one, &forced), None);
    let elsewhere = Preferences { url_override: Some("https://other.example/x".to_owned()), ..Preferences::default() };
    assert_eq!(
        instead(&three, &elsewhere),
        Some(("https://other.example/x".to_owned(), Binding::JsonRpc, Dialect::V03)),
        "the person's address holds"
    );
}

#[test]
fn a_version_is_spelled_as_the_card_does_where_the_plain_word_was_refused() {
    let spelled = |version: &str| {
        let json = format!(
            r#"{{"supportedInterfaces":[{{"url":"https://card.example/","protocolBinding":"JSONRPC","protocolVersion":"{version}"}}]}}"#
        );
        let refused = choose(&read(&json), AT, &Preferences::default()).chosen.expect("usable");
        interface::spelled(&refused).map(|chosen| chosen.version_sent)
    };
    assert_eq!(spelled("1.0.0").as_deref(), Some("1.0.0"));
    assert_eq!(spelled("1.0"), None);
    assert_eq!(spelled("1.0 beta"), None);
    assert_eq!(spelled("latest"), None);
}

#[test]
fn one_that_states_1_0_comes_before_one_that_states_nothing() {
    let card = read(
        r#"{"supportedInterfaces":[{"url":"https://card.example/a","protocolBinding":"JSONRPC"},
            {"url":"https://card.example/b","protocolBinding":"JSONRPC","protocolVersion":"1.0","tenant":"blue"}]}"#,
    );
    let choice = choose(&card, AT, &Preferences::default());
    let chosen = choice.chosen.expect("usable");
    assert_eq!((chosen.url.as_str(), chosen.tenant.as_deref()), ("https://card.example/b", Some("blue")));
    assert_eq!(choice.considered[0].reason, "could be used; another comes first");
}

#[test]
fn what_the_person_asks_for_wins_over_the_card() {
    let old = fixture("v03-minimal");
    let forced = Preferences { dialect: Some(Dialect::V10), ..Preferences::default() };
    let choice = choose(&old, AT, &forced);
    assert_eq!(choice.chosen.expect("forced").dialect, Dialect::V10);
    assert!(choice.warnings.iter().any(|w| w.code == "interface-forced"));

    let elsewhere = Preferences { url_override: Some("http://127.0.0.1:9/rpc".to_owned()), ..Preferences::default() };
    let choice = choose(&fixture("v10-full"), AT, &elsewhere);
    assert_eq!((choice.chosen.expect("overridden").url.as_str(), choice.warnings.len()), ("http://127.0.0.1:9/rpc", 0));

    let nowhere = read(r#"{"name":"n","skills":[],"capabilities":{}}"#);
    assert_eq!(choose(&nowhere, AT, &elsewhere).chosen.map(|c| c.index), Ok(None));
    let wrong = Preferences { url_override: Some("nonsense".to_owned()), ..Preferences::default() };
    assert!(choose(&nowhere, AT, &wrong).chosen.expect_err("no address").starts_with("--url-override: "));
    let old = Preferences { dialect: Some(Dialect::V03), ..Preferences::default() };
    assert_eq!(choose(&fixture("v10-full"), AT, &old).chosen.map(|c| (c.dialect, c.certain)), Ok((Dialect::V03, true)));
}

#[test]
fn a_card_without_a_usable_address_says_so() {
    let none = read(r#"{"name":"n","skills":[],"capabilities":{}}"#);
    assert_eq!(chosen(&none, AT).0, Err("the card names no address to send to; --url-override gives one".to_owned()));
    let foreign =
        r#"{"supportedInterfaces":[{"url":"https://a.example","protocolBinding":"JSONRPC","protocolVersion":"2.0"}]}"#;
    let (only_foreign, _) = chosen(&read(foreign), AT);
    assert_eq!(only_foreign, Err(format!("the card's only interface cannot be used: it states version 2.0; {SPOKEN}")));
}

#[test]
fn addresses_are_resolved_and_doubted() {
    let card = |url: &str| {
        read(&format!(
            r#"{{"supportedInterfaces":[{{"url":"{url}","protocolBinding":"JSONRPC","protocolVersion":"1.0"}}]}}"#
        ))
    };
    for (url, resolved, warnings) in [
        ("/rpc", "https://card.example/rpc", vec![]),
        ("https://card.example/a%2Fb/", "https://card.example/a%2Fb/", vec![]),
        ("http://0.0.0.0:8000/", "http://0.0.0.0:8000/", vec!["address-wildcard", "address-downgrade"]),
        ("https://user:pw@card.example/", "https://card.example/", vec!["address-with-credentials"]),
    ] {
        assert_eq!(chosen(&card(url), AT), (Ok(resolved.to_owned()), warnings));
    }
    assert!(chosen(&card("ws://card.example/"), AT).0.expect_err("a scheme").contains("\"ws\""));
}

#[test]
fn a_card_of_400_skills_is_read_whole() {
    let skill = r#"{"id":"s","name":"S","description":"d","tags":["t"]}"#;
    let card = read(&format!(r#"{{"supportedInterfaces":[],"skills":[{}]}}"#, vec![skill; 400].join(",")));
    assert_eq!(card.skills.len(), 400);
    let bad = read(&format!(r#"{{"supportedInterfaces":[],"skills":[{}]}}"#, vec!["{}"; 400].join(",")));
    assert_eq!(bad.findings.len(), 500);
    assert!(bad.more_findings > 1000);
}

proptest! {
    /// Whatever stands in the members of a card, reading and choosing give an answer.
    #[test]
    fn no_member_can_break_a_card(
        names in prop::collection::vec(prop::sample::select(vec![
            "name", "url", "supportedInterfaces", "capabilities", "skills", "securitySchemes", "securityRequirements", "security",
            "additionalInterfaces", "protocolVersion", "signatures", "provider", "authentication", "default_input_modes",
        ]), 0..10),
        values in prop::collection::vec(prop::sample::select(vec![
            "null", "1", "\"\"", "\"x\"", "[]", "{}", "[null]", "[{}]", "[[]]", r#"[{"url":"http://[","protocolBinding":1}]"#,
            r#"{"a":{"type":"oauth2","flows":[]},"b":1}"#, r#"{"extensions":[{"uri":"u","params":[1]}]}"#, r#"[{"schemes":{"x":[1]}}]"#,
            r#"[{"url":"//x","protocolVersion":"1.","tags":{"a":1}}]"#,
        ]), 10),
        url in "\\PC{0,20}",
    ) {
        let members: Vec<String> = names.iter().zip(&values).map(|(n, v)| format!("\"{n}\":{v}")).collect();
        let text = format!("{{{}}}", members.join(","));
        if let Ok(card) = parse(&parse_text(&text, &Limits::default()).expect("JSON")) {
            let choice = choose(&card, &url, &Preferences::default());
            prop_assert_eq!(choice.considered.len(), card.interfaces.len());
            for finding in &card.findings {
                prop_assert!(finding.place.is_some());
            }
        }
    }
}
