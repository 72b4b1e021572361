//! Maximum-likelihood fit of the Bradley-Terry model with draws and a first-move advantage.
//!
//! A player of strength s moves first against one of strength t; d = s - t + the first-move advantage. The probabilities of the
//! three results are proportional to exp(d/2) : draw : exp(-d/2), with one draw constant (Davidson and Beaver \[Davidson1977\]).
//! The log-likelihood is concave, so Newton's method finds its unique maximum.

use nalgebra::{Cholesky, DMatrix, DVector, Dyn};

/// Results of the games in which one player moved first against another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Meeting {
    pub(crate) first: usize,
    pub(crate) second: usize,
    /// Wins, draws and losses of the player who moved first; fractions if a prior is added.
    pub(crate) results: [f64; 3],
}

/// Maximum of the likelihood. The parameters are the strengths in natural units with mean 0, then the first-move advantage, then
/// the logarithm of the draw constant, if they are estimated.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Fit {
    pub(crate) strengths: Vec<f64>,
    pub(crate) first_move: Option<f64>,
    pub(crate) draw: Option<f64>,
    /// Variances in the same order.
    pub(crate) variances: Vec<f64>,
}

/// Model of a set of games.
struct Model<'a> {
    players: usize,
    meetings: &'a [Meeting],
    /// Index of the first-move advantage among the parameters, if it can be estimated.
    first_move: Option<usize>,
    /// Index of the draw constant among the parameters, if it can be estimated.
    draw: Option<usize>,
}

/// Fits the model. The graph of points scored must be strongly connected. Returns `None` if a matrix is numerically singular.
pub(crate) fn fit(players: usize, meetings: &[Meeting]) -> Option<Fit> {
    let sum = |i: usize| meetings.iter().map(|meeting| meeting.results[i]).sum::<f64>();
    let (drawn, decided) = (sum(1), sum(0) + sum(2));
    // The draw constant has a maximum only if there are both draws and decided games. The first-move advantage needs wins of both
    // sides.
    let draw = drawn > 0.0 && decided > 0.0;
    let first_move = sum(0) > 0.0 && sum(2) > 0.0 && both_ways(players, meetings);
    let model = Model {
        players,
        meetings,
        first_move: first_move.then_some(players),
        draw: draw.then_some(players + usize::from(first_move)),
    };
    let size = players + usize::from(first_move) + usize::from(draw);
    let mut parameters = vec![0.0; size];
    let mut likelihood = model.likelihood(&parameters);
    for _ in 0..200 {
        let (slope, curvature) = model.slope_and_curvature(&parameters);
        let step = factor(curvature)?.solve(&slope);
        let gain = step.dot(&slope);
        if gain < 1e-14 {
            break;
        }
        // Far from the maximum, the full step may be too long. It is halved until the likelihood rises.
        let mut length = 1.0;
        loop {
            let next: Vec<f64> = parameters.iter().zip(&step).map(|(value, step)| value + length * step).collect();
            let higher = model.likelihood(&next);
            if higher > likelihood {
                (parameters, likelihood) = (next, higher);
                break;
            }
            length *= 0.5;
            if length < 1e-9 {
                // No rise is visible in double precision.
                return model.finish(&parameters);
            }
        }
    }
    model.finish(&parameters)
}

/// Returns the Cholesky factors of a positive definite matrix; `None` for other matrices, and for those that are positive
/// definite only by rounding.
fn factor(matrix: DMatrix<f64>) -> Option<Cholesky<f64, Dyn>> {
    let diagonal = matrix.diagonal();
    let factors = matrix.cholesky()?;
    let far = |at: usize| factors.l_dirty()[(at, at)].powi(2) > 1e-12 * diagonal[at].abs();
    (0..diagonal.len()).all(far).then_some(factors)
}

/// Reports whether the graph "moved first against" has a cycle. Without one, strengths and first-move advantage cannot be
/// separated.
fn both_ways(players: usize, meetings: &[Meeting]) -> bool {
    let groups = crate::connect::strong_components(players, |a, b| {
        meetings
            .iter()
            .any(|meeting| (meeting.first, meeting.second) == (a, b) && meeting.results.iter().sum::<f64>() > 0.0)
    });
    // A strongly connected component with two players contains a cycle.
    (0..players).any(|player| groups.iter().filter(|&&group| group == groups[player]).count() > 1)
}

