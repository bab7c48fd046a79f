//! The client: one request at a time, its redirects, its limits; what comes back is read elsewhere.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use reqwest::Method;
use tokio::sync::OnceCell;
use tokio::time::{Instant, timeout_at};
use tokio_util::sync::CancellationToken;
use url::{Host, Url};

use crate::a2a::interface::{Reach, reach, same_origin};
use crate::run::event::{NetFault, NetFaultKind};

use super::headers::{Headers, place};
use super::settings::Settings;
use super::tls::{Way, build};
use super::wire::Store;
use super::{Credentials, fault};

/// How many redirects within the origin are followed.
const REDIRECTS: usize = 5;

/// Makes requests. Cloning shares the connections' settings, the store and the numbering of frames.
#[derive(Clone, Debug)]
pub struct Client {
    pub(super) settings: Arc<Settings>,
    pub(super) store: Store,
    built: Arc<[OnceCell<Result<reqwest::Client, NetFault>>; 4]>,
    frames: Arc<AtomicU32>,
}

/// An answer's head, after redirects.
pub(super) struct Exchange {
    pub(super) response: reqwest::Response,
    /// The address that answered.
    pub(super) url: Url,
    /// Whether that is another than the one that was asked.
    pub(super) redirected: bool,
}

/// Why there is no answer's head.
pub(super) enum NoAnswer {
    Fault(NetFault),
    Cancelled,
}

/// One request.
pub(super) struct Request<'a> {
    pub(super) method: Method,
    pub(super) url: &'a Url,
    pub(super) headers: &'a Headers,
    pub(super) body: Option<&'a str>,
    /// When the head of the answer must be there, how long that is from the beginning, and the flag that says so.
    pub(super) until: (Instant, Duration, &'static str),
}

impl Client {
    /// A client that has done nothing yet: nothing is loaded before the first request.
    pub fn new(settings: Settings, store: Store) -> Self {
        Client { settings: Arc::new(settings), store, built: Arc::default(), frames: Arc::default() }
    }

    /// The same client for another run: its frames are numbered from 1.
    pub fn for_run(&self) -> Self {
        Client { frames: Arc::default(), ..self.clone() }
    }

    /// The same client with other credentials, or with the same ones allowed elsewhere.
    pub fn with_credentials(&self, credentials: Credentials) -> Self {
        let settings = Settings { credentials, ..Settings::clone(&self.settings) };
        Client { settings: Arc::new(settings), ..self.clone() }
    }

    /// Where the bytes are.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The next frame's number within the run.
    pub(super) fn frame_number(&self) -> u32 {
        self.frames.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// The HTTP client for an address, built on a worker thread at its first use.
    async fn http(&self, url: &Url) -> Result<reqwest::Client, NetFault> {
        let local = url.host().is_some_and(|h: Host<&str>| reach(&h) == Reach::Loopback);
        let way = match (url.scheme() == "https", local) {
            (false, true) => Way::Local,
            (false, false) => Way::Plain,
            (true, true) => Way::LocalSecure,
            (true, false) => Way::Secure,
        };
        let cell = &self.built[way as usize];
        let settings = self.settings.clone();
        cell.get_or_init(|| async move {
            let built = tokio::task::spawn_blocking(move || build(way, &settings)).await;
            built.unwrap_or_else(|error| {
                let sentence = format!("the HTTP client could not be made ({error})");
                Err(NetFault { kind: NetFaultKind::Unusable, sentence })
            })
        })
        .await
        .clone()
    }

    /// Sends a request and waits for the head of the answer. 307 and 308 are followed within the origin, with the same
    /// method, headers and body; every other redirect is an answer.
    pub(super) async fn exchange(
        &self,
        request: Request<'_>,
        cancel: &CancellationToken,
    ) -> Result<Exchange, NoAnswer> {
        let map = request.headers.to_map().map_err(NoAnswer::Fault)?;
        let mut url = request.url.clone();
        let mut hop = 0;
        loop {
            let http = self.http(&url).await.map_err(NoAnswer::Fault)?;
            let mut builder = http.request(request.method.clone(), url.clone()).headers(map.clone());
            if let Some(body) = request.body {
                builder = builder.body(body.to_owned());
            }
            let (until, limit, flag) = request.until;
            let sent = tokio::select! {
                biased;
                () = cancel.cancelled() => return Err(NoAnswer::Cancelled),
                sent = timeout_at(until, builder.send()) => sent,
            };
            let response = match sent {
                Ok(Ok(response)) => response,
                Ok(Err(error)) => {
                    return Err(NoAnswer::Fault(fault::classify(&error, &place(&url), self.settings.limits.connect)));
                }
                Err(_) => {
                    let sentence = format!("no answer from {} within {} ({flag})", place(&url), fault::span(limit));
                    return Err(NoAnswer::Fault(NetFault { kind: NetFaultKind::Timeout, sentence }));
                }
            };
            match next_hop(&response, &url) {
                Some(next) if hop < REDIRECTS => url = next,
                _ => return Ok(Exchange { redirected: hop > 0, response, url }),
            }
            hop += 1;
        }
    }
}

/// Where a 307 or 308 leads, when that is within the origin.
fn next_hop(response: &reqwest::Response, from: &Url) -> Option<Url> {
    if !matches!(response.status().as_u16(), 307 | 308) {
        return None;
    }
    let to = from.join(&header(response, "location")?).ok()?;
    same_origin(to.as_str(), from.as_str()).then_some(to)
}

/// A header of a response as text; bytes that are not UTF-8 are replaced.
pub(super) fn header(response: &reqwest::Response, name: &str) -> Option<String> {
    response.headers().get(name).map(|v| String::from_utf8_lossy(v.as_bytes()).into_owned())
}
