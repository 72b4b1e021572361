//! Cachex: the values of first moves and who wins after them, depth by board size, battle records, and the report's wishes.

mod battles;
mod equal_weights;
mod filter;
mod first_moves;
mod guess;
mod winners;

use super::lab::{Lab, number};
use super::page::{Page, grouped};

/// Without steal and ban, as the report's figures 9 and 10 have it.
const FREE: &str = "standard,steal=off,centre_ban=off";

pub(crate) fn page(lab: &mut Lab<'_>) -> Result<Page, String> {
    let mut page = Page::new("Cachex: the report's figures");
    first_moves::values(lab, &mut page)?;
    winners::winners(lab, &mut page)?;
    first_moves::solved(lab, &mut page)?;
    depths(lab, &mut page)?;
    battles::records(lab, &mut page)?;
    equal_weights::by_experience(lab, &mut page)?;
    battles::learnt(lab, &mut page)?;
    filter::at_all_layers(lab, &mut page)?;
    guess::guesses(lab, &mut page)?;
    Ok(page)
}

fn depths(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("Depth by board size");
    let nodes = lab.pick("300000", "100000000");
    let mut rows = Vec::new();
    for n in [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15] {
        let setup = n.to_string();
        let mut ask = |agent: &str| {
            lab.ask(&["analyse", "cachex", "--setup", &setup, "--moves", &format!("0,{}", n / 2), "--agent", agent])
        };
        let report = ask("cachex-six-features")?;
        let best = ask(&format!("best:nodes={nodes}"))?;
        let end = if best["winner_in"].is_null() { "" } else { ", decided" };
        rows.push(vec![
            n.to_string(),
            table_two(n).to_string(),
            grouped(number(&report, "/nodes")?),
            format!("{}{end}", number(&best, "/depth")?),
        ]);
    }
    let head = format!("`best` with {nodes} nodes: plies");
    page.table(
        &["n", "the report's Table II: plies after the root move", "nodes of its second move here", &head],
        &rows,
    );
    page.say("The report limits the depth so that a game in Python stays within the time limit of its course.");
    Ok(())
}

/// The report's Table II.
fn table_two(n: u32) -> u32 {
    match n {
        3..=5 => 3,
        6..=10 => 2,
        _ => 0,
    }
}
