//! The real terminal under the workbench: modes, keys, clipboard, `$EDITOR`, suspending.

use std::io::{self, Stdout, Write};
use std::process::Command;

use crossterm::clipboard::CopyToClipboard;
use crossterm::event::{
    DisableBracketedPaste, DisableFocusChange, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, Event,
    EventStream, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use crossterm::execute;
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use futures_util::StreamExt;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

use super::{Inputs, Screen};
use crate::app::{Mouse, MouseKind, Msg};
use crate::command::{Code, Key};
use crate::runtime::signals::Signals;

/// Most terminals drop a longer OSC 52 sequence without a word.
const CLIPBOARD: usize = 74_994;

/// The terminal, in the workbench's modes until it is dropped.
pub struct RealScreen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    mouse: bool,
}

impl RealScreen {
    /// Takes the terminal: raw, other screen, paste and mouse reported. A panic gives it back before it speaks.
    ///
    /// # Errors
    /// When there is no terminal to take.
    pub fn enter() -> io::Result<RealScreen> {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let _ = leave();
            before(panic);
        }));
        take(true)?;
        let terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
        Ok(RealScreen { terminal, mouse: true })
    }

    /// Gives the terminal back and does something meanwhile.
    fn meanwhile<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let _ = leave();
        let done = work();
        if take(self.mouse).is_ok() {
            let _ = self.terminal.clear();
        }
        done
    }
}

impl Drop for RealScreen {
    fn drop(&mut self) {
        let _ = leave();
    }
}

fn take(mouse: bool) -> io::Result<()> {
    enable_raw_mode()?;
    let mut out = io::stdout();
    execute!(out, EnterAlternateScreen, EnableBracketedPaste)?;
    if mouse {
        execute!(out, EnableMouseCapture)?;
    }
    Ok(())
}

fn leave() -> io::Result<()> {
    let mut out = io::stdout();
    execute!(
        out,
        DisableMouseCapture,
        DisableBracketedPaste,
        DisableFocusChange,
        LeaveAlternateScreen,
        crossterm::cursor::Show
    )?;
    out.flush()?;
    disable_raw_mode()
}

impl Screen for RealScreen {
    type Backend = CrosstermBackend<Stdout>;

    fn terminal(&mut self) -> &mut Terminal<Self::Backend> {
        &mut self.terminal
    }

    fn copy(&mut self, text: &str) -> Result<String, String> {
        if text.len() > CLIPBOARD {
            let size = crate::text::bytes(text.len() as u64);
            return Err(format!("{size} is more than a terminal's clipboard takes (75 KB)"));
        }
        execute!(io::stdout(), CopyToClipboard::to_clipboard_from(text)).map_err(|error| error.to_string())?;
        Ok(" by the terminal (OSC 52)".to_owned())
    }

    fn set_mouse(&mut self, on: bool) {
        self.mouse = on;
        // A terminal that cannot do it goes on without.
        let _ =
            if on { execute!(io::stdout(), EnableMouseCapture) } else { execute!(io::stdout(), DisableMouseCapture) };
    }

    fn edit(&mut self, text: &str, extension: &str) -> Result<String, String> {
        self.meanwhile(|| edit(text, extension))
    }

    fn suspend(&mut self) {
        self.meanwhile(|| {
            #[cfg(unix)]
            let _ = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::STOP);
        });
    }
}

/// Writes the text to a private file, lets the editor have it, and reads it again.
fn edit(text: &str, extension: &str) -> Result<String, String> {
    let words = |name: &str| std::env::var(name).ok().filter(|words| !words.trim().is_empty());
    let editor = words("VISUAL").or_else(|| words("EDITOR")).unwrap_or_else(|| "vi".to_owned());
    let parts = shell_words::split(&editor).map_err(|_| format!("$EDITOR cannot be read: {editor}"))?;
    let Some((program, arguments)) = parts.split_first() else { return Err("$EDITOR is empty".to_owned()) };
    let file = tempfile::Builder::new().prefix("catseye-").suffix(extension).tempfile();
    let mut file = file.map_err(|error| format!("no file for the editor: {error}"))?;
    file.write_all(text.as_bytes()).and_then(|()| file.flush()).map_err(|error| error.to_string())?;
    let status = Command::new(program).args(arguments).arg(file.path()).status();
    match status {
        Err(error) => Err(format!("{program} cannot be started: {error}; set $EDITOR")),
        Ok(status) if !status.success() => Err(format!("{program} ended with {status}; the text stays as it was")),
        Ok(_) => {
            std::fs::read_to_string(file.path()).map_err(|error| format!("the edited text cannot be read: {error}"))
        }
    }
}

