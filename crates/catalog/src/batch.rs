//! Many games at once, for learners. Each game is advanced by its own action, and a finished game restarts.

use std::ops::ControlFlow;

use plyground_game::random::Random;
use plyground_game::{Class, Game, History, Move, Outcome, SearchHints, Side};
use plyground_play::{GameState, Observation, State};
use plyground_search::StopFlag;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::error::CatalogError;

/// The buffers to fill for all games of a batch, game by game.
///
/// ```
/// use plyground_catalog::{BatchView, Catalog, Start, Stepped};
/// use plyground_search::StopFlag;
///
/// let mut batch = Catalog::standard().game("kalah")?.batch(&Start::default(), 2, 1)?;
/// let (mut rewards, mut done) = ([0.0; 4], [false; 2]);
/// batch.check(&[2, 0])?;
/// let mut stepped = Stepped { rewards: &mut rewards, done: &mut done, ..Stepped::default() };
/// batch.step(&[2, 0], &mut stepped, &StopFlag::default())?;
/// let mut players = [0; 2];
/// batch.view(&mut BatchView { players: Some(&mut players), ..BatchView::default() });
/// assert_eq!((players, done), ([0, 1], [false; 2]), "house 3 of the usual start gives another turn");
/// # Ok::<(), plyground_catalog::CatalogError>(())
/// ```
#[derive(Default, Debug)]
pub struct BatchView<'a> {
    /// Observations for the side to move.
    pub observations: Option<&'a mut [f32]>,
    /// Legality of each action of the game.
    pub masks: Option<&'a mut [bool]>,
    /// Side to move: 0 or 1.
    pub players: Option<&'a mut [i8]>,
}

/// The buffers for the results of a step, game by game.
#[derive(Default, Debug)]
pub struct Stepped<'a> {
    /// Rewards, [`Batch::rewards`] per game.
    pub rewards: &'a mut [f32],
    /// Whether the step ended the game.
    pub done: &'a mut [bool],
    /// Whether it ended the game because that was too long.
    pub truncated: Option<&'a mut [bool]>,
    /// Observations at the end of the games that are done, as those of [`BatchView`]. Others stay as they are.
    pub last_observations: Option<&'a mut [f32]>,
}

/// An action that is illegal in its game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("game {number} of the batch: {error}")]
pub struct IllegalAction {
    /// Index of the game.
    pub number: usize,
    /// The reason.
    pub error: String,
}

impl From<IllegalAction> for CatalogError {
    fn from(error: IllegalAction) -> CatalogError {
        CatalogError::Input(error.to_string())
    }
}

/// Several games of one kind.
pub trait Batch: Send + Sync {
    /// Returns the number of games.
    fn len(&self) -> usize;

    /// Returns whether there are no games.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Checks that the actions are legal, one per game.
    ///
    /// # Errors
    /// Returns the first game whose action is illegal, and the reason.
    fn check(&self, actions: &[i64]) -> Result<(), IllegalAction>;

    /// Returns the number of rewards per game: one per side, or that of the learner against an [opponent](crate::Opponent).
    fn rewards(&self) -> usize {
        2
    }

    /// Plays the first moves of an [opponent](crate::Opponent).
    ///
    /// # Errors
    /// Fails if the opponent fails or was stopped.
    fn begin(&mut self, _stop: &StopFlag) -> Result<(), CatalogError> {
        Ok(())
    }

