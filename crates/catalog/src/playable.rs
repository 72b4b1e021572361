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

use std::path::Path;

use plyground_eval::{Listed, WeightFile, Weighted};
use plyground_game::diagram::Diagram;
use plyground_game::notation::quote;
use plyground_game::options::one_of;
use plyground_game::{Evaluate, Game, Outcome, Position, SearchHints, Side};
use plyground_search::{Agent, Options, PvsOptions, Selectivity, Unit};
use plyground_solve::TableError;

use crate::data::CellPath;
use crate::error::CatalogError;
use crate::solve::{SolveProgress, SolvedValue, Solver, of_outcome};
use crate::spec::{AgentKind, AgentSpec};
use crate::weights::WeightSet;

/// Something to do with the type of an evaluation.
pub trait ForEvaluation<P: Position> {
    /// The result.
    type Out;

    /// Does it.
    fn call<E: Evaluate<P> + 'static>(self, evaluation: E) -> Self::Out;
}

/// Who is told how far a computation is.
type Tell<'a> = &'a mut dyn FnMut(&SolveProgress);

/// Moves with their exact values and plies to the end.
type ExactMoves<P> = Result<TableMoves<P>, CatalogError>;

/// Moves with their exact values and plies to the end, for the side to move.
pub type TableMoves<P> = Vec<(<P as Position>::Move, SolvedValue, Option<u32>)>;

/// A game that can be played by name.
pub trait Playable: SearchHints {
    /// The game in one line.
    const ABOUT: &'static str;

    /// Set-ups worth listing, the default first; others may be possible.
    fn setups() -> &'static [&'static str];

    /// Named rule sets, the default first.
    fn rule_sets() -> Vec<&'static str>;

    /// Options that change a rule set.
    fn rule_options() -> &'static [&'static str];

    /// The evaluations, the default first: the simplest that tells who is ahead.
    fn evaluations() -> Vec<Listed>;

    /// The evaluation that explains a position best, feature by feature.
    const EXPLAINS: &'static str = "strong";

    /// The strongest agent for the game, with the limits and threads of `spec`.
    fn best(spec: &AgentSpec) -> Box<dyn Agent<Self>>;

    /// A report's agent of this game, with other weights than its own where there are some; `None` for the kinds that serve
    /// every game.
    fn report_agent(
        _spec: &AgentSpec,
        _weights: Option<&WeightFile>,
    ) -> Option<Result<Box<dyn Agent<Self>>, CatalogError>> {
        None
    }

    /// The evaluation of an agent whose spec names none, as long as it is one that has weights.
    fn weighted_default(kind: AgentKind) -> Option<&'static str> {
        (kind == AgentKind::Best).then_some("strong")
    }

    /// The evaluation that a weight file describes, as something to tune.
    ///
    /// # Errors
    /// As for [`Playable::with_weights`].
    fn weight_set(file: &WeightFile) -> Result<Box<dyn WeightSet>, CatalogError>;

    /// What the strongest agent counts its depth in.
    const BEST_UNIT: Unit = Unit::Ply;

    /// How the strongest agent searches.
    fn best_options() -> PvsOptions {
        PvsOptions {
            base: Options { unit: Self::BEST_UNIT, ..Options::default() },
            selectivity: Selectivity { null_move: false, ..Selectivity::ALL },
            ..PvsOptions::default()
        }
    }

    /// The board with what a side's laser would hit; `None` in games without lasers.
    fn beam_diagram(&self, _side: Side) -> Option<Diagram> {
        None
    }

    /// The cheapest path between two cells, see [`Session::path`](crate::Session::path); `None` in games without cells.
    fn path(&self, _from: &str, _to: &str, _free: Option<Side>) -> Option<Result<Option<CellPath>, CatalogError>> {
        None
    }

    /// The exact value of a position for its side to move, where it is less work than those of all its moves.
    ///
    /// # Errors
    /// When it is too much, or was stopped.
    fn exact_value(_: &Game<Self>, _: &Solver, _: Tell<'_>) -> Result<Option<SolvedValue>, CatalogError> {
        Ok(None)
    }

    /// Exact values of all moves, with plies to the end where they are known; `make` allows to compute tables first.
    ///
    /// # Errors
    /// When this game cannot be solved, or not from here.
    fn exact_moves(game: &Game<Self>, solver: &Solver, make: bool, tell: Tell<'_>) -> ExactMoves<Self>;

    /// What tables depend on beside the rules: the size of the board, where there are several.
    fn board_size(&self) -> usize {
        0
    }

    /// Open tables of exact values.
    type Tables: Send;

    /// Opens the folder's tables for the game's board and rules; `None` where there are none.
    ///
    /// # Errors
    /// When a table is damaged or of something else.
    fn open_tables(folder: &Path, game: &Game<Self>) -> Result<Option<Self::Tables>, TableError>;

    /// The moves of a position with their exact values; `None` where the tables do not hold them all.
    ///
    /// # Errors
    /// When a table is damaged.
    fn table_moves(tables: &Self::Tables, pos: &Self) -> Result<Option<TableMoves<Self>>, TableError>;

    /// The exact value of a finished game for `side`.
    fn finished_value(_pos: &Self, outcome: Outcome, side: Side) -> SolvedValue {
        of_outcome(outcome, side)
    }

    /// Calls `job` with the evaluation of this name, which is one of [`Playable::evaluations`]; `None` for another name.
    fn with_named<J: ForEvaluation<Self>>(name: &str, job: J) -> Option<J::Out>;

    /// Calls `job` with the evaluation that a weight file describes.
    ///
    /// # Errors
    /// When the file is for another game or evaluation, or its weights are not right.
    fn with_weights<J: ForEvaluation<Self>>(file: &WeightFile, job: J) -> Result<J::Out, CatalogError>;

    /// Calls `job` with these weights; without any, with the evaluation of this name.
    ///
    /// # Errors
    /// As for [`Playable::with_weights`] and [`Playable::with_evaluation`].
    fn with_chosen<J: ForEvaluation<Self>>(
        weights: Option<&WeightFile>,
        name: &str,
        job: J,
    ) -> Result<J::Out, CatalogError> {
        match weights {
            Some(file) => Self::with_weights(file, job),
            None => Self::with_evaluation(Some(name), job),
        }
    }

    /// Calls `job` with an evaluation: by name, or by the path of a weight file; `None` stands for the default.
    ///
    /// # Errors
    /// When the game has no evaluation of that name, or the file cannot be read.
    fn with_evaluation<J: ForEvaluation<Self>>(name: Option<&str>, job: J) -> Result<J::Out, CatalogError> {
        let Some(name) = name else {
            return Ok(Self::with_named(Self::evaluations()[0].name, job).expect("a listed name is known"));
        };
        if name.contains(['/', '\\', '.']) {
            let text = std::fs::read_to_string(name)
                .map_err(|error| CatalogError::Other(format!("cannot read weight file {}: {error}", quote(name))))?;
            return Self::with_weights(&WeightFile::read(name, &text)?, job);
        }
        if !Self::evaluations().iter().any(|listed| listed.name == name) {
            return Err(unknown::<Self>(name));
        }
        Self::with_named(name, job).ok_or_else(|| unknown::<Self>(name))
    }
}

