//! The article on Tigers and Goats \[Tigers2013\]: seven searches over one evaluation, with the counts of its table.

use plyground_game::Game;
use std::ops::ControlFlow;

use plyground_search::{
    Agent, AgentError, Expectimax, Job, Limits, Minimax, OnDepth, Options, Report, Traced, Tracer, View, run,
};
use plyground_tigers::{Tigers, TigersMove};

mod evaluation;
mod search;

pub use evaluation::Evaluation;
pub use search::{Algorithm, ReportSearch};

/// One of the article's searches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Search {
    /// Plain minimax.
    Minimax,
    /// Expectimax.
    Expectimax,
    /// A search with cutoffs.
    Cutting(Algorithm),
}

/// The article's agents: name, description and search.
pub const AGENTS: [(&str, &str, Search); 7] = [
    ("tigers-minimax", "the report's minimax", Search::Minimax),
    ("tigers-expectimax", "the report's expectimax", Search::Expectimax),
    ("tigers-alphabeta", "the report's alpha-beta", Search::Cutting(Algorithm::AlphaBeta)),
    ("tigers-alphabeta-tt", "the same with memory", Search::Cutting(Algorithm::AlphaBetaTable)),
    ("tigers-scout", "the report's Scout", Search::Cutting(Algorithm::Scout)),
    ("tigers-scout-tt", "the same with memory", Search::Cutting(Algorithm::ScoutTable)),
    ("tigers-mtdf", "the report's MTD(f)", Search::Cutting(Algorithm::Mtdf)),
];

/// Returns an agent of the article, with its evaluation and its program's value of a draw. `limits` are the default limits.
#[must_use]
pub fn agent(search: Search, limits: Limits) -> Box<dyn Agent<Tigers>> {
    Box::new(TigersAgent { search, evaluation: Evaluation { draw: Evaluation::ORIGINAL_DRAW }, limits })
}

struct TigersAgent {
    search: Search,
    evaluation: Evaluation,
    limits: Limits,
}

impl TigersAgent {
    fn job(&self, job: &Job) -> Job {
        Job { limits: job.limits.or(self.limits), ..job.clone() }
    }

    fn options() -> Options {
        Options { view: View::Root, sort_root: false, ..Options::default() }
    }
}

impl Agent<Tigers> for TigersAgent {
    fn is_limited(&self) -> bool {
        self.limits.is_limited()
    }

    fn is_repeatable(&self, limits: Limits) -> bool {
        !limits.or(self.limits).is_timed()
    }

    fn think(
        &mut self,
        game: &Game<Tigers>,
        job: &Job,
        each: OnDepth<'_, Tigers>,
    ) -> Result<Report<TigersMove>, AgentError> {
        let (job, options) = (&self.job(job), TigersAgent::options());
        let evaluation = &self.evaluation;
        Ok(match self.search {
            Search::Minimax => run(&mut Minimax::new(evaluation, options), game, job, each),
            Search::Expectimax => run(&mut Expectimax::new(evaluation, options), game, job, each),
            Search::Cutting(search) => run(&mut ReportSearch::new(evaluation, search), game, job, each),
        })
    }

    fn trace(&mut self, game: &Game<Tigers>, job: &Job, limit: usize) -> Option<Traced<TigersMove>> {
        let (job, options, mut tracer) = (&self.job(job), TigersAgent::options(), Tracer::new(limit));
        let (evaluation, each) = (&self.evaluation, &mut |_: &_| ControlFlow::Continue(()));
        let report = match self.search {
            Search::Minimax => run(&mut Minimax::new(evaluation, options).observed(&mut tracer), game, job, each),
            Search::Expectimax => run(&mut Expectimax::new(evaluation, options).observed(&mut tracer), game, job, each),
            Search::Cutting(algorithm) => {
                run(&mut ReportSearch::new(evaluation, algorithm).observed(&mut tracer), game, job, each)
            }
        };
        Some(Traced { report, trace: tracer.into_trace() })
    }
}
