//! Cachex: values of the first move, who wins after it, depth by board size, battle records, and the guess of start and goal.

use serde_json::Value;

use super::lab::{Lab, list, number, text};
use super::page::{Page, grouped};

const FREE: &str = "standard,steal=off,centre_ban=off";

pub(crate) fn page(lab: &mut Lab) -> Result<Page, String> {
    let mut page = Page::new("Cachex: the report's figures");
    first_moves(lab, &mut page)?;
    winners(lab, &mut page)?;
    depths(lab, &mut page)?;
    battles(lab, &mut page)?;
    guesses(lab, &mut page)?;
    Ok(page)
}

/// A board of one text a cell, row `n - 1` on top as the board is drawn, each row half a cell to the right of the one below.
fn rhombus(n: usize, cell: impl Fn(usize, usize) -> String) -> String {
    let rows = (0..n).rev().map(|row| {
        let cells: Vec<String> = (0..n).map(|column| format!("{:>4}", cell(row, column))).collect();
        format!("{:>2} {}{}", row, "  ".repeat(row), cells.concat())
    });
    rows.collect::<Vec<_>>().join("\n")
}

fn first_moves(lab: &mut Lab, page: &mut Page) -> Result<(), String> {
    page.section("Values of the first move");
    let n: usize = lab.pick(6, 9);
    let depth = "3";
    let setup = n.to_string();
    let agent = "alphabeta:eval=six-features,view=root";
    let lines = (n * n).to_string();
    let base = ["analyse", "cachex", "--setup", &setup, "--rules", FREE, "--agent", agent];
    let found = lab.ask(&[&base[..], &["--depth", depth, "--fixed", "--lines", &lines]].concat())?;
    let mut values = vec![vec![String::from("?"); n]; n];
    let mut all = Vec::new();
    for line in list(&found, "/lines") {
        let (row, column) = cell(&text(line, "/move")?)?;
        let value = number(line, "/score")?;
        values[row][column] = format!("{value}");
        all.push((value, row, column));
    }
    page.say(&format!("n = {n}, no steal, the report's six features from the root player's view, {depth} plies (its figure 9 shows such a map):"));
    page.picture(&rhombus(n, |row, column| values[row][column].clone()));
    all.sort_by(|one, other| one.0.total_cmp(&other.0));
    let middle = all.get(all.len() / 2).copied().unwrap_or_default();
    page.say(&format!(
        "From {} to {}; the median is {}. The report plays the middle of the bottom row, 0,{}, as a first move of medium value that is not worth \
         stealing; here it has {}.",
        all.first().map_or(0.0, |cell| cell.0),
        all.last().map_or(0.0, |cell| cell.0),
        middle.0,
        n / 2,
        values[0][n / 2]
    ));
    Ok(())
}

/// `row,column`.
fn cell(text: &str) -> Result<(usize, usize), String> {
    let numbers = text.split_once(',').and_then(|(row, column)| Some((row.parse().ok()?, column.parse().ok()?)));
    numbers.ok_or_else(|| format!("`{text}` is no cell"))
}