/// Keys, mouse and signals.
pub struct RealInputs {
    /// `None` while another program reads the terminal: a stream that is only left unpolled goes on reading.
    events: Option<EventStream>,
    signals: Signals,
}

impl RealInputs {
    /// Begins to listen.
    ///
    /// # Errors
    /// When the system takes no signal handler.
    pub fn new() -> io::Result<RealInputs> {
        Ok(RealInputs { events: Some(EventStream::new()), signals: Signals::new()? })
    }
}

impl Inputs for RealInputs {
    async fn next(&mut self) -> Option<Msg> {
        let Some(events) = &mut self.events else { return std::future::pending().await };
        loop {
            tokio::select! {
                event = events.next() => match event {
                    Some(Ok(event)) => {
                        if let Some(message) = message(event) {
                            return Some(message);
                        }
                    }
                    Some(Err(_)) | None => return None,
                },
                _ = self.signals.next() => return Some(Msg::Terminate),
            }
        }
    }

    fn pause(&mut self) {
        self.events = None;
    }

    fn resume(&mut self) {
        self.events = Some(EventStream::new());
    }
}

/// What an event of the terminal means; `None` for what means nothing.
fn message(event: Event) -> Option<Msg> {
    match event {
        Event::Key(key) => key_of(key).map(Msg::Key),
        Event::Mouse(mouse) => mouse_of(mouse).map(Msg::Mouse),
        Event::Paste(text) => Some(Msg::Paste(text)),
        Event::Resize(width, height) => Some(Msg::Resize { width, height }),
        Event::FocusGained | Event::FocusLost => None,
    }
}

fn key_of(event: KeyEvent) -> Option<Key> {
    // Some terminals report the release too.
    if event.kind == KeyEventKind::Release {
        return None;
    }
    let ctrl = event.modifiers.contains(KeyModifiers::CONTROL);
    let alt = event.modifiers.contains(KeyModifiers::ALT);
    let shift = event.modifiers.contains(KeyModifiers::SHIFT);
    let code = match event.code {
        // The case is in the character; with control there is no case.
        KeyCode::Char(c) if ctrl => {
            return Some(Key { code: Code::Char(c.to_ascii_lowercase()), ctrl, alt, shift: false });
        }
        KeyCode::Char(c) => return Some(Key { code: Code::Char(c), ctrl, alt, shift: false }),
        KeyCode::BackTab => return Some(Key { code: Code::Tab, ctrl, alt, shift: true }),
        KeyCode::F(n) => Code::F(n),
        KeyCode::Enter => Code::Enter,
        KeyCode::Esc => Code::Esc,
        KeyCode::Tab => Code::Tab,
        KeyCode::Backspace => Code::Backspace,
        KeyCode::Delete => Code::Delete,
        KeyCode::Up => Code::Up,
        KeyCode::Down => Code::Down,
        KeyCode::Left => Code::Left,
        KeyCode::Right => Code::Right,
        KeyCode::Home => Code::Home,
        KeyCode::End => Code::End,
        KeyCode::PageUp => Code::PageUp,
        KeyCode::PageDown => Code::PageDown,
        _ => return None,
    };
    Some(Key { code, ctrl, alt, shift })
}

fn mouse_of(event: MouseEvent) -> Option<Mouse> {
    let kind = match event.kind {
        MouseEventKind::Down(MouseButton::Left) => MouseKind::Press,
        MouseEventKind::Drag(MouseButton::Left) => MouseKind::Drag,
        MouseEventKind::ScrollUp => MouseKind::WheelUp,
        MouseEventKind::ScrollDown => MouseKind::WheelDown,
        _ => return None,
    };
    Some(Mouse { x: event.column, y: event.row, kind })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pressed(code: KeyCode, modifiers: KeyModifiers) -> Option<Key> {
        key_of(KeyEvent::new(code, modifiers))
    }

    #[test]
    fn keys_have_one_spelling_whatever_the_terminal_says() {
        assert_eq!(pressed(KeyCode::Char('S'), KeyModifiers::CONTROL), Some(Key::ctrl('s')));
        assert_eq!(pressed(KeyCode::Char('N'), KeyModifiers::SHIFT), Some(Key::char('N')));
        assert_eq!(pressed(KeyCode::BackTab, KeyModifiers::SHIFT), Some(Key::shift(Code::Tab)));
        assert_eq!(pressed(KeyCode::Char('2'), KeyModifiers::ALT), Some(Key::alt('2')));
        assert_eq!(pressed(KeyCode::CapsLock, KeyModifiers::NONE), None);
    }

    #[test]
    fn a_released_key_is_no_press() {
        let mut event = KeyEvent::new(KeyCode::Char('q'), KeyModifiers::NONE);
        event.kind = KeyEventKind::Release;
        assert_eq!(key_of(event), None);
    }
}
