//! A game of the catalog with its type erased: the interface of front ends.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use plyground_arena::{Adjudicate, Record};
use plyground_eval::WeightFile;
use plyground_game::{Game, GameRecord, Outcome, SearchHints};
use plyground_play::{GameState, Player, Start, State};
use plyground_search::StopFlag;
use plyground_solve::proof::{Certificate, Sample, Verified};
use plyground_solve::{SolveError, SolveOptions, SolveProgress, judge};

use crate::agents::COMPARED;
use crate::batch::{Batch, BatchOf};
use crate::book::openings;
use crate::entry::Entry;
use crate::error::CatalogError;
use crate::evaluation::EvaluationInfo;
use crate::external::MakePlayer;
use crate::game_info::GameInfo;
use crate::key_check;
use crate::keys::Setting;
use crate::learned_row::LearnedRow;
use crate::network::NetworkSpec;
use crate::proof::{self, ProofPlayer, ProofSpec, Proving};
use crate::puzzle::Puzzle;
use crate::puzzle_check::{self, CheckedPuzzle};
use crate::puzzles::{self, OnPuzzleGame, PuzzleSearch};
use crate::session::{Session, SessionOf, Step};
use crate::solve::{self, CheckedTables, MadeTables, Mate, Oracle, OracleOf, Solution};
use crate::spec::AgentSpec;
use crate::trace::solver::{self, SolverTrace, TracedSolver};
use crate::weighting::{Explain, Weighting};

/// A game of a catalog.
///
/// ```
/// use plyground_catalog::{Catalog, Start};
///
/// let catalog = Catalog::standard();
/// let tigers = catalog.game("tigers")?;
/// assert_eq!(tigers.info().sides, ["goats", "tigers"]);
/// assert_eq!(tigers.open(&Start::default())?.show().legal.len(), 20);
/// # Ok::<(), plyground_catalog::CatalogError>(())
/// ```
pub trait AnyGame: Send + Sync {
    /// Returns the description of the game.
    fn info(&self) -> &GameInfo;

    /// Reads the spec of one of its agents.
    ///
    /// # Errors
    /// Fails if there is no such agent, or it has no such key.
    fn agent(&self, text: &str) -> Result<AgentSpec, CatalogError>;

    /// Returns the agents of a comparison: those of [`COMPARED`], each with the same evaluation, by default that of `best`.
    ///
    /// # Errors
    /// Fails if one of them has no such evaluation.
    fn compared(&self, eval: Option<&str>) -> Result<Vec<AgentSpec>, CatalogError> {
        let eval = eval.or(self.agent("best")?.info().evaluation).map(|name| Setting::Text(name.to_owned()));
        COMPARED.iter().map(|name| Ok(self.agent(name)?.or("eval", eval.clone()))).collect()
    }

    /// Opens a session.
    ///
    /// # Errors
    /// Fails if set-up, rules, position or a move is wrong, or if both set-up and position are given.
    fn open(&self, start: &Start) -> Result<Box<dyn Session>, CatalogError> {
        self.session(&*self.state(start)?)
    }

    /// Opens a session from a game record.
    ///
    /// # Errors
    /// Fails if the text is not a record of this game.
    fn open_record(&self, text: &str) -> Result<Box<dyn Session>, CatalogError>;

    /// Returns a game in progress.
    ///
    /// # Errors
    /// Fails like [`AnyGame::open`].
    fn state(&self, start: &Start) -> Result<Box<dyn State>, CatalogError>;

    /// Opens a session from a game in progress, with its moves.
    ///
    /// # Errors
    /// Fails if the state is of another game.
    fn session(&self, state: &dyn State) -> Result<Box<dyn Session>, CatalogError>;

    /// Creates the player of a spec. `weights` replace those of the spec.
    ///
    /// # Errors
    /// Fails if the agent is of another game or has no weights, or its evaluation cannot be created.
    fn player(&self, spec: &AgentSpec, weights: Option<&WeightFile>) -> Result<Box<dyn Player>, CatalogError>;

    /// Returns a constructor of players for several threads. [`AnyGame::player`] must have created such a player before.
    fn maker(&self, spec: &AgentSpec, weights: Option<WeightFile>) -> MakePlayer;