    /// Plays one action in each game, and the answers of an opponent. The actions must have been [checked](Batch::check). The
    /// rewards are 1 and -1 for a decided game, else 0. A game that is over or too long is done and restarts.
    ///
    /// # Errors
    /// Fails if an opponent fails or was stopped. Some games have been stepped then, see [`Batch::undo_step`].
    fn step(&mut self, actions: &[i64], stepped: &mut Stepped<'_>, stop: &StopFlag) -> Result<(), CatalogError>;

    /// Undoes what a step has done since the last [`Batch::keep_step`], in a batch with an [opponent](crate::Opponent). Other steps
    /// of checked actions do not fail.
    fn undo_step(&mut self) {}

    /// Forgets how the last step is undone.
    fn keep_step(&mut self) {}

    /// Draws a random legal move for each game.
    fn sample(&mut self, actions: &mut [i64]);

    /// Returns a game. Its moves begin at its present position if its end depends on the position alone.
    ///
    /// # Panics
    /// Panics if there is no game of this number.
    fn state(&self, number: usize) -> Box<dyn State>;

    /// Fills the buffers of the view.
    fn view(&self, view: &mut BatchView<'_>);

    /// Returns a copy with the same state of the random number generator.
    fn boxed(&self) -> Box<dyn Batch>;

    /// Returns the games and the state of the random number generator as JSON.
    fn save(&self) -> String;

    /// Restores the state that [`Batch::save`] returned for the same number of games of the same kind.
    ///
    /// # Errors
    /// Fails if `save` did not write the text. The batch is unchanged then.
    fn restore(&mut self, saved: &str) -> Result<(), String>;
}

/// JSON form of a batch.
#[derive(Serialize, Deserialize)]
struct Saved {
    random: Random,
    games: Vec<SavedGame>,
}

/// JSON form of a running game.
#[derive(Serialize, Deserialize)]
enum SavedGame {
    /// Position and number of moves of a game whose end depends on the position alone.
    Position(String, usize),
    /// Moves of a game whose end can depend on its history.
    Moves(Vec<usize>),
}

#[derive(Clone)]
struct Running<P: SearchHints> {
    pos: P,
    /// History and moves of a game whose end can depend on them.
    history: Option<(History, Vec<P::Move>)>,
    plies: usize,
}

impl<P: SearchHints> Running<P> {
    fn new(start: &P, rules: &P::Rules) -> Running<P> {
        let history = if P::HAS_HISTORY { Some((History::new(start, rules), Vec::new())) } else { None };
        Running { pos: start.clone(), history, plies: 0 }
    }

    #[inline]
    fn play(&mut self, mv: P::Move) -> Option<Outcome> {
        self.plies += 1;
        let Some((history, moves)) = &mut self.history else {
            self.pos.play_unchecked(mv);
            return self.pos.outcome();
        };
        let after = self.pos.after(mv);
        history.push(&self.pos, mv, &after);
        moves.push(mv);
        self.pos = after;
        history.outcome(&self.pos)
    }

    fn save(&self) -> SavedGame {
        match &self.history {
            None => SavedGame::Position(self.pos.to_string(), self.plies),
            Some((_, moves)) => SavedGame::Moves(moves.iter().map(|mv| mv.index()).collect()),
        }
    }

    fn restore(saved: SavedGame, start: &P, rules: &P::Rules) -> Result<Running<P>, String> {
        let mut game = Running::new(start, rules);
        match saved {
            SavedGame::Position(text, plies) if !P::HAS_HISTORY => {
                game.pos = P::parse(&text, rules).map_err(|error| error.to_string())?;
                game.plies = plies;
            }
            SavedGame::Moves(actions) if P::HAS_HISTORY => {
                for action in actions {
                    let mv = P::Move::from_index(action).filter(|&mv| game.pos.is_legal(mv));
                    game.play(mv.ok_or_else(|| format!("illegal action {action} at `{}`", game.pos))?);
                }
            }
            SavedGame::Position(..) | SavedGame::Moves(_) => {
                return Err(format!("found a game of another kind than {}", start.game_facts().name));
            }
        }
        if game.pos.outcome().is_some() {
            return Err(format!("the game at `{}` is over", game.pos));
        }
        Ok(game)
    }
}

#[derive(Clone)]
pub(crate) struct BatchOf<P: SearchHints> {
    pub(crate) start: P,
    pub(crate) rules: P::Rules,
    pub(crate) max_plies: usize,
    pub(crate) observation: Option<Observation<P>>,
    random: Random,
    games: Vec<Running<P>>,
}

impl<P: SearchHints> BatchOf<P> {
    pub(crate) fn new(
        start: P,
        rules: P::Rules,
        max_plies: usize,
        observation: Option<Observation<P>>,
        games: usize,
        seed: u64,
    ) -> BatchOf<P> {
        let running = (0..games).map(|_| Running::new(&start, &rules)).collect();
        BatchOf { start, rules, max_plies, observation, random: Random::new(seed), games: running }
    }
}

impl<P: SearchHints> Batch for BatchOf<P> {
    fn len(&self) -> usize {
        self.games.len()
    }

    fn check(&self, actions: &[i64]) -> Result<(), IllegalAction> {
        for (number, (game, &action)) in self.games.iter().zip(actions).enumerate() {
            let mv = usize::try_from(action).ok().and_then(P::Move::from_index);
            if mv.is_some_and(|mv| game.pos.is_legal(mv)) {
                continue;
            }
            let error = match usize::try_from(action) {
                Ok(action) => {
                    let here = Game::from_position(game.pos.clone(), &self.rules);
                    GameState::boxed(here).action_text(action).err().map_or_else(String::new, |error| error.to_string())
                }
                Err(_) => format!("action {action} is below 0"),
            };
            return Err(IllegalAction { number, error });
        }
        Ok(())
    }

    fn step(&mut self, actions: &[i64], stepped: &mut Stepped<'_>, _: &StopFlag) -> Result<(), CatalogError> {
        let Stepped { rewards, done, truncated, last_observations } = stepped;
        let size = self.observation.map_or(0, |observation| (observation.shape)(&self.start).iter().product());
        let all = self.games.iter_mut().zip(actions).zip(rewards.chunks_exact_mut(2).zip(done.iter_mut()));
        for (number, ((game, &action), (rewards, done))) in all.enumerate() {
            let mv = P::Move::from_index(action as usize).expect("the actions have been checked");
            let outcome = game.play(mv);
            *done = outcome.is_some() || game.plies >= self.max_plies;
            for side in Side::ALL {
                rewards[side.index()] = outcome.map_or(0.0, |outcome| (2.0 * outcome.points(side) - 1.0) as f32);
            }
            if let Some(truncated) = truncated {
                truncated[number] = *done && outcome.is_none();
            }
            if *done {
                if let (Some(block), Some(observation)) = (&mut *last_observations, self.observation) {
                    let block = &mut block[number * size..(number + 1) * size];
                    (observation.observe)(&game.pos, game.pos.side_to_move(), block);
                }
                *game = Running::new(&self.start, &self.rules);
            }
        }
        Ok(())
    }

    fn sample(&mut self, actions: &mut [i64]) {
        for (game, action) in self.games.iter().zip(actions) {
            let moves = game.pos.legal_moves();
            *action = moves[self.random.below(moves.len())].index() as i64;
        }
    }

    fn state(&self, number: usize) -> Box<dyn State> {
        let Running { pos, history, .. } = &self.games[number];
        let game = match history {
            None => Game::from_position(pos.clone(), &self.rules),
            Some((_, moves)) => {
                let mut game = Game::from_position(self.start.clone(), &self.rules);
                moves.iter().try_for_each(|&mv| game.play(mv)).expect("these moves have been played");
                game
            }
        };
        GameState::observed(game, self.observation)
    }

    fn view(&self, view: &mut BatchView<'_>) {
        if let (Some(block), Some(observation)) = (&mut view.observations, self.observation) {
            let size: usize = (observation.shape)(&self.start).iter().product();
            for (game, block) in self.games.iter().zip(block.chunks_exact_mut(size)) {
                (observation.observe)(&game.pos, game.pos.side_to_move(), block);
            }
        }
        if let Some(masks) = &mut view.masks {
            for (game, mask) in self.games.iter().zip(masks.chunks_exact_mut(self.start.game_facts().actions)) {
                mask.fill(false);
                let _ = game.pos.visit_moves(Class::All, |mv| {
                    mask[mv.index()] = true;
                    ControlFlow::<()>::Continue(())
                });
            }
        }
        if let Some(players) = &mut view.players {
            for (game, player) in self.games.iter().zip(players.iter_mut()) {
                *player = game.pos.side_to_move().index() as i8;
            }
        }
    }

    fn boxed(&self) -> Box<dyn Batch> {
        Box::new(self.clone())
    }

    fn save(&self) -> String {
        let saved = Saved { random: self.random.clone(), games: self.games.iter().map(Running::save).collect() };
        serde_json::to_string(&saved).expect("numbers and texts can be written")
    }

    fn restore(&mut self, saved: &str) -> Result<(), String> {
        let Saved { random, games } = serde_json::from_str(saved).map_err(|error| error.to_string())?;
        if games.len() != self.games.len() {
            return Err(format!("found {} games, expected {}", games.len(), self.games.len()));
        }
        let games = games.into_iter().map(|game| Running::restore(game, &self.start, &self.rules));
        self.games = games.collect::<Result<_, _>>()?;
        self.random = random;
        Ok(())
    }
}
