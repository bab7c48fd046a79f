//! The program: arguments, hooks, exit status; nothing else.

use std::process::ExitCode;

fn main() -> ExitCode {
    if std::env::args_os().nth(1).is_some_and(|argument| argument == catseye::judge::SUBCOMMAND) {
        return ExitCode::from(catseye::judge::child_main());
    }
    ExitCode::SUCCESS
}
