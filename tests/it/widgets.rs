//! Widgets as pictures of text and roles, at any size, with hostile text.

use catseye::app::Window;
use catseye::editor::{Buffer, Mark as Finding};
use catseye::schema::Severity;
use catseye::ui::theme::{Role, Theme};
use catseye::ui::widget::{
    EditorView, Field, Footer, Hint, MessageField, Overlay, Pen, Scroll, Status, Tab, Tabs, Toast, bar, fill, piece,
    scrollbar, spinner,
};
use proptest::prelude::*;
use ratatui::buffer::Buffer as Cells;
use ratatui::layout::{Position, Rect};

use crate::picture;

#[test]
fn a_gauge_fills_by_eighths() {
    assert_eq!(bar(0, 64, 8), "");
    assert_eq!(bar(1, 32_768, 8), "▏");
    assert_eq!(bar(32, 64, 8), "████");
    assert_eq!(bar(33, 64, 8), "████▏");
    assert_eq!(bar(63, 64, 8), "███████▉");
    assert_eq!(bar(1_000, 1_001, 1), "▉");
    assert_eq!(bar(u64::MAX, 1, 3), "███");
    assert_eq!(bar(5, 0, 2), "██");
}

#[test]
fn the_scrollbar_touches_the_ends_only_at_the_ends() {
    let rows = |first| {
        let shown = picture::of(1, 6, |theme, area, cells| {
            scrollbar(theme, area, Window { first, height: 6, total: 60 }, cells)
        });
        shown.lines().position(|line| line.contains('▐'))
    };
    assert_eq!([rows(0), rows(1), rows(53), rows(54)], [Some(0), Some(1), Some(4), Some(5)]);
    let all =
        picture::of(1, 2, |theme, area, cells| scrollbar(theme, area, Window { first: 0, height: 6, total: 6 }, cells));
    assert_eq!(all.trim(), "");
}

fn editor() -> Buffer {
    let text = "{\n  \"a\": [1, tru],\n\t\"b\u{202e}\": \"日本\"\n}\n";
    let mut buffer = Buffer::json(text);
    let mark = |needle: &str, severity, message: &str| {
        let start = text.find(needle).expect("the needle");
        Finding { range: start..start + needle.len(), severity, message: message.to_owned() }
    };
    let marks = vec![mark("tru", Severity::Error, "not a word of JSON"), mark("日", Severity::Warning, "wide")];
    assert!(buffer.set_marks(0, marks));
    buffer
}

