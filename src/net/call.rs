//! One call: the request out, the answer in, everything that happens an event.

use reqwest::Method;
use tokio::sync::mpsc::Sender;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use url::Url;

use crate::run::event::{Answered, BodyKind, Call, End, NetFault, NetFaultKind, Requested, What};

use super::answer::Answer;
use super::body::{Body, Patience};
use super::client::{Client, Exchange, NoAnswer, Request, header};
use super::headers::{Headers, place};

/// Nobody takes events any more: the call is given up.
pub(super) struct NobodyListens;

impl Client {
    /// Makes one call: emits `Requested`, then `Answered`, `Frame`… and `Closed`, or `Unanswered`.
    ///
    /// Cancelling closes the connection and emits `Closed` with `ClosedByUs`, also before there was an answer. The
    /// channel is the brake: while it is full, nothing is read. Dropping its receiver ends the call.
    pub async fn call(&self, call: &Call, emit: &Sender<What>, cancel: &CancellationToken) {
        // An error says that nobody listens any more, so that nobody can be told.
        let _ = self.perform(call, emit, cancel).await;
    }

    /// The headers of a call as they will be sent, secrets masked: for showing a request before it goes out.
    ///
    /// # Errors
    /// When the address cannot be read.
    pub fn preview(&self, call: &Call) -> Result<Vec<(String, String)>, NetFault> {
        let url = address(call)?;
        Ok(self.headers(call, &url).shown())
    }

    fn headers(&self, call: &Call, url: &Url) -> Headers {
        let (accept, encodings) = match call.expect_stream {
            // A refused stream is answered with JSON. Compression would hold events back.
            true => ("text/event-stream, application/json", "identity"),
            false => ("application/json", "gzip, br"),
        };
        let mut headers = Headers::new(url, accept, encodings);
        if call.method != "GET" {
            headers.set("content-type", "application/json", false);
            headers.set("content-length", &call.body.len().to_string(), false);
        }
        for (name, value) in &call.headers {
            headers.set(name, value, false);
        }
        headers.add_credentials(&self.settings.credentials, url);
        headers
    }

    async fn perform(&self, call: &Call, emit: &Sender<What>, cancel: &CancellationToken) -> Result<(), NobodyListens> {
        let url = match address(call) {
            Ok(url) => url,
            Err(fault) => return tell(emit, What::Unanswered { call: call.id, fault }).await,
        };
        let method = Method::from_bytes(call.method.as_bytes()).unwrap_or(Method::POST);
        let headers = self.headers(call, &url);
        let has_body = method != Method::GET;
        let requested = Requested {
            call: call.id,
            operation: call.operation,
            method: method.to_string(),
            url: url.to_string(),
            headers: headers.shown(),
            body: has_body.then(|| self.store.put(call.body.as_bytes())),
        };
        tell(emit, What::Requested(Box::new(requested))).await?;

        let begun = Instant::now();
        let limits = self.settings.limits;
        let (limit, flag) = match call.expect_stream {
            true => (limits.idle, "--idle-timeout"),
            false => (limits.response, "--response-timeout"),
        };
        let body = has_body.then_some(call.body.as_str());
        let request = Request { method, url: &url, headers: &headers, body, until: (begun + limit, limit, flag) };
        let exchange = match self.exchange(request, cancel).await {
            Ok(exchange) => exchange,
            Err(NoAnswer::Fault(fault)) => return tell(emit, What::Unanswered { call: call.id, fault }).await,
            Err(NoAnswer::Cancelled) => return tell(emit, What::Closed { call: call.id, end: End::ClosedByUs }).await,
        };
        let raw = self.store.open_stream();
        let answered = answered(call, &exchange, raw);
        let patience = match call.expect_stream || answered.body == BodyKind::Events {
            true => Patience::Idle(limits.idle),
            false => Patience::Until(begun + limits.response, limits.response),
        };
        tell(emit, What::Answered(Box::new(answered))).await?;
        let end = self.read(call, exchange, raw, patience, emit, cancel).await?;
        tell(emit, What::Closed { call: call.id, end }).await
    }

    async fn read(
        &self,
        call: &Call,
        exchange: Exchange,
        raw: u32,
        patience: Patience,
        emit: &Sender<What>,
        cancel: &CancellationToken,
    ) -> Result<End, NobodyListens> {
        let answer = Answer::new(self, call, &exchange.response);
        match Body::new(exchange.response, raw, &self.store, place(&exchange.url), patience) {
            Ok(body) => answer.read(body, emit, cancel).await,
            Err(encoding) => Ok(End::NotReadable {
                sentence: format!("the body is encoded as {encoding:?}, which was not asked for"),
                excerpt: String::new(),
            }),
        }
    }
}

/// Emits one event.
pub(super) async fn tell(emit: &Sender<What>, what: What) -> Result<(), NobodyListens> {
    emit.send(what).await.map_err(|_| NobodyListens)
}

fn address(call: &Call) -> Result<Url, NetFault> {
    let fault = |why: &str| NetFault {
        kind: NetFaultKind::Unusable,
        sentence: format!("the address {:?} cannot be used: {why}", call.url),
    };
    let mut url = Url::parse(&call.url).map_err(|error| fault(&error.to_string()))?;
    if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none() {
        return Err(fault("catseye speaks http and https"));
    }
    // A user name in the address would become a header that nobody sees. Neither call fails where there is a host.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    Ok(url)
}

fn answered(call: &Call, exchange: &Exchange, raw: u32) -> Answered {
    let response = &exchange.response;
    let text = |value: &reqwest::header::HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
    Answered {
        call: call.id,
        status: response.status().as_u16(),
        headers: response.headers().iter().map(|(name, value)| (name.to_string(), text(value))).collect(),
        version: format!("{:?}", response.version()),
        final_url: exchange.redirected.then(|| exchange.url.to_string()),
        body: kind(header(response, "content-type").as_deref()),
        wire: raw,
    }
}

/// How a body of this content type is read.
pub(super) fn kind(content_type: Option<&str>) -> BodyKind {
    let essence = content_type.unwrap_or_default().split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match essence.as_str() {
        "text/event-stream" => BodyKind::Events,
        "application/json" | "text/json" => BodyKind::Json,
        other if other.ends_with("+json") => BodyKind::Json,
        _ => BodyKind::Other,
    }
}
