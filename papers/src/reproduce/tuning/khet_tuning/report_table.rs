//! Table 1 in the report's form: wins, ties and losses of each class as white against each as red, itself included, and the graph
//! of their points, beside the report's own table.

use std::collections::HashMap;

use plyground_arena::Record;
use plyground_statistics::{Interval, Wdl};

use super::table::Entry;
use super::{Class, Search};
use crate::Result;
use crate::reproduce::chart::bars;
use crate::reproduce::estimate::difference_of_shares;
use crate::reproduce::sample::Share;
use plyground_optimize::Method;
use serde_json::{Value, json};

/// Wins, ties and losses of white.
type Counts = [u32; 3];
/// Classes in the report's order, white by rows.
pub(super) type Table = [[Counts; CLASSES]; CLASSES];

const CLASSES: usize = 10;

/// The report's Table 1, in the order of columns of the authors' PDF.
pub(super) const REPORT: Table = [
    [[2, 0, 2], [2, 1, 1], [4, 0, 0], [3, 1, 0], [3, 0, 1], [2, 0, 2], [2, 2, 0], [4, 0, 0], [0, 0, 2], [2, 0, 0]],
    [[2, 1, 1], [3, 1, 0], [4, 0, 0], [4, 0, 0], [2, 1, 1], [2, 1, 1], [3, 1, 0], [4, 0, 0], [1, 1, 0], [2, 0, 0]],
    [[0, 0, 4], [0, 1, 3], [4, 0, 0], [2, 2, 0], [0, 0, 4], [0, 0, 4], [3, 1, 0], [1, 3, 0], [0, 0, 2], [2, 0, 0]],
    [[0, 1, 3], [0, 0, 4], [1, 3, 0], [3, 1, 0], [1, 1, 2], [0, 1, 3], [2, 1, 1], [2, 2, 0], [0, 0, 2], [1, 1, 0]],
    [[3, 0, 1], [2, 0, 2], [4, 0, 0], [4, 0, 0], [1, 2, 1], [3, 0, 1], [4, 0, 0], [4, 0, 0], [1, 1, 0], [1, 1, 0]],
    [[1, 2, 1], [0, 3, 1], [4, 0, 0], [2, 2, 0], [1, 2, 1], [4, 0, 0], [4, 0, 0], [3, 1, 0], [1, 0, 1], [1, 1, 0]],
    [[0, 1, 3], [0, 2, 2], [1, 3, 0], [0, 4, 0], [0, 0, 4], [0, 2, 2], [2, 2, 0], [0, 4, 0], [0, 1, 1], [0, 2, 0]],
    [[0, 1, 3], [0, 2, 2], [3, 1, 0], [1, 3, 0], [0, 3, 1], [0, 3, 1], [3, 1, 0], [0, 4, 0], [0, 2, 0], [1, 1, 0]],
    [[0, 1, 1], [0, 2, 0], [2, 0, 0], [2, 0, 0], [0, 2, 0], [1, 1, 0], [2, 0, 0], [2, 0, 0], [0, 1, 0], [1, 0, 0]],
    [[0, 0, 2], [1, 1, 0], [2, 0, 0], [2, 0, 0], [0, 0, 2], [0, 0, 2], [1, 1, 0], [2, 0, 0], [0, 0, 1], [0, 1, 0]],
];

/// Totals stated in the report.
const TOTALS: [Counts; CLASSES] = [
    [24, 4, 8],
    [27, 6, 3],
    [12, 7, 17],
    [10, 11, 15],
    [27, 4, 5],
    [19, 11, 6],
    [3, 21, 12],
    [8, 21, 7],
    [10, 7, 1],
    [8, 3, 7],
];

/// Returns white's share of the points in the report's table, for the searches of white and red.
pub(in crate::reproduce) fn white_share(white: Search, red: Search) -> f64 {
    let classes = Class::all();
    let cells = classes.iter().zip(REPORT).filter(|(class, _)| class.search == white).flat_map(|(_, row)| {
        classes.iter().zip(row).filter(|(class, _)| class.search == red).map(|(_, counts)| counts).collect::<Vec<_>>()
    });
    share(cells.fold([0; 3], |[a, b, c], [x, y, z]| [a + x, b + y, c + z]))
}

