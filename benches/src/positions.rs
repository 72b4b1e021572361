//! Positions for measuring rules: a sample of random games, equal on every machine.
//!
//! ```
//! use plyground_benches::positions::middle_game;
//! use plyground_kalah::Kalah;
//!
//! assert_eq!(middle_game::<Kalah>("6x4", "standard").len(), 64);
//! ```

use plyground_game::notation::{ParseRulesError, ParseSetupError};
use plyground_game::random::Random;
use plyground_game::{Game, Position};

/// 64 unfinished positions, 4 to 24 random moves after the start.
///
/// # Panics
/// Panics if set-up or rules cannot be read.
#[must_use]
pub fn middle_game<P: Position>(setup: &str, rules: &str) -> Vec<P> {
    let setup = setup.parse().unwrap_or_else(|error: ParseSetupError| panic!("{error}"));
    let rules = rules.parse().unwrap_or_else(|error: ParseRulesError| panic!("{error}"));
    let mut random = Random::new(64);
    let mut positions = Vec::new();
    while positions.len() < 64 {
        let mut game = Game::<P>::new(&setup, &rules);
        for _ in 0..4 + random.below(21) {
            let moves = game.position().legal_moves();
            if game.ending().is_some() {
                break;
            }
            game.play(moves[random.below(moves.len())]).expect("a generated move is legal");
        }
        if game.ending().is_none() {
            positions.push(game.position().clone());
        }
    }
    positions
}
