//! The tree of a Monte-Carlo tree search: nodes with visits, results and proofs.

use std::cmp::Reverse;
use std::ops::{Index, IndexMut, Range};

use plyground_game::{Outcome, Score, Side};

use crate::report::MoveStatistics;

/// Score of a certain win that is not proven.
pub(super) const SCALE: f64 = 1000.0;

/// Index of the root.
pub(super) const ROOT: usize = 0;

/// A position, stored with the move that leads to it.
#[derive(Clone)]
pub(super) struct Node<M> {
    /// The move that leads here; `None` at the root.
    pub(super) mv: Option<M>,
    /// The side that made it.
    pub(super) maker: Side,
    pub(super) visits: u32,
    /// Sum of the results for the maker: 1 for a win, 0.5 for a draw.
    pub(super) total: f64,
    /// Prior probability among its siblings; 0 in a search without priors.
    pub(super) prior: f32,
    pub(super) proven: Option<Proven>,
    /// Index of the first child. Children are contiguous. A node has none before it is expanded.
    first_child: u32,
    pub(super) children: u32,
}

/// A proven result with its distance in plies, as far as the tree is built.
#[derive(Clone, Copy)]
pub(super) struct Proven {
    pub(super) outcome: Outcome,
    plies: u32,
    /// Whether no unproven move can be quicker.
    is_shortest: bool,
}

impl Proven {
    /// Returns the result of a finished game.
    pub(super) fn finished(outcome: Outcome) -> Proven {
        Proven { outcome, plies: 0, is_shortest: true }
    }
}

impl<M> Node<M> {
    fn new(mv: Option<M>, maker: Side, prior: f32) -> Node<M> {
        Node { mv, maker, visits: 0, total: 0.0, prior, proven: None, first_child: 0, children: 0 }
    }

    /// Returns the mean result for the maker, 0 to 1. It is a draw before the first visit, as in \[Silver2016\].
    pub(super) fn mean(&self) -> f64 {
        if self.visits == 0 { 0.5 } else { self.total / f64::from(self.visits) }
    }

    /// Returns the proven result for the maker, 0 to 1.
    pub(super) fn proven_result(&self) -> Option<f64> {
        self.proven.map(|proven| proven.outcome.points(self.maker))
    }

    /// Returns the value for the maker, `distance` plies from the root.
    pub(super) fn score(&self, distance: u32) -> Score {
        match self.proven {
            Some(Proven { outcome, plies, .. }) => Score::of_outcome(outcome, self.maker, plies + distance),
            None => Score::new(((2.0 * self.mean() - 1.0) * SCALE).round() as i32),
        }
    }

    /// Returns whether the node is proven but another move may be quicker.
    fn has_open_distance(&self) -> bool {
        self.proven.is_some_and(|proven| !proven.is_shortest)
    }

    /// Returns the statistics of the move, for the side that makes it.
    pub(super) fn statistics(&self, has_priors: bool) -> MoveStatistics {
        let result = self.proven_result().or((self.visits > 0).then(|| self.mean()));
        MoveStatistics {
            visits: self.visits.into(),
            value: result.map(|result| 2.0 * result - 1.0),
            prior: has_priors.then(|| f64::from(self.prior)),
        }
    }
}

/// All nodes. The root is the first.
pub(super) struct Tree<M>(Vec<Node<M>>);

impl<M> Index<usize> for Tree<M> {
    type Output = Node<M>;

    fn index(&self, index: usize) -> &Node<M> {
        &self.0[index]
    }
}

impl<M> IndexMut<usize> for Tree<M> {
    fn index_mut(&mut self, index: usize) -> &mut Node<M> {
        &mut self.0[index]
    }
}

