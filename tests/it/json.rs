//! JSON: exact grammar, exact places, nothing changed; compared with serde_json and jsonc-parser.

use catseye::json::{
    self, Fault, FaultKind, Kind, Limits, Number, Place, Row, Rows, Writer, compact, escape_controls, find, find_back,
    parse, parse_partial, parse_text, pretty,
};
use catseye::kedi::read_json;
use catseye::schema::underflowing;
use proptest::prelude::*;

fn document(text: &str) -> json::Document {
    parse_text(text, &Limits::default()).unwrap_or_else(|fault| panic!("{text:?}: {fault}"))
}

fn fault(text: &str) -> Fault {
    match parse_text(text, &Limits::default()) {
        Ok(_) => panic!("{text:?} should be refused"),
        Err(fault) => fault,
    }
}

#[test]
fn every_value_keeps_its_spelling_and_place() {
    let text = "{\n  \"a\": [1.50, 1E2, -0],\n  \"é\\u0041\": {\"b\": null}\n}";
    let doc = document(text);
    let root = doc.root();
    assert_eq!(root.kind(), Kind::Object);
    let numbers: Vec<_> = root.get("a").expect("a").items().map(|v| v.raw().to_owned()).collect();
    assert_eq!(numbers, ["1.50", "1E2", "-0"]);
    let b = doc.at("/éA/b").expect("b");
    assert_eq!(
        (b.place(), b.pointer(), b.level(), b.ordinal()),
        (Place { line: 3, column: 20 }, "/éA/b".into(), 3, None)
    );
    assert_eq!(doc.at("/a/1").map(|v| (v.pointer(), v.ordinal())), Some(("/a/1".into(), Some(1))));
    assert!(doc.at("/a/01").is_none() && doc.at("/a/x").is_none() && doc.at("/a/3").is_none());
    assert!(doc.at("/a/-").is_none() && doc.at("a").is_none());
}

