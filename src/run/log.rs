//! A list that only grows at its end, whose clones are cheap, and that forgets its oldest entries past a bound.

use std::collections::VecDeque;
use std::sync::Arc;

const CHUNK: usize = 256;

/// Entries in order. Cloning copies one pointer per 256 entries; changing the last entry copies at most 256 of them.
#[derive(Clone, Debug)]
pub struct Log<T> {
    sealed: VecDeque<Arc<Vec<T>>>,
    tail: Arc<Vec<T>>,
    bound: usize,
    dropped: usize,
}

impl<T: Clone> Log<T> {
    /// An empty list that keeps the newest `bound` entries, and at most 511 more: whole groups of 256 are dropped.
    pub fn new(bound: usize) -> Self {
        Log { sealed: VecDeque::new(), tail: Arc::default(), bound, dropped: 0 }
    }

    /// How many entries are kept.
    pub fn len(&self) -> usize {
        self.sealed.len() * CHUNK + self.tail.len()
    }

    /// Whether nothing is kept.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many of the oldest entries were dropped.
    pub fn dropped(&self) -> usize {
        self.dropped
    }

    /// The entry with this index among those kept.
    pub fn get(&self, index: usize) -> Option<&T> {
        match self.sealed.get(index / CHUNK) {
            Some(chunk) => chunk.get(index % CHUNK),
            None => self.tail.get(index - self.sealed.len() * CHUNK),
        }
    }

    /// The last entry.
    pub fn last(&self) -> Option<&T> {
        self.tail.last().or_else(|| self.sealed.back().and_then(|chunk| chunk.last()))
    }

    /// The entries kept, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.sealed.iter().flat_map(|chunk| chunk.iter()).chain(self.tail.iter())
    }

    /// Adds an entry.
    pub(super) fn push(&mut self, entry: T) {
        if self.tail.len() == CHUNK {
            self.sealed.push_back(std::mem::take(&mut self.tail));
            if self.len() - CHUNK >= self.bound && self.sealed.pop_front().is_some() {
                self.dropped += CHUNK;
            }
        }
        Arc::make_mut(&mut self.tail).push(entry);
    }

    /// The last entry, to change it.
    pub(super) fn last_mut(&mut self) -> Option<&mut T> {
        Arc::make_mut(&mut self.tail).last_mut()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_keeps_the_newest_entries_and_counts_what_it_dropped() {
        let mut log = Log::new(1000);
        for number in 0..10_000 {
            log.push(number);
            let pushed = number + 1;
            assert!(log.len() >= pushed.min(1000) && log.len() < 1000 + 2 * CHUNK, "{} of {pushed}", log.len());
        }
        assert_eq!(log.len() + log.dropped(), 10_000);
        assert_eq!(log.get(0), Some(&log.dropped()));
        assert_eq!(log.last(), Some(&9999));
        assert_eq!(log.iter().copied().collect::<Vec<_>>(), (log.dropped()..10_000).collect::<Vec<_>>());
        assert_eq!(log.get(log.len()), None);
    }

    #[test]
    fn a_clone_does_not_see_later_entries() {
        let mut log = Log::new(10);
        log.push("one");
        let before = log.clone();
        *log.last_mut().unwrap() = "changed";
        log.push("two");
        assert_eq!(before.iter().collect::<Vec<_>>(), [&"one"]);
        assert_eq!(log.iter().collect::<Vec<_>>(), [&"changed", &"two"]);
    }
}
