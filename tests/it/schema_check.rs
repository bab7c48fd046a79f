//! The four steps of checking a schema: what each refuses, what it lets pass, and that nothing makes it fall over.

use catseye::json::{self, Limits};
use catseye::schema::{Checked, Finding, Policy, Severity, Step, check, legacy_allowed, lossy_findings};
use proptest::prelude::*;

fn checked(text: &str) -> Checked {
    check(text, &Policy::default())
}

/// `id rule pointer`, one a finding.
fn brief(findings: &[Finding]) -> Vec<String> {
    findings.iter().map(|f| format!("{} {} {}", f.id, f.rule, f.pointer)).collect()
}

fn found(text: &str) -> Vec<String> {
    brief(&checked(text).findings)
}

fn none() -> Vec<String> {
    Vec::new()
}

#[test]
fn the_dialect_is_absent_or_2020_12_with_or_without_an_empty_fragment() {
    for fine in [
        "{}",
        r#"{"$schema":"https://json-schema.org/draft/2020-12/schema"}"#,
        r#"{"$schema":"https://json-schema.org/draft/2020-12/schema#"}"#,
    ] {
        assert_eq!(found(fine), none(), "{fine}");
    }
    for other in [
        r#"{"$schema":"http://json-schema.org/draft-07/schema#"}"#,
        r#"{"$schema":"http://json-schema.org/draft/2020-12/schema"}"#,
        r#"{"$schema":"https://json-schema.org/draft/2020-12/schema#x"}"#,
        r#"{"$schema":""}"#,
        r#"{"$schema":null}"#,
    ] {
        assert_eq!(found(other), ["schema-dialect dialect.mismatch /$schema"], "{other}");
    }
    let seven = checked(
        r##"{"$schema":"http://json-schema.org/draft-07/schema#","definitions":{"a":{"items":[{}]}},"$ref":"#/definitions/a"}"##,
    );
    assert_eq!(
        seven.findings[0].message,
        "$schema is draft-07 (http://json-schema.org/draft-07/schema#), and only draft 2020-12 is accepted"
    );
    assert_eq!(
        seven.findings[0].fix.as_deref(),
        Some(
            "set $schema to https://json-schema.org/draft/2020-12/schema, or leave it out; \
             then rename definitions to $defs, rename a list of items to prefixItems"
        )
    );
}

