//! The editor, by keys: text with a cursor in, keys, text with a cursor out. `|` is the cursor, `^` the other end of the
//! selection.

use catseye::editor::{Buffer, Kind, Mark, Motion, Selection, highlight};
use catseye::json::Place;
use catseye::schema::Severity;
use proptest::prelude::*;

/// A buffer from text with its cursor (`|`) and anchor (`^`).
fn given(kind: Kind, text: &str) -> Buffer {
    let plain: String = text.chars().filter(|c| !matches!(c, '|' | '^')).collect();
    let position = |sign: char, other: char| {
        let at = text.chars().position(|c| c == sign)?;
        Some(at - text.chars().take(at).filter(|c| *c == other).count())
    };
    let head = position('|', '^').expect("a cursor");
    let mut buffer = Buffer::new(kind, &plain);
    buffer.put(position('^', '|').unwrap_or(head), false);
    buffer.put(head, true);
    buffer
}

/// The text with its cursor and anchor.
fn shown(buffer: &Buffer) -> String {
    let Selection { anchor, head } = buffer.selection();
    let mut text: Vec<char> = buffer.text().chars().collect();
    if anchor == head {
        text.insert(head, '|');
    } else {
        let (first, last) = if anchor < head { ((anchor, '^'), (head, '|')) } else { ((head, '|'), (anchor, '^')) };
        text.insert(last.0, last.1);
        text.insert(first.0, first.1);
    }
    text.into_iter().collect()
}

/// Presses keys: characters, and names in angle brackets.
fn press(buffer: &mut Buffer, keys: &str) {
    let mut rest = keys;
    while let Some(first) = rest.chars().next() {
        if let Some((name, tail)) = rest.strip_prefix('<').and_then(|rest| rest.split_once('>')) {
            rest = tail;
            let (extend, name) = name.strip_prefix("s-").map_or((false, name), |name| (true, name));
            match name {
                "left" => buffer.go(Motion::Left, extend),
                "right" => buffer.go(Motion::Right, extend),
                "up" => buffer.go(Motion::Up, extend),
                "down" => buffer.go(Motion::Down, extend),
                "c-left" => buffer.go(Motion::WordLeft, extend),
                "c-right" => buffer.go(Motion::WordRight, extend),
                "home" => buffer.go(Motion::LineStart, extend),
                "end" => buffer.go(Motion::LineEnd, extend),
                "c-home" => buffer.go(Motion::Start, extend),
                "c-end" => buffer.go(Motion::End, extend),
                "pgdn" => buffer.go(Motion::PageDown(2), extend),
                "pgup" => buffer.go(Motion::PageUp(2), extend),
                "match" => buffer.go(Motion::Bracket, extend),
                "all" => buffer.select_all(),
                "ret" => buffer.newline(),
                "bs" => buffer.backspace(),
                "del" => buffer.delete(Motion::Right),
                "c-bs" => buffer.delete(Motion::WordLeft),
                "c-k" => buffer.delete(Motion::LineEnd),
                "tab" if extend => buffer.outdent(),
                "tab" => buffer.indent(),
                "undo" => assert!(buffer.undo(), "something to undo"),
                "redo" => assert!(buffer.redo(), "something to redo"),
                "cut" => assert!(buffer.cut().is_some(), "something to cut"),
                other => panic!("no key is called {other}"),
            }
        } else {
            buffer.insert(first);
            rest = &rest[first.len_utf8()..];
        }
    }
}

#[track_caller]
fn check(kind: Kind, before: &str, keys: &str, after: &str) {
    let mut buffer = given(kind, before);
    press(&mut buffer, keys);
    assert_eq!(shown(&buffer), after, "{before:?} with {keys}");
}

#[track_caller]
fn json(before: &str, keys: &str, after: &str) {
    check(Kind::Json, before, keys, after);
}

#[track_caller]
fn prose(before: &str, keys: &str, after: &str) {
    check(Kind::Prose, before, keys, after);
}