impl<M: Copy + Eq> Tree<M> {
    /// Returns a tree with only a root, after a move of `maker`.
    pub(super) fn new(maker: Side) -> Tree<M> {
        Tree(vec![Node::new(None, maker, 0.0)])
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds the children of a node: the moves of `maker`, each with its prior, or 0 if `priors` is empty.
    pub(super) fn expand(&mut self, index: usize, maker: Side, moves: &[M], priors: &[f32]) {
        self.0[index].first_child = self.0.len() as u32;
        self.0[index].children = moves.len() as u32;
        let node = |(place, &mv)| Node::new(Some(mv), maker, priors.get(place).copied().unwrap_or(0.0));
        self.0.extend(moves.iter().enumerate().map(node));
    }

    pub(super) fn children(&self, index: usize) -> Range<usize> {
        let node = &self.0[index];
        node.first_child as usize..(node.first_child + node.children) as usize
    }

    /// Returns the children as a slice.
    pub(super) fn child_nodes(&self, index: usize) -> &[Node<M>] {
        &self.0[self.children(index)]
    }

    /// Returns the node after a line from the root, if the tree contains it.
    fn find(&self, line: &[M]) -> Option<usize> {
        line.iter().try_fold(ROOT, |index, &mv| self.children(index).find(|&child| self.0[child].mv == Some(mv)))
    }

    /// Returns the subtree whose root is the node after `line`, or `None` if the tree does not contain that node.
    pub(super) fn subtree(&self, line: &[M]) -> Option<Tree<M>> {
        let root = self.find(line)?;
        let mut nodes = vec![Node { mv: None, ..self.0[root].clone() }];
        let mut next = 0;
        // Breadth-first order keeps the children of a node contiguous.
        while next < nodes.len() {
            let Node { first_child, children, .. } = nodes[next];
            nodes[next].first_child = nodes.len() as u32;
            nodes.extend_from_slice(&self.0[first_child as usize..(first_child + children) as usize]);
            next += 1;
        }
        Some(Tree(nodes))
    }

    /// Marks a node as proven if its children prove it, and returns whether they do \[Winands2008\].
    pub(super) fn prove(&mut self, index: usize) -> bool {
        if self.0[index].proven.is_some() || self.0[index].children == 0 {
            return false;
        }
        let children = self.child_nodes(index);
        let maker = children[0].maker;
        let all = children.iter().all(|child| child.proven.is_some());
        let all_shortest = children.iter().all(|child| child.proven.is_some_and(|proven| proven.is_shortest));
        let plies = |outcome: Outcome| {
            let proven = children.iter().filter_map(|child| child.proven);
            proven.filter(move |proven| proven.outcome == outcome).map(|proven| proven.plies)
        };
        let (win, loss) = (Outcome::Win(maker), Outcome::Win(!maker));
        let proven = |outcome, plies, is_shortest| Some(Proven { outcome, plies: plies + 1, is_shortest });
        let proven = if let Some(plies) = plies(win).min() {
            proven(win, plies, plies == 0 || all_shortest)
        } else if !all {
            None
        } else if let Some(plies) = plies(Outcome::Draw).max() {
            proven(Outcome::Draw, plies, true)
        } else {
            plies(loss).max().and_then(|plies| proven(loss, plies, all_shortest))
        };
        self.0[index].proven = proven;
        proven.is_some()
    }

    /// Returns the value of a root move, without a distance that more playouts could shorten. Either all losses have a
    /// distance or none has one, so that their order is preserved.
    pub(super) fn known_score(&self, child: usize) -> Score {
        let node = &self.0[child];
        let score = node.score(1);
        // The best win may not be the quickest while another move is unproven.
        let is_doubtful = if score.is_loss() {
            self.child_nodes(ROOT).iter().any(Node::has_open_distance)
        } else {
            node.has_open_distance() || self.0[ROOT].has_open_distance()
        };
        if is_doubtful { score.without_distance() } else { score }
    }

    /// Returns the line of best children from a node.
    pub(super) fn line(&self, mut index: usize) -> Vec<M> {
        let mut line = Vec::new();
        while let Some(mv) = self.0[index].mv {
            line.push(mv);
            let best = self.children(index).max_by_key(|&child| self.rank(child));
            match best.filter(|&child| self.0[child].visits > 0) {
                Some(child) => index = child,
                None => break,
            }
        }
        line
    }

    /// Returns the sort key of a child: proven wins first, then unproven moves by visits, proven losses last; the first
    /// among equals.
    pub(super) fn rank(&self, child: usize) -> (Score, u32, Reverse<usize>) {
        let node = &self.0[child];
        let proven = if node.proven.is_some() { node.score(1) } else { Score::ZERO };
        (proven, node.visits, Reverse(child))
    }
}
