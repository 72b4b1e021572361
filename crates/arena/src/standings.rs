//! Results of all pairings of a run, from which reports are made.

use std::collections::BTreeMap;

use crate::play::Termination;
use crate::record::Record;
use crate::tally::Tally;
use plyground_statistics::{PairingResults, RatingError, Ratings, Wdl};

/// Results of players by number.
///
/// ```
/// use plyground_arena::Standings;
///
/// let standings = Standings::new(["a", "b", "c"]);
/// assert_eq!(standings.tallies().count(), 0);
/// assert!(standings.ratings(0.95).is_err(), "no players have met");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Standings {
    names: Vec<String>,
    /// Results by the numbers of both players, the smaller one first.
    tallies: BTreeMap<[usize; 2], Tally>,
    /// Number of games by termination and loser (`None` for draws).
    terminations: BTreeMap<(Termination, Option<usize>), u64>,
    /// First game with each fault of each player: its number and the cause of its end.
    faults: BTreeMap<(Termination, usize), (u64, String)>,
    games: u64,
    /// Game, rules and run of the first record.
    about: Option<[String; 3]>,
    /// Limits of the players that have games, each of its first game.
    limits: BTreeMap<usize, String>,
}

impl Standings {
    /// Creates standings of these players without games.
    pub fn new<N: Into<String>>(names: impl IntoIterator<Item = N>) -> Standings {
        Standings { names: names.into_iter().map(Into::into).collect(), ..Standings::default() }
    }

    /// Returns the standings of these games. Players come in the order in which they appear.
    #[must_use]
    pub fn of(records: &[Record]) -> Standings {
        let mut standings = Standings::default();
        for record in records {
            for name in &record.agents {
                if !standings.names.contains(name) {
                    standings.names.push(name.clone());
                }
            }
            standings.add(record);
        }
        standings
    }

    /// Counts a game. Returns whether it completes a pair that is counted. Games of unknown players are ignored.
    pub fn add(&mut self, record: &Record) -> bool {
        let number = |name: &String| self.names.iter().position(|known| known == name);
        let [Some(first), Some(second)] = [number(&record.agents[0]), number(&record.agents[1])] else { return false };
        self.games += 1;
        if self.about.is_none() {
            self.about = Some([record.game.clone(), record.rules.clone(), record.run.clone()]);
        }
        for (player, limits) in [first, second].into_iter().zip(&record.limits) {
            self.limits.entry(player).or_insert_with(|| limits.clone());
        }
        let loser = [first, second].into_iter().zip([0, 1]).find(|&(_, seat)| record.half_points(seat) == 0);
        *self.terminations.entry((record.termination, loser.map(|(player, _)| player))).or_default() += 1;
        if let (true, Some((player, _))) = (record.termination.is_fault(), loser) {
            let game = || (record.number, record.cause.clone());
            let first = self.faults.entry((record.termination, player)).or_insert_with(game);
            if record.number < first.0 {
                *first = game();
            }
        }
        let (one, other) = (first.min(second), first.max(second));
        let tally =
            self.tallies.entry([one, other]).or_insert_with(|| Tally::new(&self.names[one], &self.names[other]));
        tally.add(record).is_some()
    }

    /// Returns the names of the players.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the game, the rules and the run, which are empty without games.
    pub(crate) fn about(&self) -> [String; 3] {
        self.about.clone().unwrap_or_default()
    }

    /// Returns the limits of a player; empty before its first game.
    pub(crate) fn limits(&self, player: usize) -> &str {
        self.limits.get(&player).map_or("", String::as_str)
    }

    /// Returns one more than the highest number of a player that has games. In a run that has just begun, some players have none.
    pub(crate) fn present(&self) -> usize {
        self.tallies.keys().map(|&[_, last]| last + 1).max().unwrap_or(0)
    }

    /// Returns the number of games, including those that are not part of a counted pair.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Returns the pairings that have games, with the numbers of their players.
    pub fn tallies(&self) -> impl Iterator<Item = ([usize; 2], &Tally)> {
        self.tallies.iter().map(|(&players, tally)| (players, tally))
    }

    /// Returns the pairing of players 0 and 1, which is the only one in a match.
    #[must_use]
    pub fn match_tally(&self) -> Option<&Tally> {
        self.tallies.get(&[0, 1])
    }

    /// Returns the results of `player` against `opponent`, by the side of `player`.
    #[must_use]
    pub fn by_side(&self, player: usize, opponent: usize) -> [Wdl; 2] {
        match self.tallies.get(&[player.min(opponent), player.max(opponent)]) {
            None => [Wdl::default(); 2],
            Some(tally) if player < opponent => tally.by_side,
            // `player` has the first side when the first player of the tally has the second.
            Some(tally) => [tally.by_side[1].reversed(), tally.by_side[0].reversed()],
        }
    }

    /// Returns the number of games by termination and loser (`None` for draws).
    #[must_use]
    pub fn terminations(&self) -> &BTreeMap<(Termination, Option<usize>), u64> {
        &self.terminations
    }

    /// Returns the first game that the player lost by this fault: its number and the cause of its end.
    pub(crate) fn first_fault(&self, fault: Termination, player: usize) -> Option<(u64, &str)> {
        self.faults.get(&(fault, player)).map(|(number, cause)| (*number, cause.as_str()))
    }

    /// Returns ratings from all counted pairs. Two players get those of their match, [`Ratings::of_match`].
    ///
    /// # Errors
    /// When the players are not connected by games.
    pub fn ratings(&self, confidence: f64) -> Result<Ratings, RatingError> {
        self.ratings_of(self.names.len(), confidence)
    }

    /// Returns the ratings of the first `players` players.
    pub(crate) fn ratings_of(&self, players: usize, confidence: f64) -> Result<Ratings, RatingError> {
        if let (2, Some(tally)) = (players, self.match_tally()) {
            return Ratings::of_match(&tally.pairs, &tally.first_side, confidence);
        }
        let pairings: Vec<PairingResults> = self
            .tallies
            .iter()
            .flat_map(|(&[one, other], tally)| {
                [
                    PairingResults { first: one, second: other, results: tally.by_side[0] },
                    PairingResults { first: other, second: one, results: tally.by_side[1].reversed() },
                ]
            })
            .collect();
        Ratings::new(players, &pairings, confidence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::GameResult::{Draw, First, Second};
    use crate::record::tests::record;

    #[test]
    fn pairings_are_counted_separately() {
        let records = [
            record(0, ["a", "b"], "1", First),
            record(1, ["b", "a"], "2", First),
            record(2, ["c", "a"], "3", Second),
            record(3, ["a", "c"], "4", Draw),
            record(4, ["b", "c"], "5", First),
        ];
        let standings = Standings::of(&records);
        assert_eq!(standings.names(), ["a", "b", "c"]);
        assert_eq!(standings.games(), 5);
        let win = Wdl { wins: 1, ..Wdl::default() };
        assert_eq!(standings.by_side(0, 1), [win, win.reversed()]);
        assert_eq!(standings.by_side(1, 0), [win, win.reversed()]);
        assert_eq!(standings.by_side(0, 2), [Wdl { draws: 1, ..Wdl::default() }, win]);
        assert_eq!(standings.by_side(1, 2), [Wdl::default(); 2], "half a pair");
        assert_eq!(standings.terminations()[&(Termination::Rules, Some(2))], 2);
        assert_eq!(standings.terminations()[&(Termination::Rules, None)], 1);
        assert!(standings.ratings(0.95).is_ok(), "b and c are joined through a");
    }
}