#[test]
fn the_cursor_moves_by_what_people_see() {
    prose("|e\u{301}x", "<right>", "e\u{301}|x");
    prose("👍🏽|", "<left>", "|👍🏽");
    prose("🇹🇷🇩🇪|", "<left>", "🇹🇷|🇩🇪");
    prose("a|\r\nb", "<right>", "a\r\n|b");
    prose("a\r\n|b", "<left><left>", "|a\r\nb");
    prose("|", "<left><up><c-left>", "|");
    prose("|", "<right><down><c-right>", "|");
}

#[test]
fn up_and_down_keep_the_column() {
    prose("abcdef|\nab\nabcdef", "<down><down>", "abcdef\nab\nabcdef|");
    prose("日本|語\nabcdef", "<down>", "日本語\nabcd|ef");
    prose("ab|cd\nxy", "<up>", "|abcd\nxy");
    prose("ab\nx|y", "<down>", "ab\nxy|");
    prose("|1\n2\n3\n4", "<pgdn><down>", "1\n2\n3\n|4");
    prose("1\n2\n3\n|4", "<pgup>", "1\n|2\n3\n4");
}

#[test]
fn words_and_lines_have_ends() {
    prose("|one two_3, four", "<c-right>", "one| two_3, four");
    prose("one| two_3, four", "<c-right><c-right>", "one two_3,| four");
    prose("one two_3, four|", "<c-left><c-left>", "one two_3|, four");
    prose("  a|b\nc", "<end>", "  ab|\nc");
    prose("  ab|\r\nc", "<home>", "  |ab\r\nc");
    prose("  |ab", "<home>", "|  ab");
    prose("a|b\nc", "<c-end>", "ab\nc|");
    prose("ab\nc|", "<c-home>", "|ab\nc");
}

#[test]
fn shift_extends_the_selection() {
    prose("a|bc", "<s-right><s-right>", "a^bc|");
    prose("a^bc|", "<left>", "a|bc");
    prose("a|bc^", "<right>", "abc|");
    prose("ab|c", "<s-home>", "|ab^c");
    prose("a|bc", "<all>", "^abc|");
    prose("^ab|c", "x", "x|c");
    prose("^ab|c", "<bs>", "|c");
    prose("a^b\nc|d", "<cut>", "a|d");
}

#[test]
fn pairs_close_where_nothing_follows() {
    json("|", "{", "{|}");
    json("|", "{\"", "{\"|\"}");
    json("|", "{\"a\":[1", "{\"a\":[1|]}");
    json("|", "{\"a\":[1]}", "{\"a\":[1]}|");
    json("|x", "{", "{|x");
    json("{|\"a\": 1}", "[", "{[|\"a\": 1}");
    json("|", "[]", "[]|");
    json("[|]", "]", "[]|]");
    json("{ |}", "\"", "{ \"|\"}");
    prose("|", "{\"", "{\"|");
}

#[test]
fn inside_a_string_signs_are_letters() {
    json("\"a |\"", "{[", "\"a {[|\"");
    json("\"a\\|\"", "\"", "\"a\\\"|\"");
    json("12|", "\"", "12\"|");
    json("|", "\"a\\\"b\"", "\"a\\\"b\"|");
}

#[test]
fn a_pair_surrounds_the_selection() {
    json("a^bc|d", "[", "a[^bc|]d");
    json("|bc^", "\"", "\"|bc^\"");
    json("^bc|", "x", "x|");
}

#[test]
fn backspace_takes_an_empty_pair_that_was_closed_for_us() {
    json("|", "{<bs>", "|");
    json("{|}", "<bs>", "|}");
    json("|", "{\"<bs><bs>", "|");
    json("    |x", "<bs>", "  |x");
    json("     |x", "<bs>", "    |x");
    json("a   |x", "<bs>", "a  |x");
}

#[test]
fn enter_indents_json() {
    json("|", "{<ret>", "{\n  |\n}");
    json("  [|]", "<ret>", "  [\n    |\n  ]");
    json("  \"a\": 1,|", "<ret>", "  \"a\": 1,\n  |");
    json("{|  \"a\": 1}", "<ret>", "{\n  |\"a\": 1}");
    json("{ |\n}", "<ret>", "{ \n  |\n}");
    json("\"{|\"", "<ret>", "\"{\n|\"");
    json("{\n    |", "}", "{\n}|");
    json("{\n  \"a\": [\n    1\n    |", "]", "{\n  \"a\": [\n    1\n  ]|");
    json("{\n    |", "]", "{\n    ]|");
    prose("  a|", "<ret>", "  a\n|");
}

