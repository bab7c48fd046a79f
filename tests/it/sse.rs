//! Server-sent events: the same items however the bytes are cut, nothing dropped, every oddity said.

use catseye::sse::{Event, Item, Limits, Oddity, Reader, TooLarge};
use futures_util::StreamExt;
use proptest::prelude::*;

fn read(chunks: &[&[u8]]) -> Vec<Item> {
    let mut reader = Reader::new(Limits::default());
    let mut items = Vec::new();
    for chunk in chunks {
        reader.push(chunk, &mut items).expect("within the limit");
    }
    reader.finish(&mut items);
    items
}

fn events(bytes: &[u8]) -> Vec<Event> {
    let only_events = |item| match item {
        Item::Event(event) => Some(event),
        _ => None,
    };
    read(&[bytes]).into_iter().filter_map(only_events).collect()
}

fn data(bytes: &[u8]) -> Vec<String> {
    events(bytes).into_iter().map(|event| event.data).collect()
}

fn streams() -> Vec<(String, Vec<u8>)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/streams");
    let mut all: Vec<_> = std::fs::read_dir(folder)
        .expect("the stream fixtures")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|end| end == "sse"))
        .map(|path| {
            (path.file_name().expect("a name").to_string_lossy().into_owned(), std::fs::read(path).expect("bytes"))
        })
        .collect();
    all.sort();
    assert!(all.len() > 30, "the stream fixtures are there");
    all
}

/// Every byte of the stream stands in the span of an item.
fn assert_covered(items: &[Item], length: u64) {
    let mut end = 0;
    for item in items {
        match item {
            Item::Event(Event { span, .. }) | Item::Rest { span } => {
                assert_eq!(span.start, end, "events and rests follow each other");
                end = span.end;
            }
            Item::Comment { span, .. } if span.start == end => end = span.end,
            Item::Comment { span, .. } => assert!(span.start > end, "inside the event that follows"),
        }
    }
    assert_eq!(end, length);
}

#[test]
fn line_ends_may_be_lf_crlf_cr_or_mixed() {
    let expected = vec!["a\nb".to_owned(), "c".to_owned()];
    assert_eq!(data(b"data: a\ndata: b\n\ndata: c\n\n"), expected);
    assert_eq!(data(b"data: a\r\ndata: b\r\n\r\ndata: c\r\n\r\n"), expected);
    assert_eq!(data(b"data: a\rdata: b\r\rdata: c\r\r"), expected);
    assert_eq!(data(b"data: a\r\ndata: b\n\r\ndata: c\r\n\r"), expected);
}

#[test]
fn an_lf_after_a_cr_in_the_next_chunk_ends_no_second_line() {
    let items = read(&[b"data: B\r", b"\ndata: C\r\n", b"\r", b"\n"]);
    assert_eq!(items.iter().map(Item::span).collect::<Vec<_>>(), vec![0..20], "one event, its last line feed included");
    assert_eq!(data(b"data: B\r\ndata: C\r\n\r\n"), ["B\nC"]);
}

#[test]
fn an_event_that_ends_in_cr_is_delivered_before_the_next_byte() {
    let mut reader = Reader::new(Limits::default());
    let mut items = Vec::new();
    reader.push(b"data: now\r\r", &mut items).expect("within the limit");
    assert_eq!(items.len(), 1);
}

#[test]
fn events_of_a_crlf_stream_end_after_their_line_feed() {
    let spans: Vec<_> = events(b"data: a\r\n\r\ndata: b\r\n\r\n").into_iter().map(|event| event.span).collect();
    assert_eq!(spans, [0..11, 11..22]);
    let last = events(b"data: a\r\n\r");
    assert_eq!((last.len(), last[0].unterminated), (1, false), "a stream that ends between CR and LF");
    let mixed: Vec<_> = events(b"data: a\r\n\rdata: b\n\n").into_iter().map(|event| event.span).collect();
    assert_eq!(mixed, [0..10, 10..19], "a CR that no LF follows after all");
}

