//! Tree of all lines from a position, to the same number of plies. Transpositions are stored once.

use std::collections::HashMap;

use plyground_game::{Game, Outcome, Position, Side};

use super::certificate::MOST_PLIES;
use super::prover::Provable;
use crate::SolveError;
use crate::horizon::Horizon;

/// Maximum number of leaves.
const MOST: usize = 2_000_000;
/// Maximum number of positions of all levels.
const MOST_IN_ALL: usize = 2 * MOST;

/// Bounds and estimate of a value for the side to move at the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub(super) lower: i32,
    pub(super) upper: i32,
    /// Estimate of the value, within the bounds.
    pub(super) guess: i32,
}

impl Known {
    /// Returns the bounds with an estimate within them.
    fn with_guess(self, guess: i32) -> Known {
        Known { guess: guess.clamp(self.lower, self.upper.max(self.lower)), ..self }
    }

    pub(super) fn at_least(&mut self, bound: i32) {
        self.lower = self.lower.max(bound);
        *self = self.with_guess(self.guess);
    }

    pub(super) fn at_most(&mut self, bound: i32) {
        self.upper = self.upper.min(bound);
        *self = self.with_guess(self.guess);
    }
}

/// Bound to prove.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    AtLeast(i32),
    AtMost(i32),
}

impl Bound {
    pub(super) fn is_proved(self, known: Known) -> bool {
        match self {
            Bound::AtLeast(bound) => known.lower >= bound,
            Bound::AtMost(bound) => known.upper <= bound,
        }
    }

    fn is_possible(self, known: Known) -> bool {
        match self {
            Bound::AtLeast(bound) => known.upper >= bound,
            Bound::AtMost(bound) => known.lower <= bound,
        }
    }

    /// Returns whether the side at the root is the proving side.
    fn is_of_top(self) -> bool {
        matches!(self, Bound::AtLeast(_))
    }

    /// Returns the priority of a child for the bound.
    fn worth(self, known: Known) -> i32 {
        if self.is_of_top() { known.guess } else { -known.guess }
    }
}

/// Position of the tree.
pub(super) struct Node<P> {
    pub(super) pos: P,
    /// Whether the game is over or the position is a leaf.
    is_end: bool,
    /// Whether the side at the root is to move.
    pub(super) is_of_top: bool,
    pub(super) known: Known,
    /// Bounds by the rules alone.
    given: Known,
    /// Indices of the children in the next level.
    children: Vec<usize>,
}

/// All lines, level by level.
pub(super) struct Tree<P> {
    levels: Vec<Vec<Node<P>>>,
    step: i32,
}

impl<P: Position> Tree<P> {
    /// Expands all lines from the current position of a game. A turn limit draws in the tree as in the leaves.
    pub(super) fn new(provable: &dyn Provable<P>, game: &Game<P>, plies: u32) -> Result<Tree<P>, SolveError> {
        if plies > MOST_PLIES {
            return Err(SolveError::TooDeep { plies });
        }
        let turns_left = turns_left(game)?;
        let (top, side) = (game.position(), game.position().side_to_move());
        let is_late = |ply: u32| turns_left.is_some_and(|left| left <= ply);
        let mut levels = vec![vec![node(provable, top.clone(), is_late(0), side)]];
        let mut count = 1;
        for ply in 0..plies {
            let mut next: Vec<Node<P>> = Vec::new();
            let mut places: HashMap<P, usize> = HashMap::new();
            for node_above in levels.last_mut().into_iter().flatten().filter(|node| !node.is_end) {
                for &mv in &node_above.pos.legal_moves() {
                    let pos = node_above.pos.after(mv);
                    let place = *places.entry(pos).or_insert_with_key(|pos| {
                        next.push(node(provable, pos.clone(), is_late(ply + 1), side));
                        next.len() - 1
                    });
                    node_above.children.push(place);
                }
                if next.len() > MOST || count + next.len() > MOST_IN_ALL {
                    return Err(SolveError::TooManySubproblems { plies: ply + 1, most: MOST });
                }
            }
            count += next.len();
            let is_empty = next.is_empty();
            levels.push(next);
            if is_empty {
                break;
            }
        }
        let mut tree = Tree { levels, step: provable.step().max(1) };
        tree.back_up();
        Ok(tree)
    }

    /// Returns the positions in which lines end before the end of the game; their numbers are indices of the last
    /// level.
    pub(super) fn leaves(&self) -> &[Node<P>] {
        self.levels.last().map_or(&[], Vec::as_slice)
    }

    /// Records the answer whether the value of a leaf is at least `at`.
    pub(super) fn note(&mut self, number: usize, at: i32, answer: bool) {
        let step = self.step;
        let Some(node) = self.levels.last_mut().and_then(|leaves| leaves.get_mut(number)) else { return };
        if answer {
            // The smallest possible value that reaches `at`.
            let most = node.given.upper;
            node.known.at_least(most - (most - at).div_euclid(step) * step);
        } else {
            let least = node.given.lower;
            node.known.at_most(least + (at - 1 - least).div_euclid(step) * step);
        }
    }

