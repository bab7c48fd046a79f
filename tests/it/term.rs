//! The terminal: frames as a whole, events that are let go, the clipboard through multiplexers, the person's editor.

use std::cell::RefCell;
use std::io::Write;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use catseye::term::{
    CLIPBOARD_BYTES, Events, Frames, Look, Method, Refusal, Source, copy, edit, editor_command, osc52,
};
use catseye::text::{Depth, Ground};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use futures_util::{FutureExt, Stream};

#[test]
fn a_frame_is_written_at_once_between_its_marks() {
    let mut writes = Writes::default();
    let mut frames = Frames::new(&mut writes);
    frames.write_all(b"one").and_then(|()| frames.write_all(b" two")).expect("kept");
    frames.flush().and_then(|()| frames.flush()).expect("written");
    frames.write_all(b"three").and_then(|()| frames.flush()).expect("written");
    assert_eq!(writes.0, ["\x1b[?2026hone two\x1b[?2026l", "\x1b[?2026hthree\x1b[?2026l"]);
}

/// What was written, write by write.
#[derive(Default)]
struct Writes(Vec<String>);

impl Write for Writes {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.push(String::from_utf8_lossy(bytes).into_owned());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// What became of the sources of a broker.
#[derive(Default)]
struct Log {
    waiting: Vec<std::io::Result<Event>>,
    opened: usize,
    dropped: usize,
}

struct FakeSource(Rc<RefCell<Log>>);
struct FakeEvents(Rc<RefCell<Log>>);

impl Source for FakeSource {
    type Events = FakeEvents;

    fn open(&mut self) -> FakeEvents {
        self.0.borrow_mut().opened += 1;
        FakeEvents(self.0.clone())
    }
}

impl Stream for FakeEvents {
    type Item = std::io::Result<Event>;

    fn poll_next(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        match self.0.borrow_mut().waiting.pop() {
            Some(event) => Poll::Ready(Some(event)),
            None => Poll::Pending,
        }
    }
}

impl Drop for FakeEvents {
    fn drop(&mut self) {
        self.0.borrow_mut().dropped += 1;
    }
}

fn key(c: char, kind: KeyEventKind) -> Event {
    let mut key = KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE);
    key.kind = kind;
    Event::Key(key)
}

#[test]
fn while_paused_nothing_reads_and_nothing_is_lost_for_good() {
    let log = Rc::new(RefCell::new(Log::default()));
    let mut events = Events::from(FakeSource(log.clone()));
    events.pause();
    assert_eq!((log.borrow().opened, log.borrow().dropped, events.is_paused()), (1, 1, true));
    log.borrow_mut().waiting.push(Ok(key('a', KeyEventKind::Press)));
    assert_eq!(events.next().now_or_never(), None);
    events.resume();
    events.resume();
    assert_eq!(log.borrow().opened, 2);
    assert_eq!(events.next().now_or_never(), Some(Some(key('a', KeyEventKind::Press))));
}

#[test]
fn releases_of_keys_are_left_out_and_a_vanished_terminal_ends_it() {
    let log = Rc::new(RefCell::new(Log::default()));
    let mut events = Events::from(FakeSource(log.clone()));
    let gone = Err(std::io::Error::from(std::io::ErrorKind::BrokenPipe));
    log.borrow_mut().waiting = vec![gone, Ok(key('a', KeyEventKind::Repeat)), Ok(key('a', KeyEventKind::Release))];
    assert_eq!(events.next().now_or_never(), Some(Some(key('a', KeyEventKind::Repeat))));
    assert_eq!(events.next().now_or_never(), Some(None));
}

fn inside(names: &'static [&'static str]) -> impl Fn(&str) -> Option<String> {
    move |name| names.contains(&name).then(|| "set".to_owned())
}

#[test]
fn copying_says_how_it_went() {
    assert_eq!(osc52("hé", inside(&[])), Ok((Method::Osc52, "\x1b]52;c;aMOp\x07".to_owned())));
    let mut out = Vec::new();
    assert_eq!(copy(&mut out, "hi", inside(&[])), Ok(Method::Osc52));
    assert_eq!(String::from_utf8_lossy(&out), "\x1b]52;c;aGk=\x07");
    assert_eq!(Method::Tmux.to_string(), "through tmux, OSC 52");
}

