//! Width against depth, and the cost of sorting by grade.

use serde_json::{Value, json};

use super::games::Games;
use super::sample;
use crate::Result;
use crate::reproduce::answer::number;
use crate::reproduce::chart::{Chart, Series};
use crate::reproduce::estimate::ratio;
use crate::reproduce::lab::Lab;
use crate::reproduce::numbers::mean;

pub(super) fn widths(lab: &mut Lab<'_>) -> Result<Value> {
    let nodes = lab.pick(1_000_000, 30_000_000);
    let (mut rows, mut theirs, mut ours) = (Vec::new(), Vec::new(), Vec::new());
    let positions = sample(lab, &Games::read()?.positions, lab.pick(13, 40));
    for (width, report) in [(5, 8), (10, 6), (15, 5), (20, 4), (40, 3)] {
        let mut depths = Vec::new();
        for position in &positions {
            let found = lab.ask(&format!(
                "analyse khet --rules epam --position '{position}' --agent beam:width={width},eval=report --nodes {nodes} \
                 --depth 40"
            ))?;
            depths.push(number(&found, "/depth")?);
        }
        let depth = mean(&depths);
        theirs.push((f64::from(width), f64::from(report)));
        ours.push((f64::from(width), depth));
        rows.push(json!({"width": width, "report": report, "depth": depth}));
    }
    let series = [
        Series { name: "the report, 15 s".into(), points: theirs },
        Series { name: format!("ours, {nodes} nodes"), points: ours },
    ];
    let chart = Chart::linear("Depth reached by width", ("N best children", "depth, plies"), &series);
    lab.drawing("width", chart.draw()?);
    Ok(json!({"nodes": nodes, "positions": positions.len(), "rows": rows}))
}

/// A search, and the search from which it differs in one property.
struct Kind {
    name: &'static str,
    agent: &'static str,
    /// Index of the search to compare with.
    against: usize,
}

const fn kind(name: &'static str, agent: &'static str, against: usize) -> Kind {
    Kind { name, agent, against }
}

/// The searches, each with one change: first null windows, then an order.
const KINDS: [Kind; 5] = [
    kind("alpha-beta, the game's order", "alphabeta:eval=report", 0),
    kind("null windows, the game's order", "pvs:order=game,eval=report,table=0", 0),
    kind("null windows, sorted by grade", "pvs:order=value,eval=report,table=0", 1),
    kind("null windows, killers and history", "pvs:order=staged,eval=report,table=0", 1),
    kind("null windows, killers, history and a table", "pvs:order=staged,eval=report,table=64", 3),
];

pub(super) fn sorting(lab: &mut Lab<'_>) -> Result<Value> {
    let depth = lab.pick(4, 5);
    // The ratios of positions differ by a factor of ten and more.
    let positions = sample(lab, &Games::read()?.positions, lab.pick(30, 60));
    let (mut nodes, mut seconds) = (vec![Vec::new(); KINDS.len()], vec![Vec::new(); KINDS.len()]);
    for position in &positions {
        // All searches run at each position in turn, so that other work on the machine affects all of them.
        for (place, kind) in KINDS.iter().enumerate() {
            let found = lab.quickest(&format!(
                "analyse khet --rules epam --position '{position}' --agent {} --depth {depth} --fixed",
                kind.agent
            ))?;
            nodes[place].push(number(&found, "/nodes")?);
            seconds[place].push(number(&found, "/seconds")?);
        }
    }
    let rows = KINDS.iter().enumerate().map(|(place, kind)| {
        let ratio = |figures: &[Vec<f64>]| ratio(&figures[place], &figures[kind.against]);
        json!({
            "search": kind.name, "agent": kind.agent, "nodes": nodes[place].iter().sum::<f64>(),
            "against": (place != kind.against).then_some(KINDS[kind.against].name),
            "nodes_ratio": ratio(&nodes), "time_ratio": ratio(&seconds),
        })
    });
    Ok(json!({"depth": depth, "positions": positions.len(), "rows": rows.collect::<Vec<_>>()}))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::claims::tests::judge;

    #[test]
    fn the_verdict_on_widths_follows_the_depths() {
        let curves = [[8.0, 5.0, 3.0], [8.0, 5.0, 4.0], [8.0, 4.0, 3.0], [5.0, 6.0, 3.0], [4.0, 4.5, 4.0]];
        let judged = curves.map(|depths| {
            let rows =
                [5, 15, 40].into_iter().zip(depths).map(|(width, depth)| json!({"width": width, "depth": depth}));
            judge("khet: width graph", &json!({"widths": {"rows": rows.collect::<Vec<_>>()}}))
        });
        assert_eq!(judged, ["same", "better", "differs", "differs", "differs"]);
    }

    #[test]
    fn the_verdict_on_sorting_follows_the_times_of_all_positions() {
        assert!(KINDS[2].name.ends_with("sorted by grade"), "the coverage judges the third row");
        let verdict = |sorted: &[f64]| {
            let rows = json!([{}, {}, {"time_ratio": ratio(sorted, &[1.0; 4])}]);
            judge("khet: sorting", &json!({"sorting": {"rows": rows}}))
        };
        assert_eq!([verdict(&[2.0, 2.1, 1.9, 2.0]), verdict(&[0.5, 0.6, 0.5, 0.4])], ["same", "differs"]);
        assert_eq!(
            [verdict(&[0.5, 2.0, 0.7, 1.5]), verdict(&[2.0])],
            ["not decided"; 2],
            "one position has no interval"
        );
    }

    /// Regression: plain alpha-beta was compared with a search that had null windows and an order.
    #[test]
    fn each_search_differs_from_its_counterpart_in_one_thing() {
        for kind in KINDS.iter().skip(1) {
            let of = |agent: &'static str| -> Vec<&str> { agent.split([':', ',']).collect() };
            let (one, other) = (of(kind.agent), of(KINDS[kind.against].agent));
            let changed = if one[0] == other[0] {
                one.iter().filter(|part| !other.contains(part)).count()
            } else {
                // Null windows alone: without a table, in the game's order, as alpha-beta is.
                usize::from(
                    one[1..] == ["order=game", "eval=report", "table=0"] && other == ["alphabeta", "eval=report"],
                )
            };
            assert_eq!(changed, 1, "{}", kind.name);
        }
    }
}
