//! Numbering of positions: one number for each way to distribute up to a number of seeds over the houses of both sides.
//!
//! One side with `P(j)` seeds in its first `j` of `m` houses is the list `P(1) <= P(2) <= … <= P(m)`, a multiset. Its
//! number in the combinatorial number system is the sum of `C(P(j) + j - 1, j)`; the last term depends only on the
//! total and is omitted. The sides with `n` seeds therefore have the numbers below `C(n + m - 1, m - 1)`, and moving a
//! seed nearer to the store decreases the number.
//!
//! Positions are ordered by the total, then by the seeds of the poorer side. In such a group the number of the richer
//! side selects a row: first the positions where the richer side is to move, then those where the poorer side is. The
//! number of the poorer side is the index in the row. The successors of a position are therefore in few adjacent rows,
//! and [building a database](super::build) in this order finds them in the cache. The numbering has no holes.

use super::houses::{Houses, MAX_HOUSES, MAX_SEEDS, prefix_sums};

/// Number of different seed counts of a side.
pub(super) const SIDE: usize = MAX_SEEDS + 1;
/// Maximum number of houses per side of a common board, whose numbers have fewer terms.
const COMMON: usize = 6;

/// Order of positions.
#[derive(Clone, Debug)]
pub(super) struct Ranking {
    houses: usize,
    /// Terms of the sum by house and seeds; 0 for the last house and for missing houses. A term that does not fit belongs to
    /// positions without a number below 2^64 or that [no solver takes](super::memory::numbers).
    terms: Box<[[u32; SIDE]; MAX_HOUSES - 1]>,
    /// Groups by the seeds of the side to move and of the other side.
    groups: Vec<[Group; SIDE]>,
    /// Number of sides by their seeds.
    counts: Vec<u64>,
}

/// Positions with the same numbers of seeds.
#[derive(Clone, Copy, Default, Debug)]
struct Group {
    first: u64,
    /// Factors of the number of the side to move and of the number of the other side.
    own: u32,
    other: u32,
}

/// Positions with the same seeds on the poorer side: `row_count` rows of one or two planes, each of `row_len`
/// positions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Division {
    pub(super) rich: usize,
    pub(super) poor: usize,
    /// Number of the first position.
    pub(super) first: u64,
    pub(super) row_count: usize,
    /// One plane for each side to move, or one for both if the sides have the same number of seeds.
    pub(super) plane_count: usize,
    pub(super) row_len: usize,
}

/// Returns the number of positions with fewer than `seeds` seeds in the houses of both sides, at most 128; `None` if there
/// are more than 2^64.
pub(super) const fn below(houses: usize, seeds: usize) -> Option<u64> {
    let n = 2 * houses as u64;
    binomial(seeds as u64 + n - 1, n)
}

/// Returns the number of ways to choose `k` of `n`; `None` if it does not fit.
pub(super) const fn binomial(n: u64, k: u64) -> Option<u64> {
    let (mut product, mut at) = (1u128, 0);
    while at < k {
        let Some(factor) = n.checked_sub(at) else { return None };
        let Some(next) = product.checked_mul(factor as u128) else { return None };
        at += 1;
        product = next / at as u128;
    }
    if product <= u64::MAX as u128 { Some(product as u64) } else { None }
}

impl Ranking {
    /// Creates the numbering for boards with `houses` houses per side, from 1 to [`MAX_HOUSES`].
    pub(super) fn new(houses: usize) -> Ranking {
        let choose = |n: usize, k: usize| binomial(n as u64, k as u64).expect("127 seeds in 8 houses fit in 64 bits");
        let mut terms = Box::new([[0; SIDE]; MAX_HOUSES - 1]);
        for (house, terms) in terms.iter_mut().enumerate().take(houses - 1) {
            for (seeds, term) in terms.iter_mut().enumerate() {
                *term = u32::try_from(choose(seeds + house, house + 1)).unwrap_or(u32::MAX);
            }
        }
        let counts: Vec<u64> = (0..SIDE).map(|seeds| choose(seeds + houses - 1, houses - 1)).collect();
        let mut groups = vec![[Group::default(); SIDE]; SIDE];
        let mut first = 0;
        for seeds in (0..SIDE).take_while(|&seeds| below(houses, seeds + 1).is_some()) {
            for poor in 0..=seeds / 2 {
                let rich = seeds - poor;
                let row = counts[poor] as u32;
                if poor == rich {
                    groups[rich][poor] = Group { first, own: row, other: 1 };
                    first += counts[rich] * counts[poor];
                } else {
                    groups[rich][poor] = Group { first, own: 2 * row, other: 1 };
                    groups[poor][rich] = Group { first: first + counts[poor], own: 1, other: 2 * row };
                    first += 2 * counts[rich] * counts[poor];
                }
            }
        }
        Ranking { houses, terms, groups, counts }
    }

