//! Searches that are ready to play: an algorithm, an evaluation, limits.
//!
//! ```
//! use plyground_game::{Game, Nothing};
//! use plyground_kalah::Kalah;
//! use plyground_search::{Agent, Job, Limits, SearchAgent};
//!
//! let mut agent = SearchAgent::pvs(Nothing).limits(Limits::nodes(5_000)).table(1);
//! let game = Game::<Kalah>::new(&Default::default(), &Default::default());
//! let report = agent.move_for(&game, &Job::default())?;
//! assert!(report.best.is_some() && report.nodes <= 5_000);
//! # Ok::<(), plyground_search::AgentError>(())
//! ```

mod in_turns;
mod traced;

use std::sync::Arc;

use plyground_game::{Evaluate, Game, Position, SearchHints, Side};

use crate::agent::{Agent, AgentError, OnDepth};
use crate::algorithms::alpha_beta::AlphaBeta;
use crate::algorithms::beam::Beam;
use crate::algorithms::expectimax::Expectimax;
use crate::algorithms::minimax::Minimax;
use crate::algorithms::mtdf::Mtdf;
use crate::algorithms::pvs::{Pvs, PvsOptions};
use crate::algorithms::scout::Scout;
use crate::budget::Budget;
use crate::deepening::{self, CallbackResult as _};
use crate::job::Job;
use crate::lazy_smp::deepen_together;
use crate::limits::Limits;
use crate::observer::Statistics;
use crate::options::Options;
use crate::report::Report;
use crate::root_split::RootSplit;
use crate::searcher::Searcher;
use crate::table_access::SharedTable;
use crate::trace::Traced;
use crate::transposition_table::TranspositionTable;

/// MiB of transposition table where nothing is said.
pub const TABLE_SIZE: usize = 16;

/// Moves that a beam keeps where nothing is said: the Khet report's.
pub const BEAM_WIDTH: usize = 10;

/// Which search chooses the moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SearchKind {
    /// Plain minimax.
    Minimax,
    /// The best move by the evaluation after it: minimax of depth 1, whatever depth is asked for.
    Greedy,
    /// The other side moves at random.
    Expectimax,
    /// Alpha-beta; threads split the root.
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
    /// Alpha-beta among the best few moves.
    Beam,
}

/// Bytes of a table that is cleared faster than it is made again.
const CLEARED: usize = 32 << 20;

impl SearchKind {
    /// Whether it searches over a transposition table.
    #[must_use]
    pub const fn has_table(self) -> bool {
        matches!(self, SearchKind::AlphaBetaTable | SearchKind::ScoutTable | SearchKind::Pvs | SearchKind::Mtdf)
    }
}

/// A search as an agent; it keeps its table from move to move.
pub struct SearchAgent<E> {
    algorithm: SearchKind,
    evaluation: E,
    limits: Limits,
    options: PvsOptions,
    threads: usize,
    width: usize,
    keeps_worst: Option<Side>,
    /// What a match has mixed in for the present game; 0 for nothing.
    game_seed: u64,
    /// Whether deeper entries of the table may answer; without, values are those of minimax.
    deeper_answers: bool,
    table: Option<Arc<TranspositionTable>>,
}

plyground_game::impl_debug!(SearchAgent { algorithm, limits, threads } for [E] SearchAgent<E>);

impl<E> SearchAgent<E> {
    /// A search with an evaluation: no limits of its own, one thread, a table of [`TABLE_SIZE`] where the algorithm has one.
    #[must_use]
    pub fn new(algorithm: SearchKind, evaluation: E) -> SearchAgent<E> {
        SearchAgent {
            algorithm,
            evaluation,
            limits: Limits::NONE,
            options: PvsOptions::default(),
            threads: 1,
            width: BEAM_WIDTH,
            keeps_worst: None,
            game_seed: 0,
            deeper_answers: false,
            table: algorithm.has_table().then(|| Arc::new(TranspositionTable::new(TABLE_SIZE))),
        }
    }

    /// Alpha-beta.
    #[must_use]
    pub fn alpha_beta(evaluation: E) -> SearchAgent<E> {
        SearchAgent::new(SearchKind::AlphaBeta, evaluation)
    }

    /// Principal variation search over a transposition table.
    #[must_use]
    pub fn pvs(evaluation: E) -> SearchAgent<E> {
        SearchAgent::new(SearchKind::Pvs, evaluation)
    }

    /// The same search with another evaluation.
    #[must_use]
    pub fn with_evaluation<F>(self, evaluation: F) -> SearchAgent<F> {
        self.same_search(evaluation)
    }

    /// Another agent that searches alike, in the same table, with another evaluation.
    fn same_search<F>(&self, evaluation: F) -> SearchAgent<F> {
        SearchAgent {
            evaluation,
            algorithm: self.algorithm,
            limits: self.limits,
            options: self.options.clone(),
            threads: self.threads,
            width: self.width,
            keeps_worst: self.keeps_worst,
            game_seed: self.game_seed,
            deeper_answers: self.deeper_answers,
            table: self.table.clone(),
        }
    }

