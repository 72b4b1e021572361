//! The stored games of the report's agents at their own depth and time: their length, branching and positions.

use plyground_game::Position as _;
use plyground_khet::Khet;
use serde_json::{Value, json};

use super::SERVER;
use crate::Result;
use crate::reproduce::answer::text;
use crate::reproduce::estimate::mean_of;
use crate::reproduce::lab::Lab;
use crate::reproduce::numbers::mean;
use crate::reproduce::positions::replay_record;
use crate::reproduce::sample::{distinct_games, evenly};
use crate::reproduce::tuning::own_games;

/// Number of games from which the sections on searches take a position each.
const SAMPLED: usize = 112;

/// Size of the report's game tree, as a power of ten, and its branching factor.
const TREE: f64 = 125.0;
const BRANCHING: f64 = 68.92;

/// Figures of the games, and positions.
pub(super) struct Games {
    /// Number of plies of each distinct game, and the mean of its legal moves after the opening.
    lengths: Vec<f64>,
    moves: Vec<f64>,
    /// Distinct positions, each of another game.
    pub(super) positions: Vec<String>,
}

impl Games {
    /// Reads the stored games.
    ///
    /// # Errors
    /// When a record cannot be read.
    pub(super) fn read() -> Result<Games> {
        let kinds = own_games()?;
        Games::of(&kinds.into_iter().flat_map(|(_, games)| games).collect::<Vec<_>>())
    }

    fn of(records: &[Value]) -> Result<Games> {
        let records = distinct_games(records);
        let sampled = evenly(&records, SAMPLED);
        let mut games = Games { lengths: Vec::new(), moves: Vec::new(), positions: Vec::new() };
        for record in &records {
            let seen = positions(record)?;
            games.lengths.push(text(record, "/moves")?.split(' ').count() as f64);
            games.moves.push(mean(&seen.iter().map(|(_, moves)| *moves).collect::<Vec<_>>()));
            if sampled.iter().any(|one| std::ptr::eq(**one, *record)) {
                // The ply differs from game to game, so that all parts of a game are sampled.
                let position = &seen[31 * games.positions.len() % seen.len()].0;
                if !games.positions.contains(position) {
                    games.positions.push(position.clone());
                }
            }
        }
        Ok(games)
    }

    /// Returns the size of the game tree by these games, as a power of ten.
    pub(super) fn tree(&self) -> f64 {
        mean(&self.lengths) * mean(&self.moves).log10()
    }

    fn figures(&self) -> Value {
        json!({
            "games": self.lengths.len(), "plies": mean_of(&self.lengths), "moves": mean_of(&self.moves), "tree": self.tree(),
        })
    }
}

/// Returns the positions of a game after its opening, and the number of legal moves of each.
fn positions(record: &Value) -> Result<Vec<(String, f64)>> {
    let (played, opening) = replay_record::<Khet>(record, &SERVER.parse()?)?;
    let seen = played.iter().skip(opening);
    Ok(seen.map(|(pos, _)| (pos.to_string(), pos.legal_moves().len() as f64)).collect())
}

pub(super) fn games(_: &mut Lab<'_>) -> Result<Value> {
    let (mut rows, mut all) = (Vec::new(), Vec::new());
    for (name, records) in own_games()? {
        let mut row = Games::of(&records)?.figures();
        row["agents"] = json!(name);
        rows.push(row);
        all.extend(records);
    }
    let games = Games::of(&all)?;
    Ok(json!({"rows": rows, "all": games.figures(), "implied": implied(), "positions": games.positions.len()}))
}

/// Returns the number of plies that the report's tree implies.
fn implied() -> f64 {
    TREE / BRANCHING.log10()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::claims::tests::judge;
    use plyground_catalog::{Catalog, Start};

    /// Returns a record of a random game.
    fn game(seed: usize) -> Value {
        let khet = Catalog::standard().game("khet").cloned().unwrap();
        let mut session = khet.open(&Start { rules: Some(SERVER.into()), ..Start::default() }).unwrap();
        let position = session.show().position;
        let (mut moves, mut random) = (Vec::new(), plyground_game::random::Random::new(seed as u64));
        while moves.len() < 40 && !session.show().legal.is_empty() {
            let legal = session.show().legal;
            let mv = legal[random.below(legal.len())].clone();
            session.play(&mv).unwrap();
            moves.push(mv);
        }
        json!({"opening": {"position": position, "plies": 2}, "moves": moves.join(" ")})
    }

    /// Regression: positions of one game counted as independent.
    #[test]
    fn each_position_comes_from_another_game_and_a_repeated_game_counts_once() {
        let records: Vec<Value> = [0, 1, 2, 1].map(game).into();
        let games = Games::of(&records).unwrap();
        assert_eq!((games.lengths.len(), games.positions.len()), (3, 3));
        let seen = positions(&records[0]).unwrap();
        assert_eq!(seen.len() as f64, games.lengths[0] - 2.0, "without the opening");
        assert_eq!(seen[0].0, games.positions[0]);
        assert!((games.tree() - mean(&games.lengths) * mean(&games.moves).log10()).abs() < 1e-9);
    }

    #[test]
    fn the_length_is_judged_by_its_interval() {
        let verdict = |values: &[f64]| {
            let games = json!({"all": {"plies": mean_of(values)}, "implied": implied()});
            judge("khet: game length", &json!({"games": games}))
        };
        assert_eq!(
            [verdict(&[66.0, 68.0, 70.0]), verdict(&[49.0, 50.0, 51.0]), verdict(&[40.0, 90.0]), verdict(&[68.0])],
            ["same", "differs", "not decided", "not decided"]
        );
    }
}
