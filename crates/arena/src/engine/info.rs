//! The `info` lines of the protocol, which report the progress of a search.

use std::time::Duration;

use plyground_game::Score;
use plyground_play::{Action, State};
use plyground_search::{Line, Report, Source};

/// Number of units per 1 in the scores of engines.
const SCALE: u32 = 1_000;

/// Returns a report as an `info` line.
pub(crate) fn info_line(state: &dyn State, report: &Report<Action>) -> String {
    let score = match report.score.winner_in() {
        Some(plies) if report.score.is_win() => format!("win {plies}"),
        Some(plies) => format!("loss {plies}"),
        None if report.score.is_win() => "win".into(),
        None if report.score.is_loss() => "loss".into(),
        None if report.is_margin() && report.score != Score::ZERO => {
            let result = if report.score > Score::ZERO { "win" } else { "loss" };
            format!("{result} by {}", f64::from(report.score.value().abs()) / f64::from(report.scale.max(1)))
        }
        None => (f64::from(report.score.value()) / f64::from(report.scale.max(1))).to_string(),
    };
    let mut line =
        format!("info depth {} score {score} nodes {} time {}", report.depth, report.nodes, report.elapsed.as_millis());
    if !report.pv.is_empty() {
        line += " pv ";
        line += &state.line_texts(&report.pv).join(" ");
    }
    line
}

/// Reads a score that is a number.
fn number(text: &str) -> Option<Score> {
    let value = text.parse::<f64>().ok().filter(|value| value.is_finite())?;
    Some(Score::new((value * f64::from(SCALE)).round() as i32))
}

/// Adds the values after `info` to a report. Unknown or invalid words are ignored, because the line is only informative.
pub(crate) fn read_info(text: &str, state: &dyn State, report: &mut Report<Action>) {
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match word {
            "depth" => report.depth = words.next().and_then(|word| word.parse().ok()).unwrap_or(report.depth),
            "seldepth" => report.seldepth = words.next().and_then(|word| word.parse().ok()).unwrap_or(report.seldepth),
            "nodes" => report.nodes = words.next().and_then(|word| word.parse().ok()).unwrap_or(report.nodes),
            "time" => {
                let time: Option<u64> = words.next().and_then(|word| word.parse().ok());
                report.elapsed = time.map_or(report.elapsed, Duration::from_millis);
            }
            "score" => {
                // Engines for chess write it.
                words.next_if_eq(&"cp");
                let first = words.next();
                let margin = words.next_if_eq(&"by").and_then(|_| words.next()).and_then(number);
                let mut distance = || {
                    let plies = words.peek().and_then(|word| word.parse().ok());
                    if plies.is_some() {
                        words.next();
                    }
                    plies
                };
                let score = match (first, margin) {
                    (Some("win"), Some(margin)) => Some(margin),
                    (Some("loss"), Some(margin)) => Some(Score::new(-margin.value())),
                    // Without a number, the distance is unknown.
                    (Some("win"), None) => Some(distance().map_or(Score::WON, Score::win_in)),
                    (Some("loss"), None) => Some(distance().map_or(Score::LOST, Score::loss_in)),
                    (value, _) => value.and_then(number),
                };
                if let Some(score) = score {
                    report.score = score;
                    // A margin is one that a book, tables or a solver know.
                    report.proven = margin.is_some();
                    report.source = if margin.is_some() { Source::Tables } else { Source::Search };
                }
                report.scale = SCALE;
            }
            "pv" => {
                report.pv = state.read_line(&mut words);
            }
            // The rest of the line is free text.
            "string" => return,
            _ => {}
        }
    }
    report.best = report.pv.first().copied();
    let (score, pv) = (report.score, report.pv.clone());
    report.lines = report.best.map(|mv| Line { mv, score, pv }).into_iter().collect();
}

#[cfg(test)]
mod tests {
    use plyground_kalah::Kalah;
    use plyground_play::Start;

    use super::*;

    #[test]
    fn infos_read_back() {
        let pos = Start::default().state::<Kalah>().unwrap().at("<3,0,0,3,3,3,3,3,3> S").unwrap();
        let mut report = Report::nothing();
        read_info("depth 4 seldepth 9 score -1.25 nodes 77 time 12 pv 1 3 2", &*pos, &mut report);
        assert_eq!((report.depth, report.nodes, report.score, report.scale), (4, 77, Score::new(-1250), 1000));
        assert_eq!(report.best, report.pv.first().copied());
        assert_eq!(info_line(&*pos, &report), "info depth 4 score -1.25 nodes 77 time 12 pv 1 3 2");
        read_info("score cp 35 nodes 78", &*pos, &mut report);
        assert_eq!((report.score, report.nodes), (Score::new(35_000), 78));
        read_info("score win 5 depth", &*pos, &mut report);
        assert_eq!((report.score, report.depth), (Score::win_in(5), 4));
        for (word, score) in [("win", Score::WON), ("loss", Score::LOST)] {
            read_info(&format!("score {word} nodes 77"), &*pos, &mut report);
            assert_eq!((report.score, report.nodes), (score, 77));
            assert!(info_line(&*pos, &report).contains(&format!(" score {word} nodes 77 ")));
        }
        for (word, units) in [("win by 12", 12_000), ("loss by 2.5", -2_500)] {
            read_info(&format!("score {word} nodes 76"), &*pos, &mut report);
            assert_eq!((report.score, report.nodes, report.is_margin()), (Score::new(units), 76, true));
            assert!(info_line(&*pos, &report).contains(&format!(" score {word} nodes 76 ")));
        }
        read_info("score win by seeds nodes 77", &*pos, &mut report);
        assert_eq!((report.score, report.is_margin()), (Score::WON, false));
        read_info("score win 5", &*pos, &mut report);
        // Invalid words change nothing.
        read_info("score NaN nodes -3 pv 9 9 string depth 99 \u{1b}", &*pos, &mut report);
        assert_eq!((report.score, report.nodes, report.depth, report.pv.len()), (Score::win_in(5), 77, 4, 0));
    }
}
