//! A run as data: everything that its games depend on, so that any machine can play any chunk of it.
//!
//! The spec contains the agents with all their settings, and the content of the weights that they play by; so nothing has to be copied
//! to a machine but the spec. Tables of exact values are too large for that: a machine has its own, and as the name of a run
//! depends on their content, one with others refuses the run.
//!
//! ```
//! use plyground_catalog::{Catalog, Contest};
//!
//! let catalog = Catalog::standard();
//! let kalah = catalog.game("kalah")?;
//! let mut games = Contest::new(vec![kalah.agent("greedy")?, kalah.agent("random")?]);
//! games.pairs = 3;
//! let run = kalah.open_run(&kalah.run_spec(&games)?)?;
//! let fifth = run.player().play(4, &Default::default(), &|_| {}).expect("no stop flag is raised");
//! assert_eq!(fifth, kalah.contest(&games, None, &Default::default(), &mut |_| {})?.records[4]);
//! # Ok::<(), plyground_catalog::CatalogError>(())
//! ```

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use plyground_arena::{Arena, Openings, Record, ReplayFault, Schedule, Seats, Versions};
use plyground_eval::WeightFile;
use plyground_game::notation::quote;
use plyground_play::Start;
use plyground_search::{Clock, Limits, StopFlag, has_room_for_table};
use plyground_solve::SolveOptions;
use serde::{Deserialize, Serialize};

use super::{Contest, Pairing, contender, player_weights, schedule};
use crate::any_game::AnyGame;
use crate::bounds;
use crate::error::CatalogError;
use crate::evaluations::is_path;
use crate::keys::Setting;
use crate::spec::AgentSpec;

/// The number of the format; readers refuse others.
pub const SPEC_FORMAT: u32 = 1;

/// A run: which games it has, and everything that decides them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunSpec {
    /// The format, [`SPEC_FORMAT`].
    pub spec: u32,
    /// The name of the run: a digest of what its games depend on, which its records carry.
    pub run: String,
    /// The version of the program, whose players may play otherwise in another one.
    pub plyground: String,
    /// The game.
    pub game: String,
    /// Its set-up, where it is not the usual one.
    pub setup: Option<String>,
    /// Its rules, where they are not the usual ones.
    pub rules: Option<String>,
    /// Who plays.
    pub players: Vec<PlayerSpec>,
    /// Who plays whom.
    pub pairing: Pairing,
    /// Pairs of games of every two that meet.
    pub pairs: u64,
    /// Where games begin.
    pub openings: OpeningSpec,
    /// What fixes openings and all random choices.
    pub seed: u64,
    /// The limits of a move, which go before the agents' own.
    pub limits: LimitSpec,
    /// Whether an agent that cannot be started loses its games.
    pub recover: bool,
    /// The most moves of a game.
    pub max_plies: usize,
    /// Whether tables of exact values decide longer games: those of the folder that `PLYGROUND_TABLES` names where they are played.
    pub judged: bool,
    /// Bounds of the sequential test that ends the run.
    pub sprt: Option<(f64, f64)>,
    /// Nodes a second of the machine that its limits of time are meant for; others fit them to their own speed. Two runs that differ in
    /// this alone have the same name, since no machine measures the same twice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<u64>,
}

/// A player of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerSpec {
    /// What it is called, where that is not its agent with its settings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The agent with its settings.
    pub agent: String,
    /// The text of the weight file that it plays by.
    pub weights: Option<String>,
}

/// A piece of a run: what `ply chunk` reads.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChunkSpec {
    /// The run.
    pub run: RunSpec,
    /// The number of the first pair.
    pub first: u64,
    /// How many pairs.
    pub pairs: u64,
}

/// The openings of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningSpec {
    /// Openings as text, one a line, instead of drawn ones.
    pub book: Option<String>,
    /// The fewest and most random moves of a drawn one.
    pub plies: (u32, u32),
    /// After how many different ones they repeat.
    pub different: Option<u64>,
}

/// The limits of a move that go before the agents' own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitSpec {
    /// The last depth.
    pub depth: Option<u32>,
    /// The most nodes.
    pub nodes: Option<u64>,
    /// The most time.
    pub time: Option<Duration>,
    /// The time of a game, and what every move adds to it.
    pub clock: Option<(Duration, Duration)>,
    /// How late a move may be.
    pub grace: Option<Duration>,
}

