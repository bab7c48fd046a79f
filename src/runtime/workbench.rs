//! The workbench's loop: input, frames and messages, drawn on demand; generic over terminal, input and outside world, so
//! that the whole of it runs in a test.
//!
//! ```text
//! input ──▶ update ──▶ model ──▶ view ──▶ terminal      drawn only after something happened:
//!             │  ▲                                      4 ms after a key, 33 ms after a run's update
//!    effects ─┘  └── messages ◀── runs, checks, files
//! ```

mod hands;
mod open;
mod start;
mod terminal;
mod themes;

pub use open::{Opening, open};
pub use start::{demo, on};

use std::future::Future;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::Backend;
use tokio::sync::mpsc;
use tokio::time::Instant;

use crate::app::{self, Effect, Model, Msg, Pane, Start};
use crate::run::Call;
use crate::run::event::WireRef;
use crate::runtime::drive::Network;
use crate::ui::theme::{self, Theme};
use crate::ui::{self};

use hands::Hands;

/// After a key the screen is drawn within this: shorter than anybody sees, long enough for a burst to be one frame.
const AFTER_KEY: Duration = Duration::from_millis(4);
/// After anything else within this: 30 frames a second.
const AFTER_NEWS: Duration = Duration::from_millis(33);
/// Messages taken in at once before input and frame get their turn again.
const BATCH: usize = 512;
/// Messages that may wait; a sender waits when there are more.
const WAITING: usize = 1_024;

/// The terminal and what only it can do.
pub trait Screen {
    /// What cells are written to.
    type Backend: Backend;

    /// The terminal.
    fn terminal(&mut self) -> &mut Terminal<Self::Backend>;

    /// Puts text on the clipboard; says how it was done.
    ///
    /// # Errors
    /// Why it could not be done, one sentence.
    fn copy(&mut self, text: &str) -> Result<String, String>;

    /// Takes the mouse, or gives it back to the terminal.
    fn set_mouse(&mut self, on: bool);

    /// Edits a text in `$EDITOR`; the terminal is the editor's meanwhile.
    ///
    /// # Errors
    /// Why there is no edited text, one sentence.
    fn edit(&mut self, text: &str, extension: &str) -> Result<String, String>;

    /// Stops the program until it is continued; the terminal is the shell's meanwhile.
    fn suspend(&mut self);

    /// Draws every cell again, after something else wrote to the terminal.
    fn redraw(&mut self);
}

/// Where keys come from.
pub trait Inputs {
    /// The next thing the person did; `None` when nothing more will come.
    fn next(&mut self) -> impl Future<Output = Option<Msg>>;

    /// Lets go of the terminal's input: another program reads it now.
    fn pause(&mut self);

    /// Takes it again.
    fn resume(&mut self);
}

/// The world outside of the terminal.
pub trait Outside: Clone + Send + Sync + 'static {
    /// What performs requests.
    type Network: Network;

    /// What performs the requests of one run; credentials may also go to these origins.
    fn network(&self, allowed: &[String]) -> Self::Network;

    /// How long each task may take; `None` is for ever.
    fn timeout(&self) -> Option<Duration> {
        None
    }

    /// Every header that a call would be sent with, secrets masked.
    ///
    /// # Errors
    /// Why it cannot be sent, one sentence.
    fn headers(&self, call: &Call) -> Result<Vec<(String, String)>, String>;

    /// Reads bytes that went over the wire.
    ///
    /// # Errors
    /// Why they cannot be read, one sentence.
    fn read_wire(&self, wire: WireRef) -> Result<Arc<[u8]>, String>;

    /// Keeps what was typed.
    ///
    /// # Errors
    /// Why it cannot be kept, one sentence.
    fn save_draft(&self, schema: &str, task: &str) -> Result<(), String>;

    /// A theme by name.
    ///
    /// # Errors
    /// Why it cannot be used, one sentence.
    fn theme(&self, name: &str) -> Result<Theme, String> {
        theme::builtin(name).ok_or_else(|| format!("no theme is called {name:?}"))
    }
}

/// What a session came to, counted: for tests of "draws only when something happened".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// Frames drawn.
    pub frames: u64,
    /// Messages taken in, keys included.
    pub messages: u64,
}

