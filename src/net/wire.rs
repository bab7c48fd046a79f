//! The wire store: every byte that went over, append-only, bounded in memory and on disk.
//!
//! Events refer to bytes by stream, offset and length. The newest bytes are in memory; older ones move to a temporary
//! file without a name, which only this process can open and which vanishes with it.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::run::event::WireRef;

/// How much is kept, and where.
#[derive(Clone, Copy, Debug)]
pub struct Capacity {
    /// Bytes in memory.
    pub memory: u64,
    /// Bytes in all; beyond it bytes are counted and not kept.
    pub total: u64,
}

impl Default for Capacity {
    /// 32 MiB in memory, 1 GiB in all.
    fn default() -> Self {
        Capacity { memory: 32 << 20, total: 1 << 30 }
    }
}

/// The store. Cloning shares it.
#[derive(Clone, Debug, Default)]
pub struct Store {
    inner: Arc<Mutex<Inner>>,
}

#[derive(Debug, Default)]
struct Inner {
    capacity: Capacity,
    streams: Vec<Stream>,
    /// Pieces that are in memory, oldest first.
    in_memory: VecDeque<(u32, usize)>,
    memory: u64,
    kept: u64,
    dropped: u64,
    file: Option<File>,
    file_length: u64,
    trouble: Option<String>,
}

#[derive(Debug, Default)]
struct Stream {
    length: u64,
    pieces: Vec<Piece>,
}

#[derive(Debug)]
struct Piece {
    /// Where it begins in its stream.
    offset: u64,
    length: u64,
    place: Place,
}

#[derive(Debug)]
enum Place {
    Memory(Vec<u8>),
    File(u64),
    Dropped,
}

/// Small appends are put together up to this many bytes.
const PIECE: usize = 64 << 10;

impl Store {
    /// An empty store with the usual capacity.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty store with this capacity.
    pub fn with_capacity(capacity: Capacity) -> Self {
        Store { inner: Arc::new(Mutex::new(Inner { capacity, ..Inner::default() })) }
    }

    /// Opens a new stream of bytes and returns its number.
    pub fn open_stream(&self) -> u32 {
        let mut inner = self.lock();
        inner.streams.push(Stream::default());
        (inner.streams.len() - 1) as u32
    }

    /// Appends bytes to a stream and says where they are. An unknown stream keeps nothing.
    pub fn append(&self, stream: u32, bytes: &[u8]) -> WireRef {
        self.lock().append(stream, bytes)
    }

    /// Opens a stream that holds just these bytes.
    pub fn put(&self, bytes: &[u8]) -> WireRef {
        let stream = self.open_stream();
        self.append(stream, bytes)
    }

    /// How many bytes a stream has had so far, kept or not.
    pub fn length(&self, stream: u32) -> u64 {
        self.lock().streams.get(stream as usize).map_or(0, |s| s.length)
    }

    /// The bytes a reference means.
    ///
    /// # Errors
    /// When they were counted and not kept, lie outside the stream, or the temporary file cannot be read.
    pub fn read(&self, at: WireRef) -> io::Result<Vec<u8>> {
        self.lock().read(at)
    }

    /// How many bytes were counted and not kept, because the store was full or the temporary file could not be written.
    pub fn dropped(&self) -> u64 {
        self.lock().dropped
    }

    /// One sentence for people when bytes are missing; `None` as long as everything is kept.
    pub fn trouble(&self) -> Option<String> {
        let inner = self.lock();
        (inner.dropped > 0).then(|| match &inner.trouble {
            Some(trouble) => format!("{} bytes are counted, not kept: {trouble}", inner.dropped),
            None => format!(
                "{} bytes are counted, not kept: the wire store is full at {} bytes",
                inner.dropped, inner.capacity.total
            ),
        })
    }

    /// A panic elsewhere leaves the store whole: it is only ever appended to.
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn append(&mut self, number: u32, bytes: &[u8]) -> WireRef {
        let Some(stream) = self.streams.get_mut(number as usize) else {
            return WireRef { stream: number, offset: 0, length: 0 };
        };
        let at = WireRef { stream: number, offset: stream.length, length: bytes.len() as u64 };
        stream.length += bytes.len() as u64;
        let room = self.capacity.total.saturating_sub(self.kept).min(bytes.len() as u64) as usize;
        let (keep, drop) = bytes.split_at(room);
        if !keep.is_empty() {
            let index = stream.pieces.len();
            match stream.pieces.last_mut() {
                Some(Piece { length, place: Place::Memory(piece), .. }) if piece.len() + keep.len() <= PIECE => {
                    piece.extend_from_slice(keep);
                    *length += keep.len() as u64;
                }
                _ => {
                    let (offset, length) = (at.offset, keep.len() as u64);
                    stream.pieces.push(Piece { offset, length, place: Place::Memory(keep.to_vec()) });
                    self.in_memory.push_back((number, index));
                }
            }
            self.memory += keep.len() as u64;
            self.kept += keep.len() as u64;
        }
        if !drop.is_empty() {
            let (offset, length) = (at.offset + keep.len() as u64, drop.len() as u64);
            match stream.pieces.last_mut() {
                Some(Piece { length, place: Place::Dropped, .. }) => *length += drop.len() as u64,
                _ => stream.pieces.push(Piece { offset, length, place: Place::Dropped }),
            }
            self.dropped += drop.len() as u64;
        }
        while self.memory > self.capacity.memory && self.move_oldest() {}
        at
    }

