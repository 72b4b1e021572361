//! Matches and tournaments by name: agents as specs, games as text.
//!
//! ```
//! use plyground_catalog::{Contest, GameId, Pairing};
//!
//! let mut contest = Contest::new(GameId::Kalah, vec!["greedy".parse()?, "random".parse()?]);
//! contest.setup = Some("3x3".into());
//! contest.pairs = 4;
//! contest.pairing = Pairing::RoundRobin;
//! let end = contest.run(None, &Default::default(), &mut |_| {})?;
//! assert_eq!(end.summary.games, 8);
//! # Ok::<(), plyground_catalog::CatalogError>(())
//! ```

use std::io::{self, BufRead, Write};
use std::path::Path;
use std::time::Duration;

use plyground_arena::engine::{EngineAbout, EngineGame, EngineOption, Settings, TypedEngine};
use plyground_arena::index::{Answer, Index, IndexError};
use plyground_arena::statistics::{EloModel, Sprt};
use plyground_arena::{
    Arena, Contender, EndCause, Openings, Progress, Record, Schedule, Summary, TimeControl, read_records,
};
use plyground_game::Game;
use plyground_game::diagram::Diagram;
use plyground_search::{Clock, StopFlag};

use crate::agent;
use crate::error::CatalogError;
use crate::game_id::{ForGame, GameId};
use crate::playable::Playable;
use crate::spec::{AgentKind, AgentSpec};

/// Nodes a move where nothing else limits an agent: results that repeat themselves on every machine.
pub const NODES_A_MOVE: u64 = 10_000;

/// Who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Pairing {
    /// Everybody everybody else; with two agents, a match.
    #[default]
    RoundRobin,
    /// The first agent all the others.
    Gauntlet,
}

/// A match or tournament.
#[derive(Clone, PartialEq, Debug)]
pub struct Contest {
    /// The game.
    pub game: GameId,
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
    /// The last depth of a move, before the agents' own limits.
    pub depth: Option<u32>,
    /// The most nodes of a move.
    pub nodes: Option<u64>,
    /// The most time of a move.
    pub time: Option<Duration>,
    /// Time for a game and for each move.
    pub clock: Option<(Duration, Duration)>,
    /// Bounds of a sequential test, in normalised Elo.
    pub sprt: Option<(f64, f64)>,
    /// Longer games are drawn.
    pub max_plies: usize,
}

/// All games of a contest.
#[derive(Clone, Debug)]
pub struct ContestEnd {
    /// Why it ended.
    pub cause: EndCause,
    /// What the games say.
    pub summary: Summary,
    /// The games.
    pub records: Vec<Record>,
}

impl Contest {
    /// One pair for every two agents, openings of 2 to 6 random moves, one thread, seed 0.
    #[must_use]
    pub fn new(game: GameId, agents: Vec<AgentSpec>) -> Contest {
        Contest {
            game,
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
            depth: None,
            nodes: None,
            time: None,
            clock: None,
            sprt: None,
            max_plies: 1_000,
        }
    }

    /// Plays the games, or those that `records` does not hold yet; `each` is told of every new one.
    ///
    /// # Errors
    /// When something in the contest cannot be read, or the records cannot be kept.
    pub fn run(
        &self,
        records: Option<&Path>,
        stop: &StopFlag,
        each: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<ContestEnd, CatalogError> {
        self.game.with(Play { contest: self, records, stop, each })
    }

    /// The limits of an agent's moves.
    pub(crate) fn control(&self, spec: &AgentSpec) -> TimeControl {
        let limited = self.depth.is_some() || self.nodes.is_some() || self.time.is_some() || self.clock.is_some();
        let free = spec.is_limited() || spec.has_plan() || matches!(spec.kind, AgentKind::Random | AgentKind::Greedy);
        let default_nodes = (!limited && !free).then_some(NODES_A_MOVE);
        TimeControl {
            depth: self.depth.or(spec.depth),
            nodes: self.nodes.or(spec.nodes).or(default_nodes),
            move_time: self.time.or(spec.time),
            clock: self.clock.map(|(left, increment)| Clock { left, increment }),
            ..TimeControl::default()
        }
    }

    pub(crate) fn sprt(&self) -> Result<Option<Sprt>, CatalogError> {
        let Some((elo0, elo1)) = self.sprt else { return Ok(None) };
        Sprt::new(elo0, elo1, EloModel::Normalized).map(Some).map_err(|error| CatalogError::Other(error.to_string()))
    }
}

struct Play<'a, 'b> {
    contest: &'a Contest,
    records: Option<&'a Path>,
    stop: &'a StopFlag,
    each: &'a mut (dyn FnMut(&Progress<'_>) + 'b),
}