/// Runs the workbench until it is left.
///
/// # Errors
/// When the terminal cannot be drawn to.
pub async fn run<S: Screen, I: Inputs, O: Outside>(
    start: Start,
    screen: &mut S,
    inputs: &mut I,
    outside: O,
) -> io::Result<Counted> {
    let (messages, mut waiting) = mpsc::channel(WAITING);
    let mut hands = Hands::new(outside.clone(), messages);
    let began = Instant::now();
    let (mut model, first) = Model::new(start);
    let theme = outside.theme(&model.theme).unwrap_or_else(|why| {
        model.toasts.warn(why);
        Theme::dark()
    });
    let mut bench = Bench { theme, theme_name: model.theme.clone(), counted: Counted::default() };
    // The first frame comes before anything that takes time.
    bench.draw(&mut model, screen)?;
    let mut drawn = Instant::now();
    let mut due: Option<Instant> = None;
    bench.perform(&mut model, first, screen, inputs, &mut hands);
    let mut batch = Vec::with_capacity(BATCH);
    while !model.leaving {
        let tick = app::next_deadline(&model).map(|at| began + Duration::from_millis(at));
        let pause;
        let came = tokio::select! {
            biased;
            input = inputs.next() => {
                pause = AFTER_KEY;
                input.unwrap_or(Msg::Terminate)
            }
            () = at(due) => {
                bench.draw(&mut model, screen)?;
                (drawn, due) = (Instant::now(), None);
                continue;
            }
            count = waiting.recv_many(&mut batch, BATCH) => {
                pause = AFTER_NEWS;
                debug_assert!(count > 0, "the sender lives as long as the loop");
                match batch.pop() {
                    Some(last) => {
                        let rest = std::mem::take(&mut batch);
                        for message in rest {
                            bench.take(&mut model, millis(began), message, screen, inputs, &mut hands);
                        }
                        last
                    }
                    None => continue,
                }
            }
            () = at(tick) => {
                pause = AFTER_NEWS;
                Msg::Tick
            }
        };
        bench.take(&mut model, millis(began), came, screen, inputs, &mut hands);
        let wanted = (drawn + pause).max(Instant::now());
        due = Some(due.map_or(wanted, |due| due.min(wanted)));
    }
    hands.finish().await;
    Ok(bench.counted)
}

fn millis(began: Instant) -> u64 {
    u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX)
}

/// Waits for a moment, or for ever when there is none.
async fn at(moment: Option<Instant>) {
    match moment {
        Some(moment) => tokio::time::sleep_until(moment).await,
        None => std::future::pending().await,
    }
}

/// What the loop holds besides the model.
struct Bench {
    theme: Theme,
    theme_name: String,
    counted: Counted,
}

impl Bench {
    fn draw<S: Screen>(&mut self, model: &mut Model, screen: &mut S) -> io::Result<()> {
        let mut left = ui::View::default();
        let drawn = screen.terminal().draw(|frame| {
            left = ui::view(model, &self.theme, frame.buffer_mut());
            if let Some(at) = left.cursor {
                frame.set_cursor_position(at);
            }
        });
        drawn.map_err(|error| io::Error::other(error.to_string()))?;
        self.counted.frames += 1;
        app::update(model, Msg::Drawn(Box::new(left.drawn)));
        Ok(())
    }

    fn take<S: Screen, I: Inputs, O: Outside>(
        &mut self,
        model: &mut Model,
        now: u64,
        message: Msg,
        screen: &mut S,
        inputs: &mut I,
        hands: &mut Hands<O>,
    ) {
        self.counted.messages += 1;
        model.now = now;
        let effects = app::update(model, message);
        if model.theme != self.theme_name {
            self.theme_name.clone_from(&model.theme);
            match hands.theme(&model.theme) {
                Ok(theme) => self.theme = theme,
                Err(why) => model.toasts.warn(why),
            }
        }
        self.perform(model, effects, screen, inputs, hands);
    }

    fn perform<S: Screen, I: Inputs, O: Outside>(
        &mut self,
        model: &mut Model,
        effects: Vec<Effect>,
        screen: &mut S,
        inputs: &mut I,
        hands: &mut Hands<O>,
    ) {
        for effect in effects {
            match effect {
                Effect::Copy { what, text } => copy(model, screen, what, &text),
                Effect::CopyCurl(request) => {
                    let body = request.body.and_then(|wire| hands.read_wire(wire).ok());
                    let body = body.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
                    copy(model, screen, "curl command", &app::request::curl(&request, body.as_deref()));
                }
                Effect::OpenEditor { pane, text } => {
                    inputs.pause();
                    let extension = if pane == Pane::Schema { ".json" } else { ".txt" };
                    let text = screen.edit(&text, extension);
                    inputs.resume();
                    let follow = app::update(model, Msg::Edited { pane, text });
                    self.perform(model, follow, screen, inputs, hands);
                }
                Effect::Mouse(on) => screen.set_mouse(on),
                Effect::Redraw => screen.redraw(),
                Effect::Suspend => {
                    inputs.pause();
                    screen.suspend();
                    inputs.resume();
                }
                Effect::Quit => model.leaving = true,
                Effect::FetchCard { .. }
                | Effect::CheckSchema { .. }
                | Effect::StartRun { .. }
                | Effect::StopRun(_)
                | Effect::ShowRequest { .. }
                | Effect::ReadWire(_)
                | Effect::SaveDraft { .. } => hands.perform(effect),
            }
        }
    }
}

fn copy<S: Screen>(model: &mut Model, screen: &mut S, what: &str, text: &str) {
    match screen.copy(text) {
        Ok(how) => {
            let size = crate::text::bytes(text.len() as u64);
            model.toasts.done(model.now, format!("{what} copied, {size}{how}"));
        }
        Err(why) => model.toasts.warn(why),
    }
}
