//! Agents of one game: specs turned into something that thinks.

use std::sync::Arc;

use plyground_arena::engine::{EngineAgent, EngineCommand, Patience};
use plyground_eval::WeightFile;
use plyground_game::{Evaluate, Game, Position, SearchHints};
use plyground_reports::tigers::{Algorithm, ReportSearch};
use plyground_search::{
    Agent, AgentError, AlphaBeta, Beam, Each, Expectimax, Job, Limits, Mcts, Minimax, Mtdf, Options, Pvs, PvsOptions,
    RandomAgent, Report, RootSplit, Scout, Searcher, SharedTable, Statistics, TranspositionTable, View, deepen,
    deepen_together, search_once_within,
};

use crate::error::CatalogError;
use crate::playable::{ForEvaluation, Playable};
use crate::spec::{AgentKind, AgentSpec};
use crate::tables::with_tables;

/// MiB of table where a spec names none.
pub(crate) const TABLE: u32 = 16;
/// Moves that a beam keeps where a spec names no number: the Khet report's.
pub(crate) const WIDTH: u32 = 10;

/// Makes the agent of a spec.
///
/// # Errors
/// When the game has no evaluation of the spec's name, or the agent is of another game.
pub(crate) fn make<P: Playable>(spec: &AgentSpec) -> Result<Box<dyn Agent<P>>, CatalogError> {
    make_weighted(spec, None)
}

/// Makes the agent of a spec, with these weights instead of those that the spec names.
///
/// # Errors
/// When the agent is of another game or has no weights, or the weights are of another evaluation than it can use.
pub(crate) fn make_weighted<P: Playable>(
    spec: &AgentSpec,
    weights: Option<&WeightFile>,
) -> Result<Box<dyn Agent<P>>, CatalogError> {
    if let Some(game) = spec.info().game.filter(|&game| game != P::NAME) {
        return Err(CatalogError::OtherGame { agent: spec.info().name, game, here: P::NAME });
    }
    if let Some(agent) = P::report_agent(spec, weights) {
        return agent;
    }
    if let Some(file) = weights {
        if !spec.info().keys.contains(&"eval") {
            let message =
                format!("agent `{}` has no weights: `ply games` lists those with the key `eval`", spec.info().name);
            return Err(CatalogError::Other(message));
        }
        return P::with_weights(file, MakeSearcher(spec));
    }
    match spec.kind {
        AgentKind::Engine => {
            let command = spec.command.as_deref().unwrap_or_default().parse::<EngineCommand>();
            let command = command.map_err(|error| CatalogError::Other(error.to_string()))?;
            Ok(Box::new(EngineAgent::new(command, Vec::new(), Patience::default())))
        }
        AgentKind::Random => Ok(Box::new(RandomAgent::new(spec.seed.unwrap_or(0)))),
        AgentKind::Best if spec.eval.is_none() => Ok(with_tables(P::best(spec), spec)),
        _ => match spec.info().evaluation.and_then(|name| P::with_named(name, MakeSearcher(spec))) {
            Some(agent) => Ok(agent),
            None => P::with_evaluation(spec.eval.as_deref(), MakeSearcher(spec)),
        },
    }
}

pub(crate) struct MakeSearcher<'a>(pub(crate) &'a AgentSpec);

impl<P: Playable> ForEvaluation<P> for MakeSearcher<'_> {
    type Out = Box<dyn Agent<P>>;

    fn call<E: Evaluate<P> + 'static>(self, evaluation: E) -> Box<dyn Agent<P>> {
        let pvs = if self.0.kind == AgentKind::Best { P::best_options() } else { PvsOptions::default() };
        Box::new(SearchAgent::new(evaluation, self.0, &pvs))
    }
}

/// An algorithm with its evaluation, and the table that it keeps from move to move.
pub(crate) struct SearchAgent<E> {
    evaluation: E,
    kind: AgentKind,
    pvs: PvsOptions,
    threads: usize,
    width: usize,
    seed: u64,
    table: Option<Arc<TranspositionTable>>,
}

impl<E> SearchAgent<E> {
    /// The agent of `spec`; `pvs` says how principal variation search goes about it.
    pub(crate) fn new(evaluation: E, spec: &AgentSpec, pvs: &PvsOptions) -> SearchAgent<E> {
        let base = Options {
            view: spec.view.unwrap_or_default(),
            unit: spec.unit.unwrap_or(pvs.base.unit),
            noise: spec.noise.unwrap_or(false).then(|| spec.seed.unwrap_or(0)),
            ..pvs.base.clone()
        };
        let remembers = spec.info().keys.contains(&"table");
        SearchAgent {
            evaluation,
            kind: spec.kind,
            pvs: PvsOptions { base, order: spec.order.unwrap_or(pvs.order), ..pvs.clone() },
            threads: spec.threads.unwrap_or(1) as usize,
            width: spec.width.unwrap_or(WIDTH) as usize,
            seed: spec.seed.unwrap_or(0),
            table: remembers.then(|| Arc::new(TranspositionTable::new(spec.table.unwrap_or(TABLE) as usize))),
        }
    }

    /// The table; algorithms without one never ask.
    fn memory(&self) -> SharedTable {
        let table = self.table.clone().unwrap_or_else(|| Arc::new(TranspositionTable::new(0)));
        // Only the strongest play lets deeper entries answer: the others promise the value of minimax.
        let memory = SharedTable::new(table);
        if self.kind == AgentKind::Best { memory } else { memory.exact() }
    }
}

