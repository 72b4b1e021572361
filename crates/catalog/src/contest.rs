//! Matches and tournaments by name: agents as specs, games as text.

mod open_run;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use plyground_arena::{
    Arena, EndCause, LimitSpec, MatchSpec, Participant, PlayerSpec, Progress, Record, RunningGames, Summary,
    TimeControl, Workforce,
};
use plyground_eval::WeightFile;
use plyground_play::Start;
use plyground_search::{Limits, StopFlag};

use crate::any_game::AnyGame;
use crate::error::CatalogError;
use crate::evaluations::{is_path, read_weights};
use crate::spec::AgentSpec;

pub use open_run::{OpenRun, RunPlayer, RunSource};

/// Default limit of nodes per move. A limit of nodes makes results reproducible on every machine.
pub const NODES_A_MOVE: u64 = 10_000;

/// A match or tournament, and its settings on this machine.
///
/// ```
/// use plyground_catalog::{Catalog, Contest, Pairing};
///
/// let catalog = Catalog::standard();
/// let kalah = catalog.game("kalah")?;
/// let agents = ["greedy", "random", "mcts:depth=1"].map(|agent| kalah.agent(agent));
/// let mut games = Contest::new(agents.into_iter().collect::<Result<_, _>>()?);
/// games.spec.setup = Some("3x3".into());
/// games.spec.pairing = Pairing::Gauntlet;
/// let end = kalah.contest(&games, None, &Default::default(), &mut |_| {})?;
/// assert_eq!(end.summary.games, 4);
/// # Ok::<(), plyground_catalog::CatalogError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Contest {
    /// The spec of the match. Its game and players are those of the agents, so it names the same or none.
    pub spec: MatchSpec,
    /// The agents.
    pub agents: Vec<AgentSpec>,
    /// Folder of exact tables that adjudicate a game at the limit of plies. Without tables, such a game is a draw.
    pub tables: Option<PathBuf>,
    /// Number of games played at a time.
    pub threads: usize,
    /// Progress of the running games.
    pub running: RunningGames,
    /// Aborts the running games. The stop flag of the contest lets them finish.
    pub abandon: StopFlag,
    /// Number of games, from the first, in [`ContestEnd::records`]; all by default.
    pub keep: usize,
    /// Workers that play the games; `None` for the threads of this process.
    pub workforce: Option<Arc<dyn Workforce + Send + Sync>>,
}

/// The result of a contest.
#[derive(Clone, Debug)]
pub struct ContestEnd {
    /// Reason for the end.
    pub cause: EndCause,
    /// The statistics of all games.
    pub summary: Summary,
    /// The games, at most [`Contest::keep`].
    pub records: Vec<Record>,
}

impl Contest {
    /// Creates a contest of one game pair per pair of agents, with openings of 2 to 6 random moves, one thread and seed 0.
    #[must_use]
    pub fn new(agents: Vec<AgentSpec>) -> Contest {
        Contest {
            spec: MatchSpec::default(),
            agents,
            tables: None,
            threads: 1,
            running: RunningGames::default(),
            abandon: StopFlag::default(),
            keep: usize::MAX,
            workforce: None,
        }
    }

    /// Returns the maximum number of games of the contest.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.spec.schedule(self.agents.len()).games()
    }
}

/// Returns the limits of an agent's moves. `is_limited` is whether its search ends without a limit.
fn control(limits: &LimitSpec, spec: &AgentSpec, is_limited: bool) -> TimeControl {
    let default = if limits.clock.is_some() || is_limited { Limits::NONE } else { Limits::nodes(NODES_A_MOVE) };
    limits.control(Limits::decide(limits.limits(), spec.limits(), Limits::NONE, default))
}

/// Creates a participant from its spec. `weights` replace those of the spec.
pub(crate) fn participant(
    game: &dyn AnyGame,
    limits: &LimitSpec,
    name: String,
    spec: &AgentSpec,
    weights: Option<WeightFile>,
) -> Result<Participant, CatalogError> {
    // The weights are read once, so all threads use the same ones even if the file changes.
    let weights = weights.map_or_else(|| player_weights(spec), |weights| Ok(Some(weights)))?;
    let player = game.player(spec, weights.as_ref())?;
    let control = control(limits, spec, player.is_limited());
    let is_repeatable = player.is_repeatable(control.limits) && spec.number("threads").unwrap_or(1) == 1;
    let content = content(game, spec, weights.as_ref());
    let maker = game.maker(spec, weights);
    let participant = Participant::new(name, control, move || maker.player()).made_of(&content);
    let participant = if spec.engine_name().is_some() { participant.specified(spec.to_string()) } else { participant };
    let participant = if spec.can_fail() { participant.fallible() } else { participant };
    let participant = if spec.command().is_some() { participant.external() } else { participant };
    Ok(if is_repeatable { participant } else { participant.varying() })
}

/// Reads the weight file that a spec names by path.
fn player_weights(spec: &AgentSpec) -> Result<Option<WeightFile>, CatalogError> {
    spec.evaluation().filter(|name| is_path(name)).map(read_weights).transpose()
}

