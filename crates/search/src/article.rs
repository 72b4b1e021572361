//! The searches of the Tigers and Goats report, exactly as its program does them: for comparison, not for play.
//!
//! They differ from the searches of this crate in small things that change every count: values are kept for the side at the
//! root throughout; a table holds one entry a position without limit, always replaced, never cleared, which answers only
//! when strictly outside of the window and else narrows it; MTD(f) cuts with `>=` on one side and `<` on the other. The
//! whole list is in the rules of the game, and all rows of the report's table follow from it to the last node.
//!
//! ```
//! use plyground_eval::tigers::Report;
//! use plyground_game::Game;
//! use plyground_search::{Article, ArticleSearch, Limits, deepen};
//! use plyground_tigers::Tigers;
//!
//! let game = Game::<Tigers>::new(&Default::default(), &Default::default());
//! let evaluation = Report::default();
//! let mut search = Article::new(&evaluation, ArticleSearch::AlphaBeta);
//! let report = deepen(&mut search, &game, &Limits::depth(4), |_| {});
//! assert_eq!(report.depth, 4);
//! ```

use std::collections::HashMap;

use ahash::RandomState;
use plyground_game::{Evaluate, History, MoveList, Outcome, Score, SearchHints, Side, Window};

use crate::budget::{Budget, MAX_PLY, Stopped};
use crate::context::{Context, Options, View};
use crate::report::{Bound, RootMove};
use crate::searcher::{Iteration, Searcher};

/// Which search of the report; its expectimax and minimax are [`Expectimax`](crate::Expectimax) and
/// [`Minimax`](crate::Minimax) as they stand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArticleSearch {
    /// Alpha-beta.
    AlphaBeta,
    /// Alpha-beta with memory.
    AlphaBetaMemory,
    /// Scout without memory.
    Scout,
    /// Scout with memory.
    ScoutMemory,
    /// MTD(f).
    Mtdf,
}

/// What the report's table holds of a position.
#[derive(Clone, Copy, Debug)]
struct Known<M> {
    mv: M,
    depth: u32,
    lower: Score,
    upper: Score,
}

/// A value for the side at the root, and the move that has it.
type Found<M> = (Score, Option<M>);

/// The report's searches over any game.
pub struct Article<'a, P: SearchHints, E> {
    context: Context<'a, P, E, ()>,
    kind: ArticleSearch,
    table: HashMap<u64, Known<P::Move>, RandomState>,
    root_side: Side,
    /// The value of the depth before; MTD(f) has none at depth 1, where its program reads an undefined number.
    guess: Option<Score>,
}