impl<P: SearchHints, E: Evaluate<P>> Agent<P> for SearchAgent<E> {
    fn reseed(&mut self, seed: u64) {
        self.seed = seed;
        if let Some(noise) = &mut self.pvs.base.noise {
            *noise = seed;
        }
    }

    fn new_game(&mut self) {
        if let Some(table) = &self.table {
            table.clear();
        }
    }

    fn think(&mut self, game: &Game<P>, job: &Job, each: Each<'_, P>) -> Result<Report<P::Move>, AgentError> {
        if let Some(table) = &self.table {
            table.new_search();
        }
        let options = Options { lines: job.lines.max(1), ..self.pvs.base.clone() };
        let e = &self.evaluation;
        let team = 0..self.threads.max(1);
        let alone = self.threads <= 1;
        let article = |algorithm| ReportSearch::new(e, algorithm);
        let root_view = || Options { view: View::Root, sort_root: false, lines: 1, ..options.clone() };
        Ok(match self.kind {
            AgentKind::Random | AgentKind::Engine | AgentKind::Best | AgentKind::Pvs => {
                let pvs = PvsOptions { base: options, ..self.pvs.clone() };
                let mut team: Vec<_> = team
                    .map(|_| Pvs::new(e, pvs.clone()).with_table(self.memory()).observed(Statistics::default()))
                    .collect();
                if alone {
                    run(&mut team[0], game, job, each)
                } else if job.fixed {
                    run(&mut RootSplit::new(team), game, job, each)
                } else {
                    deepen_together(&mut team, game, &job.limits, each)
                }
            }
            // A report's agent is one of these algorithms under a plan; without the plan, its nearest relative.
            AgentKind::KhetHeuristicBot => {
                run(&mut Beam::new(e, options).with_width(self.width).observed(Statistics::default()), game, job, each)
            }
            AgentKind::KalahExitCounter => {
                let team = team.map(|_| AlphaBeta::new(e, options.clone()).observed(Statistics::default())).collect();
                run(&mut RootSplit::new(team), game, job, each)
            }
            AgentKind::KhetUserBot
            | AgentKind::KalahaTurns
            | AgentKind::CachexSixFeatures
            | AgentKind::CachexPathOnly
            | AgentKind::CachexGreedy => {
                run(&mut AlphaBeta::new(e, options).observed(Statistics::default()), game, job, each)
            }
            AgentKind::Minimax => run(&mut Minimax::new(e, options).observed(Statistics::default()), game, job, each),
            AgentKind::Expectimax => {
                run(&mut Expectimax::new(e, options).observed(Statistics::default()), game, job, each)
            }
            AgentKind::Greedy => {
                let job = Job { limits: Limits { depth: 1, ..job.limits.clone() }, ..job.clone() };
                run(&mut Minimax::new(e, options).observed(Statistics::default()), game, &job, each)
            }
            AgentKind::AlphaBeta if alone => {
                run(&mut AlphaBeta::new(e, options).observed(Statistics::default()), game, job, each)
            }
            AgentKind::AlphaBeta => {
                let team = team.map(|_| AlphaBeta::new(e, options.clone()).observed(Statistics::default())).collect();
                run(&mut RootSplit::new(team), game, job, each)
            }
            AgentKind::AlphaBetaMemory => {
                let team = team
                    .map(|_| {
                        AlphaBeta::new(e, options.clone()).with_table(self.memory()).observed(Statistics::default())
                    })
                    .collect();
                run(&mut RootSplit::new(team), game, job, each)
            }
            AgentKind::Scout if alone => {
                run(&mut Scout::new(e, options).observed(Statistics::default()), game, job, each)
            }
            AgentKind::Scout => {
                let team = team.map(|_| Scout::new(e, options.clone()).observed(Statistics::default())).collect();
                run(&mut RootSplit::new(team), game, job, each)
            }
            AgentKind::ScoutMemory => {
                let team = team
                    .map(|_| Scout::new(e, options.clone()).with_table(self.memory()).observed(Statistics::default()))
                    .collect();
                run(&mut RootSplit::new(team), game, job, each)
            }
            AgentKind::Mtdf => run(
                &mut Mtdf::new(e, options).with_table(self.memory()).observed(Statistics::default()),
                game,
                job,
                each,
            ),
            AgentKind::Beam => {
                run(&mut Beam::new(e, options).with_width(self.width).observed(Statistics::default()), game, job, each)
            }
            AgentKind::Mcts => run(&mut Mcts::new(options, self.seed), game, job, each),
            AgentKind::TigersMinimax => {
                run(&mut Minimax::new(e, root_view()).observed(Statistics::default()), game, job, each)
            }
            AgentKind::TigersExpectimax => {
                run(&mut Expectimax::new(e, root_view()).observed(Statistics::default()), game, job, each)
            }
            AgentKind::TigersAlphaBeta => run(&mut article(Algorithm::AlphaBeta), game, job, each),
            AgentKind::TigersAlphaBetaMemory => run(&mut article(Algorithm::AlphaBetaTable), game, job, each),
            AgentKind::TigersScout => run(&mut article(Algorithm::Scout), game, job, each),
            AgentKind::TigersScoutMemory => run(&mut article(Algorithm::ScoutTable), game, job, each),
            AgentKind::TigersMtdf => run(&mut article(Algorithm::Mtdf), game, job, each),
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
