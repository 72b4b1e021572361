//! Matches and tournaments by name: agents as specs, games as text.
//!
//! ```
//! use plyground_catalog::{Catalog, Contest, Pairing};
//!
//! let catalog = Catalog::standard();
//! let kalah = catalog.game("kalah")?;
//! let agents = ["greedy", "random", "mcts:depth=1"].map(|agent| kalah.agent(agent));
//! let mut games = Contest::new(agents.into_iter().collect::<Result<_, _>>()?);
//! games.setup = Some("3x3".into());
//! games.pairing = Pairing::Gauntlet;
//! let end = kalah.contest(&games, None, &Default::default(), &mut |_| {})?;
//! assert_eq!(end.summary.games, 4);
//! # Ok::<(), plyground_catalog::CatalogError>(())
//! ```

mod run_spec;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

#[cfg(feature = "index")]
use plyground_arena::index::{Answer, Index};
use plyground_arena::{
    Contender, EndCause, Progress, Record, RunningGames, Schedule, Summary, TimeControl, Workforce, WorkforceError,
};
use plyground_eval::WeightFile;
use plyground_search::{Clock, Limits, StopFlag};
use plyground_solve::SolveOptions;
use plyground_statistics::{EloModel, Sprt};
use serde::{Deserialize, Serialize};

use crate::any_game::AnyGame;
use crate::error::CatalogError;
use crate::evaluations::{is_path, read_weights};
use crate::spec::AgentSpec;

pub use run_spec::{
    ChunkSpec, LimitSpec, OpenRun, OpeningSpec, PlayerSpec, RunPlayer, RunSource, RunSpec, SPEC_FORMAT,
};

/// Nodes a move where nothing else limits an agent: results that repeat themselves on every machine.
pub const NODES_A_MOVE: u64 = 10_000;

/// Who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pairing {
    /// Everybody everybody else; with two agents, a match.
    #[default]
    RoundRobin,
    /// The first agent all the others.
    Gauntlet,
}

/// A match or tournament.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The set-up; the game's usual one when there is none.
    pub setup: Option<String>,
    /// The rules; the game's usual ones when there are none.
    pub rules: Option<String>,
    /// Who plays.
    pub agents: Vec<AgentSpec>,
    /// Who plays whom.
    pub pairing: Pairing,
    /// Pairs of games of every two that meet.
    pub pairs: u64,
    /// Different openings; as many as there are pairs, when none is named.
    pub openings: Option<u64>,
    /// Openings as text, one a line, instead of drawn ones.
    pub book: Option<String>,
    /// The fewest and most random moves of a drawn opening.
    pub opening_plies: (u32, u32),
    /// Fixes openings and all random choices.
    pub seed: u64,
    /// Games at a time.
    pub threads: usize,
    /// The limits of a move, which go before the agents' own.
    pub limits: Limits,
    /// Time for a game, and what every move adds to it.
    pub clock: Option<Clock>,
    /// The delay of a move that does not lose on time; `None` for a tenth of a second.
    pub grace: Option<Duration>,
    /// Whether an agent that does not start loses its games, instead of ending the contest.
    pub recover: bool,
    /// Bounds of a sequential test, in normalised Elo.
    pub sprt: Option<(f64, f64)>,
    /// The most moves of a game; `None` for the number of the game's entry.
    pub max_plies: Option<usize>,
    /// The folder of exact tables that decide a game that is too long; without them, it is a draw.
    pub tables: Option<PathBuf>,
    /// The running games.
    pub running: RunningGames,
    /// Aborts the running games. The flag that stops the contest lets them finish.
    pub abandon: StopFlag,
    /// The number of first games in [`ContestEnd::records`]; all by default.
    pub keep: usize,
    /// Workers that play the games; `None` for the threads of this process.
    pub workforce: Option<Arc<dyn ContestWorkforce>>,
}

/// Finds workers for runs, one after another, as the generations of a tuning need them.
pub trait RunWorkforces: fmt::Debug + Send + Sync {
    /// Returns the workforce of a run.
    ///
    /// # Errors
    /// When there is none.
    fn find(&self, run: RunSpec) -> Result<Box<dyn Workforce>, WorkforceError>;
}

/// A workforce of a [`Contest`].
pub trait ContestWorkforce: Workforce + fmt::Debug + Send + Sync {}

impl<T: Workforce + fmt::Debug + Send + Sync> ContestWorkforce for T {}

/// The result of a contest.
#[derive(Clone, Debug)]
pub struct ContestEnd {
    /// Why it ended.
    pub cause: EndCause,
    /// The statistics of all games.
    pub summary: Summary,
    /// The games; as many as [`Contest::keep`] says.
    pub records: Vec<Record>,
}

impl Contest {
    /// Creates a contest of one game pair per pair of agents, with openings of 2 to 6 random moves, one thread and seed 0.
    #[must_use]
    pub fn new(agents: Vec<AgentSpec>) -> Contest {
        Contest {
            setup: None,
            rules: None,
            agents,
            pairing: Pairing::default(),
            pairs: 1,
            openings: None,
            book: None,
            opening_plies: (2, 6),
            seed: 0,
            threads: 1,
            limits: Limits::NONE,
            clock: None,
            grace: None,
            recover: false,
            sprt: None,
            max_plies: None,
            tables: None,
            running: RunningGames::default(),
            abandon: StopFlag::default(),
            keep: usize::MAX,
            workforce: None,
        }
    }

