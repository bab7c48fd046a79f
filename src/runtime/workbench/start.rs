//! How the workbench begins: on the embedded agent, or on an address.

use super::{Opening, open};
use crate::agent;
use crate::app::Start;
use crate::net::{Client, Credentials};
use crate::run::Plan;
use crate::runtime::{Stopped, output};
use crate::store::{self, Drafts};
use crate::text::{Depth, Ground};
use crate::ui::theme;

/// What the workbench needs to know about how an agent is reached.
#[derive(Debug)]
pub struct Reach {
    /// The address as typed.
    pub address: String,
    /// What performs requests.
    pub client: Client,
    /// Credentials as given.
    pub credentials: Credentials,
    /// What was given by flags, for every run.
    pub plan: Plan,
}

/// The embedded agent on a free port, and the workbench on it.
///
/// # Errors
/// When no port can be listened on, or there is no terminal.
pub async fn demo(client: Client, no_color: bool) -> Result<u8, Stopped> {
    needs_terminal()?;
    let embedded = agent::start(agent::Options::default())
        .await
        .map_err(|error| crate::cli::Usage::new(format!("the embedded agent cannot listen on 127.0.0.1: {error}")))?;
    let start = Start {
        address: embedded.base_url().to_owned(),
        schema: agent::demo_schema().to_owned(),
        task: agent::demo_message().to_owned(),
        is_demo: true,
        ..begin(no_color)
    };
    let opening = Opening { start, client, credentials: Credentials::new(), drafts: None, depth: depth(no_color) };
    open(opening).await?;
    embedded.shutdown();
    Ok(0)
}

/// The workbench on an agent. What was typed last time is there again.
///
/// # Errors
/// When there is no terminal.
pub async fn on(reach: Reach, no_color: bool) -> Result<u8, Stopped> {
    needs_terminal()?;
    let drafts = store::home().map(|home| Drafts::new(&home));
    let (schema, task) = drafts.as_ref().map(Drafts::load).unwrap_or_default();
    let start = Start {
        address: reach.address,
        schema,
        task,
        credentials_given: reach.plan.credentials_given,
        plan: Some(reach.plan),
        ..begin(no_color)
    };
    let opening =
        Opening { start, client: reach.client, credentials: reach.credentials, drafts, depth: depth(no_color) };
    open(opening).await?;
    Ok(0)
}

/// A workbench without a terminal on both ends would wait for keys that cannot come.
fn needs_terminal() -> Result<(), Stopped> {
    use std::io::IsTerminal;
    if std::io::stdin().is_terminal() && output::stdout_is_terminal() {
        return Ok(());
    }
    let words = "the workbench needs a terminal on both ends; `catseye run AGENT` works without one";
    Err(crate::cli::Usage::new(words).into())
}

/// What every workbench begins with: the theme that suits the terminal's ground and colours.
fn begin(no_color: bool) -> Start {
    let ground = variable("COLORFGBG").and_then(|value| Ground::from_colorfgbg(&value));
    let suits = match (depth(no_color), ground) {
        (Depth::None, _) => "mono",
        (_, Some(Ground::Light)) => "light",
        (_, Some(Ground::Dark) | None) => "dark",
    };
    Start { theme: Some(suits.to_owned()), themes: theme::NAMES.map(str::to_owned).to_vec(), ..Start::default() }
}

/// How many colours the terminal shows.
fn depth(no_color: bool) -> Depth {
    if no_color { Depth::None } else { Depth::detect(variable) }
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}