/// Where a run comes from, which decides what it may use of this machine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RunSource {
    /// The user of this machine. Programs are started, and folders of tables are opened as named.
    Own,
    /// Another machine. Tables come from the folder that this machine has in `PLYGROUND_TABLES`, whatever the run names.
    Network {
        /// Whether programs are started.
        allow_programs: bool,
    },
}

/// A run that is ready to be played.
#[derive(Debug)]
pub struct OpenRun {
    arena: Arc<Arena>,
    id: String,
    games: u64,
    is_repeatable: bool,
}

impl OpenRun {
    /// Returns the name of the run, a digest of what defines it.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the most games of the run.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Returns whether its games are the same on every machine: there is no clock, no search with several threads, and no external
    /// program.
    #[must_use]
    pub fn is_repeatable(&self) -> bool {
        self.is_repeatable
    }

    /// Returns whether a limit of time decides anything.
    #[must_use]
    pub fn has_time(&self) -> bool {
        !self.arena.is_repeatable()
    }

    /// Returns a player of its games, one after another, on one thread.
    #[must_use]
    pub fn player(&self) -> RunPlayer {
        self.scaled_player(None)
    }

    /// Returns the same with all limits of time multiplied.
    #[must_use]
    pub fn scaled_player(&self, time_scale: Option<f64>) -> RunPlayer {
        RunPlayer { arena: Arc::clone(&self.arena), seats: Seats::scaled(time_scale) }
    }

    /// Checks that a record can be one of this run, see [`Arena::check`].
    ///
    /// # Errors
    /// The first contradiction, in words.
    pub fn check(&self, record: &Record) -> Result<(), String> {
        self.arena.check(&self.id, record)
    }

    /// Returns whether a game is the same wherever it is played, see [`Arena::can_replay`].
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
    /// Plays the game with this number; `None` when it was aborted. Calls `on_ply` with its length after every move.
    pub fn play(&mut self, number: u64, abandon: &StopFlag, on_ply: &dyn Fn(usize)) -> Option<Record> {
        self.arena.play(number, &mut self.seats, abandon, on_ply)
    }

    /// Plays the game of a record again and compares, see [`Arena::replay_check`].
    ///
    /// # Errors
    /// When the replay differs, was stopped, or is impossible.
    pub fn replay_check(&mut self, record: &Record, abandon: &StopFlag) -> Result<(), ReplayFault> {
        self.arena.replay_check(record, &mut self.seats, abandon)
    }
}

impl RunSpec {
    /// The whole of it as one piece.
    #[must_use]
    pub fn whole(self) -> ChunkSpec {
        let pairs = self.schedule().games() / 2;
        ChunkSpec { run: self, first: 0, pairs }
    }

    /// Who plays whom in which game.
    fn schedule(&self) -> Schedule {
        schedule(self.pairing, self.players.len(), self.pairs)
    }

    /// Accepts a run whose numbers and texts are within the limits of the command line.
    ///
    /// # Errors
    /// What is outside.
    fn check_bounds(&self) -> Result<(), CatalogError> {
        bounds::within("players", self.players.len() as u64, 2..=bounds::PLAYERS)?;
        bounds::within("pairs", self.pairs, 1..=u64::from(bounds::GAMES.div_ceil(2).max(bounds::ROUNDS)))?;
        let players = self.players.len() as u64;
        // No schedule has more meetings than all ordered pairs of participants.
        bounds::within("games", players * (players - 1) * self.pairs, 2..=bounds::ALL_GAMES)?;
        let (least, most) = self.openings.plies;
        bounds::within("openings.plies", most.into(), 0..=bounds::OPENING_PLIES.into())?;
        bounds::within("openings.plies", least.into(), 0..=most.into())?;
        bounds::within("openings.different", self.openings.different.unwrap_or(1), 1..=bounds::OPENINGS.into())?;
        bounds::within("limits.depth", self.limits.depth.unwrap_or(1).into(), 1..=bounds::DEPTH.into())?;
        bounds::within("max_plies", self.max_plies as u64, 1..=bounds::PLIES.into())?;
        bounds::within("reference", self.reference.unwrap_or(1), 1..=bounds::SPEED.into())?;
        bounds::time("limits.time", self.limits.time)?;
        bounds::time("limits.grace", self.limits.grace)?;
        bounds::time("limits.clock", self.limits.clock.map(|(left, _)| left))?;
        bounds::time("limits.clock", self.limits.clock.map(|(_, increment)| increment))?;
        bounds::text("setup", self.setup.as_deref(), bounds::TEXT)?;
        bounds::text("rules", self.rules.as_deref(), bounds::TEXT)?;
        bounds::text("openings.book", self.openings.book.as_deref(), bounds::BOOK)?;
        for player in &self.players {
            bounds::text("players.agent", Some(&player.agent), bounds::TEXT)?;
            bounds::text("players.name", player.name.as_deref(), bounds::TEXT)?;
            bounds::text("players.weights", player.weights.as_deref(), bounds::WEIGHTS)?;
        }
        Ok(())
    }

