//! The time of a move by depth, and the report's dynamic depth.

use serde_json::{Value, json};

use super::{AGENT, bout};
use crate::reproduce::chart::{Chart, Scale};
use crate::reproduce::lab::{Lab, list, number};
use crate::reproduce::page::{Page, Series, grouped, mean};
use crate::reproduce::standing::{Standing, percent};
use crate::reproduce::verdict::Verdict;

/// The report's state, with 73 seeds.
pub(super) const STATE: &str = "<6,3,3,9,8,8,1,2,1,9,3,1,3,11,11> S";
/// The report's seconds for depth 1 to 7, in Python on an i7-4770 with all its cores.
const REPORT: [f64; 7] = [0.138, 0.140, 0.148, 0.250, 0.350, 1.12, 4.53];

pub(in crate::reproduce) fn against_time(lab: &mut Lab<'_>) -> Result<Value, String> {
    let (mut rows, mut ours, mut nodes) = (Vec::new(), Vec::new(), Vec::new());
    for depth in 1..=lab.pick(10, 12) {
        let mut row = json!({"depth": depth, "report": REPORT.get(depth - 1)});
        for (name, agent) in
            [("one", "kalah-exit-counter:threads=1"), ("two", "kalah-exit-counter:threads=2"), ("pvs", "pvs")]
        {
            let plies = depth.to_string();
            let base = ["analyse", "kalah", "--rules", "tournament", "--position", STATE, "--agent", agent];
            let found = lab.quickest(&[&base[..], &["--depth", &plies, "--fixed"]].concat())?;
            row[name] = json!({"seconds": found["seconds"], "nodes": found["nodes"]});
            if name == "one" {
                ours.push(number(&found, "/seconds")?);
                nodes.push(number(&found, "/nodes")?);
            }
        }
        rows.push(row);
    }
    let points = |seconds: &[f64]| seconds.iter().zip(1..).map(|(time, depth)| (f64::from(depth), *time)).collect();
    let series = [
        Series { name: "the report".into(), points: points(&REPORT) },
        Series { name: "ours, one thread".into(), points: points(&ours) },
    ];
    lab.chart(
        "depth",
        &Chart {
            title: "Seconds of a move by depth",
            axes: ("depth", "seconds"),
            y_scale: Scale::Powers,
            level: None,
            series: &series,
        },
    )?;
    let ratios: Vec<f64> = REPORT.iter().zip(&ours).map(|(theirs, ours)| theirs / ours).collect();
    Ok(json!({
        "rows": rows, "ratio": ratios[REPORT.len() - 1], "least_ratio": ratios.iter().copied().fold(f64::MAX, f64::min),
        "growth": {"report": growth(&REPORT), "time": growth(&ours), "nodes": growth(&nodes)},
    }))
}

/// Returns the growth factor per ply, from depth 5 to 7.
fn growth(figures: &[f64]) -> f64 {
    (figures[REPORT.len() - 1] / figures[REPORT.len() - 3]).sqrt()
}

/// Compares the depth by the progress of the game, a wish of the report, with its depth of 6.
pub(super) fn dynamic(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("Dynamic depth");
    let changing = format!("{AGENT}:dynamic=on");
    let (standing, records) = bout(lab, &changing, AGENT, lab.many(4_000, 20_000))?;
    let nodes = |agent: &str| -> Vec<f64> { records.iter().flat_map(|record| nodes_of(record, agent)).collect() };
    let (theirs, fixed) = (nodes(&changing), nodes(AGENT));
    let most = |nodes: &[f64]| nodes.iter().copied().fold(0.0, f64::max);
    let row = |agent: &str, [results, interval]: [String; 2], nodes: &[f64]| {
        vec![format!("`{agent}`"), results, interval, grouped(mean(nodes)), grouped(most(nodes))]
    };
    page.table(
        &["agent", "wins / draws / losses", "95% interval of the score", "nodes per move, mean", "most"],
        &[
            row(&changing, [standing.counts(), format!("{}%", percent(standing.interval()))], &theirs),
            row(AGENT, Default::default(), &fixed),
        ],
    );
    let work = mean(&theirs) / mean(&fixed);
    page.judge(
        "dynamic depth",
        is_better(&standing, work).judged(),
        format!("{} against depth 6 for {work:.1} times the nodes", standing.score()),
    );
    page.paragraph(&on_dynamic(&standing, work, most(&theirs) / most(&fixed)));
    Ok(())
}

