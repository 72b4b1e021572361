//! Improvements that the report describes, each alone: a ply more, powers, separate weights, and the two dropped features.

use plyground_catalog::Catalog;
use toml::{Table, Value};

use super::SERVER;
use crate::reproduce::lab::Lab;
use crate::reproduce::page::Page;
use crate::reproduce::standing::{Standing, percent};
use crate::reproduce::verdict::Verdict;

/// A match: the claim, the difference, the agents, their games, and the verdict on the claim.
struct Match {
    claim: &'static str,
    difference: &'static str,
    agents: [String; 2],
    games: u32,
    judge: fn(&Standing) -> Verdict,
}

pub(super) fn matches(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("Each improvement alone");
    let file = |name: &str, eval: &str, change: fn(&mut Table)| -> Result<String, String> {
        let mut weights = weights(eval)?;
        change(&mut weights);
        Ok(lab.file(&format!("khet-{name}.toml"), &weights.to_string())?.to_string())
    };
    let plain = file("no-powers", "report", without_powers)?;
    let alike = file("alike", "report", with_alike_sides)?;
    let distance = file("distance", "report-extended", |weights| drop_features(weights, "steps_to_fall"))?;
    let steps = file("steps", "report-extended", |weights| drop_features(weights, "beam_distance"))?;
    let user = |eval: &str| format!("khet-userbot:depth=3,eval={eval},seed=1");
    let nodes = |eval: &str| format!("alphabeta:eval={eval},nodes=1000,noise=on");
    let better = |standing: &Standing| Verdict::better(&standing.pairs);
    let list = [
        Match {
            claim: "II.A.1.d, depth",
            difference: "4 plies against 3",
            agents: ["khet-userbot:depth=4".into(), "khet-userbot:depth=3,seed=1".into()],
            games: 60,
            judge: better,
        },
        Match {
            claim: "II.B.1, powers",
            difference: "powers against none",
            agents: ["khet-userbot:depth=3".into(), user(&plain)],
            games: 100,
            judge: better,
        },
        Match {
            claim: "II.B.2, separate weights",
            difference: "separate weights against the own ones on both sides",
            agents: ["khet-userbot:depth=3".into(), user(&alike)],
            games: 100,
            judge: better,
        },
        Match {
            claim: "II.B.3.a, distance",
            difference: "the laser's distance against none, 1000 nodes",
            agents: [nodes(&distance), nodes("report")],
            games: 200,
            judge: is_useless,
        },
        Match {
            claim: "II.B.3.b, steps",
            difference: "the steps to the pharaoh against none, 1000 nodes",
            agents: [nodes(&steps), nodes("report")],
            games: 100,
            judge: is_not_worth_it,
        },
    ];
    let mut rows = Vec::new();
    for Match { claim, difference, agents: [first, second], games, judge } in list {
        let games = lab.many(games, 10 * games).to_string();
        let base = ["match", "khet", "--rules", SERVER, "--first", &first, "--second", &second];
        let standing = Standing::of(
            &lab.contest(&[&base[..], &["--games", &games, "--seed", "7", "--concurrency", "2"]].concat())?.0,
        )?;
        let interval = format!("{}%", percent(standing.interval()));
        rows.push(vec![difference.into(), standing.counts(), interval.clone(), judge(&standing).text().into()]);
        page.judge(claim, judge(&standing).judged(), format!("{difference}: {interval}"));
    }
    page.table(&["difference", "wins / draws / losses", "95% interval of the score", "the claim"], &rows);
    page.paragraph(
        "All agents but those of 1000 nodes are UserBot with the published vector. The report finds a depth of 3 worse than 4, expects a value of powers and of separate weights, and dropped the last two features: \
         the distance as \"not beneficial\", the steps as not worth their cost. At equal nodes a gain by the steps leaves that claim open, because their cost is not counted.",
    );
    Ok(())
}

/// Judges the claim that a feature is not beneficial.
fn is_useless(standing: &Standing) -> Verdict {
    match Verdict::better(&standing.pairs) {
        Verdict::Open => Verdict::equal(&standing.pairs),
        better => better.choose(Verdict::Fails, Verdict::Holds, Verdict::Open),
    }
}

/// Judges the claim that a feature is not worth its cost, by a match without the cost.
fn is_not_worth_it(standing: &Standing) -> Verdict {
    is_useless(standing).choose(Verdict::Holds, Verdict::Open, Verdict::Open)
}

/// Returns the weights of an evaluation.
fn weights(eval: &str) -> Result<Table, String> {
    let catalog = Catalog::standard();
    let info = catalog.game("khet").map_err(|error| error.to_string())?.info();
    let text = info.evaluations.iter().find(|listed| listed.name == eval).and_then(|listed| listed.weights);
    text.ok_or("no weights")?.parse().map_err(|error| format!("{eval}: {error}"))
}

fn without_powers(weights: &mut Table) {
    for feature in weights.iter_mut().filter_map(|(_, value)| value.as_table_mut()) {
        if let Some(power) = feature.get_mut("power") {
            *power = Value::Float(1.0);
        }
    }
}

/// Gives the opponent's features the own weights and powers.
fn with_alike_sides(weights: &mut Table) {
    for (name, own) in weights.clone() {
        if let (Some(name), Value::Table(mut own)) = (name.strip_prefix("own_"), own) {
            let weight = own.get("weight").and_then(Value::as_float).unwrap_or_default();
            own.insert("weight".into(), Value::Float(-weight));
            weights.insert(format!("opponent_{name}"), Value::Table(own));
        }
    }
}

fn drop_features(weights: &mut Table, part: &str) {
    for (_, feature) in weights.iter_mut().filter(|(name, _)| name.ends_with(part)) {
        if let Some(feature) = feature.as_table_mut() {
            feature.insert("weight".into(), Value::Float(0.0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_statistics::Pentanomial;

    #[test]
    fn each_vector_differs_in_its_feature() {
        let number = |weights: &Table, feature: &str, key: &str| weights[feature][key].as_float().unwrap();
        let mut plain = weights("report").unwrap();
        without_powers(&mut plain);
        assert_eq!([number(&plain, "own_pyramids", "power"), number(&plain, "own_pyramids", "weight")], [1.0, 50.599]);
        let mut alike = weights("report").unwrap();
        with_alike_sides(&mut alike);
        assert_eq!(
            [number(&alike, "opponent_moves", "weight"), number(&alike, "opponent_moves", "power")],
            [-11.243, 0.045]
        );
        let mut distance = weights("report-extended").unwrap();
        drop_features(&mut distance, "steps_to_fall");
        assert_eq!(
            [number(&distance, "own_steps_to_fall", "weight"), number(&distance, "opponent_steps_to_fall", "weight")],
            [0.0; 2]
        );
        assert_eq!(distance["own_beam_distance"]["weight"].as_integer(), Some(1));
    }

    #[test]
    fn a_gain_at_equal_nodes_refutes_only_the_claim_of_no_benefit() {
        let verdicts = [[0, 0, 9, 9, 30], [30, 9, 9, 0, 0], [100, 100, 400, 100, 100], [1, 1, 1, 1, 1]].map(|counts| {
            let standing = Standing { results: [0.0; 3], by_side: [[0.0; 3]; 2], pairs: Pentanomial::new(counts) };
            [is_useless(&standing), is_not_worth_it(&standing)]
        });
        use Verdict::{Fails, Holds, Open};
        assert_eq!(verdicts, [[Fails, Open], [Holds, Holds], [Holds, Holds], [Open, Open]]);
    }
}
