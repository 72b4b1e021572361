//! Principal variation search \[Marsland1982\] (NegaScout \[Reinefeld1983\]): Scout with everything that makes it fast.
//!
//! The first move of a node is searched in the node's window, the others in a null window, and again only if that was too
//! narrow. Around this stand a staged move order, a transposition table with enhanced cut-offs, aspiration windows, bounds
//! that the evaluation gives, and, where [`Selectivity`] allows it, what leaves the tree of fixed depth: quiescence, late
//! move reductions, the null move, internal reductions and extensions. With [`Selectivity::NONE`] and an exact memory the
//! value is that of plain minimax.
//!
//! ```
//! use std::sync::Arc;
//! use plyground_game::{Game, HashEvaluation};
//! use plyground_kalah::Kalah;
//! use plyground_search::{AlphaBeta, Options, Pvs, PvsOptions, Remember, Table, search_once};
//!
//! let game = Game::<Kalah>::new(&Default::default(), &Default::default());
//! let evaluation = HashEvaluation { seed: 1, range: 50, antisymmetric: true };
//! let memory = Remember::new(Arc::new(Table::new(1))).exactly();
//! let pvs = search_once(&mut Pvs::with(&evaluation, PvsOptions::exact(), memory, ()), &game, 8);
//! let alpha_beta = search_once(&mut AlphaBeta::new(&evaluation, Options::default()), &game, 8);
//! assert_eq!(pvs.score, alpha_beta.score);
//! assert!(pvs.nodes < alpha_beta.nodes);
//! ```

mod root;
mod shortcuts;

use std::ops::ControlFlow;
use std::sync::Arc;

use plyground_game::{Class, Evaluate, Move, Score, SearchHints, Window};
use smallvec::SmallVec;

use crate::budget::MAX_PLY;
use crate::context::{Context, Node, Options};
use crate::crew::Crew;
use crate::history_heuristic::Refutations;
use crate::memory::Memory;
use crate::observer::Observer;
use crate::picker::{Order, Picker};
use crate::report::Bound;
use crate::selectivity::{Selectivity, reduction};
use crate::table::Entry;

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

/// Principal variation search over a memory.
pub struct Pvs<'a, P: SearchHints, E, M, O = ()> {
    context: Context<'a, P, E, O>,
    options: PvsOptions,
    memory: M,
    remembers: bool,
    /// The least depth of enhanced cut-offs; beyond every depth where there are none.
    cutoff_depth: u32,
    refutations: Refutations,
    /// Whom the work is shared with.
    crew: Option<Arc<Crew>>,
    /// The value of the last finished depth.
    last: Option<Score>,
}

/// The least depth at which a crew shares the moves of a node: far below it, asking takes longer than searching twice.
const SHARED_DEPTH: u32 = 4;

/// A move that has been made, and how its position is searched.
#[derive(Clone, Copy)]
struct Child<M> {
    mv: M,
    depth: u32,
    ply: u32,
    /// Whether the same side moves again.
    same_side: bool,
}

impl<'a, P: SearchHints, E: Evaluate<P>, M: Memory, O: Observer<P>> Pvs<'a, P, E, M, O> {
    /// A searcher with memory and an observer.
    #[must_use]
    pub fn with(evaluation: &'a E, options: PvsOptions, memory: M, observer: O) -> Self {
        let context = Context::new(evaluation, options.base.clone(), observer);
        let remembers = M::ON && context.can_remember();
        let cutoff_depth = options.transposition_cutoffs.filter(|_| remembers).unwrap_or(u32::MAX);
        Pvs {
            context,
            cutoff_depth,
            options,
            memory,
            remembers,
            refutations: Refutations::new::<P::Move>(),
            crew: None,
            last: None,
        }
    }

    /// The observer, with what it has seen so far.
    #[must_use]
    pub fn observer(&self) -> &O {
        &self.context.observer
    }

