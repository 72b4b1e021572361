//! Numbers for position keys, computed at compile time: equal in every run and on every machine.
//!
//! Position keys seed the random draws of searches and appear in snapshots and in program output, so they must never
//! change. SplitMix64 \[Steele2014\] is fully specified integer arithmetic of a few lines, and runs in `const`. A
//! *Zobrist key* \[Zobrist1970\] is the exclusive or of one such number for each feature of the position. Random draws
//! at run time come from the module `random`.
//!
//! ```
//! use plyground_game::zobrist::table;
//!
//! const KEYS: [u64; 64] = table(7);
//! assert_eq!(KEYS, table(7));
//! ```

/// SplitMix64's finaliser: a bijection of `u64` in which each input bit changes about half of the output bits.
#[inline]
#[must_use]
pub const fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// Returns `N` key numbers: SplitMix64's sequence for `seed`. Each table of a game needs its own seed.
#[must_use]
pub const fn table<const N: usize>(seed: u64) -> [u64; N] {
    let mut state = seed;
    let mut numbers = [0; N];
    let mut index = 0;
    while index < N {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        numbers[index] = mix(state);
        index += 1;
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_the_published_one() {
        // First outputs for seed 1234567, from the test data of Vigna's reference implementation.
        let published = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!(table(1_234_567), published);
    }
}