    pub(super) fn top(&self) -> Known {
        self.levels[0][0].known
    }

    /// Computes the bounds of all positions above the leaves from those below them.
    pub(super) fn back_up(&mut self) {
        for level in (0..self.levels.len().saturating_sub(1)).rev() {
            let (above, below) = self.levels.split_at_mut(level + 1);
            for node in above[level].iter_mut().filter(|node| !node.is_end) {
                let children = node.children.iter().map(|&child| below[0][child].known);
                let best = children.reduce(|one, other| {
                    let better = |a: i32, b: i32| if node.is_of_top { a.max(b) } else { a.min(b) };
                    Known {
                        lower: better(one.lower, other.lower),
                        upper: better(one.upper, other.upper),
                        guess: better(one.guess, other.guess),
                    }
                });
                let Some(best) = best else { continue };
                node.known.lower = node.known.lower.max(best.lower);
                node.known.upper = node.known.upper.min(best.upper);
                node.known = node.known.with_guess(best.guess);
            }
        }
    }

    /// Returns the leaves on which a bound of the root depends if the proving side plays the most promising moves: the
    /// leaves to ask next, or, if the bound is proved, those that prove it.
    pub(super) fn depends_on(&self, bound: Bound) -> Vec<usize> {
        let is_proved = bound.is_proved(self.top());
        let mut needed = vec![0];
        for (level, below) in self.levels.iter().zip(&self.levels[1..]) {
            let mut next = vec![false; below.len()];
            // A bound that the rules alone prove needs no leaf below it.
            let needs = |node: &&Node<P>| !node.is_end && !bound.is_proved(node.given);
            for node in needed.iter().map(|&place: &usize| &level[place]).filter(needs) {
                let open = |&child: &usize| {
                    let known = below[child].known;
                    bound.is_possible(known) && (is_proved || !bound.is_proved(known))
                };
                let children = node.children.iter().copied();
                if node.is_of_top == bound.is_of_top() {
                    let key = |child: usize| {
                        let known = below[child].known;
                        (bound.is_proved(known), bound.worth(known))
                    };
                    // The first of the best children is chosen; `max_by_key` alone would return the last.
                    let best = children.filter(open).rev().max_by_key(|&child| key(child));
                    best.into_iter().for_each(|child| next[child] = true);
                } else {
                    children.filter(open).for_each(|child| next[child] = true);
                }
            }
            needed = (0..next.len()).filter(|&place| next[place]).collect();
        }
        let leaves = self.leaves();
        needed.retain(|&place| !leaves[place].is_end && !bound.is_proved(leaves[place].given));
        needed
    }
}

/// Returns the number of turns left; `None` without a turn limit.
///
/// # Errors
/// Returns an error if repetitions may decide the value, or if the text of a position does not contain the number of
/// turns.
pub(super) fn turns_left<P: Position>(game: &Game<P>) -> Result<Option<u32>, SolveError> {
    let horizon = Horizon::of(game);
    horizon.check_root(game)?;
    if horizon.left().is_some() {
        check_turns(game)?;
    }
    Ok(horizon.left())
}

/// Checks that the texts of the leaves contain the number of turns played, because the prover reads it there.
fn check_turns<P: Position>(game: &Game<P>) -> Result<(), SolveError> {
    let pos = game.position();
    let turns = game.history().turns();
    let is_written =
        |pos: &P, turns: u32| P::parse(&pos.to_string(), game.rules()).is_ok_and(|read| read.turns_played() == turns);
    let moves = pos.legal_moves();
    let after = moves.first().map(|&mv| pos.after(mv)).filter(|after| after.outcome().is_none());
    if is_written(pos, turns) && after.is_none_or(|after| is_written(&after, turns + 1)) {
        return Ok(());
    }
    Err(SolveError::TurnNotWritten { game: P::NAME, rules: game.rules().to_string() })
}

/// Creates a node of the tree. An `is_late` position is a draw by the turn limit, if the board does not end the game.
fn node<P: Position>(provable: &dyn Provable<P>, pos: P, is_late: bool, side: Side) -> Node<P> {
    let is_of_top = pos.side_to_move() == side;
    if let Some(outcome) = pos.outcome().or(is_late.then_some(Outcome::Draw)) {
        let value = provable.finished(&pos, outcome, side);
        let known = Known { lower: value, upper: value, guess: value };
        return Node { pos, is_end: true, is_of_top, known, given: known, children: Vec::new() };
    }
    let (lower, upper) = provable.range(&pos);
    let guess = lower + (provable.guess(&pos) - lower).div_euclid(provable.step().max(1)) * provable.step().max(1);
    let known =
        if is_of_top { Known { lower, upper, guess } } else { Known { lower: -upper, upper: -lower, guess: -guess } };
    let known = known.with_guess(known.guess);
    Node { pos, is_end: false, is_of_top, known, given: known, children: Vec::new() }
}
