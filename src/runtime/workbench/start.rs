//! How the workbench begins: on the embedded agent, or on an address.

use super::themes::Themes;
use super::{Opening, open};
use crate::agent;
use crate::app::Start;
use crate::cli::Usage;
use crate::cli::arguments::{LookArguments, WorkbenchArguments};
use crate::net::wire::Store;
use crate::net::{Client, Credentials, Settings};
use crate::run::{Ask, Plan};
use crate::runtime::connection::Connected;
use crate::runtime::{Stopped, connection, input, plan};
use crate::store::{self, Drafts};
use crate::term::{self, Look};
use crate::text::{Depth, Ground};

/// The embedded agent on a free port, and the workbench on it.
///
/// # Errors
/// When something that was given cannot be used, no port can be listened on, or there is no terminal.
pub async fn demo(client: Client, look: &LookArguments, no_color: bool) -> Result<u8, Stopped> {
    let (start, themes, depth) = begin(look, no_color)?;
    needs_terminal()?;
    let embedded = agent::start(agent::Options::default())
        .await
        .map_err(|error| Usage::new(format!("the embedded agent cannot listen on 127.0.0.1: {error}")))?;
    let start = Start {
        address: embedded.base_url().to_owned(),
        schema: agent::demo_schema().to_owned(),
        task: agent::demo_message().to_owned(),
        is_demo: true,
        ..start
    };
    let credentials = Credentials::new();
    open(Opening { start, client, credentials, drafts: None, themes, depth, timeout: None }).await?;
    embedded.shutdown();
    Ok(0)
}

/// The workbench on an agent: the one that is named, else the last one, else the embedded one. What was typed last time
/// is there again.
///
/// # Errors
/// When something that was given cannot be used, or there is no terminal.
pub async fn on(arguments: &WorkbenchArguments, no_color: bool) -> Result<u8, Stopped> {
    let home = store::home();
    let last = home.as_ref().and_then(|home| store::last_agent(home));
    let Some(address) = arguments.agent.clone().or(last) else {
        return demo(Client::new(Settings::default(), Store::new()), &arguments.look, no_color).await;
    };
    plan::check_address(&address)?;
    let limits = &arguments.limits;
    let reached =
        connection::connect(&address, &arguments.connection, limits, Some(arguments.task_limits.max_event_bytes))?;
    let mut plan = Plan::new(address.clone(), String::new(), Ask::Text("".into()));
    plan.preferences = plan::preferences(&arguments.connection);
    plan.credentials_given = reached.credentials_given;
    plan.allowed_origins = arguments.connection.allowed_origins.clone();
    plan.assume_extension = arguments.assume_extension;
    plan.limits = plan::limits(&arguments.task_limits);
    let drafts = home.as_ref().map(|home| Drafts::new(home));
    let (mut schema, mut task) = drafts.as_ref().map(Drafts::load).unwrap_or_default();
    if let Some(path) = &arguments.schema {
        schema = input::text("--schema", path)?;
    }
    if let Some(text) = &arguments.text {
        task.clone_from(text);
    }
    let (start, themes, depth) = begin(&arguments.look, no_color)?;
    needs_terminal()?;
    if let Some(home) = &home {
        // The next session begins with this agent; where nothing can be written it begins with the embedded one.
        let _ = store::remember_agent(home, &address);
    }
    let Connected { client, credentials, credentials_given } = reached;
    let start = Start { address, schema, task, credentials_given, plan: Some(plan), ..start };
    open(Opening { start, client, credentials, drafts, themes, depth, timeout: limits.timeout }).await?;
    Ok(0)
}

/// A workbench without a terminal on both ends would wait for keys that cannot come.
fn needs_terminal() -> Result<(), Stopped> {
    if !input::stdin_is_terminal() {
        return Err(Usage::new(term::Refusal::NoTerminal.to_string()).into());
    }
    term::check().map_err(|refusal| Usage::new(refusal.to_string()).into())
}

/// What every workbench begins with: the theme that was asked for, else the one that suits the terminal's ground and
/// colours; all themes; how many colours there are.
fn begin(asked: &LookArguments, no_color: bool) -> Result<(Start, Themes, Depth), Usage> {
    let look = Look::detect();
    let depth = if no_color { Depth::None } else { look.depth };
    let suits = match (depth, look.ground) {
        (Depth::None, _) => "mono",
        (_, Some(Ground::Light)) => "light",
        (_, Some(Ground::Dark) | None) => "dark",
    };
    let (themes, unread) = match Themes::read(store::home().as_deref()) {
        Ok(themes) => (themes, None),
        Err(why) => (Themes::default(), Some(why)),
    };
    let (theme, unusable) = themes.first(asked.theme.as_deref(), suits)?;
    let notice = unusable.or(unread);
    Ok((Start { theme: Some(theme), themes: themes.names(), notice, ..Start::default() }, themes, depth))
}
