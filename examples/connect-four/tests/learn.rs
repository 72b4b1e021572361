//! Learning from nothing: a network that knows the rules alone beats the evaluation by hand, 20 minutes later.

mod support;

use support::{folder, json};

/// At equal nodes, on two threads. The budget is a limit: the generations end before it on two cores.
#[test]
fn a_network_from_nothing_beats_the_evaluation_by_hand() {
    let out = folder("learn-from-nothing").join("run");
    let out = out.display();
    let learned = json(&format!(
        "learn connect-four --model network --hidden 32 --agent pvs:eval=nothing,table=1 --games 8000 --nodes 1000 \
         --share-games 40 --match-nodes 2000,20000 --match-games 400 --sprt 0,20 --generations 3 --budget 20m \
         --concurrency 2 --out {out} --yes --json"
    ));
    let accepted = |generation: &&serde_json::Value| generation["accepted"] == true;
    let generations = learned["generations"].as_array().unwrap();
    assert!(generations.iter().filter(accepted).count() > 0, "{learned}");
    let weights = learned["file"].as_str().unwrap();
    for nodes in [2_000, 20_000] {
        let result = json(&format!(
            "match connect-four --first pvs:eval={weights} --second pvs:eval=lines --nodes {nodes} --games 400 --seed 9 \
             --concurrency 2 --yes --json"
        ));
        println!("{nodes} nodes: {result}");
        let [low, high] = ["low", "high"].map(|end| result["elo"][end].as_f64().unwrap_or(f64::NAN));
        assert!(low > 0.0, "{nodes} nodes: {low} to {high} Elo");
    }
}
