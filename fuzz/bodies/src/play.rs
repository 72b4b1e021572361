//! Random play: whatever is chosen among the legal moves, every position on the way keeps all laws.

use plyground_game::laws::{check_game, check_game_symmetry};

use crate::seed;
use crate::subject::{Subject, game};

/// The input is a game: its first byte chooses rules and set-up, each further one a move.
///
/// # Panics
/// When a law does not hold.
pub(crate) fn play<P: Subject>(data: &[u8]) {
    let game = game::<P>(data);
    let checked = check_game(&game, seed(data)).map(|_| ()).and_then(|()| check_game_symmetry(&game));
    checked.unwrap_or_else(|violation| panic!("{}, rules {}: {violation}", P::NAME, game.rules()));
}
