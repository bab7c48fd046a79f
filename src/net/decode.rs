//! Undoing `content-encoding`, a bounded piece at a time: a small body may decode to an endless one.

use std::io::Write;

use brotli_decompressor::{BrotliDecompressStream, BrotliResult, BrotliState, StandardAlloc};
use flate2::write::MultiGzDecoder;

/// Input bytes decoded at once; gzip makes at most about a thousand times as many of them.
const INPUT: usize = 1 << 10;
/// Output bytes of one step of brotli.
const OUTPUT: usize = 64 << 10;

/// A decoder: bytes are fed, decoded pieces are taken until there is none, and so on.
pub(super) struct Decoder {
    input: Vec<u8>,
    at: usize,
    fed: bool,
    kind: Kind,
}

enum Kind {
    Gzip(Box<MultiGzDecoder<Vec<u8>>>),
    Brotli { state: Box<BrotliState<StandardAlloc, StandardAlloc, StandardAlloc>>, more: bool, done: bool },
}

impl Decoder {
    /// The decoder for a `content-encoding`; `None` when the body is as it is.
    ///
    /// # Errors
    /// The name of an encoding that catseye does not read.
    pub(super) fn new(encoding: &str) -> Result<Option<Self>, String> {
        let encoding = encoding.trim().to_ascii_lowercase();
        let kind = match encoding.as_str() {
            "" | "identity" => return Ok(None),
            "gzip" | "x-gzip" => Kind::Gzip(Box::new(MultiGzDecoder::new(Vec::new()))),
            "br" => {
                let allocators = (StandardAlloc::default(), StandardAlloc::default(), StandardAlloc::default());
                let state = BrotliState::new(allocators.0, allocators.1, allocators.2);
                Kind::Brotli { state: Box::new(state), more: false, done: false }
            }
            _ => return Err(encoding),
        };
        Ok(Some(Decoder { input: Vec::new(), at: 0, fed: false, kind }))
    }

    /// Gives encoded bytes. Take every decoded piece before giving more.
    pub(super) fn feed(&mut self, bytes: &[u8]) {
        self.input.drain(..self.at);
        self.at = 0;
        self.input.extend_from_slice(bytes);
        self.fed |= !bytes.is_empty();
    }

