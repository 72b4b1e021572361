//! Monte-Carlo tree search: UCT \[Kocsis2006\] with proven results backed up \[Winands2008\], for games without an evaluation.
//!
//! Each playout walks down the tree by upper confidence bounds, adds a node, plays on at random, and counts the result on
//! the way back. A node whose game is over is proven; a node with a proven win, or whose every move is proven, is proven
//! too, and no more playouts are spent below it. Scores are the mover's expected result in thousandths, from -1000 (lost)
//! to 1000; proven results are plain wins and losses.
//!
//! Depth d stands for 32 x 2^d playouts in all, so that deepening drives this search like any other. Every move made, in
//! the tree or at random, is a node; one node limit and one seed give the same answer everywhere.
//!
//! ```
//! use plyground_cachex::Cachex;
//! use plyground_game::Game;
//! use plyground_search::{Limits, Mcts, Options, deepen};
//!
//! let game = Game::<Cachex>::new(&"3".parse()?, &Default::default());
//! let report = deepen(&mut Mcts::new(Options::default(), 7), &game, &Limits::nodes(20_000), |_| {});
//! assert!(report.best.is_some() && report.score.value().abs() <= 1000);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod tree;

use std::cmp::Reverse;

use plyground_game::random::Random;
use plyground_game::{History, MoveList, Outcome, Position, Score, Side};

use crate::budget::{Budget, Stopped};
use crate::iteration::{Counts, Iteration};
use crate::limits::Limits;
use crate::options::Options;
use crate::report::{Bound, RootMove};
use crate::searcher::Searcher;

/// How much a rarely tried move is favoured: the square root of 2, from the theory of UCB1.
const EXPLORATION: f64 = std::f64::consts::SQRT_2;
/// Nodes that a tree may have; playouts go on without new ones then.
const MAX_NODES: usize = 4_000_000;
/// Where a playout is called a draw.
const MAX_PLAYOUT: u32 = 2_000;
/// The score of a certain win that is not proven.
const SCALE: f64 = 1000.0;

struct Node<M> {
    /// The move that leads here; nobody asks the root.
    mv: Option<M>,
    /// Who made it.
    maker: Side,
    visits: u32,
    /// Results for the maker: 1 for a win, 0.5 for a draw.
    total: f64,
    /// The proven result.
    proven: Option<Proven>,
    /// Its children stand together; none before the node is expanded.
    first_child: u32,
    children: u32,
}

/// A proven result with its distance in plies, as far as the tree goes.
#[derive(Clone, Copy)]
struct Proven {
    outcome: Outcome,
    plies: u32,
    /// Whether no move that is still open could be quicker.
    is_shortest: bool,
}

/// UCT with proven results.
pub struct Mcts<P: Position> {
    options: Options,
    budget: Budget,
    history: History,
    nodes: Vec<Node<P::Move>>,
    random: Random,
    seed: u64,
    counts: Counts,
    playouts: u64,
}

impl<P: Position> std::fmt::Debug for Mcts<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mcts")
            .field("options", &self.options)
            .field("seed", &self.seed)
            .field("playouts", &self.playouts)
            .finish_non_exhaustive()
    }
}

impl<P: Position> Mcts<P> {
    /// A searcher whose every choice is fixed by `seed`.
    #[must_use]
    pub fn new(options: Options, seed: u64) -> Mcts<P> {
        Mcts {
            options,
            budget: Budget::new(Limits::NONE),
            history: History::from_keys(Default::default(), 0, 0),
            nodes: Vec::new(),
            random: Random::new(seed),
            seed,
            counts: Counts::default(),
            playouts: 0,
        }
    }

    /// Playouts since the search began.
    #[must_use]
    pub fn playouts(&self) -> u64 {
        self.playouts
    }

    fn make(&mut self, pos: &P, mv: P::Move) -> Result<P, Stopped> {
        self.budget.count_node()?;
        let after = pos.after(mv);
        if P::HAS_HISTORY {
            self.history.push(pos, mv, &after);
        }
        Ok(after)
    }

    /// One walk down the tree, a playout, and the way back.
    fn playout(&mut self, root: &P) -> Result<(), Stopped> {
        let plies = self.history.plies();
        let mut path = vec![0usize];
        let result = self.descend(root, &mut path);
        while self.history.plies() > plies {
            self.history.pop();
        }
        let outcome = result?;
        self.playouts += 1;
        self.counts.leaves += 1;
        for &index in &path {
            let node = &mut self.nodes[index];
            node.visits += 1;
            node.total += match outcome {
                Outcome::Draw => 0.5,
                Outcome::Win(side) => f64::from(u8::from(side == node.maker)),
            };
        }
        for &index in path.iter().rev() {
            self.prove(index);
        }
        Ok(())
    }

