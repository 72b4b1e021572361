//! A typed game as a [`State`]: erases the type of the position.

use std::any::Any;
use std::ops::ControlFlow;

use plyground_game::diagram::Diagram;
use plyground_game::notation::{MoveError, ParseMoveError, ParsePositionError, ParseRulesError};
use plyground_game::perft::{Perft, PerftProgress, divide_watched};
use plyground_game::random::Random;
use plyground_game::{Class, Ending, Game, GameFacts, GameRecord, Move, Observe, Outcome, Position, Side};

use crate::start::{Start, StartError};
use crate::state::{Action, ActionError, State};

/// The layout of observations: [`Observe`] as a value.
pub struct Observation<P> {
    /// Names of the planes.
    pub planes: &'static [&'static str],
    /// Planes, rows and columns.
    pub shape: fn(&P) -> [usize; 3],
    /// Writes the planes for a side.
    pub observe: fn(&P, Side, &mut [f32]),
}

impl<P: Observe> Observation<P> {
    /// Returns the layout defined by the game.
    #[must_use]
    pub fn of_game() -> Observation<P> {
        Observation { planes: P::PLANES, shape: P::observation_shape, observe: P::observe }
    }
}

impl<P> Clone for Observation<P> {
    fn clone(&self) -> Observation<P> {
        *self
    }
}

impl<P> Copy for Observation<P> {}

plyground_game::impl_debug!(Observation { planes } for [P] Observation<P>);

/// A typed game behind the interface of a state.
pub struct GameState<P: Position> {
    game: Game<P>,
    observation: Option<Observation<P>>,
}

impl<P: Position> GameState<P> {
    /// Erases the type of a game.
    #[must_use]
    pub fn boxed(game: Game<P>) -> Box<dyn State> {
        GameState::observed(game, None)
    }

    /// Erases the type of a game whose positions have observations.
    #[must_use]
    pub fn observed(game: Game<P>, observation: Option<Observation<P>>) -> Box<dyn State> {
        Box::new(GameState { game, observation })
    }

    /// Returns another game with the same observations.
    fn like(&self, game: Game<P>) -> Box<dyn State> {
        GameState::observed(game, self.observation)
    }
}

impl Start {
    /// Returns the game without its type.
    ///
    /// # Errors
    /// Returns an error if set-up, rules, position or a move is invalid, or if both set-up and position are given.
    pub fn state<P: Position>(&self) -> Result<Box<dyn State>, StartError> {
        Ok(GameState::boxed(self.game::<P>()?))
    }
}

plyground_game::impl_debug!(GameState { game } for [P: Position] GameState<P>);

/// Returns the move with this index.
fn move_of<P: Position>(pos: &P, action: Action) -> Result<P::Move, ActionError> {
    let GameFacts { name: game, actions: count, .. } = pos.game_facts();
    let mv = P::Move::from_index(action).filter(|_| action < count);
    mv.ok_or(ActionError::Unknown { action, game, count })
}

impl<P: Position> State for GameState<P> {
    fn boxed(&self) -> Box<dyn State> {
        self.like(self.game.clone())
    }

    fn game(&self) -> &dyn Any {
        &self.game
    }

