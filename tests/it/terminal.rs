//! The real program in a pseudo-terminal: keys go in, the screen is read. Text is waited for, never a time.

use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// How long a text may take on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The program in a terminal of its own.
pub struct Program {
    pub child: Box<dyn Child + Send + Sync>,
    pub master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    /// The beginning of a frame that is not whole yet.
    unshown: Vec<u8>,
    pub screen: vt100::Parser,
    pub home: tempfile::TempDir,
}

impl Program {
    /// Starts it with these arguments, in so many cells, with a home of its own.
    pub fn start(arguments: &[&str], columns: u16, rows: u16) -> Program {
        Program::start_in(tempfile::tempdir().expect("a folder"), arguments, columns, rows)
    }

    /// The same in a home that is there already.
    pub fn start_in(home: tempfile::TempDir, arguments: &[&str], columns: u16, rows: u16) -> Program {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_catseye"));
        command.args(arguments);
        command.env("TERM", "xterm-256color");
        command.env("COLORTERM", "truecolor");
        command.env("CATSEYE_HOME", home.path());
        command.env_remove("NO_COLOR");
        let child = pair.slave.spawn_command(command).expect("the program starts");
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let keys = pair.master.take_writer().expect("a writer");
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 65_536];
            while let Ok(count) = reader.read(&mut buffer) {
                if count == 0 || sender.send(buffer[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        let parser = vt100::Parser::new(rows.try_into().expect("rows"), columns.try_into().expect("columns"), 0);
        Program { child, master: pair.master, keys, output, unshown: Vec::new(), screen: parser, home }
    }

    /// What stands on the screen.
    pub fn text(&self) -> String {
        self.screen.screen().contents()
    }

    /// Waits until the screen shows this.
    pub fn until(&mut self, wanted: &str) {
        self.until_it(wanted, |screen| screen.contents().contains(wanted));
    }

    /// Waits until this holds of the screen; `what` says what was missed.
    pub fn until_it(&mut self, what: &str, holds: impl Fn(&vt100::Screen) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !holds(self.screen.screen()) {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.show(&bytes),
                Err(_) => panic!("never on screen: {what}\n{}", self.text()),
            }
        }
    }

    /// Shows what came, whole frames only, as a terminal does that knows synchronised updates: no test sees half a frame.
    fn show(&mut self, bytes: &[u8]) {
        const BEGIN: &[u8] = b"\x1b[?2026h";
        const END: &[u8] = b"\x1b[?2026l";
        self.unshown.extend_from_slice(bytes);
        let last = |mark: &[u8]| self.unshown.windows(mark.len()).rposition(|bytes| bytes == mark);
        let whole = match (last(BEGIN), last(END)) {
            (Some(begin), end) if end.is_none_or(|end| end < begin) => begin,
            // The mark itself may be cut.
            _ => {
                let cut = (1..BEGIN.len()).find(|length| self.unshown.ends_with(&BEGIN[..*length]));
                self.unshown.len() - cut.unwrap_or(0)
            }
        };
        let shown: Vec<u8> = self.unshown.drain(..whole).collect();
        self.screen.process(&shown);
    }

    /// Presses keys, as a terminal sends them.
    pub fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).and_then(|()| self.keys.flush()).expect("the program takes keys");
    }

    /// Waits for the end: the exit status, and the screen as it was left.
    pub fn end(mut self) -> (u32, vt100::Parser) {
        loop {
            match self.output.recv_timeout(PATIENCE) {
                Ok(bytes) => self.show(&bytes),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    self.child.kill().expect("a hanging program can be killed");
                    panic!("the program did not end\n{}", self.text());
                }
            }
        }
        self.screen.process(&self.unshown);
        let status = self.child.wait().expect("the program ends");
        (status.exit_code(), self.screen)
    }
}

/// The terminal is as it was before the program.
pub fn assert_restored(screen: &vt100::Screen) {
    assert!(!screen.alternate_screen(), "the other screen was left");
    assert!(!screen.bracketed_paste(), "paste is the terminal's again");
    assert!(!screen.hide_cursor(), "the cursor is there");
    assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None, "the mouse is the terminal's again");
}
