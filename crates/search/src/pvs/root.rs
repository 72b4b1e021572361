//! The root of principal variation search: aspiration windows, and the sharing of root moves among the threads of a
//! team.

use std::collections::VecDeque;
use std::sync::Arc;

use plyground_game::{Evaluate, Score, SearchHints, Window};

use super::{Plan, PvsRoot};
use crate::abdada::Abdada;
use crate::budget::Stopped;
use crate::fixed_depth::RootSearch;
use crate::iteration::Iteration;
use crate::report::Bound;
use crate::search::{Node, Search};

/// Maximum width of an aspiration window on one side. Beyond it, the side is open.
const WIDEST: i32 = 1 << 24;

impl PvsRoot {
    /// Searches the root moves until one of them fails high. Returns them in the order of `moves`, in whatever order
    /// they were searched. The second value is `false` if a limit was reached.
    fn root_pass<P: SearchHints, E: Evaluate<P>>(
        &mut self,
        search: &mut Search<'_, P, E>,
        root: &P,
        moves: &[P::Move],
        depth: u32,
        window: Window,
    ) -> (Iteration<P::Move>, bool) {
        let shares = self.team_at(search, search.inner_depth(depth)).is_some() && search.options.lines <= 1;
        let table = search.table.as_ref().filter(|_| shares);
        let key = table.map_or(0, |table| search.table_key(table, root, depth));
        let mut iteration = Iteration::default();
        let mut best_place = None;
        let mut coming = 0..moves.len();
        let (mut deferred, mut any_deferred) = (VecDeque::new(), false);
        let is_finished = loop {
            let place = coming.next();
            if let Some(place) = place
                && shares
                && best_place.is_some()
                && let Some((team, task)) = self.task(search, key, depth, moves[place])
                && team.is_busy(task)
            {
                deferred.push_back(place);
                any_deferred = true;
                continue;
            }
            let Some(place) = place.or_else(|| deferred.pop_front()) else { break true };
            let mv = moves[place];
            let mut alpha = search.options.root_alpha(&iteration).max(window.alpha);
            if best_place.is_some_and(|best_place| place < best_place) && alpha > window.alpha {
                // A single thread would have searched this move before the best one so far and would have preferred it
                // if equal.
                alpha = alpha.next_down();
            }
            if shares && let Some((team, task)) = self.task(search, key, depth, mv) {
                team.begin(task);
            }
            let root_move = self.root_move(search, root, mv, depth, Window::new(alpha, window.beta));
            if shares && let Some((team, task)) = self.task(search, key, depth, mv) {
                team.end(task);
            }
            let Some(root_move) = root_move else { break false };
            let score = root_move.score;
            iteration.push(root_move);
            if score >= window.beta {
                break true;
            }
            if score > alpha || best_place.is_none() {
                best_place = Some(place);
            }
        };
        (if any_deferred { iteration.in_order_of(moves) } else { iteration }, is_finished)
    }
}

impl<P: SearchHints, E: Evaluate<P>> RootSearch<P, E> for PvsRoot {
    fn child_value(
        &mut self,
        search: &mut Search<'_, P, E>,
        child: &Node<P, E::Path>,
        mv: P::Move,
        window: Window,
    ) -> Result<Score, Stopped> {
        // While the window is open below, there is no alpha for a null window.
        let plan = Plan { is_first: window.alpha == Window::FULL.alpha, reduction: 0 };
        Ok(if self.selectivity.is_exact() && self.team.is_none() {
            self.pvs_child::<false, P, E>(search, child, mv, window, plan)
        } else {
            self.pvs_child::<true, P, E>(search, child, mv, window, plan)
        })
    }

    fn completes_lines(&self) -> bool {
        self.selectivity.is_exact()
    }

    fn start(&mut self) {
        self.history_table.start();
        self.last_value = None;
    }

    fn join(&mut self, team: Option<Arc<Abdada>>) {
        self.team = team;
    }

