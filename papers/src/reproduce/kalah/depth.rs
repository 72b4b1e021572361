//! The time of a move by depth, and the report's dynamic depth.

use serde_json::{Value, json};

use super::{AGENT, bout};
use crate::Result;
use crate::reproduce::answer::{list, number};
use crate::reproduce::chart::{Chart, Scale, Series};
use crate::reproduce::lab::Lab;
use crate::reproduce::numbers::mean;

/// The report's state, with 73 seeds.
pub(super) const STATE: &str = "<6,3,3,9,8,8,1,2,1,9,3,1,3,11,11> S";
/// The report's seconds for depth 1 to 7, in Python on an i7-4770 with all its cores.
const REPORT: [f64; 7] = [0.138, 0.140, 0.148, 0.250, 0.350, 1.12, 4.53];

pub(in crate::reproduce) fn against_time(lab: &mut Lab<'_>) -> Result<Value> {
    let (mut rows, mut ours, mut nodes) = (Vec::new(), Vec::new(), Vec::new());
    for depth in 1..=lab.pick(10, 12) {
        let mut row = json!({"depth": depth, "report": REPORT.get(depth - 1)});
        for (name, agent) in
            [("one", "kalah-exit-counter:threads=1"), ("two", "kalah-exit-counter:threads=2"), ("pvs", "pvs")]
        {
            let found = lab.quickest(&format!(
                "analyse kalah --rules tournament --position '{STATE}' --agent {agent} --depth {depth} --fixed"
            ))?;
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
    let chart = Chart::linear("Seconds of a move by depth", ("depth", "seconds"), &series);
    lab.drawing("depth", Chart { y_scale: Scale::Powers, ..chart }.draw()?);
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
pub(super) fn dynamic(lab: &mut Lab<'_>) -> Result<Value> {
    let changing = format!("{AGENT}:dynamic=on");
    let (standing, records) = bout(lab, &changing, AGENT, lab.many(4_000, 20_000))?;
    let nodes = |agent: &str| {
        let nodes: Vec<f64> = records.iter().flat_map(|record| nodes_of(record, agent)).collect();
        json!({"mean": mean(&nodes), "most": nodes.iter().copied().fold(0.0, f64::max)})
    };
    Ok(json!({"match": standing.figures(), "changing": nodes(&changing), "fixed": nodes(AGENT)}))
}

/// Returns the nodes of an agent's moves in a recorded game.
fn nodes_of(record: &Value, agent: &str) -> Vec<f64> {
    // In Kalah sides do not alternate, so the mover is taken from the positions.
    let seat = list(record, "/agents").iter().position(|name| name == agent);
    let Some(seat) = seat else { return Vec::new() };
    let Ok(moments) = super::moments(record) else { return Vec::new() };
    moments.iter().filter(|moment| moment.side == seat).map(|moment| moment.nodes).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::claims::tests::judge;

    #[test]
    fn growth_is_read_from_the_figures() {
        assert!((growth(&REPORT) - 3.6).abs() < 0.01);
        let verdict = |time: f64| {
            let growth = json!({"report": growth(&REPORT), "time": time, "nodes": 3.6});
            judge("times: runtime plot", &json!({"depth": {"growth": growth}}))
        };
        // Regression: the report's time was compared with the nodes here.
        assert_eq!([3.6, 3.0, 1.0].map(verdict), ["same", "differs", "differs"]);
    }

    /// More nodes alone make an agent stronger.
    #[test]
    fn the_verdict_on_dynamic_depth_follows_the_games() {
        let judged = |low: f64, high: f64, nodes: f64| {
            let figures =
                json!({"match": {"low": low, "high": high}, "changing": {"mean": nodes}, "fixed": {"mean": 1.0}});
            judge("kalah: dynamic depth", &json!({"dynamic": figures}))
        };
        assert_eq!([judged(0.55, 0.7, 1.0), judged(0.55, 0.7, 1.4)], ["same", "not decided"]);
        assert_eq!([judged(0.3, 0.45, 3.0), judged(0.3, 0.7, 3.0)], ["differs", "not decided"]);
        assert_eq!(judged(0.47, 0.52, 1.0), "differs", "both play about equally");
    }
}
