//! Creates a method from options, with the defaults of each method.

use super::{TuningOptions, TuningRun, samples};
use crate::error::OptimizeError;
use crate::{
    Annihill, AnnihillOptions, Budget, CmaEs, CmaEsOptions, Genetic, GeneticOptions, League, Method, Regression,
    RegressionOptions, Space, Spsa, SpsaOptions, Tune,
};

/// Number of iterations if only a budget in nodes ends the run.
const MANY: u32 = 100_000;

/// Returns the method at its start.
pub(super) fn begin(
    run: &TuningRun<'_>,
    options: &TuningOptions,
    space: &Space,
) -> Result<Box<dyn Tune>, OptimizeError> {
    refuse_foreign(options)?;
    let (space, seed, from_start) = (space.clone(), options.seed, !options.random_start);
    Ok(match options.method {
        Method::Annihill => {
            let usual = AnnihillOptions::default();
            let (kids, pairs) = (options.kids.unwrap_or(usual.kids), options.pairs.unwrap_or(usual.pairs));
            let climbs = u64::from(options.restarts.max(1));
            let generations = generations(options, usual.generations, kids, pairs, climbs);
            let (keep_incumbent, restarts) = (options.keep_incumbent, options.restarts);
            let decay = decay(generations, usual.generations, usual.decay);
            let options =
                AnnihillOptions { kids, generations, pairs, keep_incumbent, restarts, from_start, decay, ..usual };
            Box::new(Annihill::new(space, options, seed)?)
        }
        Method::Genetic => {
            let usual = GeneticOptions::default();
            let (kids, pairs) = (options.kids.unwrap_or(usual.kids), options.pairs.unwrap_or(usual.pairs));
            let generations = generations(options, usual.generations, kids, pairs, 1);
            let decay = decay(generations, usual.generations, usual.decay);
            let elite = options.elite;
            let options = GeneticOptions { kids, generations, pairs, elite, from_start, decay, ..usual };
            Box::new(Genetic::new(space, options, seed)?)
        }
        Method::Spsa => {
            let usual = SpsaOptions::default();
            let pairs = options.pairs.unwrap_or(usual.pairs);
            let iterations = generations(options, usual.iterations, 2, pairs, 1);
            Box::new(Spsa::new(space, SpsaOptions { iterations, pairs, ..usual }, seed)?)
        }
        Method::CmaEs => {
            let usual = CmaEsOptions::default();
            let pairs = options.pairs.unwrap_or(usual.pairs);
            let kids = options.kids.unwrap_or_else(|| CmaEsOptions::usual_kids(space.dimensions()));
            let generations = generations(options, usual.generations, kids, pairs, 1);
            Box::new(CmaEs::new(space, CmaEsOptions { kids: Some(kids), generations, pairs, ..usual }, seed)?)
        }
        Method::Regression => {
            let samples = samples::read(run, &options.records)?;
            let usual = RegressionOptions::default();
            let epochs = options.generations.unwrap_or(usual.epochs);
            Box::new(Regression::new(space, samples, RegressionOptions { epochs, ..usual })?)
        }
    })
}

/// Returns the number of generations: as requested, or as the budget in games allows, or the default.
fn generations(options: &TuningOptions, usual: u32, kids: usize, pairs: u64, climbs: u64) -> u32 {
    if let Some(generations) = options.generations {
        return generations;
    }
    let league = |players: usize| League::games_of(players, pairs);
    match options.budget {
        Budget { games: Some(games), .. } => {
            // Several climbs end with a league of their results.
            let rest = if climbs > 1 { games.saturating_sub(league(climbs as usize)) } else { games };
            (rest / league(kids).saturating_mul(climbs).max(1)).clamp(1, u64::from(MANY)) as u32
        }
        Budget { nodes: Some(_), .. } => MANY,
        Budget { games: None, nodes: None } => usual,
    }
}

/// Returns the decay of the range. Runs as short as the report's use the report's decay. A longer run reaches the same
/// final range over all its generations, so that late generations still search.
fn decay(generations: u32, usual: u32, decay: f64) -> f64 {
    let longest = usual.max(12);
    if generations <= longest { decay } else { decay.powf(f64::from(longest) / f64::from(generations)) }
}

/// Rejects options of other methods, so that none is silently ignored.
fn refuse_foreign(options: &TuningOptions) -> Result<(), OptimizeError> {
    let method = options.method;
    let climbs = matches!(method, Method::Annihill);
    let draws = matches!(method, Method::Annihill | Method::Genetic);
    let plays = method != Method::Regression;
    let has_kids = !matches!(method, Method::Spsa | Method::Regression);
    let table = [
        ("--keep-incumbent", options.keep_incumbent && !climbs, "annihill"),
        ("--restarts", options.restarts != 1 && !climbs, "annihill"),
        ("--elitism", options.elite != 0 && method != Method::Genetic, "genetic"),
        ("--random-start", options.random_start && !draws, "annihill and genetic"),
        ("--kids", options.kids.is_some() && !has_kids, "annihill, genetic and cmaes"),
        ("--games-per-pairing", options.pairs.is_some() && !plays, "methods that play"),
        ("--budget", options.budget != Budget::default() && !plays, "methods that play"),
        ("--records", !options.records.is_empty() && plays, "regression"),
    ];
    if let Some((option, _, of)) = table.into_iter().find(|&(_, wrong, _)| wrong) {
        return Err(OptimizeError::input(format!("`{option}` has no effect with {method}, only with {of}")));
    }
    let is_open = matches!(options.budget, Budget { games: None, nodes: Some(_) }) && options.generations.is_none();
    if is_open && method != Method::CmaEs {
        return Err(OptimizeError::input(format!(
            "a budget in nodes needs `--generations` with {method}, whose changes get smaller over them"
        )));
    }
    if !plays && options.records.is_empty() {
        return Err(OptimizeError::Input {
            text: "regression needs recorded games".into(),
            hint: Some("expected `--records` and files that `ply match --out` has written"),
        });
    }
    Ok(())
}
