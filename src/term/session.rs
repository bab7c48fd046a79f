//! The session: the terminal in the workbench's modes, and back in the shell's on every way out.

use std::io::{self, IsTerminal, Stdout, Write};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::cursor::Show;
use crossterm::event::{
    DisableBracketedPaste, DisableFocusChange, DisableMouseCapture, EnableBracketedPaste, EnableFocusChange,
    EnableMouseCapture,
};
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use crossterm::{execute, style};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

use super::frames::Frames;

/// Whether the terminal is in our modes now: a panic in any thread must know.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Why the workbench cannot begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Standard output is a file or a pipe.
    #[error("the workbench needs a terminal; without one use `catseye run`, `catseye card` or `catseye check`")]
    NoTerminal,
    /// Another program has the terminal.
    #[error("catseye was started in the background; bring it to the front with `fg`")]
    Background,
}

/// Whether the workbench can begin: standard output is a terminal, and we are the program that has it.
///
/// # Errors
/// Why it cannot.
pub fn check() -> Result<(), Refusal> {
    if !io::stdout().is_terminal() {
        return Err(Refusal::NoTerminal);
    }
    if in_background() {
        return Err(Refusal::Background);
    }
    Ok(())
}

#[cfg(unix)]
fn in_background() -> bool {
    // A terminal that does not tell its foreground group is taken for ours.
    rustix::termios::tcgetpgrp(io::stdout()).is_ok_and(|group| group != rustix::process::getpgrp())
}

#[cfg(not(unix))]
fn in_background() -> bool {
    false
}

/// The terminal in our modes: raw, the other screen, paste in brackets, focus reported, and the mouse if wanted. Dropping
/// it gives the terminal back.
pub struct Session {
    terminal: Terminal<CrosstermBackend<Frames<Stdout>>>,
    mouse: bool,
}

impl Session {
    /// Takes the terminal. From now on a panic, in whatever thread, gives it back before it speaks.
    ///
    /// # Errors
    /// When there is no terminal to take.
    pub fn enter(mouse: bool) -> io::Result<Session> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let before = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                leave();
                before(panic);
            }));
        });
        // Under NO_COLOR crossterm writes colours as an empty SGR, which resets bold and reverse too. Themes have no
        // colour then; what is left is ours to say.
        style::force_color_output(true);
        take(mouse)?;
        let terminal = Terminal::new(CrosstermBackend::new(Frames::new(io::stdout())));
        match terminal {
            Ok(terminal) => Ok(Session { terminal, mouse }),
            Err(error) => {
                leave();
                Err(error)
            }
        }
    }

    /// The screen.
    pub fn terminal(&mut self) -> &mut Terminal<CrosstermBackend<Frames<Stdout>>> {
        &mut self.terminal
    }

    /// Takes the mouse, or leaves it to the terminal's own selection. A terminal that cannot goes on without.
    pub fn set_mouse(&mut self, on: bool) {
        self.mouse = on;
        let _ =
            if on { execute!(io::stdout(), EnableMouseCapture) } else { execute!(io::stdout(), DisableMouseCapture) };
    }

    /// Gives the terminal back, does something, and takes it again with every cell to be drawn anew. Nobody may be
    /// reading events meanwhile: [`super::Events::pause`].
    pub fn meanwhile<T>(&mut self, work: impl FnOnce() -> T) -> T {
        leave();
        let done = work();
        self.retake();
        done
    }

    /// Takes the terminal again after another program had it, or a shell while we were stopped.
    pub fn retake(&mut self) {
        // crossterm remembers that it is raw and would do nothing; a shell may have changed that meanwhile.
        let _ = disable_raw_mode();
        // When the terminal is gone the next frame says so.
        if take(self.mouse).is_ok() {
            let _ = self.terminal.clear();
        }
    }

    /// Takes the terminal again when a panic in another thread gave it back; whether that was so. What the panic said
    /// stands on the other screen and is seen at the end.
    pub fn recover(&mut self) -> bool {
        let lost = !TAKEN.load(Ordering::SeqCst);
        if lost {
            self.retake();
        }
        lost
    }

    /// Stops this program and the others of its job, as Ctrl-Z does; comes back when it is continued.
    pub fn suspend(&mut self) {
        self.meanwhile(|| {
            #[cfg(unix)]
            let _ = rustix::process::kill_current_process_group(rustix::process::Signal::STOP);
        });
    }

    /// Puts text on the clipboard.
    ///
    /// # Errors
    /// When it is more than terminals take, or cannot be written.
    pub fn copy(&mut self, text: &str) -> Result<super::Method, String> {
        super::copy(&mut io::stdout(), text, |name| std::env::var(name).ok())
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        leave();
    }
}

fn take(mouse: bool) -> io::Result<()> {
    TAKEN.store(true, Ordering::SeqCst);
    let taken = enable_raw_mode().and_then(|()| {
        execute!(io::stdout(), EnterAlternateScreen, EnableBracketedPaste, EnableFocusChange)?;
        if mouse {
            execute!(io::stdout(), EnableMouseCapture)?;
        }
        Ok(())
    });
    if taken.is_err() {
        leave();
    }
    taken
}

/// Gives the terminal back, when it is ours now. For ways out that drop nothing, such as a second signal.
pub fn leave() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    // Each on its own: when one cannot be written the next may still.
    let mut out = io::stdout();
    let _ = execute!(out, DisableMouseCapture, DisableFocusChange, DisableBracketedPaste);
    let _ = execute!(out, LeaveAlternateScreen, Show);
    let _ = out.flush();
    let _ = disable_raw_mode();
}
