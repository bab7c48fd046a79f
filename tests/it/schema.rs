//! The schema room over real schemas and values: which findings, where, in which words.

use catseye::json::{self, Document};
use catseye::run::event::Verdict;
use catseye::schema::{Checked, Finding, Options, Policy, Validator, check};

fn fixture(name: &str) -> String {
    let path = format!("{}/tests/fixtures/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).expect(&path)
}

fn document(text: &str) -> Document {
    json::parse_text(text, &json::Limits::default()).expect(text)
}

fn checked(text: &str) -> Checked {
    check(text, &Policy { max_bytes: Some(65_536), ..Policy::default() })
}

fn verdict(schema: &str, value: &str) -> Verdict {
    verdict_with(schema, value, Options::default())
}

fn verdict_with(schema: &str, value: &str, options: Options) -> Verdict {
    Validator::new(&document(schema), options).expect(schema).verdict(&document(value))
}

/// `severity id rule pointer line:column`, one a finding.
fn brief(findings: &[Finding]) -> Vec<String> {
    let place = |f: &Finding| f.place.map_or("-".to_owned(), |p| p.to_string());
    findings.iter().map(|f| format!("{} {} {} {:?} {}", f.severity.word(), f.id, f.rule, f.pointer, place(f))).collect()
}

fn messages(verdict: &Verdict) -> Vec<String> {
    match verdict {
        Verdict::Valid(findings) | Verdict::Invalid { findings, .. } => {
            findings.iter().map(|f| f.message.clone()).collect()
        }
        Verdict::Undecided(sentence) => vec![format!("undecided: {sentence}")],
    }
}

/// Every schema of the fixtures with the findings it must have; none for those that are not named.
const REFUSED: [(&str, &[&str]); 12] = [
    ("comments-and-trailing-comma.json5", &["error schema-syntax json.syntax \"\" 2:3"]),
    ("draft07-definitions.json", &["error schema-dialect dialect.mismatch \"/$schema\" 2:14"]),
    ("duplicate-keys.json", &["error schema-syntax json.duplicate-key \"/properties\" 1:55"]),
    ("external-ref-file.json", &["error schema-remote-ref ref.remote \"/properties/x/$ref\" 5:15"]),
    (
        "invalid-regex.json",
        &[
            "error schema-invalid pattern.invalid \"/properties/code/pattern\" 6:18",
            "error schema-invalid pattern.invalid \"/properties/py/pattern\" 10:18",
        ],
    ),
    ("keyword-typos.json", &["error schema-invalid type \"/type\" 2:11"]),
    ("missing-local-ref.json", &["error schema-invalid ref.unresolved \"/properties/x/$ref\" 5:15"]),
    (
        "null-keywords.json",
        &["error schema-invalid properties \"/properties\" 3:17", "error schema-invalid required \"/required\" 4:15"],
    ),
    ("size-65537-over.json", &["error schema-too-large size.over-limit \"\" -"]),
    ("size-multibyte.json", &["error schema-too-large size.over-limit \"\" -"]),
    ("unknown-dialect.json", &["error schema-dialect dialect.mismatch \"/$schema\" 2:14"]),
    ("wide-1200.json", &["error schema-too-large size.over-limit \"\" -"]),
];

#[test]
fn every_schema_of_the_fixtures_has_its_findings_and_no_others() {
    let folder = format!("{}/tests/fixtures/schemas", env!("CARGO_MANIFEST_DIR"));
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).expect("fixtures") {
        let path = entry.expect("entry").path();
        let name = path.file_name().and_then(|n| n.to_str()).expect("name").to_owned();
        let wanted = REFUSED.iter().find(|(refused, _)| *refused == name).map_or(&[][..], |(_, findings)| findings);
        let found = checked(&fixture(&format!("schemas/{name}")));
        assert_eq!(brief(&found.findings), wanted, "{name}");
        assert_eq!(found.is_sendable(), wanted.is_empty(), "{name}");
        seen += 1;
    }
    assert_eq!(seen, 38);
}

#[test]
fn every_line_of_the_number_table_is_right() {
    let mut lines = 0;
    for line in fixture("numbers.jsonl").lines() {
        let case = document(line);
        let text = |key: &str| case.root().get(key).and_then(|v| v.as_str()).expect(key).into_owned();
        let valid = case.root().get("valid").and_then(|v| v.as_bool()).expect("valid");
        let verdict = verdict(&text("schema"), &text("instance"));
        assert_eq!(matches!(verdict, Verdict::Valid(_)), valid, "{} gave {verdict:?}", text("id"));
        assert!(!matches!(verdict, Verdict::Undecided(_)), "{}", text("id"));
        lines += 1;
    }
    assert_eq!(lines, 54);
}

