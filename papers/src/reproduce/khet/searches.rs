//! Width against depth, and the cost of sorting by grade.

use crate::reproduce::estimate::{Estimate, ratio, shown};
use crate::reproduce::lab::{Form, Lab, number};
use crate::reproduce::page::{Judged, Page, Series, grouped, mean};
use crate::reproduce::sample::evenly;
use crate::reproduce::verdict::Verdict;

/// Returns the positions of a measurement.
fn sample<'a>(lab: &Lab<'_>, positions: &'a [String], many: usize) -> Vec<&'a String> {
    evenly(positions, if lab.form == Form::Quick { 2 } else { many })
}

pub(super) fn widths(lab: &mut Lab<'_>, page: &mut Page, positions: &[String]) -> Result<(), String> {
    page.section("Width against depth");
    let nodes = lab.pick("1000000", "30000000");
    let (mut rows, mut theirs, mut ours) = (Vec::new(), Vec::new(), Vec::new());
    let positions = sample(lab, positions, lab.pick(13, 40));
    for (width, report) in [(5, 8), (10, 6), (15, 5), (20, 4), (40, 3)] {
        let mut depths = Vec::new();
        let agent = format!("beam:width={width},eval=report");
        for position in &positions {
            let base = ["analyse", "khet", "--rules", "epam", "--position", position, "--agent", &agent];
            let found = lab.ask(&[&base[..], &["--nodes", nodes, "--depth", "40"]].concat())?;
            depths.push(number(&found, "/depth")?);
        }
        theirs.push((f64::from(width), f64::from(report)));
        ours.push((f64::from(width), mean(&depths)));
        rows.push(vec![width.to_string(), report.to_string(), format!("{:.1}", mean(&depths))]);
    }
    let head = format!("mean depth here with {nodes} nodes");
    page.table(&["N best children", "the report's depth in 15 s", &head], &rows);
    page.paragraph(&format!("The means are over {} distinct positions. {}", positions.len(), on_widths(&ours)));
    page.judge("width graph", judge_widths(&ours), figure_of_widths(&ours, nodes));
    let series = [
        Series { name: "the report, 15 s".into(), points: theirs },
        Series { name: format!("ours, {nodes} nodes"), points: ours },
    ];
    page.plot("width", "Depth reached by width", ("N best children", "depth, plies"), &series)
}

/// Formats the depths on which the report's two statements depend: at N = 15 and N = 40.
fn figure_of_widths(ours: &[(f64, f64)], nodes: &str) -> String {
    let at = |width: f64| ours.iter().find(|(n, _)| *n == width).map_or(0.0, |(_, depth)| *depth);
    format!("depth {:.1} at N = 15, {:.1} at N = 40, with {nodes} nodes", at(15.0), at(40.0))
}

/// Returns whether more children reduce the depth.
fn falls(ours: &[(f64, f64)]) -> bool {
    ours.windows(2).all(|pair| pair[0].1 >= pair[1].1)
        && ours.first().map(|(_, depth)| depth) > ours.last().map(|(_, depth)| depth)
}

/// Returns whether `depth` holds for the depths of all widths for which `width` holds.
fn within(ours: &[(f64, f64)], width: fn(f64) -> bool, depth: fn(f64) -> bool) -> bool {
    ours.iter().filter(|(n, _)| width(*n)).all(|(_, reached)| depth(*reached))
}

/// Returns whether N up to 15 reaches at least 5 plies, as in the report's curve.
fn is_narrow_deep(ours: &[(f64, f64)]) -> bool {
    within(ours, |n| n <= 15.0, |depth| depth >= 5.0)
}

/// Returns whether N from 40 reaches at most 3 plies, as in the report's curve.
fn is_wide_shallow(ours: &[(f64, f64)]) -> bool {
    within(ours, |n| n >= 40.0, |depth| depth <= 3.0)
}

/// Judges the curve. It is the same if all three statements hold, and better if a wide search is deeper.
fn judge_widths(ours: &[(f64, f64)]) -> Judged {
    match (falls(ours) && is_narrow_deep(ours), is_wide_shallow(ours)) {
        (true, true) => Judged::Same,
        (true, false) => Judged::Better,
        (false, _) => Judged::Differs,
    }
}

