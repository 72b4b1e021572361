//! Monte-Carlo tree search: UCT \[Kocsis2006\] or PUCT \[Rosin2011\], with proven results backed up \[Winands2008\].
//!
//! Each simulation descends the tree, adds a node, values it by the [`Evaluator`], and adds the result to all nodes of
//! its path. The default evaluator plays random games. A node whose game is over is proven. A node is also proven if
//! one of its moves is a proven win, or if all its moves are proven. Simulations do not descend below a proven node.
//! Scores are the mover's expected result in thousandths, from -1000 (lost) to 1000. Proven results are wins and
//! losses.
//!
//! Depth d means 32 x 2^d simulations in total, so that iterative deepening drives this search like any other. Every
//! move made in the tree or by the evaluator is a node. The same node limit and seed give the same result on every
//! machine.

mod agent;
mod evaluator;
mod options;
#[cfg(test)]
mod tests;
mod trace;
mod tree;

use std::cmp::Reverse;
use std::mem::take;

use plyground_game::random::Random;
use plyground_game::zobrist::mix;
use plyground_game::{History, Position, Score, Side};

pub use self::agent::MctsAgent;
pub use self::evaluator::{CombinedEvaluator, Evaluator, Leaf, Playouts, StaticEvaluator};
pub use self::options::{EXPLORATION, MctsOptions, Prior};
use self::tree::{Node, Proven, ROOT, SCALE, Tree};
use crate::budget::{Budget, Stopped};
use crate::iteration::{Counts, Iteration};
use crate::limits::Limits;
use crate::options::Options;
use crate::report::{Bound, RootMove};
use crate::searcher::Searcher;

/// Maximum number of nodes of the tree. Further simulations add no nodes.
const MAX_NODES: usize = 4_000_000;

/// Monte-Carlo tree search.
///
/// ```
/// use plyground_cachex::Cachex;
/// use plyground_game::Game;
/// use plyground_search::{Limits, Mcts, MctsOptions, deepen};
///
/// let game = Game::<Cachex>::new(&"3".parse()?, &Default::default());
/// let report = deepen(&mut Mcts::new(MctsOptions::default(), 7), &game, &Limits::nodes(20_000), |_| {});
/// assert!(report.best.is_some() && report.score.value().abs() <= 1000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Mcts<P: Position> {
    options: MctsOptions,
    evaluator: Box<dyn Evaluator<P>>,
    tree: Tree<P::Move>,
    /// Whether the next search starts with the current tree.
    is_advanced: bool,
    budget: Budget,
    history: History,
    random: Random,
    seed: u64,
    /// Seed that a match mixes in for the current game; 0 without one.
    game_seed: u64,
    counts: Counts,
    simulations: u64,
    /// Nodes and moves of the current simulation. The buffers are reused.
    path: Vec<usize>,
    line: Vec<P::Move>,
}

plyground_game::impl_debug!(Mcts { options, seed, simulations } for [P: Position] Mcts<P>);

/// Construction and settings.
impl<P: Position> Mcts<P> {
    /// Returns a search with one playout per leaf. All its choices follow from `seed`.
    #[must_use]
    pub fn new(options: impl Into<MctsOptions>, seed: u64) -> Mcts<P> {
        Mcts {
            options: options.into(),
            evaluator: Box::new(Playouts::new(1)),
            tree: Tree::new(Side::First),
            is_advanced: false,
            budget: Budget::new(Limits::NONE),
            history: History::from_keys(Default::default(), 0, 0),
            random: Random::new(seed),
            seed,
            game_seed: 0,
            counts: Counts::default(),
            simulations: 0,
            path: Vec::new(),
            line: Vec::new(),
        }
    }

    /// Returns the same search with another evaluator for values and, if the options require it, for priors.
    #[must_use]
    pub fn with_evaluator(self, evaluator: impl Evaluator<P> + 'static) -> Mcts<P> {
        Mcts { evaluator: Box::new(evaluator), ..self }
    }

    /// Returns the number of simulations since the search started.
    #[must_use]
    pub fn simulations(&self) -> u64 {
        self.simulations
    }

    /// Starts the next search with the subtree after `line` from the last root. If the tree does not contain the line,
    /// the next search starts with an empty tree.
    pub fn advance(&mut self, line: &[P::Move]) {
        let tree = self.tree.subtree(line);
        self.is_advanced = tree.is_some();
        if let Some(tree) = tree {
            self.tree = tree;
        }
    }

    /// Mixes a seed into all random choices of the following searches.
    pub(crate) fn reseed(&mut self, game_seed: u64) {
        self.game_seed = game_seed;
    }

    /// Sets the number of lines that the following searches report.
    pub(crate) fn set_lines(&mut self, lines: usize) {
        self.options.base.lines = lines.max(1);
    }
}

