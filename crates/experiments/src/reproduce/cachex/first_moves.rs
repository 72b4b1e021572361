//! The report's figures 9 and 10: what a first move is worth, and who wins after it.

use plyground_statistics::{Interval, exact_interval};
use serde_json::Value;

use super::FREE;
use crate::reproduce::lab::{Lab, list, number, text};
use crate::reproduce::page::Page;
use crate::reproduce::standing::percent;

/// A board of one text a cell, row `n - 1` on top as the board is drawn, each row half a cell to the right of the one below.
fn rhombus(n: usize, cell: impl Fn(usize, usize) -> String) -> String {
    let rows = (0..n).rev().map(|row| {
        let cells: Vec<String> = (0..n).map(|column| format!("{:>4}", cell(row, column))).collect();
        format!("{:>2} {}{}", row, "  ".repeat(row), cells.concat())
    });
    rows.collect::<Vec<_>>().join("\n")
}

/// `row,column`.
fn cell(text: &str) -> Result<(usize, usize), String> {
    let numbers = text.split_once(',').and_then(|(row, column)| Some((row.parse().ok()?, column.parse().ok()?)));
    numbers.ok_or_else(|| format!("`{text}` is no cell"))
}

/// Figure 9.
pub(super) fn values(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("Values of the first move");
    page.say(
        "No steal, the report's six features from the root player's view, one ply and then as many as its Table II gives: 4 for n = 5, 3 for n = 6. Its figure \
         9 is such a map. The numbers of that figure are in a picture only; what its text says of them stands below each map of ours.",
    );
    for n in lab.pick(5..=6, 5..=9) {
        let depth = (super::table_two(n as u32) + 1).to_string();
        let (setup, lines) = (n.to_string(), (n * n).to_string());
        let agent = "alphabeta:eval=six-features,view=root";
        let base = ["analyse", "cachex", "--setup", &setup, "--rules", FREE, "--agent", agent];
        let found = lab.ask(&[&base[..], &["--depth", &depth, "--fixed", "--lines", &lines]].concat())?;
        let mut values = vec![vec![f64::NAN; n]; n];
        for line in list(&found, "/lines") {
            let (row, column) = cell(&text(line, "/move")?)?;
            values[row][column] = number(line, "/score")?;
        }
        page.picture(&rhombus(n, |row, column| values[row][column].to_string()));
        page.say(&format!("n = {n}: {}", on_values(&values)));
    }
    Ok(())
}

/// What a map says of the report's two statements: the numbers are close, and the middle of the bottom is medium.
fn on_values(values: &[Vec<f64>]) -> String {
    let n = values.len();
    let mut all: Vec<f64> = values.concat();
    all.sort_by(f64::total_cmp);
    let chosen = values[0][n / 2];
    let (least, median, most) = (all[0], all[all.len() / 2], all[all.len() - 1]);
    let share = |of: &dyn Fn(f64) -> bool| all.iter().filter(|value| of(**value)).count() as f64 / all.len() as f64;
    // Medium: neither among the lower nor among the upper quarter.
    let (below, above) = (share(&|value| value < chosen), share(&|value| value > chosen));
    format!(
        "from {least} to {most}, median {median}; numbers that are close {}. The report begins in the middle of the bottom row, 0,{}, as a move of medium \
         value: it has {chosen}, {:.0}% of the cells have less and {:.0}% more; that this is medium {}.",
        if most - least <= 2.0 * n as f64 { "holds" } else { "does not hold" },
        n / 2,
        100.0 * below,
        100.0 * above,
        if below < 0.75 && above < 0.75 { "holds" } else { "does not hold" }
    )
}

/// Who wins after the first move: what is counted of a map.
#[derive(Default)]
struct Count {
    border: [u32; 2],
    inside: [u32; 2],
}

impl Count {
    /// Red's wins of all, with an interval.
    fn share([wins, all]: [u32; 2]) -> Interval {
        exact_interval(f64::from(wins), f64::from(all), 0.95)
    }
}

