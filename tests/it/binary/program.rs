//! Starts the program and waits for it, never longer than a minute.

use std::cell::RefCell;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::Value;

/// A test that waits longer has found a hang.
const PATIENCE: Duration = Duration::from_secs(60);

/// What a finished program left.
#[derive(Debug)]
pub struct Ran {
    pub status: i32,
    pub stdout: Vec<u8>,
    pub stderr: String,
}

impl Ran {
    pub fn stdout(&self) -> String {
        String::from_utf8(self.stdout.clone()).expect("standard output is UTF-8")
    }

    /// Standard output as one JSON object on one line.
    pub fn json(&self) -> Value {
        let text = self.stdout();
        assert!(text.ends_with('\n') && text.matches('\n').count() == 1, "not one line: {text:?} {}", self.stderr);
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    /// Standard output as JSON objects, one a line.
    pub fn lines(&self) -> Vec<Value> {
        let parse = |line: &str| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        self.stdout().lines().map(parse).collect()
    }
}

/// The program with an environment that no machine disturbs.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_catseye"));
    command.args(arguments).env_clear();
    // Coverage and sanitizer runs need theirs.
    command.envs(std::env::vars().filter(|(name, _)| name.starts_with("LLVM_")));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs it with nothing on standard input.
pub fn catseye(arguments: &[&str]) -> Ran {
    Running::start(command(arguments)).wait()
}

/// Runs it with these bytes on standard input.
pub fn catseye_reading(arguments: &[&str], input: &[u8]) -> Ran {
    let mut command = command(arguments);
    command.stdin(Stdio::piped());
    let mut running = Running::start(command);
    let mut stdin: ChildStdin = running.child.stdin.take().expect("a pipe");
    // A program that refuses its arguments reads nothing; that is its right.
    let _ = stdin.write_all(input);
    drop(stdin);
    running.wait()
}

/// A program under way.
pub struct Running {
    pub child: Child,
    stdout: Output,
    stderr: Output,
}

/// What comes out of a program: pieces as they come, then the end.
struct Output {
    pieces: mpsc::Receiver<Vec<u8>>,
    so_far: RefCell<Vec<u8>>,
}

impl Output {
    fn of(from: Option<impl Read + Send + 'static>) -> Output {
        let (sender, pieces) = mpsc::channel();
        if let Some(mut from) = from {
            thread::spawn(move || {
                let mut piece = vec![0; 64 << 10];
                loop {
                    let read = from.read(&mut piece).expect("output can be read");
                    // The test may be over: then nobody listens.
                    if read == 0 || sender.send(piece[..read].to_vec()).is_err() {
                        break;
                    }
                }
            });
        }
        Output { pieces, so_far: RefCell::default() }
    }

    /// Reads on until this is there, or to the end; false when a minute went by without a byte.
    fn until(&self, wanted: Option<&str>) -> bool {
        loop {
            let so_far = String::from_utf8_lossy(&self.so_far.borrow()).into_owned();
            if wanted.is_some_and(|wanted| so_far.contains(wanted)) {
                return true;
            }
            match self.pieces.recv_timeout(PATIENCE) {
                Ok(piece) => self.so_far.borrow_mut().extend(piece),
                Err(mpsc::RecvTimeoutError::Disconnected) => return wanted.is_none(),
                Err(mpsc::RecvTimeoutError::Timeout) => return false,
            }
        }
    }
}

impl Running {
    pub fn start(mut command: Command) -> Running {
        let mut child = command.spawn().expect("the program starts");
        let (stdout, stderr) = (Output::of(child.stdout.take()), Output::of(child.stderr.take()));
        Running { child, stdout, stderr }
    }

    /// Waits until this stands on standard output.
    pub fn until_stdout(&self, wanted: &str) {
        assert!(self.stdout.until(Some(wanted)), "{wanted:?} did not come: {:?}", self.stdout.so_far);
    }

    #[cfg(unix)]
    pub fn signal(&self, signal: rustix::process::Signal) {
        let id = i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw).expect("a process id");
        rustix::process::kill_process(id, signal).expect("the program still runs");
    }

    pub fn wait(mut self) -> Ran {
        if !(self.stdout.until(None) && self.stderr.until(None)) {
            self.child.kill().expect("a hanging program can be killed");
            panic!("the program did not end within a minute: {:?}", self.stderr.so_far);
        }
        let status = self.child.wait().expect("the program ends").code().unwrap_or(-1);
        let stderr = String::from_utf8_lossy(&self.stderr.so_far.take()).into_owned();
        Ran { status, stdout: self.stdout.so_far.take(), stderr }
    }
}

/// The embedded agent as a process of its own, playing as fast as it can.
pub struct Serving {
    child: Child,
    _stdout: BufReader<ChildStdout>,
    pub base: String,
}

impl Serving {
    pub fn start() -> Serving {
        let mut command = command(&["serve", "--pace", "0"]);
        command.stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut base = String::new();
        stdout.read_line(&mut base).expect("the first line is the base URL");
        Serving { child, _stdout: stdout, base: base.trim_end().to_owned() }
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // It may have ended by itself in a test of just that.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A folder of files for one test.
pub struct Files(tempfile::TempDir);

impl Files {
    pub fn new() -> Files {
        Files(tempfile::tempdir().expect("a temporary folder"))
    }

    /// Writes a file and gives its path.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path: PathBuf = self.0.path().join(name);
        std::fs::write(&path, bytes).expect("the file can be written");
        path.to_str().expect("a readable path").to_owned()
    }
}
