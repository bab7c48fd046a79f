//! The pages in `docs/` say what the program does: a flag or a class that is missing there, or no longer here, fails.

use std::collections::BTreeSet;

use catseye::agent::address::{ADDRESSES, Interface};
use catseye::agent::scenarios::SCENARIOS;
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

const AGENT: &str = "\
# The embedded agent

    catseye serve

serves an agent for the first run, for demos and for tests, of catseye and of other clients. It listens on 127.0.0.1, prints its
address as the first line of standard output, and connects to nothing beyond loopback. It is deterministic: nothing in it is random
but the ids (UUID v4) of tasks, contexts, messages and push notification configurations.

It speaks A2A 1.0 and 0.3 over JSON-RPC and HTTP+JSON, and the agent's half of the Kedi structured output extension in all four. Its
own card has the members of both generations, as servers of both write it, and prefers 1.0 over JSON-RPC. The name of a method or
the path says the generation, and the header `A2A-Version` must agree: without one it is 0.3.

| operation | 1.0 | 0.3 |
| --- | --- | --- |
| send, stream, get, cancel, subscribe | both bindings; HTTP+JSON takes GET and POST to `:subscribe` | the same; a stream closes with the one event that is `final` |
| list tasks | `ListTasks`, `GET /tasks`: pages of 1 to 100, 50 when unsaid, the last changed first | -32601, or 501 |
| push notifications | every event is posted as it is streamed | the whole task is posted when its state changes |
| extended card | -32004 where there is none | -32007 where there is none |

It posts push notifications to `http` addresses of this machine only, keeps at most 16 configurations a task, 500 tasks and 64 MiB of
what they hold, and reads bodies of at most 8 MiB. Cards come with an `ETag` and may be kept for a minute.

## Addresses

Each is a path below the agent's own address, with a card of its own. A structured run of catseye ends there as the last column says.

| address | what is there | speaks | a run ends in |
| --- | --- | --- | --- |
";

/// The page about the embedded agent, made from its tables.
fn agent() -> String {
    let mut page = AGENT.to_owned();
    for address in ADDRESSES {
        let spoken = address.speaks.iter().map(|protocol| format!("{} {}", protocol.version(), protocol.binding()));
        let spoken = match address.interface {
            Interface::Own | Interface::Unversioned if address.speaks.len() == 4 => "all four".into(),
            Interface::Own | Interface::Unversioned => spoken.collect::<Vec<_>>().join(", "),
            _ => String::new(),
        };
        page.push_str(&format!("| `{}/` | {} | {spoken} | `{}` |\n", address.name, address.summary, address.ends));
    }
    page.push_str(
        "\n## Texts\n\nA message whose text is one of these plays the skill; any other text plays the first. A failure is named after the\n\
         [class](failures.md) that a run ends in.\n\n| skill | what happens | text |\n| --- | --- | --- |\n",
    );
    for scenario in SCENARIOS.iter() {
        let text = scenario.texts.first().copied().unwrap_or_default().replace('\n', " ").replace('|', "\\|");
        page.push_str(&format!("| `{}` | {} | {text} |\n", scenario.id, scenario.summary));
    }
    page
}

#[test]
fn the_agents_page_is_made_from_its_tables() {
    let page = include_str!("../../docs/agent.md");
    assert!(page == agent(), "docs/agent.md differs; it should be:\n{}", agent());
}
