//! Looking for a card: one address after another, every attempt an event.

use reqwest::Method;
use tokio::sync::mpsc::Sender;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use url::Url;

use crate::a2a::discovery::{is_worth_trying, judge};
use crate::a2a::v10;
use crate::run::event::{Attempt, AttemptResult, End, NetFault, NetFaultKind, What};

use super::body::{Body, Patience};
use super::client::{Client, NoAnswer, Request, header};
use super::fault::span;
use super::headers::{Headers, place};

impl Client {
    /// Tries the addresses in order until one gives a card: emits `Attempted` for each try and `Discovered` at the end.
    /// Cancelling, or dropping the receiver, ends it without `Discovered`.
    pub async fn discover(&self, candidates: &[String], emit: &Sender<What>, cancel: &CancellationToken) {
        let mut attempts: Vec<Attempt> = Vec::new();
        for candidate in candidates {
            let attempt = match Url::parse(candidate) {
                Ok(url) if !is_worth_trying(&url, &attempts) => continue,
                Ok(url) => self.fetch(&url, cancel).await,
                Err(error) => Some(unusable(candidate, &error.to_string())),
            };
            let Some(attempt) = attempt else { return };
            let found = matches!(attempt.result, AttemptResult::Card(_));
            attempts.push(attempt.clone());
            if emit.send(What::Attempted(Box::new(attempt))).await.is_err() {
                return;
            }
            if found {
                break;
            }
        }
        // An error says that nobody listens any more.
        let _ = emit.send(What::Discovered).await;
    }

    /// Fetches one address; `None` when cancelled.
    async fn fetch(&self, url: &Url, cancel: &CancellationToken) -> Option<Attempt> {
        let begun = Instant::now();
        let limit = self.settings.limits.response;
        let mut attempt = Attempt::new(url.as_str(), AttemptResult::Status { excerpt: String::new() });
        let mut headers = Headers::new(url, "application/json", "gzip, br");
        // Servers of both generations vary the card by this header.
        headers.set("a2a-version", v10::VERSION, false);
        headers.add_credentials(&self.settings.credentials, url);
        let until = (begun + limit, limit, "--response-timeout");
        let request = Request { method: Method::GET, url, headers: &headers, body: None, until };
        match self.exchange(request, cancel).await {
            Err(NoAnswer::Cancelled) => return None,
            Err(NoAnswer::Fault(fault)) => attempt.result = AttemptResult::Fault(fault),
            Ok(exchange) => {
                attempt.final_url = exchange.redirected.then(|| exchange.url.to_string());
                attempt.status = Some(exchange.response.status().as_u16());
                attempt.content_type = header(&exchange.response, "content-type");
                attempt.challenge = header(&exchange.response, "www-authenticate");
                let patience = Patience::Until(begun + limit, limit);
                self.read_card(exchange.response, &exchange.url, patience, &mut attempt, cancel).await?;
            }
        }
        attempt.took = begun.elapsed().as_micros() as u64;
        Some(attempt)
    }

    /// Reads the body and judges it; `None` when cancelled.
    async fn read_card(
        &self,
        response: reqwest::Response,
        url: &Url,
        patience: Patience,
        attempt: &mut Attempt,
        cancel: &CancellationToken,
    ) -> Option<()> {
        let status = response.status().as_u16();
        let redirect = (300..400).contains(&status).then(|| header(&response, "location")).flatten();
        let place = place(url);
        let limit = self.settings.limits.card_bytes;
        let raw = self.store.open_stream();
        let mut body = match Body::new(response, raw, &self.store, place.clone(), patience) {
            Ok(body) => body,
            Err(encoding) => {
                let sentence = format!("the body is encoded as {encoding:?}, which was not asked for");
                attempt.result = AttemptResult::NotACard { sentence, hint: None, excerpt: String::new() };
                return Some(());
            }
        };
        let mut bytes: Vec<u8> = Vec::new();
        let fault = loop {
            match body.next(cancel).await {
                Ok(Some(chunk)) => {
                    // One byte over the limit tells that it was passed.
                    let room = (limit as usize).saturating_add(1).saturating_sub(bytes.len());
                    bytes.extend_from_slice(&chunk[..chunk.len().min(room)]);
                    if bytes.len() as u64 > limit {
                        break None;
                    }
                }
                Ok(None) => break None,
                Err(End::ClosedByUs) => return None,
                Err(End::Idle(ms)) => {
                    let after = span(std::time::Duration::from_millis(ms));
                    let sentence =
                        format!("{place} began to answer, but not whole within {after} (--response-timeout)");
                    break Some(NetFault { kind: NetFaultKind::Timeout, sentence });
                }
                Err(End::Cut(why)) => {
                    let sentence = format!("{why}, after {} bytes of the body", body.received());
                    break Some(NetFault { kind: NetFaultKind::Unreachable, sentence });
                }
                Err(_) => break None,
            }
        };
        attempt.bytes = body.received();
        let length = self.store.length(raw);
        attempt.wire = Some(crate::run::event::WireRef { stream: raw, offset: 0, length });
        if let Some(fault) = fault {
            attempt.result = AttemptResult::Fault(fault);
            return Some(());
        }
        let judged = judge(status, &bytes, limit);
        attempt.notes = judged.notes;
        attempt.result = match (judged.result, redirect) {
            (AttemptResult::Status { excerpt }, Some(to)) if excerpt.is_empty() => {
                AttemptResult::Status { excerpt: format!("redirects to {to}") }
            }
            (result, _) => result,
        };
        Some(())
    }
}

fn unusable(url: &str, why: &str) -> Attempt {
    let fault =
        NetFault { kind: NetFaultKind::Unusable, sentence: format!("the address {url:?} cannot be read: {why}") };
    Attempt::new(url, AttemptResult::Fault(fault))
}