    /// Its own limits, which hold where it is not asked for others.
    #[must_use]
    pub fn limits(self, limits: Limits) -> SearchAgent<E> {
        SearchAgent { limits, ..self }
    }

    /// How it searches; what only principal variation search knows is ignored by the others.
    #[must_use]
    pub fn options(self, options: PvsOptions) -> SearchAgent<E> {
        SearchAgent { options, ..self }
    }

    /// How many threads it searches with, where the algorithm can; at least 1.
    #[must_use]
    pub fn threads(self, threads: usize) -> SearchAgent<E> {
        SearchAgent { threads: threads.max(1), ..self }
    }

    /// How many moves a beam keeps.
    #[must_use]
    pub fn width(self, width: usize) -> SearchAgent<E> {
        SearchAgent { width, ..self }
    }

    /// Makes a beam keep the worst moves where this side is at the root, as [`Beam::keeping_worst_for`] does.
    #[must_use]
    pub fn keeping_worst_for(self, side: Option<Side>) -> SearchAgent<E> {
        SearchAgent { keeps_worst: side, ..self }
    }

    /// MiB of transposition table, where the algorithm has one.
    #[must_use]
    pub fn table(self, mebibytes: usize) -> SearchAgent<E> {
        let table = self.algorithm.has_table().then(|| Arc::new(TranspositionTable::new(mebibytes)));
        SearchAgent { table, ..self }
    }

    /// Lets deeper entries of the table answer: stronger, but values are no longer those of minimax.
    #[must_use]
    pub fn deeper_answers(self) -> SearchAgent<E> {
        SearchAgent { deeper_answers: true, ..self }
    }

    /// The table; algorithms without one never ask.
    fn shared_table(&self) -> SharedTable {
        let table = self.table.clone().unwrap_or_else(|| Arc::new(TranspositionTable::new(0)));
        let table = SharedTable::new(table);
        if self.deeper_answers { table } else { table.exact() }
    }
}

impl<E> SearchAgent<E> {
    /// Which search it is.
    #[must_use]
    pub fn algorithm(&self) -> SearchKind {
        self.algorithm
    }

    /// The same agent for principal variation search alone: no other search is compiled for its evaluation.
    ///
    /// # Panics
    /// When it is another search.
    #[must_use]
    pub fn only_pvs(self) -> PvsAgent<E> {
        assert_eq!(self.algorithm, SearchKind::Pvs, "an agent of principal variation search");
        PvsAgent(self)
    }

    /// The job with the limits that hold, and the options that every search has.
    fn begin(&self, job: &Job) -> (Job, Options) {
        if let Some(table) = &self.table {
            table.new_search();
        }
        let limits = Limits::decide(job.limits, self.limits, Limits::NONE, Limits::NONE);
        let base = &self.options.base;
        let noise = base.noise.map(|seed| seed ^ self.game_seed);
        (Job { limits, ..job.clone() }, Options { lines: job.lines.max(1), noise, ..base.clone() })
    }

    fn think_pvs<P: SearchHints>(
        &self,
        base: Options,
        game: &Game<P>,
        job: &Job,
        each: OnDepth<'_, P>,
    ) -> Report<P::Move>
    where
        E: Evaluate<P>,
    {
        let options = PvsOptions { base, ..self.options.clone() };
        let searcher = |_| {
            Pvs::new(&self.evaluation, options.clone()).with_table(self.shared_table()).observed(Statistics::default())
        };
        let mut team: Vec<_> = (0..self.threads).map(searcher).collect();
        if self.threads == 1 {
            run(&mut team[0], game, job, each)
        } else if job.fixed {
            run(&mut RootSplit::new(team), game, job, each)
        } else {
            deepen_together(&mut team, game, job, each)
        }
    }

    fn clear_table(&mut self) {
        if let Some(table) = &mut self.table {
            let bytes = table.bytes();
            if bytes > CLEARED {
                // New memory is empty without touching all of it; the old is given back first.
                *table = Arc::new(TranspositionTable::new(0));
                *table = Arc::new(TranspositionTable::new(bytes >> 20));
            } else {
                table.clear();
            }
        }
    }
}

/// Principal variation search as an agent, and nothing else: what [`SearchAgent::only_pvs`] makes.
///
/// A [`SearchAgent`] brings all searches for its evaluation into the program, which is long to compile; an engine that knows which
/// search it plays by needs one.
pub struct PvsAgent<E>(SearchAgent<E>);

impl<E> std::fmt::Debug for PvsAgent<E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("PvsAgent").field(&self.0).finish()
    }
}

impl<P: SearchHints, E: Evaluate<P>> Agent<P> for PvsAgent<E> {
    fn is_limited(&self) -> bool {
        self.0.limits.is_limited()
    }

    fn reseed(&mut self, seed: u64) {
        self.0.game_seed = seed;
    }

