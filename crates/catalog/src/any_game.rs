//! A game of the catalog without its type: what front ends call.
//!
//! ```
//! use plyground_catalog::{Catalog, Start};
//!
//! let catalog = Catalog::standard();
//! let tigers = catalog.game("tigers")?;
//! assert_eq!(tigers.info().sides, ["goats", "tigers"]);
//! assert_eq!(tigers.open(&Start::default())?.show().legal.len(), 20);
//! # Ok::<(), plyground_catalog::CatalogError>(())
//! ```

use std::fmt;
use std::sync::Arc;

use plyground_arena::Record;
use plyground_arena::engine::{EngineGame, TypedEngine};
use plyground_entry::{
    AgentInfo, AgentSpec, CatalogError, Entry, EvaluationInfo, EvaluationRow, LevelSteps, Puzzle, RuleOption, Start,
};
use plyground_game::notation::quote;
use plyground_game::{Game, GameRecord, Move, SearchHints};
use plyground_scene::Palette;
use plyground_solve::{SolveOptions, SolveProgress};

use crate::batch::{Batch, BatchOf};
use crate::explore::{self, ExploredMove};
use crate::session::{Session, SessionOf, Step};
use crate::solve::{self, Mate, Oracle, OracleOf, Solution};
use crate::state::{State, StateOf};
#[cfg(feature = "work")]
use {
    plyground_arena::Progress,
    plyground_learn::{LearningProgress, LearningResult},
    plyground_optimize::{Tuned, TuningProgress},
    plyground_search::StopFlag,
    plyground_solve::proof::{Certificate, Sample, Verified},
    plyground_work::{
        Contest, ContestEnd, Learning, OpenRun, ProofPlayer, ProofSpec, Proving, PuzzleSearch, RunSource, RunSpec,
        Tuning, contest, learning, proof, puzzles, tuning,
    },
    std::path::Path,
};

/// A game as lists show it.
#[derive(Clone, Debug)]
pub struct GameInfo {
    /// Its name in commands and files.
    pub name: &'static str,
    /// What people call it.
    pub title: String,
    /// What it is, in one line.
    pub about: &'static str,
    /// What it calls its sides.
    pub sides: [&'static str; 2],
    /// The colours of its sides.
    pub palette: Palette,
    /// Set-ups worth listing, the default first.
    pub setups: Vec<&'static str>,
    /// Named rule sets, the default first.
    pub rule_sets: Vec<&'static str>,
    /// Options that change a rule set.
    pub rule_options: Vec<RuleOption>,
    /// The most moves of a game between agents.
    pub max_plies: usize,
    /// The rules for people, as Markdown.
    pub rules_page: Option<&'static str>,
    /// How far its levels are apart, in Elo, where that was measured.
    pub level_steps: Option<LevelSteps>,
    /// How each piece moves: the shape as the scene names it, and the words.
    pub piece_words: Vec<(&'static str, &'static str)>,
    /// How many different moves it has: their indices are below this.
    pub actions: usize,
    /// What the planes of its observations show; none where it has no observations.
    pub planes: &'static [&'static str],
    /// Its evaluations, the default first.
    pub evaluations: Vec<EvaluationInfo>,
    /// Its agents, those that every game has among them.
    pub agents: Vec<Arc<AgentInfo>>,
    /// Whether it has a solver of its own.
    pub has_solver: bool,
    /// Whether that finds values by searching alone: a few seconds of it may answer where there are no tables.
    pub solves_by_search: bool,
    /// Whether puzzles come with it.
    pub has_puzzles: bool,
}

/// A game of a catalog.
pub trait AnyGame: Send + Sync {
    /// How lists show it.
    fn info(&self) -> &GameInfo;

    /// Reads the spec of one of its agents.
    ///
    /// # Errors
    /// When there is no such agent, or it has no such key.
    fn agent(&self, text: &str) -> Result<AgentSpec, CatalogError>;

    /// Opens a session.
    ///
    /// # Errors
    /// When set-up, rules, position or a move is wrong, or set-up and position come together.
    fn open(&self, start: &Start) -> Result<Box<dyn Session>, CatalogError>;

    /// Opens a session from a game record.
    ///
    /// # Errors
    /// When the text is no record of this game.
    fn open_record(&self, text: &str) -> Result<Box<dyn Session>, CatalogError>;

    /// A game by numbers.
    ///
    /// # Errors
    /// As for [`AnyGame::open`].
    fn state(&self, start: &Start) -> Result<Box<dyn State>, CatalogError>;

    /// Many games that begin alike; `seed` fixes what is drawn for them.
    ///
    /// # Errors
    /// When set-up or rules are wrong.
    fn batch(
        &self,
        setup: Option<&str>,
        rules: Option<&str>,
        games: usize,
        seed: u64,
    ) -> Result<Box<dyn Batch>, CatalogError>;

