//! Khet: games, branching, the size of the game, width against depth, sorting, and the report's dropped ideas and wishes.

mod alone;
mod games;
mod generation;
mod red;
mod sacrifice;
mod searches;
mod size;

use super::lab::{Lab, number};
use super::page::{Judged, Page, Part, grouped};
use super::sample::evenly;
use super::standing::{Standing, percent};
use super::verdict::Verdict;

/// The report's rules, with the limit of its server.
pub(super) const SERVER: &str = "epam,ply_limit=100";

pub(crate) fn page(lab: &mut Lab<'_>) -> Result<Page, String> {
    let mut page = Page::new("Khet 2.0: the report's figures");
    let games = games::lengths(&mut page)?;
    let positions = &games.positions;
    size::branching(lab, &mut page, positions)?;
    size::complexity(&mut page, &games)?;
    size::states(&mut page);
    searches::widths(lab, &mut page, positions)?;
    searches::sorting(lab, &mut page, positions)?;
    generation::on_demand(lab, &mut page, positions)?;
    page.paragraph(
        "Other pages have [the matches](khet-matches.md) and [the optimisations](khet-tuning.md) of this report.",
    );
    Ok(page)
}

/// Builds the page of the matches: the losses of H as red, friendly fire, and improvements.
pub(crate) fn matches(lab: &mut Lab<'_>) -> Result<Page, String> {
    let parts: [(&str, Part); 3] =
        [("red", red::as_red), ("sacrifice", sacrifice::against_caution), ("alone", alone::matches)];
    Page::of_parts("Khet 2.0: the report's matches", lab, &parts)
}

/// Measures the time of a move of the report's two agents, whose limit is 15 s.
pub(super) fn move_times(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("Khet: a move of the report's agents");
    let (mut rows, mut seconds) = (Vec::new(), Vec::new());
    for agent in ["khet-userbot", "khet-heuristicbot"] {
        let found = lab.quickest(&["analyse", "khet", "--rules", "epam", "--agent", agent])?;
        seconds.push(number(&found, "/seconds")?);
        rows.push(vec![
            format!("`{agent}`"),
            number(&found, "/depth")?.to_string(),
            grouped(number(&found, "/nodes")?),
            format!("{:.2} s", seconds[seconds.len() - 1]),
        ]);
    }
    page.table(&["agent", "depth budget, plies", "nodes", "time of the first move"], &rows);
    page.paragraph("Each time is the shortest of three runs. The report allows 15 s per move.");
    let verdict = if seconds[0] < 15.0 { Judged::Better } else { Judged::Differs };
    page.judge("UserBot's time", verdict, format!("the first move takes {:.2} s of 15 s", seconds[0]));
    Ok(())
}

/// Measures the two features that the report dropped for their cost: their cost in time, and their value.
pub(super) fn dropped_features(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    let positions = &games::Games::read()?.positions;
    page.section("Khet: the two features that were dropped");
    let (with, without) = ("alphabeta:eval=report-extended", "alphabeta:eval=report");
    let mut prices = Vec::new();
    for position in evenly(positions, lab.many(13, 40) as usize) {
        let mut seconds_a_node = |agent: &str| -> Result<f64, String> {
            let base = ["analyse", "khet", "--rules", "epam", "--position", position, "--agent", agent];
            let found = lab.quickest(&[&base[..], &["--depth", "3", "--fixed"]].concat())?;
            Ok(number(&found, "/seconds")? / number(&found, "/nodes")?)
        };
        prices.push(seconds_a_node(with)? / seconds_a_node(without)?);
    }
    prices.sort_by(f64::total_cmp);
    let price = middle(&prices);
    let nodes = lab.pick(1_000, 10_000);
    // At equal time, the search without the features has more nodes by the ratio of the times.
    let limits = [("equal nodes", nodes, nodes), ("equal time", nodes, (nodes as f64 * price) as u64)];
    let (mut rows, mut standings) = (Vec::new(), Vec::new());
    for (what, one, other) in limits {
        let (first, second) = (format!("{with},nodes={one},noise=on"), format!("{without},nodes={other},noise=on"));
        let base = ["match", "khet", "--rules", SERVER, "--first", &first, "--second", &second];
        let games = lab.many(100, 1_000).to_string();
        let more = ["--games", &games, "--seed", "1", "--concurrency", "2"];
        let standing = Standing::of(&lab.contest(&[&base[..], &more].concat())?.0)?;
        let [one, other] = [one, other].map(|nodes| grouped(nodes as f64));
        rows.push(vec![what.into(), one, other, standing.counts(), format!("{}%", percent(standing.interval()))]);
        standings.push(standing);
    }
    page.table(
        &[
            "limit",
            "nodes per move, with",
            "nodes per move, without",
            "wins / draws / losses, with",
            "95% interval of the score, with",
        ],
        &rows,
    );
    let same_time = Verdict::better(&standings[1].pairs);
    page.paragraph(&on_dropped(&prices, Verdict::better(&standings[0].pairs), same_time));
    page.judge(
        "dropped features",
        same_time.choose(Judged::Differs, Judged::Same, Judged::Open),
        format!("a node takes {price:.1} times as long; {}% at equal time", percent(standings[1].interval())),
    );
    Ok(())
}

/// Returns the verdict on dropping the features.
fn on_dropped(prices: &[f64], same_nodes: Verdict, same_time: Verdict) -> String {
    let words = |verdict: Verdict| {
        verdict.choose("make the agent stronger", "make the agent weaker", "make no significant difference")
    };
    format!(
        "The report dropped two features: the distance of the opponent's laser from the pharaoh, and the number of steps needed to capture the pharaoh. One agent has both features, \
         the other has neither. A node with them takes {:.0} to {:.0} times as long on {} distinct positions, with a median of {:.1}. At equal nodes the features {}. At equal time they {}. \
         The claim that they are not worth their cost {}. The report states no weights for them; the weights here are set by hand.",
        prices.first().copied().unwrap_or(1.0),
        prices.last().copied().unwrap_or(1.0),
        prices.len(),
        middle(prices),
        words(same_nodes),
        words(same_time),
        same_time.choose("does not hold", "holds", "is not decided")
    )
}

/// Returns the median of sorted ratios of times. Other work on the machine distorts only some of them.
fn middle(ratios: &[f64]) -> f64 {
    ratios.get(ratios.len() / 2).copied().unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_disturbed_measurement_does_not_count() {
        assert_eq!(middle(&[29.0, 30.0, 145.0]), 30.0);
    }

    #[test]
    fn the_verdict_on_dropped_features_follows_both_matches() {
        use Verdict::{Fails, Holds, Open};
        assert!(on_dropped(&[9.0], Holds, Fails).contains("equal nodes the features make the agent stronger"));
        assert!(on_dropped(&[9.0], Holds, Fails).contains("their cost holds"));
        assert!(on_dropped(&[9.0], Open, Holds).contains("their cost does not hold"));
        assert!(on_dropped(&[9.0], Open, Open).contains("is not decided"));
    }
}