    fn new_game(&mut self) {
        self.0.clear_table();
    }

    fn think(&mut self, game: &Game<P>, job: &Job, each: OnDepth<'_, P>) -> Result<Report<P::Move>, AgentError> {
        let (job, options) = self.0.begin(job);
        Ok(self.0.think_pvs(options, game, &job, each))
    }

    fn trace(&mut self, game: &Game<P>, job: &Job, limit: usize) -> Option<Traced<P::Move>> {
        let (job, options) = self.0.begin(job);
        self.0.traced(options, game, &job, limit)
    }
}

impl<P: SearchHints, E: Evaluate<P>> Agent<P> for SearchAgent<E> {
    fn is_limited(&self) -> bool {
        self.algorithm == SearchKind::Greedy || self.limits.is_limited()
    }

    fn reseed(&mut self, seed: u64) {
        self.game_seed = seed;
    }

    fn new_game(&mut self) {
        self.clear_table();
    }

    fn think(&mut self, game: &Game<P>, job: &Job, each: OnDepth<'_, P>) -> Result<Report<P::Move>, AgentError> {
        let (job, options) = self.begin(job);
        let job = &job;
        let e = &self.evaluation;
        let team = 0..self.threads;
        let alone = self.threads == 1;
        Ok(match self.algorithm {
            SearchKind::Minimax => run(&mut Minimax::new(e, options).observed(Statistics::default()), game, job, each),
            SearchKind::Greedy => {
                let job = Job { limits: Limits { depth: Some(1), ..job.limits }, ..job.clone() };
                run(&mut Minimax::new(e, options).observed(Statistics::default()), game, &job, each)
            }
            SearchKind::Expectimax => {
                run(&mut Expectimax::new(e, options).observed(Statistics::default()), game, job, each)
            }
            SearchKind::AlphaBeta if alone => {
                run(&mut AlphaBeta::new(e, options).observed(Statistics::default()), game, job, each)
            }
            SearchKind::AlphaBeta => {
                let team = team.map(|_| AlphaBeta::new(e, options.clone()).observed(Statistics::default())).collect();
                run(&mut RootSplit::new(team), game, job, each)
            }
            SearchKind::AlphaBetaTable => {
                let team = team
                    .map(|_| {
                        AlphaBeta::new(e, options.clone())
                            .with_table(self.shared_table())
                            .observed(Statistics::default())
                    })
                    .collect();
                run(&mut RootSplit::new(team), game, job, each)
            }
            SearchKind::Scout if alone => {
                run(&mut Scout::new(e, options).observed(Statistics::default()), game, job, each)
            }
            SearchKind::Scout => {
                let team = team.map(|_| Scout::new(e, options.clone()).observed(Statistics::default())).collect();
                run(&mut RootSplit::new(team), game, job, each)
            }
            SearchKind::ScoutTable => {
                let team = team
                    .map(|_| {
                        Scout::new(e, options.clone()).with_table(self.shared_table()).observed(Statistics::default())
                    })
                    .collect();
                run(&mut RootSplit::new(team), game, job, each)
            }
            SearchKind::Pvs => self.think_pvs(options, game, job, each),
            SearchKind::Mtdf => run(
                &mut Mtdf::new(e, options).with_table(self.shared_table()).observed(Statistics::default()),
                game,
                job,
                each,
            ),
            SearchKind::Beam => {
                let beam = Beam::new(e, options).with_width(self.width).keeping_worst_for(self.keeps_worst);
                run(&mut beam.observed(Statistics::default()), game, job, each)
            }
        })
    }

    fn trace(&mut self, game: &Game<P>, job: &Job, limit: usize) -> Option<Traced<P::Move>> {
        let (job, options) = self.begin(job);
        self.traced(options, game, &job, limit)
    }
}

/// Lets a searcher do a job: depth by depth, or one depth only.
pub fn run<P: Position>(
    searcher: &mut dyn Searcher<P>,
    game: &Game<P>,
    job: &Job,
    each: OnDepth<'_, P>,
) -> Report<P::Move> {
    let depth = job.limits.last_depth();
    let budget = Budget::new(job.clone());
    if job.fixed {
        let report = deepening::run(searcher, game, budget, depth..=depth, &mut |_| true);
        if report.depth > 0 {
            // There is nothing left to stop.
            let _ = each(&report);
        }
        report
    } else {
        deepening::run(searcher, game, budget, 1..=depth, &mut |report| each(report).goes_on())
    }
}

#[cfg(test)]
mod tests {
    use plyground_game::Nothing;

    use super::*;

    /// A size that followed memory would change nodes and moves between machines.
    #[test]
    fn the_default_table_has_the_same_size_on_every_machine() {
        let bytes = |agent: SearchAgent<Nothing>| agent.table.expect("the search has a table").bytes();
        assert_eq!(bytes(SearchAgent::pvs(Nothing)), 16 << 20);
        assert_eq!(bytes(SearchAgent::pvs(Nothing).table(4)), 4 << 20);
    }
}