impl ForGame for Play<'_, '_> {
    type Out = Result<ContestEnd, CatalogError>;

    fn call<P: Playable>(self) -> Self::Out {
        let Play { contest, records, stop, each } = self;
        let other = |error: &dyn std::fmt::Display| CatalogError::Other(error.to_string());
        let setup: P::Setup = contest.setup.as_deref().map_or_else(|| Ok(P::Setup::default()), str::parse)?;
        let rules: P::Rules = contest.rules.as_deref().map_or_else(|| Ok(P::Rules::default()), str::parse)?;
        let mut contenders = Vec::new();
        for spec in &contest.agents {
            agent::make::<P>(spec)?;
            let (control, spec) = (contest.control(spec), spec.clone());
            contenders.push(Contender::<P>::new(spec.to_string(), control, move || {
                agent::make::<P>(&spec).expect("the same spec has just been made")
            }));
        }
        let openings = match &contest.book {
            Some(book) => Openings::listed(book, &setup, &rules),
            None => {
                let (least, most) = contest.opening_plies;
                Openings::drawn(&setup, &rules, least..=most, contest.seed)
            }
        };
        let mut openings = openings.map_err(|error| other(&error))?;
        if let Some(most) = contest.openings {
            openings = openings.repeated_after(most);
        }
        let players = contenders.len();
        let schedule = match contest.pairing {
            Pairing::RoundRobin if players == 2 => Schedule::two_players(contest.pairs),
            Pairing::RoundRobin => Schedule::round_robin(players, contest.pairs),
            Pairing::Gauntlet => Schedule::gauntlet(players, contest.pairs),
        };
        let mut arena = Arena::new(contenders, schedule, openings, contest.seed).map_err(|error| other(&error))?;
        arena.threads = contest.threads.max(1);
        arena.sprt = contest.sprt()?;
        arena.max_plies = contest.max_plies;
        let journal = records.map(|path| arena.journal(path)).transpose().map_err(|error| other(&error))?;
        let end = arena.run(journal, stop, each).map_err(|error| other(&error))?;
        let summary = Summary::of(&end.records, arena.sprt.as_ref());
        Ok(ContestEnd { cause: end.cause, summary, records: end.records })
    }
}

/// The games of a file of records.
///
/// # Errors
/// When the file cannot be read.
pub fn records(path: &Path) -> Result<Vec<Record>, CatalogError> {
    read_records(path).map_err(|error| CatalogError::Other(error.to_string()))
}

/// A recorded game step by step: the start, then each move told in words with the board after it.
///
/// # Errors
/// When the record does not fit its game.
pub fn steps(record: &Record) -> Result<Vec<(String, Diagram)>, CatalogError> {
    let game: GameId = record.game.parse()?;
    game.with(Steps(record))
}

struct Steps<'a>(&'a Record);

impl ForGame for Steps<'_> {
    type Out = Result<Vec<(String, Diagram)>, CatalogError>;

    fn call<P: Playable>(self) -> Self::Out {
        let rules: P::Rules = self.0.rules.parse()?;
        let mut game = Game::from_position(P::parse(&self.0.opening.position, &rules)?, &rules);
        let mut steps = vec![("the start".to_owned(), game.position().diagram())];
        for (index, text) in self.0.moves.split_whitespace().enumerate() {
            let before = game.position().clone();
            let mv = game.play_text(text).map_err(|error| CatalogError::Moves {
                number: index + 1,
                all: plyground_game::notation::quote(&self.0.moves),
                error,
            })?;
            steps.push((before.describe(mv), game.position().diagram()));
        }
        Ok(steps)
    }
}

