//! Results of the first player of a match, read from the answer of `ply match`.

use plyground_statistics::{Interval, Pentanomial};
use serde_json::{Value, json};

use super::lab::{list, number};

/// Wins, draws and losses.
pub(crate) type Counts = [f64; 3];

/// The first player's results.
pub(crate) struct Standing {
    pub(crate) results: Counts,
    /// Results with the first and with the second side.
    pub(crate) by_side: [Counts; 2],
    pub(crate) pairs: Pentanomial,
}

impl Standing {
    /// Reads the results of the only pairing of a match.
    ///
    /// # Errors
    /// When a field is missing.
    pub(crate) fn of(summary: &Value) -> Result<Standing, String> {
        let pairing = list(summary, "/pairings").first().ok_or("a match without a pairing")?;
        let counts = |path: &str| -> Result<Counts, String> {
            let count = |key: &str| number(pairing, &format!("{path}/{key}"));
            Ok([count("wins")?, count("draws")?, count("losses")?])
        };
        let pairs: Vec<u64> = list(pairing, "/pentanomial/counts").iter().filter_map(Value::as_u64).collect();
        let pairs = pairs.try_into().map_err(|_| format!("no counts of pairs in {pairing:.200}"))?;
        Ok(Standing {
            results: counts("/results")?,
            by_side: [counts("/by_side/0")?, counts("/by_side/1")?],
            pairs: Pentanomial::new(pairs),
        })
    }

    /// Returns the results as figures: an estimate of the share of the points, with the counts of games.
    pub(crate) fn figures(&self) -> Value {
        let ([wins, draws, losses], Interval { low, high }) = (self.results, self.interval());
        json!({
            "wins": wins, "draws": draws, "losses": losses, "value": self.pairs.score(), "low": low, "high": high,
        })
    }

    /// Formats counts like `12 / 3 / 5`.
    pub(crate) fn counts(&self) -> String {
        shown(self.results)
    }

    /// Formats the share of the points in per cent, with the 95% interval by the five results of pairs.
    pub(crate) fn score(&self) -> String {
        let share = self.pairs.score().map_or_else(|| "-".into(), |share| format!("{:.1}%", 100.0 * share));
        format!("{share} ({})", percent(self.interval()))
    }

    /// Returns the 95% interval of the share of points by the five results of pairs.
    pub(crate) fn interval(&self) -> Interval {
        self.pairs.score_interval(0.95)
    }
}

/// Formats counts like `12 / 3 / 5`.
pub(crate) fn shown(counts: Counts) -> String {
    counts.map(|count| count.to_string()).join(" / ")
}

/// Formats an interval in per cent, like `45.0 to 60.1`.
pub(crate) fn percent(interval: Interval) -> String {
    format!("{:.1} to {:.1}", 100.0 * interval.low, 100.0 * interval.high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_is_read() {
        let counts = |wins, draws, losses| json!({"wins": wins, "draws": draws, "losses": losses});
        let pairing = json!({
            "results": counts(5, 2, 1), "by_side": [counts(3, 1, 0), counts(2, 1, 1)],
            "pentanomial": {"counts": [0, 0, 1, 2, 1]},
        });
        let standing = Standing::of(&json!({"pairings": [pairing]})).unwrap();
        assert_eq!((standing.counts(), shown(standing.by_side[1])), ("5 / 2 / 1".into(), "2 / 1 / 1".into()));
        assert!(standing.score().starts_with("75.0% ("), "{}", standing.score());
        assert!(Standing::of(&json!({"pairings": []})).is_err());
    }
}