#[test]
fn multiplexers_pass_the_clipboard_on() {
    let (method, sequence) = osc52("hi", inside(&["TMUX"])).expect("small enough");
    assert_eq!(method, Method::Tmux);
    assert_eq!(sequence, "\x1b]52;c;aGk=\x07\x1bPtmux;\x1b\x1b]52;c;aGk=\x07\x1b\\");
    let (method, sequence) = osc52(&"x".repeat(90), inside(&["STY"])).expect("small enough");
    assert_eq!(method, Method::Screen);
    let pieces: Vec<&str> = sequence.split("\x1bP").skip(1).map(|piece| piece.trim_end_matches("\x1b\\")).collect();
    assert_eq!(pieces.iter().map(|piece| piece.len()).collect::<Vec<_>>(), [76, 52]);
    assert_eq!(pieces.concat(), osc52(&"x".repeat(90), inside(&[])).expect("small enough").1);
}

#[test]
fn what_a_terminal_would_drop_silently_is_refused() {
    assert!(osc52(&"x".repeat(CLIPBOARD_BYTES), inside(&[])).is_ok_and(|(_, sequence)| sequence.len() <= 100_000));
    let mut out = Vec::new();
    let refused = copy(&mut out, &"x".repeat(CLIPBOARD_BYTES + 1), inside(&[]));
    assert_eq!(refused, Err("75.0 KB is more than a terminal's clipboard takes (75.0 KB)".to_owned()));
    assert!(out.is_empty());
}

fn editor(visual: &'static str, editor: &'static str) -> Result<Vec<String>, String> {
    let command = editor_command(|name| match name {
        "VISUAL" => Some(visual.to_owned()),
        "EDITOR" => Some(editor.to_owned()),
        _ => None,
    });
    command.map_err(|fault| fault.to_string())
}

#[test]
fn the_editor_is_the_person_s_and_may_have_arguments() {
    assert_eq!(editor("", "code --wait 'a b'"), Ok(vec!["code".to_owned(), "--wait".to_owned(), "a b".to_owned()]));
    assert_eq!(editor("hx", "nano"), Ok(vec!["hx".to_owned()]));
    assert_eq!(editor(" ", ""), Ok(vec!["vi".to_owned()]));
    assert_eq!(editor("", "vi 'open"), Err("$EDITOR cannot be read: vi 'open".to_owned()));
}

#[cfg(unix)]
#[test]
fn an_editor_changes_the_text_or_leaves_it_with_a_reason() {
    let shell = |script: &str| ["sh".to_owned(), "-c".to_owned(), script.to_owned()];
    let edited = edit(&shell("printf ' and more' >> \"$0\""), "text", ".json");
    assert_eq!(edited.expect("edited"), "text and more");
    let replaced = edit(&shell("printf new > \"$0.tmp\" && mv \"$0.tmp\" \"$0\""), "old", ".json");
    assert_eq!(replaced.expect("replaced"), "new");
    let named = edit(&shell("case \"$0\" in *.json) printf yes > \"$0\";; esac"), "", ".json");
    assert_eq!(named.expect("named"), "yes");
    let failed = edit(&shell("exit 3"), "text", ".json").expect_err("a bad end");
    assert_eq!(failed.to_string(), "sh ended with exit status: 3; the text stays as it was");
    let missing = edit(&["no-such-editor-here".to_owned()], "text", ".json").expect_err("no program");
    assert!(missing.to_string().starts_with("no-such-editor-here cannot be started: "), "{missing}");
}

#[test]
fn the_look_is_read_from_the_environment() {
    let look = Look::from(|name| match name {
        "TERM" => Some("xterm-256color".to_owned()),
        "COLORFGBG" => Some("0;15".to_owned()),
        _ => None,
    });
    assert_eq!(look, Look { depth: Depth::Ansi256, ground: Some(Ground::Light) });
}

#[test]
fn without_a_terminal_the_refusal_says_what_to_use() {
    assert_eq!(
        Refusal::NoTerminal.to_string(),
        "the workbench needs a terminal; without one use `catseye run`, `catseye card` or `catseye check`"
    );
}
