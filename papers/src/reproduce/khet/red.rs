//! The losses of the report's HeuristicBot as red: its published program searches the ten worst children there.
//!
//! Two conclusions of the report depend on Table 1, in which H wins one of 162 games as red. The same matches are played here
//! with and without the fault of the program.

use serde_json::Value;

use super::SERVER;
use crate::reproduce::estimate::difference_of_shares;
use crate::reproduce::lab::Lab;
use crate::reproduce::page::{Judged, Page};
use crate::reproduce::sample::Share;
use crate::reproduce::tuning::Search::{self, Greedy, Regular};
use crate::reproduce::tuning::white_share;
use crate::reproduce::verdict::{MUCH, Verdict};

/// Counts white's distinct games in one cell of the table.
fn cell(records: &[Value], white: &str) -> Share {
    Share::of(records, |game| game["agents"][0] == white)
}

/// White and red agents: R searches all moves, H the ten best.
const PLACES: [(&str, Search, Search); 4] = [
    ("R against R", Regular, Regular),
    ("R against H", Regular, Greedy),
    ("H against R", Greedy, Regular),
    ("H against H", Greedy, Greedy),
];

pub(super) fn as_red(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("Why the report's H loses as red");
    let regular = lab.pick("khet-userbot:depth=3", "khet-userbot:depth=4");
    let greedy = lab.pick("khet-heuristicbot:depth=5", "khet-heuristicbot:depth=6");
    let games = lab.many(60, 200).to_string();
    let mut columns = Vec::new();
    for greedy in [greedy.to_owned(), format!("{greedy},as-published=on")] {
        let mut cells = Vec::new();
        // Two agents of one name would share their seed, so the second has another seed.
        let pairs = [
            (regular.to_owned(), format!("{regular},seed=1")),
            (regular.to_owned(), greedy.clone()),
            (greedy.clone(), format!("{greedy},seed=1")),
        ];
        for (first, second) in pairs {
            let base = ["match", "khet", "--rules", SERVER, "--first", &first, "--second", &second];
            let more = ["--games", &games, "--opening-plies", "0", "--seed", "1", "--concurrency", "1"];
            let (_, records) = lab.contest(&[&base[..], &more].concat())?;
            if first == regular && second == greedy {
                cells.extend([cell(&records, &first), cell(&records, &second)]);
            } else {
                let sides = [cell(&records, &first), cell(&records, &second)];
                cells.push(Share { points: sides[0].points + sides[1].points, games: sides[0].games + sides[1].games });
            }
        }
        columns.push(cells);
    }
    let (without, with) = (&columns[0], &columns[1]);
    let rows: Vec<Vec<String>> = PLACES
        .iter()
        .enumerate()
        .map(|(place, &(name, white, red))| {
            let report = format!("{:.0}%", 100.0 * white_share(white, red));
            vec![name.into(), report, without[place].shown(), with[place].shown(), with[place].games.to_string()]
        })
        .collect();
    page.table(
        &[
            "white against red",
            "the report's Table 1",
            "here, H as the report describes it",
            "here, H as its program plays",
            "distinct games of the program's H",
        ],
        &rows,
    );
    page.paragraph(&format!(
        "Each cell is white's share of the points in games from the start, with the exact 95% interval over distinct games. R is `{regular}` and H is `{greedy}`, both with the \
         published vector. The report's program has a fault: its comparator for red sorts in the wrong direction, so that H as red considers the ten *worst* children. The fault is in \
         `HeuristicBot` of the authors' archive `code.7z` at github.com/AvivYaish/KhetAI (commit f3e7eedea5 of 2024-08-20, Git blob 3eb036d795, the only version there). {}",
        on_red(without, with)
    ));
    let both = both_colours(&without[1], &without[2]);
    page.paragraph(&format!(
        "Over both colours, R scores {} against H as the report describes it. The claim that regular agents are much better, read as more than {:.0}% of the points, {}.",
        both.shown(),
        100.0 * MUCH_BETTER,
        Verdict::above(both.interval(), MUCH_BETTER).text()
    ));
    page.judge(
        "V.a, by depth",
        Verdict::above(both.interval(), MUCH_BETTER).judged(),
        format!("R against H {} over both colours", both.shown()),
    );
    page.judge(
        "V.e",
        Verdict::above(without[0].interval(), 0.5).judged(),
        format!("R against R from the start: white {}", without[0].shown()),
    );
    let explained = is_explained(&without[1], &with[1]);
    page.judge(
        "H as red",
        if explained { Judged::WrongInPaper } else { Judged::Open },
        format!("R against H: {} as described, {} as published", without[1].shown(), with[1].shown()),
    );
    Ok(())
}

