//! A batch against an opponent: a learner has one side of each game, and the opponent answers.

use std::mem::replace;
use std::sync::{Arc, Mutex, PoisonError};

use plyground_game::random::Random;
use plyground_game::zobrist::mix;
use plyground_game::{Outcome, Side};
use plyground_play::{Action, Player, State};
use plyground_search::{Job, Limits, StopFlag};
use serde::{Deserialize, Serialize};

use crate::any_game::AnyGame;
use crate::batch::{Batch, BatchView, IllegalAction, Stepped};
use crate::error::CatalogError;
use crate::external::MakePlayer;
use crate::keys::Setting;
use crate::session::MOVE;
use crate::spec::AgentSpec;
use crate::{GameRef, Start};

/// Nodes per move up to which a small transposition table is enough. Every move begins with an empty one, and emptying the usual
/// table takes longer than such a search.
const FEW_NODES: u64 = 20_000;

/// Attempts to begin a game in which the opponent does not win before the learner's first move.
const ATTEMPTS: u32 = 100;

/// The opponent of a batch, and the learner's side.
///
/// Each move is chosen without memory of the moves before, with a random seed of its own. So neither the threads nor a copy or a
/// pickle changes a game. An agent with at most 20,000 nodes per move has a transposition table of 1 MiB unless its spec sets one.
///
/// ```
/// use std::sync::Arc;
/// use plyground_catalog::{BatchView, Catalog, Opponent, Start, Stepped};
/// use plyground_game::Side;
/// use plyground_search::StopFlag;
///
/// let catalog = Catalog::standard();
/// let kalah = catalog.game("kalah")?;
/// let opponent = Opponent::new(kalah, &kalah.agent("alphabeta:depth=2")?, Some(Side::Second))?;
/// let mut batch = Arc::new(opponent).batch(&**kalah, &Start::default(), 2, 1)?;
/// let (mut rewards, mut done) = ([0.0; 2], [false; 2]);
/// let mut stepped = Stepped { rewards: &mut rewards, done: &mut done, ..Stepped::default() };
/// batch.begin(&StopFlag::default())?;
/// batch.step(&[2, 0], &mut stepped, &StopFlag::default())?;
/// let mut players = [9; 2];
/// batch.view(&mut BatchView { players: Some(&mut players), ..BatchView::default() });
/// assert_eq!((players, done), ([1; 2], [false; 2]), "it is always the learner's turn");
/// # Ok::<(), plyground_catalog::CatalogError>(())
/// ```
pub struct Opponent {
    make: MakePlayer,
    limits: Limits,
    learner: Option<Side>,
    illegal_loses: bool,
    /// Players that no thread is using.
    idle: Mutex<Vec<Box<dyn Player>>>,
}

plyground_game::impl_debug!(Opponent { limits, learner, illegal_loses });

impl Opponent {
    /// Creates an opponent. Without a side, the seed of each game decides which side the learner has.
    ///
    /// # Errors
    /// Fails if the agent cannot be created.
    pub fn new(game: &GameRef, spec: &AgentSpec, learner: Option<Side>) -> Result<Opponent, CatalogError> {
        let is_small = spec.limits().nodes.is_some_and(|nodes| nodes <= FEW_NODES);
        let spec = &spec.clone().or("table", is_small.then_some(Setting::Number(1)));
        let player = game.player(spec, None)?;
        let default = if player.is_limited() { Limits::NONE } else { MOVE };
        Ok(Opponent {
            make: game.maker(spec, None),
            limits: Limits::decide(Limits::NONE, spec.limits(), Limits::NONE, default),
            learner,
            illegal_loses: false,
            idle: Mutex::new(vec![player]),
        })
    }

    /// Makes an illegal action of the learner lose its game, instead of an error.
    #[must_use]
    pub fn illegal_loses(self) -> Opponent {
        Opponent { illegal_loses: true, ..self }
    }

    /// Creates games of one start; `seed` determines all random draws. [`Batch::begin`] plays the first moves of the opponent.
    ///
    /// # Errors
    /// Fails if the start is wrong, or the game is over there.
    pub fn batch(
        self: Arc<Opponent>,
        game: &dyn AnyGame,
        start: &Start,
        games: usize,
        seed: u64,
    ) -> Result<Box<dyn Batch>, CatalogError> {
        let start = game.state(start)?;
        if start.outcome().is_some() {
            return Err(CatalogError::over_at_start());
        }
        let games = (0..games as u64).map(|number| Opposed::new(&*start, self.learner, mix(seed ^ mix(number + 1))));
        Ok(Box::new(OpposedBatch {
            games: games.collect(),
            start,
            actions: game.info().actions,
            max_plies: game.info().max_plies,
            random: Random::new(seed),
            opponent: self,
            changes: Vec::new(),
        }))
    }

