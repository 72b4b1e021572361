//! The report's evaluation: whether the square is right, the value of each part, and tuned weights.

use serde_json::Value;

use super::{AGENT, bout};
use crate::reproduce::lab::Lab;
use crate::reproduce::page::{Judged, Page};
use crate::reproduce::standing::{Standing, percent};
use crate::reproduce::verdict::Verdict;

/// The report's depth. Another depth may need another power.
const DEPTH: &str = "depth=6,threads=1";

/// Score, again, stolen, the weight and the power of the bonus, loss.
type Form = [f64; 6];

const REPORT: Form = [1.0, 1.0, 1.0, 1.0, 2.0, -1.0];

/// Other forms that the report mentions. Each plays against its final form.
const FORMS: [(&str, &str, Form); 9] = [
    ("the sum as it is", "power-1", [1.0, 1.0, 1.0, 1.0, 1.0, -1.0]),
    ("to the power of 1.5", "power-1.5", [1.0, 1.0, 1.0, 1.0, 1.5, -1.0]),
    ("cubed, which it tried too", "power-3", [1.0, 1.0, 1.0, 1.0, 3.0, -1.0]),
    ("the store alone, where it began", "score", [1.0, 0.0, 0.0, 0.0, 2.0, 0.0]),
    ("without again", "no-again", [1.0, 0.0, 1.0, 1.0, 2.0, -1.0]),
    ("without stolen", "no-stolen", [1.0, 1.0, 0.0, 1.0, 2.0, -1.0]),
    ("without loss", "no-loss", [1.0, 1.0, 1.0, 1.0, 2.0, 0.0]),
    ("loss doubled", "loss-2", [1.0, 1.0, 1.0, 1.0, 2.0, -2.0]),
    ("loss halved", "loss-0.5", [1.0, 1.0, 1.0, 1.0, 2.0, -0.5]),
];

/// The report's first form, a sum.
const SUM: Form = [1.0, 1.0, 1.0, 1.0, 1.0, -1.0];
const MORE_WEIGHT: [(&str, Form); 2] =
    [("both doubled", [1.0, 2.0, 2.0, 1.0, 1.0, -1.0]), ("both tripled", [1.0, 3.0, 3.0, 1.0, 1.0, -1.0])];

/// Returns the text of a weight file.
fn file(form: Form, source: &str) -> String {
    let [score, again, stolen, bonus, power, loss] = form;
    format!(
        "game = \"kalah\"\nevaluation = \"along-line\"\nversion = 1\n\n[provenance]\nsource = \"{source}\"\n\n[score]\nweight = {score}\n\n\
         [again]\nweight = {again}\n\n[stolen]\nweight = {stolen}\n\n[bonus]\nweight = {bonus}\npower = {power}\n\n[loss]\nweight = {loss}\n"
    )
}

pub(super) fn forms(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("Whether the square is right");
    let usual = format!("{AGENT}:{DEPTH}");
    let (mut rows, mut all) = (Vec::new(), Vec::new());
    for (name, short, form) in FORMS {
        let path = lab.file(&format!("along-line-{short}.toml"), &file(form, name))?;
        let (standing, _) = bout(lab, &format!("{usual},eval={path}"), &usual, lab.many(1_000, 10_000))?;
        rows.push(row(name, &standing));
        all.push((name, short, form, standing));
    }
    page.table(
        &["form, against (again + stolen)² + score − loss", "wins / draws / losses", "95% interval", "verdict"],
        &rows,
    );
    let powers: Vec<_> = all.iter().filter(|(.., form, _)| form[4] != REPORT[4]).collect();
    let scores = powers.iter().map(|(.., form, standing)| format!("{}: {}%", form[4], percent(standing.interval())));
    page.judge(
        "the square",
        is_best(&powers.iter().map(|(.., standing)| standing).collect::<Vec<_>>()).judged(),
        format!("power {}", scores.collect::<Vec<_>>().join("; ")),
    );
    page.paragraph(&on_square(&powers.iter().map(|(name, .., standing)| (*name, standing)).collect::<Vec<_>>()));
    let mut judge = |claim, shorts: &[&str], judge: fn(&[&Standing]) -> Verdict| {
        let those: Vec<_> = all.iter().filter(|(_, short, ..)| shorts.contains(short)).collect();
        let figure = those.iter().map(|(_, short, _, standing)| format!("{short} {}%", percent(standing.interval())));
        let figure = figure.collect::<Vec<_>>().join(", ");
        page.judge(claim, judge(&those.iter().map(|(.., standing)| standing).collect::<Vec<_>>()).judged(), figure);
    };
    judge("lost seeds", &["no-loss", "score"], |others| {
        Verdict::all(&others.iter().map(|other| Verdict::better(&other.pairs.reversed())).collect::<Vec<_>>())
    });
    judge("loss and score", &["loss-2", "loss-0.5"], is_best);
    judge("the final form", &["power-1", "power-3", "score"], is_best);
    Ok(())
}

