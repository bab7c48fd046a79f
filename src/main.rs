//! The program: arguments, hooks, exit status; nothing else.

use std::process::ExitCode;

use catseye::cli::{self, Asked};
use catseye::runtime::{self, output};

fn main() -> ExitCode {
    runtime::say_when_panicking();
    let arguments = match cli::parse(std::env::args_os()) {
        Ok(Asked::Command(arguments)) => *arguments,
        Ok(Asked::Words(words)) => {
            return match output::print(words.as_bytes()) {
                Ok(()) => ExitCode::SUCCESS,
                Err(_) => ExitCode::from(runtime::USAGE),
            };
        }
        Err(usage) => {
            output::say(&format!("{usage}\n"));
            return ExitCode::from(runtime::USAGE);
        }
    };
    match runtime::execute(arguments) {
        Ok(status) => ExitCode::from(status),
        Err(stopped) => {
            output::say(&format!("{stopped}\n"));
            ExitCode::from(runtime::USAGE)
        }
    }
}
