//! The real program in a pseudo-terminal, and the loop over a played terminal. Text is waited for, never a time.

use std::convert::Infallible;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use catseye::app::{Msg, Start};
use catseye::command::Key;
use catseye::run::Call;
use catseye::run::event::{Attempt, AttemptResult, What, WireRef};
use catseye::runtime::drive::Network;
use catseye::runtime::workbench::{self, Inputs, Outside, Screen};
use portable_pty::PtySize;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::binary::program::{Files, Serving};
use crate::terminal::{PATIENCE, Program, assert_restored};

#[test]
fn the_demo_gives_a_typed_value_and_leaves_the_terminal_as_it_was() {
    let mut program = Program::start(&["demo"], 140, 40);
    program.until("Agent");
    program.until("2 Schema");
    program.press("\x13");
    program.until("SendStreamingMessage");
    program.until("a typed value, valid against the schema");
    program.until("9007199254740993");
    program.press("q");
    let (status, parser) = program.end();
    assert_eq!(status, 0);
    assert_restored(parser.screen());
}

#[test]
fn a_failing_skill_says_why_in_the_agents_own_words() {
    let mut program = Program::start(&["demo"], 140, 40);
    program.until("Skills");
    program.press("1/burnt\r");
    program.press("\r");
    program.until("example of burnt");
    program.press("\x13");
    program.until("task failed");
    program.press("q");
    assert_eq!(program.end().0, 0);
}

#[test]
fn it_goes_on_after_a_resize_and_takes_a_paste_as_one_text() {
    let mut program = Program::start(&["demo"], 140, 40);
    program.until("3 Task");
    let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
    program.master.resize(size).expect("the terminal can be resized");
    program.screen.screen_mut().set_size(24_u16.try_into().expect("rows"), 80_u16.try_into().expect("columns"));
    program.until("▌2 Schema");
    program.press("3");
    program.until("▌3 Task");
    program.press("\x1b[200~pasted q1 text\x1b[201~");
    program.until("pasted q1 text");
    // Ctrl-C without a selection leaves, also from within the field.
    program.press("\x03");
    let (status, parser) = program.end();
    assert_eq!(status, 0);
    assert_restored(parser.screen());
}

#[test]
fn what_was_typed_is_kept_before_a_crash_and_is_there_again() {
    let mut program = Program::start(&["http://127.0.0.1:9"], 100, 30);
    program.until("1 shows what was tried");
    program.press("3\r");
    program.press("a draft of a task");
    program.until("a draft of a task");
    let saved = program.home.path().join("drafts/task.txt");
    let deadline = Instant::now() + PATIENCE;
    while !std::fs::read_to_string(&saved).is_ok_and(|text| text == "a draft of a task") {
        assert!(Instant::now() < deadline, "the draft was never saved");
        std::thread::yield_now();
    }
    program.child.kill().expect("the program can be killed");
    let home = program.home;
    let mut again = Program::start_in(home, &["http://127.0.0.1:9"], 100, 30);
    again.until("a draft of a task");
    again.press("q");
    assert_eq!(again.end().0, 0);
}

