//! Leagues of games: every two vectors play pairs of games from varied openings, in parallel, and every game is kept.
//!
//! A generation is one tournament of the arena, with openings and seeds of its own that follow from the run's seed and the
//! generation's number. Players are named after their vector, so that games which are kept can only be taken for those
//! of the same vectors.
//!
//! ```
//! use plyground_arena::{Contender, StopFlag, TimeControl};
//! use plyground_kalah::Kalah;
//! use plyground_optimize::{Annihill, AnnihillOptions, ArenaReferee, Axis, Budget, Space, drive};
//! use plyground_search::RandomAgent;
//!
//! // An agent that listens to its weight would stand here.
//! let make = |name: String, weights: &[f64]| {
//!     let seed = weights[0].to_bits();
//!     Contender::<Kalah>::new(name, TimeControl::default(), move || Box::new(RandomAgent::new(seed)))
//! };
//! let stop = StopFlag::default();
//! let mut referee = ArenaReferee::new(Default::default(), Default::default(), &make, 7, &stop);
//! referee.threads = 2;
//! let mut tuner = Annihill::new(Space::new(vec![Axis::new("store", 0.0, 9.0, 1.0, 0.5)])?, AnnihillOptions::default(), 7)?;
//! let run = drive(&mut tuner, &mut referee, &Budget::default(), &mut |_| {})?;
//! assert_eq!(run.games, 72);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::ops::RangeInclusive;

use plyground_arena::{Arena, ArenaError, Contender, EndCause, Openings, Progress, Schedule, StopFlag};
use plyground_game::Position;
use plyground_game::zobrist::mix;
use thiserror::Error;

use crate::drive::{Played, Referee};
use crate::folder::Folder;
use crate::tune::{League, Results};

/// Makes the player of a vector, under the name that it must have.
type Make<'a, P> = &'a dyn Fn(String, &[f64]) -> Contender<P>;

/// Plays leagues by games.
pub struct ArenaReferee<'a, P: Position> {
    setup: P::Setup,
    rules: P::Rules,
    make: Make<'a, P>,
    seed: u64,
    stop: &'a StopFlag,
    /// The fewest and most random moves of an opening; 2 to 6 at first.
    pub opening_plies: RangeInclusive<u32>,
    /// How many games are played at a time; 1 at first. Results do not depend on it.
    pub threads: usize,
    /// Longer games are drawn, in moves with the opening; 1000 at first.
    pub max_plies: usize,
    /// Where games are kept; nowhere at first.
    pub folder: Option<&'a Folder>,
    /// Is told of every game that is new.
    pub on_game: Option<&'a mut dyn FnMut(&Progress<'_>)>,
}

impl<P: Position> std::fmt::Debug for ArenaReferee<'_, P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ArenaReferee")
            .field("setup", &self.setup)
            .field("rules", &self.rules)
            .field("seed", &self.seed)
            .finish_non_exhaustive()
    }
}

/// Why a league could not be played.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RefereeError {
    /// Somebody has asked to stop; what has been played is kept.
    #[error("stopped")]
    Stopped,
    /// There are no openings.
    #[error(transparent)]
    Opening(#[from] plyground_arena::OpeningError),
    /// The games cannot be played or kept.
    #[error(transparent)]
    Arena(#[from] ArenaError),
}

impl<'a, P: Position> ArenaReferee<'a, P> {
    /// Games from this set-up under these rules, between players that `make` makes. When `stop` is raised, games that run
    /// are finished and no other is begun.
    pub fn new(setup: P::Setup, rules: P::Rules, make: Make<'a, P>, seed: u64, stop: &'a StopFlag) -> Self {
        ArenaReferee {
            setup,
            rules,
            make,
            seed,
            stop,
            opening_plies: 2..=6,
            threads: 1,
            max_plies: 1_000,
            folder: None,
            on_game: None,
        }
    }
}

/// What tells vectors apart: 16 digits.
fn digest(values: &[f64]) -> String {
    let digest = values.iter().fold(values.len() as u64, |digest, value| mix(digest ^ value.to_bits()));
    format!("{digest:016x}")
}

impl<P: Position> Referee for ArenaReferee<'_, P> {
    type Error = RefereeError;

    fn play(&mut self, generation: u64, league: &League) -> Result<Played, RefereeError> {
        let named = |(kid, values): (usize, &Vec<f64>)| {
            (self.make)(format!("{generation}.{} {}", kid + 1, digest(values)), values)
        };
        let contenders: Vec<Contender<P>> = league.points.iter().enumerate().map(named).collect();
        let seed = mix(self.seed ^ mix(generation));
        let openings = Openings::drawn(&self.setup, &self.rules, self.opening_plies.clone(), seed)?;
        let schedule = Schedule::round_robin(contenders.len(), league.pairs);
        let mut arena = Arena::new(contenders, schedule, openings, seed)?;
        arena.threads = self.threads.max(1);
        arena.max_plies = self.max_plies;
        let journal = match self.folder {
            Some(folder) => Some(arena.journal(&folder.games_of(generation)).map_err(ArenaError::from)?),
            None => None,
        };
        let on_game = &mut self.on_game;
        let end = arena.run(journal, self.stop, &mut |progress| {
            if let Some(on_game) = on_game {
                on_game(progress);
            }
        })?;
        if end.cause != EndCause::Complete {
            return Err(RefereeError::Stopped);
        }
        let mut played = Played { results: Results::new(league.points.len()), games: 0, nodes: 0 };
        for record in &end.records {
            let [first, second] = schedule.game(record.number).seats;
            played.results.add(first, second, record.half_points(0) as u64);
            played.games += 1;
            played.nodes += record.nodes.iter().sum::<u64>();
        }
        Ok(played)
    }
}
