//! Principal variation search \[Marsland1982\] (NegaScout \[Reinefeld1983\]): Scout with the enhancements that make it
//! fast.
//!
//! The first move of a node is searched in the node's window. The other moves are searched in a null window, and again
//! if the null window was too narrow. The search adds a staged move ordering, a transposition table with enhanced
//! cut-offs, aspiration windows, and bounds of the evaluation. [`Selectivity`] adds methods that leave the tree of
//! fixed depth: quiescence, late move reductions, the null move, internal reductions, replies to threats, and the
//! pruning of shallow nodes and late quiet moves. With [`Selectivity::NONE`] and an exact table, the value is that of
//! plain minimax.

mod enhanced_cutoffs;
mod null_move;
mod pruning;
mod quiescence;
mod root;
mod team;
mod threats;

use std::collections::VecDeque;
use std::sync::Arc;

use plyground_game::{Evaluate, Score, SearchHints, Window};
use smallvec::SmallVec;

use self::pruning::{QuietLimit, margin};
use crate::abdada::Abdada;
use crate::fixed_depth::FixedDepth;
use crate::history::HistoryTable;
use crate::options::Options;
use crate::picker::{Order, Picked, Picker};
use crate::search::{Best, Node, Search};
use crate::selectivity::{Selectivity, reduction};

/// Options of a [`Pvs`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PvsOptions {
    /// Options of all searches.
    pub base: Options,
    /// Move ordering.
    pub order: Order,
    /// Half the width of the aspiration window around the value of the depth before, in units of score; `None` for full
    /// windows.
    pub aspiration: Option<u32>,
    /// Minimum depth at which all moves are looked up in the table before one is searched \[Plaat1996\].
    pub transposition_cutoffs: Option<u32>,
    /// Methods that leave the tree of fixed depth.
    pub selectivity: Selectivity,
}

impl PvsOptions {
    /// Returns the options of an exact search: its value is that of plain minimax.
    #[must_use]
    pub fn exact() -> PvsOptions {
        PvsOptions {
            base: Options::default(),
            order: Order::Staged,
            aspiration: None,
            transposition_cutoffs: None,
            selectivity: Selectivity::NONE,
        }
    }
}

impl Default for PvsOptions {
    /// Returns an exact search with enhanced cut-offs from depth 8. At lower depths the lookups take longer than the
    /// nodes that they save.
    fn default() -> PvsOptions {
        PvsOptions { transposition_cutoffs: Some(8), ..PvsOptions::exact() }
    }
}

/// Principal variation search.
///
/// ```
/// use plyground_game::{Game, HashEvaluation};
/// use plyground_kalah::Kalah;
/// use plyground_search::{AlphaBeta, Options, Pvs, PvsOptions, SharedTable, TranspositionTable, search_once};
///
/// let game = Game::<Kalah>::default();
/// let evaluation = HashEvaluation { seed: 1, range: 50, antisymmetric: true };
/// let table = SharedTable::new(TranspositionTable::new(1)).exact();
/// let pvs = search_once(&mut Pvs::new(&evaluation, PvsOptions::exact()).with_table(table), &game, 8);
/// let alpha_beta = search_once(&mut AlphaBeta::new(&evaluation, Options::default()), &game, 8);
/// assert_eq!(pvs.score, alpha_beta.score);
/// assert!(pvs.nodes < alpha_beta.nodes);
/// ```
pub type Pvs<'a, P, E> = FixedDepth<'a, P, E, PvsRoot>;

/// Options and state of principal variation search.
#[derive(Debug)]
pub struct PvsRoot {
    order: Order,
    aspiration: Option<u32>,
    /// Minimum depth of enhanced cut-offs; greater than every depth without them.
    enhanced_cutoff_depth: u32,
    selectivity: Selectivity,
    history_table: HistoryTable,
    /// Team of the threads that share the work.
    team: Option<Arc<Abdada>>,
    /// Value of the last finished depth.
    last_value: Option<Score>,
}

impl<'a, P: SearchHints, E: Evaluate<P>> Pvs<'a, P, E> {
    /// Returns a search without a table.
    #[must_use]
    pub fn new(evaluation: &'a E, options: PvsOptions) -> Self {
        let PvsOptions { base, order, aspiration, transposition_cutoffs, selectivity } = options;
        let algorithm = PvsRoot {
            order,
            aspiration,
            enhanced_cutoff_depth: transposition_cutoffs.unwrap_or(u32::MAX),
            selectivity,
            history_table: HistoryTable::new::<P::Move>(),
            team: None,
            last_value: None,
        };
        FixedDepth { search: Search::new(evaluation, base), algorithm }
    }
}

/// Initial search of a child, by the moves tried before it.
#[derive(Clone, Copy)]
struct Plan {
    /// Whether the child is the first of its node, which is searched in the full window.
    is_first: bool,
    /// Reduction of the first search of a late quiet move.
    reduction: u32,
}