    /// Searches in aspiration windows: a narrow window around the value of the depth before, widened after a fail high
    /// or fail low.
    fn iterate(
        &mut self,
        search: &mut Search<'_, P, E>,
        root: &P,
        moves: &[P::Move],
        depth: u32,
    ) -> Iteration<P::Move> {
        let aspires = search.options.lines <= 1 && search.options.noise.is_none() && depth > 2;
        let last_value = self.last_value.filter(|last| aspires && last.winner_in().is_none());
        let mut window = Window::FULL;
        let mut width = 0;
        if let Some((last, half)) = last_value.zip(self.aspiration) {
            width = half.clamp(1, WIDEST as u32) as i32;
            window = Window::new(Score::new(last.value() - width), Score::new(last.value() + width));
        }
        loop {
            search.visit_root(root, depth, window);
            let (iteration, is_finished) = self.root_pass(search, root, moves, depth, window);
            if !is_finished {
                return iteration.interrupted(search.counts);
            }
            let best = iteration.nth_best(1).unwrap_or(Score::ZERO);
            search.valued_root(root, best);
            let bound = Bound::of(best, window);
            if bound == Bound::Exact || window == Window::FULL {
                self.last_value = Some(best);
                return iteration.complete(search.counts);
            }
            search.research(root, 0);
            width = width.saturating_mul(4);
            let is_open = width > WIDEST || best.winner_in().is_some();
            let edge = |delta: i32| Score::new(best.value().saturating_add(delta));
            match bound {
                Bound::Upper => window.alpha = if is_open { Window::FULL.alpha } else { edge(-width) },
                _ => window.beta = if is_open { Window::FULL.beta } else { edge(width) },
            }
        }
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
    use crate::observer::Observer;
    use crate::pvs::team::SHARED_DEPTH;
    use crate::pvs::{Pvs, PvsOptions};
    use crate::report::Report;
    use crate::searcher::Searcher;
    use crate::shared_table::SharedTable;
    use crate::transposition_table::TranspositionTable;

    /// A search that finds half of all moves busy has the same values and choices as a search without sharing.
    fn check<P: SearchHints>(start: &Game<P>, depth: u32, seed: u64) {
        let mut random = Random::new(seed);
        let mut game = start.clone();
        for _ in 0..random.below(20) {
            let moves = game.position().legal_moves();
            if game.ending().is_some() || game.play(moves[random.below(moves.len())]).is_err() {
                break;
            }
        }
        // The narrow range makes most root moves equal to another.
        let evaluation = HashEvaluation { seed, range: 2 + seed as u32 % 9, antisymmetric: true };
        let options = PvsOptions { aspiration: seed.is_multiple_of(2).then_some(1), ..PvsOptions::exact() };
        let limits = Limits::depth(depth);
        let search = |team: Option<Abdada>| -> Report<P::Move> {
            let table = SharedTable::new(TranspositionTable::with_buckets(1 << 10)).exact();
            let mut pvs = Pvs::new(&evaluation, options.clone()).with_table(table);
            Searcher::join(&mut pvs, team.map(Arc::new));
            deepen(&mut pvs, &game, limits, |_| {})
        };
        let alone = search(None);
        for pretends in 0..4 {
            let shared = search(Some(Abdada::pretending(pretends)));
            let of = |report: &Report<P::Move>| (report.score, report.best, report.depth, report.root_moves.len());
            assert_eq!(of(&shared), of(&alone), "{} seed {seed} busy {pretends}", game.position());
            let moves = |report: &Report<P::Move>| report.root_moves.iter().map(|root| root.mv).collect::<Vec<_>>();
            assert_eq!(moves(&shared), moves(&alone), "{} seed {seed} busy {pretends}", game.position());
        }
    }

    /// Numbers of running tasks at nodes that share their moves, and at other nodes.
    struct Watch {
        team: Arc<Abdada>,
        shared: Vec<usize>,
        others: Vec<usize>,
    }

    impl<P: SearchHints> Observer<P> for Watch {
        fn interior(&mut self, _: &P, depth: u32, ply: u32) {
            if ply > 0 {
                let seen = if depth >= SHARED_DEPTH { &mut self.shared } else { &mut self.others };
                seen.push(self.team.running());
            }
        }
    }

    /// A single searcher of a team has one task at the root and one at each shared node of the path, except for first
    /// moves.
    #[test]
    fn tasks_run_while_their_moves_are_searched() {
        let evaluation = HashEvaluation { seed: 2, range: 30, antisymmetric: true };
        let team = Arc::new(Abdada::default());
        let mut watch = Watch { team: Arc::clone(&team), shared: Vec::new(), others: Vec::new() };
        let table = SharedTable::new(TranspositionTable::new(1)).exact();
        let mut pvs = Pvs::new(&evaluation, PvsOptions::exact()).with_table(table).observed(&mut watch);
        Searcher::join(&mut pvs, Some(Arc::clone(&team)));
        let game = Game::<Kalah>::default();
        crate::deepening::search_once(&mut pvs, &game, 7);
        assert_eq!(team.running(), 0, "all tasks are done");
        let Watch { shared, others, .. } = &watch;
        assert_eq!(shared[..3], [1; 3], "first moves, down the line that is searched first, are no other thread's");
        let ends = |seen: &[usize]| (seen.iter().min().copied(), seen.iter().max().copied());
        // From only the root's task up to one task at each of the depths 7 to 4.
        assert_eq!((ends(shared), ends(others)), ((Some(1), Some(3)), (Some(1), Some(4))));
    }

    #[test]
    fn deferred_moves_change_neither_value_nor_choice() {
        for seed in 0..60 {
            check(&Game::<Kalah>::default(), 7, seed);
            check(&Game::<Tigers>::default(), 5, seed);
        }
    }
}
