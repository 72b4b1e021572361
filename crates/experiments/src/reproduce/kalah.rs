//! Kalah with capture: time against depth, time over a game, and whether a heuristic can tell the time of a move.

use serde_json::Value;

use super::lab::{Lab, list, number, text};
use super::page::{Page, Series, correlation, grouped, mean};

/// The report's state, with 73 seeds.
const STATE: &str = "<6,3,3,9,8,8,1,2,1,9,3,1,3,11,11> S";
/// The report's seconds for depth 1 to 7, in Python on an i7-4770 with all its cores.
const REPORT: [f64; 7] = [0.138, 0.140, 0.148, 0.250, 0.350, 1.12, 4.53];

pub(crate) fn page(lab: &mut Lab) -> Result<Page, String> {
    let mut page = Page::new("Kalah with capture: the report's figures");
    depths(lab, &mut page)?;
    game(lab, &mut page)?;
    against_random(lab, &mut page)?;
    Ok(page)
}

fn depths(lab: &mut Lab, page: &mut Page) -> Result<(), String> {
    page.section("Time against depth");
    page.say(&format!("One move from the report's state `{STATE}`, `tournament` rules, alpha-beta with the report's evaluation, one search at each depth."));
    let mut rows = Vec::new();
    let (mut one_thread, mut report) = (Vec::new(), Vec::new());
    for depth in 1..=lab.pick(12, 14) {
        let mut row = vec![depth.to_string()];
        row.push(REPORT.get(depth - 1).map_or_else(String::new, |seconds| format!("{seconds} s")));
        if let Some(&seconds) = REPORT.get(depth - 1) {
            report.push((depth as f64, seconds.log10()));
        }
        for agent in ["alphabeta:eval=along-line", "alphabeta:eval=along-line,threads=2", "pvs"] {
            let depth = depth.to_string();
            let base = ["analyse", "kalah", "--rules", "tournament", "--position", STATE, "--agent", agent];
            let found = lab.ask(&[&base[..], &["--depth", &depth, "--fixed"]].concat())?;
            let seconds = number(&found, "/seconds")?;
            row.push(format!("{:.2} ms, {} nodes", 1000.0 * seconds, grouped(number(&found, "/nodes")?)));
            if agent == "alphabeta:eval=along-line" {
                one_thread.push((depth.parse().unwrap_or(0.0), seconds.log10()));
            }
        }
        rows.push(row);
    }
    page.table(
        &["depth", "the report", "alpha-beta, one thread", "root moves on two threads", "`pvs`, store difference"],
        &rows,
    );
    let series = [
        Series { name: "the report".into(), points: report },
        Series { name: "ours, one thread".into(), points: one_thread },
    ];
    // Logarithms are negative here: shown from the least one up.
    page.plot("depth", "Seconds of a move by depth", ("depth", "seconds, as a power of ten"), &series)?;
    page.say(
        "The report's first three depths are the start of its processes, not search. It counts the exit counter's limit of 0.86 s at depth 6.",
    );
    Ok(())
}