    /// The next decoded piece, about a megabyte at most; `None` when more input is needed.
    ///
    /// # Errors
    /// When the bytes are not what the encoding says.
    pub(super) fn next(&mut self) -> Result<Option<Vec<u8>>, String> {
        loop {
            let rest = self.input.get(self.at..).unwrap_or_default();
            match &mut self.kind {
                Kind::Gzip(decoder) => {
                    if rest.is_empty() {
                        return Ok(None);
                    }
                    let step = rest.len().min(INPUT);
                    let written = decoder.write_all(&rest[..step]).and_then(|()| decoder.flush());
                    written.map_err(|error| format!("the gzip body cannot be decoded: {error}"))?;
                    self.at += step;
                    let piece = std::mem::take(decoder.get_mut());
                    if !piece.is_empty() {
                        return Ok(Some(piece));
                    }
                }
                Kind::Brotli { state, more, done } => {
                    if *done || rest.is_empty() && !*more {
                        // What follows the end of a brotli body is no part of it.
                        self.at = self.input.len();
                        return Ok(None);
                    }
                    let mut output = vec![0; OUTPUT];
                    let (mut available, mut offset, mut room, mut written, mut total) = (rest.len(), 0, OUTPUT, 0, 0);
                    let result = BrotliDecompressStream(
                        &mut available,
                        &mut offset,
                        rest,
                        &mut room,
                        &mut written,
                        &mut output,
                        &mut total,
                        state,
                    );
                    self.at += offset;
                    *more = matches!(result, BrotliResult::NeedsMoreOutput);
                    *done = matches!(result, BrotliResult::ResultSuccess);
                    if matches!(result, BrotliResult::ResultFailure) {
                        return Err("the brotli body cannot be decoded".to_owned());
                    }
                    if written > 0 {
                        output.truncate(written);
                        return Ok(Some(output));
                    }
                    if matches!(result, BrotliResult::NeedsMoreInput) {
                        self.at = self.input.len();
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// Ends the body.
    ///
    /// # Errors
    /// When the encoded body was cut. A body without a byte is whole.
    pub(super) fn finish(self) -> Result<(), String> {
        if !self.fed {
            return Ok(());
        }
        match self.kind {
            Kind::Gzip(mut decoder) => decoder.try_finish().map_err(|_| "the gzip body ends too early".to_owned()),
            Kind::Brotli { done: true, .. } => Ok(()),
            Kind::Brotli { .. } => Err("the brotli body ends too early".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use proptest::prelude::*;

    use super::*;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).expect("memory");
        encoder.finish().expect("memory")
    }

    /// Decodes in pieces of `cut` bytes: what came out, and how it ended.
    fn decode(encoding: &str, bytes: &[u8], cut: usize) -> (Vec<u8>, Result<(), String>) {
        let mut decoder = Decoder::new(encoding).expect("known").expect("encoded");
        let mut out = Vec::new();
        for piece in bytes.chunks(cut) {
            decoder.feed(piece);
            loop {
                match decoder.next() {
                    Ok(Some(piece)) => out.extend_from_slice(&piece),
                    Ok(None) => break,
                    Err(error) => return (out, Err(error)),
                }
            }
        }
        (out, decoder.finish())
    }

    /// `hello hello hello hello` as Node's encoder writes it.
    const BROTLI: &[u8] = b"\x1b\x16\x00\xf8\x8d\x94\x6e\xde\x44\x55\x86\x96\x6c\x20\x6f\x21\x4f\x1c\xe0\x38";

    #[test]
    fn a_body_decodes_the_same_in_pieces_of_any_size() {
        let text = b"hello hello hello hello".to_vec();
        for cut in 1..40 {
            assert_eq!(decode("gzip", &gzip(&text), cut), (text.clone(), Ok(())), "{cut}");
            assert_eq!(decode("br", BROTLI, cut), (text.clone(), Ok(())), "{cut}");
        }
    }

    #[test]
    fn what_was_flushed_is_decoded_before_the_end() {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(b"data: 1\n\n").expect("memory");
        encoder.flush().expect("memory");
        let (out, end) = decode("gzip", encoder.get_ref(), 4096);
        assert_eq!(out, b"data: 1\n\n");
        assert_eq!(end, Err("the gzip body ends too early".to_owned()));
    }

    #[test]
    fn a_piece_is_bounded_however_much_a_body_decodes_to() {
        let bomb = gzip(&vec![0; 8 << 20]);
        let mut decoder = Decoder::new("gzip").expect("known").expect("encoded");
        decoder.feed(&bomb);
        let mut total = 0;
        while let Some(piece) = decoder.next().expect("gzip") {
            assert!(piece.len() <= 2 << 20);
            total += piece.len();
        }
        assert_eq!(total, 8 << 20);
    }

    #[test]
    fn a_cut_or_foreign_body_is_a_fault() {
        assert!(decode("br", &BROTLI[..BROTLI.len() - 2], 7).1.is_err());
        assert!(decode("gzip", b"plain text", 3).1.is_err());
        assert!(Decoder::new("zstd").is_err());
        assert!(Decoder::new(" Identity ").expect("known").is_none());
        assert!(Decoder::new("gzip").expect("known").expect("encoded").finish().is_ok());
    }

    proptest! {
        #[test]
        fn any_bytes_end_the_same_in_pieces_of_any_size(bytes in prop::collection::vec(any::<u8>(), 0..300), cut in 1usize..50, gzip in any::<bool>()) {
            let encoding = if gzip { "gzip" } else { "br" };
            let whole = decode(encoding, &bytes, bytes.len().max(1)).1.is_ok();
            prop_assert_eq!(decode(encoding, &bytes, cut).1.is_ok(), whole);
        }
    }
}