/// Returns the verdict on the report's curve by the depths.
fn on_widths(ours: &[(f64, f64)]) -> String {
    format!(
        "The claim that fewer children give more depth {}. The report reaches at least 5 plies with N up to 15; here this {}. The report reaches at most 3 plies with N = 40 or more; here this {}.",
        if falls(ours) { "holds" } else { "does not hold" },
        if is_narrow_deep(ours) { "holds" } else { "is not reached with this number of nodes" },
        if is_wide_shallow(ours) { "holds" } else { "is exceeded" }
    )
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

/// Index of the search that sorts by grade.
const SORTED: usize = 2;

pub(super) fn sorting(lab: &mut Lab<'_>, page: &mut Page, positions: &[String]) -> Result<(), String> {
    page.section("Sorting moves by the grade of the next position");
    let depth = lab.pick("4", "5");
    // The ratios of positions differ by a factor of ten and more.
    let positions = sample(lab, positions, lab.pick(30, 60));
    let (mut nodes, mut seconds) = (vec![Vec::new(); KINDS.len()], vec![Vec::new(); KINDS.len()]);
    for position in &positions {
        // All searches run at each position in turn, so that other work on the machine affects all of them.
        for (place, kind) in KINDS.iter().enumerate() {
            let base = ["analyse", "khet", "--rules", "epam", "--position", position, "--agent", kind.agent];
            let found = lab.quickest(&[&base[..], &["--depth", depth, "--fixed"]].concat())?;
            nodes[place].push(number(&found, "/nodes")?);
            seconds[place].push(number(&found, "/seconds")?);
        }
    }
    let rows: Vec<Vec<String>> = KINDS
        .iter()
        .enumerate()
        .map(|(place, kind)| {
            let ratio = |figures: &[Vec<f64>]| shown(ratio(&figures[place], &figures[kind.against]));
            let (more, against) = if place == kind.against {
                (["1".to_owned(), "1".to_owned()], String::new())
            } else {
                ([ratio(&nodes), ratio(&seconds)], KINDS[kind.against].name.to_owned())
            };
            let [nodes_ratio, time_ratio] = more;
            vec![
                kind.name.into(),
                format!("`{}`", kind.agent),
                grouped(nodes[place].iter().sum()),
                against,
                nodes_ratio,
                time_ratio,
            ]
        })
        .collect();
    page.table(
        &["search", "agent", &format!("nodes to depth {depth}"), "compared with", "ratio of nodes", "ratio of times"],
        &rows,
    );
    let [nodes, time] = [&nodes, &seconds].map(|figures| ratio(&figures[SORTED], &figures[KINDS[SORTED].against]));
    page.paragraph(&format!(
        "The table uses {} distinct positions. Each search differs in one feature from the search it is compared with. Ratios are geometric means over positions with 95% intervals. \
         Each time is the shortest of three runs. {}",
        positions.len(),
        on_sorting(nodes, time)
    ));
    page.judge(
        "sorting",
        pays(time).judged(),
        format!("{} times the nodes, {} times the time", shown(nodes), shown(time)),
    );
    Ok(())
}

/// Judges "it does not pay": sorting takes more time than the game's order.
fn pays(time: Option<Estimate>) -> Verdict {
    time.map_or(Verdict::Open, |time| Verdict::above(time.interval, 1.0))
}

/// Returns the verdict on the nodes and the time of sorting.
fn on_sorting(nodes: Option<Estimate>, time: Option<Estimate>) -> String {
    format!(
        "The report gave up sorting, because grading every child cost more than the order saved. Here the search that sorts takes {} times the nodes and {} times the time of the search that \
         does not. The claim that sorting does not pay {}.",
        shown(nodes),
        shown(time),
        pays(time).text()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verdict_on_widths_follows_the_depths() {
        let text = on_widths(&[(5.0, 8.0), (15.0, 5.0), (40.0, 3.0)]);
        assert!(
            text.contains("depth holds")
                && text.contains("15; here this holds")
                && text.ends_with("more; here this holds."),
            "{text}"
        );
        let curves = [[8.0, 5.0, 3.0], [8.0, 5.0, 4.0], [8.0, 4.0, 3.0], [5.0, 6.0, 3.0]];
        let judged = curves.map(|[five, fifteen, forty]| judge_widths(&[(5.0, five), (15.0, fifteen), (40.0, forty)]));
        assert_eq!(judged, [Judged::Same, Judged::Better, Judged::Differs, Judged::Differs]);
        assert_eq!(
            figure_of_widths(&[(5.0, 8.3), (15.0, 5.7), (40.0, 4.8)], "1000"),
            "depth 5.7 at N = 15, 4.8 at N = 40, with 1000 nodes"
        );
        let text = on_widths(&[(5.0, 4.0), (15.0, 4.5), (40.0, 4.0)]);
        assert!(
            text.contains("does not hold") && text.contains("not reached") && text.ends_with("is exceeded."),
            "{text}"
        );
    }

    #[test]
    fn the_verdict_on_sorting_follows_the_times_of_all_positions() {
        let plain = [1.0, 1.0, 1.0, 1.0];
        let verdict = |sorted: [f64; 4]| on_sorting(ratio(&sorted, &plain), ratio(&sorted, &plain));
        assert!(verdict([2.0, 2.1, 1.9, 2.0]).ends_with("does not pay holds."), "{}", verdict([2.0, 2.1, 1.9, 2.0]));
        assert!(verdict([0.5, 0.6, 0.5, 0.4]).ends_with("does not hold."));
        assert!(verdict([0.5, 2.0, 0.7, 1.5]).ends_with("is not decided."));
        assert_eq!(pays(ratio(&[2.0], &[1.0])), Verdict::Open, "one position has no interval");
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
