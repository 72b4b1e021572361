//! Leagues of games: every two vectors play game pairs from varied openings, in parallel, and every game is recorded.
//!
//! A generation is one tournament of the arena. Its openings and seeds follow from the run's seed and the generation's
//! number. The name of a player contains an identifier of its vector, so that recorded games are only reused for the
//! same vectors.

use plyground_arena::{EndCause, MatchSpec, Progress, Schedule};
use plyground_game::zobrist::mix;

use crate::drive::{Played, Referee};
use crate::error::OptimizeError;
use crate::folder::Folder;
use crate::games::{Games, VectorPlayer};
use crate::tune::{League, Results};

/// A referee that plays leagues by games.
///
/// ```
/// use plyground_arena::{Participant, StopFlag, TimeControl};
/// use plyground_kalah::Kalah;
/// use plyground_optimize::{Annihill, AnnihillOptions, ArenaReferee, Axis, Budget, Games, Space, drive};
/// use plyground_play::{AgentPlayer, Start};
/// use plyground_search::RandomAgent;
///
/// // Replace this agent by one that uses its weight.
/// let make = |name: String, weights: &[f64]| {
///     let seed = weights[0].to_bits();
///     Participant::new(name, TimeControl::default(), move || AgentPlayer::<Kalah>::boxed(RandomAgent::new(seed)))
/// };
/// let (kalah, stop) = (Start::default().state::<Kalah>()?, StopFlag::default());
/// let games = Games { threads: 2, ..Games::new(&*kalah, &make, &stop) };
/// let mut referee = ArenaReferee::new(games, 7);
/// let mut tuner = Annihill::new(Space::new(vec![Axis::new("store", 0.0, 9.0, 1.0, 0.5)])?, AnnihillOptions::default(), 7)?;
/// let run = drive(&mut tuner, &mut referee, &Budget::default(), &mut |_| {})?;
/// assert_eq!(run.games, 72);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ArenaReferee<'a> {
    games: Games<'a>,
    seed: u64,
    /// Folder that records the games; none by default.
    pub folder: Option<&'a Folder>,
    /// Callback for every new game.
    pub on_game: Option<&'a mut dyn FnMut(&Progress<'_>)>,
}

plyground_game::impl_debug!(ArenaReferee { games, seed } for [] ArenaReferee<'_>);

impl<'a> ArenaReferee<'a> {
    /// Returns a referee that plays games this way.
    #[must_use]
    pub fn new(games: Games<'a>, seed: u64) -> Self {
        ArenaReferee { games, seed, folder: None, on_game: None }
    }
}

/// Returns the error of a tuning that the caller stopped.
pub(crate) fn stopped(folder: Option<&Folder>) -> OptimizeError {
    let hint = folder.map_or_else(
        || "without `--out` the games are lost".to_owned(),
        |folder| format!("the same command with `--resume` continues `{}`", folder.path().display()),
    );
    OptimizeError::Stopped { hint }
}

/// Returns the identifier of a vector: 16 hexadecimal digits.
fn digest(values: &[f64]) -> String {
    let digest = values.iter().fold(values.len() as u64, |digest, value| mix(digest ^ value.to_bits()));
    format!("{digest:016x}")
}

impl Referee for ArenaReferee<'_> {
    type Error = OptimizeError;

    fn play(&mut self, generation: u64, league: &League) -> Result<Played, OptimizeError> {
        let named = |(kid, values): (usize, &Vec<f64>)| {
            (format!("{generation}.{} {}", kid + 1, digest(values)), values.clone())
        };
        let players: Vec<VectorPlayer> = league.points.iter().enumerate().map(named).collect();
        let spec = MatchSpec::new(league.pairs, mix(self.seed ^ mix(generation)));
        let file = self.folder.map(|folder| folder.games_of(generation));
        let on_game = &mut self.on_game;
        let end = self.games.play(spec, &players, file.as_deref(), &mut |progress| {
            if let Some(on_game) = on_game {
                on_game(progress);
            }
        })?;
        if end.cause != EndCause::Complete {
            return Err(stopped(self.folder));
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
