//! Interface of a game whose values are proved by subproblems.

use plyground_game::{Game, Outcome, Position, Side};
use plyground_search::StopFlag;

use crate::{ExactValue, SolveError, SolveOptions};

/// Values that are known without a search, and the prover of all others. All values are for the side to move of a
/// position.
pub trait Provable<P: Position>: Send + Sync {
    /// Returns the minimum and maximum value that a position can have; default: a loss and a win.
    fn range(&self, _pos: &P) -> (i32, i32) {
        (-1, 1)
    }

    /// Returns the value of a finished game for a side.
    fn finished(&self, _pos: &P, outcome: Outcome, side: Side) -> i32 {
        ExactValue::of_outcome(outcome, side).rank()
    }

    /// Returns the minimum difference of two distinct values of a position; both ends of its range are such values.
    fn step(&self) -> i32 {
        1
    }

    /// Estimates the value of a position. Proofs do not depend on the estimate, only the time to find them.
    fn guess(&self, _pos: &P) -> i32 {
        0
    }

    /// Returns a prover for positions of the board and the rules of a game.
    /// [`ProofNumbers::prover`](crate::ProofNumbers::prover) works for any game that always ends.
    ///
    /// # Errors
    /// Returns an error if there is no prover for the game.
    fn prover(&self, game: &Game<P>, options: &SolveOptions) -> Result<Box<dyn Prover<P>>, SolveError>;
}

/// Solver of subproblems, one after another, which reuses its results.
pub trait Prover<P: Position>: Send {
    /// Returns whether the value of an unfinished position for its side to move is at least `at`, with the turn limit
    /// of the rules counted from [`Position::turns_played`].
    ///
    /// # Errors
    /// Returns an error if the question cannot be answered or the work is stopped.
    fn at_least(&mut self, pos: &P, at: i32, stop: &StopFlag) -> Result<bool, SolveError>;

    /// Returns another prover that shares the read-only tables of this one, if it has any.
    fn fork(&self) -> Option<Box<dyn Prover<P>>> {
        None
    }
}
