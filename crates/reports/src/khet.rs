//! The Khet 2.0 report \[Zagury2016\]: UserBot, HeuristicBot, and the evaluation that both tune.

use std::time::Duration;

use plyground_game::{Nothing, Side};
use plyground_khet::Khet;
use plyground_search::{Agent, CheapPlies, Limits, Options, PvsOptions, SearchAgent, SearchKind, Unit};

mod evaluation;
mod shots;

pub use evaluation::{
    Evaluation, ExtendedEvaluation, ExtendedFeatures, HAND_TUNED, ReportFeatures, draw_range, hand_tuned, random,
};
pub use shots::{beam_distance, capture_steps};

use crate::plan::Planned;

/// Time limit of a move. The report's server allows 15 s, and its agents stop just before.
const TIME: Duration = Duration::from_millis(14_900);

/// Cost of a ply in the report's program: 0.74 if one side's moves times the other's are fewer than 900.
pub const CHEAP_PLIES: CheapPlies = CheapPlies { choice_below: 900, cost: 74 };

/// Returns the search options of the report's agents, which break ties at random.
fn options(unit: Unit, seed: u64) -> PvsOptions {
    PvsOptions { base: Options { unit, noise: Some(seed), ..Options::default() }, ..PvsOptions::default() }
}

/// Returns UserBot's search: alpha-beta in which a ply costs less if moves are few.
#[must_use]
pub fn user_bot_search(seed: u64) -> SearchAgent<Nothing> {
    SearchAgent::alpha_beta(Nothing).options(options(Unit::Variable(CHEAP_PLIES), seed))
}

/// Returns UserBot: its search with a budget of 4 plies.
#[must_use]
pub fn user_bot(search: Box<dyn Agent<Khet>>) -> Planned<Khet> {
    Planned::new(search, Limits { time: Some(TIME), ..Limits::depth(4) })
}

/// Returns HeuristicBot's search: alpha-beta among the 10 best children, ranked as in the authors' program by the mover's grade.
#[must_use]
pub fn heuristic_bot_search(seed: u64) -> SearchAgent<Nothing> {
    SearchAgent::new(SearchKind::Beam, Nothing).width(10).options(options(Unit::Ply, seed))
}

/// Returns HeuristicBot's search with the fault of the published program: as red, it searches the 10 *worst* children.
///
/// Its comparator for red, `redComp`, sorts in the wrong order. Source: `HeuristicBot` in `code.7z`, Git blob `3eb036d795` of the
/// repository `AvivYaish/KhetAI`, which has no other version of the code.
#[must_use]
pub fn heuristic_bot_search_as_published(seed: u64) -> SearchAgent<Nothing> {
    heuristic_bot_search(seed).keeping_worst_for(Some(Side::Second))
}

/// Returns HeuristicBot: its search of 6 plies.
#[must_use]
pub fn heuristic_bot(search: Box<dyn Agent<Khet>>) -> Planned<Khet> {
    Planned::new(search, Limits { time: Some(TIME), ..Limits::depth(6) })
}