#[test]
fn lines_are_indented_together() {
    json("{\n^a\nb|\n}", "<tab>", "{\n^  a\n  b|\n}");
    json("{\n^  a\n\n  b|\n}", "<s-tab>", "{\n^a\n\nb|\n}");
    json("^a\n|b", "<tab>", "^  a\n|b");
    json("  x|", "<s-tab>", "x|");
    json("a|", "<tab>", "a |");
    json("^a\nb|", "<tab><undo>", "^a\nb|");
}

#[test]
fn undo_takes_back_a_word_of_typing() {
    prose("|", "one two<undo>", "one |");
    prose("|", "one two<undo><undo>", "|");
    prose("|", "one two<undo><undo><redo><redo>", "one two|");
    prose("abc|", "<bs><bs><undo>", "abc|");
    prose("|abc", "<del><del><undo>", "|abc");
    prose("|", "ab<left>c<undo>", "a|b");
    prose("one two|", "<c-bs>x<undo><undo>", "one two|");
    json("|", "{<ret>\"a<undo><undo>", "{|}");
    prose("a^b|", "x<undo>", "a^b|");
}

#[test]
fn a_new_edit_ends_what_could_be_done_again() {
    let mut buffer = given(Kind::Prose, "|");
    press(&mut buffer, "ab<undo>c");
    assert!(!buffer.redo());
    assert_eq!(shown(&buffer), "c|");
}

#[test]
fn a_field_stays_on_one_line() {
    let mut field = Buffer::field("http://x");
    field.newline();
    field.paste("/a\r\nb\rc");
    assert_eq!(shown(&field), "http://x/a b c|");
}

#[test]
fn pasting_is_one_step_and_brings_line_feeds() {
    let mut buffer = given(Kind::Json, "[^x|]");
    buffer.paste("1,\r\n2,\r3");
    assert_eq!(shown(&buffer), "[1,\n2,\n3|]");
    press(&mut buffer, "<undo>");
    assert_eq!(shown(&buffer), "[^x|]");
}

#[test]
fn a_file_keeps_its_line_ends() {
    let mut buffer = Buffer::json("{\r\n}\r\n");
    press(&mut buffer, "<down>");
    assert_eq!((buffer.text().as_str(), buffer.line(0).as_ref(), buffer.lines()), ("{\r\n}\r\n", "{", 3));
}

#[test]
fn unicode_separators_are_no_line_ends() {
    let buffer = Buffer::json("\"a\u{2028}b\u{85}c\rd\"");
    assert_eq!(buffer.lines(), 1);
}

#[test]
fn replacing_everything_is_one_step_and_keeps_the_cursor_in_its_place() {
    let mut buffer = given(Kind::Json, "{\"a\":1,\"b|\":2}");
    buffer.replace_all("{\n  \"a\": 1,\n  \"b\": 2\n}");
    assert_eq!(shown(&buffer), "{\n  \"a\": 1,\n  \"b|\": 2\n}");
    press(&mut buffer, "<undo>");
    assert_eq!(shown(&buffer), "{\"a\":1,\"b|\":2}");
    buffer.replace_all("");
    assert_eq!(shown(&buffer), "|");
}

#[test]
fn brackets_find_each_other() {
    json("|{\"}\": [1]}", "<match>", "{\"}\": [1]|}");
    json("{\"}\": [1]}|", "<match>", "|{\"}\": [1]}");
    json("{\n  \"a\": |[\n  ]\n}", "<match>", "{\n  \"a\": [\n  |]\n}");
    json("|[1}", "<match>", "|[1}");
}

#[test]
fn places_count_as_people_do() {
    let mut buffer = Buffer::json("{\n  \"é\": 78\n}");
    buffer.go_to(Place { line: 2, column: 8 });
    assert_eq!((buffer.place(), buffer.position(buffer.cursor())), (Place { line: 2, column: 8 }, (1, 7)));
    assert_eq!(buffer.byte_offset(buffer.cursor()), 10);
    buffer.go_to_byte(10);
    assert_eq!(buffer.place().to_string(), "2:8");
    buffer.go_to(Place { line: 99, column: 99 });
    assert_eq!(buffer.place().to_string(), "3:2");
}

