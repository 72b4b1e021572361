//! The report's figure 9, the value of a first move, and exact values of small boards.

use serde_json::{Value, json};

use super::FREE;
use crate::Result;
use crate::reproduce::answer::{list, number, text};
use crate::reproduce::lab::Lab;

/// Parses `row,column`.
pub(super) fn cell(text: &str) -> Result<(usize, usize), String> {
    let numbers = text.split_once(',').and_then(|(row, column)| Some((row.parse().ok()?, column.parse().ok()?)));
    numbers.ok_or_else(|| format!("`{text}` is no cell"))
}

/// Reproduces figure 9.
pub(super) fn values(lab: &mut Lab<'_>) -> Result<Value> {
    let mut maps = Vec::new();
    for n in lab.pick(5..=6, 5..=9) {
        let depth = (super::table_two(n as u32) + 1).to_string();
        let answer = lab.ask(&format!(
            "analyse cachex --setup {n} --rules {FREE} --agent alphabeta:eval=six-features,view=root --depth {depth} \
             --fixed --lines {}",
            n * n
        ))?;
        let mut values = vec![vec![f64::NAN; n]; n];
        for line in list(&answer, "/lines") {
            let (row, column) = cell(&text(line, "/move")?)?;
            values[row][column] = number(line, "/score")?;
        }
        let mut map = summary(&values);
        map["depth"] = json!(depth);
        maps.push(map);
    }
    Ok(json!({"maps": maps}))
}

/// Returns a map with its range, the place of the middle of the bottom row in it, and its pairs of cells that are equal by half
/// turn. The place is the shares of the cells with a lower and with a higher value.
fn summary(values: &[Vec<f64>]) -> Value {
    let mut all: Vec<f64> = values.concat();
    all.sort_by(f64::total_cmp);
    let (least, most, chosen) = (all[0], all[all.len() - 1], values[0][values.len() / 2]);
    let share = |of: &dyn Fn(f64) -> bool| all.iter().filter(|value| of(**value)).count() as f64 / all.len() as f64;
    let (below, above) = (share(&|value| value < chosen), share(&|value| value > chosen));
    json!({
        "n": values.len(), "values": values, "least": least, "median": all[all.len() / 2], "most": most,
        "range": most - least, "chosen": chosen, "below": below, "above": above,
        "fewer_side": below.min(above), "larger_side": below.max(above), "unequal": unequal(values), "pairs": all.len() / 2,
    })
}

/// Counts the pairs of cells that are equal by half turn but have different values.
fn unequal(values: &[Vec<f64>]) -> usize {
    let all: Vec<f64> = values.concat();
    (0..all.len() / 2).filter(|&index| all[index] != all[all.len() - 1 - index]).count()
}

/// Reports exact values of boards that are small enough.
pub(super) fn solved(lab: &mut Lab<'_>) -> Result<Value> {
    let tables = lab.folder("tables");
    let mut rows = Vec::new();
    for n in ["3", "4"] {
        let solved = lab.ask(&format!("solve cachex --setup {n} --rules {FREE} --tables '{tables}'"))?;
        // The move's value is for the side that makes it.
        let wins = list(&solved, "/moves").iter().filter(|mv| mv["value"] == "win");
        let wins: Vec<Value> = wins.map(|mv| json!({"move": mv["move"], "plies": mv["plies"]})).collect();
        rows.push(json!({"n": n, "value": solved["value"], "wins": wins}));
    }
    Ok(json!({"rows": rows}))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::claims::tests::judge;

    #[test]
    fn cells_are_read() {
        assert_eq!(cell("3,11"), Ok((3, 11)));
        assert!(cell("STEAL").is_err());
    }

    fn judged(claim: &str, map: &[Vec<f64>]) -> String {
        judge(&format!("cachex: Figure 9, {claim}"), &json!({"values": {"maps": [summary(map)]}}))
    }

    #[test]
    fn the_verdict_on_values_follows_the_map() {
        let map = |steep: f64| vec![vec![1.0, steep, 3.0], vec![1.0, 2.0, 3.0], vec![1.0, 2.0, 3.0]];
        let both = |steep: f64| ["close values", "a medium value"].map(|claim| judged(claim, &map(steep)));
        assert_eq!([both(2.0), both(4.0)], [["same", "same"], ["differs", "differs"]]);
    }

    #[test]
    fn cells_that_are_equal_by_half_turn_have_equal_values() {
        assert_eq!([unequal(&[vec![1.0, 2.0], vec![2.0, 1.0]]), unequal(&[vec![1.0, 2.0], vec![2.0, 9.0]])], [0, 1]);
        assert_eq!(unequal(&[vec![1.0, 2.0, 3.0], vec![4.0, 9.0, 4.0], vec![3.0, 1.0, 1.0]]), 1);
    }

    /// Regression: a cell with the highest value was called medium, because many other cells have the same value.
    #[test]
    fn the_highest_value_is_not_a_medium_one() {
        // The highest value, which is the median at the same time.
        let map = [vec![1.0, 2.0, 2.0], vec![1.0, 2.0, 2.0], vec![1.0, 2.0, 2.0]];
        assert_eq!(judged("a medium value", &map), "not decided");
        let map = [vec![1.0, 3.0, 2.0], vec![1.0, 3.0, 2.0], vec![1.0, 3.0, 2.0]];
        assert_eq!(judged("a medium value", &map), "differs");
        let map = map.map(|row| row.into_iter().map(|value: f64| -value).collect::<Vec<f64>>());
        assert_eq!(judged("a medium value", &map), "differs");
    }
}
