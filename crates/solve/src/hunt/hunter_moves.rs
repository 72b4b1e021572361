//! Moves of hunters for whole bitmaps. A hunter's move leads to the bitmap of another hunter set.
//!
//! The hunter and a point exchange roles: the end of the move was a free point without an animal, and the start is one
//! afterwards. The number of the new arrangement therefore contains the bits of the old one in another order. A
//! symmetry that maps the new hunters to their class reorders them again. The order is the same for all arrangements of
//! one move: a [`Route`].

use super::bitmap::{LOW_BITS, LOW_UNSET, Words};
use super::ground::Ground;
use super::index::{Index, Route, Slots};
use super::walk::Span;
use super::walk::swap_number_bits;

/// Move of one hunter of a class.
#[derive(Clone, Debug)]
pub(crate) struct HunterMove {
    /// Class of the hunters after the move.
    pub(crate) target: usize,
    route: Route,
    /// Slot of the destination, which is empty.
    to: usize,
    /// Slot of the captured animal.
    over: Option<usize>,
}

/// Returns all steps and jumps of these hunters that some arrangement of the herd allows.
pub(crate) fn moves(ground: &Ground, index: &Index, hunters: u32) -> Vec<HunterMove> {
    let slots = Slots::of(ground, hunters);
    let steps = ground.steps.iter().map(|&(from, to)| (from, None, to));
    let jumps = ground.jumps.iter().map(|&(from, over, to)| (from, Some(over), to));
    let mut moves = Vec::new();
    let is_hunter = |point: usize| hunters >> point & 1 != 0;
    let is_possible =
        |&(from, over, _): &(usize, Option<usize>, usize)| is_hunter(from) && !over.is_some_and(is_hunter);
    for (from, over, to) in steps.chain(jumps).filter(is_possible) {
        let Some(to_slot) = slots.slot(to) else { continue };
        let over = over.and_then(|over| slots.slot(over));
        let after = hunters & !(1 << from) | 1 << to;
        let target = index.set(after);
        let class = usize::from(target.class);
        let there = Slots::of(ground, index.classes()[class]);
        let image = |point: usize| match target.symmetry {
            0 => point,
            number => ground.symmetries[usize::from(number) - 1][point],
        };
        let source = |slot| {
            let point = if slot == to_slot { from } else { slots.point(slot) };
            there.slot(image(point)).expect("free points stay free, and the hunter has left its own")
        };
        let route = Route::new((0..ground.slots()).map(source).collect());
        moves.push(HunterMove { target: class, route, to: to_slot, over });
    }
    moves
}

impl HunterMove {
    /// Adds to `into` every arrangement of the span from which this move leads to one in `from`, the bitmap of the
    /// target. `scratch` is overwritten.
    pub(crate) fn add(&self, span: &Span, into: &mut Words, from: &Words, scratch: &mut Words) {
        let from = if self.route.swaps.is_empty() {
            from
        } else {
            // After the move, the origin of the hunter and the point of its prey are empty.
            let high = |slot: usize| slot.checked_sub(LOW_BITS).map(|bit| self.route.high[bit]);
            let is_swapped = |bit: usize| self.route.swaps.iter().any(|&(_, other)| other == bit + LOW_BITS);
            let empty = [Some(self.to), self.over].into_iter().flatten().filter_map(high);
            let empty: Vec<usize> = empty.filter(|&bit| !is_swapped(bit)).collect();
            span.copy(scratch, from, &empty);
            for &(low, other) in &self.route.swaps {
                swap_number_bits(span, scratch, low, other, &empty);
            }
            &*scratch
        };
        let (mut mask, mut shift) = (u64::MAX, 0);
        if self.to < LOW_BITS {
            mask &= LOW_UNSET[self.to];
        }
        if let Some(low) = self.over.filter(|&over| over < LOW_BITS) {
            mask &= LOW_UNSET[low];
            shift = 1 << low;
        }
        let over = self.over.and_then(|over| over.checked_sub(LOW_BITS));
        let offset = over.map_or(0, |over| 1 << over);
        let bits = self.route.high.iter().copied().enumerate();
        let walk = span.walk(bits.filter(|&(bit, _)| Some(bit) != over && bit + LOW_BITS != self.to));
        span.visit(&walk, over.is_some().into(), |to, at, run| {
            let to = to | offset;
            if run == 1 {
                into[to] |= (from[at] & mask) << shift;
            } else {
                for (into, from) in into[to..to + run].iter_mut().zip(&from[at..at + run]) {
                    *into |= (from & mask) << shift;
                }
            }
        });
    }
}
