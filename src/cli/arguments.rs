//! Every command and flag of the program, as clap reads them.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};
use url::Url;

use super::value::{self, Header, Token};

/// A terminal workbench for agents that give typed answers.
///
/// Point it at an agent: it shows what the agent says it can do, sends the task with the JSON Schema of the answer you
/// want, and ends in the typed value, exactly as the agent wrote it, or in the sentence that says why there is none.
#[derive(Clone, Debug, Parser)]
#[command(name = "catseye", version, disable_help_subcommand = true, subcommand_required = true)]
#[command(after_help = "\
Examples:
  catseye demo                                       the workbench on the embedded agent
  catseye https://agent.example                      the workbench on an agent
  catseye serve                                      the embedded agent, to try things on
  catseye card https://agent.example                 what the agent says it can do
  catseye run https://agent.example --schema s.json --text 'Review this'
  catseye check s.json value.json                    a value against a schema

Without a command the workbench opens, on AGENT, else on the last agent. It takes --schema FILE, --text TEXT and
--assume-extension, the flags of `run` for connection and limits, and --theme NAME.
Exit status: 0 good · 1 the agent, a schema or a value failed · 2 usage · 3 unreachable · 4 unauthorized · 5 timeout
             6 refused before sending · 7 the agent waits · 130 stopped
CATSEYE_HOME moves all state; CATSEYE_BEARER is a token; NO_COLOR turns colour off.")]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,

    /// No colour, whatever the terminal can do.
    #[arg(long, global = true)]
    pub no_color: bool,
}

/// The commands.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// One task without a screen: the typed value on standard output, people's words on standard error.
    Run(Box<RunArguments>),
    /// Fetch, lint and show an agent's card.
    Card(Box<CardArguments>),
    /// Check a schema, or a value against it.
    Check(CheckArguments),
    /// What an agent does against what it claims: conformance checks.
    Probe(Box<ProbeArguments>),
    /// The embedded agent on a free port, and the workbench on it: the first thing to try.
    Demo(LookArguments),
    /// The embedded agent alone; its base URL is the first line of standard output.
    Serve(ServeArguments),
    /// The workbench on an agent: what `catseye` and `catseye URL` mean.
    #[command(name = "__workbench", hide = true)]
    Workbench(Box<WorkbenchArguments>),
    /// The validator as a process of its own, with limits. Not for people.
    #[command(name = "__judge", hide = true)]
    Judge,
}

/// How results are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people; on a pipe the result's bytes alone.
    #[default]
    Human,
    /// One JSON object.
    Json,
    /// One JSON object a line: each event, the outcome last.
    Ndjson,
}

/// How results of a command without events are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// For people.
    #[default]
    Human,
    /// One JSON object.
    Json,
}

/// How the checks of an agent are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ProbeFormat {
    /// For people.
    #[default]
    Human,
    /// One JSON object.
    Json,
    /// JUnit XML, for CI.
    Junit,
}

/// How the value is to be encoded in the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Encoding {
    /// JSON text in a raw part: every number arrives as it was.
    JsonUtf8,
    /// A data part: numbers go through a double.
    ProtobufValue,
}

/// Which generation of A2A to speak.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Dialect {
    /// What the card says.
    #[default]
    Auto,
    /// A2A 1.0, whatever the card says.
    #[value(name = "1.0")]
    V10,
    /// A2A 0.3, whatever the card says.
    #[value(name = "0.3")]
    V03,
}

/// Which binding to speak.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Binding {
    /// What the card says.
    #[default]
    Auto,
    /// JSON-RPC, whatever the card says.
    Jsonrpc,
    /// HTTP+JSON, whatever the card says.
    HttpJson,
}

/// What may end with exit status 0 besides a typed value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    /// An answer of any kind: `typed`, `text`, `failed` and `waiting` exit 0.
    None,
}

/// The workbench.
#[derive(Args, Clone, Debug)]
pub struct WorkbenchArguments {
    /// The agent: its address or its card's. Without one: the last agent, else the embedded one.
    #[arg(value_name = "URL", allow_hyphen_values = false)]
    pub agent: Option<String>,

    /// The schema to begin with.
    #[arg(long, value_name = "FILE")]
    pub schema: Option<PathBuf>,

    /// The task to begin with.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub text: Option<String>,

    /// Use the structured-output extension although the card does not advertise it.
    #[arg(long)]
    pub assume_extension: bool,

    /// How the agent is reached.
    #[command(flatten)]
    pub connection: Connection,

    /// The limits of the connection; `--timeout` is that of each task.
    #[command(flatten)]
    pub limits: ConnectionLimits,

    /// The limits of a task.
    #[command(flatten)]
    pub task_limits: TaskLimits,

    /// How the workbench looks.
    #[command(flatten)]
    pub look: LookArguments,
}

