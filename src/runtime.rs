//! Where both sides meet: reads what was asked, performs effects, lets `cli` and `ui` show what came of it.

pub mod drive;
pub mod input;
pub mod output;

mod check;

use std::io;

use crate::cli::Usage;
use crate::cli::arguments::{Arguments, Command};
use crate::judge;

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
        Command::Judge => Ok(judge::child_main()),
    }
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
