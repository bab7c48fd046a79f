//! `catseye probe`: finds the card, makes the requests of the script one after the other, prints what they show.

use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::a2a::card::Card;
use crate::a2a::interface::{Chosen, Preferences, choose};
use crate::a2a::model::{Decoded, Update};
use crate::cli::arguments::{ProbeArguments, ProbeFormat};
use crate::cli::probe::Report;
use crate::net::Client;
use crate::probe::{self, Answer, Asking, Exchange, Seen, Target};
use crate::run::event::{Answered, BodyKind, End, Operation, WireRef};
use crate::run::{Call, CallId, Run, Verdict, event::What, exit_status};

use super::card::{look, plan_to_look};
use super::{Stopped, output};

/// Bytes of a body that are looked at.
const BODY: u64 = 256 << 10;

/// Events of a stream that are looked at.
const EVENTS: usize = 10_000;

/// How long a stream may stay open after the turn is over.
const GRACE: Duration = Duration::from_secs(2);

/// Probes the agent, prints what was found, and gives the exit status.
///
/// # Errors
/// When standard output cannot be written.
pub async fn probe(
    arguments: &ProbeArguments,
    client: Client,
    credentials_given: bool,
    no_color: bool,
) -> Result<u8, Stopped> {
    let plan = plan_to_look(&arguments.agent, &arguments.connection, credentials_given);
    let deadline = arguments.limits.timeout.map(|timeout| Instant::now() + timeout);
    let run = look(Run::new(plan), client.clone(), deadline).await;
    let mut target = target(&run, arguments.prompt, credentials_given);
    let mut seen = Seen::default();
    let mut in_time = true;
    if let Some(target) = &mut target {
        let asked = ask(target, &client, &mut seen);
        in_time = tokio::select! {
            () = asked => true,
            () = super::drive::at(deadline) => false,
        };
    }
    let report = Report::new(&run, target.as_ref(), &seen, in_time);
    let words = match arguments.format {
        ProbeFormat::Json => format!("{}\n", report.json()),
        ProbeFormat::Junit => report.junit(),
        ProbeFormat::Human => report.human(output::stdout_ink(no_color)),
    };
    output::print(words.as_bytes())?;
    Ok(match (&target, in_time) {
        (None, _) => exit_status(run.verdict().unwrap_or(Verdict::Unreachable)),
        (Some(_), false) => exit_status(Verdict::Timeout),
        (Some(_), true) => u8::from(!report.is_ok()),
    })
}

/// What to probe; `None` without a card or an interface.
fn target(run: &Run, prompt: bool, credentials_given: bool) -> Option<Target> {
    let card = run.card.as_deref()?;
    let card_url = run.card_url.as_deref()?.to_owned();
    let chosen = run.chosen()?.clone();
    let new_id = || uuid::Uuid::new_v4().to_string();
    Some(Target {
        others: others(card, &card_url, &chosen),
        card: card.clone(),
        card_url,
        chosen,
        unknown_task: new_id(),
        message_ids: [new_id(), new_id(), new_id()],
        credentials_given,
        prompt,
    })
}

/// The interfaces that could be used besides the chosen one, each as it would be if the card named nothing else. Those at
/// another origin are left out: nobody asked for a connection there.
fn others(card: &Card, card_url: &str, chosen: &Chosen) -> Vec<Chosen> {
    let alone = card.interfaces.iter().enumerate().filter(|(index, _)| chosen.index != Some(*index)).map(|(_, one)| {
        let card = Card { interfaces: vec![one.clone()], ..card.clone() };
        choose(&card, card_url, &Preferences::default()).chosen
    });
    let here = |other: &Chosen| crate::a2a::interface::same_origin(&other.url, &chosen.url);
    alone.filter_map(Result::ok).filter(here).collect()
}

