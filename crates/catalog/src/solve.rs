//! Exact values of positions as plain data: what `ply solve` and `ply probe` print.

use std::path::PathBuf;
use std::sync::Arc;

use plyground_game::{Game, Position, SearchHints};
use plyground_play::Start;
use plyground_search::{Source, StopFlag};
use plyground_solve::proof::Sample;
use plyground_solve::{ExactValue, KeptOracle, OnProgress, Solvable, SolveOptions, Solved, TableCheck, TableCounts};
use serde::Serialize;

use crate::entry::Entry;
use crate::error::CatalogError;

/// An exact value: `ply solve` and `ply probe`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Solution {
    /// The game.
    pub game: &'static str,
    /// The rules.
    pub rules: String,
    /// The position.
    pub position: String,
    /// The side to move.
    pub side: &'static str,
    /// Value for the side to move.
    pub value: ExactValue,
    /// Winner; `None` for a draw.
    pub winner: Option<&'static str>,
    /// Plies to the end, if known.
    pub plies: Option<u32>,
    /// Source of the value: `tables`, `solver`, or `rules` for a finished game.
    pub source: &'static str,
    /// Value of every move for the side that makes it, best first.
    pub moves: Vec<SolvedMove>,
}

/// A move with its exact value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SolvedMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Value for the side that makes it.
    pub value: ExactValue,
    /// Winner after it; `None` for a draw.
    pub winner: Option<&'static str>,
    /// Plies to the end, including the move.
    pub plies: Option<u32>,
}

/// Generated tables: `ply solve GAME --database`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MadeTables {
    /// The game.
    pub game: &'static str,
    /// The rules.
    pub rules: String,
    /// The folder.
    #[serde(serialize_with = "plyground_arena::serialize_path")]
    pub tables: PathBuf,
    /// Positions in the tables.
    pub positions: u64,
    /// Wins for the side to move.
    pub wins: u64,
    /// Draws.
    pub draws: u64,
    /// Losses for the side to move.
    pub losses: u64,
    /// Maximum distance to the end of a won or lost game, in plies.
    pub longest: Option<u32>,
}

/// Result of comparing tables with the rules: `ply solve GAME --verify`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CheckedTables {
    /// The game.
    pub game: &'static str,
    /// The rules.
    pub rules: String,
    /// The folder.
    #[serde(serialize_with = "plyground_arena::serialize_path")]
    pub tables: PathBuf,
    /// Positions compared with their successors.
    pub positions: u64,
    /// Positions whose value is missing or differs from that of their best move.
    pub wrong: u64,
    /// Examples, with both values.
    pub examples: Vec<String>,
}

pub(crate) fn make_tables<P: SearchHints>(
    entry: &Entry<P>,
    start: &Start,
    options: &SolveOptions,
    progress: OnProgress<'_>,
) -> Result<MadeTables, CatalogError> {
    let game = start.game::<P>()?;
    let counts = entry.solver_row()?.make_tables(&game, options, progress)?;
    let TableCounts { wins, draws, losses, longest } = counts;
    let (positions, tables, rules) = (counts.positions(), options.tables.clone(), game.rules().to_string());
    Ok(MadeTables { game: P::NAME, rules, tables, positions, wins, draws, losses, longest })
}

pub(crate) fn verify_tables<P: SearchHints>(
    entry: &Entry<P>,
    start: &Start,
    options: &SolveOptions,
    sample: Sample,
    progress: OnProgress<'_>,
) -> Result<CheckedTables, CatalogError> {
    let game = start.game::<P>()?;
    let TableCheck { positions, wrong, examples } =
        entry.solver_row()?.verify_tables(&game, options, sample, progress)?;
    let (tables, rules) = (options.tables.clone(), game.rules().to_string());
    Ok(CheckedTables { game: P::NAME, rules, tables, positions, wrong, examples })
}

/// A shortest forced win: `ply solve khet --mate-in`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Mate {
    /// The game.
    pub game: &'static str,
    /// The rules.
    pub rules: String,
    /// The position.
    pub position: String,
    /// Side to move, whose win is searched.
    pub side: &'static str,
    /// Plies to the win; `None` if there is none within the requested moves.
    pub plies: Option<u32>,
    /// Line of the fastest win against the longest defence.
    pub pv: Vec<String>,
    /// Nodes searched.
    pub nodes: u64,
}