    /// The spec as a contest, whose players have not read their weights.
    fn contest(&self, agents: Vec<AgentSpec>) -> Contest {
        let LimitSpec { depth, nodes, time, clock, grace } = self.limits.clone();
        Contest {
            setup: self.setup.clone(),
            rules: self.rules.clone(),
            pairing: self.pairing,
            pairs: self.pairs,
            openings: self.openings.different,
            book: self.openings.book.clone(),
            opening_plies: self.openings.plies,
            seed: self.seed,
            limits: Limits { depth, nodes, time, ..Limits::NONE },
            clock: clock.map(|(left, increment)| Clock { left, increment }),
            grace,
            recover: self.recover,
            sprt: self.sprt,
            max_plies: Some(self.max_plies),
            ..Contest::new(agents)
        }
    }
}

impl LimitSpec {
    /// Those of a contest.
    pub(crate) fn of(contest: &Contest) -> LimitSpec {
        let Limits { depth, nodes, time, .. } = contest.limits;
        let clock = contest.clock.map(|clock| (clock.left, clock.increment));
        LimitSpec { depth, nodes, time, clock, grace: contest.grace }
    }
}

/// The run of a contest: what it says, what its files hold, and its name; and the arena that plays it here.
pub(super) fn of_contest(game: &dyn AnyGame, contest: &Contest) -> Result<(RunSpec, Arena), CatalogError> {
    let player = |spec: &AgentSpec| -> Result<PlayerSpec, CatalogError> {
        let weights = player_weights(spec)?;
        Ok(PlayerSpec { name: None, agent: spec.to_string(), weights: weights.as_ref().map(ToString::to_string) })
    };
    let mut run = RunSpec {
        spec: SPEC_FORMAT,
        run: String::new(),
        plyground: Versions::present().plyground,
        game: game.info().name.into(),
        setup: contest.setup.clone(),
        rules: contest.rules.clone(),
        players: contest.agents.iter().map(player).collect::<Result<_, _>>()?,
        pairing: contest.pairing,
        pairs: contest.pairs,
        openings: OpeningSpec { book: contest.book.clone(), plies: contest.opening_plies, different: contest.openings },
        seed: contest.seed,
        limits: LimitSpec::of(contest),
        recover: contest.recover,
        max_plies: contest.max_plies.unwrap_or(game.info().max_plies),
        judged: contest.tables.is_some(),
        sprt: contest.sprt,
        reference: None,
    };
    // The specs themselves: players of the host program have no text that names them.
    let arena = arena(game, &run, contest.agents.clone(), contest.tables.clone())?;
    run.run = arena.run_id();
    Ok((run, arena))
}

/// The arena of a run by these agents, which are its players, with the tables of this machine.
fn arena(
    game: &dyn AnyGame,
    run: &RunSpec,
    agents: Vec<AgentSpec>,
    tables: Option<PathBuf>,
) -> Result<Arena, CatalogError> {
    let contest = run.contest(agents);
    let start = game.state(&Start::of_setup(run.setup.as_deref(), run.rules.as_deref()))?;
    let tables = tables.filter(|_| run.judged);
    // Tables that say who would have won decide games, as the players' own do.
    let judged_by =
        tables.as_deref().map(|folder| plyground_solve::contents(folder, game.info().name)).unwrap_or_default();
    let contenders = contest.agents.iter().zip(&run.players).map(|(spec, player)| {
        let source = spec.evaluation().unwrap_or("weights");
        let weights = player.weights.as_deref().map(|text| WeightFile::read(source, text)).transpose()?;
        let name = player.name.clone().unwrap_or_else(|| spec.to_string());
        Ok(contender(game, &contest, name, spec, weights)?.made_of(&judged_by))
    });
    let contenders = contenders.collect::<Result<Vec<_>, CatalogError>>()?;
    let mut openings = match &run.openings.book {
        Some(book) => Openings::listed(book, &*start)?,
        None => {
            let (least, most) = run.openings.plies;
            Openings::drawn(&*start, least..=most, run.seed)?
        }
    };
    if let Some(different) = run.openings.different {
        openings = openings.repeated_after(different);
    }
    let mut arena = Arena::new(contenders, run.schedule(), openings, run.seed)?;
    arena.sprt = contest.sprt()?;
    arena.max_plies = run.max_plies;
    arena.adjudicate = tables.as_deref().and_then(|folder| game.judge(folder, &*start));
    arena.recover = run.recover;
    Ok(arena)
}

