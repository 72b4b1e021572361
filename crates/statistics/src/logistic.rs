//! Logistic curve from a score to the share of the points that players with this score have made.
//!
//! The curve `1 / (1 + exp(-score / lead))` has one parameter, the lead that is worth 73 % of the points. It is fitted to scores
//! and results by maximum likelihood.

/// Returns the share of the points that a score is worth, for a curve on which `lead` is worth 73 %.
///
/// ```
/// use plyground_statistics::{fit_lead, share_of};
///
/// // Players who are ahead by 2 make three of four points.
/// let samples = [(2.0, 1.0), (2.0, 1.0), (2.0, 1.0), (2.0, 0.0)];
/// let fit = fit_lead(&samples).expect("who was ahead has won more");
/// assert!((share_of(2.0, fit.lead) - 0.75).abs() < 1e-9);
/// ```
#[must_use]
pub fn share_of(score: f64, lead: f64) -> f64 {
    1.0 / (1.0 + (-score / lead).exp())
}

/// Fitted curve with its loss.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LeadFit {
    /// Lead that is worth 73 % of the points.
    pub lead: f64,
    /// Mean loss of a sample in nats; 0.693 is that of a constant prediction of 1/2.
    pub loss: f64,
}

/// Returns the mean cross-entropy of the results under the curve, in nats.
#[must_use]
pub fn loss_of(samples: &[(f64, f64)], lead: f64) -> f64 {
    // Computes ln(1 + exp(x)) without overflow.
    let soft = |x: f64| x.max(0.0) + (-x.abs()).exp().ln_1p();
    let loss = |&(score, result): &(f64, f64)| {
        let x = score / lead;
        result * soft(-x) + (1.0 - result) * soft(x)
    };
    samples.iter().map(loss).sum::<f64>() / samples.len() as f64
}

/// Fits a curve to scores and results: 1 for a win, 0.5 for a draw, 0 for a loss, from the same point of view as the score.
/// Returns `None` without samples, or if the results have no finite positive slope.
#[must_use]
pub fn fit_lead(samples: &[(f64, f64)]) -> Option<LeadFit> {
    // The likelihood is concave in the slope, 1 / lead, so bisection finds the root of its derivative.
    let rise = |slope: f64| -> f64 {
        samples.iter().map(|&(score, result)| score * (result - share_of(score, 1.0 / slope))).sum()
    };
    let largest = samples.iter().map(|(score, _)| score.abs()).fold(0.0, f64::max);
    if largest == 0.0 {
        return None;
    }
    let (mut low, mut high) = (1e-6 / largest, 1e6 / largest);
    if rise(low) <= 0.0 || rise(high) >= 0.0 {
        return None;
    }
    for _ in 0..200 {
        let middle = (low * high).sqrt();
        if rise(middle) > 0.0 { low = middle } else { high = middle }
    }
    let lead = 1.0 / (low * high).sqrt();
    Some(LeadFit { lead, loss: loss_of(samples, lead) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::uniform;

    #[test]
    fn a_known_curve_is_found_again() {
        let mut uniform = uniform(7);
        for lead in [0.5, 5.0, 150.0, 1e9] {
            let sample = |_| {
                // Scores are more often positive than negative.
                let score = (uniform() - 0.3) * 8.0 * lead;
                (score, f64::from(uniform() < share_of(score, lead)))
            };
            let samples: Vec<(f64, f64)> = (0..20_000).map(sample).collect();
            let fit = fit_lead(&samples).unwrap();
            assert!((fit.lead / lead - 1.0).abs() < 0.05, "{} for {lead}", fit.lead);
            // Neighbouring leads fit worse.
            for other in [0.9, 1.1] {
                assert!(loss_of(&samples, other * fit.lead) > fit.loss);
            }
        }
    }

    #[test]
    fn a_loss_is_a_mean_over_samples() {
        let expected = (0.5 * (2.0_f64.ln() + 2.0_f64.exp().ln_1p()), 0.25_f64.exp().ln_1p());
        assert!((loss_of(&[(0.0, 1.0), (6.0, 0.0)], 3.0) - expected.0).abs() < 1e-12);
        assert!((loss_of(&[(-1.0, 1.0), (1.0, 0.0), (1.0, 0.0)], 4.0) - expected.1).abs() < 1e-12);
    }

    #[test]
    fn scores_without_information_have_no_curve() {
        for samples in
            [&[][..], &[(0.0, 1.0)], &[(1.0, 0.0), (2.0, 0.0)], &[(1.0, 1.0), (2.0, 1.0)], &[(1.0, 0.5), (3.0, 0.5)]]
        {
            assert_eq!(fit_lead(samples), None, "{samples:?}");
        }
    }

    #[test]
    fn shares_are_of_both_sides() {
        assert_eq!(share_of(0.0, 3.0), 0.5);
        assert!((share_of(4.0, 3.0) + share_of(-4.0, 3.0) - 1.0).abs() < 1e-12);
        assert!(share_of(1e9, 1.0) <= 1.0 && share_of(-1e9, 1.0) >= 0.0);
    }
}
