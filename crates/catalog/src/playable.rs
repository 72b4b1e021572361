//! What the catalog has to know of a game beyond its rules: set-ups, rule sets and evaluations by name.
//!
//! ```
//! use plyground_catalog::Playable;
//! use plyground_kalah::Kalah;
//!
//! assert_eq!(Kalah::evaluations()[0].name, "store-difference");
//! ```

mod cachex;
mod kalah;
mod khet;
mod tigers;

use plyground_game::diagram::Diagram;
use plyground_game::notation::quote;
use plyground_game::options::one_of;
use plyground_game::{Evaluate, Position, Side};
use plyground_search::{Agent, PvsOptions, Selectivity};

use crate::error::CatalogError;
use crate::spec::AgentSpec;

/// An evaluation in lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvaluationInfo {
    /// The name in agent specs.
    pub name: &'static str,
    /// What it values.
    pub about: &'static str,
}

/// Something to do with the type of an evaluation.
pub trait ForEvaluation<P: Position> {
    /// The result.
    type Out;

    /// Does it.
    fn call<E: Evaluate<P> + 'static>(self, evaluation: E) -> Self::Out;
}

/// A game that can be played by name.
pub trait Playable: Position {
    /// The game in one line.
    const ABOUT: &'static str;

    /// Set-ups worth listing, the default first; others may be possible.
    fn setups() -> &'static [&'static str];

    /// Named rule sets, the default first.
    fn rule_sets() -> Vec<&'static str>;

    /// Options that change a rule set.
    fn rule_options() -> &'static [&'static str];

    /// The evaluations, the default first.
    fn evaluations() -> &'static [EvaluationInfo];

    /// The strongest agent for the game, with the limits and threads of `spec`.
    fn best(spec: &AgentSpec) -> Box<dyn Agent<Self>>;

    /// How the strongest agent searches.
    fn best_options() -> PvsOptions {
        PvsOptions { selectivity: Selectivity { extensions: false, ..Selectivity::ALL }, ..PvsOptions::default() }
    }

    /// The board with what a side's laser would hit; `None` in games without lasers.
    fn beam_diagram(&self, _side: Side) -> Option<Diagram> {
        None
    }

    /// Calls `job` with an evaluation; `None` stands for the default.
    ///
    /// # Errors
    /// When the game has no evaluation of that name.
    fn with_evaluation<J: ForEvaluation<Self>>(name: Option<&str>, job: J) -> Result<J::Out, CatalogError>;
}

const NOTHING: EvaluationInfo = EvaluationInfo { name: "nothing", about: "0 everywhere: only finished games count" };

fn unknown<P: Playable>(name: &str) -> CatalogError {
    CatalogError::UnknownEvaluation {
        found: quote(name),
        game: P::NAME,
        expected: one_of(P::evaluations().iter().map(|info| info.name)),
    }
}
