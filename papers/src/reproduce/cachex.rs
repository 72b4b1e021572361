//! Cachex: the values of first moves and the winners after them, depth by board size, battle records, and the report's wishes.

mod battles;
mod equal_weights;
mod filter;
mod first_moves;
mod guess;
mod winners;

use serde_json::{Value, json};

use super::answer::number;
use super::figures::Part;
use super::lab::Lab;
use crate::Result;

/// Rules without steal and ban, as in the report's figures 9 and 10.
const FREE: &str = "standard,steal=off,centre_ban=off";

pub(crate) const PARTS: [(&str, Part); 10] = [
    ("values", first_moves::values),
    ("winners", winners::winners),
    ("solved", first_moves::solved),
    ("depths", depths),
    ("battles", battles::records),
    ("weights", equal_weights::by_experience),
    ("chains", equal_weights::chains),
    ("learning", battles::learnt),
    ("filter", filter::at_all_layers),
    ("costs", guess::guesses),
];

fn depths(lab: &mut Lab<'_>) -> Result<Value> {
    let budget = lab.pick("300000", "100000000");
    let (mut rows, mut of_two_plies) = (Vec::new(), Vec::new());
    for n in [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15] {
        let mut ask = |agent: &str| lab.ask(&format!("analyse cachex --setup {n} --moves 0,{} --agent {agent}", n / 2));
        let report = ask("cachex-six-features")?;
        let best = ask(&format!("best:nodes={budget}"))?;
        if table_two(n) == 2 {
            of_two_plies.push((n, number(&report, "/nodes")?));
        }
        rows.push(json!({
            "n": n, "plies": table_two(n), "nodes": report["nodes"], "best": best["depth"],
            "decided": !best["winner_in"].is_null(),
        }));
    }
    Ok(json!({"budget": budget, "rows": rows, "two_plies": growth(&of_two_plies)}))
}

/// Returns the nodes of the smallest and the largest size with the same depth, and whether they grow with each size.
fn growth(nodes: &[(u32, f64)]) -> Value {
    let (small, large) = (nodes.first(), nodes.last());
    json!({"small": small, "large": large, "grows": nodes.windows(2).all(|pair| pair[0].1 < pair[1].1)})
}

/// Returns the depth by board size from the report's Table II.
fn table_two(n: u32) -> u32 {
    match n {
        3..=5 => 3,
        6..=10 => 2,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::claims::tests::judge;

    #[test]
    fn the_verdict_on_sizes_follows_the_nodes() {
        let judged = |nodes: [f64; 3]| {
            let found = growth(&[6, 7, 8].into_iter().zip(nodes).collect::<Vec<_>>());
            judge("cachex: size and efficiency", &json!({"depths": {"two_plies": found}}))
        };
        assert_eq!(judged([2_219.0, 3_888.0, 7_793.0]), "same");
        assert_eq!([judged([1.0, 3.0, 2.5]), judged([2.0, 2.5, 3.0])], ["differs"; 2]);
    }
}
