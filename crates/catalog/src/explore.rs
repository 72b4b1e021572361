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
use plyground_game::Side;
use plyground_play::{Action, Start, State};
use serde::Serialize;

use crate::any_game::AnyGame;
use crate::error::CatalogError;

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

impl dyn AnyGame + '_ {
    /// Returns what recorded games have played in a position, the most frequent move first. Games of another game or other rules do not
    /// count. The way to the position does not matter, and a game that came by several times counts once per move.
    ///
    /// # Errors
    /// As for [`AnyGame::open`].
    pub fn explore(&self, start: &Start, records: &[Record]) -> Result<Vec<ExploredMove>, CatalogError> {
        let state = self.state(start)?;
        let actions = state.legal_actions();
        let mut counts = vec![(0, 0); actions.len()];
        let rules = state.rules();
        for record in records.iter().filter(|record| record.game == state.name() && record.rules == rules) {
            let made = made_at(&*state, record);
            for (_, (games, half_points)) in actions.iter().zip(&mut counts).filter(|(mv, _)| made.contains(mv)) {
                *games += 1;
                *half_points += half_points_of(record.result, state.side_to_move());
            }
        }
        let explored = |(&action, (games, half_points)): (&Action, (usize, usize))| {
            let line = state.line_texts(&[action]);
            let description = state.describe_line(&line).pop().unwrap_or_default();
            let score = (games > 0).then(|| half_points as f64 / (2 * games) as f64);
            ExploredMove { mv: line.concat(), description, games, score }
        };
        let mut explored: Vec<ExploredMove> = actions.iter().zip(counts).map(explored).collect();
        explored.sort_by_key(|explored| Reverse(explored.games));
        Ok(explored)
    }
}

/// Returns the moves that a recorded game made whenever it stood here. A record that does not fit the game ends where it fails.
fn made_at(here: &dyn State, record: &Record) -> Vec<Action> {
    let mut made = Vec::new();
    let Ok(mut state) = here.at(&record.opening.position) else { return made };
    for text in record.moves.split_whitespace() {
        let is_here = state.key() == here.key();
        match state.play_text(text) {
            Ok(action) if is_here => made.push(action),
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