/// Judges whether the report's form is right: no other one beats it, and it beats all of them.
fn is_best(others: &[&Standing]) -> Verdict {
    let verdicts: Vec<Verdict> = others.iter().map(|standing| Verdict::better(&standing.pairs)).collect();
    if verdicts.contains(&Verdict::Holds) {
        Verdict::Fails
    } else if verdicts.iter().all(|verdict| *verdict == Verdict::Fails) {
        Verdict::Holds
    } else {
        Verdict::Open
    }
}

/// Returns the verdict on whether another power beats the square.
fn on_square(powers: &[(&str, &Standing)]) -> String {
    let of = |wanted: Verdict| -> Vec<&str> {
        powers
            .iter()
            .filter(|(_, standing)| Verdict::better(&standing.pairs) == wanted)
            .map(|(name, _)| *name)
            .collect()
    };
    let (better, worse) = (of(Verdict::Holds), of(Verdict::Fails));
    let verdict = if !better.is_empty() {
        format!("the square is not the best power: {} beats it", better.join(" and "))
    } else if worse.len() == powers.len() {
        "the square is right: every other power tried loses to it".to_owned()
    } else {
        "no other power tried beats the square, and not all of them lose to it significantly".to_owned()
    };
    format!(
        "Both sides search 6 plies, as the report's agent does. A pair of games that repeats another pair does not count. In these games {verdict}."
    )
}

/// Plays sums with more weight on again and stolen against the plain sum.
pub(super) fn more_weight(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("More weight on again and stolen");
    let agent = |lab: &mut Lab<'_>, name: &str, form: Form| -> Result<String, String> {
        let path = lab.file(&format!("along-line-{}.toml", name.replace(' ', "-")), &file(form, name))?;
        Ok(format!("{AGENT}:{DEPTH},eval={path}"))
    };
    let sum = agent(lab, "the sum", SUM)?;
    let mut standings = Vec::new();
    let mut rows = Vec::new();
    for (name, form) in MORE_WEIGHT {
        let first = agent(lab, name, form)?;
        let (standing, _) = bout(lab, &first, &sum, lab.many(1_000, 10_000))?;
        rows.push(row(name, &standing));
        standings.push(standing);
    }
    page.table(
        &["weights, against score + again + stolen - loss", "wins / draws / losses", "95% interval", "verdict"],
        &rows,
    );
    let figures =
        MORE_WEIGHT.iter().zip(&standings).map(|((name, _), s)| format!("{name}: {}%", percent(s.interval())));
    let verdict = all_better(&standings);
    page.judge("more weight", verdict.judged(), figures.collect::<Vec<_>>().join("; "));
    Ok(())
}

/// Judges whether every form is better.
fn all_better(forms: &[Standing]) -> Verdict {
    Verdict::all(&forms.iter().map(|standing| Verdict::better(&standing.pairs)).collect::<Vec<_>>())
}

/// Returns the row of a form: its name, the results, the interval and the verdict.
fn row(name: &str, standing: &Standing) -> Vec<String> {
    let verdict = Verdict::better(&standing.pairs).choose("better", "worse", "not decided");
    vec![name.into(), standing.counts(), format!("{}%", percent(standing.interval())), verdict.into()]
}

/// Tunes the weights of the form, starting from the report's own.
pub(super) fn tuned(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("Tuned weights");
    let agent = format!("{AGENT}:{DEPTH}");
    let (budget, last) = (lab.many(4_000, 200_000).to_string(), lab.many(1_000, 10_000).to_string());
    let base = [&["tune", "kalah"][..], &super::GAME, &["--method", "spsa", "--agent", &agent]].concat();
    let more = ["--budget", &budget, "--final-games", &last, "--seed", "1", "--concurrency", "2"];
    let answer = lab.tune(&[&base[..], &more].concat())?;
    let names = ["score", "again", "stolen", "bonus", "bonus.power", "loss"];
    let found = names.map(|name| answer.pointer(&format!("/weights/{name}")).and_then(Value::as_f64));
    if found.contains(&None) {
        return Err(format!("no weights of {names:?} in {answer:.300}"));
    }
    let found = found.map(|weight| weight.unwrap_or(0.0));
    let weights =
        |name: &str, form: Form| [vec![name.to_owned()], form.map(|weight| format!("{weight:.3}")).to_vec()].concat();
    page.table(
        &["", "score", "again", "stolen", "bonus", "its power", "loss"],
        &[weights("the report, by hand", REPORT), weights(&format!("SPSA, {budget} games"), found)],
    );
    let proof = answer.pointer("/final/0").ok_or("the tuning has not met its start")?;
    let elo = |key: &str| proof.pointer(&format!("/elo/{key}")).and_then(Value::as_f64);
    let verdict = match (elo("low"), elo("high")) {
        (Some(low), _) if low > 0.0 => Judged::Better,
        (_, Some(high)) if high < 0.0 => Judged::Differs,
        _ => Judged::Open,
    };
    page.judge(
        "weights by hand",
        verdict,
        format!(
            "tuned weights {:+.0} Elo ({:+.0} to {:+.0})",
            elo("value").unwrap_or_default(),
            elo("low").unwrap_or(f64::NEG_INFINITY),
            elo("high").unwrap_or(f64::INFINITY)
        ),
    );
    // Repeated pairs do not count, so fewer games than requested can decide.
    let counted = proof.pointer("/games").and_then(Value::as_u64).unwrap_or_default().to_string();
    page.paragraph(&on_tuned([elo("low"), elo("value"), elo("high")], found[4], &counted));
    Ok(())
}