fn mark(range: std::ops::Range<usize>, severity: Severity) -> Mark {
    Mark { range, severity, message: "here".to_owned() }
}

/// Where the marks are, in characters.
fn ranges(buffer: &Buffer) -> Vec<(usize, usize)> {
    buffer.marks().iter().map(|mark| (mark.range.start, mark.range.end)).collect()
}

#[test]
fn marks_move_with_the_text() {
    let mut buffer = Buffer::json("é [1, 22]");
    assert!(buffer.set_marks(0, vec![mark(7..9, Severity::Error), mark(0..2, Severity::Warning)]));
    assert_eq!(ranges(&buffer), [(0, 1), (6, 8)]);
    press(&mut buffer, "x<end><left>3");
    assert_eq!(buffer.text(), "xé [1, 223]");
    assert_eq!(ranges(&buffer), [(1, 2), (7, 9)]);
    press(&mut buffer, "<bs><bs><bs>");
    assert_eq!(ranges(&buffer), [(1, 2)]);
}

#[test]
fn marks_for_an_older_text_are_refused() {
    let mut buffer = Buffer::json("[]");
    let revision = buffer.revision();
    press(&mut buffer, "x");
    assert!(!buffer.set_marks(revision, vec![mark(0..1, Severity::Error)]));
    assert_eq!(buffer.marks(), []);
}

#[test]
fn marks_are_stepped_through_and_found_by_line() {
    let mut buffer = Buffer::json("[\n1,\n2\n]");
    buffer.set_marks(0, vec![mark(2..3, Severity::Warning), mark(2..2, Severity::Error), mark(5..6, Severity::Info)]);
    let severities: Vec<Severity> = buffer.marks_in_line(1).iter().map(|m| m.severity).collect();
    assert_eq!(severities, [Severity::Error, Severity::Warning]);
    assert!(buffer.go_to_mark(false) && buffer.go_to_mark(false));
    assert_eq!(buffer.place().to_string(), "3:1");
    assert!(buffer.go_to_mark(false));
    assert_eq!(buffer.place().to_string(), "2:1");
    assert!(buffer.go_to_mark(true));
    assert_eq!(buffer.place().to_string(), "3:1");
}

#[test]
fn finding_goes_around_the_end() {
    let buffer = Buffer::json("type Type é type");
    assert_eq!(buffer.find("type", 1, false), Some(5..9));
    assert_eq!(buffer.find("Type", 0, false), Some(5..9));
    assert_eq!(buffer.find("type", 13, false), Some(0..4));
    assert_eq!(buffer.find("type", 0, true), Some(12..16));
    assert_eq!(buffer.find("none", 0, false), None);
}

#[test]
fn a_double_click_selects_a_word() {
    let mut buffer = Buffer::json("{\"max_items\": 3}");
    buffer.select_word(5);
    assert_eq!(buffer.selected().as_deref(), Some("max_items"));
}

#[test]
fn five_megabytes_are_pasted_at_once() {
    let text = "{\"key\": \"value\"},\n".repeat(300_000);
    let mut buffer = Buffer::json("");
    buffer.paste(&text);
    press(&mut buffer, "<bs><undo>");
    assert_eq!((buffer.bytes(), buffer.lines()), (text.len(), 300_001));
    press(&mut buffer, "<undo>");
    assert!(buffer.is_empty());
}

/// The kinds of a line's tokens with their text.
fn tokens(text: &str) -> Vec<(highlight::Kind, &str)> {
    let mut tokens = Vec::new();
    highlight::line(text, &mut tokens);
    tokens.into_iter().map(|token| (token.kind, &text[token.range])).collect()
}

