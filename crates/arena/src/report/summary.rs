//! The numbers of a report.

use serde::Serialize;

use crate::play::Termination;
use crate::record::Record;
use crate::standings::Standings;
use crate::tally::Tally;

use super::evidence::CONFIDENCE;
use super::sprt::SprtSummary;
use plyground_statistics::{Estimate, Interval, Pentanomial, Sprt, Wdl};

/// The most points of a curve: more cannot be seen.
const MOST_POINTS: usize = 200;

/// A report as data; `serde_json` writes it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// The game's name; empty without games.
    pub game: String,
    /// Its rules.
    pub rules: String,
    /// What defines the run.
    pub run: String,
    /// Games in all, those included that are not part of a counted pair.
    pub games: u64,
    /// The confidence of all intervals.
    pub confidence: f64,
    /// The players, the best first.
    pub players: Vec<PlayerSummary>,
    /// The pairings that have games.
    pub pairings: Vec<PairingSummary>,
    /// What the first move is worth: results of the first side in all counted pairs.
    pub first_side: SideSummary,
    /// What ended the games.
    pub terminations: Vec<TerminationCount>,
    /// Why there are no ratings, or what to think of them.
    pub rating_note: Option<String>,
    /// The sequential test.
    pub sprt: Option<SprtSummary>,
    /// The score of the first player after each counted pair, in a match between two.
    pub score_over_time: Vec<ScorePoint>,
}

/// A player against all others.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayerSummary {
    /// The name.
    pub name: String,
    /// The number of counted games.
    pub games: u64,
    /// Points, 1 for a win and 1/2 for a draw.
    pub points: f64,
    /// The share of the points; null without games.
    pub score: Option<f64>,
    /// Results in all.
    pub results: Wdl,
    /// Results with the first and with the second side.
    pub by_side: [Wdl; 2],
    /// Elo above the mean of all players, where ratings could be made.
    pub rating: Option<Estimate>,
}

/// Two players against each other; everything is counted for the first of them.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PairingSummary {
    /// The names.
    pub players: [String; 2],
    /// Counted pairs of games.
    pub pairs: u64,
    /// Both lost, a loss and a draw, even, a win and a draw, both won.
    pub pentanomial: Pentanomial,
    /// Points of both.
    pub points: [f64; 2],
    /// Results in all.
    pub results: Wdl,
    /// Results with the first and with the second side.
    pub by_side: [Wdl; 2],
    /// The share of the points; null without pairs.
    pub score: Option<f64>,
    /// Its interval, by pairs: Elo, normalised Elo and the ratings of two players have images of it.
    pub score_interval: Interval,
    /// Logistic Elo.
    pub elo: Estimate,
    /// Normalised Elo.
    pub normalized_elo: Estimate,
    /// Pairs that repeated an earlier one and are not counted.
    pub replays: u64,
    /// Games whose pair is not whole, and which are not counted.
    pub unpaired: u64,
}

/// The first side, whichever player had it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SideSummary {
    /// Results of the first side.
    pub results: Wdl,
    /// The share of the points; null without games.
    pub score: Option<f64>,
    /// The Elo of having the first move, by pairs.
    pub elo: Estimate,
    /// The same from the ratings of all players, where they show it.
    pub rating: Option<Estimate>,
}

/// How many games ended in a way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TerminationCount {
    /// The way.
    pub termination: Termination,
    /// Who lost thereby; null for draws.
    pub loser: Option<String>,
    /// How many games.
    pub games: u64,
}

/// The score after some pairs.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct ScorePoint {
    /// Pairs so far.
    pub pairs: u64,
    /// The share of the points.
    pub score: f64,
    /// Its interval, by pairs.
    pub interval: Interval,
    /// The log-likelihood ratio, where there is a test.
    pub llr: Option<f64>,
}

impl Summary {
    /// The report of these games, in their order; `sprt` is the test that the match was played with.
    #[must_use]
    pub fn of(records: &[Record], sprt: Option<&Sprt>) -> Summary {
        Summary::of_standings(&Standings::of(records), sprt)
    }

