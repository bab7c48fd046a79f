//! All widgets on one screen, with invented data: `cargo run --example gallery -- [dark|light|terminal|mono] [256|16]`.
//! Any key leaves.

use catseye::editor::{Buffer, Mark as Finding};
use catseye::json::{Document, Limits, Value, parse_text};
use catseye::schema::Severity;
use catseye::term::Session;
use catseye::ui::theme::{self, Depth, Role, Theme};
use catseye::ui::widget::{
    EditorView, Empty, Fact, Facts, Field, Footer, Gauge, HexView, Hint, Label, Ladder, List, Mark, MessageField,
    Overlay, Pen, ProgressRow, Prose, Rule, Scroll, Shape, Status, Tab, Tabs, Toast, TreeRow, TreeView, WireText,
    column_rule, draw_progress, fill, piece,
};
use ratatui::buffer::Buffer as Cells;
use ratatui::layout::Rect;

const SCHEMA: &str = r#"{
  "type": "object",
  "required": ["title", "items"],
  "additionalProperties": false,
  "properties": {
    "title": { "type": "string" },
    "serves": { "type": "integer", "minimum": 1 },
    "items": {
      "type": "array",
      "items": { "enum": ["g", "ml", "g"] },
      "max": 01, tru
    }
  }
}"#;

const RESULT: &str = r#"{"title":"Kısır","serves":4,"id":9007199254740993,"vegan":true,"photo":"PHOTO",
"items":[{"name":"bulgur","grams":250},{"name":"tomato","grams":400},{"name":"olive oil","grams":78.5,"tags":[]}],"garnish":"mint"}"#;

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let theme = arguments.next().and_then(|name| theme::builtin(&name)).unwrap_or_else(Theme::dark);
    let theme = match arguments.next().as_deref() {
        Some("256") => theme.at_depth(Depth::Ansi256),
        Some("16") => theme.at_depth(Depth::Ansi16),
        _ => theme,
    };
    let mut session = Session::enter(false)?;
    session.terminal().draw(|frame| draw(&theme, frame.area(), frame.buffer_mut()))?;
    crossterm::event::read().map(|_| ())
}

fn draw(theme: &Theme, screen: Rect, cells: &mut Cells) {
    fill(cells, screen, theme[Role::Ground]);
    let width = screen.width / 3;
    let column = |at: u16| Rect {
        x: at * width + u16::from(at > 0),
        y: 2,
        width: width - 1,
        height: screen.height.saturating_sub(4),
    };
    header(theme, screen, cells);
    left(theme, column(0), cells);
    middle(theme, column(1), cells);
    right(theme, column(2), cells);
    for at in 1..3 {
        column_rule(theme, Rect { x: at * width, width: 1, ..column(0) }, cells);
    }
    Toast { status: Status::Ok, words: "pointer copied, OSC 52" }.draw(theme, screen, 2, cells);
    let hints = [
        Hint { key: "Ctrl-S", words: "send", rank: 0 },
        Hint { key: "Enter", words: "show the place", rank: 3 },
        Hint { key: "y", words: "copy", rank: 2 },
        Hint { key: "w", words: "wire", rank: 4 },
        Hint { key: "Tab", words: "next pane", rank: 1 },
    ];
    let help = [Hint { key: "Ctrl-P", words: "commands", rank: 1 }, Hint { key: "?", words: "help", rank: 0 }];
    let last = Rect { y: screen.height.saturating_sub(1), height: 1, ..screen };
    Footer { left: &hints, right: &help }.draw(theme, last, cells);
}

fn header(theme: &Theme, screen: Rect, cells: &mut Cells) {
    fill(cells, Rect { height: 1, ..screen }, theme[Role::Raised]);
    let mut pen = Pen::new(cells, screen, 0);
    pen.skip(1).margin(1).right(theme[Role::Muted], "  2 places  1.9 s").right(theme[Role::Error], "✗ schema mismatch");
    pen.put(theme[Role::TitleHere], "◆ ")
        .put(theme[Role::Strong], "Recipe Agent")
        .put(theme[Role::Muted], " 1.2.0   127.0.0.1:4310");
}

fn below(area: Rect, row: u16, height: u16) -> Rect {
    Rect { y: area.y + row, height, ..area }.intersection(area)
}