pub(crate) fn solve<P: SearchHints>(
    entry: &Entry<P>,
    start: &Start,
    options: &SolveOptions,
    make: bool,
    progress: OnProgress<'_>,
) -> Result<Solution, CatalogError> {
    let game = start.game::<P>()?;
    let solver = entry.solver_row()?;
    let solved = plyground_solve::solve(&**solver, &game, options, make, progress)?;
    let source = if make && solver.searches() { Source::Solver } else { Source::Tables };
    Ok(Solution::of(&game, &solved, source))
}

impl Solution {
    /// Converts a result to the notation of the game.
    fn of<P: Position>(game: &Game<P>, solved: &Solved<P::Move>, source: Source) -> Solution {
        let pos = game.position();
        let winner = |value: ExactValue| value.winner(pos.side_to_move()).map(P::side_name);
        let moves = solved.moves.iter().map(|found| SolvedMove {
            mv: pos.move_text(found.mv),
            value: found.value,
            winner: winner(found.value),
            plies: found.plies,
        });
        Solution {
            game: P::NAME,
            rules: game.rules().to_string(),
            position: pos.to_string(),
            side: P::side_name(pos.side_to_move()),
            value: solved.value,
            winner: match game.ending() {
                Some(ending) => ending.outcome.winner().map(P::side_name),
                None => winner(solved.value),
            },
            plies: solved.plies,
            source: if game.ending().is_some() { "rules" } else { source.name() },
            moves: moves.collect(),
        }
    }
}

/// Solves one position after another, and reuses its tables.
///
/// ```
/// use plyground_catalog::{Catalog, Start};
/// use plyground_solve::SolveOptions;
///
/// let start = Start { setup: Some("3x2".into()), rules: Some("empty-capture".into()), ..Start::default() };
/// let catalog = Catalog::standard();
/// let solved = catalog.game("kalah")?.solve(&start, &SolveOptions::default(), true, &mut |_| {})?;
/// let json = serde_json::to_value(&solved).expect("plain data can be written");
/// assert_eq!(json["moves"].as_array().map(Vec::len), Some(3));
/// # Ok::<(), plyground_catalog::CatalogError>(())
/// ```
pub trait Oracle: Send {
    /// Returns the exact value of a position and of each move.
    ///
    /// # Errors
    /// Fails if the position cannot be read or solved, or the work was stopped.
    fn solve(&mut self, start: &Start, stop: &StopFlag) -> Result<Solution, CatalogError>;

    /// Returns the exact value of a position for its side to move, which can be faster than with all moves.
    ///
    /// # Errors
    /// Fails like [`Oracle::solve`].
    fn value(&mut self, start: &Start, stop: &StopFlag) -> Result<ExactValue, CatalogError>;
}

pub(crate) struct OracleOf<P: SearchHints>(KeptOracle<P>, Source);

impl<P: SearchHints> OracleOf<P> {
    pub(crate) fn new(solver: Arc<dyn Solvable<P>>, options: SolveOptions) -> OracleOf<P> {
        let source = if solver.searches() { Source::Solver } else { Source::Tables };
        OracleOf(KeptOracle::new(solver, options), source)
    }
}

impl<P: SearchHints> Oracle for OracleOf<P> {
    fn solve(&mut self, start: &Start, stop: &StopFlag) -> Result<Solution, CatalogError> {
        let game = start.game::<P>()?;
        Ok(Solution::of(&game, &self.0.solved(&game, stop)?, self.1))
    }

    fn value(&mut self, start: &Start, stop: &StopFlag) -> Result<ExactValue, CatalogError> {
        Ok(self.0.value(&start.game::<P>()?, stop)?)
    }
}

pub(crate) fn mate<P: Position>(
    game: &Game<P>,
    moves: u32,
    options: &SolveOptions,
    progress: OnProgress<'_>,
) -> Result<Mate, CatalogError> {
    let found = plyground_solve::mate(game, moves, options, progress)?;
    let mut pos = game.position().clone();
    let mut pv = Vec::with_capacity(found.line.len());
    for mv in found.line {
        pv.push(pos.move_text(mv));
        pos.play_unchecked(mv);
    }
    Ok(Mate {
        game: P::NAME,
        rules: game.rules().to_string(),
        position: game.position().to_string(),
        side: P::side_name(game.position().side_to_move()),
        plies: found.plies,
        pv,
        nodes: found.nodes,
    })
}
