//! Moves of the herd, for whole bitmaps: steps and placements never leave the bitmap of their hunter set.
//!
//! Each function adds to `into` every arrangement from which some move leads to an arrangement in `from`.

use super::bitmap::{LOW_BITS, LOW_UNSET, Words};
use super::ground::Ground;
use super::index::Slots;

/// The pairs of neighbouring slots beside these hunters, the lower slot first.
pub(crate) fn edges(ground: &Ground, hunters: u32) -> Vec<(usize, usize)> {
    let slots = Slots::of(ground, hunters);
    // Each step and its reverse once.
    let steps = ground.steps.iter().filter(|(from, to)| from < to);
    let slots = steps.filter_map(|&(from, to)| Some((slots.slot(from)?, slots.slot(to)?)));
    slots.map(|(one, other)| (one.min(other), one.max(other))).collect()
}

/// Animals step along `edges`.
pub(crate) fn add_steps(into: &mut Words, from: &Words, edges: &[(usize, usize)]) {
    for &(low, high) in edges {
        if high < LOW_BITS {
            steps_in_words(into, from, low, high);
        } else if low < LOW_BITS {
            steps_between_words_and_bits(into, from, low, 1 << (high - LOW_BITS));
        } else {
            steps_between_words(into, from, 1 << (low - LOW_BITS), 1 << (high - LOW_BITS));
        }
    }
}

fn steps_in_words(into: &mut Words, from: &Words, low: usize, high: usize) {
    let distance = (1 << high) - (1 << low);
    let on_low = !LOW_UNSET[low] & LOW_UNSET[high];
    for (into, from) in into.iter_mut().zip(from) {
        *into |= (from >> distance & on_low) | (from & on_low) << distance;
    }
}

fn steps_between_words_and_bits(into: &mut Words, from: &Words, low: usize, run: usize) {
    let (distance, unset) = (1 << low, LOW_UNSET[low]);
    for (into, from) in into.chunks_exact_mut(2 * run).zip(from.chunks_exact(2 * run)) {
        let (into_unset, into_set) = into.split_at_mut(run);
        let (from_unset, from_set) = from.split_at(run);
        for (into, from) in into_unset.iter_mut().zip(from_set) {
            *into |= (from & unset) << distance;
        }
        for (into, from) in into_set.iter_mut().zip(from_unset) {
            *into |= from >> distance & unset;
        }
    }
}

fn steps_between_words(into: &mut Words, from: &Words, low: usize, high: usize) {
    for (into, from) in into.chunks_exact_mut(2 * high).zip(from.chunks_exact(2 * high)) {
        let (into_unset, into_set) = into.split_at_mut(high);
        let (from_unset, from_set) = from.split_at(high);
        // An animal on the low slot goes up, one on the high slot goes down.
        let up = into_unset.chunks_exact_mut(2 * low).zip(from_set.chunks_exact(2 * low));
        let down = into_set.chunks_exact_mut(2 * low).zip(from_unset.chunks_exact(2 * low));
        for (into, from) in up {
            add(&mut into[low..], &from[..low]);
        }
        for (into, from) in down {
            add(&mut into[..low], &from[low..]);
        }
    }
}

/// An animal is placed on any free point.
pub(crate) fn add_placements(into: &mut Words, from: &Words) {
    for (low, unset) in LOW_UNSET.iter().enumerate() {
        for (into, from) in into.iter_mut().zip(from) {
            *into |= from >> (1 << low) & unset;
        }
    }
    for high in 0..into.len().ilog2() {
        let run = 1 << high;
        for (into, from) in into.chunks_exact_mut(2 * run).zip(from.chunks_exact(2 * run)) {
            add(&mut into[..run], &from[run..]);
        }
    }
}

#[inline]
fn add(into: &mut [u64], from: &[u64]) {
    for (into, from) in into.iter_mut().zip(from) {
        *into |= from;
    }
}