    /// The report of the games that these are the standings of.
    #[must_use]
    pub fn of_standings(standings: &Standings, sprt: Option<&Sprt>) -> Summary {
        let names = &standings.names()[..standings.present()];
        let ratings = standings.ratings_of(names.len(), CONFIDENCE);
        let rating_note = match &ratings {
            Err(_) if names.len() < 2 => None,
            Err(error) => Some(error.to_string()),
            Ok(ratings) if ratings.with_prior => Some(
                "ratings include an imaginary even game a pairing, because a player has won or lost everything".into(),
            ),
            Ok(_) => None,
        };
        let mut players: Vec<PlayerSummary> = (0..names.len())
            .map(|player| {
                let by_side = (0..names.len()).filter(|&other| other != player).fold(
                    [Wdl::default(); 2],
                    |[first, second], other| {
                        let more = standings.by_side(player, other);
                        [first + more[0], second + more[1]]
                    },
                );
                let results = by_side[0] + by_side[1];
                PlayerSummary {
                    name: names[player].clone(),
                    games: results.games(),
                    points: results.points(),
                    score: results.score(),
                    results,
                    by_side,
                    rating: ratings.as_ref().ok().map(|ratings| ratings.players[player].estimate),
                }
            })
            .collect();
        players.sort_by(|a, b| b.score.unwrap_or(0.0).total_cmp(&a.score.unwrap_or(0.0)));
        let first_rating = ratings.as_ref().ok().and_then(|ratings| ratings.first_move);
        let terminations = standings.terminations().iter().map(|(&(termination, loser), &games)| TerminationCount {
            termination,
            loser: loser.map(|player| names[player].clone()),
            games,
        });
        let [game, rules, run] = standings.about();
        Summary {
            game,
            rules,
            run,
            games: standings.games(),
            confidence: CONFIDENCE,
            players,
            pairings: standings.tallies().map(|(_, tally)| pairing(tally)).collect(),
            first_side: first_side(standings, first_rating),
            terminations: terminations.collect(),
            rating_note,
            sprt: sprt.map(|sprt| {
                SprtSummary::new(sprt, &standings.match_tally().map(|tally| tally.pairs).unwrap_or_default())
            }),
            score_over_time: match standings.match_tally() {
                Some(tally) if names.len() == 2 => score_over_time(tally, sprt),
                _ => Vec::new(),
            },
        }
    }
}

fn pairing(tally: &Tally) -> PairingSummary {
    let results = tally.games();
    PairingSummary {
        players: tally.names.clone(),
        pairs: tally.pairs.pairs(),
        pentanomial: tally.pairs,
        points: [results.points(), results.reversed().points()],
        results,
        by_side: tally.by_side,
        score: tally.pairs.score(),
        score_interval: tally.pairs.score_interval(CONFIDENCE),
        elo: tally.pairs.elo(CONFIDENCE),
        normalized_elo: tally.pairs.normalized_elo(CONFIDENCE),
        replays: tally.replays,
        unpaired: tally.waiting(),
    }
}

fn first_side(standings: &Standings, rating: Option<Estimate>) -> SideSummary {
    let (mut results, mut pairs) = (Wdl::default(), Pentanomial::default());
    for (_, tally) in standings.tallies() {
        results += tally.by_side[0] + tally.by_side[1].reversed();
        for (sum, count) in pairs.counts.iter_mut().zip(tally.first_side.counts) {
            *sum += count;
        }
    }
    SideSummary { results, score: results.score(), elo: pairs.elo(CONFIDENCE), rating }
}

fn score_over_time(tally: &Tally, sprt: Option<&Sprt>) -> Vec<ScorePoint> {
    // Thinned out evenly; the last one stays.
    let pairs = tally.pairs.pairs() as usize;
    let step = pairs.div_ceil(MOST_POINTS).max(1);
    let skip = pairs.saturating_sub(1) % step;
    let points = tally.course().skip(skip).step_by(step);
    points
        .map(|pairs| ScorePoint {
            pairs: pairs.pairs(),
            score: pairs.score().unwrap_or(0.5),
            interval: pairs.score_interval(CONFIDENCE),
            llr: sprt.map(|sprt| sprt.llr(&pairs)),
        })
        .collect()
}
