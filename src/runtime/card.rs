//! `catseye card`: a run that goes as far as the agent's card and sends nothing.

use tokio::sync::mpsc;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::cli::arguments::{CardArguments, Connection, ReportFormat};
use crate::cli::card::Report;
use crate::run::event::What;
use crate::run::{self, Ask, Effect, Event, Plan, Run, Verdict, exit_status};

use super::drive::Network;
use super::{Stopped, output, plan};

/// Fetches the card, prints what it says, and gives the exit status.
///
/// # Errors
/// When standard output cannot be written.
pub async fn card(
    arguments: &CardArguments,
    network: impl Network,
    credentials_given: bool,
    no_color: bool,
) -> Result<u8, Stopped> {
    let mut plan = plan_to_look(&arguments.agent, &arguments.connection, credentials_given);
    // With a schema the run looks at the structured-output extension too; it never comes to be sent.
    plan.schema = Some("{}".into());
    let deadline = arguments.limits.timeout.map(|timeout| Instant::now() + timeout);
    let run = look(Run::new(plan), network, deadline).await;
    let report = Report::new(&run);
    let words = match arguments.format {
        ReportFormat::Json => format!("{}\n", report.json()),
        ReportFormat::Human => report.human(output::stdout_ink(no_color)),
    };
    output::print(words.as_bytes())?;
    Ok(match report.has_card() {
        true => u8::from(!report.is_ok()),
        false => exit_status(run.verdict().unwrap_or(Verdict::Unreachable)),
    })
}

/// A plan to find the card and choose an interface.
pub(super) fn plan_to_look(agent: &str, connection: &Connection, credentials_given: bool) -> Plan {
    Plan {
        preferences: plan::preferences(connection),
        credentials_given,
        allowed_origins: connection.allowed_origins.clone(),
        ..Plan::new(agent, String::new(), Ask::Read)
    }
}

/// Folds the search for the card and nothing after it.
pub(super) async fn look(mut run: Run, network: impl Network, deadline: Option<Instant>) -> Run {
    let began = Instant::now();
    let (events, mut happened) = mpsc::channel(16);
    let cancel = CancellationToken::new();
    for effect in run::start(&mut run) {
        if let Effect::Discover(addresses) = effect {
            let (network, events, cancel) = (network.clone(), events.clone(), cancel.clone());
            tokio::spawn(async move { network.discover(addresses, events, cancel).await });
        }
    }
    drop(events);
    loop {
        let what = tokio::select! {
            what = happened.recv() => what,
            () = super::drive::at(deadline) => Some(What::DeadlineStruck),
        };
        // Nothing comes when the search broke off, or never began because the address is none.
        let Some(what) = what else { break };
        let last = matches!(what, What::Discovered | What::DeadlineStruck);
        let at = u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX);
        run::step(&mut run, Event { at, what });
        if last {
            break;
        }
    }
    cancel.cancel();
    run
}
