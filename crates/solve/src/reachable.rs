//! Exact values of any small game, by retrograde analysis of all positions that can follow.
//!
//! The positions are found by playing all moves from the present one, kept in memory, and valued backwards from the ends
//! of the game. What can be played for ever is a draw; so games that go round in circles are no harder than others. The
//! game needs to bring nothing. It is the case of [`Tiers`](crate::Tiers) with one tier and without files.
//!
//! Positions of the game so far of which one more occurrence draws are drawn; [`solve`](crate::solve()) counts a limit of turns
//! by the distances.
//!
//! ```
//! use plyground_game::Game;
//! use plyground_kalah::Kalah;
//! use plyground_solve::{ExactValue, Retrograde, SolveOptions, Wdl, solve};
//!
//! let game = Game::<Kalah>::new(&"2x2".parse()?, &Default::default());
//! let options = SolveOptions { table: 1, ..SolveOptions::default() };
//! let solved = solve(&Retrograde, &game, &options, true, &mut |_| {})?;
//! assert_eq!((solved.value, solved.plies), (ExactValue::Result(Wdl::Loss), Some(5)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::ops::ControlFlow;

use plyground_game::{Game, Position};

use crate::horizon::Horizon;
use crate::retrograde::{Unsolved, retrograde_with};
use crate::tiers::{Layout, Reached, room};
use crate::{
    ExactMove, Indexed, OnProgress, Place, Solution, Solvable, SolveError, SolveOptions, SolveProgress, Value,
};

/// Solves any game of which few positions can follow: as many as find room in [`SolveOptions::table`] MiB.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Retrograde;

/// A position of a retrograde analysis. The analysis finds its value in the pass with the number of [`Value::plies`]: pass 0 values
/// the finished positions. Draws stay without a pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValuedPosition<P: Position> {
    /// The position.
    pub pos: P,
    /// Its value for the side to move.
    pub value: Value,
    /// Its moves, each with the place of the position that it leads to; `None` for a position that draws by repetition.
    pub successors: Vec<(P::Move, Option<usize>)>,
}

impl Retrograde {
    /// Values every position that can follow the present one, as [`Solvable::exact_moves`] does, and lists them in the order of
    /// their keys.
    ///
    /// # Errors
    /// When there are more positions than `most` or than find room in [`SolveOptions::table`] MiB, or the work was stopped.
    pub fn positions<P: Position>(
        game: &Game<P>,
        most: usize,
        options: &SolveOptions,
    ) -> Result<Vec<ValuedPosition<P>>, SolveError> {
        let most = most.min(room::<P>(options));
        let horizon = Horizon::of(game);
        let (positions, solution) = value_all(game.position(), horizon.drawn(), most, options, &mut |_| {})?;
        let valued = (0..positions.len()).filter_map(|index| {
            let (pos, value) = (positions.position(index)?, solution.value(index)?);
            // A finished position may have moves by the rules of movement alone.
            let moves = if pos.outcome().is_some() { Default::default() } else { pos.legal_moves() };
            let place = |&mv: &P::Move| match positions.place(&pos.after(mv)) {
                Place::Index(place) => (mv, Some(place)),
                Place::Known(_) => (mv, None),
            };
            Some(ValuedPosition { successors: moves.iter().map(place).collect(), pos, value })
        });
        Ok(valued.collect())
    }
}

/// Finds all positions that can follow, and values them.
fn value_all<P: Position>(
    pos: &P,
    drawn: &[u64],
    most: usize,
    options: &SolveOptions,
    progress: OnProgress<'_>,
) -> Result<(Reached<P>, Solution), SolveError> {
    let positions = Reached::from(pos, Layout::flat(), drawn, most, options, progress)?;
    let stage = format!("{} positions", positions.len());
    let solution = retrograde_with(&positions, options.threads, &mut |done| {
        progress(&SolveProgress::share(stage.clone(), done));
        if options.stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let solution = solution.map_err(|unsolved| match unsolved {
        Unsolved::Stopped => SolveError::Stopped { before: "all positions were valued" },
        Unsolved::TooLarge | Unsolved::TooLong => SolveError::TooManyPositions { most },
    })?;
    Ok((positions, solution))
}

impl<P: Position> Solvable<P> for Retrograde {
    fn exact_moves(
        &self,
        game: &Game<P>,
        options: &SolveOptions,
        make: bool,
        progress: OnProgress<'_>,
    ) -> Result<Vec<ExactMove<P::Move>>, SolveError> {
        if !make {
            return Err(SolveError::NothingStored { game: P::NAME });
        }
        let (pos, most) = (game.position(), room::<P>(options));
        let horizon = Horizon::of(game);
        let (positions, solution) = value_all(pos, horizon.drawn(), most, options, progress)?;
        let value = |&mv: &P::Move| {
            let after = pos.after(mv);
            if horizon.ends_at(&after) {
                return Some(ExactMove::by_result(mv, Value::DRAW));
            }
            let Place::Index(number) = positions.place(&after) else { return None };
            let same_side = after.side_to_move() == pos.side_to_move();
            solution.value(number).map(|value| ExactMove::by_result(mv, value.before(same_side)))
        };
        Ok(pos.legal_moves().iter().filter_map(value).collect())
    }

    fn counts_repetitions(&self) -> bool {
        true
    }

    fn searches(&self) -> bool {
        true
    }
}
