//! Values of positions in four bits each.
//!
//! A value has the parity of the seeds in the houses, and it depends on how the seeds are divided between the sides.
//! The values of all positions with the same division are therefore close together, two apart. Four bits encode 15 of
//! them, from a base that is chosen for each division. The 16th code stands for a value out of this range: 2.7% of
//! those up to 24 seeds with six houses per side. These values are in lists, one for each 65,536 positions.

use std::io;

use super::rank::{Division, Ranking, SIDE};

/// Code of a value that is in a list.
const LISTED: u8 = 15;
/// Number of bits of an index within a list.
const PLACE_BITS: u32 = 16;

/// Values of all positions up to a number of seeds, by [number](super::rank).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Packed {
    /// Two codes per byte, that of the smaller number in the lower half.
    codes: Vec<u8>,
    /// Value of code 0, by the seeds of the side to move and of the other side.
    bases: Vec<[i8; SIDE]>,
    /// Start index of the list of each 65,536 positions.
    lists: Vec<u32>,
    places: Vec<u16>,
    values: Vec<i8>,
    len: u64,
}

impl Packed {
    /// Creates an empty store with capacity for `len` values; the first layer is that of no seeds.
    pub(super) fn with_capacity(len: u64) -> Packed {
        let mut codes = Vec::with_capacity(len.div_ceil(2) as usize);
        plyground_memory::advise_huge_pages(codes.spare_capacity_mut());
        Packed {
            codes,
            bases: vec![[0; SIDE]; SIDE],
            lists: Vec::new(),
            places: Vec::new(),
            values: Vec::new(),
            len: 0,
        }
    }

    /// Adds the values of the next layer, the positions with one seed more, in the order of their numbers.
    pub(super) fn push_layer(&mut self, ranking: &Ranking, seeds: usize, layer: &[i8]) {
        let first = self.len;
        for division in ranking.divisions(seeds) {
            let begin = (division.first - first) as usize;
            let group = &layer[begin..begin + division.len()];
            for (plane, (own, other)) in division.planes() {
                let mut counts = [0u64; 1 << 8];
                for row in 0..division.row_count {
                    group[division.row(row, plane)]
                        .iter()
                        .for_each(|&value| counts[usize::from(value.cast_unsigned())] += 1);
                }
                self.bases[own][other] = base(&counts, seeds);
            }
            for row in 0..division.row_count {
                for (plane, (own, other)) in division.planes() {
                    let base = self.bases[own][other];
                    group[division.row(row, plane)].iter().for_each(|&value| self.push(value, base));
                }
            }
        }
        self.list_until(self.len >> PLACE_BITS);
    }

    #[inline]
    fn push(&mut self, value: i8, base: i8) {
        let above = i32::from(value) - i32::from(base);
        let code = if (0..2 * i32::from(LISTED)).contains(&above) {
            (above / 2) as u8
        } else {
            self.list_until(self.len >> PLACE_BITS);
            self.places.push(self.len as u16);
            self.values.push(value);
            LISTED
        };
        if self.len.is_multiple_of(2) {
            self.codes.push(code);
        } else if let Some(last) = self.codes.last_mut() {
            *last |= code << 4;
        }
        self.len += 1;
    }

    /// Starts all lists up to this one.
    fn list_until(&mut self, list: u64) {
        let end =
            u32::try_from(self.places.len()).expect("a database has at most 2^35 positions, of which few are listed");
        self.lists.resize((list as usize + 1).max(self.lists.len()), end);
    }

    /// Returns the number of values.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// Returns the value of code 0 for positions with these numbers of seeds on the side to move and on the other side.
    #[inline(always)]
    pub(super) fn base(&self, own: usize, other: usize) -> i8 {
        self.bases[own % SIDE][other % SIDE]
    }

    /// Returns the code of a number.
    #[inline(always)]
    pub(super) fn code(&self, rank: u64) -> u8 {
        self.codes[(rank >> 1) as usize] >> (4 * (rank & 1)) & 0xf
    }

    /// Returns the value that a code of a number stands for.
    #[inline(always)]
    pub(super) fn decode(&self, rank: u64, code: u8, base: i8) -> i32 {
        if code == LISTED { self.listed(rank) } else { i32::from(base) + 2 * i32::from(code) }
    }

    /// Returns the value of a number with these numbers of seeds on the side to move and on the other side.
    #[inline(always)]
    pub(super) fn get(&self, rank: u64, (own, other): (usize, usize)) -> i32 {
        self.decode(rank, self.code(rank), self.base(own, other))
    }

    #[cold]
    fn listed(&self, rank: u64) -> i32 {
        let list = (rank >> PLACE_BITS) as usize;
        let begin = self.lists[list] as usize;
        let end = self.lists.get(list + 1).map_or(self.places.len(), |&end| end as usize);
        let place = begin + self.places[begin..end].partition_point(|&place| place < rank as u16);
        self.values[place].into()
    }

