//! Lazy SMP: several threads run the same iterative deepening over one shared table.
//!
//! The first thread's result is the result of the search. All threads search the same depth. Each thread defers the
//! moves that another thread is searching ([`Abdada`]), from the root down, so that the threads spread over the tree.
//! With an exact table, the value is that of one thread, because every usable entry is what the first thread would have
//! computed. The move chosen among equal moves is also that of one thread, unless `noise` chooses it. Without an exact
//! table, deeper entries of other threads may be used, as usual for Lazy SMP.

use std::ops::ControlFlow;
use std::sync::Arc;

use plyground_game::{Game, Position};

use crate::abdada::Abdada;
use crate::budget::{Budget, HAS_THREADS, spawn};
use crate::deepening::{CallbackResult, run_depths};
use crate::job::Job;
use crate::limits::MAX_DEPTH;
use crate::report::Report;
use crate::searcher::Searcher;

/// Ends the search of all threads when the first searcher has ended, also by a panic.
struct EndOnDrop<'a>(&'a Budget);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// Searches depth by depth with all searchers at once, each on its own thread. `callback` gets the reports of the first
/// searcher, with the nodes of that searcher. The nodes of the final report are those of all searchers.
///
/// # Panics
/// Panics if `searchers` is empty.
///
/// ```
/// use plyground_game::{Game, HashEvaluation};
/// use plyground_kalah::Kalah;
/// use plyground_search::{Limits, Pvs, PvsOptions, SharedTable, TranspositionTable, deepen_together};
///
/// let game = Game::<Kalah>::default();
/// let evaluation = HashEvaluation { seed: 1, range: 50, antisymmetric: true };
/// let table = SharedTable::new(TranspositionTable::new(1)).exact();
/// let searcher = |_| Pvs::new(&evaluation, PvsOptions::exact()).with_table(table.clone());
/// let mut team: Vec<_> = (0..2).map(searcher).collect();
/// let report = deepen_together(&mut team, &game, &Limits::depth(7), |_| {});
/// assert_eq!(report.depth, 7);
/// ```
pub fn deepen_together<P: Position, S: Searcher<P> + Send, G: CallbackResult>(
    searchers: &mut [S],
    game: &Game<P>,
    job: impl Into<Job>,
    mut callback: impl FnMut(&Report<P::Move>) -> G,
) -> Report<P::Move> {
    let job = job.into();
    let last_depth = job.limits.last_depth();
    let budget = Budget::new(job);
    let team = Arc::new(Abdada::default());
    searchers.iter_mut().for_each(|searcher| searcher.join(Some(Arc::clone(&team))));
    let (first, helpers) = searchers.split_first_mut().expect("a search needs a searcher");
    let mut report = std::thread::scope(|scope| {
        let _end = EndOnDrop(&budget);
        for helper in helpers.iter_mut().filter(|_| HAS_THREADS) {
            let budget = budget.fork();
            let work = move || {
                // Helpers continue after the first searcher's last depth until it ends the search.
                run_depths(helper, game, budget, 1..=MAX_DEPTH, &mut |_| ControlFlow::Continue(()));
            };
            spawn(scope, Box::new(work));
        }
        run_depths(first, game, budget.fork(), 1..=last_depth, &mut |report| callback(report).flow())
    });
    report.nodes += helpers.iter().map(|helper| helper.budget().nodes()).sum::<u64>();
    let statistics = helpers.iter().filter_map(S::statistics).chain(report.statistics);
    report.statistics = statistics.reduce(crate::observer::Statistics::plus);
    report.table = helpers.iter().map(S::table_use).fold(report.table, crate::report::TableUse::plus);
    report
}