/// How the workbench looks.
#[derive(Args, Clone, Debug)]
pub struct LookArguments {
    /// The theme: dark, light, terminal, mono, or one of your own, CATSEYE_HOME/themes/NAME.toml.
    #[arg(long, value_name = "NAME")]
    pub theme: Option<String>,
}

/// How the agent is reached.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Connection")]
pub struct Connection {
    /// A header for every request to the agent, `Name: value`; may be given several times.
    #[arg(long = "header", value_name = "'K: V'", value_parser = value::header, action = ArgAction::Append)]
    pub headers: Vec<Header>,

    /// A bearer token. CATSEYE_BEARER does the same without showing it in the list of processes.
    #[arg(long, value_name = "TOKEN", value_parser = value::token)]
    pub bearer: Option<Token>,

    /// Which generation of A2A to speak.
    #[arg(long, value_enum, default_value_t, hide_default_value = true, value_name = "VERSION")]
    pub dialect: Dialect,

    /// Which binding to speak.
    #[arg(long, value_enum, default_value_t, hide_default_value = true, value_name = "BINDING")]
    pub binding: Binding,

    /// Send tasks to this address, whatever the card says.
    #[arg(long, value_name = "URL", value_parser = value::address)]
    pub url_override: Option<Url>,

    /// Another origin that may get the credentials; may be given several times.
    #[arg(long = "allow-origin", value_name = "URL", value_parser = value::origin, action = ArgAction::Append)]
    pub allowed_origins: Vec<String>,

    /// Trust the certificates in this PEM file besides the system's.
    #[arg(long, value_name = "FILE")]
    pub ca_file: Option<PathBuf>,

    /// Accept any certificate. For test servers only.
    #[arg(long)]
    pub insecure: bool,
}

/// The limits of a connection.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Limits")]
pub struct ConnectionLimits {
    /// To connect, TLS included.
    #[arg(long, value_name = "DURATION", value_parser = value::duration, default_value = "10s")]
    pub connect_timeout: Duration,

    /// A stream without a byte.
    #[arg(long, value_name = "DURATION", value_parser = value::duration, default_value = "90s")]
    pub idle_timeout: Duration,

    /// An answer that is no stream.
    #[arg(long, value_name = "DURATION", value_parser = value::duration, default_value = "180s")]
    pub response_timeout: Duration,

    /// The whole command, in the workbench each task; none by default.
    #[arg(long, value_name = "DURATION", value_parser = value::duration)]
    pub timeout: Option<Duration>,

    /// The card.
    #[arg(long, value_name = "SIZE", value_parser = value::size, default_value = "1MiB")]
    pub max_card_bytes: u64,
}

/// The limits of a task.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Limits")]
pub struct TaskLimits {
    /// One event of a stream.
    #[arg(long, value_name = "SIZE", value_parser = value::size, default_value = "64MiB")]
    pub max_event_bytes: u64,

    /// The typed result.
    #[arg(long, value_name = "SIZE", value_parser = value::size, default_value = "4MiB")]
    pub max_result_bytes: u64,

    /// Levels of nesting in the schema.
    #[arg(long, value_name = "N", value_parser = value::levels, default_value = "64")]
    pub max_schema_depth: usize,
}

/// `catseye run`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  catseye run https://agent.example --schema review.json --text 'Review this' > review-result.json
  git diff | catseye run https://agent.example --schema review.json --format json
  catseye run localhost:8080 --text hello                      no schema: the answer is text
  catseye run localhost:8080 --schema s.json --task 7f3c…      read a task that was sent earlier

Verdict and exit status: typed 0 · text 0 · failed 1 · unreachable 3 · unauthorized 4 · timeout 5 · refused 6 · waiting 7
                         stopped 130 (SIGTERM 143, SIGHUP 129) · usage 2")]
pub struct RunArguments {
    /// The agent: its address or its card's.
    #[arg(value_name = "AGENT", allow_hyphen_values = false)]
    pub agent: String,

    /// The JSON Schema of the answer; `-` is standard input. Without one the answer is text.
    #[arg(long, value_name = "FILE|-")]
    pub schema: Option<PathBuf>,

    /// The task in words; `-` is standard input, which is also read when it is not a terminal.
    #[arg(long, value_name = "TEXT|-", allow_hyphen_values = true, conflicts_with = "message")]
    pub text: Option<String>,

    /// A whole A2A message as JSON, sent as it is; `-` is standard input.
    #[arg(long, value_name = "FILE|-")]
    pub message: Option<PathBuf>,

    /// How the value is to be encoded: json-utf8 when the agent can, else protobuf-value.
    #[arg(long, value_enum, value_name = "ENCODING")]
    pub encoding: Option<Encoding>,

    /// Send the schema without white space.
    #[arg(long)]
    pub compact: bool,

    /// An unmet `format` is a mismatch, not a warning.
    #[arg(long)]
    pub assert_formats: bool,

