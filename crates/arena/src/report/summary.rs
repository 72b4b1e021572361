//! Numbers of a report.

use serde::Serialize;

use crate::play::Termination;
use crate::record::Record;
use crate::standings::Standings;
use crate::tally::Tally;

use super::evidence::{CONFIDENCE, conclusion};
use super::sprt::SprtSummary;
use plyground_statistics::{Estimate, Interval, Pentanomial, Sprt, Wdl};

/// Maximum number of points of a curve; more are not visible.
const MOST_POINTS: usize = 200;

/// Report as data, for `serde_json`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// Name of the game; empty without games.
    pub game: String,
    /// Rules.
    pub rules: String,
    /// Digest that identifies the run.
    pub run: String,
    /// Openings of the run, with their start and seed; null for a report from records alone, which do not contain it.
    pub openings: Option<String>,
    /// Number of games, including those that are not part of a counted pair.
    pub games: u64,
    /// Confidence level of all intervals.
    pub confidence: f64,
    /// Players, the best first.
    pub players: Vec<PlayerSummary>,
    /// Pairings that have games.
    pub pairings: Vec<PairingSummary>,
    /// Results of the first side in all counted pairs: the advantage of the first move.
    pub first_side: SideSummary,
    /// Numbers of games by cause of their end.
    pub terminations: Vec<TerminationCount>,
    /// What the games show, in one sentence: of two players which is stronger, of more whether the first is stronger than each other
    /// one; and whether games were lost by faults. Null if there is nothing to say.
    pub conclusion: Option<String>,
    /// Reason why ratings are missing, or a caveat.
    pub rating_note: Option<String>,
    /// Sequential test.
    pub sprt: Option<SprtSummary>,
    /// Score of the first player after each counted pair, in a match of two players.
    pub score_over_time: Vec<ScorePoint>,
}

/// Results of a player against all opponents.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayerSummary {
    /// Name.
    pub name: String,
    /// Limits of its first game, such as `nodes=10000`, or `no limit`.
    pub limits: String,
    /// Number of counted games.
    pub games: u64,
    /// Points, 1 for a win and 1/2 for a draw.
    pub points: f64,
    /// Share of the points; null without games.
    pub score: Option<f64>,
    /// Total results.
    pub results: Wdl,
    /// Results with the first and with the second side.
    pub by_side: [Wdl; 2],
    /// Elo above the mean of all players, if ratings exist.
    pub rating: Option<Estimate>,
}

/// Results of two players, from the point of view of the first.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PairingSummary {
    /// Names.
    pub players: [String; 2],
    /// Number of counted pairs.
    pub pairs: u64,
    /// Numbers of pairs by result: two losses, loss and draw, even, win and draw, two wins.
    pub pentanomial: Pentanomial,
    /// Points of both players.
    pub points: [f64; 2],
    /// Total results.
    pub results: Wdl,
    /// Results with the first and with the second side.
    pub by_side: [Wdl; 2],
    /// Share of the points; null without pairs.
    pub score: Option<f64>,
    /// Confidence interval of the score, by pairs. The intervals of Elo, normalised Elo and the ratings of two players are images
    /// of it.
    pub score_interval: Interval,
    /// Logistic Elo.
    pub elo: Estimate,
    /// Normalised Elo.
    pub normalized_elo: Estimate,
    /// Number of games that probably decide which player is stronger, see [`Pentanomial::games_to_decide`]; null if the score is 50%.
    pub games_to_decide: Option<u64>,
    /// Number of pairs that repeated an earlier one; they are not counted.
    pub replays: u64,
    /// Number of games whose pair is not complete; they are not counted.
    pub unpaired: u64,
}

/// Results of the first side, for either player.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SideSummary {
    /// Results of the first side.
    pub results: Wdl,
    /// Share of the points; null without games.
    pub score: Option<f64>,
    /// Elo of the first move, by pairs.
    pub elo: Estimate,
    /// Elo of the first move from the ratings of all players, if it can be estimated.
    pub rating: Option<Estimate>,
}

/// Number of games with the same cause of their end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TerminationCount {
    /// Cause.
    pub termination: Termination,
    /// Loser; null for draws.
    pub loser: Option<String>,
    /// Number of games.
    pub games: u64,
    /// First of these games, if the loser failed; null for games that ended regularly.
    pub first: Option<FirstFault>,
}

/// First game that a player lost by a kind of fault.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FirstFault {
    /// Number of the game in its run, from 0, as in the records.
    pub number: u64,
    /// Cause of its end.
    pub cause: String,
}

/// Score after a number of pairs.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct ScorePoint {
    /// Number of pairs.
    pub pairs: u64,
    /// Share of the points.
    pub score: f64,
    /// Confidence interval of the score, by pairs.
    pub interval: Interval,
    /// Log-likelihood ratio, if there is a test.
    pub llr: Option<f64>,
}

