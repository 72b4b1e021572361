//! The numbering of arrangements: the class of the tigers under the mirror, and the subset of the 20 free points.
//!
//! Of each pair of mirrored tiger sets one is the class, the goats of the other are mirrored. The 11 sets that are their
//! own image are classes with all arrangements of goats: folding those as well would halve 1.2 % of the table, and
//! make numbers of successors unequal to numbers of predecessors.
//!
//! The points of a tiger set stand in slots: bit `i` of a number is the goat in slot `i`. Six points at the rim are in the
//! low slots, which choose the bit inside a word, because few moves touch them; where a tiger stands on one, another
//! point takes its slot.

use plyground_tigers::{Point, PointSet};

use super::bitmap::LOW_BITS;

/// Free points beside three tigers.
pub(crate) const SLOTS: usize = 20;
/// Sets of three points.
pub(crate) const SETS: usize = 1771;
/// Sets of three points, mirrored pairs counted once.
pub(crate) const CLASSES: usize = 891;

/// The points of the low slots: corners with two neighbours.
const LOW: [u8; LOW_BITS] = [1, 6, 13, 18, 19, 22];
/// The others, those with few neighbours first: the later a moving tiger stands in this order, the longer are the
/// runs of words that its move leaves in order.
const HIGH: [u8; 17] = [20, 21, 7, 12, 0, 2, 5, 14, 17, 3, 4, 8, 11, 15, 16, 9, 10];

/// Which free point is in which slot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slots {
    points: [Point; SLOTS],
    /// The slot of each point; `SLOTS` where a tiger stands.
    slots: [u8; Point::COUNT],
}

impl Slots {
    /// The slots beside these three tigers.
    pub(crate) fn of(tigers: PointSet) -> Slots {
        let point = |&number: &u8| Point::ALL[usize::from(number)];
        let is_free = |point: &Point| !tigers.contains(*point);
        let mut high: Vec<Point> = HIGH.iter().map(point).filter(is_free).collect();
        let mut points = Vec::with_capacity(SLOTS);
        for low in LOW.iter().map(point) {
            // At most three of the low points are taken, and then all of the others are free.
            let mut substitute = || high.pop().expect("17 points stand by for 3");
            points.push(if is_free(&low) { low } else { substitute() });
        }
        points.extend(high);
        let mut slots = [SLOTS as u8; Point::COUNT];
        for (slot, point) in points.iter().enumerate() {
            slots[point.index()] = slot as u8;
        }
        Slots { points: points.try_into().expect("three of 23 points are taken"), slots }
    }

    /// The point in a slot.
    pub(crate) fn point(&self, slot: usize) -> Point {
        self.points[slot]
    }

    /// The slot of a point; `None` where a tiger stands.
    pub(crate) fn slot(&self, point: Point) -> Option<usize> {
        let slot = usize::from(self.slots[point.index()]);
        (slot < SLOTS).then_some(slot)
    }

    /// The goats of a number.
    pub(crate) fn goats(&self, number: u32) -> PointSet {
        (0..SLOTS).filter(|slot| number >> slot & 1 != 0).map(|slot| self.points[slot]).collect()
    }
}

/// The goats of every number of one tiger set, for those who ask for many.
pub(crate) struct Goats {
    /// By the lower and by the upper ten slots.
    halves: [Vec<PointSet>; 2],
}

impl Goats {
    pub(crate) fn of(tigers: PointSet) -> Goats {
        let slots = Slots::of(tigers);
        Goats { halves: [0, 10].map(|shift| (0..1 << 10).map(|half: u32| slots.goats(half << shift)).collect()) }
    }

    /// The goats of a number.
    #[inline]
    pub(crate) fn at(&self, number: u32) -> PointSet {
        self.halves[0][number as usize & 1023] | self.halves[1][number as usize >> 10]
    }
}

/// A tiger set as its class, or as the image of its class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SetRef {
    /// The number of the class.
    pub(crate) class: u16,
    /// Whether the set is the other one of a mirrored pair.
    pub(crate) mirrored: bool,
}

/// All classes, and where each arrangement is.
#[derive(Debug)]
pub(crate) struct Index {
    classes: Vec<PointSet>,
    /// By the rank of the tiger set.
    sets: Vec<Set>,
}

#[derive(Debug)]
struct Set {
    place: SetRef,
    /// What the goats among points 0 to 7, 8 to 15, and 16 to 22 add to the number.
    parts: [[u32; 256]; 3],
}

