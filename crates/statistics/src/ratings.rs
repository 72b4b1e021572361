//! Joint ratings of many players from all their games.
//!
//! A match of two players has one interval, that of its pairs, and both ratings are halves of its Elo ([`Ratings::of_match`]).
//! Among more players, the Elo differences of single pairings are inconsistent. The Bradley-Terry model \[Bradley1952\] with
//! draws and a first-move advantage finds the strengths that maximise the likelihood of all results. Ratings have mean 0.
//!
//! Some sets of games cannot be rated. Players that are not connected by games are an error. A player who has lost every game has
//! no finite rating. One imaginary, even game per pairing is then added, and the rating is shown as a bound.

use thiserror::Error;

use crate::bradley_terry::{Meeting, fit};
use crate::connect::{strong_components, weak_components};
use crate::distribution::normal_quantile;
use crate::elo::Estimate;
use crate::pentanomial::Pentanomial;
use crate::score::Wdl;

/// Conversion of natural units of strength to Elo: odds of 10 to 1 are 400 Elo.
const ELO_PER_UNIT: f64 = 400.0 / std::f64::consts::LN_10;
/// Number of imaginary games per pairing if ratings would be infinite. Half of them are drawn, and the rest are won by either
/// player in equal parts.
const PRIOR_GAMES: f64 = 1.0;

/// Results of the games in which player `first` moved first against `second`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PairingResults {
    /// Number of the player who moved first, from 0.
    pub first: usize,
    /// Number of the other player.
    pub second: usize,
    /// Results from the point of view of the player who moved first.
    pub results: Wdl,
}

/// Rating of a player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Elo above the mean of all players.
    pub elo: f64,
    /// Elo with its interval. An end is `None` if the player or its group has lost, or won, every game against the others.
    pub estimate: Estimate,
}

/// Ratings of all players.
///
/// ```
/// use plyground_statistics::{PairingResults, Ratings, Wdl};
///
/// let results = |first, second, wins, draws, losses| PairingResults {
///     first,
///     second,
///     results: Wdl { wins, draws, losses },
/// };
/// let ratings = Ratings::new(3, &[
///     results(0, 1, 14, 2, 4), results(1, 0, 5, 2, 13), results(1, 2, 11, 3, 6), results(2, 1, 7, 2, 11),
/// ], 0.95)?;
/// assert!(ratings.players[0].elo > ratings.players[1].elo && ratings.players[1].elo > ratings.players[2].elo);
/// assert!(ratings.first_move.and_then(|advantage| advantage.value).is_some());
/// # Ok::<(), plyground_statistics::RatingError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// Ratings by player number.
    pub players: Vec<Rating>,
    /// Advantage of the first move in Elo; `None` if the games do not determine it.
    pub first_move: Option<Estimate>,
    /// Whether imaginary games were added.
    pub with_prior: bool,
}

/// Reason why players cannot be rated.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum RatingError {
    /// Two groups of players have no game between them.
    #[error("the players {} and {} are not joined by games: ratings need a chain of pairings between all", .0[0], .0[1])]
    NotConnected([usize; 2]),
    /// The number of a player is out of range.
    #[error("found player {0}, expected 0 to {1}")]
    UnknownPlayer(usize, usize),
    /// The maximum of the likelihood was not found.
    #[error("no most likely ratings were found: too few games, or too extreme results")]
    NotFound,
}

impl Ratings {
    /// Rates two players from their pairs, from the point of view of the first player.
    ///
    /// The ratings have mean 0, so each rating and its interval are half of the Elo of the match. `first_side` counts the same
    /// pairs from the point of view of the player who moved first.
    ///
    /// # Errors
    /// When there are no pairs.
    pub fn of_match(pairs: &Pentanomial, first_side: &Pentanomial, confidence: f64) -> Result<Ratings, RatingError> {
        if pairs.pairs() == 0 {
            return Err(RatingError::NotConnected([0, 1]));
        }
        let rating = |pairs: Pentanomial| {
            let estimate = pairs.elo(confidence).map(|elo| 0.5 * elo);
            // A score of 0% or 100% uses the end of its interval as its value.
            let elo = estimate.value.or(estimate.low).or(estimate.high).unwrap_or(0.0);
            Rating { elo, estimate }
        };
        let players = vec![rating(*pairs), rating(pairs.reversed())];
        Ok(Ratings { players, first_move: Some(first_side.elo(confidence)), with_prior: false })
    }

