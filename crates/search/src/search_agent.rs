//! Searches as agents: an algorithm, an evaluation and limits.

use std::ops::ControlFlow;
use std::sync::Arc;

use plyground_game::{Evaluate, Game, SearchHints, Side};

use crate::agent::{Agent, AgentError, OnDepth};
use crate::deepening::run;
use crate::fixed_depth::{FixedDepth, RootSearch};
use crate::job::Job;
use crate::lazy_smp::deepen_together;
use crate::limits::Limits;
use crate::observer::Observer;
use crate::pvs::{Pvs, PvsOptions};
use crate::report::Report;
use crate::root_split::RootSplit;
use crate::searcher::Searcher;
use crate::shared_table::SharedTable;
use crate::textbook::alpha_beta::AlphaBeta;
use crate::textbook::beam::{Beam, BeamRoot};
use crate::textbook::expectimax::Expectimax;
use crate::textbook::minimax::Minimax;
use crate::textbook::mtdf::Mtdf;
use crate::textbook::scout::Scout;
use crate::trace::{Traced, Tracer};
use crate::transposition_table::TranspositionTable;

/// Default size of the transposition table in MiB.
pub const TABLE_SIZE: usize = 16;

/// The search algorithm of an agent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SearchKind {
    /// Plain minimax.
    Minimax,
    /// The best move by the evaluation of the position after it: minimax of depth 1, whatever depth is requested.
    Greedy,
    /// Expectimax: the other side moves at random.
    Expectimax,
    /// Alpha-beta. Threads split the root.
    AlphaBeta,
    /// Alpha-beta over a transposition table.
    AlphaBetaTable,
    /// Scout.
    Scout,
    /// Scout over a transposition table.
    ScoutTable,
    /// Principal variation search over a transposition table.
    Pvs,
    /// MTD(f) over a transposition table.
    Mtdf,
    /// Alpha-beta among the best moves of each node.
    Beam,
}

/// Maximum size in bytes of a table that is cleared. A larger table is faster to allocate again.
const CLEARED: usize = 32 << 20;

impl SearchKind {
    /// Returns whether the algorithm uses a transposition table.
    #[must_use]
    pub const fn has_table(self) -> bool {
        matches!(self, SearchKind::AlphaBetaTable | SearchKind::ScoutTable | SearchKind::Pvs | SearchKind::Mtdf)
    }
}

/// A search as an agent. Its table persists from move to move.
///
/// ```
/// use plyground_game::{Game, Nothing};
/// use plyground_kalah::Kalah;
/// use plyground_search::{Agent, Job, Limits, SearchAgent};
///
/// let mut agent = SearchAgent::pvs(Nothing).limits(Limits::nodes(5_000)).table(1);
/// let game = Game::<Kalah>::default();
/// let report = agent.move_for(&game, &Job::default())?;
/// assert!(report.best.is_some() && report.nodes <= 5_000);
/// # Ok::<(), plyground_search::AgentError>(())
/// ```
///
/// Without `ANY`, the agent has only principal variation search, so that no other search is compiled for its evaluation.
pub struct SearchAgent<E, const ANY: bool = true> {
    algorithm: SearchKind,
    evaluation: E,
    limits: Limits,
    /// Options of all algorithms, and those of principal variation search.
    options: PvsOptions,
    beam: BeamRoot,
    threads: usize,
    /// Seed that a match mixes in for the current game; 0 without one.
    game_seed: u64,
    /// Whether deeper entries of the table are valid. Otherwise, values are those of minimax.
    deeper_answers: bool,
    table: Option<Arc<TranspositionTable>>,
}

plyground_game::impl_debug!(SearchAgent { algorithm, limits, threads } for [E, const ANY: bool] SearchAgent<E, ANY>);

impl<E> SearchAgent<E> {
    /// Returns a search without limits, with one thread, and with a table of [`TABLE_SIZE`] if the algorithm uses one.
    #[must_use]
    pub fn new(algorithm: SearchKind, evaluation: E) -> SearchAgent<E> {
        SearchAgent {
            algorithm,
            evaluation,
            limits: Limits::NONE,
            options: PvsOptions::default(),
            beam: BeamRoot::default(),
            threads: 1,
            game_seed: 0,
            deeper_answers: false,
            table: algorithm.has_table().then(|| Arc::new(TranspositionTable::new(TABLE_SIZE))),
        }
    }

    /// Returns an alpha-beta search.
    #[must_use]
    pub fn alpha_beta(evaluation: E) -> SearchAgent<E> {
        SearchAgent::new(SearchKind::AlphaBeta, evaluation)
    }

    /// Returns a principal variation search with a transposition table.
    #[must_use]
    pub fn pvs(evaluation: E) -> SearchAgent<E> {
        SearchAgent::new(SearchKind::Pvs, evaluation)
    }

