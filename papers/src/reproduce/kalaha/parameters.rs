//! The report's claims on its two parameters: a deeper search plays better, and more seeds make larger game trees.

use plyground_game::random::Random;
use plyground_game::{Position as _, Side};
use plyground_kalah::Kalah;
use serde_json::{Value, json};

use crate::reproduce::estimate::{Estimate, contrast, difference_of_shares};
use crate::reproduce::lab::{Lab, list, text};
use crate::reproduce::page::{Page, mean};
use crate::reproduce::sample::{Share, distinct_games, first_points};
use crate::reproduce::standing::{Standing, percent};
use crate::reproduce::verdict::Verdict;

pub(super) fn judged(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("Depth and strength");
    let games = lab.many(200, 2_000).to_string();
    let (mut rows, mut verdicts, mut records) = (Vec::new(), Vec::new(), Vec::new());
    for depth in 1..=5 {
        let agent = |depth: u32| format!("alphabeta:unit=turn,eval=margin,depth={depth}");
        let (deeper, other) = (agent(depth + 1), agent(depth));
        let base = ["match", "kalah", "--rules", "kalaha", "--first", &deeper, "--second", &other];
        let more = ["--games", &games, "--opening-plies", "4", "--seed", "1", "--concurrency", "1"];
        let (summary, games) = lab.contest(&[&base[..], &more].concat())?;
        records.extend(games);
        let standing = Standing::of(&summary)?;
        rows.push(vec![
            format!("{} against {depth} layers", depth + 1),
            standing.counts(),
            format!("{}%", percent(standing.interval())),
        ]);
        verdicts.push(Verdict::better(&standing.pairs));
    }
    page.table(&["depth", "wins / draws / losses of the deeper search", "95% interval of its score"], &rows);
    // One worse step refutes the claim.
    let verdict = Verdict::all(&verdicts);
    page.paragraph(&format!(
        "The report states: \"Generally, the larger the search depth, the better the agent will play.\" The games begin after 2 to 4 random moves. The claim, read as better by each step of depth, {}.",
        verdict.text()
    ));
    let better = verdicts.iter().filter(|verdict| **verdict == Verdict::Holds).count();
    page.judge(
        "search depth",
        verdict.judged(),
        format!("one layer more is better in {better} of {} steps", verdicts.len()),
    );
    difference(page, &records)?;
    trees(lab, page)
}

/// A lead of this many seeds or more is large.
const LARGE: i32 = 5;

/// Compares the lead in the stores after half of a game with its result.
fn difference(page: &mut Page, records: &[Value]) -> Result<(), String> {
    page.section("Store difference and result");
    // Points and games of the side that leads by less, and by more.
    let mut groups = [(0.0, 0.0); 2];
    for record in distinct_games(records) {
        let lead = lead(record)?;
        if lead != 0 {
            let points = if lead > 0 { first_points(record) } else { 1.0 - first_points(record) };
            let group = &mut groups[usize::from(lead.abs() >= LARGE)];
            *group = (group.0 + points, group.1 + 1.0);
        }
    }
    let more = difference_of_shares([groups[1], groups[0]]);
    let verdict = Verdict::above(more.interval, 0.0);
    let [small, large] = groups.map(|(points, games)| Share { points, games }.shown());
    page.paragraph(&format!(
        "In the distinct games of these matches, the side that leads by {LARGE} seeds or more after half of the plies scores {large}, and a side that leads by fewer {small}. The difference is {} points. The claim that \
         a greater difference of the stores makes a win more likely {}.",
        more.percent(),
        verdict.text()
    ));
    page.judge("store difference", verdict.judged(), format!("{LARGE} seeds or more ahead {large}, fewer {small}"));
    Ok(())
}

