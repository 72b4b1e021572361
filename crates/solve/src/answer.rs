//! Exact values of a position and its moves, and shortest forced wins.

use std::cmp::Reverse;

use plyground_game::{Game, Move, Position};
use plyground_search::has_room_for_table;

use crate::dfpn::{Dfpn, Stopped};
use crate::horizon::{Counted, Horizon};
use crate::{ExactMove, ExactValue, OnProgress, Solvable, SolveError, SolveOptions, SolveProgress};

/// Largest table in MiB that is allocated without checking the available memory.
const UNCHECKED_TABLE: usize = 1024;

/// Exact value of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved<M> {
    /// Value for the side to move.
    pub value: ExactValue,
    /// Plies to the end of the game, if known.
    pub plies: Option<u32>,
    /// Moves with their values, best first. Empty if only the value was requested or the game is over.
    pub moves: Vec<ExactMove<M>>,
}

/// Result of a search for a shortest forced win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mate<M> {
    /// Plies to the win; `None` if there is no win within the requested number of moves.
    pub plies: Option<u32>,
    /// Line of the shortest win against the longest defence.
    pub line: Vec<M>,
    /// Number of nodes searched.
    pub nodes: u64,
}

/// Returns the exact value of the current position and of each of its moves, under the rules of the game with its turn
/// limit and its repetitions. If `make` is false, missing tables are an error and are not computed. With
/// [`SolveOptions::value_only`] the moves are omitted.
///
/// # Errors
/// Returns an error if the position cannot be solved, draws by history cannot be counted, tables are missing or
/// damaged, or the work is stopped.
///
/// ```
/// use plyground_game::Game;
/// use plyground_kalah::Kalah;
/// use plyground_solve::{ExactValue, SolveOptions, kalah::ExactKalah, solve};
///
/// let game = Game::<Kalah>::new(&"3x2".parse()?, &"empty-capture".parse()?);
/// let options = SolveOptions { table: 1, ..SolveOptions::default() };
/// let solved = solve(&ExactKalah, &game, &options, true, &mut |_| {})?;
/// assert_eq!((solved.moves.len(), solved.value), (3, solved.moves[0].value));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve<P: Position>(
    solvable: &dyn Solvable<P>,
    game: &Game<P>,
    options: &SolveOptions,
    make: bool,
    progress: OnProgress<'_>,
) -> Result<Solved<P::Move>, SolveError> {
    let pos = game.position();
    if let Some(ending) = game.ending() {
        let value = solvable.finished_value(pos, ending.outcome, pos.side_to_move());
        return Ok(Solved { value, plies: Some(0), moves: Vec::new() });
    }
    if make {
        check_room(options.table)?;
    }
    let horizon = Horizon::of(game);
    if make
        && options.value_only
        && horizon.is_open()
        && let Some(value) = solvable.exact_value(game, options, progress)?
    {
        return Ok(Solved { value, plies: None, moves: Vec::new() });
    }
    if options.keep.is_some() {
        return Err(SolveError::NotKept);
    }
    let moves = solvable.exact_moves(game, options, make, progress)?;
    let counted = if solvable.counts_repetitions() { Counted::BySolver } else { Counted::No };
    let mut solved = Solved::of_moves(game, horizon.settle(game, moves, counted)?)?;
    if options.value_only {
        solved.moves.clear();
    }
    Ok(solved)
}

/// Checks that there is memory for a large table.
pub(crate) fn check_room(mebibytes: usize) -> Result<(), SolveError> {
    if mebibytes > UNCHECKED_TABLE && !has_room_for_table(mebibytes) {
        return Err(SolveError::NoRoom { mebibytes });
    }
    Ok(())
}

impl<M: Move> Solved<M> {
    /// Derives the value of a position from the exact values of its moves.
    ///
    /// # Errors
    /// Returns an error if there are no moves.
    pub fn of_moves<P: Position<Move = M>>(
        game: &Game<P>,
        mut moves: Vec<ExactMove<M>>,
    ) -> Result<Solved<M>, SolveError> {
        // Best first: by value, then by the shortest win and the longest defence.
        moves.sort_by_cached_key(|mv| Reverse(mv.worth()));
        match moves.first() {
            Some(&ExactMove { value, plies, .. }) => Ok(Solved { value, plies, moves }),
            None => Err(SolveError::NoMove { game: P::NAME, position: game.position().to_string() }),
        }
    }
}

/// Returns the shortest forced win of the side to move within `moves` of its moves, which are 2 x `moves` - 1 plies, under the
/// rules of the game with its turn limit and its repetitions. At Kalah, a side can move several times in these plies. Of the
/// options, only the table size and the stop flag are used.
///
/// # Errors
/// Returns an error if draws by history cannot be counted or the work is stopped.
pub fn mate<P: Position>(
    game: &Game<P>,
    moves: u32,
    options: &SolveOptions,
    progress: OnProgress<'_>,
) -> Result<Mate<P::Move>, SolveError> {
    let most = moves.saturating_mul(2).saturating_sub(1).max(1);
    let none = |nodes| Mate { plies: None, line: Vec::new(), nodes };
    if game.ending().is_some() {
        return Ok(none(0));
    }
    let horizon = Horizon::of(game);
    let most = horizon.left().map_or(most, |left| left.min(most));
    check_room(options.table)?;
    let mut search = Dfpn::new(options.table);
    search.draw_at(horizon.drawn());
    let found = search.shortest_win_watched(game.position(), most, &options.stop, &mut |plies, nodes| {
        let unit = if plies == 1 { "ply" } else { "plies" };
        progress(&SolveProgress::stage(format!("no win within {plies} {unit}, {nodes} nodes")));
    });
    let win = found.map_err(|Stopped| SolveError::Stopped { before: "all moves were searched" })?;
    let Some(win) = win else { return Ok(none(search.nodes())) };
    horizon.check_win(game, win.plies, Counted::BySolver)?;
    Ok(Mate { plies: Some(win.plies), line: win.line, nodes: search.nodes() })
}