    /// The value of an unfinished `pos` with some depth left; worthless when a limit was reached below. `before` is the move
    /// that led here, and none after a null move.
    ///
    /// Whoever leaves the tree of fixed depth, or shares it with others, is `RICH`. All other searches are compiled without
    /// any of that.
    #[inline(never)]
    fn expand<const RICH: bool>(
        &mut self,
        pos: &P,
        line: &E::Line,
        (mut depth, ply): (u32, u32),
        before: Option<P::Move>,
        window: Window,
    ) -> Score {
        if ply >= self.context.budget.horizon() {
            self.context.counts.shortened = true;
            return self.context.evaluate(pos, line, ply);
        }
        if E::HAS_BOUNDS
            && let Some((least, most)) = self.context.bounds(pos)
        {
            if least >= window.beta || least == most {
                return least;
            }
            if most <= window.alpha {
                return most;
            }
        }
        let mut known = None;
        let mut key = 0;
        if self.remembers {
            key = self.context.table_key(pos, depth, self.memory.is_exact());
            if let Some(entry) = self.memory.get(key) {
                self.context.observer.table_hit(pos, ply);
                if let Some(score) = self.memory.answer(&entry, depth, ply, window) {
                    self.context.counts.shortened = true;
                    self.memory.count_cutoff();
                    self.context.observer.table_cutoff(pos, ply);
                    return score;
                }
                known = entry.mv.and_then(|index| P::Move::from_index(index.into())).filter(|&mv| pos.is_legal(mv));
            }
        }
        self.context.expand(pos, depth, ply);
        if RICH {
            if self.options.selectivity.null_move
                && let Some(score) = self.null_move(pos, line, (depth, ply), before, window)
            {
                return score;
            }
            if self.options.selectivity.internal_reductions && known.is_none() && depth >= 4 {
                // Without a move to begin with, a shallower search finds one for the next time.
                self.context.counts.shortened = true;
                depth -= 1;
            }
        }
        if depth >= self.cutoff_depth
            && window.is_null()
            && let Some(score) = self.known_cutoff(pos, depth, ply, window)
        {
            return score;
        }
        let mut node = Node::new(window);
        if self.options.order == Order::Game && !RICH {
            node = self.try_in_order(pos, line, (depth, ply), known, node);
        } else {
            node = self.try_best_first::<RICH>(pos, line, (depth, ply), (key, before, known), node);
        }
        if self.remembers
            && !self.context.budget.is_spent()
            && !self.context.budget.is_exiting()
            && self.context.counts.seldepth < MAX_PLY
        {
            let mv = node.best_move.map(|mv| mv.index() as u16);
            let score = node.best.counted_from_node(ply);
            self.memory.put(key, Entry { mv, score, depth, bound: Bound::of(node.best, window) });
        }
        node.best
    }

    /// Searches the known move, then all others as the game shows them. No list is made: each is searched where it is shown.
    #[inline(always)]
    fn try_in_order(
        &mut self,
        pos: &P,
        line: &E::Line,
        (depth, ply): (u32, u32),
        known: Option<P::Move>,
        mut node: Node<P::Move>,
    ) -> Node<P::Move> {
        let budget = self.context.depth_budget(pos, depth);
        if let Some(mv) = known {
            node = self.try_known(pos, line, mv, (budget, ply), node);
            if node.has_failed_high() || self.context.budget.is_spent() {
                return node;
            }
        }
        let is_other = |mv| Some(mv) != known;
        if depth == self.context.last_depth {
            // Most nodes are of the last ply: their moves need no depth, no call, and no copy.
            let _ = pos.visit_moves(Class::All, |mv| {
                if is_other(mv) {
                    let score = self.context.leaf_move(pos, line, mv, ply)?;
                    self.context.take_in(pos, mv, score, ply, &mut node)?;
                }
                ControlFlow::Continue(())
            });
        } else {
            let _ = pos.visit_moves(Class::All, |mv| {
                if is_other(mv) {
                    self.try_move::<false>(pos, line, (mv, false), (budget, ply), &mut node)?;
                }
                ControlFlow::Continue(())
            });
        }
        node
    }

    /// Searches the table's move.
    //
    // By value: a node whose address is taken cannot stay in registers afterwards.
    #[inline(never)]
    fn try_known(
        &mut self,
        pos: &P,
        line: &E::Line,
        mv: P::Move,
        at: (u32, u32),
        mut node: Node<P::Move>,
    ) -> Node<P::Move> {
        let _ = self.try_move::<false>(pos, line, (mv, false), at, &mut node);
        node
    }

