//! What a solution found, in numbers.

use plyground_game::Side;

use super::Layer;
use super::form::Form;
use super::tally::{Counts, Tally};

/// Counts of all layers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Goats that tigers must take to win.
    pub captures_to_win: u8,
    /// Goats in play.
    pub max_goats: u8,
    /// By goats outside, side to move, goats on the board.
    pub layers: Vec<LayerSummary>,
}

/// Counts of the arrangements of a layer with the same number of goats on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LayerSummary {
    /// Goats outside and side to move.
    pub layer: Layer,
    /// Goats on the board.
    pub goats: u8,
    /// Of all arrangements.
    pub all: Counts,
    /// Of arrangements with one tiger set of each mirrored pair; those of the 11 self-mirrored tiger sets all count.
    pub folded: Counts,
    /// The longest distance to a win, in plies; `None` in the placement phase, and where all are draws.
    pub longest: Option<u32>,
}

impl Summary {
    pub(crate) fn new(form: Form, tallies: &[[Tally; 2]]) -> Summary {
        let mut layers = Vec::new();
        for (outside, tallies) in (0..).zip(tallies) {
            let (least, most) = form.goats(outside).unwrap_or((1, 0));
            for (side, tally) in Side::ALL.into_iter().zip(tallies) {
                for goats in least..=most {
                    let (all, folded, longest) = tally.counts(goats);
                    layers.push(LayerSummary { layer: Layer { outside, side }, goats, all, folded, longest });
                }
            }
        }
        Summary { captures_to_win: form.captures_to_win, max_goats: form.max_goats, layers }
    }

    /// The counts of all layers together.
    #[must_use]
    pub fn total(&self) -> Counts {
        self.layers.iter().fold(Counts::default(), |sum, layer| sum + layer.all)
    }

    /// The counts of one side to move with so many goats outside.
    #[must_use]
    pub fn of_layer(&self, layer: Layer) -> Counts {
        let own = self.layers.iter().filter(|own| own.layer == layer);
        own.fold(Counts::default(), |sum, layer| sum + layer.all)
    }
}
