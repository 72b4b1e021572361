//! The searches of the Tigers and Goats report \[Tigers2013\], exactly as in its program: for comparison, not for play.
//!
//! They differ from the searches of `plyground_search` in details that change every count. All values are for the side at the
//! root. A table has one entry per position, without limit. An entry is always replaced and never cleared. It causes a cutoff
//! only if its bound is strictly outside of the window, and otherwise narrows the window. MTD(f) cuts with `>=` on one side and
//! `<` on the other. The full list is in the rules of the game. With it, all rows of the report's table are reproduced exactly.

use std::collections::HashMap;

use ahash::RandomState;
use plyground_game::{Evaluate, History, MoveList, Outcome, Position, Score, Side, Window};
use plyground_search::{
    Bound, Budget, Counts, Iteration, Limits, MAX_PLY, Observer, Options, RootMove, Searcher, Statistics, Stopped, View,
};

use super::evaluation::Evaluation;

/// A search of the report. Its expectimax and minimax are [`Expectimax`](plyground_search::Expectimax) and
/// [`Minimax`](plyground_search::Minimax) without changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Algorithm {
    /// Alpha-beta.
    AlphaBeta,
    /// Alpha-beta with a table.
    AlphaBetaTable,
    /// Scout without a table.
    Scout,
    /// Scout with a table.
    ScoutTable,
    /// MTD(f).
    Mtdf,
}

impl Algorithm {
    fn has_table(self) -> bool {
        !matches!(self, Algorithm::AlphaBeta | Algorithm::Scout)
    }

    fn has_null_windows(self) -> bool {
        matches!(self, Algorithm::Scout | Algorithm::ScoutTable)
    }
}

/// Entry of the report's table for a position.
#[derive(Clone, Copy, Debug)]
struct Entry<M> {
    mv: M,
    depth: u32,
    lower: Score,
    upper: Score,
}

/// A value for the side at the root, and its move. Leaves have no move.
#[derive(Clone, Copy)]
struct Found<M> {
    score: Score,
    mv: Option<M>,
}

/// A move with the position after it.
struct Child<P: Position, Path> {
    mv: P::Move,
    pos: P,
    path: Path,
}

/// The report's searches over any game.
///
/// ```
/// use plyground_game::Game;
/// use plyground_reports::tigers::{Algorithm, Evaluation, ReportSearch};
/// use plyground_search::{Limits, deepen};
/// use plyground_tigers::Tigers;
///
/// let game = Game::<Tigers>::default();
/// let evaluation = Evaluation::default();
/// let mut search = ReportSearch::new(&evaluation, Algorithm::AlphaBeta);
/// let report = deepen(&mut search, &game, &Limits::depth(4), |_| {});
/// assert_eq!(report.depth, 4);
/// ```
pub struct ReportSearch<'a, P: Position, E> {
    evaluation: &'a E,
    algorithm: Algorithm,
    options: Options,
    history: History,
    observer: Option<&'a mut dyn Observer<P>>,
    budget: Budget,
    counts: Counts,
    statistics: Statistics,
    table: HashMap<u64, Entry<P::Move>, RandomState>,
    root_side: Side,
    /// Value of the previous depth. MTD(f) has none at depth 1, where its program reads an undefined number.
    guess: Option<Score>,
}

