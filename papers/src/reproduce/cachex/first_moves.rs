//! The report's figure 9, the value of a first move, and exact values of small boards.

use super::FREE;
use crate::reproduce::lab::{Lab, list, number, text};
use crate::reproduce::page::Page;
use crate::reproduce::verdict::Verdict;

/// Draws a board with one text per cell. Row `n - 1` is on top, and each row is half a cell to the right of the one below.
pub(super) fn rhombus(n: usize, cell: impl Fn(usize, usize) -> String) -> String {
    let rows = (0..n).rev().map(|row| {
        let cells: Vec<String> = (0..n).map(|column| format!("{:>4}", cell(row, column))).collect();
        format!("{:>2} {}{}", row, "  ".repeat(row), cells.concat())
    });
    rows.collect::<Vec<_>>().join("\n")
}

/// Parses `row,column`.
pub(super) fn cell(text: &str) -> Result<(usize, usize), String> {
    let numbers = text.split_once(',').and_then(|(row, column)| Some((row.parse().ok()?, column.parse().ok()?)));
    numbers.ok_or_else(|| format!("`{text}` is no cell"))
}

/// Values in the report's figure 9: lowest, highest, and in the middle of the bottom row.
const FIGURE: (f64, f64, f64) = (-2.0, 0.0, -1.0);

/// Reproduces figure 9.
pub(super) fn values(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("Values of the first move");
    page.paragraph(&format!(
        "Each map shows the value of every first move for the player who makes it, by the report's six features and without steal. The search has one ply more than Table II: 4 plies for n = 5, 3 \
         for n = 6. Figure 9 is such a map for n = 5. Its values lie between {} and {}; the middle of the bottom row, 0,2, has {}.",
        FIGURE.0, FIGURE.1, FIGURE.2
    ));
    let mut found = Vec::new();
    for n in lab.pick(5..=6, 5..=9) {
        let depth = (super::table_two(n as u32) + 1).to_string();
        let (setup, lines) = (n.to_string(), (n * n).to_string());
        let agent = "alphabeta:eval=six-features,view=root";
        let base = ["analyse", "cachex", "--setup", &setup, "--rules", FREE, "--agent", agent];
        let answer = lab.ask(&[&base[..], &["--depth", &depth, "--fixed", "--lines", &lines]].concat())?;
        let mut values = vec![vec![f64::NAN; n]; n];
        for line in list(&answer, "/lines") {
            let (row, column) = cell(&text(line, "/move")?)?;
            values[row][column] = number(line, "/score")?;
        }
        page.picture(&rhombus(n, |row, column| values[row][column].to_string()));
        page.paragraph(&format!("For n = {n} {}", on_values(&values)));
        found.push((n, values));
    }
    let all = |holds: fn(&[Vec<f64>]) -> bool| Verdict::of(found.iter().all(|(_, values)| holds(values))).judged();
    let sizes = |shown: fn(&[Vec<f64>]) -> String| {
        found.iter().map(|(n, values)| format!("{} at n={n}", shown(values))).collect::<Vec<_>>().join(", ")
    };
    page.judge(
        "Figure 9, close values",
        all(is_close),
        format!("a range of {}; the report {}", sizes(|values| range(values).to_string()), FIGURE.1 - FIGURE.0),
    );
    page.judge(
        "Figure 9, a medium value",
        all(is_medium),
        sizes(|values| {
            let [below, above] = around(values);
            format!("{:.0}% lower, {:.0}% higher", 100.0 * below, 100.0 * above)
        }),
    );
    page.judge(
        "Figure 9, half of the cells",
        all(|values| unequal(values) == 0),
        sizes(|values| format!("{} of {} pairs differ", unequal(values), values.len() * values.len() / 2)),
    );
    Ok(())
}

/// Returns the highest value minus the lowest.
fn range(values: &[Vec<f64>]) -> f64 {
    let all = values.iter().flatten().copied();
    all.clone().fold(f64::MIN, f64::max) - all.fold(f64::MAX, f64::min)
}

/// Returns whether "the numbers are close": their range is no wider than in the report's figure.
fn is_close(values: &[Vec<f64>]) -> bool {
    range(values) <= FIGURE.1 - FIGURE.0
}

/// Returns the shares of the cells with a lower and with a higher value than the middle of the bottom row.
fn around(values: &[Vec<f64>]) -> [f64; 2] {
    let chosen = values[0][values.len() / 2];
    let all: Vec<f64> = values.concat();
    let share = |of: &dyn Fn(f64) -> bool| all.iter().filter(|value| of(**value)).count() as f64 / all.len() as f64;
    [share(&|value| value < chosen), share(&|value| value > chosen)]
}

