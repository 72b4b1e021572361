//! Moves of the herd for whole bitmaps. Steps and placements never leave the bitmap of their hunter set.
//!
//! Each function adds to `into` every arrangement of the span from which some move leads to an arrangement in `from`.

use super::bitmap::{LOW_BITS, LOW_UNSET, Words};
use super::ground::Ground;
use super::index::Slots;
use super::walk::Span;

/// Returns the pairs of neighbouring slots among the points without hunters, the lower slot first.
pub(crate) fn edges(ground: &Ground, hunters: u32) -> Vec<(usize, usize)> {
    let slots = Slots::of(ground, hunters);
    // Each step and its reverse are one pair.
    let steps = ground.steps.iter().filter(|(from, to)| from < to);
    let slots = steps.filter_map(|&(from, to)| Some((slots.slot(from)?, slots.slot(to)?)));
    slots.map(|(one, other)| (one.min(other), one.max(other))).collect()
}

/// Adds the steps of animals along `edges`.
pub(crate) fn add_steps(span: &Span, into: &mut Words, from: &Words, edges: &[(usize, usize)]) {
    for &(low, high) in edges {
        if high < LOW_BITS {
            steps_in_words(span, into, from, low, high);
        } else if low < LOW_BITS {
            steps_between_words_and_bits(span, into, from, low, high - LOW_BITS);
        } else {
            steps_between_words(span, into, from, low - LOW_BITS, high - LOW_BITS);
        }
    }
}

fn steps_in_words(span: &Span, into: &mut Words, from: &Words, low: usize, high: usize) {
    let distance = (1 << high) - (1 << low);
    let on_low = !LOW_UNSET[low] & LOW_UNSET[high];
    span.each(|at, run| {
        for (into, from) in into[at..at + run].iter_mut().zip(&from[at..at + run]) {
            *into |= (from >> distance & on_low) | (from & on_low) << distance;
        }
    });
}

fn steps_between_words_and_bits(span: &Span, into: &mut Words, from: &Words, low: usize, bit: usize) {
    let (distance, unset) = (1 << low, LOW_UNSET[low]);
    span.pairs(bit, &[], |at, run| {
        let (into_unset, into_set) = into[at..].split_at_mut(1 << bit);
        let (from_unset, from_set) = from[at..].split_at(1 << bit);
        for (into, from) in into_unset[..run].iter_mut().zip(&from_set[..run]) {
            *into |= (from & unset) << distance;
        }
        for (into, from) in into_set[..run].iter_mut().zip(&from_unset[..run]) {
            *into |= from >> distance & unset;
        }
    });
}

fn steps_between_words(span: &Span, into: &mut Words, from: &Words, low: usize, high: usize) {
    // An animal on the low slot moves to the high slot, and the reverse.
    let (on_low, on_high) = (1 << low, 1 << high);
    span.visit(&span.without([low, high].into_iter()), 1, |at, _, run| {
        add(&mut into[at + on_low..][..run], &from[at + on_high..][..run]);
        add(&mut into[at + on_high..][..run], &from[at + on_low..][..run]);
    });
}

/// Adds the placements of an animal on any free point.
pub(crate) fn add_placements(span: &Span, into: &mut Words, from: &Words) {
    span.each(|at, run| {
        for (into, from) in into[at..at + run].iter_mut().zip(&from[at..at + run]) {
            for (low, unset) in LOW_UNSET.iter().enumerate() {
                *into |= from >> (1 << low) & unset;
            }
        }
    });
    for bit in 0..into.len().ilog2() as usize {
        span.pairs(bit, &[], |at, run| add(&mut into[at..at + run], &from[at + (1 << bit)..][..run]));
    }
}

#[inline]
fn add(into: &mut [u64], from: &[u64]) {
    for (into, from) in into.iter_mut().zip(from) {
        *into |= from;
    }
}
