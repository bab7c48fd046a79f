//! Samples: valid always, the same for the same seed, pleasant for ordinary schemas, a sentence where there is none.

use catseye::json::{self, Document, Kind, Value};
use catseye::run::event::Verdict;
use catseye::schema::{Options, Validator, sample};
use proptest::prelude::*;

fn document(text: &str) -> Document {
    json::parse_text(text, &json::Limits::default()).expect(text)
}

fn made(schema: &str, seed: u64) -> Result<String, String> {
    sample(&document(schema), seed, &mut || true)
}

fn fits(schema: &str, value: &str) -> bool {
    let validator = Validator::new(&document(schema), Options { assert_formats: true }).expect(schema);
    matches!(validator.verdict(&document(value)), Verdict::Valid(_))
}

const RECIPE: &str = r#"{"type":"object","properties":{"title":{"type":"string"},"servings":{"type":"integer"},
    "ingredients":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},
    "grams":{"type":"integer","minimum":1}},"required":["name","grams"],"additionalProperties":false}},
    "steps":{"type":"array","items":{"type":"string"}},"source":{"type":"string","format":"uri"}},
    "required":["title","servings","ingredients","steps"],"additionalProperties":false}"#;

#[test]
fn every_sendable_schema_of_the_fixtures_has_a_sample_for_every_seed() {
    let folder = format!("{}/tests/fixtures/schemas", env!("CARGO_MANIFEST_DIR"));
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).expect("fixtures") {
        let path = entry.expect("entry").path();
        let text = std::fs::read_to_string(&path).expect("fixture");
        let checked = catseye::schema::check(&text, &catseye::schema::Policy::default());
        if !checked.is_sendable() {
            continue;
        }
        for seed in 0..4 {
            let value = made(&text, seed).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
            let validator = Validator::new(&document(&text), Options::default()).expect("compiles");
            assert!(validator.is_valid(&document(&value)), "{}: {value}", path.display());
        }
        seen += 1;
    }
    assert_eq!(seen, 29);
}

#[test]
fn the_same_seed_gives_the_same_value_and_another_seed_another() {
    assert_eq!(made(RECIPE, 7), made(RECIPE, 7));
    assert_ne!(made(RECIPE, 7), made(RECIPE, 8));
}

#[test]
fn an_ordinary_schema_gives_something_pleasant_to_look_at() {
    for seed in 0..20 {
        let text = made(RECIPE, seed).expect("a recipe");
        let value = document(&text);
        let at = |pointer: &str| value.at(pointer).unwrap_or_else(|| panic!("{pointer} in {text}"));
        assert!(at("/title").raw().contains(' '), "{text}");
        assert!((3..=5).contains(&at("/ingredients").items().count()), "{text}");
        assert!((3..=5).contains(&at("/steps").items().count()), "{text}");
        let names: std::collections::HashSet<&str> =
            at("/ingredients").items().filter_map(|i| i.get("name").map(Value::raw)).collect();
        assert_eq!(names.len(), at("/ingredients").items().count(), "{text}");
        assert!(at("/source").raw().starts_with("\"https://"), "{text}");
    }
}

#[test]
fn an_id_is_beyond_doubles_where_the_schema_lets_it() {
    let id = |schema: &str| document(&made(schema, 1).expect(schema)).at("/id").expect("id").raw().to_owned();
    let free = id(r#"{"properties":{"id":{"type":"integer"}},"required":["id"]}"#);
    assert!(free.parse::<u64>().expect("whole") >= 9_007_199_254_740_993, "{free}");
    let bounded = id(r#"{"properties":{"id":{"type":"integer","maximum":10}},"required":["id"]}"#);
    assert!(bounded.parse::<i64>().expect("whole") <= 10, "{bounded}");
}

#[test]
fn keywords_of_every_kind_are_met() {
    for schema in [
        r#"{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":0.001}"#,
        r#"{"type":"number","multipleOf":0.1,"minimum":9007199254740993.05}"#,
        r#"{"type":"integer","minimum":123456789012345678901234567890}"#,
        r#"{"type":"integer","multipleOf":6,"allOf":[{"multipleOf":4}],"minimum":7,"maximum":13}"#,
        r#"{"type":"array","uniqueItems":true,"minItems":3,"items":{"enum":[1,2,3]}}"#,
        r#"{"type":"array","contains":{"const":"x"},"minContains":2,"maxContains":2,"minItems":4,"items":{"type":"string"}}"#,
        r#"{"type":"array","prefixItems":[{"const":1},{"type":"string"}],"items":false,"minItems":2}"#,
        r#"{"oneOf":[{"required":["a"]},{"required":["b"]}],"properties":{"a":{"type":"string"},"b":{"type":"string"}}}"#,
        r#"{"type":"string","pattern":"^(?:[A-Z]{2}-\\d{4,6}|x+)$","minLength":8}"#,
        r#"{"type":"string","pattern":"^[^@\\s]+@[a-z]+\\.(com|org)$","maxLength":20}"#,
        r#"{"type":"string","minLength":300,"maxLength":300}"#,
        r#"{"not":{"type":"object"}}"#,
        r#"{"type":"object","minProperties":4,"propertyNames":{"pattern":"^k[0-9]$"},"additionalProperties":{"type":"integer"}}"#,
        r#"{"type":"object","patternProperties":{"^s_":{"type":"string"}},"additionalProperties":false,"minProperties":2}"#,
        r#"{"type":"object","properties":{"a":{"const":1},"b":{"type":"string"}},"required":["a"],"dependentRequired":{"a":["b"]}}"#,
        r#"{"type":"object","properties":{"a":{}},"required":["a"],"dependentSchemas":{"a":{"required":["c"]}}}"#,
        r#"{"if":{"properties":{"c":{"const":"US"}}},"then":{"required":["zip"]},"else":{"required":["iban"]},
            "type":"object","properties":{"c":{"enum":["US","PT"]}},"required":["c"]}"#,
        r##"{"$ref":"#/$defs/n","$defs":{"n":{"type":"object","properties":{"v":{"type":"integer"},
            "next":{"anyOf":[{"$ref":"#/$defs/n"},{"type":"null"}]}},"required":["v","next"]}}}"##,
        r#"{"examples":[{"a":1}],"type":"object"}"#,
        r#"{"type":"string","format":"ipv6"}"#,
        r#"{}"#,
    ] {
        for seed in 0..8 {
            let value = made(schema, seed).unwrap_or_else(|why| panic!("{schema}: {why}"));
            assert!(fits(schema, &value), "{schema} gave {value}");
        }
    }
}

