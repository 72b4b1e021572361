//! The root of a [`Pvs`]: depths, aspiration windows, and root moves, which a crew shares among its threads.

use std::ops::ControlFlow;
use std::sync::Arc;

use plyground_game::{Evaluate, History, Score, SearchHints, Window};

use super::Pvs;
use crate::budget::Budget;
use crate::context::{Counts, Options};
use crate::crew::Crew;
use crate::memory::Memory;
use crate::observer::{Observer, Statistics};
use crate::report::{Bound, RootMove, TableUse};
use crate::searcher::{Iteration, RootTasks, Searcher};

impl<P: SearchHints, E: Evaluate<P>, M: Memory, O: Observer<P>> Pvs<'_, P, E, M, O> {
    /// All root moves in one window; `false` in the second place when a limit was reached.
    fn pass(&mut self, root: &P, moves: &[P::Move], depth: u32, window: Window) -> (Iteration<P::Move>, bool) {
        let mut iteration = Iteration::new();
        let shares = self.shares(self.context.inner_depth(depth)) && self.context.options.lines <= 1;
        let key = if shares { self.context.table_key(root, depth, self.memory.is_exact()) } else { 0 };
        let mut coming = 0..moves.len();
        let (mut put_off, mut taken_up, mut best) = (Vec::new(), 0, None);
        let done = loop {
            let place = match coming.next() {
                Some(place) if shares && best.is_some() && self.is_busy(key, depth, moves[place]) => {
                    put_off.push(place);
                    continue;
                }
                Some(place) => place,
                None => {
                    let Some(&place) = put_off.get(taken_up) else { break true };
                    taken_up += 1;
                    place
                }
            };
            let mv = moves[place];
            let mut alpha = self.context.options.root_alpha(&iteration).max(window.alpha);
            if best.is_some_and(|best| place < best) && alpha > window.alpha {
                // One thread would have found it before the best so far, and would have kept to it were they equal.
                alpha = alpha.next_down();
            }
            if shares {
                self.tell(key, depth, mv, Crew::begin);
            }
            let root_move = self.root_move(root, mv, depth, Window::new(alpha, window.beta));
            if shares {
                self.tell(key, depth, mv, Crew::end);
            }
            let Some(root_move) = root_move else { break false };
            let score = root_move.score;
            iteration.push(root_move);
            if score >= window.beta {
                break true;
            }
            if score > alpha || best.is_none() {
                best = Some(place);
            }
        };
        (if put_off.is_empty() { iteration } else { iteration.in_order_of(moves) }, done)
    }

    /// Goes on with a line where the table answered instead of a search.
    fn complete(&mut self, root: &P, pv: &mut Vec<P::Move>, depth: u32) {
        if self.remembers && self.options.selectivity.is_exact() {
            self.context.complete(root, pv, depth, &mut self.memory);
        }
    }
}

impl<P: SearchHints, E: Evaluate<P>, M: Memory, O: Observer<P>> Searcher<P> for Pvs<'_, P, E, M, O> {
    fn options(&self) -> &Options {
        &self.context.options
    }

    fn start(&mut self, root: &P, history: &History, budget: Budget) {
        self.context.start(root, history, budget);
        self.memory.start();
        self.refutations.start();
        self.last = None;
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

    fn table_use(&self) -> TableUse {
        self.memory.usage()
    }

    fn join(&mut self, crew: Option<Arc<Crew>>) {
        self.crew = crew;
    }

    fn statistics(&self) -> Option<Statistics> {
        self.context.observer.statistics()
    }

    fn iterate(&mut self, root: &P, moves: &[P::Move], depth: u32) -> Iteration<P::Move> {
        self.begin(root, depth);
        let aspires = self.context.options.lines <= 1 && self.context.options.noise.is_none() && depth > 2;
        let guess = self.last.filter(|last| aspires && last.winner_in().is_none()).zip(self.options.aspiration);
        let mut window = Window::FULL;
        let mut width = 0;
        if let Some((last, half)) = guess {
            width = half.clamp(1, 1 << 24) as i32;
            window = Window::new(Score::new(last.value() - width), Score::new(last.value() + width));
        }
        loop {
            let (iteration, done) = self.pass(root, moves, depth, window);
            if !done {
                return iteration.stopped(self.context.counts);
            }
            let best = iteration.nth_best(1).unwrap_or(Score::ZERO);
            let bound = Bound::of(best, window);
            if bound == Bound::Exact || window == Window::FULL {
                self.last = Some(best);
                return iteration.finished(self.context.counts);
            }
            self.context.observer.research(root, 0);
            width = width.saturating_mul(4);
            let wide = width > 1 << 24 || best.winner_in().is_some();
            let edge = |delta: i32| Score::new(best.value().saturating_add(delta));
            match bound {
                Bound::Upper => window.alpha = if wide { Window::FULL.alpha } else { edge(-width) },
                _ => window.beta = if wide { Window::FULL.beta } else { edge(width) },
            }
        }
    }
}