    /// Returns the openings of a book under these rules, one per line; `None` if the game has no book of this name.
    ///
    /// # Errors
    /// Fails if the rules cannot be read or the book has no openings for them.
    fn book(&self, name: &str, rules: Option<&str>) -> Result<Option<&'static str>, CatalogError>;

    /// Sets the folder of tables for agents and runs that name none; see [`Catalog::use_tables`](crate::Catalog::use_tables).
    fn use_tables(&self, folder: &Path);

    /// Returns the folder of tables for agents and runs that name none.
    fn tables(&self) -> Option<PathBuf>;

    /// Returns a function that adjudicates games like this one by the tables of a folder; `None` without tables.
    ///
    /// # Errors
    /// Fails if a table is damaged or of another game.
    fn judge(&self, folder: &Path, like: &dyn State) -> Result<Option<Box<Adjudicate>>, CatalogError>;

    /// Reads the weights of a file.
    ///
    /// # Errors
    /// Fails if the file is for another game or evaluation, or its weights are wrong.
    fn weighting(&self, file: &WeightFile) -> Result<Weighting, CatalogError>;

    /// Returns the evaluation that reads a weight file.
    ///
    /// # Errors
    /// Fails if the file is for another game or evaluation.
    fn reader(&self, file: &WeightFile) -> Result<&EvaluationInfo, CatalogError>;

