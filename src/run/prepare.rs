//! The steps before sending that the agent decides: card, interface, extension.

use std::sync::Arc;

use crate::a2a::card::{self, Card};
use crate::a2a::discovery;
use crate::a2a::interface::{self, Chosen, origin};
use crate::json::{Limits, compact, parse_shared, parse_text};
use crate::kedi::{self, Declaration, Mode};
use crate::text;

use super::class::Class;
use super::effect::Effect;
use super::event::{Attempt, AttemptResult, NetFaultKind};
use super::failure::Evidence;
use super::ladder::StepId;
use super::machine::Refusal;
use super::state::{Link, Run, SentSchema};
use super::{probe, request};

/// The first effect: look for the card.
pub(super) fn begin(run: &mut Run, fx: &mut Vec<Effect>) {
    run.schema = run.plan.schema.as_deref().map(|text| Arc::new(as_sent(text, run.plan.compact)));
    run.machine.structured = run.schema.is_some();
    match discovery::candidates(&run.plan.address) {
        Ok(candidates) => {
            run.link = Link::Discovering;
            run.typed_origin = candidates.first().and_then(|url| origin(url.as_str())).map(Arc::from);
            fx.push(Effect::Discover(candidates.into_iter().map(String::from).collect()));
        }
        Err(fault) => {
            let refusal = Refusal::new(Class::Unreachable, fault.sentence).hint(Some(fault.hint));
            run.fail(StepId::Card, refusal);
            run.finish_if_done(fx);
        }
    }
}

/// The schema byte for byte as it will be sent: without a byte order mark, and without white space when asked so.
fn as_sent(given: &str, without_space: bool) -> SentSchema {
    let body = given.strip_prefix('\u{feff}').unwrap_or(given);
    let limits = Limits { depth: usize::MAX, ..Limits::default() };
    let mut text: Arc<str> = Arc::from(body);
    let mut document = parse_shared(text.clone(), &limits).ok();
    if let Some(given) = document.as_ref().filter(|_| without_space) {
        text = Arc::from(compact(given.root()));
        document = parse_shared(text.clone(), &limits).ok();
    }
    let digest = ring::digest::digest(&ring::digest::SHA256, text.as_bytes());
    let sha256 = digest.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
    SentSchema { text, document, sha256, report: None }
}

/// The search for the card is over.
pub(super) fn discovered(run: &mut Run, fx: &mut Vec<Effect>) {
    if run.verdict.is_some() || std::mem::replace(&mut run.machine.discovered, true) {
        return;
    }
    run.link = Link::Idle;
    let attempts = run.attempts.clone();
    let found = attempts.iter().rev().find_map(|attempt| match &attempt.result {
        AttemptResult::Card(text) => Some((attempt, text.clone())),
        _ => None,
    });
    let Some((attempt, text)) = found else { return no_card(run) };
    for note in &attempt.notes {
        run.warn(note.code, note.message.clone(), None);
    }
    let evidence = evidence_of(attempt);
    let parsed = parse_text(&text, &Limits::default())
        .map_err(|fault| (fault.to_string(), None))
        .and_then(|document| card::parse(&document).map_err(|not| (not.sentence, not.hint)));
    match parsed {
        Ok(card) => {
            let url: Arc<str> = attempt.final_url.as_deref().unwrap_or(&attempt.url).into();
            let name = card.name.as_deref().unwrap_or("an agent without a name");
            run.pass_at(StepId::Card, format!("{name}, at {url}"), evidence);
            run.card_url = Some(url);
            run.card = Some(Arc::new(card));
            choose_interface(run, fx);
        }
        Err((sentence, hint)) => {
            run.fail(StepId::Card, Refusal::new(Class::NotAnAgent, sentence).hint(hint).evidence([evidence]));
        }
    }
}

fn evidence_of(attempt: &Attempt) -> Evidence {
    let excerpt = match &attempt.result {
        AttemptResult::NotACard { excerpt, .. } | AttemptResult::Status { excerpt } => Some(excerpt.clone()),
        AttemptResult::Card(_) | AttemptResult::Fault(_) => None,
    };
    Evidence {
        url: Some(attempt.final_url.clone().unwrap_or_else(|| attempt.url.clone())),
        status: attempt.status,
        content_type: attempt.content_type.clone(),
        excerpt: excerpt.filter(|excerpt| !excerpt.is_empty()),
        ..Evidence::default()
    }
}

