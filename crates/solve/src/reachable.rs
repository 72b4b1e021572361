//! Exact values of any small game, by retrograde analysis of all positions that can follow.
//!
//! The positions are found by playing all moves from the present one, kept in memory, and valued backwards from the ends
//! of the game. What can be played for ever is a draw; so games that go round in circles are no harder than others. The
//! game needs to bring nothing.
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

use std::collections::HashMap;
use std::ops::ControlFlow;

use plyground_game::{Class, Game, Position};

use crate::horizon::Horizon;
use crate::{
    ExactMove, Indexed, OnProgress, Place, Solvable, SolveError, SolveOptions, SolveProgress, Value, retrograde_until,
};

/// Solves any game of which few positions can follow: as many as find room in [`SolveOptions::table`] MiB.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Retrograde;

/// What a position takes beside itself, about: its number, its value, its moves backwards.
const BESIDE: usize = 64;
/// Positions between two reports of progress.
const TELL_EVERY: usize = 1 << 14;
/// The analysis numbers moves with 32 bits.
const MOST_MOVES: usize = u32::MAX as usize;

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
        let pos = game.position();
        let stopped = SolveError::Stopped { before: "all positions were valued" };
        let horizon = Horizon::of(game);
        let positions = Reachable::from(pos, horizon.drawn(), options, progress)?;
        let stage = format!("{} positions", positions.len());
        let solution = retrograde_until(&positions, &mut |done| {
            progress(&SolveProgress::share(stage.clone(), done));
            if options.stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let solution = solution.ok_or(stopped)?;
        let value = |&mv: &P::Move| {
            let after = pos.after(mv);
            if horizon.ends_at(&after) {
                return Some(ExactMove::by_result(mv, Value::DRAW));
            }
            let value = positions.numbers.get(&after).and_then(|&number| solution.value(number as usize));
            let same_side = after.side_to_move() == pos.side_to_move();
            value.map(|value| ExactMove::by_result(mv, value.before(same_side)))
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

/// All positions that can follow, in the order in which they are found.
struct Reachable<P> {
    positions: Vec<P>,
    numbers: HashMap<P, u32>,
    /// Repetition keys that draw, in ascending order.
    drawn: Vec<u64>,
}

impl<P: Position> Reachable<P> {
    fn from(
        start: &P,
        drawn: &[u64],
        options: &SolveOptions,
        progress: OnProgress<'_>,
    ) -> Result<Reachable<P>, SolveError> {
        let room = (options.table.max(1) << 20) / (2 * size_of::<P>() + BESIDE);
        let most = room.min(1 << 31);
        let numbers = HashMap::from([(start.clone(), 0)]);
        let mut found = Reachable { positions: vec![start.clone()], numbers, drawn: drawn.to_vec() };
        let (mut next, mut moves) = (0, 0);
        while let Some(pos) = found.positions.get(next).cloned() {
            if next.is_multiple_of(TELL_EVERY) {
                progress(&SolveProgress::stage(format!("{} positions found", found.positions.len())));
                if options.stop.is_stopped() {
                    return Err(SolveError::Stopped { before: "all positions were found" });
                }
            }
            let _ = pos.visit_moves(Class::All, |mv| {
                moves += 1;
                found.add(pos.after(mv));
                ControlFlow::<()>::Continue(())
            });
            if found.positions.len() > most || moves > MOST_MOVES {
                return Err(SolveError::TooManyPositions { most });
            }
            next += 1;
        }
        Ok(found)
    }

    /// Whether a move to this position draws by repetition.
    fn is_drawn(&self, pos: &P) -> bool {
        self.drawn.binary_search(&pos.repetition_key()).is_ok() && pos.outcome().is_none()
    }

    fn add(&mut self, pos: P) {
        if self.is_drawn(&pos) {
            return;
        }
        let number = self.positions.len() as u32;
        self.numbers.entry(pos).or_insert_with_key(|pos| {
            self.positions.push(pos.clone());
            number
        });
    }
}

impl<P: Position> Indexed for Reachable<P> {
    type Position = P;

    fn len(&self) -> usize {
        self.positions.len()
    }

    fn position(&self, index: usize) -> Option<P> {
        Some(self.positions[index].clone())
    }

    fn place(&self, pos: &P) -> Place {
        if self.is_drawn(pos) { Place::Known(Value::DRAW) } else { Place::Index(self.numbers[pos] as usize) }
    }
}