/// A recorded game as the text that `ply play --load` reads.
///
/// # Errors
/// When the record does not fit its game.
pub fn export(record: &Record) -> Result<String, CatalogError> {
    let game: GameId = record.game.parse()?;
    let start = crate::session::Start {
        rules: Some(record.rules.clone()),
        position: Some(record.opening.position.clone()),
        moves: record.moves.clone(),
        setup: None,
    };
    let session = crate::session::open(game, &start)?;
    let tags = [
        ("id", record.id.clone()),
        ("first", record.agents[0].clone()),
        ("second", record.agents[1].clone()),
        ("cause", record.cause.clone()),
    ];
    Ok(session.record(&tags.map(|(name, value)| (name.to_owned(), value))))
}

/// Answers a question over files of records; see [`OVERVIEW`](plyground_arena::index::OVERVIEW) for one.
///
/// # Errors
/// When a file cannot be read, or the question makes no sense.
pub fn ask(files: &[std::path::PathBuf], question: &str) -> Result<Answer, CatalogError> {
    let answer = || -> Result<Answer, IndexError> {
        let mut index = Index::in_memory()?;
        for file in files {
            index.add_file(file)?;
        }
        index.ask(question)
    };
    answer().map_err(|error| CatalogError::Other(error.to_string()))
}

/// Speaks the engine protocol: `game` unless the other side sets it, and `agent`.
///
/// # Errors
/// When the streams fail.
pub fn serve_engine(
    game: Option<GameId>,
    agent: &AgentSpec,
    input: impl BufRead,
    output: impl Write + Send,
) -> io::Result<()> {
    let option = |name: &str, kind: &str, default: &str| EngineOption {
        name: name.into(),
        kind: kind.into(),
        default: default.into(),
    };
    let about = EngineAbout {
        name: format!("Plyground {}", env!("CARGO_PKG_VERSION")),
        author: "the Plyground authors".into(),
        options: vec![
            option("game", "type string", game.map_or("kalah", GameId::name)),
            option("rules", "type string", ""),
            option("setup", "type string", ""),
            option("agent", "type string", &agent.to_string()),
        ],
    };
    let mut open = |settings: &Settings| -> Result<Box<dyn EngineGame>, String> {
        let named = |name: &str| settings.get(name).map(String::as_str).filter(|text| !text.is_empty());
        let game = match named("game") {
            Some(name) => name.parse().map_err(|error: CatalogError| error.to_string())?,
            None => game.unwrap_or(GameId::Kalah),
        };
        let spec = match named("agent") {
            Some(text) => text.parse().map_err(|error: CatalogError| error.to_string())?,
            None => agent.clone(),
        };
        let open = OpenEngine { setup: named("setup"), rules: named("rules"), spec: &spec };
        game.with(open).map_err(|error| error.to_string())
    };
    plyground_arena::engine::serve_engine(input, output, &about, &mut open)
}

struct OpenEngine<'a> {
    setup: Option<&'a str>,
    rules: Option<&'a str>,
    spec: &'a AgentSpec,
}

impl ForGame for OpenEngine<'_> {
    type Out = Result<Box<dyn EngineGame>, CatalogError>;

    fn call<P: Playable>(self) -> Self::Out {
        let setup: P::Setup = self.setup.map_or_else(|| Ok(P::Setup::default()), str::parse)?;
        let rules: P::Rules = self.rules.map_or_else(|| Ok(P::Rules::default()), str::parse)?;
        Ok(Box::new(TypedEngine::new(setup, &rules, agent::make::<P>(self.spec)?)))
    }
}
