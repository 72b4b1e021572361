//! Derives the clicks of a move from the change that it makes on the board.

use std::collections::HashMap;

use plyground_game::Side;

use super::cells::{Board, Content};
use crate::{Clicks, Hint};

/// The change that a move makes on the board.
pub(super) struct Change<'a> {
    /// The board before the move.
    pub(super) before: &'a Board,
    after: &'a Board,
    side: Side,
    /// The cells whose content changes.
    pub(super) places: Vec<usize>,
    /// The cell that a stone of the mover leaves, if exactly one is left.
    pub(super) from: Option<usize>,
    /// The cell on which a stone of the mover arrives, if there is exactly one.
    pub(super) to: Option<usize>,
}

impl<'a> Change<'a> {
    /// Compares the boards before and after a move of `side`.
    pub(super) fn new(before: &'a Board, after: &'a Board, side: Side) -> Change<'a> {
        let is_own = |content: &Content| matches!(content, Content::Stone(whose, _) if *whose == side);
        let places: Vec<usize> =
            (0..before.cells.len()).filter(|&index| before.cells[index] != after.cells[index]).collect();
        let leaves = |index: usize| is_own(&before.cells[index]) && !is_own(&after.cells[index]);
        let arrives = |index: usize| is_own(&after.cells[index]) && !is_own(&before.cells[index]);
        let is_empty = |index: usize| before.cells[index] == Content::Empty;
        let from = one(places.iter().copied().filter(|&index| leaves(index)));
        // A move that flips stones also changes occupied cells, so an empty destination takes precedence.
        let onto_empty: Vec<usize> =
            places.iter().copied().filter(|&index| arrives(index) && is_empty(index)).collect();
        let to = if onto_empty.is_empty() {
            one(places.iter().copied().filter(|&index| arrives(index)))
        } else {
            one(onto_empty.into_iter())
        };
        let leavers = places.iter().filter(|&&index| leaves(index)).count();
        // If several stones leave, the moving one is unknown.
        let (from, to) = if leavers > 1 { (None, None) } else { (from, to) };
        Change { before, after, side, places, from, to }
    }

    /// Returns the clicks that make the move.
    pub(super) fn clicks(&self, named: impl Fn(usize) -> String) -> Clicks {
        let own = |index: usize| matches!(&self.before.cells[index], Content::Stone(whose, _) if *whose == self.side);
        match (self.from, self.to, self.places.as_slice()) {
            (Some(from), Some(to), _) => Clicks::way(&named(from), &named(to), "move"),
            (None, Some(to), _) => Clicks::place(&named(to), "place"),
            (None, None, &[one, other]) if self.is_swap(one, other) && own(one) != own(other) => {
                let (from, to) = if own(one) { (one, other) } else { (other, one) };
                Clicks::way(&named(from), &named(to), "swap")
            }
            (Some(from), None, _) => Clicks::piece(&named(from), "move"),
            (None, None, &[index]) if own(index) => Clicks::piece(&named(index), "move"),
            (None, None, &[index]) => Clicks::place(&named(index), "place"),
            _ => Clicks::button("move"),
        }
    }

    /// Returns whether two cells exchange their contents.
    fn is_swap(&self, one: usize, other: usize) -> bool {
        let (before, after) = (&self.before.cells, &self.after.cells);
        before[one] == after[other] && before[other] == after[one]
    }
}

/// Returns the only item; `None` if there are none or several.
fn one(mut items: impl Iterator<Item = usize>) -> Option<usize> {
    items.next().filter(|_| items.next().is_none())
}

/// Turns moves that share their clicks into buttons, shown after a click on their piece if they have one.
pub(super) fn unambiguous(mut hints: Vec<Hint>) -> Vec<Hint> {
    let mut counts: HashMap<(Option<String>, Option<String>), usize> = HashMap::new();
    for hint in &hints {
        *counts.entry((hint.from.clone(), hint.to.clone())).or_default() += 1;
    }
    for hint in hints.iter_mut().filter(|hint| hint.to.is_some()) {
        if counts[&(hint.from.clone(), hint.to.clone())] > 1 {
            hint.to = None;
        }
    }
    // A click that makes a move would make the piece on that place impossible to select.
    let sources: Vec<String> = hints.iter().filter_map(|hint| hint.from.clone()).collect();
    for hint in &mut hints {
        if hint.from.is_none() && hint.to.as_ref().is_some_and(|to| sources.contains(to)) {
            hint.from = hint.to.take();
        }
    }
    hints
}
