//! Many games at once, for learners: every game is stepped by its own action, and begins again when it is over.
//!
//! ```
//! use plyground_catalog::{BatchView, Catalog};
//!
//! let mut batch = Catalog::standard().game("kalah")?.batch(None, None, 2, 1)?;
//! let (mut rewards, mut done) = ([0.0; 4], [false; 2]);
//! batch.check(&[2, 0])?;
//! batch.step(&[2, 0], &mut rewards, &mut done);
//! let mut players = [0; 2];
//! batch.view(&mut BatchView { players: Some(&mut players), ..BatchView::default() });
//! assert_eq!((players, done), ([0, 1], [false; 2]), "house 3 of the usual start gives another turn");
//! # Ok::<(), plyground_catalog::CatalogError>(())
//! ```

use std::ops::ControlFlow;

use plyground_entry::{CatalogError, Observation};
use plyground_game::random::Random;
use plyground_game::{Class, Game, History, Move, Outcome, SearchHints, Side};

use crate::state::legal_move;

/// What is to be filled in of all games of a batch, game by game.
#[derive(Default, Debug)]
pub struct BatchView<'a> {
    /// The observation of the side to move.
    pub observations: Option<&'a mut [f32]>,
    /// Which moves are legal, as many as the game has.
    pub masks: Option<&'a mut [bool]>,
    /// Whose turn it is: 0 or 1.
    pub players: Option<&'a mut [i8]>,
}

/// Some games of one kind.
pub trait Batch: Send + Sync {
    /// How many games.
    fn len(&self) -> usize;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Makes sure that each game can play its action.
    ///
    /// # Errors
    /// Which game cannot, and why.
    fn check(&self, actions: &[i64]) -> Result<(), CatalogError>;

    /// Plays one action in each game; they must have been [checked](Batch::check). `rewards` gets two numbers a game, those of
    /// its sides: 1 and -1 at an end, else 0. A game that is over, or too long, is `done` and begins again.
    fn step(&mut self, actions: &[i64], rewards: &mut [f32], done: &mut [bool]);

    /// Draws a legal move for each game.
    fn sample(&mut self, actions: &mut [i64]);

    /// Shows all games.
    fn view(&self, view: &mut BatchView<'_>);
}

struct Running<P> {
    pos: P,
    /// Kept only by games that can end by it.
    history: Option<History>,
    plies: usize,
}

impl<P: SearchHints> Running<P> {
    fn new(start: &P, rules: &P::Rules) -> Running<P> {
        let history = if P::HAS_HISTORY { Some(History::new(start, rules)) } else { None };
        Running { pos: start.clone(), history, plies: 0 }
    }

    #[inline]
    fn play(&mut self, mv: P::Move) -> Option<Outcome> {
        self.plies += 1;
        let Some(history) = &mut self.history else {
            self.pos.play_unchecked(mv);
            return self.pos.outcome();
        };
        let after = self.pos.after(mv);
        history.push(&self.pos, mv, &after);
        self.pos = after;
        self.pos.outcome().or_else(|| history.end().map(|end| end.outcome()))
    }
}

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

    fn check(&self, actions: &[i64]) -> Result<(), CatalogError> {
        for (number, (game, &action)) in self.games.iter().zip(actions).enumerate() {
            let mv = usize::try_from(action).ok().and_then(P::Move::from_index);
            if mv.is_some_and(|mv| game.pos.is_legal(mv)) {
                continue;
            }
            let error = match usize::try_from(action) {
                Ok(action) => {
                    let here = Game::from_position(game.pos.clone(), &self.rules);
                    legal_move(&here, action).err().map_or_else(String::new, |error| error.to_string())
                }
                Err(_) => format!("action {action} is below 0"),
            };
            return Err(CatalogError::BatchAction { number, error });
        }
        Ok(())
    }

    fn step(&mut self, actions: &[i64], rewards: &mut [f32], done: &mut [bool]) {
        let all = self.games.iter_mut().zip(actions).zip(rewards.chunks_exact_mut(2).zip(done));
        for ((game, &action), (rewards, done)) in all {
            let mv = P::Move::from_index(action as usize).expect("the actions have been checked");
            let outcome = game.play(mv);
            *done = outcome.is_some() || game.plies >= self.max_plies;
            for side in Side::ALL {
                rewards[side.index()] = outcome.map_or(0.0, |outcome| (2.0 * outcome.points(side) - 1.0) as f32);
            }
            if *done {
                *game = Running::new(&self.start, &self.rules);
            }
        }
    }

    fn sample(&mut self, actions: &mut [i64]) {
        for (game, action) in self.games.iter().zip(actions) {
            let moves = game.pos.legal_moves();
            *action = moves[self.random.below(moves.len())].index() as i64;
        }
    }

    fn view(&self, view: &mut BatchView<'_>) {
        if let (Some(block), Some(observation)) = (&mut view.observations, self.observation) {
            let size: usize = (observation.shape)(&self.start).iter().product();
            for (game, block) in self.games.iter().zip(block.chunks_exact_mut(size)) {
                (observation.observe)(&game.pos, game.pos.side_to_move(), block);
            }
        }
        if let Some(masks) = &mut view.masks {
            for (game, mask) in self.games.iter().zip(masks.chunks_exact_mut(P::Move::COUNT)) {
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
}