fn left(theme: &Theme, area: Rect, cells: &mut Cells) {
    let facts = [piece(Role::Muted, "card ✓ 2 notes")];
    Rule { title: "1 Agent", here: false, facts: &facts }.draw(theme, area, cells);
    let rows = [
        Fact::new("streaming", "yes"),
        Fact::new("push", "no"),
        Fact::new("extended card", "no"),
        Fact::new("interfaces", "JSON-RPC 1.0"),
    ];
    Facts { rows: &rows, labels: 14 }.draw(theme, below(area, 1, 4), 0, cells);
    Rule { title: "Runs", here: false, facts: &[piece(Role::Muted, "14")] }.draw(theme, below(area, 6, 1), cells);
    let runs = [
        (Status::Error, "schema mismatch", "1.9 s"),
        (Status::Ok, "typed", "2.1 s"),
        (Status::Live, "working", "31 s"),
        (Status::Waits, "waits for you", "5 m"),
        (Status::Stopped, "stopped", "8 s"),
        (Status::Ok, "typed", "1.7 s"),
        (Status::Ok, "typed", "1.7 s"),
    ];
    let list = List { total: runs.len(), cursor: Some(0), first: 0, here: false };
    list.draw(theme, below(area, 7, 6), cells, |pen, at| {
        let (status, words, took) = runs[at];
        pen.right(theme[Role::Muted], took).put(status.style(theme), status.glyph()).skip(1);
        pen.put(theme[Role::Muted], &format!("{:>2}", 14 - at)).skip(1).put(theme[Role::Text], words);
    });
    Rule { title: "Wire", here: false, facts: &[] }.draw(theme, below(area, 14, 1), cells);
    let bytes = b"data: {\"kind\":\"task\"}\r\n\r\nid: \x1b[31m \xff\xfe caf\xc3\xa9\r\n";
    WireText { bytes }.draw(theme, below(area, 15, 4), 0, cells);
    HexView { bytes, offset: 1_204 }.draw(theme, below(area, 19, 4), 0, cells);
    Rule { title: "Said", here: false, facts: &[] }.draw(theme, below(area, 24, 1), cells);
    let text = "I could not plan this dinner: the oven is broken\u{1b}[2J, and \u{202e}nothing cold\u{202c} was in the house.\nAsk again tomorrow.";
    Prose { text, role: Role::Text }.draw(theme, below(area, 25, 4), 0, cells);
    Empty { words: "no agents yet", key: "a", does: "add one by URL" }.draw(theme, below(area, 30, 3), cells);
    let tabs =
        [("1", "agent"), ("2", "schema"), ("3", "task"), ("4", "run")].map(|(key, name)| Tab { key, name, mark: None });
    Tabs { tabs: &tabs, active: 3 }.draw(theme, below(area, 34, 1), cells);
}

fn middle(theme: &Theme, area: Rect, cells: &mut Cells) {
    let facts = [piece(Role::Muted, "2020-12"), piece(Role::Muted, "10:21")];
    Rule { title: "2 Schema", here: true, facts: &facts }.draw(theme, area, cells);
    let mut buffer = Buffer::json(SCHEMA);
    let mark = |needle: &str, severity, message: &str| {
        let start = SCHEMA.find(needle).unwrap_or(0);
        Finding { range: start..start + needle.len(), severity, message: message.to_owned() }
    };
    let marks = vec![mark("\"g\"]", Severity::Warning, "\"g\" twice"), mark("01", Severity::Error, "not a number")];
    buffer.set_marks(0, marks);
    buffer.go_to_byte(SCHEMA.find("\"ml\"").unwrap_or(0));
    let view = EditorView { buffer: &buffer, here: true, entered: true, found: None };
    view.draw(theme, below(area, 1, 14), Scroll::default(), cells);
    Rule { title: "Size", here: false, facts: &[piece(Role::Muted, "fits")] }.draw(theme, below(area, 16, 1), cells);
    let gauges = [
        ("bytes", 1_042, 32_768, "of 32 768, compact 611"),
        ("depth", 60, 64, "of 64"),
        ("properties", 123, 100, "of 100 at OpenAI"),
    ];
    for (row, (label, value, limit, words)) in gauges.into_iter().enumerate() {
        let gauge = Gauge { label, value, limit: Some(limit), words: piece(Role::Muted, words) };
        gauge.draw(theme, below(area, 17, 3), row, cells);
    }
    Rule { title: "3 Task", here: false, facts: &[piece(Role::Muted, "context 8c1f…"), piece(Role::Muted, "new")] }
        .draw(theme, below(area, 21, 1), cells);
    let mut message = Buffer::prose("Plan a dinner for four with bulgur and tomatoes. Nothing that needs an oven.");
    message.select(7..13);
    let inside = Rect { x: area.x + 2, width: area.width.saturating_sub(3), ..below(area, 22, 3) };
    MessageField { buffer: &message, entered: true, placeholder: "" }.draw(theme, inside, Scroll::default(), cells);
    let screen = below(area, 26, 9);
    let overlay = Overlay {
        title: "Agent address",
        hint: &[piece(Role::Here, "Esc"), piece(Role::Muted, " close")],
        width: 40,
        height: 3,
    };
    let inside = overlay.draw(theme, screen, cells);
    let field = Buffer::field("localhost:4310/agents");
    Field { buffer: &field, entered: true, placeholder: "https://", secret: false }.draw(theme, inside, cells);
}