impl Summary {
    /// Returns the report of these games. `sprt` is the sequential test of the match.
    #[must_use]
    pub fn of(records: &[Record], sprt: Option<&Sprt>) -> Summary {
        Summary::of_standings(&Standings::of(records), sprt)
    }

    /// Returns the report of these standings.
    #[must_use]
    pub fn of_standings(standings: &Standings, sprt: Option<&Sprt>) -> Summary {
        let names = &standings.names()[..standings.present()];
        let ratings = standings.ratings_of(names.len(), CONFIDENCE);
        let rating_note = match &ratings {
            Err(_) if names.len() < 2 => None,
            Err(error) => Some(error.to_string()),
            Ok(ratings) if ratings.with_prior => Some(
                "ratings include one virtual drawn game per pairing, because a player or group never beat the rest"
                    .into(),
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
                    limits: standings.limits(player).to_owned(),
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
        let pairings: Vec<PairingSummary> = standings.tallies().map(|(_, tally)| pairing(tally)).collect();
        let first_rating = ratings.as_ref().ok().and_then(|ratings| ratings.first_move);
        let terminations = standings.terminations().iter().map(|(&(termination, loser), &games)| TerminationCount {
            termination,
            loser: loser.map(|player| names[player].clone()),
            games,
            first: loser
                .and_then(|player| standings.first_fault(termination, player))
                .map(|(number, cause)| FirstFault { number, cause: cause.to_owned() }),
        });
        let terminations: Vec<TerminationCount> = terminations.collect();
        let [game, rules, run] = standings.about();
        let pairs = standings.match_tally().map(|tally| tally.pairs).unwrap_or_default();
        let sprt_summary = sprt.map(|sprt| SprtSummary::new(sprt, &pairs));
        let faults: u64 = terminations.iter().filter(|end| end.first.is_some()).map(|end| end.games).sum();
        let conclusion = match names {
            // Most games do not measure strength.
            _ if 2 * faults > standings.games() => None,
            [one, other] => {
                let test = sprt_summary.as_ref().map(SprtSummary::test);
                conclusion(&[one.clone(), other.clone()], &pairs, test)
            }
            _ => standing_of_first(&players, &pairings),
        };
        let sentences: Vec<String> = conclusion.into_iter().chain(doubt(&terminations)).collect();
        let conclusion = Some(sentences.join(" ")).filter(|text| !text.is_empty());
        Summary {
            game,
            rules,
            run,
            openings: None,
            games: standings.games(),
            confidence: CONFIDENCE,
            players,
            pairings,
            first_side: first_side(standings, first_rating),
            terminations,
            conclusion,
            rating_note,
            sprt: sprt_summary,
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
        games_to_decide: tally.pairs.games_to_decide(),
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
    // The points are evenly spaced and include the last one.
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

/// Returns whether the player with the highest score is stronger than each opponent, all at once with the usual confidence
/// (Bonferroni).
fn standing_of_first(players: &[PlayerSummary], pairings: &[PairingSummary]) -> Option<String> {
    let PlayerSummary { name: first, score: Some(_), .. } = players.first()? else { return None };
    let met: Vec<(&String, Pentanomial)> = pairings
        .iter()
        .filter_map(|pairing| match &pairing.players {
            [one, other] if one == first => Some((other, pairing.pentanomial)),
            [one, other] if other == first => Some((one, pairing.pentanomial.reversed())),
            _ => None,
        })
        .collect();
    let confidence = 1.0 - (1.0 - CONFIDENCE) / met.len().max(1) as f64;
    let is_open = |pairs: &Pentanomial| pairs.score_interval(confidence).low <= 0.5;
    let open: Vec<String> =
        met.iter().filter(|(_, pairs)| is_open(pairs)).map(|(name, _)| format!("`{name}`")).collect();
    let all = format!("with {:.0}% confidence for all of them together", 100.0 * CONFIDENCE);
    match &open[..] {
        _ if met.is_empty() => None,
        [] => Some(format!("`{first}` is stronger than each of its opponents ({all}).")),
        open => Some(format!(
            "`{first}` comes first, but these games do not show that it is stronger than {} ({all}).",
            open.join(", ")
        )),
    }
}

/// Returns the sentence that games lost by faults measure no strength.
fn doubt(terminations: &[TerminationCount]) -> Option<String> {
    let faults = terminations.iter().filter(|end| end.first.is_some());
    match faults.map(|end| end.games).sum() {
        0 => None,
        1 => Some("1 game was lost by a fault, which says nothing about strength.".into()),
        games => Some(format!("{games} games were lost by faults, which say nothing about strength.")),
    }
}
