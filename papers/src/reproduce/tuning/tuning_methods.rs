//! Every method of tuning with the same budget, on three games: strength gained for games played.
//!
//! Kalah and Cachex begin with equal weights, Khet with the report's hand-tuned vector. The result of a method plays the start
//! weights in openings that the tuning did not use. Regression reads the games of a match of the start weights against
//! themselves, as many as the other methods play.

mod plot;

use std::fs;
use std::path::Path;

use plyground_arena::MatchSpec;
use plyground_catalog::keys::Setting;
use plyground_catalog::{AgentSpec, Catalog, CatalogError, GameRef, Tuning};
use plyground_optimize::{Budget, Method, TuningOptions};
use plyground_search::StopFlag;
use plyground_statistics::Estimate;
use serde_json::{Value, json};

use super::{Arguments, SEED};
use crate::Result;
use crate::reproduce::contest::{contest, threads};

/// A game with its start weights.
struct Ground {
    game: &'static str,
    setup: &'static str,
    /// Agent without an evaluation.
    agent: &'static str,
    /// Evaluation whose weights are all set to the same size, or `None` to begin with `named` unchanged.
    alike: Option<&'static str>,
    named: &'static str,
}

const GROUNDS: [Ground; 3] = [
    Ground {
        game: "khet",
        setup: "classic",
        agent: "alphabeta-tt:nodes=200,table=1",
        alike: None,
        named: "hand-tuned",
    },
    Ground { game: "kalah", setup: "6x4", agent: "alphabeta:depth=4", alike: Some("strong"), named: "" },
    Ground { game: "cachex", setup: "5", agent: "alphabeta:depth=2", alike: Some("antisymmetric"), named: "" },
];

/// Gain of a method with a budget.
struct Gain {
    method: Method,
    budget: u64,
    /// Elo of the final match for each seed.
    elo: Vec<Estimate>,
}

/// Runs all methods. Writes a plot beside the page, and returns its figures.
///
/// # Errors
/// When a part of the experiment fails.
pub(super) fn run(arguments: &Arguments) -> Result<Value> {
    let file = arguments.page.with_extension("svg");
    let (mut grounds, mut panels) = (Vec::new(), Vec::new());
    for ground in &GROUNDS {
        let gains = run_ground(ground, arguments)?;
        grounds.push(figures(ground, &gains));
        panels.push((ground.game, gains));
    }
    let drawn = plot::draw(&panels)?;
    fs::write(&file, drawn).map_err(|error| format!("{file}: {error}"))?;
    Ok(json!({"grounds": grounds}))
}

fn run_ground(ground: &Ground, arguments: &Arguments) -> Result<Vec<Gain>> {
    let folder = arguments.out.join(ground.game).into_std_path_buf();
    let undone = |error: std::io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(undone)?;
    let game = Catalog::standard().game(ground.game).cloned()?;
    let eval = match ground.alike {
        None => ground.named.to_owned(),
        Some(name) => {
            let file = folder.join("start.toml");
            fs::write(&file, alike(&game, name)).map_err(undone)?;
            file.to_string_lossy().into_owned()
        }
    };
    let agent = game.agent(ground.agent)?.with("eval", Setting::Text(eval));
    let budgets: &[u64] = if arguments.full { &[250, 1000, 4000, 8000] } else { &[250, 1000] };
    let seeds = if arguments.full { 3 } else { 1 };
    let mut gains = Vec::new();
    for &budget in budgets {
        for method in Method::ALL {
            let mut elo = Vec::new();
            for seed in SEED..SEED + seeds {
                elo.push(gain(ground, (&game, &agent), method, budget, seed, &folder, arguments)?);
            }
            eprintln!("{}: {method}, {budget} games", ground.game);
            gains.push(Gain { method, budget, elo });
        }
    }
    Ok(gains)
}

