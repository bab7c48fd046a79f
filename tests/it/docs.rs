//! The pages in `docs/` say what the program does: a flag or a class that is missing there, or no longer here, fails.

use std::collections::BTreeSet;

use catseye::cli::arguments::Arguments;
use catseye::run::{Class, exit_status};
use clap::CommandFactory;

/// Every long flag of every command that people see.
fn flags_of_the_program() -> BTreeSet<String> {
    let mut program = Arguments::command();
    program.build();
    let hidden_for_people = |name: &str| name == "__judge";
    let commands = program.get_subcommands().filter(|command| !hidden_for_people(command.get_name()));
    let arguments = commands.flat_map(|command| command.get_arguments()).chain(program.get_arguments());
    arguments.filter_map(|argument| argument.get_long()).map(|long| format!("--{long}")).collect()
}

fn flags_of_the_page(page: &str) -> BTreeSet<String> {
    let words = page.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
    words.filter(|word| word.starts_with("--") && word.len() > 3).map(str::to_owned).collect()
}

#[test]
fn every_flag_is_in_the_commands_page_and_the_page_has_no_other() {
    let page = include_str!("../../docs/commands.md");
    let table_rules: BTreeSet<String> = ["---".to_owned()].into();
    let described: BTreeSet<String> = flags_of_the_page(page).difference(&table_rules).cloned().collect();
    assert_eq!(described, flags_of_the_program());
}

#[test]
fn every_command_is_in_the_commands_page() {
    let page = include_str!("../../docs/commands.md");
    let program = Arguments::command();
    for command in program.get_subcommands().filter(|command| !command.is_hide_set()) {
        assert!(page.contains(&format!("    catseye {} ", command.get_name())), "{}", command.get_name());
    }
}

/// The page of failure classes, made from the classes themselves.
fn failures() -> String {
    let mut page = String::from(
        "# Failure classes\n\nThe first step of the ladder that does not hold names the failure. The class decides the verdict, the verdict the\n\
         exit status of `catseye run`. Where the place knows something better, the hint says that instead.\n\n\
         | class | what happened | what to try | verdict | exit |\n| --- | --- | --- | --- | --- |\n",
    );
    for class in Class::ALL {
        let verdict = class.verdict();
        let advice = class.advice().replace('|', "\\|");
        page.push_str(&format!(
            "| `{class}` | {} | {advice} | `{verdict}` | {} |\n",
            class.title(),
            exit_status(verdict)
        ));
    }
    page
}

#[test]
fn the_failures_page_is_the_table_of_classes() {
    let page = include_str!("../../docs/failures.md");
    assert!(page == failures(), "docs/failures.md differs; it should be:\n{}", failures());
}
