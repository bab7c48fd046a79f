//! Widgets as pictures of text and roles, at any size, with hostile text.

use catseye::editor::{Buffer, Mark as Finding};
use catseye::json::{Document, Limits, parse_text};
use catseye::schema::Severity;
use catseye::ui::theme::{Role, Theme};
use catseye::ui::widget::{
    EditorView, Empty, Fact, Facts, Field, Footer, Gauge, HexView, Hint, Label, Ladder, List, Mark, MessageField,
    Overlay, Pen, ProgressRow, Prose, Rule, Scroll, Shape, Status, Tab, Tabs, Toast, TreeRow, TreeView, Window,
    WireText, bar, cursor_row, draw_progress, fill, piece, preview, scrollbar, spinner,
};
use proptest::prelude::*;
use ratatui::buffer::Buffer as Cells;
use ratatui::layout::{Position, Rect};

use crate::picture;

fn document(text: &str) -> Document {
    parse_text(text, &Limits::default()).expect("JSON")
}

#[test]
fn a_title_stands_in_a_rule_and_the_last_facts_stay() {
    let facts = [piece(Role::Muted, "completed"), piece(Role::Muted, "9 events"), piece(Role::Warn, "! 2")];
    let drawn = |width, here| {
        picture::of(width, 1, |theme, area, cells| {
            Rule { title: "4 Run", here, facts: &facts }.draw(theme, area, cells)
        })
    };
    insta::assert_snapshot!(drawn(44, false), @r"
    ─ 4 Run ──────── completed   9 events   ! 2
    f t ttt ffffffff mmmmmmmmm   m mmmmmm   w w
    ");
    insta::assert_snapshot!(drawn(30, true), @r"
    ─ 4 Run ────── 9 events   ! 2
    f T TTT ffffff m mmmmmm   w w
    ");
    insta::assert_snapshot!(drawn(12, true), @r"
    ─ 4 Run ────
    f T TTT ffff
    ");
    insta::assert_snapshot!(drawn(5, true), @r"
    ─ 4…
    f TT
    ");
}

#[test]
fn labels_and_values_are_aligned() {
    let mut push = Fact::new("extended card", "no");
    push.right = Some(piece(Role::Ok, "✓"));
    let rows = [Fact::new("mode", "fixed"), push, Fact::new("", "more")];
    insta::assert_snapshot!(picture::of(30, 3, |theme, area, cells| Facts { rows: &rows, labels: 13 }.draw(theme, area, 0, cells)), @r"
      mode          fixed
      mmmm          ttttt
      extended card no           ✓
      mmmmmmmm mmmm tt           o
                    more
                    tttt
    ");
}

#[test]
fn a_gauge_fills_by_eighths_and_warns_before_the_limit() {
    assert_eq!(bar(0, 64, 8), "");
    assert_eq!(bar(1, 32_768, 8), "▏");
    assert_eq!(bar(32, 64, 8), "████");
    assert_eq!(bar(33, 64, 8), "████▏");
    assert_eq!(bar(63, 64, 8), "███████▉");
    assert_eq!(bar(1_000, 1_001, 1), "▉");
    assert_eq!(bar(u64::MAX, 1, 3), "███");
    assert_eq!(bar(5, 0, 2), "██");
    let gauge = |value, limit| Gauge { label: "bytes", value, limit, words: piece(Role::Muted, "of 64") };
    insta::assert_snapshot!(picture::of(60, 4, |theme, area, cells| {
        gauge(32, Some(64)).draw(theme, area, 0, cells);
        gauge(60, Some(64)).draw(theme, area, 1, cells);
        gauge(1_042, Some(64)).draw(theme, area, 2, cells);
        gauge(7, None).draw(theme, area, 3, cells);
    }), @r"
    bytes           32  ██████        of 64
    mmmmm           tt  hhhhhh        mm mm
    bytes           60  ███████████▎  of 64
    mmmmm           tt  wwwwwwwwwwww  mm mm
    bytes        1 042  ████████████  of 64
    mmmmm        e eee  eeeeeeeeeeee  mm mm
    bytes            7                of 64
    mmmmm            t                mm mm
    ");
}

#[test]
fn only_the_visible_rows_of_a_list_are_asked_for() {
    let mut asked = Vec::new();
    let shown = picture::of(12, 3, |theme, area, cells| {
        let list = List { total: 5_000_000, cursor: Some(4_000_001), first: 4_000_000, here: true };
        let window = list.draw(theme, area, cells, |pen, at| {
            asked.push(at);
            pen.put(theme[Role::Text], &at.to_string());
        });
        assert_eq!(window, Window { first: 4_000_000, height: 3, total: 5_000_000 });
    });
    assert_eq!(asked, [4_000_000, 4_000_001, 4_000_002]);
    insta::assert_snapshot!(shown, @r"
      4000000
      ttttttt
    ▌ 4000001  ▐
    h ttttttt  f
    cccccccccccc
      4000002
      ttttttt
    ");
}

#[test]
fn a_window_moves_no_more_than_the_cursor_asks() {
    let first = |first, cursor, height, total| Window::around(first, cursor, height, total).first;
    assert_eq!(
        [first(0, 9, 10, 100), first(0, 10, 10, 100), first(50, 20, 10, 100), first(50, 55, 10, 100)],
        [0, 1, 20, 50]
    );
    assert_eq!([first(95, 99, 10, 100), first(7, 0, 10, 0), first(3, 9, 0, 5), first(0, 9, 10, 5)], [90, 0, 4, 0]);
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

fn tree_rows(document: &Document) -> Vec<TreeRow<'_>> {
    let value = |pointer: &str| document.at(pointer).expect("a value");
    let row = |level, shape, label, pointer| TreeRow {
        level,
        shape,
        label,
        value: value(pointer),
        finding: None,
        found: false,
    };
    let key = |key: &'static str| Label::Key(key.into());
    let mut rows = vec![
        row(0, Shape::Open, Label::Root, ""),
        row(1, Shape::Leaf, key("title"), "/title"),
        row(1, Shape::Leaf, key("id"), "/id"),
        row(1, Shape::Leaf, key("photo"), "/photo"),
        row(1, Shape::Open, key("items"), "/items"),
        row(2, Shape::Folded, Label::Index(0), "/items/0"),
        row(2, Shape::Open, Label::Index(1), "/items/1"),
        row(3, Shape::Leaf, key("grams"), "/items/1/grams"),
        row(3, Shape::Leaf, key("tags"), "/items/1/tags"),
        row(1, Shape::Leaf, key(""), "/"),
    ];
    rows[5].finding = Some((Severity::Warning, "1 inside".into()));
    rows[7].finding = Some((Severity::Error, "expected integer".into()));
    rows[8].found = true;
    rows
}

fn result() -> Document {
    let photo = "iVBORw0KGgo".repeat(200_000);
    document(&format!(
        r#"{{"title":"K\u0131s\u0131r\n","id":9007199254740993,"photo":"{photo}","items":[{{"name":"bulgur","grams":250}},{{"grams":78.50,"tags":[]}}],"":null}}"#
    ))
}

#[test]
fn a_tree_shows_values_as_written_with_findings_at_their_rows() {
    let document = result();
    let rows = tree_rows(&document);
    insta::assert_snapshot!(picture::of(60, 10, |theme, area, cells| {
        TreeView { rows: &rows, cursor: Some(7), here: true }.draw(theme, area, cells);
    }), @r#"
      ▾ {}              5 keys
      t tt              m mmmm
          title         "Kısır␊"
          kkkkk         qqqqqqqq
          id            9007199254740993
          kk            nnnnnnnnnnnnnnnn
          photo         "iVBORw0KGgoiVBORw0KGg…  base64, 2.2 MB
          kkkkk         qqqqqqqqqqqqqqqqqqqqqqq  mmmmmmm mmm mm
        ▾ items         [2]
        t ttttt         mmm
          ▸ 0           bulgur, 250                    1 inside
          w t           mmmmmmm mmm                    w wwwwww
          ▾ 1
          t t
    ▌       ✗ grams     78.50                  expected integer
    h       e kkkkk     nnnnn                  eeeeeeee eeeeeee
    cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc
              tags      []
              cccc      pp
              FFFF
          ""            null
          kk            bbbb
    "#);
}

#[test]
fn a_narrow_tree_cuts_and_keeps_its_columns() {
    let document = result();
    let rows = tree_rows(&document);
    insta::assert_snapshot!(picture::of(26, 6, |theme, area, cells| {
        TreeView { rows: &rows[2..], cursor: Some(5), here: false }.draw(theme, area, cells);
    }), @r#"
          id      9007199254…
          kk      nnnnnnnnnnn
          photo   "iVBORw0KG…
          kkkkk   qqqqqqqqqqq
        ▾ items   [2]
        t ttttt   mmm
          ▸ 0     b… 1 inside
          w t     mm w wwwwww
          ▾ 1
          t t
            ✗ grams  expecte…
            e kkkkk  eeeeeeee
    iiiiiiiiiiiiiiiiiiiiiiiiii
    "#);
}

#[test]
fn previews_are_short_and_bounded() {
    let long = document(&format!("[{}]", vec!["\"ab\\u0000c\""; 200_000].join(",")));
    assert_eq!(preview(long.root(), 30), "[100 000+]  ab␀c, ab␀c, ab␀c,…");
    assert_eq!(preview(document(r#"{"a":[1],"b":{"c":1},"d":null}"#).root(), 40), "[…], {…}, null");
    assert_eq!(preview(document("{}").root(), 40), "");
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
fn progress_stands_in_columns() {
    let row = |at, label, detail, right: &'static str, times| ProgressRow {
        at,
        glyph: piece(Role::Live, "●"),
        label: piece(Role::Text, label),
        detail: piece(Role::Text, detail),
        right: Some(piece(Role::Muted, right)),
        times,
    };
    let rows = [
        row(41, "submitted", "", "task 7f3e…", 1),
        row(902, "working", "pricing\u{7} 12 items", "", 1_200),
        row(124_120, "notes", "chunk", "212 B", 2),
    ];
    insta::assert_snapshot!(picture::of(50, 3, |theme, area, cells| {
        for (line, row) in rows.iter().enumerate() {
            draw_progress(row, 9, theme, area, line, cells);
        }
    }), @r"
    0.041  ● submitted                   task 7f3e…
    mmmmm  l ttttttttt                   mmmm mmmmm
    0.902  ● working    pricing␇ 12 items   × 1 200
    mmmmm  l ttttttt    tttttttt tt ttttt   m m mmm
    2:04.1 ● notes      chunk             × 2 212 B
    mmmmmm l ttttt      ttttt             m m mmm m
    ");
}

#[test]
fn the_ladder_flows_and_its_failed_step_is_bold() {
    let steps = [
        Mark { status: Status::Ok, name: "card", here: false },
        Mark { status: Status::Warn, name: "extension", here: false },
        Mark { status: Status::Skipped, name: "bytes", here: false },
        Mark { status: Status::Error, name: "schema", here: false },
        Mark { status: Status::Idle, name: "json", here: false },
    ];
    let shown = picture::of(30, 3, |theme, area, cells| {
        assert_eq!(Ladder { steps: &steps }.draw(theme, area, cells), 2);
    });
    insta::assert_snapshot!(shown, @r"
    ✓ card  ! extension
    o mmmm  w wwwwwwwww
    – bytes  ✗ schema  · json
    f fffff  e eeeeee  f ffff
    ");
}

#[test]
fn bytes_are_shown_as_text_and_in_hexadecimal() {
    let bytes = b"id: 1\r\ndata: \x1b[31m\xff caf\xc3\xa9\n\n";
    insta::assert_snapshot!(picture::of(16, 5, |theme, area, cells| WireText { bytes }.draw(theme, area, 0, cells)), @r"
    id: 1␍␊
    ttt tff
    data: ␛[31m⟨FF⟩
    ttttt wtttteeee
    café␊
    ttttf
    ␊
    f
    ");
    assert_eq!(WireText { bytes }.rows(16, 99), 4);
    assert_eq!(WireText { bytes: b"" }.rows(16, 99), 0);
    insta::assert_snapshot!(picture::of(80, 2, |theme, area, cells| HexView { bytes, offset: 1_204 }.draw(theme, area, 0, cells)), @r"
    000004b4  69 64 3a 20 31 0d 0a 64  61 74 61 3a 20 1b 5b 33  id: 1··data: ·[3
    ffffffff  tt tt tt tt tt mm mm tt  tt tt tt tt tt ww tt tt  ttt tmmttttt wtt
    000004c4  31 6d ff 20 63 61 66 c3  a9 0a 0a                 1m· caf····
    ffffffff  tt tt bb tt tt tt tt bb  bb mm mm                 ttb tttbbmm
    ");
}

#[test]
fn prose_wraps_and_says_when_there_is_more() {
    let prose = Prose { text: "the oven is broken\u{1b}[2J\n\nask again tomorrow", role: Role::Text };
    assert_eq!(prose.height(12, 99), 5);
    insta::assert_snapshot!(picture::of(12, 3, |theme, area, cells| {
        prose.draw(theme, area, 0, cells);
    }), @r"
    the oven is
    ttt tttt tt
    broken␛[2J
    tttttttttt
               …
               f
    ");
    insta::assert_snapshot!(picture::of(12, 3, |theme, area, cells| {
        assert_eq!(prose.draw(theme, area, 3, cells), 2);
    }), @r"
    ask again
    ttt ttttt
    tomorrow
    tttttttt
    ");
}

#[test]
fn overlays_toasts_and_empty_states_stand_where_they_belong() {
    insta::assert_snapshot!(picture::of(40, 9, |theme, area, cells| {
        Empty { words: "no run yet", key: "Ctrl-S", does: "send" }.draw(theme, area, cells);
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
    Rule { title: text, here: true, facts: &[words(), words()] }.draw(theme, area, cells);
    Facts { rows: &[Fact::new(text, text)], labels: 9 }.draw(theme, area, 0, cells);
    Gauge { label: text, value: 7, limit: Some(9), words: words() }.draw(theme, area, 0, cells);
    List { total: 3, cursor: Some(2), first: 0, here: true }.draw(theme, area, cells, |pen, _| {
        pen.right(theme[Role::Muted], text).put(theme[Role::Text], text);
    });
    cursor_row(theme, area, 0, true, cells);
    let document = document(&format!("{{{}:[{}]}}", catseye::json::quote(text), catseye::json::quote(text)));
    let root = document.root();
    let rows: Vec<TreeRow<'_>> = root
        .members()
        .map(|member| TreeRow {
            level: 30,
            shape: Shape::Folded,
            label: Label::Key(member.key()),
            value: member.value,
            finding: Some((Severity::Error, text.into())),
            found: true,
        })
        .collect();
    TreeView { rows: &rows, cursor: Some(0), here: true }.draw(theme, area, cells);
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
    Prose { text, role: Role::Text }.draw(theme, area, 0, cells);
    WireText { bytes: text.as_bytes() }.draw(theme, area, 0, cells);
    HexView { bytes: text.as_bytes(), offset: u64::MAX }.draw(theme, area, 0, cells);
    Tabs { tabs: &[Tab { key: "1", name: text, mark: Some(words()) }], active: 0 }.draw(theme, area, cells);
    Footer { left: &[Hint { key: "x", words: text, rank: 1 }], right: &[] }.draw(theme, area, cells);
    Ladder { steps: &[Mark { status: Status::Error, name: text, here: true }] }.draw(theme, area, cells);
    let progress =
        ProgressRow { at: 1, glyph: words(), label: words(), detail: words(), right: Some(words()), times: 3 };
    draw_progress(&progress, 9, theme, area, 0, cells);
    Toast { status: Status::Ok, words: text }.draw(theme, area, 0, cells);
    Empty { words: text, key: "x", does: text }.draw(theme, area, cells);
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
