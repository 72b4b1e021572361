//! The time of a move by depth, and the report's dynamic depth.

use serde_json::Value;

use super::{AGENT, bout};
use crate::reproduce::chart::{Chart, Scale};
use crate::reproduce::lab::{Lab, list, number};
use crate::reproduce::page::{Judged, Page, Series, grouped, mean};
use crate::reproduce::standing::{Standing, percent};
use crate::reproduce::verdict::Verdict;

/// The report's state, with 73 seeds.
pub(super) const STATE: &str = "<6,3,3,9,8,8,1,2,1,9,3,1,3,11,11> S";
/// The report's seconds for depth 1 to 7, in Python on an i7-4770 with all its cores.
const REPORT: [f64; 7] = [0.138, 0.140, 0.148, 0.250, 0.350, 1.12, 4.53];

pub(in crate::reproduce) fn against_time(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("Time against depth");
    page.paragraph(&format!(
        "The table shows the time of one move of `{AGENT}` in the report's position `{STATE}`, by the rules `tournament`. Each depth is searched directly, without deepening. The report divides root moves \
         between processes; here threads replace them."
    ));
    let one = format!("{AGENT}:threads=1");
    let two = format!("{AGENT}:threads=2");
    let (mut rows, mut ours, mut nodes) = (Vec::new(), Vec::new(), Vec::new());
    for depth in 1..=lab.pick(10, 12) {
        let mut row = vec![depth.to_string()];
        row.push(REPORT.get(depth - 1).map_or_else(String::new, |seconds| format!("{seconds} s")));
        for agent in [one.as_str(), two.as_str(), "pvs"] {
            let plies = depth.to_string();
            let base = ["analyse", "kalah", "--rules", "tournament", "--position", STATE, "--agent", agent];
            let found = lab.quickest(&[&base[..], &["--depth", &plies, "--fixed"]].concat())?;
            let seconds = number(&found, "/seconds")?;
            row.push(format!("{:.2} ms, {} nodes", 1000.0 * seconds, grouped(number(&found, "/nodes")?)));
            if agent == one {
                ours.push(seconds);
                nodes.push(number(&found, "/nodes")?);
            }
        }
        rows.push(row);
    }
    page.table(&["depth", "the report", "ours, one thread", "ours, two threads", "`pvs`, store difference"], &rows);
    let points = |seconds: &[f64]| seconds.iter().zip(1..).map(|(time, depth)| (f64::from(depth), *time)).collect();
    let series = [
        Series { name: "the report".into(), points: points(&REPORT) },
        Series { name: "ours, one thread".into(), points: points(&ours) },
    ];
    page.chart(
        "depth",
        &Chart {
            title: "Seconds of a move by depth",
            axes: ("depth", "seconds"),
            y_scale: Scale::Powers,
            level: None,
            series: &series,
        },
    )?;
    page.paragraph(&on_growth(&ours, &nodes));
    page.paragraph("The report's times are means of three runs of a program in Python on another machine.");
    let last = REPORT.len() - 1;
    let is_faster = ours.iter().zip(REPORT).all(|(ours, theirs)| *ours < theirs);
    let verdict = if is_faster { Judged::Better } else { Judged::Differs };
    let figure = format!("the report takes {:.0} times as long at depth {}", REPORT[last] / ours[last], last + 1);
    page.judge("CPU time table", verdict, figure);
    let verdict = if is_alike(&ours) { Judged::Same } else { Judged::Differs };
    let figure = format!(
        "a ply costs {:.1} times the time, here {:.1}, and {:.1} times the nodes",
        growth(&REPORT),
        growth(&ours),
        growth(&nodes)
    );
    page.judge("runtime plot", verdict, figure);
    Ok(())
}

/// Returns the growth factor per ply, from depth 5 to 7.
fn growth(figures: &[f64]) -> f64 {
    (figures[REPORT.len() - 1] / figures[REPORT.len() - 3]).sqrt()
}

/// Returns whether the report's times and those here grow by about the same factor.
fn is_alike(times: &[f64]) -> bool {
    let (theirs, ours) = (growth(&REPORT), growth(times));
    (theirs / ours).max(ours / theirs) < 1.25
}

/// Compares the figures with the report's: the speed-up, and the growth of the work with depth.
fn on_growth(ours: &[f64], nodes: &[f64]) -> String {
    let last = REPORT.len() - 1;
    let start = REPORT[2] - REPORT[0];
    let (theirs, mine, work) = (growth(&REPORT), growth(ours), growth(nodes));
    format!(
        "Each time is the shortest of three runs. At depth {} the report takes {:.0} times as long. The report's first three depths differ by only {:.0} ms. From depth 5 to 7 each ply multiplies the \
         report's time by {theirs:.1}, the time here by {mine:.1} and the nodes here by {work:.1}: the two factors of time differ by {}.",
        last + 1,
        REPORT[last] / ours[last],
        1000.0 * start,
        if is_alike(ours) { "less than a quarter" } else { "a quarter or more" }
    )
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
    use plyground_statistics::Pentanomial;

    #[test]
    fn growth_is_read_from_the_figures() {
        let like = on_growth(&REPORT.map(|seconds| seconds / 4530.0), &[1.0; 7]);
        assert!(like.contains("4530 times") && like.contains("less than a quarter"), "{like}");
        // Regression: the report's time was compared with the nodes here.
        assert!(on_growth(&[0.001; 7], &REPORT).contains("a quarter or more"));
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
