//! The first player's advantage at 4 and 8 seeds, the report's two footnotes.
//!
//! Two agents without random choices play one game from the start. Budgets of nodes that vary make games differ: each budget plays each as
//! first and as second player, and every distinct game counts once.

use plyground_statistics::{Interval, exact_interval};
use serde_json::Value;

use super::AGENT;
use crate::reproduce::estimate::{Estimate, difference_of_shares};
use crate::reproduce::lab::Lab;
use crate::reproduce::page::Page;
use crate::reproduce::sample::distinct_games;
use crate::reproduce::standing::percent;
use crate::reproduce::verdict::Verdict;

/// Its search at a fixed depth, which does not depend on the clock.
const FIXED: &str = "alphabeta:unit=turn,eval=margin,depth=5";

/// Nodes of a move, around what 50 ms give.
const BUDGETS: [u32; 9] = [60_000, 75_000, 90_000, 110_000, 130_000, 150_000, 180_000, 210_000, 240_000];

/// More than this share of the points is "a huge advantage, winning almost all of the games".
const HUGE: f64 = 0.75;

/// Distinct games of one kind, counted for the first player: wins, draws and losses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Counts([u32; 3]);

impl Counts {
    fn of(records: &[Value]) -> Counts {
        let games = distinct_games(records);
        let count = |wanted: &[Option<&str>]| {
            games.iter().filter(|game| wanted.contains(&game["result"].as_str())).count() as u32
        };
        let [wins, losses] = [count(&[Some("first")]), count(&[Some("second")])];
        Counts([wins, games.len() as u32 - wins - losses, losses])
    }

    fn games(self) -> f64 {
        f64::from(self.0.iter().sum::<u32>())
    }

    fn points(self) -> f64 {
        f64::from(self.0[0]) + f64::from(self.0[1]) / 2.0
    }

    /// The 95% interval of the share of points, each distinct game one trial.
    fn interval(self) -> Interval {
        exact_interval(self.points(), self.games(), 0.95)
    }
}

pub(super) fn advantage(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("The first player's advantage");
    let mut rows = Vec::new();
    let mut from_start = Vec::new();
    for (seeds, report) in [(4, "20 of 20"), (8, "8.5 of 20")] {
        let setup = format!("6x{seeds}");
        let mut records = Vec::new();
        for (place, one) in BUDGETS.iter().enumerate() {
            for other in &BUDGETS[place..] {
                let (first, second) = (format!("{AGENT}:nodes={one}"), format!("{AGENT}:nodes={other}"));
                records.extend(play(lab, &setup, &first, &second, "2", "0")?);
            }
        }
        let counts = Counts::of(&records);
        from_start.push(counts);
        let games = lab.many(400, 4_000).to_string();
        let varied = Counts::of(&play(lab, &setup, FIXED, FIXED, &games, "4")?);
        let kinds = [
            (format!("`{AGENT}` from the start, 60,000 to 240,000 nodes per move"), counts, report),
            (format!("`{FIXED}` after 2 to 4 random moves"), varied, ""),
        ];
        for (what, counts, report) in kinds {
            let [wins, draws, losses] = counts.0;
            rows.push(vec![
                seeds.to_string(),
                what,
                report.into(),
                counts.games().to_string(),
                format!("{wins} / {draws} / {losses}"),
                format!("{:.0}%", 100.0 * counts.points() / counts.games().max(1.0)),
                format!("{}%", percent(counts.interval())),
            ]);
        }
    }
    page.table(
        &[
            "seeds",
            "games",
            "first player's points in the report",
            "distinct games",
            "its wins / draws / losses",
            "share of points",
            "95% interval",
        ],
        &rows,
    );
    let [four, eight] = [from_start[0], from_start[1]];
    page.say(&on_advantage(four, eight));
    page.judge(
        "footnote 1",
        huge(four).judged(),
        format!("{}% of the points over {} distinct games", percent(four.interval()), four.games()),
    );
    let smaller = smaller(four, eight);
    page.judge(
        "footnote 2",
        Verdict::above(smaller.interval, 0.0).judged(),
        format!("share with 4 seeds minus 8: {} points of 100", smaller.percent()),
    );
    Ok(())
}

fn play(
    lab: &mut Lab<'_>,
    setup: &str,
    first: &str,
    second: &str,
    games: &str,
    plies: &str,
) -> Result<Vec<Value>, String> {
    let base = ["match", "kalah", "--rules", "kalaha", "--setup", setup, "--first", first, "--second", second];
    let more = ["--games", games, "--opening-plies", plies, "--seed", "1", "--threads", "1"];
    Ok(lab.contest(&[&base[..], &more].concat())?.1)
}

fn huge(four: Counts) -> Verdict {
    Verdict::above(four.interval(), HUGE)
}

fn smaller(four: Counts, eight: Counts) -> Estimate {
    difference_of_shares([four, eight].map(|counts| (counts.points(), counts.games())))
}

/// What the distinct games from the start say of the two footnotes.
fn on_advantage(four: Counts, eight: Counts) -> String {
    let words =
        |counts: Counts| Verdict::above(counts.interval(), 0.5).choose("an advantage", "a disadvantage", "not decided");
    let smaller = smaller(four, eight);
    format!(
        "Varied budgets give different games from the start; a repeated game does not count. The first move is {} with 4 seeds and {} with 8. The claim of a huge advantage with 4 seeds \
         (over {:.0}% of the points) {}. The claim that it is much smaller with 8 {}: the difference is {} points of 100.",
        words(four),
        words(eight),
        100.0 * HUGE,
        huge(four).text(),
        Verdict::above(smaller.interval, 0.0).text(),
        smaller.percent()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn games_that_repeat_each_other_count_once() {
        let game = |result: &str, moves: &str| json!({"result": result, "moves": moves, "opening": {"position": "a"}});
        let same: Vec<Value> = (0..20).map(|_| game("first", "1 2 3")).collect();
        let mut other: Vec<Value> = (0..40).map(|number| game("first", &format!("1 {number}"))).collect();
        assert_eq!((Counts::of(&same), Counts::of(&other)), (Counts([1, 0, 0]), Counts([40, 0, 0])));
        other.extend([game("draw", "7"), game("second", "8")]);
        assert_eq!(Counts::of(&other), Counts([40, 1, 1]));
        assert_eq!([huge(Counts::of(&same)), huge(Counts::of(&other))], [Verdict::Open, Verdict::Holds]);
    }

    #[test]
    fn the_verdict_on_the_first_player_follows_the_intervals() {
        let text = on_advantage(Counts([20, 0, 0]), Counts([8, 1, 11]));
        assert!(text.contains("an advantage with 4 seeds and not decided with 8"), "{text}");
        assert!(text.contains("points) holds") && text.contains("smaller with 8 holds"), "{text}");
        let text = on_advantage(Counts([8, 1, 0]), Counts([11, 1, 4]));
        assert!(text.contains("smaller with 8 is not decided"), "{text}");
        assert!(on_advantage(Counts([0, 0, 20]), Counts([0, 0, 20])).contains("a disadvantage with 4 seeds"));
    }
}
