//! Khet: games, branching, the size of the game, width against depth, sorting, and what the report tried, dropped or wished for.

mod games;
mod generation;
mod sacrifice;
mod searches;
mod size;

use super::lab::{Lab, number};
use super::page::{Page, grouped, mean};
use super::standing::{Standing, percent};
use super::verdict::Verdict;

/// The report's rules, with the limit of its server.
const SERVER: &str = "epam,ply_limit=100";

pub(crate) fn page(lab: &mut Lab<'_>) -> Result<Page, String> {
    let mut page = Page::new("Khet 2.0: the report's figures");
    let games = games::play(lab, &mut page)?;
    size::branching(&mut page, &games)?;
    size::complexity(&mut page, &games);
    size::states(&mut page);
    let positions = &games.positions;
    searches::widths(lab, &mut page, positions)?;
    searches::sorting(lab, &mut page, positions)?;
    generation::on_demand(lab, &mut page, positions)?;
    dropped_features(lab, &mut page)?;
    sacrifice::against_caution(lab, &mut page)?;
    page.say("The agents' table of the report and its conclusions are the experiment [khet-tuning](khet-tuning.md).");
    Ok(page)
}

/// The two features that the report dropped for their cost: what they cost, and whether they are worth it.
fn dropped_features(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("The two features that were dropped");
    let (with, without) = ("alphabeta:eval=report-extended", "alphabeta:eval=report");
    let mut speed = Vec::new();
    for agent in [with, without] {
        let found = lab.ask(&["analyse", "khet", "--rules", "epam", "--agent", agent, "--depth", "3", "--fixed"])?;
        speed.push(number(&found, "/nodes_per_second")?);
    }
    let price = speed[1] / speed[0];
    let nodes = lab.pick(1_000, 10_000);
    // As many nodes as the time of the other would buy.
    let limits = [("the same nodes", nodes, nodes), ("the same time", nodes, (nodes as f64 * price) as u64)];
    let (mut rows, mut standings) = (Vec::new(), Vec::new());
    for (what, one, other) in limits {
        let (first, second) = (format!("{with},nodes={one},noise=on"), format!("{without},nodes={other},noise=on"));
        let base = ["match", "khet", "--rules", SERVER, "--first", &first, "--second", &second];
        let games = lab.many(100, 1_000).to_string();
        let more = ["--games", &games, "--seed", "1", "--threads", "2"];
        let standing = Standing::of(&lab.contest(&[&base[..], &more].concat())?.0)?;
        let [one, other] = [one, other].map(|nodes| grouped(nodes as f64));
        rows.push(vec![what.into(), one, other, standing.counts(), format!("{}%", percent(standing.interval()))]);
        standings.push(standing);
    }
    page.table(
        &["limit", "nodes with them", "without", "wins / draws / losses with them", "95% interval of the score"],
        &rows,
    );
    page.say(&on_dropped(price, Verdict::better(&standings[0].pairs), Verdict::better(&standings[1].pairs)));
    Ok(())
}

/// Whether dropping them was right.
fn on_dropped(price: f64, same_nodes: Verdict, same_time: Verdict) -> String {
    let words =
        |verdict: Verdict| verdict.choose("make it stronger", "make it weaker", "make no difference that can be told");
    format!(
        "The distance of the enemy's laser from the pharaoh, and the steps needed to take it: a node with them costs {price:.1} times as much. With the same nodes \
         they {}, with the same time they {}: that they are not worth their cost {}. Their weights were set by hand, as the report tells none.",
        words(same_nodes),
        words(same_time),
        same_time.choose("does not hold", "holds", "is not refuted")
    )
}

/// The mean of a column, its least and its most.
fn spread(name: &str, values: &[f64]) -> Vec<String> {
    let most = values.iter().copied().fold(0.0, f64::max);
    let least = values.iter().copied().fold(f64::MAX, f64::min);
    vec![name.into(), format!("{:.2}", mean(values)), format!("{least:.2}"), format!("{most:.2}")]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verdict_on_dropped_features_follows_both_matches() {
        use Verdict::{Fails, Holds, Open};
        assert!(on_dropped(9.0, Holds, Fails).contains("same nodes they make it stronger"));
        assert!(on_dropped(9.0, Holds, Fails).contains("their cost holds"));
        assert!(on_dropped(9.0, Open, Holds).contains("their cost does not hold"));
        assert!(on_dropped(9.0, Open, Open).contains("is not refuted"));
    }
}
