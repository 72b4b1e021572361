//! Opening explorer: moves of recorded games in a position, with their results.

use std::cmp::Reverse;

use plyground_arena::Record;
use plyground_play::{Action, Start, State};
use serde::Serialize;

use crate::any_game::AnyGame;
use crate::error::CatalogError;

/// A move in a position, with its number of games.
///
/// ```
/// use plyground_catalog::{Catalog, Start};
///
/// let moves = Catalog::standard().game("kalah")?.explore(&Start::default(), &[])?;
/// assert_eq!(moves.len(), 6, "moves without games are there too");
/// assert_eq!((moves[0].games, moves[0].score), (0, None));
/// # Ok::<(), plyground_catalog::CatalogError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ExploredMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Description of the move.
    pub description: String,
    /// Games in which it was played.
    pub games: usize,
    /// Share of the points that its side made in these games; `None` without games.
    pub score: Option<f64>,
}

impl dyn AnyGame + '_ {
    /// Returns the moves that recorded games played in a position, the most frequent first. Games of another game or other rules
    /// are ignored. Transpositions count, and a game counts once per move even if the position recurs.
    ///
    /// # Errors
    /// Fails like [`AnyGame::open`].
    pub fn explore(&self, start: &Start, records: &[Record]) -> Result<Vec<ExploredMove>, CatalogError> {
        let state = self.state(start)?;
        let actions = state.legal_actions();
        let mut counts = vec![(0, 0); actions.len()];
        let rules = state.rules();
        for record in records.iter().filter(|record| record.game == state.name() && record.rules == rules) {
            let made = made_at(&*state, record);
            for (_, (games, half_points)) in actions.iter().zip(&mut counts).filter(|(mv, _)| made.contains(mv)) {
                *games += 1;
                *half_points += record.half_points(state.side_to_move().index());
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

/// Returns the moves that a recorded game played in this position. A record that does not fit the game is read up to its first
/// error.
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
