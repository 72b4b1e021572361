//! Improvements that the report describes, each alone: a ply more, powers, separate weights, and the two dropped features.

use plyground_catalog::Catalog;
use serde_json::json;
use toml::{Table, Value};

use super::SERVER;
use crate::Result;
use crate::reproduce::lab::Lab;

/// Plays each agent with an improvement against the one without it.
pub(super) fn matches(lab: &mut Lab<'_>) -> Result<serde_json::Value> {
    let file = |name: &str, eval: &str, change: fn(&mut Table)| -> Result<String> {
        let mut weights = weights(eval)?;
        change(&mut weights);
        Ok(lab.file(&format!("khet-{name}.toml"), &weights.to_string())?.to_string())
    };
    let plain = file("no-powers", "report", without_powers)?;
    let alike = file("alike", "report", with_alike_sides)?;
    let distance = file("distance", "report-extended", |weights| drop_features(weights, "steps_to_fall"))?;
    let steps = file("steps", "report-extended", |weights| drop_features(weights, "beam_distance"))?;
    let three = || "khet-userbot:depth=3".to_owned();
    let other = |eval: &str| format!("khet-userbot:depth=3,eval={eval},seed=1");
    let nodes = |eval: &str| format!("alphabeta:eval={eval},nodes=1000,noise=on");
    let list = [
        ("depth", ["khet-userbot:depth=4".into(), "khet-userbot:depth=3,seed=1".into()], 60),
        ("powers", [three(), other(&plain)], 100),
        ("separate", [three(), other(&alike)], 100),
        ("distance", [nodes(&distance), nodes("report")], 200),
        ("steps", [nodes(&steps), nodes("report")], 100),
    ];
    let mut figures = json!({});
    for (name, [first, second], games) in list {
        let games = lab.many(games, 10 * games);
        let (standing, _) = lab.contest(&format!(
            "match khet --rules {SERVER} --first '{first}' --second '{second}' --games {games} --seed 7 --concurrency 2"
        ))?;
        figures[name] = standing.figures();
    }
    Ok(figures)
}

/// Returns the weights of an evaluation.
fn weights(eval: &str) -> Result<Table> {
    let catalog = Catalog::standard();
    let info = catalog.game("khet")?.info();
    let text = info.evaluations.iter().find(|listed| listed.name == eval).and_then(|listed| listed.weights);
    Ok(text.ok_or("no weights")?.parse()?)
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
    use crate::reproduce::claims::tests::judge;

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
        let verdicts = [[0.6, 0.8], [0.2, 0.4], [0.45, 0.55], [0.3, 0.7]].map(|[low, high]| {
            let found = json!({"low": low, "high": high});
            let figures = json!({"alone": {"distance": found, "steps": found}});
            ["II.B.3.a, distance", "II.B.3.b, steps"].map(|claim| judge(&format!("khet-matches: {claim}"), &figures))
        });
        assert_eq!(verdicts[0], ["differs", "not decided"]);
        assert_eq!(verdicts[1..], [["same", "same"], ["same", "same"], ["not decided", "not decided"]]);
    }
}
