//! What others have played in a position: moves of recorded games, with what became of them.
//!
//! ```
//! use plyground_catalog::{Catalog, Start};
//!
//! let moves = Catalog::standard().game("kalah")?.explore(&Start::default(), &[])?;
//! assert_eq!(moves.len(), 6, "moves without games are there too");
//! assert_eq!((moves[0].games, moves[0].score), (0, None));
//! # Ok::<(), plyground_catalog::CatalogError>(())
//! ```

use std::cmp::Reverse;

use plyground_arena::{GameResult, Record};
use plyground_entry::{CatalogError, Start};
use plyground_game::{Game, SearchHints, Side};
use serde::Serialize;

/// A move of a position, and how often it was made.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ExploredMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The move in words.
    pub description: String,
    /// Games in which it was made.
    pub games: usize,
    /// The share of the points of these games that its side has made; `None` without games.
    pub score: Option<f64>,
}

/// The moves of a position, those that were made most often first. Games of another game or other rules do not count, whatever way
/// led a game to the position does not matter, and a game that came by several times counts once a move.
pub(crate) fn explore<P: SearchHints>(start: &Start, records: &[Record]) -> Result<Vec<ExploredMove>, CatalogError> {
    let game = start.game::<P>()?;
    let pos = game.position();
    let moves = if game.ending().is_some() { Vec::new() } else { pos.legal_moves().to_vec() };
    let mut counts = vec![(0, 0); moves.len()];
    let rules = game.rules().to_string();
    for record in records.iter().filter(|record| record.game == P::NAME && record.rules == rules) {
        let made = made_at(pos, record);
        for (_, (games, half_points)) in moves.iter().zip(&mut counts).filter(|(mv, _)| made.contains(mv)) {
            *games += 1;
            *half_points += half_points_of(record.result, pos.side_to_move());
        }
    }
    let explored = |(&mv, (games, half_points)): (&P::Move, (usize, usize))| ExploredMove {
        mv: pos.move_text(mv),
        description: pos.describe(mv),
        games,
        score: (games > 0).then(|| half_points as f64 / (2 * games) as f64),
    };
    let mut explored: Vec<ExploredMove> = moves.iter().zip(counts).map(explored).collect();
    explored.sort_by_key(|explored| Reverse(explored.games));
    Ok(explored)
}

/// The moves that a recorded game made whenever it stood here. A record that does not fit the game ends where it fails.
fn made_at<P: SearchHints>(pos: &P, record: &Record) -> Vec<P::Move> {
    let mut made = Vec::new();
    let Ok(rules) = record.rules.parse::<P::Rules>() else { return made };
    let Ok(start) = P::parse(&record.opening.position, &rules) else { return made };
    let mut game = Game::from_position(start, &rules);
    for text in record.moves.split_whitespace() {
        let is_here = game.position().key() == pos.key();
        match game.play_text(text) {
            Ok(mv) if is_here => made.push(mv),
            Ok(_) => {}
            Err(_) => break,
        }
    }
    made
}

fn half_points_of(result: GameResult, side: Side) -> usize {
    match (result, side) {
        (GameResult::First, Side::First) | (GameResult::Second, Side::Second) => 2,
        (GameResult::Draw, _) => 1,
        _ => 0,
    }
}
