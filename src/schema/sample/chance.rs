//! Chance that repeats: the same numbers for the same seed on every machine.

/// A small generator (splitmix64).
#[derive(Clone, Debug)]
pub(super) struct Chance {
    state: u64,
    /// The same for a whole sample, whatever was drawn: lists of words begin here.
    pub(super) base: usize,
}

impl Chance {
    pub(super) fn new(seed: u64, tried: u32) -> Chance {
        let mut chance = Chance { state: seed ^ (u64::from(tried) << 40), base: 0 };
        chance.base = (chance.next() % 1_009) as usize;
        chance
    }

    pub(super) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `count`; 0 when `count` is 0.
    pub(super) fn below(&mut self, count: usize) -> usize {
        (self.next() % count.max(1) as u64) as usize
    }

    /// A number from `low` to `high`, both included.
    pub(super) fn between(&mut self, low: i128, high: i128) -> i128 {
        let width = high.saturating_sub(low).saturating_add(1).max(1);
        low + (i128::from(self.next()) % width)
    }

    /// True once in so many times.
    pub(super) fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}
