//! Schedules: matches, round robins and gauntlets as numbered games.
//!
//! The number of a game determines everything. Games 2n and 2n + 1 are a pair. A longer schedule begins with the shorter one, so
//! a run can be extended. All pairings of a round share an opening.

use serde::{Deserialize, Serialize};

/// Choice of the players that meet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pairing {
    /// Each player meets each other one; with two players, a match.
    #[default]
    RoundRobin,
    /// The first player meets each other one.
    Gauntlet,
}

/// The games of a match or tournament.
///
/// ```
/// use plyground_arena::Schedule;
///
/// let schedule = Schedule::round_robin(3, 10);
/// assert_eq!(schedule.games(), 60);
/// let (game, back) = (schedule.game(4), schedule.game(5));
/// assert_eq!((game.seats, back.seats), ([1, 2], [2, 1]));
/// assert_eq!((game.opening, back.opening), (0, 0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Schedule {
    pairing: Pairing,
    players: usize,
    rounds: u64,
}

/// A game of a schedule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Assignment {
    /// Number of the game.
    pub number: u64,
    /// Number of its pair.
    pub pair: u64,
    /// Number of the opening.
    pub opening: u64,
    /// Numbers of the players with the first and the second side.
    pub seats: [usize; 2],
}

impl Schedule {
    /// Creates a schedule of `players` players. Every two that meet play one pair of games in every round.
    #[must_use]
    pub const fn new(pairing: Pairing, players: usize, rounds: u64) -> Schedule {
        Schedule { pairing, players, rounds }
    }

    /// Creates a round robin: every two players play one pair of games in every round. Needs at least 2 players.
    #[must_use]
    pub const fn round_robin(players: usize, rounds: u64) -> Schedule {
        Schedule::new(Pairing::RoundRobin, players, rounds)
    }

    /// Creates a gauntlet: player 0 plays one pair of games against each other player in every round. Needs at least 2 players.
    #[must_use]
    pub const fn gauntlet(players: usize, rounds: u64) -> Schedule {
        Schedule::new(Pairing::Gauntlet, players, rounds)
    }

    /// Returns the number of players.
    #[must_use]
    pub const fn players(&self) -> usize {
        self.players
    }

    /// Returns the number of pairings in a round.
    #[must_use]
    pub const fn pairings(&self) -> u64 {
        let players = self.players as u64;
        match self.pairing {
            Pairing::RoundRobin => players * players.saturating_sub(1) / 2,
            Pairing::Gauntlet => players.saturating_sub(1),
        }
    }

    /// Returns the number of games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        2 * self.pairings() * self.rounds
    }

    /// Returns the game with this number.
    ///
    /// # Panics
    /// When there are fewer than 2 players.
    #[must_use]
    pub fn game(&self, number: u64) -> Assignment {
        assert!(self.players >= 2, "a game needs two players");
        let pair = number / 2;
        let mut rest = (pair % self.pairings()) as usize;
        let mut seats = [0, 0];
        match self.pairing {
            Pairing::RoundRobin => {
                // The pairings are enumerated row by row in the upper triangle.
                while rest >= self.players - 1 - seats[0] {
                    rest -= self.players - 1 - seats[0];
                    seats[0] += 1;
                }
                seats[1] = seats[0] + 1 + rest;
            }
            Pairing::Gauntlet => seats[1] = 1 + rest,
        }
        if number % 2 == 1 {
            seats.reverse();
        }
        Assignment { number, pair, opening: pair / self.pairings(), seats }
    }

    /// Returns a description of the format that does not depend on the number of rounds.
    pub(crate) fn about(&self) -> String {
        let format = match self.pairing {
            Pairing::RoundRobin => "round robin",
            Pairing::Gauntlet => "gauntlet",
        };
        format!("{format} of {}", self.players)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn every_two_players_meet_equally_often_on_both_sides() {
        let schedule = Schedule::round_robin(5, 3);
        let mut count: HashMap<[usize; 2], u32> = HashMap::new();
        for number in 0..schedule.games() {
            *count.entry(schedule.game(number).seats).or_default() += 1;
        }
        assert_eq!(count.len(), 20);
        assert!(count.values().all(|&games| games == 3));
    }

    #[test]
    fn one_player_runs_the_gauntlet() {
        let schedule = Schedule::gauntlet(4, 2);
        assert_eq!(schedule.games(), 12);
        assert!((0..12).all(|number| schedule.game(number).seats.contains(&0)));
        assert_eq!(schedule.game(7).seats, [1, 0]);
        assert_eq!(schedule.game(7).opening, 1);
    }

    #[test]
    fn longer_schedules_begin_like_shorter_ones() {
        let (short, long) = (Schedule::round_robin(4, 2), Schedule::round_robin(4, 9));
        assert!((0..short.games()).all(|number| short.game(number) == long.game(number)));
        assert_eq!(Schedule::round_robin(2, 4).game(3).seats, [1, 0]);
    }
}