#[test]
fn the_limits_of_a_task_are_taken_as_flags() {
    let agent = Serving::start();
    let files = Files::new();
    let schema = files.write("s.json", r#"{"properties":{"n":{"type":"integer"}}}"#);
    let opened = |text: &str, flag: &str, limit: &str| {
        let arguments = [&agent.base, "--schema", &schema, "--text", text, flag, limit];
        let mut program = Program::start(&arguments, 140, 40);
        program.until("JSON-RPC");
        program.press("\x13");
        program
    };
    let mut program = opened("Plan a dinner for four.", "--max-result-bytes", "1");
    program.until("result-too-large");
    program.press("q");
    assert_eq!(program.end().0, 0);
    let mut program = opened("Plan a dinner for four.", "--max-schema-depth", "2");
    program.until("of 2 ");
    program.until("schema-too-deep");
    program.press("q");
    assert_eq!(program.end().0, 0);
    let mut program = opened("Let the cook fall asleep.", "--timeout", "500ms");
    program.until("out of time");
    program.press("q");
    assert_eq!(program.end().0, 0);
}

#[test]
fn a_theme_of_ones_own_is_used_and_one_with_a_fault_says_where() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("themes");
    std::fs::create_dir(&folder).expect("a folder");
    std::fs::write(folder.join("sea.toml"), "[roles]\nraised = \"#102030\"\n").expect("a file");
    std::fs::write(folder.join("wreck.toml"), "[roles]\n  mutet = \"red\"\n").expect("a file");
    let header = |screen: &vt100::Screen| screen.cell(0, 0).map(vt100::Cell::bgcolor);
    let mut program = Program::start_in(home, &["demo", "--theme", "sea"], 140, 40);
    program
        .until_it("the header in its own colour", |screen| header(screen) == Some(vt100::Color::Rgb(0x10, 0x20, 0x30)));
    // The next one cannot be used: the one before stays.
    program.press("t");
    program.until("themes/wreck.toml: line 2, column 3: no role is called \"mutet\"");
    assert_eq!(header(program.screen.screen()), Some(vt100::Color::Rgb(0x10, 0x20, 0x30)));
    program.press("q");
    let home = std::mem::replace(&mut program.home, tempfile::tempdir().expect("a folder"));
    assert_eq!(program.end().0, 0);
    let mut program = Program::start_in(home, &["demo", "--theme", "wreck"], 140, 40);
    program.until("themes/wreck.toml: line 2, column 3: no role is called \"mutet\"");
    program.press("q");
    assert_eq!(program.end().0, 0);
}

// -- the loop over a played terminal

struct Stage {
    terminal: Terminal<TestBackend>,
    copied: Arc<Mutex<Vec<String>>>,
}

impl Screen for Stage {
    type Backend = TestBackend;

    fn terminal(&mut self) -> &mut Terminal<TestBackend> {
        &mut self.terminal
    }

    fn copy(&mut self, text: &str) -> Result<String, String> {
        self.copied.lock().expect("no panic").push(text.to_owned());
        Ok(String::new())
    }

    fn set_mouse(&mut self, _: bool) {}

    fn edit(&mut self, text: &str, _: &str) -> Result<String, String> {
        Ok(text.to_uppercase())
    }

    fn suspend(&mut self) {}

    fn redraw(&mut self) {}
}

/// Messages as they are sent by the test; the end of them means that the terminal is gone.
struct Played(mpsc::UnboundedReceiver<Msg>);

impl Inputs for Played {
    async fn next(&mut self) -> Option<Msg> {
        self.0.recv().await
    }

    fn pause(&mut self) {}

    fn resume(&mut self) {}
}

#[derive(Clone)]
struct Nothing;

impl Network for Nothing {
    async fn discover(&self, _: Vec<String>, events: mpsc::Sender<What>, _: CancellationToken) {
        let _ = events.send(What::Discovered).await;
    }

    async fn call(&self, _: Call, _: mpsc::Sender<What>, _: CancellationToken) {}
}

impl Outside for Nothing {
    type Network = Nothing;

    fn network(&self, _: &[String]) -> Nothing {
        Nothing
    }

    fn headers(&self, _: &Call) -> Result<Vec<(String, String)>, String> {
        Ok(Vec::new())
    }

    fn read_wire(&self, _: WireRef) -> Result<Arc<[u8]>, String> {
        Err("there is no wire".to_owned())
    }

    fn save_draft(&self, _: &str, _: &str) -> Result<(), String> {
        Ok(())
    }
}

fn play(messages: Vec<Msg>) -> (workbench::Counted, Vec<String>, String) {
    let (sender, receiver) = mpsc::unbounded_channel();
    for message in messages {
        sender.send(message).expect("the receiver is there");
    }
    drop(sender);
    let copied = Arc::new(Mutex::new(Vec::new()));
    let terminal: Result<_, Infallible> = Terminal::new(TestBackend::new(100, 30));
    let mut stage = Stage { terminal: terminal.expect("a test terminal"), copied: copied.clone() };
    let start = Start {
        address: "http://127.0.0.1:9".into(),
        schema: "{\"type\":\"object\"}".into(),
        task: "count".into(),
        size: (100, 30),
        themes: vec!["dark".into()],
        ..Start::default()
    };
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime");
    let counted = runtime
        .block_on(workbench::run(start, &mut stage, &mut Played(receiver), Nothing))
        .expect("a test terminal can be drawn to");
    let shown = stage.terminal.backend().to_string();
    let copied = copied.lock().expect("no panic").clone();
    (counted, copied, shown)
}