/// Counts games from the start: one of every two agents and colours, including those of an agent against itself.
pub(super) fn count<'a>(entries: &[Entry], games: impl Iterator<Item = &'a Record>) -> Table {
    let classes = Class::all();
    let class_of: HashMap<String, usize> = entries
        .iter()
        .filter_map(|entry| Some((entry.agent.to_string(), classes.iter().position(|class| *class == entry.class)?)))
        .collect();
    let mut table = Table::default();
    for game in games {
        let [white, red] = [0, 1].map(|seat: usize| class_of[&game.agents[seat]]);
        // 2 half points are a win, 0 a loss.
        table[white][red][2 - game.half_points(0)] += 1;
    }
    table
}

/// Returns both tables, the similarity of their orders, and the scores of white and of the report's best class.
pub(super) fn figures(ours: &Table) -> Value {
    let totals = ours.map(sum);
    let (pairs, in_order) = pairs_in_order(ours);
    let (mine, theirs) = (totals[BEST], TOTALS[BEST]);
    let of = |counts: Counts| Share { points: share(counts) * games(counts), games: games(counts) };
    let apart = difference_of_shares([mine, theirs].map(of));
    let [all, all_theirs] = [sum(totals), sum(REPORT.map(sum))];
    json!({
        "ours": rows(ours, &totals), "theirs": rows(&REPORT, &TOTALS),
        "pairs": pairs, "in_order": in_order,
        "best": {"ours": best(&totals), "theirs": best(&TOTALS)},
        "white": {"ours": white_of(ours), "theirs": white_of(&REPORT)},
        "games": games(all), "tied": {"ours": all[1], "theirs": all_theirs[1]},
        "best_class": {"ours": share(mine), "theirs": share(theirs), "difference": apart},
    })
}

fn rows(table: &Table, totals: &[Counts; CLASSES]) -> Vec<Value> {
    let rows = Class::all().into_iter().zip(table.iter().zip(totals));
    rows.map(|(class, (cells, total))| {
        json!({"class": class.name(), "cells": cells, "total": total, "points": share(*total)})
    })
    .collect()
}

/// Returns the class with the most points.
fn best(totals: &[Counts; CLASSES]) -> String {
    let place = (0..CLASSES).max_by(|&a, &b| share(totals[a]).total_cmp(&share(totals[b])));
    Class::all()[place.unwrap_or(0)].name()
}

fn sum(row: [Counts; CLASSES]) -> Counts {
    row.into_iter().fold([0; 3], |[a, b, c], [x, y, z]| [a + x, b + y, c + z])
}

/// Returns the points of both climbing classes with H. The report names one of them as the example of a larger population.
pub(in crate::reproduce) fn populations() -> Value {
    let class = |kids: usize| {
        let is_named = |(class, _): &(Class, Counts)| {
            class.method == Some(Method::Annihill) && class.search == Search::Greedy && class.kids == kids
        };
        let (class, [wins, ties, losses]) =
            Class::all().into_iter().zip(TOTALS).find(is_named).expect("both populations are classes of the report");
        let points = share([wins, ties, losses]) * games([wins, ties, losses]);
        json!({"class": class.name(), "kids": class.kids, "wins": wins, "ties": ties, "points": points})
    };
    json!({"named": class(3), "other": class(4)})
}

/// Returns the share of the points, with a tie as a half. It is a share because hand-tuned agents played fewer games.
fn share([wins, ties, losses]: Counts) -> f64 {
    (f64::from(wins) + 0.5 * f64::from(ties)) / games([wins, ties, losses]).max(1.0)
}

/// Returns the number of games of a row.
fn games([wins, ties, losses]: Counts) -> f64 {
    f64::from(wins + ties + losses)
}

/// Returns the number of pairs of classes, and of those in the same order in both tables.
fn pairs_in_order(ours: &Table) -> (usize, usize) {
    let (theirs, ours) = (TOTALS.map(share), ours.map(sum).map(share));
    let pairs: Vec<(usize, usize)> = (0..CLASSES).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
    let same = pairs.iter().filter(|&&(a, b)| (theirs[a] > theirs[b]) == (ours[a] > ours[b])).count();
    (pairs.len(), same)
}

