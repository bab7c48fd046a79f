//! Reading a response's body: limits of time, every byte into the wire store, decoded pieces out.

use std::time::Duration;

use bytes::Bytes;
use tokio::time::{Instant, timeout_at};
use tokio_util::sync::CancellationToken;

use crate::run::event::End;

use super::decode::Decoder;
use super::fault;
use super::wire::Store;

/// How long a body may take.
#[derive(Clone, Copy, Debug)]
pub(super) enum Patience {
    /// A stream: this long without a byte.
    Idle(Duration),
    /// An answer: whole by then, which is this long after the request.
    Until(Instant, Duration),
}

/// A body that is being read.
pub(super) struct Body {
    response: reqwest::Response,
    place: String,
    patience: Patience,
    store: Store,
    /// The stream of the bytes as they came.
    raw: u32,
    /// The stream of decoded bytes; the same as `raw` when nothing had to be decoded.
    decoded: u32,
    decoder: Option<Decoder>,
    received: u64,
}

impl Body {
    /// Begins to read into `raw`, a stream of the store.
    ///
    /// # Errors
    /// When the body is encoded in a way that catseye does not read: the name of the encoding.
    pub(super) fn new(
        response: reqwest::Response,
        raw: u32,
        store: &Store,
        place: String,
        patience: Patience,
    ) -> Result<Self, String> {
        let header =
            response.headers().get("content-encoding").map(|v| String::from_utf8_lossy(v.as_bytes()).into_owned());
        let decoder = Decoder::new(header.as_deref().unwrap_or_default())?;
        let decoded = if decoder.is_some() { store.open_stream() } else { raw };
        Ok(Body { response, place, patience, store: store.clone(), raw, decoded, decoder, received: 0 })
    }

    /// The stream that the decoded bytes are in: offsets of frames count in it.
    pub(super) fn stream(&self) -> u32 {
        self.decoded
    }

    /// Whether the bytes had to be decoded.
    pub(super) fn is_compressed(&self) -> bool {
        self.raw != self.decoded
    }

    /// How many bytes came, as they came.
    pub(super) fn received(&self) -> u64 {
        self.received
    }

    /// The next decoded bytes; `None` when the body is whole.
    ///
    /// # Errors
    /// How it ended otherwise: cut, too slow, or closed by us.
    pub(super) async fn next(&mut self, cancel: &CancellationToken) -> Result<Option<Bytes>, End> {
        loop {
            if let Some(decoder) = &mut self.decoder
                && let Some(piece) = decoder.next().map_err(End::Cut)?
            {
                self.store.append(self.decoded, &piece);
                return Ok(Some(piece.into()));
            }
            let (until, limit) = match self.patience {
                Patience::Idle(limit) => (Instant::now() + limit, limit),
                Patience::Until(until, limit) => (until, limit),
            };
            let chunk = tokio::select! {
                biased;
                () = cancel.cancelled() => return Err(End::ClosedByUs),
                chunk = timeout_at(until, self.response.chunk()) => chunk,
            };
            let chunk = match chunk {
                Ok(Ok(Some(chunk))) => chunk,
                Ok(Ok(None)) => {
                    if let Some(decoder) = self.decoder.take() {
                        decoder.finish().map_err(End::Cut)?;
                    }
                    return Ok(None);
                }
                Ok(Err(error)) => return Err(End::Cut(fault::cut_sentence(&error, &self.place))),
                Err(_) => return Err(End::Idle(limit.as_millis() as u64)),
            };
            self.received += chunk.len() as u64;
            self.store.append(self.raw, &chunk);
            match &mut self.decoder {
                Some(decoder) => decoder.feed(&chunk),
                None => return Ok(Some(chunk)),
            }
        }
    }
}
