//! The agents of a game, one row each, and the agents common to all games.

use std::path::Path;
use std::sync::Arc;

use plyground_arena::engine::{EngineCommand, EnginePlayer, Patience};
use plyground_eval::WeightFile;
use plyground_game::{Nothing, SearchHints};
use plyground_play::{AgentPlayer, Player};
use plyground_search::{
    Agent, CombinedEvaluator, Evaluator, Mcts, MctsAgent, MctsOptions, Playouts, Prior, Pruning, PvsOptions,
    RandomAgent, SearchAgent, SearchKind, Selectivity,
};
use plyground_solve::{Solvable, TableAgent};

use crate::error::CatalogError;
use crate::evaluation::Evaluation;
use crate::evaluations::{Evaluations, is_path, read_weights};
use crate::external_evaluation::ExternalEvaluator;
use crate::keys::{self, Key};
use crate::spec::{AgentInfo, AgentSpec};

/// The context in which an agent is created.
pub struct AgentContext<'a, P: SearchHints> {
    /// The game's evaluations.
    pub evaluations: &'a Evaluations<P>,
    /// The game's solver, if it has one.
    pub solver: Option<&'a Arc<dyn Solvable<P>>>,
    /// The spec.
    pub spec: &'a AgentSpec,
    /// Weights that replace those named by the spec.
    pub weights: Option<&'a WeightFile>,
    /// Folder of the tables of agents whose spec names none.
    pub tables: Option<&'a Path>,
}

plyground_game::impl_debug!(AgentContext { spec, weights } for [P: SearchHints] AgentContext<'_, P>);

impl<P: SearchHints> AgentContext<'_, P> {
    /// Returns the evaluation that the agent plays by: with the given weights, as the spec names it, that of its row, or the
    /// game's default, in this order.
    ///
    /// # Errors
    /// Fails if the game has no such evaluation or its weight file cannot be read.
    pub fn evaluation(&self) -> Result<Evaluation<P>, CatalogError> {
        if let Some(external) = self.spec.external_evaluation() {
            return Ok(Evaluation::new(external.clone()));
        }
        match self.weights {
            Some(file) => self.evaluations.of_file(file),
            None => self.evaluations.named(self.spec.evaluation().or(self.spec.info().evaluation)),
        }
    }

    /// Returns whether the agent plays by the evaluation of its row, with any weights.
    ///
    /// # Errors
    /// Fails if the weight file that the spec names cannot be read.
    pub fn has_own_evaluation(&self) -> Result<bool, CatalogError> {
        if self.spec.external_evaluation().is_some() {
            return Ok(false);
        }
        let name = match (self.weights, self.spec.evaluation()) {
            (Some(file), _) => Some(self.evaluations.reader(file)?.info().name),
            (None, Some(path)) if is_path(path) => Some(self.evaluations.reader(&read_weights(path)?)?.info().name),
            (None, name) => name.or(self.spec.info().evaluation),
        };
        Ok(name == self.spec.info().evaluation)
    }

    /// Returns a search with the spec's threads, table, width and options. `options` are the defaults of the options.
    #[must_use]
    pub fn search(&self, algorithm: SearchKind, options: &PvsOptions) -> SearchAgent<Nothing> {
        let mut search = SearchAgent::new(algorithm, Nothing).options(self.spec.options(options));
        search = search.limits(self.spec.limits());
        if let Some(threads) = self.spec.number("threads") {
            search = search.threads(threads as usize);
        }
        if let Some(width) = self.spec.number("width") {
            search = search.width(width as usize);
        }
        if let Some(table) = self.spec.number("table") {
            search = search.table(table as usize);
        }
        search
    }

    /// Returns the Monte-Carlo tree search that the spec describes.
    ///
    /// # Errors
    /// Fails if the game has no evaluation of this name or its weight file cannot be read.
    pub fn tree_search(&self) -> Result<MctsAgent<P>, CatalogError> {
        let spec = self.spec;
        let has_evaluation =
            self.weights.is_some() || spec.external_evaluation().is_some() || spec.evaluation().is_some();
        let rollouts = spec.number("rollouts").unwrap_or(u64::from(!has_evaluation)) as u32;
        let usual = MctsOptions::default();
        let options = MctsOptions {
            exploration: spec.decimal("exploration").unwrap_or(usual.exploration),
            prior: spec.text("prior").and_then(|text| text.parse().ok()).unwrap_or(usual.prior),
            ..usual
        };
        let mut evaluator = CombinedEvaluator::default();
        if rollouts > 0 {
            evaluator = evaluator.value(Box::new(Playouts::new(rollouts)));
        }
        if has_evaluation || rollouts == 0 {
            evaluator = evaluator.value(self.evaluator()?);
        }
        if options.prior == Prior::Evaluator {
            evaluator = evaluator.priors(self.evaluator()?);
        }
        let search = Mcts::new(options, spec.seed().unwrap_or(0)).with_evaluator(evaluator);
        Ok(MctsAgent::new(search).limits(spec.limits()).reusing_tree(spec.switch("reuse").unwrap_or(true)))
    }

    /// Returns [`AgentContext::evaluation`] as the evaluator of a tree search, with the lead of its row.
    fn evaluator(&self) -> Result<Box<dyn Evaluator<P>>, CatalogError> {
        if let Some(external) = self.spec.external_evaluation() {
            return Ok(Box::new(ExternalEvaluator::new(external)));
        }
        let row = match (self.weights, self.spec.evaluation().or(self.spec.info().evaluation)) {
            (Some(file), _) => self.evaluations.reader(file)?,
            (None, Some(path)) if is_path(path) => self.evaluations.reader(&read_weights(path)?)?,
            (None, name) => self.evaluations.row(name)?,
        };
        Ok(self.evaluation()?.evaluator(row.info().lead))
    }
}

