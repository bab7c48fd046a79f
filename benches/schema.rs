//! How fast a schema is checked at a keystroke, and a value validated. `cargo bench --bench schema`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use catseye::json::{Document, Limits, parse_text};
use catseye::schema::{Options, Policy, Validator, check, sample};
use criterion::{Criterion, criterion_group, criterion_main};

/// An ordinary schema of 32 KiB: nested objects, patterns, enums, references.
fn schema_of_32_kib() -> String {
    let mut properties = Vec::new();
    let mut bytes = 0;
    for number in 0.. {
        let property = format!(
            r##""section_{number}":{{"type":"object","description":"What part {number} of the report says",
"properties":{{"id":{{"type":"integer","minimum":1}},"code":{{"type":"string","pattern":"^[A-Z]{{2}}-[0-9]{{{}}}$"}},
"state":{{"enum":["open","done","late"]}},"lines":{{"type":"array","items":{{"$ref":"#/$defs/line"}}}}}},
"required":["id","code"],"additionalProperties":false}}"##,
            number % 20 + 1
        );
        bytes += property.len() + 1;
        properties.push(property);
        if bytes > 32_300 {
            break;
        }
    }
    format!(
        r#"{{"type":"object","properties":{{{}}},"$defs":{{"line":{{"type":"object","properties":{{
"text":{{"type":"string","minLength":1}},"amount":{{"type":"number","multipleOf":0.01}}}},"required":["text"]}}}}}}"#,
        properties.join(",")
    )
}

/// About 10 MB of rows, and a schema for them.
fn ten_megabytes() -> (String, String) {
    let schema = r#"{"type":"array","items":{"type":"object","properties":{"id":{"type":"integer"},
        "name":{"type":"string","minLength":1},"price":{"type":"number","minimum":0},
        "tags":{"type":"array","items":{"type":"string"}}},"required":["id","name","price"],
        "additionalProperties":false}}"#;
    let row = |n: u64| {
        format!(
            r#"{{"id":{},"name":"row number {n}","price":{}.5,"tags":["first","second","third"]}}"#,
            9_007_199_254_740_993 + n,
            n % 900
        )
    };
    let rows: Vec<String> = (0..105_000).map(row).collect();
    (schema.to_owned(), format!("[{}]", rows.join(",\n")))
}

/// Processor time of this thread. The clock on the wall would count what else the machine does.
fn processor_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    stat.split(' ').next().and_then(|ns| ns.parse().ok()).map_or(Duration::ZERO, Duration::from_nanos)
}

/// Times so many runs by processor time; by the wall clock where the system does not tell.
fn timed<T>(runs: u64, mut run: impl FnMut() -> T) -> Duration {
    let (begun, wall) = (processor_time(), Instant::now());
    for _ in 0..runs {
        black_box(run());
    }
    let spent = processor_time().saturating_sub(begun);
    if spent.is_zero() { wall.elapsed() } else { spent }
}

fn document(text: &str) -> Document {
    parse_text(text, &Limits::default()).expect("JSON")
}

fn benches(criterion: &mut Criterion) {
    let text = schema_of_32_kib();
    assert!((32_000..34_000).contains(&text.len()), "{}", text.len());
    let policy = Policy { max_bytes: Some(65_536), ..Policy::default() };
    assert!(check(&text, &policy).findings.is_empty());
    criterion.bench_function("check: 32 KiB schema, no findings", |b| {
        b.iter_custom(|runs| timed(runs, || check(black_box(&text), &policy)));
    });
    let faulty = text.replace("\"type\":\"integer\"", "\"type\":\"integr\"");
    assert!(check(&faulty, &policy).findings.len() > 50);
    criterion.bench_function("check: 32 KiB schema, a fault in each part", |b| {
        b.iter_custom(|runs| timed(runs, || check(black_box(&faulty), &policy)));
    });
    criterion.bench_function("sample: 32 KiB schema", |b| {
        let schema = document(&text);
        b.iter_custom(|runs| timed(runs, || sample(black_box(&schema), 1, &mut || true)));
    });

    let (schema, value) = ten_megabytes();
    assert!((9_900_000..11_000_000).contains(&value.len()), "{}", value.len());
    let validator = Validator::new(&document(&schema), Options::default()).expect("compiles");
    let valid = document(&value);
    let mut group = criterion.benchmark_group("10 MB value");
    group.sample_size(10);
    group.bench_function("verdict: valid", |b| {
        b.iter_custom(|runs| timed(runs, || validator.verdict(black_box(&valid))))
    });
    let invalid = document(&value.replacen("\"price\":1.5", "\"price\":-1.5", 1_000));
    group.bench_function("verdict: 100 of many findings", |b| {
        b.iter_custom(|runs| timed(runs, || validator.verdict(black_box(&invalid))))
    });
    group.bench_function("bound of work", |b| b.iter_custom(|runs| timed(runs, || validator.cost(black_box(&valid)))));
    group.finish();
}

criterion_group!(schema, benches);
criterion_main!(schema);