    /// Returns the same search with another evaluation.
    #[must_use]
    pub fn with_evaluation<F>(self, evaluation: F) -> SearchAgent<F> {
        let SearchAgent { algorithm, evaluation: _, limits, options, beam, threads, game_seed, deeper_answers, table } =
            self;
        SearchAgent { algorithm, evaluation, limits, options, beam, threads, game_seed, deeper_answers, table }
    }

    /// Sets the agent's own limits. Each limit of a job takes precedence over the agent's limit of the same kind.
    #[must_use]
    pub fn limits(self, limits: Limits) -> SearchAgent<E> {
        SearchAgent { limits, ..self }
    }

    /// Sets the options. Algorithms other than principal variation search use only the base options.
    #[must_use]
    pub fn options(self, options: PvsOptions) -> SearchAgent<E> {
        SearchAgent { options, ..self }
    }

    /// Sets the number of threads, at least 1. An algorithm without parallel search ignores it.
    #[must_use]
    pub fn threads(self, threads: usize) -> SearchAgent<E> {
        SearchAgent { threads: threads.max(1), ..self }
    }

    /// Sets the number of moves that a beam searches, at least 1.
    #[must_use]
    pub fn width(mut self, moves: usize) -> SearchAgent<E> {
        self.beam.width = moves.max(1);
        self
    }

    /// Makes a beam search the worst moves of each position instead of the best if `side` is at the root. The published
    /// program of the Khet report has this fault: its agent plays red this way.
    #[must_use]
    pub fn keeping_worst_for(mut self, side: Option<Side>) -> SearchAgent<E> {
        self.beam.keeps_worst = side;
        self
    }

    /// Sets the size of the transposition table in MiB, if the algorithm uses one.
    #[must_use]
    pub fn table(self, mebibytes: usize) -> SearchAgent<E> {
        let table = self.algorithm.has_table().then(|| Arc::new(TranspositionTable::new(mebibytes)));
        SearchAgent { table, ..self }
    }

    /// Makes deeper entries of the table valid. The search is stronger, but values are no longer those of minimax.
    #[must_use]
    pub fn deeper_answers(self) -> SearchAgent<E> {
        SearchAgent { deeper_answers: true, ..self }
    }

    /// Returns the algorithm.
    #[must_use]
    pub fn algorithm(&self) -> SearchKind {
        self.algorithm
    }

    /// Returns the same agent restricted to principal variation search. To compile all searches for an evaluation takes
    /// long, and an engine with a fixed algorithm needs only one.
    ///
    /// # Panics
    /// Panics if the algorithm is not [`SearchKind::Pvs`].
    #[must_use]
    pub fn only_pvs(self) -> SearchAgent<E, false> {
        assert_eq!(self.algorithm, SearchKind::Pvs, "an agent of principal variation search");
        let SearchAgent { algorithm, evaluation, limits, options, beam, threads, game_seed, deeper_answers, table } =
            self;
        SearchAgent { algorithm, evaluation, limits, options, beam, threads, game_seed, deeper_answers, table }
    }
}

impl<E, const ANY: bool> SearchAgent<E, ANY> {
    /// Returns the table for one thread.
    fn shared_table(&self) -> Option<SharedTable> {
        let table = SharedTable::new(self.table.clone()?);
        Some(if self.deeper_answers { table } else { table.exact() })
    }

    /// Starts a search: returns the job with the limits in force, and the options.
    fn begin(&self, job: &Job) -> (Job, PvsOptions) {
        if let Some(table) = &self.table {
            table.new_search();
        }
        let mut limits = job.limits.or(self.limits);
        if self.algorithm == SearchKind::Greedy {
            limits.depth = Some(1);
        }
        let mut options = self.options.clone();
        options.base.lines = job.lines.max(1);
        options.base.noise = options.base.noise.map(|seed| seed ^ self.game_seed);
        (Job { limits, ..job.clone() }, options)
    }

    /// Returns a principal variation search for one thread.
    fn pvs_searcher<P: SearchHints>(&self, options: &PvsOptions) -> Pvs<'_, P, E>
    where
        E: Evaluate<P>,
    {
        Pvs::new(&self.evaluation, options.clone()).with_table(self.shared_table())
    }

    /// Searches by principal variation search. All threads deepen together, or split the root if the depth is fixed.
    fn think_pvs<P: SearchHints>(
        &self,
        options: &PvsOptions,
        game: &Game<P>,
        job: &Job,
        each: OnDepth<'_, P>,
    ) -> Report<P::Move>
    where
        E: Evaluate<P>,
    {
        let mut team: Vec<_> = (0..self.threads).map(|_| self.pvs_searcher(options)).collect();
        if self.threads == 1 {
            run(&mut team[0], game, job, each)
        } else if job.fixed {
            run(&mut RootSplit::new(team), game, job, each)
        } else {
            deepen_together(&mut team, game, job, each)
        }
    }

