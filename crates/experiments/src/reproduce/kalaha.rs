//! Kalaha without capture: layers in 50 ms, the first player's advantage at 4 and 8 seeds, and how many states there are.

use serde_json::Value;

use super::lab::{Lab, list, number, text};
use super::page::{Page, grouped};

pub(crate) fn page(lab: &mut Lab) -> Result<Page, String> {
    let mut page = Page::new("Kalaha without capture: the report's figures");
    layers(lab, &mut page)?;
    first_player(lab, &mut page)?;
    states(&mut page);
    Ok(page)
}

/// The positions of a game between two of the report's agents.
fn layers(lab: &mut Lab, page: &mut Page) -> Result<(), String> {
    page.section("Layers in 50 ms");
    let args = ["match", "kalah", "--rules", "kalaha", "--first", "kalaha-turns", "--second", "kalaha-turns"];
    let (_, games) = lab.contest(&[&args[..], &["--games", "2", "--seed", "1"]].concat())?;
    let moves: Vec<String> = text(&games[0], "/moves")?.split(' ').map(str::to_owned).collect();
    let opening = text(&games[0], "/opening/position")?;
    let mut rows = Vec::new();
    let step = lab.pick(8, 4);
    for ply in (0..moves.len().saturating_sub(1)).step_by(step) {
        let line = moves[..ply].join(" ");
        let ask = |lab: &mut Lab, agent: &str| -> Result<Value, String> {
            let base = ["analyse", "kalah", "--rules", "kalaha", "--position", &opening, "--agent", agent];
            lab.ask(&[&base[..], &["--moves", &line]].concat())
        };
        let report = ask(lab, "kalaha-turns")?;
        let best = ask(lab, "best:unit=turn,time=50ms")?;
        let depth = |found: &Value| -> Result<String, String> {
            let end = if found["winner_in"].is_null() { "" } else { ", the end is in sight" };
            Ok(format!("{}{end}", number(found, "/depth")?))
        };
        rows.push(vec![
            ply.to_string(),
            depth(&report)?,
            format!("{:.0} ms", 1000.0 * number(&report, "/seconds")?),
            depth(&best)?,
        ]);
    }
    page.table(
        &["ply of a game", "layers (turn changes) of `kalaha-turns`", "its time", "layers of `best`, 50 ms at most"],
        &rows,
    );
    page.say("The report: up to 9 layers from the start. Near the end of a game there is nothing deeper to search.");
    Ok(())
}

fn first_player(lab: &mut Lab, page: &mut Page) -> Result<(), String> {
    page.section("The first player's advantage");
    let mut rows = Vec::new();
    for (seeds, report) in [(4, "20 of 20"), (8, "8.5 of 20")] {
        let setup = format!("6x{seeds}");
        for (what, openings) in [("from the start", "0"), ("after 2 to 4 random moves", "4")] {
            let soft = lab.pick("5ms", "50ms");
            let (one, other) = (format!("kalaha-turns:soft={soft}"), format!("kalaha-turns:soft={soft}"));
            let games = if openings == "0" { "20".to_owned() } else { lab.pick(100, 400).to_string() };
            let base = ["match", "kalah", "--rules", "kalaha", "--setup", &setup, "--first", &one, "--second", &other];
            let more = ["--games", &games, "--opening-plies", openings, "--seed", "1"];
            let (summary, records) = lab.contest(&[&base[..], &more].concat())?;
            let points = |game: &Value| match game["result"].as_str() {
                Some("first") => 1.0,
                Some("second") => 0.0,
                _ => 0.5,
            };
            let points: f64 = records.iter().map(points).sum();
            let replays = list(&summary, "/pairings").first().and_then(|pairing| pairing["replays"].as_u64());
            rows.push(vec![
                format!("{seeds} seeds, {what}, {soft}"),
                if openings == "0" { report.into() } else { String::new() },
                format!("{points} of {}", records.len()),
                replays.map_or_else(String::new, |count| count.to_string()),
            ]);
        }
    }
    page.table(&["games", "first player's points in the report", "ours", "replays of an earlier game"], &rows);
    page.say(
        "Games from the start are played by two agents without random choice: only their clocks make them differ, so that they tell less than \
         their number. Over varied openings the advantage is what the third column says.",
    );
    Ok(())
}

/// How many states there are: all ways to lay 48 seeds into 14 places, times who moves.
fn states(page: &mut Page) {
    page.section("States");
    let choose = |n: u128, k: u128| (1..=k).fold(1_u128, |product, i| product * (n - k + i) / i);
    let boards = choose(48 + 13, 13);
    let loose = 49_f64.powi(14);
    page.say(&format!(
        "48 seeds in 12 houses and 2 stores: the report bounds the states by 49^14, which it gives as 3.4e22 (it is {loose:.1e}). The exact number of \
         distributions is C(61, 13) = {}, twice that with the side to move: {:.2e}. Which of them can be reached is another question.",
        grouped_u128(boards),
        2.0 * boards as f64
    ));
}

fn grouped_u128(number: u128) -> String {
    let high = (number / 1_000_000_000) as f64;
    let low = number % 1_000_000_000;
    if number < 1_000_000_000 {
        return grouped(number as f64);
    }
    format!("{},{:03},{:03},{:03}", grouped(high), low / 1_000_000, low / 1000 % 1000, low % 1000)
}

#[cfg(test)]
mod tests {
    #[test]
    fn large_numbers_are_written_whole() {
        assert_eq!(super::grouped_u128(1_234_567_890_123), "1,234,567,890,123");
        assert_eq!(super::grouped_u128(1_000_000_001), "1,000,000,001");
        assert_eq!(super::grouped_u128(999), "999");
    }
}