    /// Runs work with a player that no other thread is using.
    fn with<T>(&self, work: impl FnOnce(&mut dyn Player) -> T) -> T {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = idle().pop();
        let mut player = taken.unwrap_or_else(|| self.make.player());
        let result = work(&mut *player);
        idle().push(player);
        result
    }
}

/// A game against the opponent.
struct Opposed {
    state: Box<dyn State>,
    learner: Side,
    seed: u64,
}

impl Clone for Opposed {
    fn clone(&self) -> Opposed {
        Opposed { state: self.state.boxed(), ..*self }
    }
}

impl Opposed {
    fn new(start: &dyn State, learner: Option<Side>, seed: u64) -> Opposed {
        let drawn = if mix(seed) & 1 == 0 { Side::First } else { Side::Second };
        Opposed { state: start.restarted(), learner: learner.unwrap_or(drawn), seed }
    }

    /// Returns the next game.
    fn next(&self, start: &dyn State, learner: Option<Side>) -> Opposed {
        Opposed::new(start, learner, mix(self.seed ^ mix(1)))
    }
}

/// JSON form of a batch.
#[derive(Serialize, Deserialize)]
struct Saved {
    random: Random,
    /// Side of the learner, seed and moves of each game.
    games: Vec<(usize, u64, Vec<Action>)>,
}

#[derive(Clone)]
struct OpposedBatch {
    games: Vec<Opposed>,
    start: Box<dyn State>,
    actions: usize,
    max_plies: usize,
    random: Random,
    opponent: Arc<Opponent>,
    /// What the last step has changed: for each game its number of moves before, and the game if another one has begun.
    /// Undoing is rare, and a copy of each game before each step would take longer than many an answer.
    changes: Vec<(usize, Option<Opposed>)>,
}

/// A game that is stepped, and the place for it if another one begins.
struct Turn<'a> {
    number: usize,
    game: &'a mut Opposed,
    over: &'a mut Option<Opposed>,
}

/// The settings of the answers, and the player that gives them.
struct Answers<'a> {
    player: &'a mut dyn Player,
    job: Job,
    max_plies: usize,
}

impl Answers<'_> {
    /// Plays the opponent's moves, extra turns included, until it is the learner's turn or the game is over. Returns the result of
    /// a finished game: `None` within for one that is too long.
    fn play(&mut self, game: &mut Opposed) -> Result<Option<Option<Outcome>>, CatalogError> {
        loop {
            let outcome = game.state.outcome();
            if outcome.is_some() || game.state.plies() >= self.max_plies {
                return Ok(Some(outcome));
            }
            if game.state.side_to_move() == game.learner {
                return Ok(None);
            }
            self.player.reseed(game.seed ^ mix(game.state.plies() as u64 + 1));
            self.player.new_game();
            let report = self.player.move_for(&*game.state, &self.job)?;
            if self.job.stop.is_stopped() {
                return Err(CatalogError::Failed("the opponent was stopped".into()));
            }
            let none = || CatalogError::Failed("the opponent found no move".into());
            game.state.apply(report.best.ok_or_else(none)?).map_err(|error| CatalogError::Failed(error.to_string()))?;
        }
    }

    /// Plays the opponent's first moves of a game. A game that ends before the learner moves is replaced by the next one.
    fn begin(&mut self, game: &mut Opposed, start: &dyn State, learner: Option<Side>) -> Result<(), CatalogError> {
        for _ in 0..ATTEMPTS {
            if self.play(game)?.is_none() {
                return Ok(());
            }
            *game = game.next(start, learner);
        }
        Err(CatalogError::Input("the opponent ends every game before the learner moves: expected another start".into()))
    }
}

impl OpposedBatch {
    /// Calls `each` for the games in order, with a player.
    fn each(
        &mut self,
        stop: &StopFlag,
        mut each: impl FnMut(Turn<'_>, &mut Answers<'_>, &dyn State) -> Result<(), CatalogError>,
    ) -> Result<(), CatalogError> {
        let OpposedBatch { games, start, max_plies, opponent, changes, .. } = self;
        let job = Job { stop: stop.clone(), ..Job::new(opponent.limits) };
        opponent.with(|player| {
            let mut answers = Answers { player, job, max_plies: *max_plies };
            let mut games = games.iter_mut().enumerate();
            games.try_for_each(|(number, game)| {
                changes.push((game.state.plies(), None));
                let (_, over) = changes.last_mut().expect("it has just been added");
                each(Turn { number, game, over }, &mut answers, &**start)
            })
        })
    }
}

impl Batch for OpposedBatch {
    fn len(&self) -> usize {
        self.games.len()
    }

    fn rewards(&self) -> usize {
        1
    }

