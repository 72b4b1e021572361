//! Final matches of the tuned weights: against the start, and against the other opponents.

use plyground_arena::{EndCause, MatchSpec};
use plyground_game::zobrist::mix;
use plyground_statistics::{Estimate, Interval, Sprt};
use serde::Serialize;

use super::{OnProgress, TuningProgress, Work};
use crate::arena::stopped;
use crate::error::OptimizeError;

/// Salt of the seed, so that the openings of the final matches differ from those of the tuning.
const SALT: u64 = 0x7072_6f6f_6673;

/// The result of a final match.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Proof {
    /// Opposing weights: `start`, or the name of other weights.
    pub opponent: String,
    /// Number of games that count.
    pub games: u64,
    /// Games won by the tuned weights.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Share of the points; `None` without games.
    pub score: Option<f64>,
    /// 95 % confidence interval of the share, not corrected for a sequential test.
    pub interval: Interval,
    /// Elo difference with its 95 % confidence interval, corrected for the sequential test if there was one.
    pub elo: Estimate,
    /// Pairs with 0, 1/2, 1, 3/2 and 2 points.
    pub pentanomial: [u64; 5],
    /// Games of pairs that repeat an earlier pair move by move. They do not count.
    pub repeated: u64,
    /// Log-likelihood ratio of the sequential test, if one was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub llr: Option<f64>,
    /// Whether that test has decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided: Option<bool>,
}

/// Plays all final matches: against the start, and against the opponents that differ from it.
pub(super) fn play(
    work: &Work<'_>,
    tuned: &[f64],
    sprt: Option<&Sprt>,
    each: OnProgress<'_>,
) -> Result<Vec<Proof>, OptimizeError> {
    if work.options.final_pairs == 0 {
        return Ok(Vec::new());
    }
    let start = work.run.weights.values();
    let mut proofs = vec![meet(work, tuned, "start", &start, sprt, each)?];
    for (name, values) in work.run.opponents.iter().filter(|(_, values)| *values != start) {
        proofs.push(meet(work, tuned, name, values, sprt, each)?);
    }
    Ok(proofs)
}

fn meet(
    work: &Work<'_>,
    tuned: &[f64],
    opponent: &str,
    values: &[f64],
    sprt: Option<&Sprt>,
    each: OnProgress<'_>,
) -> Result<Proof, OptimizeError> {
    let Work { options, folder, .. } = work;
    let players = [("tuned".into(), tuned.to_vec()), (opponent.into(), values.to_vec())];
    let spec = MatchSpec { sprt: options.sprt, ..MatchSpec::new(options.final_pairs, mix(options.seed ^ SALT)) };
    let file = folder.as_ref().map(|folder| folder.path().join(format!("final-{opponent}.jsonl")));
    let end = work.games().play(spec, &players, file.as_deref(), &mut |progress| {
        each(&TuningProgress::Final { opponent, done: progress.done, total: progress.total });
    })?;
    if end.cause == EndCause::Stopped {
        return Err(stopped(folder.as_ref()));
    }
    let tally = end.standings.match_tally();
    let tally = tally.ok_or_else(|| OptimizeError::Failed(format!("the match against `{opponent}` has no games")))?;
    let results = tally.by_side[0] + tally.by_side[1];
    let pairs = &tally.pairs;
    Ok(Proof {
        opponent: opponent.into(),
        games: results.games(),
        wins: results.wins,
        draws: results.draws,
        losses: results.losses,
        score: pairs.score(),
        interval: pairs.score_interval(0.95),
        elo: sprt.map_or_else(|| pairs.elo(0.95), |sprt| sprt.logistic_elo(pairs, 0.95)),
        pentanomial: pairs.counts,
        repeated: 2 * tally.replays,
        llr: sprt.map(|sprt| sprt.llr(pairs)),
        decided: sprt.map(|_| end.cause == EndCause::Decided),
    })
}
