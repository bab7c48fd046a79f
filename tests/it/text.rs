//! Text on its way to a terminal: nothing a terminal obeys passes, nothing is lost to sight, columns add up.

use std::borrow::Cow;

use catseye::text::{
    bytes, count, duration, harmless, harmless_lines, harmless_prefix, instant, is_harmless, pad, thousands, truncate,
    truncate_middle, width, wrap,
};
use proptest::prelude::*;

#[test]
fn plain_text_is_borrowed() {
    assert!(matches!(harmless("a plain line, 42"), Cow::Borrowed("a plain line, 42")));
    assert!(matches!(harmless("Kısır 日本 👍🏽 🇹🇷"), Cow::Borrowed(_)));
    assert!(matches!(harmless_lines("two\nlines"), Cow::Borrowed(_)));
}

#[test]
fn escape_sequences_are_shown_not_obeyed() {
    assert_eq!(harmless("\u{1b}[31mred\u{1b}]52;c;aGk=\u{7}"), "␛[31mred␛]52;c;aGk=␇");
    assert_eq!(harmless("a\0b\tc\nd\re\u{7f}"), "a␀b␉c␊d␍e␡");
    assert_eq!(harmless("\u{9b}2J \u{9d}0;title\u{9c} \u{80}"), "⟨CSI⟩2J ⟨OSC⟩0;title⟨ST⟩ ⟨U+0080⟩");
}

#[test]
fn bidirectional_and_invisible_characters_are_named() {
    assert_eq!(harmless("safe\u{202e}gpj.exe"), "safe⟨RLO⟩gpj.exe");
    assert_eq!(harmless("ad\u{200b}min\u{feff}"), "ad⟨ZWSP⟩min⟨BOM⟩");
    assert_eq!(harmless("\u{e0041}\u{e0100}\u{2028}"), "⟨U+E0041⟩⟨U+E0100⟩⟨LS⟩");
    assert_eq!(harmless("👩\u{200d}🚀"), "👩⟨ZWJ⟩🚀");
}

#[test]
fn lines_keep_their_breaks_and_expand_tabs() {
    assert_eq!(harmless_lines("a\tb\r\n\tc\nlone\rcr"), "a   b\n    c\nlone␍cr");
    assert_eq!(harmless_lines("日本\tx"), "日本    x");
    assert_eq!(harmless_lines("\u{1b}[2J\n\tx"), "␛[2J\n    x");
}

#[test]
fn marks_keep_their_letter_and_get_a_base_when_they_have_none() {
    assert_eq!(harmless("e\u{301}"), "e\u{301}");
    assert_eq!(harmless("\u{301}e"), "◌\u{301}e");
    assert_eq!(harmless_lines("a\n\u{301}"), "a\n◌\u{301}");
    assert_eq!(harmless("❤\u{fe0f}"), "❤\u{fe0f}");
    assert_eq!(harmless("a\u{fe0f}"), "a⟨U+FE0F⟩");
    assert_eq!(harmless(&format!("z{}!", "\u{301}".repeat(20))), format!("z{}⟨+12 marks⟩!", "\u{301}".repeat(8)));
}

#[test]
fn widths_are_counted_by_cluster() {
    for (text, columns) in
        [("", 0), ("abc", 3), ("日本", 4), ("e\u{301}", 1), ("🇹🇷", 2), ("👍🏽", 2), ("❤\u{fe0f}|", 3), ("لا", 2)]
    {
        assert_eq!(width(text), columns, "{text}");
    }
}

#[test]
fn cutting_keeps_clusters_whole() {
    assert_eq!(truncate("abcdef", 6), "abcdef");
    assert_eq!(truncate("abcdef", 4), "abc…");
    assert_eq!(truncate("日本語", 4), "日…");
    assert_eq!(truncate("ae\u{301}ie\u{301}", 3), "ae\u{301}…");
    assert_eq!(truncate("abcdef", 1), "…");
    assert_eq!(truncate("abcdef", 0), "");
    assert_eq!(truncate_middle("https://agents.example/recipes/card.json", 20), "https://ag…card.json");
    assert_eq!(truncate_middle("日本語日本語", 6), "日…語");
    assert_eq!(truncate_middle("abc", 1), "…");
    assert_eq!(pad("日本", 6), "日本  ");
    assert_eq!(pad("abcdef", 3), "ab…");
}

#[test]
fn wrapping_breaks_between_words() {
    assert_eq!(wrap("ask for whole grams in the schema", 12, 9), ["ask for", "whole grams", "in the", "schema"]);
    assert_eq!(wrap("unbreakable", 4, 9), ["unbr", "eaka", "ble"]);
    assert_eq!(wrap("日本語", 1, 9), ["日", "本", "語"]);
    assert_eq!(wrap("one two three four", 7, 2), ["one two", "three …"]);
    assert_eq!(wrap("", 7, 2), [""]);
    assert_eq!(wrap("exactly fits", 12, 9), ["exactly fits"]);
}

