//! Report of a sequential test, for a match or for counts of pairs.

use std::fmt;

use plyground_statistics::{Decision, EloModel, Estimate, Interval, Pentanomial, Sprt, StoppedEstimate};
use serde::Serialize;

use super::evidence::{CONFIDENCE, write_evidence};

/// State of a sequential test.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SprtSummary {
    /// Bounds in Elo.
    pub elo: [f64; 2],
    /// `normalized` or `logistic`.
    pub model: &'static str,
    /// Probabilities of errors of the first and the second kind.
    pub errors: [f64; 2],
    /// Log-likelihood ratio.
    pub llr: f64,
    /// Bounds of the log-likelihood ratio at which the test stops.
    pub llr_bounds: [f64; 2],
    /// Accepted bound in Elo; null while the test runs.
    pub accepted: Option<f64>,
    /// Logistic Elo, corrected for the stopping rule; null until the test has decided, and if there is no estimate.
    pub corrected_elo: Option<Estimate>,
    /// Normalised Elo, corrected for the stopping rule.
    pub corrected_normalized_elo: Option<Estimate>,
}

impl SprtSummary {
    /// Returns the state of the test after these pairs.
    #[must_use]
    pub fn new(sprt: &Sprt, pairs: &Pentanomial) -> SprtSummary {
        let status = sprt.status(pairs);
        let (elo0, elo1) = sprt.elo_bounds();
        let (alpha, beta) = sprt.errors();
        // Before, the corrected interval is no result, and with few pairs it is too narrow.
        let corrected: Option<StoppedEstimate> = status.decision.and_then(|_| sprt.estimate(pairs, CONFIDENCE));
        SprtSummary {
            elo: [elo0, elo1],
            model: match sprt.model() {
                EloModel::Normalized => "normalized",
                EloModel::Logistic => "logistic",
            },
            errors: [alpha, beta],
            llr: status.llr,
            llr_bounds: [status.lower, status.upper],
            accepted: status.decision.map(|decision| match decision {
                Decision::AcceptElo0 => elo0,
                Decision::AcceptElo1 => elo1,
            }),
            corrected_elo: corrected.map(|estimate| estimate.logistic),
            corrected_normalized_elo: corrected.map(|estimate| estimate.normalized),
        }
    }
}

impl SprtSummary {
    /// Returns the model in words, the bounds and the accepted one.
    pub(super) fn test(&self) -> (&'static str, [f64; 2], Option<f64>) {
        (if self.model == "normalized" { "normalised" } else { self.model }, self.elo, self.accepted)
    }
}

impl fmt::Display for SprtSummary {
    /// Writes one line for the test, and one for the corrected Elo once it has decided.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [elo0, elo1] = self.elo;
        let [lower, upper] = self.llr_bounds;
        let state = self.accepted.map_or_else(|| "undecided".into(), |elo| format!("accepted {elo}"));
        write!(f, "sprt {} {elo0} to {elo1}: LLR {:.3} in [{lower:.3}, {upper:.3}], {state}", self.model, self.llr)?;
        self.corrected_elo.map_or(Ok(()), |elo| write!(f, "\nElo corrected for stopping: {elo}"))
    }
}

/// Report of a test on counts of pairs, with the same keys as the pairing of a match.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SprtReport {
    /// Number of pairs of games.
    pub pairs: u64,
    /// Numbers of pairs by result: two losses, loss and draw, even, win and draw, two wins.
    pub pentanomial: Pentanomial,
    /// Confidence level of all intervals.
    pub confidence: f64,
    /// Share of the points; null without pairs.
    pub score: Option<f64>,
    /// Confidence interval of the score. The intervals of Elo and normalised Elo are images of it.
    pub score_interval: Interval,
    /// Logistic Elo.
    pub elo: Estimate,
    /// Normalised Elo.
    pub normalized_elo: Estimate,
    /// Log-likelihood ratio.
    pub llr: f64,
    /// Accepted bound, `elo0` or `elo1`; null while the test is undecided.
    pub decision: Option<&'static str>,
    /// Test, as in the report of a match.
    pub sprt: SprtSummary,
}

impl SprtReport {
    /// Returns the report of the test on these pairs.
    #[must_use]
    pub fn new(sprt: &Sprt, pairs: &Pentanomial) -> SprtReport {
        let status = sprt.status(pairs);
        SprtReport {
            pairs: pairs.pairs(),
            pentanomial: *pairs,
            confidence: CONFIDENCE,
            score: pairs.score(),
            score_interval: pairs.score_interval(CONFIDENCE),
            elo: pairs.elo(CONFIDENCE),
            normalized_elo: pairs.normalized_elo(CONFIDENCE),
            llr: status.llr,
            decision: status.decision.map(|decision| match decision {
                Decision::AcceptElo0 => "elo0",
                Decision::AcceptElo1 => "elo1",
            }),
            sprt: SprtSummary::new(sprt, pairs),
        }
    }
}

impl fmt::Display for SprtReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_evidence(f, &self.pentanomial, self.confidence)?;
        write!(f, "{}", self.sprt)
    }
}