/// Returns the verdict on whether the tuned weights are stronger, with the tuned power.
fn on_tuned([low, value, high]: [Option<f64>; 3], power: f64, games: &str) -> String {
    let shown = |elo: Option<f64>, none: &str| elo.map_or_else(|| none.to_owned(), |elo| format!("{elo:+.0}"));
    let verdict = match (low, high) {
        (Some(low), _) if low > 0.0 => "The tuned weights are stronger",
        (_, Some(high)) if high < 0.0 => "The tuned weights are weaker",
        _ => "Whether the tuned weights are stronger is not decided",
    };
    format!(
        "{verdict}: {} Elo ({} to {}) over {games} games against the report's weights at the same depth. The tuning did not use the openings of these games. The tuned power is {power:.2}, {} the report's square.",
        shown(value, "?"),
        shown(low, "less"),
        shown(high, "more"),
        if (power - 2.0).abs() < 0.25 { "close to" } else { "away from" }
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_statistics::Pentanomial;

    #[test]
    fn files_are_read_by_the_evaluation() {
        use plyground_eval::{WeightFile, Weighted};
        use plyground_game::Tunable;
        use plyground_reports::kalah::AlongLine;

        let report = AlongLine::from_weights(&WeightFile::read("here", &file(REPORT, "here")).unwrap()).unwrap();
        assert_eq!(report.values(), AlongLine::default().values());
    }

    /// Each form differs from the report's only in the part that its name contains.
    #[test]
    fn each_form_changes_what_it_is_called_by() {
        const PARTS: [&str; 6] = ["score", "again", "stolen", "bonus", "power", "loss"];
        for (_, short, form) in FORMS {
            let changed = PARTS.into_iter().zip(REPORT.iter().zip(form)).filter(|(_, (one, other))| **one != *other);
            let changed = changed.map(|(part, (_, value))| (part, value)).collect::<Vec<_>>();
            let expected = match short.split_once('-') {
                Some(("power", power)) => vec![("power", power.parse().unwrap())],
                Some(("loss", times)) => vec![("loss", -times.parse::<f64>().unwrap())],
                Some((_, part)) => vec![(part, 0.0)],
                None => ["again", "stolen", "bonus", "loss"].map(|part| (part, 0.0)).to_vec(),
            };
            assert_eq!(changed, expected, "{short}");
        }
    }

    #[test]
    fn more_weight_is_judged_by_all_its_matches() {
        let changed = |form: Form| (0..6).filter(|&part| form[part] != SUM[part]).collect::<Vec<_>>();
        assert!(MORE_WEIGHT.iter().all(|(_, form)| changed(*form) == [1, 2] && form[1] == form[2] && form[1] > 1.0));
        let [won, lost, even] = [[0, 0, 9, 9, 30], [30, 9, 9, 0, 0], [5, 5, 9, 5, 5]];
        let verdicts = [[won, won], [won, lost], [won, even]].map(|counts| all_better(&counts.map(standing)));
        assert_eq!(verdicts, [Verdict::Holds, Verdict::Fails, Verdict::Open]);
    }

    fn standing(counts: [u64; 5]) -> Standing {
        Standing { results: [0.0; 3], by_side: [[0.0; 3]; 2], pairs: Pentanomial::new(counts) }
    }

    #[test]
    fn the_verdict_on_the_square_follows_the_games() {
        let (won, lost, even) = (standing([0, 0, 9, 9, 30]), standing([30, 9, 9, 0, 0]), standing([5, 5, 9, 5, 5]));
        assert!(on_square(&[("one", &lost), ("three", &lost)]).contains("square is right"));
        assert!(on_square(&[("one", &lost), ("three", &won)]).contains("not the best power: three"));
        assert!(on_square(&[("one", &lost), ("three", &even)]).contains("not all of them lose to it"));
        let verdicts = [[&lost, &lost], [&lost, &won], [&lost, &even]].map(|standings| is_best(&standings));
        assert_eq!(verdicts, [Verdict::Holds, Verdict::Fails, Verdict::Open]);
    }

    #[test]
    fn the_verdict_on_tuning_follows_its_proof() {
        assert!(
            on_tuned([Some(5.0), Some(20.0), Some(35.0)], 2.1, "600").starts_with("The tuned weights are stronger")
        );
        assert!(on_tuned([Some(-35.0), Some(-20.0), Some(-5.0)], 1.0, "600").contains("weaker: -20 Elo (-35 to -5)"));
        assert!(on_tuned([Some(-5.0), Some(2.0), None], 1.0, "600").contains("is not decided"));
        assert!(on_tuned([None, None, None], 1.0, "600").contains("away from the report's square"));
    }
}