#[test]
fn policy_looks_only_where_a_schema_stands() {
    let hidden = r##"{"$id":"https://a.example/s","$ref":"https://a.example/t"}"##;
    for fine in [
        format!(r#"{{"const":{hidden},"enum":[{hidden}],"default":{hidden},"examples":[{hidden}],"x-note":{hidden}}}"#),
        r#"{"properties":{"$id":{},"$ref":{"type":"string"}},"required":["$id","$ref"]}"#.to_owned(),
        format!(r#"{{"dependentRequired":{{"$id":["$ref"]}},"x":[{hidden}]}}"#),
    ] {
        assert_eq!(found(&fine), none(), "{fine}");
    }
    for holder in [
        "/$defs/a",
        "/definitions/a",
        "/properties/a",
        "/patternProperties/a",
        "/dependentSchemas/a",
        "/items",
        "/prefixItems/0",
        "/contains",
        "/additionalProperties",
        "/propertyNames",
        "/unevaluatedItems",
        "/unevaluatedProperties",
        "/allOf/0",
        "/anyOf/0",
        "/oneOf/0",
        "/not",
        "/if",
        "/then",
        "/else",
        "/contentSchema",
        "/dependencies/a",
    ] {
        let mut parts = holder[1..].split('/');
        let (keyword, inner) = (parts.next().expect("keyword"), parts.next());
        let value = match inner {
            None => hidden.to_owned(),
            Some("0") => format!("[{hidden}]"),
            Some(name) => format!("{{\"{name}\":{hidden}}}"),
        };
        let schema = format!("{{\"{keyword}\":{value}}}");
        assert_eq!(
            found(&schema),
            [format!("schema-id id.present {holder}/$id"), format!("schema-remote-ref ref.remote {holder}/$ref")],
            "{schema}"
        );
    }
}

#[test]
fn every_reference_that_leaves_the_document_is_remote() {
    for reference in [
        "other.json",
        "https://json-schema.org/draft/2020-12/schema",
        "file:///etc/hostname",
        "urn:example:a",
        "$defs/a",
        "/$defs/a",
    ] {
        for keyword in ["$ref", "$dynamicRef"] {
            let schema = format!(r##"{{"{keyword}":"{reference}","$defs":{{"a":{{}}}}}}"##);
            assert_eq!(found(&schema), [format!("schema-remote-ref ref.remote /{keyword}")], "{schema}");
        }
    }
    let near = checked(r#"{"$ref":"$defs/a","$defs":{"a":{}}}"#);
    assert_eq!(near.findings[0].fix.as_deref(), Some("write it with a hash: #/$defs/a"));
}

#[test]
fn references_inside_lead_to_schemas_or_are_said_to_lead_nowhere() {
    for fine in [
        r##"{"$ref":"#"}"##,
        r##"{"$ref":"#/$defs/a","$defs":{"a":true}}"##,
        r##"{"$ref":"#/$defs/a%20b","$defs":{"a b":true}}"##,
        r##"{"$ref":"#/properties/a~1b","properties":{"a/b":{}}}"##,
        r##"{"$ref":"#/anyOf/1","anyOf":[{},{}]}"##,
        r##"{"$ref":"#here","$defs":{"a":{"$anchor":"here"}}}"##,
        r##"{"$dynamicRef":"#here","$defs":{"a":{"$dynamicAnchor":"here"}}}"##,
    ] {
        assert_eq!(found(fine), none(), "{fine}");
    }
    for (schema, wanted, fix) in [
        (
            r##"{"$ref":"#/$defs/nod","$defs":{"node":{}}}"##,
            "schema-invalid ref.unresolved /$ref",
            "did you mean #/$defs/node?",
        ),
        (
            r##"{"$ref":"#/definitions/node","$defs":{"node":{}}}"##,
            "schema-invalid ref.unresolved /$ref",
            "did you mean #/$defs/node?",
        ),
        (r##"{"$ref":"#/nothing/here"}"##, "schema-invalid ref.unresolved /$ref", "define a schema at #/nothing/here"),
        (
            r##"{"$ref":"#heer","$defs":{"a":{"$anchor":"here"}}}"##,
            "schema-invalid anchor.unresolved /$ref",
            "did you mean #here?",
        ),
    ] {
        let checked = checked(schema);
        assert_eq!(brief(&checked.findings), [wanted], "{schema}");
        assert_eq!(checked.findings[0].fix.as_deref(), Some(fix), "{schema}");
        assert!(checked.findings[0].place.is_some());
    }
    for schema in [
        r##"{"$ref":"#/properties","properties":{}}"##,
        r##"{"$ref":"#/enum/0","enum":[{}]}"##,
        r##"{"$ref":"#/const","const":{}}"##,
        r##"{"$ref":"#/title","title":"t"}"##,
        r##"{"$ref":"#/x","x":1}"##,
    ] {
        assert_eq!(found(schema), ["schema-invalid ref.to-non-schema /$ref"], "{schema}");
    }
    // A schema under an unknown keyword becomes one by being referred to: it is checked, and it can be sent.
    let adopted = checked(r##"{"$ref":"#/components/a","components":{"a":{"type":"string"}}}"##);
    assert_eq!(brief(&adopted.findings), ["ref.to-unknown-keyword ref.to-unknown-keyword /$ref"]);
    assert!(adopted.is_sendable());
    let faulty = found(r##"{"$ref":"#/components/a","components":{"a":{"$id":"x"}}}"##);
    assert!(faulty.contains(&"schema-id id.present /components/a/$id".to_owned()), "{faulty:?}");
}

#[test]
fn sixty_four_levels_are_allowed_and_the_first_beyond_is_named() {
    let nested = |levels: usize| format!("{}{}", "{\"not\":".repeat(levels - 1) + "{}", "}".repeat(levels - 1));
    assert_eq!(checked(&nested(64)).counts.depth, 64);
    assert_eq!(found(&nested(64)), none());
    let deep = checked(&nested(65));
    assert_eq!(brief(&deep.findings), [format!("schema-too-deep depth.over-limit {}", "/not".repeat(64))]);
    assert_eq!(
        deep.findings[0].message,
        "the schema nests 65 levels deep, the limit is 64; this is the first too deep"
    );
    // Levels count arrays and objects wherever they stand.
    let arrays = format!("{{\"default\":{}{}}}", "[".repeat(64), "]".repeat(64));
    assert_eq!(found(&arrays).len(), 1);
    let abyss = checked(&nested(100_000));
    assert_eq!(abyss.first_error(Step::Policy).map(|f| f.id.as_str()), Some("schema-too-deep"));
}

#[test]
fn a_schema_is_one_json_object_without_duplicate_keys_or_numbers_beyond_doubles() {
    for (text, wanted) in [
        ("", "schema-syntax json.empty "),
        ("{\"type\":", "schema-syntax json.truncated "),
        ("{\"maximum\":NaN}", "schema-syntax json.non-finite "),
        ("{} {}", "schema-syntax json.trailing "),
        ("{'type':'string'}", "schema-syntax json.syntax "),
        ("{\"title\":\"\\ud800\"}", "schema-syntax json.lone-surrogate "),
        ("{\"maximum\":1e400}", "schema-syntax json.non-finite /maximum"),
        ("{\"enum\":[1.5e999]}", "schema-syntax json.non-finite /enum/0"),
        ("{\"a\":1,\"\\u0061\":2}", "schema-syntax json.duplicate-key /a"),
        ("true", "schema-syntax schema.not-object "),
        ("[]", "schema-syntax schema.not-object "),
        ("\"string\"", "schema-syntax schema.not-object "),
    ] {
        let checked = checked(text);
        assert_eq!(brief(&checked.findings), [wanted], "{text}");
        assert!(checked.findings[0].step == Step::Json && checked.findings[0].place.is_some(), "{text}");
    }
    let digits = format!("{{\"maximum\":{}}}", "9".repeat(401));
    assert_eq!(found(&digits), ["schema-syntax json.too-many-digits "]);
    assert_eq!(found(&format!("{{\"maximum\":{}}}", "9".repeat(400))), none());
    let bom = checked("\u{feff}{}");
    assert_eq!((bom.bytes, brief(&bom.findings)), (2, none()));
}

#[test]
fn each_keyword_that_holds_what_it_may_not_is_said_once() {
    for (schema, wanted, message) in [
        (
            r#"{"type":"strng"}"#,
            "type /type",
            "type \"strng\" is none, the types are array, boolean, integer, null, number, object and string",
        ),
        (r#"{"type":["string","string"]}"#, "type /type/1", "type lists \"string\" twice"),
        (r#"{"type":[]}"#, "type /type", "type is an empty array, it must be a type name or a list of at least one"),
        (
            r#"{"properties":{"a":"string"}}"#,
            "properties /properties/a",
            "property \"a\" is \"string\", it must be a schema: an object, true or false",
        ),
        (r#"{"items":[{}]}"#, "items /items", "items is a list, in draft 2020-12 it must be one schema"),
        (r#"{"anyOf":[]}"#, "anyOf /anyOf", "anyOf is an empty array, it must be a list of at least one schema"),
        (r#"{"allOf":[1]}"#, "allOf /allOf/0", "an item is 1, it must be a schema: an object, true or false"),
        (r#"{"required":true}"#, "required /required", "required is true, it must be a list of property names"),
        (r#"{"required":["a",1,"a"]}"#, "required /required/1", "required lists 1, it may list only property names"),
        (r#"{"minLength":-1}"#, "minLength /minLength", "minLength is -1, it must be a whole number, 0 or more"),
        (r#"{"minLength":1.5}"#, "minLength /minLength", "minLength is 1.5, it must be a whole number, 0 or more"),
        (r#"{"multipleOf":0}"#, "multipleOf /multipleOf", "multipleOf is 0, it must be a number above 0"),
        (r#"{"maximum":"5"}"#, "maximum /maximum", "maximum is \"5\", it must be a number"),
        (
            r#"{"exclusiveMinimum":true}"#,
            "exclusiveMinimum /exclusiveMinimum",
            "exclusiveMinimum is true, it must be a number, the limit itself",
        ),
        (r#"{"enum":"a"}"#, "enum /enum", "enum is \"a\", it must be a list"),
        (r#"{"uniqueItems":"yes"}"#, "uniqueItems /uniqueItems", "uniqueItems is \"yes\", it must be true or false"),
        (
            r#"{"$anchor":"1a"}"#,
            "$anchor /$anchor",
            "$anchor is \"1a\", it must be a name: a letter or _, then letters, digits, -, _ or .",
        ),
        (r#"{"$ref":1}"#, "$ref /$ref", "$ref is 1, it must be a string"),
        (r#"{"title":null}"#, "title /title", "title is null, it must be a string"),
        (
            r#"{"pattern":"(a"}"#,
            "pattern.invalid /pattern",
            "the pattern \"(a\" does not compile: opening parenthesis without closing parenthesis, at its end",
        ),
        (
            r#"{"patternProperties":{"[":{}}}"#,
            "patternProperties.invalid /patternProperties/[",
            "the pattern \"[\" does not compile: invalid character class, at its end",
        ),
    ] {
        let checked = checked(schema);
        let first = checked.findings.first().unwrap_or_else(|| panic!("{schema} is fine"));
        assert_eq!(format!("{} {}", first.rule, first.pointer), wanted, "{schema}: {:?}", checked.findings);
        assert_eq!(first.message, message, "{schema}");
        assert_eq!((first.id.as_str(), first.severity), ("schema-invalid", Severity::Error), "{schema}");
    }
    // 2.0 and 1e1 are whole numbers.
    assert_eq!(found(r#"{"minLength":2.0,"maxItems":1e1}"#), none());
}

#[test]
fn several_faults_are_all_listed_in_order_of_place() {
    let text = r##"{"$schema":"http://json-schema.org/draft-07/schema#","$id":"x","type":"strng",
        "properties":{"a":{"$ref":"other.json"},"b":{"pattern":"["},"c":{"$ref":"#/nope"}}}"##;
    assert_eq!(
        found(text),
        [
            "schema-dialect dialect.mismatch /$schema",
            "schema-id id.present /$id",
            "schema-invalid type /type",
            "schema-remote-ref ref.remote /properties/a/$ref",
            "schema-invalid pattern.invalid /properties/b/pattern",
            "schema-invalid ref.unresolved /properties/c/$ref",
        ]
    );
}

#[test]
fn exactly_the_limit_of_bytes_is_fine() {
    let text = format!("{{\"title\":\"{}\"}}", "ü".repeat(40));
    let size =
        |max_bytes, usual_bytes| brief(&check(&text, &Policy { max_bytes, usual_bytes, ..Policy::default() }).findings);
    let bytes = text.len() as u64;
    assert_eq!(size(Some(bytes), None), none());
    assert_eq!(size(Some(bytes - 1), None), ["schema-too-large size.over-limit "]);
    assert_eq!(size(None, Some(bytes)), none());
    assert_eq!(size(None, Some(bytes - 1)), ["size.over-usual size.over-usual "]);
    assert!(check(&text, &Policy { usual_bytes: Some(1), ..Policy::default() }).is_sendable());
}

#[test]
fn numbers_that_a_double_changes_are_found_and_the_legacy_schema_is_sent_only_without_them() {
    let document = |text: &str| json::parse_text(text, &Limits::default()).expect(text);
    let lossy = document(r#"{"enum":[9007199254740992,9007199254740993],"multipleOf":0.1,"maximum":1e400}"#);
    let findings = lossy_findings(&lossy);
    assert_eq!(
        brief(&findings),
        ["schema-lossy number.legacy-lossy /enum/1", "schema-lossy number.legacy-lossy /maximum"]
    );
    assert!(!legacy_allowed(&lossy));
    let levels = |n: usize| document(&format!("{}{}", "{\"not\":".repeat(n - 1) + "{}", "}".repeat(n - 1)));
    assert!(legacy_allowed(&levels(32)) && !legacy_allowed(&levels(33)));
}

#[test]
fn a_schema_full_of_faults_lists_the_first_thousand() {
    let text = format!("{{\"allOf\":[{}{{}}]}}", r#"{"type":"x"},"#.repeat(30_000));
    let checked = checked(&text);
    assert_eq!(checked.findings.len(), 1_001);
    assert_eq!(checked.findings.last().map(|f| f.rule.as_str()), Some("findings.more"));
}

/// JSON that is often close to a schema.
fn nearly_a_schema() -> impl Strategy<Value = String> {
    let keyword = prop::sample::select(vec![
        "type",
        "properties",
        "items",
        "prefixItems",
        "required",
        "$ref",
        "$defs",
        "enum",
        "const",
        "anyOf",
        "allOf",
        "pattern",
        "patternProperties",
        "minLength",
        "multipleOf",
        "$anchor",
        "$dynamicRef",
        "$id",
        "$schema",
        "format",
        "if",
        "not",
        "dependentRequired",
        "dependencies",
        "uniqueItems",
        "definitions",
        "title",
        "x-other",
    ]);
    let leaf = prop_oneof![
        Just("null".to_owned()),
        Just("true".to_owned()),
        Just("-0.0".to_owned()),
        Just("2".to_owned()),
        Just("[]".to_owned()),
        Just("{}".to_owned()),
        Just("\"string\"".to_owned()),
        Just("\"integer\"".to_owned()),
        Just("\"#/$defs/a\"".to_owned()),
        Just("\"#\"".to_owned()),
        Just("\"#a\"".to_owned()),
        Just("\"^a(b\"".to_owned()),
        Just("[\"a\",\"a\"]".to_owned()),
    ];
    leaf.prop_recursive(5, 48, 5, move |inner| {
        let member = (prop_oneof![keyword.clone().prop_map(str::to_owned), Just("a".to_owned())], inner.clone());
        prop_oneof![
            prop::collection::vec(inner, 0..4).prop_map(|items| format!("[{}]", items.join(","))),
            prop::collection::vec(member, 0..5).prop_map(|members| {
                let mut seen = std::collections::HashSet::new();
                let kept = members.into_iter().filter(|(key, _)| seen.insert(key.clone()));
                format!("{{{}}}", kept.map(|(k, v)| format!("\"{k}\":{v}")).collect::<Vec<_>>().join(","))
            }),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn any_text_is_checked_without_a_panic(text in "\\PC{0,60}|[{}\\[\\]\",:a$0-9. -]{0,60}") {
        let checked = checked(&text);
        prop_assert!(checked.document.is_some() || !checked.findings.is_empty());
    }

    #[test]
    fn every_finding_has_a_place_and_the_verdict_is_the_meta_schemas(text in nearly_a_schema()) {
        let checked = checked(&text);
        prop_assert!(checked.findings.iter().all(|f| f.place.is_some()), "{text}: {:?}", checked.findings);
        let Some(document) = checked.document.as_ref().filter(|d| d.root().kind() == json::Kind::Object) else {
            return Ok(());
        };
        // Our table of keywords and the meta-schema must agree; what policy and references say comes on top.
        let meta = jsonschema::draft202012::meta::is_valid(&document.root().to_serde());
        let refused = checked.findings.iter().any(|f| f.is_error());
        prop_assert!(meta || refused, "{text}");
        let beyond_meta = |rule: &str| {
            rule.contains("unresolved") || rule.contains("to-non-schema") || rule == "schema.compile" || rule == "pattern.invalid"
        };
        let shape = checked.findings.iter().find(|f| f.id == "schema-invalid" && !beyond_meta(&f.rule));
        prop_assert!(!meta || shape.is_none(), "{text}: {:?}", checked.findings);
        prop_assert!(!checked.findings.iter().any(|f| f.rule == "schema.meta-invalid"), "{text}: {:?}", checked.findings);
    }

    #[test]
    fn white_space_changes_no_finding(text in nearly_a_schema()) {
        let document = json::parse_text(&text, &Limits::default()).expect("JSON");
        let mut pretty = found(&json::pretty(document.root(), 2));
        let mut compact = found(&json::compact(document.root()));
        pretty.sort_unstable();
        compact.sort_unstable();
        prop_assert_eq!(pretty, compact);
    }
}