/// Index of the report's best class, A(4,6)R.
const BEST: usize = 1;

/// Returns the 95% interval of white's share of the points.
fn white_of(table: &Table) -> Value {
    let [wins, draws, losses] = sum(table.map(sum)).map(u64::from);
    let Interval { low, high } = Wdl { wins, draws, losses }.score_interval(0.95);
    json!({"low": low, "high": high})
}

/// Number of games of a class as white in the report: two agents against eighteen. The report also extrapolates the hand-tuned
/// agents.
const GAMES: f64 = 36.0;

/// Draws the points of each class in both tables as bars.
///
/// # Errors
/// When the chart cannot be drawn.
pub(super) fn graph(ours: &Table) -> Result<String> {
    let names: Vec<String> = Class::all().into_iter().map(Class::name).collect();
    let points = |totals: [Counts; CLASSES]| totals.iter().map(|total| GAMES * share(*total)).collect();
    let series = [("the report", points(TOTALS)), ("ours", points(ours.map(sum)))];
    bars("Points of each class as white", "points of 36 games", &names, &series)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::claims::tests::judge;

    #[test]
    fn the_report_s_rows_add_up_but_for_one() {
        let wrong = (0..CLASSES).filter(|&row| sum(REPORT[row]) != TOTALS[row]).collect::<Vec<_>>();
        assert_eq!(wrong, [5], "G(4,6)R");
        // A class has two agents, and a hand-tuned class one. So a cell has four games, two with one hand-tuned class, or one
        // with two.
        for (row, cells) in REPORT.iter().enumerate() {
            for (column, counts) in cells.iter().enumerate() {
                let agents = |class: usize| if class < 8 { 2 } else { 1 };
                assert_eq!(counts.iter().sum::<u32>(), agents(row) * agents(column), "{row} {column}");
            }
        }
        // The page states these figures.
        assert_eq!((sum(REPORT[5]), TOTALS[5]), ([21, 11, 4], [19, 11, 6]));
    }

    /// Section IV, of A(4,6)R against P-R: twice the games, "almost 3 times" the wins, "one tie less, but one loss more".
    #[test]
    fn the_best_class_has_two_losses_more_than_the_hand_tuned_agent() {
        let [[wins, ties, losses], [others_wins, others_ties, others_losses]] =
            ["A(4,6)R", "P-R"].map(|name| TOTALS[place(name)]);
        assert_eq!(games(TOTALS[place("A(4,6)R")]), 2.0 * games(TOTALS[place("P-R")]));
        assert_eq!((10 * wins / others_wins, others_ties - ties), (27, 1), "2.7 times, and one tie less");
        assert_eq!(losses - others_losses, 2, "the report says one");
        for name in ["A(4,6)R", "P-R"] {
            assert_eq!(sum(REPORT[place(name)]), TOTALS[place(name)], "{name}: the cells agree with the total");
        }
    }

    /// Section IV: "the best agent is indeed one of the A(4,6)R agents - he has a score of 10.5".
    #[test]
    fn no_best_agent_of_table_1_has_ten_and_a_half_points() {
        let points = |name: &str| share(TOTALS[place(name)]) * games(TOTALS[place(name)]);
        // The class has two agents with half of the games each.
        let (both, most) = (points("A(4,6)R"), games(TOTALS[place("A(4,6)R")]) / 2.0);
        assert_eq!((both, most), (30.0, 18.0));
        assert!(both - 10.5 > most, "with 10.5 points for one, the other would have more points than games");
        assert!(both / 2.0 > 10.5 && points("P-R") > 10.5, "the better one has 15 at least, P-R alone 13.5");
    }

    /// Section V.b, of A(4,6)R and G(3,12)R: "when pitted against each other both win and lose the same number of games".
    #[test]
    fn the_two_best_classes_do_not_win_and_lose_alike_against_each_other() {
        let [climbed, bred] = ["A(4,6)R", "G(3,12)R"].map(place);
        let ([a, b, c], [x, y, z]) = (REPORT[climbed][bred], REPORT[bred][climbed]);
        assert_eq!([a + z, b + y, c + x], [4, 1, 3], "wins, ties and losses of A(4,6)R");
    }

    /// Counts wins, ties and losses of H as red, against R and against H.
    #[test]
    fn h_wins_one_game_as_red_in_the_report() {
        let classes = Class::all();
        let of = |white: Search| {
            let cells = classes.iter().zip(REPORT).filter(move |(class, _)| class.search == white);
            let cells = cells.flat_map(|(_, row)| {
                classes
                    .iter()
                    .zip(row)
                    .filter(|(class, _)| class.search == Search::Greedy)
                    .map(|(_, cell)| cell)
                    .collect::<Vec<_>>()
            });
            cells.fold([0; 3], |[a, b, c], [x, y, z]| [a + z, b + y, c + x])
        };
        assert_eq!([of(Search::Regular), of(Search::Greedy)], [[0, 9, 72], [1, 41, 39]]);
    }

    /// Section V.b and c, of the totals: class, class, and the differences in wins, ties and losses that the report states.
    #[test]
    fn the_conclusions_quote_the_totals() {
        for (one, other, expected) in [("G(3,12)R", "A(4,6)R", [0, -2, 2]), ("A(3,12)H", "A(4,6)H", [2, -4, 2])] {
            let [one, other] = [one, other].map(|name| TOTALS[place(name)].map(|count| count as i32));
            assert_eq!([0, 1, 2].map(|kind| one[kind] - other[kind]), expected);
        }
        let [wins, _, losses] = TOTALS[place("G(4,6)H")];
        assert_eq!(wins - losses, 1, "one genetic class with H won one more than it lost");
        let classes = Class::all();
        let of = |search: Search| {
            let shares = classes.iter().zip(TOTALS).filter(move |(class, _)| class.search == search);
            shares.map(|(class, total)| (share(total), class.name())).collect::<Vec<_>>()
        };
        let best = of(Search::Greedy).into_iter().max_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
        let worst = of(Search::Regular).into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
        assert!(best.1 == "P-H" && best.0 < worst.0, "the best with H is tuned by hand and below the worst with R");
    }

    fn place(name: &str) -> usize {
        Class::all().iter().position(|class| class.name() == name).unwrap()
    }

    #[test]
    fn the_table_and_its_graph_are_judged_by_their_figures() {
        let judged = |ours: &Table| {
            let figures = json!({"table": figures(ours)});
            ["Table 1", "score graph"].map(|claim| judge(&format!("khet-tuning: {claim}"), &figures))
        };
        // With so few games per class, two shares cannot be shown to be the same.
        assert_eq!(judged(&REPORT), ["same", "not decided"]);
        assert!(TOTALS.iter().all(|total| share(*total) <= share(TOTALS[BEST])), "the best class of the report");
        // The agents here are weaker, and their H has no fault, so that another table is no contradiction.
        let lost = REPORT.map(|row| row.map(|[wins, ties, losses]| [losses, ties, wins]));
        assert_eq!(judged(&lost), ["not decided", "not decided"]);
        // Equal orders are not enough: here red wins the games that white wins there, class by class.
        let red = REPORT.map(|row| row.map(|[wins, ties, losses]| [wins, ties, losses + 3 * wins]));
        assert_eq!(judged(&red)[0], "not decided");
        assert_eq!(pairs_in_order(&REPORT), (45, 44), "the total of G(4,6)R is not the sum of its cells");
        let same = figures(&REPORT);
        assert_eq!((&same["games"], &same["tied"]), (&json!(324.0), &json!({"ours": 95, "theirs": 95})));
        assert_eq!(
            (&same["best_class"]["difference"]["value"], &same["best"]["theirs"]),
            (&json!(0.0), &json!("A(4,6)R"))
        );
        assert_eq!(same["ours"][0]["cells"][0], json!([2, 0, 2]));
    }

    #[test]
    fn the_graph_has_every_class() {
        let drawn = graph(&REPORT).unwrap();
        assert!(Class::all().into_iter().all(|class| drawn.contains(&class.name())), "{drawn:.2000}");
        // The report's axis: A(4,6)R has 30 points, and P-R has 27 if extrapolated to as many games.
        assert!(drawn.contains("points of 36 games"));
        assert_eq!([TOTALS[1], TOTALS[8]].map(|total| GAMES * share(total)), [30.0, 27.0]);
    }
}