#[test]
fn the_editor_shows_lines_colours_findings_and_the_cursor() {
    let mut buffer = editor();
    buffer.go_to_byte(13);
    insta::assert_snapshot!(picture::of(48, 6, |theme, area, cells| {
        let view = EditorView { buffer: &buffer, here: true, entered: true, found: Some(&(6..7)) };
        let caret = view.draw(theme, area, Scroll::default(), cells);
        assert_eq!(caret, Some(Position { x: 17, y: 1 }));
    }), @r#"
       1  {
       f  p
       2 ✗  "a": [1, tru],       not a word of JSON
       h e  kkcp pnp ceepp       eee e eeee ee eeee
    ccccccccccFcccccc█cccccccccccccccccccccccccccccc
       3 !  "b⟨RLO⟩": "日本"                   wide
       f w  kkwwwwwkp qqqqqq                   wwww
       4  }
       f  p
       5
       f
    "#);
}

#[test]
fn a_selection_goes_over_line_ends_and_there_is_no_caret_outside_the_field() {
    let mut buffer = editor();
    buffer.select(1..10);
    insta::assert_snapshot!(picture::of(30, 3, |theme, area, cells| {
        let view = EditorView { buffer: &buffer, here: false, entered: false, found: None };
        assert_eq!(view.draw(theme, area, Scroll::default(), cells), None);
    }), @r#"
    1  {                      ▐
    f  p                      f
        s
    2 ✗  "a": [1, tru],
    h e  kkkp pnp eeepp
       ssssssss
    3 !  "b⟨RLO⟩": "日本"
    f w  kkwwwwwkp qqqqqq
    "#);
}

#[test]
fn the_editor_follows_its_cursor_sideways_and_down() {
    let mut buffer = Buffer::json(&format!("{}\n{}", "[1, ".repeat(100), "\n".repeat(50)));
    let area = Rect::new(0, 0, 40, 10);
    let follow =
        |buffer: &Buffer, scroll| EditorView { buffer, here: true, entered: true, found: None }.follow(scroll, area);
    assert_eq!(follow(&buffer, Scroll::default()), Scroll { line: 0, column: 0 });
    buffer.go_to_byte(390);
    let right = follow(&buffer, Scroll::default());
    assert_eq!(right, Scroll { line: 0, column: 364 });
    buffer.go_to_byte(385);
    assert_eq!(follow(&buffer, right), right);
    buffer.go_to_byte(366);
    assert_eq!(follow(&buffer, right), Scroll { line: 0, column: 361 });
    buffer.go_to_byte(2);
    assert_eq!(follow(&buffer, right), Scroll { line: 0, column: 0 });
    buffer.go_to_byte(420);
    assert_eq!(follow(&buffer, right), Scroll { line: 11, column: 0 });
}

#[test]
fn a_click_finds_its_place_in_the_text() {
    let buffer = editor();
    let view = EditorView { buffer: &buffer, here: true, entered: true, found: None };
    let area = Rect::new(5, 2, 40, 5);
    let at = |x, y| buffer.position(view.at(Scroll { line: 1, column: 0 }, area, Position { x, y }));
    assert_eq!([at(5, 2), at(13, 2), at(200, 2), at(13, 200)], [(1, 0), (1, 2), (1, 16), (4, 0)]);
}

#[test]
fn fields_scroll_with_their_cursor_and_hide_secrets() {
    let mut field = Buffer::field("localhost:4310/日本/agents");
    let draw = |buffer: &Buffer, secret| {
        picture::of(12, 1, |theme, area, cells| {
            Field { buffer, entered: true, placeholder: "https://", secret }.draw(theme, area, cells);
        })
    };
    insta::assert_snapshot!(draw(&field, false), @r"
    日本/agents
    ttttttttttt
               █
    ");
    insta::assert_snapshot!(draw(&Buffer::field("s3cret"), true), @r"
    ••••••
    tttttt
          █
    ");
    insta::assert_snapshot!(draw(&Buffer::field(""), false), @r"
    https://
    cfffffff
    █
    ");
    field.put(0, false);
    insta::assert_snapshot!(draw(&field, false), @r"
    localhost:43
    cttttttttttt
    █
    ");
}

#[test]
fn a_message_wraps_between_words_and_follows_its_cursor() {
    let mut message = Buffer::prose("Plan a dinner for four.\nNothing that needs an oven, and unbreakablewords");
    let area = Rect::new(0, 0, 14, 3);
    let draw = |buffer: &Buffer, scroll| {
        picture::of(14, 3, |theme, area, cells| {
            MessageField { buffer, entered: true, placeholder: "say what to do" }.draw(theme, area, scroll, cells);
        })
    };
    insta::assert_snapshot!(draw(&message, Scroll::default()), @r"
    Plan a dinner
    cttt t tttttt
    █
    for four.
    ttt ttttt
    Nothing that
    ttttttt tttt
    ");
    message.put(usize::MAX, false);
    let scroll = MessageField { buffer: &message, entered: true, placeholder: "" }.follow(Scroll::default(), area);
    assert_eq!(scroll, Scroll { line: 1, column: 2 });
    insta::assert_snapshot!(draw(&message, scroll), @r"
    oven, and
    ttttt ttt
    unbreakablewo
    ttttttttttttt
    rds
    ttt
       █
    ");
    insta::assert_snapshot!(draw(&Buffer::prose(""), Scroll::default()), @r"
    say what to do
    cff ffff ff ff
    █
    ");
}

#[test]
fn a_footer_drops_hints_by_rank_and_help_last() {
    let left = [
        Hint { key: "Ctrl-S", words: "send", rank: 1 },
        Hint { key: "w", words: "wire", rank: 3 },
        Hint { key: "y", words: "copy", rank: 2 },
    ];
    let right = [Hint { key: "?", words: "help", rank: 0 }];
    let text = |width| {
        let shown = picture::of(width, 1, |theme, area, cells| {
            Footer { left: &left, right: &right }.draw(theme, area, cells);
        });
        shown.lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(text(50), " Ctrl-S send   w wire   y copy             ? help");
    assert_eq!(text(35), " Ctrl-S send   y copy       ? help");
    assert_eq!(text(22), " Ctrl-S send   ? help");
    assert_eq!(text(9), "  ? help");
    assert_eq!(text(4), "");
}

#[test]
fn tabs_lose_their_names_before_they_are_cut() {
    let tabs = [("1", "agent"), ("2", "schema"), ("4", "run")].map(|(key, name)| Tab { key, name, mark: None });
    let draw = |width| {
        picture::of(width, 1, |theme, area, cells| {
            Tabs { tabs: &tabs, active: 1 }.draw(theme, area, cells);
        })
    };
    assert_eq!(draw(40), " 1 agent  ▌2 schema   4 run\n f mmmmm  hT TTTTTT   f mmm\n");
    assert_eq!(draw(20), " 1  ▌2 schema   4\n f  hT TTTTTT   f\n");
}

#[test]
fn overlays_and_toasts_stand_where_they_belong() {
    insta::assert_snapshot!(picture::of(40, 9, |theme, area, cells| {
        let overlay = Overlay { title: "Find", hint: &[piece(Role::Here, "Esc"), piece(Role::Muted, " close")], width: 20, height: 1 };
        let inside = overlay.draw(theme, area, cells);
        Pen::new(cells, inside, 0).put(theme[Role::Text], "grams");
        Toast { status: Status::Warn, words: "saved\nto file" }.draw(theme, area, 0, cells);
    }), @r"


    ╭─ Find ───────────────╮
    ff TTTT ffffffffffffffff
    rrrrrrrrrrrrrrrrrrrrrrrr
    │ grams                │
    f ttttt                f
    rrrrrrrrrrrrrrrrrrrrrrrr
    ╰────────── Esc close ─╯
    fffffffffff hhh mmmmm ff
    rrrrrrrrrrrrrrrrrrrrrrrr



                   ! saved␊to file
                   w tttttttt tttt
                  cccccccccccccccccc
    ");
}

#[test]
fn a_wide_character_never_hangs_over_the_edge() {
    let shown = picture::of(4, 1, |theme, area, cells| {
        Pen::new(cells, area, 0).put(theme[Role::Text], "a日本");
    });
    assert_eq!(shown, "a日…\ntttt\n");
}

#[test]
fn the_spinner_turns_ten_times_a_second() {
    assert_eq!([spinner(0), spinner(99), spinner(100), spinner(1_000)], ["⠋", "⠋", "⠙", "⠋"]);
}

/// Draws every widget into an area.
fn draw_all(text: &str, area: Rect, cells: &mut Cells) {
    let theme = Theme::dark();
    let theme = &theme;
    let words = || piece(Role::Text, text.to_owned());
    fill(cells, area, theme[Role::Ground]);
    let mut buffer = Buffer::json(text);
    buffer.set_marks(0, vec![Finding { range: 0..text.len(), severity: Severity::Error, message: text.to_owned() }]);
    buffer.go(catseye::editor::Motion::End, false);
    let view = EditorView { buffer: &buffer, here: true, entered: true, found: Some(&(0..3)) };
    view.draw(theme, area, view.follow(Scroll::default(), area), cells);
    let field = Buffer::field(text);
    Field { buffer: &field, entered: true, placeholder: text, secret: false }.draw(theme, area, cells);
    Field { buffer: &field, entered: true, placeholder: text, secret: true }.draw(theme, area, cells);
    let message = MessageField { buffer: &buffer, entered: true, placeholder: text };
    message.draw(theme, area, message.follow(Scroll::default(), area), cells);
    Tabs { tabs: &[Tab { key: "1", name: text, mark: Some(words()) }], active: 0 }.draw(theme, area, cells);
    Footer { left: &[Hint { key: "x", words: text, rank: 1 }], right: &[] }.draw(theme, area, cells);
    Toast { status: Status::Ok, words: text }.draw(theme, area, 0, cells);
    Overlay { title: text, hint: &[words()], width: 9, height: 3 }.draw(theme, area, cells);
}

#[test]
fn every_widget_can_be_drawn_at_any_size() {
    for width in 0..24 {
        for height in 0..5 {
            let mut cells = Cells::empty(Rect::new(0, 0, width, height));
            draw_all("a 日本 \u{1b}[2J", Rect::new(0, 0, width, height), &mut cells);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn no_text_and_no_area_breaks_a_widget_or_reaches_the_terminal(
        text in "[a\u{0}-\u{9f}\u{202e}\u{200b}日👍\u{301}\u{200d}\n\t]{0,12}",
        (x, y, width, height) in (0u16..20, 0u16..8, 0u16..30, 0u16..8),
    ) {
        let mut cells = Cells::empty(Rect::new(0, 0, 24, 6));
        draw_all(&text, Rect::new(x, y, width, height), &mut cells);
        for cell in cells.content() {
            let dangerous = |c: char| c.is_control() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}');
            prop_assert!(!cell.symbol().contains(dangerous), "{:?}", cell.symbol());
        }
    }
}