#[test]
fn a_byte_order_mark_is_skipped_even_when_it_is_split() {
    for cut in 0..=3 {
        let bytes = b"\xef\xbb\xbfdata: a\n\n";
        let items = read(&[&bytes[..cut], &bytes[cut..]]);
        let expected = Event {
            name: None,
            id: None,
            data: "a".into(),
            span: 0..12,
            oddities: vec![],
            replaced: false,
            unterminated: false,
        };
        assert_eq!(items, [Item::Event(expected)]);
    }
    assert_eq!(events(b"data: a\n\n\xef\xbb\xbfdata: b\n\n")[1].data, "", "only at the beginning of the stream");
}

#[test]
fn comments_are_delivered_and_never_data() {
    let items = read(&[b": ping - 1\n\ndata: a\n: inside\ndata: b\n\n"]);
    assert_eq!(items[0], Item::Comment { text: "ping - 1".into(), span: 0..11 });
    assert_eq!(items[1], Item::Comment { text: "inside".into(), span: 20..29 });
    let Item::Event(event) = &items[2] else { panic!("an event: {items:?}") };
    assert_eq!(event.data, "a\nb");
    assert_eq!(event.oddities, [Oddity::CommentInside, Oddity::DataLines(2)]);
}

#[test]
fn an_event_without_data_is_a_heartbeat_and_keeps_its_name() {
    let all = events(b"data:\n\nevent: error\n\n");
    assert_eq!((all[0].name.as_deref(), all[0].data.as_str()), (None, ""));
    assert_eq!((all[1].name.as_deref(), all[1].data.as_str()), (Some("error"), ""));
}

#[test]
fn fields_are_read_as_the_standard_says() {
    let all = events(
        b"data:no space\ndata:  two spaces\nevent: e\nid: 7\nretry: 10\nfoo: bar\ndata\n\nid: a\0b\ndata: x\n\n",
    );
    assert_eq!(all[0].data, "no space\n two spaces\n");
    assert_eq!((all[0].name.as_deref(), all[0].id.as_deref()), (Some("e"), Some("7")));
    let oddities = [Oddity::Retry("10".into()), Oddity::UnknownField("foo".into()), Oddity::DataLines(3)];
    assert_eq!(all[0].oddities, oddities);
    assert_eq!((all[1].id.as_deref(), &all[1].oddities[..]), (None, &[Oddity::IdWithNul][..]));
}

#[test]
fn bytes_that_are_not_utf8_are_replaced_in_their_event_only() {
    let all = events(b"data: a\n\ndata: b\xff\n\ndata: c\n\n");
    let seen: Vec<_> = all.iter().map(|event| (event.data.as_str(), event.replaced)).collect();
    assert_eq!(seen, [("a", false), ("b\u{fffd}", true), ("c", false)]);
}

#[test]
fn raw_line_separators_of_unicode_end_no_line() {
    assert_eq!(data("data: a\u{2028}b\u{85}c\n\n".as_bytes()), ["a\u{2028}b\u{85}c"]);
}

#[test]
fn a_large_event_in_pieces_is_the_same_as_in_one() {
    let value = "é".repeat(100_000);
    let stream = format!(": ping\ndata: {value}\ndata:{value}\nid: 1\n\ndata:{value}");
    let whole = read(&[stream.as_bytes()]);
    let Item::Event(event) = &whole[1] else { panic!("an event") };
    assert_eq!(event.data, format!("{value}\n{value}"));
    for chunk in [1000, 4096, 65_537] {
        assert_eq!(read(&stream.as_bytes().chunks(chunk).collect::<Vec<_>>()), whole, "in chunks of {chunk}");
    }
    assert_eq!(data(&[b"\xef\xbb\xbfdata: ", value.as_bytes(), b"\n\n"].concat()), [value]);
}

#[test]
fn an_unterminated_tail_is_delivered_and_marked() {
    let all = events(b"data: a\n\ndata: {\"x\":1}");
    assert_eq!(all.iter().map(|event| event.unterminated).collect::<Vec<_>>(), [false, true]);
    assert_eq!(all[1].data, "{\"x\":1}");
    assert_eq!(all[1].span, 9..22);
}