impl PvsRoot {
    /// Returns the value of an unfinished `node`, searched to `depth`, for its side to move. The value is exact inside
    /// of the window and a bound outside. It is invalid if a limit was reached. `previous` is the move that led here;
    /// `None` after a null move.
    ///
    /// `SELECTIVE` is whether the search leaves the tree of fixed depth or shares the tree with other threads.
    fn pvs<const SELECTIVE: bool, P: SearchHints, E: Evaluate<P>>(
        &mut self,
        search: &mut Search<'_, P, E>,
        node: &Node<P, E::Path>,
        mut depth: u32,
        previous: Option<P::Move>,
        window: Window,
    ) -> Score {
        // Horizon, and bounds of the evaluation.
        if let Some(score) = search.horizon(node).or_else(|| search.bounds_cutoff(&node.pos, window)) {
            return score;
        }

        // Transposition table.
        let probe = search.probe(node, depth, window);
        if let Some(score) = probe.cutoff {
            return score;
        }
        search.enter(&node.pos, depth, node.ply);

        // Threats: only moves that may prevent a win at the opponent's next move are searched, and none of them is pruned.
        let parries = if SELECTIVE { self.parries(search, node) } else { None };
        let mut quiet_limit = QuietLimit::NONE;
        if SELECTIVE && parries.is_none() {
            let shallow_eval = self.shallow_eval(search, node, depth, window);

            // Reverse futility pruning: the static evaluation exceeds beta by a margin.
            if let Some(static_eval) = shallow_eval
                && let Some(margin) = margin(search, self.selectivity.pruning.reverse_futility, depth)
                && static_eval.value().saturating_sub(margin) >= window.beta.value()
            {
                search.counts.pruned = true;
                return static_eval;
            }

            // Razoring: the static evaluation is below alpha by a margin, and quiescence does not lift it above alpha.
            if let Some(static_eval) = shallow_eval
                && let Some(margin) = margin(search, self.selectivity.pruning.razoring, depth)
                && static_eval.value().saturating_add(margin) <= window.alpha.value()
            {
                let score = self.quiescence(search, node, window, self.selectivity.quiescence);
                if score <= window.alpha {
                    search.counts.pruned = true;
                    return score;
                }
            }

            // Null-move pruning: if a pass fails high, a move is assumed to fail high too.
            if let Some(score) = self.null_move(search, node, depth, previous, window) {
                return score;
            }

            // Internal iterative reduction: a shallower search finds a move for the table.
            if self.selectivity.internal_reductions && probe.tt_move.is_none() && depth >= 4 {
                search.counts.pruned = true;
                depth -= 1;
            }

            // Futility pruning and late move pruning: determine which quiet moves are skipped below.
            quiet_limit = self.quiet_limit(search, shallow_eval, depth, window);
        }

        // Enhanced transposition cut-offs: an entry of the table proves that a move fails high.
        if depth >= self.enhanced_cutoff_depth
            && search.table.is_some()
            && window.is_null()
            && let Some(score) = search.enhanced_cutoff(node, depth, window)
        {
            return score;
        }

        let depths = search.child_depths(&node.pos, depth);
        let Window { mut alpha, beta } = window;
        let (mut best, mut tried) = (Best::NONE, 0);
        let mut quiets_tried: SmallVec<[P::Move; 32]> = SmallVec::new();
        let mut deferred = VecDeque::new();
        let mut picker = Picker::new(self.order_at(depth), probe.tt_move);
        loop {
            // Move ordering: the hash move, noisy moves, then quiet moves.
            let skips_quiets = SELECTIVE && quiet_limit.skips(tried, best.score);
            let picked = self.pick(search, &mut picker, node, previous, skips_quiets);

            // Threats: every other move loses at the opponent's next move.
            if let Some(parries) = &parries
                && let Some(Picked { mv, .. }) = picked
                && !parries.contains(&mv)
            {
                best.score = best.score.max(Score::loss_in(node.ply + 2));
                continue;
            }

            // Futility pruning and late move pruning: quiet moves come last, so all remaining moves are skipped.
            if skips_quiets && let Some(Picked { quiet: Some(true), .. }) = picked {
                search.counts.pruned = true;
                best.score = best.score.max(quiet_limit.bound);
                picker.skip_rest();
                continue;
            }

            // ABDADA: a move that another thread is searching is deferred. Its value is then usually in the table.
            if SELECTIVE
                && let Some(picked) = picked
                && tried > 0
                && let Some((team, task)) = self.task(search, probe.key, depth, picked.mv)
                && team.is_busy(task)
            {
                deferred.push_back(picked);
                continue;
            }
            let picked = if SELECTIVE { picked.or_else(|| deferred.pop_front()) } else { picked };
            let Some(Picked { mv, quiet }) = picked else { break };

            if search.count_node(node, mv).is_err() {
                break;
            }
            let child = search.make(node, mv, depths);
            search.prefetch(&child);
            let is_shared = SELECTIVE && tried > 0;
            if is_shared && let Some((team, task)) = self.task(search, probe.key, depth, mv) {
                team.begin(task);
            }

            // Late move reductions.
            let is_quiet = quiet == Some(true);
            let may_reduce = SELECTIVE && self.selectivity.reductions && is_quiet && !child.same_side;
            let reduction = if may_reduce { reduction(child.depth, tried) } else { 0 };
            let plan = Plan { is_first: tried == 0, reduction };

            let score = self.pvs_child::<SELECTIVE, P, E>(search, &child, mv, Window::new(alpha, beta), plan);
            search.unmake();
            if is_shared && let Some((team, task)) = self.task(search, probe.key, depth, mv) {
                team.end(task);
            }

            if score > best.score {
                best = Best { score, mv: Some(mv) };
                if score > alpha {
                    alpha = score;
                    search.pv.update(node.ply, mv);
                }
                // Fail high: update history, killers and counter-moves.
                if score >= beta {
                    search.cutoff(node, mv, tried);
                    if quiet.unwrap_or_else(|| self.is_quiet(&node.pos, mv)) {
                        let side = node.pos.side_to_move();
                        self.history_table.reward(side, mv, &quiets_tried, depth, node.ply, previous);
                    }
                    break;
                }
            }
            if is_quiet {
                quiets_tried.push(mv);
            }
            tried += 1;
        }
        search.store(probe.key, node.ply, window, best, depth);
        best.score
    }

