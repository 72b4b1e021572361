//! Counts wrong costs to win by the report's guess of start and goal, and by its repaired search, in games of its agent.

mod board;

use plyground_cachex::Cachex;
use plyground_eval::cachex::cost_to_win;
use plyground_game::Side;
use serde_json::{Value, json};

use crate::reproduce::answer::numbers;
use crate::reproduce::estimate::mean_of;
use crate::reproduce::lab::Lab;
use crate::reproduce::positions::replay_record;
use crate::reproduce::sample::distinct_games;
use board::{Board, Reading};

use crate::Result;

/// The searches: a path between the guessed ends, and the repaired search in both readings.
const SEARCHES: usize = 3;

/// Compares the costs of both sides in the positions of games. Returns the share of wrong costs in each game, for each search.
fn compare(games: &[Vec<Cachex>]) -> Value {
    let of_game = |game: &Vec<Cachex>| {
        let mut wrong = [0.0; SEARCHES];
        for (pos, side) in game.iter().flat_map(|pos| Side::ALL.map(|side| (pos, side))) {
            let exact = cost_to_win(pos, side);
            let board = Board::new(pos, side);
            let last = usize::from(pos.size().get()) - 1;
            let guessed = board.guess(0).zip(board.guess(last)).and_then(|(start, goal)| board.path(start, goal));
            let found = [guessed, board.repaired(Reading::UntilGoal), board.repaired(Reading::ToTheEnd)];
            for (wrong, found) in wrong.iter_mut().zip(found) {
                // Without a path, the cost is twice the size, as for the exact cost.
                let found = found.unwrap_or(2 * last as u32 + 2);
                assert!(found >= exact, "a path between two edges costs no less than the cheapest");
                *wrong += f64::from(u8::from(found != exact));
            }
        }
        wrong.map(|wrong| wrong / (2 * game.len()) as f64)
    };
    let shares: Vec<[f64; SEARCHES]> = games.iter().map(of_game).collect();
    (0..SEARCHES).map(|search| json!(shares.iter().map(|share| share[search]).collect::<Vec<_>>())).collect()
}

/// Returns the positions of the distinct games that the report's agent plays against itself, after their openings.
fn games(lab: &mut Lab<'_>, n: &str) -> Result<Vec<Vec<Cachex>>> {
    let (agent, games) = ("cachex-six-features:noise=on", lab.many(60, 400));
    let (_, records) = lab.contest(&format!(
        "match cachex --setup {n} --first {agent} --second {agent},seed=1 --games {games} --opening-plies 2 --seed 1 \
         --concurrency 2"
    ))?;
    distinct_games(&records).into_iter().map(after_opening).collect()
}

/// Returns the positions of a game after its opening.
fn after_opening(record: &Value) -> Result<Vec<Cachex>> {
    let (played, opening) = replay_record::<Cachex>(record, &Default::default())?;
    Ok(played.into_iter().skip(opening).map(|(pos, _)| pos).collect())
}

pub(super) fn guesses(lab: &mut Lab<'_>) -> Result<Value> {
    let mut rows = Vec::new();
    for n in ["5", "7", "9"] {
        let games = games(lab, n)?;
        let found = lab.own(&format!("cachex-costs-{n}"), || Ok(compare(&games)))?;
        let mut row = json!({"n": n, "games": games.len(), "costs": 2 * games.iter().map(Vec::len).sum::<usize>()});
        for (search, name) in ["guess", "repaired", "whole"].into_iter().enumerate() {
            let of_games = numbers(&found, &format!("/{search}"));
            row[name] = json!(mean_of(&of_games).ok_or("too few games")?);
        }
        rows.push(row);
    }
    Ok(json!({"rows": rows}))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::claims::tests::judge;
    use plyground_game::{Game, Position as _};

    #[test]
    fn the_verdict_follows_the_shares() {
        let judged = |claim: &str, shares: [[f64; 2]; 3]| {
            let row = |place: usize| {
                let [guess, repaired, whole] = shares.map(|shares| json!({"value": shares[place]}));
                json!({"guess": guess, "repaired": repaired, "whole": whole})
            };
            judge(&format!("cachex: {claim}"), &json!({"costs": {"rows": [row(0), row(1)]}}))
        };
        let (none, some, all) = ([0.0, 0.0], [0.0, 0.1], [0.1, 0.2]);
        let fuzzy = [all, some].map(|guess| judged("Figure 5, a fuzzy guess", [guess, none, none]));
        assert_eq!(fuzzy, ["same", "differs"]);
        let ensured = [[all, some], [all, none], [none, none]];
        let ensured = ensured.map(|[repaired, whole]| judged("the minimum cost is ensured", [all, repaired, whole]));
        assert_eq!(ensured, ["wrong in the paper", "not decided", "same"]);
    }

    /// The repaired search is better than the guess, but not optimal, even if it searches to the end.
    #[test]
    fn the_repaired_search_errs_less_than_the_guess() {
        let mut random = plyground_game::random::Random::new(1);
        let mut game = || {
            let mut game = Game::<Cachex>::new(&"5".parse().unwrap(), &Default::default());
            let mut positions = Vec::new();
            while game.ending().is_none() {
                positions.push(game.position().clone());
                let moves = game.position().legal_moves();
                game.play(moves[random.below(moves.len())]).unwrap();
            }
            positions
        };
        let found = compare(&(0..20).map(|_| game()).collect::<Vec<_>>());
        let [guess, repaired, whole] = [0, 1, 2].map(|search| {
            let shares = numbers(&found, &format!("/{search}"));
            assert_eq!(shares.len(), 20);
            mean_of(&shares).unwrap().value
        });
        assert!(0.0 < whole && whole < repaired && repaired < guess, "{whole} {repaired} {guess}");
    }

    #[test]
    fn a_game_is_replayed_after_its_opening() {
        let start = Cachex::new(&"5".parse().unwrap(), &Default::default()).to_string();
        let record = json!({"opening": {"position": start, "plies": 2}, "moves": "0,1 0,2 1,1 2,2"});
        let positions = after_opening(&record).unwrap();
        assert_eq!(positions.iter().map(|pos| pos.stone_count(Side::First)).collect::<Vec<_>>(), [1, 2]);
    }
}
