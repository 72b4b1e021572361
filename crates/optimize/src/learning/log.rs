//! Reports of a run: its progress, and a line of the log for each generation.

use std::fmt;

use plyground_arena::Tally;
use plyground_statistics::{Estimate, Sprt};
use serde::{Deserialize, Serialize};

/// A step of a generation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LearningStage {
    /// Games of the present evaluation with itself.
    SelfPlay,
    /// Positions of recorded games are searched for their principal variations.
    Lines,
    /// Recorded games become samples.
    Samples,
    /// Values are fitted to the samples.
    Fit,
    /// Shares of the values play the present evaluation.
    Shares,
    /// The best share plays the match that decides.
    Test,
}

impl fmt::Display for LearningStage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LearningStage::SelfPlay => "self-play",
            LearningStage::Lines => "principal variations",
            LearningStage::Samples => "samples",
            LearningStage::Fit => "fit",
            LearningStage::Shares => "shares",
            LearningStage::Test => "match",
        })
    }
}

/// Progress of a run.
#[derive(Clone, Copy, Debug)]
pub enum LearningProgress<'a> {
    /// A part of a step has ended: a game, a file of records, or an epoch.
    Step {
        /// The generation, from 1.
        generation: u64,
        /// The step.
        stage: LearningStage,
        /// Number of finished parts.
        done: u64,
        /// Number of all parts.
        total: u64,
    },
    /// A generation has ended.
    Generation(&'a LearnedGeneration),
}

/// Log entry of a generation.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LearnedGeneration {
    /// Number of the generation, from 1.
    pub generation: u64,
    /// Number of self-play games that the samples come from.
    pub games: u64,
    /// Number of samples.
    pub positions: usize,
    /// Number of samples whose label is the exact result of tables.
    pub exact: usize,
    /// Number of samples that are positions of principal variations.
    pub of_lines: usize,
    /// The files of the games.
    pub records: Vec<RecordSource>,
    /// The lead of the base that is worth 73% of the points.
    pub scale: f64,
    /// The decay of weights that the held-out games chose.
    pub decay: f64,
    /// The loss on the learned part before and after the fit.
    pub loss: [f64; 2],
    /// The share of the variance of held-out results that the base explains, and the base with the fitted values.
    pub explained: [f64; 2],
    /// The gauntlet of the shares.
    pub shares: Vec<ShareScore>,
    /// The share that played the match; `None` if no share differs from the present evaluation.
    pub share: Option<f64>,
    /// The first match against the present evaluation.
    pub test: Option<MatchResult>,
    /// All matches against the present evaluation, up to the first that did not accept.
    pub tests: Vec<MatchResult>,
    /// Whether the values replace the present evaluation.
    pub accepted: bool,
}

/// A file of recorded games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecordSource {
    /// The file, in the folder of the run.
    pub file: String,
    /// Number of games.
    pub games: u64,
    /// The identity of the run that played them.
    pub run: String,
    /// The digest of the file, see [`text_digest`](plyground_arena::text_digest).
    pub digest: String,
}

impl fmt::Display for RecordSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RecordSource { file, games, run, digest } = self;
        write!(f, "{file}: {games} games of run {run}, digest {digest}")
    }
}

/// The score of a share against the present evaluation.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct ShareScore {
    /// The share.
    pub share: f64,
    /// Number of games.
    pub games: u64,
    /// Score as a share of the points.
    pub score: f64,
}

/// Result of a match that accepts or rejects a generation.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct MatchResult {
    /// Nodes per move.
    pub nodes: u64,
    /// Number of games that count.
    pub games: u64,
    /// Number of games that the learned values won.
    pub wins: u64,
    /// Number of drawn games.
    pub draws: u64,
    /// Number of games that the learned values lost.
    pub losses: u64,
    /// The difference in Elo with 95% confidence, corrected for the sequential test.
    pub elo: Estimate,
    /// The log-likelihood ratio of the sequential test.
    pub llr: f64,
}

impl MatchResult {
    pub(super) fn of(tally: &Tally, sprt: &Sprt, nodes: u64) -> MatchResult {
        let results = tally.by_side[0] + tally.by_side[1];
        MatchResult {
            nodes,
            games: results.games(),
            wins: results.wins,
            draws: results.draws,
            losses: results.losses,
            elo: sprt.logistic_elo(&tally.pairs, 0.95),
            llr: sprt.llr(&tally.pairs),
        }
    }
}

impl fmt::Display for MatchResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MatchResult { games, wins, draws, losses, elo, llr, .. } = self;
        write!(f, "{games} games, +{wins} ={draws} -{losses}, Elo {elo}, LLR {llr:+.2}")
    }
}