    /// Returns the most games of the contest.
    #[must_use]
    pub fn games(&self) -> u64 {
        schedule(self.pairing, self.agents.len(), self.pairs).games()
    }

    /// Returns the limits of an agent's moves; `is_limited` is whether it ends its search without any.
    pub(crate) fn control(&self, spec: &AgentSpec, is_limited: bool) -> TimeControl {
        let default = if self.clock.is_some() || is_limited { Limits::NONE } else { Limits::nodes(NODES_A_MOVE) };
        let limits = Limits::decide(self.limits, spec.limits(), Limits::NONE, default);
        let usual = TimeControl::from(limits);
        TimeControl { clock: self.clock, grace: self.grace.unwrap_or(usual.grace), ..usual }
    }

    fn sprt(&self) -> Result<Option<Sprt>, CatalogError> {
        let Some((elo0, elo1)) = self.sprt else { return Ok(None) };
        Ok(Some(Sprt::new(elo0, elo1, EloModel::Normalized)?))
    }
}

/// Returns the schedule of so many players.
fn schedule(pairing: Pairing, players: usize, pairs: u64) -> Schedule {
    match pairing {
        Pairing::RoundRobin if players == 2 => Schedule::two_players(pairs),
        Pairing::RoundRobin => Schedule::round_robin(players, pairs),
        Pairing::Gauntlet => Schedule::gauntlet(players, pairs),
    }
}

/// Creates a participant from its spec, with other weights if there are any.
pub(crate) fn contender(
    game: &dyn AnyGame,
    contest: &Contest,
    name: String,
    spec: &AgentSpec,
    weights: Option<WeightFile>,
) -> Result<Contender, CatalogError> {
    // Read once: all threads play by the same weights, even if the file changes.
    let weights = weights.map_or_else(|| player_weights(spec), |weights| Ok(Some(weights)))?;
    let control = contest.control(spec, game.player(spec, weights.as_ref())?.is_limited());
    let content = content(game, spec, weights.as_ref());
    let maker = game.maker(spec, weights);
    let contender = Contender::new(name, control, move || maker.player()).made_of(&content);
    let contender = if spec.can_fail() { contender.fallible() } else { contender };
    let contender = if spec.command().is_some() { contender.external() } else { contender };
    Ok(if spec.number("threads").unwrap_or(1) > 1 { contender.varying() } else { contender })
}

/// Reads the weights that a spec names by path.
fn player_weights(spec: &AgentSpec) -> Result<Option<WeightFile>, CatalogError> {
    spec.evaluation().filter(|name| is_path(name)).map(read_weights).transpose()
}

/// Returns weights as text without comments, which a file loses when it is read.
fn bare(weights: &WeightFile) -> String {
    let text = weights.to_string();
    WeightFile::read("weights", &text).map_or(text, |read| read.to_string())
}

/// Returns what an agent plays by and its spec does not contain: its weights and tables.
fn content(game: &dyn AnyGame, spec: &AgentSpec, weights: Option<&WeightFile>) -> String {
    let shipped = || {
        let info = game.evaluation(spec.evaluation().or(spec.info().evaluation)).ok()?;
        info.weights.map(str::to_owned)
    };
    let guest = || spec.guest_evaluation().map(|guest| guest.content().to_owned());
    let mut content = weights.map(bare).or_else(guest).or_else(shipped).unwrap_or_default();
    if spec.info().takes("tables")
        && let Some(folder) = spec.tables().or_else(SolveOptions::named_folder)
    {
        content += &plyground_solve::contents(&folder, game.info().name);
    }
    content
}

impl dyn AnyGame + '_ {
    /// Plays the games of a contest that the file `records` does not have, and calls `each` with every new one.
    ///
    /// # Errors
    /// When something in the contest cannot be read, or the records cannot be kept.
    pub fn contest(
        &self,
        contest: &Contest,
        records: Option<&Path>,
        stop: &StopFlag,
        each: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<ContestEnd, CatalogError> {
        let (_, mut arena) = run_spec::of_contest(self, contest)?;
        arena.threads = contest.threads.max(1);
        arena.running = contest.running.clone();
        arena.abandon = contest.abandon.clone();
        arena.keep = contest.keep;
        let journal = records.map(|path| arena.journal(path)).transpose()?;
        let end = match &contest.workforce {
            Some(workforce) => arena.run_by(&**workforce, journal, stop, each)?,
            None => arena.run(journal, stop, each)?,
        };
        let summary = Summary::of_standings(&end.standings, arena.sprt.as_ref());
        Ok(ContestEnd { cause: end.cause, summary, records: end.records })
    }
}

/// Runs an SQL query over the records of files (the feature `index`); see [`OVERVIEW`](plyground_arena::index::OVERVIEW) for one.
///
/// # Errors
/// When the query is invalid.
#[cfg(feature = "index")]
pub(crate) fn ask(files: &[(PathBuf, Vec<Record>)], question: &str) -> Result<Answer, CatalogError> {
    let mut index = Index::in_memory()?;
    for (file, records) in files {
        index.add_records(file, records)?;
    }
    Ok(index.ask(question)?)
}