/// Creates a player.
type Make<P> = Box<dyn Fn(&AgentContext<'_, P>) -> Result<Box<dyn Player>, CatalogError> + Send + Sync>;

/// An agent of a game: its name, description, keys and constructor.
///
/// ```
/// use plyground_catalog::{AgentRow, keys};
/// use plyground_search::{SearchKind, Limits};
/// use plyground_tigers::Tigers;
///
/// let row = AgentRow::<Tigers>::new("quick", "alpha-beta of two plies", &[keys::EVAL], |make| {
///     let search = make.search(SearchKind::AlphaBeta, &Default::default()).limits(Limits::depth(2));
///     Ok(make.evaluation()?.agent(search))
/// });
/// assert_eq!(row.info().name, "quick");
/// ```
pub struct AgentRow<P: SearchHints> {
    info: Arc<AgentInfo>,
    make: Make<P>,
}

plyground_game::impl_debug!(AgentRow { info } for [P: SearchHints] AgentRow<P>);

impl<P: SearchHints> AgentRow<P> {
    /// Creates an agent that only this game has.
    pub fn new(
        name: &'static str,
        about: &'static str,
        keys: &[Key],
        make: impl Fn(&AgentContext<'_, P>) -> Result<Box<dyn Agent<P>>, CatalogError> + Send + Sync + 'static,
    ) -> AgentRow<P> {
        let info = AgentInfo { name, about, keys: keys.to_vec(), game: Some(P::NAME), ..AgentInfo::default() };
        AgentRow { info: Arc::new(info), make: Box::new(move |context| Ok(Box::new(AgentPlayer::new(make(context)?)))) }
    }

    /// Creates an agent that every game has under this name, each with its own evaluations.
    pub(crate) fn common(
        name: &'static str,
        about: &'static str,
        keys: &[Key],
        make: impl Fn(&AgentContext<'_, P>) -> Result<Box<dyn Agent<P>>, CatalogError> + Send + Sync + 'static,
    ) -> AgentRow<P> {
        AgentRow::new(name, about, keys, make).changed(|info| info.game = None).reliable()
    }

    /// Creates `best`, the strongest agent of the game.
    pub fn best(
        make: impl Fn(&AgentContext<'_, P>) -> Result<Box<dyn Agent<P>>, CatalogError> + Send + Sync + 'static,
    ) -> AgentRow<P> {
        AgentRow::new("best", "the strongest that there is for the game", keys::BEST, make)
            .changed(|info| info.game = None)
    }

    /// Names the evaluation that the agent plays by if its spec names none.
    #[must_use]
    pub fn plays_by(self, evaluation: &'static str) -> AgentRow<P> {
        self.changed(|info| info.evaluation = Some(evaluation))
    }

    fn changed(self, change: impl FnOnce(&mut AgentInfo)) -> AgentRow<P> {
        let mut info = AgentInfo::clone(&self.info);
        change(&mut info);
        AgentRow { info: Arc::new(info), ..self }
    }

    /// Declares that the agent always answers with a legal move and observes its node limit. Records that violate this are
    /// refused.
    #[must_use]
    pub fn reliable(self) -> AgentRow<P> {
        self.changed(|info| info.is_reliable = true)
    }

    /// Returns the description of the agent.
    #[must_use]
    pub fn info(&self) -> &Arc<AgentInfo> {
        &self.info
    }

    pub(crate) fn make(&self, context: &AgentContext<'_, P>) -> Result<Box<dyn Player>, CatalogError> {
        (self.make)(context)
    }
}

/// Returns the search options of the strongest agent in games without tuned options.
#[must_use]
pub fn best_options() -> PvsOptions {
    PvsOptions { selectivity: Selectivity { null_move: false, ..Selectivity::ALL }, ..PvsOptions::default() }
}

/// Returns the strongest agent of an evaluation: selective principal variation search, deeper answers from the transposition
/// table, and exact values from the folder of tables that the spec or the [program](crate::Catalog::use_tables) names.
///
/// # Errors
/// Fails if the evaluation cannot be created.
pub fn strongest<P: SearchHints>(
    make: &AgentContext<'_, P>,
    evaluation: &Evaluation<P>,
    options: &PvsOptions,
) -> Result<Box<dyn Agent<P>>, CatalogError> {
    strongest_with(make, evaluation, options, |search| search)
}

/// Returns the agent of [`strongest`] with additional knowledge between the search and the tables, added by `wrap`. A spec that
/// names an evaluation tests that evaluation, so neither tables nor knowledge are added.
///
/// # Errors
/// Fails if the evaluation cannot be created.
pub fn strongest_with<P: SearchHints>(
    make: &AgentContext<'_, P>,
    evaluation: &Evaluation<P>,
    options: &PvsOptions,
    wrap: impl FnOnce(Box<dyn Agent<P>>) -> Box<dyn Agent<P>>,
) -> Result<Box<dyn Agent<P>>, CatalogError> {
    let is_external = make.spec.external_evaluation().is_some();
    let searched_by_name = is_external || make.spec.evaluation().is_some() || make.weights.is_some();
    let mut options = options.clone();
    if !make.has_own_evaluation()? {
        // The pruning margins were tuned for the default evaluation.
        options.selectivity.pruning = Pruning::NONE;
    }
    let evaluation = if searched_by_name { &make.evaluation()? } else { evaluation };
    let agent = evaluation.agent(make.search(SearchKind::Pvs, &options).deeper_answers());
    if searched_by_name {
        return Ok(agent);
    }
    let agent = wrap(agent);
    let folder = make.spec.tables().or_else(|| make.tables.map(Path::to_owned));
    Ok(match (folder, make.solver) {
        (Some(folder), Some(solver)) => Box::new(TableAgent::new(agent, Arc::clone(solver), folder)),
        _ => agent,
    })
}

/// Agents that every game has and that are compared with each other: each algorithm once, with the same evaluation.
pub const COMPARED: [&str; 9] =
    ["minimax", "expectimax", "alphabeta", "alphabeta-tt", "scout", "scout-tt", "mtdf", "pvs", "beam"];

/// Returns the agents that every game has, except `best`.
pub(crate) fn common<P: SearchHints>() -> Vec<AgentRow<P>> {
    let search = |name, about, keys: &[Key], algorithm| {
        AgentRow::common(name, about, keys, move |make: &AgentContext<'_, P>| {
            Ok(make.evaluation()?.agent(make.search(algorithm, &PvsOptions::default())))
        })
    };
    use keys::{DEPTH, EVAL, FRESH, NODES, NOISE, ORDER, SEED, TABLE, THREADS, TIME, UNIT, VIEW, WIDTH};
    let ordered = [DEPTH, NODES, TIME, TABLE, THREADS, EVAL, UNIT, VIEW, ORDER, NOISE, SEED];
    let alone = [DEPTH, NODES, TIME, TABLE, EVAL, UNIT, VIEW, SEED];
    let beam = [DEPTH, NODES, TIME, WIDTH, EVAL, UNIT, VIEW, NOISE, SEED];
    let mut rows = vec![
        search(
            "pvs",
            "principal variation search, staged move order, a table; the value of minimax",
            &ordered,
            SearchKind::Pvs,
        ),
        search(
            "alphabeta",
            "alpha-beta, moves in the game's order; threads split the root",
            keys::SPLIT,
            SearchKind::AlphaBeta,
        ),
        search("alphabeta-tt", "alpha-beta with a table", keys::WITH_TABLE, SearchKind::AlphaBetaTable),
        search("scout", "Scout: null windows, moves in the game's order", keys::SPLIT, SearchKind::Scout),
        search("scout-tt", "Scout with a table", keys::WITH_TABLE, SearchKind::ScoutTable),
        search("mtdf", "MTD(f): null windows driven from the root, with a table", &alone, SearchKind::Mtdf),
        search("minimax", "plain minimax", keys::SEARCH, SearchKind::Minimax),
        search(
            "expectimax",
            "the other side moves at random, so its nodes average",
            keys::SEARCH,
            SearchKind::Expectimax,
        ),
        search(
            "beam",
            "alpha-beta among the best few moves by evaluation: the heuristic-greedy search",
            &beam,
            SearchKind::Beam,
        ),
    ];
    let mcts = "Monte-Carlo tree search with proven results; depth d is 32 x 2^d simulations";
    let mcts = AgentRow::common("mcts", mcts, keys::SIMULATIONS, |make: &AgentContext<'_, P>| {
        Ok(Box::new(make.tree_search()?))
    });
    rows.push(mcts.changed(|info| info.has_expected_results = true));
    rows.push(search(
        "greedy",
        "the best move by the evaluation after it",
        &[EVAL, VIEW, NOISE, FRESH, SEED],
        SearchKind::Greedy,
    ));
    rows.push(AgentRow::common("random", "a random legal move", &[SEED], |make: &AgentContext<'_, P>| {
        Ok(Box::new(RandomAgent::new(make.spec.seed().unwrap_or(0))))
    }));
    rows.push(engine());
    rows
}

/// Returns the row of external engines.
fn engine<P: SearchHints>() -> AgentRow<P> {
    let info = AgentInfo::of_command(
        "engine",
        "engine:COMMAND: a program that speaks the protocol of docs/reference/protocol.md",
    );
    let make = |context: &AgentContext<'_, P>| -> Result<Box<dyn Player>, CatalogError> {
        let command: EngineCommand = context.spec.command().unwrap_or_default().parse()?;
        Ok(Box::new(EnginePlayer::new(command, Patience::default())))
    };
    AgentRow { info: Arc::new(info), make: Box::new(make) }
}
