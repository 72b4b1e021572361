//! Tigers and Goats: the report's seven searches on its position, and what our default search reaches there.

use super::lab::{Lab, number, text};
use super::page::{Page, grouped};

/// The report's position.
const POSITION: &str = "T..TT.................. 15 g";
/// Name, agent, and the report's nodes, leaves, score and move.
const ROWS: [(&str, &str, &str); 7] = [
    ("Expectimax", "tigers-expectimax", "3,769,060 / 2,997,798 / 52.3 / @1"),
    ("Minimax", "tigers-minimax", "3,769,060 / 2,997,798 / 49 / @7"),
    ("Alpha-beta", "tigers-alphabeta", "111,450 / 58,835 / 49 / @7"),
    ("Alpha-beta with memory", "tigers-alphabeta-tt", "27,842 / 12,202 / 49 / @7"),
    ("Scout", "tigers-scout", "68,421 / 41,177 / 49 / @7"),
    ("Scout with memory", "tigers-scout-tt", "24,253 / 10,681 / 49 / @7"),
    ("MTD(f)", "tigers-mtdf", "31,204 / 12,874 / 49 / @7"),
];

pub(crate) fn page(lab: &mut Lab) -> Result<Page, String> {
    let mut page = Page::new("Tigers and Goats: the report's searches");
    page.say("Depth 6 from the report's position, nodes / leaves / score / move; the report's program deepens to 6 with memory.");
    let mut rows = Vec::new();
    let mut same = 0;
    for (name, agent, theirs) in ROWS {
        let found = lab.ask(&["analyse", "tigers", "--position", POSITION, "--agent", agent, "--depth", "6"])?;
        let score = (number(&found, "/score")? * 10.0).round() / 10.0;
        let ours = format!(
            "{} / {} / {score} / {}",
            grouped(number(&found, "/nodes")?),
            grouped(number(&found, "/leaves")?),
            text(&found, "/best")?
        );
        same += usize::from(ours == theirs);
        rows.push(vec![name.into(), theirs.into(), ours, format!("{:.3} s", number(&found, "/seconds")?)]);
    }
    page.table(&["search", "the report", "ours", "our time"], &rows);
    page.say(&format!("{same} of the {} rows are the same to the last node.", ROWS.len()));
    page.section("Deeper, with our default searches");
    let mut rows = Vec::new();
    let deepest = lab.pick(10, 14);
    for depth in 6..=deepest {
        let mut row = vec![depth.to_string()];
        for agent in ["pvs:eval=report,table=256", "best:eval=report,table=256"] {
            let depth = depth.to_string();
            let found = lab.ask(&["analyse", "tigers", "--position", POSITION, "--agent", agent, "--depth", &depth])?;
            row.push(format!(
                "{} nodes, {:.2} s: {} {}",
                grouped(number(&found, "/nodes")?),
                number(&found, "/seconds")?,
                number(&found, "/score")?,
                text(&found, "/best")?
            ));
        }
        rows.push(row);
    }
    page.table(&["depth", "`pvs`, exact", "`best`, selective"], &rows);
    page.say(
        "`pvs` has the value of plain minimax, nodes summed over all depths, from the mover's view with the report's evaluation. \
         The report's 24,253 nodes of Scout with memory at depth 6 compare with the first row.",
    );
    Ok(page)
}
