//! The Khet 2.0 report \[Zagury2016\]: UserBot, HeuristicBot, and the evaluation that both tune.

use std::time::Duration;

use plyground_eval::Features as _;
use plyground_game::{Nothing, Parameter};
use plyground_khet::Khet;
use plyground_search::{Agent, Limits, Options, PvsOptions, SearchAgent, SearchKind, Unit};

pub use plyground_eval::khet::{HAND_TUNED, Report as Evaluation, ReportExtended as ExtendedEvaluation};

use crate::plan::Planned;

/// The weight file of the best vector that the report publishes.
pub const BEST_VECTOR: &str = plyground_eval::khet::ReportFeatures::DEFAULTS;

/// The weight file with the two features that the report dropped for their cost.
pub const EXTENDED: &str = plyground_eval::khet::ExtendedFeatures::DEFAULTS;

/// Random vectors of the report's evaluation are drawn as the report draws them: weights up to 100, powers up to 2.
#[must_use]
pub fn draw_range(parameter: &Parameter) -> Option<(f64, f64)> {
    let most = if parameter.name.ends_with(".power") { 2.0 } else { 100.0 };
    Some((-most, most))
}

/// The report's server gives 15 s; its agents stop just before.
const TIME: Duration = Duration::from_millis(14_900);

/// How the report's agents search: a random one of equal moves.
fn options(unit: Unit, seed: u64) -> PvsOptions {
    PvsOptions { base: Options { unit, noise: Some(seed), ..Options::default() }, ..PvsOptions::default() }
}

/// UserBot's search: alpha-beta in which a ply costs less where moves are few.
#[must_use]
pub fn user_bot_search(seed: u64) -> SearchAgent<Nothing> {
    SearchAgent::alpha_beta(Nothing).options(options(Unit::Variable, seed)).seed(seed)
}

/// UserBot: its search with a budget of 4 plies.
#[must_use]
pub fn user_bot(search: Box<dyn Agent<Khet>>) -> Planned<Khet> {
    Planned::new(search, Limits { time: Some(TIME), ..Limits::depth(4) })
}

/// HeuristicBot's search: alpha-beta among the 10 best children by grade.
#[must_use]
pub fn heuristic_bot_search(seed: u64) -> SearchAgent<Nothing> {
    SearchAgent::new(SearchKind::Beam, Nothing).width(10).options(options(Unit::Ply, seed)).seed(seed)
}

/// HeuristicBot: its search of 6 plies.
#[must_use]
pub fn heuristic_bot(search: Box<dyn Agent<Khet>>) -> Planned<Khet> {
    Planned::new(search, Limits { time: Some(TIME), ..Limits::depth(6) })
}
