//! Standard output and standard error: what the terminal can show, and writing that a closed pipe does not disturb.

use std::io::{self, IsTerminal, Write};

use crate::cli::Ink;

/// Whether standard output is a terminal.
pub fn stdout_is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Whether standard error is a terminal.
pub fn stderr_is_terminal() -> bool {
    io::stderr().is_terminal()
}

/// Columns of the terminal that standard error is; `None` when it is none.
pub fn stderr_columns() -> Option<usize> {
    if !stderr_is_terminal() {
        return None;
    }
    #[cfg(unix)]
    let columns = rustix::termios::tcgetwinsize(io::stderr()).ok().map(|size| usize::from(size.ws_col));
    #[cfg(not(unix))]
    let columns = None;
    // A terminal that does not know its size says 0.
    Some(columns.filter(|columns| *columns > 0).unwrap_or(80))
}

/// The ink for standard output.
pub fn stdout_ink(no_color: bool) -> Ink {
    Ink::new(stdout_is_terminal() && colour_is_wanted(no_color))
}

/// The ink for standard error.
pub fn stderr_ink(no_color: bool) -> Ink {
    Ink::new(stderr_is_terminal() && colour_is_wanted(no_color))
}

fn colour_is_wanted(no_color: bool) -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !no_color && !set("NO_COLOR") && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Writes to standard output. A reader that went away is no fault of ours and is not spoken of.
///
/// # Errors
/// When the text could not be written for another reason (a full disk).
pub fn print(text: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    quiet_when_closed(out.write_all(text).and_then(|()| out.flush()))
}

/// Writes to standard error, as far as that can be done.
pub fn say(text: &str) {
    let mut out = io::stderr().lock();
    // When standard error is gone there is nobody left to tell.
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

fn quiet_when_closed(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}