/// Returns weights as text without comments, as after reading the file.
fn bare(weights: &WeightFile) -> String {
    let text = weights.to_string();
    WeightFile::read("weights", &text).map_or(text, |read| read.to_string())
}

/// Returns what determines the agent's play beyond its spec: the content of its weights and tables.
fn content(game: &dyn AnyGame, spec: &AgentSpec, weights: Option<&WeightFile>) -> String {
    let shipped = || {
        let info = game.evaluation(spec.evaluation().or(spec.info().evaluation)).ok()?;
        info.weights.map(str::to_owned)
    };
    let external = || spec.external_evaluation().map(|external| external.content().to_owned());
    let named = || spec.engine_name().map(|_| spec.to_string());
    let mut content = weights.map(bare).or_else(external).or_else(shipped).or_else(named).unwrap_or_default();
    if spec.info().takes("tables")
        && let Some(folder) = spec.tables().or_else(|| game.tables())
    {
        content += &plyground_solve::contents(&folder, game.info().name);
    }
    content
}

/// Creates the arena of a contest, with a complete spec.
fn arena_of(game: &dyn AnyGame, contest: &Contest) -> Result<Arena, CatalogError> {
    let player = |spec: &AgentSpec| -> Result<PlayerSpec, CatalogError> {
        let weights = player_weights(spec)?;
        Ok(PlayerSpec { name: None, agent: spec.to_string(), weights: weights.as_ref().map(ToString::to_string) })
    };
    let spec = MatchSpec {
        game: game.info().name.into(),
        players: contest.agents.iter().map(player).collect::<Result<_, _>>()?,
        max_plies: contest.spec.max_plies.or(Some(game.info().max_plies)),
        judged: contest.tables.is_some(),
        ..contest.spec.clone()
    };
    let given = &contest.spec;
    let is_other = !given.game.is_empty() && given.game != spec.game;
    if is_other || !given.players.is_empty() && given.players != spec.players {
        let text = "the spec of a contest names another game or other players: expected those of its agents, or none";
        return Err(CatalogError::Input(text.into()));
    }
    let mut arena = arena(game, spec, &contest.agents, contest.tables.as_deref())?;
    arena.set_run_id();
    Ok(arena)
}

/// Creates the arena of a complete spec from its agents and the tables of this machine.
fn arena(
    game: &dyn AnyGame,
    spec: MatchSpec,
    agents: &[AgentSpec],
    tables: Option<&Path>,
) -> Result<Arena, CatalogError> {
    let start = game.state(&Start::of_setup(spec.setup.as_deref(), spec.rules.as_deref()))?;
    let tables = tables.filter(|_| spec.judged);
    // The tables that adjudicate games are part of the run's identity, as are those of the players.
    let judged_by = tables.map(|folder| plyground_solve::contents(folder, game.info().name)).unwrap_or_default();
    let participants = agents.iter().zip(&spec.players).map(|(agent, player)| {
        let source = agent.evaluation().unwrap_or("weights");
        let weights = player.weights.as_deref().map(|text| WeightFile::read(source, text)).transpose()?;
        let name = player.name.clone().unwrap_or_else(|| agent.player_name());
        Ok(participant(game, &spec.limits, name, agent, weights)?.made_of(&judged_by))
    });
    let participants = participants.collect::<Result<Vec<_>, CatalogError>>()?;
    spec.sequential_test()?;
    let openings = spec.openings(&*start)?;
    let mut arena = Arena::new(participants, spec, openings)?;
    arena.adjudicate = tables.map(|folder| game.judge(folder, &*start)).transpose()?.flatten();
    Ok(arena)
}

impl dyn AnyGame + '_ {
    /// Returns the spec of a contest, whose chunks any machine can play.
    ///
    /// # Errors
    /// Fails if something in the contest cannot be read.
    pub fn match_spec(&self, contest: &Contest) -> Result<MatchSpec, CatalogError> {
        Ok(arena_of(self, contest)?.spec().clone())
    }

    /// Plays the games of a contest that are not yet in the file `records`, and calls `each` with every new one.
    ///
    /// # Errors
    /// Fails if something in the contest cannot be read or the records cannot be written.
    pub fn contest(
        &self,
        contest: &Contest,
        records: Option<&Path>,
        stop: &StopFlag,
        each: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<ContestEnd, CatalogError> {
        let mut arena = arena_of(self, contest)?;
        arena.threads = contest.threads.max(1);
        arena.running = contest.running.clone();
        arena.abandon = contest.abandon.clone();
        arena.keep = contest.keep;
        let journal = records.map(|path| arena.journal(path)).transpose()?;
        let end = match &contest.workforce {
            Some(workforce) => arena.run_by(&**workforce, journal, stop, each)?,
            None => arena.run(journal, stop, each)?,
        };
        let summary = Summary::of_standings(&end.standings, arena.spec().sequential_test()?.as_ref());
        let summary = Summary { openings: Some(arena.openings().about()), ..summary };
        Ok(ContestEnd { cause: end.cause, summary, records: end.records })
    }
}
