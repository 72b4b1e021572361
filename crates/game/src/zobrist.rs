//! Random numbers that never change: key tables made at compile time, and a small seeded generator.
//!
//! Keys of positions choose the lots of searches and show up in snapshots and in what programs print, so the numbers behind them
//! must be the same in every run and on every machine. SplitMix64 \[Steele2014\] is a few lines of integer arithmetic with no choice left open, and it runs in
//! `const`. A *Zobrist key* \[Zobrist1970\] is the exclusive or of one such number for each fact of the position.
//!
//! ```
//! use plyground_game::zobrist::{SplitMix64, table};
//!
//! const KEYS: [u64; 64] = table(7);
//! assert_eq!(KEYS, table(7));
//!
//! let mut random = SplitMix64::new(1);
//! assert!((0..100).all(|_| random.below(6) < 6));
//! ```

/// The generator of Steele, Lea and Flood (2014): 64 bits of state, period 2^64.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// A generator; equal seeds give equal sequences.
    #[must_use]
    pub const fn new(seed: u64) -> SplitMix64 {
        SplitMix64 { state: seed }
    }

    /// The next number, uniform over all of `u64`.
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.state)
    }

    /// A number in `0..bound` by multiplication (Lemire 2019); the bias is below `bound` / 2^64.
    ///
    /// # Panics
    /// When `bound` is 0.
    pub const fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "below(0) has no answer");
        ((self.next_u64() as u128 * bound as u128) >> 64) as usize
    }
}

/// SplitMix64's finaliser: a bijection of `u64` in which each input bit changes about half of the output bits.
#[inline]
#[must_use]
pub const fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// `N` key numbers; give each table of a game its own seed.
#[must_use]
pub const fn table<const N: usize>(seed: u64) -> [u64; N] {
    let mut random = SplitMix64::new(seed);
    let mut numbers = [0; N];
    let mut index = 0;
    while index < N {
        numbers[index] = random.next_u64();
        index += 1;
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_the_published_one() {
        // The first outputs for seed 1234567, as in the test data of Vigna's reference implementation.
        let mut random = SplitMix64::new(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| random.next_u64()).collect();
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn below_reaches_every_value() {
        let mut random = SplitMix64::new(3);
        let mut seen = [false; 7];
        for _ in 0..200 {
            seen[random.below(7)] = true;
        }
        assert_eq!(seen, [true; 7]);
    }
}
