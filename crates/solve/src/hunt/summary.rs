//! Counts of a solution.

use plyground_game::Side;

use super::Layer;
use super::layer::TableSet;
use super::tally::Tally;
use crate::TableCounts;

/// Counts of all layers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Captures that win the game.
    pub captures_to_win: u8,
    /// Animals in play.
    pub max_animals: u8,
    /// Counts by animals in hand, side to move and animals on the board.
    pub layers: Vec<LayerSummary>,
}

/// Counts of the arrangements of a layer with the same number of animals on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LayerSummary {
    /// Animals in hand and side to move.
    pub layer: Layer,
    /// Animals on the board.
    pub animals: u8,
    /// Counts of all arrangements; the longest distance is missing in the placement phase.
    pub all: TableCounts,
    /// Counts of arrangements with one hunter set per class; all arrangements of sets that are their own image count.
    pub folded: TableCounts,
}

impl Summary {
    pub(crate) fn new(tables: &TableSet, tallies: &[[Tally; 2]]) -> Summary {
        let form = tables.form;
        let mut layers = Vec::new();
        for (in_hand, tallies) in (0..).zip(tallies) {
            let (least, most) = form.animals(in_hand);
            for (side, tally) in Side::ALL.into_iter().zip(tallies) {
                for animals in least..=most {
                    let [all, folded] = tally.counts(tables.ground, tables.classes as u64, animals);
                    layers.push(LayerSummary { layer: Layer { in_hand, side }, animals, all, folded });
                }
            }
        }
        Summary { captures_to_win: form.captures_to_win, max_animals: form.max_animals, layers }
    }

    /// Returns the sum of the counts of all layers.
    #[must_use]
    pub fn total(&self) -> TableCounts {
        let mut total = TableCounts::default();
        self.layers.iter().for_each(|layer| total.add(layer.all));
        total
    }
}