#[test]
fn a_pointer_escapes_slashes_and_tildes() {
    let doc = document(r#"{"a/b":{"c~d":{"":[true]}}}"#);
    let last = doc.at("/a~1b/c~0d//0").expect("the value");
    assert_eq!((last.pointer().as_str(), last.as_bool()), ("/a~1b/c~0d//0", Some(true)));
}

#[test]
fn an_offset_finds_the_innermost_value() {
    let doc = document(r#"{"k": [10, {"x": 2}], "z": 3}"#);
    let at = |offset| doc.value_at_offset(offset).map(|v| v.pointer());
    assert_eq!(at(0).as_deref(), Some(""));
    assert_eq!(at(2).as_deref(), Some("/k"), "inside a key");
    assert_eq!(at(8).as_deref(), Some("/k/0"));
    assert_eq!(at(9).as_deref(), Some("/k"), "between items");
    assert_eq!(at(17).as_deref(), Some("/k/1/x"));
    assert_eq!(at(20).as_deref(), Some(""), "after a container that ended");
    assert_eq!(at(28).as_deref(), Some(""));
    assert_eq!(at(29), None);
}

#[test]
fn each_fault_has_its_kind_its_place_and_a_sentence() {
    let table: &[(&str, FaultKind, (usize, usize), &str)] = &[
        ("", FaultKind::Empty, (1, 1), "there is no JSON here, only white space or nothing"),
        (" \n ", FaultKind::Empty, (2, 2), "there is no JSON here, only white space or nothing"),
        ("{\"a\": 1", FaultKind::Truncated, (1, 8), "the text ends inside an object"),
        ("[1, 2", FaultKind::Truncated, (1, 6), "the text ends inside an array"),
        ("[1,", FaultKind::Truncated, (1, 4), "the text ends inside a value"),
        ("\"abc", FaultKind::Truncated, (1, 5), "the text ends inside a string"),
        ("\"a\\u12", FaultKind::Truncated, (1, 7), "the text ends inside a string"),
        ("tru", FaultKind::Truncated, (1, 4), "the text ends inside the word true"),
        ("{\"a\"", FaultKind::Truncated, (1, 5), "the text ends inside an object"),
        ("-", FaultKind::Truncated, (1, 2), "the text ends inside a number"),
        ("1.", FaultKind::Truncated, (1, 3), "the text ends inside a number"),
        ("1e+", FaultKind::Truncated, (1, 4), "the text ends inside a number"),
        ("{\"a\": NaN}", FaultKind::NonFinite, (1, 7), "NaN is not JSON and not a finite number"),
        ("[-Infinity]", FaultKind::NonFinite, (1, 2), "-Infinity is not JSON and not a finite number"),
        ("[1,]", FaultKind::Syntax, (1, 3), "a comma with nothing after it"),
        ("[1 2]", FaultKind::Syntax, (1, 4), "`2` where a comma or ] after this item should stand"),
        ("{a: 1}", FaultKind::Syntax, (1, 2), "`a` where a key in double quotes should stand"),
        ("{\"a\" 1}", FaultKind::Syntax, (1, 6), "`1` where a colon after the key should stand"),
        ("{'a': 1}", FaultKind::Syntax, (1, 2), "a single quote: JSON strings stand in double quotes"),
        ("{\n  // note\n}", FaultKind::Syntax, (2, 3), "a comment: JSON has none"),
        ("[True]", FaultKind::Syntax, (1, 2), "True is Python, JSON says true"),
        ("[None]", FaultKind::Syntax, (1, 2), "None is Python, JSON says null"),
        ("[undefined]", FaultKind::Syntax, (1, 2), "undefined is JavaScript, JSON has null"),
        ("[01]", FaultKind::Syntax, (1, 2), "a number with a leading zero"),
        ("[.5]", FaultKind::Syntax, (1, 2), "a number that begins with its decimal point: write 0 before it"),
        ("[1.e3]", FaultKind::Syntax, (1, 3), "a decimal point without a digit after it"),
        ("[+1]", FaultKind::Syntax, (1, 2), "a number with a plus sign"),
        ("[\"a\tb\"]", FaultKind::Syntax, (1, 4), "a tab inside a string: write \\t"),
        ("[\"a\nb\"]", FaultKind::Syntax, (1, 4), "a line break inside a string: close it before, or write \\n"),
        ("[\"\\x\"]", FaultKind::Syntax, (1, 3), "\\x is no JSON escape: write \\\\ for a backslash"),
        ("[\"\\u12g4\"]", FaultKind::Syntax, (1, 3), "\\u needs four hexadecimal digits"),
        ("[\u{a0}1]", FaultKind::Syntax, (1, 2), "a no-break space (U+00A0) where a value should stand"),
        (
            "[\"say \"hi\" now\"]",
            FaultKind::Syntax,
            (1, 8),
            "`hi` where a comma or ] after this item should stand: is a quote before it not escaped?",
        ),
        (
            "{\u{201c}a\u{201d}: 1}",
            FaultKind::Syntax,
            (1, 2),
            "a typographic quote: JSON strings stand in straight double quotes",
        ),
        ("```json\n{}", FaultKind::Syntax, (1, 1), "a Markdown fence: only what stands between the fences may be sent"),
        ("<html>", FaultKind::Syntax, (1, 1), "`<` where a value should stand: this looks like HTML or XML"),
        ("Sure! {}", FaultKind::Syntax, (1, 1), "`Sure` where a value should stand"),
        (
            "\u{feff}\u{feff}[]",
            FaultKind::Syntax,
            (1, 1),
            "a second byte order mark (U+FEFF) where a value should stand",
        ),
        ("[-x]", FaultKind::Syntax, (1, 2), "a minus sign without a digit after it"),
        ("[\"\u{1}\"]", FaultKind::Syntax, (1, 3), "the control character U+0001 inside a string: write \\u0001"),
        ("[\"\\ud83d", FaultKind::Truncated, (1, 9), "the text ends inside a string"),
        ("[1}", FaultKind::Syntax, (1, 3), "`}` where a comma or ] after this item should stand"),
        ("{} {}", FaultKind::Trailing, (1, 4), "`{` after the end of the value"),
        ("1 hello", FaultKind::Trailing, (1, 3), "`hello` after the end of the value"),
        (
            "[\"\\ud800\"]",
            FaultKind::LoneSurrogate,
            (1, 3),
            "\\ud800 is half of a surrogate pair without its other half",
        ),
        (
            "[\"\\udc00\"]",
            FaultKind::LoneSurrogate,
            (1, 3),
            "\\udc00 is half of a surrogate pair without its other half",
        ),
        (
            "[\"\\ud800\\u0041\"]",
            FaultKind::LoneSurrogate,
            (1, 3),
            "\\ud800 is half of a surrogate pair without its other half",
        ),
    ];
    for &(text, kind, (line, column), sentence) in table {
        let fault = fault(text);
        assert_eq!(
            (fault.kind, fault.place, fault.sentence.as_str()),
            (kind, Place { line, column }, sentence),
            "{text:?}"
        );
    }
}

#[test]
fn bytes_that_are_not_utf8_are_a_fault_where_they_stand() {
    let fault = parse(b"{\"a\": \"caf\xe9\"}", &Limits::default()).expect_err("not UTF-8");
    assert_eq!(
        (fault.kind, fault.offset, fault.sentence.as_str()),
        (FaultKind::InvalidUtf8, 10, "byte 0xE9 is not UTF-8")
    );
    let earlier = parse(b"{x\xe9", &Limits::default()).expect_err("not JSON");
    assert_eq!((earlier.kind, earlier.offset), (FaultKind::Syntax, 1));
}

#[test]
fn a_byte_order_mark_is_skipped_and_noted_and_counts_in_offsets_only() {
    let doc = document("\u{feff}{\"a\":1}");
    assert!(doc.had_bom());
    assert_eq!(doc.text(), "{\"a\":1}");
    let fault = fault("\u{feff}{x");
    assert_eq!((fault.offset, fault.place), (4, Place { line: 1, column: 2 }));
}

#[test]
fn limits_are_inclusive() {
    let limits = Limits { depth: 2, bytes: 8, digits: 3, values: 3 };
    assert!(parse_text("[[123]]", &limits).is_ok());
    let kind = |text| parse_text(text, &limits).expect_err(text).kind;
    assert_eq!(kind("[[[1]]]"), FaultKind::TooDeep);
    assert_eq!(kind("[[12345]]"), FaultKind::TooLarge);
    assert_eq!(kind("[1234]"), FaultKind::TooManyDigits);
    assert_eq!(kind("[1,2,3]"), FaultKind::TooLarge, "four values");
}

#[test]
fn a_million_levels_neither_overflow_in_reading_nor_in_dropping() {
    let deep = "[".repeat(1_000_000) + &"]".repeat(1_000_000);
    let doc = parse_text(&deep, &Limits { depth: 1_000_000, ..Limits::default() }).expect("within the limit");
    assert_eq!(doc.root().depth(), 1_000_000);
    assert_eq!(compact(doc.root()), deep);
    drop(doc);
    assert_eq!(parse_text(&deep, &Limits::default()).expect_err("too deep").kind, FaultKind::TooDeep);
}

#[test]
fn duplicate_keys_are_found_with_both_places_and_the_last_one_counts() {
    let text = r#"{"a":1,"b":2,"\u0061":3}"#;
    let doc = document(text);
    let found: Vec<_> = doc.duplicates().iter().map(|d| (&text[d.first.clone()], &text[d.second.clone()])).collect();
    assert_eq!(found, [(r#""a""#, r#""\u0061""#)]);
    assert_eq!(doc.root().get("a").map(|v| v.raw()), Some("3"));
    let many: String = (0..40).map(|i| format!("\"k{}\":{i},", i % 20)).collect();
    assert_eq!(document(&format!("{{{}}}", many.trim_end_matches(','))).duplicates().len(), 20);
}

#[test]
fn printing_changes_white_space_only() {
    let text = "{ \"b\" : [ 1.0 , { } , [ ] , \"\\u00e9\\/\" ] ,\n\"a\" : 1E+2 , \"b\" : null }";
    let doc = document(text);
    assert_eq!(compact(doc.root()), r#"{"b":[1.0,{},[],"\u00e9\/"],"a":1E+2,"b":null}"#);
    let expected =
        "{\n  \"b\": [\n    1.0,\n    {},\n    [],\n    \"\\u00e9\\/\"\n  ],\n  \"a\": 1E+2,\n  \"b\": null\n}";
    assert_eq!(pretty(doc.root(), 2), expected);
    assert_eq!(compact(doc.at("/b").expect("the last b")), "null");
}

#[test]
fn numbers_compare_by_value_whatever_their_spelling() {
    let same = |a, b| Number::new(a).same_value(Number::new(b));
    assert!(same("78", "78.0") && same("1e2", "100") && same("0", "-0.00") && same("1e400", "10e399"));
    assert!(!same("9007199254740993", "9007199254740992") && !same("1", "-1") && !same("1e2000000000", "1e2000000001"));
    let whole = |text| Number::new(text).is_integer_value();
    assert!(
        whole("78.0") && whole("1e2") && whole("1.5e1") && whole("1e2000000000") && whole("1e99999999999999999999")
    );
    assert!(!whole("78.5") && !whole("1e-1") && !whole("1e-99999999999999999999"));
}

#[test]
fn a_number_survives_a_double_when_the_way_there_and_back_gives_its_value() {
    let survives = |text| Number::new(text).survives_double();
    for text in ["0", "-0", "78", "78.0", "0.1", "19.99", "9007199254740992", "1e22", "1e300", "5e-324"] {
        assert!(survives(text), "{text}");
    }
    for text in
        ["9007199254740993", "0.1000000000000000055", "1e400", "1e-400", "12345678901234567890.12", "1e99999999999"]
    {
        assert!(!survives(text), "{text}");
    }
}

#[test]
fn literals_beyond_a_double_are_refused_and_underflows_noted() {
    let fault = read_json("{\"a\":[1, 1e400]}".into()).expect_err("beyond a double");
    assert_eq!((fault.kind, fault.place), (FaultKind::NonFinite, Place { line: 1, column: 10 }));
    assert_eq!(fault.sentence, "1e400 is beyond any finite number");
    let integers = format!("[{}]", "9".repeat(400));
    let whole = read_json(integers.into()).expect("an integer literal may be any size");
    assert_eq!(underflowing(&whole), []);
    let small = read_json("[0e-999, 1e-400]".into()).expect("finite");
    assert_eq!(underflowing(&small).into_iter().map(|finding| finding.span).collect::<Vec<_>>(), [Some(9..15)]);
}

#[test]
fn what_a_terminal_would_obey_is_escaped_and_nothing_else() {
    let text = "{\"a\":\"x\u{7f}\u{9b}31m\u{202e}é\"}";
    assert_eq!(escape_controls(text), "{\"a\":\"x\\u007f\\u009b31m\\u202eé\"}");
    assert_eq!(escape_controls("{\"é\": 1}"), "{\"é\": 1}");
}

#[test]
fn a_cut_text_shows_its_beginning_as_a_partial_document() {
    let (doc, fault) = parse_partial("{\"name\":\"Mia\",\"items\":[\"a\",{\"b\":1", &Limits::default());
    let doc = doc.expect("a beginning");
    assert_eq!(fault.map(|f| f.kind), Some(FaultKind::Truncated));
    assert!(doc.is_partial());
    assert_eq!(doc.at("/items/1/b").map(|v| v.raw()), Some("1"));
    assert_eq!(doc.at("/items").map(|v| v.count()), Some(2));
    assert!(parse_partial("nope", &Limits::default()).0.is_none());
    assert!(matches!(parse_partial("[1]", &Limits::default()), (Some(whole), None) if !whole.is_partial()));
}

#[test]
fn a_cut_text_shows_open_what_was_open_and_never_closes_it() {
    let cut = |text: &str| parse_partial(text, &Limits::default()).0.expect("a beginning");
    let doc = cut(r#"{"a": ["x", "half a str"#);
    let half = doc.at("/a/1").expect("the cut string");
    assert_eq!((half.raw(), half.as_str().as_deref(), half.is_cut()), ("\"half a str", Some("half a str"), true));
    assert!(doc.root().is_cut() && doc.at("/a").is_some_and(|a| a.is_cut()) && !doc.at("/a/0").expect("x").is_cut());
    assert_eq!(compact(doc.root()), r#"{"a":["x","half a str"#, "no bracket and no quote that was not sent");
    assert_eq!(pretty(doc.root(), 2), "{\n  \"a\": [\n    \"x\",\n    \"half a str");

    assert_eq!(
        cut(r#"["a\ud83d"#).at("/0").and_then(|v| v.as_str()).as_deref(),
        Some("a"),
        "half an escape is left out"
    );
    assert_eq!(cut(r#"["a\"#).at("/0").and_then(|v| v.as_str()).as_deref(), Some("a"));
    assert_eq!(cut(r#"{"a":1,"b"#).len(), 2, "a key without a value is left out");
    assert!(cut("[12").at("/0").is_some_and(|n| n.is_cut()), "digits may be missing");
    assert!(!cut("[12,").at("/0").expect("12").is_cut());
    assert_eq!(cut("[1,tru").len(), 2, "half a word is left out");
    assert_eq!(compact(cut("[1,]").root()), "[1", "a faulty text too is shown up to its fault");
    assert_eq!(cut(r#"{"a":1,"a":2,"#).duplicates().len(), 1, "duplicates are found in what is open");
}

#[test]
fn as_a_text_grows_its_values_keep_their_index() {
    let text = r#"{"name":"Mia","items":[{"b":[1,2]},"x"],"n":3}"#;
    let whole = document(text);
    for cut in 1..text.len() {
        let Some(partial) = parse_partial(&text[..cut], &Limits::default()).0 else { continue };
        for index in 0..partial.len() {
            let (now, then) = (partial.value(index).expect("in range"), whole.value(index).expect("in range"));
            assert_eq!((now.pointer(), now.kind()), (then.pointer(), then.kind()), "cut at {cut}");
            assert!(now.is_cut() || now.raw() == then.raw(), "cut at {cut}: {now:?}");
        }
    }
}

#[test]
fn a_text_is_taken_over_without_being_changed() {
    let text = "\u{feff}{\"a\": [1.0]}".to_owned();
    let owned = json::parse_owned(text.clone(), &Limits::default()).expect("JSON");
    let shared = json::parse_shared(text.as_str().into(), &Limits::default()).expect("JSON");
    for doc in [&owned, &shared, &document(&text)] {
        assert_eq!((doc.text(), &*doc.shared_text(), doc.had_bom()), (&text[3..], &text[3..], true));
        assert_eq!(doc.at("/a/0").map(|v| v.span()), Some(7..10), "offsets count after the mark");
    }
    let fault = json::parse_owned(b"\xef\xbb\xbf[\"\xff\"]".to_vec(), &Limits::default()).expect_err("not UTF-8");
    assert_eq!((fault.kind, fault.offset, fault.place), (FaultKind::InvalidUtf8, 5, Place { line: 1, column: 3 }));
    let utf16 = parse(b"\xff\xfe{\0}\0", &Limits::default()).expect_err("UTF-16");
    assert_eq!(utf16.sentence, "this is UTF-16: JSON is sent as UTF-8");
    let cut = parse("[\"é".as_bytes().split_last().expect("bytes").1, &Limits::default()).expect_err("cut");
    assert_eq!(cut.sentence, "the text ends inside a character, after byte 0xC3");
}

#[test]
fn an_item_of_a_large_array_is_found_by_its_number() {
    let items: Vec<String> =
        (0..5000).map(|i| if i % 3 == 0 { format!("[{i},[{i}]]") } else { i.to_string() }).collect();
    let doc = document(&format!("[{}]", items.join(",")));
    assert_eq!(doc.root().count(), 5000);
    for (index, item) in doc.root().items().enumerate() {
        assert_eq!(doc.root().item(index).map(|v| v.index()), Some(item.index()));
        assert_eq!((item.ordinal(), item.pointer()), (Some(index), format!("/{index}")));
    }
    assert!(doc.root().item(5000).is_none() && document("[]").root().item(0).is_none());
    assert!(document(r#"{"0":1}"#).root().item(0).is_none(), "an object has no items");
}

#[test]
fn places_are_exact_far_into_long_lines_and_many_lines() {
    let text = format!("\"{}\n{}", "é😀x".repeat(3000), "ab\n\né".repeat(4000));
    let index = json::LineIndex::new(&text);
    assert_eq!(index.lines(), 8002);
    let (mut line, mut column) = (1, 1);
    for (offset, c) in text.char_indices() {
        let place = Place { line, column };
        // Every place near the edges of the index's blocks, and a sample of the others.
        if offset % 4096 < 8 || offset % 97 == 0 {
            assert_eq!(index.place(&text, offset), place, "at {offset}");
            assert_eq!(Place::of(&text, offset), place, "at {offset}");
            assert_eq!(index.offset(&text, place), offset, "at {offset}");
        }
        (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
    }
    assert_eq!(index.offset(&text, Place { line: 2, column: 99 }), text.find("ab\n").expect("line 2") + 2, "clamped");
    assert_eq!(index.offset(&text, Place { line: 99_999, column: 1 }), text.rfind('é').expect("last line"));
    assert_eq!(json::LineIndex::new("").place("", 5), Place { line: 1, column: 1 });
}

#[test]
fn extreme_numbers_cost_nothing_and_break_nothing() {
    let long = "9".repeat(1_000_000);
    for text in [
        "1e2000000000",
        "-1e-2000000000",
        "1e99999999999999999999999999999999999999999999999",
        &long,
        &format!("0.{long}e{long}"),
    ] {
        let number = Number::new(text);
        assert!(number.same_value(number) && !number.survives_double(), "{:.20}", text);
        let _ = (number.is_integer_value(), number.decimal(), number.is_finite_double(), number.is_zero());
    }
    let same = |a, b| Number::new(a).same_value(Number::new(b));
    assert!(same("1e9223372036854775808", "10e9223372036854775807"), "beyond 64 bits of exponent");
    assert!(same("0e99999999999999999999999999999999999999999999999", "-0"));
    assert!(Number::new("-0.00E5").is_zero() && !Number::new("0.01e-9").is_zero());
}

#[test]
fn a_duplicate_is_found_in_objects_of_any_size() {
    for size in [1, 2, 7, 23, 24, 25, 26, 40, 300] {
        let mut members: Vec<String> = (0..size).map(|i| format!("\"key {i}\":{{\"a\":{i},\"b\":[]}}")).collect();
        assert_eq!(document(&format!("{{{}}}", members.join(","))).duplicates(), [], "{size} keys");
        members.push("\"key 0\":0".to_owned());
        members.push("\"key\\u0020\\u0030\":0".to_owned());
        let text = format!("{{{}}}", members.join(","));
        let doc = document(&text);
        let found: Vec<_> = doc.duplicates().iter().map(|d| (d.first.start, &text[d.second.clone()])).collect();
        assert_eq!(found, [(1, "\"key 0\""), (1, "\"key\\u0020\\u0030\"")], "{size} keys");
    }
}

#[test]
fn rows_open_close_and_reveal() {
    let doc = document(r#"{"a":[1,{"b":[2,3]}],"c":{},"d":4}"#);
    let mut rows = Rows::new(&doc, 1);
    let shown = |rows: &Rows| -> Vec<String> {
        (0..rows.len()).map(|row| rows.value(&doc, row).expect("a row").pointer()).collect()
    };
    assert_eq!(shown(&rows), ["", "/a", "/c", "/d"]);
    assert_eq!(rows.get(&doc, 1), Some(Row { index: 1, depth: 1, open: Some(false) }));
    assert_eq!(rows.get(&doc, 2).and_then(|row| row.open), None, "an empty container cannot be opened");
    let three = doc.at("/a/1/b/1").expect("3").index();
    assert_eq!(rows.reveal(&doc, three), Some(6));
    assert_eq!(shown(&rows), ["", "/a", "/a/0", "/a/1", "/a/1/b", "/a/1/b/0", "/a/1/b/1", "/c", "/d"]);
    rows.close(&doc, 1);
    assert_eq!(shown(&rows), ["", "/a", "/c", "/d"]);
    rows.toggle(&doc, 1);
    assert_eq!(rows.len(), 9, "what was open below is open again");
    rows.open_to(&doc, 0);
    assert_eq!(shown(&rows), [""]);
    rows.open_to(&doc, usize::MAX);
    assert_eq!(rows.len(), doc.len());
}

#[test]
fn finding_looks_in_keys_and_scalars_not_in_punctuation() {
    let doc = document(r#"{"ab": "x,b", "n": [12, 120]}"#);
    let hits = |needle: &str| {
        let mut all = Vec::new();
        let mut from = 0;
        while let Some((value, offset)) = find(&doc, needle, from) {
            all.push((value.pointer(), offset));
            from = offset + 1;
        }
        all
    };
    assert_eq!(hits("b"), [("/ab".into(), 3), ("/ab".into(), 10)]);
    assert_eq!(hits("12"), [("/n/0".into(), 20), ("/n/1".into(), 24)]);
    assert_eq!(hits(","), [("/ab".into(), 9)]);
    assert_eq!(hits(""), []);
}

#[test]
fn finding_decodes_escapes_and_ignores_case_until_asked() {
    let doc = document(r#"{"Name": "caf\u00e9 NOIR", "a\nb": ["noir \"x\""]}"#);
    let first = |needle: &str| find(&doc, needle, 0).map(|(value, offset)| (value.pointer(), offset));
    assert_eq!(first("name"), Some(("/Name".into(), 2)));
    assert_eq!(first("café"), Some(("/Name".into(), 10)), "at the token's first character");
    assert_eq!(first("noir"), Some(("/Name".into(), 10)));
    assert_eq!(first("Noir"), None);
    assert_eq!(first("r \"x"), Some(("/a\nb/0".into(), 37)));
    assert_eq!(first("nb"), None, "the letter of an escape is no text");
    assert_eq!(first("\n"), Some(("/a\nb".into(), 28)));
    assert_eq!(find(&doc, "noir", 11).map(|(value, _)| value.pointer()), Some("/a\nb/0".into()));
}

#[test]
fn finding_backwards_finds_what_finding_forwards_finds() {
    let doc = document(r#"{"Name": "caf\u00e9 NOIR", "a\nb": ["noir \"x\"", "noirnoir", "no", "ir"], "n": 1}"#);
    for needle in ["noir", "Noir", "n", "ir", "1", "é", "\n", "r \"x", "", "\u{e9}", "nothing"] {
        let mut forwards = Vec::new();
        let mut from = 0;
        while let Some((value, offset)) = find(&doc, needle, from) {
            forwards.push((value.pointer(), offset));
            from = offset + 1;
        }
        let mut backwards = Vec::new();
        let mut before = doc.text().len();
        while let Some((value, offset)) = find_back(&doc, needle, before) {
            backwards.push((value.pointer(), offset));
            before = offset;
        }
        backwards.reverse();
        assert_eq!(backwards, forwards, "{needle:?}");
    }
}

#[test]
fn a_writer_places_commas_and_keeps_foreign_text() {
    let mut writer = Writer::new();
    writer.object().key("a").array().number(1).raw("1.0").string("é\u{1b}\"").end_array();
    writer.key("b").object().end_object().key("c").optional(None).end_object();
    assert_eq!(writer.finish(), r#"{"a":[1,1.0,"é\u001b\""],"b":{},"c":null}"#);
}

#[test]
fn the_model_answers_of_the_case_bank_are_told_apart() {
    let kind = |name: &str| {
        let path = format!("{}/tests/fixtures/answers/{name}", env!("CARGO_MANIFEST_DIR"));
        parse(&std::fs::read(path).expect(name), &Limits::default()).map(|_| ()).map_err(|fault| fault.kind)
    };
    assert_eq!(kind("04-backticks-inside-string.txt"), Ok(()));
    assert_eq!(kind("08-truncated.txt"), Err(FaultKind::Truncated));
    assert_eq!(kind("11-unescaped-quote.txt"), Err(FaultKind::Syntax));
    assert_eq!(kind("13-nan-infinity.txt"), Err(FaultKind::NonFinite));
    assert_eq!(kind("19-duplicate-keys.txt"), Ok(()));
    assert_eq!(kind("20-lone-surrogate.txt"), Err(FaultKind::LoneSurrogate));
    assert_eq!(kind("28-bom-and-nbsp.txt"), Err(FaultKind::Syntax));
}

/// JSON text with any spelling: white space, escapes, exponents.
fn json_text() -> impl Strategy<Value = String> {
    let string = "\"([a-zé😀 ]|\\\\n|\\\\\"|\\\\u00e9|\\\\ud83d\\\\ude00){0,6}\"";
    let leaf = prop_oneof![
        Just("null".to_owned()),
        Just("true".to_owned()),
        Just("false".to_owned()),
        "-?(0|[1-9][0-9]{0,20})(\\.[0-9]{1,5})?([eE][+-]?[0-9]{1,2})?",
        string,
    ];
    let space = || "[ \n\t\r]{0,2}";
    leaf.prop_recursive(5, 60, 6, move |inner| {
        prop_oneof![
            prop::collection::vec((space(), inner.clone(), space()), 0..6).prop_map(|items| format!(
                "[{}]",
                items.iter().map(|(a, v, b)| format!("{a}{v}{b}")).collect::<Vec<_>>().join(",")
            )),
            prop::collection::vec((space(), string, inner, space()), 0..6).prop_map(|items| format!(
                "{{{}}}",
                items.iter().map(|(a, k, v, b)| format!("{a}{k}{b}:{a}{v}{b}")).collect::<Vec<_>>().join(",")
            )),
        ]
    })
}

fn serde_accepts(bytes: &[u8]) -> bool {
    serde_json::from_slice::<serde_json::Value>(bytes).is_ok()
}

/// Both sides must see the same keys, in the same order, with the same spans.
fn same_as_jsonc(ours: json::Value<'_>, theirs: &jsonc_parser::ast::Value<'_>) {
    use jsonc_parser::ast::Value as Theirs;
    use jsonc_parser::common::Ranged;
    assert_eq!(ours.span(), theirs.range().start..theirs.range().end);
    match theirs {
        Theirs::Array(array) => {
            let items: Vec<_> = ours.items().collect();
            assert_eq!(items.len(), array.elements.len());
            items.into_iter().zip(&array.elements).for_each(|(a, b)| same_as_jsonc(a, b));
        }
        Theirs::Object(object) => {
            let members: Vec<_> = ours.members().collect();
            assert_eq!(members.len(), object.properties.len());
            for (a, b) in members.into_iter().zip(&object.properties) {
                assert_eq!(a.key(), b.name.as_str());
                same_as_jsonc(a.value, &b.value);
            }
        }
        Theirs::StringLit(text) => assert_eq!(ours.as_str().as_deref(), Some(text.value.as_ref())),
        Theirs::NumberLit(number) => assert_eq!(ours.raw(), number.value),
        Theirs::BooleanLit(word) => assert_eq!(ours.as_bool(), Some(word.value)),
        Theirs::NullKeyword(_) => assert!(ours.is_null()),
    }
}

proptest! {
    // Every prefix of every text: a few texts are many documents.
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn every_prefix_is_a_partial_document_with_the_values_so_far(text in json_text()) {
        for cut in 0..text.len() {
            let Some(prefix) = text.get(..cut) else { continue };
            if let (Some(doc), _) = parse_partial(prefix, &Limits::default()) {
                for index in 0..doc.len() {
                    let value = doc.value(index).expect("in range");
                    let _ = (value.raw(), value.pointer(), value.key(), value.count(), value.depth());
                }
                prop_assert_eq!(Rows::new(&doc, usize::MAX).len(), doc.len());
            }
        }
    }
}

proptest! {
    #[test]
    fn a_generated_text_is_read_as_both_oracles_read_it(text in json_text()) {
        let doc = document(&text);
        let theirs: serde_json::Value = serde_json::from_str(&text).expect("serde_json accepts it");
        // Number text aside (serde_json rewrites exponents), both build the same value.
        prop_assert_eq!(serde_json::from_str::<serde_json::Value>(&doc.root().to_serde().to_string()).expect("ours prints"), theirs);
        let ast = jsonc_parser::parse_to_ast(&text, &Default::default(), &Default::default()).expect("jsonc accepts it");
        same_as_jsonc(doc.root(), &ast.value.expect("a value"));
    }

    #[test]
    fn a_mutilated_text_is_refused_when_serde_json_refuses_it(text in json_text(), cut in any::<prop::sample::Index>(), edit in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = text.into_bytes();
        bytes.truncate(cut.index(bytes.len() + 1));
        if !bytes.is_empty() {
            let at = edit.index(bytes.len());
            bytes[at] = byte;
        }
        // serde_json stops at 127 levels and reads its private number key; neither can happen here.
        let ours = parse(&bytes, &Limits::default());
        prop_assert_eq!(ours.is_ok(), serde_accepts(&bytes), "{:?}: {:?}", String::from_utf8_lossy(&bytes), ours.err());
    }

    #[test]
    fn any_bytes_are_read_or_refused_with_a_place_inside(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        if let Err(fault) = parse(&bytes, &Limits::default()) {
            prop_assert!(fault.offset <= bytes.len());
            prop_assert!(!fault.sentence.is_empty());
        }
        let _ = parse_partial(&String::from_utf8_lossy(&bytes), &Limits::default());
    }

    #[test]
    fn printing_again_gives_the_same_tokens(text in json_text()) {
        let doc = document(&text);
        let short = compact(doc.root());
        prop_assert_eq!(compact(document(&short).root()), short.clone());
        prop_assert_eq!(compact(document(&pretty(doc.root(), 2)).root()), short);
    }

    #[test]
    fn rows_are_what_a_walk_over_open_containers_shows(text in json_text(), steps in prop::collection::vec((any::<prop::sample::Index>(), 0..4_u8), 0..12)) {
        let doc = document(&format!("[{text},{text}]"));
        let mut rows = Rows::new(&doc, usize::from(steps.len() as u8 % 4));
        let mut open: Vec<bool> = (0..doc.len()).map(|index| rows.is_open(index)).collect();
        for (at, what) in steps {
            let row = at.index(rows.len());
            let value = rows.value(&doc, row).expect("a row");
            let branch = value.children().next().is_some();
            match what {
                0 => {
                    let index = at.index(doc.len());
                    let revealed = rows.reveal(&doc, index).and_then(|row| rows.value(&doc, row));
                    prop_assert_eq!(revealed.map(|value| value.index()), Some(index));
                    let mut above = doc.value(index).and_then(|value| value.parent());
                    while let Some(container) = above {
                        open[container.index()] = true;
                        above = container.parent();
                    }
                }
                1 => {
                    rows.open(&doc, row);
                    open[value.index()] |= branch;
                }
                2 => {
                    rows.close(&doc, row);
                    open[value.index()] = false;
                }
                _ => {
                    rows.toggle(&doc, row);
                    open[value.index()] ^= branch;
                }
            }
            let mut shown = Vec::new();
            let mut index = 0;
            while let Some(value) = doc.value(index) {
                shown.push(index);
                index = if open[index] { index + 1 } else { value.next_index() };
            }
            let ours: Vec<usize> = (0..=rows.len()).filter_map(|row| rows.value(&doc, row)).map(|v| v.index()).collect();
            prop_assert_eq!(&ours, &shown);
            for index in 0..doc.len() {
                prop_assert_eq!(rows.position(index), shown.iter().position(|&other| other == index));
            }
        }
    }

    #[test]
    fn an_offset_finds_what_a_walk_over_all_values_finds(text in json_text()) {
        let doc = document(&text);
        let begin = |v: json::Value<'_>| v.key_span().map_or(v.span().start, |key| key.start);
        for offset in 0..=text.len() {
            let holds = |v: &json::Value<'_>| begin(*v) <= offset && offset < v.span().end;
            let walked = (0..doc.len()).filter_map(|index| doc.value(index)).rfind(holds);
            prop_assert_eq!(doc.value_at_offset(offset).map(|v| v.index()), walked.map(|v| v.index()));
        }
    }

    #[test]
    fn pointer_span_and_place_lead_back_to_the_value(text in json_text()) {
        let doc = document(&text);
        prop_assume!(doc.duplicates().is_empty());
        for index in 0..doc.len() {
            let value = doc.value(index).expect("in range");
            prop_assert_eq!(doc.at(&value.pointer()).map(|v| v.index()), Some(index));
            prop_assert_eq!(doc.offset(value.place()), value.span().start);
            prop_assert_eq!(doc.value_at_offset(value.span().start).map(|v| v.index()), Some(index));
        }
    }
}
