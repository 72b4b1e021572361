//! Numbers for keys, made at compile time: equal in every run and on every machine.
//!
//! Keys of positions seed the random draws of searches and show up in snapshots and in what programs print, so they must never change.
//! SplitMix64 \[Steele2014\] is a few lines of integer arithmetic with no choice left open, and it runs in `const`. A *Zobrist key*
//! \[Zobrist1970\] is the exclusive or of one such number for each fact of the position. Random draws while a program
//! runs come from the module `random`.
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

/// `N` key numbers, SplitMix64's sequence for `seed`; give each table of a game its own seed.
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
        // The first outputs for seed 1234567, as in the test data of Vigna's reference implementation.
        let published = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!(table(1_234_567), published);
    }
}