impl Model<'_> {
    /// Returns the logarithmic weights of win, draw and loss for the player who moves first.
    fn utilities(&self, parameters: &[f64], meeting: &Meeting) -> [f64; 3] {
        let advantage = self.first_move.map_or(0.0, |at| parameters[at]);
        let difference = parameters[meeting.first] - parameters[meeting.second] + advantage;
        [0.5 * difference, self.draw.map_or(0.0, |at| parameters[at]), -0.5 * difference]
    }

    /// Returns the probabilities of win, draw and loss. Without a draw constant, a draw has probability 0.
    fn chances(&self, parameters: &[f64], meeting: &Meeting) -> [f64; 3] {
        let mut utilities = self.utilities(parameters, meeting);
        if self.draw.is_none() {
            utilities[1] = f64::NEG_INFINITY;
        }
        let largest = utilities.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights = utilities.map(|utility| (utility - largest).exp());
        let sum: f64 = weights.iter().sum();
        weights.map(|weight| weight / sum)
    }

    fn likelihood(&self, parameters: &[f64]) -> f64 {
        let term = |meeting: &Meeting| -> f64 {
            let chances = self.chances(parameters, meeting);
            // A result that did not occur contributes nothing, even if its probability is 0.
            (0..3)
                .filter(|&i| meeting.results[i] > 0.0 && chances[i] > 0.0)
                .map(|i| meeting.results[i] * chances[i].ln())
                .sum()
        };
        self.meetings.iter().map(term).sum()
    }

    /// Returns the gradient of the log-likelihood, and its negative second derivatives (the Fisher information).
    fn slope_and_curvature(&self, parameters: &[f64]) -> (DVector<f64>, DMatrix<f64>) {
        let mut slope = DVector::zeros(parameters.len());
        let mut curvature = DMatrix::zeros(parameters.len(), parameters.len());
        for meeting in self.meetings {
            let chances = self.chances(parameters, meeting);
            let games: f64 = meeting.results.iter().sum();
            // Derivatives of the utilities of win, draw and loss by each parameter.
            let mut effects = vec![(meeting.first, [0.5, 0.0, -0.5]), (meeting.second, [-0.5, 0.0, 0.5])];
            effects.extend(self.first_move.map(|at| (at, [0.5, 0.0, -0.5])));
            effects.extend(self.draw.map(|at| (at, [0.0, 1.0, 0.0])));
            let mean = |effect: &[f64; 3]| (0..3).map(|i| chances[i] * effect[i]).sum::<f64>();
            for (a, effect_a) in &effects {
                slope[*a] += (0..3).map(|i| (meeting.results[i] - games * chances[i]) * effect_a[i]).sum::<f64>();
                for (b, effect_b) in &effects {
                    let product = (0..3).map(|i| chances[i] * effect_a[i] * effect_b[i]).sum::<f64>();
                    curvature[(*a, *b)] += games * (product - mean(effect_a) * mean(effect_b));
                }
            }
        }
        // Only differences of strengths are determined. A penalty on their sum keeps the mean at 0 and the matrix invertible.
        for a in 0..self.players {
            for b in 0..self.players {
                curvature[(a, b)] += 1.0;
            }
        }
        (slope, curvature)
    }

    fn finish(&self, parameters: &[f64]) -> Option<Fit> {
        let covariance = factor(self.slope_and_curvature(parameters).1)?.inverse();
        let mean = parameters[..self.players].iter().sum::<f64>() / self.players as f64;
        // The penalty on the sum has added its own variance, 1 / n^2, to every strength.
        let pinned = 1.0 / (self.players * self.players) as f64;
        let variances = (0..parameters.len())
            .map(|i| covariance[(i, i)] - if i < self.players { pinned } else { 0.0 })
            .map(|variance| variance.max(0.0))
            .collect();
        Some(Fit {
            strengths: parameters[..self.players].iter().map(|strength| strength - mean).collect(),
            first_move: self.first_move.map(|at| parameters[at]),
            draw: self.draw.map(|at| parameters[at]),
            variances,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meeting(first: usize, second: usize, results: [f64; 3]) -> Meeting {
        Meeting { first, second, results }
    }

    #[test]
    fn two_players_without_draws_have_the_odds_of_their_wins() {
        let fit = fit(2, &[meeting(0, 1, [30.0, 0.0, 10.0]), meeting(1, 0, [10.0, 0.0, 30.0])]).unwrap();
        assert!((fit.strengths[0] - fit.strengths[1] - 3.0_f64.ln()).abs() < 1e-9, "{fit:?}");
        assert!(fit.first_move.unwrap().abs() < 1e-9 && fit.draw.is_none());
        // The difference of two strengths with variance v each and covariance -v has variance 4v = 1 / (80 p q).
        assert!((4.0 * fit.variances[0] - 1.0 / (80.0 * 0.75 * 0.25)).abs() < 1e-9);
    }

    #[test]
    fn the_chances_of_the_maximum_give_the_counts() {
        // The counts are expectations of the model, so the fit must reproduce its parameters.
        let (strengths, advantage, draw) = ([0.9_f64, 0.1, -0.3, -0.7], 0.25, -0.2_f64);
        let mut meetings = Vec::new();
        for first in 0..4 {
            for second in (0..4).filter(|&second| second != first) {
                let d = strengths[first] - strengths[second] + advantage;
                let weights = [(0.5 * d).exp(), draw.exp(), (-0.5 * d).exp()];
                let sum: f64 = weights.iter().sum();
                meetings.push(meeting(first, second, weights.map(|weight| 100.0 * weight / sum)));
            }
        }
        let fit = fit(4, &meetings).unwrap();
        for (found, expected) in fit.strengths.iter().zip(strengths) {
            assert!((found - expected).abs() < 1e-7, "{fit:?}");
        }
        assert!((fit.first_move.unwrap() - advantage).abs() < 1e-7);
        assert!((fit.draw.unwrap() - draw).abs() < 1e-7);
    }

    /// One Newton step is too long here and must be halved.
    #[test]
    fn the_maximum_is_found_where_full_steps_leave_it() {
        let meetings = [meeting(0, 1, [0.01, 1.0, 100_000.0]), meeting(1, 0, [1.0, 1.0, 1.0])];
        let fit = fit(2, &meetings).unwrap();
        let parameters = [&fit.strengths[..], &[fit.first_move.unwrap(), fit.draw.unwrap()]].concat();
        let model = Model { players: 2, meetings: &meetings, first_move: Some(2), draw: Some(3) };
        let slope = model.slope_and_curvature(&parameters).0;
        assert!(slope.amax() < 1e-6, "{fit:?} {slope}");
    }

    /// The maximum would be infinite without decided games, or if the first player never loses or never wins.
    #[test]
    fn parameters_without_a_maximum_are_omitted() {
        let drawn = fit(2, &[meeting(0, 1, [0.0, 8.0, 0.0]), meeting(1, 0, [0.0, 8.0, 0.0])]).unwrap();
        assert_eq!((drawn.first_move, drawn.draw), (None, None));
        for [one, other] in [[[5.0, 3.0, 0.0], [4.0, 3.0, 0.0]], [[0.0, 3.0, 5.0], [0.0, 3.0, 4.0]]] {
            let one_sided = fit(2, &[meeting(0, 1, one), meeting(1, 0, other)]).unwrap();
            assert_eq!(one_sided.first_move, None);
            assert!(one_sided.draw.is_some());
        }
    }

    #[test]
    fn singular_matrices_are_refused() {
        assert!(factor(DMatrix::from_element(2, 2, 1.0)).is_none());
        assert!(factor(DMatrix::from_row_slice(2, 2, &[1.0, 1.0, 1.0, 1.0 + 1e-13])).is_none());
        // The criterion is relative to the diagonal, so it does not depend on the scale.
        assert!(factor(DMatrix::from_row_slice(2, 2, &[1e8, 1e8, 1e8, 1e8 + 1e-5])).is_none());
        let matrix = DMatrix::from_row_slice(3, 3, &[4.0, 1.0, 0.5, 1.0, 3.0, -1.0, 0.5, -1.0, 2.0]);
        let vector = DVector::from_vec(vec![1.0, -2.0, 5.0]);
        let back = factor(matrix.clone()).unwrap().solve(&(matrix * &vector));
        assert!((back - vector).amax() < 1e-12);
    }

    #[test]
    fn the_first_move_advantage_needs_a_cycle() {
        let has_cycle = |pairs: &[(usize, usize)]| {
            let meetings: Vec<Meeting> = pairs.iter().map(|&(a, b)| meeting(a, b, [1.0, 0.0, 0.0])).collect();
            both_ways(3, &meetings)
        };
        assert!(has_cycle(&[(0, 1), (1, 0)]) && has_cycle(&[(0, 1), (1, 2), (2, 0)]));
        assert!(!has_cycle(&[(0, 1)]) && !has_cycle(&[(0, 1), (0, 2), (1, 2)]));
    }

    #[test]
    fn an_undetermined_first_move_advantage_is_omitted() {
        // Player 0 always moves first. The reverse pairing was scheduled, but not played.
        let fit = fit(2, &[meeting(0, 1, [30.0, 5.0, 10.0]), meeting(1, 0, [0.0; 3])]).unwrap();
        assert_eq!(fit.first_move, None);
        assert!(fit.draw.is_some());
    }

    #[test]
    fn strengths_as_far_apart_as_doubles_go_have_chances_and_their_mean_is_0() {
        let meetings = [meeting(0, 1, [30.0, 0.0, 10.0])];
        let model = Model { players: 2, meetings: &meetings, first_move: None, draw: None };
        assert_eq!(model.chances(&[2e4, -2e4], &meetings[0]), [1.0, 0.0, 0.0]);
        assert_eq!(model.chances(&[-2e4, 2e4], &meetings[0]), [0.0, 0.0, 1.0]);
        assert_eq!(model.finish(&[1.0, 3.0]).unwrap().strengths, [-1.0, 1.0]);
    }
}
