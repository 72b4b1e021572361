//! Results of the first player of a match, read from the answer of `ply match`.

use plyground_statistics::{Interval, Pentanomial};
use serde_json::{Value, json};

use super::answer::{list, number};
use crate::Result;

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
    pub(crate) fn of(summary: &Value) -> Result<Standing> {
        let pairing = list(summary, "/pairings").first().ok_or("a match without a pairing")?;
        let counts = |path: &str| -> Result<Counts> {
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

    /// Returns the results as figures: an estimate of the share of the points by the five results of pairs, with the counts of
    /// games.
    pub(crate) fn figures(&self) -> Value {
        let ([wins, draws, losses], Interval { low, high }) = (self.results, self.pairs.score_interval(0.95));
        json!({
            "wins": wins, "draws": draws, "losses": losses, "value": self.pairs.score(), "low": low, "high": high,
        })
    }
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
        let found = standing.figures();
        assert_eq!((&found["wins"], &found["losses"], &found["value"]), (&json!(5.0), &json!(1.0), &json!(0.75)));
        assert_eq!(standing.by_side[1], [2.0, 1.0, 1.0]);
        assert!(Standing::of(&json!({"pairings": []})).is_err());
    }
}
