//! Principal variation search \[Marsland1982\] (NegaScout \[Reinefeld1983\]): Scout with everything that makes it fast.
//!
//! The first move of a node is searched in the node's window, the others in a null window, and again only if that was too
//! narrow. Around this stand a staged move order, a transposition table with enhanced cut-offs, aspiration windows, bounds
//! that the evaluation gives, and, where [`Selectivity`] allows it, what leaves the tree of fixed depth: quiescence, late
//! move reductions, the null move, internal reductions, and the pruning of shallow nodes and late quiet moves. With [`Selectivity::NONE`] and an exact table the value is that
//! of plain minimax.
//!
//! ```
//! use std::sync::Arc;
//! use plyground_game::{Game, HashEvaluation};
//! use plyground_kalah::Kalah;
//! use plyground_search::{AlphaBeta, Options, Pvs, PvsOptions, SharedTable, TranspositionTable, search_once};
//!
//! let game = Game::<Kalah>::new(&Default::default(), &Default::default());
//! let evaluation = HashEvaluation { seed: 1, range: 50, antisymmetric: true };
//! let table = SharedTable::new(Arc::new(TranspositionTable::new(1))).exact();
//! let pvs = search_once(&mut Pvs::new(&evaluation, PvsOptions::exact()).with_table(table), &game, 8);
//! let alpha_beta = search_once(&mut AlphaBeta::new(&evaluation, Options::default()), &game, 8);
//! assert_eq!(pvs.score, alpha_beta.score);
//! assert!(pvs.nodes < alpha_beta.nodes);
//! ```

mod pruning;
mod root;
mod selective;

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::Arc;

use plyground_game::{Evaluate, Position, Score, SearchHints, Window};
use smallvec::SmallVec;

use self::pruning::QuietLimit;
use crate::abdada::Abdada;
use crate::driver::{AlgorithmState, Best, Child, Driver};
use crate::history::HistoryTable;
use crate::observer::Observer;
use crate::options::Options;
use crate::picker::{Order, Picked, Picker};
use crate::selectivity::{Selectivity, reduction};
use crate::table_access::{NoTable, TableAccess};

/// How a [`Pvs`] searches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PvsOptions {
    /// What all searches share.
    pub base: Options,
    /// The order of moves.
    pub order: Order,
    /// Half the width of the first window round the value of the depth before, in units of score; `None` for full windows.
    pub aspiration: Option<u32>,
    /// The least depth at which all moves are looked up in the table before one is searched \[Plaat1996\].
    pub transposition_cutoffs: Option<u32>,
    /// What may leave the tree of fixed depth.
    pub selectivity: Selectivity,
}

impl PvsOptions {
    /// The value of plain minimax, found fast.
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
    /// Nothing selective, but fast: enhanced cut-offs eight plies above the leaves, since nearer to them the looks into the
    /// table take longer than the nodes that they spare.
    fn default() -> PvsOptions {
        PvsOptions { transposition_cutoffs: Some(8), ..PvsOptions::exact() }
    }
}

/// Principal variation search.
pub type Pvs<'a, P, E, T = NoTable, O = ()> = Driver<'a, P, E, PvsAlgorithm, T, O>;

/// What principal variation search keeps for itself.
#[derive(Debug)]
pub struct PvsAlgorithm {
    order: Order,
    aspiration: Option<u32>,
    /// The least depth of enhanced cut-offs; beyond every depth where there are none.
    enhanced_cutoff_depth: u32,
    selectivity: Selectivity,
    history_table: HistoryTable,
    /// Whom the work is shared with.
    team: Option<Arc<Abdada>>,
    /// The value of the last finished depth.
    last_value: Option<Score>,
}

impl<P: Position> AlgorithmState<P> for PvsAlgorithm {
    type Options = PvsOptions;

    fn set_up(options: PvsOptions) -> (Options, PvsAlgorithm) {
        let PvsOptions { base, order, aspiration, transposition_cutoffs, selectivity } = options;
        let algorithm = PvsAlgorithm {
            order,
            aspiration,
            enhanced_cutoff_depth: transposition_cutoffs.unwrap_or(u32::MAX),
            selectivity,
            history_table: HistoryTable::new::<P::Move>(),
            team: None,
            last_value: None,
        };
        (base, algorithm)
    }
}