    /// Moves the oldest piece in memory to the file; `false` when there is none.
    fn move_oldest(&mut self) -> bool {
        let Some((stream, index)) = self.in_memory.pop_front() else { return false };
        let Some(piece) = self.streams.get_mut(stream as usize).and_then(|s| s.pieces.get_mut(index)) else {
            return true;
        };
        let Place::Memory(bytes) = std::mem::replace(&mut piece.place, Place::Dropped) else { return true };
        self.memory -= bytes.len() as u64;
        match write(&mut self.file, self.file_length, &bytes) {
            Ok(()) => {
                piece.place = Place::File(self.file_length);
                self.file_length += bytes.len() as u64;
            }
            Err(error) => {
                self.dropped += bytes.len() as u64;
                self.trouble.get_or_insert(format!("the temporary file cannot be written ({error})"));
            }
        }
        true
    }

    fn read(&mut self, at: WireRef) -> io::Result<Vec<u8>> {
        let outside = || io::Error::new(io::ErrorKind::UnexpectedEof, "these bytes are not in the wire store");
        let stream = self.streams.get(at.stream as usize).ok_or_else(outside)?;
        let end = at.offset.checked_add(at.length).filter(|end| *end <= stream.length).ok_or_else(outside)?;
        let mut found = Vec::with_capacity(at.length as usize);
        let first = stream.pieces.partition_point(|p| p.offset + p.length <= at.offset);
        for piece in stream.pieces.iter().skip(first).take_while(|p| p.offset < end) {
            let from = at.offset.max(piece.offset) - piece.offset;
            let to = end.min(piece.offset + piece.length) - piece.offset;
            match &piece.place {
                Place::Memory(bytes) => {
                    found.extend_from_slice(bytes.get(from as usize..to as usize).unwrap_or_default())
                }
                Place::File(start) => {
                    let file = self.file.as_mut().ok_or_else(outside)?;
                    file.seek(SeekFrom::Start(start + from))?;
                    file.take(to - from).read_to_end(&mut found)?;
                }
                Place::Dropped => return Err(io::Error::other("these bytes were counted, not kept")),
            }
        }
        if found.len() as u64 != at.length {
            return Err(outside());
        }
        Ok(found)
    }
}

/// Appends to the temporary file, making it at the first need. It has no name and mode 0600.
fn write(file: &mut Option<File>, length: u64, bytes: &[u8]) -> io::Result<()> {
    let file = match file {
        Some(file) => file,
        None => file.insert(tempfile::tempfile()?),
    };
    file.seek(SeekFrom::Start(length))?;
    file.write_all(bytes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn bytes_are_found_by_where_they_were_put() {
        let store = Store::new();
        let (one, two) = (store.open_stream(), store.open_stream());
        let a = store.append(one, b"hello ");
        let b = store.append(two, b"other");
        let c = store.append(one, b"world");
        assert_eq!((a.offset, c.offset, c.length), (0, 6, 5));
        assert_eq!(store.read(c).expect("kept"), b"world");
        assert_eq!(store.read(b).expect("kept"), b"other");
        assert_eq!(store.read(WireRef { stream: one, offset: 4, length: 4 }).expect("kept"), b"o wo");
        assert!(store.read(WireRef { stream: one, offset: 4, length: 99 }).is_err());
        assert!(store.read(WireRef { stream: 7, offset: 0, length: 0 }).is_err());
        assert_eq!(store.trouble(), None);
    }

    #[test]
    fn beyond_its_capacity_bytes_are_counted_and_it_says_so() {
        let store = Store::with_capacity(Capacity { memory: 4, total: 10 });
        let stream = store.open_stream();
        let first = store.append(stream, b"0123456");
        let second = store.append(stream, b"789abc");
        assert_eq!(store.length(stream), 13);
        assert_eq!(store.dropped(), 3);
        assert_eq!(store.read(first).expect("in the file"), b"0123456");
        assert!(store.read(second).is_err());
        assert_eq!(store.read(WireRef { stream, offset: 7, length: 3 }).expect("kept"), b"789");
        assert_eq!(
            store.trouble().as_deref(),
            Some("3 bytes are counted, not kept: the wire store is full at 10 bytes")
        );
    }

    proptest! {
        /// Whatever is appended in whatever order, any range reads as it was written, from memory or from the file.
        #[test]
        fn any_range_reads_as_it_was_written(
            pieces in prop::collection::vec((0u32..3, prop::collection::vec(any::<u8>(), 0..40)), 1..40),
            memory in 0u64..200,
            from in 0usize..400,
            length in 0usize..200,
        ) {
            let store = Store::with_capacity(Capacity { memory, total: 1 << 20 });
            let mut expected = [Vec::new(), Vec::new(), Vec::new()];
            for _ in 0..3 {
                store.open_stream();
            }
            for (stream, bytes) in &pieces {
                store.append(*stream, bytes);
                expected[*stream as usize].extend_from_slice(bytes);
            }
            for (stream, all) in expected.iter().enumerate() {
                let from = from.min(all.len());
                let to = (from + length).min(all.len());
                let at = WireRef { stream: stream as u32, offset: from as u64, length: (to - from) as u64 };
                prop_assert_eq!(store.read(at).expect("kept"), &all[from..to]);
            }
        }
    }
}
