//! Perft: counts of move sequences, the first test of a rules crate.
//!
//! `nodes` counts the sequences of exactly the given number of plies. `finished` counts shorter sequences that end the
//! game; they are not expanded. Only the board ends a game: repetition and limits are ignored. At the last ply, moves
//! are counted and not made ([`Position::count_moves`]).
//!
//! ```
//! use plyground_game::{Position, perft::{Perft, divide, perft}};
//!
//! /// Divide splits a perft by first moves, to find the move where two programs differ.
//! fn sums_agree<P: Position>(pos: &P) -> bool {
//!     let parts = divide(pos, 3, 1);
//!     parts.iter().map(|(_, part)| part.nodes).sum::<u64>() == perft(pos, 3).nodes
//! }
//! ```

use core::ops::{AddAssign, ControlFlow};

#[cfg(feature = "std")]
mod divide;

#[cfg(feature = "std")]
pub use divide::{PerftProgress, divide, divide_watched, perft_parallel};

use crate::{Class, Position};

/// Numbers of move sequences.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Perft {
    /// Sequences of exactly the given number of plies.
    pub nodes: u64,
    /// Shorter sequences that ended the game.
    pub finished: u64,
}

impl AddAssign for Perft {
    fn add_assign(&mut self, other: Perft) {
        self.nodes += other.nodes;
        self.finished += other.finished;
    }
}

/// Counts the move sequences of `depth` plies from `pos`.
#[must_use]
pub fn perft<P: Position>(pos: &P, depth: u32) -> Perft {
    if depth == 0 {
        return Perft { nodes: 1, finished: 0 };
    }
    let mut sum = Perft::default();
    let mut moves = 0;
    if depth == 1 {
        moves = pos.count_moves();
        sum.nodes = moves;
    } else {
        let _ = pos.visit_moves(Class::All, |mv| {
            moves += 1;
            sum += perft(&pos.after(mv), depth - 1);
            ControlFlow::<()>::Continue(())
        });
    }
    if moves == 0 {
        // A position without a move is finished, by the contract of [`Position`].
        sum.finished += 1;
    }
    sum
}

/// Counts with depth in *turns*: all consecutive moves of a side are one level, as in the report on Kalaha without
/// capture. `nodes` counts the sequences that end with the last of `turns` changes of the side to move.
///
/// ```
/// use plyground_game::{Position, perft::{perft, perft_turns}};
///
/// /// If sides strictly alternate, turns are plies.
/// fn alternates<P: Position>(pos: &P) -> bool {
///     perft(pos, 3) == perft_turns(pos, 3)
/// }
/// ```
#[must_use]
pub fn perft_turns<P: Position>(pos: &P, turns: u32) -> Perft {
    if turns == 0 {
        return Perft { nodes: 1, finished: 0 };
    }
    let mut sum = Perft::default();
    let mut moves = 0;
    let _ = pos.visit_moves(Class::All, |mv| {
        moves += 1;
        let after = pos.after(mv);
        let changed = after.side_to_move() != pos.side_to_move();
        sum += perft_turns(&after, turns - u32::from(changed));
        ControlFlow::<()>::Continue(())
    });
    sum.finished += u64::from(moves == 0);
    sum
}
