//! Numbers for positions: one for each way to lay up to so many seeds into the houses of both sides.
//!
//! With `P(j)` seeds in the first `j` of all `n` houses, a position is the list `P(1) <= P(2) <= … <= P(n)`, a multiset,
//! and its number in the combinatorial number system is the sum of `C(P(j) + j - 1, j)`. The last term
//! depends on all seeds alone: positions with fewer seeds have lower numbers, those with exactly `s` begin at
//! `C(s + n - 1, n)`, and there is no hole.

use super::houses::{Houses, MAX_HOUSES, MAX_SEEDS, prefix_sums};

/// The terms of the sum by house, first those of the side to move.
#[derive(Clone, Debug)]
pub(super) struct Ranking {
    houses: usize,
    own: Box<[[u64; MAX_SEEDS + 1]; MAX_HOUSES]>,
    other: Box<[[u64; MAX_SEEDS + 1]; MAX_HOUSES]>,
}

/// The number of ways to choose `k` of `n`; `None` when it does not fit.
pub(super) fn binomial(n: u64, k: u64) -> Option<u64> {
    let product = (0..k).try_fold(1u128, |product, at| {
        product.checked_mul(u128::from(n.checked_sub(at)?)).map(|product| product / u128::from(at + 1))
    })?;
    u64::try_from(product).ok()
}

impl Ranking {
    /// For boards with `houses` a side, at most [`MAX_HOUSES`].
    pub(super) fn new(houses: usize) -> Ranking {
        let side = |first: usize| {
            // The houses that the board does not have add nothing.
            let mut terms = Box::new([[0; MAX_SEEDS + 1]; MAX_HOUSES]);
            for (house, terms) in terms.iter_mut().enumerate().take(houses) {
                let j = (first + house + 1) as u64;
                for (seeds, term) in terms.iter_mut().enumerate() {
                    *term = binomial(seeds as u64 + j - 1, j).expect("127 seeds in 12 houses fit in 64 bits");
                }
            }
            terms
        };
        Ranking { houses, own: side(0), other: side(houses) }
    }

    /// The number of a position.
    #[inline(always)]
    pub(super) fn rank(&self, houses: Houses) -> u64 {
        let own = prefix_sums(houses.own);
        // The seeds of the first side are before all houses of the second.
        let other = prefix_sums(houses.other + (own >> 56));
        let at = |sums: u64, house: usize| (sums >> (8 * house)) as usize & MAX_SEEDS;
        let mut rank = 0;
        for house in 0..MAX_HOUSES {
            rank += self.own[house][at(own, house)] + self.other[house][at(other, house)];
        }
        rank
    }

    /// How many positions have fewer than `seeds` in the houses, at most 128; `None` when there are more than 2^64.
    pub(super) fn below(&self, seeds: usize) -> Option<u64> {
        let n = 2 * self.houses as u64;
        if seeds == 0 { Some(0) } else { binomial(seeds as u64 + n - 1, n) }
    }

    /// The position with this number; there must be no more than [`MAX_SEEDS`] seeds in it.
    pub(super) fn unrank(&self, rank: u64) -> Houses {
        let mut rest = rank;
        let mut sums = [0; 2 * MAX_HOUSES];
        let mut most = MAX_SEEDS;
        for house in (0..2 * self.houses).rev() {
            let terms = match house.checked_sub(self.houses) {
                Some(other) => &self.other[other],
                None => &self.own[house],
            };
            most = terms[..=most].partition_point(|&term| term <= rest) - 1;
            rest -= terms[most];
            sums[house] = most as u64;
        }
        let side = |first: usize| {
            (first..first + self.houses).fold(0, |side, house| {
                let before = if house == 0 { 0 } else { sums[house - 1] };
                side | (sums[house] - before) << (8 * (house - first))
            })
        };
        Houses { own: side(0), other: side(self.houses) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_dense_and_come_back() {
        for houses in 1..=MAX_HOUSES {
            let ranking = Ranking::new(houses);
            let end = ranking.below(if houses > 4 { 6 } else { 9 }).unwrap();
            let mut seeds = 0;
            for rank in 0..end {
                let pos = ranking.unrank(rank);
                assert_eq!(ranking.rank(pos), rank, "{houses} {pos:?}");
                assert!(pos.seeds() == seeds || pos.seeds() == seeds + 1);
                seeds = pos.seeds();
            }
        }
    }

    #[test]
    fn the_fullest_boards_have_numbers() {
        let ranking = Ranking::new(6);
        for houses in [Houses { own: 127, other: 0 }, Houses { own: 0, other: 127 << 40 }] {
            assert_eq!(ranking.unrank(ranking.rank(houses)), houses);
        }
        assert_eq!(ranking.rank(Houses { own: 0, other: 127 << 40 }), ranking.below(127).unwrap());
        assert_eq!(ranking.rank(Houses { own: 127, other: 0 }), ranking.below(128).unwrap() - 1);
    }
}
