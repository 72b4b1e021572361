//! Every method of tuning with the same budget, on three games: strength gained for games played.
//!
//! Kalah and Cachex begin with equal weights, Khet with the report's hand-tuned vector. The result of a method plays the start
//! weights in openings that the tuning did not use. Regression reads the games of a match of the start weights against
//! themselves, as many as the other methods play.

mod plot;

use std::fs;
use std::path::Path;

use plyground_catalog::keys::Setting;
use plyground_catalog::{AgentSpec, Catalog, CatalogError, Contest, GameRef, Tuning};
use plyground_optimize::{Budget, Method, TuningOptions};
use plyground_search::StopFlag;
use plyground_statistics::Estimate;

use super::Arguments;
use crate::reproduce::prose::paragraph;

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

/// Runs all methods. Returns a table for each game, and writes a plot beside the page.
///
/// # Errors
/// When a part of the experiment fails.
pub(super) fn run(arguments: &Arguments) -> Result<String, String> {
    let file = arguments.page.with_extension("svg");
    let how = "Each method tunes the same start weights with the same number of games. Each cell is the Elo of the tuned weights against the start weights with its 95% interval, one value for each seed. The interval is over games of one run. \
               Two runs of a method [differ as much as two methods](khet-optimisations.md), so the methods are not ranked. The tuning did not use the openings of these games. Regression plays no games of its own: it reads as many games of the start weights against themselves.";
    let mut text = format!(
        "# The same budget for every tuning method\n\n![strength gained by games played]({})\n\n{}\n\n",
        file.file_name().unwrap_or_default(),
        paragraph(how)
    );
    let mut panels = Vec::new();
    for ground in &GROUNDS {
        let gains = run_ground(ground, arguments)?;
        text += &table(ground, &gains);
        panels.push((ground.game, gains));
    }
    fs::write(&file, plot::draw(&panels)).map_err(|error| format!("{file}: {error}"))?;
    Ok(text)
}

fn run_ground(ground: &Ground, arguments: &Arguments) -> Result<Vec<Gain>, String> {
    let fault = |error: CatalogError| error.to_string();
    let folder = arguments.out.join(ground.game).into_std_path_buf();
    let undone = |error: std::io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(undone)?;
    let game = Catalog::standard().game(ground.game).cloned().map_err(fault)?;
    let eval = match ground.alike {
        None => ground.named.to_owned(),
        Some(name) => {
            let file = folder.join("start.toml");
            fs::write(&file, alike(&game, name)).map_err(undone)?;
            file.to_string_lossy().into_owned()
        }
    };
    let agent = game.agent(ground.agent).map_err(fault)?.with("eval", Setting::Text(eval));
    let budgets: &[u64] = if arguments.full { &[250, 1000, 4000, 8000] } else { &[250, 1000] };
    let seeds = if arguments.full { 3 } else { 1 };
    let mut gains = Vec::new();
    for &budget in budgets {
        for method in Method::ALL {
            let mut elo = Vec::new();
            for seed in arguments.seed..arguments.seed + seeds {
                elo.push(gain(ground, (&game, &agent), method, budget, seed, &folder, arguments).map_err(fault)?);
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
    let options =
        TuningOptions { seed, threads: arguments.threads, resume: true, final_pairs, ..TuningOptions::new(method) };
    let mut tuning = Tuning::new(agent.clone(), options);
    tuning.setup = Some(ground.setup.into());
    if method == Method::Regression {
        let file = folder.join(format!("recorded-{budget}-{seed}.jsonl"));
        // Ties are broken at random, because two equal players would otherwise repeat their games.
        let player = agent.clone().with("noise", Setting::Switch(true));
        let mut contest = Contest::new(vec![player.clone(), player]);
        contest.spec.setup.clone_from(&tuning.setup);
        (contest.spec.pairs, contest.spec.seed, contest.threads) = (budget.div_ceil(2), seed, arguments.threads);
        game.contest(&contest, Some(&file), &StopFlag::default(), &mut |_| {})?;
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

fn table(ground: &Ground, gains: &[Gain]) -> String {
    let start =
        ground.alike.map_or_else(|| format!("`{}`", ground.named), |name| format!("`{name}` with all weights alike"));
    let mut budgets: Vec<u64> = gains.iter().map(|gain| gain.budget).collect();
    budgets.dedup();
    let heads: Vec<String> = budgets.iter().map(|budget| format!("{budget} games")).collect();
    let mut text = format!(
        "## {}: `{}`, from {start}\n\n| Elo against the start | {} |\n|---|{}\n",
        ground.game,
        ground.agent,
        heads.join(" | "),
        "---|".repeat(budgets.len())
    );
    for method in Method::ALL {
        let cells = budgets.iter().map(|budget| {
            let gain = gains.iter().find(|gain| gain.method == method && gain.budget == *budget);
            let elo: Vec<String> =
                gain.map(|gain| gain.elo.iter().map(ToString::to_string).collect()).unwrap_or_default();
            elo.join(", ")
        });
        text += &format!("| {method} | {} |\n", cells.collect::<Vec<_>>().join(" | "));
    }
    let verdicts: Vec<String> = budgets.iter().map(|&budget| on_budget(budget, gains)).collect();
    text + "\n" + &paragraph(&verdicts.join(" ")) + "\n\n"
}

/// Returns a sentence on the runs with a significant gain. A method needs more runs than these to be ranked.
fn on_budget(budget: u64, gains: &[Gain]) -> String {
    // The worst of several seeds counts.
    let gained = |gain: &&Gain| gain.elo.iter().all(|elo| elo.low.is_some_and(|low| low > 0.0));
    let surely: Vec<String> =
        gains.iter().filter(|gain| gain.budget == budget).filter(gained).map(|gain| gain.method.to_string()).collect();
    let which = if surely.is_empty() { "none".to_owned() } else { surely.join(", ") };
    format!("Significantly stronger than the start after {budget} games: {which}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentence_follows_the_gains() {
        let gain = |method, low: f64| Gain {
            method,
            budget: 250,
            elo: vec![Estimate { low: Some(low), value: Some(low + 20.0), high: Some(low + 40.0) }],
        };
        let text = |gains: &[Gain]| on_budget(250, gains);
        let some = [gain(Method::Spsa, 50.0), gain(Method::CmaEs, 20.0), gain(Method::Genetic, -9.0)];
        assert_eq!(text(&some), "Significantly stronger than the start after 250 games: spsa, cmaes.");
        assert!(text(&[gain(Method::Genetic, -9.0)]).ends_with("none."));
    }

    #[test]
    fn all_weights_are_alike() {
        let text = alike(Catalog::standard().game("cachex").unwrap(), "antisymmetric");
        let weights: Vec<&str> = text.lines().filter(|line| line.starts_with("weight")).collect();
        assert_eq!(weights, ["weight = 1", "weight = 1", "weight = -1"]);
    }
}
