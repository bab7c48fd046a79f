//! Events of the terminal, from a source that can be let go and made again.
//!
//! crossterm's stream has a thread of its own that goes on reading standard input while nobody polls it: an editor that
//! was given the terminal would lose keys. So the source is dropped, and a new one made afterwards.

use crossterm::event::{Event, EventStream, KeyEventKind};
use futures_util::{Stream, StreamExt};

/// Makes sources of events: the terminal's, or a test's.
pub trait Source {
    /// The events.
    type Events: Stream<Item = std::io::Result<Event>> + Unpin;

    /// Begins to read.
    fn open(&mut self) -> Self::Events;
}

/// The terminal's own events.
#[derive(Clone, Copy, Debug, Default)]
pub struct Keyboard;

impl Source for Keyboard {
    type Events = EventStream;

    fn open(&mut self) -> EventStream {
        EventStream::new()
    }
}

/// The broker of events.
#[derive(Debug)]
pub struct Events<S: Source = Keyboard> {
    source: S,
    /// `None` while another program reads.
    events: Option<S::Events>,
}

impl Events<Keyboard> {
    /// Reads the terminal from now on.
    pub fn new() -> Self {
        Events::from(Keyboard)
    }
}

impl Default for Events<Keyboard> {
    fn default() -> Self {
        Events::new()
    }
}

impl<S: Source> Events<S> {
    /// Reads a source from now on.
    pub fn from(mut source: S) -> Self {
        let events = Some(source.open());
        Events { source, events }
    }

    /// The next event that means something: releases of keys, which some terminals report, are left out. `None` when
    /// the terminal is gone. While paused it waits for ever. Dropping the future loses nothing.
    pub async fn next(&mut self) -> Option<Event> {
        let Some(events) = &mut self.events else { return std::future::pending().await };
        loop {
            match events.next().await {
                Some(Ok(Event::Key(key))) if key.kind == KeyEventKind::Release => {}
                Some(Ok(event)) => return Some(event),
                Some(Err(_)) | None => return None,
            }
        }
    }

    /// Lets go of the terminal's input.
    pub fn pause(&mut self) {
        self.events = None;
    }

    /// Reads again.
    pub fn resume(&mut self) {
        if self.events.is_none() {
            self.events = Some(self.source.open());
        }
    }

    /// Whether it is paused.
    pub fn is_paused(&self) -> bool {
        self.events.is_none()
    }
}