/// A game of the report's agent against itself, and each of its positions searched to one depth.
fn game(lab: &mut Lab, page: &mut Page) -> Result<(), String> {
    page.section("Time over a game, and depth heuristics");
    let args = ["match", "kalah", "--setup", "6x6", "--rules", "tournament"];
    let agents = ["--first", "kalah-exit-counter", "--second", "kalah-exit-counter"];
    let (_, games) = lab.contest(&[&args[..], &agents, &["--games", "2", "--seed", "1"]].concat())?;
    let moves: Vec<String> = text(&games[0], "/moves")?.split(' ').map(str::to_owned).collect();
    let opening = text(&games[0], "/opening/position")?;
    let depth = lab.pick("9", "11");
    let (mut by_ply, mut by_empty, mut by_stores, mut by_both) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for ply in 0..moves.len() {
        let line = moves[..ply].join(" ");
        let at = ["kalah", "--rules", "tournament", "--position", &opening, "--moves", &line];
        let shown = lab.ask(&[&["show"][..], &at].concat())?;
        if !shown["outcome"].is_null() {
            break;
        }
        let searched = ["--agent", "alphabeta:eval=along-line", "--depth", depth, "--fixed"];
        let found = lab.ask(&[&["analyse"][..], &at, &searched].concat())?;
        let time = 1000.0 * number(&found, "/seconds")?;
        let (empty, stores) = heuristics(&text(&shown, "/position")?)?;
        by_ply.push((ply as f64, time));
        by_empty.push((empty, time));
        by_stores.push((stores, time));
        by_both.push((empty + stores / 6.0, time));
    }
    let one = |points: &Vec<(f64, f64)>| vec![Series { name: String::new(), points: points.clone() }];
    let axis = format!("ms at depth {depth}");
    page.plot("game", "Time of a move over a game", ("ply", &axis), &one(&by_ply))?;
    page.plot("empty", "Empty houses and the time of a move", ("empty houses", &axis), &one(&by_empty))?;
    page.plot(
        "stores",
        "Seeds in the stores and the time of a move",
        ("seeds in both stores", &axis),
        &one(&by_stores),
    )?;
    let rows = [("empty houses", &by_empty), ("seeds in both stores", &by_stores), ("both together", &by_both)];
    let rows: Vec<Vec<String>> =
        rows.iter().map(|(name, points)| vec![(*name).into(), format!("{:.2}", correlation(points))]).collect();
    page.table(&["heuristic", "correlation with the time of a move"], &rows);
    page.say(&format!(
        "{} positions, {:.1} ms in the mean, at most {:.1} ms. The report wanted a line through its two scatter plots and found none; the signs agree \
         with it: fewer filled houses and fuller stores make a move quicker, and neither decides it.",
        by_ply.len(),
        mean(&by_ply.iter().map(|point| point.1).collect::<Vec<_>>()),
        by_ply.iter().map(|point| point.1).fold(0.0, f64::max)
    ));
    Ok(())
}

/// Empty houses, and seeds in both stores, of a position in text.
fn heuristics(position: &str) -> Result<(f64, f64), String> {
    let inner = position.trim_start_matches('<').split('>').next().unwrap_or_default();
    let numbers: Vec<u32> = inner.split(',').filter_map(|number| number.trim().parse().ok()).collect();
    let houses = numbers.get(3..).filter(|houses| !houses.is_empty());
    let houses = houses.ok_or_else(|| format!("`{position}` is no position of Kalah"))?;
    let empty = houses.iter().filter(|seeds| **seeds == 0).count();
    Ok((empty as f64, f64::from(numbers[1] + numbers[2])))
}

fn against_random(lab: &mut Lab, page: &mut Page) -> Result<(), String> {
    page.section("Against random play, and against each other");
    let mut rows = Vec::new();
    let games = lab.pick(40, 200).to_string();
    let kinds = [
        ("kalah-exit-counter", "random", "5 of 5"),
        ("kalah-exit-counter", "greedy", ""),
        ("best:time=20ms", "kalah-exit-counter", ""),
    ];
    for (first, second, report) in kinds {
        let base = ["match", "kalah", "--setup", "6x6", "--rules", "tournament", "--first", first, "--second", second];
        let (summary, _) = lab.contest(&[&base[..], &["--games", &games, "--seed", "1"]].concat())?;
        let pairing: &Value = &list(&summary, "/pairings")[0];
        rows.push(vec![
            format!("`{first}` against `{second}`"),
            report.into(),
            format!("{} of {games}", number(pairing, "/points/0")?),
            format!(
                "{:.1} to {:.1}%",
                100.0 * number(pairing, "/score_interval/low")?,
                100.0 * number(pairing, "/score_interval/high")?
            ),
        ]);
    }
    page.table(&["match", "the report", "points", "95% interval"], &rows);
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn heuristics_are_read_from_a_position() {
        assert_eq!(super::heuristics("<2,5,7,0,1,0,3> S"), Ok((2.0, 12.0)));
        assert!(super::heuristics("nothing").is_err());
    }
}
