//! Results of all pairings of a run: what reports are made from.
//!
//! ```
//! use plyground_arena::Standings;
//!
//! let standings = Standings::new(["a", "b", "c"]);
//! assert_eq!(standings.tallies().count(), 0);
//! assert!(standings.ratings(0.95).is_err(), "no players have met");
//! ```

use std::collections::BTreeMap;

use crate::play::Termination;
use crate::record::Record;
use crate::tally::Tally;
use plyground_statistics::{PairingResults, RatingError, Ratings, Wdl};

/// Results of players by number.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    names: Vec<String>,
    /// By the numbers of both players, the smaller one first.
    tallies: BTreeMap<[usize; 2], Tally>,
    /// How games ended, and who lost them thereby (none for draws).
    terminations: BTreeMap<(Termination, Option<usize>), u64>,
    games: u64,
    /// The game, the rules and the run of the first record.
    about: Option<[String; 3]>,
}

impl Standings {
    /// No games between these players.
    pub fn new<N: Into<String>>(names: impl IntoIterator<Item = N>) -> Standings {
        Standings { names: names.into_iter().map(Into::into).collect(), ..Standings::default() }
    }

    /// The standings after all these games; players come in the order in which they appear.
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

    /// Counts a game. Whether a pair is whole and counted with it; games of unknown players are left out.
    pub fn add(&mut self, record: &Record) -> bool {
        let number = |name: &String| self.names.iter().position(|known| known == name);
        let [Some(first), Some(second)] = [number(&record.agents[0]), number(&record.agents[1])] else { return false };
        self.games += 1;
        if self.about.is_none() {
            self.about = Some([record.game.clone(), record.rules.clone(), record.run.clone()]);
        }
        let loser = [first, second].into_iter().zip([0, 1]).find(|&(_, seat)| record.half_points(seat) == 0);
        *self.terminations.entry((record.termination, loser.map(|(player, _)| player))).or_default() += 1;
        let (one, other) = (first.min(second), first.max(second));
        let tally =
            self.tallies.entry([one, other]).or_insert_with(|| Tally::new(&self.names[one], &self.names[other]));
        tally.add(record).is_some()
    }

    /// The players.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The game, the rules and the run, which are empty without games.
    pub(crate) fn about(&self) -> [String; 3] {
        self.about.clone().unwrap_or_default()
    }

    /// How many players there are up to the last who has games: in a run that has just begun, not everybody has.
    pub(crate) fn present(&self) -> usize {
        self.tallies.keys().map(|&[_, last]| last + 1).max().unwrap_or(0)
    }

    /// All games, those included that are not part of a counted pair.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The pairings that have games, with the numbers of their players.
    pub fn tallies(&self) -> impl Iterator<Item = ([usize; 2], &Tally)> {
        self.tallies.iter().map(|(&players, tally)| (players, tally))
    }

    /// The pairing of players 0 and 1, in a match the only one.
    #[must_use]
    pub fn match_tally(&self) -> Option<&Tally> {
        self.tallies.get(&[0, 1])
    }

    /// The results of `player` against `opponent`, by the side of the player.
    #[must_use]
    pub fn by_side(&self, player: usize, opponent: usize) -> [Wdl; 2] {
        match self.tallies.get(&[player.min(opponent), player.max(opponent)]) {
            None => [Wdl::default(); 2],
            Some(tally) if player < opponent => tally.by_side,
            // The one has the first side when the other has the second.
            Some(tally) => [tally.by_side[1].reversed(), tally.by_side[0].reversed()],
        }
    }

    /// How games ended, by cause and by the player who lost thereby (none for draws).
    #[must_use]
    pub fn terminations(&self) -> &BTreeMap<(Termination, Option<usize>), u64> {
        &self.terminations
    }

    /// Ratings from all counted pairs: of two players those of their match, [`Ratings::of_match`].
    ///
    /// # Errors
    /// When the players are not joined by games.
    pub fn ratings(&self, confidence: f64) -> Result<Ratings, RatingError> {
        self.ratings_of(self.names.len(), confidence)
    }

    /// The same of the first players.
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
    fn pairings_are_kept_apart() {
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
