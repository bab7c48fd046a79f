//! `catseye check`: findings with their places, for people and for programs.

use serde_json::{Value, json};

use super::program::{Files, catseye, catseye_reading};

const SCHEMA: &str = r#"{
  "type": "object",
  "properties": {"score": {"type": "integer", "maximum": 10}},
  "required": ["score"]
}"#;

#[test]
fn a_good_schema_exits_0() {
    let files = Files::new();
    let ran = catseye(&["check", &files.write("s.json", SCHEMA), "--format", "json"]);
    assert_eq!(ran.status, 0);
    let out = ran.json();
    assert_eq!((&out["catseye"], &out["ok"], &out["findings"]), (&json!(1), &json!(true), &json!([])));
    assert_eq!(out["schema"], json!({"bytes": SCHEMA.len(), "max_bytes": null, "levels": 3, "properties": 1}));
}

#[test]
fn a_schema_finding_has_its_class_its_rule_and_its_place() {
    let files = Files::new();
    let schema = files.write("s.json", "{\n  \"$ref\": \"https://x.example/s.json\"\n}");
    let ran = catseye(&["check", &schema, "--format", "json"]);
    assert_eq!(ran.status, 1);
    let out = ran.json();
    let finding = &out["findings"][0];
    assert_eq!(out["ok"], json!(false));
    assert_eq!(
        [&finding["id"], &finding["severity"], &finding["line"]],
        [&json!("schema-remote-ref"), &json!("error"), &json!(2)]
    );
    assert_eq!(finding["pointer"], json!("/$ref"));
}

#[test]
fn every_way_to_refuse_a_schema_has_its_class() {
    let files = Files::new();
    let deep = format!("{}{{}}{}", "{\"not\":".repeat(64), "}".repeat(64));
    for (name, schema, class) in [
        ("syntax", "{\"type\": \"object\",}", "schema-syntax"),
        ("duplicate", "{\"type\":\"object\",\"type\":\"array\"}", "schema-syntax"),
        ("scalar", "true", "schema-syntax"),
        ("empty", "", "schema-syntax"),
        ("dialect", "{\"$schema\":\"http://json-schema.org/draft-07/schema#\"}", "schema-dialect"),
        ("id", "{\"$id\":\"https://x.example/\"}", "schema-id"),
        ("ref", "{\"$ref\":\"other.json\"}", "schema-remote-ref"),
        ("deep", &deep, "schema-too-deep"),
        ("type", "{\"type\":\"strng\"}", "schema-invalid"),
        ("dangling", "{\"$ref\":\"#/$defs/nope\"}", "schema-invalid"),
        ("pattern", "{\"pattern\":\"[a-\"}", "schema-invalid"),
    ] {
        let path = files.write(&format!("{name}.json"), schema);
        let ran = catseye(&["check", &path, "--format", "json"]);
        let out = ran.json();
        let errors: Vec<&Value> = out["findings"].as_array().expect("a list").iter().collect();
        assert_eq!(ran.status, 1, "{name}: {out}");
        assert!(errors.iter().any(|f| f["id"] == class && f["severity"] == "error"), "{name}: {out}");
        let human = catseye(&["check", &path]);
        assert_eq!(human.status, 1, "{name}");
        assert!(human.stdout().contains(": error: "), "{name}: {}", human.stdout());
        assert!(human.stdout().contains(class), "{name}: {}", human.stdout());
    }
}

#[test]
fn bytes_are_measured_against_the_limit_given_else_the_usual_one() {
    let files = Files::new();
    let exact = files.write("exact.json", format!("{{\"title\":\"{}\"}}", "x".repeat(88)));
    assert_eq!(catseye(&["check", &exact, "--max-schema-bytes", "100"]).status, 0);
    let ran = catseye(&["check", &exact, "--max-schema-bytes", "99", "--format", "json"]);
    assert_eq!((ran.status, &ran.json()["findings"][0]["id"]), (1, &json!("schema-too-large")));
    let large = files.write("large.json", format!("{{\"title\":\"{}\"}}", "x".repeat(40_000)));
    let ran = catseye(&["check", &large, "--format", "json"]);
    assert_eq!((ran.status, &ran.json()["findings"][0]["severity"]), (0, &json!("warning")));
}