/// Returns the lead of the first side in the stores after half of the plies.
fn lead(record: &Value) -> Result<i32, String> {
    let rules = "kalaha".parse().map_err(|error| format!("rules: {error}"))?;
    let opening = text(record, "/opening/position")?;
    let mut pos = Kalah::parse(&opening, &rules).map_err(|error| format!("{opening}: {error}"))?;
    let line = text(record, "/moves")?;
    let moves: Vec<&str> = line.split(' ').collect();
    for text in &moves[..moves.len() / 2] {
        let mv = pos.parse_move(text).map_err(|error| format!("{text}: {error}"))?;
        pos = pos.after(mv);
    }
    let [first, second] = Side::ALL.map(|side| i32::from(pos.store(side)));
    Ok(first - second)
}

/// Estimates the sizes of game trees with 4 and with 10 seeds by random games.
fn trees(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("Game trees");
    let games = lab.many(1_000, 10_000);
    let found = lab.own("kalaha-trees", || Ok(json!([sizes("6x4", games)?, sizes("6x10", games)?])))?;
    let of =
        |place: usize| -> Vec<f64> { list(&found, &format!("/{place}")).iter().filter_map(Value::as_f64).collect() };
    let (four, ten) = (of(0), of(1));
    let difference = contrast(&[(1.0, &ten), (-1.0, &four)]);
    let verdict = larger(difference);
    page.paragraph(&format!(
        "The size of a game tree is estimated by the product of the numbers of choices in {games} random games, as a geometric mean. With 4 seeds it is 10^{:.0}, with 10 seeds 10^{:.0}. The claim that \
         10 seeds make \"the game trees a lot larger\", read as at least ten times as large, {}.",
        mean(&four),
        mean(&ten),
        verdict.text()
    ));
    page.judge(
        "10 seeds",
        verdict.judged(),
        format!("10^{:.0} with 10 seeds, 10^{:.0} with 4", mean(&ten), mean(&four)),
    );
    Ok(())
}

/// Judges whether one tree is at least ten times as large as the other, by the difference of the logarithms.
fn larger(difference: Option<Estimate>) -> Verdict {
    difference.map_or(Verdict::Open, |found| Verdict::above(found.interval, 1.0))
}

/// Returns the logarithm to base 10 of the product of the choices, for each random game.
fn sizes(setup: &str, games: u32) -> Result<Vec<f64>, String> {
    let rules = "kalaha".parse().map_err(|error| format!("rules: {error}"))?;
    let setup = setup.parse().map_err(|error| format!("{setup}: {error}"))?;
    let mut random = Random::new(1);
    let game = |_| {
        let (mut pos, mut size) = (Kalah::new(&setup, &rules), 0.0);
        while pos.outcome().is_none() {
            let moves = pos.legal_moves();
            size += (moves.len() as f64).log10();
            pos = pos.after(moves[random.below(moves.len())]);
        }
        size
    };
    Ok((0..games).map(game).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_statistics::Interval;

    #[test]
    fn every_step_of_depth_has_to_be_better() {
        use Verdict::{Fails, Holds, Open};
        assert_eq!(
            [Verdict::all(&[Holds, Holds]), Verdict::all(&[Holds, Open]), Verdict::all(&[Holds, Open, Fails])],
            [Holds, Open, Fails]
        );
    }

    #[test]
    fn a_tree_that_is_a_little_larger_is_not_a_lot_larger() {
        let by =
            |value: f64| larger(Some(Estimate { value, interval: Interval { low: value - 0.1, high: value + 0.1 } }));
        assert_eq!([by(2.0), by(1.0), by(0.5)], [Verdict::Holds, Verdict::Open, Verdict::Fails]);
    }

    #[test]
    fn a_game_with_one_house_has_one_line() {
        assert_eq!(sizes("1x1", 3), Ok(vec![0.0; 3]));
        assert!(sizes("6x4", 3).unwrap().iter().all(|&size| size > 10.0));
    }

    #[test]
    fn the_lead_is_read_after_half_of_the_game() {
        let start = "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S";
        let lead = |moves: &str| lead(&json!({"opening": {"position": start}, "moves": moves}));
        assert_eq!([lead("3 1 1 1"), lead("1 1")], [Ok(1), Ok(0)], "house 3 ends in the store, house 1 does not");
    }
}