    fn name(&self) -> &'static str {
        self.game.position().game_facts().name
    }

    fn sides(&self) -> [&'static str; 2] {
        self.game.position().game_facts().sides
    }

    fn rules(&self) -> String {
        self.game.rules().to_string()
    }

    fn under(&self, rules: &str) -> Result<Box<dyn State>, ParseRulesError> {
        Ok(self.like(Game::new(&P::Setup::default(), &rules.parse()?)))
    }

    fn at(&self, position: &str) -> Result<Box<dyn State>, ParsePositionError> {
        let rules = self.game.rules();
        Ok(self.like(Game::from_position(P::parse(position, rules)?, rules)))
    }

    fn restarted(&self) -> Box<dyn State> {
        self.like(Game::from_position(self.game.start().clone(), self.game.rules()))
    }

    fn side_to_move(&self) -> Side {
        self.game.position().side_to_move()
    }

    fn movers(&self) -> Vec<Side> {
        self.game.positions().iter().take(self.plies()).map(Position::side_to_move).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    fn ending(&self) -> Option<Ending> {
        self.game.ending()
    }

    fn is_decided(&self) -> bool {
        is_decided(self.game.position())
    }

    fn occurrences(&self) -> u32 {
        self.game.history().occurrences()
    }

    fn visit_actions(&self, visit: &mut dyn FnMut(Action)) {
        if P::HAS_HISTORY && self.game.outcome().is_some() {
            return;
        }
        let _ = self.game.position().visit_moves(Class::All, |mv| {
            visit(mv.index());
            ControlFlow::<()>::Continue(())
        });
    }

    fn is_noisy(&self, action: Action) -> bool {
        P::Move::from_index(action).is_some_and(|mv| self.game.position().is_noisy(mv))
    }

    fn apply(&mut self, action: Action) -> Result<(), ActionError> {
        self.game.play(move_of(self.game.position(), action)?).map_err(|error| ActionError::Illegal { action, error })
    }

    fn play_text(&mut self, text: &str) -> Result<Action, MoveError> {
        self.game.play_text(text).map(Move::index)
    }

    fn undo(&mut self) -> Option<Action> {
        self.game.undo().map(Move::index)
    }

    fn actions(&self) -> Vec<Action> {
        self.game.moves().iter().map(|mv| mv.index()).collect()
    }

    fn plies(&self) -> usize {
        self.game.moves().len()
    }

    fn move_texts(&self) -> Vec<String> {
        self.game.move_texts()
    }

    fn last_move_text(&self) -> Option<String> {
        let (&mv, before) = self.game.moves().last().zip(self.game.positions().iter().rev().nth(1))?;
        Some(before.move_text(mv))
    }

    fn action_text(&self, action: Action) -> Result<String, ActionError> {
        let mv = move_of(self.game.position(), action)?;
        self.game.check(mv).map_err(|error| ActionError::Illegal { action, error })?;
        Ok(self.game.position().move_text(mv))
    }

    fn line_texts(&self, line: &[Action]) -> Vec<String> {
        let mut pos = self.game.position().clone();
        let mut texts = Vec::with_capacity(line.len());
        for (index, &action) in line.iter().enumerate() {
            let Some(mv) = P::Move::from_index(action) else { break };
            texts.push(pos.move_text(mv));
            if index + 1 == line.len() || pos.play(mv).is_err() {
                break;
            }
        }
        texts
    }

    fn describe_line(&self, line: &[String]) -> Vec<String> {
        let mut game = self.game.clone();
        let mut words = Vec::new();
        for text in line {
            let before = game.position().clone();
            let Ok(mv) = game.play_text(text) else { break };
            words.push(before.describe(mv));
        }
        words
    }

    fn parse_action(&self, text: &str) -> Result<Action, ParseMoveError> {
        self.game.position().parse_move(text).map(Move::index)
    }

    fn read_action(&self, text: &str) -> Result<Action, MoveError> {
        // A game that ended by its history still has legal moves on the board.
        let mv = self.game.position().read_move(text)?;
        self.game.check(mv)?;
        Ok(mv.index())
    }

    fn read_line(&self, words: &mut dyn Iterator<Item = &str>) -> Vec<Action> {
        let mut pos = self.game.position().clone();
        let mut actions = Vec::new();
        for word in words {
            let Ok(mv) = pos.read_move(word) else { break };
            actions.push(mv.index());
            pos.play_unchecked(mv);
        }
        actions
    }

    fn key(&self) -> u64 {
        self.game.position().key()
    }

    fn text(&self) -> String {
        self.game.position().to_string()
    }

    fn start_text(&self) -> String {
        self.game.start().to_string()
    }

    fn diagram(&self) -> Diagram {
        self.game.position().diagram()
    }

    fn playthrough(&self) -> String {
        plyground_game::playthrough(&self.game)
    }

    fn record(&self, tags: &[(String, String)], adjudicated: Option<Outcome>) -> String {
        GameRecord { game: self.game.clone(), tags: tags.to_vec(), adjudicated }.to_string()
    }

    fn divide(
        &self,
        depth: u32,
        threads: usize,
        watch: &(dyn Fn(&PerftProgress) -> ControlFlow<()> + Sync),
    ) -> Option<Vec<(String, Perft)>> {
        let pos = self.game.position();
        let parts = divide_watched(pos, depth, threads, watch)?;
        Some(parts.into_iter().map(|(mv, counted)| (pos.move_text(mv), counted)).collect())
    }

    fn observation_shape(&self) -> Option<[usize; 3]> {
        self.observation.map(|observation| (observation.shape)(self.game.position()))
    }

    fn observe(&self, side: Side, block: &mut [f32]) {
        if let Some(observation) = self.observation {
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
            game.play(moves[random.below(moves.len())]).expect("a legal move of a game that is not over");
        }
        (game.outcome().unwrap_or(Outcome::Draw), max_plies)
    }
}

/// Returns whether the side to move wins at once, or cannot avoid losing at once.
fn is_decided<P: Position>(pos: &P) -> bool {
    let wins_at_once = |pos: &P| {
        let mover = pos.side_to_move();
        let wins = |mv: &P::Move| pos.after(*mv).outcome().and_then(|outcome| outcome.winner()) == Some(mover);
        pos.legal_moves().iter().any(wins)
    };
    let mover = pos.side_to_move();
    let loses = |mv: &P::Move| {
        let after = pos.after(*mv);
        match after.outcome() {
            Some(outcome) => outcome.winner() == Some(!mover),
            None => after.side_to_move() != mover && wins_at_once(&after),
        }
    };
    wins_at_once(pos) || pos.legal_moves().iter().all(loses)
}