    /// One blocking call, even when the agent can stream.
    #[arg(long)]
    pub no_stream: bool,

    /// Continue this conversation.
    #[arg(long, value_name = "ID", value_parser = value::id)]
    pub context: Option<String>,

    /// With --text or --message: answer this task. Without: read it and take its result.
    #[arg(long, value_name = "ID", value_parser = value::id)]
    pub task: Option<String>,

    /// The output modes to accept, separated by commas.
    #[arg(long, value_name = "MODES", value_parser = value::mode, value_delimiter = ',')]
    pub accept: Vec<String>,

    /// Use the structured-output extension although the card does not advertise it.
    #[arg(long)]
    pub assume_extension: bool,

    /// `none`: exit 0 for any answer of the agent (typed, text, failed, waiting).
    #[arg(long, value_enum, value_name = "WHAT")]
    pub fail_on: Option<FailOn>,

    /// How the result is written.
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: Format,

    /// How the agent is reached.
    #[command(flatten)]
    pub connection: Connection,

    /// The limits of the connection.
    #[command(flatten)]
    pub limits: ConnectionLimits,

    /// The limits of a task.
    #[command(flatten)]
    pub task_limits: TaskLimits,
}

/// `catseye card`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  catseye card https://agent.example
  catseye card https://agent.example --format json | jq .findings

Exit status: 0 no error (warnings allowed) · 1 the card has errors · 2 usage · 3 no card · 4 unauthorized · 5 timeout")]
pub struct CardArguments {
    /// The agent: its address or its card's.
    #[arg(value_name = "AGENT")]
    pub agent: String,

    /// How the card is shown.
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: ReportFormat,

    /// How the agent is reached.
    #[command(flatten)]
    pub connection: Connection,

    /// The limits of the connection.
    #[command(flatten)]
    pub limits: ConnectionLimits,
}

/// `catseye probe`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  catseye probe localhost:9999                          harmless requests only
  catseye probe localhost:9999 --prompt                 and a message, its task, and a stream
  catseye probe https://agent.example --format junit    for CI

Without --prompt nothing costs the agent work: requests name tasks that cannot exist, or are broken on purpose.

Exit status: 0 no error (warnings allowed) · 1 something that must hold does not · 2 usage · 3 no card or interface \
· 4 unauthorized · 5 timeout")]
pub struct ProbeArguments {
    /// The agent: its address or its card's.
    #[arg(value_name = "AGENT")]
    pub agent: String,

    /// Send messages too: what costs the agent work.
    #[arg(long)]
    pub prompt: bool,

    /// How the checks are written.
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: ProbeFormat,

    /// How the agent is reached.
    #[command(flatten)]
    pub connection: Connection,

    /// The limits of the connection.
    #[command(flatten)]
    pub limits: ConnectionLimits,
}

/// `catseye check`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  catseye check review.json                      syntax, dialect, references, meta-schema, size
  catseye check review.json value.json           what in the value is not what the schema asks for
  some-model | catseye check review.json -       the value from standard input

Exit status: 0 nothing is an error (warnings allowed) · 1 something is · 2 usage")]
pub struct CheckArguments {
    /// The schema; `-` is standard input.
    #[arg(value_name = "SCHEMA")]
    pub schema: PathBuf,

    /// A value to check against it; `-` is standard input.
    #[arg(value_name = "VALUE")]
    pub value: Option<PathBuf>,

    /// The agent's limit: more is an error. Without one, more than 32768 bytes is a warning.
    #[arg(long, value_name = "N", value_parser = value::size)]
    pub max_schema_bytes: Option<u64>,

    /// Levels of nesting in the schema.
    #[arg(long, value_name = "N", value_parser = value::levels, default_value = "64")]
    pub max_schema_depth: usize,

    /// An unmet `format` is an error, not a warning.
    #[arg(long)]
    pub assert_formats: bool,

    /// How the findings are written.
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: ReportFormat,
}

/// `catseye serve`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  catseye serve                          on 127.0.0.1 and a free port; runs until Ctrl-C
  catseye serve --listen 127.0.0.1:4310")]
pub struct ServeArguments {
    /// Where to listen; port 0 is any free one.
    #[arg(long, value_name = "ADDR:PORT", default_value = "127.0.0.1:0", value_parser = listen)]
    pub listen: std::net::SocketAddr,

    /// How fast the scenarios play: 1 is the pace for people, 0 does not wait at all.
    #[arg(long, value_name = "FACTOR", default_value = "1", value_parser = pace)]
    pub pace: f32,
}

fn pace(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(factor) if (0.0..=100.0).contains(&factor) => Ok(factor),
        _ => Err(format!("{text:?} is no pace; write a number from 0 to 100, such as 0.5")),
    }
}

fn listen(text: &str) -> Result<std::net::SocketAddr, String> {
    text.parse().map_err(|_| format!("{text:?} is no address and port; write it like 127.0.0.1:4310"))
}