impl<P: SearchHints, E: Evaluate<P>, M: Memory, O: Observer<P>> RootTasks<P> for Pvs<'_, P, E, M, O> {
    fn begin(&mut self, root: &P, depth: u32) {
        self.context.begin(root, depth);
    }

    fn root_move(&mut self, root: &P, mv: P::Move, depth: u32, window: Window) -> Option<RootMove<P::Move>> {
        let before = self.context.budget.nodes();
        let line = self.context.evaluation.start(root);
        let budget = self.context.depth_budget(root, self.context.inner_depth(depth));
        // Nothing is known yet where the window is still open below: there is nothing that a null window could ask.
        let tried = u32::from(window.alpha != Window::FULL.alpha);
        let score = if self.crew.is_some() || !self.options.selectivity.is_exact() {
            self.child::<true>(root, &line, (mv, false), (budget, 0), window, tried)
        } else {
            self.child::<false>(root, &line, (mv, false), (budget, 0), window, tried)
        };
        let (false, ControlFlow::Continue(score)) = (self.context.budget.is_spent(), score) else {
            return None;
        };
        let nodes = self.context.budget.nodes() - before;
        let bound = Bound::of(score, window);
        let mut pv = vec![mv];
        if O::KEEPS_LINES {
            pv.extend_from_slice(self.context.lines.below(0));
            if bound == Bound::Exact {
                self.complete(root, &mut pv, depth);
            }
        }
        self.context.observer.root_move(mv, score, nodes);
        Some(RootMove { mv, score, bound, nodes, pv })
    }

    fn counts(&self) -> Counts {
        self.context.counts
    }
}

#[cfg(test)]
mod tests {
    use plyground_game::random::Random;
    use plyground_game::{Game, HashEvaluation};
    use plyground_kalah::Kalah;
    use plyground_tigers::Tigers;

    use super::*;
    use crate::deepening::deepen;
    use crate::limits::Limits;
    use crate::memory::Remember;
    use crate::pvs::PvsOptions;
    use crate::report::Report;
    use crate::table::Table;

    /// Values and choices of a search that finds every other move busy are those of a search that shares nothing.
    fn check<P: SearchHints>(start: &Game<P>, depth: u32, seed: u64) {
        let mut random = Random::new(seed);
        let mut game = start.clone();
        for _ in 0..random.below(20) {
            let moves = game.position().legal_moves();
            if game.ending().is_some() || game.play(moves[random.below(moves.len())]).is_err() {
                break;
            }
        }
        // So narrow that most root moves are equal to another.
        let evaluation = HashEvaluation { seed, range: 2 + seed as u32 % 9, antisymmetric: true };
        let options = PvsOptions { aspiration: seed.is_multiple_of(2).then_some(1), ..PvsOptions::exact() };
        let limits = Limits::depth(depth);
        let search = |crew: Option<Crew>| -> Report<P::Move> {
            let memory = Remember::new(Arc::new(Table::with_buckets(1 << 10))).exactly();
            let mut pvs = Pvs::with(&evaluation, options.clone(), memory, ());
            pvs.join(crew.map(Arc::new));
            deepen(&mut pvs, &game, &limits, |_| {})
        };
        let alone = search(None);
        for pretends in 0..4 {
            let shared = search(Some(Crew::pretending(pretends)));
            let of = |report: &Report<P::Move>| (report.score, report.best, report.depth, report.root_moves.len());
            assert_eq!(of(&shared), of(&alone), "{} seed {seed} busy {pretends}", game.position());
            let moves = |report: &Report<P::Move>| report.root_moves.iter().map(|root| root.mv).collect::<Vec<_>>();
            assert_eq!(moves(&shared), moves(&alone), "{} seed {seed} busy {pretends}", game.position());
        }
    }

    #[test]
    fn moves_that_are_put_off_change_neither_value_nor_choice() {
        for seed in 0..60 {
            check(&Game::<Kalah>::new(&Default::default(), &Default::default()), 7, seed);
            check(&Game::<Tigers>::new(&Default::default(), &Default::default()), 5, seed);
        }
    }
}
