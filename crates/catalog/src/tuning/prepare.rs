//! From a request to a method in its space: weights to start from, axes, the usual numbers of each method, settings as text.

use plyground_eval::WeightFile;
use plyground_game::options::one_of;
use plyground_optimize::{
    Annihill, AnnihillOptions, Axis, CmaEs, CmaEsOptions, Genetic, GeneticOptions, League, Regression,
    RegressionOptions, Space, Spsa, SpsaOptions, Tune,
};
use serde_json::json;

use super::{Method, Tuning, refused, samples};
use crate::error::CatalogError;
use crate::game_id::GameId;
use crate::playable::Playable;
use crate::spec::AgentKind;
use crate::weights::WeightSet;

/// Iterations where only the budget in nodes ends a run.
const MANY: u32 = 100_000;

/// The weights that the agent has now.
pub(super) fn start<P: Playable>(tuning: &Tuning) -> Result<WeightFile, CatalogError> {
    let spec = &tuning.agent;
    if let Some(game) = spec.info().game.filter(|&game| game != P::NAME) {
        return Err(CatalogError::OtherGame { agent: spec.info().name, game, here: P::NAME });
    }
    if spec.time.is_some() {
        let message =
            "a time limit makes games that cannot be repeated: expected `depth` or `nodes` in the agent's spec";
        return Err(CatalogError::Other(message.into()));
    }
    let weighted = || P::evaluations().into_iter().filter(|listed| listed.weights.is_some()).map(|listed| listed.name);
    let Some(name) = spec.eval.as_deref().or_else(|| P::weighted_default(spec.kind)) else {
        let names = one_of(weighted().collect::<Vec<_>>());
        let what = if spec.info().keys.contains(&"eval") {
            format!("agent `{spec}` names no evaluation to tune: expected `eval` to be a weight file or {names}")
        } else {
            format!(
                "agent `{}` has no weights to tune: expected one with the key `eval`, such as `best`",
                spec.info().name
            )
        };
        return Err(CatalogError::Other(what));
    };
    if name.contains(['/', '\\', '.']) {
        let text = std::fs::read_to_string(name)
            .map_err(|error| CatalogError::Other(format!("cannot read weight file `{name}`: {error}")))?;
        return Ok(WeightFile::read(name, &text)?);
    }
    let listed = P::evaluations().into_iter().find(|listed| listed.name == name);
    let Some(listed) = listed else {
        let (found, expected) = (plyground_game::notation::quote(name), one_of(weighted().collect::<Vec<_>>()));
        return Err(CatalogError::UnknownEvaluation { found, game: P::NAME, expected });
    };
    let text = listed.weights.ok_or_else(|| {
        let names = one_of(weighted().collect::<Vec<_>>());
        CatalogError::Other(format!("evaluation `{name}` has no weights to tune: expected {names}"))
    })?;
    Ok(WeightFile::read(name, text)?)
}

/// The axes of the weights. Random vectors of the Khet report's evaluation are drawn as the report draws them.
pub(super) fn space(tuning: &Tuning, set: &dyn WeightSet) -> Result<Space, CatalogError> {
    let reports =
        tuning.game == GameId::Khet && set.parameters().iter().any(|parameter| parameter.name == "own_defence");
    let axes = set.parameters().into_iter().zip(set.values()).map(|(parameter, value)| {
        let mut axis = Axis::new(parameter.name, parameter.min, parameter.max, value, parameter.step);
        let is_power = axis.name.ends_with(".power");
        if reports {
            let most = if is_power { 2.0 } else { 100.0 };
            axis.draw = (axis.min.max(-most), axis.max.min(most));
        }
        if tuning.whole && !is_power { axis.whole() } else { axis }
    });
    Space::new(axes.collect()).map_err(|error| refused(&error))
}

/// The method at its beginning.
pub(super) fn tuner<P: Playable>(
    tuning: &Tuning,
    space: &Space,
    start: &WeightFile,
) -> Result<Box<dyn Tune>, CatalogError> {
    foreign_options(tuning)?;
    let (space, seed, from_start) = (space.clone(), tuning.seed, !tuning.random_start);
    let made: Result<Box<dyn Tune>, _> = match tuning.method {
        Method::Annihill => {
            let usual = AnnihillOptions::default();
            let (kids, pairs) = (tuning.kids.unwrap_or(usual.kids), tuning.pairs.unwrap_or(usual.pairs));
            let climbs = u64::from(tuning.restarts.max(1));
            let generations = generations(tuning, usual.generations, kids, pairs, climbs);
            let (keep_incumbent, restarts) = (tuning.keep_incumbent, tuning.restarts);
            let options = AnnihillOptions { kids, generations, pairs, keep_incumbent, restarts, from_start, ..usual };
            let options = AnnihillOptions { decay: decay(generations, usual.generations, usual.decay), ..options };
            Annihill::new(space, options, seed).map(|method| -> Box<dyn Tune> { Box::new(method) })
        }
        Method::Genetic => {
            let usual = GeneticOptions::default();
            let (kids, pairs) = (tuning.kids.unwrap_or(usual.kids), tuning.pairs.unwrap_or(usual.pairs));
            let generations = generations(tuning, usual.generations, kids, pairs, 1);
            let decay = decay(generations, usual.generations, usual.decay);
            let options = GeneticOptions { kids, generations, pairs, elite: tuning.elite, from_start, decay, ..usual };
            Genetic::new(space, options, seed).map(|method| -> Box<dyn Tune> { Box::new(method) })
        }
        Method::Spsa => {
            let usual = SpsaOptions::default();
            let pairs = tuning.pairs.unwrap_or(usual.pairs);
            let iterations = generations(tuning, usual.iterations, 2, pairs, 1);
            let options = SpsaOptions { iterations, pairs, ..usual };
            Spsa::new(space, options, seed).map(|method| -> Box<dyn Tune> { Box::new(method) })
        }
        Method::CmaEs => {
            let usual = CmaEsOptions::default();
            let pairs = tuning.pairs.unwrap_or(usual.pairs);
            let kids = tuning.kids.unwrap_or_else(|| CmaEsOptions::usual_kids(space.dimensions()));
            let generations = generations(tuning, usual.generations, kids, pairs, 1);
            let options = CmaEsOptions { kids: Some(kids), generations, pairs, ..usual };
            CmaEs::new(space, options, seed).map(|method| -> Box<dyn Tune> { Box::new(method) })
        }
        Method::Regression => {
            let samples = samples::read::<P>(&tuning.records, start)?;
            let usual = RegressionOptions::default();
            let options = RegressionOptions { epochs: tuning.generations.unwrap_or(usual.epochs), ..usual };
            Regression::new(space, samples, options).map(|method| -> Box<dyn Tune> { Box::new(method) })
        }
    };
    made.map_err(|error| refused(&error))
}

