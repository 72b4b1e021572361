//! The report's evaluation: whether the square is right, the value of each part, and tuned weights.

use serde_json::{Value, json};

use super::{AGENT, GAME, bout};
use crate::Result;
use crate::reproduce::lab::Lab;

/// The report's depth. Another depth may need another power.
const DEPTH: &str = "depth=6,threads=1";

/// Score, again, stolen, the weight and the power of the bonus, loss.
type Form = [f64; 6];

const REPORT: Form = [1.0, 1.0, 1.0, 1.0, 2.0, -1.0];

/// Other forms that the report mentions. Each plays against its final form.
const FORMS: [(&str, Form); 9] = [
    ("power-1", [1.0, 1.0, 1.0, 1.0, 1.0, -1.0]),
    ("power-1.5", [1.0, 1.0, 1.0, 1.0, 1.5, -1.0]),
    ("power-3", [1.0, 1.0, 1.0, 1.0, 3.0, -1.0]),
    ("score", [1.0, 0.0, 0.0, 0.0, 2.0, 0.0]),
    ("no-again", [1.0, 0.0, 1.0, 1.0, 2.0, -1.0]),
    ("no-stolen", [1.0, 1.0, 0.0, 1.0, 2.0, -1.0]),
    ("no-loss", [1.0, 1.0, 1.0, 1.0, 2.0, 0.0]),
    ("loss-2", [1.0, 1.0, 1.0, 1.0, 2.0, -2.0]),
    ("loss-0.5", [1.0, 1.0, 1.0, 1.0, 2.0, -0.5]),
];

/// The report's first form, a sum.
const SUM: Form = [1.0, 1.0, 1.0, 1.0, 1.0, -1.0];
const MORE_WEIGHT: [(&str, Form); 2] =
    [("doubled", [1.0, 2.0, 2.0, 1.0, 1.0, -1.0]), ("tripled", [1.0, 3.0, 3.0, 1.0, 1.0, -1.0])];

/// Returns the text of a weight file.
fn file(form: Form, source: &str) -> String {
    let [score, again, stolen, bonus, power, loss] = form;
    format!(
        "game = \"kalah\"\nevaluation = \"along-line\"\nversion = 1\n\n[provenance]\nsource = \"{source}\"\n\n[score]\nweight = {score}\n\n\
         [again]\nweight = {again}\n\n[stolen]\nweight = {stolen}\n\n[bonus]\nweight = {bonus}\npower = {power}\n\n[loss]\nweight = {loss}\n"
    )
}

pub(super) fn forms(lab: &mut Lab<'_>) -> Result<Value> {
    against(lab, &FORMS, &format!("{AGENT}:{DEPTH}"))
}

/// Plays sums with more weight on again and stolen against the plain sum.
pub(super) fn more_weight(lab: &mut Lab<'_>) -> Result<Value> {
    let path = lab.file("along-line-the-sum.toml", &file(SUM, "the sum"))?;
    against(lab, &MORE_WEIGHT, &format!("'{AGENT}:{DEPTH},eval={path}'"))
}

/// Plays each form against an agent.
fn against(lab: &mut Lab<'_>, forms: &[(&str, Form)], other: &str) -> Result<Value> {
    let mut figures = json!({});
    for (name, form) in forms {
        let path = lab.file(&format!("along-line-{name}.toml"), &file(*form, name))?;
        let first = format!("'{AGENT}:{DEPTH},eval={path}'");
        figures[name] = bout(lab, &first, other, lab.many(1_000, 10_000))?.0.figures();
    }
    Ok(figures)
}

/// Tunes the weights of the form, starting from the report's own.
pub(super) fn tuned(lab: &mut Lab<'_>) -> Result<Value> {
    let agent = format!("{AGENT}:{DEPTH}");
    let (budget, last) = (lab.many(4_000, 200_000).to_string(), lab.many(1_000, 10_000));
    let answer = lab.tune(&format!(
        "tune {GAME} --method spsa --agent {agent} --budget {budget} --final-games {last} --seed 1 --concurrency 2"
    ))?;
    let names = ["score", "again", "stolen", "bonus", "bonus.power", "loss"];
    let found = names.map(|name| answer.pointer(&format!("/weights/{name}")).and_then(Value::as_f64));
    if found.contains(&None) {
        return Err(format!("no weights of {names:?} in {answer:.300}").into());
    }
    let proof = answer.pointer("/final/0").ok_or("the tuning has not met its start")?;
    // Repeated pairs do not count, so fewer games than requested can decide.
    Ok(json!({
        "budget": budget, "report": REPORT, "tuned": found, "power": found[4], "elo": proof["elo"], "games": proof["games"],
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::claims::tests::judge;

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
        for (short, form) in FORMS {
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
    fn more_weight_is_judged_only_if_its_matches_agree() {
        let changed = |form: Form| (0..6).filter(|&part| form[part] != SUM[part]).collect::<Vec<_>>();
        assert!(MORE_WEIGHT.iter().all(|(_, form)| changed(*form) == [1, 2] && form[1] == form[2] && form[1] > 1.0));
        let pairs = [["won", "won"], ["lost", "lost"], ["won", "lost"], ["even", "lost"]];
        let verdicts = pairs.map(|[one, other]| {
            judge("kalah: more weight", &json!({"more": {"doubled": results(one), "tripled": results(other)}}))
        });
        assert_eq!(verdicts, ["same", "differs", "not decided", "not decided"]);
        // The claim holds if both forms lose.
        let verdicts = pairs.map(|[one, other]| {
            judge("kalah: loss and score", &json!({"forms": {"loss-2": results(one), "loss-0.5": results(other)}}))
        });
        assert_eq!(verdicts, ["differs", "same", "not decided", "not decided"]);
    }

    fn results(of: &str) -> Value {
        let (low, high) = match of {
            "won" => (0.6, 0.8),
            "lost" => (0.2, 0.4),
            _ => (0.4, 0.6),
        };
        json!({"low": low, "high": high})
    }

    #[test]
    fn the_verdict_on_the_square_follows_the_games() {
        let verdicts = [["lost", "lost"], ["lost", "won"], ["lost", "even"]].map(|[one, three]| {
            let forms = json!({"power-1": results(one), "power-1.5": results("lost"), "power-3": results(three)});
            judge("kalah: the square", &json!({"forms": forms}))
        });
        // The report is on the choice of moves, so weaker play is no contradiction.
        assert_eq!(verdicts, ["same", "not decided", "not decided"]);
    }

    #[test]
    fn the_verdict_on_tuning_follows_its_proof() {
        let judged = |low: Option<f64>, high: Option<f64>| {
            judge("kalah: weights by hand", &json!({"tuned": {"elo": {"low": low, "high": high}}}))
        };
        assert_eq!([judged(Some(5.0), Some(35.0)), judged(Some(-35.0), Some(-5.0))], ["better", "differs"]);
        assert_eq!([judged(Some(-5.0), None), judged(None, None)], ["not decided"; 2]);
    }
}
