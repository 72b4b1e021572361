//! Positions of recorded games and of random ones.

use plyground_game::Position;
use plyground_game::random::Random;
use serde_json::Value;

use super::answer::{number, text};
use crate::Result;

/// The positions of a game, each with the move that was played.
pub(crate) type Played<P> = Vec<(P, <P as Position>::Move)>;

/// Returns the positions of a game from its start.
pub(crate) fn replay<P: Position>(start: &str, moves: &str, rules: &P::Rules) -> Result<Played<P>> {
    let mut pos = P::parse(start, rules).map_err(|error| format!("`{start}`: {error}"))?;
    let mut played = Vec::new();
    for text in moves.split(' ') {
        let mv = pos.read_move(text)?;
        let after = pos.after(mv);
        played.push((std::mem::replace(&mut pos, after), mv));
    }
    Ok(played)
}

/// Returns the positions of a recorded game from its start, and the number of plies of its opening.
pub(crate) fn replay_record<P: Position>(record: &Value, rules: &P::Rules) -> Result<(Played<P>, usize)> {
    let played = replay(&text(record, "/opening/position")?, &text(record, "/moves")?, rules)?;
    Ok((played, number(record, "/opening/plies")? as usize))
}

/// Returns the position after at most this many random moves.
pub(crate) fn wander<P: Position>(mut pos: P, plies: usize, random: &mut Random) -> P {
    for _ in 0..plies {
        if pos.outcome().is_some() {
            break;
        }
        let moves = pos.legal_moves();
        pos = pos.after(moves[random.below(moves.len())]);
    }
    pos
}