/// As many as were asked for, or as the budget in games pays, or as is usual.
fn generations(tuning: &Tuning, usual: u32, kids: usize, pairs: u64, climbs: u64) -> u32 {
    if let Some(generations) = tuning.generations {
        return generations;
    }
    let league = |players: usize| League { points: vec![Vec::new(); players], pairs }.games();
    match tuning.budget {
        plyground_optimize::Budget { games: Some(games), .. } => {
            // Several climbs end with a league of their summits.
            let rest = if climbs > 1 { games.saturating_sub(league(climbs as usize)) } else { games };
            (rest / (league(kids) * climbs).max(1)).clamp(1, u64::from(MANY)) as u32
        }
        plyground_optimize::Budget { nodes: Some(_), .. } => MANY,
        _ => usual,
    }
}

/// The report's decay for runs as short as the report's; a longer run shrinks its range as far in all of its generations, so that
/// the later of them still have something to choose from.
fn decay(generations: u32, usual: u32, decay: f64) -> f64 {
    let longest = usual.max(12);
    if generations <= longest { decay } else { decay.powf(f64::from(longest) / f64::from(generations)) }
}

/// Options of other methods are not silently dropped.
fn foreign_options(tuning: &Tuning) -> Result<(), CatalogError> {
    let method = tuning.method;
    let climbs = matches!(method, Method::Annihill);
    let draws = matches!(method, Method::Annihill | Method::Genetic);
    let plays = method != Method::Regression;
    let table = [
        ("--keep-incumbent", tuning.keep_incumbent && !climbs, "annihill"),
        ("--restarts", tuning.restarts != 1 && !climbs, "annihill"),
        ("--elitism", tuning.elite != 0 && method != Method::Genetic, "genetic"),
        ("--random-start", tuning.random_start && !draws, "annihill and genetic"),
        (
            "--kids",
            tuning.kids.is_some() && matches!(method, Method::Spsa | Method::Regression),
            "annihill, genetic and cmaes",
        ),
        ("--games-per-pairing", tuning.pairs.is_some() && !plays, "methods that play"),
        ("--budget", tuning.budget != plyground_optimize::Budget::default() && !plays, "methods that play"),
        ("--records", !tuning.records.is_empty() && plays, "regression"),
    ];
    if let Some((option, _, of)) = table.into_iter().find(|&(_, wrong, _)| wrong) {
        return Err(CatalogError::Other(format!("`{option}` means nothing to {method}: it is for {of}")));
    }
    if !plays && tuning.records.is_empty() {
        let message =
            "regression learns from recorded games: expected `--records` and files that `ply match --out` has written";
        return Err(CatalogError::Other(message.into()));
    }
    Ok(())
}

/// What defines a run, as one line of JSON. How many threads play is no part of it, nor is the match at the end.
pub(super) fn settings(tuning: &Tuning, start: &WeightFile) -> String {
    let weights = start.features.iter().map(|feature| json!([feature.name, feature.weight, feature.power]));
    let agent = if tuning.agent.kind == AgentKind::Engine { String::new() } else { tuning.agent.to_string() };
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "game": tuning.game.name(),
        "setup": tuning.setup,
        "rules": tuning.rules,
        "agent": agent,
        "depth": tuning.depth,
        "nodes": tuning.nodes,
        "method": tuning.method.name(),
        "kids": tuning.kids,
        "generations": tuning.generations,
        "pairs": tuning.pairs,
        "keep_incumbent": tuning.keep_incumbent,
        "restarts": tuning.restarts,
        "elite": tuning.elite,
        "random_start": tuning.random_start,
        "whole": tuning.whole,
        "budget": [tuning.budget.games, tuning.budget.nodes],
        "seed": tuning.seed,
        "opening_plies": tuning.opening_plies,
        "max_plies": tuning.max_plies,
        "records": tuning.records,
        "start": weights.collect::<Vec<_>>(),
    })
    .to_string()
}