/// One simulation.
impl<P: Position> Mcts<P> {
    /// Descends the tree, values the leaf and adds the result to the nodes of the path.
    fn simulate(&mut self, root: &P) -> Result<(), Stopped> {
        let plies = self.history.plies();
        let (mut path, mut line) = (take(&mut self.path), take(&mut self.line));
        path.clear();
        line.clear();
        path.push(ROOT);
        let value = self.descend(root, &mut path, &mut line);
        evaluator::rewind(&mut self.history, plies);
        if let Ok(value) = value {
            self.back_up(&path, value);
        }
        (self.path, self.line) = (path, line);
        value.map(|_| ())
    }

    /// Descends to a new or proven node and returns its result for the first side. `path` and `line` receive the nodes
    /// and moves of the descent.
    fn descend(&mut self, root: &P, path: &mut Vec<usize>, line: &mut Vec<P::Move>) -> Result<f64, Stopped> {
        let mut pos = root.clone();
        let mut index = ROOT;
        loop {
            let node = &self.tree[index];
            if let Some(proven) = node.proven {
                return Ok(proven.outcome.points(Side::First));
            }
            self.counts.seldepth = self.counts.seldepth.max(path.len() as u32);
            if node.children == 0 {
                let is_new = node.visits == 0 && index != ROOT;
                if let Some(outcome) = self.history.outcome(&pos) {
                    self.tree[index].proven = Some(Proven::finished(outcome));
                    return Ok(outcome.points(Side::First));
                }
                if is_new || !self.expand(index, root, line, &pos)? {
                    return self.value(root, line, &pos);
                }
            }
            index = match self.options.prior {
                Prior::None => self.select_by_uct(index),
                Prior::Uniform | Prior::Evaluator => self.select_by_puct(index),
            };
            let mv = self.tree[index].mv.expect("only the root has no move");
            pos = evaluator::make(&mut self.history, &mut self.budget, &pos, mv)?;
            path.push(index);
            line.push(mv);
        }
    }

    /// Adds the moves of a node with their priors. Returns `false` if the tree would exceed [`MAX_NODES`].
    fn expand(&mut self, index: usize, root: &P, line: &[P::Move], pos: &P) -> Result<bool, Stopped> {
        let moves = pos.legal_moves();
        if self.tree.len() + moves.len() > MAX_NODES {
            return Ok(false);
        }
        let weights = match self.options.prior {
            Prior::None => None,
            Prior::Uniform => Some(vec![1.0; moves.len()]),
            Prior::Evaluator => {
                let weights = self.ask(root, line, pos, |evaluator, leaf| evaluator.priors(leaf, &moves))?;
                Some(weights.unwrap_or_else(|| vec![1.0; moves.len()]))
            }
        };
        let priors = weights.map_or_else(Vec::new, |weights| normalised(&weights, moves.len()));
        self.tree.expand(index, pos.side_to_move(), &moves, &priors);
        Ok(true)
    }

