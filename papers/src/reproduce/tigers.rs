//! Tigers and Goats: the report's seven searches on its position, MTD(f) over many positions, and our default search.

mod mtdf;

use super::lab::{Lab, number, text};
use super::page::{Judged, Page, grouped};

/// The report's position.
const POSITION: &str = "T..TT.................. 15 g";

/// A row of the report's table.
struct Row {
    name: &'static str,
    agent: &'static str,
    /// Nodes, leaves, score and move.
    found: &'static str,
    milliseconds: f64,
}

const fn row(name: &'static str, agent: &'static str, found: &'static str, milliseconds: f64) -> Row {
    Row { name, agent, found, milliseconds }
}

const ROWS: [Row; 7] = [
    row("Expectimax", "tigers-expectimax", "3,769,060 / 2,997,798 / 52.3 / @1", 52_219.0),
    row("Minimax", "tigers-minimax", "3,769,060 / 2,997,798 / 49 / @7", 51_301.0),
    row("Alpha-beta", "tigers-alphabeta", "111,450 / 58,835 / 49 / @7", 1_585.0),
    row("Alpha-beta with memory", "tigers-alphabeta-tt", "27,842 / 12,202 / 49 / @7", 577.0),
    row("Scout", "tigers-scout", "68,421 / 41,177 / 49 / @7", 1_015.0),
    row("Scout with memory", "tigers-scout-tt", "24,253 / 10,681 / 49 / @7", 559.0),
    row("MTD(f)", "tigers-mtdf", "31,204 / 12,874 / 49 / @7", 648.0),
];

pub(crate) fn page(lab: &mut Lab<'_>) -> Result<Page, String> {
    let mut page = Page::new("Tigers and Goats: the report's searches");
    table(lab, &mut page)?;
    mtdf::many_positions(lab, &mut page)?;
    deeper(lab, &mut page)?;
    Ok(page)
}

fn table(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.paragraph("The table has nodes / leaves / score / move at depth 6 from the report's position. The report's program deepens to 6 with memory.");
    let (mut rows, mut same) = (Vec::new(), 0);
    for row in ROWS {
        let asked = ["analyse", "tigers", "--position", POSITION, "--agent", row.agent, "--depth", "6"];
        let found = lab.ask(&asked)?;
        let score = (number(&found, "/score")? * 10.0).round() / 10.0;
        let ours = format!(
            "{} / {} / {score} / {}",
            grouped(number(&found, "/nodes")?),
            grouped(number(&found, "/leaves")?),
            text(&found, "/best")?
        );
        same += usize::from(ours == row.found);
        rows.push(vec![row.name.into(), row.found.into(), ours]);
    }
    page.table(&["search", "the report", "ours"], &rows);
    page.paragraph(&format!("Of {} rows, {same} are equal to the last node.", ROWS.len()));
    let verdict = if same == ROWS.len() { Judged::Same } else { Judged::Differs };
    page.judge("Some Results", verdict, format!("{same} of {} rows to the last node", ROWS.len()));
    Ok(())
}

/// Measures the times of the seven searches and compares their order.
pub(super) fn times(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("Tigers and Goats: the seven searches");
    let (mut rows, mut times) = (Vec::new(), Vec::new());
    for row in ROWS {
        let found =
            lab.quickest(&["analyse", "tigers", "--position", POSITION, "--agent", row.agent, "--depth", "6"])?;
        let milliseconds = 1000.0 * number(&found, "/seconds")?;
        times.push(milliseconds);
        rows.push(vec![
            row.name.into(),
            grouped(row.milliseconds),
            format!("{milliseconds:.1}"),
            format!("{:.0}", row.milliseconds / milliseconds),
        ]);
    }
    page.table(&["search, depth 6", "the report's time, ms", "time here, ms", "ratio"], &rows);
    page.paragraph(&format!("Each time is the shortest of three runs. {}", on_times(&times)));
    let factors = ROWS.iter().zip(&times).map(|(row, ours)| row.milliseconds / ours);
    let (least, most) =
        factors.fold((f64::MAX, 0.0_f64), |(least, most), factor| (least.min(factor), most.max(factor)));
    let (pairs, turned) = order(&times);
    page.judge(
        "Some Results, time",
        if least > 1.0 { Judged::Better } else { Judged::Differs },
        format!("{least:.0} to {most:.0} times as fast; {} of {pairs} pairs in its order", pairs - turned.len()),
    );
    Ok(())
}

/// Returns the number of pairs of searches, and the pairs that are not in the report's order by time.
fn order(ours: &[f64]) -> (usize, Vec<String>) {
    let (mut pairs, mut turned) = (0, Vec::new());
    for (place, one) in ROWS.iter().enumerate() {
        for (other, later) in ROWS.iter().enumerate().skip(place + 1) {
            pairs += 1;
            if (one.milliseconds < later.milliseconds) != (ours[place] < ours[other]) {
                turned.push(format!("{} and {}", one.name, later.name));
            }
        }
    }
    (pairs, turned)
}

/// Compares the order by time with the report's, by the pairs of searches in the same order.
fn on_times(ours: &[f64]) -> String {
    let (pairs, turned) = order(ours);
    let same = pairs - turned.len();
    let other = if turned.is_empty() { String::new() } else { format!("; not in its order: {}", turned.join(", ")) };
    format!("By time, {same} of the {pairs} pairs of searches are in the report's order{other}.")
}

fn deeper(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("Deeper, with our default searches");
    let mut rows = Vec::new();
    for depth in 6..=lab.pick(10, 14) {
        let mut row = vec![depth.to_string()];
        for agent in ["pvs:eval=report,table=256", "best:eval=report,table=256"] {
            let depth = depth.to_string();
            let found = lab.ask(&["analyse", "tigers", "--position", POSITION, "--agent", agent, "--depth", &depth])?;
            row.push(format!(
                "{} nodes: {} {}",
                grouped(number(&found, "/nodes")?),
                number(&found, "/score")?,
                text(&found, "/best")?
            ));
        }
        rows.push(row);
    }
    page.table(&["depth", "`pvs`, exact", "`best`, selective"], &rows);
    page.paragraph(
        "`pvs` has the value of plain minimax. Nodes are sums over all depths; scores are from the mover's view with the report's evaluation. The report's 24,253 nodes of Scout with \
         memory at depth 6 compare with the first row.",
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_by_time_is_compared_pair_by_pair() {
        let theirs = ROWS.map(|row| row.milliseconds / 1000.0);
        assert!(on_times(&theirs).contains("time, 21 of the 21 pairs"));
        let mut turned = theirs;
        turned.swap(0, 1);
        assert!(on_times(&turned).contains(
            "20 of the 21 pairs of searches are in the report's order; not in its order: Expectimax and Minimax"
        ));
    }
}
