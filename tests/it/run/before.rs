//! The steps before the task is sent.

use catseye::run::event::{AttemptResult, NetFault, NetFaultKind, Operation, What};
use catseye::run::{Effect, Run, StepId, Verdict, start};

use super::play::{PARAMS, Play, SCHEMA, URI, card, document, extension, plan};

fn fault(kind: NetFaultKind) -> AttemptResult {
    AttemptResult::Fault(NetFault { kind, sentence: "127.0.0.1:9: no connection".into() })
}

fn not_a_card() -> AttemptResult {
    AttemptResult::NotACard { sentence: "an HTML page".into(), hint: None, excerpt: "<html>".into() }
}

fn status() -> AttemptResult {
    AttemptResult::Status { excerpt: "no".into() }
}

#[test]
fn a_run_begins_by_looking_for_the_card_at_the_typed_address() {
    let mut run = Run::new(plan());
    let effects = start(&mut run);
    let [Effect::Discover(urls)] = &effects[..] else { panic!("{effects:?}") };
    assert_eq!(urls[0], "http://127.0.0.1:9/.well-known/agent-card.json");
    assert_eq!(run.ladder.current(), Some(StepId::Card));
}

#[test]
fn an_address_that_is_none_ends_at_the_card() {
    let mut refused = plan();
    refused.address = "ftp://x".into();
    let play = Play::new(refused);
    assert_eq!((play.class(), play.verdict(), play.finished), (("unreachable", "card"), Verdict::Unreachable, 1));
}

/// Of several attempts the one that got furthest names the class.
#[test]
fn the_attempt_that_got_furthest_names_the_failure_of_the_card() {
    let classes = |attempts: Vec<(Option<u16>, AttemptResult)>| {
        let mut play = Play::new(plan());
        for (status, result) in attempts {
            play.attempt("http://127.0.0.1:9/x", status, result);
        }
        play.give(What::Discovered);
        assert_eq!(play.finished, 1);
        play.class().0
    };
    let unreachable = || (None, fault(NetFaultKind::Unreachable));
    assert_eq!(classes(vec![unreachable()]), "unreachable");
    assert_eq!(classes(vec![(None, fault(NetFaultKind::Tls))]), "tls");
    assert_eq!(classes(vec![(None, fault(NetFaultKind::Timeout))]), "timeout");
    assert_eq!(classes(vec![(Some(404), status()), unreachable()]), "unreachable");
    assert_eq!(classes(vec![(Some(404), status())]), "http-status");
    assert_eq!(classes(vec![(Some(503), status()), unreachable(), (Some(404), status())]), "http-status");
    assert_eq!(classes(vec![(Some(500), status()), (Some(401), status())]), "unauthorized");
    assert_eq!(classes(vec![(Some(403), status()), (Some(200), not_a_card())]), "not-an-agent");
    assert_eq!(classes(vec![]), "unreachable");
}

#[test]
fn an_interface_that_is_not_ours_is_not_tried() {
    for foreign in [("\"1.0\"", "\"2.0\""), ("\"JSONRPC\"", "\"GRPC\"")] {
        let mut asking = plan();
        asking.probe_id = Some("p-1".into());
        let play = Play::with_card(asking, &card(&extension(PARAMS)).replace(foreign.0, foreign.1));
        assert_eq!((play.class(), play.verdict()), (("no-usable-interface", "interface"), Verdict::Unreachable));
        assert!(play.calls.is_empty(), "neither sent nor asked");
    }
}

#[test]
fn credentials_do_not_leave_the_origin_that_was_typed() {
    let elsewhere = card(&extension(PARAMS)).replace("127.0.0.1:9/rpc", "other.example/rpc");
    let mut with = plan();
    with.credentials_given = true;
    let refused = Play::with_card(with.clone(), &elsewhere);
    assert_eq!((refused.class(), refused.verdict()), (("other-origin", "interface"), Verdict::Refused));
    assert_eq!(refused.failure().hint, "--allow-origin http://other.example lets them go there");
    with.allowed_origins = vec!["http://other.example".into()];
    assert_eq!(Play::with_card(with, &elsewhere).operations(), [Operation::Stream]);
    let without = Play::with_card(plan(), &elsewhere);
    assert_eq!(without.ladder()[..3], *"pwp");
    assert!(!without.warnings().is_empty());
}

#[test]
fn another_required_extension_is_a_warning_and_its_uri_is_not_sent() {
    let other = r#"{"uri":"https://other.example/x","required":true}"#;
    let play = Play::with_card(plan(), &card(&format!("{other},{}", extension(PARAMS))));
    assert!(play.warnings().contains(&"required-extension"));
    let headers = &play.call().headers;
    assert_eq!(headers[..], [("A2A-Version".into(), "1.0".into()), ("A2A-Extensions".into(), URI.into())]);
}

