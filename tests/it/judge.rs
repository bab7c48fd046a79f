//! Judging within limits: hostile schemas end quickly, in bounded memory, and never as valid.

use std::path::Path;
use std::time::{Duration, Instant};

use catseye::json::{self, Document};
use catseye::judge::{Limits, judge_with};
use catseye::run::event::Verdict;
use catseye::schema::{Options, Policy, Validator, check};

fn document(text: &str) -> Document {
    json::parse_text(text, &json::Limits::default()).expect(text)
}

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_catseye"))
}

fn judged(schema: &str, value: &str, limits: Limits) -> Verdict {
    judge_with(program(), document(schema), document(value), Options::default(), limits)
}

/// Limits under which everything goes to the child process.
fn in_child() -> Limits {
    Limits { cost: 0, time: Duration::from_secs(20), ..Limits::default() }
}

const SCHEMA: &str = r#"{"type":"object","properties":{"n":{"type":"integer"},"on":{"format":"date"}},
    "required":["n"],"additionalProperties":false}"#;

#[test]
fn thread_and_child_process_give_the_same_verdict() {
    for value in [r#"{"n":78.0,"on":"soon"}"#, r#"{"n":9007199254740993.5,"m\u0007":1}"#, r#"{"n":1}"#, "[]", r#"{}"#] {
        let here = judged(SCHEMA, value, Limits::default());
        assert_eq!(judged(SCHEMA, value, in_child()), here, "{value}");
    }
    let value = format!("\"{}\"", "a".repeat(64));
    let undecided = judged(r#"{"pattern":"^((?=a)a|a)*b$"}"#, &value, in_child());
    assert!(matches!(undecided, Verdict::Undecided(_)), "{undecided:?}");
}

#[test]
fn a_schema_whose_errors_explode_ends_in_time_and_never_as_valid() {
    let path = format!("{}/tests/fixtures/schemas/error-blowup-22.json", env!("CARGO_MANIFEST_DIR"));
    let schema = std::fs::read_to_string(path).expect("fixture");
    let checked = check(&schema, &Policy::default());
    assert!(checked.is_sendable());
    let value = document(r#"{"v":1}"#);
    let validator = Validator::new(&document(&schema), Options::default()).expect("compiles");
    assert!(validator.cost(&value) > Limits::default().cost);
    let begun = Instant::now();
    let verdict = judged(&schema, r#"{"v":1}"#, Limits::default());
    assert!(begun.elapsed() < Duration::from_secs(10), "took {:?}", begun.elapsed());
    // How far it comes in 2 s depends on the machine; either way there is no list and it is not valid.
    match verdict {
        Verdict::Invalid { findings, more } => assert_eq!((findings, more), (Vec::new(), None)),
        Verdict::Undecided(sentence) => assert!(sentence.starts_with("no verdict within 2000 ms"), "{sentence}"),
        Verdict::Valid(_) => panic!("valid"),
    }
}

#[test]
fn a_recursive_union_on_a_nested_value_ends_in_time() {
    let schema = r##"{"anyOf":[{"type":"array","items":{"$ref":"#"}},{"type":"array","items":{"$ref":"#"},"title":"b"},
        {"type":"string"}]}"##;
    let value = format!("{}1{}", "[".repeat(24), "]".repeat(24));
    let begun = Instant::now();
    let verdict = judged(schema, &value, Limits::default());
    assert!(begun.elapsed() < Duration::from_secs(10), "took {:?}", begun.elapsed());
    assert!(!matches!(verdict, Verdict::Valid(_)), "{verdict:?}");
}

#[test]
fn a_child_that_gives_no_verdict_leaves_it_undecided() {
    let gone = Path::new("/nonexistent/catseye");
    let limits = in_child();
    let run = |program: &Path| judge_with(program, document(SCHEMA), document("{}"), Options::default(), limits);
    let Verdict::Undecided(sentence) = run(gone) else { panic!("decided") };
    assert!(sentence.starts_with("too complex to judge here, and no child process could be started"), "{sentence}");
    // A program that reads nothing and answers nothing.
    let Verdict::Undecided(sentence) = run(Path::new("/bin/true")) else { panic!("decided") };
    assert_eq!(sentence, "the child process that judged broke off, most likely for want of memory");
}

#[test]
fn a_child_without_memory_is_undecided_and_takes_nobody_along() {
    let value = format!("[{}1]", "1,".repeat(200_000));
    let limits = Limits { memory: 160 << 20, ..in_child() };
    let verdict = judged(r#"{"items":{"anyOf":[{"type":"string"},{"type":"object"},{"minimum":5}]}}"#, &value, limits);
    match verdict {
        Verdict::Undecided(_) | Verdict::Invalid { more: None, .. } => {}
        other => panic!("{other:?}"),
    }
}

#[test]
fn references_in_a_row_do_not_overflow_the_stack() {
    let chain = |length: usize| {
        let defs: Vec<String> =
            (0..length).map(|n| format!(r##""a{n}":{{"allOf":[{{"$ref":"#/$defs/a{}"}}]}}"##, n + 1)).collect();
        format!(r##"{{"$ref":"#/$defs/a0","$defs":{{{},"a{length}":{{"type":"string"}}}}}}"##, defs.join(","))
    };
    for length in [100, 400] {
        let schema = chain(length);
        assert!(check(&schema, &Policy::default()).is_sendable(), "{length}");
        assert!(matches!(judged(&schema, "1", Limits::default()), Verdict::Invalid { .. }), "{length}");
    }
}
