//! The one seeded generator of all random draws while a program runs, behind the feature `random`.
//!
//! Openings, play-outs, choices among equal moves, optimisers, simulations, and the tests of all crates draw from it, so that a
//! seed gives the same games on every machine, natively and in WebAssembly, and in years. The generator is `rand_pcg`'s
//! [`Pcg64`], which is PCG XSL RR 128/64 \[ONeill2014\] under that name for good. ChaCha8 would do as well; but PCG's
//! state is 32 bytes instead of 320 and costs nothing to seed, which counts where a search or a position draws one lot from a
//! generator of its own, and there are no secrets here.
//!
//! How a seed fills the state and how an index or a fraction is made of bits is `rand`'s business, and `rand` may change it from one
//! version to the next. So nothing else of `rand` is used than what stands in this file, with indices drawn as `u64` whatever `usize`
//! is, and the tests below hold each to values that must not change: an update that changes them is refused here, before it
//! changes a game. There is no source of entropy, in this file or elsewhere: every caller names a seed.
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

/// A seeded generator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Random(Pcg64);

impl Random {
    /// A generator; equal seeds give equal sequences, and near ones sequences that have nothing in common.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random(Pcg64::seed_from_u64(seed))
    }

    /// The next number, uniform over all of `u64`.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number in `0..bound`.
    ///
    /// # Panics
    /// When `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        self.0.random_range(0..bound as u64) as usize
    }

    /// A number in 0..1, of 53 random bits.
    #[inline]
    pub fn fraction(&mut self) -> f64 {
        self.0.random()
    }
}

/// A generator is stored with its state, and goes on with the same draws when it is read back.
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

    /// These numbers stand in published games: whatever changes one of them changes those.
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
    }

    /// The generator itself is the published one: O'Neill's `pcg64-demo` prints these for the state 42 and the stream 54.
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
