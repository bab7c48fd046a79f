//! The real terminal under the workbench: what the terminal says becomes messages, what the workbench wants is done.

use std::io::{self, Stdout};

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

use super::{Inputs, Screen};
use crate::app::{Mouse, MouseKind, Msg};
use crate::command::{Code, Key};
use crate::runtime::signals::Signals;
use crate::term::{self, Events, Frames, Job, Jobs, Session};

/// The terminal, in the workbench's modes until it is dropped.
pub struct RealScreen {
    session: Session,
}

impl RealScreen {
    /// Takes the terminal.
    ///
    /// # Errors
    /// When there is no terminal to take.
    pub fn enter() -> io::Result<RealScreen> {
        Ok(RealScreen { session: Session::enter(true)? })
    }
}

impl Screen for RealScreen {
    type Backend = CrosstermBackend<Frames<Stdout>>;

    fn terminal(&mut self) -> &mut Terminal<Self::Backend> {
        // A panic in a worker gave the terminal back before it spoke; the workbench goes on.
        self.session.recover();
        self.session.terminal()
    }

    fn copy(&mut self, text: &str) -> Result<String, String> {
        self.session.copy(text).map(|method| format!(" {method}"))
    }

    fn set_mouse(&mut self, on: bool) {
        self.session.set_mouse(on);
    }

    fn edit(&mut self, text: &str, extension: &str) -> Result<String, String> {
        let command = term::editor_command(|name| std::env::var(name).ok()).map_err(|fault| fault.to_string())?;
        let edited = self.session.meanwhile(|| term::edit(&command, text, extension));
        edited.map_err(|fault| fault.to_string())
    }

    fn suspend(&mut self) {
        self.session.suspend();
    }

    fn redraw(&mut self) {
        self.session.retake();
    }
}

/// Keys, mouse and signals.
pub struct RealInputs {
    events: Events,
    signals: Signals,
    jobs: Jobs,
}

impl RealInputs {
    /// Begins to listen.
    ///
    /// # Errors
    /// When the system takes no signal handler.
    pub fn new() -> io::Result<RealInputs> {
        Ok(RealInputs { events: Events::new(), signals: Signals::new()?, jobs: Jobs::new()? })
    }
}

impl Inputs for RealInputs {
    async fn next(&mut self) -> Option<Msg> {
        loop {
            tokio::select! {
                event = self.events.next() => match event.map(message) {
                    Some(Some(message)) => return Some(message),
                    Some(None) => {}
                    None => return None,
                },
                job = self.jobs.next() => return Some(match job {
                    Job::Stop => Msg::StopAsked,
                    Job::Continue => Msg::Continued,
                }),
                _ = self.signals.next() => return Some(Msg::Terminate),
            }
        }
    }

    fn pause(&mut self) {
        self.events.pause();
    }

    fn resume(&mut self) {
        self.events.resume();
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
