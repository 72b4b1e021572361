//! A game of the catalog with its type erased: the interface of front ends.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use plyground_arena::Record;
use plyground_eval::WeightFile;
use plyground_game::{Game, GameRecord, Outcome, SearchHints};
use plyground_play::{GameState, Player, Start, State};

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
use crate::session::{Session, SessionOf, Step};
use crate::spec::AgentSpec;

mod learnable;
mod puzzles;
mod solvable;

pub use learnable::LearnableGame;
pub use puzzles::PuzzleGame;
pub use solvable::SolvableGame;

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
pub trait AnyGame: SolvableGame + LearnableGame + PuzzleGame + Send + Sync {
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

    /// Returns the key that a position shares with its symmetric images.
    fn canonical_key(&self, state: &dyn State) -> u64;

    /// Returns the images of a position under the symmetries that map each side to itself, as games without history.
    fn images(&self, state: &dyn State) -> Vec<Box<dyn State>>;

    /// Creates a batch of games with the same start; `seed` determines their random draws.
    ///
    /// # Errors
    /// Fails if set-up or rules are wrong, or the game is over at its start.
    fn batch(&self, start: &Start, games: usize, seed: u64) -> Result<Box<dyn Batch>, CatalogError>;
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
}
