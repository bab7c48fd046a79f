//! `catseye serve`: the embedded agent alone, until a signal.

use std::io;

use crate::agent;
use crate::cli::Usage;
use crate::cli::arguments::ServeArguments;

use super::{Stopped, input, output, signals};

/// Starts the agent, prints its base URL as the only line on standard output, and waits for a signal.
///
/// # Errors
/// When the address cannot be listened on, or standard output cannot be written.
pub async fn serve(arguments: &ServeArguments) -> Result<(), Stopped> {
    let options = agent::Options { listen: Some(arguments.listen), pace: arguments.pace };
    let agent = agent::start(options).await.map_err(|error| cannot_listen(arguments, &error))?;
    // Whoever reads the line may send a signal at once: the handler must stand before.
    let mut signals = signals::Signals::new()?;
    // Without a slash at its end: addresses with a card of their own are BASE/name/.
    output::print(format!("{}\n", agent.base_url().trim_end_matches('/')).as_bytes())?;
    signals.next().await;
    agent.shutdown();
    Ok(())
}

fn cannot_listen(arguments: &ServeArguments, error: &io::Error) -> Usage {
    let hint = match error.kind() {
        io::ErrorKind::AddrInUse => "; choose another port, or 0 for a free one",
        io::ErrorKind::PermissionDenied => "; ports below 1024 need rights, choose a higher one",
        _ => "",
    };
    Usage::new(format!("--listen: {} cannot be listened on: {}{hint}", arguments.listen, input::words(error)))
}