#[test]
fn a_schema_of_64_levels_has_a_sample() {
    let schema = format!(
        "{}{{\"type\":\"integer\"}}{}",
        "{\"type\":\"array\",\"minItems\":1,\"items\":".repeat(63),
        "}".repeat(63)
    );
    let value = made(&schema, 3).expect("a sample");
    assert_eq!(document(&value).root().depth(), 63);
}

#[test]
fn where_there_is_no_value_a_sentence_says_so() {
    for schema in [
        r#"{"type":"integer","minimum":5,"maximum":4}"#,
        r#"{"type":"object","required":["a"],"additionalProperties":false}"#,
        r##"{"type":"object","properties":{"next":{"$ref":"#"}},"required":["next"]}"##,
        r#"{"not":{}}"#,
    ] {
        let why = made(schema, 1).expect_err(schema);
        assert!(why.starts_with("no value that fits the schema was found in 64 tries"), "{why}");
    }
    let mut asked = 0;
    let stopped = sample(&document(r#"{"not":{}}"#), 1, &mut || {
        asked += 1;
        asked <= 3
    });
    assert_eq!(stopped, Err("no value that fits the schema was found in 3 tries".to_owned()));
}

/// Schemas that surely have an instance, nested a few levels.
fn satisfiable() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just(r#"{"type":"string"}"#.to_owned()),
        Just(r#"{"type":"boolean"}"#.to_owned()),
        Just(r#"{"type":["integer","null"]}"#.to_owned()),
        Just(r#"{"enum":["a",1,null,[2]]}"#.to_owned()),
        Just(r#"{"const":{"k":[1.50,"x"]}}"#.to_owned()),
        (0u32..40, 0u32..40).prop_map(|(a, b)| format!(r#"{{"type":"string","minLength":{a},"maxLength":{}}}"#, a + b)),
        (-500i64..500, 0i64..40)
            .prop_map(|(a, b)| format!(r#"{{"type":"integer","minimum":{a},"maximum":{}}}"#, a + b)),
        (-500i64..500).prop_map(|a| format!(r#"{{"type":"number","exclusiveMinimum":{a}.5,"multipleOf":0.25}}"#)),
        prop_oneof![Just("date"), Just("uuid"), Just("email"), Just("date-time"), Just("uri"), Just("hostname")]
            .prop_map(|f| format!(r#"{{"type":"string","format":"{f}"}}"#)),
        "[a-c]{1,3}[0-9]{2,3}(x|yz)?"
            .prop_map(|_| r#"{"type":"string","pattern":"^[a-c]{1,3}[0-9]{2,3}(x|yz)?$"}"#.to_owned()),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            (inner.clone(), 0usize..4, 0usize..3).prop_map(|(items, low, more)| format!(
                r#"{{"type":"array","items":{items},"minItems":{low},"maxItems":{}}}"#,
                low + more
            )),
            (prop::collection::vec(inner.clone(), 1..4), any::<bool>()).prop_map(|(members, closed)| {
                let names: Vec<String> = (0..members.len()).map(|n| format!("\"p{n}\"")).collect();
                let properties: Vec<String> = names.iter().zip(&members).map(|(n, m)| format!("{n}:{m}")).collect();
                format!(
                    r#"{{"type":"object","properties":{{{}}},"required":[{}],"additionalProperties":{}}}"#,
                    properties.join(","),
                    names[0],
                    !closed
                )
            }),
            prop::collection::vec(inner.clone(), 1..4).prop_map(|list| format!(r#"{{"anyOf":[{}]}}"#, list.join(","))),
            inner.clone().prop_map(|one| format!(r#"{{"allOf":[{one}],"title":"t"}}"#)),
            inner.prop_map(|one| format!(r#"{{"type":"object","additionalProperties":{one}}}"#)),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_satisfiable_schema_always_has_a_valid_sample(schema in satisfiable(), seed in any::<u64>()) {
        let value = made(&schema, seed);
        prop_assert!(value.is_ok(), "{schema}: {value:?}");
        prop_assert!(fits(&schema, &value.clone().unwrap_or_default()), "{schema} gave {value:?}");
        prop_assert!(document(&value.unwrap_or_default()).root().kind() != Kind::Null || schema.contains("null"));
    }
}