    /// Returns the value of a child in a window of its parent, for the side that moved there.
    #[inline(always)]
    fn pvs_child<const SELECTIVE: bool, P: SearchHints, E: Evaluate<P>>(
        &mut self,
        search: &mut Search<'_, P, E>,
        child: &Node<P, E::Path>,
        mv: P::Move,
        window: Window,
        Plan { is_first, reduction }: Plan,
    ) -> Score {
        // Leaves and quiescence.
        let leaf = if SELECTIVE {
            self.quiescent_leaf(search, child, window, self.selectivity.quiescence)
        } else {
            search.terminal(child)
        };
        if let Some(score) = leaf {
            return Window::from_child(score, child.same_side);
        }
        // Only expanded nodes need memory: leaves stay in registers.
        let child = &child.clone();

        // Reduced depth: a late quiet move is searched again only if it exceeds alpha.
        let first_window = if is_first { window } else { Window::null_above(window.alpha) };
        if SELECTIVE && reduction > 0 {
            search.counts.pruned = true;
            let score = self.reply::<SELECTIVE, P, E>(search, child, mv, child.depth - reduction, first_window);
            if score <= window.alpha || search.budget.is_spent() {
                return score;
            }
            search.research(&child.pos, child.ply);
        }

        // Full depth: the first child in the full window, the others in a null window.
        let score = self.reply::<SELECTIVE, P, E>(search, child, mv, child.depth, first_window);
        if is_first || score <= window.alpha || score >= window.beta || search.budget.is_spent() {
            return score;
        }

        // Full window: the null window was too narrow. With reductions, two searches may disagree, and the wider window
        // decides.
        search.research(&child.pos, child.ply);
        let alpha = if reduction == 0 { score.next_down() } else { window.alpha };
        self.reply::<SELECTIVE, P, E>(search, child, mv, child.depth, Window::new(alpha, window.beta))
    }

    /// Returns the value of a child, searched to `depth` in a window of its parent, for the side that moved there.
    #[inline(always)]
    fn reply<const SELECTIVE: bool, P: SearchHints, E: Evaluate<P>>(
        &mut self,
        search: &mut Search<'_, P, E>,
        child: &Node<P, E::Path>,
        mv: P::Move,
        depth: u32,
        window: Window,
    ) -> Score {
        let window = window.for_child(child.same_side);
        search.visit(child, depth, window);
        let score = self.pvs::<SELECTIVE, P, E>(search, child, depth, Some(mv), window);
        Window::from_child(search.valued(child, score), child.same_side)
    }

    /// Returns the next move of a node from its picker.
    #[inline(always)]
    fn pick<P: SearchHints, E: Evaluate<P>>(
        &self,
        search: &Search<'_, P, E>,
        picker: &mut Picker<P::Move>,
        node: &Node<P, E::Path>,
        previous: Option<P::Move>,
        skips_quiets: bool,
    ) -> Option<Picked<P::Move>> {
        let (pos, side, evaluation) = (&node.pos, node.pos.side_to_move(), search.evaluation);
        picker.next(pos, &self.history_table, node.ply, previous, skips_quiets, |mv| {
            let after = pos.after(mv);
            let path = evaluation.extend(&node.path, pos, mv, &after);
            match after.outcome() {
                Some(outcome) => evaluation.finished(&after, &path, outcome, side, 0).value(),
                None => evaluation.evaluate(&after, &path, side).value(),
            }
        })
    }

    /// Returns the move ordering of a node. One ply before the horizon, scores of the game cost more than they save.
    fn order_at(&self, depth: u32) -> Order {
        if depth < 2 && self.order == Order::Hinted { Order::Staged } else { self.order }
    }

    /// Returns whether a move of unknown kind is quiet. The answer matters only for the history of the staged order.
    fn is_quiet<P: SearchHints>(&self, pos: &P, mv: P::Move) -> bool {
        matches!(self.order, Order::Staged | Order::Hinted) && !pos.is_noisy(mv)
    }
}