#[test]
fn a_value_finding_has_both_places() {
    let files = Files::new();
    let (schema, value) = (files.write("s.json", SCHEMA), files.write("v.json", "{\"score\":\n 78.5}"));
    let ran = catseye(&["check", &schema, &value, "--format", "json"]);
    assert_eq!(ran.status, 1);
    let finding = &ran.json()["findings"][0];
    let wanted = json!({"id": "schema-mismatch", "rule": "type", "severity": "error", "pointer": "/score", "line": 2,
        "column": 2, "schema_pointer": "/properties/score/type", "schema_line": 3, "schema_column": 28,
        "keyword": "type", "found": "78.5"});
    for (key, wanted) in wanted.as_object().expect("an object") {
        assert_eq!(&finding[key], wanted, "{key} of {finding}");
    }
}

#[test]
fn a_value_that_is_no_json_is_a_finding_named_as_in_a_result() {
    let files = Files::new();
    let schema = files.write("s.json", "{}");
    for (value, id) in [
        (&b"{\"a\": [1, 2"[..], "truncated"),
        (b"{\"a\": NaN}", "non-finite"),
        (b"1e400", "non-finite"),
        (b"{\"a\": 1} and more", "malformed"),
        (b"", "encoding"),
        (b"\"a\xff\"", "encoding"),
    ] {
        let ran = catseye_reading(&["check", &schema, "-", "--format", "json"], value);
        assert_eq!((ran.status, &ran.json()["findings"][0]["id"]), (1, &json!(id)), "{}", ran.stdout());
    }
}

#[test]
fn numbers_are_judged_as_they_are_written() {
    let files = Files::new();
    let schema = files.write("s.json", "{\"enum\":[9007199254740993]}");
    assert_eq!(catseye_reading(&["check", &schema, "-"], b"9007199254740993").status, 0);
    assert_eq!(catseye_reading(&["check", &schema, "-"], b"9007199254740992").status, 1);
}

#[test]
fn a_value_waits_for_a_schema_without_errors() {
    let files = Files::new();
    let schema = files.write("s.json", "{\"type\":\"strng\"}");
    let ran = catseye_reading(&["check", &schema, "-", "--format", "json"], b"1");
    assert_eq!((ran.status, &ran.json()["value"]["checked"]), (1, &json!(false)));
}

#[test]
fn an_unmet_format_is_a_warning_unless_asserted() {
    let files = Files::new();
    let schema = files.write("s.json", "{\"format\":\"date\"}");
    assert_eq!(catseye_reading(&["check", &schema, "-"], b"\"tomorrow\"").status, 0);
    assert_eq!(catseye_reading(&["check", &schema, "-", "--assert-formats"], b"\"tomorrow\"").status, 1);
}

#[test]
fn a_judgement_that_does_not_end_is_undecided_not_a_mismatch() {
    let files = Files::new();
    let schema = files.write("s.json", r#"{"pattern":"^((?=a)a|a)*b$"}"#);
    let value = format!("\"{}\"", "a".repeat(64));
    let ran = catseye_reading(&["check", &schema, "-", "--format", "json"], value.as_bytes());
    assert_eq!((ran.status, &ran.json()["findings"][0]["id"]), (1, &json!("undecided")));
}

#[test]
fn people_see_file_line_column_sentence_excerpt_rule_and_fix() {
    let files = Files::new();
    let schema = files.write("s.json", "{\n  \"$id\": \"https://x.example/\"\n}");
    let ran = catseye(&["check", &schema]);
    let out = ran.stdout();
    assert!(
        out.starts_with(&format!("{schema}:2:3: error: ")) || out.starts_with(&format!("{schema}:2:10: error: ")),
        "{out}"
    );
    for part in ["2 │   \"$id\": \"https://x.example/\"\n", "^", "rule     ", "(schema-id)", "fix      "] {
        assert!(out.contains(part), "{part:?} in {out}");
    }
    assert!(!out.contains('\u{1b}'), "no colour on a pipe: {out:?}");
}

#[test]
fn hostile_characters_of_a_file_are_shown_not_obeyed() {
    let files = Files::new();
    let schema = files.write("s.json", "{\"type\": \"\u{1b}]0;x\u{7}\u{202e}\u{9b}\"}");
    for format in ["human", "json"] {
        let out = catseye(&["check", &schema, "--format", format]).stdout();
        assert!(out.chars().all(|c| c == '\n' || !c.is_control() && c != '\u{202e}'), "{format}: {out:?}");
    }
}