    /// Calls the evaluator with a position.
    fn ask<T>(
        &mut self,
        root: &P,
        line: &[P::Move],
        pos: &P,
        question: impl FnOnce(&mut dyn Evaluator<P>, &mut Leaf<'_, P>) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        let plies = self.history.plies();
        let (history, budget) = (&mut self.history, &mut self.budget);
        let mut leaf = Leaf { root, line, pos, history, budget, plies };
        let answer = question(&mut *self.evaluator, &mut leaf);
        leaf.rewind();
        answer
    }

    /// Returns the evaluator's expected result of a leaf, for the first side.
    fn value(&mut self, root: &P, line: &[P::Move], pos: &P) -> Result<f64, Stopped> {
        let value = self.ask(root, line, pos, |evaluator, leaf| evaluator.value(leaf))?;
        // NaN counts as a draw.
        let value = if value.is_nan() { 0.5 } else { value.clamp(0.0, 1.0) };
        Ok(if pos.side_to_move() == Side::First { value } else { 1.0 - value })
    }

    /// Adds a result for the first side to the nodes of a path, and backs proofs up.
    fn back_up(&mut self, path: &[usize], value: f64) {
        self.simulations += 1;
        self.counts.leaves += 1;
        for &index in path {
            let node = &mut self.tree[index];
            node.visits += 1;
            node.total += if node.maker == Side::First { value } else { 1.0 - value };
        }
        let [parents @ .., leaf] = path else { return };
        if self.tree[*leaf].proven.is_some() {
            for &parent in parents.iter().rev() {
                if !self.tree.prove(parent) {
                    // Without a new proof here, there is none above.
                    break;
                }
            }
        }
    }

    /// Returns the child with the greatest upper confidence bound. Untried children come first, chosen at random.
    fn select_by_uct(&mut self, index: usize) -> usize {
        let first = self.tree.children(index).start;
        let log = f64::from(self.tree[index].visits.max(1)).ln();
        let (mut untried, mut best) = (0, (f64::NEG_INFINITY, 0));
        for (place, child) in self.tree.child_nodes(index).iter().enumerate() {
            if child.visits == 0 {
                untried += 1;
            } else if untried == 0 {
                let explored = || child.mean() + self.options.exploration * (log / f64::from(child.visits)).sqrt();
                let bound = known_bound(child).unwrap_or_else(explored);
                if bound > best.0 {
                    best = (bound, place);
                }
            }
        }
        if untried == 0 {
            return first + best.1;
        }
        let chosen = self.random.below(untried);
        let children = self.tree.child_nodes(index).iter().enumerate();
        let mut fresh = children.filter(|(_, child)| child.visits == 0).map(|(place, _)| first + place);
        fresh.nth(chosen).expect("there are as many as were counted")
    }

    /// Returns the child with the greatest sum of value and exploration term; the first among equals.
    fn select_by_puct(&self, index: usize) -> usize {
        let width = self.options.exploration * f64::from(self.tree[index].visits.max(1)).sqrt();
        let mut best = (f64::NEG_INFINITY, 0);
        for (place, child) in self.tree.child_nodes(index).iter().enumerate() {
            let explored = || child.mean() + width * f64::from(child.prior) / f64::from(child.visits + 1);
            let bound = known_bound(child).unwrap_or_else(explored);
            if bound > best.0 {
                best = (bound, place);
            }
        }
        self.tree.children(index).start + best.1
    }
}

/// Returns the bound of a proven child. It has no exploration term, and a lost move comes after all others.
fn known_bound<M>(child: &Node<M>) -> Option<f64> {
    child.proven_result().map(|result| if result == 0.0 { -1.0 } else { result })
}

/// Returns weights as probabilities. Missing, negative and non-finite weights count as 0. All moves are equal if no
/// positive weight remains.
fn normalised(weights: &[f64], count: usize) -> Vec<f32> {
    let weight = |place: usize| {
        let weight = weights.get(place).copied().unwrap_or(0.0);
        if weight.is_finite() && weight > 0.0 { weight } else { 0.0 }
    };
    let sum: f64 = (0..count).map(weight).sum();
    let prior = |place: usize| if sum > 0.0 && sum.is_finite() { weight(place) / sum } else { 1.0 / count as f64 };
    (0..count).map(|place| prior(place) as f32).collect()
}

impl<P: Position> Searcher<P> for Mcts<P> {
    fn options(&self) -> &Options {
        &self.options.base
    }

    fn start(&mut self, root: &P, history: &History, budget: Budget) {
        self.history = history.clone();
        self.budget = budget;
        let seed = self.seed ^ self.game_seed ^ root.key();
        self.random = Random::new(seed);
        self.evaluator.start(mix(seed));
        self.simulations = 0;
        if !take(&mut self.is_advanced) {
            self.tree = Tree::new(!root.side_to_move());
        }
    }

    fn budget(&self) -> &Budget {
        &self.budget
    }

    fn value_now(&self, root: &P) -> Score {
        self.history.outcome(root).map_or(Score::ZERO, |outcome| Score::of_outcome(outcome, root.side_to_move(), 0))
    }

    fn scale(&self) -> u32 {
        SCALE as u32
    }

    fn iterate(&mut self, root: &P, moves: &[P::Move], depth: u32) -> Iteration<P::Move> {
        let goal = 32u64 << depth.min(40);
        self.counts = Counts::default();
        let mut stopped = false;
        while self.simulations < goal && self.tree[ROOT].proven.is_none() && !stopped && !self.budget.is_exiting() {
            stopped = self.simulate(root).is_err();
        }
        // Only a proven result is final.
        self.counts.pruned = self.tree[ROOT].proven.is_none();
        self.counts.interrupted = self.counts.pruned && self.simulations < goal && self.budget.is_exiting();
        self.counts.finished = self.counts.leaves;
        let mut found: Vec<usize> = self
            .tree
            .children(ROOT)
            .filter(|&child| self.tree[child].mv.is_some_and(|mv| moves.contains(&mv)))
            .collect();
        found.sort_by_cached_key(|&child| Reverse(self.tree.rank(child)));
        let mut iteration = Iteration::default();
        let least = found.first().map_or(Score::ZERO, |&best| self.tree.known_score(best));
        for (place, &child) in found.iter().enumerate() {
            let node = &self.tree[child];
            let Some(mv) = node.mv else { continue };
            let is_line = place < self.options.base.lines.max(1);
            let score = self.tree.known_score(child);
            // The most visited move is the best, even if a rarely tried move has a better mean.
            let score = if place > 0 { score.min(least) } else { score };
            let bound = if is_line { Bound::Exact } else { Bound::Upper };
            let pv = if is_line { self.tree.line(child) } else { vec![mv] };
            let statistics = Some(node.statistics(self.options.prior != Prior::None));
            iteration.push(RootMove { mv, score, bound, nodes: node.visits.into(), pv, statistics });
        }
        // A partial iteration is valid as well: it only has fewer simulations.
        if stopped { iteration.interrupted(self.counts) } else { iteration.complete(self.counts) }
    }
}
