//! A game in progress without its type.
//!
//! A state identifies moves by their [indices](plyground_game::Move::index) for machine learning, and by text for
//! people.

use std::any::Any;
use std::fmt;
use std::ops::ControlFlow;

use plyground_game::diagram::Diagram;
use plyground_game::notation::{IllegalMoveError, MoveError, ParseMoveError, ParsePositionError, ParseRulesError};
use plyground_game::perft::{Perft, PerftProgress};
use plyground_game::random::Random;
use plyground_game::{Ending, Game, Outcome, Position, Side};
use thiserror::Error;

use crate::start::Start;

/// The index of a move.
pub type Action = usize;

/// The reason why an action cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ActionError {
    /// No move of the game has this index.
    #[error("no action {action} in {game}: expected 0 to {}", count - 1)]
    Unknown {
        /// The index.
        action: Action,
        /// The game.
        game: &'static str,
        /// The number of moves.
        count: usize,
    },
    /// The move is not legal, or the game is over.
    #[error("illegal action {action}: {}", error.reason)]
    Illegal {
        /// The index.
        action: Action,
        /// The reason, with the legal moves.
        error: IllegalMoveError,
    },
}

/// A game in progress.
///
/// ```
/// use plyground_game::Side;
/// use plyground_kalah::Kalah;
/// use plyground_play::{Start, State};
///
/// let mut state = Start::default().state::<Kalah>()?;
/// state.apply(2)?;
/// assert_eq!((state.side_to_move(), state.actions()), (Side::First, vec![2]));
/// assert_eq!(
///     state.apply(2).unwrap_err().to_string(),
///     "illegal action 2: south can play 1 2 4 5 6"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait State: Send + Sync {
    /// Returns a copy.
    fn boxed(&self) -> Box<dyn State>;

    /// Returns the typed game, a [`Game`] of the position type.
    fn game(&self) -> &dyn Any;

    /// Returns the name of the game.
    fn name(&self) -> &'static str;

    /// Returns the names of the sides.
    fn sides(&self) -> [&'static str; 2];

    /// Returns the rules in force, as text.
    fn rules(&self) -> String;

    /// Returns a new game from the usual set-up under other rules.
    ///
    /// # Errors
    /// Returns an error if the text is not a rule set.
    fn under(&self, rules: &str) -> Result<Box<dyn State>, ParseRulesError>;

    /// Returns a new game from another position under the same rules.
    ///
    /// # Errors
    /// Returns an error if the text is not a position.
    fn at(&self, position: &str) -> Result<Box<dyn State>, ParsePositionError>;

    /// Returns a new game from the start position of this one.
    fn restarted(&self) -> Box<dyn State>;

    /// Returns the side to move.
    fn side_to_move(&self) -> Side;

    /// Returns the sides that made the moves so far, in order.
    fn movers(&self) -> Vec<Side>;

    /// Returns the result of a finished game, by the board or by its history.
    fn outcome(&self) -> Option<Outcome>;

    /// Returns the result and the reason of a finished game.
    fn ending(&self) -> Option<Ending>;

    /// Returns whether one side wins within two plies whatever the other does: the side to move wins at once, or cannot
    /// avoid losing at once. The history of the game is ignored.
    fn is_decided(&self) -> bool;

    /// Returns the number of occurrences of the current position, including this one.
    fn occurrences(&self) -> u32;

    /// Visits each legal move in the order of the game. A finished game has none.
    fn visit_actions(&self, visit: &mut dyn FnMut(Action));

    /// Returns the legal moves in the order of the game. A finished game has none.
    fn legal_actions(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        self.visit_actions(&mut |action| actions.push(action));
        actions
    }

    /// Returns whether a legal move is noisy: a capture, or another move that makes a static evaluation unreliable.
    fn is_noisy(&self, action: Action) -> bool;

    /// Plays a move.
    ///
    /// # Errors
    /// Returns an error if there is no such move, it is not legal, or the game is over. Then nothing changes.
    fn apply(&mut self, action: Action) -> Result<(), ActionError>;

    /// Plays a move given as text, and returns its index.
    ///
    /// # Errors
    /// Returns an error if the text is not a move, the move is not legal, or the game is over. Then nothing changes.
    fn play_text(&mut self, text: &str) -> Result<Action, MoveError>;

    /// Undoes the last move and returns it.
    fn undo(&mut self) -> Option<Action>;

    /// Returns the moves so far.
    fn actions(&self) -> Vec<Action>;

    /// Returns the number of moves so far.
    fn plies(&self) -> usize;

    /// Returns the moves so far, in the notation of the game.
    fn move_texts(&self) -> Vec<String>;

    /// Returns a legal move in the notation of the game.
    ///
    /// # Errors
    /// Returns an error if the move is not legal.
    fn action_text(&self, action: Action) -> Result<String, ActionError>;

    /// Returns the last move in the notation of the game; `None` at the start.
    fn last_move_text(&self) -> Option<String>;

    /// Returns a line of moves from here in the notation of the game. The first move that is not
    /// legal on the board is the last of the line.
    fn line_texts(&self, line: &[Action]) -> Vec<String>;

    /// Returns descriptions of the moves of a line from here, up to the first move that cannot be played.
    fn describe_line(&self, line: &[String]) -> Vec<String>;

    /// Returns the move of a text, legal or not.
    ///
    /// # Errors
    /// Returns an error if the text is not a move.
    fn parse_action(&self, text: &str) -> Result<Action, ParseMoveError>;

    /// Returns the legal move of a text.
    ///
    /// # Errors
    /// Returns an error if the text is not a move, the move is not legal, or the game is over.
    fn read_action(&self, text: &str) -> Result<Action, MoveError>;

    /// Reads a line of moves from here, up to the first word that is not a legal move on the board.
    fn read_line(&self, words: &mut dyn Iterator<Item = &str>) -> Vec<Action>;

    /// Returns the key of the position.
    fn key(&self) -> u64;

    /// Returns the current position in its notation.
    fn text(&self) -> String;

    /// Returns the start position in its notation.
    fn start_text(&self) -> String;

    /// Returns a drawing of the current position.
    fn diagram(&self) -> Diagram;

    /// Returns the whole game as text, position by position, as `plyground_game::playthrough` does.
    fn playthrough(&self) -> String;

    /// Returns the record of the game with additional `tags`. `adjudicated` is the result of a game that the rules have
    /// not ended.
    fn record(&self, tags: &[(String, String)], adjudicated: Option<Outcome>) -> String;

    /// Counts the move sequences of `depth` plies that start with each legal move. `watch` receives the progress.
    /// `Break` stops the count, and the result is then `None`.
    fn divide(
        &self,
        depth: u32,
        threads: usize,
        watch: &(dyn Fn(&PerftProgress) -> ControlFlow<()> + Sync),
    ) -> Option<Vec<(String, Perft)>>;

    /// Returns planes, rows and columns of an observation; `None` for a game without observations.
    fn observation_shape(&self) -> Option<[usize; 3]>;

    /// Writes the planes for a side. Does nothing for a game without observations.
    ///
    /// # Panics
    /// Panics if the block does not have this shape.
    fn observe(&self, side: Side, block: &mut [f32]);

    /// Plays uniformly random moves to the end, and returns the result and the number of moves. The result is a draw
    /// after `max_plies`.
    fn playout(&self, random: &mut Random, max_plies: usize) -> (Outcome, usize);

    /// Returns the current point of the game as a start.
    fn start(&self) -> Start {
        Start {
            setup: None,
            rules: Some(self.rules()),
            position: Some(self.start_text()),
            moves: self.move_texts().join(" "),
        }
    }
}

impl dyn State + '_ {
    /// Returns the typed game; `None` for another game.
    #[must_use]
    pub fn typed<P: Position>(&self) -> Option<&Game<P>> {
        self.game().downcast_ref()
    }
}

impl Clone for Box<dyn State> {
    fn clone(&self) -> Box<dyn State> {
        self.boxed()
    }
}

/// Compares game, rules, start and moves.
impl PartialEq for dyn State + '_ {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name() && self.start() == other.start()
    }
}

impl Eq for dyn State + '_ {}

impl fmt::Debug for dyn State + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(self.name())
            .field("position", &self.text())
            .field("plies", &self.plies())
            .finish_non_exhaustive()
    }
}
