//! The stored games of the report's agents at their own depth and time: their length, branching and positions.

use plyground_game::Position as _;
use plyground_khet::Khet;
use plyground_statistics::Interval;
use serde_json::{Value, json};

use super::SERVER;
use crate::Result;
use crate::reproduce::answer::text;
use crate::reproduce::estimate::{Estimate, contrast};
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

/// Number of games of each kind in the report, in the order of [`own_games`]. Eight classes, four with R, are optimised twice by
/// 72 games. Then nine agents with R and nine with H play all 18 agents as white, themselves included.
const REPORT: [f64; 3] = [2.0 * 81.0, 8.0 * 72.0 + 81.0, 8.0 * 72.0 + 81.0];

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

    fn figures(&self) -> Value {
        of_kinds(&[(1.0, self)])
    }
}

/// Returns the figures of kinds of games, each with its weight.
fn of_kinds(kinds: &[(f64, &Games)]) -> Value {
    let of = |values: fn(&Games) -> &[f64]| {
        contrast(&kinds.iter().map(|&(weight, games)| (weight, values(games))).collect::<Vec<_>>())
    };
    let (plies, moves) = (of(|games| &games.lengths), of(|games| &games.moves));
    let count: usize = kinds.iter().map(|(_, games)| games.lengths.len()).sum();
    json!({"games": count, "plies": plies, "moves": moves, "tree": tree(plies, moves)})
}

/// Returns the size of a game tree as a power of ten. Each end of its interval is that of both figures.
fn tree(plies: Option<Estimate>, moves: Option<Estimate>) -> Option<Estimate> {
    let (plies, moves) = (plies?, moves?);
    let size = |plies: f64, moves: f64| plies * moves.log10();
    let (low, high) = (size(plies.interval.low, moves.interval.low), size(plies.interval.high, moves.interval.high));
    Some(Estimate { value: size(plies.value, moves.value), interval: Interval { low, high } })
}

/// Returns the figures of all games, with each kind in its proportion in the report.
///
/// # Errors
/// When a record cannot be read.
pub(super) fn all() -> Result<Value> {
    let kinds = own_games()?.into_iter().map(|(_, records)| Games::of(&records)).collect::<Result<Vec<_>>>()?;
    let total: f64 = REPORT.iter().sum();
    Ok(of_kinds(&REPORT.iter().map(|games| games / total).zip(&kinds).collect::<Vec<_>>()))
}

/// Returns the positions of a game after its opening, and the number of legal moves of each.
fn positions(record: &Value) -> Result<Vec<(String, f64)>> {
    let (played, opening) = replay_record::<Khet>(record, &SERVER.parse()?)?;
    let seen = played.iter().skip(opening);
    Ok(seen.map(|(pos, _)| (pos.to_string(), pos.legal_moves().len() as f64)).collect())
}

pub(super) fn games(_: &mut Lab<'_>) -> Result<Value> {
    let mut rows = Vec::new();
    for (name, records) in own_games()? {
        let mut row = Games::of(&records)?.figures();
        row["agents"] = json!(name);
        rows.push(row);
    }
    let positions = Games::read()?.positions.len();
    Ok(json!({"rows": rows, "all": all()?, "implied": implied(), "positions": positions}))
}

/// Returns the number of plies that the report's tree implies.
fn implied() -> f64 {
    TREE / BRANCHING.log10()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::claims::tests::judge;
    use crate::reproduce::estimate::mean_of;
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
        let tree = games.figures()["tree"]["value"].as_f64().unwrap();
        assert!((tree - mean(&games.lengths) * mean(&games.moves).log10()).abs() < 1e-9);
    }

    /// Regression: the kinds had the proportions of the stored games.
    #[test]
    fn kinds_of_games_count_as_in_the_report() {
        assert_eq!(REPORT, [162.0, 657.0, 657.0]);
        let kind = |lengths: [f64; 2]| Games { lengths: lengths.into(), moves: vec![9.0, 11.0], positions: Vec::new() };
        let (short, long) = (kind([9.0, 11.0]), kind([19.0, 21.0]));
        let found = of_kinds(&[(0.25, &short), (0.75, &long)]);
        assert_eq!((&found["games"], &found["plies"]["value"]), (&json!(4), &json!(17.5)));
        let end = |end: &str| found["tree"][end].as_f64().unwrap();
        assert!((end("value") - 17.5).abs() < 1e-9 && end("low") < 17.5 && end("high") > 17.5);
    }

    #[test]
    fn the_length_is_judged_by_its_interval() {
        let verdict = |values: &[f64]| {
            let games = json!({"all": {"plies": mean_of(values)}, "implied": implied()});
            let branching = json!({"rows": [{"moves": mean_of(&[68.0, 69.0, 70.0])}]});
            judge("khet: game length", &json!({"games": games, "branching": branching}))
        };
        assert_eq!(
            [verdict(&[66.0, 68.0, 70.0]), verdict(&[49.0, 50.0, 51.0]), verdict(&[40.0, 90.0]), verdict(&[68.0])],
            ["same", "differs", "not decided", "not decided"]
        );
    }
}