/// How far an attempt got: the one that got furthest names the failure.
fn reach(attempt: &Attempt) -> u8 {
    match (&attempt.result, attempt.status) {
        (AttemptResult::Card(_) | AttemptResult::NotACard { .. }, _) => 4,
        (AttemptResult::Status { .. }, Some(401 | 403)) => 3,
        (AttemptResult::Status { .. }, Some(404)) => 0,
        (AttemptResult::Status { .. }, _) => 2,
        (AttemptResult::Fault(_), _) => 1,
    }
}

fn no_card(run: &mut Run) {
    let attempts = run.attempts.clone();
    // Of equals the first: it is the address nearest to what was typed.
    let Some(best) = attempts.iter().rev().max_by_key(|attempt| reach(attempt)) else {
        run.fail(StepId::Card, Refusal::new(Class::Unreachable, "no address was tried"));
        return;
    };
    let url = best.final_url.as_deref().unwrap_or(&best.url);
    let status = best.status.unwrap_or_default();
    let refusal = match &best.result {
        AttemptResult::NotACard { sentence, hint, .. } => {
            Refusal::new(Class::NotAnAgent, format!("{url}: {sentence}")).hint(hint.clone())
        }
        AttemptResult::Status { .. } if matches!(status, 401 | 403) => {
            let challenge = best.challenge.as_ref().map(|c| format!(", asking for {c}")).unwrap_or_default();
            Refusal::new(Class::Unauthorized, format!("{url} answered {status}{challenge}"))
        }
        AttemptResult::Status { .. } => {
            let tried = text::count(attempts.len() as u64, "address");
            Refusal::new(Class::HttpStatus, format!("no card: {url} answered {status}"))
                .hint((status == 404).then(|| format!("{tried} tried; give the address of the card itself")))
        }
        AttemptResult::Fault(fault) => {
            let class = match fault.kind {
                NetFaultKind::Tls => Class::Tls,
                NetFaultKind::Timeout => Class::Timeout,
                NetFaultKind::Unreachable | NetFaultKind::Unusable => Class::Unreachable,
            };
            Refusal::new(class, fault.sentence.clone())
        }
        AttemptResult::Card(_) => Refusal::new(Class::NotAnAgent, "the card cannot be read"),
    };
    let others = attempts.iter().filter(|attempt| !Arc::ptr_eq(attempt, best));
    let evidence = [evidence_of(best)].into_iter().chain(others.map(|attempt| evidence_of(attempt)));
    run.fail(StepId::Card, refusal.evidence(evidence));
}

fn choose_interface(run: &mut Run, fx: &mut Vec<Effect>) {
    let (Some(card), Some(card_url)) = (run.card.clone(), run.card_url.clone()) else { return };
    let choice = interface::choose(&card, &card_url, &run.plan.preferences);
    for note in &choice.warnings {
        run.warn(note.code, note.message.clone(), None);
    }
    let chosen = choice.chosen.clone();
    run.choice = Some(Arc::new(choice));
    for extension in card.required_extensions().filter(|extension| extension.uri != kedi::URI) {
        let message = format!("the agent insists on the extension {}, which catseye does not send", extension.uri);
        run.warn("required-extension", message, None);
    }
    match chosen {
        Err(sentence) => run.fail(StepId::Interface, Refusal::new(Class::NoUsableInterface, sentence)),
        Ok(chosen) => match elsewhere(run, &chosen) {
            Some(refusal) => run.fail(StepId::Interface, refusal),
            None if probe::begin(run, fx) => {}
            None => interface_holds(run, None, fx),
        },
    }
}

/// The interface is chosen, and which generation it speaks is known, or guessed; `found_out` says how.
pub(super) fn interface_holds(run: &mut Run, found_out: Option<&str>, fx: &mut Vec<Effect>) {
    let (Some(card), Some(chosen)) = (run.card.clone(), run.chosen().cloned()) else { return };
    let mut detail = format!("A2A {} over {} at {}", chosen.dialect.word(), chosen.binding.word(), chosen.url);
    if let Some(words) = found_out {
        detail = format!("{detail}; {words}");
    }
    let doubtful = run.choice.as_ref().is_some_and(|choice| !choice.warnings.is_empty());
    match doubtful {
        true => run.warn_step(StepId::Interface, detail),
        false => run.pass(StepId::Interface, detail),
    }
    run.machine.agent_streams = card.streams();
    read_extension(run, &card, fx);
}

