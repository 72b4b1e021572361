//! The report's pruning and its wishes, by nodes: alpha-beta pruning, an order of moves, and a table of results.

use plyground_game::Position as _;
use plyground_kalah::Kalah;

use super::plain::{Wishes, search};
use super::positions;
use crate::reproduce::estimate::{Estimate, ratio, shown};
use crate::reproduce::lab::{Lab, list};
use crate::reproduce::page::{Page, grouped};
use crate::reproduce::verdict::Verdict;
use serde_json::{Value, json};

const fn wishes(prunes: bool, orders: bool, stores: bool) -> Wishes {
    Wishes { prunes, orders, stores }
}

/// The report's search and the searches with its wishes.
const SEARCHES: [(&str, Wishes); 4] = [
    ("alpha-beta in the game's order, as the report", wishes(true, false, false)),
    ("moves that end in the own store first", wishes(true, true, false)),
    ("a table of results", wishes(true, false, true)),
    ("both", wishes(true, true, true)),
];

const PLAIN: usize = 0;
const ORDER: usize = 1;
const TABLE: usize = 2;

/// Returns the nodes of all searches at all positions.
fn nodes(positions: &[String], turns: u32, searches: &[Wishes]) -> Result<Value, String> {
    let rules = "kalaha".parse().map_err(|error| format!("rules: {error}"))?;
    let of = |position: &String| {
        let pos = Kalah::parse(position, &rules).map_err(|error| format!("{position}: {error}"))?;
        Ok(searches.iter().map(|&wishes| search(&pos, turns, wishes).1).collect::<Vec<_>>())
    };
    let rows = positions.iter().map(of).collect::<Result<Vec<_>, String>>()?;
    let of = |place: usize| rows.iter().map(|row| row[place]).collect::<Vec<_>>();
    Ok((0..searches.len()).map(of).map(|nodes| json!(nodes)).collect())
}

/// Returns the nodes of one search.
fn column(found: &Value, place: usize) -> Vec<f64> {
    list(found, &format!("/{place}")).iter().filter_map(Value::as_f64).collect()
}

pub(super) fn compared(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("What the report wanted");
    let turns = lab.pick(7, 8);
    let positions = positions("6x4", lab.many(60, 200) as usize)?;
    let found = lab.own("kalaha-wishes", || nodes(&positions, turns, &SEARCHES.map(|(_, wishes)| wishes)))?;
    let against = |place: usize, other: usize| ratio(&column(&found, place), &column(&found, other));
    let rows = SEARCHES.iter().enumerate().map(|(place, (name, _))| {
        let times = if place == PLAIN { "1".into() } else { shown(against(place, PLAIN)) };
        vec![(*name).into(), grouped(column(&found, place).iter().sum()), times]
    });
    let head = ["search", &format!("nodes to {turns} layers, 6x4"), "nodes, times those of the first"];
    page.table(&head, &rows.collect::<Vec<_>>());
    let pruning = pruning(lab, &positions)?;
    let [order, table, both] = [against(ORDER, PLAIN), against(TABLE, PLAIN), against(ORDER, TABLE)];
    page.paragraph(&format!(
        "The table uses {} distinct positions after 0 to 12 random moves. Each search differs in one feature from the first. Ratios are geometric means over positions with 95% intervals. {}",
        positions.len(),
        on_wishes(order, table, both, pruning)
    ));
    page.judge(
        "store moves first",
        saves(both).judged(),
        format!("{} times the nodes of a table of results", shown(both)),
    );
    page.judge("a table of results", saves(table).judged(), format!("{} times the nodes without", shown(table)));
    page.judge(
        "alpha-beta pruning",
        saves(pruning).judged(),
        format!("{} times the nodes of minimax to {PRUNED} layers", shown(pruning)),
    );
    Ok(())
}

/// Number of layers of the comparison with minimax.
const PRUNED: u32 = 4;

/// Returns the ratio of the nodes of alpha-beta to those of minimax.
fn pruning(lab: &mut Lab<'_>, positions: &[String]) -> Result<Option<Estimate>, String> {
    let both = [wishes(true, false, false), wishes(false, false, false)];
    let found = lab.own("kalaha-pruning", || nodes(positions, PRUNED, &both))?;
    Ok(ratio(&column(&found, 0), &column(&found, 1)))
}

/// Judges whether a change saves nodes.
fn saves(ratio: Option<Estimate>) -> Verdict {
    ratio.map_or(Verdict::Open, |ratio| Verdict::above(ratio.interval, 1.0)).choose(
        Verdict::Fails,
        Verdict::Holds,
        Verdict::Open,
    )
}

/// Returns the verdicts on the savings by order, table and pruning.
fn on_wishes(
    order: Option<Estimate>,
    table: Option<Estimate>,
    both: Option<Estimate>,
    pruning: Option<Estimate>,
) -> String {
    format!(
        "The report states: \"The most important aspect to look into would be move ordering.\" It would try moves first that end in the own store. With this order the search takes {} times the nodes. \
         With a table of results, which gives no move, it takes {} times the nodes. Position by position, the order takes {} times the nodes of the table. The claim that this order saves more than \
         a table {}. The claim that a table saves nodes {}. The report has pruning already: to {PRUNED} layers it takes {} times the nodes of minimax. The claim that pruning saves nodes {}.",
        shown(order),
        shown(table),
        shown(both),
        saves(both).text(),
        saves(table).text(),
        shown(pruning),
        saves(pruning).text()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_statistics::Interval;

    #[test]
    fn the_verdicts_on_the_wishes_follow_the_figures() {
        let at = |value: f64| Some(Estimate { value, interval: Interval { low: 0.9 * value, high: 1.1 * value } });
        let text = |both: f64| on_wishes(at(0.2), at(0.4), at(both), at(0.3));
        assert!(
            text(0.5).contains("more than a table holds. The claim that a table saves nodes holds"),
            "{}",
            text(0.5)
        );
        assert!(text(2.0).contains("more than a table does not hold"));
        assert!(text(1.0).contains("more than a table is not decided"));
        assert_eq!([saves(at(1.0)), saves(at(1.5)), saves(None)], [Verdict::Open, Verdict::Fails, Verdict::Open]);
    }

    /// In the search itself, an order, a table and pruning each save nodes.
    #[test]
    fn a_table_an_order_and_pruning_each_save_nodes() {
        let positions = positions("6x4", 24).unwrap();
        let found = nodes(&positions, 5, &SEARCHES.map(|(_, wishes)| wishes)).unwrap();
        for place in [ORDER, TABLE] {
            let ratio = ratio(&column(&found, place), &column(&found, PLAIN));
            assert_eq!(saves(ratio), Verdict::Holds, "{}: {}", SEARCHES[place].0, shown(ratio));
        }
        let found = nodes(&positions, 3, &[wishes(true, false, false), wishes(false, false, false)]).unwrap();
        assert_eq!(saves(ratio(&column(&found, 0), &column(&found, 1))), Verdict::Holds);
    }

    #[test]
    fn each_search_differs_from_the_first_in_one_thing() {
        let changes = SEARCHES.map(|(_, Wishes { prunes, orders, stores })| {
            assert!(prunes);
            u32::from(orders) + u32::from(stores)
        });
        assert_eq!(changes, [0, 1, 1, 2], "the last has both");
    }
}
