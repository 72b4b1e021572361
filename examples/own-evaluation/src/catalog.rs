//! Catalog entry of both evaluations.

use plyground::catalog::games;
use plyground::{Catalog, EvaluationRow};

use crate::{HomeFeatures, Homely};

/// Returns Plyground's games, with two additional evaluations for Kalah.
#[must_use]
pub fn catalog() -> Catalog {
    let homely = EvaluationRow::new("homely", "three times the store, and the seeds at home", Homely);
    let home = EvaluationRow::linear::<HomeFeatures>("the store, seeds at home, houses to move from");
    // A lead of this size makes 73 % of the points.
    let kalah = games::kalah().evaluation(homely.lead(12.0)).evaluation(home.lead(12.5));
    // Replaces the game of the same name.
    Catalog::standard().with(kalah)
}
