//! Evaluators of the leaves of the tree and of their moves: playouts, an evaluation, or a user-defined evaluator.

use plyground_game::random::Random;
use plyground_game::{Evaluate, History, Outcome, Position, Score, Side};

use crate::budget::{Budget, Stopped};

/// Number of plies after which a playout counts as a draw.
const MAX_PLAYOUT: u32 = 2_000;
/// Bound of the logarithm of the odds that an evaluation assigns to a move: no move is ruled out.
const MAX_LOGIT: f64 = 4.0;

/// An evaluator of the leaves of a Monte-Carlo tree search.
///
/// ```
/// use plyground_game::{Game, Position, Side};
/// use plyground_kalah::Kalah;
/// use plyground_search::{Evaluator, Leaf, Limits, Mcts, MctsOptions, Stopped, deepen};
///
/// /// Counts moves: more are better.
/// struct Mobility;
///
/// impl Evaluator<Kalah> for Mobility {
///     fn value(&mut self, leaf: &mut Leaf<'_, Kalah>) -> Result<f64, Stopped> {
///         Ok(leaf.position().legal_moves().len() as f64 / 6.0)
///     }
/// }
///
/// let game = Game::<Kalah>::default();
/// let mut search = Mcts::new(MctsOptions::default(), 1).with_evaluator(Mobility);
/// assert!(deepen(&mut search, &game, &Limits::nodes(1_000), |_| {}).best.is_some());
/// ```
pub trait Evaluator<P: Position>: Send {
    /// Prepares for a search. All random choices of the evaluator follow from `seed`.
    fn start(&mut self, _seed: u64) {}

    /// Returns the expected result of an unfinished position for its side to move: 0 for a loss, 0.5 for a draw, 1 for a win.
    ///
    /// # Errors
    /// Returns [`Stopped`] if a move of the evaluator reaches a limit of the search.
    fn value(&mut self, leaf: &mut Leaf<'_, P>) -> Result<f64, Stopped>;

    /// Returns a weight for each of the legal `moves`, in their order. PUCT divides the weights by their sum. `None`
    /// means equal weights.
    ///
    /// # Errors
    /// Returns the errors of [`Evaluator::value`].
    fn priors(&mut self, _leaf: &mut Leaf<'_, P>, _moves: &[P::Move]) -> Result<Option<Vec<f64>>, Stopped> {
        Ok(None)
    }
}

/// An unfinished position to evaluate, with the line from the root.
pub struct Leaf<'a, P: Position> {
    pub(super) root: &'a P,
    pub(super) line: &'a [P::Move],
    pub(super) pos: &'a P,
    pub(super) history: &'a mut History,
    pub(super) budget: &'a mut Budget,
    /// Length of the history at the leaf.
    pub(super) plies: usize,
}

impl<P: Position> std::fmt::Debug for Leaf<'_, P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Leaf").field("position", self.pos).field("line", &self.line.len()).finish_non_exhaustive()
    }
}

impl<'a, P: Position> Leaf<'a, P> {
    /// Returns the position.
    #[must_use]
    pub fn position(&self) -> &'a P {
        self.pos
    }

    /// Returns the root of the search.
    #[must_use]
    pub fn root(&self) -> &'a P {
        self.root
    }

    /// Returns the moves from the root to the position.
    #[must_use]
    pub fn line(&self) -> &'a [P::Move] {
        self.line
    }

    /// Makes a legal move in `pos`, and counts it as a node. `pos` is the leaf's position or a position after earlier
    /// moves.
    ///
    /// # Errors
    /// Returns [`Stopped`] if a limit is reached.
    #[inline]
    pub fn make(&mut self, pos: &P, mv: P::Move) -> Result<P, Stopped> {
        make(self.history, self.budget, pos, mv)
    }

    /// Returns the result of the game in `pos`, the position after the moves made so far.
    #[inline]
    #[must_use]
    pub fn outcome(&self, pos: &P) -> Option<Outcome> {
        self.history.outcome(pos)
    }

    /// Undoes all moves made since the leaf.
    pub fn rewind(&mut self) {
        rewind(self.history, self.plies);
    }
}

/// Makes a move in the tree or below it.
#[inline]
pub(super) fn make<P: Position>(
    history: &mut History,
    budget: &mut Budget,
    pos: &P,
    mv: P::Move,
) -> Result<P, Stopped> {
    budget.count_node()?;
    let after = pos.after(mv);
    if P::HAS_HISTORY {
        history.push(pos, mv, &after);
    }
    Ok(after)
}

/// Undoes moves until the history has `plies` plies.
pub(super) fn rewind(history: &mut History, plies: usize) {
    while history.plies() > plies {
        history.pop();
    }
}

/// An evaluator that plays random games from the leaf to their end.
#[derive(Clone, Debug)]
pub struct Playouts {
    count: u32,
    random: Random,
}

impl Playouts {
    /// Returns an evaluator with the mean of `count` random games, at least one.
    #[must_use]
    pub fn new(count: u32) -> Playouts {
        Playouts { count: count.max(1), random: Random::new(0) }
    }

    fn play_on<P: Position>(&mut self, leaf: &mut Leaf<'_, P>) -> Result<Outcome, Stopped> {
        let mut pos = leaf.pos.clone();
        for _ in 0..MAX_PLAYOUT {
            if let Some(outcome) = leaf.outcome(&pos) {
                return Ok(outcome);
            }
            let moves = pos.legal_moves();
            let mv = moves[self.random.below(moves.len())];
            pos = leaf.make(&pos, mv)?;
        }
        Ok(Outcome::Draw)
    }
}