/// Whether credentials would go where nobody allowed them to go.
pub(super) fn elsewhere(run: &Run, chosen: &Chosen) -> Option<Refusal> {
    if !run.plan.credentials_given {
        return None;
    }
    let to = origin(&chosen.url)?;
    let overridden = run.plan.preferences.url_override.as_deref().and_then(origin);
    let allowed = run.plan.allowed_origins.iter().filter_map(|allowed| origin(allowed));
    let mut allowed = allowed.chain(overridden).chain(run.typed_origin.as_deref().map(str::to_owned));
    if allowed.any(|allowed| allowed == to) {
        return None;
    }
    let typed = run.typed_origin.as_deref().unwrap_or(&run.plan.address);
    let message = format!("the card of {typed} sends us to {to}, and the credentials you gave are for {typed}");
    let hint = format!("--allow-origin {to} lets them go there");
    Some(
        Refusal::new(Class::OtherOrigin, message)
            .hint(Some(hint))
            .evidence([Evidence { url: Some(chosen.url.clone()), ..Evidence::default() }]),
    )
}

fn read_extension(run: &mut Run, card: &Card, fx: &mut Vec<Effect>) {
    let Some(schema) = run.schema.clone() else {
        for step in &StepId::ALL[StepId::Extension as usize..StepId::Sent as usize] {
            run.skip(*step, "no schema was asked for");
        }
        return request::send(run, fx);
    };
    let declarations: Vec<Declaration<'_>> =
        card.extensions.iter().map(|e| Declaration { uri: &e.uri, params: e.params.as_deref() }).collect();
    let pointer = card.extensions.iter().find(|e| e.uri == kedi::URI).map(|e| e.pointer.clone());
    let evidence = Evidence { pointer, url: run.card_url.as_deref().map(str::to_owned), ..Evidence::default() };
    let refusal = match kedi::read_params(&declarations, run.plan.assume_extension) {
        Ok(params) => match params.choose(run.plan.encoding) {
            Ok((encoding, note)) => {
                extension_holds(run, params, encoding, note);
                run.machine.structured = true;
                let max_depth = run.plan.limits.schema_depth;
                fx.push(Effect::CheckSchema { text: schema.text.clone(), max_depth });
                return;
            }
            Err(sentence) => Refusal::new(Class::ExtensionUnsupported, sentence)
                .hint(Some("leave --encoding away to take what the agent offers".to_owned())),
        },
        Err(kedi::Refusal::Unsupported(sentence)) => {
            Refusal::new(Class::ExtensionUnsupported, format!("the card declares {}, but {sentence}", kedi::URI))
        }
        Err(kedi::Refusal::NotAdvertised { hint }) => {
            let message = format!("the card does not list the extension {}", kedi::URI);
            Refusal::new(Class::ExtensionNotAdvertised, message).hint(hint)
        }
    };
    run.fail(StepId::Extension, refusal.evidence([evidence]));
}

fn extension_holds(
    run: &mut Run,
    params: kedi::Params,
    encoding: kedi::Encoding,
    lossy: Option<crate::a2a::model::Note>,
) {
    let limit = params
        .max_schema_bytes
        .map_or("no limit of bytes".to_owned(), |max| format!("schemas up to {} bytes", text::thousands(max)));
    let mut detail = format!("{}, {limit}", encoding.word());
    let mut notes = params.notes.clone();
    notes.extend(lossy);
    if params.assumed {
        notes.push(crate::a2a::model::Note {
            code: "extension-assumed",
            message: "the extension is assumed although the card does not declare it usably".to_owned(),
        });
    }
    if params.mode == Mode::Fixed {
        notes.push(crate::a2a::model::Note {
            code: "fixed-mode",
            message: "this agent answers by its own schema; its value is checked against yours".to_owned(),
        });
    }
    for note in &notes {
        detail = format!("{detail}; {}", note.message);
        run.warn(note.code, note.message.clone(), None);
    }
    match notes.is_empty() {
        true => run.pass(StepId::Extension, detail),
        false => run.warn_step(StepId::Extension, detail),
    }
    run.assumed = params.assumed;
    run.encoding = Some(encoding);
    run.params = Some(Arc::new(params));
}