    /// Walks down to a new or proven node, and plays on from there; `path` gets the nodes passed.
    fn descend(&mut self, root: &P, path: &mut Vec<usize>) -> Result<Outcome, Stopped> {
        let mut pos = root.clone();
        loop {
            let index = path[path.len() - 1];
            if let Some(Proven { outcome, .. }) = self.nodes[index].proven {
                return Ok(outcome);
            }
            self.counts.seldepth = self.counts.seldepth.max(path.len() as u32);
            let fresh = self.nodes[index].children == 0;
            if fresh {
                if let Some(outcome) = self.history.outcome(&pos) {
                    self.nodes[index].proven = Some(Proven { outcome, plies: 0, is_shortest: true });
                    return Ok(outcome);
                }
                let moves = pos.legal_moves();
                if self.nodes[index].visits == 0 && index != 0 || self.nodes.len() + moves.len() > MAX_NODES {
                    return self.play_on(pos);
                }
                self.expand(index, pos.side_to_move(), &moves);
            }
            let child = self.select(index);
            let mv = self.nodes[child].mv.expect("only the root has no move");
            pos = self.make(&pos, mv)?;
            path.push(child);
        }
    }

    fn expand(&mut self, index: usize, maker: Side, moves: &MoveList<P::Move>) {
        self.nodes[index].first_child = self.nodes.len() as u32;
        self.nodes[index].children = moves.len() as u32;
        for &mv in moves {
            let node = Node { mv: Some(mv), maker, visits: 0, total: 0.0, proven: None, first_child: 0, children: 0 };
            self.nodes.push(node);
        }
    }

    fn children(&self, index: usize) -> std::ops::Range<usize> {
        let node = &self.nodes[index];
        node.first_child as usize..(node.first_child + node.children) as usize
    }

    /// The child to try next: by upper confidence bound; an untried one, drawn at random, first.
    fn select(&mut self, index: usize) -> usize {
        let children = self.children(index);
        let untried = self.nodes[children.clone()].iter().filter(|child| child.visits == 0).count();
        if untried > 0 {
            let chosen = self.random.below(untried);
            let mut fresh = children.filter(|&child| self.nodes[child].visits == 0);
            return fresh.nth(chosen).expect("there are as many as were counted");
        }
        let log = f64::from(self.nodes[index].visits.max(1)).ln();
        let bound = |child: &Node<P::Move>| match child.proven {
            // Nothing is left to learn there.
            Some(Proven { outcome: Outcome::Win(side), .. }) if side != child.maker => -1.0,
            _ => child.total / f64::from(child.visits) + EXPLORATION * (log / f64::from(child.visits)).sqrt(),
        };
        let mut best = (f64::NEG_INFINITY, children.start);
        for child in children {
            let value = bound(&self.nodes[child]);
            if value > best.0 {
                best = (value, child);
            }
        }
        best.1
    }

    /// Random moves to the end of the game.
    fn play_on(&mut self, mut pos: P) -> Result<Outcome, Stopped> {
        for _ in 0..MAX_PLAYOUT {
            if let Some(outcome) = self.history.outcome(&pos) {
                return Ok(outcome);
            }
            let moves = pos.legal_moves();
            let mv = moves[self.random.below(moves.len())];
            pos = self.make(&pos, mv)?;
        }
        Ok(Outcome::Draw)
    }

    /// Marks a node as proven when its children prove it.
    fn prove(&mut self, index: usize) {
        if self.nodes[index].proven.is_some() || self.nodes[index].children == 0 {
            return;
        }
        let children = &self.nodes[self.children(index)];
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
        self.nodes[index].proven = proven;
    }

    /// The value of a node for the side that moved there.
    fn score(node: &Node<P::Move>, distance: u32) -> Score {
        match node.proven {
            Some(Proven { outcome, plies, .. }) => Score::of_outcome(outcome, node.maker, plies + distance),
            None if node.visits == 0 => Score::ZERO,
            None => Score::new(((2.0 * node.total / f64::from(node.visits) - 1.0) * SCALE).round() as i32),
        }
    }

    /// Returns the value of a root move without a distance that more playouts could shorten. Losses keep their order, so
    /// they have distances together or not at all.
    fn known_score(&self, node: &Node<P::Move>) -> Score {
        let score = Self::score(node, 1);
        let is_open = |child: &Node<P::Move>| child.proven.is_some_and(|proven| !proven.is_shortest);
        // The best win may not be the quickest as long as another move is open.
        let is_doubtful = if score.is_loss() {
            self.nodes[self.children(0)].iter().any(is_open)
        } else {
            is_open(node) || is_open(&self.nodes[0])
        };
        if is_doubtful { score.without_distance() } else { score }
    }

    /// The line of the best children from a node.
    fn line(&self, mut index: usize) -> Vec<P::Move> {
        let mut line = Vec::new();
        while let Some(mv) = self.nodes[index].mv {
            line.push(mv);
            let best = self.children(index).max_by_key(|&child| self.rank(child));
            match best.filter(|&child| self.nodes[child].visits > 0) {
                Some(child) => index = child,
                None => break,
            }
        }
        line
    }

    /// Proven wins first, then open moves by visits, proven losses last; the first among equals.
    fn rank(&self, child: usize) -> (Score, u32, Reverse<usize>) {
        let node = &self.nodes[child];
        let proven = if node.proven.is_some() { Self::score(node, 1) } else { Score::ZERO };
        (proven, node.visits, Reverse(child))
    }
}