impl<'a, P: SearchHints, E: Evaluate<P>> Article<'a, P, E> {
    /// A searcher; the evaluation values leaves for the side at the root.
    #[must_use]
    pub fn new(evaluation: &'a E, kind: ArticleSearch) -> Article<'a, P, E> {
        let options = Options { view: View::Root, sort_root: false, ..Options::default() };
        let context = Context::new(evaluation, options, ());
        // Asked at every node; the seeds are fixed, and the order of its entries never shows.
        let table = HashMap::with_hasher(RandomState::with_seeds(1, 2, 3, 4));
        Article { context, kind, table, root_side: Side::First, guess: None }
    }

    /// A leaf's value for the side at the root; `None` inside of the tree.
    fn leaf(&mut self, pos: &P, line: &E::Line, depth: u32, ply: u32) -> Option<Score> {
        let mine = pos.side_to_move() == self.root_side;
        if let Some(outcome) = self.context.outcome(pos) {
            let score = self.context.finished(pos, line, outcome, ply).seen_by(mine);
            // Whoever searches does not like a draw.
            return Some(if outcome == Outcome::Draw { Score::new(-5_000) } else { score });
        }
        if depth == 0 || ply >= MAX_PLY {
            return Some(self.context.evaluate(pos, line, ply).seen_by(mine));
        }
        None
    }

    fn remembers(&self) -> bool {
        !matches!(self.kind, ArticleSearch::AlphaBeta | ArticleSearch::Scout)
    }

    /// The legal moves, the table's first.
    fn moves(&self, pos: &P) -> MoveList<P::Move> {
        let mut moves = pos.legal_moves();
        if self.remembers()
            && let Some(known) = self.table.get(&pos.key())
            && let Some(place) = moves.iter().position(|&mv| mv == known.mv)
        {
            moves[..=place].rotate_right(1);
        }
        moves
    }

    /// Alpha-beta or Scout with the window for the side at the root.
    fn search(&mut self, pos: &P, line: &E::Line, at: (u32, u32), window: Window) -> Result<Found<P::Move>, Stopped> {
        let (depth, ply) = at;
        if let Some(score) = self.leaf(pos, line, depth, ply) {
            return Ok((score, None));
        }
        let Window { mut alpha, mut beta } = window;
        if self.remembers()
            && let Some(known) = self.table.get(&pos.key()).filter(|known| known.depth >= depth)
        {
            if known.lower == known.upper || known.lower > beta {
                return Ok((known.lower, Some(known.mv)));
            }
            if known.upper < alpha {
                return Ok((known.upper, Some(known.mv)));
            }
            alpha = alpha.max(known.lower);
            beta = beta.min(known.upper);
        }
        self.context.expand(pos, depth, ply);
        let mine = pos.side_to_move() == self.root_side;
        let scouts = matches!(self.kind, ArticleSearch::Scout | ArticleSearch::ScoutMemory);
        let mut best: Option<(Score, P::Move)> = None;
        // Whether a move has narrowed the window: Scout without memory uses null windows only from then on.
        let mut moved = false;
        for mv in self.moves(pos) {
            self.context.count_node()?;
            let after = self.context.make(pos, mv);
            let line = self.context.evaluation.extend(line, pos, mv, &after);
            let at = (depth - 1, ply + 1);
            let score = if scouts && best.is_some() && (self.remembers() || moved) {
                let null = if mine { Window::null_above(alpha) } else { Window::null_below(beta) };
                let (score, _) = self.search(&after, &line, at, null)?;
                if score > alpha && score < beta && depth >= 2 {
                    self.search_again(&after, &line, at, (score, Window { alpha, beta }), mine)?
                } else {
                    score
                }
            } else {
                self.search(&after, &line, at, Window { alpha, beta })?.0
            };
            self.context.unmake();
            if best.is_none_or(|(best, _)| if mine { score > best } else { score < best }) {
                best = Some((score, mv));
            }
            let (value, _) = best.expect("just set");
            if mine {
                if value >= beta {
                    break;
                }
                moved |= value > alpha;
                alpha = alpha.max(value);
            } else {
                if value <= alpha {
                    break;
                }
                moved |= value < beta;
                beta = beta.min(value);
            }
        }
        let (score, mv) = best.expect("a position without a result has a legal move");
        if self.remembers() {
            let (mut lower, mut upper) = (Window::FULL.alpha, Window::FULL.beta);
            // By the window as the moves have left it, so that the best value so far counts as an upper bound.
            match Bound::of(score, Window { alpha, beta }) {
                Bound::Upper => upper = score,
                Bound::Lower => lower = score,
                Bound::Exact => (lower, upper) = (score, score),
            }
            self.table.insert(pos.key(), Known { mv, depth, lower, upper });
        }
        Ok((score, Some(mv)))
    }

    /// Scout's second search.
    fn search_again(
        &mut self,
        after: &P,
        line: &E::Line,
        at: (u32, u32),
        (score, window): (Score, Window),
        mine: bool,
    ) -> Result<Score, Stopped> {
        let rest = if mine { Window { alpha: score, ..window } } else { Window { beta: score, ..window } };
        // The move is counted a second time at the nodes of the side that searches; at the other's, only without memory and
        // where more than a leaf follows.
        if mine || (!self.remembers() && at.0 > 1) {
            self.context.count_node()?;
        }
        Ok(self.search(after, line, at, rest)?.0)
    }

    /// One pass of MTD(f): whether the value for the side at the root reaches `test`; without one, no cut is made.
    fn pass(
        &mut self,
        pos: &P,
        line: &E::Line,
        at: (u32, u32),
        test: Option<Score>,
    ) -> Result<Found<P::Move>, Stopped> {
        let (depth, ply) = at;
        if let Some(score) = self.leaf(pos, line, depth, ply) {
            return Ok((score, None));
        }
        if let Some(known) = self.table.get(&pos.key()).filter(|known| known.depth >= depth)
            && let Some(test) = test
        {
            if known.lower >= test {
                return Ok((known.lower, Some(known.mv)));
            }
            if known.upper < test {
                return Ok((known.upper, Some(known.mv)));
            }
        }
        self.context.expand(pos, depth, ply);
        let mine = pos.side_to_move() == self.root_side;
        let mut best: Option<(Score, P::Move)> = None;
        for mv in self.moves(pos) {
            self.context.count_node()?;
            let after = self.context.make(pos, mv);
            let line = self.context.evaluation.extend(line, pos, mv, &after);
            let (score, _) = self.pass(&after, &line, (depth - 1, ply + 1), test)?;
            self.context.unmake();
            if best.is_none_or(|(best, _)| if mine { score > best } else { score < best }) {
                best = Some((score, mv));
            }
            let (value, _) = best.expect("just set");
            if test.is_some_and(|test| if mine { value >= test } else { value < test }) {
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
            self.table.insert(pos.key(), Known { mv, depth, lower, upper });
        }
        Ok((score, Some(mv)))
    }

    /// MTD(f)'s loop over the passes.
    fn drive(&mut self, root: &P, line: &E::Line, depth: u32) -> Result<Found<P::Move>, Stopped> {
        let (mut lower, mut upper) = (Window::FULL.alpha, Window::FULL.beta);
        let mut test = self.guess;
        loop {
            let found = self.pass(root, line, (depth, 0), test)?;
            let value = found.0;
            // Compared with an undefined number nothing is smaller, so that the first bound is a lower one.
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

impl<P: SearchHints, E: Evaluate<P>> Searcher<P> for Article<'_, P, E> {
    fn options(&self) -> &Options {
        &self.context.options
    }

    fn start(&mut self, root: &P, history: &History, budget: Budget) {
        self.context.start(root, history, budget);
        self.root_side = root.side_to_move();
        self.table.clear();
        self.guess = None;
    }

    fn budget(&self) -> &Budget {
        &self.context.budget
    }

    fn value_now(&self, root: &P) -> Score {
        self.context.value_now(root)
    }

    fn scale(&self) -> u32 {
        self.context.evaluation.scale()
    }

    fn iterate(&mut self, root: &P, _: &[P::Move], depth: u32) -> Iteration<P::Move> {
        self.context.begin(root, depth);
        let before = self.context.budget.nodes();
        let line = self.context.evaluation.start(root);
        let found = if self.kind == ArticleSearch::Mtdf {
            self.drive(root, &line, depth)
        } else {
            self.search(root, &line, (depth, 0), Window::FULL)
        };
        let mut iteration = Iteration::new();
        let Ok((score, Some(mv))) = found else { return iteration.stopped(self.context.counts) };
        self.guess = Some(score);
        let nodes = self.context.budget.nodes() - before;
        iteration.push(RootMove { mv, score, bound: Bound::Exact, nodes, pv: vec![mv] });
        self.context.counts.shortened |= self.remembers();
        iteration.finished(self.context.counts)
    }
}
