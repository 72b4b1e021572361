//! Identity of a run, and the seeds of its games.
//!
//! A run is identified by its game, rules, players, limits, openings and seed. Every record contains the digest of their text, so
//! that a run is never resumed with other players by mistake.

use plyground_game::zobrist::mix;

/// Returns the digest of a text, which is the same on every machine and in every version.
pub(crate) fn digest(text: &str) -> u64 {
    text.bytes().fold(mix(text.len() as u64), |digest, byte| mix(digest ^ u64::from(byte)))
}

/// Returns the digest of a text as 16 hexadecimal digits.
#[must_use]
pub fn text_digest(text: &str) -> String {
    format!("{:016x}", digest(text))
}

/// Returns the seeds of both sides in a game of a run.
pub(crate) fn game_seeds(run_seed: u64, game: u64) -> [u64; 2] {
    let seed = mix(mix(run_seed).wrapping_add(game));
    [seed, mix(!seed)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_never_change() {
        // Computed by another program.
        assert_eq!(digest("kalah"), 0x51ad_d76c_cb30_748e);
        assert_ne!(digest("ab"), digest("ba"));
    }

    #[test]
    fn games_have_their_own_seeds() {
        let seeds: std::collections::HashSet<u64> = (0..1000).flat_map(|game| game_seeds(1, game)).collect();
        assert_eq!(seeds.len(), 2000);
        assert_ne!(game_seeds(1, 0), game_seeds(2, 0));
    }
}
