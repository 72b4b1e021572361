//! Making a database: layer by layer of seeds, and in a layer as the moves ask for it.
//!
//! A sowing that reaches a store, or captures, leads to a layer that is known. One that only moves seeds within the own
//! houses stays in its layer; such sowings bring seeds nearer to a store and so cannot go on for ever. A position that
//! is asked for before its turn is valued on the spot.

use std::sync::atomic::{AtomicI8, Ordering};

use super::houses::{After, Board, Houses};
use super::rank::Ranking;
use crate::parallel;

/// Not valued yet: no value is so low, for no board has 128 seeds in houses.
const UNKNOWN: i8 = i8::MIN;
/// Numbers that a thread takes at a time.
const PART: u64 = 1 << 16;

/// Values positions of a board by their numbers.
pub(super) struct Build<'a> {
    board: &'a Board,
    ranking: &'a Ranking,
    // Threads may value the same position at the same time; they write the same value.
    values: Vec<AtomicI8>,
}

impl<'a> Build<'a> {
    /// For all positions with up to `seeds` seeds in the houses, which must fit in memory.
    pub(super) fn new(board: &'a Board, ranking: &'a Ranking, seeds: usize) -> Build<'a> {
        let len = ranking.below(seeds + 1).expect("what fits in memory can be counted");
        Build { board, ranking, values: (0..len).map(|_| AtomicI8::new(UNKNOWN)).collect() }
    }

    /// Values all positions with exactly so many seeds; those with fewer must be valued.
    pub(super) fn layer(&self, seeds: usize, threads: usize) {
        let below = |seeds| self.ranking.below(seeds).expect("what fits in memory can be counted");
        let (begin, end) = (below(seeds), below(seeds + 1));
        let parts = (begin..end).step_by(PART as usize);
        parallel::for_each(
            threads,
            parts,
            || (),
            |(), first| {
                let mut houses = self.ranking.unrank(first);
                for rank in first..(first + PART).min(end) {
                    if self.known(rank).is_none() {
                        self.value(rank, houses);
                    }
                    houses = next(houses, self.board.houses());
                }
            },
        );
    }

    /// The values by number.
    pub(super) fn finish(self) -> Vec<i8> {
        self.values.into_iter().map(AtomicI8::into_inner).collect()
    }

    #[inline]
    fn known(&self, rank: u64) -> Option<i32> {
        let value = self.values[rank as usize].load(Ordering::Relaxed);
        if value == UNKNOWN { None } else { Some(value.into()) }
    }

    fn value(&self, rank: u64, houses: Houses) -> i32 {
        let value = self.board.finished(houses).unwrap_or_else(|| self.best(houses));
        self.values[rank as usize].store(value as i8, Ordering::Relaxed);
        value
    }

    fn best(&self, houses: Houses) -> i32 {
        let mut best = i32::MIN;
        for house in 0..self.board.houses() {
            if houses.own_house(house) == 0 {
                continue;
            }
            let value = match self.board.after(houses, house) {
                After::Over(value) => value,
                After::On { houses, gained, again } => {
                    let rank = self.ranking.rank(houses);
                    let value = self.known(rank).unwrap_or_else(|| self.value(rank, houses));
                    if again { gained + value } else { gained - value }
                }
            };
            best = best.max(value);
        }
        best
    }
}

/// The position with the next number; anything at the end of a layer, when the seeds are too many for the layer.
fn next(houses: Houses, count: usize) -> Houses {
    // All seeds before the first occupied house but the first one are in the first house: they and one seed of that
    // occupied house go to the house before it.
    let first = houses.own & 0xff;
    let mut all = [houses.own & !0xff, houses.other];
    let low = (all[0].trailing_zeros() / 8) as usize;
    let place = if low < count { low } else { count + (all[1].trailing_zeros() / 8) as usize };
    let bit = |place: usize| if place < count { (0, 8 * place) } else { (1, 8 * (place - count)) };
    if place < 2 * count {
        let (side, shift) = bit(place);
        all[side] -= 1 << shift;
    }
    let (side, shift) = bit(place.min(2 * count) - 1);
    all[side] += (first + 1) << shift;
    Houses { own: all[0], other: all[1] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_follow_in_the_order_of_their_numbers() {
        for count in 1..=6 {
            let ranking = Ranking::new(count);
            let mut houses = ranking.unrank(0);
            for rank in 0..ranking.below(5).unwrap() {
                assert_eq!(ranking.unrank(rank), houses, "{count} {rank}");
                houses = next(houses, count);
            }
        }
    }
}
