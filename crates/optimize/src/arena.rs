//! Leagues of games: every two vectors play game pairs from varied openings, in parallel, and every game is recorded.
//!
//! A generation is one tournament of the arena. Its openings and seeds follow from the run's seed and the generation's
//! number. The name of a player contains an identifier of its vector, so that recorded games are only reused for the
//! same vectors.

use plyground_arena::{EndCause, MatchSpec, OpeningSpec, Progress, Schedule, StopFlag};
use plyground_game::zobrist::mix;
use plyground_play::State;

use crate::drive::{Played, Referee};
use crate::folder::Folder;
use crate::games::{FindWorkforce, Make, Place, RefereeError, VectorPlayer};
use crate::tune::{League, Results};

/// A referee that plays leagues by games.
///
/// ```
/// use plyground_arena::{Participant, StopFlag, TimeControl};
/// use plyground_kalah::Kalah;
/// use plyground_optimize::{Annihill, AnnihillOptions, ArenaReferee, Axis, Budget, Space, drive};
/// use plyground_play::{AgentPlayer, Start};
/// use plyground_search::RandomAgent;
///
/// // Replace this agent by one that uses its weight.
/// let make = |name: String, weights: &[f64]| {
///     let seed = weights[0].to_bits();
///     Participant::new(name, TimeControl::default(), move || AgentPlayer::<Kalah>::boxed(RandomAgent::new(seed)))
/// };
/// let stop = StopFlag::default();
/// let mut referee = ArenaReferee::new(Start::default().state::<Kalah>()?, &make, 7, &stop);
/// referee.threads = 2;
/// let mut tuner = Annihill::new(Space::new(vec![Axis::new("store", 0.0, 9.0, 1.0, 0.5)])?, AnnihillOptions::default(), 7)?;
/// let run = drive(&mut tuner, &mut referee, &Budget::default(), &mut |_| {})?;
/// assert_eq!(run.games, 72);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ArenaReferee<'a> {
    state: Box<dyn State>,
    make: Make<'a>,
    seed: u64,
    stop: &'a StopFlag,
    /// Minimum and maximum number of random moves of an opening; 2 to 6 by default.
    pub opening_plies: (u32, u32),
    /// Number of games played in parallel; 1 by default. Results do not depend on it.
    pub threads: usize,
    /// Maximum length of a game in moves, including the opening; 1000 by default. A longer game is a draw.
    pub max_plies: usize,
    /// Folder that records the games; none by default.
    pub folder: Option<&'a Folder>,
    /// Finds a workforce that plays the games; the threads of this process by default.
    pub workforce: Option<FindWorkforce<'a>>,
    /// Aborts the running games, which then do not count.
    pub abandon: StopFlag,
    /// Callback for every new game.
    pub on_game: Option<&'a mut dyn FnMut(&Progress<'_>)>,
}

plyground_game::impl_debug!(ArenaReferee { state, seed } for [] ArenaReferee<'_>);

impl<'a> ArenaReferee<'a> {
    /// Returns a referee of games from the first position of `state`, between players made by `make`. When `stop` is
    /// raised, running games are finished and no other game starts.
    pub fn new(state: Box<dyn State>, make: Make<'a>, seed: u64, stop: &'a StopFlag) -> Self {
        ArenaReferee {
            state,
            make,
            seed,
            stop,
            opening_plies: (2, 6),
            threads: 1,
            max_plies: 1_000,
            folder: None,
            workforce: None,
            abandon: StopFlag::default(),
            on_game: None,
        }
    }
}

/// Returns the identifier of a vector: 16 hexadecimal digits.
fn digest(values: &[f64]) -> String {
    let digest = values.iter().fold(values.len() as u64, |digest, value| mix(digest ^ value.to_bits()));
    format!("{digest:016x}")
}

impl Referee for ArenaReferee<'_> {
    type Error = RefereeError;

    fn play(&mut self, generation: u64, league: &League) -> Result<Played, RefereeError> {
        let named = |(kid, values): (usize, &Vec<f64>)| {
            (format!("{generation}.{} {}", kid + 1, digest(values)), values.clone())
        };
        let players: Vec<VectorPlayer> = league.points.iter().enumerate().map(named).collect();
        let spec = MatchSpec {
            openings: OpeningSpec { plies: self.opening_plies, ..OpeningSpec::default() },
            max_plies: Some(self.max_plies),
            ..MatchSpec::new(league.pairs, mix(self.seed ^ mix(generation)))
        };
        let file = self.folder.map(|folder| folder.games_of(generation));
        let place = Place {
            state: &*self.state,
            make: self.make,
            threads: self.threads,
            workforce: self.workforce,
            file: file.as_deref(),
            stop: self.stop,
            abandon: &self.abandon,
        };
        let on_game = &mut self.on_game;
        let end = place.play(spec, &players, &mut |progress| {
            if let Some(on_game) = on_game {
                on_game(progress);
            }
        })?;
        if end.cause != EndCause::Complete {
            return Err(RefereeError::Stopped);
        }
        let schedule = Schedule::round_robin(league.points.len(), league.pairs);
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
