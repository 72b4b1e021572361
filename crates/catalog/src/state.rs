//! A game in progress by numbers: what learners hold.
//!
//! Where a [`Session`] speaks text and owns players, a state speaks [indices of moves](plyground_game::Move::index) and is
//! copied: programs that play millions of moves step it, copy it and take moves back.
//!
//! ```
//! use plyground_catalog::{Catalog, Start};
//! use plyground_game::Side;
//!
//! let mut state = Catalog::standard().game("kalah")?.state(&Start::default())?;
//! state.apply(2)?;
//! assert_eq!((state.side_to_move(), state.actions()), (Side::First, vec![2]));
//! assert_eq!(
//!     state.apply(2).unwrap_err().to_string(),
//!     "illegal action 2: south can play 1 2 4 5 6"
//! );
//! # Ok::<(), plyground_catalog::CatalogError>(())
//! ```

use std::ops::ControlFlow;
use std::sync::Arc;

use plyground_entry::{CatalogError, Entry, Start};
use plyground_game::random::Random;
use plyground_game::{Class, Ending, Game, Move, Outcome, Position, SearchHints, Side};

use crate::session::{Session, SessionOf};

/// A game in progress, its moves by their indices.
pub trait State: Send + Sync {
    /// A copy.
    fn boxed(&self) -> Box<dyn State>;

    /// The side to move.
    fn side_to_move(&self) -> Side;

    /// The result of a game that is over, by the board or by its history.
    fn outcome(&self) -> Option<Outcome>;

    /// The same with the reason.
    fn ending(&self) -> Option<Ending>;

    /// Shows each legal move, in the game's order; none when the game is over.
    fn visit_actions(&self, visit: &mut dyn FnMut(usize));

    /// Plays a move.
    ///
    /// # Errors
    /// When there is no such move, it is not legal, or the game is over; nothing is changed then.
    fn apply(&mut self, action: usize) -> Result<(), CatalogError>;

    /// Takes the last move back and returns it.
    fn undo(&mut self) -> Option<usize>;

    /// The moves so far.
    fn actions(&self) -> Vec<usize>;

    /// How many moves have been played.
    fn plies(&self) -> usize;

    /// A move in the game's notation.
    ///
    /// # Errors
    /// When it is not legal here.
    fn action_text(&self, action: usize) -> Result<String, CatalogError>;

    /// The move that a text names.
    ///
    /// # Errors
    /// When the text is no move, or the move is not legal here.
    fn read_action(&self, text: &str) -> Result<usize, CatalogError>;

    /// The position's key.
    fn key(&self) -> u64;

    /// The present position in its notation.
    fn text(&self) -> String;

    /// Planes, rows and columns of an observation; `None` where the game's entry lays nothing out.
    fn observation_shape(&self) -> Option<[usize; 3]>;

    /// The planes as a side sees them. Does nothing where there is no shape.
    ///
    /// # Panics
    /// When the block is not of that shape.
    fn observe(&self, side: Side, block: &mut [f32]);

    /// The result of uniformly random moves from here to the end, and how many; a draw after so many of them.
    fn playout(&self, random: &mut Random, max_plies: usize) -> (Outcome, usize);

    /// The present place as a start.
    fn start(&self) -> Start;

    /// A session of its own at this place.
    fn session(&self) -> Box<dyn Session>;
}

pub(crate) struct StateOf<P: SearchHints> {
    entry: Arc<Entry<P>>,
    game: Game<P>,
}

impl<P: SearchHints> StateOf<P> {
    pub(crate) fn new(entry: Arc<Entry<P>>, game: Game<P>) -> StateOf<P> {
        StateOf { entry, game }
    }
}

/// The move with this index, if it is legal in a game that goes on.
pub(crate) fn legal_move<P: Position>(game: &Game<P>, action: usize) -> Result<P::Move, CatalogError> {
    let mv =
        P::Move::from_index(action).ok_or(CatalogError::NoAction { action, game: P::NAME, count: P::Move::COUNT })?;
    let pos = game.position();
    match game.ending() {
        None if pos.is_legal(mv) => Ok(mv),
        None => Err(CatalogError::IllegalAction { action, reason: pos.why_illegal() }),
        Some(Ending { reason, .. }) => {
            Err(CatalogError::IllegalAction { action, reason: format!("the game is over: {reason}") })
        }
    }
}

impl<P: SearchHints> State for StateOf<P> {
    fn boxed(&self) -> Box<dyn State> {
        Box::new(StateOf { entry: Arc::clone(&self.entry), game: self.game.clone() })
    }

    fn side_to_move(&self) -> Side {
        self.game.position().side_to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    fn ending(&self) -> Option<Ending> {
        self.game.ending()
    }

    fn visit_actions(&self, visit: &mut dyn FnMut(usize)) {
        if P::HAS_HISTORY && self.game.outcome().is_some() {
            return;
        }
        let _ = self.game.position().visit_moves(Class::All, |mv| {
            visit(mv.index());
            ControlFlow::<()>::Continue(())
        });
    }

    fn apply(&mut self, action: usize) -> Result<(), CatalogError> {
        let mv = legal_move(&self.game, action)?;
        self.game.play(mv).map_err(|error| CatalogError::Move(error.into()))
    }

    fn undo(&mut self) -> Option<usize> {
        self.game.undo().map(Move::index)
    }

    fn actions(&self) -> Vec<usize> {
        self.game.moves().iter().map(|mv| mv.index()).collect()
    }

    fn plies(&self) -> usize {
        self.game.moves().len()
    }

    fn action_text(&self, action: usize) -> Result<String, CatalogError> {
        Ok(self.game.position().move_text(legal_move(&self.game, action)?))
    }

    fn read_action(&self, text: &str) -> Result<usize, CatalogError> {
        // A game that is over by its history has moves, but none that can be played.
        let mv = self.game.position().read_move(text)?;
        legal_move(&self.game, mv.index()).map(Move::index)
    }

    fn key(&self) -> u64 {
        self.game.position().key()
    }

    fn text(&self) -> String {
        self.game.position().to_string()
    }

    fn observation_shape(&self) -> Option<[usize; 3]> {
        self.entry.observation.map(|observation| (observation.shape)(self.game.position()))
    }

    fn observe(&self, side: Side, block: &mut [f32]) {
        if let Some(observation) = self.entry.observation {
            (observation.observe)(self.game.position(), side, block);
        }
    }

    fn playout(&self, random: &mut Random, max_plies: usize) -> (Outcome, usize) {
        let mut game = self.game.clone();
        for plies in 0..max_plies {
            if let Some(outcome) = game.outcome() {
                return (outcome, plies);
            }
            let moves = game.position().legal_moves();
            game.play(moves[random.below(moves.len())]).expect("a legal move of a game that goes on");
        }
        (game.outcome().unwrap_or(Outcome::Draw), max_plies)
    }

    fn start(&self) -> Start {
        Start {
            setup: None,
            rules: Some(self.game.rules().to_string()),
            position: Some(self.game.start().to_string()),
            moves: self.game.move_texts().join(" "),
        }
    }

    fn session(&self) -> Box<dyn Session> {
        Box::new(SessionOf::new(Arc::clone(&self.entry), self.game.clone()))
    }
}