#[test]
fn an_event_over_the_limit_is_refused_by_name_and_stays_refused() {
    let mut reader = Reader::new(Limits { event_bytes: 16 });
    let mut items = Vec::new();
    reader.push(b"data: 0123456789\n\n", &mut items).expect("exactly the limit is fine");
    let fault = reader.push(b"data: 01234567890\n\n", &mut items).expect_err("one more is not");
    assert_eq!(fault, TooLarge { limit: 16, span: 18..36 });
    assert_eq!(fault.to_string(), "an event of more than 16 bytes, beginning at byte 18");
    assert_eq!(reader.push(b"data: x\n\n", &mut items), Err(fault));
    reader.finish(&mut items);
    assert_eq!(items.len(), 1);
}

#[test]
fn the_limit_counts_all_lines_of_an_event() {
    let mut reader = Reader::new(Limits { event_bytes: 20 });
    assert!(reader.push(b"data: 0123456789\ndata: 0123456789\n", &mut Vec::new()).is_err());
}

#[test]
fn every_recorded_stream_reads_the_same_at_every_cut() {
    for (name, bytes) in streams() {
        let whole = read(&[&bytes]);
        assert_covered(&whole, bytes.len() as u64);
        let cuts = if bytes.len() > 8192 { bytes.len().div_ceil(64) } else { 1 };
        for cut in (0..=bytes.len()).step_by(cuts) {
            assert_eq!(read(&[&bytes[..cut], &bytes[cut..]]), whole, "{name} cut at {cut}");
        }
        let single: Vec<&[u8]> = bytes.chunks(1).collect();
        assert_eq!(read(&single), whole, "{name} byte by byte");
    }
}

/// A stream as a server may write it: fields, comments and blank lines with any line end.
fn stream() -> impl Strategy<Value = Vec<u8>> {
    let line = prop_oneof![
        4 => "data: ?[a-zé{}\":]{0,12}",
        1 => "(event|id|retry|foo): ?[a-z0-9]{0,5}",
        1 => ":[a-z ]{0,6}",
        3 => Just(String::new()),
    ];
    prop::collection::vec((line, prop_oneof![Just("\n"), Just("\r\n"), Just("\r")]), 0..24)
        .prop_map(|lines| lines.into_iter().flat_map(|(line, end)| (line + end).into_bytes()).collect())
}

proptest! {
    #[test]
    fn any_bytes_read_the_same_however_they_are_cut(bytes in prop_oneof![stream(), prop::collection::vec(any::<u8>(), 0..200)], cuts in prop::collection::vec(0usize..400, 0..6)) {
        let whole = read(&[&bytes]);
        assert_covered(&whole, bytes.len() as u64);
        let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(bytes.len())).collect();
        cuts.sort_unstable();
        let mut chunks = Vec::new();
        let mut start = 0;
        for cut in cuts {
            chunks.push(&bytes[start..cut]);
            start = cut;
        }
        chunks.push(&bytes[start..]);
        prop_assert_eq!(read(&chunks), whole);
    }

    #[test]
    fn a_well_formed_stream_reads_as_the_standard_library_of_the_field_reads_it(
        blocks in prop::collection::vec((prop::option::of("[a-z]{1,6}"), prop::collection::vec("[a-zé ]{0,9}[a-z]", 1..4)), 0..8),
    ) {
        // eventsource-stream is only trusted on well-formed streams: LF, no mark, data in every block, a blank line at the end.
        let mut text = String::new();
        for (name, lines) in &blocks {
            if let Some(name) = name {
                text += &format!("event: {name}\n");
            }
            for line in lines {
                text += &format!("data: {line}\n");
            }
            text.push('\n');
        }
        let ours: Vec<(String, String)> = events(text.as_bytes()).into_iter()
            .map(|event| (event.name.unwrap_or_else(|| "message".into()), event.data)).collect();
        let source = futures_util::stream::iter(vec![Ok::<_, std::convert::Infallible>(text.clone().into_bytes())]);
        let theirs: Vec<(String, String)> = futures_util::FutureExt::now_or_never(
            eventsource_stream::EventStream::new(source).map(|event| event.expect("well formed")).map(|event| (event.event, event.data)).collect::<Vec<_>>()
        ).expect("no waiting");
        prop_assert_eq!(ours, theirs);
    }
}