#[test]
fn an_agent_without_the_extension_is_not_sent_a_schema() {
    let play = Play::with_card(plan(), &card(""));
    assert_eq!((play.class(), play.verdict()), (("extension-not-advertised", "extension"), Verdict::Refused));
    assert_eq!(play.ladder(), "ppf..............");
    assert!(play.calls.is_empty());
}

#[test]
fn assuming_the_extension_sends_all_the_same_and_warns() {
    let mut assuming = plan();
    assuming.assume_extension = true;
    let play = Play::with_card(assuming, &card(""));
    assert_eq!(play.ladder()[..7], *"ppwpppp");
    assert!(play.run.assumed && play.warnings().contains(&"extension-assumed"));
    assert_eq!(play.outcome()["request"]["extension_assumed"], true);
}

#[test]
fn a_fixed_agent_gets_the_same_request_and_the_step_is_warned() {
    let play = Play::with_card(plan(), &card(&extension(&PARAMS.replace("request-schema", "fixed"))));
    assert_eq!(play.ladder()[..7], *"ppwpppp");
    assert!(play.warnings().contains(&"fixed-mode"));
    assert_eq!(play.call().body, Play::sent(plan()).call().body);
}

#[test]
fn an_encoding_that_is_not_offered_is_refused() {
    let mut wish = plan();
    wish.encoding = Some(catseye::kedi::Encoding::JsonUtf8);
    let only = PARAMS
        .replace(r#""resultEncodings":["json-utf8","protobuf-value"]"#, r#""resultEncodings":["protobuf-value"]"#);
    let play = Play::with_card(wish, &card(&extension(&only)));
    assert_eq!(play.class(), ("extension-unsupported", "extension"));
    let lossy = Play::with_card(plan(), &card(&extension(&only)));
    assert_eq!(lossy.ladder()[..7], *"ppwpppp");
    assert!(lossy.warnings().contains(&"lossy-encoding"));
    assert!(lossy.call().body.contains(r#""resultEncoding":"protobuf-value""#));
}

#[test]
fn each_schema_rule_has_its_class_and_step() {
    let class = |schema: &str| {
        let mut with = plan();
        with.schema = Some(schema.into());
        let play = Play::sent(with);
        assert!(play.calls.is_empty(), "nothing is sent");
        assert_eq!(play.verdict(), Verdict::Refused);
        play.class()
    };
    assert_eq!(class("{"), ("schema-syntax", "schema-json"));
    assert_eq!(class("[]"), ("schema-syntax", "schema-json"));
    assert_eq!(class(r#"{"type":"object","type":"object"}"#), ("schema-syntax", "schema-json"));
    let draft = r#"{"$schema":"http://json-schema.org/draft-07/schema#"}"#;
    assert_eq!(class(draft), ("schema-dialect", "schema-policy"));
    assert_eq!(class(r#"{"$id":"https://x.example/s"}"#), ("schema-id", "schema-policy"));
    assert_eq!(class(r#"{"$ref":"https://x.example/s"}"#), ("schema-remote-ref", "schema-policy"));
    let deep = format!("{}{{}}{}", r#"{"not":"#.repeat(64), "}".repeat(64));
    assert_eq!(class(&deep), ("schema-too-deep", "schema-policy"));
    assert_eq!(class(r#"{"type":"strng"}"#), ("schema-invalid", "schema-valid"));
    assert_eq!(class(r##"{"$ref":"#/$defs/nope"}"##), ("schema-invalid", "schema-valid"));
}

#[test]
fn exactly_the_agents_limit_is_fine_and_one_byte_more_is_not() {
    let limited = |max: usize| {
        let params = PARAMS.replace("32768", &max.to_string());
        Play::with_card(plan(), &card(&extension(&params)))
    };
    assert_eq!(limited(SCHEMA.len()).ladder()[..7], *"ppppppp");
    let over = limited(SCHEMA.len() - 1);
    assert_eq!(over.class(), ("schema-too-large", "schema-size"));
    assert!(over.calls.is_empty());
    let unlimited = PARAMS.replace(r#""maxSchemaBytes":32768,"#, "");
    assert_eq!(Play::with_card(plan(), &card(&extension(&unlimited))).ladder()[..7], *"ppwppps");
}

#[test]
fn without_white_space_a_schema_may_fit() {
    let mut wide = plan();
    wide.schema = Some(SCHEMA.replace(',', ",\n      ").into());
    let params = PARAMS.replace("32768", &SCHEMA.len().to_string());
    let over = Play::with_card(wide.clone(), &card(&extension(&params)));
    assert!(over.failure().hint.ends_with("--compact"), "{}", over.failure().hint);
    wide.compact = true;
    let fits = Play::with_card(wide, &card(&extension(&params)));
    assert_eq!(fits.ladder()[..7], *"ppppppp");
    assert_eq!(&*fits.run.schema.as_ref().unwrap().text, SCHEMA);
}

#[test]
fn an_agent_that_takes_only_protobuf_is_not_sent_a_number_that_would_change() {
    let only = PARAMS
        .replace(r#""schemaEncodings":["json-utf8","protobuf-value"]"#, r#""schemaEncodings":["protobuf-value"]"#);
    let mut big = plan();
    big.schema = Some(r#"{"type":"object","properties":{"id":{"const":9007199254740993}}}"#.into());
    let play = Play::with_card(big.clone(), &card(&extension(&only)));
    assert_eq!(play.class(), ("schema-lossy", "schema-size"));
    assert!(Play::sent(big).run.failure.is_none(), "an agent that takes json-utf8 gets it");
}

#[test]
fn the_request_carries_the_schema_byte_for_byte_once_and_nowhere_else() {
    let mut with = plan();
    let schema = "\u{feff}{ \"type\" : \"object\",\r\n \"const\": {\"n\": 9007199254740993} }\n";
    with.schema = Some(schema.into());
    let play = Play::sent(with);
    let body = document(&play.call().body);
    let metadata = body.at("/params/metadata").unwrap();
    assert_eq!(metadata.members().map(|m| m.key().into_owned()).collect::<Vec<_>>(), ["kediStructuredOutput"]);
    let object = metadata.get("kediStructuredOutput").unwrap();
    let keys: Vec<_> = object.members().map(|m| m.key().into_owned()).collect();
    assert_eq!(keys, ["version", "resultEncoding", "schemaJson"], "a number that no double holds: no legacy schema");
    assert_eq!(object.get("schemaJson").unwrap().as_str().unwrap(), schema.trim_start_matches('\u{feff}'));
    assert_eq!(object.get("version").unwrap().raw(), "1");
    assert_eq!(body.at("/params/message/extensions").unwrap().raw(), format!("[\"{URI}\"]"));
    assert_eq!(body.at("/params/configuration/acceptedOutputModes").unwrap().raw(), r#"["application/json"]"#);
    assert!(body.at("/params/message/metadata").is_none());
}

#[test]
fn a_request_without_a_schema_carries_nothing_of_the_extension() {
    let mut plain = plan();
    plain.schema = None;
    let play = Play::with_card(plain.clone(), &card(&extension(PARAMS)));
    assert_eq!(play.ladder()[..7], *"ppsssss");
    assert!(!play.call().body.contains("kedi") && !play.call().body.contains("extensions"));
    assert!(play.call().body.contains(r#""acceptedOutputModes":["text/plain","application/json"]"#));
    assert_eq!(play.call().headers.len(), 1);
    let insisting = format!(r#"{{"uri":"{URI}","required":true,"params":{PARAMS}}}"#);
    let required = Play::with_card(plain, &card(&insisting));
    assert_eq!(required.call().headers[1], ("A2A-Extensions".into(), URI.into()), "in the header when it is required");
}

#[test]
fn a_whole_message_is_sent_as_it_was_written() {
    let mut whole = plan();
    let given =
        r#"{"role":"ROLE_USER","parts":[{"data":{"n":1.50}}],"extensions":["https://mine.example/"],"taskId":"old"}"#;
    whole.ask = catseye::run::Ask::Message(document(given));
    whole.task_id = Some("t-9".into());
    let body = document(&Play::sent(whole).call().body.clone());
    assert_eq!(
        body.at("/params/message").unwrap().raw(),
        format!(
            r#"{{"messageId":"m-1","role":"ROLE_USER","parts":[{{"data":{{"n":1.50}}}}],"taskId":"t-9","extensions":["https://mine.example/","{URI}"]}}"#
        )
    );
}

#[test]
fn streaming_is_used_when_the_card_declares_it_and_nobody_forbids_it() {
    assert_eq!(Play::sent(plan()).operations(), [Operation::Stream]);
    let silent = card(&extension(PARAMS)).replace(r#""streaming":true,"#, "");
    assert_eq!(Play::with_card(plan(), &silent).operations(), [Operation::Send]);
    let mut blocking = plan();
    blocking.stream = false;
    let play = Play::sent(blocking);
    assert_eq!(play.operations(), [Operation::Send]);
    assert!(!play.run.streaming && !play.call().expect_stream);
}
