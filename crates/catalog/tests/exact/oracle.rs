//! Plain minimax over whole games: no table, no pruning, every move played by [`Game::play`].

use std::collections::HashMap;

use plyground_game::Game;
use plyground_solve::{Value, Wdl};

use super::cases::Small;

/// Positions that the oracle looks at for one case of the law; larger trees are left out.
pub(super) const NODES: u32 = 6_000;

/// What minimax knows within its plies.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Known {
    Value(Value),
    /// The plies were too few.
    Beyond,
}

/// What is right of a position.
pub(super) struct Oracle {
    /// The plies that were looked at.
    pub(super) plies: u32,
    pub(super) position: Known,
    /// The final margin, where the game counts one and ends within the plies.
    pub(super) margin: Option<i32>,
    /// The same for each move, for the side that makes it.
    pub(super) moves: HashMap<String, Found>,
}

/// What is right of the present position and of its moves; `None` where the tree is too large.
pub(super) fn expected<P: Small>(game: &Game<P>, plies: u32, mut nodes: u32) -> Option<Oracle> {
    let (mut game, mut moves) = (game.clone(), HashMap::new());
    let pos = game.position().clone();
    for &mv in &pos.legal_moves() {
        let found = value_of_move(&mut game, mv, plies, &mut nodes)?;
        moves.insert(pos.move_text(mv), found);
    }
    Some(Oracle::of(plies, moves))
}

impl Oracle {
    /// What follows from the values of all moves.
    pub(super) fn of(plies: u32, moves: HashMap<String, Found>) -> Oracle {
        let (position, margin) = best(moves.values().copied());
        Oracle { plies, position, margin, moves }
    }
}

/// A value, and the final margin where the game counts one.
pub(super) type Found = (Known, Option<i32>);

fn value_of_move<P: Small>(game: &mut Game<P>, mv: P::Move, plies: u32, nodes: &mut u32) -> Option<Found> {
    let side = game.position().side_to_move();
    *nodes = nodes.checked_sub(1)?;
    game.play(mv).unwrap();
    let same_side = game.position().side_to_move() == side;
    let found = value(game, plies - 1, nodes);
    game.undo();
    let (known, margin) = found?;
    let known = match known {
        Known::Value(value) => Known::Value(value.before(same_side)),
        Known::Beyond => Known::Beyond,
    };
    Some((known, margin.map(|margin| if same_side { margin } else { -margin })))
}

fn value<P: Small>(game: &mut Game<P>, plies: u32, nodes: &mut u32) -> Option<Found> {
    let pos = game.position();
    let side = pos.side_to_move();
    if let Some(outcome) = game.outcome() {
        return Some((Known::Value(Value::finished(outcome, side)), pos.margin(side)));
    }
    if plies == 0 {
        return Some((Known::Beyond, None));
    }
    let mut all = Vec::new();
    for mv in pos.legal_moves() {
        all.push(value_of_move(game, mv, plies, nodes)?);
    }
    Some(best(all.into_iter()))
}

/// The best of the moves' values for the side to move.
fn best(moves: impl Iterator<Item = Found> + Clone) -> Found {
    let values =
        moves.clone().filter_map(|(known, _)| if let Known::Value(value) = known { Some(value) } else { None });
    let is_open = moves.clone().any(|(known, _)| known == Known::Beyond);
    let known = match values.max() {
        Some(value) if value.result() == Wdl::Win || !is_open => Known::Value(value),
        _ => Known::Beyond,
    };
    let margin = moves.map(|(_, margin)| margin).collect::<Option<Vec<_>>>().and_then(|all| all.into_iter().max());
    (known, margin)
}