fn right(theme: &Theme, area: Rect, cells: &mut Cells) {
    let facts = [piece(Role::Muted, "completed"), piece(Role::Muted, "9 events"), piece(Role::Muted, "4.1 KB")];
    Rule { title: "4 Run 14", here: false, facts: &facts }.draw(theme, area, cells);
    let rows = [
        (0, "→", Role::Muted, "SendStreamingMessage", "", "1.4 KB", 1),
        (41, "●", Role::Live, "submitted", "", "task 7f3e…", 1),
        (120, "●", Role::Live, "working", "choosing a recipe", "", 1),
        (480, "▪", Role::Muted, "notes", "chunk 1 of 3", "212 B", 1),
        (902, "●", Role::Live, "working", "pricing 12 items", "", 7),
        (1_870, "◆", Role::Here, "kedi-structured-output", "", "1.9 KB", 1),
        (1_902, "●", Role::Ok, "completed", "", "", 1),
    ];
    for (line, (at, glyph, role, label, detail, right, times)) in rows.into_iter().enumerate() {
        let row = ProgressRow {
            at,
            glyph: piece(role, glyph),
            label: piece(Role::Text, label),
            detail: piece(Role::Text, detail),
            right: Some(piece(Role::Muted, right)),
            times,
        };
        draw_progress(&row, 8, theme, below(area, 1, 8), line, cells);
    }
    let facts =
        [piece(Role::Muted, "kedi-structured-output"), piece(Role::Muted, "json-utf8"), piece(Role::Muted, "1.9 KB")];
    Rule { title: "5 Result", here: false, facts: &facts }.draw(theme, below(area, 10, 1), cells);
    let text = RESULT.replace("PHOTO", &"iVBORw0KGgoAAAANSUhEUg".repeat(90_000));
    if let Ok(document) = parse_text(&text, &Limits::default()) {
        let rows = tree_rows(&document);
        TreeView { rows: &rows, cursor: Some(12), here: true }.draw(theme, below(area, 11, 18), cells);
    }
    Rule { title: "Verdict", here: false, facts: &[piece(Role::Muted, "12 of 13"), piece(Role::Muted, "2 places")] }
        .draw(theme, below(area, 30, 1), cells);
    let names = [
        "card",
        "interface",
        "extension",
        "schema",
        "sent",
        "stream",
        "completed",
        "artifact",
        "marked",
        "media",
        "bytes",
        "json",
    ];
    let mut steps: Vec<Mark<'_>> = names.iter().map(|name| Mark { status: Status::Ok, name, here: false }).collect();
    steps[2].status = Status::Warn;
    steps.push(Mark { status: Status::Error, name: "schema", here: false });
    let used = Ladder { steps: &steps }.draw(theme, below(area, 31, 4), cells);
    let mut pen = Pen::new(cells, area, 31 + used);
    pen.skip(2)
        .put(theme[Role::Error], "✗")
        .skip(1)
        .put(theme[Role::Strong], "/items/2/grams is 78.5, the schema asks for an integer");
}

/// Every value open but the first two items.
fn tree_rows(document: &Document) -> Vec<TreeRow<'_>> {
    let folded = |value: Value<'_>| matches!(value.pointer().as_str(), "/items/0" | "/items/1");
    let mut rows = Vec::new();
    let mut index = 0;
    while let Some(value) = document.value(index) {
        let branch = value.children().next().is_some();
        let place = value.parent().and_then(|parent| parent.items().position(|item| item.index() == value.index()));
        let label = match (value.key(), place) {
            (Some(key), _) => Label::Key(key),
            (None, Some(place)) => Label::Index(place),
            _ => Label::Root,
        };
        let finding = match value.pointer().as_str() {
            "/items/2/grams" => Some((Severity::Error, "expected integer".into())),
            "/garnish" => Some((Severity::Error, "not in the schema".into())),
            _ => None,
        };
        let shape = if !branch {
            Shape::Leaf
        } else if folded(value) {
            Shape::Folded
        } else {
            Shape::Open
        };
        rows.push(TreeRow { level: value.level() - 1, shape, label, value, finding, found: false });
        index = if folded(value) { value.next_index() } else { index + 1 };
    }
    rows
}
