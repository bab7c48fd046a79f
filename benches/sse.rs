//! Server-sent events: bytes a second for many small events, for one large one, and byte by byte.
//!
//! `cargo bench --bench sse`. Time must be linear in the bytes, whatever the cut: 4 MB and 16 MB show the same rate.

use catseye::sse::{Item, Limits, Reader};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

/// What the Python SDK writes: one line of data, CRLF.
fn small_events(bytes: usize) -> Vec<u8> {
    let mut stream = Vec::with_capacity(bytes + 512);
    let mut number = 0;
    while stream.len() < bytes {
        number += 1;
        stream.extend_from_slice(
            format!(
                "data: {{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{{\"statusUpdate\":{{\"taskId\":\"t-1\",\"contextId\":\"c-1\",\"status\":{{\"state\":\"TASK_STATE_WORKING\",\"message\":{{\"messageId\":\"m-{number}\",\"role\":\"ROLE_AGENT\",\"parts\":[{{\"text\":\"step {number} of a long way\"}}]}}}}}}}}}}\r\n\r\n"
            )
            .as_bytes(),
        );
    }
    stream
}

/// One event on one line.
fn one_event(bytes: usize) -> Vec<u8> {
    let mut stream = b"data: \"".to_vec();
    stream.resize(bytes, b'x');
    stream.extend_from_slice(b"\"\n\n");
    stream
}

/// One event of many short lines, as pretty-printed JSON comes.
fn many_lines(bytes: usize) -> Vec<u8> {
    let mut stream = Vec::with_capacity(bytes + 64);
    while stream.len() < bytes {
        stream.extend_from_slice(b"data:     \"quantity\": 12345,\n");
    }
    stream.extend_from_slice(b"\n");
    stream
}

fn read(stream: &[u8], chunk: usize) -> usize {
    let mut reader = Reader::new(Limits::default());
    let mut items: Vec<Item> = Vec::new();
    let mut count = 0;
    for bytes in stream.chunks(chunk) {
        reader.push(bytes, &mut items).expect("within the limit");
        count += items.drain(..).count();
    }
    reader.finish(&mut items);
    count + items.len()
}

fn streams(criterion: &mut Criterion) {
    const MB: usize = 1_000_000;
    let mut group = criterion.benchmark_group("sse");
    group.sample_size(10);
    let cases = [
        ("small events in 16 KiB chunks", small_events(16 * MB), 16 << 10),
        ("small events in one chunk", small_events(16 * MB), usize::MAX),
        ("one event in 16 KiB chunks", one_event(4 * MB), 16 << 10),
        ("one event in 16 KiB chunks", one_event(16 * MB), 16 << 10),
        ("one event of many lines in 16 KiB chunks", many_lines(4 * MB), 16 << 10),
        ("one event of many lines in 16 KiB chunks", many_lines(16 * MB), 16 << 10),
        ("small events byte by byte", small_events(4 * MB), 1),
        ("one event byte by byte", one_event(4 * MB), 1),
    ];
    for (name, stream, chunk) in cases {
        group.throughput(Throughput::Bytes(stream.len() as u64));
        let id = BenchmarkId::new(name, format!("{} MB", stream.len() / MB));
        group.bench_function(id, |bench| bench.iter(|| read(&stream, chunk)));
    }
    group.finish();
}

criterion_group!(benches, streams);
criterion_main!(benches);
