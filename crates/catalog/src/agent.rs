//! Agents of one game: specs turned into something that thinks.

use plyground_game::{Evaluate, Game, Position};
use plyground_search::{
    Agent, AgentError, AlphaBeta, Each, Job, Limits, Minimax, Observer, Options, RandomAgent, Report, Searcher, deepen,
    search_once_within,
};

use crate::error::CatalogError;
use crate::playable::{ForEvaluation, Playable};
use crate::spec::{AgentKind, AgentSpec};

/// Makes the agent of a spec.
///
/// # Errors
/// When the game has no evaluation of the spec's name.
pub(crate) fn make<P: Playable>(spec: &AgentSpec) -> Result<Box<dyn Agent<P>>, CatalogError> {
    if spec.kind == AgentKind::Random {
        return Ok(Box::new(RandomAgent::new(spec.seed.unwrap_or(0))));
    }
    P::with_evaluation(spec.eval.as_deref(), MakeSearcher(spec))
}

struct MakeSearcher<'a>(&'a AgentSpec);

impl<P: Playable> ForEvaluation<P> for MakeSearcher<'_> {
    type Out = Box<dyn Agent<P>>;

    fn call<E: Evaluate<P> + 'static>(self, evaluation: E) -> Box<dyn Agent<P>> {
        let MakeSearcher(spec) = self;
        Box::new(SearchAgent {
            kind: spec.kind,
            view: spec.view.unwrap_or_default(),
            unit: spec.unit.unwrap_or_default(),
            evaluation,
        })
    }
}

struct SearchAgent<E> {
    kind: AgentKind,
    view: plyground_search::View,
    unit: plyground_search::Unit,
    evaluation: E,
}

/// Keeps lines, counts nothing.
struct KeepLines;

impl<P: Position> Observer<P> for KeepLines {}

impl<P: Position, E: Evaluate<P>> Agent<P> for SearchAgent<E> {
    fn think(&mut self, game: &Game<P>, job: &Job, each: Each<'_, P>) -> Result<Report<P::Move>, AgentError> {
        let options = Options { view: self.view, unit: self.unit, lines: job.lines, ..Options::default() };
        Ok(match self.kind {
            AgentKind::Minimax => run(&mut Minimax::observed(&self.evaluation, options, KeepLines), game, job, each),
            AgentKind::Greedy => {
                let job = Job { limits: Limits { depth: 1, ..job.limits.clone() }, ..job.clone() };
                run(&mut Minimax::observed(&self.evaluation, options, KeepLines), game, &job, each)
            }
            AgentKind::Random | AgentKind::AlphaBeta | AgentKind::Best => {
                run(&mut AlphaBeta::observed(&self.evaluation, options, KeepLines), game, job, each)
            }
        })
    }
}

fn run<P: Position, S: Searcher<P>>(searcher: &mut S, game: &Game<P>, job: &Job, each: Each<'_, P>) -> Report<P::Move> {
    if job.fixed {
        let report = search_once_within(searcher, game, &job.limits);
        if report.depth > 0 {
            // There is nothing left to stop.
            let _ = each(&report);
        }
        report
    } else {
        deepen(searcher, game, &job.limits, each)
    }
}