impl<P: Position> Evaluator<P> for Playouts {
    fn start(&mut self, seed: u64) {
        self.random = Random::new(seed);
    }

    fn value(&mut self, leaf: &mut Leaf<'_, P>) -> Result<f64, Stopped> {
        let mover = leaf.pos.side_to_move();
        let mut total = 0.0;
        for _ in 0..self.count {
            leaf.rewind();
            total += self.play_on(leaf)?.points(mover);
        }
        Ok(total / f64::from(self.count))
    }
}

/// A static evaluation as an evaluator. A logistic curve maps its values to expected results.
#[derive(Clone, Debug)]
pub struct StaticEvaluator<E> {
    evaluation: E,
    lead: f64,
}

impl<E> StaticEvaluator<E> {
    /// Returns an evaluator. `lead` is the value that is worth 73 % of the points, in the evaluation's unit.
    #[must_use]
    pub fn new(evaluation: E, lead: f64) -> StaticEvaluator<E> {
        StaticEvaluator { evaluation, lead }
    }

    /// Returns the logarithm of the odds of winning.
    fn logit<P: Position>(&self, score: Score) -> f64
    where
        E: Evaluate<P>,
    {
        match score {
            score if score.is_win() => f64::INFINITY,
            score if score.is_loss() => f64::NEG_INFINITY,
            score => f64::from(score.value()) / f64::from(self.evaluation.scale()) / self.lead,
        }
    }

    /// Returns the evaluation's path state after the line from the root.
    fn path<P: Position>(&self, leaf: &Leaf<'_, P>) -> E::Path
    where
        E: Evaluate<P>,
    {
        if !E::BY_PATH {
            return self.evaluation.start(leaf.pos);
        }
        let (mut pos, mut path) = (leaf.root.clone(), self.evaluation.start(leaf.root));
        for &mv in leaf.line {
            let after = pos.after(mv);
            path = self.evaluation.extend(&path, &pos, mv, &after);
            pos = after;
        }
        path
    }
}

impl<P: Position, E: Evaluate<P>> Evaluator<P> for StaticEvaluator<E> {
    fn value(&mut self, leaf: &mut Leaf<'_, P>) -> Result<f64, Stopped> {
        let score = self.evaluation.evaluate(leaf.pos, &self.path(leaf), leaf.pos.side_to_move());
        Ok(1.0 / (1.0 + (-self.logit(score)).exp()))
    }

    /// Returns the odds of each move by the value after it, so that the priors are the softmax of the values.
    fn priors(&mut self, leaf: &mut Leaf<'_, P>, moves: &[P::Move]) -> Result<Option<Vec<f64>>, Stopped> {
        let (pos, path) = (leaf.pos, self.path(leaf));
        let mover: Side = pos.side_to_move();
        let mut weights = Vec::with_capacity(moves.len());
        for &mv in moves {
            let after = leaf.make(pos, mv)?;
            let score = match leaf.outcome(&after) {
                Some(outcome) => Score::of_outcome(outcome, mover, 1),
                None => {
                    let path = self.evaluation.extend(&path, pos, mv, &after);
                    self.evaluation.evaluate(&after, &path, mover)
                }
            };
            leaf.rewind();
            weights.push(self.logit(score).clamp(-MAX_LOGIT, MAX_LOGIT).exp());
        }
        Ok(Some(weights))
    }
}

/// The mean value of several evaluators \[Silver2016\], with the priors of another.
pub struct CombinedEvaluator<P: Position> {
    values: Vec<Box<dyn Evaluator<P>>>,
    priors: Option<Box<dyn Evaluator<P>>>,
}

impl<P: Position> std::fmt::Debug for CombinedEvaluator<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CombinedEvaluator").field("values", &self.values.len()).finish_non_exhaustive()
    }
}

impl<P: Position> Default for CombinedEvaluator<P> {
    fn default() -> CombinedEvaluator<P> {
        CombinedEvaluator { values: Vec::new(), priors: None }
    }
}

impl<P: Position> CombinedEvaluator<P> {
    /// Adds an evaluator that values leaves. Without one, all leaves are draws.
    #[must_use]
    pub fn value(mut self, evaluator: Box<dyn Evaluator<P>>) -> CombinedEvaluator<P> {
        self.values.push(evaluator);
        self
    }

    /// Sets the evaluator of the priors. Without one, all moves are equal.
    #[must_use]
    pub fn priors(self, evaluator: Box<dyn Evaluator<P>>) -> CombinedEvaluator<P> {
        CombinedEvaluator { priors: Some(evaluator), ..self }
    }
}

impl<P: Position> Evaluator<P> for CombinedEvaluator<P> {
    fn start(&mut self, seed: u64) {
        self.values.iter_mut().chain(&mut self.priors).for_each(|evaluator| evaluator.start(seed));
    }

    fn value(&mut self, leaf: &mut Leaf<'_, P>) -> Result<f64, Stopped> {
        let mut total = 0.0;
        for evaluator in &mut self.values {
            leaf.rewind();
            total += evaluator.value(leaf)?;
        }
        Ok(if self.values.is_empty() { 0.5 } else { total / self.values.len() as f64 })
    }

    fn priors(&mut self, leaf: &mut Leaf<'_, P>, moves: &[P::Move]) -> Result<Option<Vec<f64>>, Stopped> {
        self.priors.as_mut().map_or(Ok(None), |evaluator| evaluator.priors(leaf, moves))
    }
}