/// Returns the nodes of an agent's moves in a recorded game.
fn nodes_of(record: &Value, agent: &str) -> Vec<f64> {
    // In Kalah sides do not alternate, so the mover is taken from the positions.
    let seat = list(record, "/agents").iter().position(|name| name == agent);
    let Some(seat) = seat else { return Vec::new() };
    let Ok(moments) = super::moments(record) else { return Vec::new() };
    moments.iter().filter(|moment| moment.side == seat).map(|moment| moment.nodes).collect()
}

/// Judges whether a depth of 5 to 8 uses the same work better. More nodes alone make an agent stronger.
fn is_better(standing: &Standing, work: f64) -> Verdict {
    match (Verdict::better(&standing.pairs), Verdict::equal(&standing.pairs)) {
        (Verdict::Open, Verdict::Holds) => Verdict::Fails,
        (Verdict::Holds, _) if work > 1.1 => Verdict::Open,
        (verdict, _) => verdict,
    }
}

/// Returns the verdict on a depth of 5 to 8 against 6, and its price.
fn on_dynamic(standing: &Standing, work: f64, longest: f64) -> String {
    let verdict = match (is_better(standing, work), Verdict::better(&standing.pairs)) {
        (Verdict::Fails, Verdict::Open) => "does not hold: both play about equally",
        (Verdict::Open, Verdict::Holds) => "is not decided, because more nodes alone make an agent stronger",
        (verdict, _) => verdict.text(),
    };
    format!(
        "The report could not find a heuristic for a depth of 5, then 6, 7 and 8. Here the depth grows by one with each quarter of the seeds in the stores. The claim that dynamic depth plays better \
         than depth 6 {}; its score is {}. It takes {work:.1} times the nodes on average and {longest:.1} times in the longest move, so that {}.",
        verdict,
        standing.score(),
        if work <= 1.1 { "a game takes no more nodes" } else { "a game takes more nodes" }
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::claims::judge;
    use plyground_statistics::Pentanomial;

    #[test]
    fn growth_is_read_from_the_figures() {
        assert!((growth(&REPORT) - 3.6).abs() < 0.01);
        let verdict = |time: f64| {
            let growth = json!({"report": growth(&REPORT), "time": time, "nodes": 3.6});
            judge("times: runtime plot", &json!({"depth": {"growth": growth}}))
        };
        // Regression: the report's time was compared with the nodes here.
        assert_eq!([3.6, 1.0].map(verdict), ["same", "differs"]);
    }

    #[test]
    fn the_verdict_on_dynamic_depth_follows_the_games() {
        let standing = |counts| Standing { results: [0.0; 3], by_side: [[0.0; 3]; 2], pairs: Pentanomial::new(counts) };
        let text = |counts, work| on_dynamic(&standing(counts), work, 2.0);
        assert!(
            text([1, 2, 10, 20, 30], 1.0).contains("depth 6 holds")
                && text([1, 2, 10, 20, 30], 1.0).contains("takes no more nodes")
        );
        assert!(
            text([30, 20, 10, 2, 1], 3.0).contains("does not hold") && text([1; 5], 3.0).contains("is not decided")
        );
        assert!(text([1; 5], 3.0).contains("takes more nodes"));
        assert!(text([1, 2, 10, 20, 30], 1.4).contains("is not decided, because more nodes"));
        assert!(text([90, 50, 400, 50, 90], 1.0).contains("does not hold: both play about equally"));
    }
}