    /// Returns the number of a side among those with the same number of seeds, and its seeds.
    #[inline(always)]
    pub(super) fn side(&self, side: u64) -> (u64, usize) {
        let sums = prefix_sums(side);
        let term = |house: usize| self.terms[house][(sums >> (8 * house)) as usize & MAX_SEEDS];
        let mut number = (0..COMMON - 1).map(term).sum::<u32>();
        if self.houses > COMMON {
            number += (COMMON - 1..MAX_HOUSES - 1).map(term).sum::<u32>();
        }
        (number.into(), (sums >> 56) as usize & MAX_SEEDS)
    }

    /// Returns the number of the position with these sides.
    #[inline(always)]
    pub(super) fn join(&self, (own, own_seeds): (u64, usize), (other, other_seeds): (u64, usize)) -> u64 {
        let group = &self.groups[own_seeds][other_seeds];
        group.first + own * u64::from(group.own) + other * u64::from(group.other)
    }

    /// Returns the number of a position, and the seeds of the side to move and of the other side.
    #[inline(always)]
    pub(super) fn rank_and_seeds(&self, houses: Houses) -> (u64, (usize, usize)) {
        let (own, other) = (self.side(houses.own), self.side(houses.other));
        (self.join(own, other), (own.1, other.1))
    }

    /// The number of a position.
    #[cfg(test)]
    pub(super) fn rank(&self, houses: Houses) -> u64 {
        self.join(self.side(houses.own), self.side(houses.other))
    }

    /// Returns the number of positions with fewer than `seeds` seeds in the houses, at most 128; `None` if there are
    /// more than 2^64.
    pub(super) fn below(&self, seeds: usize) -> Option<u64> {
        below(self.houses, seeds)
    }

    /// Returns the groups of the positions with this many seeds, in the order of their numbers.
    pub(super) fn divisions(&self, seeds: usize) -> impl Iterator<Item = Division> + '_ {
        (0..=seeds / 2).map(move |poor| {
            let rich = seeds - poor;
            Division {
                rich,
                poor,
                first: self.groups[rich][poor].first,
                row_count: self.counts[rich] as usize,
                plane_count: if rich == poor { 1 } else { 2 },
                row_len: self.counts[poor] as usize,
            }
        })
    }

    /// Returns all sides with this many seeds, in the order of their numbers.
    pub(super) fn sides(&self, seeds: usize) -> Vec<u64> {
        (0..self.counts[seeds]).map(|number| self.unrank_side(number, seeds)).collect()
    }

    fn unrank_side(&self, number: u64, seeds: usize) -> u64 {
        let mut rest = number as u32;
        let mut above = seeds;
        let mut side = 0;
        for house in (1..self.houses).rev() {
            let terms = &self.terms[house - 1];
            let most = terms[..=above].partition_point(|&term| term <= rest) - 1;
            rest -= terms[most];
            side |= ((above - most) as u64) << (8 * house);
            above = most;
        }
        side | above as u64
    }

    /// Returns the position with this number, which must have at most [`MAX_SEEDS`] seeds.
    #[cfg(test)]
    pub(super) fn unrank(&self, rank: u64) -> Houses {
        let seeds = (0..SIDE).take_while(|&seeds| self.below(seeds).unwrap() <= rank).last().unwrap();
        let poor = (0..=seeds / 2).take_while(|&poor| self.groups[seeds - poor][poor].first <= rank).last().unwrap();
        let rich = seeds - poor;
        let rest = rank - self.groups[rich][poor].first;
        let planes = if rich == poor { 1 } else { 2 };
        let (row, place) = (rest / (planes * self.counts[poor]), rest % (planes * self.counts[poor]));
        let (rich, poor_side) = (self.unrank_side(row, rich), self.unrank_side(place % self.counts[poor], poor));
        if place < self.counts[poor] {
            Houses { own: rich, other: poor_side }
        } else {
            Houses { own: poor_side, other: rich }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_dense_and_round_trip() {
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
        for (houses, seeds) in [(6, 127), (7, 57), (8, 48)] {
            let (ranking, last, half) = (Ranking::new(houses), 8 * (houses - 1), seeds / 2);
            for (own, other) in [(seeds, 0), (0, seeds << last), (seeds - half, half << last)] {
                let position = Houses { own, other };
                let rank = ranking.rank(position);
                assert_eq!(ranking.unrank(rank), position);
                let numbers = [seeds, seeds + 1].map(|seeds| ranking.below(seeds as usize).unwrap());
                assert!((numbers[0]..numbers[1]).contains(&rank));
            }
        }
    }

    #[test]
    fn seeds_nearer_to_the_store_make_the_number_smaller() {
        let ranking = Ranking::new(4);
        let number = |side| ranking.side(side).0;
        assert!(number(0x0000_0003) > number(0x0000_0102) && number(0x0000_0102) > number(0x0100_0101));
        assert_eq!(ranking.sides(5).len(), 56);
        assert!(ranking.sides(5).iter().enumerate().all(|(at, &side)| ranking.side(side) == (at as u64, 5)));
    }
}