    /// Rates players 0 to `players` - 1.
    ///
    /// # Errors
    /// When the players are not connected by games, or a number is out of range.
    pub fn new(players: usize, pairings: &[PairingResults], confidence: f64) -> Result<Ratings, RatingError> {
        if let Some(unknown) = pairings.iter().flat_map(|p| [p.first, p.second]).find(|&number| number >= players) {
            return Err(RatingError::UnknownPlayer(unknown, players.saturating_sub(1)));
        }
        // Games of a player against itself carry no information.
        let pairings: Vec<&PairingResults> =
            pairings.iter().filter(|p| p.first != p.second && p.results.games() > 0).collect();
        let met = |a: usize, b: usize| pairings.iter().any(|p| (p.first, p.second) == (a, b));
        let groups = weak_components(players, met);
        if let Some(outside) = groups.iter().position(|&group| group != 0) {
            return Err(RatingError::NotConnected([0, outside]));
        }
        let scored = |a: usize, b: usize| {
            pairings.iter().any(|p| {
                ((p.first, p.second) == (a, b) && p.results.points() > 0.0)
                    || ((p.second, p.first) == (a, b) && p.results.reversed().points() > 0.0)
            })
        };
        let groups = strong_components(players, scored);
        // Draws alone do not connect a group to the others: a draw constant that grows with the distance explains them equally
        // well.
        let beaten = |a: usize, b: usize| {
            pairings.iter().any(|p| {
                ((p.first, p.second) == (a, b) && p.results.wins > 0)
                    || ((p.second, p.first) == (a, b) && p.results.losses > 0)
            })
        };
        let with_prior = strong_components(players, beaten).iter().any(|&group| group != 0);
        let decided = pairings.iter().any(|p| p.results.wins + p.results.losses > 0);
        if !decided {
            // Draws alone show only that no player is ahead.
            let rating = Rating { elo: 0.0, estimate: Estimate { value: Some(0.0), ..Estimate::default() } };
            return Ok(Ratings { players: vec![rating; players], first_move: None, with_prior: false });
        }
        let mut meetings: Vec<Meeting> = pairings
            .iter()
            .map(|p| {
                let results = [p.results.wins, p.results.draws, p.results.losses].map(|count| count as f64);
                Meeting { first: p.first, second: p.second, results }
            })
            .collect();
        if with_prior {
            for first in 0..players {
                for second in first + 1..players {
                    if met(first, second) || met(second, first) {
                        // Each side contributes half, so that the prior does not affect the first-move advantage.
                        let results = [0.25, 0.5, 0.25].map(|share| 0.5 * PRIOR_GAMES * share);
                        meetings.push(Meeting { first, second, results });
                        meetings.push(Meeting { first: second, second: first, results });
                    }
                }
            }
        }
        let fit = fit(players, &meetings).ok_or(RatingError::NotFound)?;
        let z = normal_quantile(0.5 + 0.5 * confidence);
        let half = |i: usize| z * fit.variances[i].sqrt() * ELO_PER_UNIT;
        let beats = |player| (0..players).any(|other| scored(player, other));
        let is_beaten = |player| (0..players).any(|other| scored(other, player));
        let rated = (0..players).map(|player| {
            let elo = fit.strengths[player] * ELO_PER_UNIT;
            let (mine, others): (Vec<usize>, Vec<usize>) =
                (0..players).partition(|&other| groups[other] == groups[player]);
            let between = |from: &[usize], to: &[usize]| from.iter().any(|&a| to.iter().any(|&b| scored(a, b)));
            let open_above = !others.is_empty() && !between(&others, &mine);
            let open_below = !others.is_empty() && !between(&mine, &others);
            let estimate = Estimate {
                low: (!open_below).then(|| elo - half(player)),
                // A player that has won and lost has a finite value, although other players may leave the mean undetermined.
                value: (is_beaten(player) && beats(player) || !open_above && !open_below).then_some(elo),
                high: (!open_above).then(|| elo + half(player)),
            };
            Rating { elo, estimate }
        });
        let first_move = fit.first_move.map(|advantage| {
            let value = advantage * ELO_PER_UNIT;
            Estimate { low: Some(value - half(players)), value: Some(value), high: Some(value + half(players)) }
        });
        Ok(Ratings { players: rated.collect(), first_move, with_prior })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairing(first: usize, second: usize, [wins, draws, losses]: [u64; 3]) -> PairingResults {
        PairingResults { first, second, results: Wdl { wins, draws, losses } }
    }

    #[test]
    fn players_without_a_chain_of_games_are_refused() {
        let error = Ratings::new(4, &[pairing(0, 1, [3, 1, 2]), pairing(2, 3, [1, 1, 1])], 0.95).unwrap_err();
        assert_eq!(error, RatingError::NotConnected([0, 2]));
        assert_eq!(Ratings::new(2, &[pairing(0, 2, [1, 0, 0])], 0.95), Err(RatingError::UnknownPlayer(2, 1)));
    }

    #[test]
    fn ratings_of_a_match_are_halves_of_its_elo() {
        for counts in [[1, 2, 4, 8, 5], [0, 0, 0, 0, 3], [2, 0, 0, 0, 0], [0, 0, 4, 0, 0]] {
            let pairs = Pentanomial::new(counts);
            let elo = pairs.elo(0.95);
            let ratings = Ratings::of_match(&pairs, &pairs.reversed(), 0.95).unwrap();
            assert_eq!(ratings.players[0].estimate, elo.map(|elo| 0.5 * elo));
            let negative = |end: Option<f64>| end.map(|elo| -0.5 * elo);
            let other = ratings.players[1].estimate;
            for (found, expected) in [(other.low, negative(elo.high)), (other.high, negative(elo.low))] {
                assert_eq!(found.is_some(), expected.is_some(), "{counts:?}: {ratings:?}");
                assert!((found.unwrap_or(0.0) - expected.unwrap_or(0.0)).abs() < 1e-9, "{counts:?}: {ratings:?}");
            }
            assert!(ratings.players.iter().all(|rating| rating.elo.is_finite()) && !ratings.with_prior);
            assert_eq!(ratings.first_move, Some(pairs.reversed().elo(0.95)));
        }
        let none = Pentanomial::default();
        assert_eq!(Ratings::of_match(&none, &none, 0.95), Err(RatingError::NotConnected([0, 1])));
    }

    #[test]
    fn a_player_without_points_has_a_bound() {
        let games = [
            pairing(0, 1, [10, 4, 6]),
            pairing(0, 2, [10, 0, 0]),
            pairing(1, 2, [10, 0, 0]),
            pairing(2, 0, [0, 0, 10]),
        ];
        let ratings = Ratings::new(3, &games, 0.95).unwrap();
        assert!(ratings.with_prior);
        assert!(ratings.players[2].estimate.to_string().starts_with("< -"), "{ratings:?}");
        // Only these players have beaten each other. Their distance from the mean is unbounded, but they have a value.
        for player in &ratings.players[..2] {
            let Estimate { low, value, high } = player.estimate;
            assert!(low < value && value == Some(player.elo) && high.is_none(), "{ratings:?}");
        }
        assert!(ratings.players[0].elo > ratings.players[1].elo);
    }

    #[test]
    fn wins_and_draws_without_a_loss_are_finite() {
        let ratings = Ratings::new(2, &[pairing(0, 1, [5, 5, 0]), pairing(1, 0, [0, 4, 6])], 0.95).unwrap();
        let elo = ratings.players[0].elo - ratings.players[1].elo;
        assert!((100.0..900.0).contains(&elo), "{ratings:?}");
        assert!(ratings.players.iter().all(|rating| rating.estimate.low.is_some() && rating.estimate.high.is_some()));
    }

    #[test]
    fn draws_alone_give_no_rating() {
        let ratings = Ratings::new(2, &[pairing(0, 1, [0, 8, 0])], 0.95).unwrap();
        assert!(ratings.players.iter().all(|rating| rating.elo == 0.0 && rating.estimate.low.is_none()));
    }

    #[test]
    fn one_win_of_one_game_is_a_bound() {
        let ratings = Ratings::new(2, &[pairing(0, 1, [1, 0, 0])], 0.95).unwrap();
        assert!(ratings.players[0].estimate.high.is_none() && ratings.players[1].estimate.low.is_none());
        assert!(ratings.players.iter().all(|rating| rating.elo.is_finite()));
    }

    /// The coverage of 95% intervals is near 95%.
    #[test]
    fn intervals_have_their_nominal_coverage() {
        let mut uniform = crate::draws::uniform(11);
        let truth = [120.0, 0.0, -120.0];
        let (mut covered, mut all) = (0, 0);
        for _ in 0..200 {
            let mut games = Vec::new();
            for first in 0..3 {
                for second in (0..3).filter(|&second| second != first) {
                    let d = (truth[first] - truth[second]) / ELO_PER_UNIT;
                    let weights = [(0.5 * d).exp(), 0.8, (-0.5 * d).exp()];
                    let sum: f64 = weights.iter().sum();
                    let mut counts = [0; 3];
                    for _ in 0..60 {
                        let point = uniform() * sum;
                        let result = if point < weights[0] {
                            0
                        } else if point < weights[0] + weights[1] {
                            1
                        } else {
                            2
                        };
                        counts[result] += 1;
                    }
                    games.push(pairing(first, second, counts));
                }
            }
            let ratings = Ratings::new(3, &games, 0.95).unwrap();
            for (rating, truth) in ratings.players.iter().zip(truth) {
                covered += u32::from(rating.estimate.low.unwrap() <= truth && truth <= rating.estimate.high.unwrap());
                all += 1;
            }
        }
        let share = f64::from(covered) / f64::from(all);
        assert!((0.92..0.98).contains(&share), "{share}");
    }
}
