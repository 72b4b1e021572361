//! Runs that are played in chunks: a [`MatchSpec`] of this user or of another machine, prepared for play.

use std::sync::Arc;

use plyground_arena::{Arena, MatchSpec, Record, ReplayFault, SPEC_FORMAT, Seats, Versions};
use plyground_game::notation::quote;
use plyground_search::{StopFlag, has_room_for_table};

use super::arena;
use crate::any_game::AnyGame;
use crate::bounds::check_spec;
use crate::error::CatalogError;
use crate::evaluations::is_path;
use crate::keys::Setting;

/// The origin of a run, which decides what it may use on this machine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RunSource {
    /// The user of this machine. Programs are started, and folders of tables are opened as named.
    Own,
    /// Another machine. Tables come from the folder in this machine's `PLYGROUND_TABLES`, regardless of the spec.
    Network {
        /// Whether programs may be started.
        allow_programs: bool,
    },
}

/// A run that is prepared for play.
///
/// ```
/// use plyground_catalog::{Catalog, Contest};
///
/// let catalog = Catalog::standard();
/// let kalah = catalog.game("kalah")?;
/// let mut games = Contest::new(vec![kalah.agent("greedy")?, kalah.agent("random")?]);
/// games.spec.pairs = 3;
/// let run = kalah.open_run(&kalah.match_spec(&games)?)?;
/// let fifth = run.player().play(4, &Default::default(), &|_| {}).expect("no stop flag is raised");
/// assert_eq!(fifth, kalah.contest(&games, None, &Default::default(), &mut |_| {})?.records[4]);
/// # Ok::<(), plyground_catalog::CatalogError>(())
/// ```
#[derive(Debug)]
pub struct OpenRun {
    arena: Arc<Arena>,
    id: String,
    games: u64,
}

impl OpenRun {
    /// Returns the id of the run, a digest of its definition.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the maximum number of games of the run.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Returns whether a time limit applies to any player.
    #[must_use]
    pub fn has_time(&self) -> bool {
        !self.arena.is_repeatable()
    }

    /// Returns a player of its games, which plays one after another on one thread.
    #[must_use]
    pub fn player(&self) -> RunPlayer {
        self.scaled_player(None)
    }

    /// Returns such a player with all time limits multiplied by `time_scale`.
    #[must_use]
    pub fn scaled_player(&self, time_scale: Option<f64>) -> RunPlayer {
        RunPlayer { arena: Arc::clone(&self.arena), seats: Seats::scaled(time_scale) }
    }

    /// Checks that a record can belong to this run, see [`Arena::check`].
    ///
    /// # Errors
    /// Returns the first contradiction in words.
    pub fn check(&self, record: &Record) -> Result<(), String> {
        self.arena.check(&self.id, record)
    }

    /// Returns whether a game is the same on every machine, see [`Arena::can_replay`].
    #[must_use]
    pub fn can_replay(&self, number: u64) -> bool {
        self.arena.can_replay(number)
    }
}

/// Plays games of a run.
#[derive(Debug)]
pub struct RunPlayer {
    arena: Arc<Arena>,
    seats: Seats,
}

impl RunPlayer {
    /// Plays a game and calls `on_ply` with its length after every move. Returns `None` if it was aborted.
    pub fn play(&mut self, number: u64, abandon: &StopFlag, on_ply: &dyn Fn(usize)) -> Option<Record> {
        self.arena.play(number, &mut self.seats, abandon, on_ply)
    }

    /// Replays the game of a record and compares, see [`Arena::replay_check`].
    ///
    /// # Errors
    /// Fails if the replay differs, was stopped, or is impossible.
    pub fn replay_check(&mut self, record: &Record, abandon: &StopFlag) -> Result<(), ReplayFault> {
        self.arena.replay_check(record, &mut self.seats, abandon)
    }
}

impl dyn AnyGame + '_ {
    /// Prepares a run of this machine's user for play; see `open_run_from`.
    ///
    /// # Errors
    /// Fails if it cannot be read, is of another version, or its games would differ on this machine.
    pub fn open_run(&self, run: &MatchSpec) -> Result<Arc<OpenRun>, CatalogError> {
        self.open_run_from(run, RunSource::Own)
    }

    /// Prepares a run for play, with the tables of [`Catalog::use_tables`](crate::Catalog::use_tables). No file that the spec names is opened, because the spec
    /// contains weights and openings.
    ///
    /// # Errors
    /// Fails if it cannot be read, is of another version, exceeds the limits of the command line, uses something that `source`
    /// does not allow, or its games would differ on this machine.
    pub fn open_run_from(&self, run: &MatchSpec, source: RunSource) -> Result<Arc<OpenRun>, CatalogError> {
        open(self, run, source)
    }
}

fn open(game: &dyn AnyGame, run: &MatchSpec, source: RunSource) -> Result<Arc<OpenRun>, CatalogError> {
    if run.spec != SPEC_FORMAT {
        let text =
            format!("found format {} of a run, expected {SPEC_FORMAT}: another version has written it", run.spec);
        return Err(CatalogError::Input(text));
    }
    let present = Versions::present().plyground;
    if run.plyground != present {
        return Err(CatalogError::other_version(&run.plyground, &present));
    }
    check_spec(run)?;
    let tables = game.tables();
    let mut run = run.clone();
    let mut agents = run.players.iter().map(|player| game.agent(&player.agent)).collect::<Result<Vec<_>, _>>()?;
    for (player, spec) in run.players.iter_mut().zip(&mut agents) {
        if let Some(path) = spec.evaluation().filter(|name| is_path(name) && player.weights.is_none()) {
            let expected = "expected the content in `weights`";
            let text = format!("the run names the weight file {} without its content: {expected}", quote(path));
            return Err(CatalogError::Input(text));
        }
        let RunSource::Network { allow_programs } = source else { continue };
        if spec.command().is_some() && !allow_programs {
            let expected = "expected a worker with `--allow-programs`";
            return Err(CatalogError::Input(format!("the run starts a program by `{}`: {expected}", spec.name())));
        }
        if spec.tables().is_some() {
            // The folder in the spec is part of the run's identity, but this machine uses its own folder.
            player.name.get_or_insert_with(|| spec.to_string());
            let own = tables.clone().ok_or_else(|| {
                let expected = "expected their folder in PLYGROUND_TABLES of this machine";
                CatalogError::Input(format!("the run plays by tables of exact values: {expected}"))
            })?;
            *spec = spec.clone().with("tables", Setting::Text(own.to_string_lossy().into_owned()));
        }
    }
    let mebibytes = agents.iter().filter_map(|spec| spec.number("table")).sum::<u64>();
    if !has_room_for_table(mebibytes as usize) {
        return Err(CatalogError::no_memory(mebibytes));
    }
    let arena = arena(game, run, &agents, tables.as_deref())?;
    let id = arena.run_id();
    if id != arena.spec().run {
        return Err(CatalogError::other_content(&arena.spec().run, &id));
    }
    Ok(Arc::new(OpenRun { games: arena.schedule().games(), arena: Arc::new(arena), id }))
}
