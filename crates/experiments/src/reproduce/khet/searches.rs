//! Width against depth, and what sorting by grade costs.

use crate::reproduce::lab::{Form, Lab, number};
use crate::reproduce::page::{Page, Series, grouped, mean};

pub(super) fn widths(lab: &mut Lab<'_>, page: &mut Page, positions: &[String]) -> Result<(), String> {
    page.section("Width against depth");
    let nodes = lab.pick("1000000", "30000000");
    let (mut rows, mut theirs, mut ours) = (Vec::new(), Vec::new(), Vec::new());
    for (width, report) in [(5, 8), (10, 6), (15, 5), (20, 4), (40, 3)] {
        let mut depths = Vec::new();
        let agent = format!("beam:width={width},eval=report");
        for position in positions.iter().step_by(if lab.form == Form::Quick { 16 } else { lab.pick(4, 2) }) {
            let base = ["analyse", "khet", "--rules", "epam", "--position", position, "--agent", &agent];
            let found = lab.ask(&[&base[..], &["--nodes", nodes, "--depth", "40"]].concat())?;
            depths.push(number(&found, "/depth")?);
        }
        theirs.push((f64::from(width), f64::from(report)));
        ours.push((f64::from(width), mean(&depths)));
        rows.push(vec![width.to_string(), report.to_string(), format!("{:.1}", mean(&depths))]);
    }
    let head = format!("depth here with {nodes} nodes, mean");
    page.table(&["N best children", "the report's depth in 15 s", &head], &rows);
    page.say(&on_widths(&ours));
    let series = [
        Series { name: "the report, 15 s".into(), points: theirs },
        Series { name: format!("ours, {nodes} nodes"), points: ours },
    ];
    page.plot("width", "Depth reached by width", ("N best children", "depth"), &series)
}

/// What depths by width say of the report's curve: fewer children, deeper; 5 and more up to 15, 3 and less from 40 on.
fn on_widths(ours: &[(f64, f64)]) -> String {
    let falls = ours.windows(2).all(|pair| pair[0].1 >= pair[1].1);
    let within = |width: &dyn Fn(f64) -> bool, depth: &dyn Fn(f64) -> bool| {
        ours.iter().filter(|(n, _)| width(*n)).all(|(_, reached)| depth(*reached))
    };
    let (narrow, wide) = (within(&|n| n <= 15.0, &|depth| depth >= 5.0), within(&|n| n >= 40.0, &|depth| depth <= 3.0));
    format!(
        "That fewer children give more depth {}. The report: N up to 15 gives 5 plies and more, which {}; N from 40 on gives 3 at most, which {}.",
        if falls { "holds" } else { "does not hold" },
        if narrow { "holds" } else { "is not reached with so many nodes" },
        if wide { "holds" } else { "is exceeded" }
    )
}

pub(super) fn sorting(lab: &mut Lab<'_>, page: &mut Page, positions: &[String]) -> Result<(), String> {
    page.section("Sorting moves by the grade of what follows");
    let depth = lab.pick("4", "5");
    let (mut rows, mut all) = (Vec::new(), Vec::new());
    let kinds = [
        ("no sorting", "alphabeta:eval=report"),
        ("sorted by grade", "pvs:order=value,eval=report,table=0"),
        ("staged order and table", "pvs:eval=report,table=64"),
    ];
    for (name, agent) in kinds {
        let (mut nodes, mut seconds) = (0.0, 0.0);
        for position in positions.iter().step_by(if lab.form == Form::Quick { 16 } else { lab.pick(4, 2) }) {
            let base = ["analyse", "khet", "--rules", "epam", "--position", position, "--agent", agent];
            let found = lab.ask(&[&base[..], &["--depth", depth, "--fixed"]].concat())?;
            nodes += number(&found, "/nodes")?;
            seconds += number(&found, "/seconds")?;
        }
        rows.push(vec![
            name.into(),
            format!("`{agent}`"),
            grouped(nodes),
            format!("{seconds:.2}"),
            grouped(1e9 * seconds / nodes),
        ]);
        all.push((nodes, seconds));
    }
    page.table(&["order", "agent", &format!("nodes to depth {depth}"), "seconds", "ns a node"], &rows);
    page.say(&on_sorting(&all));
    Ok(())
}

/// What sorting saves in nodes and costs in time.
fn on_sorting(found: &[(f64, f64)]) -> String {
    let [(plain, plain_time), (sorted, sorted_time), (_, staged_time)] = found[..] else { return String::new() };
    format!(
        "The report gave sorting up, because grading every child cost more than the order saved. Here sorting takes {:.2} times the nodes, each {:.1} times as dear, \
         and {:.2} times the time: that it does not pay {}. An order by killers and history grades nothing and takes {:.2} times the time.",
        sorted / plain,
        (sorted_time / sorted) / (plain_time / plain),
        sorted_time / plain_time,
        if sorted_time > plain_time { "holds" } else { "does not hold" },
        staged_time / plain_time
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verdict_on_widths_follows_the_depths() {
        let told = on_widths(&[(5.0, 8.0), (15.0, 5.0), (40.0, 3.0)]);
        assert!(
            told.contains("depth holds") && told.contains("more, which holds") && told.ends_with("which holds."),
            "{told}"
        );
        let told = on_widths(&[(5.0, 4.0), (15.0, 4.5), (40.0, 4.0)]);
        assert!(
            told.contains("does not hold") && told.contains("not reached") && told.ends_with("is exceeded."),
            "{told}"
        );
    }

    #[test]
    fn the_verdict_on_sorting_follows_the_times() {
        assert!(
            on_sorting(&[(100.0, 1.0), (40.0, 2.0), (30.0, 0.5)])
                .contains("2.00 times the time: that it does not pay holds")
        );
        assert!(on_sorting(&[(100.0, 1.0), (40.0, 0.5), (30.0, 0.5)]).contains("does not pay does not hold"));
    }
}
