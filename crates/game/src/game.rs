//! A game in progress: its start, moves, positions and history.
//!
//! Front ends, matches and records store a [`Game`]. Searches use its current position and history.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use crate::notation::{IllegalMoveError, MoveError, quote};
use crate::{Ending, History, Outcome, Position};

/// A game from its start to the current position.
///
/// ```
/// use plyground_game::{Game, Position};
///
/// /// Plays moves in the game's own notation, and undoes the last one.
/// fn try_out<P: Position>(moves: &str) -> Result<Game<P>, plyground_game::notation::MoveError> {
///     let mut game = Game::<P>::new(&P::Setup::default(), &P::Rules::default());
///     for text in moves.split_whitespace() {
///         game.play_text(text)?;
///     }
///     game.undo();
///     Ok(game)
/// }
/// ```
///
/// ```
/// use plyground_game::{Ending, Game, Position};
///
/// /// Plays a game to its end by always choosing the first legal move.
/// fn play_out<P: Position>(setup: &P::Setup, rules: &P::Rules) -> Ending {
///     let mut game = Game::<P>::new(setup, rules);
///     loop {
///         match game.ending() {
///             Some(ending) => return ending,
///             None => game.play(game.position().legal_moves()[0]).expect("a legal move can be played"),
///         }
///     }
/// }
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game<P: Position> {
    rules: P::Rules,
    /// The start and the position after each move: always one element more than `moves`.
    positions: Vec<P>,
    moves: Vec<P::Move>,
    history: History,
}

/// A game from the usual set-up by the usual rules.
impl<P: Position> Default for Game<P> {
    fn default() -> Game<P> {
        Game::new(&P::Setup::default(), &P::Rules::default())
    }
}

impl<P: Position> Game<P> {
    /// Returns a game from a set-up.
    #[must_use]
    pub fn new(setup: &P::Setup, rules: &P::Rules) -> Game<P> {
        Game::from_position(P::new(setup, rules), rules)
    }

    /// Returns a game from any position. The position must have been created under the same rules.
    #[must_use]
    pub fn from_position(start: P, rules: &P::Rules) -> Game<P> {
        let history = History::new(&start, rules);
        Game { rules: rules.clone(), positions: vec![start], moves: Vec::new(), history }
    }

    /// Returns the rules of this game.
    #[must_use]
    pub fn rules(&self) -> &P::Rules {
        &self.rules
    }

    /// Returns the start position.
    #[must_use]
    pub fn start(&self) -> &P {
        &self.positions[0]
    }

    /// Returns the current position.
    #[must_use]
    pub fn position(&self) -> &P {
        &self.positions[self.moves.len()]
    }

    /// Returns the start and the position after each move.
    #[must_use]
    pub fn positions(&self) -> &[P] {
        &self.positions
    }

    /// Returns the moves so far.
    #[must_use]
    pub fn moves(&self) -> &[P::Move] {
        &self.moves
    }

    /// Returns the moves so far, in the game's notation.
    #[must_use]
    pub fn move_texts(&self) -> Vec<String> {
        self.moves.iter().zip(&self.positions).map(|(&mv, pos)| pos.move_text(mv)).collect()
    }

    /// Returns the history of the game.
    #[must_use]
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Returns the result of a finished game, by the board or by its history.
    #[inline]
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.history.outcome(self.position())
    }

    /// Returns the result and the reason of a finished game, by the board or by its history.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        let outcome = self.outcome()?;
        let by_history = || self.history.end().map(|end| end.to_string());
        let reason = self.position().outcome_reason().or_else(by_history)?;
        Some(Ending { outcome, reason })
    }

    /// Checks that a move can be played.
    ///
    /// # Errors
    /// Returns an error if the game is over or the move is not legal.
    pub fn check(&self, mv: P::Move) -> Result<(), IllegalMoveError> {
        self.check_open(|| quote(&self.position().move_text(mv)))?;
        self.position().clone().play(mv)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// Returns an error if the game is over or the move is not legal. Then nothing changes.
    pub fn play(&mut self, mv: P::Move) -> Result<(), IllegalMoveError> {
        self.check_open(|| quote(&self.position().move_text(mv)))?;
        let mut after = self.position().clone();
        after.play(mv)?;
        self.history.push(&self.positions[self.moves.len()], mv, &after);
        self.positions.push(after);
        self.moves.push(mv);
        Ok(())
    }

    /// Reads a move and plays it.
    ///
    /// # Errors
    /// Returns an error if the text is not a move, the move is not legal, or the game is over. Then nothing changes.
    pub fn play_text(&mut self, text: &str) -> Result<P::Move, MoveError> {
        self.check_open(|| quote(text))?;
        let mv = self.position().read_move(text)?;
        self.play(mv)?;
        Ok(mv)
    }

    /// Undoes the last move and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<P::Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        self.history.pop();
        Some(mv)
    }

    fn check_open(&self, mv: impl FnOnce() -> String) -> Result<(), IllegalMoveError> {
        match self.ending() {
            Some(ending) => Err(IllegalMoveError { mv: mv(), reason: format!("the game is over: {}", ending.reason) }),
            None => Ok(()),
        }
    }
}