    /// Searches a move of a node and takes its value in; breaks off when the node fails high or a limit is reached. `at` is
    /// what the [depth](Context::depth_budget) of the node's children is taken from, and the node's ply.
    #[inline(always)]
    fn try_move<const RICH: bool>(
        &mut self,
        pos: &P,
        line: &E::Line,
        (mv, quiet): (P::Move, bool),
        at: (u32, u32),
        node: &mut Node<P::Move>,
    ) -> ControlFlow<()> {
        let score = self.child::<RICH>(pos, line, (mv, quiet), at, node.window, node.tried)?;
        self.context.take_in(pos, mv, score, at.1, node)
    }

    /// Searches the moves of a node in the order of a picker.
    #[inline(always)]
    fn try_best_first<const RICH: bool>(
        &mut self,
        pos: &P,
        line: &E::Line,
        (depth, ply): (u32, u32),
        (key, before, known): (u64, Option<P::Move>, Option<P::Move>),
        mut node: Node<P::Move>,
    ) -> Node<P::Move> {
        let budget = self.context.depth_budget(pos, depth);
        let side = pos.side_to_move();
        let mut picker = Picker::new(self.options.order, known);
        let shares = RICH && self.shares(depth);
        let (mut put_off, mut taken_up) = (Vec::new(), 0);
        let mut quiet_in_vain: SmallVec<[P::Move; 32]> = SmallVec::new();
        loop {
            let evaluation = self.context.evaluation;
            let by_value = |mv| -> i32 {
                let after = pos.after(mv);
                let line = evaluation.extend(line, pos, mv, &after);
                match after.outcome() {
                    Some(outcome) => evaluation.finished(&after, &line, outcome, side, 0).value(),
                    None => evaluation.evaluate(&after, &line, side).value(),
                }
            };
            let picked = match picker.next(pos, &self.refutations, (ply, before), by_value) {
                Some(picked) => {
                    if shares && node.tried > 0 && self.is_busy(key, depth, picked.mv) {
                        put_off.push(picked);
                        continue;
                    }
                    picked
                }
                None => {
                    let Some(&picked) = put_off.get(taken_up) else { break };
                    taken_up += 1;
                    picked
                }
            };
            let mv = picked.mv;
            let quiet = picked.noisy == Some(false);
            let tells = shares && node.tried > 0;
            if tells {
                self.tell(key, depth, mv, Crew::begin);
            }
            let flow = self.try_move::<RICH>(pos, line, (mv, quiet), (budget, ply), &mut node);
            if tells {
                self.tell(key, depth, mv, Crew::end);
            }
            if flow.is_break() {
                if node.has_failed_high() && (quiet || (picked.noisy.is_none() && !self.is_noisy(pos, mv))) {
                    self.refutations.reward(side, mv, &quiet_in_vain, (depth, ply), before);
                }
                break;
            }
            if quiet {
                quiet_in_vain.push(mv);
            }
        }
        node
    }

    /// Whether the moves of a node with this depth left are shared with a crew.
    #[inline]
    fn shares(&self, depth: u32) -> bool {
        self.crew.is_some() && self.remembers && depth >= SHARED_DEPTH
    }

    /// Whether another thread of the crew is searching this move.
    #[inline(never)]
    fn is_busy(&self, key: u64, depth: u32, mv: P::Move) -> bool {
        self.crew.as_ref().is_some_and(|crew| crew.is_busy(Crew::task(key, depth, mv.index())))
    }

    /// Tells the crew that a move is begun or done.
    #[inline(never)]
    fn tell(&self, key: u64, depth: u32, mv: P::Move, what: fn(&Crew, u64)) {
        if let Some(crew) = &self.crew {
            what(crew, Crew::task(key, depth, mv.index()));
        }
    }

    /// Whether a move of unknown kind is noisy; asked only where moves are ordered by refutations.
    fn is_noisy(&self, pos: &P, mv: P::Move) -> bool {
        self.options.order != Order::Staged || pos.is_noisy(mv)
    }

    /// The value of a move for the side that makes it; breaks off when a limit is reached. What is said of limits that are
    /// reached farther down in `alpha_beta.rs` holds here too.
    #[inline(always)]
    fn child<const RICH: bool>(
        &mut self,
        pos: &P,
        line: &E::Line,
        (mv, quiet): (P::Move, bool),
        at: (u32, u32),
        window: Window,
        tried: u32,
    ) -> ControlFlow<(), Score> {
        if self.context.count_node().is_err() {
            return ControlFlow::Break(());
        }
        let score = match self.context.make_usually(pos, mv) {
            Some(after) => self.made::<RICH>(pos, line, (mv, quiet), &after, at, window, tried),
            None => self.unusual_child::<RICH>(pos, line, (mv, quiet), at, window, tried),
        };
        self.context.unmake();
        ControlFlow::Continue(score)
    }

