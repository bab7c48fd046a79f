//! From the words on the command line to arguments, or to one sentence that says what is wrong with them.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser};

use super::arguments::Arguments;

/// What the words on the command line ask for.
#[derive(Clone, Debug)]
pub enum Asked {
    /// A command.
    Command(Box<Arguments>),
    /// Help or the version, for standard output.
    Words(String),
}

/// Something a person gave cannot be used: exit status 2, standard output stays empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Usage {
    /// One sentence that names the flag or argument and says what to do.
    pub sentence: String,
    /// Where to read more: `catseye run --help`.
    pub see: Option<String>,
}

impl Usage {
    /// A usage error with a sentence of its own.
    pub fn new(sentence: impl Into<String>) -> Self {
        Usage { sentence: sentence.into(), see: None }
    }
}

impl std::fmt::Display for Usage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "catseye: {}", crate::text::harmless(&self.sentence))?;
        match &self.see {
            Some(see) => write!(f, "\n  see: {see}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Usage {}

/// Reads the words on the command line, the program's name first.
///
/// # Errors
/// The first thing that is wrong with them.
pub fn parse(words: impl IntoIterator<Item = OsString>) -> Result<Asked, Usage> {
    let words = with_workbench(words.into_iter().collect());
    match Arguments::try_parse_from(&words) {
        Ok(arguments) => Ok(Asked::Command(Box::new(arguments))),
        Err(error) => match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Ok(Asked::Words(error.to_string())),
            _ => Err(Usage { sentence: sentence(&error), see: Some(see(&words)) }),
        },
    }
}

/// `catseye`, `catseye AGENT` and flags alone mean the workbench: the words with its name in them.
fn with_workbench(mut words: Vec<OsString>) -> Vec<OsString> {
    let command = Arguments::command();
    let asks = |word: &OsString| ["-h", "--help", "-V", "--version"].iter().any(|known| word == known);
    let other = words.iter().skip(1).any(|word| asks(word) || command.find_subcommand(word).is_some());
    let first = words.iter().skip(1).map(|word| word.to_string_lossy()).find(|word| !word.starts_with('-'));
    if !other && !words.is_empty() && !first.is_some_and(|word| is_nearly_a_command(&word)) {
        words.insert(1, "__workbench".into());
    }
    words
}

/// Whether a word was meant as a command: close to one, and no address.
fn is_nearly_a_command(word: &str) -> bool {
    let command = Arguments::command();
    let mut known = command.get_subcommands().filter(|known| !known.is_hide_set()).map(clap::Command::get_name);
    !word.contains([':', '/', '.']) && known.any(|name| strsim::jaro_winkler(word, name) > 0.85)
}

/// The help that fits: of the command when one was named, else of the program.
fn see(words: &[OsString]) -> String {
    let command = Arguments::command();
    let named =
        words.iter().skip(1).find_map(|word| command.find_subcommand(word)).filter(|found| !found.is_hide_set());
    match named {
        Some(found) => format!("catseye {} --help", found.get_name()),
        None => "catseye --help".to_owned(),
    }
}

fn sentence(error: &clap::Error) -> String {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        Some(ContextValue::Strings(texts)) => Some(texts.join(", ")),
        _ => None,
    };
    // clap names an argument with its value: `--timeout <DURATION>`.
    let argument = text(ContextKind::InvalidArg).unwrap_or_default();
    let flag = argument.split([' ', '=']).next().unwrap_or_default().to_owned();
    let flag = flag.trim_matches(['<', '>']).to_owned();
    let suggestion = text(ContextKind::SuggestedArg)
        .or_else(|| text(ContextKind::SuggestedSubcommand))
        .or_else(|| text(ContextKind::SuggestedValue))
        .and_then(|found| found.split(", ").next().map(|first| format!("; did you mean {first}?")))
        .unwrap_or_default();
    match error.kind() {
        ErrorKind::ValueValidation => {
            let source = std::error::Error::source(error).map(ToString::to_string).unwrap_or_default();
            format!("{flag}: {source}")
        }
        ErrorKind::InvalidValue => {
            let given = text(ContextKind::InvalidValue).unwrap_or_default();
            let known = text(ContextKind::ValidValue).unwrap_or_default();
            if given.is_empty() {
                format!("{flag} needs a value: {argument}")
            } else {
                format!("{flag}: {given:?} is not one of {known}{suggestion}")
            }
        }
        ErrorKind::UnknownArgument if flag.starts_with('-') => format!("there is no flag {flag} here{suggestion}"),
        ErrorKind::UnknownArgument => format!("{argument:?} is one argument too many"),
        ErrorKind::InvalidSubcommand => {
            let given = text(ContextKind::InvalidSubcommand).unwrap_or_default();
            format!("there is no command {given:?}{suggestion}")
        }
        ErrorKind::MissingRequiredArgument => {
            format!("{} is missing", argument.replace(['<', '>'], ""))
        }
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            "say what to do: an agent, run, card, check, demo or serve".to_owned()
        }
        ErrorKind::ArgumentConflict => {
            let other = text(ContextKind::PriorArg).unwrap_or_default();
            if other == argument || other.is_empty() {
                format!("{flag} was given twice; give it once")
            } else {
                let other = other.split([' ', '=']).next().unwrap_or_default();
                format!("{flag} and {other} cannot be given together; leave one out")
            }
        }
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues | ErrorKind::NoEquals => {
            format!("{flag} needs a value: {argument}")
        }
        ErrorKind::InvalidUtf8 => "an argument is not UTF-8".to_owned(),
        _ => error.to_string().lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::arguments::Command;

    fn usage(words: &str) -> String {
        let words = std::iter::once("catseye").chain(words.split_whitespace());
        match parse(words.map(OsString::from)) {
            Ok(asked) => panic!("accepted: {asked:?}"),
            Err(usage) => usage.to_string(),
        }
    }

    /// The agent of the workbench that these words mean.
    fn workbench(words: &str) -> Option<String> {
        let words = std::iter::once("catseye").chain(words.split_whitespace());
        match parse(words.map(OsString::from)) {
            Ok(Asked::Command(arguments)) => match arguments.command {
                Command::Workbench(workbench) => workbench.agent,
                other => panic!("another command: {other:?}"),
            },
            other => panic!("no command: {other:?}"),
        }
    }

    #[test]
    fn the_command_line_of_clap_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn each_wrong_word_is_named_in_one_sentence() {
        assert_eq!(usage("run"), "catseye: AGENT is missing\n  see: catseye run --help");
        assert_eq!(
            usage("run a --timeout 5"),
            "catseye: --timeout: \"5\" has no unit; write 5s for seconds or 5ms for milliseconds\n  see: catseye run --help"
        );
        assert_eq!(
            usage("run a --format xml"),
            "catseye: --format: \"xml\" is not one of human, json, ndjson\n  see: catseye run --help"
        );
        assert_eq!(
            usage("run a --shema x"),
            "catseye: there is no flag --shema here; did you mean --schema?\n  see: catseye run --help"
        );
        assert_eq!(usage("run a b"), "catseye: \"b\" is one argument too many\n  see: catseye run --help");
        assert_eq!(
            usage("run a --schema"),
            "catseye: --schema needs a value: --schema <FILE|->\n  see: catseye run --help"
        );
        assert_eq!(
            usage("run a --text x --message y"),
            "catseye: --text and --message cannot be given together; leave one out\n  see: catseye run --help"
        );
        assert_eq!(
            usage("run a --text x --text y"),
            "catseye: --text was given twice; give it once\n  see: catseye run --help"
        );
        assert_eq!(
            usage("chek s"),
            "catseye: there is no command \"chek\"; did you mean check?\n  see: catseye --help"
        );
        assert_eq!(workbench(""), None);
        assert_eq!(workbench("--insecure"), None);
        assert_eq!(workbench("agentbox").as_deref(), Some("agentbox"));
        assert_eq!(workbench("--bearer token localhost:80").as_deref(), Some("localhost:80"));
        assert_eq!(workbench("https://agent.example").as_deref(), Some("https://agent.example"));
    }

    #[test]
    fn a_secret_is_not_repeated_in_a_usage_error() {
        for words in ["run a --bearer sésame", "run a --header X-Key", "card a --header X-Key=sésame"] {
            assert!(!usage(words).contains("sésame"), "{}", usage(words));
        }
    }

    #[test]
    fn control_characters_in_arguments_are_shown_not_obeyed() {
        let words = ["catseye", "run", "a", "--timeout", "\u{1b}[31m"].map(OsString::from);
        let sentence = parse(words).expect_err("no duration").to_string();
        assert!(!sentence.contains('\u{1b}'), "{sentence:?}");
    }

    #[test]
    fn text_may_begin_with_a_hyphen() {
        let words = ["catseye", "run", "a", "--text", "-"].map(OsString::from);
        let Ok(Asked::Command(arguments)) = parse(words) else { panic!("not accepted") };
        let Command::Run(run) = arguments.command else { panic!("another command") };
        assert_eq!(run.text.as_deref(), Some("-"));
    }
}