/// An outside world that tells of tries for the card without end, for a while.
#[derive(Clone)]
struct Chatty {
    done: Arc<tokio::sync::Notify>,
}

impl Network for Chatty {
    async fn discover(&self, _: Vec<String>, events: mpsc::Sender<What>, _: CancellationToken) {
        let began = Instant::now();
        while began.elapsed() < Duration::from_millis(400) {
            let attempt = Attempt {
                status: Some(404),
                ..Attempt::new("http://127.0.0.1:9", AttemptResult::Status { excerpt: String::new() })
            };
            if events.send(What::Attempted(Box::new(attempt))).await.is_err() {
                return;
            }
        }
        self.done.notify_one();
    }

    async fn call(&self, _: Call, _: mpsc::Sender<What>, _: CancellationToken) {}
}

impl Outside for Chatty {
    type Network = Chatty;

    fn network(&self, _: &[String]) -> Chatty {
        self.clone()
    }

    fn headers(&self, _: &Call) -> Result<Vec<(String, String)>, String> {
        Ok(Vec::new())
    }

    fn read_wire(&self, _: WireRef) -> Result<Arc<[u8]>, String> {
        Err("there is no wire".to_owned())
    }

    fn save_draft(&self, _: &str, _: &str) -> Result<(), String> {
        Ok(())
    }
}

/// Says nothing until it is told, then that the terminal is gone.
struct Patient(Arc<tokio::sync::Notify>);

impl Inputs for Patient {
    async fn next(&mut self) -> Option<Msg> {
        self.0.notified().await;
        None
    }

    fn pause(&mut self) {}

    fn resume(&mut self) {}
}

#[test]
fn a_stream_is_drawn_at_most_thirty_one_times_a_second() {
    let done = Arc::new(tokio::sync::Notify::new());
    let terminal: Result<_, Infallible> = Terminal::new(TestBackend::new(100, 30));
    let mut stage = Stage { terminal: terminal.expect("a test terminal"), copied: Arc::default() };
    let start = Start { address: "http://127.0.0.1:9".into(), size: (100, 30), ..Start::default() };
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime");
    let began = Instant::now();
    let counted = runtime
        .block_on(workbench::run(start, &mut stage, &mut Patient(done.clone()), Chatty { done }))
        .expect("a test terminal can be drawn to");
    assert!(counted.messages > 100, "{counted:?}");
    let most = began.elapsed().as_millis() as u64 * 31 / 1_000 + 2;
    assert!(counted.frames <= most, "{counted:?} in {:?}", began.elapsed());
}

#[test]
fn a_burst_of_keys_is_drawn_as_few_frames() {
    let mut messages = vec![Msg::Key(Key::char('3')), Msg::Key(Key::char('i'))];
    messages.extend("some words ".chars().cycle().take(2_000).map(|c| Msg::Key(Key::char(c))));
    let began = Instant::now();
    let (counted, _, _) = play(messages);
    assert!(counted.messages >= 2_002, "{counted:?}");
    // One frame in 4 ms at most, and the first one.
    let most = began.elapsed().as_millis() as u64 / 4 + 2;
    assert!(counted.frames <= most, "{counted:?} in {:?}", began.elapsed());
}

#[test]
fn the_clipboard_gets_what_was_selected_and_the_editor_gives_its_text_back() {
    let keys = [Key::char('3'), Key::ctrl('e'), Key::char('i'), Key::ctrl('a'), Key::ctrl('c')];
    let (_, copied, _) = play(keys.into_iter().map(Msg::Key).collect());
    assert_eq!(copied, ["COUNT"]);
}