impl<P: Position> Searcher<P> for Mcts<P> {
    fn options(&self) -> &Options {
        &self.options
    }

    fn start(&mut self, root: &P, history: &History, budget: Budget) {
        self.history = history.clone();
        self.budget = budget;
        self.random = Random::new(self.seed ^ root.key());
        self.playouts = 0;
        self.nodes.clear();
        let maker = !root.side_to_move();
        self.nodes.push(Node { mv: None, maker, visits: 0, total: 0.0, proven: None, first_child: 0, children: 0 });
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
        while self.playouts < goal && self.nodes[0].proven.is_none() && !stopped && !self.budget.is_exiting() {
            stopped = self.playout(root).is_err();
        }
        // Settled is only what is proven.
        self.counts.shortened = self.nodes[0].proven.is_none();
        self.counts.cut = self.counts.shortened && self.playouts < goal && self.budget.is_exiting();
        self.counts.finished = self.counts.leaves;
        let mut found: Vec<usize> =
            self.children(0).filter(|&child| self.nodes[child].mv.is_some_and(|mv| moves.contains(&mv))).collect();
        found.sort_by_cached_key(|&child| Reverse(self.rank(child)));
        let mut iteration = Iteration::new();
        let least = found.first().map_or(Score::ZERO, |&best| self.known_score(&self.nodes[best]));
        for (place, &child) in found.iter().enumerate() {
            let node = &self.nodes[child];
            let Some(mv) = node.mv else { continue };
            let wanted = place < self.options.lines.max(1);
            let score = self.known_score(node);
            // The most visited move is the best, even where a rarely tried one looks better so far.
            let score = if place > 0 { score.min(least) } else { score };
            let bound = if wanted { Bound::Exact } else { Bound::Upper };
            let pv = if wanted { self.line(child) } else { vec![mv] };
            iteration.push(RootMove { mv, score, bound, nodes: node.visits.into(), pv });
        }
        // What a broken-off round has learnt counts as well: it only has fewer playouts.
        if stopped { iteration.stopped(self.counts) } else { iteration.finished(self.counts) }
    }
}

#[cfg(test)]
mod tests {
    use plyground_cachex::Cachex;
    use plyground_game::Game;

    use super::*;
    use crate::deepening::{deepen, search_once};

    #[test]
    fn a_forced_win_is_proven_and_equals_minimax() {
        let nothing = plyground_game::HashEvaluation { seed: 0, range: 0, antisymmetric: true };
        let rules = "standard,steal=off".parse().unwrap();
        let mut won = 0;
        for moves in ["0,0 1,0 1,1", "0,0 2,2 1,1 0,2", "0,1 2,0 1,0 2,2", "1,2 0,0 2,1 1,0"] {
            let mut game = Game::<Cachex>::new(&"3".parse().unwrap(), &rules);
            moves.split(' ').for_each(|mv| {
                game.play_text(mv).unwrap();
            });
            let limits = Limits::nodes(300_000);
            let found = deepen(&mut Mcts::new(Options::default(), 3), &game, limits, |_| {});
            let exact = search_once(&mut crate::AlphaBeta::new(&nothing, Options::default()), &game, 6);
            if found.score.is_decided() && exact.score.is_decided() {
                assert_eq!(found.score.is_win(), exact.score.is_win(), "{moves}");
                let claimed = found.score.winner_in();
                assert!(claimed.is_none_or(|plies| Some(plies) == exact.score.winner_in()), "{moves}: {claimed:?}");
                assert!(found.proven && found.completed, "{moves}");
                won += 1;
            }
        }
        assert!(won >= 2, "only {won} positions were proven");
    }

    /// A round that the exit counter breaks off is not called finished; one that it comes too late for is.
    #[test]
    fn a_round_is_cut_where_playouts_are_missing() {
        let game = Game::<Cachex>::new(&"5".parse().unwrap(), &Default::default());
        let round = |exit_nodes| {
            let job = crate::Job { fixed: true, ..Limits { exit_nodes, ..Limits::depth(1) }.into() };
            let mut search = Mcts::new(Options::default(), 3);
            let report = crate::run(&mut search, &game, &job, &mut |_| std::ops::ControlFlow::Continue(()));
            (report, search.playouts())
        };
        let (whole, playouts) = round(None);
        assert_eq!((whole.depth, whole.partial_depth, playouts), (1, None, 64));
        for exit in whole.nodes - 100..=whole.nodes + 1 {
            let (report, playouts) = round(Some(exit));
            let cut = (0, Some(1));
            let expected = if playouts < 64 { cut } else { (1, None) };
            assert_eq!((report.depth, report.partial_depth), expected, "after {exit} of {} nodes", whole.nodes);
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_search() {
        let game = Game::<Cachex>::new(&"5".parse().unwrap(), &Default::default());
        let run = |seed| {
            let report = deepen(&mut Mcts::new(Options::default(), seed), &game, Limits::nodes(30_000), |_| {});
            (report.best, report.score, report.nodes, report.pv)
        };
        assert_eq!(run(1), run(1));
        assert_eq!(run(1).2, 30_000);
    }
}