#[test]
fn json_is_told_apart() {
    use highlight::Kind::{Key, Literal, Number, Punctuation, String};
    assert_eq!(
        tokens(r#"  "a\"b" : [-1.5e+3, "x", true]"#),
        [
            (Key, r#""a\"b""#),
            (Punctuation, ":"),
            (Punctuation, "["),
            (Number, "-1.5e+3"),
            (Punctuation, ","),
            (String, r#""x""#),
            (Punctuation, ","),
            (Literal, "true"),
            (Punctuation, "]"),
        ]
    );
}

#[test]
fn what_is_no_json_is_marked_and_the_rest_goes_on() {
    use highlight::Kind::{Error, Number, Punctuation};
    for wrong in ["tru", "NaN", "01", "1.", "+1", "-", "1e", "// why", "'a'", "é", "\u{0}"] {
        assert_eq!(tokens(wrong)[0].0, Error, "{wrong}");
    }
    assert_eq!(tokens("[no, 1"), [(Punctuation, "["), (Error, "no"), (Punctuation, ","), (Number, "1")]);
    assert_eq!(tokens(r#""open, 1"#), [(Error, r#""open, 1"#)]);
    assert_eq!(tokens("\"\\"), [(Error, "\"\\")]);
}

/// One edit of the property test.
#[derive(Clone, Debug)]
enum Op {
    Put(usize, bool),
    Paste(String),
    Delete(bool),
}

fn ops() -> impl Strategy<Value = Vec<Op>> {
    let text = proptest::collection::vec(
        proptest::sample::select("ab{}[]\" \né日👍\u{301}".chars().collect::<Vec<_>>()),
        0..12,
    );
    let op = prop_oneof![
        (0usize..80, any::<bool>()).prop_map(|(at, extend)| Op::Put(at, extend)),
        text.prop_map(|chars| Op::Paste(chars.into_iter().collect())),
        any::<bool>().prop_map(Op::Delete),
    ];
    proptest::collection::vec(op, 0..40)
}

proptest! {
    #[test]
    fn edits_do_to_the_rope_what_they_do_to_a_string(start in "[a-c\n日]{0,20}", ops in ops()) {
        let mut buffer = Buffer::prose(&start);
        let mut model: Vec<char> = start.chars().collect();
        for op in ops {
            let range = buffer.selection().range();
            match op {
                Op::Put(at, extend) => buffer.put(at, extend),
                Op::Paste(text) => {
                    model.splice(range, text.chars());
                    buffer.paste(&text);
                }
                Op::Delete(back) => {
                    let before = buffer.cursor();
                    buffer.delete(if back { Motion::Left } else { Motion::Right });
                    let gone = model.len() - buffer.len();
                    let from = if !range.is_empty() { range.start } else if back { before - gone } else { before };
                    model.drain(from..from + gone);
                }
            }
            prop_assert_eq!(buffer.text(), String::from_iter(&model));
            prop_assert!(buffer.cursor() <= buffer.len());
        }
    }

    #[test]
    fn undoing_everything_gives_the_original_and_redoing_the_result(
        start in "[{}\\[\\]\" a\n]{0,20}",
        keys in proptest::collection::vec(proptest::sample::select(vec![
            "{", "}", "[", "]", "\"", "a", " ", "1", "日", "<ret>", "<bs>", "<del>", "<left>", "<right>", "<s-left>",
            "<s-down>", "<up>", "<tab>", "<s-tab>", "<c-bs>", "<c-k>", "<home>", "<all>",
        ]), 0..60),
    ) {
        let mut buffer = Buffer::json(&start);
        for key in keys {
            press(&mut buffer, key);
        }
        let result = buffer.text();
        let mut steps = 0;
        while buffer.undo() {
            steps += 1;
        }
        prop_assert_eq!(buffer.text(), start);
        for _ in 0..steps {
            prop_assert!(buffer.redo());
        }
        prop_assert_eq!(buffer.text(), result);
    }

    #[test]
    fn tokens_are_in_order_and_cover_all_but_blanks(text in "[ \t\\[\\]{}:,\"\\\\a-z0-9.eE+\\-é日]{0,40}") {
        let mut tokens = Vec::new();
        highlight::line(&text, &mut tokens);
        let mut end = 0;
        for token in &tokens {
            prop_assert!(token.range.start >= end && token.range.end > token.range.start);
            prop_assert!(text[end..token.range.start].trim().is_empty());
            end = token.range.end;
        }
        prop_assert!(text[end..].trim().is_empty());
    }
}
