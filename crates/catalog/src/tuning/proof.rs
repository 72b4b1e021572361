//! What tuned weights are worth: a match against the start, and against the vectors that a report has published.

use plyground_arena::statistics::{Estimate, Interval};
use plyground_arena::{Arena, EndCause, Openings, Schedule};
use plyground_eval::{WeightFile, khet};
use plyground_game::zobrist::mix;
use plyground_optimize::Folder;
use serde::Serialize;

use super::{Ground, TuningProgress, stopped};
use crate::error::CatalogError;
use crate::game_id::GameId;
use crate::playable::Playable;

/// Makes the openings of the matches others than those that were tuned with.
const SALT: u64 = 0x7072_6f6f_6673;

/// A match of the tuned weights.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Proof {
    /// Against which weights: `start`, or the name of shipped ones.
    pub opponent: String,
    /// Games that count.
    pub games: u64,
    /// Won by the tuned weights.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
    /// The share of the points; `None` without games.
    pub score: Option<f64>,
    /// The share with 95 % confidence.
    pub interval: Interval,
    /// The difference in Elo with 95 % confidence.
    pub elo: Estimate,
    /// Pairs with 0, 1/2, 1, 3/2 and 2 points.
    pub pentanomial: [u64; 5],
    /// The log-likelihood ratio of the sequential test, where one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub llr: Option<f64>,
    /// Whether that test has decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided: Option<bool>,
}

/// Plays all matches of the end.
pub(super) fn play<P: Playable>(
    ground: &Ground<'_, P>,
    tuned: &WeightFile,
    folder: Option<&Folder>,
    each: &mut dyn FnMut(&TuningProgress<'_>),
) -> Result<Vec<Proof>, CatalogError> {
    if ground.tuning.final_pairs == 0 {
        return Ok(Vec::new());
    }
    let mut proofs = Vec::new();
    for (name, weights) in opponents(ground)? {
        proofs.push(meet(ground, tuned, name, weights, folder, each)?);
    }
    Ok(proofs)
}

/// The start, and for the Khet report's evaluation its best vector and its hand-tuned one, unless they are the start.
fn opponents<P: Playable>(ground: &Ground<'_, P>) -> Result<Vec<(&'static str, WeightFile)>, CatalogError> {
    let mut opponents = vec![("start", ground.start.clone())];
    if ground.tuning.game == GameId::Khet {
        for listed in khet::EVALUATIONS.iter().filter(|listed| ["report", "hand-tuned"].contains(&listed.name)) {
            let Some(text) = listed.weights else { continue };
            let file = WeightFile::read(listed.name, text)?;
            let is_same_form = file.evaluation == ground.start.evaluation;
            if is_same_form && P::weight_set(&file)?.values() != ground.set.values() {
                opponents.push((listed.name, file));
            }
        }
    }
    Ok(opponents)
}

fn meet<P: Playable>(
    ground: &Ground<'_, P>,
    tuned: &WeightFile,
    opponent: &'static str,
    weights: WeightFile,
    folder: Option<&Folder>,
    each: &mut dyn FnMut(&TuningProgress<'_>),
) -> Result<Proof, CatalogError> {
    let undone = |error: &dyn std::fmt::Display| CatalogError::Undone(error.to_string());
    let tuning = ground.tuning;
    let seed = mix(tuning.seed ^ SALT);
    let (least, most) = tuning.opening_plies;
    let openings = Openings::drawn(&ground.setup, &ground.rules, least..=most, seed).map_err(|error| undone(&error))?;
    let players = vec![ground.contender("tuned".into(), tuned.clone()), ground.contender(opponent.into(), weights)];
    let mut arena = Arena::new(players, Schedule::two_players(tuning.final_pairs), openings, seed)
        .map_err(|error| undone(&error))?;
    arena.threads = tuning.threads.max(1);
    arena.max_plies = tuning.max_plies;
    arena.sprt = ground.contest.sprt()?;
    let journal = folder.map(|folder| arena.journal(&folder.path().join(format!("final-{opponent}.jsonl"))));
    let journal = journal.transpose().map_err(|error| undone(&error))?;
    let end = arena
        .run(journal, ground.stop, &mut |progress| {
            each(&TuningProgress::Final { opponent, done: progress.done, total: progress.total });
        })
        .map_err(|error| undone(&error))?;
    if end.cause == EndCause::Stopped {
        return Err(stopped(folder));
    }
    let tally = end.standings.match_tally().ok_or_else(|| undone(&"the match has no games"))?;
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
        elo: pairs.elo(0.95),
        pentanomial: pairs.counts,
        llr: arena.sprt.as_ref().map(|sprt| sprt.llr(pairs)),
        decided: arena.sprt.as_ref().map(|_| end.cause == EndCause::Decided),
    })
}
