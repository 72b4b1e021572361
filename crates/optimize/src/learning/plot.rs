//! A run as a picture: Elo, loss and explained variance by generation.

use crate::{Curve, curves_plot};

use super::LearnedGeneration;

/// Returns the plot of these generations as SVG.
pub(super) fn progress(generations: &[LearnedGeneration]) -> String {
    let curve = |name: &str, value: &dyn Fn(&LearnedGeneration) -> f64| {
        Curve::new(name, generations.iter().map(|one| (one.generation, value(one))))
    };
    let elo = |one: &LearnedGeneration| one.test.and_then(|test| test.elo.value).unwrap_or(f64::NAN);
    // Generation 0 is the start.
    let mut present = vec![(0, 0.0)];
    let mut learned = Vec::new();
    let mut sum = 0.0;
    for one in generations {
        let gain = elo(one);
        learned.push((one.generation, sum + gain));
        if one.accepted && gain.is_finite() {
            sum += gain;
        }
        present.push((one.generation, sum));
    }
    let elo = vec![Curve::new("present", present), Curve::new("learned", learned)];
    let loss = vec![curve("before the fit", &|one| one.loss[0]), curve("after the fit", &|one| one.loss[1])];
    let explained = vec![curve("base", &|one| one.explained[0]), curve("learned", &|one| one.explained[1])];
    curves_plot(
        &format!("Elo, loss and explained variance over {} generations", generations.len()),
        &[
            ("Elo over the start: sums of the matches", elo),
            ("loss of the learned games", loss),
            ("explained variance of held-out results", explained),
        ],
        "generation",
        0,
    )
}