    /// Returns the search. With an `observer`, it runs on one processor.
    fn searcher<'s, P: SearchHints>(
        &'s self,
        options: &PvsOptions,
        observer: Option<&'s mut dyn Observer<P>>,
    ) -> Box<dyn Searcher<P> + 's>
    where
        E: Evaluate<P>,
    {
        if !ANY {
            return alone(self.pvs_searcher(options), observer);
        }
        let (evaluation, base) = (&self.evaluation, || options.base.clone());
        match self.algorithm {
            SearchKind::Minimax | SearchKind::Greedy => alone(Minimax::new(evaluation, base()), observer),
            SearchKind::Expectimax => alone(Expectimax::new(evaluation, base()), observer),
            SearchKind::AlphaBeta | SearchKind::AlphaBetaTable => {
                self.splitting(|| AlphaBeta::new(evaluation, base()), observer)
            }
            SearchKind::Scout | SearchKind::ScoutTable => self.splitting(|| Scout::new(evaluation, base()), observer),
            SearchKind::Mtdf => alone(Mtdf::new(evaluation, base()).with_table(self.shared_table()), observer),
            SearchKind::Pvs => alone(self.pvs_searcher(options), observer),
            SearchKind::Beam => alone(Beam { algorithm: self.beam, ..Beam::new(evaluation, base()) }, observer),
        }
    }

    /// Returns a search whose threads split the root. With an observer, the threads take turns.
    fn splitting<'s, P: SearchHints, A: RootSearch<P, E> + Send + 's>(
        &'s self,
        worker: impl Fn() -> FixedDepth<'s, P, E, A>,
        observer: Option<&'s mut dyn Observer<P>>,
    ) -> Box<dyn Searcher<P> + 's>
    where
        E: Evaluate<P>,
    {
        let worker = || worker().with_table(self.shared_table());
        if self.threads == 1 {
            alone(worker(), observer)
        } else if observer.is_some() {
            let mut worker = worker();
            worker.search.observer = observer;
            Box::new(RootSplit::in_turns(worker, self.threads))
        } else {
            Box::new(RootSplit::new((0..self.threads).map(|_| worker()).collect()))
        }
    }

    fn clear_table(&mut self) {
        if let Some(table) = &mut self.table {
            let bytes = table.bytes();
            if bytes > CLEARED {
                // New memory is zeroed lazily. The old table is freed first.
                *table = Arc::new(TranspositionTable::new(0));
                *table = Arc::new(TranspositionTable::new(bytes >> 20));
            } else {
                table.clear();
            }
        }
    }
}

impl<P: SearchHints, E: Evaluate<P>, const ANY: bool> Agent<P> for SearchAgent<E, ANY> {
    fn is_limited(&self) -> bool {
        self.algorithm == SearchKind::Greedy || self.limits.is_limited()
    }

    fn is_repeatable(&self, limits: Limits) -> bool {
        self.threads == 1 && !limits.or(self.limits).is_timed()
    }

    fn reseed(&mut self, seed: u64) {
        self.game_seed = seed;
    }

    fn new_game(&mut self) {
        self.clear_table();
    }

    fn think(&mut self, game: &Game<P>, job: &Job, each: OnDepth<'_, P>) -> Result<Report<P::Move>, AgentError> {
        let (job, options) = self.begin(job);
        Ok(match self.algorithm {
            SearchKind::Pvs => self.think_pvs(&options, game, &job, each),
            _ => run(&mut *self.searcher(&options, None), game, &job, each),
        })
    }

    fn trace(&mut self, game: &Game<P>, job: &Job, limit: usize) -> Option<Traced<P::Move>> {
        let (job, options) = self.begin(job);
        let mut tracer = Tracer::new(limit);
        let report =
            run(&mut *self.searcher(&options, Some(&mut tracer)), game, &job, &mut |_| ControlFlow::Continue(()));
        Some(Traced { report, trace: tracer.into_trace() })
    }
}

/// Returns a search of one thread with an observer.
fn alone<'s, P: SearchHints, E: Evaluate<P>, A: RootSearch<P, E> + 's>(
    mut search: FixedDepth<'s, P, E, A>,
    observer: Option<&'s mut dyn Observer<P>>,
) -> Box<dyn Searcher<P> + 's> {
    search.search.observer = observer;
    Box::new(search)
}

#[cfg(test)]
mod tests {
    use plyground_game::Nothing;

    use super::*;

    /// A size that depended on the machine's memory would change nodes and moves between machines.
    #[test]
    fn the_default_table_has_the_same_size_on_every_machine() {
        let bytes = |agent: SearchAgent<Nothing>| agent.table.expect("the search has a table").bytes();
        assert_eq!(bytes(SearchAgent::pvs(Nothing)), 16 << 20);
        assert_eq!(bytes(SearchAgent::pvs(Nothing).table(4)), 4 << 20);
    }
}
