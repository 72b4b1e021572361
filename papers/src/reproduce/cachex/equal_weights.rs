//! The report's claims on its weights. At first, all weights had the same absolute value. Higher weights of the opponent's
//! features made the agent stronger. No feature is redundant.

use plyground_catalog::{AgentRow, Catalog, Contest, games};
use plyground_game::Tunable as _;
use plyground_reports::cachex::{self as report, SixFeature};
use plyground_search::StopFlag;
use serde_json::{Value, json};

use crate::reproduce::lab::{Lab, number};
use crate::reproduce::page::Page;
use crate::reproduce::sample::distinct_games;
use crate::reproduce::standing::{Standing, percent, shown};
use crate::reproduce::verdict::Verdict;

/// A claim of the report on Table I, and weights that differ in the claimed property.
struct Claim {
    name: &'static str,
    /// Text of the claim in the page's sentence.
    that: &'static str,
    against: &'static str,
    weights: [f64; 6],
}

const CLAIMS: [Claim; 3] = [
    Claim {
        name: "weights by experience",
        that: "the weights of Table I are stronger than equal ones",
        against: "all weights alike",
        weights: [1.0, -1.0, 1.0, -1.0, -1.0, 1.0],
    },
    Claim {
        name: "features 1 and 2",
        that: "features 1 and 2 are not redundant",
        against: "without features 1 and 2",
        weights: [0.0, 0.0, 1.0, -2.0, -2.0, 3.0],
    },
    Claim {
        name: "the largest weight for feature 6",
        that: "the largest weight for feature 6 makes the agent stronger",
        against: "feature 6 with weight 2",
        weights: [1.0, -2.0, 1.0, -2.0, -2.0, 2.0],
    },
];

/// The report considers the longest chain "a significant feature".
const CHAINS: [Claim; 1] = [Claim {
    name: "features 3 and 4",
    that: "features 3 and 4, the longest chains, make the agent stronger",
    against: "without features 3 and 4",
    weights: [1.0, -2.0, 0.0, 0.0, -2.0, 3.0],
}];

fn utility(weights: &[f64; 6]) -> SixFeature {
    let mut utility = SixFeature::default();
    utility.set_values(weights).expect("six weights within their bounds");
    utility
}

/// Plays Table I against other weights on a board.
fn play(n: &str, weights: [f64; 6], pairs: u64) -> Result<Value, String> {
    let fault = |error: plyground_catalog::CatalogError| error.to_string();
    let row = AgentRow::new("other-weights", "the report's agent with other weights", &[], move |_| {
        Ok(Box::new(report::agent(utility(&weights))))
    });
    let catalog = Catalog::empty().with(games::cachex().agent(row));
    let game = catalog.game("cachex").map_err(fault)?;
    let agents = ["cachex-six-features", "other-weights"].map(|name| game.agent(name));
    let mut contest = Contest::new(agents.into_iter().collect::<Result<Vec<_>, _>>().map_err(fault)?);
    contest.spec.setup = Some(n.into());
    (contest.spec.pairs, contest.spec.seed, contest.spec.openings.plies, contest.threads) = (pairs, 2, (2, 4), 1);
    let end = game.contest(&contest, None, &StopFlag::default(), &mut |_| {}).map_err(fault)?;
    let written = |error: serde_json::Error| error.to_string();
    let records = end.records.iter().map(serde_json::to_value).collect::<Result<Vec<Value>, _>>().map_err(written)?;
    let summary = serde_json::to_value(&end.summary).map_err(written)?;
    Ok(json!({"summary": summary, "games": records.len(), "distinct": distinct_games(&records).len()}))
}

pub(super) fn by_experience(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("Weights by experience");
    let pairs = u64::from(lab.many(400, 1_000));
    page.paragraph(
        "At first the report gave all weights the same absolute value. By playing, it raised those of the opponent's features, and gave the largest to feature 6. It took features 1 and 2 for redundant at \
         first, but not where a move captures several stones. The agent with Table I plays the same agent with other weights. Games begin after 2 to 4 random moves. The score is that of Table I.",
    );
    compare(lab, page, &CLAIMS, pairs)
}

pub(super) fn chains(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("Longest chains");
    let pairs = u64::from(lab.many(200, 1_000));
    compare(lab, page, &CHAINS, pairs)
}

/// Plays Table I against the weights of claims on two boards, and judges them.
fn compare(lab: &mut Lab<'_>, page: &mut Page, claims: &[Claim], pairs: u64) -> Result<(), String> {
    let mut rows = Vec::new();
    let mut judged = Vec::new();
    for &Claim { name, that, against, weights } in claims {
        let (mut verdicts, mut figures) = (Vec::new(), Vec::new());
        for n in ["7", "8"] {
            let kept = format!("{}-{n}", against.replace(' ', "-"));
            let found = lab.own(&kept, || play(n, weights, pairs))?;
            let standing = Standing::of(&found["summary"])?;
            rows.push(vec![
                n.into(),
                against.into(),
                shown(standing.results),
                standing.score(),
                number(&found, "/distinct")?.to_string(),
                Verdict::better(&standing.pairs).text().into(),
            ]);
            verdicts.push(Verdict::better(&standing.pairs));
            figures.push(format!("{}% at n = {n}", percent(standing.interval())));
        }
        judged.push((name, that, on_both(&verdicts), figures.join(", ")));
    }
    page.table(
        &["n", "Table I against", "wins / draws / losses", "score, with 95% interval", "distinct games", "the claim"],
        &rows,
    );
    let sentences = judged.iter().map(|(_, that, verdict, _)| format!("The claim that {that} {}.", verdict.text()));
    page.paragraph(&sentences.collect::<Vec<_>>().join(" "));
    for (name, _, verdict, figures) in judged {
        page.judge(name, verdict.judged(), figures);
    }
    Ok(())
}

/// Combines the verdicts of both boards. The result is open if they differ.
fn on_both(verdicts: &[Verdict]) -> Verdict {
    verdicts.iter().copied().reduce(Verdict::and).unwrap_or(Verdict::Open)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_weights_have_the_signs_of_table_one() {
        let (equal, table) = (utility(&CLAIMS[0].weights).values(), SixFeature::default().values());
        assert!(equal.iter().zip(&table).all(|(equal, table)| equal.abs() == 1.0 && equal.signum() == table.signum()));
    }

    /// Every other claim changes only the named weights.
    #[test]
    fn other_weights_differ_from_table_one_in_what_is_claimed() {
        let table = SixFeature::default().values();
        let changed = |claim: &Claim| -> Vec<usize> {
            (0..6).filter(|&place| claim.weights[place] != table[place]).map(|place| place + 1).collect()
        };
        assert_eq!([&CLAIMS[1], &CLAIMS[2]].map(changed), [vec![1, 2], vec![6]]);
    }

    #[test]
    fn a_small_match_can_be_played() {
        assert_eq!(number(&play("4", CLAIMS[1].weights, 1).unwrap(), "/games"), Ok(2.0));
    }

    #[test]
    fn the_boards_have_to_agree() {
        use Verdict::{Fails, Holds, Open};
        assert_eq!(
            [on_both(&[Holds, Holds]), on_both(&[Holds, Fails]), on_both(&[Fails, Fails])],
            [Holds, Open, Fails]
        );
    }
}
