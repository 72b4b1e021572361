//! Kalaha without capture: the first player's advantage at 4 and 8 seeds, the report's wishes and parameters, and the number of
//! states. The layers in 50 ms are on the page of times.

mod first_player;
mod parameters;
mod plain;
mod wishes;

use plyground_game::Position;
use plyground_game::random::Random;
use plyground_kalah::Kalah;
use serde_json::{Value, json};

use super::lab::{Form, Lab, number, text};
use super::page::{Judged, Page, Part, grouped};

/// The report's agent.
const AGENT: &str = "kalaha-turns";

pub(crate) fn page(lab: &mut Lab<'_>) -> Result<Page, String> {
    let states: Part = |_, page| {
        states(page);
        Ok(())
    };
    let parts: [(&str, Part); 4] = [
        ("first-player", first_player::advantage),
        ("wishes", wishes::compared),
        ("parameters", parameters::judged),
        ("states", states),
    ];
    Page::of_parts("Kalaha without capture: the report's figures", lab, &parts)
}

/// Number of runs of a search of 50 ms. Other work on the machine takes most of the time of some runs.
const RUNS: u32 = 20;

/// Measures the layers searched in 50 ms at the positions of a game between two of the report's agents.
pub(super) fn layers(lab: &mut Lab<'_>) -> Result<Value, String> {
    let args = ["match", "kalah", "--rules", "kalaha", "--first", AGENT, "--second", AGENT];
    let (_, games) = lab.contest(&[&args[..], &["--games", "2", "--seed", "1"]].concat())?;
    let moves: Vec<String> = text(&games[0], "/moves")?.split(' ').map(str::to_owned).collect();
    let opening = text(&games[0], "/opening/position")?;
    let (mut rows, mut depths) = (Vec::new(), Vec::new());
    let step = if lab.form == Form::Quick { 32 } else { lab.pick(8, 4) };
    for ply in (0..moves.len().saturating_sub(1)).step_by(step) {
        let line = moves[..ply].join(" ");
        let mut row = json!({"ply": ply});
        for (name, agent) in [("report", AGENT), ("best", "best:unit=turn,time=50ms")] {
            let base = ["analyse", "kalah", "--rules", "kalaha", "--position", &opening, "--agent", agent];
            let found = lab.deepest(RUNS, &[&base[..], &["--moves", &line]].concat())?;
            let ends = !found["winner_in"].is_null();
            row[name] = json!({"layers": found["depth"], "ends": ends, "seconds": found["seconds"]});
        }
        depths.push((ply, number(&row, "/report/layers")?));
        rows.push(row);
    }
    let mut figures = summary(&depths, moves.len());
    figures["rows"] = json!(rows);
    Ok(figures)
}

/// Number of last plies of a game, in which searches reach its end.
const LAST: usize = 20;

/// Returns the layers at the start, the fewest and most until `LAST` plies before the end, and the most after.
fn summary(depths: &[(usize, f64)], plies: usize) -> Value {
    let middle: Vec<(usize, f64)> = depths.iter().copied().filter(|(ply, _)| ply + LAST <= plies).collect();
    let (least, most) =
        middle.iter().fold((f64::MAX, 0.0_f64), |(least, most), (_, found)| (least.min(*found), most.max(*found)));
    json!({
        "runs": RUNS, "last": LAST, "start": depths.first().map_or(0.0, |(_, found)| *found), "least": least, "most": most,
        "until": middle.last().map_or(0, |(ply, _)| *ply),
        "after": depths.iter().skip(middle.len()).map(|(_, found)| *found).fold(0.0, f64::max),
    })
}

/// Returns distinct unfinished positions, each from a different random game.
fn positions(setup: &str, count: usize) -> Result<Vec<String>, String> {
    let rules = "kalaha".parse().map_err(|error| format!("rules: {error}"))?;
    let setup = setup.parse().map_err(|error| format!("{setup}: {error}"))?;
    let (mut random, mut positions) = (Random::new(1), Vec::new());
    while positions.len() < count {
        let mut pos = Kalah::new(&setup, &rules);
        for _ in 0..random.below(13) {
            let moves = pos.legal_moves();
            pos = pos.after(moves[random.below(moves.len())]);
            if pos.outcome().is_some() {
                break;
            }
        }
        let text = pos.to_string();
        if pos.outcome().is_none() && !positions.contains(&text) {
            positions.push(text);
        }
    }
    Ok(positions)
}

