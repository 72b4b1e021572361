//! The stored games of the report's agents at their own depth and time: their length, branching and positions.

use plyground_catalog::{Catalog, CatalogError, Start};
use plyground_statistics::Interval;
use serde_json::Value;

use super::SERVER;
use crate::reproduce::estimate::{Estimate, mean_of};
use crate::reproduce::lab::{number, text};
use crate::reproduce::page::{Page, mean};
use crate::reproduce::sample::{distinct_games, evenly};
use crate::reproduce::tuning::own_games;
use crate::reproduce::verdict::Verdict;

/// Number of games from which the sections on searches take a position each.
const SAMPLED: usize = 112;

/// Size of the report's game tree, as a power of ten, and its branching factor.
pub(super) const TREE: f64 = 125.0;
pub(super) const BRANCHING: f64 = 68.92;

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
    pub(super) fn read() -> Result<Games, String> {
        let kinds = own_games()?;
        Games::of(&kinds.into_iter().flat_map(|(_, games)| games).collect::<Vec<_>>())
    }

    fn of(records: &[Value]) -> Result<Games, String> {
        let records = distinct_games(records);
        let sampled = evenly(&records, SAMPLED);
        let mut games = Games { lengths: Vec::new(), moves: Vec::new(), positions: Vec::new() };
        for record in &records {
            let seen = positions(record).map_err(|error| error.to_string())?;
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

    pub(super) fn plies(&self) -> f64 {
        mean(&self.lengths)
    }

    /// Returns the size of the game tree by these games, as a power of ten.
    pub(super) fn tree(&self) -> f64 {
        self.plies() * mean(&self.moves).log10()
    }
}

/// Returns the positions of a game after its opening, and the number of legal moves of each.
fn positions(record: &Value) -> Result<Vec<(String, f64)>, CatalogError> {
    let field = |path| text(record, path).unwrap_or_default();
    let start = Start { rules: Some(SERVER.into()), position: Some(field("/opening/position")), ..Start::default() };
    let opening = number(record, "/opening/plies").unwrap_or_default() as usize;
    let mut session = Catalog::standard().game("khet")?.open(&start)?;
    let mut seen = Vec::new();
    for (ply, mv) in field("/moves").split(' ').enumerate() {
        if ply >= opening {
            let shown = session.show();
            seen.push((shown.position, shown.legal.len() as f64));
        }
        session.play(mv)?;
    }
    Ok(seen)
}

pub(super) fn lengths(page: &mut Page) -> Result<Games, String> {
    page.section("Games");
    let mut rows = Vec::new();
    let mut all = Vec::new();
    for (name, records) in own_games()? {
        rows.push(row(name, &Games::of(&records)?));
        all.extend(records);
    }
    let games = Games::of(&all)?;
    rows.push(row("all", &games));
    page.table(
        &["agents", "distinct games", "plies per game", "legal moves per position", "tree, power of ten"],
        &rows,
    );
    let length = mean_of(&games.lengths);
    page.paragraph(&format!(
        "These are the [stored games](khet-tuning-report.md) of the report's agents at their own depth and time, after 2 to 6 random moves, by its server's rules with the limit of 100 plies. \
         Intervals are 95% intervals over games. The report states the length by \"our runs\": optimisations of both agents, and matches between them. So all these games are counted together. Its 10^125 implies \
         {:.1} plies. The claim that games have about this length, read as within a tenth, {}. The sections on searches draw {} distinct positions from these games, each of another game.",
        implied(),
        is_as_long(length).text(),
        games.positions.len()
    ));
    page.judge(
        "game length",
        is_as_long(length).judged(),
        format!("{} plies; the report's 10^125 implies {:.1}", shown(length), implied()),
    );
    Ok(games)
}

fn row(name: &str, games: &Games) -> Vec<String> {
    let [plies, moves] = [&games.lengths, &games.moves].map(|values| shown(mean_of(values)));
    vec![name.into(), games.lengths.len().to_string(), plies, moves, format!("{:.0}", games.tree())]
}

/// Formats a mean with its interval, like `63.5 (58.5 to 68.5)`.
pub(super) fn shown(found: Option<Estimate>) -> String {
    found.map_or_else(
        || "?".into(),
        |Estimate { value, interval }| format!("{value:.1} ({:.1} to {:.1})", interval.low, interval.high),
    )
}

/// Returns the number of plies that the report's tree implies.
fn implied() -> f64 {
    TREE / BRANCHING.log10()
}

/// Judges whether games have about the implied length.
fn is_as_long(length: Option<Estimate>) -> Verdict {
    length.map_or(Verdict::Open, |length| Verdict::within(length.interval, tenth(implied())))
}

/// Returns the figures within a tenth of one.
pub(super) fn tenth(figure: f64) -> Interval {
    Interval { low: 0.9 * figure, high: 1.1 * figure }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

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
        assert!((games.tree() - games.plies() * mean(&games.moves).log10()).abs() < 1e-9);
    }

    #[test]
    fn the_length_is_judged_by_its_interval() {
        let verdict = |values: &[f64]| is_as_long(mean_of(values));
        assert_eq!(
            [verdict(&[66.0, 68.0, 70.0]), verdict(&[49.0, 50.0, 51.0]), verdict(&[40.0, 90.0]), verdict(&[68.0])],
            [Verdict::Holds, Verdict::Fails, Verdict::Open, Verdict::Open]
        );
    }
}
