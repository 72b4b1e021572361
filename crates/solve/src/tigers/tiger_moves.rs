//! Moves of tigers, for whole bitmaps: a tiger that moves leads to the bitmap of another tiger set.
//!
//! Tiger and point change roles: where the tiger goes to was a free point without a goat, and where it came from is one
//! afterwards. So the number of the new arrangement holds the bits of the old one in another order, and the order is
//! the same for all arrangements of one move: a [`Route`].

use plyground_tigers::{JUMPS, PointSet, STEPS};

use super::bitmap::{HIGH_BITS, LOW_BITS, LOW_UNSET, WORDS, Words, swap_number_bits};
use super::index::{Index, Route, SLOTS, SetRef, Slots};

/// A move of one tiger of a class.
#[derive(Clone, Debug)]
pub(crate) struct TigerMove {
    /// The tigers after it.
    pub(crate) target: SetRef,
    route: Route,
    /// The slot that the tiger goes to, where no goat is.
    to: usize,
    /// The slot of the goat that is taken.
    over: Option<usize>,
}

/// All steps and jumps of these tigers that some arrangement of goats allows.
pub(crate) fn moves(index: &Index, tigers: PointSet) -> Vec<TigerMove> {
    let slots = Slots::of(tigers);
    let steps = STEPS.iter().map(|step| (step.from, None, step.to));
    let jumps = JUMPS.iter().map(|jump| (jump.from, Some(jump.over), jump.to));
    let mut moves = Vec::new();
    for (from, over, to) in steps.chain(jumps) {
        let Some(to_slot) = slots.slot(to) else { continue };
        let over = match over.map(|over| slots.slot(over)) {
            None => None,
            Some(Some(over)) => Some(over),
            Some(None) => continue,
        };
        if !tigers.contains(from) {
            continue;
        }
        let after = tigers & !from.set() | to.set();
        // The bitmaps of images have their own slots: they are copies, so that no route has to mirror.
        let there = Slots::of(after);
        let map = std::array::from_fn(|slot| {
            let point = if slot == to_slot { from } else { slots.point(slot) };
            there.slot(point).expect("free points stay free, and the tiger has left its own")
        });
        moves.push(TigerMove { target: index.set(after), route: Route::new(map), to: to_slot, over });
    }
    moves
}

impl TigerMove {
    /// Adds to `into` every arrangement from which this move leads to one in `from`, the bitmap of the target.
    /// `scratch` is overwritten.
    pub(crate) fn add(&self, into: &mut Words, from: &Words, scratch: &mut Words) {
        let from = if self.route.swaps.is_empty() {
            from
        } else {
            scratch.copy_from_slice(from);
            for &(low, other) in &self.route.swaps {
                swap_number_bits(scratch, low, other);
            }
            &*scratch
        };
        let (mut mask, mut shift, mut offset) = (u64::MAX, 0, 0);
        let mut axes = Axes::new();
        for slot in LOW_BITS..SLOTS {
            let bit = slot - LOW_BITS;
            if self.over == Some(slot) {
                offset = 1 << bit;
            } else if self.to != slot {
                axes.push(1 << bit, 1 << self.route.high[bit]);
            }
        }
        if self.to < LOW_BITS {
            mask &= LOW_UNSET[self.to];
        }
        if let Some(low) = self.over.filter(|&over| over < LOW_BITS) {
            mask &= LOW_UNSET[low];
            shift = 1 << low;
        }
        axes.walk(|to, at, run| {
            let to = (to | offset) % WORDS;
            if run == 1 {
                into[to] |= (from[at % WORDS] & mask) << shift;
            } else {
                for (into, from) in into[to..to + run].iter_mut().zip(&from[at..at + run]) {
                    *into |= (from & mask) << shift;
                }
            }
        });
    }
}

/// Copies all words of one bitmap to where they stand in another set's bitmap.
pub(crate) fn reorder(route: &Route, from: &Words, into: &mut Words, scratch: &mut Words) {
    scratch.copy_from_slice(from);
    for &(low, other) in &route.swaps {
        swap_number_bits(scratch, low, other);
    }
    let mut axes = Axes::new();
    for (bit, &from) in route.high.iter().enumerate() {
        axes.push(1 << bit, 1 << from);
    }
    axes.walk(|to, at, run| into[to..to + run].copy_from_slice(&scratch[at..at + run]));
}

/// The route by which the bitmap of the mirrored set is read from that of its class.
pub(crate) fn mirror_route(class: PointSet) -> Route {
    let (slots, image) = (Slots::of(class), Slots::of(class.mirrored()));
    Route::new(std::array::from_fn(|slot| {
        slots.slot(image.point(slot).mirrored()).expect("the image of a free point is free")
    }))
}

/// The bits of word numbers that vary: what each adds to the number on either side.
struct Axes {
    steps: [(usize, usize); HIGH_BITS],
    count: usize,
    /// Words that follow each other on both sides.
    run: usize,
}

impl Axes {
    fn new() -> Axes {
        Axes { steps: [(0, 0); HIGH_BITS], count: 0, run: 1 }
    }

    fn push(&mut self, into: usize, from: usize) {
        if self.count == 0 && into == self.run && from == self.run {
            self.run *= 2;
            return;
        }
        self.steps[self.count] = (into, from);
        self.count += 1;
    }

    /// Visits the start of every run on both sides.
    #[inline(always)]
    fn walk(&self, mut visit: impl FnMut(usize, usize, usize)) {
        let (inner, outer) = self.steps[..self.count].split_at(self.count / 2);
        let (inner, outer) = (sums(inner), sums(outer));
        for &(into, from) in &outer {
            for &(inner_into, inner_from) in &inner {
                visit(into + inner_into, from + inner_from, self.run);
            }
        }
    }
}

/// The sums of all subsets of the steps.
fn sums(steps: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut sums = vec![(0, 0)];
    for &(into, from) in steps {
        for place in 0..sums.len() {
            sums.push((sums[place].0 + into, sums[place].1 + from));
        }
    }
    sums
}
