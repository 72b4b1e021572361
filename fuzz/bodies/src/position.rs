//! Positions as text: refused in one line, or read as a position that keeps all laws, and so do those after it.

use plyground_game::Game;
use plyground_game::laws::{check_game, check_game_symmetry};
use plyground_game::random::Random;

use crate::subject::{Subject, known};
use crate::{check_fault, seed};

/// Moves played from a position that reads.
const PLIES: usize = 3;

/// The input is a position, under all rules of the game.
///
/// # Panics
/// When a law does not hold.
pub(crate) fn position<P: Subject>(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for rules in P::RULES.iter().map(|rules| known(rules)) {
        match P::parse(&text, &rules) {
            Ok(pos) => check_from(pos, &rules, seed(data)),
            Err(error) => check_fault(&error.0, &text),
        }
    }
}

/// Checks the laws at `pos` and along a few moves from it: some faults show only in what follows a strange arrangement.
fn check_from<P: Subject>(pos: P, rules: &P::Rules, seed: u64) {
    let mut game = Game::from_position(pos, rules);
    let mut random = Random::new(seed);
    for _ in 0..PLIES {
        if game.ending().is_some() {
            break;
        }
        let moves = game.position().legal_moves();
        game.play(moves[random.below(moves.len())]).expect("a generated move can be played");
    }
    let checked = check_game(&game, seed).map(|_| ()).and_then(|()| check_game_symmetry(&game));
    checked.unwrap_or_else(|violation| panic!("{}, rules {rules}: {violation}", P::NAME));
}
