//! Numbering of arrangements: the class of the hunters under the symmetries, and the subset of the free points.
//!
//! The class of a hunter set is the smallest of its images, and the herd is mapped with it. Hunter sets that are their
//! own image keep all arrangements of the herd, because folding these as well would save little.
//!
//! The free points of a hunter set are assigned to slots: bit `i` of a number is the animal in slot `i`. The low slots
//! select the bit inside a word. They contain points with few moves; if a hunter is on one, another point takes its
//! slot.

use super::bitmap::LOW_BITS;
use super::ground::Ground;

/// Slot of a point with a hunter.
const NO_SLOT: u8 = u8::MAX;

/// Free points of a hunter set, by slot.
#[derive(Clone, Debug)]
pub(crate) struct Slots {
    points: Vec<usize>,
    /// Slot of each point.
    slots: Vec<u8>,
}

impl Slots {
    /// Assigns the slots for these hunters.
    pub(crate) fn of(ground: &Ground, hunters: u32) -> Slots {
        let is_free = |point: &&usize| hunters >> **point & 1 == 0;
        let (low, high) = ground.order.split_at(LOW_BITS);
        let mut high: Vec<usize> = high.iter().filter(is_free).copied().collect();
        let mut points = Vec::with_capacity(ground.slots());
        for low in low {
            let mut substitute = || high.pop().expect("there are more high points than hunters");
            points.push(if is_free(&low) { *low } else { substitute() });
        }
        points.extend(high);
        let mut slots = vec![NO_SLOT; ground.points];
        for (slot, &point) in points.iter().enumerate() {
            slots[point] = slot as u8;
        }
        Slots { points, slots }
    }

    /// Returns the point in a slot.
    pub(crate) fn point(&self, slot: usize) -> usize {
        self.points[slot]
    }

    /// Returns the slot of a point; `None` if a hunter is on it.
    pub(crate) fn slot(&self, point: usize) -> Option<usize> {
        Some(self.slots[point]).filter(|&slot| slot != NO_SLOT).map(usize::from)
    }

    /// Returns the herd of a number.
    pub(crate) fn herd(&self, number: u32) -> u32 {
        self.points.iter().enumerate().fold(0, |herd, (slot, &point)| herd | (number >> slot & 1) << point)
    }
}

/// Herds of all numbers of one hunter set, for callers that need many.
pub(crate) struct Herds {
    /// Parts by the lower ten slots, and by the others.
    halves: [Vec<u32>; 2],
}

impl Herds {
    pub(crate) fn of(ground: &Ground, hunters: u32) -> Herds {
        let slots = Slots::of(ground, hunters);
        let half = |shift: usize, bits: usize| (0..1u32 << bits).map(|half| slots.herd(half << shift)).collect();
        Herds { halves: [half(0, 10), half(10, ground.slots() - 10)] }
    }

    /// Returns the herd of a number.
    #[inline]
    pub(crate) fn at(&self, number: u32) -> u32 {
        self.halves[0][number as usize & 1023] | self.halves[1][number as usize >> 10]
    }
}

/// Class of a hunter set, and the symmetry that maps the set to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SetRef {
    /// Number of the class.
    pub(crate) class: u16,
    /// 0 for the identity, otherwise one more than the index of the symmetry.
    pub(crate) symmetry: u8,
}

/// All classes, and the location of each arrangement.
#[derive(Debug)]
pub(crate) struct Index {
    classes: Vec<u32>,
    /// Number of hunter sets in each class.
    sizes: Vec<u64>,
    /// Hunter sets by their rank.
    sets: Vec<SetRef>,
    /// Numbers of the herds of each class.
    numbers: Vec<Bytes>,
    /// Images of sets of points under the identity and the symmetries.
    images: Vec<Bytes>,
}

/// Map of sets of points, stored byte by byte.
#[derive(Debug)]
struct Bytes([[u32; 256]; 4]);

impl Bytes {
    /// Creates the map whose value of a set is the union of the values of its points.
    fn new(points: usize, value: impl Fn(usize) -> u32) -> Bytes {
        let mut parts = [[0; 256]; 4];
        for (number, part) in parts.iter_mut().enumerate() {
            for byte in 1..256usize {
                // Without its lowest point the byte is smaller, so that value is already computed.
                let point = 8 * number + byte.trailing_zeros() as usize;
                part[byte] = part[byte & (byte - 1)] | if point < points { value(point) } else { 0 };
            }
        }
        Bytes(parts)
    }

    #[inline]
    fn of(&self, set: u32) -> u32 {
        let [a, b, c, d] = set.to_le_bytes().map(usize::from);
        self.0[0][a] | self.0[1][b] | self.0[2][c] | self.0[3][d]
    }
}

impl Index {
    pub(crate) fn new(ground: &Ground) -> Index {
        let identity = Bytes::new(ground.points, |point| 1 << point);
        let symmetries = ground.symmetries.iter().map(|map| Bytes::new(ground.points, |point| 1 << map[point]));
        let images: Vec<Bytes> = std::iter::once(identity).chain(symmetries).collect();
        let mut index = Index { classes: Vec::new(), sizes: Vec::new(), sets: Vec::new(), numbers: Vec::new(), images };
        let all = subsets(ground.points, ground.hunters);
        index.classes = all.iter().copied().filter(|&set| index.class_of(set).0 == set).collect();
        for &class in &index.classes {
            let mut orbit: Vec<u32> = index.images.iter().map(|image| image.of(class)).collect();
            orbit.sort_unstable();
            orbit.dedup();
            index.sizes.push(orbit.len() as u64);
            let slots = Slots::of(ground, class);
            index.numbers.push(Bytes::new(ground.points, |point| slots.slot(point).map_or(0, |slot| 1 << slot)));
        }
        // The sets are in rank order.
        index.sets = all
            .iter()
            .map(|&set| {
                let (class, symmetry) = index.class_of(set);
                let class = index.classes.binary_search(&class).expect("the smallest image is a class");
                SetRef { class: class as u16, symmetry }
            })
            .collect();
        index
    }

