//! The names of both evaluations: all that `ply` needs.

use plyground::catalog::games;
use plyground::{Catalog, EvaluationRow};

use crate::{HomeFeatures, Homely};

/// Returns Plyground's games, with two evaluations more for Kalah.
#[must_use]
pub fn catalog() -> Catalog {
    let homely = EvaluationRow::new("homely", "three times the store, and the seeds at home", Homely);
    let home = EvaluationRow::linear::<HomeFeatures>("the store, seeds at home, houses to move from");
    // A lead of so much is worth 73 % of the points.
    let kalah = games::kalah().evaluation(homely.lead(12.0)).evaluation(home.lead(12.5));
    // The game of the same name is replaced.
    Catalog::standard().with(kalah)
}