fn winners(lab: &mut Lab, page: &mut Page) -> Result<(), String> {
    page.section("Who wins after the first move, without steal");
    let n: usize = lab.pick(5, 8);
    let setup = n.to_string();
    let book: String = (0..n * n).map(|index| format!("{},{}\n", index / n, index % n)).collect();
    let book = lab.file(&format!("first-moves-{n}.txt"), &book)?;
    let games = (2 * n * n).to_string();
    let (one, other) = ("cachex-six-features", "cachex-six-features");
    let base = ["match", "cachex", "--setup", &setup, "--rules", FREE, "--first", one, "--second", other];
    let openings = (n * n).to_string();
    let more = ["--book", book.as_str(), "--openings", &openings, "--games", &games, "--seed", "1"];
    let (_, records) = lab.contest(&[&base[..], &more].concat())?;
    let mut winners = vec![vec![String::from("?"); n]; n];
    let (mut red, mut border, mut at_border) = (0, 0, 0);
    for game in &records {
        let (row, column) =
            cell(text(game, "/moves")?.split(' ').next().unwrap_or_default()).or_else(|_| opening_cell(game, n))?;
        let wins = game["result"] == "first";
        if winners[row][column] == "?" {
            let edge = row == 0 || column == 0 || row + 1 == n || column + 1 == n;
            red += u32::from(wins);
            at_border += u32::from(edge);
            border += u32::from(edge && wins);
        }
        winners[row][column] = match game["result"].as_str() {
            Some("first") => "R".into(),
            Some("second") => "b".into(),
            _ => "=".into(),
        };
    }
    page.say(&format!("n = {n}, the report's agent on both sides; R where Red wins after that first move, b where Blue does (its figure 10):"));
    page.picture(&rhombus(n, |row, column| winners[row][column].clone()));
    page.say(&format!(
        "Red wins after {red} of {} first moves; of the {at_border} on the border after {border}. The report thought that the border is good for its agent.",
        n * n
    ));
    let mut rows = Vec::new();
    for n in ["3", "4"] {
        let solved = lab.ask(&["solve", "cachex", "--setup", n, "--rules", FREE, "--tables", tables(lab)?.as_str()])?;
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

/// The first move of a game that began after it: the one stone of the opening position, from its text.
fn opening_cell(game: &Value, n: usize) -> Result<(usize, usize), String> {
    let position = text(game, "/opening/position")?;
    let board = position.split(' ').nth(1).unwrap_or_default();
    let found = board.split('/').enumerate().find_map(|(line, cells)| Some((line, cells.find('r')?)));
    // Positions are written from the highest row down.
    found.map(|(line, column)| (n - 1 - line, column)).ok_or_else(|| format!("no stone in `{position}`"))
}

fn tables(lab: &Lab) -> Result<String, String> {
    lab.file("tables/.keep", "").map(|path| path.parent().map(ToString::to_string).unwrap_or_default())
}

fn depths(lab: &mut Lab, page: &mut Page) -> Result<(), String> {
    page.section("Depth by board size");
    let mut rows = Vec::new();
    for n in [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15] {
        let setup = n.to_string();
        let ask = |lab: &mut Lab, agent: &str| {
            lab.ask(&["analyse", "cachex", "--setup", &setup, "--moves", &format!("0,{}", n / 2), "--agent", agent])
        };
        let report = ask(lab, "cachex-six-features")?;
        let best = ask(lab, "best:time=1s")?;
        let theirs = match n {
            3..=5 => "3",
            6..=10 => "2",
            _ => "0",
        };
        let end = if best["winner_in"].is_null() { "" } else { ", decided" };
        rows.push(vec![
            n.to_string(),
            theirs.into(),
            format!("{:.1} ms, {} nodes", 1000.0 * number(&report, "/seconds")?, grouped(number(&report, "/nodes")?)),
            format!("{}{end}", number(&best, "/depth")?),
        ]);
    }
    page.table(
        &["n", "the report's depth after the root move", "that agent here, second move", "`best` in 1 s: plies"],
        &rows,
    );
    page.say("The report had to limit depth so that a whole game stays within its course's limits of time in Python.");
    Ok(())
}

fn battles(lab: &mut Lab, page: &mut Page) -> Result<(), String> {
    page.section("Battle records");
    let mut rows = Vec::new();
    let games = lab.pick("20", "100");
    for n in ["8", "9"] {
        for (opponent, report) in [
            ("random", "100% as first, 100% as second"),
            ("cachex-greedy", "win, win"),
            ("cachex-path-only", "win, win"),
        ] {
            let base = ["match", "cachex", "--setup", n, "--first", "cachex-six-features", "--second", opponent];
            let more = ["--games", games, "--opening-plies", "2", "--seed", "1", "--threads", "2"];
            let (summary, _) = lab.contest(&[&base[..], &more].concat())?;
            let pairing = &list(&summary, "/pairings")[0];
            let side = |side: usize| -> Result<String, String> {
                let count = |key: &str| number(pairing, &format!("/by_side/{side}/{key}"));
                Ok(format!("{} / {} / {}", count("wins")?, count("draws")?, count("losses")?))
            };
            rows.push(vec![
                n.into(),
                format!("`{opponent}`"),
                report.into(),
                side(0)?,
                side(1)?,
                format!(
                    "{:.1} to {:.1}%",
                    100.0 * number(pairing, "/score_interval/low")?,
                    100.0 * number(pairing, "/score_interval/high")?
                ),
            ]);
        }
    }
    page.table(
        &[
            "n",
            "opponent",
            "the report's Table III",
            "as first: wins / draws / losses",
            "as second",
            "95% interval of the score",
        ],
        &rows,
    );
    Ok(())
}

fn guesses(lab: &mut Lab, page: &mut Page) -> Result<(), String> {
    page.section("Costs from a guessed start and goal");
    let positions = lab.pick("2000", "20000");
    let mut rows = Vec::new();
    for n in ["5", "7", "9"] {
        let found = lab.example("plyground-reports", "cachex_guess", &[n, positions])?;
        let wrong = number(&found, "/wrong")? / number(&found, "/costs")?;
        rows.push(vec![
            n.into(),
            grouped(number(&found, "/costs")?),
            format!("{:.1}%", 100.0 * wrong),
            format!("{:.2}", number(&found, "/mean_excess")?),
            format!("{:.1}%", 100.0 * number(&found, "/missed")? / number(&found, "/costs")?),
        ]);
    }
    page.table(&["n", "costs compared", "wrong", "cells too many, where wrong", "path missed"], &rows);
    page.say(
        "Random positions; start and goal are guessed by the report's three rules (a stone on the edge; else the cell of the edge nearest to the \
         nearest stone; among equals the line with more stones), and one search goes from one to the other. The exact cost is what \
         every agent here uses.",
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_board_is_drawn_from_the_highest_row_down() {
        let drawn = super::rhombus(2, |row, column| format!("{row}{column}"));
        assert_eq!(drawn, " 1     10  11\n 0   00  01");
    }

    #[test]
    fn cells_are_read() {
        assert_eq!(super::cell("3,11"), Ok((3, 11)));
        assert!(super::cell("STEAL").is_err());
    }
}