    /// Visits all values up to `seeds` seeds in the order of their numbers, in parts: a byte for each.
    pub(super) fn visit(
        &self,
        ranking: &Ranking,
        seeds: usize,
        visit: &mut dyn FnMut(&[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut row_values = Vec::new();
        for division in (0..=seeds).flat_map(|seeds| ranking.divisions(seeds)) {
            for row in 0..division.row_count {
                for (plane, (own, other)) in division.planes() {
                    let base = self.base(own, other);
                    row_values.clear();
                    row_values.extend(division.row(row, plane).map(|place| {
                        let rank = division.first + place as u64;
                        (self.decode(rank, self.code(rank), base) as i8).cast_unsigned()
                    }));
                    visit(&row_values)?;
                }
            }
        }
        Ok(())
    }

    /// Returns all values up to `seeds` seeds in the order of their numbers.
    #[cfg(test)]
    pub(super) fn all(&self, ranking: &Ranking, seeds: usize) -> Vec<i8> {
        let mut all = Vec::new();
        self.visit(ranking, seeds, &mut |values| {
            all.extend(values.iter().map(|value| value.cast_signed()));
            Ok(())
        })
        .expect("no value is refused");
        all
    }
}

/// Returns the base that gives the most of these values a code. It is the smallest value with a code.
fn base(counts: &[u64; 1 << 8], seeds: usize) -> i8 {
    let count = |value: i32| i8::try_from(value).map_or(0, |value| counts[usize::from(value.cast_unsigned())]);
    let coded = |base: i32| (0..i32::from(LISTED)).map(|code| count(base + 2 * code)).sum::<u64>();
    let seeds = seeds as i32;
    let bases = (-seeds..=seeds).step_by(2);
    // Among equally good bases, the one whose range is centred nearest to 0 is chosen.
    bases.max_by_key(|&base| (coded(base), -(base + i32::from(LISTED)).abs())).unwrap_or(-seeds) as i8
}

impl Division {
    /// Returns the planes of the group with the seeds of the side to move and of the other side.
    fn planes(&self) -> impl Iterator<Item = (usize, (usize, usize))> + use<> {
        let (rich, poor) = (self.rich, self.poor);
        [(rich, poor), (poor, rich)].into_iter().take(self.plane_count).enumerate()
    }

    fn len(&self) -> usize {
        self.row_count * self.plane_count * self.row_len
    }

    /// Returns the index range of a row of a plane in the group.
    fn row(&self, row: usize, plane: usize) -> std::ops::Range<usize> {
        let begin = (row * self.plane_count + plane) * self.row_len;
        begin..begin + self.row_len
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_game::random::Random;

    /// Values of all sizes are restored, and many of them are in lists.
    #[test]
    fn values_of_all_sizes_are_packed() {
        for (houses, seeds) in [(1, 40), (2, 30), (3, 16)] {
            let ranking = Ranking::new(houses);
            let len = ranking.below(seeds + 1).unwrap();
            let (mut packed, mut random) = (Packed::with_capacity(len), Random::new(3));
            let mut all = Vec::new();
            for seeds in 0..=seeds {
                let size = ranking.below(seeds + 1).unwrap() - ranking.below(seeds).unwrap();
                let layer: Vec<i8> = (0..size).map(|_| 2 * random.below(seeds + 1) as i8 - seeds as i8).collect();
                packed.push_layer(&ranking, seeds, &layer);
                all.extend(layer);
            }
            assert_eq!((packed.len(), packed.codes.len() as u64), (len, len.div_ceil(2)));
            assert_eq!(packed.all(&ranking, seeds), all, "{houses} houses");
            assert!(houses == 1 || packed.places.len() > 1000, "{houses} houses");
            for rank in 0..len {
                let houses = ranking.unrank(rank);
                let seeds = (ranking.side(houses.own).1, ranking.side(houses.other).1);
                assert_eq!(packed.get(rank, seeds), i32::from(all[rank as usize]));
            }
        }
    }

    #[test]
    fn lists_begin_every_65536_positions() {
        let (ranking, seeds) = (Ranking::new(2), 40);
        let len = ranking.below(seeds + 1).unwrap();
        let mut packed = Packed::with_capacity(len);
        for seeds in 0..=seeds {
            let first = ranking.below(seeds).unwrap();
            let size = ranking.below(seeds + 1).unwrap() - first;
            // Every 1,000th value is far from the others.
            let value = |rank: u64| if rank.is_multiple_of(1000) { seeds as i8 } else { -(seeds as i8) };
            let layer: Vec<i8> = (first..first + size).map(value).collect();
            packed.push_layer(&ranking, seeds, &layer);
        }
        assert!(len > 2 << PLACE_BITS && packed.lists.len() as u64 == (len >> PLACE_BITS) + 1);
        let all = packed.all(&ranking, seeds);
        for rank in 0..len {
            let layer = (0..=seeds).take_while(|&seeds| ranking.below(seeds).unwrap() <= rank).last().unwrap() as i8;
            assert_eq!(all[rank as usize], if rank.is_multiple_of(1000) { layer } else { -layer }, "{rank}");
        }
    }
}
