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

use super::answer::{number, text};
use super::figures::Part;
use super::lab::{Form, Lab};
use super::positions::wander;
use crate::Result;

/// The report's agent.
const AGENT: &str = "kalaha-turns";

pub(crate) const PARTS: [(&str, Part); 6] = [
    ("first", first_player::advantage),
    ("wishes", wishes::compared),
    ("depths", parameters::depths),
    ("lead", parameters::difference),
    ("trees", parameters::trees),
    ("states", states),
];

/// Number of runs of a search of 50 ms. Other work on the machine takes most of the time of some runs.
const RUNS: u32 = 20;

/// Measures the layers searched in 50 ms at the positions of a game between two of the report's agents.
pub(super) fn layers(lab: &mut Lab<'_>) -> Result<Value> {
    let (_, games) =
        lab.contest(&format!("match kalah --rules kalaha --first {AGENT} --second {AGENT} --games 2 --seed 1"))?;
    let moves: Vec<String> = text(&games[0], "/moves")?.split(' ').map(str::to_owned).collect();
    let opening = text(&games[0], "/opening/position")?;
    let (mut rows, mut depths) = (Vec::new(), Vec::new());
    let step = if lab.form == Form::Quick { 32 } else { lab.pick(8, 4) };
    for ply in (0..moves.len().saturating_sub(1)).step_by(step) {
        let line = moves[..ply].join(" ");
        let mut row = json!({"ply": ply});
        for (name, agent) in [("report", AGENT), ("best", "best:unit=turn,time=50ms")] {
            let found = lab.deepest(
                RUNS,
                &format!("analyse kalah --rules kalaha --position '{opening}' --agent {agent} --moves '{line}'"),
            )?;
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
fn positions(setup: &str, count: usize) -> Result<Vec<String>> {
    let (setup, rules) = (setup.parse()?, "kalaha".parse()?);
    let (mut random, mut positions) = (Random::new(1), Vec::new());
    while positions.len() < count {
        let plies = random.below(13);
        let pos = wander(Kalah::new(&setup, &rules), plies, &mut random);
        let text = pos.to_string();
        if pos.outcome().is_none() && !positions.contains(&text) {
            positions.push(text);
        }
    }
    Ok(positions)
}

/// Measures whether a strict limit is met. The report's agent would need an interrupt for it.
pub(super) fn strict_limit(lab: &mut Lab<'_>) -> Result<Value> {
    let strict = lab.slowest(RUNS, &format!("analyse kalah --rules kalaha --agent {AGENT} --time 50ms"))?;
    Ok(json!({"runs": RUNS, "longest": strict["seconds"]}))
}

/// Counts the states, as all ways to distribute 48 seeds over 14 places, times the side to move, and the report's bounds.
fn states(_: &mut Lab<'_>) -> Result<Value> {
    let boards = distributions(48, 14, 48) as f64;
    Ok(json!({
        "boards": boards, "all": 2.0 * boards, "small": distributions(48, 14, 4) as f64, "upper": 49_f64.powi(14),
        "lower": 4_f64.powi(14), "distinct_seeds": 14_f64.powi(48),
    }))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::claims::tests::judge;

    #[test]
    fn the_report_s_bound_is_a_power() {
        let judged = |upper: f64| judge("kalaha: 49^14 states", &json!({"states": {"upper": upper}}));
        assert_eq!([49_f64.powi(14), 3.4e22].map(judged), ["wrong in the paper", "same"]);
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