    fn check(&self, actions: &[i64]) -> Result<(), IllegalAction> {
        for (number, (game, &action)) in self.games.iter().zip(actions).enumerate() {
            let error = match usize::try_from(action) {
                Err(_) => format!("action {action} is below 0"),
                Ok(action) if self.opponent.illegal_loses && action < self.actions => continue,
                Ok(action) => {
                    let mut is_legal = false;
                    game.state.visit_actions(&mut |legal| is_legal |= legal == action);
                    if is_legal {
                        continue;
                    }
                    game.state.action_text(action).err().map_or_else(String::new, |error| error.to_string())
                }
            };
            return Err(IllegalAction { number, error });
        }
        Ok(())
    }

    fn begin(&mut self, stop: &StopFlag) -> Result<(), CatalogError> {
        let learner = self.opponent.learner;
        self.each(stop, |turn, answers, start| answers.begin(turn.game, start, learner))
    }

    fn step(&mut self, actions: &[i64], stepped: &mut Stepped<'_>, stop: &StopFlag) -> Result<(), CatalogError> {
        let (learner, illegal_loses) = (self.opponent.learner, self.opponent.illegal_loses);
        let size = self.start.observation_shape().map_or(0, |shape| shape.iter().product());
        self.each(stop, |Turn { number, game, over }, answers, start| {
            let ended = match game.state.apply(actions[number] as usize) {
                Ok(()) => answers.play(game)?,
                Err(_) if illegal_loses => Some(Some(Outcome::Win(!game.learner))),
                Err(error) => return Err(IllegalAction { number, error: error.to_string() }.into()),
            };
            stepped.rewards[number] =
                ended.flatten().map_or(0.0, |outcome| (2.0 * outcome.points(game.learner) - 1.0) as f32);
            stepped.done[number] = ended.is_some();
            if let Some(truncated) = &mut stepped.truncated {
                truncated[number] = ended == Some(None);
            }
            if ended.is_none() {
                return Ok(());
            }
            if let Some(block) = &mut stepped.last_observations {
                game.state.observe(game.learner, &mut block[number * size..(number + 1) * size]);
            }
            let next = game.next(start, learner);
            *over = Some(replace(game, next));
            answers.begin(game, start, learner)
        })
    }

    fn undo_step(&mut self) {
        for (game, (plies, over)) in self.games.iter_mut().zip(self.changes.drain(..)) {
            if let Some(over) = over {
                *game = over;
            }
            while game.state.plies() > plies {
                game.state.undo();
            }
        }
    }

    fn keep_step(&mut self) {
        self.changes.clear();
    }

    fn sample(&mut self, actions: &mut [i64]) {
        let mut legal = Vec::new();
        for (game, action) in self.games.iter().zip(actions) {
            legal.clear();
            game.state.visit_actions(&mut |action| legal.push(action));
            *action = legal[self.random.below(legal.len())] as i64;
        }
    }

    fn state(&self, number: usize) -> Box<dyn State> {
        self.games[number].state.boxed()
    }

    fn view(&self, view: &mut BatchView<'_>) {
        if let (Some(block), Some(shape)) = (&mut view.observations, self.start.observation_shape()) {
            let size = shape.iter().product();
            for (game, block) in self.games.iter().zip(block.chunks_exact_mut(size)) {
                game.state.observe(game.learner, block);
            }
        }
        if let Some(masks) = &mut view.masks {
            for (game, mask) in self.games.iter().zip(masks.chunks_exact_mut(self.actions)) {
                mask.fill(false);
                game.state.visit_actions(&mut |action| mask[action] = true);
            }
        }
        if let Some(players) = &mut view.players {
            for (game, player) in self.games.iter().zip(players.iter_mut()) {
                *player = game.learner.index() as i8;
            }
        }
    }

    fn boxed(&self) -> Box<dyn Batch> {
        Box::new(self.clone())
    }

    fn save(&self) -> String {
        let games = self.games.iter().map(|game| (game.learner.index(), game.seed, game.state.actions()));
        let saved = Saved { random: self.random.clone(), games: games.collect() };
        serde_json::to_string(&saved).expect("numbers can be written")
    }

    fn restore(&mut self, saved: &str) -> Result<(), String> {
        let Saved { random, games } = serde_json::from_str(saved).map_err(|error| error.to_string())?;
        if games.len() != self.games.len() {
            return Err(format!("found {} games, expected {}", games.len(), self.games.len()));
        }
        let game = |(side, seed, actions): (usize, u64, Vec<Action>)| {
            let learner = Side::ALL.get(side).copied().ok_or_else(|| format!("no side {side}"))?;
            let mut game = Opposed::new(&*self.start, Some(learner), seed);
            actions.into_iter().try_for_each(|action| game.state.apply(action)).map_err(|error| error.to_string())?;
            if game.state.outcome().is_some() || game.state.side_to_move() != learner {
                return Err(format!("the learner is not to move at `{}`", game.state.text()));
            }
            Ok(game)
        };
        self.games = games.into_iter().map(game).collect::<Result<_, String>>()?;
        self.random = random;
        Ok(())
    }
}