plyground_game::impl_debug!(ReportSearch { algorithm, counts } for [P: Position, E] ReportSearch<'_, P, E>);

impl<'a, P: Position, E: Evaluate<P>> ReportSearch<'a, P, E> {
    /// Returns a searcher. The evaluation values leaves for the side at the root.
    #[must_use]
    pub fn new(evaluation: &'a E, algorithm: Algorithm) -> ReportSearch<'a, P, E> {
        ReportSearch {
            evaluation,
            algorithm,
            options: Options { view: View::Root, sort_root: false, ..Options::default() },
            history: History::from_keys(Default::default(), 0, 0),
            observer: None,
            budget: Budget::new(Limits::NONE),
            counts: Counts::default(),
            statistics: Statistics::default(),
            table: HashMap::with_hasher(RandomState::with_seeds(1, 2, 3, 4)),
            root_side: Side::First,
            guess: None,
        }
    }

    /// Returns the same search with an observer.
    #[must_use]
    pub fn observed(self, observer: &'a mut dyn Observer<P>) -> ReportSearch<'a, P, E> {
        ReportSearch { observer: Some(observer), ..self }
    }

    /// Notifies the observer, if there is one.
    fn observe(&mut self, notify: impl FnOnce(&mut dyn Observer<P>)) {
        if let Some(observer) = &mut self.observer {
            notify(&mut **observer);
        }
    }

    /// Returns a leaf's value for the side at the root, or `None` inside of the tree.
    fn leaf(&mut self, pos: &P, path: &E::Path, depth: u32, ply: u32) -> Option<Score> {
        let outcome = self.history.outcome(pos);
        if outcome.is_none() && depth > 0 && ply < MAX_PLY {
            return None;
        }
        self.counts.leaves += 1;
        self.statistics.leaves += 1;
        self.counts.finished += u64::from(outcome.is_some());
        self.observe(|observer| observer.leaf(pos, ply));
        if outcome.is_some() {
            self.observe(|observer| observer.finished(pos, ply));
        }
        let score = match outcome {
            // A draw is bad for the searching side.
            Some(Outcome::Draw) => Score::new(Evaluation::ORIGINAL_DRAW),
            Some(outcome) => self.evaluation.finished(pos, path, outcome, self.root_side, ply),
            None => self.evaluation.evaluate(pos, path, self.root_side),
        };
        self.observe_value(pos, ply, score);
        Some(score)
    }

    /// Reports the end of a visit. The score is for the side at the root.
    fn observe_value(&mut self, pos: &P, ply: u32, score: Score) {
        let score = score.seen_by(pos.side_to_move() == self.root_side);
        self.observe(|observer| observer.valued(pos, ply, score));
    }

    /// Reports a table entry that settles a visit.
    fn observe_table_cutoff(&mut self, pos: &P, ply: u32, score: Score) {
        self.statistics.table_cutoffs += 1;
        self.observe(|observer| observer.table_cutoff(pos, ply));
        self.observe_value(pos, ply, score);
    }

    /// Counts a move.
    fn count_move(&mut self, pos: &P, mv: P::Move) -> Result<(), Stopped> {
        if let Err(stopped) = self.budget.count_node() {
            self.observe(|observer| observer.stopped());
            return Err(stopped);
        }
        self.observe(|observer| observer.made(pos, mv));
        Ok(())
    }

    fn enter(&mut self, ply: u32) {
        self.counts.seldepth = self.counts.seldepth.max(ply + 1);
    }

    /// Counts and reports a position that is expanded.
    fn expand(&mut self, pos: &P, depth: u32, ply: u32) {
        self.enter(ply);
        self.statistics.interior += 1;
        self.observe(|observer| observer.interior(pos, depth, ply));
    }

    /// Counts and reports a move that ends the search of its position.
    fn cut(&mut self, pos: &P, mv: P::Move, tried: u32, ply: u32) {
        self.statistics.cutoffs += 1;
        self.statistics.first_move_cutoffs += u64::from(tried == 0);
        self.observe(|observer| observer.cutoff(pos, mv, tried, ply));
    }

    fn make(&mut self, pos: &P, path: &E::Path, mv: P::Move) -> Result<Child<P, E::Path>, Stopped> {
        self.count_move(pos, mv)?;
        let after = pos.after(mv);
        self.history.push(pos, mv, &after);
        let path = self.evaluation.extend(path, pos, mv, &after);
        Ok(Child { mv, pos: after, path })
    }

    /// Returns the legal moves, with the hash move first.
    fn moves(&self, pos: &P) -> MoveList<P::Move> {
        let mut moves = pos.legal_moves();
        if self.algorithm.has_table()
            && let Some(entry) = self.table.get(&pos.key())
            && let Some(place) = moves.iter().position(|&mv| mv == entry.mv)
        {
            moves[..=place].rotate_right(1);
        }
        moves
    }

    /// Searches by alpha-beta or Scout. The window is for the side at the root.
    fn search(
        &mut self,
        pos: &P,
        path: &E::Path,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> Result<Found<P::Move>, Stopped> {
        if let Some(score) = self.leaf(pos, path, depth, ply) {
            return Ok(Found { score, mv: None });
        }
        let Window { mut alpha, mut beta } = window;
        let has_table = self.algorithm.has_table();
        let mine = pos.side_to_move() == self.root_side;
        let entry = self.table.get(&pos.key()).filter(|entry| has_table && entry.depth >= depth).copied();
        let mut settled = None;
        if let Some(entry) = entry {
            if entry.lower == entry.upper || entry.lower > beta {
                settled = Some(Found { score: entry.lower, mv: Some(entry.mv) });
            } else if entry.upper < alpha {
                settled = Some(Found { score: entry.upper, mv: Some(entry.mv) });
            } else {
                alpha = alpha.max(entry.lower);
                beta = beta.min(entry.upper);
            }
        }
        self.observe(|observer| observer.visit(pos, depth, ply, Window { alpha, beta }.for_child(mine)));
        if entry.is_some() {
            self.statistics.table_hits += 1;
            self.observe(|observer| observer.table_hit(pos, ply));
        }
        if let Some(found) = settled {
            self.observe_table_cutoff(pos, ply, found.score);
            return Ok(found);
        }
        self.expand(pos, depth, ply);
        let mut best: Option<(Score, P::Move)> = None;
        // Whether a move has narrowed the window. Scout without a table uses null windows only after that.
        let mut narrowed = false;
        for (tried, mv) in (0..).zip(self.moves(pos)) {
            let child = self.make(pos, path, mv)?;
            let window = Window { alpha, beta };
            let score = if self.algorithm.has_null_windows() && best.is_some() && (has_table || narrowed) {
                self.scout(pos, &child, depth, ply + 1, window)?
            } else {
                self.search(&child.pos, &child.path, depth - 1, ply + 1, window)?.score
            };
            self.history.pop();
            if best.is_none_or(|(best, _)| if mine { score > best } else { score < best }) {
                best = Some((score, mv));
            }
            let (value, _) = best.expect("just set");
            let is_cut = if mine { value >= beta } else { value <= alpha };
            if is_cut {
                self.cut(pos, mv, tried, ply);
                break;
            }
            if mine {
                narrowed |= value > alpha;
                alpha = alpha.max(value);
            } else {
                narrowed |= value < beta;
                beta = beta.min(value);
            }
        }
        let (score, mv) = best.expect("a position without a result has a legal move");
        if has_table {
            let (mut lower, mut upper) = (Window::FULL.alpha, Window::FULL.beta);
            // The window is the one that the moves have narrowed, so the best value so far counts as an upper bound.
            match Bound::of(score, Window { alpha, beta }) {
                Bound::Upper => upper = score,
                Bound::Lower => lower = score,
                Bound::Exact => (lower, upper) = (score, score),
            }
            self.table.insert(pos.key(), Entry { mv, depth, lower, upper });
        }
        self.observe_value(pos, ply, score);
        Ok(Found { score, mv: Some(mv) })
    }

    /// Searches with Scout's null window, and again if that window was too narrow. `depth` is that of the child's parent.
    fn scout(
        &mut self,
        parent: &P,
        child: &Child<P, E::Path>,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> Result<Score, Stopped> {
        let mine = parent.side_to_move() == self.root_side;
        let Window { alpha, beta } = window;
        let null = if mine { Window::null_above(alpha) } else { Window::null_below(beta) };
        let score = self.search(&child.pos, &child.path, depth - 1, ply, null)?.score;
        if score <= alpha || score >= beta || depth < 2 {
            return Ok(score);
        }
        let rest = if mine { Window { alpha: score, ..window } } else { Window { beta: score, ..window } };
        // The move is counted a second time at the nodes of the searching side. At the other side's nodes, it is counted again
        // only without a table and if more than a leaf follows.
        if mine || (!self.algorithm.has_table() && depth > 2) {
            self.count_move(parent, child.mv)?;
        }
        self.statistics.researches += 1;
        self.observe(|observer| observer.research(&child.pos, ply));
        Ok(self.search(&child.pos, &child.path, depth - 1, ply, rest)?.score)
    }

    /// Runs one pass of MTD(f), which decides whether the value for the side at the root reaches `test`. Without `test`, there
    /// are no cutoffs.
    fn mtdf_pass(
        &mut self,
        pos: &P,
        path: &E::Path,
        depth: u32,
        ply: u32,
        test: Option<Score>,
    ) -> Result<Found<P::Move>, Stopped> {
        if let Some(score) = self.leaf(pos, path, depth, ply) {
            return Ok(Found { score, mv: None });
        }
        let mine = pos.side_to_move() == self.root_side;
        self.observe(|observer| {
            observer.visit(pos, depth, ply, test.map_or(Window::FULL, Window::null_below).for_child(mine));
        });
        let entry = self.table.get(&pos.key()).filter(|entry| entry.depth >= depth).copied();
        if let (Some(entry), Some(test)) = (entry, test) {
            self.statistics.table_hits += 1;
            self.observe(|observer| observer.table_hit(pos, ply));
            let lower = (entry.lower >= test).then_some(entry.lower);
            if let Some(score) = lower.or((entry.upper < test).then_some(entry.upper)) {
                self.observe_table_cutoff(pos, ply, score);
                return Ok(Found { score, mv: Some(entry.mv) });
            }
        }
        self.expand(pos, depth, ply);
        let mut best: Option<(Score, P::Move)> = None;
        for (tried, mv) in (0..).zip(self.moves(pos)) {
            let child = self.make(pos, path, mv)?;
            let score = self.mtdf_pass(&child.pos, &child.path, depth - 1, ply + 1, test)?.score;
            self.history.pop();
            if best.is_none_or(|(best, _)| if mine { score > best } else { score < best }) {
                best = Some((score, mv));
            }
            let (value, _) = best.expect("just set");
            if test.is_some_and(|test| if mine { value >= test } else { value < test }) {
                self.cut(pos, mv, tried, ply);
                break;
            }
        }
        let (score, mv) = best.expect("a position without a result has a legal move");
        if let Some(test) = test {
            let (mut lower, mut upper) = (Window::FULL.alpha, Window::FULL.beta);
            if score < test {
                upper = score;
            } else {
                lower = score;
            }
            self.table.insert(pos.key(), Entry { mv, depth, lower, upper });
        }
        self.observe_value(pos, ply, score);
        Ok(Found { score, mv: Some(mv) })
    }

    /// Runs the passes of MTD(f) until the bounds meet.
    fn mtdf(&mut self, root: &P, path: &E::Path, depth: u32) -> Result<Found<P::Move>, Stopped> {
        let (mut lower, mut upper) = (Window::FULL.alpha, Window::FULL.beta);
        let mut test = self.guess;
        loop {
            let found = self.mtdf_pass(root, path, depth, 0, test)?;
            let value = found.score;
            // No value is smaller than an undefined number, so the first bound is a lower bound.
            if test.is_some_and(|test| value < test) {
                upper = value;
            } else {
                lower = value;
            }
            if lower >= upper {
                return Ok(found);
            }
            test = Some(if value == lower { value.next_up() } else { value });
        }
    }
}

impl<P: Position, E: Evaluate<P>> Searcher<P> for ReportSearch<'_, P, E> {
    fn options(&self) -> &Options {
        &self.options
    }

    fn start(&mut self, root: &P, history: &History, budget: Budget) {
        self.root_side = root.side_to_move();
        self.history = history.clone();
        self.budget = budget;
        self.statistics = Statistics::default();
        self.table.clear();
        self.guess = None;
    }

    fn budget(&self) -> &Budget {
        &self.budget
    }

    fn value_now(&self, root: &P) -> Score {
        let path = self.evaluation.start(root);
        match self.history.outcome(root) {
            Some(outcome) => self.evaluation.finished(root, &path, outcome, root.side_to_move(), 0),
            None => self.evaluation.evaluate(root, &path, root.side_to_move()),
        }
    }

    fn scale(&self) -> u32 {
        self.evaluation.scale()
    }

    fn statistics(&self) -> Option<Statistics> {
        self.observer.is_some().then_some(self.statistics)
    }

    fn iterate(&mut self, root: &P, _: &[P::Move], depth: u32) -> Iteration<P::Move> {
        self.counts = Counts::default();
        self.enter(0);
        let nodes_before = self.budget.nodes();
        let path = self.evaluation.start(root);
        let found = match self.algorithm {
            Algorithm::Mtdf => self.mtdf(root, &path, depth),
            _ => self.search(root, &path, depth, 0, Window::FULL),
        };
        let mut iteration = Iteration::default();
        let Ok(Found { score, mv: Some(mv) }) = found else { return iteration.interrupted(self.counts) };
        self.guess = Some(score);
        let nodes = self.budget.nodes() - nodes_before;
        iteration.push(RootMove { mv, score, bound: Bound::Exact, nodes, pv: vec![mv], statistics: None });
        self.counts.pruned |= self.algorithm.has_table();
        iteration.complete(self.counts)
    }
}