    /// Checks a record by the rules of this game, see [`Record::check`].
    ///
    /// # Errors
    /// The first contradiction, in words.
    fn check_record(&self, record: &Record) -> Result<(), String>;

    /// A recorded game step by step.
    ///
    /// # Errors
    /// When the record does not fit the game.
    fn steps(&self, record: &Record) -> Result<Vec<Step>, CatalogError>;

    /// What an engine of this game plays with.
    ///
    /// # Errors
    /// When the set-up, the rules or the agent's evaluation cannot be had.
    fn engine(
        &self,
        setup: Option<&str>,
        rules: Option<&str>,
        spec: &AgentSpec,
    ) -> Result<Box<dyn EngineGame>, CatalogError>;

    /// Plays the games of a match or tournament, or those that `records` does not hold yet; `each` receives every new one.
    ///
    /// # Errors
    /// When something in the contest cannot be read, or the records cannot be kept.
    #[cfg(feature = "work")]
    fn contest(
        &self,
        contest: &Contest,
        records: Option<&Path>,
        stop: &StopFlag,
        each: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<ContestEnd, CatalogError>;

    /// A contest as a run that any machine can play pieces of.
    ///
    /// # Errors
    /// When something in the contest cannot be read.
    #[cfg(feature = "work")]
    fn run_spec(&self, contest: &Contest) -> Result<RunSpec, CatalogError>;

    /// A run that is ready to be played, with the tables that `PLYGROUND_TABLES` names.
    ///
    /// # Errors
    /// When it cannot be read, is of another version, or its games would be others on this machine.
    #[cfg(feature = "work")]
    fn open_run(&self, run: &RunSpec) -> Result<Arc<dyn OpenRun>, CatalogError> {
        self.open_run_from(run, RunSource::Own)
    }

    /// Prepares a run for play that comes from this source, which decides whether it may start programs and which tables it plays by.
    ///
    /// # Errors
    /// When it cannot be read, is of another version, uses what is not allowed, or its games would be others on this machine.
    #[cfg(feature = "work")]
    fn open_run_from(&self, run: &RunSpec, source: RunSource) -> Result<Arc<dyn OpenRun>, CatalogError>;

    /// Tunes weights. With a folder, everything is kept there, and a run that was broken off goes on; `each` receives the progress.
    ///
    /// # Errors
    /// When something in the request makes no sense, the folder cannot be used, or the run was stopped.
    #[cfg(feature = "work")]
    fn tune(
        &self,
        tuning: &Tuning,
        folder: Option<&Path>,
        stop: &StopFlag,
        each: &mut dyn FnMut(&TuningProgress<'_>),
    ) -> Result<Tuned, CatalogError>;

    /// Learns tables of an evaluation from self-play in a folder, which stores the run and continues an interrupted one.
    ///
    /// # Errors
    /// When the game has no tables to learn, something in the request makes no sense, the folder cannot be used, or the run was
    /// stopped.
    #[cfg(feature = "work")]
    fn learn(
        &self,
        learning: &Learning,
        folder: &Path,
        stop: &StopFlag,
        each: &mut dyn FnMut(&LearningProgress<'_>),
    ) -> Result<LearningResult, CatalogError>;

    /// The exact value of a position and of each of its moves; `make` allows to make tables first.
    ///
    /// # Errors
    /// When the position cannot be read, or the game cannot be solved from here.
    fn solve(
        &self,
        start: &Start,
        options: &SolveOptions,
        make: bool,
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> Result<Solution, CatalogError>;

    /// What answers for the exact values of one position after another, as these options say.
    ///
    /// # Errors
    /// When the game has no solver.
    fn oracle(&self, options: &SolveOptions) -> Result<Box<dyn Oracle>, CatalogError>;

    /// What solving from here costs and how it goes on after a stop, in a line, where it is much.
    ///
    /// # Errors
    /// When the position cannot be read.
    fn solve_cost(&self, start: &Start, options: &SolveOptions) -> Result<Option<String>, CatalogError>;

    /// Proves the value of a position by subproblems.
    ///
    /// # Errors
    /// When the position cannot be read, its value is not proved so, or the work was stopped.
    #[cfg(feature = "work")]
    fn prove(
        &self,
        start: &Start,
        proving: &Proving,
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> Result<Certificate, CatalogError>;

    /// Checks a certificate of this game without believing it.
    ///
    /// # Errors
    /// When it proves nothing, or the work was stopped.
    #[cfg(feature = "work")]
    fn verify(
        &self,
        certificate: &Certificate,
        options: &SolveOptions,
        sample: Sample,
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> Result<Verified, CatalogError>;

    /// Returns a player that answers subproblems of a proof from elsewhere; `stop` ends what has to be made first.
    ///
    /// # Errors
    /// When the proof is of another version, or cannot be read.
    #[cfg(feature = "work")]
    fn proof_player(&self, spec: &ProofSpec, stop: &StopFlag) -> Result<Box<dyn ProofPlayer>, CatalogError>;

    /// The shortest forced win of the side to move within so many of its own moves.
    ///
    /// # Errors
    /// When the position cannot be read, or the work was stopped.
    fn mate(
        &self,
        start: &Start,
        moves: u32,
        options: &SolveOptions,
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> Result<Mate, CatalogError>;

    /// What recorded games have played in a position, those of this game and the same rules.
    ///
    /// # Errors
    /// As for [`AnyGame::open`].
    fn explore(&self, start: &Start, records: &[Record]) -> Result<Vec<ExploredMove>, CatalogError>;

    /// The puzzles that come with the game.
    ///
    /// # Errors
    /// When one of them cannot be read.
    fn puzzles(&self) -> Result<Vec<Puzzle>, CatalogError>;

    /// Looks for puzzles; `each` receives every one. A game that has few may give fewer than were asked for.
    ///
    /// # Errors
    /// When set-up or rules are wrong, or exact values cannot be had.
    #[cfg(feature = "work")]
    fn find_puzzles(&self, search: &PuzzleSearch, each: &mut dyn FnMut(&Puzzle)) -> Result<(), CatalogError>;
}

impl fmt::Debug for dyn AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info().name)
    }
}

/// A name with capitals: `connect-four` is Connect Four.
fn title_of(name: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect::<String>()
    };
    name.split(['-', '_']).map(capital).collect::<Vec<_>>().join(" ")
}

/// An entry with its list.
pub(crate) struct Held<P: SearchHints> {
    entry: Arc<Entry<P>>,
    info: GameInfo,
}

impl<P: SearchHints> Held<P> {
    pub(crate) fn new(entry: Entry<P>) -> Held<P> {
        let evaluations: Vec<EvaluationInfo> = entry.evaluations().iter().map(EvaluationRow::info).copied().collect();
        let info = GameInfo {
            name: P::NAME,
            title: entry.title.map_or_else(|| title_of(P::NAME), str::to_owned),
            about: entry.about,
            sides: P::SIDES,
            palette: entry.palette,
            setups: entry.setups.clone(),
            rule_sets: entry.rule_sets.clone(),
            rule_options: entry.rule_options.clone(),
            max_plies: entry.max_plies,
            rules_page: entry.rules_page,
            level_steps: entry.level_steps,
            piece_words: entry.piece_words.clone(),
            actions: P::Move::COUNT,
            planes: entry.observation.map_or(&[], |observation| observation.planes),
            evaluations,
            agents: entry.agent_infos(),
            has_solver: entry.solver_row().is_ok(),
            has_puzzles: !entry.puzzle_row().shipped.is_empty(),
            solves_by_search: entry.solver_row().is_ok_and(|solver| solver.searches()),
        };
        Held { entry: Arc::new(entry), info }
    }
}

impl<P: SearchHints> AnyGame for Held<P> {
    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn agent(&self, text: &str) -> Result<AgentSpec, CatalogError> {
        self.entry.agent_spec(text)
    }

    fn open(&self, start: &Start) -> Result<Box<dyn Session>, CatalogError> {
        Ok(Box::new(SessionOf::new(Arc::clone(&self.entry), start.game()?)))
    }

    fn open_record(&self, text: &str) -> Result<Box<dyn Session>, CatalogError> {
        Ok(Box::new(SessionOf::new(Arc::clone(&self.entry), GameRecord::<P>::parse(text)?.game)))
    }

    fn state(&self, start: &Start) -> Result<Box<dyn State>, CatalogError> {
        Ok(Box::new(StateOf::new(Arc::clone(&self.entry), start.game()?)))
    }

    fn batch(
        &self,
        setup: Option<&str>,
        rules: Option<&str>,
        games: usize,
        seed: u64,
    ) -> Result<Box<dyn Batch>, CatalogError> {
        let setup: P::Setup = setup.map_or_else(|| Ok(P::Setup::default()), str::parse)?;
        let rules: P::Rules = rules.map_or_else(|| Ok(P::Rules::default()), str::parse)?;
        let start = P::new(&setup, &rules);
        if start.outcome().is_some() {
            return Err(CatalogError::OverAtStart);
        }
        let Entry { max_plies, observation, .. } = *self.entry;
        Ok(Box::new(BatchOf::new(start, rules, max_plies, observation, games, seed)))
    }

    fn check_record(&self, record: &Record) -> Result<(), String> {
        record.check::<P>(&|name| self.entry.can_fail(name)).map(|_| ())
    }

    fn steps(&self, record: &Record) -> Result<Vec<Step>, CatalogError> {
        let rules: P::Rules = record.rules.parse()?;
        let mut game = Game::from_position(P::parse(&record.opening.position, &rules)?, &rules);
        let mut steps = vec![Step { description: "the start".to_owned(), diagram: game.position().diagram() }];
        for (index, text) in record.moves.split_whitespace().enumerate() {
            let before = game.position().clone();
            let mv = game.play_text(text).map_err(|error| CatalogError::Moves {
                number: index + 1,
                all: quote(&record.moves),
                error,
            })?;
            steps.push(Step { description: before.describe(mv), diagram: game.position().diagram() });
        }
        Ok(steps)
    }

    fn engine(
        &self,
        setup: Option<&str>,
        rules: Option<&str>,
        spec: &AgentSpec,
    ) -> Result<Box<dyn EngineGame>, CatalogError> {
        let setup: P::Setup = setup.map_or_else(|| Ok(P::Setup::default()), str::parse)?;
        let rules: P::Rules = rules.map_or_else(|| Ok(P::Rules::default()), str::parse)?;
        Ok(Box::new(TypedEngine::new(setup, &rules, self.entry.make(spec, None)?)))
    }

    #[cfg(feature = "work")]
    fn contest(
        &self,
        contest: &Contest,
        records: Option<&Path>,
        stop: &StopFlag,
        each: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<ContestEnd, CatalogError> {
        contest::play(&self.entry, contest, records, stop, each)
    }

    #[cfg(feature = "work")]
    fn run_spec(&self, contest: &Contest) -> Result<RunSpec, CatalogError> {
        contest::spec_of(&self.entry, contest)
    }

    #[cfg(feature = "work")]
    fn open_run_from(&self, run: &RunSpec, source: RunSource) -> Result<Arc<dyn OpenRun>, CatalogError> {
        contest::open_from(&self.entry, run, source)
    }

    #[cfg(feature = "work")]
    fn tune(
        &self,
        tuning: &Tuning,
        folder: Option<&Path>,
        stop: &StopFlag,
        each: &mut dyn FnMut(&TuningProgress<'_>),
    ) -> Result<Tuned, CatalogError> {
        tuning::tune(&self.entry, tuning, folder, stop, each)
    }

    #[cfg(feature = "work")]
    fn learn(
        &self,
        learning: &Learning,
        folder: &Path,
        stop: &StopFlag,
        each: &mut dyn FnMut(&LearningProgress<'_>),
    ) -> Result<LearningResult, CatalogError> {
        learning::learn(&self.entry, learning, folder, stop, each)
    }

    fn solve(
        &self,
        start: &Start,
        options: &SolveOptions,
        make: bool,
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> Result<Solution, CatalogError> {
        solve::solve(&self.entry, start, options, make, progress)
    }

    fn oracle(&self, options: &SolveOptions) -> Result<Box<dyn Oracle>, CatalogError> {
        Ok(Box::new(OracleOf::new(Arc::clone(self.entry.solver_row()?), options.clone())))
    }

    fn solve_cost(&self, start: &Start, options: &SolveOptions) -> Result<Option<String>, CatalogError> {
        let game = start.game::<P>()?;
        Ok(self.entry.solver_row().ok().and_then(|solver| solver.cost(&game, options)))
    }

    #[cfg(feature = "work")]
    fn prove(
        &self,
        start: &Start,
        proving: &Proving,
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> Result<Certificate, CatalogError> {
        proof::prove(&self.entry, start, proving, progress)
    }

    #[cfg(feature = "work")]
    fn verify(
        &self,
        certificate: &Certificate,
        options: &SolveOptions,
        sample: Sample,
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> Result<Verified, CatalogError> {
        proof::verify(&self.entry, certificate, options, sample, progress)
    }

    #[cfg(feature = "work")]
    fn proof_player(&self, spec: &ProofSpec, stop: &StopFlag) -> Result<Box<dyn ProofPlayer>, CatalogError> {
        proof::player(&self.entry, spec, stop)
    }

    fn mate(
        &self,
        start: &Start,
        moves: u32,
        options: &SolveOptions,
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> Result<Mate, CatalogError> {
        solve::mate(&start.game::<P>()?, moves, options, progress)
    }

    fn explore(&self, start: &Start, records: &[Record]) -> Result<Vec<ExploredMove>, CatalogError> {
        explore::explore::<P>(start, records)
    }

    fn puzzles(&self) -> Result<Vec<Puzzle>, CatalogError> {
        Puzzle::read_all(self.entry.puzzle_row().shipped)
    }

    #[cfg(feature = "work")]
    fn find_puzzles(&self, search: &PuzzleSearch, each: &mut dyn FnMut(&Puzzle)) -> Result<(), CatalogError> {
        puzzles::find(&self.entry, search, each)
    }
}