    #[cold]
    #[inline(never)]
    fn unusual_child<const RICH: bool>(
        &mut self,
        pos: &P,
        line: &E::Line,
        (mv, quiet): (P::Move, bool),
        at: (u32, u32),
        window: Window,
        tried: u32,
    ) -> Score {
        let after = self.context.make(pos, mv);
        self.made::<RICH>(pos, line, (mv, quiet), &after, at, window, tried)
    }

    /// The value of a move that has led to `after`.
    #[expect(clippy::too_many_arguments, reason = "all of it is in registers")]
    #[inline(always)]
    fn made<const RICH: bool>(
        &mut self,
        pos: &P,
        line: &E::Line,
        (mv, quiet): (P::Move, bool),
        after: &P,
        (budget, ply): (u32, u32),
        window: Window,
        tried: u32,
    ) -> Score {
        let line = self.context.evaluation.extend(line, pos, mv, after);
        let same_side = after.side_to_move() == pos.side_to_move();
        let mut depth = self.context.child_depth(budget, same_side);
        if O::KEEPS_LINES {
            self.context.lines.open(ply + 1);
        }
        if let Some(outcome) = self.context.outcome(after) {
            return Window::from_child(self.context.finished(after, &line, outcome, ply + 1), same_side);
        }
        let selectivity = self.options.selectivity;
        if RICH && selectivity.extensions && ply < MAX_PLY / 2 && tried == 0 && pos.count_moves() == 1 {
            // The only move is no choice.
            self.context.counts.shortened = true;
            depth += 1;
        }
        if depth == 0 {
            let score = if RICH && selectivity.quiescence > 0 {
                let window = window.for_child(same_side);
                self.quiet_value(after, &line, ply + 1, window, selectivity.quiescence)
            } else {
                self.context.evaluate(after, &line, ply + 1)
            };
            return Window::from_child(score, same_side);
        }
        let late = RICH && selectivity.reductions && tried > 0 && quiet && !same_side;
        let less = if late { reduction(depth, tried) } else { 0 };
        // Only what is expanded is worth a copy to point at.
        let after = &after.clone();
        let child = Child { mv, depth, ply: ply + 1, same_side };
        if tried == 0 || window.is_null() {
            return self.reduced::<RICH>(after, &line, child, window, less);
        }
        let bound = self.reduced::<RICH>(after, &line, child, Window::null_above(window.alpha), less);
        if bound <= window.alpha || bound >= window.beta || self.context.budget.is_spent() {
            return bound;
        }
        self.context.observer.research(after, child.ply);
        // With reductions, two searches may disagree; then the wider window decides.
        let floor = if less == 0 { bound.next_down() } else { window.alpha };
        self.reply::<RICH>(after, &line, child, Window::new(floor, window.beta))
    }

    /// A search `less` shallower first, and at full depth only if it does not fail low.
    #[inline(always)]
    fn reduced<const RICH: bool>(
        &mut self,
        after: &P,
        line: &E::Line,
        child: Child<P::Move>,
        window: Window,
        less: u32,
    ) -> Score {
        if RICH && less > 0 {
            self.context.counts.shortened = true;
            let bound = self.reply::<RICH>(after, line, Child { depth: child.depth - less, ..child }, window);
            if bound <= window.alpha || self.context.budget.is_spent() {
                return bound;
            }
            self.context.observer.research(after, child.ply);
        }
        self.reply::<RICH>(after, line, child, window)
    }

    /// The value of `after` for the side that moved to there.
    #[inline(always)]
    fn reply<const RICH: bool>(&mut self, after: &P, line: &E::Line, child: Child<P::Move>, window: Window) -> Score {
        let Child { mv, depth, ply, same_side } = child;
        if O::KEEPS_LINES {
            self.context.lines.open(ply);
        }
        let score = self.expand::<RICH>(after, line, (depth, ply), Some(mv), window.for_child(same_side));
        Window::from_child(score, same_side)
    }
}
