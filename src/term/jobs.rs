//! Stopped and continued from outside: `kill -TSTP`, `kill -STOP` and `fg`.
//!
//! Ctrl-Z is a key in raw mode. A SIGTSTP that comes from elsewhere would stop the program with the terminal in our
//! modes; it is caught, and the program stops itself in order. SIGSTOP cannot be caught, but SIGCONT after it can: the
//! shell has put the terminal into its own modes meanwhile.

/// What happened to the job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Job {
    /// It is asked to stop: give the terminal back and stop.
    Stop,
    /// It goes on: take the terminal again and draw everything.
    Continue,
}

/// Handlers for the signals of job control.
#[cfg(unix)]
#[derive(Debug)]
pub struct Jobs {
    stop: tokio::signal::unix::Signal,
    go_on: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Jobs {
    /// Handlers that stand from now on.
    ///
    /// # Errors
    /// When the system takes none.
    pub fn new() -> std::io::Result<Jobs> {
        use rustix::process::Signal;
        use tokio::signal::unix::{SignalKind, signal};
        let handler = |kind: Signal| signal(SignalKind::from_raw(kind.as_raw()));
        Ok(Jobs { stop: handler(Signal::TSTP)?, go_on: handler(Signal::CONT)? })
    }

    /// Waits for the next one.
    pub async fn next(&mut self) -> Job {
        tokio::select! {
            _ = self.stop.recv() => Job::Stop,
            _ = self.go_on.recv() => Job::Continue,
        }
    }
}

/// There is no job control here.
#[cfg(not(unix))]
#[derive(Debug)]
pub struct Jobs;

#[cfg(not(unix))]
impl Jobs {
    /// Nothing to listen to.
    ///
    /// # Errors
    /// Never.
    pub fn new() -> std::io::Result<Jobs> {
        Ok(Jobs)
    }

    /// Waits for ever.
    pub async fn next(&mut self) -> Job {
        std::future::pending().await
    }
}