/// Share of the points from which an agent is "much better".
const MUCH_BETTER: f64 = 0.5 + MUCH;

/// Returns the games of R as white and of H as white, counted for R.
fn both_colours(regular_white: &Share, greedy_white: &Share) -> Share {
    Share {
        points: regular_white.points + greedy_white.games - greedy_white.points,
        games: regular_white.games + greedy_white.games,
    }
}

/// Returns whether the fault explains the report's table. With the fault, H must be worse as red by the interval of the
/// difference. The report's share must be within the interval of the games with the fault, and outside of the interval without
/// it.
fn is_explained(without: &Share, with: &Share) -> bool {
    let report = white_share(Regular, Greedy);
    let shares = [with, without].map(|share| share.pair());
    difference_of_shares(shares).interval.low > 0.0 && holds(with, report) && !holds(without, report)
}

fn on_red(without: &[Share], with: &[Share]) -> String {
    let found = if is_explained(&without[1], &with[1]) {
        "With the fault, white scores significantly more in R against H, and the report's share is within the interval. Without the fault the report's share is outside the interval. So the report's \
         sentences about H describe a program that is faulty in half of its games."
    } else {
        "These games do not decide whether the fault explains the report's share of R against H."
    };
    let outside: Vec<&str> = PLACES
        .iter()
        .zip(with)
        .filter(|&(&(_, white, red), cell)| !holds(cell, white_share(white, red)))
        .map(|(&(name, ..), _)| name)
        .collect();
    let rest = if outside.is_empty() {
        "With the fault, the report's share is within the interval in all four cells.".to_owned()
    } else {
        format!("The fault does not explain all: the report's share is outside the interval in {}.", outside.join(", "))
    };
    format!("{found} {rest}")
}

/// Returns whether the share is within the interval of a cell.
fn holds(cell: &Share, share: f64) -> bool {
    cell.interval().low <= share && share <= cell.interval().high
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verdict_follows_the_intervals() {
        let cell = |points, games: u32| Share { points, games: f64::from(games) };
        let table = |against: f64, back: f64| [cell(30.0, 50), cell(against, 50), cell(back, 50), cell(36.0, 50)];
        let text = on_red(&table(10.0, 8.0), &table(48.0, 8.0));
        assert!(text.contains("scores significantly more") && text.ends_with("in all four cells."), "{text}");
        assert!(on_red(&table(25.0, 8.0), &table(27.0, 8.0)).contains("do not decide"));
        // The report's share is 16% with H as white.
        let text = on_red(&table(10.0, 1.0), &table(48.0, 1.0));
        assert!(text.ends_with("outside the interval in H against R."), "{text}");
    }

    #[test]
    fn both_colours_are_counted_for_the_regular_agent() {
        let cell = |points, games: u32| Share { points, games: f64::from(games) };
        let both = both_colours(&cell(18.0, 25), &cell(0.5, 30));
        assert_eq!(both.pair(), (47.5, 55.0));
        assert_eq!(Verdict::above(both.interval(), MUCH_BETTER), Verdict::Holds);
        assert_eq!(
            Verdict::above(both_colours(&cell(18.0, 25), &cell(10.0, 30)).interval(), MUCH_BETTER),
            Verdict::Open
        );
    }

    #[test]
    fn the_report_s_shares_are_those_of_its_table() {
        let shares = PLACES.map(|(_, white, red)| format!("{:.0}", 100.0 * white_share(white, red)));
        assert_eq!(shares, ["60", "94", "16", "73"]);
    }
}