const NOTHING: Listed =
    Listed { game: "", name: "nothing", about: "0 everywhere: only finished games count", weights: None };

/// The evaluations of the `eval` crate for this game in this order, and nothing.
fn listed(all: &[Listed], first: &str) -> Vec<Listed> {
    let (mut first, rest): (Vec<Listed>, Vec<Listed>) = all.iter().copied().partition(|listed| listed.name == first);
    first.extend(rest);
    first.push(NOTHING);
    first
}

/// A weighted evaluation, read from its shipped file.
fn shipped<E: Weighted>(listed: &[Listed], name: &str) -> E {
    let text = listed.iter().find(|listed| listed.name == name).and_then(|listed| listed.weights);
    let file = WeightFile::read(name, text.expect("a weighted evaluation has its file"));
    file.and_then(|file| E::from_weights(&file)).expect("shipped weights are tested")
}

fn unknown<P: Playable>(name: &str) -> CatalogError {
    CatalogError::UnknownEvaluation {
        found: quote(name),
        game: P::NAME,
        expected: one_of(P::evaluations().iter().map(|info| info.name)),
    }
}

/// The error for a weight file of no evaluation of this game.
fn foreign<P: Playable>(file: &WeightFile) -> CatalogError {
    let names = P::evaluations().into_iter().filter(|listed| listed.weights.is_some()).map(|listed| listed.name);
    CatalogError::Other(format!(
        "a weight file for `{}` of {}: expected one for {} of {}",
        file.evaluation,
        file.game,
        one_of(names.collect::<Vec<_>>()),
        P::NAME
    ))
}
