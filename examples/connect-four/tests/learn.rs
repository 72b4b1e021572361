//! Learning from scratch: a network that only knows the rules, within 20 minutes.

mod support;

use serde_json::Value;
use support::{folder, json};

/// Plays the learned network against another evaluation at equal nodes, and returns the interval of its Elo.
fn against(weights: &str, other: &str) -> [f64; 2] {
    let result = json(&format!(
        "match connect-four --first pvs:eval={weights} --second pvs:eval={other} --nodes 2000 --games 600 --seed 9 \
         --concurrency 2 --yes --json"
    ));
    let elo = &result["pairings"][0]["elo"];
    println!("against {other}: {elo}");
    // An open end is infinite.
    [("low", f64::NEG_INFINITY), ("high", f64::INFINITY)].map(|(end, none)| elo[end].as_f64().unwrap_or(none))
}

/// The budget is for two cores.
#[test]
fn a_network_from_nothing_beats_the_evaluation_by_hand() {
    let out = folder("learn-from-nothing").join("run");
    let out = out.display();
    let learned = json(&format!(
        "learn connect-four --model network --hidden 128 --agent pvs:eval=nothing,table=1 --games 16000 --nodes 1000 \
         --shares 1 --match-nodes 2000 --match-games 300 --sprt 0,20 --budget 20m --concurrency 2 \
         --out {out} --yes --json"
    ));
    let accepted = |generation: &&Value| generation["accepted"] == true;
    assert!(learned["generations"].as_array().unwrap().iter().filter(accepted).count() > 0, "{learned}");
    let weights = learned["file"].as_str().unwrap();
    let [low, high] = against(weights, "nothing");
    assert!(low > 100.0, "{low} to {high} Elo against the search without an evaluation");
    let [low, high] = against(weights, "lines");
    assert!(low > 0.0, "{low} to {high} Elo against the evaluation by hand");
}
