//! What a game brings so that its values can be proved by subproblems.

use plyground_game::{Game, Outcome, Position, Side};
use plyground_search::StopFlag;

use crate::{ExactValue, SolveError, SolveOptions};

/// What is known of values without a search, and who finds out more. All values are for the side to move of a position.
pub trait Provable<P: Position>: Send + Sync {
    /// Returns the least and the largest value that a position can have: a loss and a win, where the game says no more.
    fn range(&self, _pos: &P) -> (i32, i32) {
        (-1, 1)
    }

    /// Returns the value of a finished game for a side.
    fn finished(&self, _pos: &P, outcome: Outcome, side: Side) -> i32 {
        ExactValue::of_outcome(outcome, side).rank()
    }

    /// By how much two values of a position differ at least; both ends of its range are such values.
    fn step(&self) -> i32 {
        1
    }

    /// About the value of a position: what subproblems are chosen by. Proofs do not depend on it, only how long they take.
    fn guess(&self, _pos: &P) -> i32 {
        0
    }

    /// Answers for positions of the board and the rules of a game; [`ProofNumbers::prover`](crate::ProofNumbers::prover)
    /// does for any game that comes to an end.
    ///
    /// # Errors
    /// When they cannot be answered for.
    fn prover(&self, game: &Game<P>, options: &SolveOptions) -> Result<Box<dyn Prover<P>>, SolveError>;
}

/// Answers subproblems, one after another, and keeps what helps with the next.
pub trait Prover<P: Position>: Send {
    /// Returns whether the value of an unfinished position for its side to move is at least `at`, with the limit of
    /// turns of the rules counted from [`Position::turns_played`].
    ///
    /// # Errors
    /// When that cannot be found out, or the work was stopped.
    fn at_least(&mut self, pos: &P, at: i32, stop: &StopFlag) -> Result<bool, SolveError>;
}