#[test]
fn only_the_beginning_of_a_huge_string_is_looked_at() {
    let huge = "x\u{1b}".repeat(4_000_000);
    assert_eq!(harmless_prefix(&huge, 5), "x␛x␛…");
    assert_eq!(harmless_prefix("short", 5), "short");
    assert_eq!(harmless_prefix("a\u{202e}b", 4), "a⟨R…");
    let marks = format!("e{}", "\u{301}".repeat(1_000_000));
    assert!(harmless_prefix(&marks, 3).len() < 64);
}

#[test]
fn numbers_read_well() {
    assert_eq!(
        [thousands(0), thousands(999), thousands(32_768), thousands(1_234_567)],
        ["0", "999", "32 768", "1 234 567"]
    );
    assert_eq!(
        [count(1, "event"), count(0, "event"), count(1_042, "property")],
        ["1 event", "0 events", "1 042 properties"]
    );
    assert_eq!([count(2, "key"), count(2, "match")], ["2 keys", "2 matches"]);
    assert_eq!([bytes(212), bytes(1_000), bytes(4_096), bytes(212_400)], ["212 B", "1.0 KB", "4.1 KB", "212 KB"]);
    assert_eq!([bytes(999_999), bytes(52_428_800), bytes(u64::MAX)], ["1.0 MB", "52.4 MB", "18447 PB"]);
    assert_eq!([duration(3), duration(420), duration(1_942), duration(9_960)], ["3 ms", "0.4 s", "1.9 s", "10 s"]);
    assert_eq!([duration(31_200), duration(124_000), duration(3_900_000)], ["31 s", "2m 04s", "1h 05m"]);
    assert_eq!(
        [instant(42), instant(41_870), instant(124_190), instant(3_724_000)],
        ["0.042", "41.870", "2:04.1", "1:02:04"]
    );
}

/// What must never reach a terminal.
fn obeyed_or_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// Any characters, the dangerous ones often.
fn nasty() -> impl Strategy<Value = String> {
    let character = prop_oneof![
        4 => any::<char>(),
        3 => proptest::sample::select("ab \"日é👍🇹🇷\u{301}\u{200d}\u{fe0f}\t\r\n\u{1b}\u{9b}\u{202e}\u{200b}\u{1160}\u{0}".chars().collect::<Vec<_>>()),
        1 => proptest::char::range('\u{0}', '\u{a0}'),
    ];
    proptest::collection::vec(character, 0..60).prop_map(String::from_iter)
}

proptest! {
    #[test]
    fn nothing_a_terminal_obeys_passes(text in nasty()) {
        prop_assert!(!harmless(&text).contains(obeyed_or_unseen));
        prop_assert!(!harmless_lines(&text).chars().any(|c| c != '\n' && obeyed_or_unseen(c)));
        prop_assert!(!harmless_prefix(&text, 7).contains(obeyed_or_unseen));
    }

    #[test]
    fn doing_it_twice_changes_nothing(text in nasty()) {
        let once = harmless(&text).into_owned();
        prop_assert_eq!(harmless(&once), once.as_str());
        prop_assert!(is_harmless(&once));
        let lines = harmless_lines(&text).into_owned();
        prop_assert_eq!(harmless_lines(&lines), lines.as_str());
    }

    #[test]
    fn line_breaks_are_kept(text in nasty()) {
        prop_assert_eq!(harmless_lines(&text).matches('\n').count(), text.matches('\n').count());
    }

    #[test]
    fn widths_are_those_the_screen_library_counts(text in nasty()) {
        let text = harmless(&text);
        let mut cells = ratatui::buffer::Buffer::empty(ratatui::layout::Rect::new(0, 0, 2_000, 1));
        let (end, _) = cells.set_stringn(0, 0, &text, 2_000, ratatui::style::Style::new());
        prop_assert_eq!(width(&text), usize::from(end));
    }

    #[test]
    fn cuts_fit(text in nasty(), columns in 0usize..30) {
        let text = harmless(&text);
        prop_assert!(width(&truncate(&text, columns)) <= columns);
        prop_assert!(width(&truncate_middle(&text, columns)) <= columns);
        prop_assert_eq!(width(&pad(&text, columns)), columns);
        if width(&text) <= columns {
            prop_assert_eq!(truncate(&text, columns), text.as_ref());
        }
    }

    #[test]
    fn wrapped_rows_fit_and_lose_only_blanks(text in nasty(), columns in 2usize..20) {
        let text = harmless(&text);
        let rows = wrap(&text, columns, usize::MAX);
        prop_assert!(rows.iter().all(|row| width(row) <= columns), "{:?}", rows);
        prop_assert_eq!(rows.concat().replace(' ', ""), text.replace(' ', ""));
    }
}