impl dyn AnyGame + '_ {
    /// Returns a contest as a run whose chunks any machine can play.
    ///
    /// # Errors
    /// When something in the contest cannot be read.
    pub fn run_spec(&self, contest: &Contest) -> Result<RunSpec, CatalogError> {
        Ok(of_contest(self, contest)?.0)
    }

    /// Prepares a run of this machine's user for play; see `open_run_from`.
    ///
    /// # Errors
    /// When it cannot be read, is of another version, or its games would be others on this machine.
    pub fn open_run(&self, run: &RunSpec) -> Result<Arc<OpenRun>, CatalogError> {
        self.open_run_from(run, RunSource::Own)
    }

    /// Prepares a run for play, with the tables that `PLYGROUND_TABLES` names. No file that the spec names is opened: it contains
    /// weights and openings.
    ///
    /// # Errors
    /// When it cannot be read, is of another version, is beyond the limits of the command line, uses what `source` does not allow, or
    /// its games would be others on this machine.
    pub fn open_run_from(&self, run: &RunSpec, source: RunSource) -> Result<Arc<OpenRun>, CatalogError> {
        open(self, run, source)
    }
}

fn open(game: &dyn AnyGame, run: &RunSpec, source: RunSource) -> Result<Arc<OpenRun>, CatalogError> {
    if run.spec != SPEC_FORMAT {
        return Err(CatalogError::SpecFormat { found: run.spec, expected: SPEC_FORMAT });
    }
    let present = Versions::present().plyground;
    if run.plyground != present {
        return Err(CatalogError::RunOfOtherVersion { found: run.plyground.clone(), expected: present });
    }
    run.check_bounds()?;
    let tables = SolveOptions::named_folder();
    let mut run = run.clone();
    let mut agents = run.players.iter().map(|player| game.agent(&player.agent)).collect::<Result<Vec<_>, _>>()?;
    for (player, spec) in run.players.iter_mut().zip(&mut agents) {
        if let Some(path) = spec.evaluation().filter(|name| is_path(name) && player.weights.is_none()) {
            return Err(CatalogError::PathInRun { path: quote(path) });
        }
        let RunSource::Network { allow_programs } = source else { continue };
        if spec.command().is_some() && !allow_programs {
            return Err(CatalogError::ProgramsNotAllowed { agent: spec.name() });
        }
        if spec.tables().is_some() {
            // Its name is part of what defines the run; its folder is this machine's.
            player.name.get_or_insert_with(|| spec.to_string());
            let own = tables.clone().ok_or(CatalogError::NoOwnTables)?;
            *spec = spec.clone().with("tables", Setting::Text(own.to_string_lossy().into_owned()));
        }
    }
    let mebibytes = agents.iter().filter_map(|spec| spec.number("table")).sum::<u64>();
    if !has_room_for_table(mebibytes as usize) {
        return Err(CatalogError::NoRoom { mebibytes });
    }
    let run = &run;
    let one_thread = |spec: &AgentSpec| spec.number("threads").unwrap_or(1) <= 1;
    let all_repeat = agents.iter().all(|spec| one_thread(spec) && spec.command().is_none());
    let arena = arena(game, run, agents, tables)?;
    let id = arena.run_id();
    if id != run.run {
        return Err(CatalogError::RunOfOtherContent { found: run.run.clone(), here: id });
    }
    let is_repeatable = arena.is_repeatable() && all_repeat;
    Ok(Arc::new(OpenRun { arena: Arc::new(arena), id, games: run.schedule().games(), is_repeatable }))
}
