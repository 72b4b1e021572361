//! The report's pruning and its wishes, by nodes: alpha-beta pruning, an order of moves, and a table of results.

use plyground_game::Position as _;
use plyground_kalah::Kalah;

use super::plain::{Wishes, search};
use super::positions;
use crate::reproduce::estimate::ratio;
use crate::reproduce::lab::Lab;
use serde_json::{Map, Value, json};

use crate::Result;

const fn wishes(prunes: bool, orders: bool, stores: bool) -> Wishes {
    Wishes { prunes, orders, stores }
}

/// The report's search and the searches with its wishes.
const SEARCHES: [(&str, Wishes); 4] = [
    ("plain", wishes(true, false, false)),
    ("order", wishes(true, true, false)),
    ("table", wishes(true, false, true)),
    ("both", wishes(true, true, true)),
];

const PLAIN: usize = 0;
const ORDER: usize = 1;
const TABLE: usize = 2;

/// Returns the nodes of each search at all positions.
fn nodes(positions: &[String], turns: u32, searches: &[Wishes]) -> Result<Vec<Vec<f64>>> {
    let rules = "kalaha".parse()?;
    let parse = |position: &String| Kalah::parse(position, &rules);
    let positions = positions.iter().map(parse).collect::<Result<Vec<_>, _>>()?;
    let of = |&wishes: &Wishes| positions.iter().map(|pos| search(pos, turns, wishes).1 as f64).collect();
    Ok(searches.iter().map(of).collect())
}

pub(super) fn compared(lab: &mut Lab<'_>) -> Result<Value> {
    let turns = lab.pick(7, 8);
    let positions = positions("6x4", lab.many(60, 200) as usize)?;
    lab.own("kalaha-wishes", || {
        let found = nodes(&positions, turns, &SEARCHES.map(|(_, wishes)| wishes))?;
        let searches = SEARCHES.iter().zip(&found).map(|((name, _), nodes)| {
            let figures = json!({"nodes": nodes.iter().sum::<f64>(), "to_plain": ratio(nodes, &found[PLAIN])});
            ((*name).to_owned(), figures)
        });
        let pruning = nodes(&positions, PRUNED, &[wishes(true, false, false), wishes(false, false, false)])?;
        Ok(json!({
            "positions": positions.len(), "turns": turns, "searches": Map::from_iter(searches),
            "order_to_table": ratio(&found[ORDER], &found[TABLE]), "pruned": PRUNED,
            "pruning": ratio(&pruning[0], &pruning[1]),
        }))
    })
}

/// Number of layers of the comparison with minimax.
const PRUNED: u32 = 4;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::claims::tests::judge;
    use crate::reproduce::estimate::Estimate;

    #[test]
    fn the_verdicts_on_the_wishes_follow_the_figures() {
        let judged = |value: f64| {
            let ratio = json!({"value": value, "low": 0.9 * value, "high": 1.1 * value});
            judge("kalaha: store moves first", &json!({"wishes": {"order_to_table": ratio}}))
        };
        assert_eq!([0.5, 1.0, 2.0].map(judged), ["same", "not decided", "differs"]);
    }

    /// In the search itself, an order, a table and pruning each save nodes.
    #[test]
    fn a_table_an_order_and_pruning_each_save_nodes() {
        let saves = |ratio: Option<Estimate>| ratio.is_some_and(|ratio| ratio.interval.high < 1.0);
        let positions = positions("6x4", 24).unwrap();
        let found = nodes(&positions, 5, &SEARCHES.map(|(_, wishes)| wishes)).unwrap();
        for place in [ORDER, TABLE] {
            let ratio = ratio(&found[place], &found[PLAIN]);
            assert!(saves(ratio), "{}: {ratio:?}", SEARCHES[place].0);
        }
        let found = nodes(&positions, 3, &[wishes(true, false, false), wishes(false, false, false)]).unwrap();
        assert!(saves(ratio(&found[0], &found[1])));
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