    /// Returns the smallest image of a hunter set, and the first symmetry that maps the set to it.
    fn class_of(&self, set: u32) -> (u32, u8) {
        let images = self.images.iter().enumerate().map(|(symmetry, image)| (image.of(set), symmetry as u8));
        images.min().expect("the identity is among the images")
    }

    /// Returns the hunters of each class.
    pub(crate) fn classes(&self) -> &[u32] {
        &self.classes
    }

    /// Returns the number of hunter sets of a class.
    pub(crate) fn size(&self, class: usize) -> u64 {
        self.sizes[class]
    }

    /// Returns the class of a hunter set.
    pub(crate) fn set(&self, hunters: u32) -> SetRef {
        self.sets[rank(hunters)]
    }

    /// Returns the class and the number of an arrangement.
    #[inline]
    pub(crate) fn locate(&self, hunters: u32, herd: u32) -> (usize, u32) {
        let set = self.set(hunters);
        (set.class.into(), self.number(set, herd))
    }

    /// Returns the number of a herd beside a hunter set.
    #[inline]
    pub(crate) fn number(&self, SetRef { class, symmetry }: SetRef, herd: u32) -> u32 {
        let herd = self.images[usize::from(symmetry)].of(herd);
        self.numbers[usize::from(class)].of(herd)
    }
}

/// Returns all sets of `size` points, by their rank.
fn subsets(points: usize, size: usize) -> Vec<u32> {
    // Numbers with the same bit count ascend in rank order.
    let first = (1u32 << size) - 1;
    let next = |&bits: &u32| {
        let carry = bits + (bits & bits.wrapping_neg());
        Some(carry | (bits ^ carry) >> 2 >> bits.trailing_zeros())
    };
    std::iter::successors(Some(first), next).take_while(|bits| bits >> points == 0).collect()
}

/// Returns the index of a set among all sets of its size, ordered by the largest point, then the second largest, and so
/// on.
#[inline]
fn rank(set: u32) -> usize {
    let (mut rest, mut size, mut rank) = (set, 0, 0);
    while rest != 0 {
        size += 1;
        rank += CHOOSE[rest.trailing_zeros() as usize][size];
        rest &= rest - 1;
    }
    rank
}

/// Binomial coefficients of up to 31 points and sets of up to 5.
static CHOOSE: [[usize; 6]; 32] = {
    let mut choose = [[0; 6]; 32];
    let mut all = 0;
    while all < 32 {
        choose[all][0] = 1;
        let mut size = 1;
        while size < 6 && all > 0 {
            choose[all][size] = choose[all - 1][size - 1] + choose[all - 1][size];
            size += 1;
        }
        all += 1;
    }
    choose
};

/// Mapping from the numbers of one bitmap to those of another set's bitmap. First, bits of the source numbers are
/// exchanged so that the low slots match. After that, every word maps to one whole word.
#[derive(Clone, Debug)]
pub(crate) struct Route {
    /// Exchanges of [`super::walk::swap_number_bits`].
    pub(crate) swaps: Vec<(usize, usize)>,
    /// Bit of the source word for each bit of the destination word.
    pub(crate) high: Vec<usize>,
}

impl Route {
    /// Creates a route from `map`, which has the bit of the source number for each bit of the destination number.
    pub(crate) fn new(mut map: Vec<usize>) -> Route {
        let mut swaps = Vec::new();
        for low in 0..LOW_BITS {
            let from = map[low];
            if from != low {
                // Positions below `low` are already correct, so `from` is above.
                swaps.push((low, from));
                for place in &mut map {
                    if *place == low {
                        *place = from;
                    }
                }
                map[low] = low;
            }
        }
        Route { swaps, high: map[LOW_BITS..].iter().map(|from| from - LOW_BITS).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hunt::HuntGame as _;
    use plyground_tigers::Tigers;

    #[test]
    fn every_hunter_set_has_its_rank_and_its_class() {
        let index = Index::new(Tigers::ground());
        assert_eq!((index.sets.len() as u64, index.classes.len()), (Tigers::ground().sets(), 891));
        for (place, &set) in subsets(23, 3).iter().enumerate() {
            assert_eq!(rank(set), place);
            let SetRef { class, symmetry } = index.set(set);
            let class = usize::from(class);
            assert_eq!(index.images[usize::from(symmetry)].of(set), index.classes[class]);
            assert_eq!(index.set(index.images[1].of(set)).class, class as u16);
        }
        assert_eq!(index.sizes.iter().filter(|&&size| size == 1).count(), 11);
        assert_eq!(super::super::ground::binomial(25, 4), 12_650);
    }

    #[test]
    fn numbers_are_those_of_the_slots() {
        let (ground, index) = (Tigers::ground(), Index::new(Tigers::ground()));
        for (class, &hunters) in index.classes.iter().enumerate() {
            let slots = Slots::of(ground, hunters);
            for number in [0, 1, 0xf_ffff, 0x1_2345, 0xa_5a5a, 1 << 19 | 1 << 6] {
                let herd = slots.herd(number);
                assert!(herd & hunters == 0 && herd.count_ones() == number.count_ones());
                assert_eq!(Herds::of(ground, hunters).at(number), herd);
                assert_eq!(index.locate(hunters, herd), (class, number));
                if index.size(class) > 1 {
                    assert_eq!(index.locate(index.images[1].of(hunters), index.images[1].of(herd)), (class, number));
                }
            }
        }
    }
}
