//! Large JSON: how long 50 MB take to read, to open as rows, to search and to print, and how much memory they need.
//!
//! `cargo bench --bench json`

use std::hint::black_box;
use std::time::Instant;

use catseye::json::{self, Document, Limits, Rows};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};

/// About 50 MB and 5 million values, as a program would write records: short ones, so that the tape is large.
fn records() -> String {
    let mut text = String::with_capacity(51 << 20);
    text.push('[');
    let mut number = 0u64;
    while text.len() < 50_000_000 {
        if number > 0 {
            text.push(',');
        }
        number += 1;
        text.push_str(&format!(
            r#"{{"id":{number},"name":"record {number}","price":{}.{:02},"tags":["a","bulgur","c{}"],"active":{},"note":null,"size":{{"w":{},"h":12.50}}}}"#,
            number % 900,
            number % 100,
            number % 7,
            number.is_multiple_of(2),
            number % 50,
        ));
    }
    text.push(']');
    text
}

fn read(text: String) -> Document {
    let limits = Limits { values: usize::MAX, ..Limits::default() };
    json::parse_owned(text, &limits).expect("the records are JSON")
}

/// Resident memory of this process in bytes, where the system tells.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kib| kib * 1024)
}

/// Reads and opens the records once and says time and memory for it, text included.
fn memory() {
    let before = resident();
    let text = records();
    let bytes = text.len();
    let began = Instant::now();
    let document = read(text);
    let parsed = began.elapsed();
    let rows = Rows::new(&document, usize::MAX);
    let opened = began.elapsed();
    let place = document.place(bytes / 2);
    if let (Some(before), Some(after)) = (before, resident()) {
        let used = after.saturating_sub(before);
        println!(
            "{bytes} bytes, {} values: parsed in {parsed:?}, open with {} rows after {opened:?}, middle at {place}; \
             text, tape, rows and line index take {used} bytes, {:.2} times the text",
            document.len(),
            rows.len(),
            used as f64 / bytes as f64,
        );
    }
}

fn large(criterion: &mut Criterion) {
    memory();
    let text = records();
    let document = read(text.clone());
    let mut rows = Rows::new(&document, usize::MAX);

    let mut group = criterion.benchmark_group("json 50 MB");
    group.sample_size(10).throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function("parse", |bench| bench.iter_batched(|| text.clone(), read, BatchSize::PerIteration));
    group.bench_function("open as rows", |bench| bench.iter(|| Rows::new(&document, usize::MAX)));
    group.bench_function("find nothing", |bench| bench.iter(|| json::find(&document, "no such words", 0).is_some()));
    group.bench_function("compact", |bench| bench.iter(|| json::compact(document.root())));
    group.bench_function("pretty", |bench| bench.iter(|| json::pretty(document.root(), 2)));
    group.bench_function("check numbers", |bench| bench.iter(|| catseye::schema::non_finite(&document).count()));
    group.finish();

    let mut group = criterion.benchmark_group("json 50 MB, a frame");
    let middle = rows.len() / 2;
    group.bench_function("60 rows with pointers at row 1 500 000", |bench| {
        bench.iter(|| {
            for row in middle..middle + 60 {
                if let (Some(shown), Some(value)) = (rows.get(&document, row), rows.value(&document, row)) {
                    black_box((shown, value.raw().len(), value.pointer()));
                }
            }
        });
    });
    group.bench_function("close and open a record", |bench| {
        let record = document.root().item(1000).and_then(|item| rows.position(item.index())).expect("a row");
        bench.iter(|| {
            rows.toggle(&document, record);
            rows.toggle(&document, record);
        });
    });
    group.bench_function("pointer to value", |bench| bench.iter(|| document.at("/250000/size/h").is_some()));
    group.bench_function("offset to place", |bench| bench.iter(|| document.place(black_box(49_999_999))));
    group.finish();
}

criterion_group!(benches, large);
criterion_main!(benches);
