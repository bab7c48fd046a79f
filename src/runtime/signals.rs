//! The signals that stop a run. The first asks, the second ends the program at once.

use tokio::sync::mpsc;

use crate::run::event::Stop;
use crate::run::{Verdict, exit_status};

use super::drive::Command;

/// Turns signals into commands from now on, on a task of its own.
///
/// # Errors
/// When the system takes no handler.
pub fn listen(commands: mpsc::Sender<Command>) -> std::io::Result<()> {
    let mut signals = Signals::new()?;
    tokio::spawn(async move {
        let first = signals.next().await;
        // When the run is over nobody listens, and the program is about to end.
        let _ = commands.send(Command::Stop(first)).await;
        let second = signals.next().await;
        std::process::exit(i32::from(exit_status(Verdict::Stopped(second))));
    });
    Ok(())
}

/// Handlers for the signals that stop the program.
#[cfg(unix)]
pub struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
    hang_up: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    /// Handlers that stand from now on.
    ///
    /// # Errors
    /// When the system takes none.
    pub fn new() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            hang_up: signal(SignalKind::hangup())?,
        })
    }

    /// Waits for the next signal.
    pub async fn next(&mut self) -> Stop {
        tokio::select! {
            _ = self.interrupt.recv() => Stop::Interrupt,
            _ = self.terminate.recv() => Stop::Terminate,
            _ = self.hang_up.recv() => Stop::HangUp,
        }
    }
}

/// Handlers for the signals that stop the program.
#[cfg(not(unix))]
pub struct Signals;

#[cfg(not(unix))]
impl Signals {
    /// Handlers that stand from now on.
    ///
    /// # Errors
    /// When the system takes none.
    pub fn new() -> std::io::Result<Self> {
        Ok(Signals)
    }

    /// Waits for the next signal.
    pub async fn next(&mut self) -> Stop {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        Stop::Interrupt
    }
}