/// Returns whether the middle of the bottom row is "a cell which has a medium utility value": some cells have lower and some
/// higher values, and it is neither in the lower nor in the upper quarter.
fn is_medium(values: &[Vec<f64>]) -> bool {
    around(values).iter().all(|share| (0.0..0.75).contains(share) && *share > 0.0)
}

/// Counts the pairs of cells that are equal by half turn but have different values.
fn unequal(values: &[Vec<f64>]) -> usize {
    let all: Vec<f64> = values.concat();
    (0..all.len() / 2).filter(|&index| all[index] != all[all.len() - 1 - index]).count()
}

/// Returns the verdicts on the report's two statements: the numbers are close, and the middle of the bottom row is medium.
fn on_values(values: &[Vec<f64>]) -> String {
    let n = values.len();
    let mut all: Vec<f64> = values.concat();
    all.sort_by(f64::total_cmp);
    let chosen = values[0][n / 2];
    let (least, median, most) = (all[0], all[all.len() / 2], all[all.len() - 1]);
    let [below, above] = around(values);
    let place = if chosen == most {
        ", the highest value of the map"
    } else if chosen == least {
        ", the lowest value of the map"
    } else {
        ""
    };
    format!(
        "the values lie between {least} and {most}, with median {median}. The claim that the values are close, read as a range of at most the figure's {}, {}. The report begins in the middle of the \
         bottom row, because it takes the value there for medium. Here that cell, 0,{}, has {chosen}{place}; {:.0}% of the cells have a lower value and {:.0}% a higher one. The claim that the value is \
         medium, read as neither in the lowest nor in the highest quarter, {}.",
        FIGURE.1 - FIGURE.0,
        Verdict::of(is_close(values)).text(),
        n / 2,
        100.0 * below,
        100.0 * above,
        Verdict::of(is_medium(values)).text()
    )
}

/// Reports exact values of boards that are small enough.
pub(super) fn solved(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    let tables = lab.folder("tables").to_string();
    let mut rows = Vec::new();
    for n in ["3", "4"] {
        let solved = lab.ask(&["solve", "cachex", "--setup", n, "--rules", FREE, "--tables", &tables])?;
        let mut wins = Vec::new();
        for mv in list(&solved, "/moves") {
            // The move's value is for the side that makes it.
            if mv["value"] == "win" {
                wins.push(format!("{} ({})", text(mv, "/move")?, number(mv, "/plies")?));
            }
        }
        rows.push(vec![n.into(), text(&solved, "/value")?, wins.join(", ")]);
    }
    page.table(&["n", "exact value for Red without steal and ban", "first moves that win, in plies"], &rows);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_drawn_from_the_highest_row_down() {
        let drawn = rhombus(2, |row, column| format!("{row}{column}"));
        assert_eq!(drawn, " 1     10  11\n 0   00  01");
    }

    #[test]
    fn cells_are_read() {
        assert_eq!(cell("3,11"), Ok((3, 11)));
        assert!(cell("STEAL").is_err());
    }

    #[test]
    fn the_verdict_on_values_follows_the_map() {
        let flat = on_values(&[vec![1.0, 2.0, 3.0], vec![1.0, 2.0, 3.0], vec![1.0, 2.0, 3.0]]);
        assert!(flat.contains("the figure's 2, holds") && flat.ends_with("quarter, holds."), "{flat}");
        let steep = on_values(&[vec![1.0, 4.0, 3.0], vec![1.0, 2.0, 3.0], vec![1.0, 2.0, 3.0]]);
        assert!(
            steep.contains("the figure's 2, does not hold") && steep.ends_with("quarter, does not hold."),
            "{steep}"
        );
    }

    #[test]
    fn cells_that_are_equal_by_half_turn_have_equal_values() {
        assert_eq!([unequal(&[vec![1.0, 2.0], vec![2.0, 1.0]]), unequal(&[vec![1.0, 2.0], vec![2.0, 9.0]])], [0, 1]);
        assert_eq!(unequal(&[vec![1.0, 2.0, 3.0], vec![4.0, 9.0, 4.0], vec![3.0, 1.0, 1.0]]), 1);
    }

    /// Regression: a cell with the highest value was called medium, because many other cells have the same value.
    #[test]
    fn the_highest_value_is_not_a_medium_one() {
        let map = [vec![1.0, 2.0, 2.0], vec![1.0, 2.0, 2.0], vec![1.0, 2.0, 2.0]];
        assert!(!is_medium(&map) && on_values(&map).contains("the highest value of the map"), "{}", on_values(&map));
        let map = map.map(|row| row.into_iter().map(|value: f64| -value).collect::<Vec<f64>>());
        assert!(!is_medium(&map) && on_values(&map).contains("the lowest value of the map"));
    }
}