#[test]
fn each_fault_of_a_value_is_said_at_its_place_with_what_was_asked() {
    let schema = r#"{"type":"object","properties":{
        "items":{"type":"array","items":{"type":"object","properties":{"grams":{"type":"integer"}}}},
        "total":{"type":"number"}},"required":["total","items"],"additionalProperties":false}"#;
    let value = r#"{"items":[{"grams":1},{"grams":78.5},{"grams":"78"}],"garnish":1,"totl":3}"#;
    let Verdict::Invalid { findings, more } = verdict(schema, value) else { panic!("valid") };
    assert_eq!(more, Some(0));
    let said: Vec<String> = findings
        .iter()
        .map(|f| {
            let part = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
            let places = (f.place.expect("place"), f.schema_place.expect("schema place"));
            format!("{} {} | {} | {} | {}", places.0, places.1, f.message, part(&f.expected), part(&f.fix))
        })
        .collect();
    assert_eq!(
        said,
        [
            "1:1 3:36 | /total is missing | a number | is \"totl\" meant for it?",
            "1:32 2:81 | /items/1/grams is 78.5, the schema asks for an integer | an integer | -",
            "1:47 2:81 | /items/2/grams is \"78\", the schema asks for an integer | an integer | \
             the number is in quotes: write it bare",
            "1:54 3:65 | /garnish is not in the schema | only items and total | -",
            "1:66 3:65 | /totl is not in the schema | only items and total | did you mean \"total\"?",
        ]
    );
    assert!(findings.iter().all(|f| f.id == "schema-mismatch"));
}

#[test]
fn of_a_union_only_the_branch_that_was_meant_is_explained() {
    let schema = fixture("schemas/union-payment-anyof.json");
    let Verdict::Invalid { findings, .. } = verdict(&schema, r#"{"payment":{"kind":"card","last4":1234}}"#) else {
        panic!("valid")
    };
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0].message, "/payment/last4 is 1234, the schema asks for a string");
    assert_eq!(findings[0].branch.as_deref(), Some("branch 1 of anyOf, kind \"card\""));
    let tag = verdict(&schema, r#"{"payment":{"kind":"crad","last4":"1234"}}"#);
    assert_eq!(messages(&tag), ["/payment/kind is \"crad\", the schema asks for \"card\", \"iban\" or \"cash\""]);
    let other = verdict(r#"{"anyOf":[{"type":"string"},{"type":"null"}]}"#, "3");
    assert_eq!(messages(&other), ["the value is 3, the schema asks for a string or null"]);
}

#[test]
fn a_number_without_a_fraction_is_an_integer_and_the_spelling_is_said() {
    let schema = fixture("schemas/ticket-classification.json");
    let value = r#"{"reasoning":"r","category":"bug","priority":2.0,"needs_human":true,"confidence":1.0}"#;
    let Verdict::Valid(findings) = verdict(&schema, value) else { panic!("not valid") };
    assert_eq!(brief(&findings), ["warning number.integer-spelling type \"/priority\" 1:46"]);
    assert_eq!(findings[0].message, "/priority is 2.0, an integer for JSON Schema; a stricter peer may refuse it");
}

#[test]
fn an_unmet_format_is_a_warning_until_formats_are_asserted() {
    let schema = r#"{"properties":{"on":{"format":"date"}}}"#;
    let value = r#"{"on":"yesterday"}"#;
    let sentence = "/on is \"yesterday\", the schema asks for a date such as 2026-11-30";
    let open = verdict(schema, value);
    assert!(matches!(&open, Verdict::Valid(findings) if findings.len() == 1 && findings[0].id == "format.unmet"));
    assert_eq!(messages(&open), [sentence]);
    let asserted = verdict_with(schema, value, Options { assert_formats: true });
    assert!(matches!(asserted, Verdict::Invalid { .. }));
    assert_eq!(messages(&asserted), [sentence]);
}

#[test]
fn a_pattern_at_its_step_limit_decides_nothing() {
    let value = format!("\"{}\"", "a".repeat(64));
    let verdict_alone = verdict(r#"{"pattern":"^((?=a)a|a)*b$"}"#, &value);
    assert!(matches!(verdict_alone, Verdict::Undecided(_)), "{verdict_alone:?}");
    let negated = verdict(r#"{"not":{"pattern":"^((?=a)a|a)*b$"}}"#, &value);
    assert!(matches!(negated, Verdict::Undecided(_)), "{negated:?}");
    // What is wrong whatever the pattern says stays wrong.
    let beside = verdict(
        r#"{"properties":{"a":{"pattern":"^((?=a)a|a)*b$"},"b":{"type":"string"}}}"#,
        &format!("{{\"a\":{value},\"b\":1}}"),
    );
    assert_eq!(messages(&beside), ["/b is 1, the schema asks for a string"]);
}
