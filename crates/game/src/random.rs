//! The seeded random number generator of all random draws at run time, behind the feature `random`.
//!
//! Openings, playouts, choices among equal moves, optimisers, simulations and tests use it, so that a seed gives the
//! same games on every machine and in every version, natively and in WebAssembly. The generator is `rand_pcg`'s
//! [`Pcg64`], which always means PCG XSL RR 128/64 \[ONeill2014\]. ChaCha8 would also work. PCG has a state of 32 bytes
//! instead of 320 and costs nothing to seed. This matters for a search or a position that makes a single draw from its
//! own generator. No secrets depend on it.
//!
//! The crate `rand` may change the expansion of a seed and the conversion of bits to indices and fractions between
//! versions. The project therefore uses no parts of `rand` outside of this file, and draws indices as `u64` whatever
//! the size of `usize`. The tests below compare each operation with fixed values, so that an update that changes a game
//! fails here. The project uses no entropy source: every caller passes a seed.
//!
//! ```
//! use plyground_game::random::Random;
//!
//! let mut random = Random::new(1);
//! assert!((0..100).all(|_| random.below(6) < 6));
//! assert_eq!(Random::new(7).next_u64(), Random::new(7).next_u64());
//! ```

use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// A seeded random number generator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Random(Pcg64);

impl Random {
    /// Returns a generator. Equal seeds give equal sequences, and adjacent seeds give unrelated ones.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random(Pcg64::seed_from_u64(seed))
    }

    /// Returns the next number, uniform over all of `u64`.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns a number in `0..bound`.
    ///
    /// # Panics
    /// Panics if `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        self.0.random_range(0..bound as u64) as usize
    }

    /// Returns a number in 0..1 with 53 random bits.
    #[inline]
    pub fn fraction(&mut self) -> f64 {
        self.0.random()
    }

    /// Orders a slice at random.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// Serializes the state, so that a deserialized generator continues with the same draws.
#[cfg(feature = "serde")]
impl serde::Serialize for Random {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Random {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Random, D::Error> {
        Pcg64::deserialize(deserializer).map(Random)
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    /// Published games depend on these numbers.
    #[test]
    fn random_draws_never_change() {
        let mut random = Random::new(0);
        let first: Vec<u64> = (0..3).map(|_| random.next_u64()).collect();
        assert_eq!(first, [0x20ae_25da_d4e2_bc53, 0x58f9_38e1_2bbf_69fb, 0xb5b2_35d6_0cf8_e231]);
        let mut random = Random::new(u64::MAX);
        assert_eq!([random.next_u64(), random.next_u64()], [0xd78e_73f2_47b6_8a71, 0xbd94_8ee6_39a5_d81a]);
        let mut random = Random::new(2);
        let indices: Vec<usize> = (0..16).map(|_| random.below(10)).collect();
        assert_eq!(indices, [0, 4, 2, 8, 4, 6, 8, 3, 8, 1, 6, 9, 5, 7, 7, 9]);
        assert_eq!([random.below(1), random.below(1 << 20), random.below(4_000_000_000)], [0, 47_177, 2_322_767_300]);
        let fractions: Vec<f64> = (0..3).map(|_| random.fraction()).collect();
        assert_eq!(fractions, [0.278_406_979_515_770_54, 0.192_082_899_793_458_38, 0.197_762_200_232_163_07]);
        let mut numbers = [0, 1, 2, 3, 4, 5];
        Random::new(2).shuffle(&mut numbers);
        assert_eq!(numbers, [3, 5, 4, 1, 2, 0]);
    }

    /// The generator is the published one: O'Neill's `pcg64-demo` prints these numbers for state 42 and stream 54.
    #[test]
    fn the_sequence_is_the_published_one() {
        let mut random = Random(Pcg64::new(42, 54));
        let first: Vec<u64> = (0..6).map(|_| random.next_u64()).collect();
        assert_eq!(
            first,
            [
                0x86b1_da1d_7206_2b68,
                0x1304_aa46_c985_3d39,
                0xa367_0e9e_0dd5_0358,
                0xf909_0e52_9a7d_ae00,
                0xc85b_9fd8_3799_6f2c,
                0x6061_21f8_e391_9196,
            ]
        );
    }

    #[test]
    fn below_reaches_every_value() {
        let mut random = Random::new(3);
        let mut seen = [false; 7];
        for _ in 0..200 {
            seen[random.below(7)] = true;
        }
        assert_eq!(seen, [true; 7]);
    }
}