/// Measures whether a strict limit is met. The report's agent would need an interrupt for it.
pub(super) fn strict_limit(lab: &mut Lab<'_>) -> Result<Value, String> {
    let strict = lab.slowest(RUNS, &["analyse", "kalah", "--rules", "kalaha", "--agent", AGENT, "--time", "50ms"])?;
    Ok(json!({"runs": RUNS, "longest": strict["seconds"]}))
}

/// Counts the states, as all ways to distribute 48 seeds over 14 places, times the side to move. Compares the report's bounds.
fn states(page: &mut Page) {
    page.section("States");
    let boards = distributions(48, 14, 48);
    let low = distributions(48, 14, 4);
    let written = on_power(49_f64.powi(14));
    page.judge(
        "49^14 states",
        if written == "so it is" { Judged::Same } else { Judged::WrongInPaper },
        format!("{written}; the report 3.4e22"),
    );
    page.judge(
        "4^14 states",
        if low as f64 >= 4_f64.powi(14) { Judged::Same } else { Judged::WrongInPaper },
        format!("{} distributions have at most 4 seeds in each place", grouped(low as f64)),
    );
    let all = 2.0 * boards as f64;
    page.judge(
        "no more than 3.4e22 states",
        if all <= 3.4e22 { Judged::Same } else { Judged::Differs },
        format!("{all:.2e} with the side to move"),
    );
    page.paragraph(&format!(
        "Distinguishable seeds give 14^48 = {:.1e} states: 48 seeds in 12 houses and 2 stores, as in the report. The report states 3.4e22 for its bound of 49^14: {written}. Its lower bound of 4^14 \
         counts places with at most 4 seeds, which have five values, and does not count the seeds. Only {} distributions of 48 seeds have at most 4 in each place. The exact number of distributions of \
         equal seeds is C(61, 13) = {}. With the side to move there are {all:.2e} states, fewer than the report's bound. How many of them can be reached is not known.",
        14_f64.powi(48),
        grouped(low as f64),
        grouped(boards as f64),
    ));
}

/// Counts the ways to distribute seeds over places with at most `most` in each.
fn distributions(seeds: usize, places: usize, most: usize) -> u128 {
    let mut ways = vec![0_u128; seeds + 1];
    ways[0] = 1;
    for _ in 0..places {
        ways = (0..=seeds).map(|seeds| (0..=most.min(seeds)).map(|here| ways[seeds - here]).sum()).collect();
    }
    ways[seeds]
}

/// Returns the comparison of a number with the report's.
fn on_power(number: f64) -> String {
    let written = format!("{number:.1e}");
    if written == "3.4e22" { "so it is".into() } else { format!("it is {written}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::claims::judge;

    #[test]
    fn large_numbers_are_written_whole() {
        assert_eq!(grouped(1_234_567_890_123.0), "1,234,567,890,123");
        assert_eq!(on_power(49_f64.powi(14)), "it is 4.6e23");
        assert_eq!(on_power(3.4e22), "so it is");
    }

    /// The expected counts are by hand, and by the closed forms C(61, 13) and C(21, 13) - 14 C(16, 13).
    #[test]
    fn distributions_of_seeds_are_counted() {
        assert_eq!([distributions(2, 2, 2), distributions(2, 2, 1), distributions(3, 2, 1)], [3, 1, 0]);
        assert_eq!(distributions(48, 14, 48), 6_566_222_272_575);
        assert_eq!(distributions(48, 14, 4), 203_490 - 14 * 560);
    }

    /// The verdict depends on the maximum before the end of the game, not on the first move or the end.
    #[test]
    fn the_most_layers_before_the_end_decide() {
        let judged = |depths: [f64; 4]| {
            let depths: Vec<_> = [0, 8, 16, 48].into_iter().zip(depths).collect();
            judge("times: up to 9 layers", &json!({"layers": summary(&depths, 60)}))
        };
        assert_eq!(judged([9.0, 10.0, 8.0, 20.0]), "better");
        assert_eq!(judged([8.0, 9.0, 8.0, 20.0]), "same");
        assert_eq!(judged([8.0, 8.0, 8.0, 20.0]), "not decided");
        let found = summary(&[(0, 9.0), (8, 11.0), (48, 20.0)], 60);
        assert_eq!((&found["least"], &found["until"], &found["after"]), (&json!(9.0), &json!(8), &json!(20.0)));
    }

    #[test]
    fn the_positions_of_the_wishes_are_distinct() {
        let found = positions("6x4", 20).unwrap();
        assert_eq!(crate::reproduce::sample::distinct(&found), 20);
    }
}