/// Figure 10.
pub(super) fn winners(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("Who wins after the first move, without steal");
    page.say(
        "The report's agent on both sides; R where Red wins after that first move, b where Blue does, = a draw (the report's figure 10, whose colours are in a \
         picture only):",
    );
    let mut count = Count::default();
    for n in lab.pick(5..=7, 5..=9) {
        let setup = n.to_string();
        let book: String = (0..n * n).map(|index| format!("{},{}\n", index / n, index % n)).collect();
        let book = lab.file(&format!("first-moves-{n}.txt"), &book)?;
        let (games, openings) = ((2 * n * n).to_string(), (n * n).to_string());
        let agent = "cachex-six-features";
        let base = ["match", "cachex", "--setup", &setup, "--rules", FREE, "--first", agent, "--second", agent];
        let more = ["--book", book.as_str(), "--openings", &openings, "--games", &games, "--seed", "1"];
        let (_, records) = lab.contest(&[&base[..], &more].concat())?;
        let map = map(&records, n)?;
        for (row, cells) in map.iter().enumerate() {
            for (column, letter) in cells.iter().enumerate() {
                let edge = row == 0 || column == 0 || row + 1 == n || column + 1 == n;
                let place = if edge { &mut count.border } else { &mut count.inside };
                place[0] += u32::from(*letter == 'R');
                place[1] += 1;
            }
        }
        page.picture(&rhombus(n, |row, column| map[row][column].into()));
    }
    page.say(&on_winners(&count));
    Ok(())
}

/// Who won after each first move, by row and column.
fn map(records: &[Value], n: usize) -> Result<Vec<Vec<char>>, String> {
    let mut map = vec![vec!['?'; n]; n];
    for game in records {
        let (row, column) = cell(text(game, "/moves")?.split(' ').next().unwrap_or_default())?;
        map[row][column] = match game["result"].as_str() {
            Some("first") => 'R',
            Some("second") => 'b',
            _ => '=',
        };
    }
    Ok(map)
}

/// Whether the border is good for the one who begins, as the report thought of its own agent.
fn on_winners(count: &Count) -> String {
    let (border, inside) = (Count::share(count.border), Count::share(count.inside));
    let verdict = if border.low > inside.high {
        "holds"
    } else if border.high < inside.low {
        "does not hold: the inside is better"
    } else {
        "cannot be told from these maps: the intervals overlap"
    };
    let all = Count::share([count.border[0] + count.inside[0], count.border[1] + count.inside[1]]);
    format!(
        "Red wins after {} of {} first moves on the border ({}%) and {} of {} inside ({}%). That the border is good for the first mover, with this agent, {verdict}. \
         Over all cells Red wins {}%: that the first move is an advantage whatever it is {}.",
        count.border[0],
        count.border[1],
        percent(border),
        count.inside[0],
        count.inside[1],
        percent(inside),
        percent(all),
        if all.low > 0.5 {
            "holds"
        } else if all.high < 0.5 {
            "does not hold"
        } else {
            "cannot be told"
        }
    )
}

/// What exact play says, where boards are small enough.
pub(super) fn solved(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    let tables = lab.folder("tables").to_string();
    let mut rows = Vec::new();
    for n in ["3", "4"] {
        let solved = lab.ask(&["solve", "cachex", "--setup", n, "--rules", FREE, "--tables", &tables])?;
        let mut wins = Vec::new();
        for mv in list(&solved, "/moves") {
            // The move's value is for the side that makes it.
            if mv["value"] == "win" {
                wins.push(format!("{} in {}", text(mv, "/move")?, number(mv, "/plies")?));
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
    use serde_json::json;

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
    fn a_winner_stands_on_the_first_move_of_its_game() {
        // A move on row 0 stood on the highest row once.
        let game = |mv: &str, result: &str| json!({"moves": format!("{mv} 1,1 0,1"), "result": result});
        let map = map(&[game("0,0", "first"), game("2,1", "second")], 3).unwrap();
        assert_eq!((map[0][0], map[2][1], map[2][0]), ('R', 'b', '?'));
        assert_eq!(rhombus(3, |row, column| map[row][column].into()).lines().last(), Some(" 0    R   ?   ?"));
    }

    #[test]
    fn the_verdict_on_values_follows_the_map() {
        let flat = on_values(&[vec![1.0, 2.0, 3.0], vec![1.0, 2.0, 3.0], vec![1.0, 2.0, 3.0]]);
        assert!(flat.contains("close holds") && flat.ends_with("medium holds."), "{flat}");
        let steep = on_values(&[vec![1.0, 90.0, 3.0], vec![1.0, 2.0, 3.0], vec![1.0, 2.0, 3.0]]);
        assert!(steep.contains("close does not hold") && steep.ends_with("medium does not hold."), "{steep}");
    }

    #[test]
    fn the_verdict_on_the_border_follows_the_counts() {
        let told = |border, inside| on_winners(&Count { border, inside });
        assert!(told([90, 100], [10, 100]).contains("this agent, holds"));
        assert!(told([10, 100], [90, 100]).contains("the inside is better"));
        assert!(told([5, 10], [5, 10]).contains("overlap") && told([5, 10], [5, 10]).contains("cannot be told."));
        assert!(told([95, 100], [95, 100]).contains("whatever it is holds"));
    }
}
