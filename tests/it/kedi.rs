//! The structured-output extension: declarations by value, the request byte for byte, the result's place.

use catseye::kedi::{self, Declaration, Encoding, Found, Mode, Params, Refusal, ResultPart, URI, read_params};
use proptest::prelude::*;

use crate::run::play::{PARAMS, document};

fn read(params: &str) -> Result<Params, Refusal> {
    read_params(&[Declaration { uri: URI, params: Some(params) }], false)
}

fn unsupported(params: &str) -> String {
    match read(params) {
        Err(Refusal::Unsupported(sentence)) => sentence,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_seeds_own_declaration_is_understood_without_a_remark() {
    let params = read(PARAMS).unwrap();
    assert_eq!(params.mode, Mode::RequestSchema);
    assert_eq!((params.artifact_name.as_str(), params.max_schema_bytes), ("kedi-structured-output", Some(32_768)));
    assert_eq!(params.result_encodings, [Encoding::JsonUtf8, Encoding::ProtobufValue]);
    assert!(params.notes.is_empty() && !params.assumed);
}

#[test]
fn numbers_count_by_value() {
    for (version, bytes) in [("1.0", "32768.0"), ("1e0", "3.2768e4"), ("10E-1", "327680e-1"), ("1.000", "32768")] {
        let params = PARAMS.replace("\"version\":1", &format!("\"version\":{version}")).replace("32768", bytes);
        assert_eq!(read(&params).unwrap().max_schema_bytes, Some(32_768), "{version} {bytes}");
    }
    let limit = |bytes: &str| read(&PARAMS.replace("32768", bytes)).unwrap().max_schema_bytes;
    assert_eq!((limit("0"), limit("1e300")), (Some(0), Some(u64::MAX)));
}

#[test]
fn a_fraction_a_negative_number_and_a_string_are_unsupported() {
    for bad in ["1.5", "-1", "\"1\"", "2", "true", "[1]", "1e400000000000000000000"] {
        let sentence = unsupported(&PARAMS.replace("\"version\":1", &format!("\"version\":{bad}")));
        assert!(sentence.contains("version"), "{sentence}");
    }
    for bad in ["32768.5", "-32768", "\"32768\"", "false"] {
        assert!(unsupported(&PARAMS.replace("32768", bad)).starts_with("maxSchemaBytes is"));
    }
}

#[test]
fn the_uri_alone_is_no_declaration() {
    let bare = |params| read_params(&[Declaration { uri: URI, params }], false).unwrap_err();
    assert!(matches!(bare(None), Refusal::Unsupported(_)));
    assert!(matches!(bare(Some("null")), Refusal::Unsupported(_)));
    assert_eq!(unsupported("{}"), "params have no version");
    assert_eq!(unsupported(r#"{"version":1}"#), "params have no mode");
    assert_eq!(unsupported(r#"{"version":1,"mode":null}"#), "params have no mode");
    assert_eq!(unsupported("[]"), "params is an array, not an object");
}

#[test]
fn another_mode_or_dialect_is_unsupported() {
    assert!(unsupported(&PARAMS.replace("request-schema", "any")).starts_with("mode is \"any\""));
    assert!(unsupported(&PARAMS.replace("2020-12", "2019-09")).starts_with("schemaDialect is"));
    assert!(unsupported(&PARAMS.replace("[\"json-utf8\",\"protobuf-value\"]", "[\"xml\"]")).contains("xml"));
    assert_eq!(read(&PARAMS.replace("request-schema", "fixed")).unwrap().mode, Mode::Fixed);
}

#[test]
fn absent_members_have_defaults_and_each_is_a_remark() {
    let params = read(r#"{"version":1,"mode":"request-schema","unknown":7}"#).unwrap();
    assert_eq!((params.artifact_name.as_str(), params.max_schema_bytes), (kedi::ARTIFACT_NAME, None));
    assert_eq!(params.schema_encodings, [Encoding::ProtobufValue]);
    assert_eq!(params.result_encodings, [Encoding::ProtobufValue]);
    assert_eq!(params.notes.len(), 5);
}

#[test]
fn of_several_declarations_the_first_usable_one_counts() {
    let fixed = PARAMS.replace("request-schema", "fixed");
    let all = [
        Declaration { uri: "https://other.example/", params: Some(PARAMS) },
        Declaration { uri: URI, params: None },
        Declaration { uri: URI, params: Some(&fixed) },
        Declaration { uri: URI, params: Some(PARAMS) },
    ];
    assert_eq!(read_params(&all, false).unwrap().mode, Mode::Fixed);
}

#[test]
fn a_uri_that_differs_by_a_slash_is_not_the_extension_and_the_hint_says_so() {
    let near = read_params(&[Declaration { uri: URI.trim_end_matches('/'), params: Some(PARAMS) }], false);
    let Err(Refusal::NotAdvertised { hint: Some(hint) }) = near else { panic!("{near:?}") };
    assert!(hint.contains("without its final slash"), "{hint}");
    let far = read_params(&[Declaration { uri: "https://x.example/", params: Some(PARAMS) }], false);
    assert_eq!(far, Err(Refusal::NotAdvertised { hint: None }));
}

#[test]
fn assuming_takes_the_seeds_values_for_what_is_absent_or_unusable() {
    assert_eq!(read_params(&[], true).unwrap(), Params::assumed());
    let half = r#"{"version":2,"mode":"fixed","maxSchemaBytes":100,"resultArtifactName":7,"resultEncodings":["protobuf-value"]}"#;
    let params = read_params(&[Declaration { uri: URI, params: Some(half) }], true).unwrap();
    assert_eq!((params.mode, params.max_schema_bytes, params.assumed), (Mode::Fixed, Some(100), true));
    assert_eq!(params.artifact_name, kedi::ARTIFACT_NAME);
    assert_eq!(params.result_encodings, [Encoding::ProtobufValue]);
    let good = read_params(&[Declaration { uri: URI, params: Some(PARAMS) }], true).unwrap();
    assert!(!good.assumed, "what is usable is not assumed");
}

#[test]
fn the_request_object_has_its_keys_and_nothing_else() {
    let text = "{\"type\":\"object\",\n\"maximum\":1.50}\n";
    let metadata = kedi::request_metadata(&document(text), text, Encoding::JsonUtf8);
    assert_eq!(
        metadata.json,
        r#"{"version":1,"resultEncoding":"json-utf8","schemaJson":"{\"type\":\"object\",\n\"maximum\":1.50}\n","schema":{"type":"object","maximum":1.50}}"#
    );
}

#[test]
fn the_legacy_schema_goes_along_only_when_nothing_is_lost() {
    let legacy = |text: &str| kedi::request_metadata(&document(text), text, Encoding::ProtobufValue).legacy;
    let nested = |levels: usize| format!("{}{{}}{}", r#"{"not":"#.repeat(levels - 1), "}".repeat(levels - 1));
    assert!(legacy(r#"{"const":9007199254740992}"#) && !legacy(r#"{"const":9007199254740993}"#));
    assert!(legacy(r#"{"const":0.1}"#) && legacy(r#"{"const":1e2}"#) && !legacy(r#"{"const":0.1000000000000000055}"#));
    assert!(legacy(&nested(32)) && !legacy(&nested(33)));
}

#[test]
fn the_result_artifact_is_found_by_name_and_then_by_mark() {
    let uri = [URI.to_owned()];
    let c = |name: Option<&'static str>, marked: bool| kedi::Candidate {
        name,
        extensions: if marked { &uri } else { &[] },
    };
    let find = |all: &[kedi::Candidate<'_>]| kedi::find(all, "r");
    assert_eq!(find(&[c(None, true), c(Some("r"), false)]), Found::One(1));
    assert_eq!(find(&[c(Some("R"), false), c(Some("other"), true)]), Found::Misnamed(1));
    assert_eq!(find(&[c(Some("R"), false)]), Found::Missing);
    assert_eq!(find(&[c(Some("r"), false), c(Some("r"), true)]), Found::Several(vec![0, 1]));
}

#[test]
fn what_0_3_over_http_json_does_to_a_result_is_undone_only_when_it_was_done() {
    use kedi::compat::{decode_again, unwrap_data};
    assert_eq!(decode_again(b"eyJhIjoxfQ==").as_deref(), Some(&br#"{"a":1}"#[..]));
    assert_eq!(decode_again(b"1234"), None, "JSON already");
    assert_eq!(decode_again(b"QUFB"), None, "base64 of no JSON");
    let marked = Some(r#"{"data_part_compat":true}"#);
    assert_eq!(unwrap_data(&document(r#"{"value":78.0}"#), marked).as_deref(), Some("78.0"));
    assert_eq!(unwrap_data(&document(r#"{"value":1,"more":2}"#), marked), None);
    assert_eq!(unwrap_data(&document(r#"{"value":1}"#), None), None);
    assert_eq!(unwrap_data(&document(r#"{"value":1}"#), Some(r#"{"data_part_compat":1}"#)), None);
}

#[test]
fn parts_are_chosen_raw_before_data() {
    use catseye::a2a::model::{Content, Part};
    let part = |content| Part { content, media_type: None, filename: None, metadata: None };
    let (raw, data, text) =
        (part(Content::Raw("e30=".into())), part(Content::Data("{}".into())), part(Content::Text("{}".into())));
    let choose = |parts: &[&Part]| kedi::choose_part(parts.iter().copied());
    assert_eq!(choose(&[&data, &text, &raw]), ResultPart::Raw(2));
    assert_eq!(choose(&[&text, &data]), ResultPart::Data(1));
    assert_eq!(choose(&[&text]), ResultPart::None);
    assert_eq!(choose(&[&raw, &data, &raw]), ResultPart::SeveralRaw(vec![0, 2]));
    assert_eq!(choose(&[&data, &data]), ResultPart::SeveralData(vec![0, 1]));
}

proptest! {
    #[test]
    fn any_schema_text_comes_back_byte_for_byte(words in "[ -~äé\u{202e}\u{7f}\u{fffd}\u{10ffff}]{0,40}", space in "[ \n\t]{0,3}") {
        let text = format!("{{{space}\"title\":{}}}{space}", serde_json::to_string(&words).unwrap());
        let metadata = kedi::request_metadata(&document(&text), &text, Encoding::JsonUtf8);
        let sent = document(&metadata.json);
        prop_assert_eq!(&*sent.root().get("schemaJson").unwrap().as_str().unwrap(), &text);
    }

    #[test]
    fn no_declaration_makes_it_panic(params in "[\\[\\]{}\",:a-z0-9.eE+-]{0,60}") {
        let _ = read_params(&[Declaration { uri: URI, params: Some(&params) }], true);
        let member = PARAMS.replace("32768", &params);
        let _ = read_params(&[Declaration { uri: URI, params: Some(&member) }], false);
    }
}