fn gain(
    ground: &Ground,
    (game, agent): (&GameRef, &AgentSpec),
    method: Method,
    budget: u64,
    seed: u64,
    folder: &Path,
    arguments: &Arguments,
) -> Result<Estimate, CatalogError> {
    let final_pairs = if arguments.full { 500 } else { 150 };
    let options = TuningOptions { seed, threads: threads(), resume: true, final_pairs, ..TuningOptions::new(method) };
    let mut tuning = Tuning::new(agent.clone(), options);
    tuning.setup = Some(ground.setup.into());
    if method == Method::Regression {
        let file = folder.join(format!("recorded-{budget}-{seed}.jsonl"));
        // Ties are broken at random, because two equal players would otherwise repeat their games.
        let player = agent.clone().with("noise", Setting::Switch(true));
        let spec = MatchSpec { setup: tuning.setup.clone(), pairs: budget.div_ceil(2), seed, ..MatchSpec::default() };
        contest(game, vec![player.clone(), player], Some(&file), spec)?;
        tuning.options.records = vec![file];
    } else {
        tuning.options.budget = Budget { games: Some(budget), nodes: None };
    }
    let name = format!("{method}-{budget}-{seed}");
    let tuned = game.tune(&tuning, Some(&folder.join(name)), &StopFlag::default(), &mut |_| {})?;
    Ok(tuned.proofs[0].elo)
}

/// Returns the shipped weight file with every weight set to 1 in size. Signs and powers stay.
fn alike(game: &GameRef, name: &str) -> String {
    let listed = game.info().evaluations.iter().find(|listed| listed.name == name);
    let text = listed.and_then(|listed| listed.weights).expect("both evaluations have weights");
    let plain = |line: &str| match line.strip_prefix("weight = ") {
        Some(weight) if weight.starts_with('-') => "weight = -1".to_owned(),
        Some(_) => "weight = 1".to_owned(),
        None if line.starts_with("source") => "source = \"all weights alike\"".to_owned(),
        None => line.to_owned(),
    };
    text.lines().map(plain).collect::<Vec<_>>().join("\n") + "\n"
}

fn figures(ground: &Ground, gains: &[Gain]) -> Value {
    let mut budgets: Vec<u64> = gains.iter().map(|gain| gain.budget).collect();
    budgets.dedup();
    let rows = Method::ALL.into_iter().map(|method| {
        let of_budget = |budget: &u64| {
            let gain = gains.iter().find(|gain| gain.method == method && gain.budget == *budget);
            gain.map_or(&[][..], |gain| &gain.elo)
        };
        json!({"method": method.to_string(), "elo": budgets.iter().map(of_budget).collect::<Vec<_>>()})
    });
    json!({
        "game": ground.game, "agent": ground.agent, "named": ground.named, "alike": ground.alike,
        "budgets": budgets, "rows": rows.collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_method_has_the_gains_of_each_budget() {
        let gain = |method, budget, value| Gain {
            method,
            budget,
            elo: vec![Estimate { low: Some(value - 20.0), value: Some(value), high: Some(value + 20.0) }],
        };
        let gains = [gain(Method::Spsa, 250, 70.0), gain(Method::Spsa, 1000, 90.0), gain(Method::Genetic, 1000, 5.0)];
        let figures = figures(&GROUNDS[1], &gains);
        assert_eq!((&figures["budgets"], &figures["alike"]), (&json!([250, 1000]), &json!("strong")));
        let row = |name: &str| figures["rows"].as_array().unwrap().iter().find(|row| row["method"] == name).unwrap();
        assert_eq!(row("spsa")["elo"][1], json!([{"low": 70.0, "value": 90.0, "high": 110.0}]));
        assert_eq!(row("genetic")["elo"][0], json!([]));
        let text = crate::reproduce::figures::tests::rendered("tuning-methods", &json!({"grounds": [figures]}));
        assert!(text.contains("after 250 games: spsa.\n") && text.contains("|spsa|+70.0 [+50.0, +90.0]|"), "{text}");
        assert!(text.contains("`strong` with all weights alike\n"), "{text}");
    }

    #[test]
    fn all_weights_are_alike() {
        let text = alike(Catalog::standard().game("cachex").unwrap(), "antisymmetric");
        let weights: Vec<&str> = text.lines().filter(|line| line.starts_with("weight")).collect();
        assert_eq!(weights, ["weight = 1", "weight = 1", "weight = -1"]);
    }
}