/// How far a child is searched at first: what the moves before it have shown.
#[derive(Clone, Copy)]
struct Plan {
    /// Whether it is the first of its node, which is searched in the whole window.
    is_first: bool,
    /// By how much a late quiet move is searched less deep at first.
    reduction: u32,
}

impl<P: SearchHints, E: Evaluate<P>, T: TableAccess, O: Observer<P>> Pvs<'_, P, E, T, O> {
    /// The value of an unfinished `pos` with some depth left, for its side to move: exact inside of the window, a bound
    /// outside, worthless when a limit was reached. `previous` is the move that led here, and none after a null move.
    ///
    /// `SELECTIVE` is whether the search leaves the tree of fixed depth, or shares it with others; all others are compiled
    /// without any of that.
    fn pvs<const SELECTIVE: bool>(
        &mut self,
        pos: &P,
        path: &E::Path,
        mut depth: u32,
        ply: u32,
        previous: Option<P::Move>,
        window: Window,
    ) -> Score {
        if let Some(score) = self.horizon(pos, path, ply).or_else(|| self.bounds_cutoff(pos, window)) {
            return score;
        }
        let probe = self.probe(pos, depth, ply, window);
        if let Some(score) = probe.cutoff {
            return score;
        }
        self.enter(pos, depth, ply);
        let mut quiet_limit = QuietLimit::NONE;
        if SELECTIVE {
            let shallow_eval = self.shallow_eval(pos, path, depth, window);
            let pruned = self
                .reverse_futility(shallow_eval, depth, window)
                .or_else(|| self.razoring(pos, path, shallow_eval, depth, ply, window))
                .or_else(|| self.null_move(pos, path, depth, ply, previous, window));
            if let Some(score) = pruned {
                return score;
            }
            depth -= self.internal_reduction(depth, probe.tt_move);
            quiet_limit = self.quiet_limit(shallow_eval, depth, window);
        }
        if depth >= self.algorithm.enhanced_cutoff_depth
            && window.is_null()
            && let Some(score) = self.enhanced_cutoff(pos, depth, ply, window)
        {
            return score;
        }

        let depths = self.child_depths(pos, depth);
        let Window { mut alpha, beta } = window;
        let (mut best, mut tried) = (Best::NONE, 0);
        let mut quiets_tried: SmallVec<[P::Move; 32]> = SmallVec::new();
        let mut deferred = VecDeque::new();
        let mut picker = Picker::new(self.algorithm.order, probe.tt_move);
        loop {
            let picked = self.pick(&mut picker, pos, path, ply, previous);
            if SELECTIVE
                && let Some(Picked { quiet: Some(true), .. }) = picked
                && quiet_limit.skips(tried, best.score)
            {
                // Futility or late move pruning: quiet moves come last, so all that are left are skipped.
                self.counts.shortened = true;
                best.score = best.score.max(quiet_limit.bound);
                picker.skip_rest();
                continue;
            }
            if SELECTIVE
                && let Some(picked) = picked
                && tried > 0
                && self.is_busy(probe.key, depth, picked.mv)
            {
                // Another thread is at it: when the others are done, its value is in the table, most often.
                deferred.push_back(picked);
                continue;
            }
            let picked = if SELECTIVE { picked.or_else(|| deferred.pop_front()) } else { picked };
            let Some(Picked { mv, quiet }) = picked else { break };
            let ControlFlow::Continue(child) = self.make(pos, path, mv, depths) else { break };
            let is_shared = SELECTIVE && tried > 0;
            if is_shared {
                self.begin_task(probe.key, depth, mv);
            }
            let is_quiet = quiet == Some(true);
            let may_reduce = SELECTIVE && self.algorithm.selectivity.reductions && is_quiet && !child.same_side;
            let reduction = if may_reduce { reduction(child.depth, tried) } else { 0 };
            let plan = Plan { is_first: tried == 0, reduction };
            let score = self.pvs_child::<SELECTIVE>(&child, mv, ply + 1, Window::new(alpha, beta), plan);
            self.unmake();
            if is_shared {
                self.end_task(probe.key, depth, mv);
            }
            if score > best.score {
                best = Best { score, mv: Some(mv) };
                if score > alpha {
                    alpha = score;
                    self.update_pv(ply, mv);
                }
                if score >= beta {
                    self.observer.cutoff(pos, mv, tried, ply);
                    if quiet.unwrap_or_else(|| self.is_quiet(pos, mv)) {
                        let history_table = &mut self.algorithm.history_table;
                        history_table.reward(pos.side_to_move(), mv, &quiets_tried, depth, ply, previous);
                    }
                    break;
                }
            }
            if is_quiet {
                quiets_tried.push(mv);
            }
            tried += 1;
        }
        self.store(probe.key, ply, window, best, depth);
        best.score
    }

    /// The value of a child in a window of its parent, for the side that moved there: the first child in the whole window;
    /// the others in a null window, late quiet moves less deep, and again only as far as they surprise.
    #[inline(always)]
    fn pvs_child<const SELECTIVE: bool>(
        &mut self,
        child: &Child<P, E::Path>,
        mv: P::Move,
        ply: u32,
        window: Window,
        Plan { is_first, reduction }: Plan,
    ) -> Score {
        let leaf = if SELECTIVE {
            self.quiescent_leaf(child, ply, window, self.algorithm.selectivity.quiescence)
        } else {
            self.leaf(child, ply)
        };
        if let Some(score) = leaf {
            return Window::from_child(score, child.same_side);
        }
        // Only what is expanded is worth a place in memory: leaves stay in registers.
        let child = &child.clone();
        let first_window = if is_first { window } else { Window::null_above(window.alpha) };
        if SELECTIVE && reduction > 0 {
            self.counts.shortened = true;
            let score = self.reply::<SELECTIVE>(child, mv, child.depth - reduction, ply, first_window);
            if score <= window.alpha || self.budget.is_spent() {
                return score;
            }
            self.observer.research(&child.pos, ply);
        }
        let score = self.reply::<SELECTIVE>(child, mv, child.depth, ply, first_window);
        if is_first || score <= window.alpha || score >= window.beta || self.budget.is_spent() {
            return score;
        }
        self.observer.research(&child.pos, ply);
        // With reductions, two searches may disagree; then the wider window decides.
        let alpha = if reduction == 0 { score.next_down() } else { window.alpha };
        self.reply::<SELECTIVE>(child, mv, child.depth, ply, Window::new(alpha, window.beta))
    }

    /// The value of a child, searched to `depth` in a window of its parent, for the side that moved there.
    #[inline(always)]
    fn reply<const SELECTIVE: bool>(
        &mut self,
        child: &Child<P, E::Path>,
        mv: P::Move,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> Score {
        let Child { pos, path, same_side, .. } = child;
        let window = window.for_child(*same_side);
        self.observer.visit(pos, depth, ply, window);
        let score = self.pvs::<SELECTIVE>(pos, path, depth, ply, Some(mv), window);
        self.observer.valued(pos, ply, score);
        Window::from_child(score, *same_side)
    }

    /// The next move of a node by its picker.
    #[inline(always)]
    fn pick(
        &self,
        picker: &mut Picker<P::Move>,
        pos: &P,
        path: &E::Path,
        ply: u32,
        previous: Option<P::Move>,
    ) -> Option<Picked<P::Move>> {
        let side = pos.side_to_move();
        picker.next(pos, &self.algorithm.history_table, ply, previous, |mv| {
            let after = pos.after(mv);
            let path = self.evaluation.extend(path, pos, mv, &after);
            match after.outcome() {
                Some(outcome) => self.evaluation.finished(&after, &path, outcome, side, 0).value(),
                None => self.evaluation.evaluate(&after, &path, side).value(),
            }
        })
    }

    /// Whether a move of unknown kind is quiet; it matters only where quiet moves are ordered by what they have refuted.
    fn is_quiet(&self, pos: &P, mv: P::Move) -> bool {
        self.algorithm.order == Order::Staged && !pos.is_noisy(mv)
    }
}