    /// Returns the learnable tables with the names of their evaluations.
    fn learned_rows(&self) -> Vec<(&'static str, &LearnedRow)>;

    /// Returns the name and number of a network's inputs: those of the evaluation with tables of this name, of the first such
    /// evaluation if there is no name, or the planes of games like this one.
    ///
    /// # Errors
    /// Fails if the game has no such inputs.
    fn network_inputs(&self, name: Option<&str>, like: &dyn State) -> Result<(String, usize), CatalogError>;

    /// Returns the functions that learning needs of a network.
    ///
    /// # Errors
    /// Fails if the game has no such base or inputs.
    fn network_row(&self, spec: &NetworkSpec) -> Result<LearnedRow, CatalogError>;

    /// Returns the description of a weight file's network.
    ///
    /// # Errors
    /// Fails if the file is for another game, or not of a network.
    fn network_spec(&self, file: &WeightFile) -> Result<NetworkSpec, CatalogError>;

    /// Returns the key that a position shares with its symmetric images.
    fn canonical_key(&self, state: &dyn State) -> u64;

    /// Returns the images of a position under the symmetries that map each side to itself, as games without history.
    fn images(&self, state: &dyn State) -> Vec<Box<dyn State>>;

    /// Creates a batch of games with the same start; `seed` determines their random draws.
    ///
    /// # Errors
    /// Fails if set-up or rules are wrong, or the game is over at its start.
    fn batch(&self, start: &Start, games: usize, seed: u64) -> Result<Box<dyn Batch>, CatalogError>;

    /// Returns the exact value of a position and of each move. With `make`, missing tables are generated first.
    ///
    /// # Errors
    /// Fails if the position cannot be read, or the game cannot be solved from it.
    fn solve(
        &self,
        start: &Start,
        options: &SolveOptions,
        make: bool,
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> Result<Solution, CatalogError>;

    /// Creates an oracle, which solves one position after another with these options.
    ///
    /// # Errors
    /// Fails if the game has no solver.
    fn oracle(&self, options: &SolveOptions) -> Result<Box<dyn Oracle>, CatalogError>;

    /// Returns a line with the cost of solving a position and how to resume after an interruption; `None` if the cost is small.
    ///
    /// # Errors
    /// Fails if the position cannot be read.
    fn solve_cost(&self, start: &Start, options: &SolveOptions) -> Result<Option<String>, CatalogError>;

    /// Generates the missing tables of the game.
    ///
    /// # Errors
    /// Fails if the position cannot be read, the game has no tables, or the work was stopped.
    fn make_tables(
        &self,
        start: &Start,
        options: &SolveOptions,
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> Result<MadeTables, CatalogError>;

    /// Compares tables with the moves of the rules.
    ///
    /// # Errors
    /// Fails if the position cannot be read, there are no tables, one is damaged, or the work was stopped.
    fn verify_tables(
        &self,
        start: &Start,
        options: &SolveOptions,
        sample: Sample,
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> Result<CheckedTables, CatalogError>;

    /// Proves the value of a position by subproblems.
    ///
    /// # Errors
    /// Fails if the position cannot be read, its value cannot be proved, or the work was stopped.
    fn prove(
        &self,
        start: &Start,
        proving: &Proving,
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> Result<Certificate, CatalogError>;

    /// Verifies an untrusted certificate of this game.
    ///
    /// # Errors
    /// Fails if it is not a proof, or the work was stopped.
    fn verify(
        &self,
        certificate: &Certificate,
        options: &SolveOptions,
        sample: Sample,
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> Result<Verified, CatalogError>;

    /// Creates a player for the subproblems of another machine's proof. `stop` ends the preparation.
    ///
    /// # Errors
    /// Fails if the proof is of another version, or cannot be read.
    fn proof_player(&self, spec: &ProofSpec, stop: &StopFlag) -> Result<Box<dyn ProofPlayer>, CatalogError>;

    /// Searches for the shortest forced win of the side to move within `moves` of its own moves.
    ///
    /// # Errors
    /// Fails if the position cannot be read, or the work was stopped.
    fn mate(
        &self,
        start: &Start,
        moves: u32,
        options: &SolveOptions,
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> Result<Mate, CatalogError>;

    /// Records how a solver comes to the value of a position, with at most `limit` nodes or positions.
    ///
    /// # Errors
    /// Fails if the position cannot be read or is finished, the limit is exceeded, or the work was stopped.
    fn trace_solver(
        &self,
        start: &Start,
        solver: TracedSolver,
        limit: usize,
        stop: &StopFlag,
    ) -> Result<SolverTrace, CatalogError>;

    /// Returns the puzzles that come with the game, the easiest first.
    ///
    /// # Errors
    /// Fails if one of them cannot be read.
    fn puzzles(&self) -> Result<Vec<Puzzle>, CatalogError>;

    /// Searches for puzzles in at most [`GAMES_A_PUZZLE`](crate::GAMES_A_PUZZLE) games for each requested puzzle, and calls
    /// `each` after every game. It may find fewer than requested.
    ///
    /// # Errors
    /// Fails if set-up or rules are wrong, a rule that draws by history forbids the proofs, exact values cannot be computed, or
    /// the independent verification contradicts a proof.
    fn find_puzzles(&self, search: &PuzzleSearch, each: OnPuzzleGame<'_>) -> Result<(), CatalogError>;

    /// Verifies a puzzle by a search of the rules alone, with at most `nodes` positions.
    ///
    /// # Errors
    /// Fails if rules or position cannot be read, the claim is false, or the search needs more nodes.
    fn check_puzzle(&self, puzzle: &Puzzle, nodes: u64) -> Result<CheckedPuzzle, CatalogError>;
}

impl fmt::Debug for dyn AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info().name)
    }
}

impl dyn AnyGame + '_ {
    /// Returns an evaluation by name; the default without a name.
    ///
    /// # Errors
    /// Fails if the game has no evaluation of that name.
    pub fn evaluation(&self, name: Option<&str>) -> Result<&EvaluationInfo, CatalogError> {
        let all = &self.info().evaluations;
        let found = match name {
            None => all.first(),
            Some(name) => all.iter().find(|info| info.name == name),
        };
        let known = all.iter().map(|info| info.name);
        found.ok_or_else(|| CatalogError::unknown_evaluation(name.unwrap_or_default(), self.info().name, known))
    }

    /// Returns whether the agent that a record names may have failed, see [`AgentSpec::can_fail`]. The name is a spec or that of
    /// an external player.
    #[must_use]
    pub fn can_fail(&self, name: &str) -> bool {
        // Of two players with one name, the second is called `NAME #2`.
        let copied = name.rsplit_once(" #").filter(|(_, number)| number.parse::<u32>().is_ok()).map(|(spec, _)| spec);
        let spec = self.agent(copied.unwrap_or(name)).or_else(|_| self.agent(name));
        spec.map_or(true, |spec| spec.can_fail())
    }

    /// Checks a record by the rules of this game, see [`Record::check`].
    ///
    /// # Errors
    /// Returns the first contradiction in words.
    pub fn check_record(&self, record: &Record) -> Result<(), String> {
        let usual = self.state(&Start::default()).map_err(|error| error.to_string())?;
        record.check(&*usual, &|name| self.can_fail(name)).map(|_| ())
    }

    /// Returns the positions of a game with a description of each move.
    ///
    /// # Errors
    /// Fails like [`AnyGame::open`].
    pub fn steps(&self, start: &Start) -> Result<Vec<Step>, CatalogError> {
        let end = self.state(start)?;
        let (moves, mut state) = (end.move_texts(), end.restarted());
        let mut steps = vec![Step { description: "the start".to_owned(), diagram: state.diagram() }];
        for (mv, description) in moves.iter().zip(state.describe_line(&moves)) {
            state.play_text(mv)?;
            steps.push(Step { description, diagram: state.diagram() });
        }
        Ok(steps)
    }

    /// Returns the result of a game that ends here because it is too long, and the cause in words. The result is that of the
    /// tables in this folder, or a draw if they have none.
    ///
    /// # Errors
    /// Fails if a table is damaged or of another game.
    pub fn too_long(&self, state: &dyn State, tables: Option<&Path>) -> Result<(Outcome, String), CatalogError> {
        let judge = tables.map(|folder| self.judge(folder, state)).transpose()?.flatten();
        let known = judge.map_or(Ok(None), |judge| judge(state)).map_err(CatalogError::Failed)?;
        let (outcome, _, cause) = plyground_arena::too_long(state, known);
        Ok((outcome, cause))
    }
}

/// A game without its type: an entry and its description.
pub(crate) struct ErasedGame<P: SearchHints> {
    entry: Arc<Entry<P>>,
    info: GameInfo,
}

impl<P: SearchHints> ErasedGame<P> {
    pub(crate) fn new(entry: Entry<P>) -> ErasedGame<P> {
        let info = entry.description();
        ErasedGame { entry: Arc::new(entry), info }
    }
}

impl<P: SearchHints> AnyGame for ErasedGame<P> {
    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn agent(&self, text: &str) -> Result<AgentSpec, CatalogError> {
        let spec = self.entry.agent_spec(text)?;
        key_check::check(&self.entry, &spec)?;
        Ok(spec)
    }

    fn open_record(&self, text: &str) -> Result<Box<dyn Session>, CatalogError> {
        Ok(SessionOf::boxed(&self.entry, GameRecord::<P>::parse(text)?.game))
    }

    fn state(&self, start: &Start) -> Result<Box<dyn State>, CatalogError> {
        Ok(self.entry.state(start)?)
    }

    fn session(&self, state: &dyn State) -> Result<Box<dyn Session>, CatalogError> {
        let game = state.typed().map_or_else(|| state.start().game(), |game| Ok(game.clone()))?;
        Ok(SessionOf::boxed(&self.entry, game))
    }

    fn player(&self, spec: &AgentSpec, weights: Option<&WeightFile>) -> Result<Box<dyn Player>, CatalogError> {
        self.entry.player(spec, weights)
    }

    fn maker(&self, spec: &AgentSpec, weights: Option<WeightFile>) -> MakePlayer {
        let (entry, spec) = (Arc::clone(&self.entry), spec.clone());
        MakePlayer::new(move || entry.player(&spec, weights.as_ref()).expect("the same player has been made before"))
    }

    fn book(&self, name: &str, rules: Option<&str>) -> Result<Option<&'static str>, CatalogError> {
        openings(&self.entry.books, name, rules)
    }

    fn use_tables(&self, folder: &Path) {
        self.entry.tables.get_or_init(|| folder.to_owned());
    }

    fn tables(&self) -> Option<PathBuf> {
        self.entry.tables.get().cloned()
    }

    fn judge(&self, folder: &Path, like: &dyn State) -> Result<Option<Box<Adjudicate>>, CatalogError> {
        let (Ok(solver), Some(like)) = (self.entry.solver_row(), like.typed::<P>()) else { return Ok(None) };
        let judge = judge(&**solver, folder, like).map_err(SolveError::from)?;
        Ok(judge.map(|judge| -> Box<Adjudicate> {
            let of = move |state: &dyn State| state.typed().map_or(Ok(None), &judge);
            Box::new(move |state| of(state).map_err(|error| error.to_string()))
        }))
    }

    fn weighting(&self, file: &WeightFile) -> Result<Weighting, CatalogError> {
        let row = self.entry.evaluations().reader(file)?;
        let (weights, evaluation) = (row.hold(file)?, row.make(Some(file))?);
        let is_by_path = evaluation.is_by_path();
        let explain = move |state: &dyn State| {
            let game = state.typed::<P>().expect("a state of this game");
            let pos = game.position();
            evaluation.explain(pos, &[], pos.side_to_move()).terms
        };
        Ok(Weighting { info: *row.info(), weights, explain: (!is_by_path).then(|| Box::new(explain) as Box<Explain>) })
    }

    fn reader(&self, file: &WeightFile) -> Result<&EvaluationInfo, CatalogError> {
        Ok(self.entry.evaluations().reader(file)?.info())
    }

    fn learned_rows(&self) -> Vec<(&'static str, &LearnedRow)> {
        let rows = self.entry.evaluations().iter();
        rows.filter_map(|row| Some((row.info().name, row.learned_row()?))).collect()
    }

    fn network_inputs(&self, name: Option<&str>, like: &dyn State) -> Result<(String, usize), CatalogError> {
        let planes = like.observation_shape().map_or(0, |shape| shape.iter().product());
        self.entry.evaluations().network_inputs(name, planes)
    }

    fn network_row(&self, spec: &NetworkSpec) -> Result<LearnedRow, CatalogError> {
        self.entry.evaluations().network_row(spec)
    }

    fn network_spec(&self, file: &WeightFile) -> Result<NetworkSpec, CatalogError> {
        Ok(self.entry.evaluations().network_spec(file)?.0)
    }

    fn canonical_key(&self, state: &dyn State) -> u64 {
        state.typed::<P>().map_or_else(|| state.key(), |game| (self.entry.canonical_key)(game.position()))
    }

    fn images(&self, state: &dyn State) -> Vec<Box<dyn State>> {
        let Some(game) = state.typed::<P>() else { return Vec::new() };
        let images = (self.entry.images)(game.position()).into_iter();
        images.map(|image| GameState::boxed(Game::from_position(image, game.rules()))).collect()
    }

    fn batch(&self, start: &Start, games: usize, seed: u64) -> Result<Box<dyn Batch>, CatalogError> {
        let game = start.game::<P>()?;
        let (start, rules) = (game.position().clone(), game.rules().clone());
        if start.outcome().is_some() {
            return Err(CatalogError::over_at_start());
        }
        let (max_plies, observation) = (self.info.max_plies, self.entry.observation);
        Ok(Box::new(BatchOf::new(start, rules, max_plies, observation, games, seed)))
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

    fn make_tables(
        &self,
        start: &Start,
        options: &SolveOptions,
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> Result<MadeTables, CatalogError> {
        solve::make_tables(&self.entry, start, options, progress)
    }

    fn verify_tables(
        &self,
        start: &Start,
        options: &SolveOptions,
        sample: Sample,
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> Result<CheckedTables, CatalogError> {
        solve::verify_tables(&self.entry, start, options, sample, progress)
    }

    fn prove(
        &self,
        start: &Start,
        proving: &Proving,
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> Result<Certificate, CatalogError> {
        proof::prove(&self.entry, start, proving, progress)
    }

    fn verify(
        &self,
        certificate: &Certificate,
        options: &SolveOptions,
        sample: Sample,
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> Result<Verified, CatalogError> {
        proof::verify(&self.entry, certificate, options, sample, progress)
    }

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

    fn trace_solver(
        &self,
        start: &Start,
        traced: TracedSolver,
        limit: usize,
        stop: &StopFlag,
    ) -> Result<SolverTrace, CatalogError> {
        solver::trace(&start.game::<P>()?, traced, limit, stop)
    }

    fn puzzles(&self) -> Result<Vec<Puzzle>, CatalogError> {
        let mut puzzles = Puzzle::read_all(self.entry.puzzles.shipped)?;
        puzzles.sort_by_cached_key(|puzzle| puzzle.nodes);
        Ok(puzzles)
    }

    fn find_puzzles(&self, search: &PuzzleSearch, each: OnPuzzleGame<'_>) -> Result<(), CatalogError> {
        puzzles::find(&self.entry, search, each)
    }

    fn check_puzzle(&self, puzzle: &Puzzle, nodes: u64) -> Result<CheckedPuzzle, CatalogError> {
        puzzle_check::check_text::<P>(puzzle, nodes)
    }
}