async fn ask(target: &mut Target, client: &Client, seen: &mut Seen) {
    if let Some(asking) = probe::which_generation(target) {
        let name = asking.name;
        exchange(asking, target, client, seen).await;
        if let Some(answer) = seen.answer(name) {
            target.chosen = target.chosen.spoken_as(probe::generation_of(target, answer));
        }
    }
    while let Some(asking) = probe::next(target, seen) {
        exchange(asking, target, client, seen).await;
    }
}

async fn exchange(asking: Asking, target: &Target, client: &Client, seen: &mut Seen) {
    let began = Instant::now();
    let number = u32::try_from(seen.exchanges().len()).unwrap_or(u32::MAX - 1);
    let answer = make(&asking, CallId(number + 1), target, client).await;
    let took = u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX);
    seen.add(Exchange { asked: asking, answer, took });
}

/// Makes one request and waits for the whole answer.
async fn make(asking: &Asking, id: CallId, target: &Target, client: &Client) -> Result<Answer, String> {
    let request = asking.request.clone();
    let mut headers = request.headers;
    // The bytes are looked at as they come.
    headers.push(("Accept-Encoding".to_owned(), "identity".to_owned()));
    let call = Call {
        id,
        operation: if asking.streams { Operation::Stream } else { Operation::GetTask },
        dialect: target.chosen.dialect,
        url: request.url,
        method: request.method.to_owned(),
        headers,
        body: request.body,
        rpc_id: request.rpc_id,
        expect_stream: asking.streams,
    };
    let (events, mut happened) = mpsc::channel(64);
    let cancel = CancellationToken::new();
    let stop = cancel.clone();
    let network = client.clone();
    let work = tokio::spawn(async move { network.call(&call, &events, &cancel).await });
    let mut head: Option<Answered> = None;
    let mut said: Vec<Decoded> = Vec::new();
    let mut ended: Result<bool, String> = Ok(true);
    let mut until: Option<Instant> = None;
    loop {
        let what = tokio::select! {
            what = happened.recv() => what,
            () = super::drive::at(until) => {
                ended = Ok(false);
                break;
            }
        };
        match what {
            None => break,
            Some(What::Answered(answered)) => head = Some(*answered),
            Some(What::Unanswered { fault, .. }) => ended = Err(fault.sentence),
            Some(What::Closed { end, .. }) => ended = how_it_ended(end),
            Some(What::Frame(frame)) if frame.decoded != Decoded::Heartbeat => {
                if until.is_none() && ends_turn(&frame.decoded) {
                    until = Some(Instant::now() + GRACE);
                }
                said.push(frame.decoded);
                if said.len() >= EVENTS {
                    ended = Ok(false);
                    break;
                }
            }
            Some(_) => {}
        }
    }
    stop.cancel();
    drop(happened);
    // Cancelled, it ends by itself.
    let _ = work.await;
    let ended = ended?;
    let head = head.ok_or("the connection closed before an answer came")?;
    let length = client.store().length(head.wire).min(BODY);
    let bytes = client.store().read(WireRef { stream: head.wire, offset: 0, length }).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let answer = Answer::new(head.status, head.headers, text);
    let events = if head.body == BodyKind::Events { said } else { Vec::new() };
    Ok(Answer { events, ended, ..answer })
}

/// Whether an answer is whole.
///
/// # Errors
/// The sentence that says why it is not.
fn how_it_ended(end: End) -> Result<bool, String> {
    match end {
        End::Complete | End::NotReadable { .. } => Ok(true),
        End::ClosedByUs | End::TooLarge(_) => Ok(false),
        End::Cut(sentence) => Err(sentence),
        End::Idle(ms) => Err(format!("no byte came for {ms} ms")),
    }
}

fn ends_turn(decoded: &Decoded) -> bool {
    let Decoded::Update(update, _) = decoded else { return false };
    match &**update {
        Update::Task(task) => task.status.state.ends_turn(),
        Update::Status(update) => update.status.state.ends_turn(),
        Update::Message(_) => true,
        Update::Artifact(_) => false,
    }
}
