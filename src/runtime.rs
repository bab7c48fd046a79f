//! Where both sides meet: reads what was asked, performs effects, lets `cli` and `ui` show what came of it.

pub mod drive;
pub mod input;
pub mod output;
pub mod workbench;

mod card;
mod check;
mod connection;
mod headless;
mod plan;
mod probe;
mod serve;
mod signals;

use std::io;

use crate::cli::Usage;
use crate::cli::arguments::{Arguments, Command};
use crate::judge;
use crate::net;

/// Why a command could not do its work at all.
#[derive(Debug, thiserror::Error)]
pub enum Stopped {
    /// Something the person gave cannot be used.
    #[error("{0}")]
    Usage(#[from] Usage),
    /// Standard output cannot be written (a closed pipe is no error).
    #[error("catseye: standard output cannot be written: {}", input::words(.0))]
    Output(#[from] io::Error),
}

/// Exit status of a usage error, and of output that cannot be written.
pub const USAGE: u8 = 2;

/// Does what the arguments ask for and gives the exit status.
///
/// # Errors
/// When something the person gave cannot be used, or standard output cannot be written.
pub fn execute(arguments: Arguments) -> Result<u8, Stopped> {
    let no_color = arguments.no_color;
    match arguments.command {
        Command::Check(check) => {
            let (words, ok) = check::check(&check, output::stdout_ink(no_color))?;
            output::print(words.as_bytes())?;
            Ok(u8::from(!ok))
        }
        Command::Card(card) => {
            plan::check_address(&card.agent)?;
            let connected = connection::connect(&card.agent, &card.connection, &card.limits, None)?;
            with_tokio(card::card(&card, connected.client, connected.credentials_given, no_color))
        }
        Command::Probe(probe) => {
            plan::check_address(&probe.agent)?;
            let connected = connection::connect(&probe.agent, &probe.connection, &probe.limits, None)?;
            with_tokio(probe::probe(&probe, connected.client, connected.credentials_given, no_color))
        }
        Command::Demo(look) => {
            let client = net::Client::new(net::Settings::default(), net::wire::Store::new());
            with_tokio(workbench::demo(client, &look, no_color))
        }
        Command::Workbench(arguments) => with_tokio(workbench::on(&arguments, no_color)),
        Command::Serve(serve) => with_tokio(async { serve::serve(&serve).await.map(|()| 0) }),
        Command::Run(run) => {
            let connected =
                connection::connect(&run.agent, &run.connection, &run.limits, Some(run.task_limits.max_event_bytes))?;
            let plan = plan::plan(&run, connected.credentials_given)?;
            with_tokio(headless::run(&run, plan, connected.client, no_color))
        }
        Command::Judge => Ok(judge::child_main()),
    }
}

/// Runs asynchronous work on two threads: one may be busy folding while the other reads the network.
fn with_tokio(work: impl Future<Output = Result<u8, Stopped>>) -> Result<u8, Stopped> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let done = runtime.block_on(work);
    // A judgement that outlived its time cannot be stopped; the end of the program ends it.
    runtime.shutdown_background();
    done
}

/// Makes a fault of our own say where it is, and nothing that an agent or a person gave.
pub fn say_when_panicking() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(|at| format!(" at {}:{}", at.file(), at.line())).unwrap_or_default();
        // A constant message holds no foreign text; a composed one might hold a secret.
        let words =
            panic.payload().downcast_ref::<&'static str>().map(|words| format!(": {words}")).unwrap_or_default();
        output::say(&format!("catseye: this is a fault of catseye itself{place}{words}\n"));
    }));
}
