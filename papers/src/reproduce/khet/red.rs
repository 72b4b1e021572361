//! The losses of the report's HeuristicBot as red: its published program searches the ten worst children there.
//!
//! Two conclusions of the report depend on Table 1, in which H wins one of 162 games as red. The same matches are played here
//! with and without the fault of the program.

use serde_json::{Value, json};

use super::SERVER;
use crate::Result;
use crate::reproduce::estimate::difference_of_shares;
use crate::reproduce::lab::Lab;
use crate::reproduce::sample::Share;
use crate::reproduce::tuning::Search::{self, Greedy, Regular};
use crate::reproduce::tuning::white_share;

/// Counts white's distinct games in one cell of the table.
fn cell(records: &[Value], white: &str) -> Share {
    Share::of(records, |game| game["agents"][0] == white)
}

/// White and red agents: R searches all moves, H the ten best.
const PLACES: [(&str, Search, Search); 4] =
    [("RR", Regular, Regular), ("RH", Regular, Greedy), ("HR", Greedy, Regular), ("HH", Greedy, Greedy)];

pub(super) fn as_red(lab: &mut Lab<'_>) -> Result<Value> {
    let regular = lab.pick("khet-userbot:depth=3", "khet-userbot:depth=4");
    let greedy = lab.pick("khet-heuristicbot:depth=5", "khet-heuristicbot:depth=6");
    let games = lab.many(60, 200);
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
            let (_, records) = lab.contest(&format!(
                "match khet --rules {SERVER} --first {first} --second {second} --games {games} --opening-plies 0 \
                 --seed 1 --concurrency 1"
            ))?;
            if first == regular && second == greedy {
                cells.extend([cell(&records, &first), cell(&records, &second)]);
            } else {
                cells.push(cell(&records, &first) + cell(&records, &second));
            }
        }
        columns.push(cells);
    }
    Ok(json!({"agents": {"regular": regular, "greedy": greedy}, "cells": figures(&columns[0], &columns[1])}))
}

/// Returns the cells of the table, with H as the report describes it and as its program plays.
fn figures(described: &[Share], published: &[Share]) -> Value {
    let mut cells = json!({});
    for (place, (name, white, red)) in PLACES.into_iter().enumerate() {
        cells[name] = json!({
            "report": white_share(white, red), "described": described[place].figures(),
            "published": published[place].figures(),
        });
    }
    // White's gain by the fault.
    cells["RH"]["gain"] = json!(difference_of_shares([published[1], described[1]]));
    cells["both_colours"] = both_colours(&described[1], &described[2]).figures();
    cells
}

/// Returns the games of R as white and of H as white, counted for R.
fn both_colours(regular_white: &Share, greedy_white: &Share) -> Share {
    Share {
        points: regular_white.points + greedy_white.games - greedy_white.points,
        games: regular_white.games + greedy_white.games,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::claims::tests::judge;

    fn cell(points: f64, games: u32) -> Share {
        Share { points, games: f64::from(games) }
    }

    #[test]
    fn the_verdict_follows_the_intervals() {
        let judged = |described: f64, published: f64| {
            let table = |against: f64| [cell(30.0, 50), cell(against, 50), cell(8.0, 50), cell(36.0, 50)];
            let cells = figures(&table(described), &table(published));
            judge("khet-matches: H as red", &json!({"red": {"cells": cells}}))
        };
        // The report's share is 94% with R as white.
        assert_eq!([judged(10.0, 48.0), judged(25.0, 27.0)], ["wrong in the paper", "not decided"]);
        assert_eq!(judged(47.0, 48.0), "not decided", "the fault makes no difference");
        assert_eq!(judged(10.0, 30.0), "not decided", "the fault does not make enough of a difference");
    }

    #[test]
    fn both_colours_are_counted_for_the_regular_agent() {
        let both = both_colours(&cell(18.0, 25), &cell(0.5, 30));
        assert_eq!(both, Share { points: 47.5, games: 55.0 });
        let judged = |both: Share| {
            judge("khet-matches: V.a, by depth", &json!({"red": {"cells": {"both_colours": both.figures()}}}))
        };
        let less = both_colours(&cell(18.0, 25), &cell(10.0, 30));
        assert_eq!([judged(both), judged(less)], ["same", "not decided"]);
    }

    #[test]
    fn the_report_s_shares_are_those_of_its_table() {
        let shares = PLACES.map(|(_, white, red)| format!("{:.0}", 100.0 * white_share(white, red)));
        assert_eq!(shares, ["60", "94", "16", "73"]);
    }
}
