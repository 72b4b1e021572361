//! The report's experience: all weights had the same absolute value at first, and raising the opponent's made the agent stronger.

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

/// The signs of Table I, all weights alike.
const EQUAL: [f64; 6] = [1.0, -1.0, 1.0, -1.0, -1.0, 1.0];

fn equal_weights() -> SixFeature {
    let mut utility = SixFeature::default();
    utility.set_values(&EQUAL).expect("six weights within their bounds");
    utility
}

/// Table I against equal weights on a board.
fn play(n: &str, pairs: u64) -> Result<Value, String> {
    let fault = |error: plyground_catalog::CatalogError| error.to_string();
    let row = AgentRow::new("equal-weights", "the report's agent with equal weights", &[], |_| {
        Ok(Box::new(report::agent(equal_weights())))
    });
    let catalog = Catalog::empty().with(games::cachex().agent(row));
    let game = catalog.game("cachex").map_err(fault)?;
    let agents = ["cachex-six-features", "equal-weights"].map(|name| game.agent(name));
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
    let (mut rows, mut verdicts, mut figures) = (Vec::new(), Vec::new(), Vec::new());
    for n in ["7", "8"] {
        let found = lab.own(&format!("equal-weights-{n}"), || play(n, pairs))?;
        let standing = Standing::of(&found["summary"])?;
        rows.push(vec![
            n.into(),
            shown(standing.results),
            standing.score(),
            number(&found, "/distinct")?.to_string(),
            Verdict::better(&standing.pairs).text().into(),
        ]);
        verdicts.push(Verdict::better(&standing.pairs));
        figures.push(format!("{}% at n = {n}", percent(standing.interval())));
    }
    page.table(
        &[
            "n",
            "Table I against equal weights: wins / draws / losses",
            "score, with 95% interval",
            "distinct games",
            "the claim",
        ],
        &rows,
    );
    let verdict = on_both(&verdicts);
    page.say(&format!(
        "Each game begins with 2 to 4 random moves. At first the report gave all weights the same absolute value. Then it raised the weights of the opponent's features by experience. The claim that this makes the agent stronger {}.",
        verdict.text()
    ));
    page.judge("weights by experience", verdict.judged(), figures.join(", "));
    Ok(())
}

/// What both boards say: open where they do not agree.
fn on_both(verdicts: &[Verdict]) -> Verdict {
    verdicts.iter().copied().reduce(Verdict::and).unwrap_or(Verdict::Open)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_weights_have_the_signs_of_table_one() {
        let (equal, table) = (equal_weights().values(), SixFeature::default().values());
        assert!(equal.iter().zip(&table).all(|(equal, table)| equal.abs() == 1.0 && equal.signum() == table.signum()));
    }

    #[test]
    fn a_small_match_can_be_played() {
        assert_eq!(number(&play("4", 1).unwrap(), "/games"), Ok(2.0));
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