impl Index {
    pub(crate) fn new() -> Index {
        let points = 0..Point::COUNT as u32;
        // In the order of their ranks.
        let triples: Vec<PointSet> = points
            .flat_map(|c| (0..c).flat_map(move |b| (0..b).map(move |a| PointSet::from_bits(1 << a | 1 << b | 1 << c))))
            .collect();
        let classes: Vec<PointSet> = triples.iter().copied().filter(|&set| is_class(set)).collect();
        let class_of = |class: PointSet| classes.iter().position(|&other| other == class).expect("it is a class");
        let sets = triples.iter().map(|&tigers| {
            let mirrored = !is_class(tigers);
            let class = if mirrored { tigers.mirrored() } else { tigers };
            let slots = Slots::of(class);
            let alone = Point::ALL.map(|point| {
                let slot = slots.slot(if mirrored { point.mirrored() } else { point });
                slot.map_or(0, |slot| 1 << slot)
            });
            let mut parts = [[0; 256]; 3];
            for (numbers, alone) in parts.iter_mut().zip(alone.chunks(8)) {
                for byte in 1..1usize << alone.len() {
                    // Without its lowest goat it is a smaller byte, whose number is known.
                    numbers[byte] = numbers[byte & (byte - 1)] | alone[byte.trailing_zeros() as usize];
                }
            }
            Set { place: SetRef { class: class_of(class) as u16, mirrored }, parts }
        });
        Index { sets: sets.collect(), classes }
    }

    /// The tigers of each class.
    pub(crate) fn classes(&self) -> &[PointSet] {
        &self.classes
    }

    /// Where these three tigers are.
    pub(crate) fn set(&self, tigers: PointSet) -> SetRef {
        self.sets[rank(tigers)].place
    }

    /// Class and number of an arrangement with three tigers.
    #[inline]
    pub(crate) fn locate(&self, tigers: PointSet, goats: PointSet) -> (usize, u32) {
        let set = &self.sets[rank(tigers)];
        let [a, b, c, _] = goats.bits().to_le_bytes().map(usize::from);
        (set.place.class.into(), set.parts[0][a] | set.parts[1][b] | set.parts[2][c])
    }
}

fn is_class(tigers: PointSet) -> bool {
    tigers <= tigers.mirrored()
}

/// The place of a set of three points among all, in the order of their largest, then their middle point.
#[inline]
fn rank(tigers: PointSet) -> usize {
    let bits = tigers.bits();
    let a = bits.trailing_zeros() as usize;
    let rest = bits & bits.wrapping_sub(1);
    let b = rest.trailing_zeros() as usize;
    let c = (u32::BITS - 1 - (rest | 1).leading_zeros()) as usize;
    a + b * (b.wrapping_sub(1)) / 2 + c * (c.wrapping_sub(1)) * (c.wrapping_sub(2)) / 6
}

/// How the number of an arrangement is read from another set's bitmap: first bits of the numbers there are exchanged
/// so that the low slots fit, then every word stands somewhere.
#[derive(Clone, Debug)]
pub(crate) struct Route {
    /// Exchanges of [`super::bitmap::swap_number_bits`].
    pub(crate) swaps: Vec<(usize, usize)>,
    /// For each bit of the reader's word, the bit of the source's word.
    pub(crate) high: [usize; SLOTS - LOW_BITS],
}

impl Route {
    /// `map` says for each bit of the reader's number which bit of the source's number it is.
    pub(crate) fn new(mut map: [usize; SLOTS]) -> Route {
        let mut swaps = Vec::new();
        for low in 0..LOW_BITS {
            let from = map[low];
            if from != low {
                // Places below `low` are settled, so `from` is above.
                swaps.push((low, from));
                for place in &mut map {
                    if *place == low {
                        *place = from;
                    }
                }
                map[low] = low;
            }
        }
        let mut high = [0; SLOTS - LOW_BITS];
        for (bit, from) in high.iter_mut().zip(&map[LOW_BITS..]) {
            *bit = from - LOW_BITS;
        }
        Route { swaps, high }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_tiger_set_has_its_rank_and_its_class() {
        let index = Index::new();
        assert_eq!((index.sets.len(), index.classes.len()), (SETS, CLASSES));
        let triples = (0..1u32 << 23).filter(|bits| bits.count_ones() == 3).map(PointSet::from_bits);
        let mut ranks = HashSet::new();
        for tigers in triples {
            assert!(rank(tigers) < SETS && ranks.insert(rank(tigers)));
            let place = index.set(tigers);
            let class = index.classes[usize::from(place.class)];
            assert_eq!(if place.mirrored { class.mirrored() } else { class }, tigers);
            assert_eq!(index.set(tigers.mirrored()).class, place.class);
        }
        assert_eq!(index.classes.iter().filter(|&&class| class.mirrored() == class).count(), 11);
    }

    #[test]
    fn numbers_are_those_of_the_slots() {
        let index = Index::new();
        for (class, &tigers) in index.classes.iter().enumerate() {
            let slots = Slots::of(tigers);
            for number in [0, 1, 0xf_ffff, 0x1_2345, 0xa_5a5a, 1 << 19 | 1 << 6] {
                let goats = slots.goats(number);
                assert!(!goats.meets(tigers) && goats.len() == number.count_ones());
                assert_eq!(index.locate(tigers, goats), (class, number));
                if tigers.mirrored() != tigers {
                    assert_eq!(index.locate(tigers.mirrored(), goats.mirrored()), (class, number));
                }
            }
        }
    }
}
