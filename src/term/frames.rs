//! A writer that sends a frame as a whole: one system call, between the marks of a synchronized update.

use std::io::{self, Write};

/// Begin of a synchronized update (<https://github.com/contour-terminal/vt-extensions>); terminals that do not know it
/// ignore it.
const BEGIN: &[u8] = b"\x1b[?2026h";
/// Its end: now it is shown.
const END: &[u8] = b"\x1b[?2026l";

/// Gathers what is written until it is flushed.
#[derive(Debug)]
pub struct Frames<W: Write> {
    out: W,
    frame: Vec<u8>,
}

impl<W: Write> Frames<W> {
    /// Frames to this writer.
    pub fn new(out: W) -> Frames<W> {
        Frames { out, frame: BEGIN.to_vec() }
    }

    /// What is underneath.
    pub fn get_ref(&self) -> &W {
        &self.out
    }
}

impl<W: Write> Write for Frames<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.frame.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.frame.len() > BEGIN.len() {
            self.frame.extend_from_slice(END);
            let sent = self.out.write_all(&self.frame);
            // A frame that could not be sent is not sent with the next one.
            self.frame.truncate(BEGIN.len());
            sent?;
        }
        self.out.flush()
    }
}
