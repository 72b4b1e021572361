//! Kalah with relevant stores: a majority in a store ends the game, or the board is too large for databases.
//!
//! Null-window alpha-beta to the end of the game, as in [`search`](super::search), but over whole positions. Seeds
//! never leave a store, so the seeds in the houses bound the final difference. A transposition table stores the proved
//! bounds. The depth of an entry is the logarithm of its work, so costly entries stay.

use plyground_game::{Move, Position, Score};
use plyground_kalah::{House, Kalah, MAX_HOUSES};
use plyground_search::{Bound, Budget, Entry, Job, MAX_PLY, StopFlag, Stopped, TranspositionTable};

use super::lead;
use crate::{ExactMove, SolveError};

/// Solver of positions of any board and rules; its table is preserved between positions.
#[derive(Debug)]
pub(super) struct StoreSolver {
    table: TranspositionTable,
}

impl StoreSolver {
    /// Returns a solver with a table of this many MiB.
    pub(super) fn new(mebibytes: usize) -> StoreSolver {
        let table = TranspositionTable::new(mebibytes);
        table.advise(None);
        StoreSolver { table }
    }

    /// Returns the final store difference for the side to move; a good `guess` saves time.
    pub(super) fn value(&self, pos: &Kalah, guess: i32, budget: &mut Budget) -> Result<i32, Stopped> {
        let (mut lower, mut upper) = range(pos);
        // The value is at least the lower bound, so the first window is above it.
        let mut at = guess.clamp(lower + 1, upper.max(lower + 1));
        while lower < upper {
            let value = self.test(pos, at, 0, budget)?;
            if value >= at {
                lower = value;
                at = value + 1;
            } else {
                upper = value;
                at = value;
            }
        }
        Ok(lower)
    }

    /// Returns whether the final store difference for the side to move is at least `at`.
    pub(super) fn at_least(&self, pos: &Kalah, at: i32, budget: &mut Budget) -> Result<bool, Stopped> {
        self.test(pos, at, 0, budget).map(|value| value >= at)
    }

    /// Returns the final margins of all moves; `each` is called before a move is searched.
    pub(super) fn moves(
        &self,
        pos: &Kalah,
        stop: &StopFlag,
        mut each: impl FnMut(House),
    ) -> Result<Vec<ExactMove<House>>, SolveError> {
        let mut budget = Budget::new(Job { stop: stop.clone(), ..Job::default() });
        let value = |&mv| {
            each(mv);
            let after = pos.after(mv);
            let value = self.value(&after, lead(&after), &mut budget);
            let value = value.map_err(|Stopped| SolveError::Stopped { before: "the end of the game was reached" })?;
            let is_same_side = after.side_to_move() == pos.side_to_move();
            Ok(ExactMove::by_margin(mv, if is_same_side { value } else { -value }))
        };
        pos.legal_moves().iter().map(value).collect()
    }

    /// Returns a lower bound of the value if it reaches `at`, otherwise an upper bound, which is below `at`.
    fn test(&self, pos: &Kalah, at: i32, ply: u32, budget: &mut Budget) -> Result<i32, Stopped> {
        let side = pos.side_to_move();
        let (lower, upper) = range(pos);
        if lower >= at || lower == upper {
            return Ok(lower);
        }
        if upper < at {
            return Ok(upper);
        }
        let key = pos.key();
        let known = self.table.probe(key);
        if let Some(Entry { score, bound, .. }) = known
            && (score.value() >= at) == (bound == Bound::Lower)
        {
            return Ok(score.value());
        }
        if ply >= MAX_PLY {
            return Err(Stopped);
        }
        budget.count_node()?;
        let before = budget.nodes();
        let (mut most, mut best) = (i32::MIN, None);
        for mv in ordered(pos, known.and_then(|entry| entry.mv)).into_iter().flatten() {
            let after = pos.after(mv);
            let value = if after.side_to_move() == side {
                self.test(&after, at, ply + 1, budget)?
            } else {
                -self.test(&after, 1 - at, ply + 1, budget)?
            };
            most = most.max(value);
            if value >= at {
                best = Some(Move::index(mv) as u16);
                break;
            }
        }
        let bound = if best.is_some() { Bound::Lower } else { Bound::Upper };
        let depth = (budget.nodes() - before + 1).ilog2();
        self.table.store(key, Entry { mv: best, score: Score::new(most), depth, bound });
        Ok(most)
    }
}

/// Returns the legal moves in search order: the hash move, extra turns, then moves that gain seeds.
fn ordered(pos: &Kalah, tt_move: Option<u16>) -> [Option<House>; MAX_HOUSES] {
    let side = pos.side_to_move();
    let mut moves = [None; MAX_HOUSES];
    let mut orders = [0; MAX_HOUSES];
    for (count, mv) in pos.legal_moves().into_iter().enumerate() {
        let after = pos.after(mv);
        let gained = i32::from(after.store(side) - pos.store(side));
        let balance = i32::from(after.seeds_in_houses(side)) - i32::from(after.seeds_in_houses(!side));
        let order = match tt_move {
            Some(tt_move) if usize::from(tt_move) == Move::index(mv) => i32::MAX,
            _ if after.side_to_move() == side => 17 * gained + 16 * mv.number() as i32 + balance + 128,
            _ => 17 * gained + 16 * mv.number() as i32 + balance,
        };
        let place = orders[..count].partition_point(|&other| other >= order);
        orders.copy_within(place..count, place + 1);
        moves.copy_within(place..count, place + 1);
        (orders[place], moves[place]) = (order, Some(mv));
    }
    moves
}

/// Returns the minimum and maximum final difference that the stores allow; for a finished game both are its margin.
fn range(pos: &Kalah) -> (i32, i32) {
    if let Some(margin) = pos.final_margin(pos.side_to_move()) {
        return (margin, margin);
    }
    let left = i32::from(pos.total() - pos.store(pos.side_to_move()) - pos.store(!pos.side_to_move()));
    (lead(pos) - left, lead(pos) + left)
}
