//! Counts wrong costs to win by the report's guess of start and goal, and by its repaired search, in games of its agent.

mod board;

use plyground_cachex::Cachex;
use plyground_eval::cachex::cost_to_win;
use plyground_game::{Game, Position, Side};
use serde_json::{Value, json};

use crate::reproduce::estimate::{Estimate, mean_of};
use crate::reproduce::lab::{Lab, list, number, text};
use crate::reproduce::page::{Judged, Page, grouped};
use crate::reproduce::sample::distinct_games;
use crate::reproduce::standing::percent;
use crate::reproduce::verdict::Verdict;
use board::{Board, Reading};

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
fn games(lab: &mut Lab<'_>, n: &str) -> Result<Vec<Vec<Cachex>>, String> {
    let agents = ["--first", "cachex-six-features:noise=on", "--second", "cachex-six-features:noise=on,seed=1"];
    let games = lab.many(60, 400).to_string();
    let more = ["--games", &games, "--opening-plies", "2", "--seed", "1", "--concurrency", "2"];
    let (_, records) = lab.contest(&[&["match", "cachex", "--setup", n], &agents[..], &more].concat())?;
    distinct_games(&records).into_iter().map(|record| replay(record, n)).collect()
}

fn replay(record: &Value, n: &str) -> Result<Vec<Cachex>, String> {
    let setup = n.parse().map_err(|error| format!("{error}"))?;
    let mut game = Game::<Cachex>::new(&setup, &Default::default());
    let opening = number(record, "/opening/plies")? as usize;
    let mut positions = Vec::new();
    for (ply, mv) in text(record, "/moves")?.split(' ').enumerate() {
        if ply >= opening {
            positions.push(game.position().clone());
        }
        let mv = game.position().parse_move(mv).map_err(|error| error.to_string())?;
        game.play(mv).map_err(|error| error.to_string())?;
    }
    Ok(positions)
}

pub(super) fn guesses(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("Costs from a guessed start and goal, and by the repaired search");
    let (mut rows, mut shares) = (Vec::new(), [const { Vec::new() }; SEARCHES]);
    for n in ["5", "7", "9"] {
        let games = games(lab, n)?;
        let found = lab.own(&format!("cachex-costs-{n}"), || Ok(compare(&games)))?;
        let costs = 2 * games.iter().map(Vec::len).sum::<usize>();
        let mut row = vec![n.to_owned(), games.len().to_string(), grouped(costs as f64)];
        for (search, shares) in shares.iter_mut().enumerate() {
            let of_games: Vec<f64> = list(&found, &format!("/{search}")).iter().filter_map(Value::as_f64).collect();
            let Estimate { value, interval } = mean_of(&of_games).ok_or("too few games")?;
            row.push(format!("{:.1}% ({})", 100.0 * value, percent(interval)));
            shares.push(value);
        }
        rows.push(row);
    }
    let head = ["n", "games", "costs compared", "guess: wrong", "repaired: wrong", "repaired, to the end: wrong"];
    page.table(&head, &rows);
    let [guess, repaired, whole] = shares;
    page.paragraph(&format!(
        "The cost of a side is the number of cells that it still needs to win. The positions are those of the distinct games of the report's agent against itself, after two random moves; 95% intervals are over games. The report guesses the start and the goal of a path by three \
         rules: a stone on the edge; else the cell of the edge that is nearest to the nearest stone; among equals the line with more stones. This guess is only a start: the report repairs it in its search, whose cost its agent uses. The repaired search is \
         A* by the formula of Figure 8, with the report's additional starts and goals. It ends when it expands the guessed goal, or, in a second reading, when no cell is left. An empty start costs one \
         cell in both. Every agent here uses the exact cost; `six-features-astar` finds it by A*. {} {}",
        on_guess(&guess),
        on_repaired(&repaired, &whole)
    ));
    page.judge("Figure 5, a fuzzy guess", is_fuzzy(&guess).judged(), range(&guess));
    page.judge(
        "the minimum cost is ensured",
        is_ensured(&repaired, &whole),
        format!("{}; to the end {}", range(&repaired), extremes(&whole)),
    );
    Ok(())
}

fn range(shares: &[f64]) -> String {
    format!("errs in {} of the costs", extremes(shares))
}

fn extremes(shares: &[f64]) -> String {
    let (least, most) = (shares.iter().copied().fold(1.0, f64::min), shares.iter().copied().fold(0.0, f64::max));
    format!("{:.1} to {:.1}%", 100.0 * least, 100.0 * most)
}

/// Judges whether the guess "may return a suboptimal result": it errs at every size.
fn is_fuzzy(shares: &[f64]) -> Verdict {
    Verdict::of(shares.iter().all(|share| *share > 0.0))
}

/// Returns the verdict on "a relatively optimal but fuzzy result" by the shares of wrong costs.
fn on_guess(shares: &[f64]) -> String {
    format!(
        "The report calls the guess \"relatively optimal but fuzzy\": \"there may be a better one\". The claim that it may be suboptimal {}: the guess alone {}.",
        is_fuzzy(shares).text(),
        range(shares)
    )
}

/// Judges "the min win cost is ensured to be optimal": wrong if both readings err, not decided if one does.
fn is_ensured(repaired: &[f64], whole: &[f64]) -> Judged {
    let errs = |shares: &[f64]| shares.iter().any(|share| *share > 0.0);
    match (errs(repaired), errs(whole)) {
        (true, true) => Judged::WrongInPaper,
        (false, false) => Judged::Same,
        _ => Judged::Open,
    }
}

/// Returns the verdict on the repaired search by the shares of wrong costs.
fn on_repaired(repaired: &[f64], whole: &[f64]) -> String {
    format!(
        "The report states of the repaired search that \"the min win cost is ensured to be optimal\". This claim {}: the repaired search {}, and {} if it searches to the end. What happened in the \
         report's own test cases cannot be repeated.",
        match is_ensured(repaired, whole) {
            Judged::Same => "holds",
            Judged::Open => "depends on the reading",
            _ => "does not hold",
        },
        range(repaired),
        range(whole)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verdict_follows_the_shares() {
        assert!(on_guess(&[0.1, 0.2]).contains("suboptimal holds: the guess alone errs in 10.0 to 20.0%"));
        assert!(on_guess(&[0.0, 0.2]).contains("does not hold"));
        let verdicts = [([0.1, 0.2], [0.0, 0.1]), ([0.1, 0.2], [0.0, 0.0]), ([0.0, 0.0], [0.0, 0.0])];
        assert_eq!(
            verdicts.map(|(repaired, whole)| is_ensured(&repaired, &whole)),
            [Judged::WrongInPaper, Judged::Open, Judged::Same]
        );
        assert!(
            on_repaired(&[0.1, 0.2], &[0.01, 0.02])
                .contains("claim does not hold: the repaired search errs in 10.0 to 20.0%")
        );
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
            let shares: Vec<f64> = list(&found, &format!("/{search}")).iter().filter_map(Value::as_f64).collect();
            assert_eq!(shares.len(), 20);
            mean_of(&shares).unwrap().value
        });
        assert!(0.0 < whole && whole < repaired && repaired < guess, "{whole} {repaired} {guess}");
    }

    #[test]
    fn a_game_is_replayed_after_its_opening() {
        let record = json!({"opening": {"plies": 2}, "moves": "0,1 0,2 1,1 2,2"});
        let positions = replay(&record, "5").unwrap();
        assert_eq!(positions.iter().map(|pos| pos.stone_count(Side::First)).collect::<Vec<_>>(), [1, 2]);
    }
}
