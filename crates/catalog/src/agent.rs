//! Agents of one game: specs turned into something that thinks.

use plyground_game::zobrist::SplitMix64;
use plyground_game::{Evaluate, Game, Position};
use plyground_search::{AlphaBeta, FixedDepth, Limits, Minimax, Observer, Options, Report, deepen, search_once_within};

use crate::error::CatalogError;
use crate::playable::{ForEvaluation, Playable};
use crate::spec::{AgentKind, AgentSpec};

/// How one search differs from the agent's habit.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    pub(crate) limits: Limits,
    /// Search the one depth, without those before it.
    pub(crate) fixed: bool,
    pub(crate) lines: usize,
}

type Each<'a, P> = &'a mut dyn FnMut(&Report<<P as Position>::Move>);

/// Something that chooses moves.
pub(crate) trait Agent<P: Position> {
    fn think(&mut self, game: &Game<P>, job: &Job, each: Each<'_, P>) -> Report<P::Move>;
}

/// Makes the agent of a spec.
///
/// # Errors
/// When the game has no evaluation of the spec's name.
pub(crate) fn make<P: Playable>(spec: &AgentSpec) -> Result<Box<dyn Agent<P>>, CatalogError> {
    if spec.kind == AgentKind::Random {
        return Ok(Box::new(RandomAgent { random: SplitMix64::new(spec.seed.unwrap_or(0)) }));
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

struct RandomAgent {
    random: SplitMix64,
}

impl<P: Position> Agent<P> for RandomAgent {
    fn think(&mut self, game: &Game<P>, _: &Job, _: Each<'_, P>) -> Report<P::Move> {
        let nothing = plyground_eval::Nothing;
        let mut report = search_once_within(&mut Minimax::new(&nothing, Options::default()), game, &Limits::depth(0));
        let moves = game.position().legal_moves();
        if !moves.is_empty() && report.best.is_some() {
            let mv = moves[self.random.below(moves.len())];
            report.best = Some(mv);
            report.pv = vec![mv];
            report.lines.iter_mut().for_each(|line| (line.mv, line.pv) = (mv, vec![mv]));
        }
        report
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
    fn think(&mut self, game: &Game<P>, job: &Job, each: Each<'_, P>) -> Report<P::Move> {
        let options = Options { view: self.view, unit: self.unit, lines: job.lines, sort_root: true };
        match self.kind {
            AgentKind::Minimax => run(&mut Minimax::observed(&self.evaluation, options, KeepLines), game, job, each),
            AgentKind::Greedy => {
                let job = Job { limits: Limits { depth: 1, ..job.limits.clone() }, ..job.clone() };
                run(&mut Minimax::observed(&self.evaluation, options, KeepLines), game, &job, each)
            }
            AgentKind::Random | AgentKind::AlphaBeta | AgentKind::Best => {
                run(&mut AlphaBeta::observed(&self.evaluation, options, KeepLines), game, job, each)
            }
        }
    }
}

fn run<P: Position, S: FixedDepth<P>>(
    searcher: &mut S,
    game: &Game<P>,
    job: &Job,
    each: Each<'_, P>,
) -> Report<P::Move> {
    if job.fixed {
        let report = search_once_within(searcher, game, &job.limits);
        if report.depth > 0 {
            each(&report);
        }
        report
    } else {
        deepen(searcher, game, &job.limits, each)
    }
}
